//! The panel of an act that depends on counters that its player does not see. It is ruled on by the whole battle, and shows of that
//! only what everybody sees: who takes part, the dice, and what changes on the table.

use super::choice::RaisedChoice;
use super::odds::Outlook;
use super::outcome::{Settle, Settling};
use super::panel::Panel;
use super::panel_view::AwaitingInPanel;
use super::questions::Questions;
use super::roles::Roles;
use crate::app::components::dice::{DicePad, Faces};
use crate::app::components::hidden_counters::RestHidden;
use crate::app::components::outcome::change_words;
use crate::app::components::pen::WithoutPen;
use crate::app::state::BattleState;
use crate::app::state::notice::Notice;
use drumhead::core::text::say;
use drumhead::dice::{Halt, Played, RollRequest};
use drumhead::rules::procedure::Resolved;
use leptos::prelude::*;
use serde_json::Map;

impl Panel {
    /// The panel on the whole battle: it rules on the act. Nothing of it is shown while counters are hidden.
    pub(super) fn judge(self) -> Self {
        Self { battle: self.battle.map(BattleState::whole), ..self }
    }

    /// True if the act depends on something that is hidden from who looks at it.
    pub(super) fn hides(self) -> bool {
        let Some(battle) = self.battle.filter(|battle| battle.hides()) else { return false };
        self.answers.given.with(|said| {
            self.participants.chosen.with(|participants| {
                battle.with(|open| !open.state().hidden_fields(self.procedure, participants, said).is_empty())
            })
        })
    }

    /// True if rules forbid the act for a reason that its player does not see; the notice says so.
    pub(super) fn is_forbidden_unseen(self) -> bool {
        if self.is_rolling() || !self.battle.is_some_and(BattleState::hides) {
            return false;
        }
        let (judge, seen) = (self.judge(), self.barred());
        let input = judge.input();
        let is_barred = judge.barred().iter().any(|barred| seen.iter().all(|shown| shown.rule != barred.rule));
        let is_refused = || match self.procedure.read(&input) {
            Ok(ready) => matches!(ready.resolve(&[]).result, Err(Halt::Refused(_))),
            Err(_) => true,
        };
        let is_forbidden = is_barred || judge.price(&input).is_err() || is_refused();
        if let (true, Some(battle)) = (is_forbidden, self.battle) {
            let words = say("The rules do not allow it now. The reason depends on counters that you do not see.");
            battle.app.notice.set(Some(Notice::new(words)));
        }
        is_forbidden
    }

    /// Outlook for its player, who does not see everything: what is still to be said.
    fn still_unsaid(self) -> Outlook {
        let judge = self.judge();
        if let Some(role) = self.first_missing() {
            return Outlook::Uncast(role);
        }
        match judge.outlook(&judge.input(), &[]) {
            Outlook::Refused(fault) if fault.unsaid => Outlook::Refused(fault),
            _ => Outlook::Hidden,
        }
    }

    /// The roll that its dice are entered for.
    fn needed(self) -> Option<RollRequest> {
        match self.judge().played() {
            Ok(Played { result: Err(Halt::Needs(roll)), .. }) => Some(*roll),
            _ => None,
        }
    }

    /// Rolls its dice, if it needs any.
    fn go_on_hidden(self) {
        let judge = self.judge();
        if judge.let_stand() && untrack(|| self.ruled()).is_none() {
            judge.roll_rest();
        }
    }

    /// The outcome, once all dice are there.
    fn ruled(self) -> Option<Resolved> {
        if !self.is_rolling() {
            return None;
        }
        self.judge().played().ok()?.result.ok()
    }
}

/// The panel of an act that depends on something hidden.
#[component]
pub(super) fn HiddenPanel(panel: Panel, battle: BattleState) -> impl IntoView {
    let outlook = Memo::new(move |_| panel.still_unsaid());
    let is_done = Memo::new(move |_| panel.ruled().is_some());
    let rolling = Memo::new(move |_| panel.is_rolling());
    view! {
        <p class="about">{say(panel.procedure.about)}</p>
        <Roles panel battle/>
        <Show when=move || !rolling.get()><Questions panel outlook hides=true/></Show>
        <section class="odds" aria-label=say("Odds")>
            <p class="headline">{say("Odds unknown")}</p>
            <p>{say("It depends on counters that you do not see. You will see the dice, and what changes on the table.")}</p>
        </section>
        <Show when=move || rolling.get() && !is_done.get()><HiddenDice panel/></Show>
        <Show when=move || is_done.get()><HiddenOutcome panel battle/></Show>
        <WithoutPen battle/>
        <AwaitingInPanel panel battle/>
        <Show when=move || !rolling.get()><HiddenButtons panel outlook/></Show>
    }
}

