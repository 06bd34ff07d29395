//! Sentences about units in the phases of a turn.

use super::{soldiers, table};
use serde_json::{Value as Json, json};

/// Trackers of units that can do nothing, each with the sentence that the phases show.
const IDLE: &[(&str, &str)] = &[
    ("blocked", "held up by the ground this turn"),
    ("forming", "forming close order all turn"),
    ("stunned", "stunned, so no action"),
];

#[test]
fn phases_concern_units_with_something_to_do_in_them() {
    let concerned = |profile: Json, trackers: &[(&str, Json)]| table(&profile, trackers).concerned("a1");
    let nobody: [&str; 0] = [];
    assert_eq!(concerned(soldiers(json!({})), &[]), ["start", "move"]);
    assert_eq!(concerned(soldiers(json!({})), &[("figures", json!(0))]), nobody);
    assert_eq!(concerned(soldiers(json!({ "missile": ["longbow"] })), &[]), ["start", "move", "shoot"]);
    assert_eq!(concerned(soldiers(json!({ "weapon": "light_spear" })), &[]), ["start", "move", "shoot"]);
    let pistols =
        |loaded: i32| concerned(soldiers(json!({ "missile": ["pistol"] })), &[("loaded_pistol", json!(loaded))]);
    assert_eq!(pistols(3), ["start", "move", "shoot"]);
    assert_eq!(pistols(2), ["start", "move", "shoot", "reload"]);
    for (tracker, value) in
        [("contacts", json!(["b1"])), ("in_contact_at_start", json!(true)), ("contacted", json!(true))]
    {
        assert_eq!(concerned(soldiers(json!({})), &[(tracker, value)]), ["start", "move", "melee"], "{tracker}");
    }
    let rider = soldiers(json!({ "mount": "cavalry" }));
    assert_eq!(concerned(rider, &[("charging", json!(true))]), ["start", "move", "melee", "end"]);
    for (tracker, value) in [("fallen", json!(1)), ("captured", json!(1)), ("close_order", json!(true))] {
        assert_eq!(concerned(soldiers(json!({})), &[(tracker, value)]), ["start", "move", "end"], "{tracker}");
    }
}

#[test]
fn the_first_phases_offer_their_trackers() {
    let table = table(&soldiers(json!({})), &[]);
    assert_eq!(table.shown_trackers("start", "a1"), ["in_contact_at_start"]);
    assert_eq!(table.says("start", "a1"), "");
    assert_eq!(table.shown_trackers("move", "a1"), ["moved", "on_foot", "fork_dropped"]);
    assert_eq!(table.shown_trackers("reload", "a1"), ["moved", "contacted"]);
}

#[test]
fn the_phase_of_moves_shows_how_far_a_unit_may_go() {
    let says = |profile: Json, trackers: &[(&str, Json)]| table(&profile, trackers).says("move", "a1");
    // The movement table: on foot 20, 16 or 12 cm; cavalry 40, 36 or 32; mounted infantry 36; a farm horse 36.
    let far = [
        (json!({}), 20),
        (json!({ "armour": "4" }), 16),
        (json!({ "armour": "4_star" }), 16),
        (json!({ "armour": "5" }), 12),
        (json!({ "missile": ["matchlock_musket"] }), 16),
        (json!({ "mount": "cavalry" }), 40),
        (json!({ "mount": "cavalry", "armour": "4" }), 40),
        (json!({ "mount": "cavalry", "armour": "4_star" }), 36),
        (json!({ "mount": "cavalry", "armour": "5" }), 32),
        (json!({ "mount": "mounted_infantry" }), 36),
        (json!({ "mount": "farm_horse" }), 36),
        (json!({ "mount": "farm_horse", "armour": "5" }), 32),
    ];
    for (profile, cm) in far {
        assert_eq!(says(soldiers(profile.clone()), &[]), format!("up to {cm} cm on easy ground"), "{profile}");
    }
    // In close order, soldiers move as a line.
    let formed = ("close_order", json!(true));
    assert_eq!(says(soldiers(json!({})), std::slice::from_ref(&formed)), "up to 12 cm on easy ground; may pivot once");
    assert_eq!(
        says(soldiers(json!({})), &[formed, ("pivot_used", json!(true))]),
        "up to 12 cm on easy ground; has pivoted"
    );
    // The table has no row for mounted infantry in heavy armour.
    let heavy = json!({ "mount": "mounted_infantry", "armour": "5" });
    assert_eq!(says(soldiers(heavy), &[]), "Mounted infantry wears a breastplate at most.");
    for tracker in ["moved", "stepped"] {
        assert_eq!(says(soldiers(json!({})), &[(tracker, json!(true))]), "already moved");
    }
    for (tracker, words) in IDLE {
        assert_eq!(says(soldiers(json!({})), &[(tracker, json!(true))]), *words);
    }
}

