//! Names that belong to a ruleset, in another language. Catalogues are set once in a process, so this test runs in its own.

use crate::own_process::in_own_process;
use exchange::storage::roster::{Roster, presets};
use rules::text::speak;
use serde_json::{Map, Value as Json, json};
use test_rulesets as rulesets;

/// A catalogue that reverses each of these texts.
fn turned(texts: &[String]) -> Map<String, Json> {
    texts.iter().map(|text| (text.clone(), json!(round(text)))).collect()
}

fn round(text: &str) -> String {
    text.chars().rev().collect()
}

fn names(units: &[Map<String, Json>]) -> Vec<String> {
    units.iter().filter_map(|unit| unit.get("name")?.as_str().map(str::to_owned)).collect()
}

#[test]
fn samples_and_usual_units_have_names_in_the_players_language() {
    let texts = || -> Vec<String> {
        let samples = rulesets::ALL.iter().flat_map(|ruleset| Roster::samples(ruleset));
        let of_samples =
            samples.flat_map(|roster| [vec![roster.name.clone(), roster.note.clone()], names(&roster.units)].concat());
        of_samples.chain(rulesets::ALL.iter().flat_map(|ruleset| names(&presets(ruleset)))).collect()
    };
    let english = texts();
    assert!(english.len() > 100 && english.iter().any(|text| text == "Ninepins"), "{}", english.len());
    in_own_process("translated::samples_and_usual_units_have_names_in_the_players_language", || {
        speak(vec![turned(&english)]);
        assert_eq!(texts(), english.iter().map(|text| round(text)).collect::<Vec<_>>());
    });
}
