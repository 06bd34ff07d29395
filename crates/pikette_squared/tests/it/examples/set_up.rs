//! Chips, nightfall and terrain. *How to set up playing; Terrain – setting up.*

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
