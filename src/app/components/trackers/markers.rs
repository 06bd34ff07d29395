//! The markers next to a unit: tokens for what it did or what happened to it, and discs.

use leptos::prelude::*;
use rules::facts::Facts;
use rules::ruleset::{Ruleset, Tracker, Tracks};

/// The tokens next to a unit, one for each of its `marks`. `name` returns a unit's name by its id.
pub fn tokens(ruleset: &Ruleset, facts: &Facts, name: impl Fn(&str) -> Option<String> + Copy) -> AnyView {
    let shown = marks(ruleset, facts, name).into_iter();
    let shown = shown.map(|(tracker, mark)| view! { <span class="token" data-disc=disc(tracker, facts)>{mark}</span> });
    shown.collect_view().into_any()
}

/// The text of each token of a unit, with its tracker: trackers that are ticked, or that hold units or a number. Those whose text is
/// already in a status tag, or at the start of another token, are left out.
pub fn marks(
    ruleset: &Ruleset,
    facts: &Facts,
    name: impl Fn(&str) -> Option<String> + Copy,
) -> Vec<(&'static Tracker, String)> {
    let tags: Vec<String> =
        (ruleset.status_tags)(facts).iter().map(|tag| tag.words.to_string().to_lowercase()).collect();
    // A tag must begin with the mark. It may go on only with a number or a colon: “moved 6″” or “commander lost: −2 on commands”.
    // The tag “charging” therefore does not replace the mark “charging Rupert's Horse”.
    let is_in_tag = |mark: &str| {
        let mark = mark.to_lowercase();
        let may_continue =
            |rest: &str| rest.trim_start().starts_with(|next: char| next == ':' || next.is_ascii_digit());
        tags.iter().any(|tag| tag.strip_prefix(&mark).is_some_and(|rest| rest.is_empty() || may_continue(rest)))
    };
    let marks = ruleset.trackers.iter().filter(|tracker| {
        tracker.mark.is_some() || matches!(tracker.kind, Tracks::Flag | Tracks::Unit | Tracks::Units)
    });
    let marks = marks.filter_map(|tracker| Some((tracker, tracker.mark_of(facts, name)?.to_string())));
    let marks: Vec<_> = marks.filter(|(_, mark)| !is_in_tag(mark)).collect();
    // The mark “charging Rupert's Horse” replaces the mark “charging”.
    let is_within =
        |mark: &str, other: &str| other.len() > mark.len() && other.to_lowercase().starts_with(&mark.to_lowercase());
    let within_another = |mark: &str| marks.iter().any(|(_, other)| is_within(mark, other));
    marks.iter().filter(|(_, mark)| !within_another(mark)).cloned().collect()
}

/// The discs next to a unit, for trackers that hold a choice.
pub fn discs(ruleset: &Ruleset, facts: &Facts) -> impl IntoView + use<> {
    let words = ruleset.trackers.iter().filter(|tracker| matches!(tracker.kind, Tracks::Word(_)));
    let discs = words.filter_map(|tracker| disc(tracker, facts));
    discs.map(|letter| view! { <i class="disc" aria-hidden="true" data-disc=letter></i> }).collect_view()
}

/// The letter of the disc for a tracker; `None` if it has no disc.
fn disc(tracker: &Tracker, facts: &Facts) -> Option<&'static str> {
    tracker.look.letter(facts.get(tracker.id)?)
}
