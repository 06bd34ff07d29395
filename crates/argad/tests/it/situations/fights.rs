//! Fights: who strikes when, with what dice, and what they leave on the table.

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

/// Number of dice that a fight still needs after these, with their purpose; `None` if it is over.
fn needs(input: &Json, faces: &[u8]) -> Option<(String, u64)> {
    let answer = RULES.answer("melee", input, faces);
    assert_ne!(answer["status"], "refused", "{answer}");
    let need = &answer["next"];
    need.is_object().then(|| (need["purpose"].as_str().unwrap().to_owned(), need["count"].as_u64().unwrap()))
}

#[test]
fn the_dagger_follows_a_rapier_that_missed_and_no_other() {
    // Exceptional strike: class 3 is missed by 1 and 2, driven back by 3, killed by 4 or more.
    let duel = |more: Json| json!({ "one": { "fencer": "rapier_dagger" }, "many": [helpless(more)] });
    assert_eq!(needs(&duel(json!({ "life_points": 2 })), &[2]), Some(("strike_one".into(), 1)));
    assert_eq!(needs(&duel(json!({ "life_points": 2 })), &[5]), None, "a wound is no miss");
    assert_eq!(needs(&json!({ "one": {}, "many": [helpless(json!({}))] }), &[2]), None, "a sword has no dagger");
    // Two rapiers strike a man with two lives while his friend kills the second of them: a miss of his is followed by nothing.
    let rapier = json!({ "fencer": "rapier_dagger" });
    let two = json!({
        "one": helpless(json!({ "life_points": 2 })),
        "friends": [{ "aim": 1 }],
        "many": [rapier, rapier],
    });
    assert_eq!(needs(&two, &[5, 5, 2]), None, "the friend kills 2; 1 wounds, 2 missed and is out");
    assert_eq!(needs(&two, &[5, 2, 5]), Some(("strike_many".into(), 1)), "1 missed and is there");
    // He strikes the second himself, where both blows of a moment stand (R4).
    let both = json!({
        "one": { "life_points": 2 }, "many": [rapier, rapier], "targets": [1],
        "rulings": { "r4_simultaneous": "both" },
    });
    assert_eq!(needs(&both, &[5, 5, 2]), None);
    assert_eq!(needs(&both, &[5, 2, 5]), Some(("strike_many".into(), 1)));
}

#[test]
fn a_friends_dagger_follows_although_the_fighter_in_the_middle_is_out() {
    // The opponent's halberd is first: 5 kills the fighter; then his friend's rapier misses, and the dagger follows.
    let fight = json!({
        "one": {}, "friends": [{ "fencer": "rapier_dagger" }], "many": [{ "weapon": "halberd" }],
    });
    assert_eq!(needs(&fight, &[5, 2]), Some(("strike_friends".into(), 1)));
    assert_eq!(needs(&fight, &[5, 5]), None);
    // Fighter and friend both miss with the rapier: two daggers follow. The sword of the opponent missed too.
    let rapier = json!({ "fencer": "rapier_dagger" });
    let fight = json!({ "one": rapier, "friends": [rapier], "many": [{}] });
    assert_eq!(needs(&fight, &[2, 2, 2]), Some(("strike_one".into(), 1)));
    assert_eq!(needs(&fight, &[2, 2, 2, 2]), Some(("strike_friends".into(), 1)));
    assert_eq!(needs(&fight, &[2, 2, 2, 2, 2]), None);
}

#[test]
fn a_single_six_is_rolled_again_unless_another_die_killed() {
    // Resolution of the melee; R9. Against class 5 uphill a 6 drives back, and a very strong friend's 6 kills.
    let uphill = json!({ "enemy_higher": true });
    let strong = json!({ "very_strong": true });
    let target = helpless(json!({ "class": 5, "life_points": 2 }));
    let fight = json!({ "one": uphill, "friends": [strong], "many": [target] });
    assert_eq!(needs(&fight, &[6, 5]), None, "the friend's 5 and 1 more kills");
    assert_eq!(needs(&fight, &[6, 4]), Some(("reroll_one".into(), 1)));
}

