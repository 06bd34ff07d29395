//! Values needed by shots, many sixes, and loading. *Shooting; Firearms; Shooting modifiers; Large fantasy creatures.*

use super::{RULES, assert_chance, chance, missing, not_allowed};
use exchange::contract::odds;
use rules::dice::Halt;
use serde_json::{Value as Json, json};

/// Returns the natural value that a shot needs.
fn needs(shooter: Json, target: Json) -> i64 {
    let input = json!({ "shooters": [shooter], "target": target, "reroll_sixes": false });
    odds(test_rulesets::RULESETS, &RULES.request("shoot", input))["outcomes"][0]["outcome"]["needs"][0]
        .as_i64()
        .expect("a shot that is allowed")
}

#[test]
fn an_arquebusier_hits_the_approaching_halberdier_with_5_or_6() {
    let input = json!({ "shooters": [{ "weapon": "short_arquebus", "range_cm": 8 }] });
    assert_eq!(RULES.outcome("shoot", input.clone(), &[5])["hits"], 1);
    assert_chance(chance("shoot", input, "hits", 1), 2, 6);
}

#[test]
fn riders_hit_with_a_6_in_a_caracole_and_with_a_5_standing() {
    let rider = json!({ "weapon": "pistol", "range_cm": 10, "mount": "cavalry", "movement": "moving" });
    assert_eq!(needs(rider.clone(), json!({})), 6);
    // The shot needs a six, so a six is not rolled again.
    assert_chance(chance("shoot", json!({ "shooters": [rider] }), "hits", 1), 1, 6);
    assert_eq!(needs(json!({ "weapon": "pistol", "range_cm": 10 }), json!({})), 5);
}

#[test]
fn a_pistol_at_15_cm_needs_two_sixes() {
    let input = json!({ "shooters": [{ "weapon": "pistol", "range_cm": 15 }] });
    assert_eq!(missing("shoot", input.clone(), &[6]), ("reroll".into(), 1));
    assert_eq!(RULES.outcome("shoot", input.clone(), &[6, 6])["hits"], 1);
    // 1/6 · 1/6
    assert_chance(chance("shoot", input, "hits", 1), 1, 36);
}

#[test]
fn one_musket_that_fires_at_will_at_a_group_counts_1_more() {
    let input = json!({
        "shooters": [{ "weapon": "matchlock_musket", "count": 3, "range_cm": 30 }], "target": { "figures": 8 },
    });
    let outcome = RULES.outcome("shoot", input, &[6, 3, 5]);
    assert_eq!(outcome, json!({ "shots": 3, "needs": [7], "hits": 1, "casualties": 1, "plus_one_used": true }));
}

/// A salvo of three musketeers in close order at an officer's command, which both editions allow.
fn salvo(range_cm: i32) -> Json {
    json!({
        "weapon": "matchlock_musket", "count": 3, "range_cm": range_cm, "salvo": true, "officer": true, "close_order": true,
    })
}

#[test]
fn two_sixes_in_a_salvo_count_6_and_7() {
    let input = json!({ "shooters": [salvo(50)], "target": { "figures": 8 } });
    assert_eq!(RULES.outcome("shoot", input, &[6, 6, 2])["hits"], 1);
}

#[test]
fn a_salvo_needs_a_group_and_is_allowed_from_behind_a_wall_since_2025() {
    let behind_a_wall = json!({
        "weapon": "matchlock_musket", "count": 3, "range_cm": 30, "salvo": true, "officer": true, "protected": true,
    });
    assert_eq!(not_allowed("shoot", json!({ "shooters": [salvo(30)] })), "target.figures");
    let group = json!({ "figures": 5 });
    assert_eq!(needs(behind_a_wall.clone(), group.clone()), 6);
    let in_2024 = json!({ "edition": "sheet_2024", "shooters": [behind_a_wall], "target": group });
    assert_eq!(not_allowed("shoot", in_2024), "shooters[0].close_order");
    // A salvo of three muskets at a target in a window.
    assert_eq!(needs(salvo(20), json!({ "cover": "cover" })), 6);
}

#[test]
fn sixes_in_disorder_do_not_add_up() {
    let shooter = json!({ "weapon": "pistol", "range_cm": 15, "count": 2, "disorder": true });
    assert_eq!(RULES.outcome("shoot", json!({ "shooters": [shooter] }), &[6, 6])["hits"], 0);
}

