//! Groups, hits, and the loser. *Melee.*

use super::{RULES, assert_chance, assert_has, ruling, with};
use exchange::contract;
use serde_json::{Value as Json, json};

/// The charging horse in the rules’ example of a melee. It has no lances, so only the charge makes its groups smaller.
fn horse() -> Json {
    json!({
        "troop_type": "horse", "figures": 12, "ranks": 1, "armour": "partly", "charging": true,
        "morale_class": "average",
    })
}

/// The raw foot in the rules’ example of a melee. It has pikes and muskets, so both rows for foot in the table of groups are used.
fn raw_foot() -> Json {
    json!({
        "troop_type": "foot", "pikes": 12, "muskets": 12, "ranks": 3, "fighting_ability": "raw",
        "morale_class": "average",
    })
}

/// The rules’ example of a melee: horse against foot.
fn horse_against_foot() -> Json {
    json!({ "side_a": [horse()], "side_b": [raw_foot()] })
}

#[test]
fn twelve_horse_that_charge_raw_foot_make_six_groups_against_three() {
    let outcome = ruling("melee_groups", horse_against_foot());
    let groups: Vec<_> = outcome["lines"]
        .as_array()
        .unwrap()
        .iter()
        .map(|line| {
            (
                line["kind"].as_str().unwrap(),
                line["figures"].clone(),
                line["group_size"].clone(),
                line["groups"].clone(),
            )
        })
        .collect();
    let line = |kind, figures: i32, size: i32, groups: i32| (kind, json!(figures), json!(size), json!(groups));
    assert_eq!(groups, [line("horse", 12, 2, 6), line("pikes", 10, 3, 3), line("muskets", 4, 8, 0)]);
}

#[test]
fn a_group_of_charging_veteran_lancers_is_one_figure() {
    let lancers = with(horse(), json!({ "figures": 3, "fighting_ability": "veteran", "lance": true }));
    let outcome = ruling("melee_groups", json!({ "side_a": [lancers], "side_b": [raw_foot()] }));
    assert_has(&outcome["lines"][0], json!({ "group_size": 1, "groups": 3 }));
}

#[test]
fn the_foot_loses_by_figures_and_takes_a_counter_for_it() {
    let faces = [5, 6, 6, 1, 2, 3, 2, 4, 5, 5, 4, 3, 2, 6, 1, 5];
    let outcome = RULES.outcome("melee_round", horse_against_foot(), &faces);
    assert_has(&outcome, json!({ "loser": "b", "decided_by": "figures_lost" }));
    assert_has(&outcome["a"][0], json!({ "counters_gained": 1, "figures_lost": 1 }));
    assert_has(&outcome["b"][0], json!({ "counters_gained": 4, "pikes_lost": 1, "muskets_lost": 1 }));
}

#[test]
fn the_probability_of_losing_does_not_depend_on_the_form_of_the_odds() {
    for report in
        [json!({ "report": "units" }), json!({ "report": "sides" }), json!({ "report": "one_unit", "focus": "a1" })]
    {
        let input = with(horse_against_foot(), report);
        let loses = RULES.chance("melee_round", input, |outcome| outcome["loser"] == "b");
        assert_chance(loses, 4_629_587.0, 5_668_704.0);
    }
}

#[test]
fn two_regiments_lose_together_although_one_of_them_was_not_hit() {
    let regiment = json!({
        "troop_type": "foot", "pikes": 8, "muskets": 8, "ranks": 2, "morale_class": "average",
    });
    let input = json!({
        "side_a": [horse()], "side_b": [regiment, regiment], "contacts": [{ "a": 1, "b": 1 }, { "a": 1, "b": 2 }],
    });
    let faces = [
        vec![1, 2, 3],                   // The horse at the left regiment: no hit.
        vec![5, 6, 1, 2, 3, 1, 2],       // The left regiment at the horse: two hits, nobody falls.
        vec![6, 5, 5, 1, 4, 6, 1, 1, 2], // The horse at the right regiment: three hits, nobody falls.
        vec![1, 2, 3, 4, 1],             // The right regiment at the horse: no hit.
    ]
    .concat();
    let outcome = RULES.outcome("melee_round", input, &faces);
    assert_has(&outcome, json!({ "loser": "b", "decided_by": "counters_this_bound" }));
    assert_eq!(outcome["a"][0]["counters_gained"], 2);
    assert_eq!(outcome["b"][0]["counters_gained"], 1);
    assert_eq!(outcome["b"][1]["counters_gained"], 4);
}

#[test]
fn foot_taken_in_flank_takes_a_counter_for_every_group_and_breaks() {
    let input = with(horse_against_foot(), json!({ "contacts": [{ "a": 1, "b": 1, "where": "b_flank" }] }));
    let outcome = RULES.outcome("melee_round", input, &[5, 1, 1, 1, 1, 1, 2, 3]);
    assert_has(&outcome["b"][0], json!({ "groups": 0, "hits": 1, "counters": 8, "breaks": true }));
}

#[test]
fn by_ruling_only_groups_that_hit_give_a_counter_in_flank() {
    let input = with(
        horse_against_foot(),
        json!({
            "contacts": [{ "a": 1, "b": 1, "where": "b_flank" }],
            "rulings": { "r12_flank_counters": "groups_that_hit" },
        }),
    );
    // A hit gives a counter, the group that hits gives one, and the loser gets one.
    let outcome = RULES.outcome("melee_round", input.clone(), &[5, 1, 1, 1, 1, 1, 2, 3]);
    assert_has(&outcome["b"][0], json!({ "groups": 0, "hits": 1, "counters": 3, "breaks": false }));
    // Without hits, no group gives a counter. The raw foot loses by its fighting ability, and takes the counter for losing.
    let outcome = RULES.outcome("melee_round", input, &[1, 1, 1, 1, 1, 1]);
    assert_has(&outcome, json!({ "loser": "b", "decided_by": "fighting_ability" }));
    assert_has(&outcome["b"][0], json!({ "hits": 0, "counters": 1 }));
}

#[test]
fn odds_of_every_unit_are_refused_if_there_are_too_many_outcomes() {
    let sides = json!({
        "side_a": [horse(), horse(), horse()],
        "side_b": [raw_foot(), raw_foot(), raw_foot()],
        "contacts": [{ "a": 1, "b": 1 }, { "a": 2, "b": 2 }, { "a": 3, "b": 3 }],
    });
    let refused =
        contract::odds(test_rulesets::RULESETS, &RULES.request("melee_round", sides.clone()))["error"].clone();
    assert_eq!((&refused["code"], &refused["field"]), (&json!("bad_value"), &json!("report")));
    let next = RULES.answer("melee_round", sides, &[]);
    assert_eq!(next["next"], json!({ "purpose": "a1_b1_hit", "sides": 6, "count": 6 }));
}

#[test]
fn by_ruling_irregulars_add_half_a_rank() {
    let horsemen = json!({
        "troop_type": "irregular_light_cavalry", "figures": 20, "ranks": 2, "morale_class": "good", "melee_bound": 2,
    });
    let figures = |reading: &str| {
        let input = json!({
            "side_a": [horsemen], "side_b": [horsemen], "rulings": { "r6_irregular_half_rank": reading },
        });
        ruling("melee_groups", input)["lines"][0]["figures"].clone()
    };
    assert_eq!((figures("starred"), figures("all_cavalry")), (10.into(), 15.into()));
}
