//! Fights: the order of blows, the dice, and the effects on the table.

use super::soldiers;
use rules::form::Offers;
use serde_json::{Map, Value as Json, json};
use testing::asked::Rules;
use testing::table::Table;

const RULES: Rules = Rules("argad");

/// A fighter who rolls no dice.
fn helpless(more: Json) -> Json {
    testing::asked::with(json!({ "helpless": true }), more)
}

/// Returns the number of missing dice after these faces, with their purpose; `None` if the fight is over.
fn needs(input: &Json, faces: &[u8]) -> Option<(String, u64)> {
    let answer = RULES.answer("melee", input, faces);
    assert_ne!(answer["status"], "refused", "{answer}");
    let need = &answer["next"];
    need.is_object().then(|| (need["purpose"].as_str().unwrap().to_owned(), need["count"].as_u64().unwrap()))
}

#[test]
fn the_dagger_follows_only_a_rapier_that_missed() {
    // Exceptional strike: class 3 is missed by 1 and 2, driven back by 3, killed by 4 or more.
    let duel = |more: Json| json!({ "one": { "fencer": "rapier_dagger" }, "many": [helpless(more)] });
    assert_eq!(needs(&duel(json!({ "life_points": 2 })), &[2]), Some(("strike_one".into(), 1)));
    assert_eq!(needs(&duel(json!({ "life_points": 2 })), &[5]), None, "a wound is no miss");
    assert_eq!(needs(&json!({ "one": {}, "many": [helpless(json!({}))] }), &[2]), None, "a sword has no dagger");
    // Two rapiers strike a fighter with two lives, and a friend kills the second opponent. If that opponent's rapier missed,
    // no dagger follows.
    let rapier = json!({ "fencer": "rapier_dagger" });
    let two = json!({
        "one": helpless(json!({ "life_points": 2 })),
        "friends": [{ "aim": 1 }],
        "many": [rapier, rapier],
    });
    assert_eq!(needs(&two, &[5, 5, 2]), None, "the friend kills 2; 1 wounds, 2 missed and is out");
    assert_eq!(needs(&two, &[5, 2, 5]), Some(("strike_many".into(), 1)), "1 missed and is there");
    // The fighter strikes the second opponent, with the rule that both blows of a moment count (R4).
    let both = json!({
        "one": { "life_points": 2 }, "many": [rapier, rapier], "targets": [1],
        "rulings": { "r4_simultaneous": "both" },
    });
    assert_eq!(needs(&both, &[5, 5, 2]), None);
    assert_eq!(needs(&both, &[5, 2, 5]), Some(("strike_many".into(), 1)));
}

#[test]
fn a_friends_dagger_follows_even_if_the_fighter_is_out() {
    // The opponent's halberd strikes first, and a 5 kills the fighter. Then the friend's rapier misses, and the dagger follows.
    let fight = json!({
        "one": {}, "friends": [{ "fencer": "rapier_dagger" }], "many": [{ "weapon": "halberd" }],
    });
    assert_eq!(needs(&fight, &[5, 2]), Some(("strike_friends".into(), 1)));
    assert_eq!(needs(&fight, &[5, 5]), None);
    // Fighter and friend both miss with the rapier, so two daggers follow. The opponent's sword also missed.
    let rapier = json!({ "fencer": "rapier_dagger" });
    let fight = json!({ "one": rapier, "friends": [rapier], "many": [{}] });
    assert_eq!(needs(&fight, &[2, 2, 2]), Some(("strike_one".into(), 1)));
    assert_eq!(needs(&fight, &[2, 2, 2, 2]), Some(("strike_friends".into(), 1)));
    assert_eq!(needs(&fight, &[2, 2, 2, 2, 2]), None);
}