#[test]
fn the_caliver_has_its_own_row_since_2025() {
    let at = |edition: &str| {
        let input = json!({ "edition": edition, "shooters": [{ "weapon": "long_arquebus", "range_cm": 18 }] });
        odds(test_rulesets::RULESETS, &RULES.request("shoot", input))["outcomes"][0]["outcome"]["needs"][0].clone()
    };
    assert_eq!((at("april_2025"), at("sheet_2024")), (json!(5), json!(6)));
}

#[test]
fn a_low_wall_does_not_protect_from_a_shot_in_contact() {
    let wall = json!({ "cover": "low_obstacle" });
    let pistol = |contact: &str| json!({ "weapon": "pistol", "range_cm": 1, "contact": contact });
    assert_eq!(needs(pistol("none"), wall.clone()), 6);
    assert_eq!(needs(pistol("in_contact"), wall), 5);
}

#[test]
fn cover_and_armour_together_take_two_at_most() {
    let shooter = json!({ "weapon": "short_arquebus", "range_cm": 30 });
    let target = json!({ "cover": "narrow_opening", "armour": "5", "furtive": true });
    let answer = RULES.answer("shoot", json!({ "shooters": [shooter], "target": target }), &[1]);
    assert_eq!(answer["outcome"]["needs"], json!([9]));
    let modifiers = json!([
        { "id": "cover", "value": -2 }, { "id": "armour", "value": -1 }, { "id": "furtive_target", "value": -1 },
        { "id": "cap", "value": 2 },
    ]);
    assert_eq!(answer["modifiers"], modifiers);
}

#[test]
fn players_choose_for_each_single_six_to_reroll_it_or_not() {
    let shot = |answers: &[&str]| json!({ "shooters": [{ "weapon": "pistol", "range_cm": 15 }], "target": { "equivalent_armour": 4 }, "single_sixes": answers });
    // The shot needs an 8: three sixes in a row. It misses if the player stops after the first or the second six.
    assert_eq!(missing("shoot", shot(&[]), &[6]), ("reroll".into(), 1));
    assert_eq!(RULES.outcome("shoot", shot(&["leave"]), &[6])["hits"], 0);
    assert_eq!(RULES.outcome("shoot", shot(&["again", "leave"]), &[6, 6])["hits"], 0);
    assert_eq!(RULES.outcome("shoot", shot(&["again", "again"]), &[6, 6, 6])["hits"], 1);
    // If the shooter leaves all sixes beforehand, no question is asked.
    let never = json!({ "shooters": [{ "weapon": "pistol", "range_cm": 15 }], "reroll_sixes": false, "single_sixes": ["again"] });
    assert_eq!(RULES.outcome("shoot", never, &[6])["hits"], 0);
    // Two fighters of class 5 who both need more than a six. The question is asked separately for each.
    let iron = json!({ "class": 5, "armour": "5" });
    let duel = |answers: &[&str]| json!({ "one": iron, "many": [iron], "single_sixes": answers, "rulings": { "r4_simultaneous": "both" } });
    let weak = |answers: &[&str]| {
        let mut duel = duel(answers);
        duel["one"]["enemy_higher"] = json!(true);
        duel["many"][0]["enemy_higher"] = json!(true);
        duel
    };
    assert_eq!(missing("melee", weak(&["leave"]), &[6, 6]), ("reroll_many".into(), 1));
    let outcome = RULES.outcome("melee", weak(&["leave", "again"]), &[6, 6, 6]);
    assert_eq!((&outcome["one_status"], &outcome["many_status"][0]), (&json!("killed"), &json!("recoils")));
}

#[test]
fn each_possible_reroll_of_a_six_is_asked_once() {
    let procedure =
        test_rulesets::RULESETS.find("argad").and_then(|ruleset| ruleset.procedure("shoot")).expect("it is there");
    let asked = |answers: Json, faces: &[u8]| {
        let input = json!({ "shooters": [{ "weapon": "pistol", "range_cm": 15 }], "target": { "equivalent_armour": 4 }, "single_sixes": answers });
        let input = input.as_object().expect("an object");
        let played = procedure.read(input).expect("it is allowed").resolve(faces);
        match played.result {
            Err(Halt::Needs(roll)) => procedure.mid_roll_choice(input, &roll, &played.rolls).map(|field| field.id),
            _ => None,
        }
    };
    assert_eq!(asked(json!([]), &[]), None);
    assert_eq!(asked(json!([]), &[6]), Some("single_sixes"));
    assert_eq!(asked(json!(["again"]), &[6]), None);
    assert_eq!(asked(json!(["again"]), &[6, 6]), Some("single_sixes"));
    assert_eq!(asked(json!(["again", "leave"]), &[6, 6]), None);
}

