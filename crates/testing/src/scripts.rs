//! Scripts of whole battles and their expected results, in the form of the battle contract.
//!
//! An independently written referee computed the scripts named after a ruleset. The project's own are in `*_own.json`: one for each rule of
//! the turn and each order of acts that exclude each other, in a [short form](short).

pub mod short;

use exchange::contract;
use serde_json::{Map, Value as Json};
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use test_rulesets as rulesets;

/// Returns the files of a ruleset's scripts.
pub fn files(ruleset: &str) -> Vec<PathBuf> {
    let folder = crate::in_project(format!("crates/{ruleset}/tests/battles"));
    let mut files: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

/// Asserts that all scripts of a ruleset have their expected results.
pub fn assert_hold(ruleset: &str) {
    let mut wrong = Vec::new();
    let mut cases = 0;
    for file in files(ruleset) {
        for case in cases_of(&file) {
            cases += 1;
            let answer = contract::battle(rulesets::RULESETS, &case["battle"]);
            assert_eq!(case["battle"]["ruleset"], ruleset, "{}", file.display());
            let faults = Expected { ruleset, answer: &answer }.faults(&case["expect"]);
            if !faults.is_empty() {
                wrong.push(format!("{} ({})\n    {}", case["id"], case["why"], faults.join("\n    ")));
            }
        }
    }
    assert!(cases > 0, "there are no scripts of {ruleset}");
    assert!(wrong.is_empty(), "{} of {cases} scripts are wrong:\n{}", wrong.len(), wrong.join("\n"));
}

/// Returns the cases of a file in full. If `MEND_SCRIPTS` is set, files in the short form are formatted.
pub fn cases_of(file: &Path) -> Vec<Json> {
    let text = fs::read_to_string(file).unwrap();
    let read: Json = serde_json::from_str(&text).unwrap_or_else(|wrong| panic!("{}: {wrong}", file.display()));
    let cases = read["cases"].as_array().unwrap().iter();
    if !file.file_stem().unwrap().to_string_lossy().ends_with("_own") {
        return cases.cloned().collect();
    }
    let written = short::written(&read);
    if env::var_os("MEND_SCRIPTS").is_some() {
        fs::write(file, written).unwrap();
    } else {
        assert!(
            text == written,
            "{}: run `MEND_SCRIPTS=1 cargo test -p {} --test it scripts`, which formats it",
            file.display(),
            read["ruleset"].as_str().unwrap_or_default()
        );
    }
    cases.map(|case| short::in_full(&read["ruleset"], case)).collect()
}

struct Expected<'a> {
    ruleset: &'a str,
    answer: &'a Json,
}

