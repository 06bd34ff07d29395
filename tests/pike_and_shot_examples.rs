//! The worked examples of *Pike & Shot*: those of the rules themselves, and those of the ruleset's description.

#![expect(clippy::unwrap_used, reason = "a test that cannot read its own fixture has failed")]

use drumhead::contract;
use drumhead::facts::{Facts, Scene};
use drumhead::procedure::Procedure;
use drumhead::rulesets::pike_and_shot::RULESET;
use drumhead::story::{Change, Story};
use serde_json::{Map, Value as Json, json};

fn request(procedure: &str, input: Json) -> Json {
    json!({ "ruleset": "pike_and_shot", "procedure": procedure, "input": input })
}

/// The outcome that these faces give; all of them are thrown.
fn resolve(procedure: &str, input: Json, faces: &[u8]) -> Json {
    let answer = contract::resolve(&request(procedure, input), faces);
    assert_eq!(answer["status"], "resolved", "{answer}");
    answer["outcome"].clone()
}

/// The outcome of a procedure without dice.
fn ruling(procedure: &str, input: Json) -> Json {
    resolve(procedure, input, &[])
}

/// Code and field of a refusal.
fn refusal(procedure: &str, input: Json) -> (String, String) {
    let answer = contract::odds(&request(procedure, input));
    let error = &answer["error"];
    (error["code"].as_str().unwrap_or_default().into(), error["field"].as_str().unwrap_or_default().into())
}

/// How likely an outcome is of which this holds.
fn chance(procedure: &str, input: Json, holds: impl Fn(&Json) -> bool) -> f64 {
    let answer = contract::odds(&request(procedure, input));
    let outcomes = answer["outcomes"].as_array().unwrap_or_else(|| panic!("{answer}"));
    outcomes.iter().filter(|row| holds(&row["outcome"])).map(|row| row["probability"].as_f64().unwrap()).sum()
}

fn assert_chance(chance: f64, numerator: f64, denominator: f64) {
    assert!((chance - numerator / denominator).abs() < 1e-12, "{chance} is not {numerator}/{denominator}");
}

/// Asserts that the outcome has these fields.
fn assert_has(outcome: &Json, fields: Json) {
    for (field, value) in fields.as_object().unwrap() {
        assert_eq!(&outcome[field], value, "{field} of {outcome}");
    }
}

/// 12 partly armoured pikes and 12 muskets, average, with a counter.
fn regiment() -> Json {
    json!({
        "troop_type": "foot", "pikes": 12, "muskets": 12, "pike_armour": "partly", "counters": 1, "morale_class": "average",
    })
}

/// `base` with the fields of `more`.
fn with(mut base: Json, more: Json) -> Json {
    for (field, value) in more.as_object().unwrap() {
        base[field] = value.clone();
    }
    base
}

mod organisation {
    use super::*;

    #[test]
    fn a_regiment_with_its_command_as_musketeers_stands_in_swedish_order() {
        let input = json!({ "troop_type": "foot", "pikes": 8, "muskets": 12, "command": 4, "formation": "swedish" });
        assert_eq!(
            ruling("formation", input),
            json!({
                "figures": 24, "pikes": 8, "muskets": 16, "men": 600, "ranks": 2, "ranks_represented": 6,
                "front_figures": 12, "front_pikes": 4, "front_muskets": 8, "casualty_line": "1:2",
                "frontage_mm": 120, "depth_mm": 30,
            })
        );
    }

    #[test]
    fn the_same_regiment_with_its_command_as_pikemen_stands_in_dutch_order() {
        let input = json!({
            "troop_type": "foot", "pikes": 8, "muskets": 12, "command": 4, "command_as_pikes": 4, "formation": "dutch",
        });
        let fields = json!({
            "pikes": 12, "muskets": 12, "ranks": 3, "front_pikes": 4, "front_muskets": 4, "casualty_line": "1:1",
            "frontage_mm": 80, "depth_mm": 45,
        });
        assert_has(&ruling("formation", input), fields);
    }

