//! The players' own reminders, which players tick off: in the duty strip, and in the dialog before the next phase.

use crate::app::state::BattleState;
use battle::{Action, Change};
use leptos::prelude::*;
use rules::own::REMINDERS;
use rules::subject::Subject;
use rules::text;
use rules::text::say;

/// The reminders that are not ticked off.
pub fn reminders(battle: BattleState) -> Memo<Vec<String>> {
    battle.follow(|open| open.state().battle().value(REMINDERS).unwrap_or_default())
}

/// Lines of reminders, each with a button that ticks it off.
pub fn reminder_lines(battle: BattleState, reminders: Vec<String>) -> impl IntoView {
    reminders.into_iter().map(|text| view! { <ReminderLine battle text/> }).collect_view()
}

/// Removes the reminders that are not to be kept, by an act. Does nothing if all are kept.
fn keep(battle: BattleState, is_kept: impl Fn(&str) -> bool) {
    let before: Vec<String> = battle.with_untracked(|open| open.state().battle().value(REMINDERS).unwrap_or_default());
    let mut left = before.clone();
    left.retain(|text| is_kept(text));
    if left.len() != before.len() {
        battle.act(Action::ByHand, vec![Change::to(Subject::Battle, REMINDERS, left)]);
    }
}

#[component]
fn ReminderLine(battle: BattleState, text: String) -> impl IntoView {
    let words = text.clone();
    let label = text!("Done: {what}", what = text.clone()).to_string();
    view! {
        <p class="reminder">
            <span class="grow">{words}</span>
            <button aria-label=label on:click=move |_| keep(battle, |other| other != text)>{say("Done")}</button>
        </p>
    }
}
