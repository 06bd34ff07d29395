//! Sentences before the dice and in outcomes, refusals of melees, and chances that panels compute before the odds.

use battle::analysis::roll_labels::roll_labels;
use exchange::contract;
use serde_json::{Value as Json, json};
use testing::table::{before, glanced, outcome};

#[test]
fn before_the_dice_fire_states_the_source_of_the_dice() {
    let target = json!({ "troop_type": "foot", "pikes": 12, "muskets": 12 });
    let muskets = |ability: &str| {
        let input =
            json!({ "front_muskets": 8, "ranks": 2, "fighting_ability": ability, "range_in": 5, "target": target });
        before("pike_and_shot", "infantry_fire", &input)
    };
    // The examples of the description: two ranks fire in groups of 4, raw troops of 5, veterans of 3.
    assert_eq!(muskets("trained"), ["8 figures ÷ 4"]);
    assert_eq!(muskets("raw"), ["8 figures ÷ 5"]);
    assert_eq!(muskets("veteran"), ["8 figures ÷ 3"]);
    // Twelve horse in two ranks fire with both ranks.
    let pistols = json!({ "weapon": "pistol", "figures": 12, "ranks": 2, "range_in": 2, "target": target });
    assert_eq!(before("pike_and_shot", "cavalry_fire", &pistols), ["12 figures ÷ 4"]);
}

/// A melee of two regiments a side, with too many outcomes for the odds of every unit.
fn great_melee(pikes_of_b: i32) -> Json {
    let regiment = |pikes: i32| json!({ "troop_type": "foot", "pikes": pikes, "muskets": pikes, "ranks": 2, "morale_class": "average" });
    json!({
        "side_a": [regiment(20), regiment(20)], "side_b": [regiment(pikes_of_b), regiment(pikes_of_b)],
        "contacts": [{ "a": 1, "b": 1 }, { "a": 2, "b": 2 }],
    })
}

#[test]
fn odds_of_a_great_melee_are_given_by_side() {
    let too_many = "All units together have too many outcomes: these are the odds of the two sides. For the odds of one \
                    unit, choose it at “Odds for”.";
    assert_eq!(before("pike_and_shot", "melee_round", &great_melee(20)), [too_many]);
    // Two equal sides lose with equal probability.
    let [a, b] = ["{side a} to lose", "{side b} to lose"]
        .map(|label| glanced("pike_and_shot", "melee_round", &great_melee(20), label));
    assert!((a - b).abs() < 1e-12 && a > 0.4, "{a} and {b}");
    // A side that is outnumbered more than three to one loses for certain: 40 in front against 12.
    let outnumbered = glanced("pike_and_shot", "melee_round", &great_melee(6), "{side b} to lose");
    assert!((outnumbered - 1.0).abs() < 1e-12, "{outnumbered}");
    // The odds of a small melee are computed for each unit: the description's horse charges raw foot.
    let horse = json!({ "troop_type": "horse", "figures": 12, "ranks": 1, "morale_class": "average", "charging": true, "armour": "partly" });
    let raw = json!({ "troop_type": "foot", "pikes": 12, "muskets": 12, "ranks": 3, "morale_class": "average",
                      "fighting_ability": "raw" });
    let small = json!({ "side_a": [horse], "side_b": [raw], "report": "sides" });
    assert!(before("pike_and_shot", "melee_round", &small).is_empty());
    let loses = glanced("pike_and_shot", "melee_round", &small, "{side b} to lose");
    assert!((loses - 4_629_587.0 / 5_668_704.0).abs() < 1e-12, "{loses}");
}

#[test]
fn a_melee_can_be_described_for_one_unit() {
    // Melee: the source's horse charges raw foot. It hits three times, and a pikeman and a musketeer fall. The foot hits once.
    let horse = json!({
        "troop_type": "horse", "figures": 12, "ranks": 1, "morale_class": "average", "charging": true, "armour": "partly",
    });
    let raw = json!({
        "troop_type": "foot", "pikes": 12, "muskets": 12, "ranks": 3, "morale_class": "average", "fighting_ability": "raw",
    });
    let sentences = |focus: &str| {
        let melee = json!({ "side_a": [horse], "side_b": [raw], "report": "one_unit", "focus": focus });
        outcome("pike_and_shot", "melee_round", &melee, &[5, 6, 6, 1, 2, 3, 2, 4, 5, 5, 4, 3, 2, 6, 1, 5]).split_off(1)
    };
    let (horse, foot) = (sentences("a1"), sentences("b1"));
    // Sentences about the other unit follow, because its trackers change, too.
    assert!(horse.len() == 2 && horse[0].contains("one hit") && horse[0].contains("one counter of 6"), "{horse:?}");
    assert!(foot.len() == 2 && foot[0].contains("3 hits") && foot[0].contains("4 counters of 6"), "{foot:?}");
}

