//! Fire, casualties, melees and generals: candidates, dice and results.

use super::{gun, troops};
use serde_json::{Value as Json, json};
use testing::asked::{Rules, with};
use testing::table::{Table, bands, foot, horse, outcome};

const ID: &str = "pike_and_shot";
const RULES: Rules = Rules(ID);

fn general() -> Json {
    json!({ "troop_type": "general" })
}

#[test]
fn roles_accept_only_units_that_fit() {
    let pikes = json!({ "pikes": 8, "morale_class": "good" });
    let table = Table::laid(ID, &[foot(), general(), gun(json!({})), pikes, horse()], &[foot()]);
    // The units are foot, a general, a gun, pikes alone and horse.
    let fit = |id: &str, role: &str| {
        ["a1", "a2", "a3", "a4", "a5"]
            .map(|unit| if table.fits(id, role, unit) == "fits" { 'x' } else { '-' })
            .iter()
            .collect::<String>()
    };
    assert_eq!(fit("rest", "unit"), "x-xxx");
    assert_eq!(fit("rousing_speech", "unit"), "x-xxx");
    assert_eq!(fit("general_casualty", "general"), "-x---");
    assert_eq!(fit("gun_limbering", "unit"), "--x--");
    assert_eq!(fit("formation", "unit"), "x--xx");
    assert_eq!(fit("reaction_pursuit", "unit"), "x--xx");
    assert_eq!(fit("sub_unit", "parent"), "x--xx");
    assert_eq!(fit("melee_round", "a"), "x--xx");
    assert_eq!(fit("infantry_fire", "firer"), "x----");
}

#[test]
fn each_of_several_firers_must_be_allowed_to_fire() {
    // Infantry Firing.
    let firers = |moved: bool| {
        let firer = json!({ "kind": "infantry", "front_muskets": 4, "ranks": 2, "range_in": 5 });
        let second = with(&firer, json!({ "moved": moved }));
        let target = json!({ "troop_type": "horse", "figures": 8 });
        RULES.refusal("combined_fire", json!({ "firers": [firer, second], "target": target }))
    };
    assert_eq!(firers(false), "allowed");
    assert_eq!(firers(true), "not_allowed firers[1].moved");
}

#[test]
fn grenades_are_thrown_at_less_than_two_inches() {
    // Appendix I, Grenadiers: cover has no effect against them.
    assert_eq!(bands(ID, "infantry_fire", &json!({ "grenadiers": true }), "range_in"), [1.99, 6.0]);
    assert_eq!(bands(ID, "infantry_fire", &json!({ "weapon": "bow", "ranks": 2 }), "range_in"), [6.0]);
    for (weapon, reach) in [("pistol", 2.0), ("bow", 3.0)] {
        assert_eq!(bands(ID, "cavalry_fire", &json!({ "weapon": weapon }), "range_in"), [reach]);
        let of_unit = json!({ "weapon": weapon, "figures": 12, "ranks": 2 });
        assert_eq!(bands(ID, "cavalry_fire", &of_unit, "range_in"), [reach], "horse have ranks, too");
    }
    let saves = |range: f64, grenadiers: bool| {
        let input = json!({
            "front_muskets": 4, "ranks": 2, "range_in": range, "grenadiers": grenadiers, "target_terrain": "woods",
            "target": { "troop_type": "horse", "figures": 8 },
        });
        RULES.answer("infantry_fire", input, &[6, 6])["next"]["purpose"] == "save"
    };
    assert!(saves(2.0, true) && saves(1.0, false));
    assert!(!saves(1.9, true));
}

#[test]
fn casualties_of_a_unit_of_one_kind_are_of_that_kind() {
    // Testing to See if Figures are Lost.
    let lost = |target: Json| {
        let lost = RULES.outcome("casualty_test", json!({ "hits": 2, "target": target }), &[6, 6]);
        ["figures_lost", "pikes_lost", "muskets_lost"].map(|kind| lost[kind].as_i64().unwrap())
    };
    assert_eq!(lost(json!({ "troop_type": "foot", "pikes": 8 })), [2, 2, 0]);
    assert_eq!(lost(json!({ "troop_type": "foot", "muskets": 8 })), [2, 0, 2]);
    assert_eq!(lost(json!({ "troop_type": "horse", "figures": 8 })), [2, 0, 0]);
    assert_eq!(lost(json!({ "troop_type": "foot", "pikes": 1 })), [1, 1, 0]);
}

