//! Dice, pips and results of shots. *How to battle – shooting.*

use super::{RULES, assert_chance};
use serde_json::{Value as Json, json};

ruled! {
    double_the_d6_disorders_with_the_hit_that_takes_a_stand:
    shoot { "shooters": [{"unit": {"type": "arquebus", "move_squares": 2.5, "fight_die": "d6",
        "shoot_die": "d8", "weapon_range_squares": 3}, "distance_squares": 2}], "target": {"type": "knights",
        "move_squares": 3, "fight_die": "d12", "hits": 2} }
    [6, 2] => { "shooter_dice": ["d6"], "pips": 4, "total_pips": 4, "best_ratio": "double", "hits": 1,
        "target_state": "disordered", "target_stands": 1, "target_hits": 0, "chips_lost": 1, "rout_move_squares": 0,
        "chip_allowed": true } with "shooter_1_beyond_half_range" -1
}

ruled! {
    two_shooters_add_their_pips_and_a_phalanx_loses_a_stand_instead_of_routing:
    shoot { "shooters": [{"unit": {"type": "arquebus", "move_squares": 2.5, "fight_die": "d6",
        "shoot_die": "d8", "weapon_range_squares": 3}, "distance_squares": 1}, {"unit": {"type": "skirmishers",
        "move_squares": 2.5, "fight_die": "d4", "shoot_die": "d4", "weapon_range_squares": 3, "bow_armed": true},
        "distance_squares": 1, "target_arc": "flank"}], "target": {"type": "phalanx", "move_squares": 2.5,
        "fight_die": "d10"} }
    [7, 1, 4, 1] => { "shooter_dice": ["d10", "d4"], "pips": 9, "total_pips": 9, "best_ratio": "quadruple", "hits": 3,
        "target_state": "disordered", "target_stands": 3, "target_hits": 0, "chips_lost": 1, "rout_move_squares": 0,
        "chip_allowed": false } with "shooter_1_flank_rear_or_block" 1, "shooter_2_flank_rear_or_block" 1,
        "shooter_2_bow_vs_armour_or_pike" -1
}

ruled! {
    earlier_pips_of_the_initiative_count:
    shoot { "shooters": [{"unit": {"type": "reiters", "move_squares": 4, "fight_die": "d6", "shoot_die": "d6",
        "weapon_range_squares": 1}, "distance_squares": 1}], "target": {"type": "militia", "move_squares": 2.5,
        "fight_die": "d4"}, "prior_pips": 2 }
    [4, 3] => { "shooter_dice": ["d4"], "pips": 1, "total_pips": 3, "best_ratio": "none", "hits": 1, "target_state": "ok",
        "target_stands": 2, "target_hits": 1, "chips_lost": 0, "rout_move_squares": 0, "chip_allowed": true } with
        "shooter_1_beyond_half_range" -1
}

#[test]
fn results_of_one_shot_with_each_die_match_the_table() {
    // Miss, 1–2, 3–5, 3–5 disordered, 6–8, 6–8 disordered, 6–8 routed, 9+ routed: numbers of rolls out of sides · 6.
    let table = [
        ("d4", [18, 5, 0, 1, 0, 0, 0, 0], 24.0),
        ("d6", [21, 9, 0, 6, 0, 0, 0, 0], 36.0),
        ("d8", [21, 12, 2, 10, 0, 0, 3, 0], 48.0),
        ("d10", [21, 12, 5, 12, 0, 3, 6, 1], 60.0),
        ("d12", [21, 12, 6, 12, 0, 9, 6, 6], 72.0),
    ];
    for (die, rolls, all) in table {
        let shoot = json!({
            "shooters": [{ "unit": {
                "type": "cannon", "move_squares": 1.5, "fight_die": "d4", "shoot_die": die, "weapon_range_squares": 6
            }, "distance_squares": 2 }],
            "target": { "type": "pike", "move_squares": 2.5, "fight_die": "d8" }
        });
        for (column, rolls) in rolls.into_iter().enumerate() {
            let so = |outcome: &Json| falls_in(outcome) == column;
            assert_chance(RULES.chance("shoot", shoot.clone(), so), f64::from(rolls), all);
        }
    }
}

/// Returns the column of the table for the outcome of a shot.
fn falls_in(outcome: &Json) -> usize {
    match (outcome["pips"].as_i64().unwrap_or(-1), outcome["target_state"].as_str().unwrap_or("")) {
        (0, _) => 0,
        (1..=2, _) => 1,
        (3..=5, "ok") => 2,
        (3..=5, _) => 3,
        (6..=8, "ok") => 4,
        (6..=8, "disordered") => 5,
        (6..=8, _) => 6,
        _ => 7,
    }
}

#[test]
fn the_probability_that_four_shooters_miss_is_the_product() {
    let shooter = json!({ "unit": {
        "type": "arquebus", "move_squares": 2.5, "fight_die": "d6", "shoot_die": "d8", "weapon_range_squares": 3
    }, "distance_squares": 1 });
    let shoot = json!({
        "shooters": [shooter, shooter, shooter, shooter],
        "target": { "type": "lancers", "move_squares": 4, "fight_die": "d10" }
    });
    // (21/48)⁴
    assert_chance(RULES.chance("shoot", shoot, |outcome| outcome["pips"] == 0), 21.0_f64.powi(4), 48.0_f64.powi(4));
}

#[test]
fn twelve_shooters_score_at_most_eleven_pips_each() {
    let shooter = json!({ "unit": {
        "type": "arquebus", "move_squares": 2.5, "fight_die": "d6", "shoot_die": "d12", "weapon_range_squares": 24
    }, "distance_squares": 1 });
    let shoot = json!({
        "shooters": vec![shooter; 12],
        "target": { "type": "lancers", "move_squares": 4, "fight_die": "d10" }
    });
    assert_chance(RULES.chance("shoot", shoot.clone(), |_| true), 1, 1);
    // Twelve times a 12 against a 1.
    let best = RULES.chance("shoot", shoot, |outcome| outcome["pips"] == 132);
    assert!((best * 72.0_f64.powi(12) - 1.0).abs() < 1e-9);
}
