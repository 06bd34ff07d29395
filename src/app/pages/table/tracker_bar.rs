//! The trackers of a side or of the battle in a few words, with their controls below.

use crate::app::components::trackers::{TrackerControl, flash_marks, in_words};
use crate::app::state::BattleState;
use leptos::prelude::*;
use rules::own::OwnRules;
use rules::ruleset::Tracker;
use rules::text;

/// The trackers of a side or of the battle; nothing if there are none.
#[component]
pub fn TrackerBar(
    battle: BattleState,
    /// The side (`a`, `b`) or the battle (`battle`).
    of: &'static str,
    /// Name of the side, or of the battle.
    #[prop(into)]
    name: Signal<String>,
) -> impl IntoView {
    let rules = battle.follow(|open| OwnRules::of(open.state().battle()));
    move || {
        // The memo is read, not only tracked, because a memo is computed only when it is read.
        rules.with(|_| ());
        let trackers = battle.with_untracked(|open| battle.ruleset.trackers_in(&of.into(), open.state().battle()));
        (!trackers.is_empty()).then(|| bar(battle, of, trackers, name))
    }
}

/// The bar with these trackers.
fn bar(battle: BattleState, of: &'static str, trackers: Vec<&'static Tracker>, name: Signal<String>) -> impl IntoView {
    let words = trackers.iter().map(|tracker| view! { <TrackerWords battle of tracker=*tracker/> }).collect_view();
    let controls = trackers.into_iter().map(|tracker| view! { <TrackerControl battle of tracker/> }).collect_view();
    view! {
        <details class="tracker-bar" open=true aria-label=move || text!("{name}: status", name = name.get()).to_string()>
            <summary><b>{name}</b>" "{words}</summary>
            <div class="trackers">{controls}</div>
        </details>
    }
}

/// A tracker in a few words. Each has its own element, so that only the changed one flashes.
#[component]
fn TrackerWords(battle: BattleState, of: &'static str, tracker: &'static Tracker) -> impl IntoView {
    let facts = battle.tracked(of);
    let words = Memo::new(move |_| {
        facts.with(|facts| {
            in_words(tracker, facts, |id| battle.with(|open| Some(open.state().unit(id)?.name().to_owned())))
        })
    });
    let (turn, class) = (flash_marks(words), format!("tracker-words look-{}", tracker.look.name()));
    move || words.get().map(|words| view! { <span class=class.clone() data-turn=turn>{words}</span> })
}
