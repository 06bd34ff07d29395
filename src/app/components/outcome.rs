//! The outcome of a procedure in words, and the changes that it makes.

use super::names::Names;
use crate::app::state::BattleState;
use battle::Change;
use battle::analysis::act_words::changed_words;
use battle::panel::TableChange;
use leptos::prelude::*;
use rules::consequences::Consequences;
use rules::outcome::{Record, Value};
use rules::text;
use rules::text::{say, spaced, words};
use serde_json::Value as Json;

/// The outcome in words. If the procedure has no words for it, its data.
#[component]
pub fn OutcomeWords(
    consequences: Consequences,
    /// The outcome as data.
    record: Record,
    /// Names of the units.
    names: Names,
) -> impl IntoView {
    let [headline, reasons] = outcome_words(&consequences, record, &names);
    view! { {headline}{reasons} }
}

/// The headline of the outcome, and the sentences that explain it. If the procedure has no words, its data take the headline's place.
pub fn outcome_words(consequences: &Consequences, record: Record, names: &Names) -> [AnyView; 2] {
    let mut words = consequences.words.iter().map(|words| names.spell(words));
    match words.next() {
        Some(headline) => {
            let reasons = words.map(|reason| view! { <p>{reason}</p> }).collect_view();
            [view! { <p class="headline">{headline}</p> }.into_any(), reasons.into_any()]
        }
        None => [view! { <OutcomeData outcome=record/> }.into_any(), ().into_any()],
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
        Value::List(list) => list.iter().map(value_words).collect::<Vec<_>>().join(say("; ")),
        Value::Record(record) => record
            .iter()
            .map(|(name, value)| format!("{} {}", spaced(name), value_words(value)))
            .collect::<Vec<_>>()
            .join(", "),
    }
}

/// A change in words, compared with the current table: `Waller's · Counters 3 → 5`. `None` if it changes nothing.
pub fn change_words(battle: BattleState, change: &Change) -> Option<String> {
    battle.with_untracked(|open| changed_words(battle.ruleset, open.header(), open.state(), change))
}

/// A change that was made, in words: `Cromwell's Horse · Counters 0 → 3`. `None` if players see no difference.
pub fn tracker_change_words(battle: BattleState, note: &TableChange) -> Option<String> {
    let change = |to: &Json| Change::Set { of: note.of.clone(), key: note.key.clone(), to: to.clone() };
    battle.with_untracked(|open| {
        let before = open.state().after(&[change(&note.from)]);
        changed_words(battle.ruleset, open.header(), &before, &change(&note.to))
    })
}
