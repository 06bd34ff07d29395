//! *Arquebusier!* line by line: every modifier, refusal, cause and switch of the ruleset's description, and in what order.

use drumhead::contract;
use serde_json::{Value as Json, json};

fn ask(procedure: &str, input: &Json, faces: &[u8]) -> Json {
    contract::resolve(&json!({ "ruleset": "arquebusier", "procedure": procedure, "input": input }), faces)
}

fn outcome(procedure: &str, input: &Json, faces: &[u8]) -> Json {
    let answer = ask(procedure, input, faces);
    assert_eq!(answer["status"], "resolved", "{answer}");
    answer["outcome"].clone()
}

/// The code and the field of a refusal: `not_allowed kind`.
fn refusal(procedure: &str, input: &Json) -> String {
    let error = ask(procedure, input, &[])["error"].clone();
    format!("{} {}", error["code"].as_str().unwrap_or("none"), error["field"].as_str().unwrap_or("none"))
}

/// The same with some fields changed.
fn with(base: &Json, changed: Json) -> Json {
    let mut input = base.clone();
    for (field, value) in changed.as_object().expect("fields to change") {
        input[field] = value.clone();
    }
    input
}

mod years {
    use super::*;

    #[test]
    fn every_type_has_its_years_to_the_year() {
        let status = |troop: &str, year: i32| {
            let status = outcome("availability", &json!({ "type": troop, "year": year }), &[])["status"].clone();
            status.as_str().unwrap().to_owned()
        };
        let spans: &[(&str, i32, i32, &str)] = &[
            ("sword", 1500, 1600, "unavailable"),
            ("bill", 1500, 1620, "unavailable"),
            ("pike", 1500, 1675, "unavailable"),
            ("lancer", 1500, 1675, "unavailable"),
            ("harquebusier", 1620, 1660, "unusual"),
            ("dragoon", 1630, 1700, "unavailable"),
            ("mob", 1500, 1700, ""),
            ("firearm", 1500, 1700, ""),
            ("gun", 1500, 1700, ""),
            ("mortar", 1500, 1700, ""),
        ];
        for &(troop, first, last, outside) in spans {
            for year in 1500..=1700 {
                let wanted = if (first..=last).contains(&year) { "available" } else { outside };
                assert_eq!(status(troop, year), wanted, "{troop} in {year}");
            }
        }
        for year in 1500..=1700 {
            let wanted = if year <= 1570 || year >= 1642 { "available" } else { "unavailable" };
            assert_eq!(status("pistolier", year), wanted, "pistolier in {year}");
        }
        assert_eq!(refusal("availability", &json!({ "type": "pike", "year": 1701 })), "bad_value year");
        assert_eq!(refusal("availability", &json!({ "type": "pike" })), "missing_field year");
    }
}

mod commands {
    use super::*;

    fn order(changed: Json) -> Json {
        with(&json!({ "kind": "manoeuvre", "nature": "irregular", "types": ["firearm"], "turn": 2 }), changed)
    }

    #[test]
    fn each_modifier_counts_by_itself_and_is_named() {
        let cases = [
            (json!({ "nature": "regular" }), "regular", 1),
            (json!({ "general": "within_12" }), "general_within_12", 1),
            (json!({ "general": "joined" }), "general_within_12", 1),
            (json!({ "turn": 1 }), "first_turn", 1),
            (json!({ "types": ["firearm", "mob"] }), "mob", -1),
            (json!({ "in_melee": true }), "close_combat", -2),
            (json!({ "under_fire": true }), "under_fire", -1),
            (json!({ "casualties_last_turn": true }), "casualties_last_turn", -1),
            (json!({ "commander_lost": true }), "commander_lost", -2),
        ];
        for (changed, id, value) in cases {
            let answer = ask("command", &order(changed), &[3]);
            assert_eq!(answer["modifiers"], json!([{ "id": id, "value": value }]));
            assert_eq!(answer["outcome"]["modifier"], value);
            assert_eq!(answer["outcome"]["needs_roll"], (3 - value).clamp(1, 7));
            assert_eq!(answer["outcome"]["passed"], 3 + value >= 3);
        }
        // Shaken, the trained are Regular no more.
        let shaken = order(json!({ "nature": "regular", "shaken": ["close_fire"] }));
        assert_eq!(ask("command", &shaken, &[3])["modifiers"], json!([]));
    }

