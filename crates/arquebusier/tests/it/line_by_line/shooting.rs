//! Dice of shots, the faces that they need, and losses. *Shooting.*

use super::{RULES, with};
use serde_json::{Value as Json, json};

/// A Regular shooter at three inches, within the range of every type, and Regular Pikes as its target; with these changes.
fn volley(shooter: Json, target: Json) -> Json {
    let shooter = with(json!({ "state": "regular", "range_in": 3, "stationary": true }), shooter);
    let pikes = json!({ "state": "regular", "groups": [{ "type": "pike", "front": 4, "elements": 4 }] });
    json!({ "target": with(&pikes, target), "shooters": [shooter] })
}

/// A group of one type in a single rank.
fn of(troop: &str, front: i32) -> Json {
    json!([{ "type": troop, "front": front }])
}

#[test]
fn each_type_has_its_reach_and_its_dice() {
    let lines = [
        ("mob", "regular", true, "regular_mob", 6, -2),
        ("firearm", "regular", true, "regular_firearm", 24, 1),
        ("firearm", "irregular", true, "", 18, 0),
        ("pistolier", "regular", true, "", 6, 0),
        ("pistolier", "irregular", true, "irregular_pistolier", 3, -1),
        ("harquebusier", "regular", true, "", 18, 0),
        ("harquebusier", "irregular", true, "irregular_harquebusier", 12, -1),
        ("dragoon", "regular", false, "regular_dragoon_foot", 18, 1),
        ("dragoon", "irregular", false, "", 12, 0),
        ("dragoon", "regular", true, "", 12, 0),
        ("gun", "regular", true, "gun", 60, -1),
        ("gun", "irregular", true, "gun", 60, -1),
        ("mortar", "regular", true, "mortar", 48, -1),
        ("mortar", "irregular", true, "mortar", 48, -1),
    ];
    for (troop, state, mounted, id, reach, dice) in lines {
        let at = |range: f64| {
            volley(json!({ "state": state, "mounted": mounted, "range_in": range, "groups": of(troop, 5) }), json!({}))
        };
        let answer = RULES.answer("shooting", at(f64::from(reach)), &vec![1; usize::try_from(5 + dice).unwrap()]);
        assert_eq!(answer["outcome"]["dice"], json!([5 + dice]), "{troop} {state}: {answer}");
        let named = if id.is_empty() { json!([]) } else { json!([{ "id": id, "value": dice }]) };
        assert_eq!(answer["modifiers"], named);
        assert_eq!(RULES.refusal("shooting", at(f64::from(reach) + 0.5)), "not_allowed shooters[0].range_in");
    }
    for (troop, state, mounted) in
        [("mob", "irregular", true), ("dragoon", "irregular", true), ("pike", "regular", true)]
    {
        let input = volley(json!({ "state": state, "mounted": mounted, "groups": of(troop, 5) }), json!({}));
        assert_eq!(RULES.refusal("shooting", &input), "not_allowed shooters[0].groups[0].type");
    }
}

#[test]
fn rear_ranks_shoot_only_in_volleys_of_firearms() {
    let rear = |troop: &str, volley_of: &str| {
        volley(json!({ "groups": [{ "type": troop, "front": 4, "rear": 4, "volley": volley_of }] }), json!({}))
    };
    for kind in ["late_swedish", "longbow"] {
        assert_eq!(RULES.outcome("shooting", rear("firearm", kind), &[1; 9])["dice"], json!([9]));
        assert_eq!(RULES.refusal("shooting", rear("dragoon", kind)), "not_allowed shooters[0].groups[0].volley");
    }
    assert_eq!(RULES.refusal("shooting", rear("firearm", "none")), "not_allowed shooters[0].groups[0].rear");
}

#[test]
fn each_type_of_a_mixed_formation_has_its_own_number_of_dice() {
    let mixed = json!({ "groups": [{ "type": "firearm", "front": 3 }, { "type": "mob", "front": 1 }] });
    // Firearms: 3 + 1 + 1 dice at Irregulars. Mob: 1 − 2 + 1, so no dice.
    let answer = RULES.answer("shooting", volley(mixed, json!({ "state": "irregular" })), &[1; 5]);
    assert_eq!(answer["outcome"]["dice"], json!([5]));
    let ids: Vec<&str> =
        answer["modifiers"].as_array().unwrap().iter().filter_map(|modifier| modifier["id"].as_str()).collect();
    assert_eq!(ids, ["regular_firearm", "target_irregular", "regular_mob", "target_irregular"]);
}

