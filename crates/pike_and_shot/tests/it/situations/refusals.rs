//! Refusals, by field: fire, targets, melees, moves, speeches and rests.

use serde_json::{Value as Json, json};
use testing::asked::{Rules, with};
use testing::table::assert_answers;

const ID: &str = "pike_and_shot";
const RULES: Rules = Rules(ID);

fn horse() -> Json {
    json!({ "troop_type": "horse", "figures": 8 })
}

#[test]
fn foot_fires_only_where_it_may() {
    // Infantry Firing; Woods Towns and Villages.
    let base = json!({ "front_muskets": 4, "ranks": 2, "range_in": 6, "target": horse() });
    assert_answers(
        RULES,
        "infantry_fire",
        &base,
        &[
            (json!({}), "allowed"),
            (json!({ "moved": true }), "not_allowed moved"),
            (json!({ "in_front": false }), "not_allowed in_front"),
            (json!({ "overhead": true }), "not_allowed overhead"),
            (json!({ "range_in": 6.5 }), "not_allowed range_in"),
            (json!({ "woods_or_town_in": 3.5 }), "not_allowed woods_or_town_in"),
            (json!({ "woods_or_town_in": 3 }), "allowed"),
        ],
    );
}

#[test]
fn cavalry_fires_only_where_it_may() {
    // Cavalry Firing; Bows: pistols reach 2 inches, bows 3.
    let base =
        json!({ "weapon": "pistol", "figures": 12, "ranks": 2, "range_in": 2, "moved_in": 9, "target": horse() });
    assert_answers(
        RULES,
        "cavalry_fire",
        &base,
        &[
            (json!({}), "allowed"),
            (json!({ "moved_in": 9.5 }), "not_allowed moved_in"),
            (json!({ "charged": true }), "not_allowed charged"),
            (json!({ "pistols_loaded": false }), "not_allowed pistols_loaded"),
            (json!({ "pistols_loaded": false, "weapon": "bow" }), "allowed"),
            (json!({ "in_front": false }), "not_allowed in_front"),
            (json!({ "overhead": true }), "not_allowed overhead"),
            (json!({ "range_in": 2.5 }), "not_allowed range_in"),
            (json!({ "range_in": 2.5, "weapon": "bow" }), "allowed"),
            (json!({ "range_in": 3.5, "weapon": "bow" }), "not_allowed range_in"),
            (json!({ "front_figures": 13 }), "bad_value front_figures"),
        ],
    );
}

#[test]
fn a_gun_fires_only_where_it_may() {
    // Firing Artillery: a medium gun needs 6 at 24 inches, and one more for each missing man.
    let base = json!({ "gun": "medium", "crew": 3, "range_in": 24, "target": horse() });
    assert_answers(
        RULES,
        "artillery_fire",
        &base,
        &[
            (json!({}), "allowed"),
            (json!({ "crew": 0 }), "not_allowed crew"),
            (json!({ "crew": 2 }), "not_allowed crew"),
            (json!({ "crew": 4 }), "bad_value crew"),
            (json!({ "moved": true }), "not_allowed moved"),
            (json!({ "ready": false }), "not_allowed ready"),
            (json!({ "in_arc": false }), "not_allowed in_arc"),
            (json!({ "overhead": true }), "not_allowed overhead"),
            (json!({ "range_in": 24.5 }), "not_allowed range_in"),
        ],
    );
}

