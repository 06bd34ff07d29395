//! Cards, rows, texts of trackers, and refusals of rosters.

use super::{gun, table, troops};
use serde_json::{Value as Json, json};
use testing::table::{Table, TextCase, foot, horse, roster_refusal};

#[test]
fn a_card_shows_ability_class_figures_and_formation() {
    let general = |mounted: bool| json!({ "troop_type": "general", "mounted": mounted });
    let cards = [
        (
            json!({ "pikes": 12, "muskets": 11, "fighting_ability": "raw", "morale_class": "average", "formation": "dutch" }),
            "Raw · average · 12 pikes, 11 muskets · Dutch order, 3 deep",
        ),
        (
            json!({ "pikes": 1, "muskets": 1, "morale_class": "poor", "pike_armour": "partly" }),
            "Trained · poor · 1 pike, 1 musket · pikes partly armoured · Swedish order, 2 deep",
        ),
        (
            json!({ "pikes": 8, "morale_class": "nervous", "formation": "open_order" }),
            "Trained · nervous · 8 pikes · Open order, 1 deep",
        ),
        (json!({ "muskets": 1, "missile": "bow" }), "Trained · class not known yet · 1 bow · Swedish order, 2 deep"),
        (
            json!({ "muskets": 8, "missile": "bow", "morale_class": "good", "grenadiers": true }),
            "Trained · good · 8 bows · grenadiers · Swedish order, 2 deep",
        ),
        (
            json!({ "muskets": 8, "morale_class": "good", "bayonet": "plug" }),
            "Trained · good · 8 muskets · plug bayonets · Swedish order, 2 deep",
        ),
        (
            json!({ "muskets": 8, "morale_class": "good", "bayonet": "ring" }),
            "Trained · good · 8 muskets · ring bayonets · Swedish order, 2 deep",
        ),
        (troops("horse", json!({})), "Trained · good · 12 horse · pistols · Swedish order, 1 deep"),
        (
            troops("horse", json!({ "armour": "unarmoured", "lance": true, "formation": "dutch" })),
            "Trained · good · 12 horse · unarmoured · pistols · lances · Dutch order, 2 deep",
        ),
        (
            troops("horse", json!({ "armour": "fully", "fighting_ability": "veteran" })),
            "Veteran · good · 12 horse · fully armoured · pistols · Swedish order, 1 deep",
        ),
        (
            troops("halberds", json!({ "armour": "partly" })),
            "Trained · good · 12 halberds · partly armoured · Swedish order, 2 deep",
        ),
        (troops("dragoons", json!({})), "Trained · good · 12 dragoons · Swedish order, 1 deep"),
        (
            troops("dragoons", json!({ "mounted": false })),
            "Trained · good · 12 dragoons on foot · Swedish order, 2 deep",
        ),
        (
            troops("irregular_light_cavalry", json!({ "bows": true })),
            "Trained · good · 12 light cavalry · bows · Swedish order, 1 deep",
        ),
        (gun(json!({ "gun": "light" })), "Trained · good · light gun, crew 2 of 2"),
        (gun(json!({ "galloper": true })), "Trained · good · medium gun, crew 2 of 3 · galloper"),
        (gun(json!({ "gun": "heavy" })), "Trained · good · heavy gun, crew 2 of 4"),
        (general(true), "General · mounted"),
        (general(false), "General · on foot"),
    ];
    for (profile, expected) in cards {
        assert_eq!(table(&profile, &[]).card("a1"), expected);
    }
}

#[test]
fn a_row_counts_figures() {
    let left = |profile: Json| table(&profile, &[]).left("a1").unwrap();
    assert_eq!(left(foot()), "8 pikes, 16 muskets");
    assert_eq!(left(horse()), "12 horse");
    assert_eq!(left(json!({ "troop_type": "general" })), "General");
    assert_eq!(table(&foot(), &[("pikes", json!(0)), ("muskets", json!(0))]).left("a1").unwrap(), "nobody left");
    assert_eq!(table(&foot(), &[]).main_tracker("a1"), Some("counters"));
    assert_eq!(table(&json!({ "troop_type": "general" }), &[]).main_tracker("a1"), None);
    // Broken and lost units have no fighting strength.
    assert_eq!(table(&foot(), &[]).strength("a1"), 24);
    assert_eq!(table(&foot(), &[("broken", json!(true))]).strength("a1"), 0);
    assert_eq!(table(&foot(), &[("lost", json!(true))]).strength("a1"), 0);
}

#[test]
fn a_side_is_in_danger_if_a_third_of_its_units_is_left() {
    let general = json!({ "troop_type": "general" });
    let mut table = Table::laid("pike_and_shot", &[foot(), foot(), horse()], &[foot(), general.clone(), general]);
    assert_eq!(table.status(), ["a: Units that have not broken 3", "b: Units that have not broken 1"]);
    table.set("a1", "broken", true);
    table.set("a2", "lost", true);
    assert_eq!(table.status()[0], "a: Units that have not broken 1!");
}

