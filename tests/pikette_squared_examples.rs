//! The examples that come with the description of Pikette Squared, and its printed odds.

#![allow(clippy::unwrap_used, reason = "what is not there fails the test, as it should")]

use drumhead::contract::{find, odds, read_faces, resolve};
use drumhead::procedure::Procedure;
use drumhead::story::Story;
use serde_json::{Value as Json, json};

/// An example: a procedure and its input, the faces thrown, the outcome, and the modifiers that apply.
macro_rules! ruled {
    ($name:ident: $procedure:ident { $($input:tt)* } [$($face:literal),*] => { $($outcome:tt)* } $(with $($id:literal $value:literal),+)?) => {
        #[test]
        fn $name() {
            let answer = resolve(&request(stringify!($procedure), json!({ $($input)* })), &[$($face),*]);
            assert_eq!(answer["outcome"], json!({ $($outcome)* }), "{answer}");
            let modifiers: Vec<Json> = vec![$($(json!({ "id": $id, "value": $value })),+)?];
            assert_eq!(answer["modifiers"], json!(modifiers));
        }
    };
}

/// An example of what the rules forbid: the code and the field.
macro_rules! refused {
    ($name:ident: $procedure:ident { $($input:tt)* } => $code:literal $field:literal) => {
        #[test]
        fn $name() {
            let answer = resolve(&request(stringify!($procedure), json!({ $($input)* })), &[]);
            assert_eq!((&answer["error"]["code"], &answer["error"]["field"]), (&json!($code), &json!($field)), "{answer}");
        }
    };
}

fn request(procedure: &str, input: Json) -> Json {
    json!({ "ruleset": "pikette_squared", "procedure": procedure, "input": input })
}

ruled! {
    french_pike_turn_swiss_on_4_and_a_6_brings_carabins_if_they_are_chosen:
    army_generate { "army": "french", "french_six": "carabins" }
    [4, 6] => { "army": "french", "units": {"gendarmes": 2, "archers": 1, "stradiots": 1, "carabins": 1,
        "swiss_phalanx": 1, "arquebus": 2, "crossbows": 1, "skirmishers": 1, "militia": 1, "cannon": 1},
        "unit_total": 12, "stand_total": 25, "leader": "general", "morale_chip_bonus": 0, "extra_card": "melee" }
}

ruled! {
    the_sultan_leads_on_5_and_his_azabs_are_upgraded_without_a_die:
    army_generate { "army": "ottoman" }
    [5] => { "army": "ottoman", "units": {"spahis": 1, "sultans_guard": 1, "akinjis": 4, "janissaries": 2,
        "skirmishers": 2, "azabs_upgraded": 2, "cannon": 1}, "unit_total": 12, "stand_total": 25,
        "leader": "sultan", "morale_chip_bonus": 3, "extra_card": "cavalry_move" }
}

ruled! {
    a_phalanx_counts_as_two_units:
    army_check { "units": {"knights": 2, "lancers": 1, "light_horse": 1, "phalanx": 1, "arquebus": 2,
        "crossbows": 1, "skirmishers": 1, "militia": 2, "cannon": 1} }
    [] => { "unit_total": 12, "cannons": 1, "stand_total": 25, "hit_total": 75, "complies": true }
}

ruled! {
    a_tercio_counts_as_three_units_and_takes_22_hits:
    army_check { "units": {"tercio": 2, "cannon": 1} }
    [] => { "unit_total": 6, "cannons": 1, "stand_total": 13, "hit_total": 47, "complies": false }
}

ruled! {
    a_side_starts_with_9_chips_at_the_least:
    morale_chips {}
    [1] => { "morale_chips": 9 }
}

ruled! {
    the_sultan_brings_three_chips_more:
    morale_chips { "sultan": true }
    [10] => { "morale_chips": 21 } with "sultan" 3
}

ruled! {
    night_falls_after_5_turns_at_the_soonest:
    nightfall {}
    [1] => { "turns": 5 }
}

ruled! {
    night_falls_after_10_turns_at_the_latest:
    nightfall {}
    [6] => { "turns": 10 }
}

