//! Units, sides and the battle in their current state, read-only: for the screen and for printing.

use super::icon::{Icon, PRINT};
use super::side_by_side::side_by_side;
use super::status_tag::{description, status_tags};
use super::trackers::counted;
use crate::app::components::names::Names;
use crate::app::platform::printing;
use battle::Battle;
use battle::analysis::act_words::unit_names;
use leptos::prelude::*;
use rules::facts::Facts;
use rules::own::own_trackers;
use rules::ruleset::{Ruleset, Tracker, Tracks};
use rules::subject::Subject;
use rules::text;
use rules::text::say;
use rules::text::words;
use serde_json::Value as Json;
use std::collections::HashMap;

/// Number of boxes drawn in a row. The number next to them is complete.
const MAX_BOXES: i32 = 12;

/// A button that prints the page.
#[component]
pub fn PrintButton() -> impl IntoView {
    view! { <button class="icon no-print" aria-label=say("Print") on:click=move |_| printing::print()><Icon path=PRINT/></button> }
}

/// A unit with all its trackers, as boxes to tick on paper.
#[component]
pub fn UnitSheet(
    ruleset: &'static Ruleset,
    name: String,
    facts: Facts,
    /// Returns the name of a unit by its id.
    name_of: Callback<String, Option<String>>,
    /// The players' own trackers of units.
    #[prop(default = Vec::new())]
    own_trackers: Vec<&'static Tracker>,
) -> impl IntoView {
    let trackers = ruleset.trackers.unit.iter().chain(own_trackers).filter(|tracker| facts.get(tracker.id).is_some());
    let rows = trackers.map(|tracker| tracked(tracker, &facts, |id| name_of.run(id.to_owned()))).collect_view();
    view! {
        <article class="card sheet" aria-label=name.clone()>
            <h3>{name.clone()}</h3>
            <p class="tags">{status_tags(ruleset, &facts)}</p>
            <p class="soft">{description(ruleset, &facts)}</p>
            <ul class="tracked">{rows}</ul>
        </article>
    }
}

/// The trackers of both sides, their units and the battle, as boxes to tick on paper.
#[component]
pub fn BattleSheet(ruleset: &'static Ruleset, battle: Battle) -> impl IntoView {
    let names: HashMap<String, String> =
        battle.state().units().map(|unit| (unit.id.clone(), unit.name().to_owned())).collect();
    let name_of = Callback::new(move |id: String| names.get(&id).cloned());
    let own_trackers_of_units = own_trackers(&Subject::unit(""), battle.state().battle());
    let unit = move |name: String, facts: Facts| {
        view! { <UnitSheet ruleset name facts name_of own_trackers=own_trackers_of_units.clone()/> }.into_any()
    };
    let list = |trackers: &[&'static Tracker], facts: &Facts| {
        let rows =
            trackers.iter().map(|tracker| tracked(tracker, facts, |id| name_of.run(id.to_owned()))).collect_view();
        view! { <ul class="tracked">{rows}</ul> }.into_any()
    };
    side_by_side(ruleset, &battle, unit, list)
}

/// A tracker with its value as boxes to tick, or with a line to write on. `None` for one that players do not see.
fn tracked(tracker: &'static Tracker, facts: &Facts, name: impl Fn(&str) -> Option<String>) -> Option<AnyView> {
    let value = facts.get(tracker.id);
    let shown = match tracker.kind {
        _ if tracker.is_hidden_in(facts) => {
            view! { <b>"?"</b><span class="write" aria-hidden="true"></span> }.into_any()
        }
        Tracks::Data => return None,
        Tracks::Text => {
            let text = value.and_then(Json::as_str).unwrap_or_default().to_owned();
            view! { <b>{text}</b><span class="write" aria-hidden="true"></span> }.into_any()
        }
        Tracks::Flag => tick_boxes([(String::new(), value == Some(&Json::Bool(true)))]).into_any(),
        Tracks::Pips { max } => {
            let (number, limit) = (tracker.count_in(facts), tracker.threshold.and_then(|limit| limit(facts)));
            let drawn = limit.unwrap_or(max).max(number).min(max).min(MAX_BOXES);
            let row = tick_boxes((1..=drawn).map(|n| (String::new(), n <= number)));
            view! { {row}<small>{counted(number, limit)}</small> }.into_any()
        }
        Tracks::Number { .. } => {
            let number = value.and_then(Json::as_f64).map(text::number);
            view! { <b>{number}</b><span class="write" aria-hidden="true"></span> }.into_any()
        }
        Tracks::Unit(_) | Tracks::Units(_) => {
            let names = value.map(|value| unit_names(value, name));
            view! { {names}<span class="write" aria-hidden="true"></span> }.into_any()
        }
        Tracks::Count { .. } | Tracks::Reading { .. } => {
            view! { <b>{tracker.count_in(facts)}</b><span class="write" aria-hidden="true"></span> }.into_any()
        }
        Tracks::Word(choices) => tick_boxes(choices.iter().map(|choice| {
            let here = value.and_then(Json::as_str) == Some(choice.id);
            (if choice.label.is_empty() { words(choice.id) } else { Names::default().spell_label(choice.label) }, here)
        }))
        .into_any(),
    };
    Some(view! { <li><span class="label">{say(tracker.label)}</span>" "{shown}</li> }.into_any())
}

/// Boxes to tick, each with its label, and true if it is ticked.
fn tick_boxes(all: impl IntoIterator<Item = (String, bool)>) -> impl IntoView {
    let all: Vec<_> = all.into_iter().collect();
    let in_words = all.iter().any(|(words, _)| !words.is_empty());
    let each = all.into_iter().map(|(words, ticked)| {
        let label = if ticked { say("ticked") } else { say("not ticked") };
        view! { <span class="tick"><span class="box" class:full=ticked role="img" aria-label=label></span>{words}</span> }
    });
    view! { <span class="boxes" class:words=in_words>{each.collect_view()}</span> }
}