#[test]
fn tags_show_how_near_a_unit_is_to_breaking() {
    // Good troops break at 8 counters, average at 6, poor at 4, nervous at 2.
    let tags = |class: &str, counters: i32| {
        let profile = json!({ "pikes": 8, "muskets": 8, "morale_class": class });
        table(&profile, &[("counters", json!(counters))]).tags("a1")
    };
    for (class, number) in [("good", 8), ("average", 6), ("poor", 4), ("nervous", 2)] {
        assert_eq!(tags(class, number), ["!At its breaking number"], "{class}");
        assert_eq!(tags(class, number + 1), ["!At its breaking number"], "{class}");
        assert_eq!(tags(class, number - 1), ["!1 counter from breaking"], "{class}");
        assert!(tags(class, 0).is_empty(), "{class}");
    }
    assert_eq!(tags("average", 4), ["2 counters from breaking"]);
    assert_eq!(tags("good", 5), ["3 counters from breaking"]);
    assert!(tags("good", 4).is_empty());
    assert_eq!(tags("unknown", 1), ["!Morale class to be rolled"]);
    assert!(tags("unknown", 0).is_empty());
    assert_eq!(table(&foot(), &[("broken", json!(true))]).tags("a1"), ["!Broken"]);
}

#[test]
fn tags_show_what_a_unit_did_and_may_not_do() {
    let cases: Vec<TextCase> = vec![
        (foot(), vec![("contacts", json!(["b1"]))], vec!["In melee"]),
        (foot(), vec![("failed_charge", json!(true))], vec!["May not advance this bound"]),
        (horse(), vec![("bounds_pursued", json!(1))], vec!["Pursuing"]),
        (horse(), vec![("pistols", json!("empty"))], vec!["Pistols empty"]),
        (
            json!({ "muskets": 8, "morale_class": "good", "bayonet": "plug" }),
            vec![("plug_fixed", json!(true))],
            vec!["Bayonets fixed: cannot fire"],
        ),
        (gun(json!({})), vec![], vec!["Gun not ready"]),
        (gun(json!({})), vec![("limbered", json!(false))], vec![]),
        (troops("dragoons", json!({})), vec![("mounted", json!(false))], vec!["On foot"]),
        (foot(), vec![("moved", json!(true))], vec!["Moved"]),
        (foot(), vec![("moved", json!(true)), ("moved_in", json!(4.5))], vec!["Moved 4.5″"]),
        (horse(), vec![("charging", json!(true))], vec!["Charging"]),
        (foot(), vec![("fired", json!(true)), ("fought", json!(true))], vec!["Fired", "Fought"]),
        (foot(), vec![("broke", json!(true)), ("rested", json!(true))], vec!["Broke", "Rested"]),
        (horse(), vec![("rally_bounds_left", json!(1))], vec!["1 bound until rallied"]),
        (horse(), vec![("rally_bounds_left", json!(3))], vec!["3 bounds until rallied"]),
        (json!({ "troop_type": "general" }), vec![("recovery_bounds", json!(1))], vec!["Wounded: 1 bound"]),
        (json!({ "troop_type": "general" }), vec![("recovery_bounds", json!(4))], vec!["Wounded: 4 bounds"]),
        (json!({ "troop_type": "general" }), vec![("dead", json!(true))], vec!["!Dead"]),
        (foot(), vec![("pikes", json!(0)), ("muskets", json!(0))], vec!["!Destroyed"]),
        (foot(), vec![("lost", json!(true))], vec!["!Out of the battle"]),
    ];
    for (profile, trackers, expected) in cases {
        assert_eq!(table(&profile, &trackers).tags("a1"), expected, "{trackers:?}");
    }
}

#[test]
fn moves_are_filled_in_for_the_type_of_troops() {
    let mover = |profile: Json, trackers: &[(&str, Json)]| {
        table(&profile, trackers).filled("movement_allowance", &[("unit", &["a1"])])["mover"].clone()
    };
    assert_eq!(mover(foot(), &[]), "infantry");
    assert_eq!(mover(json!({ "muskets": 8, "formation": "open_order" }), &[]), "open_order_infantry");
    assert_eq!(mover(troops("halberds", json!({})), &[]), "infantry");
    assert_eq!(mover(horse(), &[]), "cavalry");
    assert_eq!(mover(troops("dragoons", json!({})), &[]), "cavalry");
    assert_eq!(mover(troops("dragoons", json!({})), &[("mounted", json!(false))]), "infantry");
    assert_eq!(mover(troops("irregular_light_cavalry", json!({})), &[]), "irregular_light_cavalry");
    assert_eq!(mover(gun(json!({})), &[]), "limbered_guns");
    assert_eq!(mover(gun(json!({ "galloper": true })), &[]), "limbered_galloper_guns");
    assert_eq!(mover(gun(json!({})), &[("limbered", json!(false))]), "manhandled_guns");
    assert_eq!(mover(gun(json!({})), &[("broken", json!(true))]), "gun_crew");
}

#[test]
fn a_roster_refuses_fields_without_effect() {
    let refusal = |mut profile: Json| {
        profile["name"] = "A".into();
        roster_refusal("pike_and_shot", &profile)
    };
    assert_eq!(refusal(foot()), "allowed");
    assert_eq!(refusal(json!({ "pikes": 0 })), "bad_value pikes");
    assert_eq!(refusal(json!({ "troop_type": "horse" })), "missing_field figures");
    assert_eq!(refusal(json!({ "muskets": 4, "armour": "fully" })), "bad_value armour");
    assert_eq!(refusal(json!({ "muskets": 4, "command": 2, "command_as_pikes": 3 })), "bad_value command_as_pikes");
    assert_eq!(refusal(troops("halberds", json!({ "bayonet": "ring" }))), "bad_value bayonet");
    assert_eq!(refusal(troops("irregular_light_cavalry", json!({ "grenadiers": true }))), "bad_value grenadiers");
    assert_eq!(refusal(troops("horse", json!({ "formation": "open_order" }))), "not_allowed formation");
    assert_eq!(refusal(gun(json!({ "figures": 4 }))), "bad_value figures");
}
