//! Volleys: hits on a target with two life points, draws from a group, and the assignment of dice.

use super::soldiers;
use battle::analysis::needs::{RollNeeds, need_words, successes};
use rules::dice::Halt;
use serde_json::{Value as Json, json};
use testing::table::Table;

const ID: &str = "argad";
const AT_ONE: &[(&str, &[&str])] = &[("shooters", &["a1"]), ("target", &["b1"])];
const AT_BOTH: &[(&str, &[&str])] = &[("shooters", &["a1"]), ("target", &["b1", "b2"])];
const GROUP: &[(&str, &[&str])] = &[("groups", &["b1", "b2"])];

fn archers() -> Json {
    soldiers(json!({ "missile": ["traditional_bow"] }))
}

fn hero() -> Json {
    json!({ "figures": 1, "player_character": true, "class": 5 })
}

/// Shots at 10 cm, each of which hits light clothing with 5.
fn shots(count: i32) -> Json {
    json!({ "shooters": [{ "range_cm": 10, "count": count }] })
}

fn laid(rulings: &Json, b: &[Json]) -> Table {
    let mut table = Table::under(ID, rulings, &[archers()], b);
    table.phase("shoot");
    table
}

#[test]
fn each_hit_of_a_volley_takes_a_life_point() {
    // R33; Shooting; Wound healing: the first hit wounds, and the second puts the target out.
    let mut table = laid(&json!({}), &[hero()]);
    assert_eq!(
        table.words("shoot", AT_ONE, &shots(2), &[5, 1])[0],
        "target 1 is hit: wounded, with one life point left."
    );
    assert_eq!(table.words("shoot", AT_ONE, &shots(2), &[5, 5])[0], "target 1 is hit: out.");
    table.play("shoot", AT_ONE, shots(3), &[5, 5, 5]);
    assert_eq!((table.value("b1", "life_points"), table.value("b1", "wounded")), (json!(0), json!(true)));
    // After a first wound, one life point is left.
    let mut table = laid(&json!({}), &[hero()]);
    table.set("b1", "life_points", 1);
    assert_eq!(table.words("shoot", AT_ONE, &shots(1), &[5])[0], "target 1 is hit: out.");
}

#[test]
fn a_group_takes_at_most_as_many_hits_as_it_has_life_points() {
    // One soldier and one player character take three hits. Two hits are one for each, as everybody is drawn once first (R61).
    let group = [json!({ "figures": 1 }), hero()];
    let mut table = laid(&json!({}), &group);
    assert_eq!(table.filled("shoot", AT_BOTH)["target"]["life_points"], 3);
    table.play("shoot", AT_BOTH, shots(3), &[5, 5, 5]);
    assert_eq!([table.value("b1", "figures"), table.value("b2", "life_points")], [json!(0), json!(0)]);
    let mut table = laid(&json!({}), &group);
    table.play("shoot", AT_BOTH, shots(2), &[5, 5]);
    table.play("casualties", GROUP, json!({}), &[]);
    assert_eq!([table.value("b1", "figures"), table.value("b2", "life_points")], [json!(0), json!(1)]);
}

#[test]
fn an_aimed_shot_at_a_player_character_of_a_group_takes_one_of_two_life_points() {
    let table = laid(&json!({}), &[hero(), soldiers(json!({}))]);
    let aimed = json!({ "shooters": [{ "range_cm": 10, "count": 1, "aimed": true }] });
    let target = &table.filled_with("shoot", AT_BOTH, &aimed)["target"];
    assert_eq!([&target["figures"], &target["life_points"]], [1, 2]);
    assert_eq!(table.words("shoot", AT_BOTH, &aimed, &[5])[0], "target 1 is hit: wounded, with one life point left.");
}

#[test]
fn by_ruling_a_wounded_player_character_can_be_drawn_again() {
    let group = [json!({ "figures": 1 }), hero()];
    let mut table = laid(&json!({ "r61_drawn_again": "any_time" }), &group);
    table.play("shoot", AT_BOTH, shots(2), &[5, 5]);
    assert_eq!(table.filled("casualties", GROUP)["rulings"], json!({ "r61_drawn_again": "any_time" }));
    // Both draws show the second of two candidates.
    let words = table.words("casualties", GROUP, &json!({}), &[2, 2]);
    assert_eq!(words, ["group 2: out."]);
    table.play("casualties", GROUP, json!({}), &[2, 2]);
    assert_eq!([table.value("b1", "figures"), table.value("b2", "life_points")], [json!(1), json!(0)]);
    // If everybody is drawn once first, the second draw has only one candidate.
    let table = laid(&json!({}), &group);
    let draw = json!({ "casualties": 2, "rulings": { "r61_drawn_again": "once_first" } });
    assert_eq!(
        table.words("casualties", GROUP, &draw, &[]),
        ["As many hits as figures: each is hit once.", "group 1: out.", "group 2: wounded, with one life point left."]
    );
}

