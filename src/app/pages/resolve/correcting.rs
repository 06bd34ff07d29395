//! The panel of an act that is corrected: it opens as it was, on the table before the act, with the same dice.

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
fn panel_of(battle: BattleState, again: Again) -> Option<(LivePanel, Route)> {
    let Action::Resolved(done) = &again.act.action else { return None };
    let procedure = battle.ruleset.procedure(&done.procedure)?;
    let participants = Participants::read(procedure, &done.participants);
    let said = correct::said(procedure, &participants, again.then.state(), done);
    let mut said = said.unwrap_or_else(|| done.input.clone());
    // Choices that dice raise are made when they are raised.
    said.retain(|id, _| procedure.form.field(id).is_none_or(|field| field.raised_by().is_empty()));
    let act = Act {
        overrides: again.act.overrides.clone(),
        ..Act::new(procedure, there(battle, &participants, procedure), said)
    };
    let panel = LivePanel::open(battle.ruleset, act, Some(battle)).correcting(done.rolls.clone());
    let roll = battle.awaiting(None);
    if let Some((stamp, rolled)) = roll {
        panel.take_up(stamp, rolled);
    }
    let back = if again.is_first { BattlePage::Log.of(battle.id()) } else { BattlePage::Corrected.of(battle.id()) };
    Some((panel, back))
}

/// Those who take part and are on the table.
fn there(battle: BattleState, participants: &Participants, procedure: &'static Procedure) -> Participants {
    let mut there = participants.clone();
    for role in procedure.participants {
        let is_there = |id: &&String| battle.with_untracked(|open| open.state().unit(id).is_some());
        there.set(role.id, participants.units(role.id).iter().filter(is_there).cloned().collect());
    }
    there
}

/// The buttons below an outcome that goes into a correction.
#[component]
pub(super) fn CorrectionActions(
    panel: LivePanel,
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
    let is_typed = panel.dice.with_untracked(|dice| !dice.is_empty()) && untrack(|| panel.logged()).is_none();
    let other_dice = is_typed.then(|| {
        view! { <button on:click=move |_| panel.send(Message::OtherDice)>{say("Enter other dice")}</button> }
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
