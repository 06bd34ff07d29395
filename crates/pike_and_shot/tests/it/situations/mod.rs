//! Cards, tags, phases, duties, refusals and outcomes in situations of a battle. The expected values were derived from the description of the
//! ruleset, not copied from results.

mod acts;
mod alternatives;
mod bounds;
mod cards;
mod generals;
mod more_acts;
mod moves;
mod nobody;
mod refusals;
mod turn;
mod words;

use serde_json::{Value as Json, json};
use testing::table::{Table, foot};

fn troops(arm: &str, more: Json) -> Json {
    let mut profile = json!({ "troop_type": arm, "figures": 12, "morale_class": "good" });
    for (field, value) in more.as_object().unwrap() {
        profile[field] = value.clone();
    }
    profile
}

fn gun(more: Json) -> Json {
    let mut profile = troops("artillery", json!({ "figures": 2 }));
    for (field, value) in more.as_object().unwrap() {
        profile[field] = value.clone();
    }
    profile
}

fn table(profile: &Json, trackers: &[(&str, Json)]) -> Table {
    Table::of("pike_and_shot", profile, &foot(), trackers)
}
