//! The panel as it is drawn: what of it is shown when.

use super::Source;
use super::choice_effects::{ChoiceEffects, SlowEffects};
use super::hidden::HiddenPanel;
use super::odds::{OddsSection, OddsStrip, Outlook, PriceLine};
use super::odds_job::OddsJob;
use super::outcome::OutcomeSection;
use super::overriding::Overriding;
use super::panel::Panel;
use super::play_out::PlayItOut;
use super::questions::Questions;
use super::roles::Roles;
use super::rolling::{Buttons, DiceInput};
use crate::app::components::awaiting::{AwaitingNotice, AwaitingRegion};
use crate::app::components::names::Names;
use crate::app::components::pen::WithoutPen;
use crate::app::platform::{keyboard, scrolling};
use crate::app::state::{BattleState, WaitingRoll};
use drumhead::battle::{Battle, Waiting, referee};
use drumhead::core::text::{Text, say};
use drumhead::dice::Played;
use leptos::context::Provider;
use leptos::prelude::*;
use serde_json::{Map, Value as Json};

/// The whole panel.
#[component]
pub fn PanelView(
    /// The panel.
    panel: Panel,
) -> impl IntoView {
    let hides = Memo::new(move |_| panel.hides());
    move || match panel.battle.filter(|_| hides.get()) {
        Some(battle) => view! { <HiddenPanel panel battle/> }.into_any(),
        None => view! { <OpenPanel panel/> }.into_any(),
    }
}

/// The panel of an act of which nothing is hidden.
#[component]
fn OpenPanel(panel: Panel) -> impl IntoView {
    // Judged and filled in once for all parts of the panel.
    let barred = Memo::new(move |_| panel.barred().into_iter().map(|barred| barred.message).collect::<Vec<Text>>());
    let input = Memo::new(move |_| panel.input());
    let outlook = Memo::new(move |_| input.with(|input| panel.outlook(input, &barred.get())));
    let odds_job = OddsJob::follow(panel, outlook);
    let effects = ChoiceEffects::follow(panel, outlook, odds_job);
    let done = Memo::new(move |_| {
        let settled = matches!(panel.played(), Ok(Played { result: Ok(_), .. }));
        // Without dice there is nothing to wait for, but it must be allowed, and a unit must be there to be ruled on.
        settled && (panel.is_rolling() || matches!(outlook.get(), Outlook::Open(_)))
    });
    // An outcome without dice is computed anew with every answer. Once it is applied, input and outcome are fixed.
    let settled = Memo::new(move |_| {
        let participants = panel.participants.chosen.get();
        let table = panel.battle.filter(|_| !panel.is_rolling()).map(|battle| battle.with(Battle::revision));
        (input.get(), participants, panel.dice.so_far.get(), panel.dice.logged.get(), table)
    });
    let outcome_section = NodeRef::new();
    // The focus goes to the outcome once the dice are complete.
    Effect::new(move |before: Option<bool>| {
        let done = done.get();
        if done && before == Some(false) && untrack(|| panel.is_rolling()) {
            keyboard::focus(outcome_section);
            // A guide says something else from now on, and may cover more.
            scrolling::show_whole(outcome_section);
        }
        done
    });
    let outcome = move || {
        // Read here, because a memo that is only tracked never computes what it depends on.
        settled.with(|_| ());
        view! { <OutcomeSection panel section=outcome_section/> }
    };
    view! {
        <p class="about">{say(panel.procedure.about)}</p>
        {panel.battle.map(|battle| view! { <Roles panel battle/> })}
        <Overriding panel barred/>
        {panel.battle.map(|battle| view! { <EndsRights panel battle input/> })}
        <Show when=move || !done.get()><PriceLine panel input/></Show>
        <Provider value=effects.figures()><Show when=move || !panel.is_rolling()><Questions panel outlook/></Show></Provider>
        <Show when=move || !panel.is_rolling() && outlook.with(|outlook| matches!(outlook, Outlook::Open(_)))>
            <OddsSection panel outlook odds_job/>
            {panel.battle.filter(|battle| panel.can_play_out() && battle.hides()).map(|_| view! { <p class="soft">{say("“Play it out” is off while counters are hidden: its result would reveal them.")}</p> })}
            {panel.battle.filter(|battle| panel.can_play_out() && !battle.hides()).map(|battle| view! { <PlayItOut panel battle outlook/> })}
            <SlowEffects effects/>
        </Show>
        <Show when=move || panel.is_rolling() && !done.get()><DiceInput panel outlook/></Show>
        <Show when=move || done.get()>{move || outcome()}</Show>
        {panel.battle.map(|battle| view! { <WithoutPen battle/><AwaitingInPanel panel battle/> })}
        <Show when=move || !done.get()><Source panel/><OddsStrip panel outlook odds_job/><Buttons panel outlook/></Show>
    }
}

/// Rights of others that this ends, named before the dice.
#[component]
fn EndsRights(panel: Panel, battle: BattleState, input: Memo<Map<String, Json>>) -> impl IntoView {
    let ends = Memo::new(move |_| {
        if panel.is_rolling() {
            return Vec::new();
        }
        panel.participants.chosen.with(|participants| {
            let ends = |open: &Battle| {
                input.with(|input| referee::ends(panel.ruleset, panel.procedure, participants, open.state(), input))
            };
            battle.with(ends)
        })
    });
    let rows = move || {
        let rows = ends.get().into_iter().map(|words| view! { <p>{Names::of_battle(battle).spell(&words)}</p> });
        rows.collect_view()
    };
    view! { <div class="live ends-rights" role="status" aria-label=say("Ends other rights")>{rows}</div> }
}

/// The notice of another roll than the panel's own, which keeps it from rolling.
#[component]
pub(super) fn AwaitingInPanel(panel: Panel, battle: BattleState) -> impl IntoView {
    let awaiting = Memo::new(move |_| {
        let (stamp, rolled) = panel.dice.logged.with(|logged| battle.awaiting(logged.as_ref()))?;
        let all = battle.waiting();
        let found = all.into_iter().find(|waiting| waiting.roll.logged.as_ref() == Some(&stamp));
        Some(found.unwrap_or_else(|| WaitingRoll { roll: Waiting::logged(&stamp, &rolled), dice: None }))
    });
    let take_up = Callback::new(move |waiting: WaitingRoll| {
        let logged = waiting.roll.logged.clone();
        let rolled = battle.whole().with_untracked(|open| {
            let mut awaiting = open.awaiting();
            awaiting
                .find(|(stamp, _)| Some(*stamp) == logged.as_ref())
                .map(|(stamp, rolled)| (stamp.clone(), rolled.clone()))
        });
        if let Some((stamp, rolled)) = rolled {
            panel.take_up(stamp, rolled);
        }
        let entered = waiting.dice.and_then(|id| Some((id.clone(), untrack(|| battle.kept_dice(&id))?)));
        entered.into_iter().for_each(|(id, draft)| panel.resume_dice(id, draft));
    });
    let why = say("Apply or discard it before rolling here.");
    let notice = move || awaiting.get().map(|waiting| view! { <AwaitingNotice battle waiting why take_up/> });
    view! { <AwaitingRegion>{notice}</AwaitingRegion> }
}
