//! Refusals, dice that are asked for, and procedures without units.

use battle::referee;
use rules::form::Offers;
use serde_json::{Map, Value as Json, json};
use testing::asked::{Rules, with};
use testing::table::{Table, assert_answers, french, outcome, roster_notes, spanish, taking};

const ID: &str = "pikette_squared";
const RULES: Rules = Rules(ID);

/// A unit of pike with these changes.
fn pike(more: Json) -> Json {
    with(json!({ "type": "pike", "move_squares": 2.5, "fight_die": "d8" }), more)
}

#[test]
fn each_act_except_shooting_and_running_is_done_once_on_a_card() {
    // The author's replies (R39); shooting.
    let act = |action: &str, more: Json| {
        let act = json!({
            "action": action, "unit_type": "arquebus", "shoot_die": "d8", "pips": 4, "done_on_card": true,
            "same_square_as_enemy": true, "enemy_type": "pike",
        });
        RULES.refusal("action", with(act, more))
    };
    let done = "not_allowed done_on_card";
    assert_eq!(act("move", json!({ "card": "infantry_move" })), done);
    assert_eq!(act("change_direction", json!({ "card": "infantry_move" })), done);
    assert_eq!(act("reload", json!({ "card": "reload", "fired": true })), done);
    assert_eq!(act("fight", json!({ "card": "melee" })), done);
    assert_eq!(act("shoot", json!({})), "allowed");
    assert_eq!(act("rout_move", json!({ "state": "routed" })), "allowed");
    assert_eq!(act("attach_leader", json!({ "unit_type": "leader", "card": "leader_check" })), "allowed");
}

#[test]
fn units_without_missiles_do_not_reload_or_shoot() {
    // Reload; How to battle – shooting.
    let pike = |action: &str, more: Json| {
        RULES.refusal(
            "action",
            with(json!({ "action": action, "unit_type": "pike", "pips": 4, "card": "reload" }), more),
        )
    };
    assert_eq!(pike("reload", json!({ "fired": true })), "not_allowed shoot_die");
    assert_eq!(pike("shoot", json!({})), "not_allowed shoot_die");
    assert_eq!(pike("reload", json!({ "shoot_die": "d6" })), "not_allowed fired");
    assert_eq!(pike("shoot", json!({ "shoot_die": "d6", "fired": true })), "not_allowed fired");
    assert_eq!(pike("reload", json!({ "shoot_die": "d6", "fired": true })), "allowed");
}

#[test]
fn every_unit_may_shoot_at_an_enemy_in_its_own_square() {
    // Firing distance; TERCIO (R15): the own square is in front of every unit.
    let shot = |kind: &str, stands: i32, squares: f64| {
        let armed = json!({ "type": kind, "stands": stands, "shoot_die": "d8", "weapon_range_squares": 3 });
        let shooter = json!({ "unit": pike(armed), "distance_squares": squares, "in_field_of_fire": false, "target_arc": "rear" });
        RULES.refusal("shoot", json!({ "shooters": [shooter], "target": pike(json!({})) }))
    };
    let refused = "not_allowed shooters[0].in_field_of_fire";
    assert_eq!([shot("tercio", 6, 1.0), shot("light_horse", 2, 1.0)], ["allowed", "allowed"]);
    assert_eq!([shot("tercio", 5, 1.0), shot("arquebus", 2, 1.0)], [refused, refused]);
    assert_eq!([shot("tercio", 5, 0.0), shot("arquebus", 2, 0.0)], ["allowed", "allowed"]);
}

#[test]
fn a_unit_has_no_more_stands_and_hits_than_its_type() {
    // Units; PHALANX; TERCIO.
    let refusal = |unit: Json| RULES.refusal("apply_result", json!({ "unit": unit }));
    assert_eq!(refusal(pike(json!({ "stands": 2, "hits": 3 }))), "allowed");
    assert_eq!(refusal(pike(json!({ "stands": 3 }))), "bad_value unit.stands");
    assert_eq!(refusal(pike(json!({ "hits": 4 }))), "bad_value unit.hits");
    assert_eq!(refusal(pike(json!({ "type": "arquebus", "hits": 3 }))), "bad_value unit.hits");
    assert_eq!(refusal(pike(json!({ "state": "routed" }))), "allowed");
    assert_eq!(refusal(pike(json!({ "type": "phalanx", "state": "routed" }))), "bad_value unit.state");
    assert_eq!(refusal(pike(json!({ "type": "tercio", "state": "routed" }))), "bad_value unit.state");
    assert_eq!(refusal(pike(json!({ "swiss": true }))), "bad_value unit.swiss");
    assert_eq!(refusal(pike(json!({ "shoot_die": "d6" }))), "missing_field unit.weapon_range_squares");
    let nowhere = json!({ "shoot_die": "d6", "weapon_range_squares": 0 });
    assert_eq!(refusal(pike(nowhere)), "bad_value unit.weapon_range_squares");
}