    #[test]
    fn a_class_is_rolled_on_the_table() {
        assert_eq!(resolve("morale_class_roll", json!({}), &[6]), json!({ "morale_class": "good" }));
        assert_eq!(resolve("morale_class_roll", json!({}), &[3]), json!({ "morale_class": "poor" }));
        let poor = chance("morale_class_roll", json!({}), |outcome| outcome["morale_class"] == "poor");
        assert_chance(poor, 2.0, 6.0);
    }

    #[test]
    fn a_company_takes_its_units_counters_and_brings_its_own_back() {
        let detach = json!({ "action": "detach", "parent_counters": 2 });
        assert_eq!(
            ruling("sub_unit", detach),
            json!({ "parent_counters": 2, "sub_unit_counters": 2, "moves_needed": 1 })
        );
        let rejoin = json!({ "action": "rejoin", "parent_counters": 2, "sub_unit_counters": 4 });
        assert_eq!(
            ruling("sub_unit", rejoin),
            json!({ "parent_counters": 4, "sub_unit_counters": null, "moves_needed": 0 })
        );
    }

    #[test]
    fn units_that_pass_through_each_other_take_half_of_each_others_counters() {
        let pass = |a: i32, b: i32| ruling("interpenetration", json!({ "counters_a": a, "counters_b": b }));
        assert_eq!(pass(3, 0), json!({ "a_gained": 1, "b_gained": 2, "counters_a": 4, "counters_b": 2 }));
        assert_eq!(pass(4, 5), json!({ "a_gained": 3, "b_gained": 2, "counters_a": 7, "counters_b": 7 }));
    }
}

mod movement {
    use super::*;

    #[test]
    fn infantry_in_woods_is_slow_and_takes_a_counter() {
        let input = json!({ "mover": "infantry", "counters": 2, "woods_or_town": "off_road" });
        let fields = json!({ "allowance_in": 4, "move_in": 2, "half_speed": true, "counters_gained": 1 });
        assert_has(&ruling("movement_allowance", input), fields);
    }

    #[test]
    fn a_hedge_takes_half_the_move_that_counters_leave() {
        let input = json!({ "mover": "cavalry", "counters": 1, "hedges_crossed": 1 });
        let answer = contract::resolve(&request("movement_allowance", input), &[]);
        assert_eq!(answer["outcome"]["move_in"], 5.5);
        assert_eq!(
            answer["modifiers"],
            json!([{ "id": "counters", "value": -1 }, { "id": "half_moves", "value": -5.5 }])
        );
    }

    #[test]
    fn cavalry_that_fires_moves_nine_inches() {
        let outcome = ruling("movement_allowance", json!({ "mover": "cavalry", "firing": true }));
        assert_has(&outcome, json!({ "allowance_in": 12, "move_in": 9 }));
    }

    #[test]
    fn pursuers_are_not_slowed_by_their_counters() {
        let input = json!({ "mover": "cavalry", "counters": 4, "pursuing": true, "river": "ford" });
        assert_has(&ruling("movement_allowance", input), json!({ "move_in": 12, "counters_gained": 1 }));
    }

    #[test]
    fn ten_figures_cross_a_bridge_in_a_move() {
        let cross = |figures: i32| ruling("bridge_crossing", json!({ "figures": figures }));
        let took = |crossing: i32, total: i32| json!({ "crossing_moves": crossing, "formation_change_moves": 1, "total_moves": total });
        assert_eq!(cross(24), took(3, 4));
        assert_eq!(cross(10), took(1, 2));
    }

    #[test]
    fn heavy_guns_are_slow_to_unlimber_and_light_ones_quick_to_limber() {
        let heavy = json!({ "gun": "heavy", "action": "unlimber", "half_moves_done": 2 });
        assert_eq!(
            ruling("gun_limbering", heavy),
            json!({ "half_moves_needed": 6, "half_moves_left": 4, "done": false })
        );
        let light = json!({ "gun": "light", "action": "limber" });
        assert_eq!(
            ruling("gun_limbering", light),
            json!({ "half_moves_needed": 1, "half_moves_left": 1, "done": false })
        );
    }
}