ruled! {
    the_higher_roll_places_three_pieces:
    terrain_roll {}
    [3, 1] => { "side_a_pieces": 3, "side_b_pieces": 1 }
}

ruled! {
    after_a_tie_each_side_places_two:
    terrain_roll {}
    [2, 2] => { "side_a_pieces": 2, "side_b_pieces": 2 }
}

ruled! {
    a_stream_takes_two_pieces:
    terrain_budget { "pieces": 3, "stream": true, "hill": 1 }
    [] => { "pieces_used": 3, "pieces_left": 0 }
}

refused! {
    a_stream_does_not_fit_into_one_piece:
    terrain_budget { "pieces": 1, "stream": true }
    => "not_allowed" "pieces"
}

ruled! {
    a_6_removes_a_piece:
    terrain_shift { "attempt": "remove_opponents_piece", "piece": "wood" }
    [6] => { "success": true }
}

ruled! {
    a_5_moves_nothing:
    terrain_shift { "attempt": "move_own_piece_to_middle", "piece": "hill" }
    [5] => { "success": false }
}

ruled! {
    the_french_have_a_fourth_melee_card:
    deck_build { "army": "french" }
    [] => { "deck": {"infantry_move": 3, "cavalry_move": 3, "reload": 2, "melee": 4, "leader_check": 2,
        "milling_around": 5, "courage": 1, "command_indecision": 0}, "total": 20, "extra_card": "melee" }
}

ruled! {
    command_indecision_replaces_one_milling_around_if_the_players_say_so:
    deck_build { "army": "other", "extra_card": "reload",
        "rulings": {"r17_command_indecision": "replaces_one_milling_around"} }
    [] => { "deck": {"infantry_move": 3, "cavalry_move": 3, "reload": 3, "melee": 3, "leader_check": 2,
        "milling_around": 4, "courage": 1, "command_indecision": 1}, "total": 20, "extra_card": "reload" }
}

ruled! {
    the_seventh_card_is_counted_through_the_cards_in_their_order:
    draw_card { "deck": {"infantry_move": 3, "melee": 4, "courage": 1}, "pips": 5 }
    [7] => { "card": "melee", "pips_left": 4, "cards_left": 7, "last_card": false, "new_initiative": false }
}

ruled! {
    the_last_card_of_a_deck_says_so:
    draw_card { "deck": {"reload": 1}, "pips": 1 }
    [1] => { "card": "reload", "pips_left": 0, "cards_left": 0, "last_card": true, "new_initiative": false }
}

ruled! {
    the_higher_roll_chooses:
    initiative {}
    [9, 4] => { "winner": "a", "first_pips": 4, "second_pips": 9, "turn_ends": false }
}

ruled! {
    a_tie_ends_the_turn:
    initiative {}
    [6, 6] => { "winner": "none", "first_pips": 0, "second_pips": 0, "turn_ends": true }
}

ruled! {
    who_goes_second_has_the_larger_roll:
    initiative_choice { "winner": "a", "choice": "second", "smaller": 4, "larger": 9 }
    [] => { "first_side": "b", "first_pips": 4, "second_side": "a", "second_pips": 9, "opportunity_chips": 3 }
}

ruled! {
    who_goes_first_has_the_smaller_roll:
    initiative_choice { "winner": "a", "choice": "first", "smaller": 4, "larger": 9 }
    [] => { "first_side": "a", "first_pips": 4, "second_side": "b", "second_pips": 9, "opportunity_chips": 3 }
}

ruled! {
    a_tied_initiative_begins_the_next_turn:
    turn_end { "initiative_tied": true, "cards_left_a": 11, "cards_left_b": 9, "turn": 2, "nightfall_turns": 7 }
    [] => { "turn_ends": true, "battle_ends": false, "turn": 3 }
}

ruled! {
    an_empty_deck_in_the_last_turn_ends_the_battle:
    turn_end { "cards_left_a": 0, "cards_left_b": 3, "turn": 7, "nightfall_turns": 7 }
    [] => { "turn_ends": true, "battle_ends": true, "turn": 7 }
}

