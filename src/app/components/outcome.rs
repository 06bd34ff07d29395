//! The outcome of a procedure in words, and the changes that it makes.

use super::names::Names;
use crate::app::state::BattleState;
use battle::analysis::act_words::changed_words;
use battle::analysis::result_words;
use battle::panel::group::{GroupShown, ShownPart};
use battle::panel::{Outcome, TableChange};
use battle::{Act, Change};
use leptos::prelude::*;
use rules::consequences::Consequences;
use rules::outcome::{Record, Value};
use rules::subject::Subject;
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

/// The results of a group act: the first sentence of each unit's result, with the units that it concerns.
pub fn group_results(battle: BattleState, shown: &GroupShown, separator: &str) -> String {
    // Of an act that depends on something hidden, the player sees only the changes.
    let verdict = |part: &ShownPart| {
        let act = &part.panel.act;
        let names = Names::of_participants(battle, act.procedure, &act.participants);
        let hidden = || part.panel.hides.then(|| say("You will see what changes on the table.").to_owned());
        part.result.first().map(|words| names.spell(words)).or_else(hidden)
    };
    let parts = shown.parts.iter().filter(|part| part.is_done && part.is_complete());
    let parts: Vec<(&Act, String)> = parts.filter_map(|part| Some((&part.panel.act, verdict(part)?))).collect();
    battle.with_untracked(|open| result_words::summary(open.state(), parts)).join(separator)
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

/// Names of the units that the verdict concerns: see [`result_words::subject`]. `None` if the verdict itself names a unit.
pub fn verdict_on(battle: BattleState, act: &Act, outcome: &Outcome, names: &Names) -> Option<String> {
    let verdict = outcome.consequences.words.first().map(|words| names.spell(words))?;
    battle.with_untracked(|open| result_words::subject(open.state(), act, &outcome.changes, &verdict))
}

/// Number of changes in the notice that the table shows after an outcome is applied.
const MAX_CHANGES: usize = 3;

/// The text of that notice: the verdict, and changed numbers of units and sides. Left out are marks, which the rows show, and numbers
/// that only the app changes, which are in the log. `hides`: true if the outcome depends on hidden counters, so that the verdict is left
/// out, too.
pub fn applied_words(battle: BattleState, act: &Act, outcome: &Outcome, hides: bool) -> String {
    let names = Names::of_participants(battle, act.procedure, &act.participants);
    let verdict = outcome.consequences.words.first().filter(|_| !hides).map(|words| names.spell(words));
    let whose = verdict.as_ref().and_then(|_| verdict_on(battle, act, outcome, &names));
    let verdict = whose.into_iter().chain(verdict).collect::<Vec<_>>().join(say(": "));
    let is_kept_by_app =
        |key: &str| battle.ruleset.trackers.unit.iter().any(|tracker| tracker.id == key && tracker.is_automatic());
    let is_listed = |change: &&Change| matches!(change, Change::Set { of, key, to } if *of != Subject::Battle && to.is_number() && !is_kept_by_app(key));
    let lines =
        outcome.changes.iter().filter(is_listed).filter_map(|change| change_words(battle, change)).take(MAX_CHANGES);
    std::iter::once(verdict).filter(|verdict| !verdict.is_empty()).chain(lines).collect::<Vec<_>>().join("\n")
}
