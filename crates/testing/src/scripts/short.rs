//! The short form of the project's own scripts, in `*_own.json`. A case is one line, and values that have defaults are left out.
//!
//! ```json
//! {"id":"once-a-round","why":"rolled: it has rolled in this round (Marbles)",
//!  "units":[{"id":"t1","side":"a","soldiers":6},{"id":"w1","side":"b","soldiers":6}],
//!  "acts":["next",
//!          {"set":"t1","fallen":2},
//!          {"do":"marbles","who":{"roller":"t1","target":"w1"},"faces":[6]},
//!          {"do":"marbles","who":{"roller":"t1","target":"w1"},"faces":[6],"gives":"rolled"},
//!          {"do":"marbles","who":{"roller":"t1","target":"w1"},"faces":[6],"override":true}],
//!  "expect":{"units":{"w1":{"fallen":1}}}}
//! ```
//!
//! | short form | meaning |
//! | --- | --- |
//! | `units`: the profile next to id and side | the unit's name is its id in capitals |
//! | `"next"`, `"undo"`, `"redo"`, `"next anyway"` | these acts; `"next anyway"` overrides open duties |
//! | `{"set": unit, tracker: value}` | changes by hand, one for each tracker |
//! | `{"do", "who", …}` | a procedure with its participants; a single unit may be written without a list |
//! | `"gives": "rolled"`, `"gives": {"code", …}`, `"gives": "needs_dice"` | the act is refused by this rule, or for this error, or waits; all others are applied |
//!
//! `expect` describes the table after the last act. Values that it does not mention are not checked, and unknown keys are refused:
//!
//! | key | form |
//! | --- | --- |
//! | `units`, `sides` | `{"w1": {"fallen": 1}}`: values of trackers by the id of the unit or side (`a`, `b`) |
//! | `battle` | `{"secrecy": "own_side"}`: values of the battle's trackers |
//! | `turn`, `phase`, `active` | a number; the id of the phase; `"a"`, `"b"` or `null` |
//! | `offers` | `[{"unit": "t1", "procedure": "marbles", "may": false, "rule": "rolled"}]`: the card has this offer; with `"may": false` it is greyed, by the rule if one is named |
//! | `due` | `[{"procedure": "stand_up", "unit": "w1", "must": true}]`: this duty is open; `unit` and `must` may be left out |
//! | `not_due` | `[{"procedure": "stand_up", "unit": "w1"}]`: no such duty is open |
//!
//! `sides` are A and B, and there are no `rulings` and no `own_rules`, unless a case has them. Any other act is in the form of the
//! contract. An act that is neither a text nor an object is refused. `MEND_SCRIPTS=1 cargo test -p RULESET --test it scripts` formats the
//! files, with one case on each line.

use serde_json::{Value as Json, json};

/// The order in which keys are written. Other keys follow in alphabetical order.
const ORDER: [&str; 21] = [
    "ruleset",
    "cases",
    "id",
    "why",
    "rulings",
    "own_rules",
    "sides",
    "units",
    "side",
    "act",
    "do",
    "set",
    "of",
    "tracker",
    "to",
    "who",
    "input",
    "faces",
    "override",
    "gives",
    "acts",
];

/// Returns a case in the form of the contract: `{"id", "why", "battle", "expect"}`.
pub fn in_full(ruleset: &Json, case: &Json) -> Json {
    let (mut acts, mut given) = (Vec::new(), Vec::new());
    for act in case["acts"].as_array().unwrap() {
        for (act, gives) in acts_in_full(act) {
            acts.push(act);
            given.push(gives);
        }
    }
    let units: Vec<Json> = case["units"].as_array().unwrap().iter().map(unit_in_full).collect();
    let value_or = |key: &str, default: Json| case.get(key).cloned().unwrap_or(default);
    let mut expect = value_or("expect", json!({}));
    expect["acts"] = json!(given);
    let sides = value_or("sides", json!([{"name": "A"}, {"name": "B"}]));
    let (rulings, own_rules) = (value_or("rulings", json!({})), value_or("own_rules", json!({})));
    let battle = json!({
        "ruleset": ruleset, "rulings": rulings, "own_rules": own_rules, "sides": sides, "units": units, "acts": acts,
    });
    json!({"id": case["id"], "why": case["why"], "battle": battle, "expect": expect})
}