#[test]
fn an_army_marches_as_a_whole_and_not_into_enemies() {
    // Marching (R33).
    assert_answers(
        RULES,
        "march",
        &json!({ "card": "cavalry_move", "pips": 2 }),
        &[
            (json!({}), "allowed"),
            (json!({ "card": "melee" }), "not_allowed card"),
            (json!({ "march_available": false }), "not_allowed march_available"),
            (json!({ "all_units_move": false }), "not_allowed all_units_move"),
            (json!({ "enters_enemy_square": true }), "not_allowed enters_enemy_square"),
            (json!({ "pips": 1 }), "not_allowed pips"),
        ],
    );
}

#[test]
fn steps_and_turns_of_a_move_depend_on_the_type() {
    // Infantry Move; Cavalry Move; How to battle – moving.
    let both = json!({ "r14_move_and_turn": "both" });
    assert_answers(
        RULES,
        "move",
        &json!({ "unit_type": "pike", "move_squares": 2.5, "facing": "n", "steps": ["nw", "n"] }),
        &[
            (json!({}), "allowed"),
            (json!({ "state": "routed" }), "not_allowed state"),
            (json!({ "steps": ["e"] }), "not_allowed steps"),
            (json!({ "steps": ["s"] }), "not_allowed steps"),
            (json!({ "steps": ["n", "n", "n"] }), "not_allowed steps"),
            (json!({ "steps": [], "new_facing": "ne" }), "allowed"),
            (json!({ "steps": [], "new_facing": "e" }), "not_allowed new_facing"),
            (json!({ "new_facing": "nw" }), "not_allowed new_facing"),
            (json!({ "new_facing": "nw", "rulings": both }), "allowed"),
            // After a turn to the northeast, northwest is no longer in front.
            (json!({ "new_facing": "ne", "turn_first": true, "rulings": both }), "not_allowed steps"),
            (json!({ "enters_terrain": "woods" }), "not_allowed at_terrain_edge"),
            (json!({ "enters_terrain": "woods", "at_terrain_edge": true }), "allowed"),
            (json!({ "passes_through_friends": true }), "not_allowed passes_through_friends"),
            (json!({ "unit_type": "phalanx", "passes_through_friends": true }), "not_allowed passes_through_friends"),
            (json!({ "unit_type": "arquebus", "passes_through_friends": true }), "allowed"),
        ],
    );
    // The leader moves in any direction, as far as his move allows.
    let leader = |steps: Json| json!({ "unit_type": "leader", "move_squares": 4, "facing": "n", "steps": steps });
    assert_eq!(RULES.refusal("move", leader(json!(["s", "se", "e"]))), "allowed");
    assert_eq!(RULES.refusal("move", leader(json!(["s", "se", "se"]))), "allowed");
    assert_eq!(RULES.refusal("move", leader(json!(["se", "se", "se"]))), "not_allowed steps");
}

#[test]
fn a_free_leader_rallies_near_units_in_disorder() {
    // Rally; Leaders.
    assert_answers(
        RULES,
        "rally_check",
        &json!({ "unit": pike(json!({ "state": "routed" })), "distance_squares": 5, "morale_chips": 1 }),
        &[
            (json!({}), "allowed"),
            (json!({ "unit": pike(json!({})) }), "not_allowed unit.state"),
            (
                json!({ "unit": pike(json!({ "state": "disordered", "leader_attached": true })) }),
                "not_allowed unit.leader_attached",
            ),
            (json!({ "leader_free": false }), "not_allowed leader_free"),
            (json!({ "distance_squares": 5.5 }), "not_allowed distance_squares"),
            (json!({ "morale_chips": 0 }), "not_allowed morale_chips"),
        ],
    );
}