#[test]
fn shares_of_a_front_rank_must_be_given_in_all_its_contacts() {
    let horse = json!({ "troop_type": "horse", "figures": 12, "ranks": 1, "morale_class": "average" });
    let foot = json!({ "troop_type": "foot", "pikes": 8, "muskets": 8, "ranks": 2, "morale_class": "average" });
    let refusal = |contacts: Json| {
        let input = json!({ "side_a": [horse], "side_b": [foot, foot], "contacts": contacts });
        let answer = contract::resolve(
            test_rulesets::RULESETS,
            &json!({ "ruleset": "pike_and_shot", "procedure": "melee_groups", "input": input }),
            &[],
        );
        let word = |key: &str| answer["error"][key].as_str().unwrap_or("").to_owned();
        format!("{} {}", word("code"), word("field"))
    };
    let share = json!({ "figures": 6 });
    assert_eq!(
        refusal(json!([{ "a": 1, "b": 1, "a_front": share }, { "a": 1, "b": 2 }])),
        "missing_field contacts[1].a_front"
    );
    assert_eq!(
        refusal(json!([{ "a": 1, "b": 1, "a_front": share }, { "a": 1, "b": 2, "a_front": { "figures": 7 } }])),
        "not_allowed contacts[1].a_front"
    );
    assert_eq!(refusal(json!([{ "a": 2, "b": 1 }, { "a": 1, "b": 2 }])), "bad_value contacts[0].a");
    assert_eq!(refusal(json!([{ "a": 1, "b": 3 }, { "a": 1, "b": 2 }])), "bad_value contacts[0].b");
    assert_eq!(refusal(json!([{ "a": 1, "b": 1 }])), "bad_value contacts");
    assert_eq!(
        refusal(json!([{ "a": 1, "b": 1, "where": "b_flank", "b_front": { "pikes": 1 } }, { "a": 1, "b": 2 }])),
        "bad_value contacts[0].b_front"
    );
}

#[test]
fn a_unit_that_loses_its_last_figure_is_destroyed() {
    let one = json!({ "troop_type": "horse", "figures": 1, "morale_class": "poor", "cause": "elected" });
    assert_eq!(outcome("pike_and_shot", "break_unit", &one, &[]).last().unwrap(), "Nobody is left of it.");
    let test = json!({ "hits": 1, "target": { "troop_type": "horse", "figures": 1 } });
    let words = outcome("pike_and_shot", "casualty_test", &test, &[6]);
    assert!(words.contains(&"Nobody is left of it.".into()), "{words:?}");
    let gone = json!({ "troop_type": "horse", "morale_class": "good", "bounds_pursued": 3, "enemy_destroyed": true });
    assert_eq!(
        outcome("pike_and_shot", "reaction_pursuit", &gone, &[]),
        ["Nothing is left to pursue.", "It rallies in 2 bounds of rest."]
    );
}

#[test]
fn the_casualty_line_follows_pikes_and_muskets() {
    let line = |pikes: i32, muskets: i32| {
        let input = json!({ "troop_type": "foot", "formation": "swedish", "pikes": pikes, "muskets": muskets });
        let answer = contract::resolve(
            test_rulesets::RULESETS,
            &json!({ "ruleset": "pike_and_shot", "procedure": "formation", "input": input }),
            &[],
        );
        answer["outcome"]["casualty_line"].as_str().unwrap_or_else(|| panic!("{answer}")).to_owned()
    };
    // The first matching line counts: five pikes to a musket, two, one, half a pike, fewer.
    let lines =
        [(10, 2, "5:1"), (9, 2, "2:1"), (4, 2, "2:1"), (2, 2, "1:1"), (1, 2, "1:2"), (1, 3, "1:5"), (0, 3, "none")];
    for (pikes, muskets, expected) in lines {
        assert_eq!(line(pikes, muskets), expected, "{pikes} and {muskets}");
    }
}

