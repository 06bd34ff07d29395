//! The trackers of a side or of the battle: in a few words, with their controls below.

use crate::app::components::trackers::{TrackerControl, flash_marks, in_words};
use crate::app::state::BattleState;
use leptos::prelude::*;
use rules::own::OwnRules;
use rules::ruleset::Tracker;
use rules::text;

/// The trackers of a side or of the battle; nothing if there are none.
#[component]
pub fn TrackerBar(
    /// The battle in play.
    battle: BattleState,
    /// The side (`a`, `b`) or the battle (`battle`).
    of: &'static str,
    /// Name of the side, or of the battle.
    #[prop(into)]
    name: Signal<String>,
) -> impl IntoView {
    let rules = battle.follow(|open| OwnRules::of(open.state().battle()));
    move || {
        // A memo that is only tracked is never computed, so it never notices a change.
        rules.with(|_| ());
        let trackers = battle.with_untracked(|open| battle.ruleset.trackers_in(&of.into(), open.state().battle()));
        (!trackers.is_empty()).then(|| drawn(battle, of, trackers, name))
    }
}

/// Trackers of a side or of the battle.
fn drawn(
    battle: BattleState,
    of: &'static str,
    trackers: Vec<&'static Tracker>,
    name: Signal<String>,
) -> impl IntoView {
    let words = trackers.iter().map(|tracker| view! { <TrackerWords battle of tracker=*tracker/> }).collect_view();
    let controls = trackers.into_iter().map(|tracker| view! { <TrackerControl battle of tracker/> }).collect_view();
    view! {
        <details class="tracker-bar" open=true aria-label=move || text!("{name}: status", name = name.get()).to_string()>
            <summary><b>{name}</b>" "{words}</summary>
            <div class="trackers">{controls}</div>
        </details>
    }
}

/// A tracker in a few words. Each is drawn by itself, so that only what changed flashes.
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