ruled! {
    crossbows_reload_for_two_pips:
    action { "action": "reload", "unit_type": "crossbows", "shoot_die": "d6", "fired": true, "card": "reload",
        "pips": 5 }
    [] => { "currency": "pips", "cost": 2, "left": 3 }
}

ruled! {
    without_the_initiative_a_shot_costs_an_opportunity_chip:
    action { "action": "shoot", "unit_type": "arquebus", "shoot_die": "d8", "has_initiative": false,
        "opportunity_chips": 2 }
    [] => { "currency": "opportunity_chips", "cost": 1, "left": 1 }
}

refused! {
    facing_a_front_in_good_order_one_needs_a_melee_card:
    action { "action": "fight", "unit_type": "pike", "same_square_as_enemy": true, "enemy_type": "militia",
        "pips": 4, "card": "infantry_move" }
    => "not_allowed" "card"
}

ruled! {
    an_army_marches_on_either_move_card:
    march { "card": "cavalry_move", "pips": 6 }
    [] => { "cost": 2, "pips_left": 4, "march_available": true }
}

refused! {
    an_army_marches_with_every_unit:
    march { "card": "infantry_move", "pips": 6, "all_units_move": false }
    => "not_allowed" "all_units_move"
}

ruled! {
    lancers_charge_who_comes_within_their_move:
    reaction { "reaction": "opportunity_charge", "unit": {"type": "lancers", "move_squares": 4,
        "fight_die": "d10"}, "distance_squares": 3.5, "opportunity_chips": 2 }
    [] => { "cost": 1, "opportunity_chips_left": 1, "move_squares": 4, "state": "ok" }
}

ruled! {
    who_evades_is_disordered:
    reaction { "reaction": "evade", "unit": {"type": "skirmishers", "move_squares": 2.5, "fight_die": "d4"},
        "opportunity_chips": 1 }
    [] => { "cost": 1, "opportunity_chips_left": 0, "move_squares": 2.5, "state": "disordered" }
}

ruled! {
    a_tie_does_not_hold_french_knights:
    french_knights_charge { "distance_squares": 3, "opportunity_chips": 2 }
    [3, 3] => { "tested": true, "must_charge": true, "chips_spent": 1 }
}

ruled! {
    a_roll_that_is_won_holds_french_knights:
    french_knights_charge { "distance_squares": 2.5, "opportunity_chips": 0 }
    [5, 2] => { "tested": true, "must_charge": false, "chips_spent": 0 }
}

ruled! {
    a_square_level_with_a_unit_on_the_diagonal_is_its_flank:
    bearing { "facing": "ne", "dx": -1, "dy": 1, "unit_type": "pike" }
    [] => { "arc": "flank", "in_field_of_fire": false, "distance_squares": 1.5 }
}

ruled! {
    a_square_in_front_can_be_outside_the_field_of_fire:
    bearing { "facing": "n", "dx": 2, "dy": 1, "unit_type": "arquebus" }
    [] => { "arc": "front", "in_field_of_fire": false, "distance_squares": 2.5 }
}

ruled! {
    a_tercio_that_has_lost_a_stand_fires_to_its_front_alone:
    bearing { "facing": "s", "dx": 0, "dy": 3, "unit_type": "tercio", "stands": 5 }
    [] => { "arc": "front", "in_field_of_fire": false, "distance_squares": 3 }
}

ruled! {
    a_diagonal_step_costs_one_and_a_half:
    move { "unit_type": "pike", "move_squares": 2.5, "facing": "n", "steps": ["n", "ne"] }
    [] => { "squares_used": 2.5, "squares_left": 0, "dx": 1, "dy": 2, "facing": "n", "turn_degrees": 0 }
}

ruled! {
    light_horse_may_turn_about_and_ride_if_both_are_allowed:
    move { "unit_type": "light_horse", "move_squares": 5, "facing": "n", "new_facing": "s", "turn_first": true,
        "steps": ["s", "s", "sw"], "rulings": {"r14_move_and_turn": "both"} }
    [] => { "squares_used": 3.5, "squares_left": 1.5, "dx": -1, "dy": -3, "facing": "s", "turn_degrees": 180 }
}