/// *Reaction Tests 3*: a test that no roll passes, a test that no roll fails, and each end of a pursuit without a test.
fn certain_pursuits() {
    let before = |input: &Json| before("pike_and_shot", "reaction_pursuit", input);
    let ended = |input: &Json, faces: &[u8]| outcome("pike_and_shot", "reaction_pursuit", input, faces);
    let pursuer = |troops: &str, class: &str, counters: i32, more: Json| {
        let unit = json!({ "troop_type": troops, "morale_class": class, "counters": counters });
        testing::asked::with(unit, more)
    };
    // Average troops need 3. Horse adds 3 and each counter 1.
    let in_vain = pursuer("horse", "average", 1, json!({}));
    assert_eq!(before(&in_vain), ["Needs 7 on one die: no roll is enough."]);
    assert_eq!(
        ended(&in_vain, &[6]),
        ["It goes on after the enemy: a whole move, without deduction for counters.", "Needed 7: no roll is enough."]
    );
    // Good foot needs 2, and 2 less behind a wall.
    let safe = pursuer("foot", "good", 1, json!({ "defending_obstacle": true }));
    assert_eq!(before(&safe), ["Needs 1 or more: no roll can fail, so none is needed."]);
    assert_eq!(ended(&safe, &[1]).last().unwrap(), "Could not fail.");
    assert_eq!(before(&pursuer("foot", "good", 0, json!({}))), [""; 0]);
    let ends = [
        (json!({ "followed_off_table": true }), "It has followed the enemy off the table, and does not come back."),
        (json!({ "enemy_destroyed": true }), "Nothing is left to pursue."),
        (json!({ "terrain_bars": true }), "It cannot follow where the enemy went: the pursuit is over."),
        (json!({ "enemy_distance_in": 6.5 }), "The enemy is out of reach: the pursuit is over."),
    ];
    for (more, why) in ends {
        let input = pursuer("horse", "average", 1, more);
        assert_eq!(before(&input), [""; 0], "no test is taken");
        assert_eq!(ended(&input, &[])[0], why);
    }
}

/// *Reaction Tests 1*; *Reaction Tests 2*; *Melee*.
#[test]
fn a_certain_result_states_its_reason() {
    let before = |procedure: &str, input: Json| before("pike_and_shot", procedure, &input);
    let ended = |procedure: &str, input: Json, faces: &[u8]| outcome("pike_and_shot", procedure, &input, faces);
    // Melee: more than three to one in front.
    let horse =
        |figures: i32| json!({ "troop_type": "horse", "figures": figures, "ranks": 1, "morale_class": "average" });
    let melee = json!({ "side_a": [horse(12)], "side_b": [horse(3)] });
    let lost = "Outnumbered 12 to 3 in front-rank figures: the melee is lost for {side}, whatever the dice show.";
    assert_eq!(before("melee_round", melee.clone())[0], lost.replace("{side}", "side b"));
    let verdict = &ended("melee_round", melee, &[1, 1, 1])[0];
    assert!(verdict.contains("(outnumbered 12 to 3)"), "{verdict}");
    let even = json!({ "side_a": [horse(9)], "side_b": [horse(3)] });
    assert_eq!(before("melee_round", even), [""; 0], "three to one is no more than that");

    // A number above six cannot be rolled, and a number of 1 or less cannot be missed.
    let unit = |troops: &str, class: &str, counters: i32, opponent: &str| {
        json!({
            "troop_type": troops, "morale_class": class, "counters": counters, "opponent_troop_type": opponent
        })
    };
    let in_vain = |n: i32| [format!("Needs {n} on one die: no roll is enough.")];
    let safe = |n: i32| [format!("Needs {n} or more: no roll can fail, so none is needed.")];
    assert_eq!(before("reaction_charge", unit("foot", "average", 5, "foot")), in_vain(8));
    assert_eq!(before("reaction_charge", unit("horse", "good", 0, "foot")), safe(1));
    assert_eq!(before("reaction_charge", unit("foot", "good", 0, "foot")), [""; 0]);
    assert_eq!(before("reaction_stand", unit("foot", "good", 0, "horse")), safe(1));
    assert_eq!(before("reaction_stand", unit("foot", "average", 0, "horse")), [""; 0]);
    let gunners = ["Gunners never pass this test: no dice are rolled."];
    assert_eq!(before("reaction_charge", unit("artillery", "good", 0, "foot")), gunners);
    assert_eq!(before("reaction_stand", unit("artillery", "good", 0, "horse")), gunners);
    let irregular = ["Irregular light cavalry never passes this test against Horse: no dice are rolled."];
    assert_eq!(before("reaction_charge", unit("irregular_light_cavalry", "good", 0, "horse")), irregular);
    assert_eq!(before("reaction_stand", unit("irregular_light_cavalry", "good", 0, "horse")), irregular);
    certain_pursuits();
    // Fired pistols become empty, and groups on a flank count, whatever the dice show.
    let reader = test_rulesets::RULESETS.find("pike_and_shot").unwrap().procedure("melee_round").unwrap();
    let mut charger = horse(12);
    charger["fire_pistols"] = true.into();
    let flank =
        json!({ "side_a": [charger], "side_b": [horse(12)], "contacts": [{ "a": 1, "b": 1, "where": "b_flank" }] });
    let certain = reader.read(flank.as_object().unwrap()).unwrap().preview().certain;
    let certain: Vec<String> = certain.iter().map(ToString::to_string).collect();
    assert!(certain.iter().any(|words| words == "a1: its pistols are empty now."), "{certain:?}");
    assert!(certain.iter().any(|words| words.contains("on its flank or rear.")), "{certain:?}");
}