#[test]
fn a_single_six_is_rolled_again_unless_another_die_killed() {
    // Resolution of the melee; R9. Uphill against class 5 a 6 drives back, and the 6 of a very strong friend kills.
    let uphill = json!({ "enemy_higher": true });
    let strong = json!({ "very_strong": true });
    let target = helpless(json!({ "class": 5, "life_points": 2 }));
    let fight = json!({ "one": uphill, "friends": [strong], "many": [target] });
    assert_eq!(needs(&fight, &[6, 5]), None, "the friend's 5 and 1 more kills");
    assert_eq!(needs(&fight, &[6, 4]), Some(("reroll_one".into(), 1)));
}

#[test]
fn a_single_six_is_not_rolled_again_once_a_fencer_or_a_rival_killed() {
    // Many sixes, while no die of the pool kills; R9. Against class 4 a 5 kills and a 4 drives back. The 6 of a friend uphill with a tool,
    // at −2, also drives back.
    let fight = |one: Json, target: Json| json!({ "one": one, "friends": [{ "weapon": "short_tool", "enemy_higher": true }], "many": [target] });
    let reroll = Some(("reroll_one".into(), 1));
    // Of two dice, the better counts and kills.
    let fencer = fight(json!({ "fencer": "two_best" }), helpless(json!({ "class": 4 })));
    assert_eq!(needs(&fencer, &[5, 1, 6]), None);
    assert_eq!(needs(&fencer, &[4, 1, 6]), reroll);
    // The opponent strikes back and misses.
    let rival = fight(json!({}), json!({ "class": 4 }));
    assert_eq!(needs(&rival, &[5, 6, 1]), None);
    assert_eq!(needs(&rival, &[4, 6, 1]), reroll);
}

#[test]
fn sixes_of_fighters_in_disorder_are_not_rerolled() {
    // Uphill against class 5 a 6 drives back. Rolled again it may kill, but not for a fighter in disorder.
    let fighter = |disorder: bool| json!({ "enemy_higher": true, "disorder": disorder });
    let fight = |one: bool, friend: bool| json!({ "one": fighter(one), "friends": [fighter(friend)], "many": [helpless(json!({ "class": 5 }))] });
    let reroll = Some(("reroll_one".into(), 1));
    assert_eq!(needs(&fight(true, false), &[1, 6]), reroll);
    assert_eq!(needs(&fight(true, false), &[6, 1]), None);
    assert_eq!(needs(&fight(false, true), &[6, 1]), reroll);
    assert_eq!(needs(&fight(false, true), &[1, 6]), None);
}

#[test]
fn a_roll_of_one_fighter_is_labelled_with_the_fighters_name() {
    let label = |purpose: &str, many: usize, friends: usize| {
        let fighters = |n: usize| vec![json!({}); n];
        let input: Map<String, Json> =
            json!({ "many": fighters(many), "friends": fighters(friends) }).as_object().unwrap().clone();
        let hints = &test_rulesets::RULESETS.find("argad").unwrap().procedure("melee").unwrap();
        (hints.roll_label)(&input, purpose, 0).map(|words| words.to_string())
    };
    assert_eq!(label("strike_many", 1, 0).unwrap(), "opponent 1");
    assert_eq!(label("strike_many", 2, 0), None);
    assert_eq!(label("strike_friends", 2, 1).unwrap(), "friend 1");
    assert_eq!(label("strike_friends", 1, 2), None);
    assert_eq!(label("reroll_many", 1, 0).unwrap(), "opponent 1: the single 6 again");
    assert_eq!(label("reroll_many", 3, 0), None);
    assert_eq!(label("reroll_one", 2, 0).unwrap(), "fighter 1: the single 6 again");
    assert_eq!(label("reroll_one", 1, 1), None);
    assert_eq!(label("strike_one", 1, 0), None, "its purpose says it");
}

