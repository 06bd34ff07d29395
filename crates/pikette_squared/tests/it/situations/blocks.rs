//! A phalanx and a tercio lose stands in place of a rout. Chances and sentences show this.

use battle::analysis::odds::OddsSummary;
use serde_json::{Map, Value as Json, json};
use testing::table::outcome;

const ID: &str = "pikette_squared";

fn block(kind: &str, more: &Json) -> Json {
    let mut block = json!({ "type": kind, "move_squares": 2, "fight_die": "d8" });
    if kind == "tercio" {
        block["shoot_die"] = json!("d8");
        block["weapon_range_squares"] = json!(3);
    }
    block.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    block
}

/// A unit of arquebus with a D8 shoots from a square away, with a D10 against these targets.
fn shot(target: &Json, rulings: &Json) -> Json {
    let arquebus = json!({
        "type": "arquebus", "move_squares": 2.5, "fight_die": "d6", "shoot_die": "d8", "weapon_range_squares": 3,
    });
    json!({ "shooters": [{ "unit": arquebus, "distance_squares": 1 }], "target": target, "rulings": rulings })
}

/// Returns the possible chances of an act, by their labels, as numbers of throws out of `all`.
fn chances(id: &str, input: &Json, all: f64) -> Vec<(&'static str, i64)> {
    let procedure = test_rulesets::RULESETS.find(ID).unwrap().procedure(id).unwrap();
    let input: &Map<String, Json> = input.as_object().unwrap();
    let mut summary: OddsSummary = OddsSummary::of(procedure, &procedure.read(input).unwrap()).unwrap();
    summary.drop_moot(procedure, input);
    let each = procedure.chances.iter().zip(&summary.chances);
    each.filter_map(|(chance, p)| {
        let throws = (p[0]? * all).round() as i64;
        (throws > 0).then_some((chance.label, throws))
    })
    .collect()
}

/// *shooting; TERCIO.* Of 60 throws of D10 against D6, 7 rout. In 6 the D10 is at least four times the D6 and scores 6
/// to 8 pips; 1 scores 9.
#[test]
fn a_shot_at_a_block_has_chances_for_both_ways_to_lose_a_stand() {
    let at = |target: Json| {
        let all = chances("shoot", &shot(&target, &json!({})), 60.0);
        all.into_iter().filter(|(label, _)| label.contains("stand") || label.contains("rout")).collect::<Vec<_>>()
    };
    let arquebus_stand = "loses an arquebus stand in place of a rout";
    // Three hits take a stand of arquebus, and the rout of the same result takes the next.
    assert_eq!(at(block("tercio", &json!({}))), [("loses a stand by hits", 1), (arquebus_stand, 7)]);
    // The marked stand needs one more hit: 27 of 60 throws score 3 pips or more.
    assert_eq!(at(block("tercio", &json!({ "hits": 2 }))), [("loses a stand by hits", 27), (arquebus_stand, 7)]);
    let stand = "loses a stand in place of a rout";
    assert_eq!(at(block("tercio", &json!({ "stands": 4 }))), [(stand, 7)]);
    assert_eq!(at(block("phalanx", &json!({ "hits": 3 }))), [("loses a stand by hits", 27), (stand, 7)]);
    assert_eq!(at(block("phalanx", &json!({ "swiss": true }))), [("disordered in place of a rout", 7)]);
    // A unit that can rout loses stands only by hits. Against a D8, 3 of 48 throws rout it.
    let pike = chances("shoot", &shot(&block("pike", &json!({ "hits": 3 })), &json!({})), 48.0);
    let of_stands: Vec<_> =
        pike.iter().filter(|(label, _)| label.contains("stand") || label.contains("rout")).collect();
    assert_eq!(of_stands, [&("routs", 3), &("loses a stand by hits", 15)]);
}

/// The strip above the dice shows the most important chances.
#[test]
fn the_strip_of_a_shot_at_a_block_shows_the_lost_stand() {
    let procedure = test_rulesets::RULESETS.find(ID).unwrap().procedure("shoot").unwrap();
    let input = shot(&block("tercio", &json!({})), &json!({}));
    let summary = OddsSummary::of(procedure, &procedure.read(input.as_object().unwrap()).unwrap()).unwrap();
    let labels = summary.gist(procedure).into_iter().map(|(index, _, _)| procedure.chances[index].label);
    let expected = ["scores", "loses a stand by hits", "loses an arquebus stand in place of a rout"];
    assert_eq!(labels.collect::<Vec<_>>(), expected);
}