#[test]
fn an_army_asks_for_the_dice_of_its_list() {
    // Army lists (1): upgrades come before the extra unit. The Sultan upgrades the azabs without a die (R27).
    let asked = |army: &str, faces: &[u8]| {
        let answer = RULES.answer("army_generate", json!({ "army": army }), faces);
        answer["next"]["purpose"].as_str().unwrap_or("nothing").to_owned()
    };
    for (army, purposes) in [
        ("french", &["swiss_pike", "extra_unit", "nothing"][..]),
        ("italian", &["familia", "citizen_crossbows", "extra_unit", "nothing"]),
        ("spanish", &["genitors", "extra_unit", "nothing"]),
        ("imperialist", &["extra_unit", "nothing"]),
        ("ottoman", &["sultans_guard", "azabs", "nothing"]),
        ("moorish", &["nothing"]),
    ] {
        for (rolled, purpose) in purposes.iter().enumerate() {
            assert_eq!(asked(army, &vec![1; rolled]), *purpose, "{army} after {rolled} dice");
        }
    }
    assert_eq!(asked("ottoman", &[5]), "nothing");
}

#[test]
fn an_army_names_each_row_that_it_fields() {
    // Spain gets no upgraded Genitors on a 1, and a second unit of pike on a 2.
    let sentences = outcome(ID, "army_generate", &json!({ "army": "spanish" }), &[1, 2]);
    let rows = ["Lancers", "Carabins", "Genitors", "Tercio", "Arquebus", "Pike", "Musketeers", "Cannon"];
    let counts = [1, 1, 1, 1, 2, 2, 2, 1];
    let expected: Vec<String> = counts.iter().zip(rows).map(|(count, row)| format!("{count} × {row}")).collect();
    assert_eq!(sentences[1..], expected);
}

#[test]
fn units_of_a_roster_of_any_size_are_counted() {
    // Units: two stands of pike each, with four hits.
    let pike = json!({ "name": "Pike", "army": "french", "row": "pike" });
    let notes = roster_notes(ID, &vec![pike; 40]);
    assert_eq!(notes, ["40 units and 0 cannon, not twelve and one.", "80 stands, which can take 320 hits."]);
}

#[test]
fn without_units_nothing_is_filled_in() {
    let table = Table::laid(ID, &[], &[]);
    let units_alone = |id: &str| {
        let procedure = table.procedure(id);
        let of_units = ["unit", "shooters", "target", "attacker", "defender"];
        let filled = table.filled(id, &[]);
        let left =
            filled.into_iter().filter(|(field, value)| of_units.contains(&field.as_str()) && *value != json!([]));
        assert_eq!(left.count(), 0, "{}", procedure.id);
    };
    table.ruleset.procedures.iter().for_each(|procedure| units_alone(procedure.id));
    assert!(!table.known("fight", &[], "attack_arc"), "whoever has no flank is not there");
    assert_eq!(table.filled("deck_build", &[]).get("army"), None);
    assert_eq!(table.filled("terrain_budget", &[]).get("pieces"), None, "nothing is rolled");
}

#[test]
fn turn_and_decks_are_filled_in_at_the_end_of_a_turn() {
    // How to set up playing; How to battle – cards and pips.
    let mut table = Table::laid(ID, &[french("pike")], &[spanish("pike")]);
    let fields = ["turn", "nightfall_turns", "cards_left_a", "cards_left_b"];
    let filled = |table: &Table| {
        let filled = table.filled("turn_end", &[]);
        fields.map(|field| filled.get(field).cloned().unwrap_or(Json::Null))
    };
    assert_eq!(filled(&table), [json!(1), json!(null), json!(null), json!(null)]);
    table.set("battle", "nightfall_turns", 7);
    table.set("a", "full_deck", json!({ "melee": 4, "courage": 1 }));
    table.set("a", "deck", json!({ "courage": 1 }));
    table.set("b", "full_deck", json!({ "melee": 4 }));
    assert_eq!(filled(&table), [json!(1), json!(7), json!(1), json!(4)]);
}