#[test]
fn targets_have_the_fields_of_their_kind() {
    // Armour and Organization; Generals.
    let refusal = |target: Json| {
        let fire = json!({ "front_muskets": 4, "ranks": 2, "range_in": 5, "target": target });
        RULES.refusal("infantry_fire", fire)
    };
    let foot = json!({ "troop_type": "foot", "pikes": 8, "muskets": 8, "pike_armour": "partly" });
    assert_eq!(refusal(foot.clone()), "allowed");
    assert_eq!(refusal(with(&foot, json!({ "figures": 8 }))), "bad_value target.figures");
    assert_eq!(refusal(with(&foot, json!({ "armour": "partly" }))), "bad_value target.armour");
    assert_eq!(refusal(json!({ "troop_type": "foot" })), "bad_value target.pikes");
    assert_eq!(refusal(with(horse(), json!({ "armour": "fully" }))), "allowed");
    assert_eq!(refusal(with(horse(), json!({ "pike_armour": "partly" }))), "bad_value target.pike_armour");
    assert_eq!(refusal(json!({ "troop_type": "horse" })), "missing_field target.figures");
    let dragoons = json!({ "troop_type": "mounted_dragoons", "figures": 8, "armour": "partly" });
    assert_eq!(refusal(dragoons), "not_allowed target.armour");
    // A general is one figure without further fields.
    assert_eq!(refusal(json!({ "troop_type": "general" })), "allowed");
    for (field, value) in [
        ("pikes", json!(1)),
        ("muskets", json!(1)),
        ("figures", json!(1)),
        ("pike_armour", json!("partly")),
        ("armour", json!("partly")),
        ("counters", json!(1)),
        ("morale_class", json!("good")),
        ("general_with", json!(true)),
    ] {
        let general = json!({ "troop_type": "general", field: value });
        assert_eq!(refusal(general), format!("bad_value target.{field}"));
    }
}

#[test]
fn units_of_a_melee_have_the_fields_of_their_kind() {
    // Melee; Appendix I, Lancers; Cavalry Firing.
    let foot = json!({ "troop_type": "foot", "pikes": 8, "muskets": 8, "ranks": 2, "morale_class": "average" });
    let refusal = |unit: Json| RULES.refusal("melee_groups", json!({ "side_a": [unit], "side_b": [foot] }));
    let of_foot = |more: Json| refusal(with(&foot, more));
    assert_eq!(of_foot(json!({ "front_pikes": 8, "front_muskets": 8 })), "allowed");
    assert_eq!(of_foot(json!({ "figures": 8 })), "bad_value side_a[0].figures");
    assert_eq!(of_foot(json!({ "front_figures": 4 })), "bad_value side_a[0].front_figures");
    assert_eq!(of_foot(json!({ "front_pikes": 9 })), "bad_value side_a[0].front_pikes");
    assert_eq!(of_foot(json!({ "front_muskets": 9 })), "bad_value side_a[0].front_muskets");
    assert_eq!(of_foot(json!({ "front_pikes": 0, "front_muskets": 0 })), "bad_value side_a[0].front_pikes");
    assert_eq!(of_foot(json!({ "fire_pistols": true })), "not_allowed side_a[0].fire_pistols");
    assert_eq!(of_foot(json!({ "lance": true })), "not_allowed side_a[0].lance");
    let horse = with(horse(), json!({ "ranks": 1, "morale_class": "average" }));
    let of_horse = |more: Json| refusal(with(&horse, more));
    assert_eq!(of_horse(json!({ "charging": true, "lance": true })), "allowed");
    assert_eq!(of_horse(json!({ "front_figures": 9 })), "bad_value side_a[0].front_figures");
    assert_eq!(of_horse(json!({ "charging": true, "melee_bound": 2 })), "not_allowed side_a[0].charging");
    assert_eq!(of_horse(json!({ "fire_pistols": true })), "allowed");
    assert_eq!(of_horse(json!({ "fire_pistols": true, "charging": true })), "not_allowed side_a[0].fire_pistols");
    assert_eq!(
        of_horse(json!({ "fire_pistols": true, "pistols_loaded": false })),
        "not_allowed side_a[0].pistols_loaded"
    );
    let gunners = json!({ "troop_type": "artillery", "figures": 3, "ranks": 1, "morale_class": "average" });
    assert_eq!(refusal(gunners), "not_allowed side_a[0].troop_type");
}

