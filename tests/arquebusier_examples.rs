//! *Arquebusier!*: the examples of the source, and those of the ruleset's description. Odds are written as fractions.

use drumhead::contract;
use serde_json::{Value as Json, json};

fn request(procedure: &str, input: &Json) -> Json {
    json!({ "ruleset": "arquebusier", "procedure": procedure, "input": input })
}

fn resolve(procedure: &str, input: &Json, faces: &[u8]) -> Json {
    let answer = contract::resolve(&request(procedure, input), faces);
    assert_eq!(answer["status"], "resolved", "{answer}");
    answer
}

fn outcome(procedure: &str, input: &Json, faces: &[u8]) -> Json {
    resolve(procedure, input, faces)["outcome"].clone()
}

fn refused_at(procedure: &str, input: &Json) -> (String, String) {
    let error = contract::odds(&request(procedure, input))["error"].clone();
    (error["code"].as_str().unwrap_or_default().into(), error["field"].as_str().unwrap_or_default().into())
}

fn not_allowed(field: &str) -> (String, String) {
    ("not_allowed".into(), field.into())
}

/// The chance of all outcomes of which `wanted` holds.
fn chance(procedure: &str, input: &Json, wanted: impl Fn(&Json) -> bool) -> f64 {
    let answer = contract::odds(&request(procedure, input));
    let outcomes = answer["outcomes"].as_array().unwrap_or_else(|| panic!("{answer}"));
    outcomes.iter().filter(|row| wanted(&row["outcome"])).filter_map(|row| row["probability"].as_f64()).sum()
}

fn assert_chance(chance: f64, numerator: i32, denominator: i32) {
    let wanted = f64::from(numerator) / f64::from(denominator);
    assert!((chance - wanted).abs() < 1e-12, "{chance} is not {numerator}/{denominator}");
}

mod army_lists {
    use super::*;

    fn status(troop: &str, year: i32) -> Json {
        outcome("availability", &json!({ "type": troop, "year": year }), &[])["status"].clone()
    }

    #[test]
    fn pikes_last_until_the_last_quarter_of_the_seventeenth_century() {
        assert_eq!(status("pike", 1675), "available");
        assert_eq!(status("pike", 1676), "unavailable");
    }

    #[test]
    fn harquebusiers_before_their_time_are_unusual_and_no_more() {
        assert_eq!(status("harquebusier", 1600), "unusual");
    }

    #[test]
    fn pistoliers_have_a_gap_between_bows_and_firearms() {
        assert_eq!(status("pistolier", 1570), "available");
        assert_eq!(status("pistolier", 1600), "unavailable");
        assert_eq!(status("pistolier", 1642), "available");
    }
}

mod commands {
    use super::*;

    /// The source's example: on the third turn, the General near, under fire without loss.
    fn ludwigs_infantry() -> Json {
        json!({ "kind": "manoeuvre", "nature": "regular", "types": ["pike"], "turn": 3, "general": "within_12", "under_fire": true })
    }

    #[test]
    fn ludwigs_infantry_pass_with_a_two() {
        let answer = resolve("command", &ludwigs_infantry(), &[2]);
        assert_eq!(answer["outcome"], json!({ "passed": true, "modifier": 1, "needs_roll": 2 }));
        assert_eq!(
            answer["modifiers"],
            json!([
                { "id": "regular", "value": 1 },
                { "id": "general_within_12", "value": 1 },
                { "id": "under_fire", "value": -1 },
            ])
        );
        // Any face but a 1.
        assert_chance(chance("command", &ludwigs_infantry(), |outcome| outcome["passed"] == true), 5, 6);
    }

    #[test]
    fn a_mob_that_is_losing_a_melee_cannot_be_told_anything() {
        let mob = json!({
            "kind": "manoeuvre", "nature": "irregular", "types": ["mob"], "turn": 4,
            "in_melee": true, "casualties_last_turn": true,
        });
        assert_eq!(outcome("command", &mob, &[6]), json!({ "passed": false, "modifier": -4, "needs_roll": 7 }));
    }

