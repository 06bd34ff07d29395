//! Melee: attacks, needs and odds. *Melee Combat.*

use super::{RULES, assert_chance};
use serde_json::{Value as Json, json};

/// Two swords strike the first of two pikes in file. Both pikes strike back, one of them from the second rank.
fn swords_and_pikes() -> Json {
    let swords = json!({ "id": "swords", "side": "a", "type": "sword", "state": "regular", "elements": 2 });
    let pikes = json!({ "id": "pikes", "side": "b", "type": "pike", "state": "regular", "elements": 2 });
    json!({
        "groups": [swords, pikes],
        "attacks": [
            { "by": "swords", "element": 0, "on": "pikes", "target": 0 },
            { "by": "swords", "element": 1, "on": "pikes", "target": 0 },
            { "by": "pikes", "element": 0, "on": "swords", "target": 0 },
            { "by": "pikes", "element": 1, "on": "swords", "target": 0, "rank": 2 },
        ],
    })
}

#[test]
fn swords_and_pikes_in_two_ranks_can_kill_each_other() {
    let answer = RULES.answer("melee", swords_and_pikes(), &[4, 1, 5, 6]);
    assert_eq!(answer["outcome"], json!({ "needs": [4, 4, 5, 5], "losses": { "swords": 1, "pikes": 1 } }));
    assert_eq!(answer["rolls"], json!([{ "purpose": "melee", "sides": 6, "faces": [4, 1, 5, 6] }]));
    // The pike falls with 1 − 1/2 · 1/2 = 3/4, the sword with 1 − 2/3 · 2/3 = 5/9.
    let both = |outcome: &Json| outcome["losses"] == json!({ "swords": 1, "pikes": 1 });
    assert_chance(RULES.chance("melee", swords_and_pikes(), both), 5, 12);
}

#[test]
fn a_mob_harms_lancers_only_if_they_are_irregular() {
    let melee = |state: &str| {
        json!({
            "groups": [
                { "id": "mob", "side": "a", "type": "mob", "state": "irregular", "elements": 1 },
                { "id": "lancers", "side": "b", "type": "lancer", "state": state, "elements": 1 },
            ],
            "attacks": [{ "by": "mob", "element": 0, "on": "lancers", "target": 0 }],
        })
    };
    assert_eq!(RULES.refusal("melee", melee("regular")), "not_allowed attacks[0].on");
    assert_eq!(RULES.outcome("melee", melee("irregular"), &[5])["needs"], json!([5]));
}

#[test]
fn odds_of_the_largest_melee_can_be_evaluated() {
    let groups: Vec<Json> = (0..6)
        .map(|n| json!({ "id": format!("g{n}"), "side": if n % 2 == 0 { "a" } else { "b" }, "type": "pike", "state": "regular", "elements": 4 }))
        .collect();
    let attacks: Vec<Json> = (0..24)
        .map(|n| json!({ "by": format!("g{}", n % 6), "element": n / 6, "on": format!("g{}", (n + 1) % 6), "target": n / 6 }))
        .collect();
    let input = json!({ "groups": groups, "attacks": attacks });
    // Each of 24 elements falls with 1/3, and none falls with (2/3)²⁴.
    let none = RULES.chance("melee", &input, |outcome| {
        outcome["losses"].as_object().is_some_and(|losses| losses.values().all(|lost| *lost == 0))
    });
    assert!((none - (2.0_f64 / 3.0).powi(24)).abs() < 1e-12);
    assert!((RULES.chance("melee", &input, |_| true) - 1.0).abs() < 1e-12);
}
