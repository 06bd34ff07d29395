//! The conformance samples: every case of every ruleset's file, computed apart from this code by brute force over every face.

use crate::common::{canonical, samples};
use exchange::contract::{odds, resolve};
use serde_json::{Value as Json, json};
use std::collections::BTreeSet;

#[test]
fn every_conformance_case_has_its_answer() {
    for (ruleset, cases) in samples() {
        let faults_of = |case: &Json| {
            let describe = |fault| format!("{}: {fault}\n  {}", case["id"], case["request"]);
            faults(case).into_iter().map(describe).collect::<Vec<_>>()
        };
        let faults: Vec<String> = cases.iter().flat_map(faults_of).collect();
        let first = faults[..faults.len().min(8)].join("\n");
        assert!(faults.is_empty(), "{ruleset}: {} faults; the first:\n{first}", faults.len());
    }
}

/// The contract: a resolve whose faces run out names the roll, and says how many of its dice are still missing.
#[test]
fn faces_that_run_out_ask_for_what_is_missing_of_the_roll() {
    let mut asked = 0;
    for (ruleset, cases) in samples() {
        for case in cases {
            for resolution in case["resolutions"].as_array().into_iter().flatten() {
                let faces = faces(resolution);
                let rolls = resolution["answer"]["rolls"].as_array().map_or(&[][..], Vec::as_slice);
                let each = rolls.iter().flat_map(|roll| {
                    let count = roll["faces"].as_array().map_or(0, Vec::len);
                    (0..count).map(move |rolled| (roll, count - rolled))
                });
                for (given, (roll, missing)) in each.enumerate() {
                    let answer = resolve(test_rulesets::RULESETS, &case["request"], &faces[..given]);
                    let next = json!({ "purpose": roll["purpose"], "sides": roll["sides"], "count": missing });
                    let expected = json!({ "status": "needs_dice", "next": next });
                    assert!(alike(&answer, &expected), "{ruleset} {}: {:?}: {answer}", case["id"], &faces[..given]);
                    asked += 1;
                }
            }
        }
    }
    assert!(asked > 5000, "{asked}");
}

fn faces(resolution: &Json) -> Vec<u8> {
    let faces = resolution["faces"].as_array().into_iter().flatten();
    faces.map(|face| face.as_u64().map_or(0, |face| u8::try_from(face).unwrap_or(0))).collect()
}

fn faults(case: &Json) -> Vec<String> {
    let request = &case["request"];
    let mut faults = Vec::new();
    if let Some(error) = case.get("error") {
        faults.extend(refusal_fault("odds", &odds(test_rulesets::RULESETS, request), error));
        faults.extend(refusal_fault("resolve", &resolve(test_rulesets::RULESETS, request, &[]), error));
        return faults;
    }
    match case.get("odds_error") {
        Some(error) => faults.extend(refusal_fault("odds", &odds(test_rulesets::RULESETS, request), error)),
        None => faults.extend(odds_fault(&odds(test_rulesets::RULESETS, request), &case["odds"])),
    }
    for resolution in case["resolutions"].as_array().into_iter().flatten() {
        let faces = faces(resolution);
        let (answer, wanted) = (resolve(test_rulesets::RULESETS, request, &faces), &resolution["answer"]);
        let fault = match wanted.get("error") {
            Some(error) => refusal_fault("resolve", &answer, error),
            None => (!alike(&answer, wanted)).then(|| format!("{faces:?} gave {answer}, not {wanted}")),
        };
        faults.extend(fault);
    }
    faults
}

fn refusal_fault(call: &str, answer: &Json, wanted: &Json) -> Option<String> {
    let error = &answer["error"];
    (error["code"] != wanted["code"] || error["field"] != wanted["field"])
        .then(|| format!("{call} gave {answer}, not {wanted}"))
}

fn odds_fault(answer: &Json, wanted: &Json) -> Option<String> {
    let (Some(answered), Some(wanted)) = (answer["outcomes"].as_array(), wanted.as_array()) else {
        return Some(format!("odds gave {answer}"));
    };
    if answered.len() != wanted.len() {
        return Some(format!("{} outcomes, not {}", answered.len(), wanted.len()));
    }
    let keys = answered.iter().map(|row| canonical(&row["outcome"])).collect::<Vec<_>>();
    if keys.iter().collect::<BTreeSet<_>>().len() != keys.len() {
        return Some("an outcome is listed twice".into());
    }
    let found = keys.iter().zip(answered).collect::<std::collections::BTreeMap<_, _>>();
    wanted.iter().find_map(|row| match found.get(&canonical(&row["outcome"])) {
        None => Some(format!("no outcome {}; one answered is {}", row["outcome"], answered[0]["outcome"])),
        Some(own) => {
            let (p, q) = (own["probability"].as_f64().unwrap_or(-1.0), row["probability"].as_f64().unwrap_or(-2.0));
            ((p - q).abs() > 1e-12).then(|| format!("{} has {p}, not {q}", row["outcome"]))
        }
    })
}

/// Equal as JSON, numbers as numbers.
fn alike(a: &Json, b: &Json) -> bool {
    canonical(a) == canonical(b)
}
