//! Acts without units, and units without the equipment for an act.

use super::soldiers;
use serde_json::{Value as Json, json};
use testing::table::{Table, roster_notes};

/// A battle of one soldier on each side.
fn two() -> Table {
    Table::laid("argad", &[soldiers(json!({}))], &[soldiers(json!({}))])
}

#[test]
fn without_units_only_the_used_options_of_a_side_are_filled_in() {
    let table = two();
    for procedure in table.ruleset.procedures {
        let mut filled = table.filled(procedure.id, &[]);
        let used = filled.remove("musket_plus_one_used");
        assert_eq!(used, (procedure.id == "shoot").then_some(json!(false)));
        let nobody = |value: &Json| *value == json!([]) || *value == json!({});
        assert!(filled.values().all(nobody), "{}: {filled:?}", procedure.id);
    }
}

#[test]
fn an_act_without_units_changes_no_trackers() {
    let mut table = two();
    let trackers = |table: &Table| {
        ["a1", "b1", "a", "b", "battle"].map(|of| table.battle.state().tracked(of).unwrap().all().clone())
    };
    let before = trackers(&table);
    let acts: [(&str, Json, &[u8]); 6] = [
        ("melee", json!({ "one": {}, "many": [{}] }), &[4, 1]),
        ("shoot", json!({ "shooters": [{ "weapon": "pistol", "range_cm": 5 }], "target": {} }), &[5]),
        ("reload", json!({ "weapon": "pistol", "reload_left": 1 }), &[]),
        ("run_up", json!({ "straight_cm": 20 }), &[]),
        ("casualties", json!({ "groups": [{ "figures": 2 }, { "figures": 2 }], "casualties": 1 }), &[1]),
        ("healing", json!({ "class": 3 }), &[3]),
    ];
    for (procedure, answers, faces) in acts {
        table.play(procedure, &[], answers, faces);
        assert_eq!(trackers(&table), before, "{procedure}");
    }
}

#[test]
fn no_bars_apply_to_acts_without_units() {
    let mut table = two();
    for procedure in ["melee", "shoot", "reload"] {
        table.phase(procedure);
        assert_eq!(table.barred(procedure, &[], &json!({})), [""; 0], "{procedure}");
    }
    table.phase("melee");
    assert_eq!(table.barred("melee", &[("many", &["b1"])], &json!({})), [""; 0]);
    // A missing target is refused at its field; no bar applies to it.
    let fight: &[(&'static str, &[&str])] = &[("one", &["a1"]), ("many", &["b1"])];
    assert_eq!(table.barred("melee", fight, &json!({ "targets": [3] })), [""; 0]);
}

#[test]
fn units_without_missile_weapons_are_filled_in_without_a_weapon() {
    let mut table = two();
    table.phase("shoot");
    let shots: &[(&'static str, &[&str])] = &[("shooters", &["a1"]), ("target", &["b1"])];
    assert_eq!(table.filled("shoot", shots)["shooters"][0].get("weapon"), None);
    assert_eq!(table.barred("shoot", shots, &json!({})), [""; 0], "the form asks for the weapon");
    assert_eq!(table.filled("reload", &[("shooter", &["a1"])]).get("weapon"), None);
    // A unit does not load a weapon that it does not have, even if players override the refusal.
    table.play("reload", &[("shooter", &["a1"])], json!({ "weapon": "pistol" }), &[]);
    assert_eq!((table.value("a1", "loaded_pistol"), table.value("a1", "reloaded")), (Json::Null, Json::Null));
    // A target that is not named yet has no figures.
    let bows = Table::laid("argad", &[soldiers(json!({ "missile": ["longbow"] }))], &[soldiers(json!({}))]);
    let filled = bows.filled("shoot", &[("shooters", &["a1"])]);
    assert_eq!(filled["shooters"][0]["weapon"], "longbow");
    assert!(filled.get("target").is_none_or(|target| target.get("figures").is_none()), "{filled:?}");
}

#[test]
fn a_unit_without_figures_cannot_be_struck() {
    let mut table = two();
    let fits = |table: &Table| {
        [("melee", "many", "b1"), ("run_up", "target", "b1")].map(|(id, role, unit)| table.fits(id, role, unit))
    };
    assert_eq!(fits(&table), ["fits", "fits"]);
    table.set("b1", "figures", 0);
    assert_eq!(fits(&table), ["Nobody of them is left.", "Nobody of them is left."]);
}

#[test]
fn a_roster_beyond_the_limits_of_a_budget_has_no_points() {
    // Budget: 1 to 40 entries.
    let soldier = json!({ "name": "A" });
    assert_eq!(roster_notes("argad", &vec![soldier.clone(); 40])[0], "120 points");
    assert!(roster_notes("argad", &vec![soldier; 41]).is_empty());
    assert!(roster_notes("argad", &[]).is_empty());
}

#[test]
fn an_open_duty_without_units_or_casualties_is_not_due() {
    // Battles in links and files can contain anything.
    let mut table = two();
    for duty in [
        json!({ "kind": "throw", "units": [] }),
        json!({ "kind": "load", "units": [] }),
        json!({ "kind": "draw", "units": ["a1", "b1"] }),
    ] {
        table.set("battle", "open_duties", json!([duty]));
        assert!(table.duties().is_empty(), "{duty}: {:?}", table.duties());
    }
    table.set("battle", "open_duties", json!([{ "kind": "draw", "units": ["a1", "b1"], "casualties": 2 }]));
    assert_eq!(table.duties(), ["!casualties: 2 to draw from A1, B1"]);
}

#[test]
fn a_unit_with_an_unknown_mount_does_not_charge_or_form_up() {
    let rider = |mount: &str| Table::laid("argad", &[soldiers(json!({ "mount": mount }))], &[soldiers(json!({}))]);
    let fits = |mount: &str| {
        let table = rider(mount);
        (table.fits("run_up", "rider", "a1"), table.fits("close_order", "unit", "a1"))
    };
    let (no_charge, no_order) = ("Only cavalry charges.", "Only soldiers on foot form close order.");
    assert_eq!(fits("cavalry"), ("fits".into(), no_order.into()));
    assert_eq!(fits("foot"), (no_charge.into(), "fits".into()));
    assert_eq!(fits("elephant"), (no_charge.into(), no_order.into()));
}
