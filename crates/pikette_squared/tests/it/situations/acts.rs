//! Squares on the grid, names of cards, prices and records of acts, and filled-in forms.

use battle::binding;
use exchange::contract;
use serde_json::{Value as Json, json};
use testing::table::{Table, french, outcome, spanish, taking};

const ID: &str = "pikette_squared";

/// A battle in which France is active with these units against Spain's pike, with four pips and this card.
fn active(units: &[Json], card: &str) -> Table {
    let mut table = Table::laid(ID, units, &[spanish("pike")]);
    table.phase("first_side");
    table.set("b", "place", "second");
    table.set("a", "pips", 4);
    table.set("battle", "card", card);
    table
}

#[test]
fn squares_on_the_grid_show_side_and_reach() {
    let lies = |id: &str, facing: &str, east: i32, north: i32| {
        let table = Table::of(ID, &french("arquebus"), &spanish("pike"), &[("facing", json!(facing))]);
        let procedure = table.procedure(id);
        let lies = procedure.grid.as_ref().unwrap().lies;
        lies(&table.battle.state().facts("a1"), east, north)
    };
    // Arquebus reach 3 squares, counting diagonals as one and a half, within 45 degrees of their front.
    assert_eq!(lies("bearing", "n", 0, 3), ["front", "range"]);
    assert_eq!(lies("bearing", "n", 2, 2), ["front", "range"]);
    assert_eq!(lies("bearing", "n", 0, 4), ["front"]);
    assert_eq!(lies("bearing", "n", 2, 1), ["front"], "not in the field of fire");
    assert_eq!(lies("bearing", "n", 1, 0), ["flank"]);
    assert_eq!(lies("bearing", "ne", -1, -1), ["rear"]);
    assert_eq!(lies("bearing", "n", 0, 0), ["front", "range"], "its own square");
    // Arquebus move 2.5 squares, straight or obliquely.
    assert_eq!(lies("move", "n", 0, 2), ["front", "reach"]);
    assert_eq!(lies("move", "n", 1, 2), ["front", "reach"]);
    assert_eq!(lies("move", "n", 0, 3), ["front"]);
    assert_eq!(lies("move", "n", 1, 0), ["flank"]);
    assert_eq!(lies("move", "n", 0, 0), ["front"]);
}

#[test]
fn a_card_turned_by_players_is_entered_as_the_first_face() {
    let table = Table::laid(ID, &[], &[]);
    let lots = table.procedure("draw_card").lots.as_ref().unwrap();
    let input = json!({ "deck": { "infantry_move": 3, "melee": 4, "courage": 1 }, "pips": 5 });
    let named: Vec<(String, u8)> =
        (lots.faces)(input.as_object().unwrap()).into_iter().map(|(card, face)| (card.to_string(), face)).collect();
    let expected = [("Infantry Move · 3 left", 1), ("Melee · 4 left", 4), ("Courage · 1 left", 8)];
    assert_eq!(named, expected.map(|(card, face)| (card.to_owned(), face)));
}

#[test]
fn the_attacked_side_is_taken_from_the_grid_or_known() {
    let mut table = Table::laid(ID, &[french("pike")], &[spanish("pike"), spanish("tercio")]);
    table.set("b1", "facing", "n");
    let fight = |defender: &'static str| {
        table.known("fight", &[("attacker", &["a1"]), ("defender", &[defender])], "attack_arc")
    };
    assert!(fight("b2") && !fight("b1"), "a tercio has no flank");
    assert!(!table.known("fight", &[("attacker", &["a1"])], "attack_arc"));
    assert!(!table.known("fight", &[("attacker", &["a1"]), ("defender", &["b2"])], "better_terrain"));
}

