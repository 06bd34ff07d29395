//! Helpers of several tests.

pub mod asked;
pub mod folders;
pub mod own_process;

use rules::consequences::{BATTLE, PHASE, TURN};
use rules::procedure::Procedure;
use rules::ruleset::{Ruleset, Tracker};
use serde_json::Value as Json;
use std::path::Path;
use test_rulesets as rulesets;

/// The cases of every ruleset's conformance sample, with the ruleset's id.
pub fn samples() -> Vec<(&'static str, Vec<Json>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/conformance");
    let sample = |id: &str| {
        let text = std::fs::read_to_string(folder.join(format!("{id}.json")));
        let text = text
            .unwrap_or_else(|_| panic!("tests/conformance/{id}.json is missing: cases computed apart from this code"));
        let sample: Json = serde_json::from_str(&text).expect("a sample is JSON");
        sample["cases"].as_array().cloned().expect("a sample has cases")
    };
    rulesets::ALL.iter().map(|ruleset| (ruleset.id, sample(ruleset.id))).collect()
}

/// JSON text in which 1 and 1.0 are the same and fields have one order.
pub fn canonical(json: &Json) -> String {
    match json {
        Json::Number(number) => number.as_f64().unwrap_or(f64::NAN).to_string(),
        Json::Array(list) => format!("[{}]", list.iter().map(canonical).collect::<Vec<_>>().join(",")),
        Json::Object(map) => {
            let mut sorted: Vec<_> = map.iter().map(|(key, value)| format!("{key:?}:{}", canonical(value))).collect();
            sorted.sort();
            format!("{{{}}}", sorted.join(","))
        }
        other => other.to_string(),
    }
}

/// True if whoever takes a role can have a tracker: a unit, one of the sides, or the battle.
pub fn is_tracker(ruleset: &Ruleset, procedure: &Procedure, role: &str, tracker: &str) -> bool {
    let among = |trackers: &[Tracker]| trackers.iter().any(|own| own.id == tracker || own.also.contains(&tracker));
    match role {
        _ if procedure.participants.iter().any(|own| own.id == role) => among(ruleset.trackers),
        "side" | "enemy_side" | "a" | "b" => among(ruleset.side_trackers),
        BATTLE => among(ruleset.battle_trackers) || [TURN, PHASE].contains(&tracker),
        _ => false,
    }
}