#[test]
fn a_single_six_is_not_rolled_again_once_a_fencer_or_a_rival_killed() {
    // Many sixes, while no die of the pool kills; R9. Against class 4 a 5 kills and a 4 drives back, and so does the 6 of a friend
    // uphill with a tool, -2.
    let fight = |one: Json, target: Json| json!({ "one": one, "friends": [{ "weapon": "short_tool", "enemy_higher": true }], "many": [target] });
    let again = Some(("reroll_one".into(), 1));
    // Of two dice the better counts, and it kills.
    let fencer = fight(json!({ "fencer": "two_best" }), helpless(json!({ "class": 4 })));
    assert_eq!(needs(&fencer, &[5, 1, 6]), None);
    assert_eq!(needs(&fencer, &[4, 1, 6]), again);
    // Somebody who strikes back misses.
    let rival = fight(json!({}), json!({ "class": 4 }));
    assert_eq!(needs(&rival, &[5, 6, 1]), None);
    assert_eq!(needs(&rival, &[4, 6, 1]), again);
}

#[test]
fn sixes_of_those_in_disorder_are_sixes_and_no_more() {
    // Uphill against class 5 a 6 drives back; rolled again it may kill, but not by whoever is in disorder.
    let fighter = |disorder: bool| json!({ "enemy_higher": true, "disorder": disorder });
    let fight = |one: bool, friend: bool| json!({ "one": fighter(one), "friends": [fighter(friend)], "many": [helpless(json!({ "class": 5 }))] });
    let again = Some(("reroll_one".into(), 1));
    assert_eq!(needs(&fight(true, false), &[1, 6]), again);
    assert_eq!(needs(&fight(true, false), &[6, 1]), None);
    assert_eq!(needs(&fight(false, true), &[6, 1]), again);
    assert_eq!(needs(&fight(false, true), &[1, 6]), None);
}

#[test]
fn a_roll_of_one_fighter_is_labelled_by_his_name() {
    let label = |purpose: &str, many: usize, friends: usize| {
        let own = |n: usize| vec![json!({}); n];
        let input: Map<String, Json> =
            json!({ "many": own(many), "friends": own(friends) }).as_object().unwrap().clone();
        let melee = test_rulesets::RULESETS.find("argad").unwrap().procedure("melee").unwrap();
        (melee.roll_label)(&input, purpose, 0).map(|words| words.to_string())
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
fn fencers_name_an_opponent_for_each_die() {
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
fn each_die_is_the_luck_of_whoever_rolls_it() {
    let procedure = test_rulesets::RULESETS.find("argad").unwrap().procedure("melee").unwrap();
    let input = json!({ "one": { "enemy_higher": true }, "friends": [{}, {}], "many": [{}, {}] });
    let played = procedure.read(input.as_object().unwrap()).unwrap().resolve(&[1, 1, 1, 1, 1]);
    let owners: Vec<&str> = played.luck.iter().map(|own| own.owner.as_str()).collect();
    assert_eq!(owners, ["one", "friends[0]", "friends[1]", "many[0]", "many[1]"]);
}

/// Sentences of a fight between two of these profiles.
fn words(one: Json, many: Json, said: Json, faces: &[u8]) -> Vec<String> {
    let table = Table::laid("argad", &[one], &[many]);
    table.words("melee", &[("one", &["a1"]), ("many", &["b1"])], &said, faces)
}

#[test]
fn a_group_is_described_by_how_many_are_stunned_or_taken() {
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
fn two_blows_of_one_moment_are_described_by_what_came_of_them() {
    let one = || json!({ "figures": 1 });
    let sentences = |said: Json, faces: &[u8]| {
        let words = words(one(), one(), said, faces);
        words.into_iter().find(|words| words.contains("blow")).unwrap()
    };
    let both = || json!({ "rulings": { "r4_simultaneous": "both" } });
    assert_eq!(sentences(json!({}), &[1, 1]), "Neither blow counts.");
    assert_eq!(sentences(json!({}), &[5, 1]), "Only the blow of fighter 1 counts.");
    assert_eq!(sentences(json!({}), &[1, 5]), "Only the blow of opponent 1 counts.");
    assert_eq!(sentences(json!({}), &[5, 5]), "Both blows count, as nothing decides between them.");
    // A kill and a recoil are not equal, so both stand.
    assert_eq!(sentences(json!({}), &[5, 3]), "Both blows count.");
    assert_eq!(sentences(both(), &[5, 5]), "Both blows count.");
}

#[test]
fn a_fight_takes_lives_and_marks_only_those_who_were_hurt() {
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
