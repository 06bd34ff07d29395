//! Melee: attacks, needs and odds. *Melee Combat.*

use super::{RULES, assert_chance, with};
use serde_json::{Value as Json, json};

/// The smallest melee: one element strikes another, from this rank.
fn melee(by: (&str, &str), on: (&str, &str), rank: i32) -> Json {
    let group = |id: &str, side: &str, (troop, state): (&str, &str)| json!({ "id": id, "side": side, "type": troop, "state": state, "elements": 4 });
    json!({
        "groups": [group("x", "a", by), group("y", "b", on)],
        "attacks": [{ "by": "x", "element": 0, "on": "y", "target": 0, "rank": rank }],
    })
}

#[test]
fn bills_strike_from_two_ranks_and_pikes_from_three() {
    let strikes = |troop: &str| {
        (1..=3)
            .filter(|rank| {
                RULES.refusal("melee", melee((troop, "regular"), ("firearm", "regular"), *rank)) == "allowed"
            })
            .count()
    };
    for (troop, ranks) in [("sword", 1), ("firearm", 1), ("lancer", 1), ("bill", 2), ("pike", 3)] {
        assert_eq!(strikes(troop), ranks, "{troop}");
    }
    let refused = RULES.refusal("melee", melee(("sword", "regular"), ("firearm", "regular"), 2));
    assert_eq!(refused, "not_allowed attacks[0].rank");
}

#[test]
fn contradictory_attacks_are_refused_at_their_field() {
    let mut input = melee(("pike", "regular"), ("bill", "regular"), 1);
    let blow = input["attacks"][0].clone();
    input["attacks"] = json!([blow, blow]);
    assert_eq!(RULES.refusal("melee", &input), "not_allowed attacks[1].element");
    input["attacks"] = vec![blow.clone(); 25].into();
    assert_eq!(RULES.refusal("melee", &input), "bad_value attacks");
    input["attacks"] = json!([with(&blow, json!({ "on": "x" }))]);
    assert_eq!(RULES.refusal("melee", &input), "not_allowed attacks[0].on");
    input["attacks"] = json!([with(&blow, json!({ "target": 4 }))]);
    assert_eq!(RULES.refusal("melee", &input), "bad_value attacks[0].target");
    input["attacks"] = json!([with(&blow, json!({ "by": "z" }))]);
    assert_eq!(RULES.refusal("melee", &input), "bad_value attacks[0].by");
    for horse in ["pistolier", "lancer", "harquebusier", "dragoon"] {
        let dash = melee(("mob", "regular"), (horse, "regular"), 1);
        assert_eq!(RULES.refusal("melee", &dash), "not_allowed attacks[0].on");
    }
}

/// Two Swords against two Pikes, which strike back at one of them from two ranks.
fn swords_and_pikes(dice: &str) -> Json {
    let blow = |by: &str, element: i32, on: &str, rank: i32| json!({ "by": by, "element": element, "on": on, "target": 0, "rank": rank });
    json!({
        "groups": [
            { "id": "swords", "side": "a", "type": "sword", "state": "regular", "elements": 2 },
            { "id": "pikes", "side": "b", "type": "pike", "state": "regular", "elements": 2 },
        ],
        "attacks": [
            blow("swords", 0, "pikes", 1), blow("swords", 1, "pikes", 1),
            blow("pikes", 0, "swords", 1), blow("pikes", 1, "swords", 2),
        ],
        "dice": dice,
    })
}

#[test]
fn dice_by_group_are_labelled_and_have_the_same_odds() {
    let [together, apart] = ["together", "by_group"].map(swords_and_pikes);
    let faces = [4, 1, 5, 6];
    assert_eq!(RULES.outcome("melee", &together, &faces), RULES.outcome("melee", &apart, &faces));
    assert_eq!(
        RULES.answer("melee", &apart, &faces)["rolls"],
        json!([
            { "purpose": "melee_swords_at_pikes", "sides": 6, "faces": [4, 1] },
            { "purpose": "melee_pikes_at_swords", "sides": 6, "faces": [5, 6] },
        ])
    );
    let missing = json!({ "purpose": "melee_pikes_at_swords", "sides": 6, "count": 1 });
    assert_eq!(RULES.answer("melee", &apart, &[4, 1, 5])["next"], missing);
    // 3/4 for the pike, and 5/9 for the sword.
    let both = |outcome: &Json| outcome["losses"] == json!({ "swords": 1, "pikes": 1 });
    assert_chance(RULES.chance("melee", &together, both), 5, 12);
    assert_chance(RULES.chance("melee", &apart, both), 5, 12);
}

#[test]
fn a_group_that_strikes_later_again_has_a_separate_roll() {
    let mut input = swords_and_pikes("by_group");
    input["attacks"].as_array_mut().unwrap().swap(1, 2);
    let answer = RULES.answer("melee", &input, &[1; 4]);
    let rolls = answer["rolls"].as_array().unwrap().iter().filter_map(|roll| roll["purpose"].as_str());
    let [swords, pikes] = ["melee_swords_at_pikes", "melee_pikes_at_swords"];
    assert_eq!(rolls.collect::<Vec<_>>(), [swords, pikes, swords, pikes]);
}

#[test]
fn gunners_fight_as_firearms() {
    for (by, on, need) in [("gun", "pike", 6), ("mortar", "firearm", 4), ("lancer", "gun", 3), ("mob", "mortar", 5)] {
        assert_eq!(RULES.outcome("melee", melee((by, "regular"), (on, "regular"), 1), &[1])["needs"], json!([need]));
    }
}
