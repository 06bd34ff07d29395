//! The bound: duties, bans and consequences.

use super::{gun, table};
use battle::{Action, Change, Event, referee};
use serde_json::{Value as Json, json};
use testing::table::{Table, foot, horse};

const ID: &str = "pike_and_shot";

/// Returns the units of each role in the duties of a procedure.
fn roles(table: &Table, procedure: &str) -> Vec<String> {
    let duties = referee::duties(table.ruleset, table.battle.state());
    let of_procedure = duties.into_iter().filter(|duty| duty.procedure == procedure);
    of_procedure
        .map(|duty| duty.roles.iter().map(|(_, units)| units.join(" ")).collect::<Vec<_>>().join(" / "))
        .collect()
}

#[test]
fn broken_units_and_units_of_unknown_class_do_not_counter_charge() {
    // Reaction Tests 1; Classification of Troops.
    let answers = |profile: Json, trackers: &[(&str, Json)]| {
        let mut table = Table::laid(ID, std::slice::from_ref(&profile), &[horse()]);
        for (tracker, to) in trackers {
            table.set("a1", tracker, to.clone());
        }
        table.phase("charges");
        table.play("reaction_charge", &[("unit", &["b1"]), ("opponent", &["a1"])], json!({}), &[6]);
        referee::duties(table.ruleset, table.battle.state()).iter().map(|duty| duty.procedure).collect::<Vec<_>>()
    };
    let all = ["reaction_stand", "reaction_charge", "break_unit"];
    assert_eq!(answers(foot(), &[]), all);
    assert_eq!(answers(foot(), &[("broken", json!(true))]), ["break_unit"]);
    assert_eq!(answers(json!({ "pikes": 8, "muskets": 8 }), &[]), ["morale_class_roll"]);
    for (tracker, to) in [("rally_bounds_left", json!(1)), ("fired", json!(true)), ("failed_charge", json!(true))] {
        assert_eq!(answers(foot(), &[(tracker, to)]), ["reaction_stand", "break_unit"], "{tracker}");
    }
}

#[test]
fn melees_are_due_between_units_in_contact_that_can_fight() {
    // Move Sequence 4; Melee.
    let mut table = Table::laid(ID, &[foot(), foot(), gun(json!({}))], &[horse(), horse(), horse()]);
    for (one, other) in [("a1", "b1"), ("a2", "b2"), ("a3", "b3")] {
        table.set(one, "contacts", json!([other]));
        table.set(other, "contacts", json!([one]));
    }
    table.phase("melee");
    assert_eq!(roles(&table, "melee_round"), ["a1 / b1", "a2 / b2"], "gunners do not fight");
    table.set("a1", "fought", true);
    assert_eq!(roles(&table, "melee_round"), ["a2 / b2"]);
    table.set("a1", "fought", false);
    table.set("b1", "broken", true);
    assert_eq!(roles(&table, "melee_round"), ["a2 / b2"]);
    table.set("b1", "broken", false);
    table.set("a1", "contacts", json!(["b1"]));
    table.set("a2", "lost", true);
    assert_eq!(roles(&table, "melee_round"), ["a1 / b1"]);
}

#[test]
fn idle_units_with_a_reason_may_rest() {
    // Move Sequence 7; R16.
    let may = |trackers: &[(&str, Json)]| {
        let mut table = table(&horse(), trackers);
        table.phase("rest");
        roles(&table, "rest") == ["a1"]
    };
    assert!(!may(&[]), "in need of nothing");
    assert!(may(&[("counters", json!(1))]));
    assert!(may(&[("pistols", json!("empty"))]));
    assert!(may(&[("broken", json!(true))]));
    assert!(may(&[("rally_bounds_left", json!(1))]));
    // Average troops break at six counters. Broken units at their number break again.
    assert!(!may(&[("broken", json!(true)), ("counters", json!(6))]));
    assert!(!may(&[("broken", json!(true)), ("counters", json!(6)), ("rally_bounds_left", json!(1))]));
    for flag in ["moved", "fired", "fought", "rested"] {
        assert!(!may(&[("counters", json!(1)), (flag, json!(true))]), "{flag}");
        assert!(!may(&[("rally_bounds_left", json!(1)), (flag, json!(true))]), "{flag}");
    }
}