refused! {
    a_unit_halts_at_terrain_before_it_enters:
    move { "unit_type": "knights", "move_squares": 3, "facing": "e", "steps": ["e", "e"],
        "enters_terrain": "hill" }
    => "not_allowed" "at_terrain_edge"
}

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

ruled! {
    knights_who_win_double_rout_foot_without_pikes_in_any_row:
    fight { "attacker": {"type": "knights", "move_squares": 3, "fight_die": "d12"},
        "defender": {"type": "arquebus", "move_squares": 2.5, "fight_die": "d6"} }
    [2, 1] => { "attacker_die": "d12", "defender_die": "d6", "winner": "attacker", "difference": 1, "no_effect": false,
        "hits": 0, "attacker_state": "ok", "attacker_stands": 2, "attacker_hits": 0, "attacker_chips_lost": 0,
        "defender_state": "routed", "defender_stands": 2, "defender_hits": 0, "defender_chips_lost": 2,
        "fall_back_squares": 1, "rout_move_squares": 2.5, "chip_allowed": false, "follow": "none",
        "pursuit_roll": true, "attacker_leader_killed": false, "defender_leader_killed": false } with
        "attacker_charging" 1
}

ruled! {
    horse_always_charges_foot_and_a_second_disorder_has_no_further_effect:
    fight { "attacker": {"type": "pike", "move_squares": 2.5, "fight_die": "d8"},
        "defender": {"type": "lancers", "move_squares": 4, "fight_die": "d10", "state": "disordered"} }
    [7, 3] => { "attacker_die": "d8", "defender_die": "d10", "winner": "attacker", "difference": 4, "no_effect": false,
        "hits": 1, "attacker_state": "ok", "attacker_stands": 2, "attacker_hits": 0, "attacker_chips_lost": 0,
        "defender_state": "disordered", "defender_stands": 2, "defender_hits": 1, "defender_chips_lost": 0,
        "fall_back_squares": 2, "rout_move_squares": 0, "chip_allowed": true, "follow": "may",
        "pursuit_roll": false, "attacker_leader_killed": false, "defender_leader_killed": false } with
        "defender_charging" 1, "defender_disordered" -1
}

ruled! {
    a_tercio_that_would_rout_loses_a_stand_of_arquebus_and_holds_its_ground:
    fight { "attacker": {"type": "pike", "move_squares": 2.5, "fight_die": "d10", "leader_attached": true},
        "defender": {"type": "tercio", "move_squares": 1.5, "fight_die": "d10", "shoot_die": "d8",
        "weapon_range_squares": 3} }
    [11, 2] => { "attacker_die": "d12", "defender_die": "d12", "winner": "attacker", "difference": 9, "no_effect": false,
        "hits": 3, "attacker_state": "ok", "attacker_stands": 2, "attacker_hits": 0, "attacker_chips_lost": 0,
        "defender_state": "ok", "defender_stands": 4, "defender_hits": 0, "defender_chips_lost": 2,
        "fall_back_squares": 0, "rout_move_squares": 0, "chip_allowed": false, "follow": "none",
        "pursuit_roll": false, "attacker_leader_killed": false, "defender_leader_killed": false } with
        "attacker_charging" 1, "attacker_leader_attached" 2, "defender_more_stands" 1
}

ruled! {
    militia_pursue_on_a_tie:
    pursuit { "winner_type": "militia", "move_squares": 2.5 }
    [4, 4] => { "must_pursue": true, "pursuit_squares": 2.5 }
}

ruled! {
    knights_are_held_back_by_a_roll_that_is_won:
    pursuit { "winner_type": "knights", "move_squares": 3 }
    [5, 1] => { "must_pursue": false, "pursuit_squares": 0 }
}

ruled! {
    a_rout_costs_a_chip_for_the_stand_lost_and_for_the_stand_that_runs:
    apply_result { "unit": {"type": "militia", "move_squares": 2.5, "fight_die": "d4", "hits": 2}, "hits": 2,
        "effect": "routed" }
    [] => { "state": "routed", "stands": 1, "hits": 1, "chips_lost": 2, "rout_move_squares": 2.5 }
}

