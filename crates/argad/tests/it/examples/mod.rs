//! The examples of *Argad!* and of its description in this project.

mod aftermath;
mod close_order;
mod melee;
mod movement;
mod own;
mod shooting;

use serde_json::Value as Json;
use testing::asked::{Rules, assert_chance};

const RULES: Rules = Rules("argad");

/// Returns the missing roll: its purpose and its number of dice.
fn missing(procedure: &str, input: Json, faces: &[u8]) -> (String, u64) {
    let next = RULES.answer(procedure, input, faces)["next"].clone();
    let purpose = next["purpose"].as_str().expect("dice are missing");
    (purpose.into(), next["count"].as_u64().expect("a count"))
}

/// Returns the field of a refusal that something is not allowed.
#[track_caller]
fn not_allowed(procedure: &str, input: Json) -> String {
    let refusal = RULES.refusal(procedure, input);
    refusal.strip_prefix("not_allowed ").unwrap_or_else(|| panic!("{refusal}")).to_owned()
}

/// Returns the probability that the outcome's `field` is `value`.
#[track_caller]
fn chance(procedure: &str, input: Json, field: &str, value: impl Into<Json>) -> f64 {
    let value = value.into();
    RULES.chance(procedure, input, |outcome| outcome[field] == value)
}
