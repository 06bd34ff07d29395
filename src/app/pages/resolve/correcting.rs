//! The panel of an act that is corrected. It opens with the act's answers and dice, on the table before the act.

use super::PanelPage;
use super::panel::LivePanel;
use crate::app::components::not_here::NotHere;
use crate::app::state::BattleState;
use crate::app::state::correcting::Again;
use crate::app::state::route::{BattlePage, Route, router};
use battle::panel::Message;
use battle::participants::Participants;
use battle::{Act, Action, Resolved, correct};
use leptos::prelude::*;
use rules::procedure::Procedure;
use rules::text::say;

/// The page with the panel of the corrected act, or of a later act that is done again.
#[component]
pub fn CorrectPage(battle: BattleState) -> impl IntoView {
    // If another tab undoes the act, there is nothing left to correct.
    let is_open = Memo::new(move |_| battle.unfinished_correction().is_some());
    move || {
        let opened = || panel_of(battle, battle.rewind_for_correction()?);
        is_open.get().then(|| untrack(opened)).flatten().map_or_else(
            || view! { <NotHere words=say("This correction was not finished. It changed nothing.")/> }.into_any(),
            |(panel, back)| view! { <PanelPage panel back/> }.into_any(),
        )
    }
}

/// The panel with the answers of the act, and the page to which Back leads.
fn panel_of(battle: BattleState, reopened: Again) -> Option<(LivePanel, Route)> {
    let Action::Resolved(done) = &reopened.act.action else { return None };
    let procedure = battle.ruleset.procedure(&done.procedure)?;
    let participants = Participants::read(procedure, &done.participants);
    let answers = correct::players_answers(procedure, &participants, reopened.then.state(), done);
    let mut answers = answers.unwrap_or_else(|| done.input.clone());
    // Choices in the middle of a roll are left out, because players make them again when the dice require it.
    answers.retain(|id, _| procedure.form.field(id).is_none_or(|field| field.mid_roll_purposes().is_empty()));
    let act = Act {
        overrides: reopened.act.overrides.clone(),
        ..Act::new(procedure, those_on_table(battle, &participants, procedure), answers)
    };
    let panel = LivePanel::open(battle.ruleset, act, Some(battle)).correcting(done.rolls.clone());
    let roll = battle.awaiting(None);
    if let Some((stamp, rolled)) = roll {
        panel.resume_roll(stamp, rolled);
    }
    let back = if reopened.is_first { BattlePage::Log.of(battle.id()) } else { BattlePage::Corrected.of(battle.id()) };
    Some((panel, back))
}

/// The participants without units that are no longer on the table.
fn those_on_table(battle: BattleState, participants: &Participants, procedure: &'static Procedure) -> Participants {
    let mut on_table = participants.clone();
    for role in procedure.participants {
        let is_on_table = |id: &&String| battle.with_untracked(|open| open.state().unit(id).is_some());
        on_table.set(role.id, participants.units(role.id).iter().filter(is_on_table).cloned().collect());
    }
    on_table
}

/// The buttons below an outcome that is part of a correction.
#[component]
pub(super) fn CorrectionActions(
    panel: LivePanel,
    battle: BattleState,
    action: Resolved,
    /// Uses the result in the correction.
    take: Callback<()>,
) -> impl IntoView {
    let router = router();
    let back_to_questions = move |_| {
        battle.settle(Resolved { discarded: true, ..action.clone() }, Vec::new(), Vec::new());
        router.go(&BattlePage::Correct.of(battle.id()));
    };
    let back_to_questions = StoredValue::new(back_to_questions);
    let is_typed = panel.dice.with_untracked(|dice| !dice.is_empty()) && untrack(|| panel.logged()).is_none();
    let other_dice = is_typed.then(|| {
        view! { <button on:click=move |_| panel.send(Message::OtherDice)>{say("Enter other dice")}</button> }
    });
    let shows_questions = untrack(|| !panel.is_rolling());
    let questions = (!shows_questions).then(|| {
        view! { <button on:click=move |event| back_to_questions.with_value(|back_to_questions| back_to_questions(event))>{say("Back to the questions")}</button> }
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