#[test]
fn earlier_acts_on_the_card_and_the_enemy_are_filled_in() {
    let mut table = active(&[french("arquebus")], "infantry_move");
    table.set("a1", "done_move", true);
    table.set("b1", "state", "disordered");
    let filled = |roles: &[(&'static str, &[&str])], act: &str| {
        let procedure = table.procedure("action");
        let scene = binding::scene(procedure, &taking(roles), table.battle.state());
        let answers = json!({ "action": act });
        rules::filling::input(procedure, &scene, &serde_json::Map::new(), answers.as_object().unwrap())
    };
    let unit: &[(&'static str, &[&str])] = &[("unit", &["a1"])];
    assert_eq!(filled(unit, "move")["done_on_card"], true);
    assert_eq!(filled(unit, "reload")["done_on_card"], false);
    let fight = filled(&[("unit", &["a1"]), ("enemy", &["b1"])], "fight");
    assert_eq!((&fight["enemy_type"], &fight["enemy_state"]), (&json!("pike"), &json!("disordered")));
    assert_eq!((&fight["same_square_as_enemy"], &fight["done_on_card"]), (&json!(true), &json!(false)));
    // The leader moves by himself.
    assert_eq!(filled(&[], "move")["done_on_card"], false);
}

#[test]
fn a_leader_moves_on_move_cards_and_on_the_leader_card() {
    let answer = |card: &str| {
        let input = json!({ "action": "move", "unit_type": "leader", "card": card, "pips": 2 });
        contract::resolve(
            test_rulesets::RULESETS,
            &json!({ "ruleset": ID, "procedure": "action", "input": input }),
            &[],
        )
    };
    for card in ["infantry_move", "cavalry_move", "leader_check"] {
        assert_eq!(answer(card)["outcome"], json!({ "currency": "pips", "cost": 1, "left": 1 }), "{card}");
    }
    assert_eq!(answer("melee")["error"]["field"], "card");
    let moves = json!({ "action": "move", "unit_type": "leader", "card": "infantry_move", "pips": 2 });
    assert_eq!(outcome(ID, "action", &moves, &[]).last().unwrap(), "If he is with a unit, he may leave it now.");
}

#[test]
fn a_march_ends_the_contacts_of_marching_units() {
    let mut table = active(&[french("pike"), french("cannon")], "infantry_move");
    table.set("a1", "contact", json!(["b1"]));
    table.play("march", &[], json!({}), &[]);
    assert_eq!((table.value("a1", "contact"), table.value("a1", "done_move")), (json!([]), json!(true)));
    assert_eq!(table.value("a2", "done_move"), false, "the cannon stands outside");
}

#[test]
fn the_winner_is_recorded_only_until_a_chip_is_spent() {
    let mut table = active(&[french("gendarmes")], "melee");
    table.set("b1", "may_be_chipped", true);
    table.set("b1", "beaten_by", "a1");
    assert_eq!(table.opened("chip_check", ("unit", "b1"), "victor"), ["a1"]);
    table.set("b1", "may_be_chipped", false);
    assert_eq!(table.value("b1", "beaten_by"), "");
}

#[test]
fn the_shift_of_terrain_and_the_tercio_are_described() {
    let shift = |attempt: &str, face: u8| {
        outcome(ID, "terrain_shift", &json!({ "attempt": attempt, "piece": "wood" }), &[face])
    };
    assert_eq!(shift("move_own_piece_to_middle", 6), ["The piece goes to the middle of the table."]);
    assert_eq!(shift("remove_opponents_piece", 6), ["The piece is removed."]);
    assert_eq!(shift("remove_opponents_piece", 5), ["It stays where it is."]);
    let shooter = |stands: i32| {
        let table = Table::of(ID, &spanish("tercio"), &french("pike"), &[("stands", json!(stands))]);
        let role = &table.procedure("shoot").participants[0];
        (role.fits)(&table.battle.state().facts("a1")).map_err(|why| why.to_string())
    };
    assert_eq!(shooter(5), Ok(()));
    assert_eq!(shooter(4).unwrap_err(), "The arquebus stands of this tercio are gone, so it shoots no more.");
    // With arquebuses, the tercio has to reload like all units that shoot.
    let mut table = Table::laid(ID, &[spanish("tercio")], &[french("pike")]);
    table.set("a1", "fired", true);
    let bars = table.barred("shoot", &[("shooters", &["a1"]), ("target", &["b1"])], &json!({}));
    assert_eq!(bars, ["no_initiative", "fired"]);
}

#[test]
fn conditional_fields_are_required_only_if_their_condition_applies() {
    let refusal = |procedure: &str, input: Json| {
        let answer = contract::resolve(
            test_rulesets::RULESETS,
            &json!({ "ruleset": ID, "procedure": procedure, "input": input }),
            &[],
        );
        let word = |key: &str| answer["error"][key].as_str().unwrap_or("").to_owned();
        format!("{} {}", word("code"), word("field"))
    };
    for army in ["moorish", "other"] {
        assert_eq!(refusal("deck_build", json!({ "army": army })), "missing_field extra_card");
    }
    let militia = json!({ "type": "militia", "move_squares": 2.5, "fight_die": "d4" });
    let fears = json!({ "unit": militia, "enemy_fearsome": true, "enemy_move_squares": 3 });
    assert_eq!(refusal("courage_required", fears), "missing_field distance_squares");
    let wagons = |terrain: &str| json!({ "unit_type": "war_wagons", "move_squares": 2, "facing": "n", "steps": ["n"], "enters_terrain": terrain, "at_terrain_edge": true });
    assert_eq!(refusal("move", wagons("building")), "not_allowed enters_terrain");
    assert_eq!(refusal("move", wagons("hill")), " ");
}