ruled! {
    a_disordered_phalanx_that_fails_its_morale_loses_a_stand:
    apply_result { "unit": {"type": "phalanx", "move_squares": 2.5, "fight_die": "d10", "hits": 3,
        "state": "disordered"}, "effect": "disordered", "source": "morale" }
    [] => { "state": "disordered", "stands": 3, "hits": 0, "chips_lost": 1, "rout_move_squares": 0 }
}

ruled! {
    a_chip_routs_a_disordered_unit:
    chip_check { "unit": {"type": "arquebus", "move_squares": 2.5, "fight_die": "d6", "state": "disordered"},
        "morale_chips": 9 }
    [3, 5] => { "target_die": "d4", "success": true, "target_state": "routed", "target_stands": 2, "target_hits": 0,
        "chips_lost": 2, "rout_move_squares": 2.5, "chips_left": 8 } with "disordered" -1
}

ruled! {
    a_chip_that_ties_is_spent_for_nothing:
    chip_check { "unit": {"type": "phalanx", "move_squares": 2.5, "fight_die": "d10", "leader_attached": true},
        "morale_chips": 1 }
    [6, 6] => { "target_die": "d12", "success": false, "target_state": "ok", "target_stands": 4, "target_hits": 0,
        "chips_lost": 0, "rout_move_squares": 0, "chips_left": 0 } with "leader_attached" 2
}

ruled! {
    a_fearsome_enemy_within_its_move_asks_for_courage:
    courage_required { "unit": {"type": "militia", "move_squares": 2.5, "fight_die": "d4"},
        "enemy_fearsome": true, "enemy_move_squares": 3, "distance_squares": 3 }
    [] => { "required": true, "reason": "fearsome" }
}

ruled! {
    the_fearsome_fear_nobody:
    courage_required { "unit": {"type": "phalanx", "move_squares": 2.5, "fight_die": "d10", "swiss": true,
        "fearsome": true}, "enemy_fearsome": true, "enemy_move_squares": 3, "distance_squares": 1 }
    [] => { "required": false, "reason": "none" }
}

ruled! {
    equal_rolls_hold:
    courage_check { "unit": {"type": "militia", "move_squares": 2.5, "fight_die": "d4"} }
    [4, 4] => { "unit_die": "d4", "passed": true, "state": "ok", "stands": 2, "hits": 0, "chips_lost": 0,
        "rout_move_squares": 0 }
}

ruled! {
    light_horse_in_disorder_rout_when_their_courage_fails:
    courage_check { "unit": {"type": "light_horse", "move_squares": 5, "fight_die": "d6", "state": "disordered"}
        }
    [2, 3] => { "unit_die": "d4", "passed": false, "state": "routed", "stands": 2, "hits": 0, "chips_lost": 2,
        "rout_move_squares": 5 } with "disordered" -1
}

ruled! {
    routed_knights_rally_to_disorder:
    rally_check { "unit": {"type": "knights", "move_squares": 3, "fight_die": "d12", "state": "routed"},
        "distance_squares": 5, "morale_chips": 7 }
    [6, 4] => { "unit_die": "d8", "success": true, "state": "disordered", "chips_left": 6 } with "routed" -2
}

ruled! {
    under_the_sultan_a_rally_is_up_one_and_a_tie_still_fails:
    rally_check { "unit": {"type": "militia", "move_squares": 2.5, "fight_die": "d6", "state": "disordered"},
        "distance_squares": 2, "morale_chips": 1, "sultan": true }
    [3, 3] => { "unit_die": "d6", "success": false, "state": "disordered", "chips_left": 0 } with "disordered" -1,
        "sultan" 1
}

ruled! {
    a_leader_lost_takes_no_more_chips_than_there_are:
    leader_check { "in_enemy_weapon_range": true, "morale_chips": 4 }
    [2, 5, 6] => { "tested": true, "leader_lost": true, "chips_lost": 4, "chips_left": 0, "may_rally": false }
}

ruled! {
    all_chips_go_with_the_sultan:
    leader_check { "same_square_as_enemy": true, "morale_chips": 12, "sultan": true }
    [1, 2] => { "tested": true, "leader_lost": true, "chips_lost": 12, "chips_left": 0, "may_rally": false }
}

