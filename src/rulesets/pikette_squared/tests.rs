//! The description holds together: what it names exists, and what it offers is accepted.

use super::army_lists::ListedArmy;
use super::unit::derive;
use super::{RULESET, facts};
use crate::contract::resolve;
use crate::core::facts::Facts;
use crate::form::Choices;
use crate::rules::table::Scene;
use serde_json::{Map, Value as Json, json};

fn samples() -> Json {
    serde_json::from_str(RULESET.samples).expect("samples are JSON")
}

#[test]
fn the_samples_are_twelve_units_and_a_cannon() {
    for roster in samples()["rosters"].as_array().unwrap() {
        let mut units = Map::new();
        for unit in roster["units"].as_array().unwrap() {
            let mut facts = Facts(unit.as_object().unwrap().clone());
            derive(&mut facts);
            let kind = facts.word("type").to_owned();
            let count = units.get(&kind).and_then(Json::as_i64).unwrap_or(0) + 1;
            units.insert(kind, count.into());
        }
        let request = json!({ "ruleset": RULESET.id, "procedure": "army_check", "input": { "units": units } });
        assert_eq!(resolve(&request, &[])["outcome"]["complies"], true, "{}", roster["name"]);
    }
}

#[test]
fn a_deck_that_names_no_card_is_full_and_one_of_noughts_is_used_up() {
    let mut side = Facts::default();
    assert_eq!(facts::cards_left(&side), None);
    side.set("full_deck", json!({ "melee": 4, "reload": 2 }));
    side.set("deck", json!({}));
    assert_eq!(facts::cards_left(&side), Some(6));
    side.set("deck", json!({ "melee": 0, "reload": 0 }));
    assert_eq!(facts::cards_left(&side), Some(0));
}

#[test]
fn the_initiative_is_that_of_the_phase() {
    let mut scene = Scene::default();
    assert_eq!(facts::has_initiative(&scene), None);
    scene.side.set("place", "second");
    scene.battle.set("phase", "first_side");
    assert_eq!(facts::has_initiative(&scene), Some(false));
    scene.battle.set("phase", "second_side");
    assert_eq!(facts::has_initiative(&scene), Some(true));
}

#[test]
fn an_action_is_filled_from_both_units_and_the_card() {
    let mut unit = Facts::default();
    unit.set("done_fight", true);
    let mut enemy = Facts::default();
    enemy.set("type", "militia");
    enemy.set("state", "disordered");
    let mut scene = Scene { participants: vec![("unit", vec![unit]), ("enemy", vec![enemy])], ..Scene::default() };
    scene.side.set("pips", 4);
    scene.battle.set("card", "melee");
    let mut input = json!({ "action": "fight" }).as_object().unwrap().clone();
    (RULESET.procedure("action").unwrap().fill)(&scene, &mut input);
    let filled = json!({
        "action": "fight", "pips": 4, "card": "melee", "done_on_card": true,
        "enemy_type": "militia", "enemy_state": "disordered", "same_square_as_enemy": true
    });
    assert_eq!(Json::from(input), filled);
}

#[test]
fn every_list_can_be_mustered_and_its_deck_built() {
    for army in ListedArmy::ALL {
        let mut faces = Vec::new();
        let muster = loop {
            let request =
                json!({ "ruleset": RULESET.id, "procedure": "army_generate", "input": { "army": army.id() } });
            let answer = resolve(&request, &faces);
            if answer["status"] == "resolved" {
                break answer;
            }
            faces.push(6);
        };
        let input = json!({ "army": army.id(), "extra_card": muster["outcome"]["extra_card"] });
        let deck = resolve(&json!({ "ruleset": RULESET.id, "procedure": "deck_build", "input": input }), &[]);
        assert_eq!(deck["outcome"]["total"], 20, "{army:?}");
    }
}
