//! All text in one place per language.

#[path = "words/collect.rs"]
mod collect;
#[path = "words/scan.rs"]
mod scan;

use collect::Texts;
use drumhead::rulesets;

/// Every part of a catalogue, and its English.
fn parts() -> Vec<(&'static str, Texts)> {
    let mut parts = vec![("app", collect::of_app()), ("engine", collect::of_engine())];
    parts.extend(rulesets::ALL.iter().map(|ruleset| (ruleset.id, collect::of_ruleset(ruleset))));
    parts
}

#[test]
fn lists() {
    for (part, texts) in parts() {
        std::fs::write(format!("/tmp/words-{part}.json"), serde_json::to_string_pretty(&texts).unwrap()).unwrap();
    }
}
