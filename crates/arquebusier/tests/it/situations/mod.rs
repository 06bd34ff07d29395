//! Cards, notes, phases and outcomes. The expected values follow from the description of the ruleset; they were not copied from results.

mod acts;
mod cards;
mod general;
mod more_acts;
mod nearest;
mod nobody;
mod refusals;
mod steps;
mod turn;
mod words;

use serde_json::{Value as Json, json};
use testing::table::Table;

/// A formation of one type, all in the first rank.
fn of(troop: &str, elements: i32) -> Json {
    json!({ "nature": "regular", "groups": [{ "type": troop, "elements": elements, "front": elements }] })
}

/// A formation of one type in the first rank that is Irregular by nature.
fn irregular(troop: &str, elements: i32) -> Json {
    let mut formation = of(troop, elements);
    formation["nature"] = "irregular".into();
    formation
}

fn table(profile: &Json, trackers: &[(&str, Json)]) -> Table {
    Table::of("arquebusier", profile, &of("pike", 4), trackers)
}