#[test]
fn a_roll_of_a_melee_names_the_enemy_if_a_side_has_several_units() {
    let procedure = test_rulesets::RULESETS.find("pike_and_shot").unwrap().procedure("melee_round").unwrap();
    let mut names = rules::names::Names::default();
    for (tag, name) in [("a", "Waller"), ("b", "Hopton")] {
        names.add_unit(tag, 1, name.to_owned());
    }
    let horse = json!({ "troop_type": "horse", "figures": 12, "morale_class": "average" });
    let label = |a: usize, b: usize| {
        let input = json!({ "side_a": vec![&horse; a], "side_b": vec![&horse; b] });
        roll_labels(procedure, &names, input.as_object().unwrap(), ["a1_b1_hit", "a1_b1_kill"])
    };
    assert_eq!(label(1, 1), ["Waller · to hit", "Waller · enemy figures killed"]);
    let several = ["Waller · Hopton · to hit", "Waller · Hopton · enemy figures killed"];
    assert_eq!([label(2, 1), label(1, 2)], [several, several]);
}

/// *Generals*: 6 is dead, 5 off the table, 4 a flesh wound, and less kills the horse of a mounted general.
#[test]
fn the_die_for_a_generals_wound_has_its_legend() {
    let procedure = test_rulesets::RULESETS.find("pike_and_shot").unwrap().procedure("general_casualty").unwrap();
    let labels = |input: Json| {
        let names = rules::names::Names::default();
        let rolls = ["general_hit", "general_wound", "recovery"];
        roll_labels(procedure, &names, input.as_object().unwrap(), rolls)
    };
    assert!(labels(json!({}))[2].ends_with("bounds until the general recovers"), "{:?}", labels(json!({})));
    let legend = |input: Json| labels(input).remove(1);
    let mounted = legend(json!({}));
    assert!(
        mounted.ends_with("his wound: 1–3 horse dead, 4 flesh wound, 5 off the table wounded, 6 dead"),
        "{mounted}"
    );
    let on_foot = legend(json!({ "mounted": false }));
    assert!(on_foot.ends_with("his wound: 1–3 unharmed, 4 flesh wound, 5 off the table wounded, 6 dead"), "{on_foot}");
    let worse = legend(json!({ "own": [{ "name": "Plague", "number": "wound", "by": 1 }] }));
    assert!(worse.ends_with("his wound: 1–2 horse dead, 3 flesh wound, 4 off the table wounded, 5–6 dead"), "{worse}");
    let rolled = procedure.read(&serde_json::Map::new()).unwrap();
    let faces = |face: u8| {
        serde_json::to_value(rolled.resolve(&[6, face, 1][..if face == 4 { 3 } else { 2 }]).result.unwrap().outcome)
            .unwrap()
    };
    let results = [1, 3, 4, 5, 6].map(|face| faces(face)["result"].clone());
    assert_eq!(results, ["horse_dead", "horse_dead", "flesh_wound", "wounded", "dead"].map(Json::from));
}
