//! Moves, sub-units, rest and rosters.

use super::{table, troops};
use battle::binding;
use serde_json::{Value as Json, json};
use testing::asked::{Rules, with};
use testing::table::{Table, foot, horse, outcome, roster_refusal, taking};

const ID: &str = "pike_and_shot";
const RULES: Rules = Rules(ID);

#[test]
fn the_sentence_of_a_move_names_its_reductions() {
    // Movement: infantry moves six inches, less one for each counter, and half of this in woods.
    let sentences = |more: Json| outcome(ID, "movement_allowance", &with(json!({ "mover": "infantry" }), more), &[]);
    assert_eq!(sentences(json!({})), ["Move: up to 6 inches."]);
    assert_eq!(sentences(json!({ "counters": 2 })), ["Move: up to 4 inches.", "Counters cost 2 inches."]);
    let woods = json!({ "woods_or_town": "off_road" });
    let costs = "The terrain costs one counter for every move in it.";
    assert_eq!(
        sentences(woods.clone()),
        ["Move: up to 3 inches.", "6 inches in open ground; in that terrain every inch costs two.", costs]
    );
    // Six counters leave no move to halve.
    assert_eq!(
        sentences(with(woods, json!({ "counters": 6 }))),
        ["Move: up to 0 inches.", "Counters cost 6 inches.", costs]
    );
}

#[test]
fn crossing_a_wall_or_hedge_counts_as_a_move() {
    // Hedges and Walls: each takes half a move.
    let moved = |more: Json| {
        let mut table = Table::laid(ID, &[foot()], &[foot()]);
        table.phase("other_moves");
        table.play("movement_allowance", &[("unit", &["a1"])], with(json!({ "distance_in": 0 }), more), &[]);
        table.value("a1", "moved")
    };
    assert_eq!(moved(json!({})), false);
    assert_eq!(moved(json!({ "walls_crossed": 1 })), true);
    assert_eq!(moved(json!({ "hedges_crossed": 1 })), true);
    assert_eq!(moved(json!({ "walls_crossed": 1, "hedges_crossed": 1 })), true);
    assert_eq!(moved(json!({ "formation_changes": 1 })), true);
}

#[test]
fn generals_move_on_horseback_or_on_foot() {
    // Movement.
    let far = |mounted: bool| {
        let table = Table::laid(ID, &[json!({ "troop_type": "general", "mounted": mounted })], &[foot()]);
        table.words("movement_allowance", &[("unit", &["a1"])], &json!({}), &[]).remove(0)
    };
    assert_eq!(far(false), "Move: up to 8 inches.");
    assert_ne!(far(true), far(false));
}

#[test]
fn engaged_units_cannot_detach_but_companies_can_rejoin() {
    // Formations and Sub-units.
    let refusal = |action: &str, engaged: bool| {
        let counters = if action == "rejoin" { json!({ "sub_unit_counters": 0 }) } else { json!({}) };
        RULES.refusal(
            "sub_unit",
            with(json!({ "action": action, "parent_in_action": engaged, "parent_counters": 0 }), counters),
        )
    };
    assert_eq!(refusal("detach", true), "not_allowed parent_in_action");
    assert_eq!(refusal("detach", false), "allowed");
    assert_eq!(refusal("rejoin", true), "allowed");
    let asks_to_enter = |leave: Json| {
        let words = outcome(
            ID,
            "sub_unit",
            &with(json!({ "action": "detach", "parent_muskets": 8, "parent_counters": 0 }), leave),
            &[],
        );
        words.iter().any(|words| words.starts_with("Enter the sub-unit as a unit of its own"))
    };
    assert!(asks_to_enter(json!({})));
    assert!(!asks_to_enter(json!({ "muskets": 4 })));
}

