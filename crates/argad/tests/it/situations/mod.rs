//! Cards, notes, phases, outcomes and forecasts. The expectations follow from the description of the ruleset and were not copied from
//! results.

mod cards;
mod command;
mod contacts;
mod editions;
mod ends;
mod fights;
mod house_rules;
mod joined;
mod limits;
mod more_fights;
mod more_rounds;
mod more_turns;
mod nobody;
mod pairs;
mod phases;
mod ranks;
mod refusals;
mod rounds;
mod turn;
mod volleys;
mod words;

use serde_json::{Value as Json, json};
use testing::table::Table;

/// Three trained soldiers with swords, with these changes.
fn soldiers(changed: Json) -> Json {
    let mut profile = json!({ "figures": 3 });
    for (field, value) in changed.as_object().unwrap() {
        profile[field] = value.clone();
    }
    profile
}

fn table(profile: &Json, trackers: &[(&str, Json)]) -> Table {
    Table::of("argad", profile, &soldiers(json!({})), trackers)
}
