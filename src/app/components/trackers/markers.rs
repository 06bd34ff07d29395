//! The markers beside a unit: the marks of the turn, and discs.

use leptos::prelude::*;
use rules::facts::Facts;
use rules::ruleset::{Ruleset, Tracker, Tracks, Wording};

/// The marks of the turn beside a unit: trackers that are ticked, or that hold units or a number, unless its tags say so
/// already. `name` gives a unit's name from its id.
pub fn tokens(ruleset: &Ruleset, facts: &Facts, name: impl Fn(&str) -> Option<String> + Copy) -> AnyView {
    let shown = marks(ruleset, facts, name).into_iter();
    let shown = shown.map(|(tracker, mark)| view! { <span class="token" data-disc=disc(tracker, facts)>{mark}</span> });
    shown.collect_view().into_any()
}

/// The marks of the turn in words, each with its tracker.
pub fn marks(
    ruleset: &Ruleset,
    facts: &Facts,
    name: impl Fn(&str) -> Option<String> + Copy,
) -> Vec<(&'static Tracker, String)> {
    let said: Vec<String> =
        (ruleset.status_tags)(facts).iter().map(|tag| tag.words.to_string().to_lowercase()).collect();
    // Compares whole tags: “called” does not contain the tag “led”, and “charging Rupert's Horse” says more than “charging”.
    // “Moved 6″” and “commander lost: −2 on commands” say their marks, too.
    let is_said = |mark: &str| {
        let mark = mark.to_lowercase();
        let goes_on = |rest: &str| rest.trim_start().starts_with(|next: char| next == ':' || next.is_ascii_digit());
        said.iter().any(|tag| tag.strip_prefix(&mark).is_some_and(|rest| rest.is_empty() || goes_on(rest)))
    };
    let marks = ruleset.trackers.unit.iter().filter(|tracker| {
        matches!(tracker.wording, Wording::Mark(_))
            || matches!(tracker.kind, Tracks::Flag | Tracks::Unit(_) | Tracks::Units(_))
    });
    let marks = marks.filter_map(|tracker| Some((tracker, tracker.mark_of(facts, name)?.to_string())));
    let marks: Vec<_> = marks.filter(|(_, mark)| !is_said(mark)).collect();
    // “Charging Rupert's Horse” says “charging”, too.
    let is_within =
        |mark: &str, other: &str| other.len() > mark.len() && other.to_lowercase().starts_with(&mark.to_lowercase());
    let within_another = |mark: &str| marks.iter().any(|(_, other)| is_within(mark, other));
    marks.iter().filter(|(_, mark)| !within_another(mark)).cloned().collect()
}

/// The discs beside a unit whose words its tags say already.
pub fn discs(ruleset: &Ruleset, facts: &Facts) -> impl IntoView + use<> {
    let words = ruleset.trackers.unit.iter().filter(|tracker| matches!(tracker.kind, Tracks::Word(_)));
    let discs = words.filter_map(|tracker| disc(tracker, facts));
    discs.map(|letter| view! { <i class="disc" aria-hidden="true" data-disc=letter></i> }).collect_view()
}

/// The letter of the disc that lies beside a unit for a tracker.
fn disc(tracker: &Tracker, facts: &Facts) -> Option<&'static str> {
    tracker.look.letter(facts.get(tracker.id)?)
}
