//! Who strikes whom, and with what chance. *Melee Combat.*

use super::{RULES, with};
use serde_json::{Value as Json, json};

/// One element that strikes one element from a rank: the least in which need and reach show.
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
fn what_cannot_be_is_refused_where_it_stands() {
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

#[test]
fn gunners_fight_as_firearms() {
    for (by, on, need) in [("gun", "pike", 6), ("mortar", "firearm", 4), ("lancer", "gun", 3), ("mob", "mortar", 5)] {
        assert_eq!(RULES.outcome("melee", melee((by, "regular"), (on, "regular"), 1), &[1])["needs"], json!([need]));
    }
}
