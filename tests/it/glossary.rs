//! Checks that the glossaries explain every modifier that a rule records, and that their ids exist.

use rules::form::{Field, Form, Kind};
use rules::glossary::Term;
use rules::ruleset::Ruleset;
use serde_json::Value as Json;
use test_rulesets::{self as rulesets, pike_and_shot, pikette_squared};
use testing::conformance::samples;

/// Returns procedures and modifiers of all cases of a ruleset.
fn recorded(cases: &[Json]) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for case in cases {
        let procedure = case["request"]["procedure"].as_str().unwrap_or_default();
        for resolution in case["resolutions"].as_array().into_iter().flatten() {
            for modifier in resolution["answer"]["modifiers"].as_array().into_iter().flatten() {
                found.push((procedure.to_owned(), modifier["id"].as_str().unwrap().to_owned()));
            }
        }
    }
    found
}

#[test]
fn every_modifier_of_every_case_has_a_glossary_entry() {
    for (ruleset, (_, cases)) in rulesets::ALL.iter().zip(samples()) {
        let recorded = recorded(&cases);
        let has_none = ruleset.texts.glossary.modifiers.is_empty();
        assert_eq!(recorded.is_empty(), has_none, "{}: a case for each modifier of the glossary", ruleset.named.id);
        for (procedure, modifier) in recorded {
            let found = ruleset.texts.glossary.modifier(&procedure, &modifier);
            assert!(found.is_some(), "{}: {procedure}: {modifier} is not explained", ruleset.named.id);
        }
    }
}

#[test]
fn a_modifier_is_found_after_the_prefix_of_its_owner() {
    let glossary = pike_and_shot::RULESET.texts.glossary;
    let (term, before) = glossary.modifier("melee_round", "a1_counters").unwrap();
    assert_eq!((term.label, before), ("Counters", "a1_"));
    assert!(term.rule.contains("group"));
    assert!(glossary.modifier("reaction_charge", "counters").unwrap().0.rule.contains("needed"));
    assert!(glossary.modifier("melee_round", "encounters").is_none());
    let fight = pikette_squared::RULESET.texts.glossary;
    assert_eq!(fight.modifier("fight", "attacker_attacked_flank_rear").unwrap().1, "attacker_");
}

#[test]
fn every_glossary_entry_has_a_text_and_an_existing_id() {
    for ruleset in rulesets::ALL {
        let known = known(ruleset);
        let glossary = ruleset.texts.glossary;
        assert!(!glossary.terms.is_empty(), "{} explains no term", ruleset.named.id);
        for Term { ids, of, label, rule, heading } in glossary.modifiers.iter().chain(glossary.terms) {
            assert!(!ids.is_empty() && !label.is_empty() && !heading.is_empty(), "{label} of {}", ruleset.named.id);
            assert!(rule.len() > 20 && rule.ends_with('.'), "{label} of {}: {rule}", ruleset.named.id);
            assert!(of.iter().all(|id| ruleset.procedure(id).is_some()), "{label} of {}: {of:?}", ruleset.named.id);
        }
        for term in glossary.terms {
            assert!(
                term.ids.iter().any(|id| known.contains(id)),
                "{}: no tracker, no field: {:?}",
                ruleset.named.id,
                term.ids
            );
        }
    }
}

/// Returns the ids of all trackers and fields.
fn known(ruleset: &Ruleset) -> Vec<&'static str> {
    let trackers = ruleset.trackers.unit.iter().chain(ruleset.trackers.side).chain(ruleset.trackers.battle);
    let mut known: Vec<&'static str> = trackers.map(|tracker| tracker.id).collect();
    let forms = ruleset.procedures.iter().map(|procedure| procedure.form).chain([ruleset.profile]);
    forms.for_each(|form| fields(form, &mut known));
    known
}

fn fields(form: &'static Form, known: &mut Vec<&'static str>) {
    for Field { id, kind, .. } in form.fields {
        known.push(id);
        match kind {
            Kind::Object(inner) | Kind::List { of: Kind::Object(inner), .. } => fields(inner, known),
            _ => {}
        }
    }
}
