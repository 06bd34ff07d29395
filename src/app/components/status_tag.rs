//! The status of a unit as tags, and its short description.

use leptos::prelude::*;
use rules::facts::Facts;
use rules::ruleset::{Ruleset, StatusTag, Urgency};
use rules::text::capital;

/// A tag with a state of a unit, coloured by urgency.
#[component]
pub fn StatusTag(tag: StatusTag) -> impl IntoView {
    let class = match tag.urgency {
        Urgency::Calm => "tag ok",
        Urgency::Note => "tag note",
        Urgency::Alarm => "tag alarm",
    };
    view! { <span class=class>{tag.words.to_string()}</span> }
}

/// All tags of a unit.
pub fn status_tags(ruleset: &Ruleset, facts: &Facts) -> impl IntoView + use<> {
    ruleset.tags(facts).into_iter().map(|tag| view! { <StatusTag tag/> }).collect_view()
}

/// The ruleset's short description of a unit.
pub fn description(ruleset: &Ruleset, facts: &Facts) -> String {
    capital(&(ruleset.describe)(facts).iter().map(ToString::to_string).collect::<Vec<_>>().join(" · "))
}