#[test]
fn an_act_adds_the_plus_one_for_muskets_of_one_player() {
    // Matchlock musket with fork: once a turn for each player. At 15 cm a musket hits with a 6, so a 5 hits only with the +1.
    let both: &[(&str, &[&str])] = &[("shooters", &["a1", "a2"]), ("target", &["b1"])];
    let musket = |player: i32| json!({ "figures": 1, "missile": ["matchlock_musket"], "player": player });
    let shot = |used: &[&str], faces: [u8; 2]| {
        let mut table = Table::laid(ID, &[musket(1), musket(2)], &[soldiers(json!({ "figures": 9 }))]);
        table.phase("shoot");
        for unit in used {
            table.set(unit, "plus_one", true);
            table.set("a", "musket_plus_one_used", true);
        }
        assert!(table.known("shoot", both, "shooters[0].plus_one_used"));
        let shots = json!({ "reroll_sixes": false, "shooters": [{ "range_cm": 15 }, { "range_cm": 15 }] });
        table.play("shoot", both, shots, &faces);
        (table.value("b1", "figures"), table.value("a1", "plus_one"), table.value("a2", "plus_one"))
    };
    let expected = |figures: i32, first: bool, second: bool| (json!(figures), json!(first), json!(second));
    assert_eq!(shot(&["a1"], [5, 1]), expected(9, true, false), "the first player has used it");
    assert_eq!(shot(&["a1"], [1, 5]), expected(8, true, true));
    assert_eq!(shot(&[], [5, 1]), expected(8, true, false));
    assert_eq!(shot(&[], [1, 5]), expected(9, false, false), "the second player keeps it for another act");
    assert_eq!(shot(&["a1", "a2"], [5, 5]), expected(9, true, true));
}

#[test]
fn each_die_belongs_to_its_drawn_victim() {
    // R47, drawn. Swordsmen in light clothing are hit with 5. Clubmen in complete armour are not hit by a traditional bow's 6.
    let input = json!({
        "shooters": [{ "weapon": "traditional_bow", "range_cm": 10, "count": 4 }],
        "target": { "figures": 8 },
        "group": [{ "figures": 4 }, { "figures": 4, "armour": "5" }],
        "rulings": { "r47_mixed_group": "drawn" },
    });
    let procedure = test_rulesets::RULESETS.find(ID).unwrap().procedure("shoot").unwrap();
    let ready = procedure.read(input.as_object().unwrap()).unwrap();
    // The draws are the first of eight, the last of seven, the first of six and the last of five: S C S C.
    let draws = [1, 7, 1, 5];
    let Err(Halt::Needs(roll)) = ready.resolve(&draws).result else { panic!("the shots are rolled next") };
    let needs = RollNeeds::of(&ready, &draws, &roll);
    assert_eq!(needs.owners, ["target[0]", "target[1]", "target[0]", "target[1]"]);
    let needed: Vec<String> = needs.dice.iter().map(|need| need.words().unwrap().to_string()).collect();
    assert_eq!(needed, ["5+", "more than 6", "5+", "more than 6"]);
    let hits = |shots: [u8; 4]| {
        let faces: Vec<u8> = draws.into_iter().chain(shots).collect();
        let resolved = ready.resolve(&faces).result.unwrap();
        serde_json::to_value(&resolved.outcome).unwrap()["fallen"].clone()
    };
    assert_eq!(hits([5, 2, 5, 3]), json!([2, 0]));
    assert_eq!(hits([2, 5, 3, 5]), json!([0, 0]));
    // Sixes are pooled over the group. They count 6 and 7, and the 7 counts for the victim that needs it.
    assert_eq!(hits([6, 2, 3, 6]), json!([1, 1]));
}

#[test]
fn dice_that_hit_by_the_plus_one_or_as_several_sixes_are_marked_as_hits() {
    let marks_with = |own: Json, range: i32, count: i32, faces: &[u8]| {
        let shooter = json!({ "weapon": "matchlock_musket", "count": count, "range_cm": range, "own": own });
        let input = json!({ "shooters": [shooter], "target": { "figures": 8 }, "reroll_sixes": false });
        let ready = argad::RULESET.procedure("shoot").unwrap().read(input.as_object().unwrap()).unwrap();
        let played = ready.resolve(faces);
        let hits = serde_json::to_value(&played.result.as_ref().unwrap().outcome).unwrap()["hits"].clone();
        let marked: Vec<bool> = successes(&played).into_iter().map(|success| success == Some(true)).collect();
        assert_eq!(hits, json!(marked.iter().filter(|hit| **hit).count()), "{faces:?}");
        marked
    };
    let marks = |range: i32, count: i32, faces: &[u8]| marks_with(json!([]), range, count, faces);
    // At 30 cm matchlocks need 7: the 6 hits by the +1, once a turn.
    assert_eq!(marks(30, 5, &[2, 3, 5, 3, 6]), [false, false, false, false, true]);
    assert_eq!(marks(30, 3, &[6, 6, 6]), [true, true, true], "6 and the +1, 7 and 8");
    assert_eq!(marks(30, 2, &[5, 2]), [false, false]);
    let near = json!([{ "name": "Near", "number": "hits_on", "by": -1 }]);
    assert_eq!(marks_with(near, 20, 2, &[5, 4]), [true, true], "5 hits, and 4 by the +1");
}

