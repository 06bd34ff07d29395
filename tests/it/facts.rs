//! Names that the rules use: facts, trackers of effects, and paths into outcomes. Each must exist on some unit, side or battle.

use exchange::contract::find;
use exchange::storage::roster;
use rules::facts::Facts;
use rules::form::{Form, Kind, Need};
use rules::outcome::Record;
use rules::procedure::Procedure;
use rules::ruleset::Ruleset;
use serde_json::{Map, Value as Json};
use std::collections::{BTreeMap, BTreeSet};
use test_rulesets as rulesets;
use testing::conformance::samples;
use testing::is_tracker;

/// Returns the ids that a unit of some kind, a side or the battle can have: fields of profiles, trackers, and derived facts.
fn known(ruleset: &'static Ruleset) -> BTreeSet<String> {
    let forms = [Some(ruleset.profile), ruleset.rosters.side_profile];
    let fields = forms.into_iter().flatten().flat_map(|form| form.fields).map(|field| field.id.to_owned());
    let trackers = ruleset.trackers.unit.iter().chain(ruleset.trackers.side).chain(ruleset.trackers.battle);
    let mut known: BTreeSet<String> = fields.chain(trackers.map(|tracker| tracker.id.to_owned())).collect();
    known.extend(["turn", "phase"].map(str::to_owned));
    for unit in units(ruleset) {
        known.extend(derived(ruleset, &unit).all().keys().cloned());
    }
    known
}

fn derived(ruleset: &'static Ruleset, profile: &Map<String, Json>) -> Facts {
    roster::facts(ruleset, profile)
}

/// Returns the units of the samples, and copies of each with a single changed field.
fn units(ruleset: &'static Ruleset) -> Vec<Map<String, Json>> {
    let samples: Json = serde_json::from_str(ruleset.rosters.samples).expect("samples are JSON");
    let rosters = samples["rosters"].as_array().expect("samples are rosters");
    let all = rosters.iter().flat_map(|roster| roster["units"].as_array().expect("a roster has units"));
    let mut units: Vec<Map<String, Json>> = all.map(|unit| unit.as_object().expect("a unit").clone()).collect();
    for unit in units.clone() {
        for (field, value) in variants(ruleset.profile) {
            let mut changed = unit.clone();
            changed.insert(field.to_owned(), value);
            if ruleset.profile.check(&changed).is_ok() {
                units.push(changed);
            }
        }
    }
    units
}

/// Returns each field of a form with each of a few values.
fn variants(form: &'static Form) -> Vec<(&'static str, Json)> {
    let mut variants = Vec::new();
    for field in form.fields {
        let values: Vec<Json> = match field.kind {
            Kind::Choice(choices) => choices.iter().map(|choice| choice.id.into()).collect(),
            Kind::List { of: Kind::Choice(choices), .. } => {
                choices.iter().map(|choice| vec![Json::from(choice.id)].into()).collect()
            }
            Kind::Flag => vec![true.into(), false.into()],
            Kind::Whole { min, max } => vec![min.into(), max.into(), (min + 1).min(max).into()],
            _ => Vec::new(),
        };
        variants.extend(values.into_iter().map(|value| (field.id, value)));
        if let Need::Default(constant) = field.need {
            variants.push((field.id, constant.json()));
        }
    }
    variants
}

#[test]
fn every_fact_that_the_rules_name_exists() {
    for ruleset in rulesets::ALL {
        let known = known(ruleset);
        let unknown: Vec<&str> = ruleset.facts.iter().copied().filter(|fact| !known.contains(*fact)).collect();
        assert!(unknown.is_empty(), "{}: nobody has {unknown:?}", ruleset.named.id);
    }
}

#[test]
fn every_tracker_is_a_fact_of_its_ruleset() {
    for ruleset in rulesets::ALL.iter().filter(|ruleset| !ruleset.facts.is_empty()) {
        let trackers = ruleset.trackers.unit.iter().chain(ruleset.trackers.side).chain(ruleset.trackers.battle);
        let missing: Vec<&str> = trackers.map(|tracker| tracker.id).filter(|id| !ruleset.facts.contains(id)).collect();
        assert!(missing.is_empty(), "{}: not listed in its facts: {missing:?}", ruleset.named.id);
    }
}

/// The outcomes of a procedure in its conformance cases.
struct Resolutions {
    ruleset: &'static str,
    procedure: &'static Procedure,
    outcomes: Vec<Record>,
    /// Roles and trackers of all its effects.
    effects: BTreeSet<(String, String)>,
}

fn resolutions() -> Vec<Resolutions> {
    let mut found: BTreeMap<(&str, &str), Resolutions> = BTreeMap::new();
    for (ruleset, cases) in samples() {
        for case in cases {
            let Ok((_, procedure)) = find(test_rulesets::RULESETS, &case["request"]) else { continue };
            let resolutions = found.entry((ruleset, procedure.id)).or_insert_with(|| Resolutions {
                ruleset,
                procedure,
                outcomes: Vec::new(),
                effects: BTreeSet::new(),
            });
            let Some(input) = case["request"]["input"].as_object() else { continue };
            let Ok(ready) = procedure.read_request(input) else { continue };
            for resolution in case["resolutions"].as_array().into_iter().flatten() {
                let faces = resolution["faces"].as_array().into_iter().flatten();
                let faces: Vec<u8> = faces.filter_map(|face| u8::try_from(face.as_u64()?).ok()).collect();
                if let Ok(resolved) = ready.resolve(&faces).result {
                    let effects = resolved.consequences.effects.iter();
                    resolutions.effects.extend(effects.map(|effect| (effect.role.to_owned(), effect.key.to_owned())));
                    resolutions.outcomes.push(ready.asked(&resolved));
                }
            }
        }
    }
    found.into_values().collect()
}

#[test]
fn effects_change_existing_trackers() {
    for Resolutions { ruleset: id, procedure: rule, effects, .. } in resolutions() {
        let ruleset = test_rulesets::RULESETS.find(id).expect("a ruleset of the samples");
        for (role, tracker) in effects {
            let there_is = is_tracker(ruleset, rule, &role, &tracker);
            assert!(there_is, "{id}, {}: no {tracker} of {role}", rule.id);
        }
    }
}

#[test]
fn paths_of_odds_exist_in_some_outcome() {
    for Resolutions { ruleset: id, procedure: rule, outcomes, .. } in resolutions() {
        let paths = rule.chances.iter().map(|query| query.path).chain(rule.axes.iter().map(|axis| axis.path));
        for path in paths {
            // Names such as `a1` come from a request, so the value that contains them is looked up.
            let first = path.replace("[*]", "[0]");
            let first = first
                .strip_suffix('*')
                .and_then(|path| path.rsplit_once('.'))
                .map_or(first.as_str(), |(holder, _)| holder);
            let there = outcomes.iter().any(|outcome| outcome.at(first).is_some() || outcome.sum(first).is_some());
            assert!(there, "{id}, {}: no outcome has {path}", rule.id);
        }
    }
}

#[test]
fn every_procedure_with_odds_has_outcomes_in_its_cases() {
    let resolutions = resolutions();
    for (ruleset, rule) in
        rulesets::ALL.iter().flat_map(|known| known.procedures.iter().map(move |rule| (known.named.id, rule)))
    {
        let outcomes = resolutions.iter().filter(|had| (had.ruleset, had.procedure.id) == (ruleset, rule.id));
        let has_some = outcomes.map(|had| had.outcomes.len()).sum::<usize>() > 0;
        assert!(has_some || rule.chances.is_empty() && rule.axes.is_empty(), "{ruleset}, {}: no outcome", rule.id);
    }
}
