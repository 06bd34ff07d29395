//! Acts in forecasts of chains, by the players' choices.

use battle::forecast::{Forecast, Step, Until};
use serde_json::{Value as Json, json};
use std::collections::BTreeSet;
use testing::chains::{assert_fate, followed};
use testing::table::{Table, foot, formation, french, horse, spanish};

/// Returns the answers of all acts of a procedure in a forecast, without duplicates.
fn acts(forecast: &Forecast, id: &str) -> Vec<String> {
    let answers = forecast.nodes.iter().filter_map(|node| match &*node.step {
        Step::Act { procedure, answers, .. } if procedure.id == id => Some(Json::from(answers.clone()).to_string()),
        _ => None,
    });
    answers.collect::<BTreeSet<_>>().into_iter().collect()
}

#[test]
fn the_chosen_of_several_weapons_is_loaded() {
    // Firearms; R53.
    let both = json!({ "figures": 3, "missile": ["pistol", "short_arquebus"] });
    let bow = json!({ "figures": 1, "missile": ["longbow"] });
    let mut table = Table::laid("argad", &[both], &[bow]);
    table.set("a1", "loaded_pistol", 0);
    table.set("a1", "loaded_short_arquebus", 0);
    table.phase("shoot");
    let loaded = |choice| {
        let shot: &[(&'static str, &[&str])] = &[("shooters", &["b1"]), ("target", &["a1"])];
        let answers = json!({ "shooters": [{ "range_cm": 40 }] });
        acts(&followed(&table, "shoot", shot, answers, Until::Turn, &[("load", choice)]), "reload")
    };
    assert_eq!(loaded("first"), [r#"{"weapon":"pistol"}"#]);
    assert_eq!(loaded("last"), [r#"{"weapon":"short_arquebus"}"#]);
}

#[test]
fn wounds_are_healed_if_players_choose_so() {
    // Wound healing.
    let hero = json!({ "figures": 1, "player_character": true });
    let mut table = Table::laid("argad", &[hero], &[json!({ "figures": 1, "missile": ["longbow"] })]);
    table.phase("shoot");
    let healed = |choice| {
        let shot: &[(&'static str, &[&str])] = &[("shooters", &["b1"]), ("target", &["a1"])];
        let answers = json!({ "shooters": [{ "range_cm": 10 }] });
        acts(&followed(&table, "shoot", shot, answers, Until::Turn, &[("wounds", choice)]), "healing").len()
    };
    assert_eq!((healed("wait"), healed("seen_to")), (0, 1));
}

#[test]
fn a_fight_is_broken_off_after_as_many_rounds_as_players_choose() {
    let soldier = || json!({ "figures": 1 });
    let mut table = Table::laid("argad", &[soldier()], &[soldier()]);
    table.phase("melee");
    let rounds = |choice| {
        let fight: &[(&'static str, &[&str])] = &[("one", &["a1"]), ("many", &["b1"])];
        let forecast = followed(&table, "melee", fight, json!({}), Until::Rounds(3), &[("fight", choice)]);
        forecast.rounds.iter().filter(|(probability, _)| *probability > 0.0).count()
    };
    assert_eq!(["one_round", "two_rounds", "in_contact", "every_turn"].map(rounds), [1, 2, 3, 3]);
}

#[test]
fn idle_units_rest_for_the_purpose_that_players_choose() {
    // Move Sequence 7. Six muskets in two ranks roll one die and hit on 5 or 6. The target rests at the end of the bound.
    let counters = |choices: &[(&str, &'static str)], pistols: &str| {
        let muskets = json!({ "muskets": 6, "morale_class": "good" });
        let mut table = Table::laid("pike_and_shot", &[muskets], &[horse()]);
        table.set("b1", "counters", 2);
        table.set("b1", "pistols", pistols);
        table.phase("other_fire");
        let shot: &[(&'static str, &[&str])] = &[("firer", &["a1"]), ("target", &["b1"])];
        let forecast = followed(&table, "infantry_fire", shot, json!({ "range_in": 5 }), Until::Turn, choices);
        let place = forecast.units.iter().position(|unit| unit == "b1").unwrap();
        let counters = &forecast.ends.units[place].numbers[0].0;
        assert!(counters.values().all(|p| (p - 1.0 / 3.0).abs() < 1e-12 || (p - 2.0 / 3.0).abs() < 1e-12));
        counters.keys().copied().collect::<Vec<_>>()
    };
    assert_eq!(counters(&[], "loaded"), [1, 2]);
    assert_eq!(counters(&[], "empty"), [1, 2], "a counter goes first");
    assert_eq!(counters(&[("rest", "load")], "empty"), [2, 3]);
    assert_eq!(counters(&[("rest", "load")], "loaded"), [1, 2], "nothing is to be loaded");
    assert_eq!(counters(&[("rest", "none")], "empty"), [2, 3]);
    assert_eq!(counters(&[("pursuit", "go_on")], "empty"), [1, 2], "of pursuits alone");
}

#[test]
fn pursuers_go_on_if_players_choose_so() {
    // Reaction Tests 3.
    let mut table = Table::laid("pike_and_shot", &[foot()], &[horse()]);
    table.set("a1", "contacts", json!(["b1"]));
    table.set("b1", "contacts", json!(["a1"]));
    table.set("b1", "counters", 6);
    table.phase("melee");
    let pursued = |choice| {
        let broken: &[(&'static str, &[&str])] = &[("unit", &["b1"])];
        let answers = json!({ "cause": "counters" });
        let forecast = followed(&table, "break_unit", broken, answers, Until::Turn, &[("pursuit", choice)]);
        acts(&forecast, "reaction_pursuit")
    };
    assert_eq!(pursued("halt"), ["{}"]);
    assert_eq!(pursued("go_on"), [r#"{"goes_on":true}"#]);
}

#[test]
fn only_formations_of_regulars_in_the_chain_are_restored() {
    // Melee Combat: a mob is Irregular by nature, and no command restores it.
    let mob = json!({ "nature": "irregular", "groups": [{ "type": "mob", "elements": 4, "front": 4 }] });
    let mut table = Table::laid(
        "arquebusier",
        &[mob, formation("pike"), formation("pike")],
        &[formation("firearm"), formation("pike")],
    );
    table.set("b1", "shaken_close_fire", true);
    // Another formation is shaken, too, but the chain does not follow it.
    table.set("a2", "shaken_close_fire", true);
    table.set("a1", "contacts", json!(["b1"]));
    for id in ["a1", "b1"] {
        table.set(id, "contact_to_check", false);
    }
    table.phase("melee");
    let melee: &[(&'static str, &[&str])] = &[("own", &["a1"]), ("enemies", &["b1"])];
    let answers = json!({ "stands": [{ "own": 0, "own_elements": 1, "enemy": 0, "enemy_elements": 1 }] });
    let forecast = followed(&table, "melee", melee, answers, Until::Rounds(2), &[("restore", "restore")]);
    let commanded: BTreeSet<String> = forecast
        .nodes
        .iter()
        .filter_map(|node| match &*node.step {
            Step::Act { procedure, participants, .. } if procedure.id == "command" => {
                Some(Json::from(participants.clone()).to_string())
            }
            _ => None,
        })
        .collect();
    assert_eq!(commanded.into_iter().collect::<Vec<_>>(), [r#"{"formation":["b1"]}"#]);
    assert!(forecast.stopped.is_empty(), "{:?}", forecast.stopped);
}

#[test]
fn the_chosen_of_equally_weak_types_loses_an_element() {
    // R17.
    let groups = json!([{ "type": "mob", "elements": 2, "front": 2 }, { "type": "pike", "elements": 2, "front": 2 }]);
    let mixed = json!({ "nature": "irregular", "groups": groups });
    let mut table = Table::laid("arquebusier", &[mixed, formation("pike")], &[formation("pike")]);
    table.set("a1", "shaken_close_fire", true);
    table.phase("end");
    let lost = |choice| {
        let check: &[(&'static str, &[&str])] = &[("formation", &["a1"])];
        let forecast = followed(&table, "irregular_check", check, json!({}), Until::Turn, &[("weakest", choice)]);
        acts(&forecast, "end_of_turn")
    };
    assert_eq!(lost("first"), [r#"{"lose_type":"mob"}"#]);
    assert_eq!(lost("last"), [r#"{"lose_type":"pike"}"#]);
}

#[test]
fn a_courage_card_is_turned_if_players_choose_so_and_a_unit_must_check() {
    // How to battle – cards and pips: Courage.
    let mut table = Table::laid("pikette_squared", &[french("pike"), french("pike")], &[spanish("arquebus")]);
    table.phase("first_side");
    table.set("b", "place", "second");
    table.set("a", "pips", 4);
    let cards = |table: &Table, choice| {
        let shot: &[(&'static str, &[&str])] = &[("shooters", &["b1"]), ("target", &["a1"])];
        let answers = json!({ "shooters": [{ "distance_squares": 1 }] });
        let choices = [("card", choice), ("chip", "never")];
        let forecast = followed(table, "shoot", shot, answers, Until::Phase, &choices);
        forecast.nodes.iter().filter(|node| matches!(*node.step, Step::Set(_))).count()
    };
    assert_eq!(cards(&table, "none"), 0);
    let turned = cards(&table, "courage");
    assert!(turned > 0);
    // A chip that the enemy does not spend does not prevent the card.
    table.set("b", "morale_chips", 9);
    assert_eq!(cards(&table, "courage"), turned);
    // The card in play is not turned again.
    table.set("battle", "card", "courage");
    table.set("a1", "done_courage", true);
    assert_eq!(cards(&table, "courage"), 0);
    table.set("battle", "card", "melee");
    // Routed units check no courage, and the other units are not followed.
    table.set("a1", "state", "routed");
    assert_eq!(cards(&table, "courage"), 0);
}

#[test]
fn a_single_round_of_horse_against_foot_ends_as_it_is_rolled() {
    // The charge of the rulebook's first reaction test: average horse charge on 2 or more.
    let mut table = Table::laid("pike_and_shot", &[foot()], &[horse()]);
    table.phase("charges");
    let charge: &[(&'static str, &[&str])] = &[("unit", &["b1"]), ("opponent", &["a1"])];
    let forecast = followed(&table, "reaction_charge", charge, json!({}), Until::Phase, &[("answer", "break")]);
    assert_eq!(acts(&forecast, "break_unit"), [r#"{"cause":"elected"}"#]);
    assert_fate(&forecast, "b1", 0, 1.0, 1.0);
}

#[test]
fn a_general_speaks_if_players_choose_so() {
    // Generals; Move Sequence 8.
    let muskets = json!({ "muskets": 6, "morale_class": "good" });
    let mut table = Table::laid("pike_and_shot", &[muskets], &[horse()]);
    table.set("b1", "counters", 3);
    table.set("b1", "general_with", true);
    table.phase("other_fire");
    let spoken = |choice| {
        let shot: &[(&'static str, &[&str])] = &[("firer", &["a1"]), ("target", &["b1"])];
        let answers = json!({ "range_in": 5 });
        let choices = [("speech", choice)];
        acts(&followed(&table, "infantry_fire", shot, answers, Until::Turn, &choices), "rousing_speech").len()
    };
    assert_eq!((spoken("none"), spoken("speak")), (0, 1));
}

#[test]
fn a_standing_unit_with_a_loaded_weapon_fires_at_the_charger() {
    // Move Sequence 3; Reaction Tests 2.
    let halberds = json!({ "troop_type": "halberds", "figures": 12, "morale_class": "good" });
    let fires = |charged: Json, trackers: &[(&str, &str, Json)]| {
        let mut table = Table::laid("pike_and_shot", &[charged], &[horse()]);
        table.phase("charges");
        table.play("reaction_charge", &[("unit", &["b1"]), ("opponent", &["a1"])], json!({}), &[6]);
        table.phase("charge_moves");
        table.set("a1", "response", "stand");
        for (of, tracker, to) in trackers {
            table.set(of, tracker, to.clone());
        }
        let charge: &[(&'static str, &[&str])] = &[("unit", &["b1"])];
        let answers = json!({ "direction": "forward" });
        let choices = [("charge_fire", "fire")];
        let forecast = followed(&table, "movement_allowance", charge, answers, Until::Turn, &choices);
        let fired = ["infantry_fire", "cavalry_fire", "artillery_fire"].map(|id| (id, acts(&forecast, id).len()));
        fired.into_iter().filter(|(_, acts)| *acts > 0).map(|(id, _)| id).collect::<Vec<_>>()
    };
    assert_eq!(fires(foot(), &[]), ["infantry_fire"]);
    assert_eq!(fires(horse(), &[]), ["cavalry_fire"]);
    assert_eq!(fires(horse(), &[("a1", "pistols", json!("empty"))]), [""; 0]);
    assert_eq!(fires(halberds, &[]), [""; 0], "they have nothing to fire with");
    assert_eq!(fires(foot(), &[("b1", "charging", json!(false))]), [""; 0], "the charge fell short");
    assert_eq!(fires(foot(), &[("a1", "fired", json!(true))]), [""; 0], "it has fired");
}

#[test]
fn nobody_fires_at_a_charge_that_is_not_followed() {
    // Move Sequence 3. Both units stand, but the chain follows only the charge at the horse.
    let mut table = Table::laid("pike_and_shot", &[foot(), horse()], &[horse(), horse()]);
    table.phase("charges");
    for (charged, charger) in [("a1", "b1"), ("a2", "b2")] {
        table.play("reaction_charge", &[("unit", &[charger]), ("opponent", &[charged])], json!({}), &[6]);
        table.set(charged, "response", "stand");
    }
    table.phase("charge_moves");
    let charge: &[(&'static str, &[&str])] = &[("unit", &["b2"])];
    let answers = json!({ "direction": "forward" });
    let forecast = followed(&table, "movement_allowance", charge, answers, Until::Turn, &[("charge_fire", "fire")]);
    let fired = ["infantry_fire", "cavalry_fire"].map(|id| acts(&forecast, id).len());
    assert_eq!(fired, [0, 1]);
}

#[test]
fn a_standing_unit_without_firearms_does_not_prevent_others_from_firing() {
    // Move Sequence 3. Of two units that stand, the first has no firearms.
    let pikes = json!({ "pikes": 12, "morale_class": "good" });
    let mut table = Table::laid("pike_and_shot", &[pikes, foot()], &[horse(), horse()]);
    table.phase("charges");
    for (charged, charger) in [("a1", "b1"), ("a2", "b2")] {
        table.play("reaction_charge", &[("unit", &[charger]), ("opponent", &[charged])], json!({}), &[6]);
        table.play("reaction_stand", &[("unit", &[charged]), ("opponent", &[charger])], json!({}), &[6]);
    }
    table.phase("charge_fire");
    let through: &[(&'static str, &[&str])] = &[("a", &["a1"]), ("b", &["a2"])];
    let choices = [("charge_fire", "fire")];
    let forecast = followed(&table, "interpenetration", through, json!({}), Until::Phase, &choices);
    assert_eq!(acts(&forecast, "infantry_fire").len(), 1);
}

#[test]
fn a_unit_that_loses_its_last_figure_is_out_of_the_battle() {
    // Infantry Firing; Testing to See if Figures are Lost. A die hits on 5 or 6, and these faces also kill a man in breast and back.
    let muskets = json!({ "muskets": 6, "morale_class": "good" });
    let last = json!({ "troop_type": "horse", "figures": 1, "morale_class": "good" });
    let mut table = Table::laid("pike_and_shot", &[muskets], &[last]);
    table.phase("other_fire");
    let shot: &[(&'static str, &[&str])] = &[("firer", &["a1"]), ("target", &["b1"])];
    let forecast = followed(&table, "infantry_fire", shot, json!({ "range_in": 5 }), Until::Phase, &[]);
    assert_fate(&forecast, "b1", 0, 8.0, 9.0);
    assert_fate(&forecast, "b1", 2, 1.0, 9.0);
}

#[test]
fn a_routed_unit_that_must_fight_is_destroyed() {
    // How to battle – fighting (R23).
    let mut table = Table::laid("pikette_squared", &[french("pike")], &[spanish("pike")]);
    table.phase("first_side");
    table.set("b", "place", "second");
    table.set("a", "pips", 4);
    table.set("b1", "state", "routed");
    let fight: &[(&'static str, &[&str])] = &[("attacker", &["a1"]), ("defender", &["b1"])];
    let forecast = followed(&table, "fight", fight, json!({}), Until::Phase, &[]);
    assert_fate(&forecast, "b1", 3, 1.0, 1.0);
    assert_fate(&forecast, "a1", 0, 1.0, 1.0);
}
