//! Undo and redo, for the table and the log.

use crate::app::components::icon::{Icon, REDO, UNDO};
use crate::app::state::BattleState;
use drumhead::analysis::battle_stats;
use drumhead::core::text::say;
use drumhead::text;
use leptos::prelude::*;

/// The buttons of undo and redo.
#[component]
pub fn UndoRedo(
    /// The battle in play.
    battle: BattleState,
) -> impl IntoView {
    view! { <Undo battle/><Redo battle/> }
}

/// The button of undo, which says what it would take back.
#[component]
pub fn Undo(
    /// The battle in play.
    battle: BattleState,
) -> impl IntoView {
    let undo = battle.follow(move |open| open.to_undo().map(|act| battle_stats::title(battle.ruleset, act)));
    view! {
        <button class="icon" aria-label=move || named(say("Undo"), undo.get()) disabled=move || undo.with(Option::is_none) on:click=move |_| battle.undo()><Icon path=UNDO/><span class="under">{say("Undo")}</span></button>
    }
}

/// The button of redo, which says what it would bring back.
#[component]
pub fn Redo(
    /// The battle in play.
    battle: BattleState,
) -> impl IntoView {
    let redo = battle.follow(move |open| open.to_redo().map(|act| battle_stats::title(battle.ruleset, act)));
    view! {
        <button class="icon" aria-label=move || named(say("Redo"), redo.get()) disabled=move || redo.with(Option::is_none) on:click=move |_| battle.redo()><Icon path=REDO/><span class="under">{say("Redo")}</span></button>
    }
}

fn named(verb: &'static str, what: Option<String>) -> String {
    what.map_or_else(|| verb.to_owned(), |what| text!("{verb}: {what}", verb = verb, what = what).to_string())
}
