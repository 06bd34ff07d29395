//! The panel of an act that is corrected: it opens as it was, on the table before the act, with the same dice.

use super::PanelPage;
use super::panel::{Die, Panel};
use crate::app::components::not_here::NotHere;
use crate::app::state::BattleState;
use crate::app::state::correcting::Again;
use crate::app::state::route::{BattlePage, Route, router};
use drumhead::battle::participants::Participants;
use drumhead::battle::{Action, Resolved, correct};
use drumhead::core::text::say;
use drumhead::dice::{Halt, Played};
use leptos::prelude::*;

/// The panel of the act that is corrected, or of a later one that is done again.
#[component]
pub fn CorrectPage(
    /// The battle in play.
    battle: BattleState,
) -> impl IntoView {
    // Another tab may undo the act meanwhile: then there is nothing to be corrected.
    let is_open = Memo::new(move |_| battle.unfinished_correction().is_some());
    move || {
        let opened = || panel_of(battle, battle.rewind_for_correction()?);
        is_open.get().then(|| untrack(opened)).flatten().map_or_else(
            || view! { <NotHere words=say("This correction was not finished. It changed nothing.")/> }.into_any(),
            |(panel, back)| view! { <PanelPage panel back/> }.into_any(),
        )
    }
}

/// The panel with the answers of the act, and the place where the way back leads.
fn panel_of(battle: BattleState, again: Again) -> Option<(Panel, Route)> {
    let Action::Resolved(done) = &again.act.action else { return None };
    let procedure = battle.ruleset.procedure(&done.procedure)?;
    let participants = Participants::read(procedure, &done.participants);
    let said = correct::said(procedure, &participants, again.then.state(), done);
    let mut said = said.unwrap_or_else(|| done.input.clone());
    // Choices that dice raise are made when they are raised.
    said.retain(|id, _| procedure.form.field(id).is_none_or(|field| field.raised_by.is_empty()));
    let panel = Panel::new(battle.ruleset, procedure, Some(battle), Participants::nobody(), said);
    panel.participants.chosen.set(there(battle, &participants, procedure));
    panel.answers.overriding.set(!again.act.overrides.is_empty());
    panel.dice.earlier.set_value(done.rolls.clone());
    let roll = battle.awaiting(None);
    if let Some((stamp, rolled)) = roll {
        panel.take_up(stamp, rolled);
    }
    let back = if again.is_first { BattlePage::Log.of(battle.id()) } else { BattlePage::Corrected.of(battle.id()) };
    Some((panel, back))
}

/// Those who take part and are on the table.
fn there(
    battle: BattleState,
    participants: &Participants,
    procedure: &'static drumhead::rules::procedure::Procedure,
) -> Participants {
    let mut there = participants.clone();
    for role in procedure.participants {
        let is_there = |id: &&String| battle.with_untracked(|open| open.state().unit(id).is_some());
        there.set(role.id, participants.units(role.id).iter().filter(is_there).cloned().collect());
    }
    there
}

impl Panel {
    /// True if the panel corrects an act.
    pub(super) fn corrects(self) -> bool {
        self.battle.is_some_and(BattleState::is_rewound)
    }

    /// Fixes the input for typed dice. Dice that were typed for the original act are entered again as far as they fit.
    pub(super) fn enter_dice(self) {
        if self.let_stand() {
            self.type_earlier();
        }
    }

    /// Enters the dice of the original act, as far as the rolls are the same.
    pub(super) fn type_earlier(self) {
        let earlier = self.dice.earlier.get_value();
        loop {
            let Ok(Played { result: Err(Halt::Needs(roll)), rolls, .. }) = untrack(|| self.played()) else { return };
            if untrack(|| self.raised(&roll, &rolls)).is_some() {
                return;
            }
            let Some(was) = earlier.get(rolls.len()).filter(|was| was.number.is_none()) else { return };
            let needs_another = was.counted.is_some() && was.counted != roll.counts_from;
            if was.purpose != roll.purpose || was.sides != roll.sides || needs_another {
                return;
            }
            let counted = was.counted.is_some();
            let dice = was.faces.iter().take(roll.count).map(|face| Die { counted, ..Die::typed(*face) });
            self.dice.so_far.update(|so_far| so_far.extend(dice));
            if was.faces.len() != roll.count {
                return;
            }
        }
    }

    /// True if the original act had dice: they are used again, whoever rolled them.
    pub(super) fn has_earlier(self) -> bool {
        self.dice.earlier.with_value(|earlier| !earlier.is_empty())
    }

    /// Uses the dice of the original act again, as far as the rolls are the same: those of the table are entered, and those of the app
    /// come again by their numbers.
    pub(super) fn roll_again(self) {
        self.enter_dice();
        let next = match untrack(|| self.played()) {
            Ok(Played { result: Err(Halt::Needs(_)), rolls, .. }) => rolls.len(),
            _ => return,
        };
        if self.dice.earlier.with_value(|earlier| earlier.get(next).is_some_and(|was| was.number.is_some())) {
            self.roll_rest();
        }
    }

    /// True while dice of the table that the original act had are not entered: the app rolls no others in their place.
    pub(super) fn lacks_earlier(self) -> bool {
        let Ok(Played { result: Err(Halt::Needs(roll)), rolls, .. }) = self.played() else { return false };
        let complete: usize = rolls.iter().map(|roll| roll.faces.len()).sum();
        let entered = self.dice.so_far.with(Vec::len).saturating_sub(complete);
        self.dice.earlier.with_value(|earlier| {
            let was = earlier.get(rolls.len()).filter(|was| was.number.is_none());
            was.is_some_and(|was| was.purpose == roll.purpose && was.sides == roll.sides && entered < was.faces.len())
        })
    }

    /// Empties the pad, for dice other than those of the original act.
    fn enter_other_dice(self) {
        self.dice.choices.set(Vec::new());
        self.dice.so_far.set(Vec::new());
    }
}

/// The buttons below an outcome that goes into a correction.
#[component]
pub(super) fn CorrectionActions(
    panel: Panel,
    battle: BattleState,
    /// The result.
    action: Resolved,
    /// Takes the result into the correction.
    take: Callback<()>,
) -> impl IntoView {
    let router = router();
    let again = move |_| {
        battle.settle(Resolved { discarded: true, ..action.clone() }, Vec::new(), Vec::new());
        router.go(&BattlePage::Correct.of(battle.id()));
    };
    let again = StoredValue::new(again);
    let is_typed =
        panel.dice.so_far.with_untracked(|dice| !dice.is_empty()) && panel.dice.logged.with_untracked(Option::is_none);
    let other_dice = is_typed.then(|| {
        view! { <button on:click=move |_| panel.enter_other_dice()>{say("Enter other dice")}</button> }
    });
    let shows_questions = untrack(|| !panel.is_rolling());
    let questions = (!shows_questions).then(|| {
        view! { <button on:click=move |event| again.with_value(|again| again(event))>{say("Back to the questions")}</button> }
    });
    view! {
        <div class="actions">
            {questions}
            {other_dice}
            <button class="primary" aria-keyshortcuts="a" on:click=move |_| take.run(())>{say("Use this result")}</button>
        </div>
    }
}

/// Text above a panel that corrects an act.
#[component]
pub(super) fn CorrectionNote() -> impl IntoView {
    view! {
        <section class="banner" aria-label=say("Correction")>
            <p><b>{say("You are correcting an earlier action.")}</b></p>
            <p>{say("The panel and the table are as they were then. The same dice come again. Nothing changes until you apply the correction.")}</p>
        </section>
    }
}
