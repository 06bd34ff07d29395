//! Sentences and effects of the outcomes in the conformance cases.

use super::RULES;
use exchange::contract::{find, read_faces};
use rules::consequences::Consequences;
use rules::procedure::Procedure;
use serde_json::json;
use testing::conformance;

/// Returns the consequences of every resolution in the conformance cases, each with its procedure.
fn all_consequences() -> Vec<(&'static Procedure, Consequences)> {
    let mut all_consequences = Vec::new();
    for case in conformance::cases("pikette_squared") {
        let (Ok((_, procedure)), Some(input)) =
            (find(test_rulesets::RULESETS, &case["request"]), case["request"]["input"].as_object())
        else {
            continue;
        };
        for resolution in case["resolutions"].as_array().into_iter().flatten() {
            let (Ok(faces), Ok(ready)) = (read_faces(&resolution["faces"]), procedure.read(input)) else { continue };
            all_consequences
                .extend(ready.resolve(&faces).result.ok().map(|resolved| (procedure, resolved.consequences)));
        }
    }
    assert!(all_consequences.len() > 500, "{} resolutions", all_consequences.len());
    all_consequences
}

#[test]
fn all_consequences_have_a_headline_without_gaps() {
    for (procedure, consequences) in all_consequences() {
        assert!(!consequences.words.is_empty(), "{}", procedure.id);
        for words in &consequences.words {
            let words = words.to_string();
            assert!(!words.contains('{') && !words.contains('}'), "{}: {words}", procedure.id);
        }
    }
}

#[test]
fn every_effect_is_on_a_tracker_of_a_role_of_the_procedure() {
    let ruleset = find(test_rulesets::RULESETS, &RULES.request("fight", json!({}))).unwrap().0;
    for (procedure, consequences) in all_consequences() {
        for effect in &consequences.effects {
            let trackers = match effect.role {
                "side" | "enemy_side" | "a" | "b" => ruleset.trackers.side,
                "battle" => ruleset.trackers.battle,
                role => {
                    assert!(procedure.participants.iter().any(|known| known.id == role), "{}: {role}", procedure.id);
                    ruleset.trackers.unit
                }
            };
            let moves_on = effect.role == "battle" && ["turn", "phase"].contains(&effect.key);
            assert!(
                moves_on || trackers.iter().any(|tracker| tracker.id == effect.key),
                "{}: {effect:?}",
                procedure.id
            );
        }
    }
}

#[test]
fn due_procedures_have_the_named_roles_and_fields() {
    let ruleset = find(test_rulesets::RULESETS, &RULES.request("fight", json!({}))).unwrap().0;
    for (procedure, consequences) in all_consequences() {
        for due in &consequences.due {
            let next = ruleset.procedure(due.procedure).unwrap();
            for (there, here, _) in &due.participants {
                assert!(next.participants.iter().any(|role| role.id == *there), "{}: {due:?}", procedure.id);
                assert!(procedure.participants.iter().any(|role| role.id == *here), "{}: {due:?}", procedure.id);
            }
            for (field, _) in &due.fields {
                assert!(next.form.field(field).is_some(), "{}: {due:?}", procedure.id);
            }
        }
    }
}