    #[test]
    fn of_two_commands_one_is_for_moving_and_one_for_shooting() {
        let second = |kind: &str, earlier: &str, general: &str| {
            let types = if kind.ends_with("mount") { json!(["dragoon"]) } else { json!(["firearm"]) };
            let input = json!({ "kind": kind, "types": types, "mounted": kind != "mount", "general": general, "earlier_commands": [earlier], "shaken": ["close_fire"] });
            refusal("command", &order(input))
        };
        let moving = ["manoeuvre", "mount", "dismount"];
        for kind in moving {
            assert_eq!(second(kind, "hold_fire", "within_12"), "not_allowed earlier_commands");
            assert_eq!(second(kind, "hold_fire", "joined"), "none none");
            for earlier in moving.iter().chain(&["restore"]) {
                assert_eq!(second(kind, earlier, "joined"), "not_allowed kind");
            }
        }
        assert_eq!(second("change_target", "hold_fire", "joined"), "not_allowed kind");
        assert_eq!(second("restore", "manoeuvre", "joined"), "not_allowed kind");
        assert_eq!(second("hold_fire", "manoeuvre", "joined"), "none none");
        let third =
            order(json!({ "kind": "hold_fire", "general": "joined", "earlier_commands": ["manoeuvre", "hold_fire"] }));
        assert_eq!(refusal("command", &third), "not_allowed earlier_commands");
        let bereft = order(
            json!({ "kind": "hold_fire", "general": "joined", "commander_lost": true, "earlier_commands": ["manoeuvre"] }),
        );
        assert_eq!(refusal("command", &bereft), "not_allowed earlier_commands");
    }

    #[test]
    fn only_dragoons_mount_and_dismount_and_only_what_they_are_not_yet() {
        let change = |kind: &str, types: Json, mounted: bool| {
            refusal("command", &order(json!({ "kind": kind, "types": types, "mounted": mounted })))
        };
        assert_eq!(change("mount", json!(["dragoon"]), false), "none none");
        assert_eq!(change("dismount", json!(["dragoon"]), true), "none none");
        assert_eq!(change("mount", json!(["dragoon"]), true), "not_allowed kind");
        assert_eq!(change("dismount", json!(["dragoon"]), false), "not_allowed kind");
        assert_eq!(change("dismount", json!(["lancer"]), true), "not_allowed kind");
        assert_eq!(change("dismount", json!(["dragoon", "firearm"]), true), "not_allowed kind");
    }

    #[test]
    fn who_cannot_shoot_is_not_told_at_whom() {
        for kind in ["hold_fire", "change_target"] {
            let told = |changed: Json| refusal("command", &with(&order(json!({ "kind": kind })), changed));
            assert_eq!(told(json!({})), "none none");
            assert_eq!(told(json!({ "in_melee": true })), "not_allowed kind");
            assert_eq!(told(json!({ "types": ["pike", "lancer"] })), "not_allowed kind");
            // Mobs shoot only while Regular, Dragoons in the saddle too.
            assert_eq!(told(json!({ "types": ["mob"] })), "not_allowed kind");
            assert_eq!(told(json!({ "types": ["mob"], "nature": "regular" })), "none none");
            assert_eq!(told(json!({ "types": ["dragoon"] })), "not_allowed kind");
            assert_eq!(told(json!({ "types": ["dragoon"], "mounted": false })), "none none");
        }
    }

    #[test]
    fn three_causes_can_be_ended_in_melee_and_three_cannot() {
        let restore = |shaken: Json, in_melee: bool| {
            refusal("command", &order(json!({ "kind": "restore", "shaken": shaken, "in_melee": in_melee })))
        };
        assert_eq!(restore(json!([]), false), "not_allowed kind");
        for cause in ["rear_contact", "dragoon_changing", "standing_cavalry"] {
            assert_eq!(restore(json!([cause]), true), "not_allowed kind");
            assert_eq!(restore(json!([cause, "close_fire"]), true), "not_allowed kind");
            assert_eq!(restore(json!([cause]), false), "none none");
        }
        for cause in ["shooting_losses", "close_fire", "general_killed"] {
            assert_eq!(restore(json!([cause]), true), "none none");
        }
        assert_eq!(restore(json!(["close_fire", "close_fire"]), false), "bad_value shaken");
    }
}