mod reactions {
    use super::*;

    #[test]
    fn average_horse_with_two_counters_and_a_general_charges_on_3() {
        let input = json!({ "troop_type": "horse", "morale_class": "average", "counters": 2, "general": "minus_1" });
        let charges = resolve("reaction_charge", input.clone(), &[3]);
        assert_has(&charges, json!({ "required": 3, "passed": true, "counters": 2 }));
        assert_has(&resolve("reaction_charge", input.clone(), &[2]), json!({ "passed": false, "counters": 3 }));
        assert_chance(chance("reaction_charge", input, |outcome| outcome["passed"] == true), 4.0, 6.0);
    }

    #[test]
    fn nervous_foot_that_will_not_counter_charge_may_break_of_it() {
        let input = json!({
            "role": "counter_charge", "troop_type": "foot", "morale_class": "nervous", "counters": 1,
        });
        let fields = json!({ "required": 6, "counters": 2, "breaks": true, "may_test_to_stand": false });
        assert_has(&resolve("reaction_charge", input, &[5]), fields);
    }

    #[test]
    fn irregulars_never_charge_horse() {
        let input = json!({
            "troop_type": "irregular_light_cavalry", "morale_class": "good", "opponent_troop_type": "horse",
        });
        assert_has(&ruling("reaction_charge", input), json!({ "required": null, "automatic": true, "passed": false }));
    }

    #[test]
    fn poor_foot_behind_a_wall_with_a_general_stands_on_2() {
        let input = json!({
            "troop_type": "foot", "morale_class": "poor", "counters": 2, "defending_obstacle": true, "general": "minus_1",
        });
        assert_has(&resolve("reaction_stand", input.clone(), &[2]), json!({ "required": 2, "breaks": false }));
        assert_has(&resolve("reaction_stand", input, &[1]), json!({ "breaks": true }));
    }

    #[test]
    fn gunners_never_stand() {
        let gunners = json!({ "troop_type": "artillery", "morale_class": "good" });
        assert_has(&ruling("reaction_stand", gunners), json!({ "automatic": true, "breaks": true }));
    }

    #[test]
    fn good_horse_after_three_bounds_of_pursuit_halts_on_5_and_rallies_in_two() {
        let input = json!({ "troop_type": "horse", "morale_class": "good", "bounds_pursued": 3 });
        let halts = resolve("reaction_pursuit", input.clone(), &[5]);
        assert_has(&halts, json!({ "result": "may_halt", "required": 5, "rally_bounds": 2 }));
        let pursues = resolve("reaction_pursuit", input, &[4]);
        assert_has(&pursues, json!({ "result": "must_pursue", "ended_by": "none", "rally_bounds": 0 }));
    }

    #[test]
    fn a_pursuit_is_over_when_the_enemy_is_out_of_reach() {
        let input = json!({
            "troop_type": "horse", "morale_class": "average", "bounds_pursued": 1, "enemy_distance_in": 7,
        });
        let fields = json!({ "result": "over", "ended_by": "distance", "rally_bounds": 1 });
        assert_has(&ruling("reaction_pursuit", input), fields);
    }
}

mod fire {
    use super::*;

    fn musketeers(front: i32, ranks: i32, ability: &str) -> Json {
        json!({
            "front_muskets": front, "ranks": ranks, "fighting_ability": ability, "range_in": 5, "target": regiment(),
        })
    }

    /// Size and number of the groups.
    fn groups(front: i32, ranks: i32, ability: &str) -> (i64, i64) {
        let answer = contract::odds(&request("infantry_fire", musketeers(front, ranks, ability)));
        let outcome = &answer["outcomes"][0]["outcome"];
        (outcome["group_size"].as_i64().unwrap(), outcome["groups"].as_i64().unwrap())
    }