#[test]
fn an_act_of_no_unit_changes_no_unit() {
    let mut table = Table::laid(ID, &[french("pike")], &[spanish("pike")]);
    table.phase("first_side");
    table.set("b", "place", "second");
    table.set("a", "pips", 4);
    table.set("a1", "contact", json!(["b1"]));
    // 8 against 7: the attacker wins by one, and a chip may follow.
    let fight = json!({ "attacker": pike(json!({})), "defender": pike(json!({})), "melee_card": true });
    let acts: [(&str, Json, &[u8]); 3] = [
        ("fight", fight, &[8, 7]),
        ("courage_check", json!({ "unit": pike(json!({})) }), &[1, 6]),
        ("apply_result", json!({ "unit": pike(json!({})), "hits": 1 }), &[]),
    ];
    for (id, answers, faces) in acts {
        let before = table.battle.state().table().units.clone();
        table.play(id, &[], answers, faces);
        assert_eq!(table.battle.state().table().units, before, "{id}");
    }
}

#[test]
fn the_winner_of_a_fight_is_recorded_for_the_chip() {
    // How to battle – fighting; – morale chips: a difference of 1, and the loser falls back a square.
    let beaten = |faces: [u8; 2]| {
        let mut table = Table::laid(ID, &[french("pike")], &[spanish("tercio")]);
        table.phase("first_side");
        table.set("b", "place", "second");
        table.set("a", "pips", 4);
        table.set("battle", "card", "melee");
        table.set("a1", "contact", json!(["b1"]));
        table.play("fight", &[("attacker", &["a1"]), ("defender", &["b1"])], json!({}), &faces);
        ["a1", "b1"].map(|id| (table.value(id, "beaten_by"), table.value(id, "may_be_chipped")))
    };
    let of = |winner: &str| (json!(winner), json!(!winner.is_empty()));
    assert_eq!(beaten([8, 7]), [of(""), of("a1")]);
    assert_eq!(beaten([7, 8]), [of("b1"), of("")]);
    assert_eq!(beaten([7, 7]), [of(""), of("")]);
}

#[test]
fn without_an_initiative_no_acts_of_a_side_are_offered() {
    // How to battle – cards and pips (R52).
    let mut table = Table::laid(ID, &[french("pike")], &[spanish("pike")]);
    table.set("a", "pips", 4);
    table.set("b", "place", "second");
    table.set("a", "full_deck", json!({ "melee": 4, "courage": 1 }));
    let offered = |table: &Table| {
        let offers = referee::side_offers(table.ruleset, table.battle.state());
        offers.iter().map(|offer| format!("{}: {}", offer.procedure, offer.why)).collect::<Vec<_>>()
    };
    table.phase("initiative");
    assert_eq!(offered(&table), [""; 0]);
    table.phase("first_side");
    assert_eq!(offered(&table), ["draw_card: Turn a card (1 pip, 5 left)"]);
    table.set("battle", "card", "infantry_move");
    // The card is offered first, because the turn continues with it.
    let with_march = [
        "draw_card: Turn a card (1 pip, 5 left)",
        "march: The army marches (2 pips)",
        "move: The leader moves (1 pip)",
    ];
    assert_eq!(offered(&table), with_march);
    assert!(table.notes()[0].starts_with("Infantry Move: "));
    // Without cards, pips are spent only on acts.
    let given_up = |table: &Table| {
        let duties = referee::given_up(table.ruleset, table.battle.state());
        duties.iter().map(|duty| duty.procedure).collect::<Vec<_>>()
    };
    assert_eq!(given_up(&table), ["draw_card"]);
    table.set("a", "deck", json!({ "melee": 0 }));
    assert!(offered(&table).iter().all(|offer| !offer.starts_with("draw_card")));
    assert_eq!(given_up(&table), ["action"]);
    table.set("battle", "card", "none");
    assert_eq!(table.notes(), [""; 0], "no card is in play");
}

