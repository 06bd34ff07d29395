//! Refusals of the rules, by procedure, in the order of their checks.

use serde_json::{Value as Json, json};
use testing::asked::{Rules, with};
use testing::table::assert_answers;

const RULES: Rules = Rules("argad");

#[test]
fn close_order_moves_only_with_an_officer_on_passable_ground() {
    // Movement.
    let line = json!({ "formation": "line" });
    assert_answers(
        RULES,
        "move",
        &line,
        &[
            (json!({}), "allowed"),
            (json!({ "mount": "cavalry" }), "not_allowed formation"),
            (json!({ "officer": false }), "not_allowed officer"),
            (json!({ "terrain": "difficult" }), "allowed"),
            (json!({ "terrain": "very_difficult" }), "not_allowed formation"),
            (json!({ "formation": "loose", "officer": false, "terrain": "very_difficult" }), "allowed"),
        ],
    );
}

#[test]
fn only_drilled_soldiers_form_and_pivot_close_order() {
    // Close order formation.
    let form = json!({ "action": "form", "soldiers": 3 });
    assert_answers(
        RULES,
        "close_order",
        &form,
        &[
            (json!({}), "allowed"),
            (json!({ "mount": "cavalry" }), "not_allowed mount"),
            (json!({ "drilled": false }), "not_allowed drilled"),
            (json!({ "soldiers": 2 }), "not_allowed soldiers"),
            (json!({ "officer": false }), "not_allowed officer"),
            (json!({ "anchor": false }), "not_allowed anchor"),
            (json!({ "terrain": "difficult" }), "allowed"),
            (json!({ "terrain": "very_difficult" }), "not_allowed terrain"),
        ],
    );
    let pivot = json!({ "action": "pivot", "soldiers": 3 });
    assert_answers(
        RULES,
        "close_order",
        &pivot,
        &[
            (json!({}), "allowed"),
            (json!({ "close_order": false }), "not_allowed close_order"),
            (json!({ "pivot_used": true }), "not_allowed pivot_used"),
            (json!({ "class": 2, "moves": true }), "not_allowed moves"),
        ],
    );
    assert_eq!(
        RULES.refusal("close_order", json!({ "action": "keep", "soldiers": 3, "close_order": false })),
        "not_allowed close_order"
    );
}

#[test]
fn only_cavalry_on_easy_ground_takes_a_run() {
    // Cavalry charge.
    let run = json!({ "straight_cm": 20 });
    assert_answers(
        RULES,
        "run_up",
        &run,
        &[
            (json!({}), "allowed"),
            (json!({ "mount": "mounted_infantry" }), "not_allowed mount"),
            (json!({ "terrain": "difficult" }), "not_allowed terrain"),
            (json!({ "in_contact_at_start": true }), "not_allowed in_contact_at_start"),
            (json!({ "charged_last_turn": true }), "not_allowed charged_last_turn"),
        ],
    );
}

#[test]
fn targets_of_shots_must_be_visible_and_contacts_consistent() {
    // Shooting: the checks of the target come before those of each shooter.
    let shot = json!({ "shooters": [{ "weapon": "pistol", "range_cm": 10 }], "target": {} });
    let contact =
        |range: i32| json!({ "shooters": [{ "weapon": "pistol", "range_cm": range, "contact": "in_contact" }] });
    assert_answers(
        RULES,
        "shoot",
        &shot,
        &[
            (json!({}), "allowed"),
            (contact(10), "allowed"),
            (contact(11), "bad_value shooters[0].range_cm"),
            (json!({ "target": { "cover": "crouched", "mount": "cavalry" } }), "bad_value target.cover"),
            (json!({ "target": { "cover": "crouched" } }), "not_allowed target.cover"),
            (json!({ "target": { "cover": "deep_wood" } }), "not_allowed target.cover"),
            (json!({ "target": { "cover": "thin_wood" } }), "allowed"),
        ],
    );
    // Bad values are refused before acts that are not allowed.
    let both = with(contact(11), json!({ "target": { "cover": "deep_wood" } }));
    assert_eq!(RULES.refusal("shoot", both), "bad_value shooters[0].range_cm");
}

