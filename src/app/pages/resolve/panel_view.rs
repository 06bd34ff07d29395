//! The view of a panel: its parts, and the conditions under which they are shown.

use super::Source;
use super::choice_effects::{ChoiceEffects, SlowEffects};
use super::decision::{Alternatives, DecisionButtons, DecisionWords};
use super::event_table::EventTable;
use super::hidden::HiddenPanel;
use super::odds::{OddsSection, OddsStrip, PriceLine};
use super::odds_job::OddsJob;
use super::outcome::OutcomeSection;
use super::overriding::Overriding;
use super::panel::LivePanel;
use super::play_out::PlayItOut;
use super::questions::Questions;
use super::roles::Roles;
use super::rolling::{Buttons, DiceInput};
use crate::app::components::awaiting::{AwaitingNotice, AwaitingRegion};
use crate::app::components::control::NotInControl;
use crate::app::components::names::Names;
use crate::app::components::outcome::tracker_change_words;
use crate::app::platform::{keyboard, scrolling};
use crate::app::state::{BattleState, WaitingRoll};
use battle::panel::{Cause, TableChange};
use leptos::context::Provider;
use leptos::prelude::*;
use rules::scenario;
use rules::text;
use rules::text::say;

/// The whole panel.
#[component]
pub fn PanelView(panel: LivePanel) -> impl IntoView {
    let hides = Memo::new(move |_| panel.shown.with(|shown| shown.hides));
    move || match panel.battle.filter(|_| hides.get()) {
        Some(battle) => view! { <HiddenPanel panel battle/> }.into_any(),
        None => view! { <VisiblePanel panel/> }.into_any(),
    }
}

/// The panel of an act that does not depend on hidden counters.
#[component]
fn VisiblePanel(panel: LivePanel) -> impl IntoView {
    let odds_job = OddsJob::follow(panel);
    let effects = ChoiceEffects::follow(panel, odds_job);
    let outcome = Memo::new(move |_| panel.shown.with(|shown| shown.outcome.clone()));
    let done = Memo::new(move |_| outcome.with(Option::is_some));
    let is_ready = Memo::new(move |_| !panel.is_rolling() && panel.outlook.with(|outlook| outlook.ready().is_some()));
    let is_undecided = Memo::new(move |_| panel.outlook.with(|outlook| outlook.decision().is_some()));
    let outcome_section = NodeRef::new();
    // The focus goes to the outcome once the dice are complete.
    Effect::new(move |before: Option<bool>| {
        let done = done.get();
        if done && before == Some(false) && untrack(|| panel.is_rolling()) {
            keyboard::focus(outcome_section);
            // The text of the guide changes now, and can cover more of the page.
            scrolling::show_whole(outcome_section);
        }
        done
    });
    // The scenario has the answers of events and arrivals.
    let asks = !scenario::is_of_scenario(panel.procedure.id);
    let can_play_out = panel.battle.filter(|_| panel.can_play_out());
    view! {
        <p class="about">{say(panel.procedure.about)}</p>
        {panel.battle.map(|battle| view! { <EventTable panel battle/> })}
        {panel.battle.map(|battle| view! { <TableNotes panel battle/><Roles panel battle/> })}
        <Overriding panel/>
        {panel.battle.map(|battle| view! { <EndedRights panel battle/> })}
        <Show when=move || !done.get()><PriceLine panel/></Show>
        <Provider value=effects.figures()><Show when=move || asks && !panel.is_rolling()><Questions panel/></Show></Provider>
        {panel.battle.map(|battle| view! { <Alternatives panel battle/><DecisionWords panel battle/> })}
        <Show when=move || is_ready.get()>
            <OddsSection panel odds_job/>
            {can_play_out.filter(|battle| battle.hides()).map(|_| view! { <p class="soft">{say("“Play it out” is off while counters are hidden: its result would reveal them.")}</p> })}
            {can_play_out.filter(|battle| !battle.hides()).map(|battle| view! { <PlayItOut panel battle/> })}
            <SlowEffects effects/>
        </Show>
        <Show when=move || panel.is_rolling() && !done.get()><DiceInput panel/></Show>
        {move || outcome.get().map(|outcome| view! { <OutcomeSection panel outcome section=outcome_section/> })}
        {panel.battle.map(|battle| view! { <NotInControl battle acting=Signal::derive(move || panel.acting_part())/><AwaitingInPanel panel battle/> })}
        <Show when=move || !done.get()><Source panel/><OddsStrip panel odds_job/></Show>
        {move || match panel.battle.filter(|_| is_undecided.get()) {
            Some(_) => view! { <DecisionButtons panel/> }.into_any(),
            None => view! { <Show when=move || !done.get()><Buttons panel/></Show> }.into_any(),
        }}
    }
}