#[test]
fn impassable_ground_and_moves_with_fire_are_refused_by_mover() {
    // Terrain; Movement; Artillery Movement.
    let refusal = |mover: &str, more: Json| RULES.refusal("movement_allowance", with(json!({ "mover": mover }), more));
    let guns = ["limbered_guns", "limbered_galloper_guns", "manhandled_guns"];
    let cavalry = ["cavalry", "irregular_light_cavalry"];
    let others = ["infantry", "open_order_infantry", "gun_crew", "general_on_foot", "mounted_general"];
    for mover in guns.into_iter().chain(cavalry).chain(others) {
        let unless = |barred: bool, refused: &str| if barred { refused.to_owned() } else { "allowed".to_owned() };
        let (gun, horse) = (guns.contains(&mover), cavalry.contains(&mover));
        assert_eq!(refusal(mover, json!({ "walls_crossed": 1 })), unless(gun, "not_allowed walls_crossed"), "{mover}");
        assert_eq!(refusal(mover, json!({ "hedges_crossed": 1 })), "allowed", "{mover}");
        let woods = unless(gun || horse, "not_allowed woods_or_town");
        assert_eq!(refusal(mover, json!({ "woods_or_town": "off_road" })), woods, "{mover}");
        assert_eq!(refusal(mover, json!({ "river": "wade" })), unless(gun, "not_allowed river"), "{mover}");
        assert_eq!(refusal(mover, json!({ "river": "deep" })), "not_allowed river", "{mover}");
        assert_eq!(refusal(mover, json!({ "hill": "cliff" })), "not_allowed hill", "{mover}");
        assert_eq!(refusal(mover, json!({ "firing": true })), unless(!horse, "not_allowed firing"), "{mover}");
        assert_eq!(refusal(mover, json!({ "fired": true })), unless(!horse, "not_allowed fired"), "{mover}");
    }
}

#[test]
fn a_speech_needs_a_general_with_the_unit() {
    // Generals.
    assert_answers(
        RULES,
        "rousing_speech",
        &json!({ "counters": 3 }),
        &[
            (json!({}), "allowed"),
            (json!({ "general_with": false }), "not_allowed general_with"),
            (json!({ "fired": true }), "not_allowed fired"),
            (json!({ "in_melee": true }), "not_allowed in_melee"),
            (json!({ "already_addressed": true }), "not_allowed already_addressed"),
        ],
    );
}

#[test]
fn units_that_moved_fired_or_fought_do_not_rest() {
    // Move Sequence 7; Morale.
    assert_answers(
        RULES,
        "rest",
        &json!({ "action": "remove_counter", "counters": 4, "morale_class": "poor" }),
        &[
            (json!({}), "allowed"),
            (json!({ "moved": true }), "not_allowed moved"),
            (json!({ "fired": true }), "not_allowed fired"),
            (json!({ "fought": true }), "not_allowed fought"),
            (json!({ "counters": 0 }), "not_allowed counters"),
            (json!({ "broken": true }), "not_allowed counters"),
            (json!({ "broken": true, "counters": 3 }), "allowed"),
            (json!({ "broken": true, "morale_class": "unknown" }), "bad_value morale_class"),
            (json!({ "action": "reload_pistols", "pistols": "loaded" }), "not_allowed pistols"),
        ],
    );
}

#[test]
fn a_flesh_wound_needs_a_further_die() {
    // Generals: a 6 hits, a 4 is a flesh wound, and a further die gives its number of bounds.
    let asked = |faces: &[u8]| RULES.answer("general_casualty", json!({}), faces)["next"]["purpose"].clone();
    assert_eq!([asked(&[]), asked(&[6]), asked(&[6, 4])], ["general_hit", "general_wound", "recovery"]);
    let wounded = RULES.outcome("general_casualty", json!({}), &[6, 4, 3]);
    assert_eq!((&wounded["result"], &wounded["recovery_bounds"]), (&json!("flesh_wound"), &json!(3)));
}

#[test]
fn the_die_for_a_generals_wound_needs_no_particular_face() {
    // Generals: dead, wounded, a flesh wound, or his horse.
    let procedure = test_rulesets::RULESETS.find("pike_and_shot").unwrap().procedure("general_casualty").unwrap();
    let ready = procedure.read(json!({}).as_object().unwrap()).unwrap();
    let needs = |purpose: &str, faces: &[u8]| {
        let roll = rules::dice::RollRequest { purpose: purpose.into(), sides: 6, count: 1, counts_from: None };
        battle::analysis::needs::RollNeeds::of(&ready, faces, &roll).dice[0].words().map(|words| words.to_string())
    };
    assert_eq!(needs("general_hit", &[]), Some("6+".into()));
    assert_eq!(needs("general_wound", &[6]), None);
}