    #[test]
    fn eight_musketeers_in_two_ranks_make_two_groups_or_three_if_veteran() {
        assert_eq!(groups(8, 2, "trained"), (4, 2));
        assert_eq!(groups(8, 2, "raw"), (5, 2));
        assert_eq!(groups(8, 2, "veteran"), (3, 3));
    }

    #[test]
    fn four_musketeers_in_three_ranks_make_one_group_or_two_if_veteran() {
        assert_eq!(groups(4, 3, "raw"), (4, 1));
        assert_eq!(groups(4, 3, "trained"), (3, 1));
        assert_eq!(groups(4, 3, "veteran"), (2, 2));
    }

    #[test]
    fn two_hits_on_a_mixed_regiment_are_identified_and_rolled_for() {
        // Hits; a pikeman and a musketeer; the pikeman's plate holds; the musketeer falls.
        let outcome = resolve("infantry_fire", musketeers(8, 2, "trained"), &[5, 6, 3, 5, 2, 4]);
        let fields = json!({
            "hits": 2, "figures_lost": 1, "pikes_lost": 0, "muskets_lost": 1, "target_counters": 3, "breaks": false,
        });
        assert_has(&outcome, fields);
    }

    #[test]
    fn a_group_costs_a_mixed_regiment_a_figure_five_times_in_36() {
        // 1/3 to hit · (1/2 a pikeman · 1/3 + 1/2 a musketeer · 1/2) = 5/36; of two groups 1 − (31/36)².
        let lost = chance("infantry_fire", musketeers(8, 2, "trained"), |outcome| outcome["figures_lost"] != 0);
        assert_chance(lost, 335.0, 1296.0);
    }

    #[test]
    fn a_wall_may_save_a_horseman() {
        let horse = json!({ "troop_type": "horse", "figures": 12, "armour": "partly" });
        let more = json!({ "counters": 2, "target_terrain": "wall", "target": horse });
        let input = with(musketeers(8, 2, "veteran"), more);
        let saved = resolve("infantry_fire", input.clone(), &[5, 2, 5, 4]);
        assert_has(&saved, json!({ "group_size": 4, "groups": 2, "hits": 1, "figures_lost": 0 }));
        assert_has(&resolve("infantry_fire", input, &[5, 2, 5, 3]), json!({ "hits": 1, "figures_lost": 1 }));
    }

    #[test]
    fn infantry_that_moved_does_not_fire() {
        let moved = with(musketeers(8, 2, "trained"), json!({ "moved": true }));
        assert_eq!(refusal("infantry_fire", moved), ("not_allowed".into(), "moved".into()));
    }

    #[test]
    fn twelve_horse_fire_their_pistols_from_two_ranks_after_moving_nine_inches() {
        let target = json!({ "troop_type": "foot", "muskets": 10, "morale_class": "nervous", "counters": 1 });
        let input = json!({
            "weapon": "pistol", "figures": 12, "ranks": 2, "range_in": 1, "moved_in": 9, "target": target,
        });
        let fields = json!({
            "firing_figures": 12, "group_size": 4, "groups": 3, "hits": 2, "muskets_lost": 1, "target_counters": 3,
            "breaks": true,
        });
        assert_has(&resolve("cavalry_fire", input, &[5, 1, 6, 4, 2]), fields);
    }

    #[test]
    fn every_counter_spoils_the_aim_of_mounted_bowmen() {
        let input = json!({
            "weapon": "bow", "figures": 8, "ranks": 1, "counters": 3, "range_in": 3, "target": regiment(),
        });
        assert_has(&resolve("cavalry_fire", input, &[1]), json!({ "group_size": 7, "groups": 1 }));
    }

