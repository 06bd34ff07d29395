//! Ground under units, pieces of terrain, headstrong knights, and losers that are followed.

use serde_json::{Value as Json, json};
use testing::table::{Table, before, french, spanish};

const ID: &str = "pikette_squared";

type Roles<'a> = &'a [(&'static str, &'a [&'a str])];

/// A battle in which France is active against Spain with four pips and this card.
fn active(a: &[Json], b: &[Json], card: &str) -> Table {
    let mut table = Table::laid(ID, a, b);
    table.phase("first_side");
    table.set("b", "place", "second");
    table.set("a", "pips", 4);
    table.set("battle", "card", card);
    table
}

#[test]
fn a_move_sets_the_ground_and_a_turn_does_not_change_it() {
    let mut table = active(&[french("arquebus")], &[spanish("pike")], "infantry_move");
    let unit: Roles = &[("unit", &["a1"])];
    let woods = json!({ "steps": ["n"], "enters_terrain": "woods" });
    // A unit stops at terrain, and enters it with its next move.
    assert_eq!(table.refusal("move", unit, &woods), "not_allowed at_terrain_edge");
    table.play("move", unit, json!({ "steps": ["n"], "ends_on": "edge" }), &[]);
    assert_eq!(table.value("a1", "ground"), "edge");
    assert_eq!(table.tags("a1"), ["~at the edge of terrain"]);
    table.play("move", unit, woods, &[]);
    assert_eq!(table.value("a1", "ground"), "woods");
    table.play("move", unit, json!({ "new_facing": "ne" }), &[]);
    assert_eq!(table.value("a1", "ground"), "woods");
    // Within the wood the unit continues, and outside it is in the open.
    assert_eq!(table.refusal("move", unit, &json!({ "steps": ["ne"], "enters_terrain": "woods" })), "allowed");
    table.play("move", unit, json!({ "steps": ["ne"] }), &[]);
    assert_eq!(table.value("a1", "ground"), "none");
}

#[test]
fn ground_gives_cover_to_a_target_for_every_shooter() {
    let mut table = active(&[french("arquebus"), french("crossbows")], &[spanish("pike")], "melee");
    let roles: Roles = &[("shooters", &["a1", "a2"]), ("target", &["b1"])];
    let covers = |table: &Table| {
        let input = table.filled("shoot", roles);
        let shooters = input["shooters"].as_array().unwrap();
        shooters.iter().map(|shooter| shooter["target_cover"].clone()).collect::<Vec<_>>()
    };
    assert_eq!(covers(&table), [Json::Null, Json::Null]);
    for (ground, cover) in [("woods", json!("woods")), ("building", json!("building")), ("hill", Json::Null)] {
        table.set("b1", "ground", ground);
        assert_eq!(covers(&table), [cover.clone(), cover]);
    }
}

#[test]
fn better_ground_counts_only_for_a_unit_that_has_it_alone() {
    let mut table = active(&[french("pike")], &[spanish("pike")], "melee");
    let better = |table: &Table| {
        let input = table.filled("fight", &[("attacker", &["a1"]), ("defender", &["b1"])]);
        input.get("better_terrain").and_then(Json::as_str).map(str::to_owned)
    };
    let mut on = |attacker: &str, defender: &str| {
        table.set("a1", "ground", attacker);
        table.set("b1", "ground", defender);
        better(&table)
    };
    assert_eq!(on("none", "none"), None);
    assert_eq!(on("none", "edge"), None);
    assert_eq!(on("hill", "none").as_deref(), Some("attacker"));
    assert_eq!(on("edge", "behind_stream").as_deref(), Some("defender"));
    assert_eq!(on("woods", "woods"), None);
}

#[test]
fn an_attacker_gets_the_ground_of_a_square_only_after_winning() {
    let mut table = active(&[french("arquebus")], &[spanish("pike")], "infantry_move");
    table.set("a1", "ground", "edge");
    table.set("b1", "ground", "woods");
    table.play(
        "move",
        &[("unit", &["a1"]), ("enters", &["b1"])],
        json!({ "steps": ["n"], "enters_terrain": "woods" }),
        &[],
    );
    assert_eq!(table.value("a1", "ground"), "none");
    table.set("battle", "card", "melee");
    let fight: Roles = &[("attacker", &["a1"]), ("defender", &["b1"])];
    assert_eq!(table.filled("fight", fight)["better_terrain"], "defender");
    // 6 against 5: the defender falls back one square, and the winner stays in the wood.
    table.play("fight", fight, json!({}), &[6, 5]);
    assert_eq!([table.value("a1", "ground"), table.value("b1", "ground")], ["woods", "none"]);
}

#[test]
fn running_charging_evading_and_marching_reset_the_ground() {
    let units = [french("arquebus"), french("stradiots"), french("gendarmes")];
    let mut table = active(&units, &[spanish("pike")], "infantry_move");
    for unit in ["a1", "a2", "a3"] {
        table.set(unit, "ground", "hill");
    }
    table.set("a1", "state", "routed");
    table.play("action", &[("unit", &["a1"])], json!({ "action": "rout_move" }), &[]);
    assert_eq!(table.value("a1", "ground"), "none");
    table.play("march", &[], json!({}), &[]);
    assert_eq!(table.value("a3", "ground"), "none");
    for (unit, answer) in [("a2", json!({ "reaction": "evade" })), ("a3", json!({ "reaction": "opportunity_charge" }))]
    {
        table.set(unit, "ground", "hill");
        table.phase("second_side");
        let answers = match answer["reaction"].as_str() {
            Some("evade") => answer,
            _ => json!({ "reaction": "opportunity_charge", "distance_squares": 2 }),
        };
        table.play("reaction", &[("unit", &[unit]), ("enemy", &["b1"])], answers, &[]);
        assert_eq!(table.value(unit, "ground"), "none", "{unit}");
    }
}

#[test]
fn a_move_without_steps_leaves_the_ground_and_a_turn_does_not() {
    // How to battle – moving: `action` checks the price of a move, and players make it on the table.
    let ground_after = |act: &str| {
        let mut table = active(&[french("arquebus")], &[spanish("pike")], "infantry_move");
        table.set("a1", "ground", "woods");
        table.play("action", &[("unit", &["a1"])], json!({ "action": act }), &[]);
        table.value("a1", "ground")
    };
    assert_eq!([ground_after("move"), ground_after("change_direction")], ["none", "woods"]);
}

#[test]
fn chosen_pieces_of_terrain_are_recorded_and_can_be_removed() {
    let mut table = Table::laid(ID, &[french("pike")], &[spanish("pike")]);
    table.play("terrain_roll", &[], json!({}), &[4, 1]);
    let choose = |table: &mut Table, side: usize, answers: Json| {
        // If no unit takes part, the act names its side.
        let (procedure, mut taking) = (table.procedure("terrain_budget"), testing::table::taking(&[]));
        taking.act_for(side);
        let state = table.battle.state();
        let input = battle::referee::filled(procedure, &taking, state, answers.as_object().unwrap());
        let played = battle::referee::play(procedure, &taking, state, &input, &[]).unwrap();
        let changes = battle::referee::resolved_changes(
            table.ruleset,
            procedure,
            &taking,
            state,
            &input,
            &played.result.unwrap(),
        );
        table.add(battle::Action::ByHand, changes);
    };
    choose(&mut table, 0, json!({ "wood": 2, "hill": 1 }));
    choose(&mut table, 1, json!({ "building": 1 }));
    assert_eq!(table.value("a", "terrain"), json!({ "hill": 1, "wood": 2 }));
    assert!(table.shown("a").contains(&"2 woods, 1 hill".to_owned()), "{:?}", table.shown("a"));
    // Only Spain has placed a building.
    let shift = |attempt: &str, piece: &str| json!({ "attempt": attempt, "piece": piece });
    assert_eq!(table.refusal("terrain_shift", &[], &shift("remove_opponents_piece", "wood")), "not_allowed piece");
    assert_eq!(
        table.refusal("terrain_shift", &[], &shift("move_own_piece_to_middle", "building")),
        "not_allowed piece"
    );
    table.play("terrain_shift", &[], shift("remove_opponents_piece", "building"), &[5]);
    assert_eq!(table.value("b", "terrain"), json!({ "building": 1 }));
    table.play("terrain_shift", &[], shift("remove_opponents_piece", "building"), &[6]);
    assert_eq!(table.value("b", "terrain"), json!({}));
}

#[test]
fn a_move_near_french_knights_makes_their_charge_due() {
    let mut table = active(&[spanish("pike")], &[french("gendarmes"), french("pike")], "infantry_move");
    assert_eq!(table.offered("move", ("unit", "a1"), "draws"), ["b1"]);
    table.play("move", &[("unit", &["a1"]), ("draws", &["b1"])], json!({ "steps": ["n"] }), &[]);
    assert_eq!(table.card_texts("b1"), ["drawn by A1"]);
    let due = |table: &Table| table.duties().into_iter().find(|duty| duty.contains("french_knights_charge"));
    assert_eq!(due(&table).unwrap(), "!french_knights_charge: B1: charge against A1, unless held back.");
    let duty = table.every_duty().into_iter().find(|duty| duty.procedure == "french_knights_charge").unwrap();
    assert_eq!((duty.units("unit"), duty.units("enemy")), (&["b1".to_owned()][..], &["a1".to_owned()][..]));
    assert_eq!(duty.suggested, [("distance_squares", json!(3))]);
    // Terrain prevents the charge.
    let roles: Roles = &[("unit", &["b1"]), ("enemy", &["a1"])];
    assert_eq!(table.filled("french_knights_charge", roles).get("opponent_in_or_behind_terrain"), None);
    table.set("a1", "ground", "behind_stream");
    assert_eq!(table.filled("french_knights_charge", roles)["opponent_in_or_behind_terrain"], true);
    table.play("french_knights_charge", roles, json!({ "distance_squares": 3 }), &[]);
    assert_eq!(due(&table), None);
    assert_eq!(table.value("b1", "contact"), json!([]));
}

#[test]
fn knights_of_other_armies_are_headstrong_if_their_roster_says_so() {
    let knights = |headstrong: bool| json!({ "army": "other", "type": "knights", "move_squares": 3, "fight_die": "d12", "headstrong": headstrong });
    let table = active(&[spanish("pike")], &[knights(true), knights(false)], "infantry_move");
    assert_eq!(table.offered("move", ("unit", "a1"), "draws"), ["b1"]);
    assert_eq!(table.fits("french_knights_charge", "unit", "b1"), "fits");
    assert_eq!(table.card("b1"), "Knights · moves 3 squares · fights D12 · headstrong");
}

#[test]
fn horse_that_wins_must_follow_and_foot_may() {
    let fight: Roles = &[("attacker", &["a1"]), ("defender", &["b1"])];
    let won = |unit: Json| {
        let mut table = active(&[unit], &[spanish("arquebus")], "melee");
        table.set("a1", "ground", "hill");
        table.play("fight", fight, json!({}), &[5, 4]);
        table
    };
    let due = |table: &Table| table.duties().into_iter().find(|duty| duty.contains("follow_up"));
    let mut horse = won(french("archers"));
    assert_eq!(due(&horse).unwrap(), "!follow_up: A1 must follow B1.");
    let roles: Roles = &[("unit", &["a1"]), ("enemy", &["b1"])];
    assert_eq!(horse.refusal("follow_up", roles, &json!({ "answer": "stays" })), "not_allowed answer");
    horse.play("follow_up", roles, json!({}), &[]);
    assert_eq!((horse.value("a1", "contact"), horse.value("a1", "ground")), (json!(["b1"]), json!("none")));
    assert_eq!(due(&horse), None);
    let mut barred = won(french("archers"));
    barred.play("follow_up", roles, json!({ "answer": "barred" }), &[]);
    assert_eq!((barred.value("a1", "contact"), barred.value("b1", "contact")), (json!([]), json!([])));
    assert_eq!(barred.value("a1", "ground"), "hill");
    let mut foot = won(french("pike"));
    assert_eq!(due(&foot).unwrap(), "follow_up: A1 may follow B1.");
    assert_eq!(foot.value("a1", "contact"), json!([]));
    foot.play("follow_up", roles, json!({}), &[]);
    assert_eq!(foot.value("b1", "contact"), json!(["a1"]));
}

#[test]
fn modifiers_of_dice_are_listed_before_the_roll() {
    let unit = |die: &str| json!({ "type": "pike", "fight_die": die, "move_squares": 2.5 });
    let led = json!({ "type": "pike", "fight_die": "d8", "move_squares": 2.5, "leader_attached": true });
    let input = json!({ "attacker": led, "defender": unit("d8") });
    assert_eq!(before(ID, "fight", &input), ["attacker 1: D8 → D12."]);
    let disordered = json!({ "type": "pike", "fight_die": "d8", "move_squares": 2.5, "state": "disordered" });
    assert_eq!(before(ID, "chip_check", &json!({ "unit": disordered, "morale_chips": 3 })), ["The unit: D8 → D6."]);
    assert_eq!(before(ID, "courage_check", &json!({ "unit": unit("d8") })), [] as [String; 0]);
}