/// *TERCIO*: if a Routed result occurs, an arquebus stand is removed first, and the tercio is not disordered. (R8, R9)
#[test]
fn sentences_of_a_shot_name_the_stand_lost_in_place_of_a_rout() {
    let words = |target: &Json, rulings: &Json, faces: &[u8]| outcome(ID, "shoot", &shot(target, rulings), faces);
    let fires_ahead = "It has lost a stand: from now on it shoots only to its front and 45 degrees to either side.";
    let chip = "Its side loses 1 morale chip.";
    let tercio = block("tercio", &json!({}));
    // 9 against 1: eight pips, two hits and a rout.
    let expected = [
        "2 hits for 8 pips.",
        "The target loses 1 stand and has 5 left.",
        "A tercio never routs: an arquebus stand goes instead. It holds its ground, in order.",
        "2 hits on the marked stand: gone with it.",
        fires_ahead,
        chip,
    ];
    assert_eq!(words(&tercio, &json!({}), &[9, 1]), expected);
    let stay = words(&tercio, &json!({ "r9_hits_of_stand": "stay" }), &[9, 1]);
    assert!(!stay.iter().any(|words| words.contains("gone with it")), "{stay:?}");
    let always = words(&tercio, &json!({ "r8_tercio_rout": "always_disordered" }), &[9, 1]);
    let disordered = "A tercio never routs: an arquebus stand goes instead. It holds its ground, disordered.";
    assert_eq!((always[2].as_str(), always[4].as_str()), (disordered, "The target is disordered."));
    // 5 against 2: three pips and one hit, which is the third on the stand.
    let by_hit = words(&block("tercio", &json!({ "hits": 2, "stands": 5 })), &json!({}), &[5, 2]);
    let expected = [
        "1 hit for 3 pips.",
        "The target loses 1 stand and has 4 left.",
        "An arquebus stand goes first.",
        "The target is disordered.",
        "Its arquebus stands are gone: it shoots no more.",
    ];
    assert_eq!(by_hit[..5], expected);
    let pikes = words(&block("tercio", &json!({ "stands": 4 })), &json!({}), &[9, 1]);
    assert_eq!(pikes[2], "A tercio never routs: a pike stand goes instead. It holds its ground, disordered.");
    assert!(!pikes.iter().any(|words| words.contains("shoots")), "{pikes:?}");
    let phalanx = words(&block("phalanx", &json!({})), &json!({}), &[9, 1]);
    assert_eq!(phalanx[2], "A phalanx never routs: a stand goes instead, and it is disordered.");
    let swiss = words(&block("phalanx", &json!({ "swiss": true })), &json!({}), &[9, 1]);
    let expected = [
        "2 hits for 8 pips.",
        "A Swiss phalanx never routs: it is disordered at the worst.",
        "The target is disordered.",
    ];
    assert_eq!(swiss, expected);
}

/// *fighting; morale chips; Courage; PHALANX; TERCIO.* A block loses a stand in place of a rout if foot beats it, too. If it is disordered,
/// it also does so after a chip or a failed courage check.
#[test]
fn fights_chips_and_courage_have_the_same_chances_and_sentences() {
    let instead = "A phalanx never routs: a stand goes instead, and it is disordered.";
    let fight = |defender: Json| json!({ "attacker": block("militia", &json!({ "fight_die": "d12" })), "defender": defender, "attack_arc": "front" });
    // D12 against D8, which rises to D10 for more stands. The die of charging militia stays a D12.
    let at = |defender| {
        let all = chances("fight", &fight(defender), 120.0).into_iter();
        all.map(|(label, _)| label).filter(|label| label.starts_with("{defender 1} to lose")).collect::<Vec<_>>()
    };
    assert_eq!(at(block("phalanx", &json!({}))), ["{defender 1} to lose a stand in place of a rout"]);
    let of_tercio =
        ["{defender 1} to lose a stand by hits", "{defender 1} to lose an arquebus stand in place of a rout"];
    assert_eq!(at(block("tercio", &json!({}))), of_tercio);
    assert!(outcome(ID, "fight", &fight(block("phalanx", &json!({}))), &[12, 2]).contains(&instead.to_owned()));
    let disordered = json!({ "state": "disordered", "hits": 2 });
    let unit = block("phalanx", &disordered);
    let checks =
        [("chip_check", json!({ "unit": unit, "morale_chips": 3 })), ("courage_check", json!({ "unit": unit }))];
    for (id, input) in checks {
        let stand = chances(id, &input, 36.0).into_iter().find(|(label, _)| label.contains("stand"));
        // D6 against D6: the enemy rolls more in 15 of 36 throws.
        assert_eq!(stand, Some(("loses a stand in place of a rout", 15)), "{id}");
        let words = outcome(ID, id, &input, &[1, 6]);
        assert!(words.contains(&instead.to_owned()), "{words:?}");
        assert!(words.contains(&"2 hits on the marked stand: gone with it.".to_owned()), "{words:?}");
    }
}
