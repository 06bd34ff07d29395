//! Refusals of the rules, by procedure, in the order of their checks.

use serde_json::{Value as Json, json};
use testing::asked::{Rules, with};
use testing::table::{assert_answers, roster_refusal};

const RULES: Rules = Rules("arquebusier");

#[test]
fn nothing_is_listed_twice() {
    // A repeated member, type or id makes its list invalid.
    let causes = json!(["close_fire", "close_fire"]);
    let command = json!({ "kind": "manoeuvre", "nature": "regular", "types": ["pike"], "turn": 3 });
    assert_answers(
        RULES,
        "command",
        &command,
        &[
            (json!({}), "allowed"),
            (json!({ "types": ["pike", "firearm"] }), "allowed"),
            (json!({ "types": ["pike", "pike"] }), "bad_value types"),
            (json!({ "shaken": causes }), "bad_value shaken"),
            (json!({ "earlier_failed": ["manoeuvre"] }), "bad_value earlier_failed"),
        ],
    );
    let check = json!({ "nature": "regular", "types": ["pike"] });
    assert_answers(
        RULES,
        "irregular_check",
        &check,
        &[
            (json!({}), "allowed"),
            (json!({ "types": ["pike", "pike"] }), "bad_value types"),
            (json!({ "shaken": causes }), "bad_value shaken"),
            (json!({ "contact": ["front", "front"] }), "bad_value contact"),
        ],
    );
    let mobs = json!([{ "type": "mob", "elements": 2 }, { "type": "mob", "elements": 1 }]);
    let end = json!({ "nature": "irregular", "groups": [{ "type": "mob", "elements": 2 }] });
    assert_answers(
        RULES,
        "end_of_turn",
        &end,
        &[
            (json!({}), "allowed"),
            (json!({ "shaken": causes }), "bad_value shaken"),
            (json!({ "groups": mobs }), "bad_value groups"),
        ],
    );
    let enemy = |id: &str| json!({ "id": id, "distance_in": 10 });
    assert_answers(
        RULES,
        "target_choice",
        &json!({ "enemies": [enemy("x"), enemy("y")] }),
        &[
            (json!({}), "allowed"),
            (json!({ "enemies": [enemy("x"), enemy("x")] }), "bad_value enemies"),
            (json!({ "enemies": [enemy("hold_fire")] }), "bad_value enemies"),
            (json!({ "wanted": "z" }), "bad_value wanted"),
        ],
    );
}

#[test]
fn a_formation_lists_each_type_once() {
    let refusals = [["pike", "firearm"], ["pike", "pike"]].map(|types| {
        let groups = types.map(|troop| json!({ "type": troop, "elements": 4, "front": 4 }));
        roster_refusal("arquebusier", &json!({ "name": "Holles", "nature": "regular", "groups": groups }))
    });
    assert_eq!(refusals, ["allowed", "bad_value groups"]);
}

#[test]
fn sharing_shots_needs_different_types_with_a_front() {
    let groups = |first: i32, other: &str, second: i32| json!({ "groups": [{ "type": "pike", "front": first }, { "type": other, "front": second }] });
    assert_answers(
        RULES,
        "shot_allocation",
        &with(json!({ "shots": 5 }), groups(4, "firearm", 4)),
        &[
            (json!({}), "allowed"),
            (groups(4, "pike", 4), "bad_value groups"),
            (groups(0, "firearm", 1), "allowed"),
            (groups(0, "firearm", 0), "bad_value groups"),
            (json!({ "odd_shot_to": "mob" }), "bad_value odd_shot_to"),
        ],
    );
}

#[test]
fn blows_with_unknown_groups_or_elements_are_refused() {
    let group =
        |id: &str, side: &str| json!({ "id": id, "side": side, "type": "sword", "state": "regular", "elements": 2 });
    let blow = |changed: Json| with(json!({ "by": "x", "element": 0, "on": "y", "target": 0 }), changed);
    let attacks = |changed: Json| json!({ "attacks": [blow(changed)] });
    assert_answers(
        RULES,
        "melee",
        &json!({ "groups": [group("x", "a"), group("y", "b")], "attacks": [blow(json!({}))] }),
        &[
            (json!({}), "allowed"),
            (json!({ "groups": [group("x", "a"), group("y", "b"), group("y", "b")] }), "bad_value groups"),
            (attacks(json!({ "by": "z" })), "bad_value attacks[0].by"),
            (attacks(json!({ "element": 1 })), "allowed"),
            (attacks(json!({ "element": 2 })), "bad_value attacks[0].element"),
            (attacks(json!({ "on": "z" })), "bad_value attacks[0].on"),
            (attacks(json!({ "target": 2 })), "bad_value attacks[0].target"),
            (attacks(json!({ "on": "x" })), "not_allowed attacks[0].on"),
            (attacks(json!({ "rank": 2 })), "not_allowed attacks[0].rank"),
            (json!({ "attacks": [blow(json!({})), blow(json!({}))] }), "not_allowed attacks[1].element"),
        ],
    );
}
