//! Rows of units: the single line of text, the number next to it, and whether the unit may act.

use battle::referee;
use rules::ruleset::RowLine;
use serde_json::{Value as Json, json};
use testing::asked::with;
use testing::table::{Table, formation};

/// Returns the stamp, the tracker of names and the words of a unit's row.
fn line(table: &Table, unit: &str) -> (Option<String>, Option<&'static str>, Option<String>) {
    let RowLine { stamp, names, words, .. } = table.ruleset.row_line(&table.battle.state().facts(unit));
    (stamp.map(|stamp| stamp.to_string()), names, words.map(|words| words.to_string()))
}

fn stamp(word: &str) -> (Option<String>, Option<&'static str>, Option<String>) {
    (Some(word.to_owned()), None, None)
}

fn names(tracker: &'static str) -> (Option<String>, Option<&'static str>, Option<String>) {
    (None, Some(tracker), None)
}

fn words(words: &str) -> (Option<String>, Option<&'static str>, Option<String>) {
    (None, None, Some(words.to_owned()))
}

/// Returns the leader and the ground of a unit's row.
fn leader_and_ground(table: &Table, unit: &str) -> [Option<String>; 2] {
    let RowLine { leader, ground, .. } = table.ruleset.row_line(&table.battle.state().facts(unit));
    [leader, ground].map(|words| words.map(|words| words.to_string()))
}

/// Returns the notes on a unit's row about units whose trackers refer to it: the words, and the ids of those units.
fn named_by(table: &Table, unit: &str) -> Vec<(&'static str, Vec<String>)> {
    let units = table.battle.state().known_units().map(|(unit, facts)| (unit.id.as_str(), facts));
    let mut all = table.ruleset.named_by(units);
    let named = all.remove(unit).unwrap_or_default().into_iter();
    named.map(|named| (named.words, named.units)).collect()
}

fn remaining(table: &Table, unit: &str) -> Option<(u32, u32)> {
    let state = table.battle.state();
    (table.ruleset.glance.remaining)(&state.facts(unit), state.mustered(unit).unwrap())
}

fn has_acted(table: &Table, unit: &str) -> bool {
    (table.ruleset.glance.has_acted)(&table.battle.state().facts(unit))
}

fn may_act(table: &Table, unit: &str) -> bool {
    referee::may_act(table.ruleset, table.battle.state(), unit)
}

fn foot() -> Json {
    json!({ "pikes": 8, "muskets": 16, "morale_class": "average" })
}

#[test]
fn pike_and_shot_rows_show_broken_then_contacts_then_hindrances() {
    let mut table = Table::laid("pike_and_shot", &[foot()], &[foot()]);
    assert_eq!(line(&table, "a1"), (None, None, None));
    table.set("a1", "failed_charge", true);
    assert_eq!(line(&table, "a1"), words("May not advance this bound"));
    table.set("a1", "counters", 6);
    assert_eq!(line(&table, "a1"), words("At its breaking number"));
    table.set("a1", "charging", true);
    table.set("a1", "charges", "b1");
    assert_eq!(line(&table, "a1"), names("charges"));
    table.set("a1", "contacts", json!(["b1"]));
    assert_eq!(line(&table, "a1"), names("contacts"));
    table.set("a1", "broken", true);
    assert_eq!(line(&table, "a1"), stamp("Broken"));
    table.set("a1", "rally_bounds_left", 2);
    assert_eq!(line(&table, "a1"), (Some("Broken".to_owned()), None, Some("2 bounds until rallied".to_owned())));
    table.set("a1", "lost", true);
    assert_eq!(line(&table, "a1"), stamp("Out of the battle"));
    let general = json!({ "troop_type": "general" });
    let mut table = Table::laid("pike_and_shot", &[foot(), general], &[foot()]);
    table.set("a2", "with_unit", "a1");
    assert_eq!(line(&table, "a2"), names("with_unit"));
    table.set("a1", "bounds_pursued", 1);
    table.set("a1", "pursuit_of", "b1");
    assert_eq!(line(&table, "a1"), names("pursuit_of"));
}