#[test]
fn a_broken_unit_is_pursued_by_units_that_can() {
    // Reaction Tests 3; R36.
    let pursued = |trackers: &[(&str, Json)]| {
        let mut table = Table::laid(ID, &[foot(), foot()], &[horse()]);
        table.set("a1", "contacts", json!(["b1"]));
        table.set("b1", "contacts", json!(["a1"]));
        for (tracker, to) in trackers {
            table.set("a1", tracker, to.clone());
        }
        table.phase("melee");
        table.set("b1", "counters", 6);
        table.play("break_unit", &[("unit", &["b1"])], json!({ "cause": "counters" }), &[]);
        ["a1", "a2"].map(|id| table.value(id, "pursuit_of"))
    };
    assert_eq!(pursued(&[]), [json!("b1"), json!("")]);
    assert_eq!(pursued(&[("broken", json!(true))]), [json!(""), json!("")]);
    assert_eq!(pursued(&[("lost", json!(true))]), [json!(""), json!("")]);
    // A log may contain contacts of units that are broken or out of the battle.
    for flag in ["broken", "lost"] {
        let mut table = Table::laid(ID, &[foot()], &[horse()]);
        table.phase("melee");
        table.set("b1", "counters", 6);
        let held = vec![Change::set("a1", "contacts", json!(["b1"])), Change::set("a1", flag, true)];
        table.add(Action::ByHand, held);
        let consequences = table.consequences("break_unit", &[("unit", &["b1"])], &json!({ "cause": "counters" }), &[]);
        assert!(consequences.others.is_empty(), "{flag}: {:?}", consequences.others);
    }
}

#[test]
fn pursuers_of_a_unit_that_left_the_table_rally_by_bounds_pursued() {
    // Reaction Tests 3; R17: half as many bounds as they pursued, rounded up.
    let left = |bounds: i32| {
        let mut table = table(&horse(), &[("pursuit_of", json!("b1")), ("bounds_pursued", json!(bounds))]);
        table.set("a1", "rally_bounds_left", 1);
        table.remove("b1");
        ["rally_bounds_left", "bounds_pursued", "pursuit_of"].map(|tracker| table.value("a1", tracker))
    };
    assert_eq!(left(3), [json!(2), json!(0), json!("")]);
    assert_eq!(left(0), [json!(1), json!(0), json!("")], "it owes what it owed");
}