    #[test]
    fn a_short_handed_gun_hits_a_regiment_behind_a_wall_on_6() {
        let input = json!({
            "gun": "medium", "crew": 2, "range_in": 10, "target_terrain": "wall", "target": regiment(),
        });
        let lost = resolve("artillery_fire", input.clone(), &[6, 6, 2, 4]);
        assert_has(&lost, json!({ "roll_needed": 6, "hits": 1, "muskets_lost": 1 }));
        let saved = resolve("artillery_fire", input.clone(), &[6, 6, 5]);
        assert_has(&saved, json!({ "hits": 1, "figures_lost": 0 }));
        assert_has(&resolve("artillery_fire", input.clone(), &[5]), json!({ "hits": 0 }));
        // 1/6 to hit · 1/6 to kill · 1/2 not saved.
        assert_chance(chance("artillery_fire", input, |outcome| outcome["figures_lost"] == 1), 1.0, 72.0);
    }

    #[test]
    fn musketeers_and_a_gun_fire_at_one_regiment_and_its_losses_are_summed() {
        let input = json!({
            "firers": [
                { "kind": "infantry", "front_muskets": 8, "ranks": 2, "range_in": 5 },
                { "kind": "artillery", "gun": "light", "crew": 2, "range_in": 6 },
            ],
            "target": with(regiment(), json!({ "general_with": true })),
        });
        let fields = json!({
            "dice_per_firer": [2, 1], "hits": 3, "pikes_lost": 1, "muskets_lost": 1, "target_counters": 4,
            "general_test_due": true,
        });
        assert_has(&resolve("combined_fire", input, &[5, 6, 1, 6, 5, 3, 5, 6, 6]), fields);
    }

    #[test]
    fn given_hits_are_rolled_for_as_any_others() {
        let three = json!({ "hits": 3, "target": regiment() });
        let outcome = resolve("casualty_test", three, &[1, 4, 6, 5, 3, 4]);
        assert_has(&outcome, json!({ "figures_lost": 2, "pikes_lost": 1, "muskets_lost": 1 }));
        let shot = json!({ "hits": 2, "cause": "artillery", "target_terrain": "town", "target": regiment() });
        let outcome = resolve("casualty_test", shot, &[6, 6, 3, 4, 3]);
        assert_has(&outcome, json!({ "figures_lost": 1, "pikes_lost": 1 }));
    }
}

mod melee {
    use super::*;

    fn horse() -> Json {
        json!({
            "troop_type": "horse", "figures": 12, "ranks": 1, "armour": "partly", "charging": true,
            "morale_class": "average",
        })
    }

    fn raw_foot() -> Json {
        json!({
            "troop_type": "foot", "pikes": 12, "muskets": 12, "ranks": 3, "fighting_ability": "raw",
            "morale_class": "average",
        })
    }

    fn horse_against_foot() -> Json {
        json!({ "side_a": [horse()], "side_b": [raw_foot()] })
    }

    #[test]
    fn twelve_horse_that_charge_raw_foot_make_six_groups_against_three() {
        let outcome = ruling("melee_groups", horse_against_foot());
        let groups: Vec<_> = outcome["lines"]
            .as_array()
            .unwrap()
            .iter()
            .map(|line| {
                (
                    line["kind"].as_str().unwrap(),
                    line["figures"].clone(),
                    line["group_size"].clone(),
                    line["groups"].clone(),
                )
            })
            .collect();
        let line = |kind, figures: i32, size: i32, groups: i32| (kind, json!(figures), json!(size), json!(groups));
        assert_eq!(groups, [line("horse", 12, 2, 6), line("pikes", 10, 3, 3), line("muskets", 4, 8, 0)]);
    }

    #[test]
    fn a_group_of_charging_veteran_lancers_is_one_figure() {
        let lancers = with(horse(), json!({ "figures": 3, "fighting_ability": "veteran", "lance": true }));
        let outcome = ruling("melee_groups", json!({ "side_a": [lancers], "side_b": [raw_foot()] }));
        assert_has(&outcome["lines"][0], json!({ "group_size": 1, "groups": 3 }));
    }