#[test]
fn the_extra_die_applies_to_each_type_or_by_ruling_once() {
    let once = |groups: Json, rulings: Json| {
        let mut input = volley(json!({ "range_in": 5, "groups": groups }), json!({ "state": "irregular" }));
        input["rulings"] = with(json!({ "r21_irregular_die": "once" }), rulings);
        input
    };
    let two_types = json!([{ "type": "firearm", "front": 3 }, { "type": "harquebusier", "front": 2 }]);
    // 3 + 1 + 1 and 2 + 0 + 1. If the extra die is given once, the first type gets it.
    let each = once(two_types.clone(), json!({ "r21_irregular_die": "each_type" }));
    assert_eq!(RULES.outcome("shooting", &each, &[1; 8])["dice"], json!([8]));
    let answer = RULES.answer("shooting", once(two_types, json!({})), &[1; 7]);
    assert_eq!(answer["outcome"]["dice"], json!([7]));
    let ids: Vec<&str> =
        answer["modifiers"].as_array().unwrap().iter().filter_map(|modifier| modifier["id"].as_str()).collect();
    assert_eq!(ids, ["regular_firearm", "target_irregular"]);
    // The Mob has 1 − 2, less than no dice, so the extra die would be lost. The Firearms get it.
    let mob_first = json!([{ "type": "mob", "front": 1 }, { "type": "firearm", "front": 3 }]);
    assert_eq!(RULES.outcome("shooting", once(mob_first, json!({})), &[1; 5])["dice"], json!([5]));
    // With a minimum of one die (R3), 1 − 1 is also too few.
    let gun_first = json!([{ "type": "gun", "front": 1 }, { "type": "firearm", "front": 3 }]);
    let one = once(gun_first, json!({ "r3_minimum_dice": "one" }));
    assert_eq!(RULES.outcome("shooting", with_stationary(one), &[1; 6])["dice"], json!([6]));
    // If no type gains by the extra die, the first type gets it.
    assert_eq!(
        RULES.refusal("shooting", once(json!([{ "type": "mob", "front": 1 }]), json!({}))),
        "not_allowed shooters[0].groups"
    );
}

fn with_stationary(mut input: Json) -> Json {
    input["shooters"][0]["stationary"] = true.into();
    input
}

#[test]
fn shooters_are_refused_in_the_order_of_the_source() {
    let guns = json!({ "groups": of("gun", 3), "stationary": false });
    assert_eq!(RULES.refusal("shooting", volley(guns.clone(), json!({}))), "not_allowed shooters[0].stationary");
    let far = with(&guns, json!({ "range_in": 61 }));
    assert_eq!(RULES.refusal("shooting", volley(far.clone(), json!({}))), "not_allowed shooters[0].range_in");
    let restored = with(&far, json!({ "restored": true }));
    assert_eq!(RULES.refusal("shooting", volley(restored.clone(), json!({}))), "not_allowed shooters[0].restored");
    let fighting = with(&restored, json!({ "in_melee": true }));
    assert_eq!(RULES.refusal("shooting", volley(fighting.clone(), json!({}))), "not_allowed shooters[0].in_melee");
    let changing = json!({ "changing": true });
    assert_eq!(RULES.refusal("shooting", volley(fighting, changing)), "not_allowed target.changing");
    let few = json!({ "groups": of("mob", 2) });
    assert_eq!(RULES.refusal("shooting", volley(few, json!({}))), "not_allowed shooters[0].groups");
    let nobody = json!({ "groups": [{ "type": "pike", "front": 0, "elements": 4 }] });
    assert_eq!(
        RULES.refusal("shooting", volley(json!({ "groups": of("firearm", 3) }), nobody)),
        "bad_value target.groups"
    );
}

#[test]
fn close_fire_makes_foot_irregular_at_3_inches_and_cavalry_at_6() {
    let causes = |range: f64, troop: &str| {
        let target = json!({ "groups": [{ "type": troop, "front": 4, "elements": 4 }] });
        let input = volley(json!({ "range_in": range, "groups": of("firearm", 3) }), target);
        RULES.outcome("shooting", &input, &[1; 4])["new_causes"].clone()
    };
    assert_eq!(causes(3.0, "pike"), json!(["close_fire"]));
    assert_eq!(causes(3.5, "pike"), json!([]));
    assert_eq!(causes(6.0, "lancer"), json!(["close_fire"]));
    assert_eq!(causes(6.5, "lancer"), json!([]));
    assert_eq!(causes(6.0, "gun"), json!([]));
}

#[test]
fn losses_count_over_the_turn_and_excess_hits_are_wasted() {
    let volley_of = |target: Json, faces: &[u8]| {
        RULES.outcome("shooting", volley(json!({ "range_in": 9, "groups": of("firearm", 3) }), target), faces)
    };
    assert_eq!(volley_of(json!({}), &[5, 1, 1, 1, 1])["new_causes"], json!([]));
    assert_eq!(volley_of(json!({ "losses_this_turn": 1 }), &[5, 1, 1, 1, 1])["new_causes"], json!(["shooting_losses"]));
    let few = json!({ "groups": [{ "type": "pike", "front": 1, "elements": 1 }] });
    // If the formation is destroyed, its commander is not tested, and it is not shaken.
    let gone = volley_of(few, &[6; 4]);
    assert_eq!(
        (gone["losses"].clone(), gone["destroyed"].clone(), gone["new_causes"].clone()),
        (json!([1]), true.into(), json!([]))
    );
    // A lost commander is not tested again.
    assert_eq!(volley_of(json!({ "commander_lost": true }), &[5, 1, 1, 1])["commander_lost"], false);
}