impl Expected<'_> {
    fn faults(&self, expect: &Json) -> Vec<String> {
        let mut faults = Vec::new();
        for (key, expected) in expect.as_object().unwrap() {
            match key.as_str() {
                "acts" => self.acts(expected, &mut faults),
                "turn" | "phase" | "active" => {
                    if !same(&self.answer["table"][key], expected) {
                        faults.push(format!("{key}: {} instead of {expected}", self.answer["table"][key]));
                    }
                }
                "units" | "sides" => {
                    for (of, trackers) in expected.as_object().unwrap() {
                        self.trackers(&format!("/table/{key}/{of}"), key, trackers, &mut faults);
                    }
                }
                "battle" => self.trackers("/table/battle", key, expected, &mut faults),
                "offers" => expected.as_array().unwrap().iter().for_each(|offer| self.offer(offer, &mut faults)),
                "due" => expected.as_array().unwrap().iter().for_each(|duty| {
                    let stands = self.due(duty);
                    let must = duty.get("must");
                    if !stands.iter().any(|duty| must.is_none_or(|must| duty["must"] == *must)) {
                        faults.push(format!("due: {duty} is not; {}", self.all_due()));
                    }
                }),
                "not_due" => expected.as_array().unwrap().iter().for_each(|duty| {
                    if !self.due(duty).is_empty() {
                        faults.push(format!("due: {duty} is, and should not be"));
                    }
                }),
                other => faults.push(format!("no such expectation: {other}")),
            }
        }
        faults
    }

    fn acts(&self, expected: &Json, faults: &mut Vec<String>) {
        let none = Vec::new();
        let (expected, answers) = (expected.as_array().unwrap(), self.answer["acts"].as_array().unwrap_or(&none));
        if expected.len() != answers.len() {
            faults.push(format!("{} acts instead of {}: {}", answers.len(), expected.len(), self.answer));
        }
        for (place, (expected, answer)) in expected.iter().zip(answers).enumerate() {
            let holds = match expected {
                Json::String(status) => answer["status"] == **status,
                _ => expected.as_object().unwrap().iter().all(|(key, value)| match key.as_str() {
                    "status" => answer["status"] == *value,
                    _ => answer["error"][key] == *value,
                }),
            };
            if !holds {
                faults.push(format!("act {place}: {} instead of {expected}", in_short(answer)));
            }
        }
    }

    fn trackers(&self, of: &str, kind: &str, expected: &Json, faults: &mut Vec<String>) {
        let none = Json::Object(Map::new());
        let held = self.answer.pointer(of);
        if held.is_none() {
            faults.push(format!("{of} is not there"));
        }
        for (tracker, expected) in expected.as_object().unwrap() {
            let start = self.start(kind, tracker);
            let held = held.unwrap_or(&none).get(tracker).cloned().unwrap_or(start);
            if !same(&held, expected) {
                faults.push(format!("{of}, {tracker}: {held} instead of {expected}"));
            }
        }
    }

    /// Returns the initial value of a tracker. An answer leaves out trackers with this value.
    fn start(&self, kind: &str, tracker: &str) -> Json {
        let ruleset = rulesets::RULESETS.find(self.ruleset).unwrap();
        let trackers = match kind {
            "units" => ruleset.trackers.unit,
            "sides" => ruleset.trackers.side,
            _ => ruleset.trackers.battle,
        };
        trackers.iter().find(|known| known.id == tracker).map_or(Json::Null, |known| known.start.json())
    }

    fn offer(&self, expected: &Json, faults: &mut Vec<String>) {
        let unit = expected["unit"].as_str().unwrap();
        let none = Vec::new();
        let offers = self.answer["table"]["offers"][unit].as_array().unwrap_or(&none);
        let Some(offer) = offers.iter().find(|offer| offer["procedure"] == expected["procedure"]) else {
            faults.push(format!("offers: {expected} is not listed"));
            return;
        };
        let rule = expected.get("rule").is_none_or(|rule| offer["rule"] == *rule);
        if offer["may"] != expected["may"] || !rule {
            faults.push(format!("offers: {offer} instead of {expected}"));
        }
    }

    /// Returns the due acts of a procedure, and if `expected` names a unit, only those of the unit.
    fn due(&self, expected: &Json) -> Vec<&Json> {
        let unit = expected.get("unit");
        let takes_part = |duty: &&Json| {
            let participants = duty["participants"].as_object().unwrap();
            unit.is_none_or(|unit| participants.values().filter_map(Json::as_array).any(|units| units.contains(unit)))
        };
        let due = self.answer["table"]["due"].as_array().map_or(&[][..], Vec::as_slice);
        due.iter().filter(|duty| duty["procedure"] == expected["procedure"]).filter(takes_part).collect()
    }

    fn all_due(&self) -> String {
        let due = self.answer["table"]["due"].as_array().map_or(&[][..], Vec::as_slice);
        let one = |duty: &Json| format!("{} {}", duty["procedure"], duty["participants"]);
        format!("due: {}", due.iter().map(one).collect::<Vec<_>>().join("; "))
    }
}

/// Returns an answer to an act in short: the missing dice, or everything but the changes.
fn in_short(answer: &Json) -> String {
    let next = &answer["next"];
    if answer["status"] == "needs_dice" {
        return format!("wants {} more dice with {} sides ({})", next["count"], next["sides"], next["purpose"]);
    }
    let mut answer = answer.clone();
    answer.as_object_mut().into_iter().for_each(|answer| drop(answer.remove("changes")));
    answer.to_string()
}

/// True if both are equal, where 1 equals 1.0, also inside lists and objects.
fn same(held: &Json, expected: &Json) -> bool {
    match (held, expected) {
        (Json::Number(held), Json::Number(expected)) => held.as_f64() == expected.as_f64(),
        (Json::Array(held), Json::Array(expected)) => {
            held.len() == expected.len() && held.iter().zip(expected).all(|(held, expected)| same(held, expected))
        }
        (Json::Object(held), Json::Object(expected)) => {
            held.len() == expected.len()
                && expected.iter().all(|(key, expected)| held.get(key).is_some_and(|held| same(held, expected)))
        }
        _ => held == expected,
    }
}
