//! Cards, initiative, and the end of a turn. *How to set up playing; How to battle – cards and pips.*

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
