//! The markers next to a unit: tokens for what it did or what happened to it, and discs.

use leptos::prelude::*;
use rules::facts::Facts;
use rules::ruleset::{Ruleset, Tracker, Tracks};

/// The tokens next to a unit, one for each of its marks. `name` returns a unit's name by its id.
pub fn tokens(ruleset: &Ruleset, facts: &Facts, name: impl Fn(&str) -> Option<String> + Copy) -> AnyView {
    let shown =
        ruleset.card_texts(facts, name).into_iter().map(|(tracker, mark)| (disc(tracker, facts), mark.to_string()));
    shown.map(|(disc, mark)| view! { <span class="token" data-disc=disc>{mark}</span> }).collect_view().into_any()
}

/// The discs next to a unit, for trackers that hold a choice.
pub fn discs(ruleset: &Ruleset, facts: &Facts) -> impl IntoView + use<> {
    let words = ruleset.trackers.unit.iter().filter(|tracker| matches!(tracker.kind, Tracks::Word(_)));
    let discs = words.filter_map(|tracker| disc(tracker, facts));
    discs.map(|letter| view! { <i class="disc" aria-hidden="true" data-disc=letter></i> }).collect_view()
}

/// The letter of the disc for a tracker; `None` if it has no disc.
fn disc(tracker: &Tracker, facts: &Facts) -> Option<&'static str> {
    tracker.look.letter(facts.get(tracker.id)?)
}