    #[test]
    fn the_foot_loses_by_figures_and_takes_a_counter_for_it() {
        let faces = [5, 6, 6, 1, 2, 3, 2, 4, 5, 5, 4, 3, 2, 6, 1, 5];
        let outcome = resolve("melee_round", horse_against_foot(), &faces);
        assert_has(&outcome, json!({ "loser": "b", "decided_by": "figures_lost" }));
        assert_has(&outcome["a"][0], json!({ "counters_gained": 1, "figures_lost": 1 }));
        assert_has(&outcome["b"][0], json!({ "counters_gained": 4, "pikes_lost": 1, "muskets_lost": 1 }));
    }

    #[test]
    fn the_foot_loses_four_times_in_five_however_it_is_asked() {
        for report in
            [json!({ "report": "units" }), json!({ "report": "sides" }), json!({ "report": "one_unit", "focus": "a1" })]
        {
            let input = with(horse_against_foot(), report);
            let loses = chance("melee_round", input, |outcome| outcome["loser"] == "b");
            assert_chance(loses, 4_629_587.0, 5_668_704.0);
        }
    }

    #[test]
    fn two_regiments_lose_together_although_one_of_them_was_not_hit() {
        let regiment = json!({
            "troop_type": "foot", "pikes": 8, "muskets": 8, "ranks": 2, "morale_class": "average",
        });
        let input = json!({
            "side_a": [horse()], "side_b": [regiment, regiment], "contacts": [{ "a": 1, "b": 1 }, { "a": 1, "b": 2 }],
        });
        let faces = [
            vec![1, 2, 3],                   // the horse at the left regiment,
            vec![5, 6, 1, 2, 3, 1, 2],       // which hits twice: nobody falls;
            vec![6, 5, 5, 1, 4, 6, 1, 1, 2], // the horse at the right one: three hits, nobody falls;
            vec![1, 2, 3, 4, 1],             // which does not hit.
        ]
        .concat();
        let outcome = resolve("melee_round", input, &faces);
        assert_has(&outcome, json!({ "loser": "b", "decided_by": "counters_this_bound" }));
        assert_eq!(outcome["a"][0]["counters_gained"], 2);
        assert_eq!(outcome["b"][0]["counters_gained"], 1);
        assert_eq!(outcome["b"][1]["counters_gained"], 4);
    }

    #[test]
    fn foot_taken_in_flank_takes_a_counter_for_every_group_and_breaks() {
        let input = with(horse_against_foot(), json!({ "contacts": [{ "a": 1, "b": 1, "where": "b_flank" }] }));
        let outcome = resolve("melee_round", input, &[5, 1, 1, 1, 1, 1, 2, 3]);
        assert_has(&outcome["b"][0], json!({ "groups": 0, "hits": 1, "counters": 8, "breaks": true }));
    }

    #[test]
    fn odds_of_every_unit_together_are_refused_when_there_are_too_many() {
        let sides = json!({
            "side_a": [horse(), horse(), horse()],
            "side_b": [raw_foot(), raw_foot(), raw_foot()],
            "contacts": [{ "a": 1, "b": 1 }, { "a": 2, "b": 2 }, { "a": 3, "b": 3 }],
        });
        assert_eq!(refusal("melee_round", sides.clone()), ("bad_value".into(), "report".into()));
        let next = contract::resolve(&request("melee_round", sides), &[]);
        assert_eq!(next["next"], json!({ "purpose": "a1_b1_hit", "sides": 6, "count": 6 }));
    }
}

mod morale {
    use super::*;

    #[test]
    fn a_poor_regiment_that_breaks_loses_a_pikeman_or_a_musketeer() {
        let input = json!({
            "troop_type": "foot", "pikes": 12, "muskets": 11, "morale_class": "poor", "counters": 4, "cause": "counters",
        });
        let fields = json!({ "retire_in": 6, "counters": 5, "pikes_lost": 1, "breaks_again": true });
        assert_has(&resolve("break_unit", input.clone(), &[3]), fields);
        assert_has(&resolve("break_unit", input, &[4]), json!({ "pikes_lost": 0, "muskets_lost": 1 }));
    }