#[test]
fn a_charged_unit_and_a_unit_with_a_general_show_it_on_their_rows() {
    let general = json!({ "troop_type": "general" });
    let mut table = Table::laid("pike_and_shot", &[foot(), general], &[foot(), foot()]);
    assert_eq!(leader_and_ground(&table, "a1"), [None, None]);
    table.set("a2", "with_unit", "a1");
    assert_eq!(leader_and_ground(&table, "a1"), [Some("General".to_owned()), None]);
    // A charge that is over is not shown.
    table.set("b1", "charges", "a1");
    assert_eq!(named_by(&table, "a1"), []);
    for charger in ["b1", "b2"] {
        table.set(charger, "charging", true);
        table.set(charger, "charges", "a1");
    }
    assert_eq!(named_by(&table, "a1"), [("charged by {names}", vec!["b1".to_owned(), "b2".to_owned()])]);
    table.set("a1", "response", "stand");
    assert_eq!(line(&table, "a1"), words("stands"));
}

#[test]
fn both_units_of_a_melee_may_act_until_it_is_fought() {
    let mut table = Table::laid("pike_and_shot", &[foot(), foot()], &[foot(), foot()]);
    table.phase("melee");
    for (charger, of, response) in [("b1", "a1", "stand"), ("b2", "a2", "counter_charge")] {
        table.set(charger, "charging", true);
        table.set(charger, "charges", of);
        table.set(of, "response", response);
    }
    assert!(["a1", "a2", "b1", "b2"].iter().all(|unit| may_act(&table, unit)));
    for unit in ["a1", "b1"] {
        table.set(unit, "fought", true);
        table.set(unit, "in_melee", true);
        assert!(!may_act(&table, unit), "{unit}");
    }
}

#[test]
fn a_row_shows_the_ground_and_the_leader_next_to_a_stamp() {
    let mut table = Table::laid("argad", &[json!({ "figures": 5, "weapon": "pike" })], &[]);
    table.set("a1", "ground", "woods");
    assert_eq!(leader_and_ground(&table, "a1"), [None, Some("in woods".to_owned())]);
    assert_eq!(line(&table, "a1"), words("pike"), "the ground replaces nothing");
    table.set("a1", "disorder", true);
    assert_eq!(leader_and_ground(&table, "a1")[1].as_deref(), Some("in woods"));
    let mut table = Table::laid("arquebusier", &[formation("pike")], &[]);
    table.set("a1", "general_joined", true);
    assert_eq!(leader_and_ground(&table, "a1"), [Some("General".to_owned()), None]);
}

#[test]
fn a_unit_that_has_fired_has_acted_and_may_not_act() {
    let mut table = Table::laid("pike_and_shot", &[foot()], &[foot()]);
    table.set("battle", "phase", 5);
    assert!(may_act(&table, "a1") && !has_acted(&table, "a1"));
    table.set("a1", "fired", true);
    assert!(!may_act(&table, "a1") && has_acted(&table, "a1"));
    // Arquebusier!: moves, shots, fights and closing up are acts of a formation in a turn.
    for done in ["moved_this_turn", "shot_this_turn", "fought", "closed_up"] {
        let mut table = Table::laid("arquebusier", &[formation("pike")], &[]);
        assert!(!has_acted(&table, "a1"));
        table.set("a1", done, true);
        assert!(has_acted(&table, "a1"), "{done}");
    }
}

#[test]
fn pike_and_shot_rows_show_what_hinders_a_unit() {
    let unit = |more: Json| with(json!({ "morale_class": "average" }), more);
    let gun = unit(json!({ "troop_type": "artillery", "gun": "light", "figures": 2 }));
    let horse = unit(json!({ "troop_type": "horse", "figures": 10, "pistols": true }));
    let dragoons = unit(json!({ "troop_type": "dragoons", "figures": 8 }));
    for (unit, tracker, to, says) in [
        (&gun, "limbered", json!(true), "Gun not ready"),
        (&horse, "bounds_pursued", json!(1), "Pursuing"),
        (&horse, "pistols", json!("empty"), "Pistols empty"),
        (&foot(), "plug_fixed", json!(true), "Bayonets fixed: cannot fire"),
        (&dragoons, "mounted", json!(false), "On foot"),
        (&json!({ "troop_type": "general" }), "recovery_bounds", json!(2), "Wounded: 2 bounds"),
    ] {
        let mut table = Table::laid("pike_and_shot", std::slice::from_ref(unit), &[foot()]);
        table.set("a1", tracker, to);
        assert_eq!(line(&table, "a1"), words(says), "{tracker}");
    }
}