/// *Large fantasy creatures*: the values needed by each weapon in each band against skin and armour of 4, 5, 6 and 7.
#[test]
fn thick_skin_protects_as_in_the_table_of_large_creatures() {
    let table: &[(&str, i32, [i64; 4])] = &[
        ("pistol", 10, [5, 6, 7, 8]),
        ("pistol", 20, [8, 8, 9, 10]),
        ("short_arquebus", 10, [5, 5, 6, 7]),
        ("short_arquebus", 20, [6, 7, 8, 9]),
        ("short_arquebus", 40, [8, 8, 9, 10]),
        ("matchlock_musket", 20, [6, 6, 7, 8]),
        ("matchlock_musket", 40, [7, 7, 8, 9]),
        ("matchlock_musket", 60, [9, 9, 10, 11]),
        ("long_arquebus", 20, [5, 5, 6, 7]),
        ("long_arquebus", 30, [6, 7, 8, 9]),
        ("long_arquebus", 40, [8, 8, 9, 10]),
        ("light_musket", 20, [5, 5, 6, 7]),
        ("light_musket", 30, [6, 6, 7, 8]),
        ("light_musket", 40, [8, 8, 9, 10]),
    ];
    for (weapon, range_cm, wanted) in table {
        for (armour, need) in (4..=7).zip(wanted) {
            let given =
                needs(json!({ "weapon": weapon, "range_cm": range_cm }), json!({ "equivalent_armour": armour }));
            assert_eq!(given, *need, "{weapon} at {range_cm} cm against {armour}");
        }
    }
    for (range_cm, wanted) in [(20, [5, 5, 6, 7]), (40, [6, 6, 7, 8]), (60, [8, 8, 9, 10])] {
        for (armour, need) in (4..=7).zip(wanted) {
            assert_eq!(needs(salvo(range_cm), json!({ "figures": 3, "equivalent_armour": armour })), need);
        }
    }
    let in_contact = json!({ "weapon": "pistol", "range_cm": 0, "contact": "in_contact" });
    for (armour, need) in [(4, 5), (5, 5), (6, 6), (7, 7)] {
        assert_eq!(needs(in_contact.clone(), json!({ "equivalent_armour": armour })), need);
    }
}

#[test]
fn a_musket_is_loaded_in_two_turns() {
    let musket = |left: i32| json!({ "weapon": "matchlock_musket", "reload_left": left });
    assert_eq!(RULES.outcome("reload", musket(2), &[]), json!({ "reload_left": 1, "loaded": false }));
    assert_eq!(RULES.outcome("reload", musket(1), &[]), json!({ "reload_left": 0, "loaded": true }));
}

#[test]
fn an_elite_shooter_aims_at_one_of_a_group_in_place_of_the_bonus() {
    let aimed = json!({ "weapon": "rifled", "range_cm": 10, "aimed": true });
    let at = |figures: i32, shooters: Json| json!({ "shooters": shooters, "target": { "figures": figures } });
    assert_eq!(needs(aimed.clone(), json!({})), 5);
    assert_eq!(not_allowed("shoot", at(3, json!([aimed]))), "shooters[0].aimed");
    let elite = json!({ "weapon": "rifled", "range_cm": 10, "elite": true });
    assert_eq!(not_allowed("shoot", at(1, json!([elite, aimed]))), "shooters[1].aimed");
    assert_eq!(not_allowed("shoot", at(1, json!([aimed, elite]))), "shooters[1].elite");
    let both = json!({ "weapon": "rifled", "range_cm": 10, "elite": true, "aimed": true });
    assert_eq!(not_allowed("shoot", at(1, json!([both]))), "shooters[0].aimed");
}

#[test]
fn a_rider_fires_a_caliver_standing_still_or_not_at_all() {
    let rider = json!({ "weapon": "long_arquebus", "range_cm": 10, "mount": "cavalry" });
    let input = |edition: &str, rule: &str| json!({ "edition": edition, "shooters": [rider], "rulings": { "r6_caliver_mounted": rule } });
    assert_eq!(RULES.refusal("shoot", input("april_2025", "minus_one")), "allowed");
    assert_eq!(not_allowed("shoot", input("april_2025", "not_allowed")), "shooters[0].mount");
    // In 2024 a caliver counts as a short arquebus, whatever ruling was chosen for 2025.
    assert_eq!(RULES.refusal("shoot", input("sheet_2024", "not_allowed")), "allowed");
}
