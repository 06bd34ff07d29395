//! *Pike & Shot*

mod acts;
mod alternatives;
mod bounds;
mod cards;
mod more_acts;
mod moves;
mod nobody;
mod refusals;
mod turn;
mod words;

use super::table::{Table, foot};
use serde_json::{Value as Json, json};

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