#[test]
fn a_gun_fires_unlimbered_and_prepared() {
    // Artillery Movement.
    let barred = |limbered: bool, half_moves: i32| {
        let mut table = Table::laid(ID, &[gun(json!({}))], &[foot()]);
        table.set("a1", "limbered", limbered);
        table.set("a1", "half_moves_done", half_moves);
        table.phase("other_fire");
        let roles: &[(&'static str, &[&str])] = &[("firer", &["a1"]), ("target", &["b1"])];
        table.barred("artillery_fire", roles, &json!({}))
    };
    assert_eq!(barred(false, 0), [""; 0]);
    assert_eq!(barred(true, 0), ["gun_not_ready"]);
    assert_eq!(barred(false, 1), ["gun_not_ready"]);
}

#[test]
fn a_unit_that_fired_does_not_move_or_detach_but_companies_rejoin() {
    // Infantry Firing; Formations and Sub-units (R37).
    let mut table = Table::laid(ID, &[foot(), foot()], &[horse()]);
    table.phase("other_moves");
    table.set("a1", "fired", true);
    let roles: &[(&'static str, &[&str])] = &[("parent", &["a1"]), ("sub_unit", &["a2"])];
    assert_eq!(table.barred("sub_unit", roles, &json!({ "action": "rejoin" })), [""; 0]);
    assert_eq!(table.barred("movement_allowance", &[("unit", &["a1"])], &json!({})), ["fired"]);
    assert_eq!(
        table.barred("sub_unit", &[("parent", &["a1"])], &json!({ "action": "detach" })),
        ["fired", "in_action"]
    );
}

#[test]
fn a_general_is_tested_once_in_a_bound() {
    // Generals (R20): once in a bound.
    let due = |tested: bool| {
        let general = json!({ "troop_type": "general", "with_unit": "a1" });
        let mut table = Table::laid(ID, &[foot(), general], &[horse()]);
        table.phase("melee");
        table.set("a2", "with_unit", "a1");
        table.set("a2", "at_risk", tested);
        table.set("a2", "already_tested", tested);
        let fight: &[(&'static str, &[&str])] = &[("a", &["a1"]), ("b", &["b1"])];
        // Pikes roll four dice, muskets one, and horse four. Nobody hits, both sides are equal, and both lose.
        table.play("melee_round", fight, json!({}), &[1; 9]);
        assert_eq!(table.value("a2", "at_risk"), true);
        roles(&table, "general_casualty")
    };
    assert_eq!(due(false), ["a2"]);
    assert_eq!(due(true), [""; 0]);
}

#[test]
fn likely_participants_come_first() {
    // Move Sequence 3 and 4: in a charge the charger comes first, in a melee units in contact. Otherwise the order is that of the roster.
    let mut table = Table::laid(ID, &[foot()], &[horse(), horse()]);
    table.set("a1", "contacts", json!(["b2"]));
    table.set("b2", "contacts", json!(["a1"]));
    for melee in ["melee_round", "melee_groups"] {
        assert_eq!(table.opened(melee, ("a", "a1"), "b"), ["b2"], "{melee}");
    }
    table.phase("other_fire");
    assert_eq!(table.offered("infantry_fire", ("firer", "a1"), "target"), ["b1", "b2"]);
    table.phase("charge_fire");
    assert_eq!(table.offered("infantry_fire", ("firer", "a1"), "target"), ["b2", "b1"]);
}

#[test]
fn counters_are_shown_up_to_the_breaking_number() {
    // Morale.
    let limit = |class: &str| {
        let table = table(&json!({ "pikes": 8, "muskets": 8, "morale_class": class }), &[]);
        let counters = table.ruleset.trackers.unit.iter().find(|tracker| tracker.id == "counters").unwrap();
        (counters.threshold.unwrap())(&table.battle.state().facts("a1"))
    };
    assert_eq!(["good", "average", "poor", "nervous"].map(limit), [8, 6, 4, 2].map(Some));
    assert_eq!(limit("unknown"), None);
}

#[test]
fn known_pistols_and_bonuses_are_not_asked_for() {
    // Cavalry Firing; Reaction Tests.
    let mut table = Table::laid(ID, &[foot()], &[horse()]);
    let melee: &[(&'static str, &[&str])] = &[("a", &["a1"]), ("b", &["b1"])];
    assert!(table.known("melee_round", melee, "side_a[0].fire_pistols"), "foot has none");
    assert!(!table.known("melee_round", melee, "side_b[0].fire_pistols"));
    table.set("b1", "pistols", "empty");
    assert!(table.known("melee_round", melee, "side_b[0].fire_pistols"));
    assert!(!table.known("melee_round", melee, "side_b[0].plug_fixed"));
    let charge: &[(&'static str, &[&str])] = &[("unit", &["b1"]), ("opponent", &["a1"])];
    assert!(table.known("reaction_stand", charge, "opponent_troop_type"));
    assert!(!table.known("reaction_stand", charge, "defending_obstacle"), "it lies on the table");
}

#[test]
fn a_unit_charged_by_several_answers_the_first() {
    // Reaction Tests 1 (R34).
    let mut table = Table::laid(ID, &[foot()], &[horse(), horse()]);
    table.phase("charges");
    for charger in ["b1", "b2"] {
        table.play("reaction_charge", &[("unit", &[charger]), ("opponent", &["a1"])], json!({}), &[6]);
    }
    assert_eq!(roles(&table, "reaction_stand"), ["a1 / b1"]);
    assert_eq!(roles(&table, "reaction_charge"), ["a1 / b1"]);
    table.play("reaction_stand", &[("unit", &["a1"]), ("opponent", &["b1"])], json!({}), &[6]);
    assert_eq!(roles(&table, "reaction_stand"), [""; 0]);
}

#[test]
fn a_unit_that_falls_before_its_melee_leaves_no_count_of_rounds() {
    // Melee: the melee of a unit ends with its last contact.
    let gun = json!({ "troop_type": "artillery", "gun": "light", "figures": 2, "morale_class": "average" });
    let mut table = Table::laid(ID, &[foot(), gun, foot()], &[horse()]);
    table.set("a1", "lost", true);
    table.set("a2", "lost", true);
    table.play("reaction_charge", &[("unit", &["b1"]), ("opponent", &["a3"])], json!({}), &[6]);
    let Event::Action(act) = &table.battle.log().last().unwrap().1 else { panic!("an act") };
    assert!(act.changes.iter().all(|change| !matches!(change, Change::Set { key, .. } if key == "melee_bound")));
    assert_eq!(["a1", "a2"].map(|unit| table.value(unit, "melee_bound")), [json!(1), json!(null)]);
}

#[test]
fn a_pursuer_counts_as_charging_until_its_own_melee() {
    // Reaction Tests 3; Melee (R17).
    let mut table = Table::laid(ID, &[horse(), horse()], &[foot(), foot()]);
    table.set("a1", "contacts", json!(["b1"]));
    table.set("a2", "contacts", json!(["b2"]));
    table.set("a1", "ran_into", true);
    table.phase("melee");
    // Chargers fight in groups of two, and others in groups of three.
    let mut fight = |a: &str, b: &str, dice: usize| {
        table.play("melee_round", &[("a", &[a]), ("b", &[b])], json!({}), &vec![1; dice]);
        table.value("a1", "ran_into")
    };
    assert_eq!([fight("a2", "b2", 9), fight("a1", "b1", 11)], [json!(true), json!(false)]);
}