#[test]
fn a_row_asks_for_an_unknown_morale_class_once_there_are_counters() {
    // Pike & Shot, Classification of Troops.
    let unknown = json!({ "pikes": 8, "muskets": 16, "morale_class": "unknown" });
    let mut table = Table::laid("pike_and_shot", &[unknown], &[foot()]);
    assert_eq!(line(&table, "a1"), (None, None, None));
    table.set("a1", "counters", 1);
    assert_eq!(line(&table, "a1"), words("Morale class to be rolled"));
}

#[test]
fn argad_rows_count_life_points_or_figures_and_the_stunned() {
    let group = json!({ "figures": 5, "weapon": "pike" });
    let player = json!({ "figures": 1, "player_character": true, "weapon": "sword" });
    let mut table = Table::laid("argad", &[group, player], &[json!({ "figures": 4, "weapon": "pike" })]);
    assert_eq!((line(&table, "a1"), remaining(&table, "a1")), (words("pike"), Some((5, 5))));
    table.set("a1", "figures", 3);
    table.set("a1", "contacts", json!(["b1"]));
    assert_eq!((line(&table, "a1"), remaining(&table, "a1")), (names("contacts"), Some((3, 5))));
    table.set("a1", "stunned_figures", 2);
    assert_eq!(line(&table, "a1"), (Some("2 stunned".to_owned()), Some("contacts"), None));
    table.set("a2", "life_points", 1);
    assert_eq!(remaining(&table, "a2"), Some((1, 2)));
}

#[test]
fn a_unit_that_moved_shot_loaded_or_struck_has_acted() {
    let rider = json!({ "figures": 2, "mount": "cavalry", "missile": ["pistol"] });
    let mut table = Table::laid("argad", &[rider], &[json!({ "figures": 4, "weapon": "pike" })]);
    assert!(!has_acted(&table, "a1"));
    table.set("a1", "blows", 1);
    assert!(has_acted(&table, "a1"), "one of them has struck");
    table.set("a1", "blows", 0);
    for mark in ["moved", "ran_up", "fired", "reloaded"] {
        table.set("a1", mark, true);
        assert!(has_acted(&table, "a1"), "{mark}");
        table.set("a1", mark, false);
        assert!(!has_acted(&table, "a1"), "no longer {mark}");
    }
}

#[test]
fn arquebusier_rows_count_elements_and_stamp_temporary_irregulars() {
    let groups = |nature: &str| json!({ "nature": nature, "groups": [{ "type": "pike", "elements": 4, "front": 2 }, { "type": "firearm", "elements": 4, "front": 2 }] });
    let mut table = Table::laid("arquebusier", &[groups("regular"), groups("irregular")], &[groups("regular")]);
    assert_eq!((line(&table, "a1"), remaining(&table, "a1")), ((None, None, None), Some((8, 8))));
    assert_eq!(line(&table, "a2"), (None, None, None), "by nature it is no state");
    table.set("a1", "shaken_close_fire", true);
    assert_eq!(line(&table, "a1"), stamp("irregular"));
    table.set("a2", "commander_lost", true);
    assert_eq!(line(&table, "a2"), words("commander lost: −2 on commands"));
    table.set("a2", "changing", true);
    assert_eq!(line(&table, "a2"), words("mounting or dismounting at the end of the move step"));
    table.set("a2", "holding_fire", true);
    assert_eq!(line(&table, "a2"), words("holds fire"));
    table.set("a2", "order", "manoeuvre");
    assert_ne!(line(&table, "a2"), words("holds fire"), "its order comes first");
}

