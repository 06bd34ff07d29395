//! Checks that the ruleset's description is consistent: ids exist, and offers are accepted.

use super::RULESET;
use super::army_lists::{Army, ListedArmy};
use super::terms::{
    Actor, Card, Die, DieOrNone, ExtraCard, ExtraOrNone, Fate, InPlay, Place, Roller, Side, State, TroopType,
};
use super::unit::derive;
use crate::facts::*;
use exchange::contract::resolve;
use rules::filling;
use rules::prelude::*;
use serde_json::{Map, Value as Json, json};
use std::sync::Arc;

fn samples() -> Json {
    serde_json::from_str(RULESET.rosters.samples).expect("samples are JSON")
}

#[test]
fn each_sample_roster_has_twelve_units_and_a_cannon() {
    for roster in samples()["rosters"].as_array().unwrap() {
        let mut units = Map::new();
        for unit in roster["units"].as_array().unwrap() {
            let mut facts = Facts::from(unit.as_object().unwrap().clone());
            derive(&mut facts);
            let kind = facts.value(TYPE).unwrap().id().to_owned();
            let count = units.get(&kind).and_then(Json::as_i64).unwrap_or(0) + 1;
            units.insert(kind, count.into());
        }
        let request = json!({ "ruleset": RULESET.named.id, "procedure": "army_check", "input": { "units": units } });
        assert_eq!(resolve(test_rulesets::RULESETS, &request, &[])["outcome"]["complies"], true, "{}", roster["name"]);
    }
}

/// Ids of an enum's values, each with the id after conversion.
fn ids_after<T: Choices, U: Choices>(convert: fn(T) -> Option<U>) -> Vec<(&'static str, Option<&'static str>)> {
    T::ALL.iter().map(|value| (value.id(), convert(*value).map(Choices::id))).collect()
}

#[test]
fn conversions_between_enums_keep_the_id() {
    let wider = [
        ids_after(|own: TroopType| Some(Actor::from(own))),
        ids_after(|own: Die| Some(DieOrNone::from(own))),
        ids_after(|own: State| Some(Fate::from(own))),
        ids_after(|own: ExtraCard| Some(ExtraOrNone::from(own))),
        ids_after(|own: ExtraCard| Some(own.card())),
        ids_after(|own: Card| Some(InPlay::from(own))),
        ids_after(|own: Side| Some(Roller::from(own))),
    ];
    for (id, converted) in wider.concat() {
        assert_eq!(converted, Some(id));
    }
    let narrower =
        [ids_after(Actor::troop_type), ids_after(DieOrNone::die), ids_after(InPlay::card), ids_after(Army::listed)];
    for (id, converted) in narrower.concat() {
        let has_none = ["leader", "none", "other"].contains(&id);
        assert_eq!(converted, Some(id).filter(|_| !has_none));
    }
}

#[test]
fn an_empty_record_of_a_deck_means_a_full_deck_and_zeros_mean_a_used_up_one() {
    let mut side = Facts::default();
    assert_eq!(cards_left(&side), None);
    let cards = |deck: Json| deck.as_object().cloned().unwrap();
    side.put(FULL_DECK, cards(json!({ "melee": 4, "reload": 2 })));
    side.put(DECK, Map::new());
    assert_eq!(cards_left(&side), Some(6));
    side.put(DECK, cards(json!({ "melee": 0, "reload": 0 })));
    assert_eq!(cards_left(&side), Some(0));
}

#[test]
fn each_phase_of_an_initiative_has_the_side_with_that_place() {
    let of_phase = |phase: &'static str| {
        let mut table = Table { phase, ..Table::default() };
        Arc::make_mut(&mut table.sides[0]).put(PLACE, Place::Second);
        Arc::make_mut(&mut table.sides[1]).put(PLACE, Place::First);
        has_initiative(&Scene { table: Arc::new(table), ..Scene::default() })
    };
    assert_eq!(of_phase("initiative"), None);
    assert_eq!(of_phase("first_side"), Some(false));
    assert_eq!(of_phase("second_side"), Some(true));
}

#[test]
fn an_action_is_filled_from_both_units_and_the_card() {
    let mut unit = Facts::default();
    unit.put(DONE_FIGHT, true);
    let mut enemy = Facts::default();
    enemy.put(TYPE, TroopType::Militia);
    enemy.put(STATE, Fate::Disordered);
    let mut table = Table::default();
    Arc::make_mut(&mut table.sides[0]).put(PIPS, 4);
    Arc::make_mut(&mut table.battle).put(CARD, InPlay::Melee);
    let units = Scene::without_table(vec![("unit", vec![unit]), ("enemy", vec![enemy])]);
    let scene = Scene { table: table.into(), ..units };
    let answers = json!({ "action": "fight" }).as_object().unwrap().clone();
    let input = filling::input(RULESET.procedure("action").unwrap(), &scene, &Map::new(), &answers);
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
                json!({ "ruleset": RULESET.named.id, "procedure": "army_generate", "input": { "army": army.id() } });
            let answer = resolve(test_rulesets::RULESETS, &request, &faces);
            if answer["status"] == "resolved" {
                break answer;
            }
            faces.push(6);
        };
        let input = json!({ "army": army.id(), "extra_card": muster["outcome"]["extra_card"] });
        let deck = resolve(
            test_rulesets::RULESETS,
            &json!({ "ruleset": RULESET.named.id, "procedure": "deck_build", "input": input }),
            &[],
        );
        assert_eq!(deck["outcome"]["total"], 20, "{army:?}");
    }
}
