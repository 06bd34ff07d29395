//! Armies generated from their lists. *Army lists; Units.*

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
    knights_dismount_with_their_own_die_unless_another_is_said:
    dismount { "unit": {"type": "knights", "move_squares": 3, "fight_die": "d10"}, "move_squares": 2 }
    [] => { "type": "dismounted_knights", "move_squares": 2, "fight_die": "d10", "stands": 2, "hits_per_stand": 4,
        "class": "infantry" }
}

refused! {
    lancers_stay_on_their_horses:
    dismount { "unit": {"type": "lancers", "move_squares": 4, "fight_die": "d10"}, "move_squares": 2 }
    => "not_allowed" "unit.type"
}

refused! {
    nobody_dismounts_in_battle:
    dismount { "unit": {"type": "knights", "move_squares": 3, "fight_die": "d10", "hits": 1}, "move_squares": 2 }
    => "not_allowed" "unit.hits"
}