ruled! {
    a_leader_caught_alone_escapes_with_the_higher_roll:
    leader_caught { "morale_chips": 10 }
    [5, 2] => { "result": "escapes", "chips_lost": 0, "chips_left": 10 }
}

ruled! {
    a_leader_caught_alone_is_lost_with_the_lower_roll:
    leader_caught { "morale_chips": 10 }
    [1, 4, 3] => { "result": "lost", "chips_lost": 3, "chips_left": 7 }
}

ruled! {
    a_leader_killed_takes_no_more_chips_than_there_are:
    leader_loss { "morale_chips": 2 }
    [5] => { "chips_lost": 2, "chips_left": 0 }
}

ruled! {
    no_die_is_thrown_for_the_sultan:
    leader_loss { "morale_chips": 9, "sultan": true }
    [] => { "chips_lost": 9, "chips_left": 0 }
}

ruled! {
    points_can_come_out_equal:
    victory_points { "a_leader_survives": true, "a_good_order_stands": 9, "a_disordered_stands": 4,
        "b_leader_survives": false, "b_good_order_stands": 12, "b_disordered_stands": 0 }
    [] => { "a_points": 24, "b_points": 24, "winner": "draw" }
}

ruled! {
    disordered_stands_are_worth_a_point_each:
    victory_points { "a_leader_survives": true, "a_good_order_stands": 5, "a_disordered_stands": 0,
        "b_leader_survives": true, "b_good_order_stands": 0, "b_disordered_stands": 12 }
    [] => { "a_points": 12, "b_points": 14, "winner": "b" }
}

/// The chance that an outcome is so.
fn chance(procedure: &str, input: Json, so: impl Fn(&Json) -> bool) -> f64 {
    let answer = odds(&request(procedure, input));
    let outcomes = answer["outcomes"].as_array().unwrap_or_else(|| panic!("{answer}"));
    outcomes
        .iter()
        .filter(|row| so(&row["outcome"]))
        .map(|row| row["probability"].as_f64().expect("a probability is a number"))
        .sum()
}

fn assert_close(chance: f64, fraction: f64) {
    assert!((chance - fraction).abs() < 1e-12, "{chance} is not {fraction}");
}

/// Two units of foot with these dice, neither with an advantage but the attacker's charge, which `dice` counts already.
fn foot(die: &str) -> Json {
    json!({ "type": "pike", "move_squares": 2.5, "fight_die": die })
}

#[test]
fn one_die_beats_another_as_often_as_the_table_says() {
    // D8 (D6 up 1 for charging) against D10: 28 wins, 8 ties, 44 losses of 80 throws.
    let won = |who: &'static str| move |outcome: &Json| outcome["winner"] == who;
    let fight = || json!({ "attacker": foot("d6"), "defender": foot("d10") });
    assert_close(chance("fight", fight(), won("attacker")), 28.0 / 80.0);
    assert_close(chance("fight", fight(), won("tie")), 8.0 / 80.0);
    assert_close(chance("fight", fight(), won("defender")), 44.0 / 80.0);
}

#[test]
fn one_shot_with_each_die_falls_out_as_the_table_says() {
    // Miss, 1–2, 3–5, 3–5 disordered, 6–8, 6–8 disordered, 6–8 routed, 9+ routed: throws of sides · 6.
    let table = [
        ("d4", [18, 5, 0, 1, 0, 0, 0, 0], 24.0),
        ("d6", [21, 9, 0, 6, 0, 0, 0, 0], 36.0),
        ("d8", [21, 12, 2, 10, 0, 0, 3, 0], 48.0),
        ("d10", [21, 12, 5, 12, 0, 3, 6, 1], 60.0),
        ("d12", [21, 12, 6, 12, 0, 9, 6, 6], 72.0),
    ];
    for (die, throws, all) in table {
        let shoot = json!({
            "shooters": [{ "unit": {
                "type": "cannon", "move_squares": 1.5, "fight_die": "d4", "shoot_die": die, "weapon_range_squares": 6
            }, "distance_squares": 2 }],
            "target": { "type": "pike", "move_squares": 2.5, "fight_die": "d8" }
        });
        for (column, throws) in throws.into_iter().enumerate() {
            let so = |outcome: &Json| falls_in(outcome) == column;
            assert_close(chance("shoot", shoot.clone(), so), f64::from(throws) / all);
        }
    }
}

