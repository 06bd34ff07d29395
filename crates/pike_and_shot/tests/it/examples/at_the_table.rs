//! Consequences of outcomes, and forms filled in from facts.

use super::regiment;
use pike_and_shot::RULESET;
use rules::consequences::{Change, Consequences};
use rules::facts::Facts;
use rules::procedure::Procedure;
use rules::table::Scene;
use serde_json::{Map, Value as Json, json};
use testing::table::{Table, foot, horse};

fn procedure(id: &str) -> &'static Procedure {
    RULESET.procedure(id).unwrap()
}

fn object(json: Json) -> Map<String, Json> {
    json.as_object().unwrap().clone()
}

/// Returns the consequences of a procedure resolved with these faces.
fn played(id: &str, input: Json, faces: &[u8]) -> Consequences {
    procedure(id).read(&object(input)).unwrap().resolve(faces).result.unwrap().consequences
}

/// Returns the number that the consequences add to a tracker of a role's first unit.
fn added(consequences: &Consequences, role: &str, key: &str) -> i32 {
    let changes =
        consequences.effects.iter().filter(|effect| effect.role == role && effect.index == 0 && effect.key == key);
    changes.map(|effect| if let Change::Add(by) = effect.change { by } else { 0 }).sum()
}

/// Returns the input after `fill`, given the facts of the participants.
fn filled(id: &str, participants: &[(&'static str, Json)], input: Json) -> Json {
    let participants =
        participants.iter().map(|(role, facts)| (*role, vec![Facts::from(object(facts.clone()))])).collect();
    let mut input = object(input);
    (procedure(id).fill)(&Scene::without_table(participants), &mut input);
    Json::Object(input)
}

#[test]
fn a_volley_reports_its_losses_and_changes_the_target() {
    let input = json!({ "front_muskets": 8, "ranks": 2, "range_in": 5, "target": regiment() });
    let consequences = played("infantry_fire", input, &[5, 6, 3, 5, 2, 4]);
    assert_eq!(consequences.words[0].to_string(), "2 hits: +1 counter each; one musketeer falls.");
    assert_eq!(consequences.words[1].to_string(), "3 counters of 6.");
    assert_eq!(added(&consequences, "target", "counters"), 2);
    assert_eq!(added(&consequences, "target", "muskets"), -1);
    assert!(consequences.effects.iter().any(|effect| effect.role == "firer" && effect.key == "fired"));
}

#[test]
fn a_hit_on_a_unit_of_unknown_class_with_a_general_makes_two_rolls_due() {
    let gun = json!({ "troop_type": "artillery", "gun": "light", "figures": 2 });
    let horse = json!({ "troop_type": "horse", "figures": 8 });
    let mut table = Table::laid("pike_and_shot", &[gun], &[horse, json!({ "troop_type": "general" })]);
    table.set("b2", "with_unit", "b1");
    table.play("artillery_fire", &[("firer", &["a1"]), ("target", &["b1"])], json!({ "range_in": 6 }), &[5, 1]);
    let due = ["!morale_class_roll: B1: roll its morale class.", "!general_casualty: B2: in danger."];
    assert_eq!(table.duties(), due);
}

#[test]
fn a_unit_that_fails_to_counter_charge_may_stand_or_break() {
    let answer = json!({ "troop_type": "horse", "morale_class": "good", "role": "counter_charge", "counters": 3 });
    let consequences = played("reaction_charge", answer, &[1]);
    let due: Vec<&str> = consequences.due.iter().map(|due| due.procedure).collect();
    assert_eq!(due, ["reaction_stand", "break_unit"]);
    assert_eq!(consequences.due[1].fields, [("cause", json!("elected"))]);
    assert_eq!(added(&consequences, "unit", "counters"), 1);
}

#[test]
fn a_unit_that_fails_to_stand_breaks_for_this_cause() {
    let mut table = Table::laid("pike_and_shot", &[foot()], &[horse()]);
    table.play("reaction_charge", &[("unit", &["b1"]), ("opponent", &["a1"])], json!({}), &[6]);
    // Average troops stand on 2 or more.
    table.play("reaction_stand", &[("unit", &["a1"]), ("opponent", &["b1"])], json!({}), &[1]);
    assert_eq!(table.duties(), ["!break_unit: A1 failed to stand: it breaks."]);
    let duty = table.every_duty().remove(0);
    assert_eq!(duty.fields, [("cause", json!("failed_stand"))]);
}

#[test]
fn a_melee_changes_every_unit() {
    let horse = json!({ "troop_type": "horse", "figures": 12, "ranks": 1, "morale_class": "average" });
    let foot = json!({ "troop_type": "foot", "muskets": 6, "ranks": 1, "morale_class": "nervous" });
    let input = json!({ "side_a": [horse], "side_b": [foot] });
    // Four dice of the horse, of which two hit and kill, and one die of the foot.
    let consequences = played("melee_round", input, &[5, 6, 1, 1, 4, 4, 1]);
    assert_eq!((added(&consequences, "b", "counters"), added(&consequences, "b", "muskets")), (3, -2));
    assert_eq!(added(&consequences, "a", "counters"), 0);
    assert_eq!(
        consequences.words[2].to_string(),
        "b1: 2 hits, 2 musketeers fall; 3 counters more: 3 counters: it breaks at 2."
    );
}

#[test]
fn a_test_is_filled_in_from_the_unit_that_takes_it() {
    let foot = json!({ "troop_type": "foot", "morale_class": "poor", "counters": 1, "general_with": true });
    let horse = json!({ "troop_type": "horse", "morale_class": "good", "counters": 3 });
    // The input already has the unit's facts. `fill` adds the opponent's troops and the general's modifier.
    let copied = json!({ "troop_type": "foot", "morale_class": "poor", "counters": 1 });
    let input = filled("reaction_stand", &[("unit", foot), ("opponent", horse)], copied);
    assert_eq!(
        input,
        json!({
            "troop_type": "foot", "morale_class": "poor", "counters": 1, "general": "minus_1",
            "opponent_troop_type": "horse",
        })
    );
}

#[test]
fn a_firer_among_several_keeps_only_fields_of_its_kind() {
    let gun = json!({ "kind": "artillery", "gun": "light", "crew": 2, "ready": true, "moved": false, "counters": 2 });
    let input = filled("combined_fire", &[("firers", gun.clone())], json!({ "firers": [gun] }));
    let kept = json!({ "kind": "artillery", "gun": "light", "crew": 2, "ready": true, "moved": false });
    assert_eq!(input, json!({ "firers": [kept] }));
}

#[test]
fn a_charge_counts_in_the_first_bound_of_a_melee_only() {
    let charging = |bound: i32| {
        let horse = json!({ "charging": true, "melee_bound": bound });
        filled("melee_round", &[("a", horse.clone())], json!({ "side_a": [horse] }))["side_a"][0]["charging"].clone()
    };
    assert_eq!((charging(1), charging(2)), (json!(true), json!(false)));
}

#[test]
fn every_procedure_has_a_description_and_a_heading() {
    for procedure in RULESET.procedures {
        assert!(!procedure.heading.is_empty() && !procedure.about.is_empty(), "{}", procedure.id);
    }
    // Agreements of the players set trackers of a side or of the battle, and not of units.
    let without_units = RULESET.procedures.iter().filter(|procedure| procedure.participants.is_empty());
    assert_eq!(without_units.map(|procedure| procedure.id).collect::<Vec<_>>(), ["agree_ground", "agree_classes"]);
}