#[test]
fn casualties_reduce_only_their_own_kind() {
    let changes = |target: Json| {
        let table = Table::laid(ID, &[foot()], &[target]);
        let consequences = table.consequences("casualty_test", &[("target", &["b1"])], &json!({ "hits": 1 }), &[1, 6]);
        consequences
            .effects
            .iter()
            .map(|effect| effect.key)
            .filter(|key| ["pikes", "muskets", "figures"].contains(key))
            .collect::<Vec<_>>()
    };
    // At eight pikes to sixteen muskets, a 1 hits a pikeman.
    assert_eq!(changes(foot()), ["pikes"]);
    let table = Table::laid(ID, &[foot()], &[horse()]);
    let consequences = table.consequences("casualty_test", &[("target", &["b1"])], &json!({ "hits": 1 }), &[6]);
    let keys: Vec<&str> = consequences.effects.iter().map(|effect| effect.key).collect();
    assert!(keys.contains(&"figures") && !keys.contains(&"pikes") && !keys.contains(&"muskets"), "{keys:?}");
}

#[test]
fn a_destroyed_unit_does_not_break_and_a_general_can_be_missed() {
    // Morale; Generals.
    let due = |figures: i32| {
        let nervous = troops("horse", json!({ "figures": figures, "morale_class": "nervous" }));
        let mut table = Table::laid(ID, &[foot()], &[nervous]);
        let roles: &[(&'static str, &[&str])] = &[("firer", &["a1"]), ("target", &["b1"])];
        let answers = json!({ "range_in": 5, "front_muskets": 8 });
        // Eight muskets in two ranks roll two dice: two hits, which break nervous troops.
        table.play("infantry_fire", roles, answers, &[6, 6, 6, 6]);
        table.duties()
    };
    assert_eq!(due(8), ["!break_unit: B1: at its breaking number, it breaks."]);
    assert_eq!(due(2), [""; 0]);
    let at_general = |face: u8| {
        let input = json!({ "front_muskets": 4, "ranks": 2, "range_in": 5, "target": { "troop_type": "general" } });
        outcome(ID, "infantry_fire", &input, &[face]).remove(0)
    };
    assert_eq!(at_general(1), "He is not hit.");
    assert_eq!(at_general(6), "He is hit: a roll decides how badly.");
}

#[test]
fn a_trooper_gives_up_a_horse_only_if_the_generals_horse_is_dead() {
    // Generals: 6 hits, then 1 to 3 kill his horse and 4 is a flesh wound.
    let figures = |gives: bool, faces: &[u8]| {
        let mut table = Table::laid(ID, &[general(), horse()], &[foot()]);
        let roles: &[(&'static str, &[&str])] = &[("general", &["a1"]), ("unit", &["a2"])];
        table.play("general_casualty", roles, json!({ "trooper_gives_horse": gives }), faces);
        table.value("a2", "figures")
    };
    assert_eq!(figures(true, &[6, 2]), 11);
    assert_eq!(figures(false, &[6, 2]), 12);
    assert_eq!(figures(true, &[1]), 12);
    assert_eq!(figures(true, &[6, 4, 2]), 12);
}

#[test]
fn a_speech_is_good_luck_from_3_and_can_make_a_unit_break() {
    // Generals; Morale: a speech takes off two counters less than the die shows.
    let speech = test_rulesets::RULESETS.find(ID).unwrap().procedure("rousing_speech").unwrap();
    let input = |counters: i32, class: &str| json!({ "counters": counters, "morale_class": class });
    let luck = |face: u8| {
        let played = speech.read(input(4, "good").as_object().unwrap()).unwrap().resolve(&[face]);
        (played.luck[0].success, (played.luck[0].chance * 6.0).round())
    };
    assert_eq!([2, 3, 6].map(luck), [(false, 4.0), (true, 4.0), (true, 4.0)]);
    let due = |counters: i32, class: &str, face: u8| {
        let mut table = Table::laid(ID, &[with(foot(), json!({ "morale_class": class }))], &[foot()]);
        table.set("a1", "counters", counters);
        table.play("rousing_speech", &[("unit", &["a1"])], json!({ "general_with": true }), &[face]);
        table.duties()
    };
    assert_eq!(due(0, "unknown", 1), ["!morale_class_roll: A1: roll its morale class."]);
    assert_eq!(due(0, "unknown", 2), [""; 0]);
    // Poor troops break at four counters.
    assert_eq!(due(3, "poor", 1), ["!break_unit: A1: at its breaking number, it breaks."]);
    assert_eq!(due(2, "poor", 1), [""; 0]);
}

#[test]
fn every_unit_of_the_longer_line_has_an_opposite_unit() {
    let contacts = |a: usize, b: usize| {
        let table = Table::laid(ID, &vec![foot(); a], &vec![foot(); b]);
        let [a, b] = [("a", a), ("b", b)].map(|(side, n)| (1..=n).map(|n| format!("{side}{n}")).collect::<Vec<_>>());
        let [a, b] = [&a, &b].map(|ids| ids.iter().map(String::as_str).collect::<Vec<_>>());
        let filled = table.filled("melee_round", &[("a", &a), ("b", &b)]);
        let contacts = filled["contacts"].as_array().unwrap().clone();
        contacts.iter().map(|pair| format!("{}{}", pair["a"], pair["b"])).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(contacts(1, 1), "11");
    assert_eq!(contacts(2, 1), "11 21");
    assert_eq!(contacts(1, 3), "11 12 13");
    assert_eq!(contacts(3, 2), "11 22 32");
}

#[test]
fn the_front_of_a_unit_in_melee_counts_its_own_arms() {
    let refusal = |unit: Json| {
        let foot = json!({ "troop_type": "foot", "pikes": 8, "muskets": 8, "ranks": 2, "morale_class": "average" });
        RULES.refusal("melee_groups", json!({ "side_a": [unit], "side_b": [foot] }))
    };
    let horse =
        |more: Json| with(json!({ "troop_type": "horse", "figures": 12, "ranks": 1, "morale_class": "average" }), more);
    assert_eq!(refusal(horse(json!({ "front_pikes": 0, "front_muskets": 0 }))), "allowed");
    assert_eq!(refusal(horse(json!({ "front_muskets": 1 }))), "bad_value side_a[0].front_muskets");
    assert_eq!(refusal(horse(json!({ "front_pikes": 1 }))), "bad_value side_a[0].front_pikes");
    let foot = |bayonet: &str| {
        let muskets = json!({ "troop_type": "foot", "muskets": 8, "ranks": 2, "morale_class": "average" });
        with(muskets, json!({ "bayonet": bayonet, "plug_fixed": true }))
    };
    assert_eq!(refusal(foot("plug")), "allowed");
    assert_eq!(refusal(foot("ring")), "bad_value side_a[0].plug_fixed");
    assert_eq!(refusal(foot("none")), "bad_value side_a[0].plug_fixed");
}

#[test]
fn guns_cannot_be_stood_against_and_units_at_their_number_are_not_tested() {
    // Reaction Tests 2; Morale: average troops break at six counters.
    let stand = |opponent: &str, counters: i32| {
        let input = json!({
            "troop_type": "foot", "morale_class": "average", "counters": counters, "opponent_troop_type": opponent,
        });
        RULES.refusal("reaction_stand", input)
    };
    assert_eq!(stand("horse", 5), "allowed");
    assert_eq!(stand("artillery", 0), "not_allowed opponent_troop_type");
    assert_eq!(stand("horse", 6), "not_allowed counters");
}

#[test]
fn the_sentence_of_a_test_gives_the_number_needed() {
    // Reaction Tests 2: average troops stand on 2 or more, and one more for each counter.
    let sentences = |class: &str, counters: i32| {
        let input = json!({
            "troop_type": "foot", "morale_class": class, "counters": counters, "opponent_troop_type": "foot",
        });
        outcome(ID, "reaction_stand", &input, &[6])
            .into_iter()
            .find(|words| words.contains("eeded") || words.contains("fail"))
            .unwrap()
    };
    assert_eq!(sentences("good", 0), "Could not fail.");
    assert_eq!(sentences("average", 0), "Needed 2 or more.");
    assert_eq!(sentences("average", 4), "Needed 6 or more.");
    assert_eq!(sentences("average", 5), "Needed 7: no roll is enough.");
}

#[test]
fn the_end_of_a_pursuit_is_described_with_its_reason() {
    // Reaction Tests 3.
    let sentences = |more: Json, faces: &[u8]| {
        let input = with(json!({ "troop_type": "foot", "morale_class": "good", "bounds_pursued": 1 }), more);
        outcome(ID, "reaction_pursuit", &input, faces).remove(0)
    };
    assert_eq!(
        sentences(json!({ "terrain_bars": true }), &[]),
        "It cannot follow where the enemy went: the pursuit is over."
    );
    assert_eq!(sentences(json!({ "enemy_distance_in": 7 }), &[]), "The enemy is out of reach: the pursuit is over.");
    assert_eq!(sentences(json!({ "enemy_destroyed": true }), &[]), "Nothing is left to pursue.");
    assert_eq!(sentences(json!({}), &[6]), "It halts.");
}
