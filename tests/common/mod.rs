//! What several tests share.

use serde_json::Value as Json;

/// The samples' texts, one a ruleset.
pub const SAMPLES: &[&str] = &[
    include_str!("../conformance/pike_and_shot.json"),
    include_str!("../conformance/pikette_squared.json"),
    include_str!("../conformance/argad.json"),
    include_str!("../conformance/arquebusier.json"),
];

/// Every request of the samples that has odds.
pub fn requests_with_odds() -> Vec<Json> {
    let cases = SAMPLES.iter().flat_map(|sample| {
        let sample: Json = serde_json::from_str(sample).expect("a sample is JSON");
        sample["cases"].as_array().cloned().unwrap_or_default()
    });
    cases.filter(|case| case.get("odds").is_some()).map(|case| case["request"].clone()).collect()
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