/// Changes of the table since the panel was opened, by other acts: "Counters of Cromwell's Horse: 0 → 3, by Ann".
#[component]
fn TableNotes(panel: LivePanel, battle: BattleState) -> impl IntoView {
    let notes = Memo::new(move |_| panel.shown.with(|shown| shown.notes.clone()));
    let rows = move || {
        let rows =
            notes.get().into_iter().filter_map(|note| note_words(battle, &note)).map(|words| view! { <p>{words}</p> });
        rows.collect_view()
    };
    view! { <div class="live table-notes" role="status" aria-label=say("Changed on the table")>{rows}</div> }
}

/// A change of the table in words, with its cause. `None` if players see no difference.
fn note_words(battle: BattleState, note: &TableChange) -> Option<String> {
    let what = tracker_change_words(battle, note)?;
    let this = battle.app.device().device;
    let Cause { device, procedure, is_undo, is_next } = &note.by;
    let words = if *device != this {
        text!("{what}, by {who}.", what = what, who = battle.shown_device(device))
    } else if *is_undo {
        text!("{what}, by Undo or Redo.", what = what)
    } else if *is_next {
        text!("{what}, by the next phase.", what = what)
    } else if let Some(procedure) = procedure.as_ref().and_then(|id| battle.ruleset.procedure(id)) {
        text!("{what}, by {procedure}.", what = what, procedure = procedure.title)
    } else {
        text!("{what}, by hand.", what = what)
    };
    Some(words.to_string())
}

/// Options of other units that this act ends, shown before the dice.
#[component]
fn EndedRights(panel: LivePanel, battle: BattleState) -> impl IntoView {
    let ends = Memo::new(move |_| panel.shown.with(|shown| shown.ends.clone()));
    let rows = move || {
        let rows = ends.get().into_iter().map(|words| view! { <p>{Names::of_battle(battle).spell(&words)}</p> });
        rows.collect_view()
    };
    view! { <div class="live ends-rights" role="status" aria-label=say("Ends other rights")>{rows}</div> }
}

/// The notice about another unapplied roll, which blocks this panel.
#[component]
pub(super) fn AwaitingInPanel(panel: LivePanel, battle: BattleState) -> impl IntoView {
    let awaiting = Memo::new(move |_| {
        let (stamp, rolled) = battle.awaiting(panel.logged().as_ref())?;
        let all = battle.waiting();
        let found = all.into_iter().find(|waiting| waiting.has(&stamp));
        Some(found.unwrap_or_else(|| WaitingRoll::logged(&stamp, &rolled)))
    });
    let take_up = Callback::new(move |waiting: WaitingRoll| {
        let logged = waiting.roll.logged.clone();
        let rolled = battle.judged().with_untracked(|open| {
            let mut awaiting = open.awaiting();
            awaiting
                .find(|(stamp, _)| Some(*stamp) == logged.as_ref())
                .map(|(stamp, rolled)| (stamp.clone(), rolled.clone()))
        });
        if let Some((stamp, rolled)) = rolled {
            panel.resume_roll(stamp, rolled);
        }
        let entered = waiting.dice.and_then(|id| Some((id.clone(), untrack(|| battle.kept_dice(&id))?)));
        entered.into_iter().for_each(|(id, draft)| panel.resume_dice(id, draft));
    });
    let why = say("Apply or discard it before rolling here.");
    let notice = move || awaiting.get().map(|waiting| view! { <AwaitingNotice battle waiting why take_up/> });
    view! { <AwaitingRegion>{notice}</AwaitingRegion> }
}
