//! What several tests share.

use serde_json::Value as Json;

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
