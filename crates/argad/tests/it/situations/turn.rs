//! Facts that the table fills in, and consequences of changes.

use super::{soldiers, table};
use serde_json::json;
use testing::table::Table;

#[test]
fn known_facts_of_shots_loading_and_runs_are_not_asked_for() {
    let riders = json!({ "figures": 1, "mount": "cavalry", "missile": ["pistol"] });
    let table = table(&riders, &[]);
    let shots: &[(&'static str, &[&str])] = &[("shooters", &["a1"]), ("target", &["b1"])];
    assert!(table.known("shoot", shots, "shooters[0].movement"));
    assert!(table.known("shoot", shots, "shooters[0].count"), "a single figure");
    assert!(!table.known("shoot", shots, "shooters[0].range_cm"));
    assert!(table.known("shoot", shots, "target.figures"));
    assert!(!table.known("shoot", &[("shooters", &["a1"])], "target.figures"), "of no target");
    let group = Table::of("argad", &soldiers(json!({ "missile": ["pistol"] })), &riders, &[]);
    assert!(!group.known("shoot", shots, "shooters[0].count"), "of three any number shoots");
    for place in ["movement", "contacted", "fired"] {
        assert!(table.known("reload", &[("shooter", &["a1"])], place));
        assert!(!table.known("reload", &[], place));
    }
    assert!(!table.known("reload", &[("shooter", &["a1"])], "weapon"));
    // Without a spear or javelins, a run is a charge.
    let rider: &[(&'static str, &[&str])] = &[("rider", &["a1"])];
    assert!(table.known("run_up", rider, "purpose"));
    assert!(!table.known("run_up", rider, "straight_cm"));
    let spear = json!({ "figures": 1, "mount": "cavalry", "weapon": "light_spear" });
    assert!(!Table::of("argad", &spear, &riders, &[]).known("run_up", rider, "purpose"));
}

#[test]
fn charged_enemies_and_contacts_are_the_first_candidates() {
    let riders = soldiers(json!({ "mount": "cavalry", "missile": ["pistol"] }));
    let foes = [soldiers(json!({})), soldiers(json!({})), soldiers(json!({}))];
    let mut table = Table::laid("argad", &[riders], &foes);
    table.set("a1", "contacts", json!(["b2"]));
    assert_eq!(table.opened("melee", ("one", "a1"), "many"), ["b2"]);
    assert_eq!(table.offered("shoot", ("shooters", "a1"), "target")[0], "b2");
    table.set("a1", "charge_target", "b3");
    assert_eq!(table.opened("melee", ("one", "a1"), "many"), ["b2"], "it does not charge");
    table.set("a1", "charging", true);
    assert_eq!(table.opened("melee", ("one", "a1"), "many"), ["b3"]);
    assert_eq!(table.offered("run_up", ("rider", "a1"), "target")[0], "b1", "a run names anybody");
}

#[test]
fn setting_struck_by_hand_sets_the_count_of_blows() {
    let mut table = table(&soldiers(json!({})), &[]);
    table.set("a1", "struck", true);
    assert_eq!(table.value("a1", "blows"), 3);
    table.set("a1", "struck", false);
    assert_eq!(table.value("a1", "blows"), 0);
    table.set("a1", "blows", 3);
    assert_eq!(table.value("a1", "struck"), true);
    // Of two figures left, both have struck.
    table.set("a1", "figures", 2);
    assert_eq!((table.value("a1", "blows"), table.value("a1", "struck")), (json!(2), json!(true)));
}

#[test]
fn dismounted_riders_do_not_charge_and_mounted_ones_do_not_form_up() {
    let riders = soldiers(json!({ "mount": "cavalry" }));
    let mut table = table(&riders, &[("charging", json!(true)), ("on_foot", json!(true))]);
    assert_eq!(table.value("a1", "charging"), false);
    table.set("a1", "close_order", true);
    assert_eq!(table.value("a1", "close_order"), true);
    table.set("a1", "on_foot", false);
    assert_eq!(table.value("a1", "close_order"), false);
}

#[test]
fn a_unit_that_left_the_table_is_not_charged() {
    let riders = soldiers(json!({ "mount": "cavalry" }));
    let mut table = table(&riders, &[("charge_target", json!("b1"))]);
    table.remove("b1");
    assert_eq!(table.value("a1", "charge_target"), "");
}

#[test]
fn casualties_fall_without_a_draw_if_one_unit_is_left() {
    let shooters = soldiers(json!({ "missile": ["longbow"] }));
    let hero = json!({ "figures": 1, "player_character": true });
    for (out, stays, tracker) in [("b1", "b2", "life_points"), ("b2", "b1", "figures")] {
        let mut table = Table::laid("argad", std::slice::from_ref(&shooters), &[soldiers(json!({})), hero.clone()]);
        table.phase("shoot");
        let shot = json!({ "shooters": [{ "range_cm": 10, "count": 2 }] });
        // Longbows need 5 up to 20 cm, so the 5 is one hit on the group of four figures.
        table.play("shoot", &[("shooters", &["a1"]), ("target", &["b1", "b2"])], shot, &[5, 1]);
        assert_eq!(table.duties(), ["!casualties: 1 to draw from B1, B2"]);
        table.set(out, if out == "b1" { "figures" } else { "life_points" }, 0);
        assert!(table.duties().is_empty(), "{:?}", table.duties());
        let before = if stays == "b2" { 2 } else { 3 };
        assert_eq!(table.value(stays, tracker), before - 1, "{stays}");
        if stays == "b2" {
            assert_eq!(table.value("b2", "wounded"), true);
        } else {
            assert_eq!(table.value("b1", "fallen"), 1);
        }
    }
}
