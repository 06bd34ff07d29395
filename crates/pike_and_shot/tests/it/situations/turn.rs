//! Phases of the bound, duties, and fields filled in from the table.

use super::{gun, table, troops};
use serde_json::{Value as Json, json};
use testing::table::{Table, foot, horse};

#[test]
fn phases_concern_units_that_may_act_in_them() {
    let concerned = |profile: Json, trackers: &[(&str, Json)]| table(&profile, trackers).concerned("a1");
    let nobody: [&str; 0] = [];
    let fresh = ["charges", "charge_fire", "other_moves", "other_fire"];
    assert_eq!(concerned(foot(), &[]), fresh);
    assert_eq!(concerned(horse(), &[]), fresh);
    assert_eq!(concerned(json!({ "troop_type": "general" }), &[]), nobody);
    assert_eq!(concerned(foot(), &[("lost", json!(true))]), nobody);
    let quiet = ["charges", "other_moves"];
    assert_eq!(concerned(json!({ "pikes": 8, "morale_class": "good" }), &[]), quiet, "pikes do not fire");
    assert_eq!(concerned(troops("halberds", json!({})), &[]), quiet);
    assert_eq!(concerned(gun(json!({})), &[]), quiet, "limbered");
    assert_eq!(concerned(gun(json!({})), &[("limbered", json!(false))]), fresh);
    assert_eq!(concerned(horse(), &[("pistols", json!("empty"))]), ["charges", "other_moves", "rest"]);
    let bows = troops("irregular_light_cavalry", json!({ "bows": true }));
    assert_eq!(concerned(bows, &[]), fresh);
    let plugs = json!({ "muskets": 8, "morale_class": "good", "bayonet": "plug" });
    assert_eq!(concerned(plugs, &[("plug_fixed", json!(true))]), quiet);
    // Foot that moved does not fire, but cavalry may.
    assert_eq!(concerned(foot(), &[("moved", json!(true))]), quiet);
    assert_eq!(concerned(horse(), &[("moved", json!(true))]), fresh);
    assert_eq!(concerned(foot(), &[("fired", json!(true))]), quiet);
    // Cavalry that charges does not fire.
    assert_eq!(concerned(horse(), &[("charging", json!(true))]), ["charges", "charge_moves", "melee"]);
    assert_eq!(concerned(foot(), &[("broken", json!(true))]), ["charge_moves", "other_moves", "rest"]);
    assert_eq!(concerned(foot(), &[("contacts", json!(["b1"]))]), ["melee"]);
    assert_eq!(concerned(horse(), &[("bounds_pursued", json!(1))]), ["other_moves"]);
    assert_eq!(concerned(horse(), &[("rally_bounds_left", json!(1))]), ["other_moves", "rest"]);
    let shaken = ("counters", json!(2));
    assert_eq!(concerned(foot(), std::slice::from_ref(&shaken)), [&fresh[..], &["rest"]].concat());
    assert_eq!(
        concerned(foot(), &[shaken.clone(), ("general_with", json!(true))]),
        [&fresh[..], &["rest", "generals"]].concat()
    );
    assert!(!concerned(foot(), &[("general_with", json!(true))]).contains(&"generals"), "nothing is to be taken off");
    assert!(!concerned(foot(), &[shaken, ("general_with", json!(true)), ("fired", json!(true))]).contains(&"generals"));
}

#[test]
fn a_melee_makes_rolls_for_unknown_classes_due() {
    let unknown = json!({ "pikes": 8, "muskets": 8 });
    let mut table = table(&unknown, &[("contacts", json!(["b1"]))]);
    table.set("b1", "contacts", json!(["a1"]));
    table.phase("melee");
    assert_eq!(table.duties()[0], "!morale_class_roll: A1: roll its morale class.");
}

#[test]
fn a_unit_breaks_only_for_a_cause_that_applies() {
    let barred = |cause: &str| {
        let table = table(&foot(), &[("counters", json!(6))]);
        let procedure = table.procedure("break_unit");
        let participants = testing::table::taking(&[("unit", &["a1"])]);
        let answers = json!({ "cause": cause });
        let state = table.battle.state();
        let input = battle::referee::filled(procedure, &participants, state, answers.as_object().unwrap());
        battle::referee::bars(table.ruleset, procedure, &participants, state, &input).first().map(|barred| barred.rule)
    };
    assert_eq!(barred("counters"), None);
    assert_eq!(barred("elected"), Some("no_cause"));
    assert_eq!(barred("failed_stand"), Some("no_cause"));
}