    #[test]
    fn one_command_a_turn_and_two_with_the_general() {
        let mut again = json!({ "kind": "manoeuvre", "nature": "regular", "types": ["firearm"], "turn": 2, "earlier_commands": ["hold_fire"] });
        assert_eq!(refused_at("command", &again), not_allowed("earlier_commands"));
        again["general"] = "joined".into();
        // Regular and the General there: any face.
        assert_chance(chance("command", &again, |outcome| outcome["passed"] == true), 1, 1);
        again["earlier_commands"] = json!(["mount"]);
        assert_eq!(refused_at("command", &again), not_allowed("kind"));
        again["commander_lost"] = true.into();
        assert_eq!(refused_at("command", &again), not_allowed("earlier_commands"));
    }

    #[test]
    fn what_lasts_until_out_of_combat_is_not_restored_in_it() {
        let restore = |cause: &str| json!({ "kind": "restore", "nature": "regular", "types": ["lancer"], "turn": 2, "shaken": [cause], "in_melee": true });
        assert_eq!(refused_at("command", &restore("standing_cavalry")), not_allowed("kind"));
        // 3 needed, less 2 for the melee, shaken and so not Regular: 5 or 6.
        assert_chance(chance("command", &restore("close_fire"), |outcome| outcome["passed"] == true), 2, 6);
    }
}

mod moves {
    use super::*;

    #[test]
    fn losses_under_fire_slow_a_formation_by_an_inch_each() {
        let shot_up = json!({ "types": ["firearm", "pike"], "fire_losses": 2, "command_passed": true });
        assert_eq!(
            outcome("movement_allowance", &shot_up, &[]),
            json!({ "base_in": 6, "reduction_in": 2, "max_in": 4, "immobilised": false })
        );
    }

    #[test]
    fn even_lancers_can_be_shot_to_a_standstill() {
        let lancers = json!({ "types": ["lancer"], "reason": "close_up", "in_melee": true, "fire_losses": 13 });
        assert_eq!(
            outcome("movement_allowance", &lancers, &[]),
            json!({ "base_in": 12, "reduction_in": 12, "max_in": 0, "immobilised": true })
        );
    }

    #[test]
    fn without_a_passed_command_it_stays_where_it_is() {
        assert_eq!(refused_at("movement_allowance", &json!({ "types": ["pike"] })), not_allowed("command_passed"));
    }
}

mod targets {
    use super::*;

    fn at(x: i32, y: i32) -> Json {
        json!({ "enemies": [{ "id": "x", "distance_in": x }, { "id": "y", "distance_in": y }], "wanted": "y" })
    }

    #[test]
    fn the_second_nearest_is_free_while_the_nearest_is_far_off_and_did_not_come_on() {
        assert_eq!(
            outcome("target_choice", &at(14, 20), &[]),
            json!({ "automatic": "x", "free_second": "y", "wanted_needs_command": false })
        );
        assert_eq!(
            outcome("target_choice", &at(12, 20), &[]),
            json!({ "automatic": "x", "free_second": null, "wanted_needs_command": true })
        );
    }

    #[test]
    fn between_equally_near_enemies_the_shooter_chooses() {
        assert_eq!(
            outcome("target_choice", &at(12, 12), &[]),
            json!({ "automatic": "y", "free_second": null, "wanted_needs_command": false })
        );
    }
}

mod sharing {
    use super::*;

    fn shares(shots: i32, fronts: [i32; 2], odd_shot_to: Option<&str>) -> Json {
        let [pike, firearm] = fronts;
        let input = json!({
            "shots": shots, "odd_shot_to": odd_shot_to,
            "groups": [{ "type": "pike", "front": pike }, { "type": "firearm", "front": firearm }],
        });
        outcome("shot_allocation", &input, &[])["shots"].clone()
    }

    #[test]
    fn five_shots_at_four_and_four_fall_two_and_three() {
        assert_eq!(shares(5, [4, 4], None), json!([3, 2]));
        assert_eq!(shares(5, [4, 4], Some("firearm")), json!([2, 3]));
    }

