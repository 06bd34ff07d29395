//! Squares, facings and arcs. *How to battle – moving.*

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