#[test]
fn pikette_squared_rows_stamp_states_and_show_reloading() {
    let unit = json!({ "army": "french", "row": "gendarmes" });
    let mut table = Table::laid("pikette_squared", &[unit.clone(), unit], &[]);
    assert_eq!(line(&table, "a1"), (None, None, None));
    table.set("a1", "fired", true);
    assert_eq!(line(&table, "a1"), words("must reload"));
    table.set("a1", "state", "disordered");
    assert_eq!(line(&table, "a1"), (Some("disordered".to_owned()), None, Some("must reload".to_owned())));
    table.set("a1", "state", "destroyed");
    assert_eq!(line(&table, "a1"), stamp("destroyed"));
    assert!(!has_acted(&table, "a2"));
    table.set("a2", "done_move", true);
    assert!(has_acted(&table, "a2"));
    table.set("battle", "phase", 2);
    table.set("a", "place", "first");
    table.set("a2", "state", "routed");
    table.set("a2", "done_move", false);
    assert!(may_act(&table, "a2"), "it runs");
}

#[test]
fn units_without_a_possible_act_may_not_act() {
    // Pikette Squared, Fighting: the app does not know the squares, so a unit without contacts has nobody to fight.
    let pike = json!({ "army": "french", "row": "pike" });
    let mut table = Table::laid("pikette_squared", std::slice::from_ref(&pike), std::slice::from_ref(&pike));
    table.set("battle", "phase", 2);
    table.set("a", "place", "first");
    table.set("a", "pips", 5);
    table.set("battle", "card", "melee");
    assert!(!may_act(&table, "a1"));
    table.set("a1", "contact", json!(["b1"]));
    assert!(may_act(&table, "a1"));
    // Arquebusier!, Melee Combat and Shooting: the end of a turn concerns formations that lose an element or are no longer slowed.
    let pikes = |nature: &str| json!({ "nature": nature, "groups": [{ "type": "pike", "elements": 4, "front": 2 }] });
    let mut table = Table::laid("arquebusier", &[pikes("regular"), pikes("irregular")], &[pikes("regular")]);
    table.set("battle", "phase", 4);
    assert!(!may_act(&table, "a1") && !may_act(&table, "a2"));
    table.set("a1", "fire_losses", 1);
    table.set("a2", "shaken_close_fire", true);
    assert!(may_act(&table, "a1") && may_act(&table, "a2"));
    table.set("a1", "shot_at_this_turn", true);
    assert!(!may_act(&table, "a1"));
}

#[test]
fn a_row_can_rank_states_otherwise_than_a_card() {
    let group = json!({ "figures": 5, "weapon": "pike" });
    let mut table = Table::laid("argad", std::slice::from_ref(&group), std::slice::from_ref(&group));
    table.set("a1", "stunned_figures", 2);
    table.set("a1", "disorder", true);
    assert_eq!(table.tags("a1"), ["!2 stunned", "!in disorder"]);
    assert_eq!(line(&table, "a1"), stamp("in disorder"));
    table.set("a1", "close_order", true);
    table.set("a1", "order_shape", "square");
    assert_eq!(line(&table, "a1"), (Some("in disorder".to_owned()), None, Some("in close order".to_owned())));
    assert_eq!(table.tags("a1"), ["!2 stunned", "!in disorder", "~in close order, square"]);
}

#[test]
fn a_tag_or_a_longer_mark_takes_the_place_of_a_mark() {
    let mut table = Table::laid("pike_and_shot", &[foot()], &[foot()]);
    table.set("a1", "already_addressed", true);
    table.set("a1", "fired", true);
    table.set("a1", "moved", true);
    table.set("a1", "moved_in", 6);
    table.set("a1", "charging", true);
    assert_eq!(table.tags("a1"), ["Moved 6″", "Charging", "Fired"]);
    assert_eq!(table.card_texts("a1"), ["Addressed by a general"]);
    table.set("a1", "charges", "b1");
    assert_eq!(table.tags("a1"), ["Moved 6″", "Fired"]);
    assert_eq!(table.card_texts("a1"), ["charging B1", "Addressed by a general"]);
}

#[test]
fn of_a_unit_that_is_out_only_its_end_is_a_state() {
    let group = json!({ "figures": 5, "weapon": "pike" });
    let mut table = Table::laid("argad", std::slice::from_ref(&group), std::slice::from_ref(&group));
    table.set("a1", "disorder", true);
    table.set("a1", "figures", 0);
    assert_eq!((line(&table, "a1"), table.tags("a1")), (stamp("out of action"), vec!["!out of action".to_owned()]));
    assert_eq!(table.card_texts("a1"), ["in disorder"]);
}