    #[test]
    fn seven_shots_at_eight_and_four_tilt_towards_the_four() {
        assert_eq!(shares(7, [8, 4], None), json!([4, 3]));
    }

    #[test]
    fn a_single_shot_goes_to_the_larger_front_and_two_never_to_one() {
        assert_eq!(shares(1, [8, 4], None), json!([1, 0]));
        assert_eq!(shares(2, [10, 1], None), json!([1, 1]));
    }
}

mod shooting {
    use super::*;

    /// The source's example: Essex's eight Firearms at Dragoons who are dismounting.
    fn essex() -> Json {
        json!({
            "target": { "state": "regular", "groups": [{ "type": "dragoon", "front": 6, "elements": 6 }], "changing": true },
            "shooters": [{ "state": "regular", "range_in": 10, "groups": [{ "type": "firearm", "front": 8 }] }],
        })
    }

    /// Losses of the first group of two or more.
    fn two_or_more(outcome: &Json) -> bool {
        outcome["losses"][0].as_i64().is_some_and(|lost| lost >= 2)
    }

    #[test]
    fn essex_throws_nine_dice_that_need_fives() {
        let faces = [5, 6, 1, 2, 3, 4, 1, 2, 3, 3, 6];
        assert_eq!(
            outcome("shooting", &essex(), &faces),
            json!({
                "dice": [9], "needs": [5], "shots": [[9]], "losses": [2], "commander_lost": true, "general_killed": false,
                "new_causes": ["shooting_losses", "dragoon_changing"], "destroyed": false,
            })
        );
        // 1 − (2/3)⁹ − 9 · 1/3 · (2/3)⁸
        assert_chance(chance("shooting", &essex(), two_or_more), 16867, 19683);
    }

    #[test]
    fn by_the_table_dragoons_turning_irregular_give_a_tenth_die() {
        let mut input = essex();
        input["rulings"] = json!({ "r2_becoming_irregular": "table" });
        assert_eq!(outcome("shooting", &input, &[1; 10])["dice"], json!([10]));
    }

    #[test]
    fn six_regular_firearms_throw_seven_dice_by_the_table_and_eight_by_the_example() {
        let mut input = json!({
            "target": { "state": "regular", "groups": [{ "type": "sword", "front": 6, "elements": 6 }] },
            "shooters": [{ "state": "regular", "range_in": 20, "groups": [{ "type": "firearm", "front": 6 }] }],
        });
        assert_eq!(outcome("shooting", &input, &[1; 7])["dice"], json!([7]));
        input["rulings"] = json!({ "r1_regular_firearm_dice": "example" });
        assert_eq!(outcome("shooting", &input, &[1; 8])["dice"], json!([8]));
        // The table's own eight: at Irregulars.
        input["rulings"] = json!({});
        input["target"]["state"] = "irregular".into();
        assert_eq!(outcome("shooting", &input, &[1; 8])["dice"], json!([8]));
    }

    #[test]
    fn three_guns_at_pike_and_shot() {
        let guns = json!({
            "target": { "state": "regular", "groups": [
                { "type": "pike", "front": 4, "elements": 8 }, { "type": "firearm", "front": 4, "elements": 4 },
            ] },
            "shooters": [{ "state": "regular", "range_in": 40, "groups": [{ "type": "gun", "front": 3 }], "stationary": true }],
        });
        let shot = outcome("shooting", &guns, &[5, 2, 1]);
        assert_eq!(shot["shots"], json!([[1, 1]]));
        assert_eq!(shot["needs"], json!([5, 3]));
        assert_eq!(shot["losses"], json!([1, 0]));
        // 1/3 · 2/3 · (1 − (5/6)²)
        let both = |outcome: &Json| outcome["losses"] == json!([1, 1]) && outcome["commander_lost"] == true;
        assert_chance(chance("shooting", &guns, both), 11, 162);
    }

