//! Tests of finding the players' answers in the input of an act.

use super::*;
use crate::{Header, Unit};
use rules::dice::rng::Seed;
use serde_json::json;
use test_rulesets::pike_and_shot::RULESET;

fn object(json: Json) -> Map<String, Json> {
    json.as_object().unwrap().clone()
}

#[test]
fn the_difference_of_two_inputs_turns_the_first_into_the_second() {
    for (under, over, wanted) in [
        (json!({ "a": 1, "b": 2 }), json!({ "a": 1, "b": 3 }), json!({ "b": 3 })),
        (json!({}), json!({ "a": null, "b": [1] }), json!({ "a": null, "b": [1] })),
        (json!({ "a": { "x": 1, "y": 2 } }), json!({ "a": { "x": 1, "y": 3 } }), json!({ "a": { "y": 3 } })),
        (json!({ "a": [1, 2] }), json!({ "a": [1, 3] }), json!({ "a": [1, 3] })),
        // Members of two lists of objects are compared one by one, if the lists have equal lengths.
        (
            json!({ "a": [{ "x": 1, "y": 2 }, { "x": 3 }] }),
            json!({ "a": [{ "x": 1, "y": 5 }, { "x": 3 }] }),
            json!({ "a": [{ "y": 5 }, {}] }),
        ),
        (
            json!({ "a": [{ "x": 1 }] }),
            json!({ "a": [{ "x": 1 }, { "x": 1 }] }),
            json!({ "a": [{ "x": 1 }, { "x": 1 }] }),
        ),
        (json!({ "a": [1] }), json!({ "a": [{ "x": 1 }] }), json!({ "a": [{ "x": 1 }] })),
        // A list with members other than objects is replaced as a whole.
        (
            json!({ "a": [{ "x": 1, "y": 2 }, 5] }),
            json!({ "a": [{ "x": 1, "y": 3 }, 5] }),
            json!({ "a": [{ "x": 1, "y": 3 }, 5] }),
        ),
    ] {
        let (mut under, over) = (object(under), object(over));
        let found = difference(&under, &over);
        assert_eq!(Json::Object(found.clone()), wanted, "{under:?} to {over:?}");
        filling::overlay(&mut under, &found);
        assert_eq!(under, over);
    }
}

/// Foot of Parliament shoot at horse of the King, four inches away, in woods.
fn volley() -> (State, &'static Procedure, Participants, Resolved) {
    let unit =
        |id: &str, side, profile: Json| Unit { id: id.into(), side, profile: object(profile), ..Unit::default() };
    let units = vec![
        unit("r1", 0, json!({ "name": "R", "pikes": 8, "muskets": 16, "morale_class": "average" })),
        unit("h2", 1, json!({ "name": "H", "troop_type": "horse", "figures": 12, "morale_class": "average" })),
    ];
    let state = State::begin(Some(&RULESET), &Header::new("pike_and_shot", "", ["", ""], units, Seed([9; 32])));
    let procedure = RULESET.procedure("infantry_fire").unwrap();
    let participants = Participants::read(procedure, &object(json!({ "firer": ["r1"], "target": ["h2"] })));
    let input = referee::filled(procedure, &participants, &state, &object(answers()));
    let resolved = Resolved {
        procedure: procedure.id.into(),
        input,
        participants: participants.json(),
        rolls: Vec::new(),
        settles: None,
        outcome: Json::Null,
        discarded: false,
    };
    (state, procedure, participants, resolved)
}

fn answers() -> Json {
    json!({ "range_in": 4, "target_terrain": "woods", "target": { "facing": "rear" } })
}

#[test]
fn players_answers_are_separated_from_values_that_the_table_filled_in() {
    let (state, procedure, participants, resolved) = volley();
    let found = players_answers(procedure, &participants, &state, &resolved);
    assert_eq!(found.map(Json::Object), Some(answers()));
    // If an input was typed in whole, it lacks the values that the table fills in, so the answers cannot be found.
    let typed = Resolved { input: object(json!({ "range_in": 4, "target": { "facing": "rear" } })), ..resolved };
    assert_eq!(players_answers(procedure, &participants, &state, &typed), None);
}

#[test]
fn rolls_match_if_purposes_sides_and_numbers_of_dice_are_equal() {
    let (.., resolved) = volley();
    let logged = |rolls: &[(&str, u8, usize)]| {
        let roll = |(purpose, sides, dice): &(&str, u8, usize)| crate::LoggedRoll {
            purpose: (*purpose).into(),
            sides: *sides,
            faces: vec![1; *dice],
            number: None,
            steps: None,
            counted: None,
        };
        Resolved { rolls: rolls.iter().map(roll).collect(), ..resolved.clone() }
    };
    let played: Vec<Roll> = [("hit", 2), ("save", 1)]
        .map(|(purpose, dice)| Roll { purpose: purpose.into(), sides: 6, faces: vec![6; dice], counts_from: Some(4) })
        .into();
    assert!(alike(&played, &logged(&[("hit", 6, 2), ("save", 6, 1)])), "whatever the dice show");
    let mut in_parts = logged(&[("hit", 6, 1), ("hit", 6, 1), ("save", 6, 1)]);
    assert!(alike(&played, &in_parts), "one die from the table, one of the app");
    in_parts.rolls[1].counted = Some(4);
    assert!(alike(&played, &in_parts), "its success was entered, and it needs what it needed");
    in_parts.rolls[1].counted = Some(5);
    assert!(!alike(&played, &in_parts), "whether a success at 5+ shows 4+ is known, but not whether a failure does");
    for other in [
        &[("hit", 6, 2)][..],
        &[("hit", 6, 2), ("save", 6, 1), ("save", 6, 1)],
        &[("hit", 6, 1), ("save", 6, 2)],
        &[("hit", 6, 2), ("save", 8, 1)],
        &[("save", 6, 2), ("hit", 6, 1)],
    ] {
        assert!(!alike(&played, &logged(other)), "{other:?}");
    }
}

#[test]
fn a_refused_correction_names_a_rule_or_a_question_and_never_the_input() {
    let (_, procedure, ..) = volley();
    let told = |code, field: &str| no_longer_fits(procedure, &Refusal::new(code, field, "The first is 0.")).to_string();
    assert_eq!(told(Code::NotAllowed, "range_in"), "The first is 0.", "a rule speaks for itself");
    for code in [Code::UnusedDice, Code::BadFace] {
        assert_eq!(told(code, "faces"), "It needs other dice now.");
    }
    let label = procedure.form.at("target_terrain").unwrap().label;
    let of_question = told(Code::BadValue, "target_terrain");
    assert!(of_question.contains(label) && !of_question.contains("The first is 0"), "{of_question}");
    assert_eq!(told(Code::MissingField, "nowhere"), "What was answered no longer fits the table.");
}
