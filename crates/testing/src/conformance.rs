//! Conformance cases of a ruleset: requests and their answers. An independent program computed them by brute force over all faces.

use exchange::contract::{odds, resolve};
use rules::procedure::Ready;
use serde_json::{Value as Json, json};
use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use test_rulesets as rulesets;

/// Returns the file of a ruleset's cases.
pub fn file(ruleset: &str) -> PathBuf {
    crate::in_project(format!("crates/{ruleset}/tests/conformance.json"))
}

/// Returns the cases of a ruleset.
pub fn cases(ruleset: &str) -> Vec<Json> {
    let file = file(ruleset);
    let text = fs::read_to_string(&file);
    let text = text.unwrap_or_else(|_| panic!("{} is missing: cases computed apart from this code", file.display()));
    let sample: Json = serde_json::from_str(&text).expect("a sample is JSON");
    sample["cases"].as_array().cloned().expect("a sample has cases")
}

/// Returns the cases of every ruleset, with the ruleset's id.
pub fn samples() -> Vec<(&'static str, Vec<Json>)> {
    rulesets::ALL.iter().map(|ruleset| (ruleset.named.id, cases(ruleset.named.id))).collect()
}

/// Returns the cases of every ruleset whose input is permitted, each with the ruleset's id, its request and the procedure with the input.
pub fn permitted() -> Vec<(&'static str, Json, Ready)> {
    let mut permitted = Vec::new();
    for ruleset in rulesets::ALL {
        for case in cases(ruleset.named.id) {
            let request = case["request"].clone();
            let procedure = request["procedure"].as_str().and_then(|id| ruleset.procedure(id));
            let ready =
                procedure.zip(request["input"].as_object()).and_then(|(procedure, input)| procedure.read(input).ok());
            permitted.extend(ready.map(|ready| (ruleset.named.id, request, ready)));
        }
    }
    permitted
}

/// Asserts that every case of a ruleset gets its answer.
pub fn assert_answers(ruleset: &str) {
    let cases = cases(ruleset);
    assert!(!cases.is_empty(), "{ruleset} has no cases");
    let faults_of = |case: &Json| {
        let describe = |fault| format!("{}: {fault}\n  {}", case["id"], case["request"]);
        faults(case).into_iter().map(describe).collect::<Vec<_>>()
    };
    let faults: Vec<String> = cases.iter().flat_map(faults_of).collect();
    let first = faults[..faults.len().min(8)].join("\n");
    assert!(faults.is_empty(), "{ruleset}: {} faults; the first:\n{first}", faults.len());
}

/// Asserts that `resolve` with too few faces answers with the purpose of the roll and the number of missing dice. At least `least` such
/// answers must occur in the cases of the ruleset.
pub fn assert_asks_for_missing_dice(ruleset: &str, least: usize) {
    let mut asked = 0;
    for case in cases(ruleset) {
        for resolution in case["resolutions"].as_array().into_iter().flatten() {
            let faces = faces(resolution);
            let rolls = resolution["answer"]["rolls"].as_array().map_or(&[][..], Vec::as_slice);
            let each = rolls.iter().flat_map(|roll| {
                let count = roll["faces"].as_array().map_or(0, Vec::len);
                (0..count).map(move |rolled| (roll, count - rolled))
            });
            for (given, (roll, missing)) in each.enumerate() {
                let answer = resolve(rulesets::RULESETS, &case["request"], &faces[..given]);
                let next = json!({ "purpose": roll["purpose"], "sides": roll["sides"], "count": missing });
                let expected = json!({ "status": "needs_dice", "next": next });
                // A test that cannot fail asks for no die, and takes one that is given (R22 of Pike & Shot).
                let is_same = || answer["outcome"] == resolution["answer"]["outcome"];
                if given == 0 && answer["status"] == "resolved" && is_same() {
                    continue;
                }
                assert!(alike(&answer, &expected), "{ruleset} {}: {:?}: {answer}", case["id"], &faces[..given]);
                asked += 1;
            }
        }
    }
    assert!(asked >= least, "{asked}");
}

fn faces(resolution: &Json) -> Vec<u8> {
    let faces = resolution["faces"].as_array().into_iter().flatten();
    faces.map(|face| face.as_u64().map_or(0, |face| u8::try_from(face).unwrap_or(0))).collect()
}

fn faults(case: &Json) -> Vec<String> {
    let request = &case["request"];
    let mut faults = Vec::new();
    if let Some(error) = case.get("error") {
        faults.extend(refusal_fault("odds", &odds(rulesets::RULESETS, request), error));
        faults.extend(refusal_fault("resolve", &resolve(rulesets::RULESETS, request, &[]), error));
        return faults;
    }
    match case.get("odds_error") {
        Some(error) => faults.extend(refusal_fault("odds", &odds(rulesets::RULESETS, request), error)),
        None => faults.extend(odds_fault(&odds(rulesets::RULESETS, request), &case["odds"])),
    }
    for resolution in case["resolutions"].as_array().into_iter().flatten() {
        let faces = faces(resolution);
        let (answer, wanted) = (resolve(rulesets::RULESETS, request, &faces), &resolution["answer"]);
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
        Some(row_found) => {
            let (p, q) =
                (row_found["probability"].as_f64().unwrap_or(-1.0), row["probability"].as_f64().unwrap_or(-2.0));
            ((p - q).abs() > 1e-12).then(|| format!("{} has {p}, not {q}", row["outcome"]))
        }
    })
}

/// True if both are equal as JSON, where 1 equals 1.0.
fn alike(a: &Json, b: &Json) -> bool {
    canonical(a) == canonical(b)
}

/// Returns a text that is equal for equal values: 1 and 1.0 are written alike, and fields are sorted.
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