/// The buttons before the dice.
#[component]
fn HiddenButtons(panel: Panel, outlook: Memo<Outlook>) -> impl IntoView {
    let cannot = move || outlook.get() != Outlook::Hidden || panel.blocked();
    view! {
        <div class="actions">
            <button aria-keyshortcuts="e" disabled=move || cannot() on:click=move |_| panel.enter_dice()>{say("Enter dice")}</button>
            <button class="primary" aria-keyshortcuts="d" disabled=move || cannot() on:click=move |_| panel.go_on_hidden()>{say("Roll")}</button>
        </div>
    }
}

/// The pad, without what the dice need, with the dice so far.
#[component]
fn HiddenDice(panel: Panel) -> impl IntoView {
    let judge = panel.judge();
    let label = move |roll: &RollRequest| {
        let labels = panel.named_units().label_rolls(panel.procedure, &Map::new(), [roll.purpose.as_str()]);
        labels.into_iter().next().unwrap_or_default()
    };
    let raised = Memo::new(move |_| match judge.played() {
        Ok(Played { result: Err(Halt::Needs(roll)), rolls, .. }) => judge.raised(&roll, &rolls).map(|field| field.id),
        _ => None,
    });
    let needs = Signal::derive(move || {
        panel.needed().filter(|_| raised.get().is_none()).map(|roll| {
            let words = label(&roll);
            (roll, words)
        })
    });
    let choice = move || {
        let field = raised.get().and_then(|id| panel.procedure.form.field(id))?;
        let on_back = Callback::new(move |()| judge.take_back());
        let which = panel.needed().map(|roll| label(&roll)).unwrap_or_default();
        Some(view! { <RaisedChoice panel=judge field which on_back can_go_back=judge.can_take_back()/> })
    };
    let each = Signal::derive(Vec::new);
    let can_go_back = Signal::derive(move || panel.can_take_back());
    let on_face = Callback::new(move |face| judge.type_die(face));
    let on_back = Callback::new(move |()| judge.take_back());
    let on_leave = Callback::new(move |()| judge.back());
    view! {
        <Show when=move || needs.with(Option::is_some)><DicePad needs each can_go_back on_face on_back on_leave so_far=move || view! { <RolledSoFar panel/> }/></Show>
        {choice}
        <Show when=move || needs.with(Option::is_none)><RolledSoFar panel/></Show>
        <div class="actions">
            <button disabled=move || panel.dice.so_far.with(|dice| !dice.is_empty()) on:click=move |_| judge.back()>{say("Back")}</button>
            <button class="primary" aria-keyshortcuts="d" disabled=move || panel.blocked() || raised.get().is_some() on:click=move |_| judge.roll_rest()>{say("Roll the rest")}</button>
        </div>
    }
}

/// The faces so far, without which of them succeed.
#[component]
fn RolledSoFar(panel: Panel) -> impl IntoView {
    move || {
        let faces: Vec<u8> = panel.dice.so_far.with(|dice| dice.iter().map(|die| die.face).collect());
        (!faces.is_empty())
            .then(|| view! { <div class="rolls"><p class="rolled"><Faces faces successes=Vec::new()/></p></div> })
    }
}

/// The part of an outcome that everybody sees, and the ways to settle it.
#[component]
fn HiddenOutcome(panel: Panel, battle: BattleState) -> impl IntoView {
    let judge = panel.judge();
    let Ok(Played { result: Ok(resolved), rolls, .. }) = untrack(|| judge.played()) else { return ().into_any() };
    let changes = untrack(|| judge.changes(battle.whole(), &resolved));
    let seen = battle.visible(&changes);
    let rows: Vec<String> = seen.iter().filter_map(|change| change_words(battle, change)).collect();
    let rows = if rows.is_empty() {
        view! { <p>{say("Nothing changes on the table that you can see.")}</p> }.into_any()
    } else {
        view! { <ul class="changed">{rows.into_iter().map(|words| view! { <li>{words}</li> }).collect_view()}</ul> }
            .into_any()
    };
    let settling = Settling::of(judge, battle, &resolved, panel.logged_rolls(&rolls), changes, String::new());
    view! {
        <section class="outcome" tabindex="-1" aria-label=say("Outcome")>
            <h2>{say("Outcome")}</h2>
            <RolledSoFar panel/>
            {rows}
            <RestHidden/>
        </section>
        <Settle panel battle log=settling.log settled=settling.settled first_due=None/>
    }
    .into_any()
}