#[test]
fn some_acts_are_free_and_a_rally_costs_a_chip() {
    // How to battle – cards and pips; Rally; Leaders.
    let mut table = Table::laid(ID, &[french("pike"), french("arquebus")], &[spanish("pike")]);
    table.phase("first_side");
    table.set("b", "place", "second");
    table.set("battle", "card", "leader_check");
    table.set("a", "leader_checked", true);
    table.set("a1", "state", "disordered");
    let unpaid = |table: &Table, id: &str, answers: Json| {
        table.barred(id, &[("unit", &["a1"])], &answers).contains(&"cannot_pay".to_owned())
    };
    assert!(!unpaid(&table, "action", json!({ "action": "attach_leader" })));
    assert!(unpaid(&table, "rally_check", json!({})));
    assert!(unpaid(&table, "action", json!({ "action": "rally" })));
    table.set("a", "morale_chips", 1);
    assert!(!unpaid(&table, "rally_check", json!({})));
    table.set("a1", "state", "routed");
    assert!(!unpaid(&table, "action", json!({ "action": "rout_move" })));
    // The chip is spent with the roll, and only once.
    table.set("a1", "state", "disordered");
    table.set("a", "morale_chips", 3);
    table.set("b1", "may_be_chipped", true);
    table.play("rally_check", &[("unit", &["a1"])], json!({ "distance_squares": 3 }), &[4, 1]);
    assert_eq!((table.value("a", "morale_chips"), table.value("a1", "done_rally")), (json!(2), json!(true)));
    assert_eq!(table.value("b1", "may_be_chipped"), false, "something else was paid for");
}

#[test]
fn enemies_in_the_square_are_likely_targets() {
    // How to battle – moving; – fighting.
    let mut table = Table::laid(ID, &[french("gendarmes")], &[spanish("pike"), spanish("lancers")]);
    table.set("a1", "contact", json!(["b2"]));
    for (id, role) in [("reaction", "enemy"), ("french_knights_charge", "enemy"), ("action", "enemy")] {
        assert_eq!(table.offered(id, ("unit", "a1"), role), ["b2", "b1"], "{id}");
    }
    assert_eq!(table.offered("fight", ("attacker", "a1"), "defender"), ["b2", "b1"]);
    assert_eq!(
        table.offered("shoot", ("shooters", "a1"), "target"),
        ["b1", "b2"],
        "whoever is aimed at may be anywhere"
    );
}

#[test]
fn the_enemy_that_draws_french_knights_is_their_likely_target() {
    // How to battle – moving: French knights must charge an opponent who comes within 3 squares.
    let mut table = Table::laid(ID, &[french("gendarmes")], &[spanish("pike"), spanish("lancers")]);
    table.set("a1", "contact", json!(["b1"]));
    table.set("a1", "drawn_by", "b2");
    for id in ["reaction", "french_knights_charge"] {
        assert_eq!(table.offered(id, ("unit", "a1"), "enemy"), ["b2", "b1"], "{id}");
    }
    assert_eq!(table.offered("fight", ("attacker", "a1"), "defender"), ["b1", "b2"]);
}

#[test]
fn an_army_list_offers_only_its_rows_and_players_can_untick_equipment() {
    // Army lists (1); R21: the list does not say that Hungarians have bows.
    let table = Table::laid(ID, &[], &[]);
    let row = table.ruleset.profile.field("row").unwrap();
    let Offers::Among(among) = row.offers else { panic!("all rows") };
    let rows = |unit: Json| among(unit.as_object().unwrap());
    assert_eq!(rows(json!({ "army": "moorish" }))[..2], ["household", "light_horse"]);
    assert!(!rows(json!({ "army": "french" })).contains(&"spahis"));
    assert!(rows(json!({ "army": "other" })).is_empty() && rows(json!({})).is_empty());
    let hungarians = json!({ "army": "imperialist", "row": "hungarians" });
    let card = |profile: &Json| Table::of(ID, profile, &french("pike"), &[]).card("a1");
    assert!(card(&hungarians).ends_with(" · bows"));
    assert!(!card(&with(&hungarians, json!({ "bow_armed": false }))).contains("bows"));
}

#[test]
fn a_side_chooses_from_the_pieces_that_it_rolled() {
    let mut table = Table::laid(ID, &[french("pike")], &[spanish("pike")]);
    table.set("b", "terrain_pieces", 3);
    let pieces = |side: usize| {
        let (procedure, mut participants) = (table.procedure("terrain_budget"), taking(&[]));
        participants.act_for(side);
        referee::filled(procedure, &participants, table.battle.state(), &Map::new()).get("pieces").cloned()
    };
    assert_eq!((pieces(0), pieces(1)), (None, Some(json!(3))));
}
