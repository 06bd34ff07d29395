//! The outcome of a procedure in words, and the changes that it makes.

use super::names::Names;
use super::trackers::unit_names;
use super::words::{spaced, words};
use crate::app::state::BattleState;
use drumhead::battle::{Change, Header, State};
use drumhead::core::subject::Subject;
use drumhead::core::text;
use drumhead::core::text::say;
use drumhead::outcome::{Record, Value};
use drumhead::rules::consequences::{PHASE, TURN};
use drumhead::rules::procedure::Resolved;
use drumhead::rules::ruleset::{Ruleset, Tracks};
use drumhead::text;
use leptos::prelude::*;
use serde_json::Value as Json;

/// The outcome in words; where a procedure has none of its own, its data.
#[component]
pub fn OutcomeWords(
    /// The outcome.
    resolved: Resolved,
    /// Names of the units.
    names: Names,
) -> impl IntoView {
    let mut words = resolved.consequences.words.iter().map(|words| names.spell(words));
    match words.next() {
        Some(headline) => view! {
            <p class="headline">{headline}</p>
            {words.map(|reason| view! { <p>{reason}</p> }).collect_view()}
        }
        .into_any(),
        None => view! { <OutcomeData outcome=resolved.outcome/> }.into_any(),
    }
}

#[component]
fn OutcomeData(outcome: Record) -> impl IntoView {
    let rows = outcome.iter().map(|(name, value)| view! { <dt>{words(name)}</dt><dd>{value_words(value)}</dd> });
    view! { <dl class="listed">{rows.collect_view()}</dl> }
}

fn value_words(value: &Value) -> String {
    match value {
        Value::Null => "–".into(),
        Value::Flag(flag) => if *flag { say("yes") } else { say("no") }.into(),
        Value::Whole(number) => number.to_string(),
        Value::Number(number) => text::number(number.get()),
        Value::Word(word) => spaced(word),
        Value::Name(name) => name.to_string(),
        Value::List(list) => list.iter().map(value_words).collect::<Vec<_>>().join("; "),
        Value::Record(record) => record
            .iter()
            .map(|(name, value)| format!("{} {}", spaced(name), value_words(value)))
            .collect::<Vec<_>>()
            .join(", "),
    }
}

/// A change in words, as it would change the table now: `Waller's · Counters 3 → 5`; none if nothing changes.
pub fn change_words(battle: BattleState, change: &Change) -> Option<String> {
    battle.with_untracked(|open| changed_words(battle.ruleset, open.header(), open.state(), change))
}

/// A change in words, as it changes this state of a battle.
pub fn changed_words(ruleset: &'static Ruleset, header: &Header, state: &State, change: &Change) -> Option<String> {
    let Change::Set { of, key, to } = change else { return None };
    let before = state.tracked(of.id())?.get(key).cloned().unwrap_or(Json::Null);
    (before != *to).then(|| set_words(ruleset, header, state, change, Some(&before)))?
}

/// A change in words, whatever it changed: `Waller's · Counters → 5`.
pub fn made_words(battle: BattleState, change: &Change) -> Option<String> {
    battle.with_untracked(|open| set_words(battle.ruleset, open.header(), open.state(), change, None))
}

/// A change in words, with the value before it where that is known.
fn set_words(
    ruleset: &'static Ruleset,
    header: &Header,
    state: &State,
    change: &Change,
    before: Option<&Json>,
) -> Option<String> {
    let Change::Set { of, key, to } = change else { return None };
    if to.is_object() {
        // Data such as a deck: what it means is told in words.
        return None;
    }
    if *of == Subject::Battle && key == PHASE {
        let phase = to.as_u64().and_then(|place| ruleset.phases.get(usize::try_from(place).ok()?))?;
        return Some(text!("Next: {phase}", phase = phase.title).to_string());
    }
    if *of == Subject::Battle && key == TURN {
        return Some(format!("{} {}", say(ruleset.turn), json_words(to)));
    }
    let whose = match of {
        Subject::Side(side) => format!("{} · ", header.sides[side.index()].name),
        Subject::Battle => String::new(),
        Subject::Unit(id) => format!("{} · ", state.unit(id)?.name()),
    };
    let label = ruleset.label(key).map_or_else(|| words(key), |label| say(label).to_owned());
    // Units go by their names.
    let kind = ruleset.trackers.iter().find(|tracker| tracker.id == *key).map(|tracker| tracker.kind);
    let named = |json: &Json| match kind {
        Some(Tracks::Unit | Tracks::Units) => unit_names(json, |id| state.unit(id).map(|unit| unit.name().to_owned())),
        _ => json_words(json),
    };
    let was = before.map(|before| format!("{} ", named(before))).unwrap_or_default();
    Some(format!("{whose}{label} {was}→ {}", named(to)))
}

fn json_words(json: &Json) -> String {
    match json {
        Json::Null => "–".into(),
        Json::Bool(flag) => if *flag { say("yes") } else { say("no") }.into(),
        Json::String(word) => spaced(word),
        Json::Number(number) => number.to_string(),
        Json::Array(_) | Json::Object(_) => "…".into(),
    }
}
