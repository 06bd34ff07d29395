//! Status of a unit, as tags and in a few words.

use leptos::prelude::*;
use rules::facts::Facts;
use rules::ruleset::{Ruleset, StatusTag, Urgency};
use rules::text::capital;

/// A tag that says how a unit stands.
#[component]
pub fn StatusTag(
    /// Its words and its urgency.
    tag: StatusTag,
) -> impl IntoView {
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

/// A unit in a few words.
pub fn description(ruleset: &Ruleset, facts: &Facts) -> String {
    capital(&(ruleset.describe)(facts).iter().map(ToString::to_string).collect::<Vec<_>>().join(" · "))
}