#[test]
fn a_salvo_needs_matchlocks_close_order_and_an_officer() {
    // Matchlock musket with fork.
    let salvo = |changed: Json| {
        let musket = json!({
            "weapon": "matchlock_musket", "count": 3, "range_cm": 15, "salvo": true, "officer": true, "close_order": true,
        });
        json!({ "shooters": [with(musket, changed)], "target": { "figures": 3 } })
    };
    let answer = |changed: Json| RULES.refusal("shoot", salvo(changed));
    assert_eq!(answer(json!({})), "allowed");
    assert_eq!(answer(json!({ "weapon": "pistol" })), "not_allowed shooters[0].salvo");
    assert_eq!(answer(json!({ "weapon": "forkless_musket" })), "not_allowed shooters[0].salvo");
    assert_eq!(answer(json!({ "officer": false })), "not_allowed shooters[0].officer");
    assert_eq!(answer(json!({ "close_order": false })), "not_allowed shooters[0].close_order");
    assert_eq!(answer(json!({ "count": 2 })), "not_allowed shooters");
}

#[test]
fn loading_needs_a_loadable_weapon_and_an_undisturbed_turn() {
    // Weapon cards; Firearms; R12.
    let musket = json!({ "weapon": "matchlock_musket", "reload_left": 2 });
    assert_answers(
        RULES,
        "reload",
        &musket,
        &[
            (json!({}), "allowed"),
            (json!({ "weapon": "longbow" }), "not_allowed weapon"),
            (json!({ "weapon": "traditional_bow" }), "not_allowed weapon"),
            (json!({ "weapon": "javelin" }), "not_allowed weapon"),
            (json!({ "weapon": "pistol" }), "bad_value reload_left"),
            (json!({ "disabled": true }), "not_allowed disabled"),
            (json!({ "fired": true }), "not_allowed fired"),
            (json!({ "contacted": true }), "not_allowed contacted"),
            (json!({ "movement": "moving" }), "not_allowed movement"),
            (json!({ "movement": "two_paces" }), "not_allowed movement"),
            (json!({ "movement": "two_paces", "close_order": true }), "allowed"),
            (json!({ "mount": "cavalry", "threatened": true }), "allowed"),
        ],
    );
}

#[test]
fn invalid_numbers_of_fighters_are_refused() {
    // Melee: bad values.
    let fight = json!({ "one": {}, "many": [{}, { "weapon": "halberd" }] });
    let halberd = |more: Json| with(json!({ "weapon": "halberd" }), more);
    assert_answers(
        RULES,
        "melee",
        &fight,
        &[
            (json!({}), "allowed"),
            (json!({ "one": halberd(json!({ "rank": 2 })) }), "bad_value one.rank"),
            (json!({ "many": [{}, halberd(json!({ "rank": 2, "behind": 0 }))] }), "allowed"),
            (json!({ "many": [{}, halberd(json!({ "rank": 2, "behind": 1 }))] }), "bad_value many[1].behind"),
            (json!({ "many": [{}, halberd(json!({ "rank": 2, "behind": 2 }))] }), "bad_value many[1].behind"),
            (json!({ "friends": [{ "aim": 2 }] }), "bad_value friends[0].aim"),
            (json!({ "targets": [2] }), "bad_value targets"),
            (json!({ "targets": [0, 1] }), "bad_value targets"),
            (json!({ "targets": [0, 1], "one": { "fencer": "two_both" } }), "allowed"),
            (json!({ "targets": [0, 1, 1], "one": { "fencer": "two_both" } }), "bad_value targets"),
            (json!({ "targets": [0, 1], "one": { "fencer": "two_best" } }), "bad_value targets"),
            (json!({ "targets": [0, 1, 1], "one": { "fencer": "three" } }), "allowed"),
            (json!({ "targets": [0, 1], "one": { "fencer": "three" } }), "bad_value targets"),
        ],
    );
}

