//! Prices in pips and chips. *How to battle – cards and pips, moving; Marching.*

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