mod moves {
    use super::*;

    #[test]
    fn foot_moves_six_inches_horse_twelve_and_a_mixed_formation_with_its_slowest() {
        let base = |types: Json, mounted: bool| {
            outcome("movement_allowance", &json!({ "types": types, "mounted": mounted, "command_passed": true }), &[])["base_in"].clone()
        };
        for foot in ["sword", "mob", "bill", "pike", "firearm", "gun", "mortar"] {
            assert_eq!(base(json!([foot]), true), 6);
        }
        for horse in ["pistolier", "lancer", "harquebusier"] {
            assert_eq!(base(json!([horse]), false), 12);
        }
        assert_eq!(base(json!(["dragoon"]), true), 12);
        assert_eq!(base(json!(["dragoon"]), false), 6);
        assert_eq!(base(json!(["lancer", "firearm"]), true), 6);
        let stuck = json!({ "types": ["pike"], "reason": "close_up" });
        assert_eq!(refusal("movement_allowance", &stuck), "not_allowed in_melee");
    }
}

mod targets {
    use super::*;

    fn choice(changed: Json) -> Json {
        let enemies = json!([
            { "id": "far", "distance_in": 20 },
            { "id": "near", "distance_in": 13 },
            { "id": "walled", "distance_in": 8, "blocked": true },
        ]);
        with(&json!({ "enemies": enemies }), changed)
    }

    #[test]
    fn only_mortars_shoot_over_walls_and_troops() {
        assert_eq!(outcome("target_choice", &choice(json!({})), &[])["automatic"], "near");
        assert_eq!(outcome("target_choice", &choice(json!({ "mortars_only": true })), &[])["automatic"], "walled");
        assert_eq!(refusal("target_choice", &choice(json!({ "wanted": "walled" }))), "not_allowed wanted");
        let walled = json!({ "enemies": [{ "id": "walled", "distance_in": 8, "blocked": true }] });
        assert_eq!(refusal("target_choice", &walled), "not_allowed enemies");
        assert_eq!(refusal("target_choice", &choice(json!({ "in_melee": true }))), "not_allowed in_melee");
    }

    #[test]
    fn an_enemy_who_came_on_holds_the_shooters_eye() {
        let mut input = choice(json!({ "wanted": "far" }));
        assert_eq!(outcome("target_choice", &input, &[])["free_second"], "far");
        input["enemies"][1]["moved_towards_last_turn"] = true.into();
        let aim = outcome("target_choice", &input, &[]);
        assert_eq!((aim["free_second"].clone(), aim["wanted_needs_command"].clone()), (Json::Null, true.into()));
    }

    #[test]
    fn holding_fire_always_takes_a_command() {
        assert_eq!(
            outcome("target_choice", &choice(json!({ "wanted": "hold_fire" })), &[])["wanted_needs_command"],
            true
        );
        assert_eq!(refusal("target_choice", &choice(json!({ "wanted": "nobody" }))), "bad_value wanted");
        let named_so = json!({ "enemies": [{ "id": "hold_fire", "distance_in": 8 }] });
        assert_eq!(refusal("target_choice", &named_so), "bad_value enemies");
    }
}

mod shooting {
    use super::*;

    fn volley(shooter: Json, target: Json) -> Json {
        let shooter = with(&json!({ "state": "regular", "range_in": 3, "stationary": true }), shooter);
        let pikes = json!({ "state": "regular", "groups": [{ "type": "pike", "front": 4, "elements": 4 }] });
        json!({ "target": with(&pikes, target), "shooters": [shooter] })
    }

    fn of(troop: &str, front: i32) -> Json {
        json!([{ "type": troop, "front": front }])
    }

