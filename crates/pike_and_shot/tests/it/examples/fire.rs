//! Fire of muskets, pistols, bows and guns, and its hits. *Infantry Firing; Cavalry Firing; Firing Artillery.*

use super::{RULES, assert_chance, assert_has, regiment, with};
use exchange::contract;
use serde_json::{Value as Json, json};

/// Musketeers five inches from the [regiment]. Range and cover have no modifiers, so only groups and saves matter.
fn musketeers(front: i32, ranks: i32, ability: &str) -> Json {
    json!({
        "front_muskets": front, "ranks": ranks, "fighting_ability": ability, "range_in": 5, "target": regiment(),
    })
}

/// Returns the size and number of the groups.
fn groups(front: i32, ranks: i32, ability: &str) -> (i64, i64) {
    let answer =
        contract::odds(test_rulesets::RULESETS, &RULES.request("infantry_fire", musketeers(front, ranks, ability)));
    let outcome = &answer["outcomes"][0]["outcome"];
    (outcome["group_size"].as_i64().unwrap(), outcome["groups"].as_i64().unwrap())
}

#[test]
fn eight_musketeers_in_two_ranks_make_two_groups_or_three_if_veteran() {
    assert_eq!(groups(8, 2, "trained"), (4, 2));
    assert_eq!(groups(8, 2, "raw"), (5, 2));
    assert_eq!(groups(8, 2, "veteran"), (3, 3));
}

#[test]
fn four_musketeers_in_three_ranks_make_one_group_or_two_if_veteran() {
    assert_eq!(groups(4, 3, "raw"), (4, 1));
    assert_eq!(groups(4, 3, "trained"), (3, 1));
    assert_eq!(groups(4, 3, "veteran"), (2, 2));
}

#[test]
fn hits_on_a_mixed_regiment_are_identified_and_saved() {
    // Both dice hit, a pikeman and a musketeer. The pikeman's armour saves him, and the musketeer falls.
    let outcome = RULES.outcome("infantry_fire", musketeers(8, 2, "trained"), &[5, 6, 3, 5, 2, 4]);
    let fields = json!({
        "hits": 2, "figures_lost": 1, "pikes_lost": 0, "muskets_lost": 1, "target_counters": 3, "breaks": false,
    });
    assert_has(&outcome, fields);
}

#[test]
fn a_group_costs_a_mixed_regiment_a_figure_five_times_in_36() {
    // 1/3 to hit · (1/2 a pikeman · 1/3 + 1/2 a musketeer · 1/2) = 5/36 for a group. For two groups 1 − (31/36)².
    let lost = RULES.chance("infantry_fire", musketeers(8, 2, "trained"), |outcome| outcome["figures_lost"] != 0);
    assert_chance(lost, 335.0, 1296.0);
}

#[test]
fn a_wall_may_save_a_horseman() {
    let horse = json!({ "troop_type": "horse", "figures": 12, "armour": "partly" });
    let more = json!({ "counters": 2, "target_terrain": "wall", "target": horse });
    let input = with(musketeers(8, 2, "veteran"), more);
    let saved = RULES.outcome("infantry_fire", input.clone(), &[5, 2, 5, 4]);
    assert_has(&saved, json!({ "group_size": 4, "groups": 2, "hits": 1, "figures_lost": 0 }));
    assert_has(&RULES.outcome("infantry_fire", input, &[5, 2, 5, 3]), json!({ "hits": 1, "figures_lost": 1 }));
}

#[test]
fn infantry_that_moved_does_not_fire() {
    let moved = with(musketeers(8, 2, "trained"), json!({ "moved": true }));
    assert_eq!(RULES.refusal("infantry_fire", moved), "not_allowed moved");
}

#[test]
fn twelve_horse_fire_their_pistols_from_two_ranks_after_moving_nine_inches() {
    let target = json!({ "troop_type": "foot", "muskets": 10, "morale_class": "nervous", "counters": 1 });
    let input = json!({
        "weapon": "pistol", "figures": 12, "ranks": 2, "range_in": 1, "moved_in": 9, "target": target,
    });
    let fields = json!({
        "firing_figures": 12, "group_size": 4, "groups": 3, "hits": 2, "muskets_lost": 1, "target_counters": 3,
        "breaks": true,
    });
    assert_has(&RULES.outcome("cavalry_fire", input, &[5, 1, 6, 4, 2]), fields);
}

#[test]
fn every_counter_makes_shots_of_mounted_bowmen_harder() {
    let input = json!({
        "weapon": "bow", "figures": 8, "ranks": 1, "counters": 3, "range_in": 3, "target": regiment(),
    });
    assert_has(&RULES.outcome("cavalry_fire", input, &[1]), json!({ "group_size": 7, "groups": 1 }));
}

#[test]
fn a_short_handed_gun_hits_a_regiment_behind_a_wall_on_6() {
    let input = json!({
        "gun": "medium", "crew": 2, "range_in": 10, "target_terrain": "wall", "target": regiment(),
    });
    let lost = RULES.outcome("artillery_fire", input.clone(), &[6, 6, 2, 4]);
    assert_has(&lost, json!({ "roll_needed": 6, "hits": 1, "muskets_lost": 1 }));
    let saved = RULES.outcome("artillery_fire", input.clone(), &[6, 6, 5]);
    assert_has(&saved, json!({ "hits": 1, "figures_lost": 0 }));
    assert_has(&RULES.outcome("artillery_fire", input.clone(), &[5]), json!({ "hits": 0 }));
    // 1/6 to hit · 1/6 to kill · 1/2 not saved.
    assert_chance(RULES.chance("artillery_fire", input, |outcome| outcome["figures_lost"] == 1), 1.0, 72.0);
}

#[test]
fn musketeers_and_a_gun_fire_at_one_regiment_and_its_losses_are_summed() {
    let input = json!({
        "firers": [
            { "kind": "infantry", "front_muskets": 8, "ranks": 2, "range_in": 5 },
            { "kind": "artillery", "gun": "light", "crew": 2, "range_in": 6 },
        ],
        "target": with(regiment(), json!({ "general_with": true })),
    });
    let fields = json!({
        "dice_per_firer": [2, 1], "hits": 3, "pikes_lost": 1, "muskets_lost": 1, "target_counters": 4,
        "general_test_due": true,
    });
    assert_has(&RULES.outcome("combined_fire", input, &[5, 6, 1, 6, 5, 3, 5, 6, 6]), fields);
}

#[test]
fn hits_entered_by_players_are_tested_like_others() {
    let three = json!({ "hits": 3, "target": regiment() });
    let outcome = RULES.outcome("casualty_test", three, &[1, 4, 6, 5, 3, 4]);
    assert_has(&outcome, json!({ "figures_lost": 2, "pikes_lost": 1, "muskets_lost": 1 }));
    let shot = json!({ "hits": 2, "cause": "artillery", "target_terrain": "town", "target": regiment() });
    let outcome = RULES.outcome("casualty_test", shot, &[6, 6, 3, 4, 3]);
    assert_has(&outcome, json!({ "figures_lost": 1, "pikes_lost": 1 }));
}