    #[test]
    fn one_gun_shoots_only_at_irregulars() {
        let mut gun = json!({
            "target": { "state": "regular", "groups": [{ "type": "pike", "front": 4, "elements": 4 }] },
            "shooters": [{ "state": "regular", "range_in": 40, "groups": [{ "type": "gun", "front": 1 }], "stationary": true }],
        });
        assert_eq!(refused_at("shooting", &gun), not_allowed("shooters[0].groups"));
        let mut lenient = gun.clone();
        lenient["rulings"] = json!({ "r3_minimum_dice": "one" });
        assert_eq!(outcome("shooting", &lenient, &[1])["dice"], json!([1]));
        gun["target"]["state"] = "irregular".into();
        assert_eq!(outcome("shooting", &gun, &[1])["dice"], json!([1]));
    }

    #[test]
    fn shooters_throw_one_after_the_other_and_group_by_group() {
        let input = json!({
            "target": { "state": "regular", "groups": [
                { "type": "pike", "front": 4, "elements": 4 }, { "type": "firearm", "front": 4, "elements": 4 },
            ] },
            "shooters": [
                { "state": "regular", "range_in": 10, "groups": [{ "type": "firearm", "front": 3 }] },
                { "state": "irregular", "range_in": 10, "groups": [{ "type": "harquebusier", "front": 3 }] },
            ],
        });
        let throws = resolve("shooting", &input, &[1; 6])["rolls"].clone();
        let purposes: Vec<&str> =
            throws.as_array().unwrap().iter().filter_map(|roll| roll["purpose"].as_str()).collect();
        assert_eq!(purposes, ["to_hit_pike", "to_hit_firearm", "to_hit_pike", "to_hit_firearm"]);
    }

    #[test]
    fn the_general_dies_with_the_last_of_his_formation_and_in_one_reading_by_a_six() {
        let mut input = json!({
            "target": { "state": "regular", "groups": [{ "type": "firearm", "front": 1, "elements": 1 }], "general_joined": true },
            "shooters": [{ "state": "irregular", "range_in": 10, "groups": [{ "type": "firearm", "front": 1 }] }],
        });
        // Destroyed by a 3 or more.
        assert_chance(chance("shooting", &input, |outcome| outcome["general_killed"] == true), 2, 3);
        input["target"]["groups"][0]["elements"] = 2.into();
        assert_chance(chance("shooting", &input, |outcome| outcome["general_killed"] == true), 0, 1);
        input["rulings"] = json!({ "r5_general_killed": "on_six" });
        // 2/3 · 1/6
        assert_chance(chance("shooting", &input, |outcome| outcome["general_killed"] == true), 1, 9);
    }
}

mod melees {
    use super::*;

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
    fn two_swords_and_a_pike_with_another_behind_it_can_kill_each_other() {
        let answer = resolve("melee", &swords_and_pikes(), &[4, 1, 5, 6]);
        assert_eq!(answer["outcome"], json!({ "needs": [4, 4, 5, 5], "losses": { "swords": 1, "pikes": 1 } }));
        assert_eq!(answer["rolls"], json!([{ "purpose": "melee", "sides": 6, "faces": [4, 1, 5, 6] }]));
        // The pike falls by 1 − 1/2 · 1/2 = 3/4, the sword by 1 − 2/3 · 2/3 = 5/9.
        let both = |outcome: &Json| outcome["losses"] == json!({ "swords": 1, "pikes": 1 });
        assert_chance(chance("melee", &swords_and_pikes(), both), 5, 12);
    }

    #[test]
    fn a_mob_harms_lancers_only_once_they_are_irregular() {
        let melee = |state: &str| {
            json!({
                "groups": [
                    { "id": "mob", "side": "a", "type": "mob", "state": "irregular", "elements": 1 },
                    { "id": "lancers", "side": "b", "type": "lancer", "state": state, "elements": 1 },
                ],
                "attacks": [{ "by": "mob", "element": 0, "on": "lancers", "target": 0 }],
            })
        };
        assert_eq!(refused_at("melee", &melee("regular")), not_allowed("attacks[0].on"));
        assert_eq!(outcome("melee", &melee("irregular"), &[5])["needs"], json!([5]));
    }