#[test]
fn fighters_are_refused_for_weapon_horse_and_training() {
    // Melee.
    let one = |one: Json| json!({ "one": one });
    let charger = json!({ "many": [{ "mount": "cavalry", "charging": true }] });
    let braced = |more: Json| {
        let one = with(json!({ "weapon": "light_spear", "braced": true }), more);
        with(&charger, json!({ "one": one }))
    };
    assert_answers(
        RULES,
        "melee",
        &json!({ "one": {}, "many": [{}] }),
        &[
            (one(json!({ "weapon": "heavy_lance" })), "not_allowed one.weapon"),
            (one(json!({ "mount": "mounted_infantry", "charging": true })), "not_allowed one.charging"),
            (one(json!({ "mount": "cavalry", "charging": true, "terrain": "difficult" })), "not_allowed one.terrain"),
            (one(json!({ "weapon": "heavy_lance", "mount": "cavalry" })), "not_allowed one.weapon"),
            (one(json!({ "weapon": "heavy_lance", "mount": "cavalry", "charging": true })), "allowed"),
            (one(json!({ "mount": "cavalry", "close_order": true })), "not_allowed one.close_order"),
            (braced(json!({})), "allowed"),
            (braced(json!({ "mount": "mounted_infantry" })), "not_allowed one.braced"),
            (braced(json!({ "weapon": "sword" })), "not_allowed one.braced"),
            (braced(json!({ "class": 2 })), "not_allowed one.braced"),
            (braced(json!({ "cramped": true })), "not_allowed one.braced"),
            (braced(json!({ "in_contact_at_start": true })), "not_allowed one.braced"),
            (with(braced(json!({ "in_contact_at_start": true })), json!({ "edition": "sheet_2024" })), "allowed"),
        ],
    );
}

#[test]
fn riders_and_fighters_without_room_do_not_strike_over_friends() {
    // Melee: striking from the second rank.
    let rank = |more: Json| {
        let friend = with(json!({ "weapon": "light_spear", "rank": 2 }), more);
        RULES.refusal("melee", json!({ "one": {}, "friends": [friend], "many": [{}] }))
    };
    assert_eq!(rank(json!({})), "allowed");
    assert_eq!(rank(json!({ "mount": "cavalry" })), "not_allowed friends[0].rank");
    assert_eq!(rank(json!({ "cramped": true })), "not_allowed friends[0].rank");
}

#[test]
fn blows_need_contact_and_a_charge_has_one_target() {
    // Melee; Cavalry charge.
    let behind = json!({ "weapon": "halberd", "rank": 2, "behind": 0 });
    let rider = |more: Json| with(json!({ "mount": "cavalry", "charging": true }), more);
    let helpless = json!({ "helpless": true });
    assert_answers(
        RULES,
        "melee",
        &json!({ "one": {}, "many": [{}, behind] }),
        &[
            (json!({}), "allowed"),
            (json!({ "targets": [1] }), "not_allowed targets"),
            (json!({ "friends": [{ "aim": 1 }] }), "not_allowed friends[0].aim"),
            (
                json!({ "one": rider(json!({ "fencer": "two_both" })), "many": [{}, helpless], "targets": [0, 1] }),
                "not_allowed targets",
            ),
            (
                json!({ "one": rider(json!({ "fencer": "two_both" })), "many": [{}, helpless], "targets": [0, 0] }),
                "allowed",
            ),
            // A friend who is not charged does not strike a charger.
            (json!({ "many": [rider(json!({}))], "friends": [{}] }), "not_allowed friends[0]"),
            (json!({ "many": [rider(json!({}))], "friends": [helpless] }), "allowed"),
            // A charged enemy is not struck by friends on foot.
            (json!({ "one": rider(json!({})), "many": [{}], "friends": [{}] }), "not_allowed friends[0]"),
            (json!({ "one": rider(json!({})), "many": [{}], "friends": [{ "mount": "cavalry" }] }), "allowed"),
            (json!({ "many": [rider(json!({}))], "friends": [rider(json!({}))] }), "allowed"),
            (json!({ "many": [rider(json!({}))], "friends": [{ "weapon": "halberd", "rank": 2 }] }), "allowed"),
        ],
    );
}