#[test]
fn shots_at_a_mixed_group_name_the_armour_and_leave_casualties_to_the_draw() {
    let group = [soldiers(json!({ "figures": 2 })), soldiers(json!({ "armour": "5" }))];
    let mut table = laid(&json!({}), &group);
    let words = table.words("shoot", AT_BOTH, &shots(2), &[6, 6]);
    assert_eq!(
        words[..3],
        [
            "1 hit on target 1, target 2: 1 of them falls, drawn at random.",
            "Armour and mount of target 2 counted, as those of most figures.",
            "shooters 1: needs a 7: two sixes.",
        ]
    );
    table.play("shoot", AT_BOTH, shots(2), &[6, 6]);
    assert_eq!(table.words("casualties", GROUP, &json!({}), &[1]), ["group 1: one out."]);
    // If all targets are alike, the sentence does not mention armour.
    let alike = [soldiers(json!({})), soldiers(json!({}))];
    let words = laid(&json!({}), &alike).words("shoot", AT_BOTH, &shots(1), &[5]);
    assert!(!words.iter().any(|words| words.contains("Armour")), "{words:?}");
}

#[test]
fn a_drawn_die_names_the_unit_of_each_face() {
    let draw = json!({ "groups": [{ "figures": 3 }, { "figures": 2 }], "casualties": 1 });
    assert_eq!(legend("casualties", &draw, &[]), "group 1 on 1–3, group 2 on 4+");
}

#[test]
fn the_legend_of_a_blow_depends_on_class_armour_and_life_points() {
    // Resolution of the melee: against class 3 a 3 drives back, and more kills. Armour above the class only drives back.
    let blow = |target: Json| {
        let target = testing::asked::with(json!({ "helpless": true }), target);
        legend("melee", &json!({ "one": {}, "many": [target] }), &[])
    };
    assert_eq!(blow(json!({})), "drives back on 3, kills on 4+");
    assert_eq!(blow(json!({ "armour": "5" })), "drives back on 3–5, kills on 6+");
    assert_eq!(blow(json!({ "life_points": 2 })), "drives back on 3, wounds on 4+");
    assert_eq!(blow(json!({ "cannot_recoil": true })), "corners on 3, kills on 4+");
    let fists = json!({ "one": { "weapon": "bare_hands" }, "many": [{ "helpless": true }] });
    assert_eq!(legend("melee", &fists, &[]), "drives back on 4, stuns on 5+");
}

#[test]
fn a_natural_1_always_misses() {
    // Resolution of the melee: a charging lancer adds 3 against foot, and class 2 needs more than 2.
    let lancer = json!({ "weapon": "heavy_lance", "mount": "cavalry", "charging": true, "class": 5 });
    let input = json!({ "one": lancer, "many": [{ "class": 2, "helpless": true }] });
    assert_eq!(legend("melee", &input, &[]), "kills on 2+");
    let procedure = test_rulesets::RULESETS.find(ID).unwrap().procedure("melee").unwrap();
    let odds = procedure.read(input.as_object().unwrap()).unwrap().odds().unwrap();
    let missed: f64 = odds
        .iter()
        .filter(|(outcome, _)| serde_json::to_value(outcome).unwrap()["many_status"] == json!(["unhurt"]))
        .map(|(_, p)| p)
        .sum();
    assert!((missed - 1.0 / 6.0).abs() < 1e-9, "{missed}");
}

/// Returns the meanings of the faces of the next roll's first die.
fn legend(procedure: &str, input: &Json, faces: &[u8]) -> String {
    let procedure = test_rulesets::RULESETS.find(ID).unwrap().procedure(procedure).unwrap();
    let ready = procedure.read(input.as_object().unwrap()).unwrap();
    let Err(Halt::Needs(roll)) = ready.resolve(faces).result else { panic!("a roll is next") };
    need_words(&RollNeeds::of(&ready, faces, &roll).dice, ToString::to_string).unwrap()
}
