//! The description holds together: what it names exists, and what it offers is accepted.

use super::army_lists::ListedArmy;
use super::unit::{Unit, derive};
use super::{RULESET, facts};
use crate::contract::resolve;
use crate::facts::{Facts, Scene};
use crate::form::{Choices, Field, Filled, Form, Kind};
use crate::ruleset::Part;
use serde_json::{Map, Value as Json, json};
use std::collections::BTreeSet;

fn samples() -> Json {
    serde_json::from_str(RULESET.samples).expect("samples are JSON")
}

#[test]
fn the_profile_accepts_every_unit_of_the_samples() {
    for roster in samples()["rosters"].as_array().unwrap() {
        assert_eq!(roster["ruleset"], RULESET.id);
        for unit in roster["units"].as_array().unwrap() {
            Unit::from_object(unit.as_object().unwrap()).unwrap_or_else(|refusal| panic!("{unit}: {refusal:?}"));
        }
    }
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
fn phases_name_procedures_that_exist() {
    for phase in RULESET.phases {
        for id in phase.procedures {
            assert!(RULESET.procedure(id).is_some(), "{id}");
        }
    }
}

/// What only comes up as due, or corrects by hand: it would crowd the cards.
const NOT_AT_HAND: &[&str] = &["bearing", "pursuit", "apply_result", "chip_check", "courage_check"];

#[test]
fn every_procedure_belongs_to_a_phase_or_comes_up_as_due() {
    for procedure in RULESET.procedures.iter().filter(|procedure| !NOT_AT_HAND.contains(&procedure.id)) {
        assert!(RULESET.phases.iter().any(|phase| phase.procedures.contains(&procedure.id)), "{}", procedure.id);
    }
}

#[test]
fn rulings_are_numbered_in_order_and_procedures_name_only_these() {
    let numbers: Vec<String> = (1..=45).map(|n| format!("R{n}")).collect();
    assert_eq!(RULESET.rulings.iter().map(|ruling| ruling.number).collect::<Vec<_>>(), numbers);
    for procedure in RULESET.procedures {
        for number in procedure.rulings {
            assert!(numbers.iter().any(|known| known == number), "{number}");
        }
    }
}

#[test]
fn every_switch_is_a_field_of_a_procedure_with_the_same_values() {
    let fields: Vec<&Field> = RULESET
        .procedures
        .iter()
        .filter_map(|procedure| rulings_of(procedure.form))
        .flat_map(|form| form.fields)
        .collect();
    let switches: Vec<_> = RULESET.rulings.iter().filter_map(|ruling| ruling.switch.as_ref()).collect();
    assert_eq!(switches.len(), 5);
    for switch in &switches {
        assert!(
            fields.iter().any(|field| field.id == switch.field
                && matches!(field.kind, Kind::Choice(values) if values == switch.values)),
            "{}",
            switch.field
        );
    }
    for field in fields {
        assert!(switches.iter().any(|switch| switch.field == field.id), "{}", field.id);
    }
}

fn rulings_of(form: &Form) -> Option<&'static Form> {
    match form.field("rulings")?.kind {
        Kind::Object(form) => Some(form),
        _ => None,
    }
}

#[test]
fn tables_are_as_wide_as_their_heads() {
    for chapter in RULESET.reference {
        for part in chapter.parts {
            if let Part::Table { head, rows, caption } = part {
                assert!(rows.iter().all(|row| row.len() == head.len()), "{}: {caption}", chapter.title);
            }
        }
    }
}

#[test]
fn procedures_are_described_for_players() {
    for procedure in RULESET.procedures {
        assert!(!procedure.heading.is_empty() && !procedure.about.is_empty(), "{}", procedure.id);
        let labels: BTreeSet<&str> = procedure.form.fields.iter().map(|field| field.label).collect();
        let unlabelled = procedure.form.fields.iter().any(|field| field.label.is_empty() && field.id != "rulings");
        assert!(!unlabelled, "{}: {labels:?}", procedure.id);
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
    let mut scene = Scene { cast: vec![("unit", vec![unit]), ("enemy", vec![enemy])], ..Scene::default() };
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
