//! A horse for a general, guns that begin ready, and morale classes of a scenario.

use serde_json::{Value as Json, json};
use testing::table::{Table, foot, horse};

const ID: &str = "pike_and_shot";

fn general() -> Json {
    json!({ "troop_type": "general" })
}

#[test]
fn giving_up_a_horse_is_due_after_the_roll() {
    let mut table = Table::laid(ID, &[general(), horse()], &[foot()]);
    table.set("a1", "with_unit", "a2");
    table.set("a1", "at_risk", true);
    table.play("general_casualty", &[("general", &["a1"])], json!({}), &[6, 2]);
    assert_eq!((table.value("a1", "mounted"), table.value("a1", "horse_killed")), (json!(false), json!(true)));
    let due = |table: &Table| table.duties().into_iter().find(|duty| duty.starts_with("give_horse"));
    assert_eq!(due(&table).unwrap(), "give_horse: A1: a horseman of A2 may give up his horse.");
    assert!(table.known("general_casualty", &[("general", &["a1"])], "trooper_gives_horse"));
    table.play("give_horse", &[("general", &["a1"]), ("unit", &["a2"])], json!({}), &[]);
    assert_eq!((table.value("a1", "mounted"), table.value("a2", "figures")), (json!(true), json!(11)));
    assert_eq!(due(&table), None);
}

#[test]
fn only_mounted_units_give_up_a_horse() {
    let mut table = Table::laid(ID, &[general(), foot()], &[foot()]);
    table.set("a1", "with_unit", "a2");
    table.play("general_casualty", &[("general", &["a1"])], json!({}), &[6, 2]);
    assert!(!table.duties().iter().any(|duty| duty.starts_with("give_horse")));
    assert_ne!(table.fits("give_horse", "unit", "a2"), "fits");
}

#[test]
fn a_gun_may_begin_the_battle_ready() {
    let gun = |limbered: bool| json!({ "troop_type": "artillery", "figures": 3, "limbered": limbered });
    let table = Table::laid(ID, &[gun(true), gun(false)], &[foot()]);
    assert_eq!((table.value("a1", "limbered"), table.value("a2", "limbered")), (json!(true), json!(false)));
    let ready =
        |unit: &str| table.filled("artillery_fire", &[("firer", &[unit]), ("target", &["b1"])])["ready"].clone();
    assert_eq!((ready("a1"), ready("a2")), (json!(false), json!(true)));
}

#[test]
fn morale_classes_of_a_scenario_are_kept_for_the_side() {
    let unknown = json!({ "troop_type": "foot", "pikes": 8, "muskets": 16 });
    let mut table = Table::laid(ID, &[unknown.clone(), unknown.clone()], &[unknown]);
    let classes = json!(["nervous", "nervous", "poor", "poor", "average", "good"]);
    table.play("morale_class_roll", &[("unit", &["a1"])], json!({ "table": classes }), &[2]);
    assert_eq!(table.value("a1", "morale_class"), "nervous");
    assert_eq!(table.filled("morale_class_roll", &[("unit", &["a2"])])["table"], classes);
    assert_eq!(table.shown("a"), ["classes 1 to 6: Nervous, Nervous, Poor, Poor, Average, Good"]);
    // The other side has the usual classes.
    assert_eq!(table.filled("morale_class_roll", &[("unit", &["b1"])]).get("table"), None);
}
