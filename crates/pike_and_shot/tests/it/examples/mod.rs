//! Worked examples of *Pike & Shot*, from the published rules and from the ruleset's description.

mod at_the_table;
mod fire;
mod melee;
mod morale;
mod movement;
mod organisation;
mod reactions;

use serde_json::{Value as Json, json};
use testing::asked::{Rules, assert_chance, with};

const RULES: Rules = Rules("pike_and_shot");

/// Returns the outcome of a procedure without dice.
#[track_caller]
fn ruling(procedure: &str, input: Json) -> Json {
    RULES.outcome(procedure, input, &[])
}

/// Asserts that the outcome has these fields.
#[track_caller]
fn assert_has(outcome: &Json, fields: Json) {
    for (field, value) in fields.as_object().unwrap() {
        assert_eq!(&outcome[field], value, "{field} of {outcome}");
    }
}

/// A regiment of 12 partly armoured pikes and 12 muskets, average, with a counter.
fn regiment() -> Json {
    json!({
        "troop_type": "foot", "pikes": 12, "muskets": 12, "pike_armour": "partly", "counters": 1, "morale_class": "average",
    })
}