    #[test]
    fn failing_to_stand_may_be_ruled_to_cost_two_counters() {
        let input = json!({
            "troop_type": "horse", "figures": 9, "morale_class": "good", "counters": 1, "cause": "failed_stand",
            "rulings": { "r11_failed_stand": "two" },
        });
        assert_has(&ruling("break_unit", input), json!({ "retire_in": 12, "counters": 3, "figures_lost": 1 }));
    }

    #[test]
    fn a_broken_unit_below_its_number_rallies_by_resting() {
        let input = json!({ "action": "remove_counter", "counters": 3, "broken": true, "morale_class": "poor" });
        assert_has(&ruling("rest", input), json!({ "counters": 2, "rallied": true }));
    }

    #[test]
    fn reloading_does_not_count_as_rallying() {
        let input = json!({ "action": "reload_pistols", "pistols": "empty", "rally_bounds_left": 2 });
        assert_has(&ruling("rest", input), json!({ "pistols": "loaded", "rally_bounds_left": 2, "rallied": false }));
    }

    #[test]
    fn a_speech_helps_much_or_does_harm() {
        let input = json!({ "counters": 3, "morale_class": "poor" });
        assert_has(&resolve("rousing_speech", input.clone(), &[6]), json!({ "counters": 0, "breaks": false }));
        assert_has(&resolve("rousing_speech", input, &[1]), json!({ "counters": 4, "breaks": true }));
    }

    #[test]
    fn a_general_may_be_unharmed_wounded_or_unhorsed() {
        let risk = |faces: &[u8]| resolve("general_casualty", json!({}), faces);
        assert_eq!(risk(&[5]), json!({ "result": "unharmed", "recovery_bounds": 0 }));
        assert_eq!(risk(&[6, 4, 3]), json!({ "result": "flesh_wound", "recovery_bounds": 3 }));
        assert_eq!(risk(&[6, 2]), json!({ "result": "horse_dead", "recovery_bounds": 0 }));
        let dead = chance("general_casualty", json!({}), |outcome| outcome["result"] == "dead");
        assert_chance(dead, 1.0, 36.0);
    }
}

/// What is told of outcomes, and how facts fill forms.
mod at_the_table {
    use super::*;