    #[test]
    fn every_line_has_its_reach_and_its_dice() {
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
                volley(
                    json!({ "state": state, "mounted": mounted, "range_in": range, "groups": of(troop, 5) }),
                    json!({}),
                )
            };
            let answer = ask("shooting", &at(f64::from(reach)), &vec![1; usize::try_from(5 + dice).unwrap()]);
            assert_eq!(answer["outcome"]["dice"], json!([5 + dice]), "{troop} {state}: {answer}");
            let named = if id.is_empty() { json!([]) } else { json!([{ "id": id, "value": dice }]) };
            assert_eq!(answer["modifiers"], named);
            assert_eq!(refusal("shooting", &at(f64::from(reach) + 0.5)), "not_allowed shooters[0].range_in");
        }
        for (troop, state, mounted) in
            [("mob", "irregular", true), ("dragoon", "irregular", true), ("pike", "regular", true)]
        {
            let input = volley(json!({ "state": state, "mounted": mounted, "groups": of(troop, 5) }), json!({}));
            assert_eq!(refusal("shooting", &input), "not_allowed shooters[0].groups[0].type");
        }
    }

    #[test]
    fn rear_ranks_shoot_in_volleys_of_firearms_only() {
        let rear = |troop: &str, volley_of: &str| {
            volley(json!({ "groups": [{ "type": troop, "front": 4, "rear": 4, "volley": volley_of }] }), json!({}))
        };
        for kind in ["late_swedish", "longbow"] {
            assert_eq!(outcome("shooting", &rear("firearm", kind), &[1; 9])["dice"], json!([9]));
            assert_eq!(refusal("shooting", &rear("dragoon", kind)), "not_allowed shooters[0].groups[0].volley");
        }
        assert_eq!(refusal("shooting", &rear("firearm", "none")), "not_allowed shooters[0].groups[0].rear");
    }

    #[test]
    fn a_formation_of_several_types_throws_for_each_by_its_own_line() {
        let mixed = json!({ "groups": [{ "type": "firearm", "front": 3 }, { "type": "mob", "front": 1 }] });
        // 3 + 1 + 1 at Irregulars; 1 − 2 + 1: none.
        let answer = ask("shooting", &volley(mixed, json!({ "state": "irregular" })), &[1; 5]);
        assert_eq!(answer["outcome"]["dice"], json!([5]));
        let ids: Vec<&str> =
            answer["modifiers"].as_array().unwrap().iter().filter_map(|own| own["id"].as_str()).collect();
        assert_eq!(ids, ["regular_firearm", "target_irregular", "regular_mob", "target_irregular"]);
    }

    #[test]
    fn refusals_come_shooter_by_shooter_in_the_books_order() {
        let guns = json!({ "groups": of("gun", 3), "stationary": false });
        assert_eq!(refusal("shooting", &volley(guns.clone(), json!({}))), "not_allowed shooters[0].stationary");
        let far = with(&guns, json!({ "range_in": 61 }));
        assert_eq!(refusal("shooting", &volley(far.clone(), json!({}))), "not_allowed shooters[0].range_in");
        let restored = with(&far, json!({ "restored": true }));
        assert_eq!(refusal("shooting", &volley(restored.clone(), json!({}))), "not_allowed shooters[0].restored");
        let fighting = with(&restored, json!({ "in_melee": true }));
        assert_eq!(refusal("shooting", &volley(fighting.clone(), json!({}))), "not_allowed shooters[0].in_melee");
        let changing = json!({ "changing": true });
        assert_eq!(refusal("shooting", &volley(fighting, changing)), "not_allowed target.changing");
        let few = json!({ "groups": of("mob", 2) });
        assert_eq!(refusal("shooting", &volley(few, json!({}))), "not_allowed shooters[0].groups");
        let nobody = json!({ "groups": [{ "type": "pike", "front": 0, "elements": 4 }] });
        assert_eq!(
            refusal("shooting", &volley(json!({ "groups": of("firearm", 3) }), nobody)),
            "bad_value target.groups"
        );
    }

    #[test]
    fn close_fire_shakes_foot_at_three_inches_and_cavalry_at_six() {
        let causes = |range: f64, troop: &str| {
            let target = json!({ "groups": [{ "type": troop, "front": 4, "elements": 4 }] });
            let input = volley(json!({ "range_in": range, "groups": of("firearm", 3) }), target);
            outcome("shooting", &input, &[1; 4])["new_causes"].clone()
        };
        assert_eq!(causes(3.0, "pike"), json!(["close_fire"]));
        assert_eq!(causes(3.5, "pike"), json!([]));
        assert_eq!(causes(6.0, "lancer"), json!(["close_fire"]));
        assert_eq!(causes(6.5, "lancer"), json!([]));
        assert_eq!(causes(6.0, "gun"), json!([]));
    }

    #[test]
    fn losses_of_the_whole_turn_count_and_hits_beyond_what_stands_are_wasted() {
        let volley_of = |target: Json, faces: &[u8]| {
            outcome("shooting", &volley(json!({ "range_in": 9, "groups": of("firearm", 3) }), target), faces)
        };
        assert_eq!(volley_of(json!({}), &[5, 1, 1, 1, 1])["new_causes"], json!([]));
        assert_eq!(
            volley_of(json!({ "losses_this_turn": 1 }), &[5, 1, 1, 1, 1])["new_causes"],
            json!(["shooting_losses"])
        );
        let few = json!({ "groups": [{ "type": "pike", "front": 1, "elements": 1 }] });
        // Destroyed: nobody looks for its commander, and nothing is shaken.
        let gone = volley_of(few, &[6; 4]);
        assert_eq!(
            (gone["losses"].clone(), gone["destroyed"].clone(), gone["new_causes"].clone()),
            (json!([1]), true.into(), json!([]))
        );
        // Nor where it is gone already.
        assert_eq!(volley_of(json!({ "commander_lost": true }), &[5, 1, 1, 1])["commander_lost"], false);
    }
}

