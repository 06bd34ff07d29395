//! Units on the grid: the answers about a shot or a bearing that a tap on a square gives. *What you need to play: the grid; How to battle –
//! shooting; TERCIO.*

use exchange::storage::roster;
use rules::facts::Facts;
use rules::procedure::{Grid, GridPicked, Taps};
use serde_json::{Value as Json, json};

/// A unit of an army list with this facing.
fn unit(army: &str, row: &str, facing: &str) -> Facts {
    let ruleset = test_rulesets::RULESETS.find("pikette_squared").unwrap();
    let profile = json!({ "name": "A unit", "army": army, "row": row });
    let mut facts = roster::facts(ruleset, profile.as_object().unwrap());
    facts.set("facing", facing);
    facts
}

fn pick(procedure: &str) -> &'static Grid {
    let procedure = test_rulesets::RULESETS.find("pikette_squared").unwrap().procedure(procedure).unwrap();
    procedure.grid.as_ref().unwrap()
}

/// Returns the answers that a tap gives if `to` is on this square, seen from `from`.
fn says(procedure: &str, from: &Facts, to: &Facts, [east, north]: [i32; 2]) -> Vec<(String, Json)> {
    let Taps::Unit { says, .. } = pick(procedure).taps else { panic!("{procedure} asks for a path") };
    says(&GridPicked { from, index: 0, to, east, north })
}

/// Returns distance, field of fire, and the arc from which the target is hit.
fn shot(facing: &str, target: &Facts, square: [i32; 2]) -> [Json; 3] {
    let answers = says("shoot", &unit("french", "arquebus", facing), target, square);
    ["distance_squares", "in_field_of_fire", "target_arc"].map(|field| {
        let (_, value) = answers.iter().find(|(place, _)| *place == format!("shooters[0].{field}")).unwrap();
        value.clone()
    })
}

/// The target is two squares east and one north of a unit that faces northeast: three ahead and one aside, two and a half squares away.
#[test]
fn a_tap_answers_distance_field_of_fire_and_the_targets_side() {
    let pikes = |facing: &str| unit("french", "pike", facing);
    assert_eq!(shot("ne", &pikes("w"), [2, 1]), [json!(2.5), json!(true), json!("front")]);
    assert_eq!(shot("ne", &pikes("s"), [2, 1]), [json!(2.5), json!(true), json!("front")]);
    assert_eq!(shot("ne", &pikes("e"), [2, 1]), [json!(2.5), json!(true), json!("rear")]);
    // A target level with the shooter shows a flank. A target straight to the shooter's side cannot be shot at.
    assert_eq!(shot("e", &pikes("n"), [2, 0]), [json!(2.0), json!(true), json!("flank")]);
    assert_eq!(shot("n", &pikes("n"), [2, 0]), [json!(2.0), json!(false), json!("flank")]);
    // The edge of the field of fire is at 45 degrees.
    assert_eq!(shot("n", &pikes("n"), [2, 2]), [json!(3.0), json!(true), json!("rear")]);
}

#[test]
fn a_tercio_has_no_flank() {
    assert_eq!(shot("n", &unit("spanish", "tercio", "n"), [0, 2]), [json!(2.0), json!(true), json!("front")]);
}

/// The reach of the French arquebus is 3 squares. *Army lists.*
#[test]
fn squares_are_marked_by_side_and_by_reach() {
    let lies = |row: &str, east: i32, north: i32| (pick("shoot").lies)(&unit("french", row, "n"), east, north);
    assert_eq!(lies("arquebus", 0, 3), ["front", "range"]);
    assert_eq!(lies("arquebus", 0, 4), ["front"]);
    assert_eq!(lies("arquebus", 2, 2), ["front", "range"], "2 and half of 2 are 3 squares");
    assert_eq!(lies("arquebus", 2, 1), ["front"], "outside the field of fire");
    assert_eq!(lies("arquebus", 1, 0), ["flank"]);
    assert_eq!(lies("arquebus", 0, -1), ["rear"]);
    assert_eq!(lies("pike", 0, 1), ["front"], "pikes do not shoot");
}

#[test]
fn a_tap_answers_the_square_of_a_bearing() {
    let (one, other) = (unit("french", "arquebus", "n"), unit("spanish", "tercio", "s"));
    assert_eq!(says("bearing", &one, &other, [-2, 3]), [("dx".to_owned(), json!(-2)), ("dy".to_owned(), json!(3))]);
}

/// A unit without a recorded facing has no marked squares.
#[test]
fn without_a_facing_no_square_is_marked() {
    let mut unit = unit("french", "arquebus", "n");
    unit.forget("facing");
    assert!((pick("shoot").lies)(&unit, 0, 1).is_empty());
}

/// The attacked side of a unit depends on its facing and on the attacker's square. *Fighting.*
#[test]
fn a_tap_answers_the_attacked_side() {
    let attacker = unit("french", "gendarmes", "s");
    let arc = |row: &str, facing: &str, square: [i32; 2]| {
        let answers = says("fight", &unit("spanish", row, facing), &attacker, square);
        assert_eq!(answers.len(), 1, "{answers:?}");
        (answers[0].0.clone(), answers[0].1.clone())
    };
    let from = |side: &str| ("attack_arc".to_owned(), json!(side));
    assert_eq!(arc("pike", "n", [1, 1]), from("front"));
    assert_eq!(arc("pike", "e", [0, 1]), from("flank"));
    assert_eq!(arc("pike", "s", [-1, 1]), from("rear"));
    assert_eq!(arc("tercio", "s", [0, 1]), from("front"), "a tercio is front all round");
}