/// The column of the table in which a shot falls.
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
fn horse_cannot_beat_a_phalanx_in_front() {
    let fight = json!({
        "attacker": { "type": "knights", "move_squares": 3, "fight_die": "d12" },
        "defender": { "type": "phalanx", "move_squares": 2.5, "fight_die": "d10" }
    });
    let beaten = |outcome: &Json| outcome["winner"] == "attacker" && outcome["no_effect"] == false;
    assert_close(chance("fight", fight, beaten), 0.0);
}

#[test]
fn four_shooters_miss_together_as_often_as_each_alone_multiplied() {
    let shooter = json!({ "unit": {
        "type": "arquebus", "move_squares": 2.5, "fight_die": "d6", "shoot_die": "d8", "weapon_range_squares": 3
    }, "distance_squares": 1 });
    let shoot = json!({
        "shooters": [shooter, shooter, shooter, shooter],
        "target": { "type": "lancers", "move_squares": 4, "fight_die": "d10" }
    });
    // (21/48)⁴
    assert_close(chance("shoot", shoot, |outcome| outcome["pips"] == 0), (21.0_f64 / 48.0).powi(4));
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
    assert_close(chance("shoot", shoot.clone(), |_| true), 1.0);
    // Twelve times a 12 against a 1.
    let best = chance("shoot", shoot, |outcome| outcome["pips"] == 132);
    assert!((best * 72.0_f64.powi(12) - 1.0).abs() < 1e-9);
}

/// What becomes of the defender whom the attacker beats with these faces, under these rulings.
fn beaten(attacker: Json, defender: Json, rulings: Json, faces: [u8; 2]) -> Json {
    let fight = json!({ "attacker": attacker, "defender": defender, "rulings": rulings });
    resolve(&request("fight", fight), &faces)["outcome"].clone()
}

#[test]
fn r6_decides_whether_a_second_disorder_by_the_tables_routs() {
    let militia =
        || json!({ "type": "militia", "move_squares": 2.5, "fight_die": "d6", "state": "disordered", "stands": 1 });
    // 5 against 2: a hit, and double, so disordered again.
    let by_default = beaten(foot("d8"), militia(), json!({}), [5, 2]);
    assert_eq!((&by_default["defender_state"], &by_default["chip_allowed"]), (&json!("disordered"), &json!(true)));
    let by_switch = beaten(foot("d8"), militia(), json!({ "r6_second_disorder": "rout" }), [5, 2]);
    assert_eq!((&by_switch["defender_state"], &by_switch["chip_allowed"]), (&json!("routed"), &json!(false)));
}

#[test]
fn r7_decides_whether_who_routs_falls_back_first() {
    // 10 against 1: nine, which is three hits, four squares back, and a rout.
    let by_default = beaten(foot("d8"), foot("d8"), json!({}), [10, 1]);
    assert_eq!((&by_default["fall_back_squares"], &by_default["rout_move_squares"]), (&json!(4), &json!(2.5)));
    let by_switch = beaten(foot("d8"), foot("d8"), json!({ "r7_rout_fall_back": "rout_move_only" }), [10, 1]);
    assert_eq!((&by_switch["fall_back_squares"], &by_switch["rout_move_squares"]), (&json!(0), &json!(2.5)));
}

#[test]
fn r8_decides_whether_a_stand_of_arquebus_lost_disorders_a_tercio() {
    let put = |stands: i32, rulings: Json| {
        let tercio = json!({ "type": "tercio", "move_squares": 1.5, "fight_die": "d10", "stands": stands });
        let result = json!({ "unit": tercio, "effect": "routed", "rulings": rulings });
        resolve(&request("apply_result", result), &[])["outcome"]["state"].clone()
    };
    assert_eq!(put(6, json!({})), "ok");
    assert_eq!(put(6, json!({ "r8_tercio_rout": "always_disordered" })), "disordered");
    // Its pikes keep no order when one of their own stands goes.
    assert_eq!(put(4, json!({})), "disordered");
}