mod melees {
    use super::*;

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
                    refusal("melee", &melee((troop, "regular"), ("firearm", "regular"), *rank)) == "none none"
                })
                .count()
        };
        for (troop, ranks) in [("sword", 1), ("firearm", 1), ("lancer", 1), ("bill", 2), ("pike", 3)] {
            assert_eq!(strikes(troop), ranks, "{troop}");
        }
        let refused = refusal("melee", &melee(("sword", "regular"), ("firearm", "regular"), 2));
        assert_eq!(refused, "not_allowed attacks[0].rank");
    }

    #[test]
    fn what_cannot_be_is_refused_where_it_stands() {
        let mut input = melee(("pike", "regular"), ("bill", "regular"), 1);
        let blow = input["attacks"][0].clone();
        input["attacks"] = json!([blow, blow]);
        assert_eq!(refusal("melee", &input), "not_allowed attacks[1].element");
        input["attacks"] = vec![blow.clone(); 25].into();
        assert_eq!(refusal("melee", &input), "bad_value attacks");
        input["attacks"] = json!([with(&blow, json!({ "on": "x" }))]);
        assert_eq!(refusal("melee", &input), "not_allowed attacks[0].on");
        input["attacks"] = json!([with(&blow, json!({ "target": 4 }))]);
        assert_eq!(refusal("melee", &input), "bad_value attacks[0].target");
        input["attacks"] = json!([with(&blow, json!({ "by": "z" }))]);
        assert_eq!(refusal("melee", &input), "bad_value attacks[0].by");
        for horse in ["pistolier", "lancer", "harquebusier", "dragoon"] {
            let dash = melee(("mob", "regular"), (horse, "regular"), 1);
            assert_eq!(refusal("melee", &dash), "not_allowed attacks[0].on");
        }
    }

    #[test]
    fn gunners_fight_as_firearms() {
        for (by, on, need) in [("gun", "pike", 6), ("mortar", "firearm", 4), ("lancer", "gun", 3), ("mob", "mortar", 5)]
        {
            assert_eq!(outcome("melee", &melee((by, "regular"), (on, "regular"), 1), &[1])["needs"], json!([need]));
        }
    }
}

mod irregulars {
    use super::*;

    fn causes(changed: Json) -> Json {
        let input = with(&json!({ "nature": "regular", "types": ["firearm"] }), changed);
        outcome("irregular_check", &input, &[])["new_causes"].clone()
    }