#[test]
fn fencers_choose_an_opponent_for_each_die() {
    // Exceptional strike: two dice that both count, or three.
    let field =
        test_rulesets::RULESETS.find("argad").unwrap().procedure("melee").unwrap().form.field("targets").unwrap();
    let Offers::Lengths(lengths) = field.offers else { panic!("any number of opponents") };
    let lengths = |one: Json| lengths(json!({ "one": one }).as_object().unwrap()).to_vec();
    assert_eq!(lengths(json!({ "fencer": "two_both" })), [1, 2]);
    assert_eq!(lengths(json!({ "fencer": "three" })), [1, 3]);
    assert_eq!(lengths(json!({ "fencer": "two_best" })), [1]);
    assert_eq!(lengths(json!({})), [1]);
}

#[test]
fn each_die_counts_as_luck_of_its_owner() {
    let procedure = test_rulesets::RULESETS.find("argad").unwrap().procedure("melee").unwrap();
    let input = json!({ "one": { "enemy_higher": true }, "friends": [{}, {}], "many": [{}, {}] });
    let played = procedure.read(input.as_object().unwrap()).unwrap().resolve(&[1, 1, 1, 1, 1]);
    let owners: Vec<&str> = played.luck.iter().map(|sample| sample.owner.as_str()).collect();
    assert_eq!(owners, ["one", "friends[0]", "friends[1]", "many[0]", "many[1]"]);
}

/// Returns the sentences of a fight between two of these profiles.
fn words(one: Json, many: Json, answers: Json, faces: &[u8]) -> Vec<String> {
    let table = Table::laid("argad", &[one], &[many]);
    table.words("melee", &[("one", &["a1"]), ("many", &["b1"])], &answers, faces)
}

#[test]
fn sentences_count_the_stunned_and_captured_of_a_group() {
    let fists = json!({ "figures": 1, "weapon": "bare_hands" });
    let still = || json!({ "many": [{ "helpless": true }] });
    assert_eq!(
        words(fists, soldiers(json!({})), still(), &[5])[0],
        "B1: 1 of 3 knocked down, and stunned to the end of the next turn."
    );
    let cornered = json!({ "many": [{ "helpless": true, "cannot_recoil": true }] });
    assert_eq!(
        words(json!({ "figures": 1 }), soldiers(json!({})), cornered, &[3])[0],
        "B1: 1 of 3 taken prisoner, with nowhere to recoil; a figure that fights on is killed."
    );
}

#[test]
fn a_sentence_gives_the_result_of_two_simultaneous_blows() {
    let one = || json!({ "figures": 1 });
    let sentences = |answers: Json, faces: &[u8]| {
        let words = words(one(), one(), answers, faces);
        words.into_iter().find(|words| words.contains("blow")).unwrap()
    };
    let both = || json!({ "rulings": { "r4_simultaneous": "both" } });
    assert_eq!(sentences(json!({}), &[1, 1]), "Neither blow counts.");
    assert_eq!(sentences(json!({}), &[5, 1]), "Only the blow of fighter 1 counts.");
    assert_eq!(sentences(json!({}), &[1, 5]), "Only the blow of opponent 1 counts.");
    assert_eq!(sentences(json!({}), &[5, 5]), "Both blows count, as nothing decides between them.");
    // A kill and a recoil are different results, so both count.
    assert_eq!(sentences(json!({}), &[5, 3]), "Both blows count.");
    assert_eq!(sentences(both(), &[5, 5]), "Both blows count.");
}

#[test]
fn a_fight_changes_only_units_that_were_hurt() {
    let hero = || json!({ "figures": 1, "player_character": true });
    let fought = |faces: &[u8]| {
        let mut table = Table::laid("argad", &[hero()], &[hero()]);
        table.phase("melee");
        table.play("melee", &[("one", &["a1"]), ("many", &["b1"])], json!({}), faces);
        ["a1", "b1"].map(|id| (table.value(id, "life_points"), table.value(id, "wounded")))
    };
    assert_eq!(fought(&[1, 1]), [(json!(2), json!(false)), (json!(2), json!(false))]);
    assert_eq!(fought(&[5, 1]), [(json!(2), json!(false)), (json!(1), json!(true))]);
}
