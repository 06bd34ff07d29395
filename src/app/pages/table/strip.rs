//! A side's desk in a line, always at hand: what is tracked of it in a few words, and its controls below when opened.

use crate::app::desk::InBattle;
use crate::app::parts::trackers::{tracker, turns};
use drumhead::core::facts::Facts;
use drumhead::core::text::say;
use drumhead::rules::ruleset::{Tracker, Tracks};
use drumhead::text;
use leptos::prelude::*;

/// The desk of a side (`a`, `b`) or of the battle, with what it is called.
pub fn strip(
    battle: InBattle,
    of: &'static str,
    trackers: &'static [Tracker],
    name: Signal<String>,
) -> Option<impl IntoView> {
    let facts = battle.tracked(of);
    // Each by itself, so that what changed flashes.
    let each = |own: &'static Tracker| {
        let facts = facts.clone();
        let words = Memo::new(move |_| facts.with(|facts| told(own, facts)));
        let (turn, class) = (turns(words), format!("told look-{}", own.look.name()));
        view! { {move || words.get().map(|words| view! { <span class=class.clone() data-turn=turn>{words}</span> })} }
    };
    let told = trackers.iter().map(each).collect_view();
    (!trackers.is_empty()).then(|| {
        let controls = trackers.iter().map(|own| tracker(battle, of.to_owned(), own)).collect_view();
        view! {
            <details class="strip" aria-label=move || text!("Desk of {name}", name = name.get()).to_string()>
                <summary><b>{move || name.get()}</b>" "{told}</summary>
                <div class="trackers">{controls}</div>
            </details>
        }
    })
}

/// A tracker in a few words; nothing where it has nothing to say.
pub fn told(tracker: &Tracker, facts: &Facts) -> Option<String> {
    if let Some(told) = tracker.render {
        return told(facts).map(|words| words.to_string());
    }
    let label = say(tracker.label);
    match tracker.kind {
        Tracks::Pips { .. } | Tracks::Count { .. } | Tracks::Number { .. } => {
            Some(format!("{label} {}", drumhead::core::text::number(facts.number(tracker.id))))
        }
        Tracks::Flag => facts.flag(tracker.id).then(|| label.to_owned()),
        Tracks::Word(choices) => {
            let word = choices.iter().find(|choice| facts.is(tracker.id, &[choice.id]))?;
            Some(text!("{what}: {held}", what = tracker.label, held = word.label).to_string())
        }
        Tracks::Data | Tracks::Unit | Tracks::Units => None,
    }
}