#[test]
fn a_swiss_phalanx_is_only_disordered_and_costs_no_chip() {
    let swiss = json!({ "type": "phalanx", "move_squares": 2.5, "fight_die": "d10", "swiss": true });
    let outcome =
        resolve(&request("apply_result", json!({ "unit": swiss, "effect": "routed" })), &[])["outcome"].clone();
    assert_eq!(
        outcome,
        json!({ "state": "disordered", "stands": 4, "hits": 0, "chips_lost": 0, "rout_move_squares": 0 })
    );
}

#[test]
fn a_range_is_needed_of_whoever_shoots_and_is_not_nought() {
    let error = |unit: Json| {
        let answer = resolve(&request("courage_check", json!({ "unit": unit })), &[]);
        (answer["error"]["code"].clone(), answer["error"]["field"].clone())
    };
    let bare = json!({ "type": "arquebus", "move_squares": 2.5, "fight_die": "d6", "shoot_die": "d8" });
    assert_eq!(error(bare.clone()), (json!("missing_field"), json!("unit.weapon_range_squares")));
    let mut nought = bare;
    nought["weapon_range_squares"] = json!(0);
    assert_eq!(error(nought), (json!("bad_value"), json!("unit.weapon_range_squares")));
}

/// Every story that the conformance sample can tell: the procedure, and what is told.
fn stories() -> Vec<(&'static Procedure, Story)> {
    let sample: Json = serde_json::from_str(include_str!("conformance/pikette_squared.json")).expect("JSON");
    let mut stories = Vec::new();
    for case in sample["cases"].as_array().into_iter().flatten() {
        let (Ok((_, procedure)), Some(input)) = (find(&case["request"]), case["request"]["input"].as_object()) else {
            continue;
        };
        for resolution in case["resolutions"].as_array().into_iter().flatten() {
            let (Ok(faces), Ok(ready)) = (read_faces(&resolution["faces"]), procedure.read(input)) else { continue };
            stories.extend(ready.resolve(&faces).result.ok().map(|resolved| (procedure, resolved.story)));
        }
    }
    assert!(stories.len() > 500, "{} stories", stories.len());
    stories
}

#[test]
fn every_story_has_a_headline_without_gaps() {
    for (procedure, story) in stories() {
        assert!(!story.words.is_empty(), "{}", procedure.id);
        for words in &story.words {
            let words = words.to_string();
            assert!(!words.contains('{') && !words.contains('}'), "{}: {words}", procedure.id);
        }
    }
}

#[test]
fn every_effect_is_on_a_tracker_of_a_role_of_the_procedure() {
    let ruleset = find(&request("fight", json!({}))).unwrap().0;
    for (procedure, story) in stories() {
        for effect in &story.effects {
            let trackers = match effect.role {
                "side" | "enemy_side" | "a" | "b" => ruleset.side_trackers,
                "battle" => ruleset.battle_trackers,
                role => {
                    assert!(procedure.cast.iter().any(|own| own.id == role), "{}: {role}", procedure.id);
                    ruleset.trackers
                }
            };
            let moves_on = effect.role == "battle" && ["turn", "phase"].contains(&effect.key);
            assert!(
                moves_on || trackers.iter().any(|tracker| tracker.id == effect.key),
                "{}: {effect:?}",
                procedure.id
            );
        }
    }
}

#[test]
fn what_is_due_next_is_a_procedure_with_such_roles_and_fields() {
    let ruleset = find(&request("fight", json!({}))).unwrap().0;
    for (procedure, story) in stories() {
        for due in &story.due {
            let next = ruleset.procedure(due.procedure).unwrap();
            for (there, here, _) in &due.cast {
                assert!(next.cast.iter().any(|role| role.id == *there), "{}: {due:?}", procedure.id);
                assert!(procedure.cast.iter().any(|role| role.id == *here), "{}: {due:?}", procedure.id);
            }
            for (field, _) in &due.fields {
                assert!(next.form.field(field).is_some(), "{}: {due:?}", procedure.id);
            }
        }
    }
}