fn unit_in_full(unit: &Json) -> Json {
    let mut profile = unit.as_object().unwrap().clone();
    let (id, side) = (profile.remove("id").unwrap(), profile.remove("side").unwrap());
    profile.entry("name").or_insert_with(|| json!(id.as_str().unwrap().to_uppercase()));
    json!({"id": id, "side": side, "profile": profile})
}

/// Returns the acts of an entry, each with its expected answer.
fn acts_in_full(entry: &Json) -> Vec<(Json, Json)> {
    let Json::Object(entry) = entry else {
        return vec![match entry.as_str() {
            Some("next anyway") => (json!({"act": "next", "override": true}), json!("applied")),
            Some(name) => (json!({"act": name}), json!("applied")),
            None => (entry.clone(), json!({"status": "refused", "code": "bad_value"})),
        }];
    };
    let mut act = entry.clone();
    let gives = act.remove("gives").map_or(json!("applied"), |gives| match gives {
        Json::String(status) if status == "needs_dice" => json!(status),
        Json::String(rule) => json!({"status": "refused", "rule": rule}),
        mut error => {
            error["status"] = json!("refused");
            error
        }
    });
    if let Some(unit) = act.remove("set") {
        let set = |(tracker, to)| (json!({"act": "set", "of": unit, "tracker": tracker, "to": to}), gives.clone());
        return act.into_iter().map(set).collect();
    }
    if let Some(procedure) = act.remove("do") {
        let who = act.remove("who");
        act.insert("act".into(), json!("procedure"));
        act.insert("procedure".into(), procedure);
        who.into_iter().for_each(|who| drop(act.insert("participants".into(), participants_in_full(&who))));
    }
    vec![(Json::Object(act), gives)]
}

fn participants_in_full(who: &Json) -> Json {
    let role = |(role, units): (&String, &Json)| {
        let units = if role != "side" && units.is_string() { json!([units]) } else { units.clone() };
        (role.clone(), units)
    };
    Json::Object(who.as_object().unwrap().iter().map(role).collect())
}

/// Returns a file of scripts as text, with one case on each line.
pub fn written(file: &Json) -> String {
    let cases: Vec<String> = file["cases"].as_array().unwrap().iter().map(line).collect();
    format!("{{\"ruleset\":{},\"cases\":[\n{}\n]}}\n", file["ruleset"], cases.join(",\n"))
}

/// Returns a value as one line, with the keys of objects in a fixed order.
fn line(value: &Json) -> String {
    match value {
        Json::Array(members) => format!("[{}]", members.iter().map(line).collect::<Vec<_>>().join(",")),
        Json::Object(object) => {
            let known = ORDER.into_iter().filter_map(|key| object.get_key_value(key));
            let others = object.iter().filter(|(key, _)| !ORDER.contains(&key.as_str()));
            let entry = |(key, value)| format!("{}:{}", json!(key), line(value));
            format!("{{{}}}", known.chain(others).map(entry).collect::<Vec<_>>().join(","))
        }
        other => other.to_string(),
    }
}

#[test]
fn a_short_script_expands_to_the_form_of_the_contract() {
    let case: serde_json::Map<String, Json> = serde_json::from_value(json!({
        "id": "short", "why": "it is",
        "units": [{"id": "t1", "side": "a", "soldiers": 6}],
        "acts": ["next anyway", {"set": "t1", "fallen": 2}, {"do": "roll", "who": {"roller": "t1", "side": "a"}, "gives": "rolled"}],
    }))
    .unwrap();
    let full = in_full(&json!("toy"), &Json::Object(case));
    assert_eq!(full["battle"]["units"], json!([{"id": "t1", "side": "a", "profile": {"name": "T1", "soldiers": 6}}]));
    let acts = json!([
        {"act": "next", "override": true},
        {"act": "set", "of": "t1", "tracker": "fallen", "to": 2},
        {"act": "procedure", "procedure": "roll", "participants": {"roller": ["t1"], "side": "a"}},
    ]);
    assert_eq!(full["battle"]["acts"], acts);
    assert_eq!(full["expect"]["acts"], json!(["applied", "applied", {"status": "refused", "rule": "rolled"}]));
}