    #[test]
    fn each_cause_holds_at_its_edge_and_not_before() {
        assert_eq!(causes(json!({ "shooting_losses_this_turn": 1 })), json!([]));
        assert_eq!(causes(json!({ "shooting_losses_this_turn": 2 })), json!(["shooting_losses"]));
        assert_eq!(causes(json!({ "fire_range_in": 3 })), json!(["close_fire"]));
        assert_eq!(causes(json!({ "fire_range_in": 3.5 })), json!([]));
        assert_eq!(causes(json!({ "types": ["dragoon"], "mounted": true, "fire_range_in": 6 })), json!(["close_fire"]));
        assert_eq!(causes(json!({ "types": ["dragoon"], "mounted": false, "fire_range_in": 6 })), json!([]));
        assert_eq!(
            causes(json!({ "types": ["dragoon"], "changing": true, "fire_range_in": 12 })),
            json!(["dragoon_changing"])
        );
        assert_eq!(causes(json!({ "types": ["dragoon"], "changing": true })), json!([]));
        assert_eq!(causes(json!({ "contact": ["front", "side"] })), json!([]));
        assert_eq!(causes(json!({ "contact": ["rear"] })), json!(["rear_contact"]));
        assert_eq!(causes(json!({ "types": ["firearm", "pike"], "contact": ["side"] })), json!(["rear_contact"]));
        assert_eq!(causes(json!({ "general_killed_range_in": 12 })), json!(["general_killed"]));
        assert_eq!(causes(json!({ "general_killed_range_in": 12.5 })), json!([]));
        let stood = json!({ "types": ["lancer"], "contact": ["front"], "entered_melee": true });
        assert_eq!(causes(stood.clone()), json!(["standing_cavalry"]));
        for moved in ["moved_last_turn", "moved_this_turn"] {
            assert_eq!(causes(with(&stood, json!({ moved: true }))), json!([]));
        }
        // What shakes it already does so no more than once.
        assert_eq!(causes(json!({ "contact": ["rear"], "shaken": ["rear_contact"] })), json!([]));
    }

    #[test]
    fn what_cannot_be_is_refused() {
        let check = |changed: Json| {
            refusal("irregular_check", &with(&json!({ "nature": "regular", "types": ["firearm"] }), changed))
        };
        assert_eq!(check(json!({ "entered_melee": true })), "bad_value entered_melee");
        assert_eq!(check(json!({ "changing": true })), "not_allowed changing");
        assert_eq!(check(json!({ "contact": ["rear", "rear"] })), "bad_value contact");
    }
}

mod the_end {
    use super::*;

    #[test]
    fn the_owner_chooses_between_the_equally_weak_and_ties_fall_to_the_first() {
        let end = |changed: Json| {
            let groups = json!([{ "type": "pike", "elements": 2 }, { "type": "mob", "elements": 2 }, { "type": "sword", "elements": 2 }]);
            with(&json!({ "nature": "irregular", "shaken": ["rear_contact"], "groups": groups }), changed)
        };
        assert_eq!(outcome("end_of_turn", &end(json!({})), &[])["lost_type"], "pike");
        assert_eq!(outcome("end_of_turn", &end(json!({ "lose_type": "mob" })), &[])["lost_type"], "mob");
        assert_eq!(refusal("end_of_turn", &end(json!({ "lose_type": "sword" }))), "not_allowed lose_type");
        assert_eq!(refusal("end_of_turn", &end(json!({ "lose_type": "gun" }))), "bad_value lose_type");
        // Where nothing is lost, the wish is no matter.
        let calm = end(json!({ "shaken": [], "lose_type": "sword", "shot_at_this_turn": true, "fire_losses": 3 }));
        assert_eq!(
            outcome("end_of_turn", &calm, &[]),
            json!({ "lost": 0, "lost_type": null, "destroyed": false, "fire_losses": 3 })
        );
        let last = end(json!({ "groups": [{ "type": "mob", "elements": 1 }] }));
        assert_eq!(outcome("end_of_turn", &last, &[])["destroyed"], true);
    }
}