#[test]
fn a_trooper_can_give_the_general_a_horse() {
    let general = json!({ "troop_type": "general" });
    let gives = json!({ "trooper_gives_horse": true });
    let roles: &[(&'static str, &[&str])] = &[("general", &["a1"]), ("unit", &["a2"])];
    let mut table = Table::laid("pike_and_shot", &[general, troops("horse", json!({ "figures": 2 }))], &[foot()]);
    // A 6 hits, then 1 to 3 kill his horse.
    let words = table.words("general_casualty", roles, &gives, &[6, 2]);
    assert_eq!(words, ["His horse is dead. A horseman gives up his own and is removed; the general stays mounted."]);
    table.play("general_casualty", roles, gives.clone(), &[6, 2]);
    assert_eq!((table.value("a2", "figures"), table.value("a1", "mounted")), (json!(1), json!(true)));
    table.set("a1", "already_tested", false);
    table.play("general_casualty", roles, gives, &[6, 1]);
    assert_eq!((table.value("a2", "figures"), table.value("a2", "lost")), (json!(0), json!(true)));
    // On foot, the general has no horse to lose.
    table.set("a1", "already_tested", false);
    table.set("a1", "mounted", false);
    assert_eq!(table.words("general_casualty", &[("general", &["a1"])], &json!({}), &[6, 3]), ["He is unharmed."]);
}

#[test]
fn companies_are_detached_and_rejoin_with_their_figures() {
    let mut table = table(&foot(), &[("counters", json!(2))]);
    table.phase("other_moves");
    let parent: &[(&'static str, &[&str])] = &[("parent", &["a1"])];
    let detach = |muskets: i32| json!({ "action": "detach", "muskets": muskets });
    assert!(table.consequences("sub_unit", parent, &detach(0), &[]).others.is_empty(), "nobody leaves");
    table.play("sub_unit", parent, detach(6), &[]);
    assert_eq!(
        (table.left("a1").unwrap(), table.left("a1-1").unwrap()),
        ("8 pikes, 10 muskets".into(), "6 muskets".into())
    );
    assert_eq!(table.value("a1-1", "counters"), 2);
    let alone = table.words("sub_unit", parent, &json!({ "action": "rejoin", "sub_unit_counters": 4 }), &[]);
    assert!(alone.contains(&"Add the sub-unit's figures to its unit.".into()), "{alone:?}");
    table.play("sub_unit", &[("parent", &["a1"]), ("sub_unit", &["a1-1"])], json!({ "action": "rejoin" }), &[]);
    assert_eq!(table.left("a1").unwrap(), "8 pikes, 16 muskets");
}

#[test]
fn fixed_plug_bayonets_are_filled_in() {
    let plugs = json!({ "muskets": 8, "morale_class": "good", "bayonet": "plug" });
    let table = table(&plugs, &[("plug_fixed", json!(true))]);
    let melee = table.filled("melee_round", &[("a", &["a1"]), ("b", &["b1"])]);
    assert_eq!(melee["side_a"][0]["plug_fixed"], true);
    let fire = table.filled("combined_fire", &[("firers", &["a1"]), ("target", &["b1"])]);
    assert_eq!(fire["firers"][0]["plug_fixed"], true);
}

#[test]
fn the_range_to_a_charger_in_contact_is_0() {
    let mut table = Table::laid("pike_and_shot", &[foot()], &[horse()]);
    table.play("reaction_charge", &[("unit", &["b1"]), ("opponent", &["a1"])], json!({}), &[6]);
    table.play("reaction_stand", &[("unit", &["a1"]), ("opponent", &["b1"])], json!({}), &[6]);
    table.phase("charge_fire");
    let shots: &[(&'static str, &[&str])] = &[("firers", &["a1"]), ("target", &["b1"])];
    assert_eq!(table.filled("combined_fire", shots)["firers"][0]["range_in"], 0);
    assert_eq!(table.filled("infantry_fire", &[("firer", &["a1"]), ("target", &["b1"])])["range_in"], 0);
}