#[test]
fn the_most_needed_use_of_a_rest_is_filled_in() {
    // Move Sequence 7; Cavalry Firing; Reaction Tests 3.
    let action = |trackers: &[(&str, Json)]| {
        table(&horse(), trackers).filled("rest", &[("unit", &["a1"])])["action"].as_str().unwrap().to_owned()
    };
    let empty = || ("pistols", json!("empty"));
    assert_eq!(action(&[]), "none");
    assert_eq!(action(&[("counters", json!(2))]), "remove_counter");
    assert_eq!(action(&[("counters", json!(1)), empty()]), "remove_counter");
    assert_eq!(action(&[empty()]), "reload_pistols");
    assert_eq!(action(&[empty(), ("broken", json!(true))]), "none");
    assert_eq!(action(&[empty(), ("rally_bounds_left", json!(1))]), "none");
}

#[test]
fn a_rest_has_the_effect_of_its_use() {
    let rested = |action: &str, trackers: &[(&str, Json)]| {
        let mut table = table(&horse(), trackers);
        table.phase("rest");
        let answers = json!({ "action": action });
        let words = table.words("rest", &[("unit", &["a1"])], &answers, &[]);
        table.play("rest", &[("unit", &["a1"])], answers, &[]);
        let left = ["pistols", "counters", "rally_bounds_left"].map(|tracker| table.value("a1", tracker));
        (words, left)
    };
    let empty = || ("pistols", json!("empty"));
    assert_eq!(
        rested("reload_pistols", &[empty()]),
        (vec!["The pistols are loaded again.".into()], [json!("loaded"), json!(0), json!(0)])
    );
    assert_eq!(rested("none", &[empty()]), (vec!["It rests.".into()], [json!("empty"), json!(0), json!(0)]));
    assert_eq!(
        rested("remove_counter", &[empty(), ("counters", json!(3))]),
        (vec!["One counter less: 2 left.".into()], [json!("empty"), json!(2), json!(0)])
    );
    let (words, left) = rested("none", &[("rally_bounds_left", json!(3))]);
    assert_eq!(words, ["It rests.", "2 bounds until it has rallied."]);
    assert_eq!(left, [json!("loaded"), json!(0), json!(2)]);
}

#[test]
fn command_figures_of_foot_are_counted_once() {
    // Armour and Organization: at most 200 figures of a kind, command included.
    let refusal = |pikes: i32, muskets: i32, command: i32, as_pikes: i32| {
        let profile = json!({
            "name": "A", "pikes": pikes, "muskets": muskets, "command": command, "command_as_pikes": as_pikes,
        });
        roster_refusal(ID, &profile)
    };
    assert_eq!(refusal(0, 0, 0, 0), "bad_value pikes");
    assert_eq!(refusal(8, 8, 0, 0), "allowed");
    assert_eq!(refusal(4, 0, 4, 0), "allowed");
    assert_eq!(refusal(0, 4, 4, 4), "allowed");
    assert_eq!(refusal(2, 2, 4, 0), "allowed");
    assert_eq!(refusal(0, 198, 2, 0), "allowed");
    assert_eq!(refusal(0, 199, 2, 0), "bad_value command");
    assert_eq!(refusal(0, 199, 2, 1), "allowed");
    assert_eq!(refusal(198, 8, 2, 2), "allowed");
    assert_eq!(refusal(199, 8, 2, 2), "bad_value command");
    assert_eq!(roster_refusal(ID, &with(troops("horse", json!({})), json!({ "name": "A" }))), "allowed");
}

#[test]
fn kinds_of_ground_have_the_names_that_players_agreed_on() {
    // Terrain; Other Terrain.
    let mut table = Table::laid(ID, &[foot()], &[foot()]);
    table.set("battle", "agreed_grounds", json!({ "Marsh": { "half_speed": true }, "Vineyard": { "cover": "soft" } }));
    let procedure = table.procedure("movement_allowance");
    let scene = binding::scene(procedure, &taking(&[("unit", &["a1"])]), table.battle.state());
    assert_eq!(procedure.names_of(&scene, "grounds"), ["Marsh", "Vineyard"]);
    assert!(procedure.names_of(&scene, "units").is_empty());
}