#[test]
fn the_phase_of_shooting_shows_which_units_may_shoot() {
    let says = |profile: Json, trackers: &[(&str, Json)]| table(&soldiers(profile), trackers).says("shoot", "a1");
    let muskets = json!({ "missile": ["matchlock_musket"] });
    assert_eq!(says(muskets.clone(), &[]), "may shoot to 60 cm");
    assert_eq!(says(json!({ "missile": ["longbow"] }), &[]), "may shoot to 40 cm");
    assert_eq!(says(muskets.clone(), &[("shot_figures", json!(3))]), "all shots taken this turn");
    assert_eq!(says(muskets.clone(), &[("loaded_matchlock_musket", json!(0))]), "nothing loaded");
    assert_eq!(says(muskets.clone(), &[("fouled", json!(true))]), "useless for the rest of the day");
    // A second weapon can be fired, so the sentence names the weapon.
    let both = json!({ "missile": ["pistol", "matchlock_musket"] });
    assert_eq!(says(both.clone(), &[("fouled", json!(true))]), "may shoot to 20 cm: Pistol");
    assert_eq!(says(both, &[("loaded_pistol", json!(0)), ("fouled", json!(true))]), "nothing loaded");
    assert_eq!(
        says(json!({ "missile": ["pistol"] }), &[("in_contact_at_start", json!(true))]),
        "in contact: pistols only"
    );
    for (tracker, words) in IDLE {
        assert_eq!(says(muskets.clone(), &[(tracker, json!(true))]), *words);
    }
}

#[test]
fn figures_that_did_not_begin_in_contact_may_shoot() {
    // Firearms: only characters in contact at the start of the turn cannot shoot.
    let says = |began: i32| {
        let trackers = [("in_contact_at_start", json!(true)), ("start_figures", json!(began))];
        table(&soldiers(json!({ "missile": ["matchlock_musket"] })), &trackers).says("shoot", "a1")
    };
    assert_eq!(says(2), "may shoot to 60 cm");
    assert_eq!(says(3), "in contact: pistols only");
}

#[test]
fn at_the_end_of_a_turn_close_order_is_only_kept() {
    let mut table = table(&soldiers(json!({ "figures": 4 })), &[("close_order", json!(true))]);
    let mut barred = |phase: &str, action: &str| {
        table.phase(phase);
        table.barred("close_order", &[("unit", &["a1"])], &json!({ "action": action }))
    };
    for (phase, pivots) in [("declare", true), ("move", true), ("shoot", false), ("end", false)] {
        assert_eq!(barred(phase, "pivot"), if pivots { vec![] } else { vec!["phase"] }, "{phase}");
        assert_eq!(barred(phase, "keep"), [""; 0], "{phase}");
    }
}

#[test]
fn the_phase_of_melee_shows_why_a_unit_fights() {
    let says =
        |tracker: &str| table(&soldiers(json!({ "mount": "cavalry" })), &[(tracker, json!(true))]).says("melee", "a1");
    assert_eq!(says("contacted"), "in contact", "by hand: no fight is known");
    assert_eq!(says("charging"), "charges");
    assert_eq!(says("in_contact_at_start"), "in contact since the start");
}

#[test]
fn the_phase_of_reloading_shows_what_is_loaded() {
    let says = |profile: Json, trackers: &[(&str, Json)]| table(&soldiers(profile), trackers).says("reload", "a1");
    let pistols = json!({ "missile": ["pistol"] });
    let empty = ("loaded_pistol", json!(0));
    assert_eq!(says(pistols.clone(), std::slice::from_ref(&empty)), "loads: Pistol");
    assert_eq!(says(pistols.clone(), &[empty.clone(), ("moved", json!(true))]), "already moved");
    assert_eq!(says(pistols.clone(), &[empty.clone(), ("contacted", json!(true))]), "in contact this turn");
    assert_eq!(says(pistols.clone(), &[empty.clone(), ("in_contact_at_start", json!(true))]), "in contact this turn");
    assert_eq!(says(pistols.clone(), &[empty.clone(), ("blows", json!(3))]), "blow already struck this turn");
    let both = json!({ "missile": ["pistol", "light_crossbow"] });
    assert_eq!(
        says(both, &[empty.clone(), ("loaded_light_crossbow", json!(0))]),
        "several kinds of weapons to load: choose one"
    );
    for (tracker, words) in IDLE {
        assert_eq!(says(pistols.clone(), &[empty.clone(), (tracker, json!(true))]), *words);
    }
}

#[test]
fn the_end_phase_shows_open_checks() {
    let says = |profile: Json, trackers: &[(&str, Json)]| table(&profile, trackers).says("end", "a1");
    assert_eq!(says(soldiers(json!({})), &[]), "");
    assert_eq!(says(soldiers(json!({})), &[("fallen", json!(2))]), "2 fallen");
    let marked = [("fallen", json!(2)), ("see_to", json!(true))];
    assert_eq!(says(soldiers(json!({})), &marked), "2 fallen to see to");
    assert_eq!(says(soldiers(json!({})), &[("captured", json!(1))]), "prisoners: 1, for ransom or to be freed");
    let flags = [
        (json!({ "figures": 1, "player_character": true }), "wounded", "wounded: to be seen to"),
        (soldiers(json!({})), "close_order", "does the close order hold?"),
        (soldiers(json!({ "mount": "cavalry" })), "charging", "no charge next turn"),
        (soldiers(json!({ "weapon": "pike" })), "pike_loose", "the pike is useless next turn, unless in close order"),
        (soldiers(json!({})), "stunned", "gets up"),
    ];
    for (profile, flag, words) in flags {
        assert_eq!(says(profile, &[(flag, json!(true))]), words);
    }
}