    fn procedure(id: &str) -> &'static Procedure {
        RULESET.procedure(id).unwrap()
    }

    fn object(json: Json) -> Map<String, Json> {
        json.as_object().unwrap().clone()
    }

    fn told(id: &str, input: Json, faces: &[u8]) -> Story {
        procedure(id).read(&object(input)).unwrap().resolve(faces).result.unwrap().story
    }

    /// By how much a tracker of a role's first unit changes.
    fn added(story: &Story, role: &str, key: &str) -> i32 {
        let changes =
            story.effects.iter().filter(|effect| effect.role == role && effect.index == 0 && effect.key == key);
        changes.map(|effect| if let Change::Add(by) = effect.change { by } else { 0 }).sum()
    }

    fn due(story: &Story) -> Vec<&str> {
        story.due.iter().map(|due| due.procedure).collect()
    }

    /// What `fill` makes of an input, given the facts of those who take part.
    fn filled(id: &str, cast: &[(&'static str, Json)], input: Json) -> Json {
        let cast = cast.iter().map(|(role, facts)| (*role, vec![Facts(object(facts.clone()))])).collect();
        let mut input = object(input);
        (procedure(id).fill)(&Scene { cast, ..Scene::default() }, &mut input);
        Json::Object(input)
    }

    #[test]
    fn a_volley_is_told_with_its_losses_and_changes_the_target() {
        let input = json!({ "front_muskets": 8, "ranks": 2, "range_in": 5, "target": regiment() });
        let story = told("infantry_fire", input, &[5, 6, 3, 5, 2, 4]);
        assert_eq!(story.words[0].to_string(), "2 hits: a counter each; one musketeer falls.");
        assert_eq!(story.words[1].to_string(), "3 counters of 6.");
        assert_eq!(added(&story, "target", "counters"), 2);
        assert_eq!(added(&story, "target", "muskets"), -1);
        assert!(story.effects.iter().any(|effect| effect.role == "firer" && effect.key == "fired"));
        assert!(story.due.is_empty());
    }

    #[test]
    fn a_hit_on_a_unit_of_unknown_class_with_a_general_calls_for_two_rolls() {
        let target = json!({ "troop_type": "horse", "figures": 8, "general_with": true });
        let input = json!({ "gun": "light", "crew": 2, "range_in": 6, "target": target });
        assert_eq!(due(&told("artillery_fire", input, &[5, 1])), ["morale_class_roll", "general_casualty"]);
    }

    #[test]
    fn a_charge_calls_for_an_answer_and_a_failed_answer_for_a_last_stand() {
        let tester = json!({ "troop_type": "horse", "morale_class": "good" });
        assert_eq!(due(&told("reaction_charge", tester.clone(), &[6])), ["reaction_stand", "reaction_charge"]);
        let answer = with(tester, json!({ "role": "counter_charge", "counters": 3 }));
        let story = told("reaction_charge", answer, &[1]);
        assert_eq!(due(&story), ["reaction_stand"]);
        assert_eq!(added(&story, "unit", "counters"), 1);
    }

    #[test]
    fn a_unit_that_does_not_stand_breaks_for_that() {
        let tester = json!({ "troop_type": "foot", "morale_class": "poor" });
        let story = told("reaction_stand", tester, &[2]);
        assert_eq!(due(&story), ["break_unit"]);
        assert_eq!(story.due[0].fields, [("cause", json!("failed_stand"))]);
    }

    #[test]
    fn a_melee_changes_every_unit_and_breaks_those_at_their_number() {
        let horse = json!({ "troop_type": "horse", "figures": 12, "ranks": 1, "morale_class": "average" });
        let foot = json!({ "troop_type": "foot", "muskets": 6, "ranks": 1, "morale_class": "nervous" });
        let input = json!({ "side_a": [horse], "side_b": [foot] });
        // Four dice of the horse, two of them hits that kill; one of the foot.
        let story = told("melee_round", input, &[5, 6, 1, 1, 4, 4, 1]);
        assert_eq!((added(&story, "b", "counters"), added(&story, "b", "muskets")), (3, -2));
        assert_eq!(added(&story, "a", "counters"), 0);
        assert_eq!(due(&story), ["break_unit"]);
        assert_eq!(story.words[2].to_string(), "b1: 2 hits, 2 musketeers fall; 3 counters of 2.");
    }

    #[test]
    fn a_test_is_filled_from_the_unit_that_takes_it_whatever_its_opponent_is() {
        let foot = json!({ "troop_type": "foot", "morale_class": "poor", "counters": 1, "general_with": true });
        let horse = json!({ "troop_type": "horse", "morale_class": "good", "counters": 3 });
        let input = filled("reaction_stand", &[("unit", foot), ("opponent", horse.clone())], horse);
        assert_eq!(
            input,
            json!({
                "troop_type": "foot", "morale_class": "poor", "counters": 1, "general": "minus_1",
                "opponent_troop_type": "horse",
            })
        );
    }

    #[test]
    fn a_firer_among_several_keeps_only_what_its_kind_asks() {
        let gun =
            json!({ "kind": "artillery", "gun": "light", "crew": 2, "ready": true, "moved": false, "counters": 2 });
        let input = filled("combined_fire", &[("firers", gun.clone())], json!({ "firers": [gun] }));
        let kept = json!({ "kind": "artillery", "gun": "light", "crew": 2, "ready": true, "moved": false });
        assert_eq!(input, json!({ "firers": [kept] }));
    }

    #[test]
    fn every_procedure_says_what_it_is_for_and_where_its_rules_are() {
        for procedure in RULESET.procedures {
            assert!(!procedure.heading.is_empty() && !procedure.about.is_empty(), "{}", procedure.id);
            assert!(!procedure.cast.is_empty(), "{}", procedure.id);
        }
    }
}