    #[test]
    fn the_largest_melee_is_weighed_by_elements_and_not_by_faces() {
        let groups: Vec<Json> = (0..6)
            .map(|n| json!({ "id": format!("g{n}"), "side": if n % 2 == 0 { "a" } else { "b" }, "type": "pike", "state": "regular", "elements": 4 }))
            .collect();
        let attacks: Vec<Json> = (0..24)
            .map(|n| json!({ "by": format!("g{}", n % 6), "element": n / 6, "on": format!("g{}", (n + 1) % 6), "target": n / 6 }))
            .collect();
        let input = json!({ "groups": groups, "attacks": attacks });
        // Each of 24 elements falls by 1/3; nobody falls by (2/3)²⁴.
        let none = chance("melee", &input, |outcome| {
            outcome["losses"].as_object().is_some_and(|losses| losses.values().all(|lost| *lost == 0))
        });
        assert!((none - (2.0_f64 / 3.0).powi(24)).abs() < 1e-12);
        assert!((chance("melee", &input, |_| true) - 1.0).abs() < 1e-12);
    }
}

mod irregulars {
    use super::*;

    #[test]
    fn enemies_at_the_side_shake_a_formation_with_pikes() {
        let input = json!({ "nature": "regular", "types": ["pike", "firearm"], "contact": ["side"] });
        assert_eq!(
            outcome("irregular_check", &input, &[]),
            json!({ "new_causes": ["rear_contact"], "state": "irregular", "became_irregular": true, "attrition": false })
        );
    }

    #[test]
    fn a_mob_shot_at_from_three_inches_begins_to_melt_away() {
        let input = json!({ "nature": "irregular", "types": ["mob"], "fire_range_in": 3 });
        assert_eq!(
            outcome("irregular_check", &input, &[]),
            json!({ "new_causes": ["close_fire"], "state": "irregular", "became_irregular": false, "attrition": true })
        );
    }

    #[test]
    fn a_charge_this_turn_saves_cavalry_in_one_reading_only() {
        let mut charge = json!({ "nature": "regular", "types": ["lancer"], "contact": ["front"], "entered_melee": true, "moved_this_turn": true });
        assert_eq!(outcome("irregular_check", &charge, &[])["state"], "regular");
        charge["rulings"] = json!({ "r4_cavalry_moved": "last_turn" });
        assert_eq!(outcome("irregular_check", &charge, &[])["new_causes"], json!(["standing_cavalry"]));
    }
}

mod the_end {
    use super::*;

    #[test]
    fn the_weakest_of_a_shaken_rabble_go_first() {
        let mut rabble = json!({
            "nature": "irregular", "shaken": ["close_fire"],
            "groups": [{ "type": "mob", "elements": 3 }, { "type": "firearm", "elements": 2 }],
        });
        assert_eq!(outcome("end_of_turn", &rabble, &[])["lost_type"], "firearm");
        rabble["lose_type"] = "mob".into();
        assert_eq!(refused_at("end_of_turn", &rabble), not_allowed("lose_type"));
    }

    #[test]
    fn the_trained_lose_nothing_and_get_their_legs_back_once_nobody_shoots() {
        let input = json!({
            "nature": "regular", "shaken": ["shooting_losses"], "fire_losses": 2,
            "groups": [{ "type": "firearm", "elements": 4 }],
        });
        assert_eq!(
            outcome("end_of_turn", &input, &[]),
            json!({ "lost": 0, "lost_type": null, "destroyed": false, "fire_losses": 0 })
        );
    }

    #[test]
    fn a_side_with_nothing_regular_is_beaten() {
        let check = |a: &[&str], b: &[&str]| outcome("rout_check", &json!({ "a": a, "b": b }), &[]);
        assert_eq!(
            check(&["irregular", "regular"], &["irregular"]),
            json!({ "a_routs": false, "b_routs": true, "result": "a_wins" })
        );
        assert_eq!(check(&["irregular"], &["irregular"])["result"], "draw");
        assert_eq!(check(&[], &["regular"])["result"], "b_wins");
    }
}
