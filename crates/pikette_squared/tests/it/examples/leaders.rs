//! Lost leaders, and victory points. *Leaders; A note about victory and defeat.*

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
    no_die_is_rolled_for_the_sultan:
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
