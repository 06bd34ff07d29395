//! *Pikette Squared*: who may act when, what is due, and what follows.

use battle::referee;
use rules::closing::{Force, Verdict};
use serde_json::{Value as Json, json};
use testing::table::{Table, french, spanish, taking};

const ID: &str = "pikette_squared";

/// France is active with four pips against Spain, with this card in play.
fn active(a: &[Json], b: &[Json], card: &str) -> Table {
    let mut table = Table::laid(ID, a, b);
    table.phase("first_side");
    table.set("b", "place", "second");
    table.set("a", "pips", 4);
    table.set("battle", "card", card);
    table
}

fn of(army: &str, row: &str) -> Json {
    json!({ "army": army, "row": row })
}

/// Rules that forbid an act, each with its words.
fn reasons(table: &Table, id: &str, roles: &[(&'static str, &[&str])], said: &Json) -> Vec<String> {
    let (procedure, participants, state) = (table.procedure(id), taking(roles), table.battle.state());
    let input = referee::filled(procedure, &participants, state, said.as_object().unwrap());
    let barred = referee::bars(table.ruleset, procedure, &participants, state, &input);
    barred.iter().map(|own| format!("{}: {}", own.rule, own.message)).collect()
}

#[test]
fn each_act_needs_its_card() {
    // How to battle – cards and pips: the cards.
    let mut table = active(&[french("arquebus"), french("gendarmes")], &[spanish("pike")], "courage");
    table.set("a1", "fired", true);
    let card = |table: &Table, id: &str, roles: &[(&'static str, &[&str])], said: Json| {
        let reasons = reasons(table, id, roles, &said);
        reasons.into_iter().find_map(|own| own.split_once(": Card needed: ").map(|(_, card)| card.to_owned()))
    };
    let unit: &[(&'static str, &[&str])] = &[("unit", &["a1"])];
    assert_eq!(card(&table, "action", unit, json!({ "action": "reload" })).unwrap(), "Reload.");
    assert_eq!(card(&table, "action", unit, json!({ "action": "move" })).unwrap(), "Infantry Move.");
    assert_eq!(card(&table, "action", &[("unit", &["a2"])], json!({ "action": "move" })).unwrap(), "Cavalry Move.");
    assert_eq!(card(&table, "action", unit, json!({ "action": "attach_leader" })).unwrap(), "Leader Check.");
    assert_eq!(card(&table, "march", &[], json!({})).unwrap(), "Infantry Move or Cavalry Move.");
    table.set("battle", "card", "reload");
    assert_eq!(card(&table, "action", unit, json!({ "action": "reload" })), None);
}

#[test]
fn either_side_shoots_during_an_initiative_and_nobody_between_them() {
    // How to battle – shooting; R52.
    let mut table = active(&[french("arquebus")], &[spanish("arquebus")], "melee");
    let barred = |table: &Table, unit: &str, act: &str| {
        let reasons = reasons(table, "action", &[("unit", &[unit])], &json!({ "action": act }));
        reasons.iter().any(|own| own.starts_with("no_initiative: "))
    };
    assert_eq!([barred(&table, "a1", "shoot"), barred(&table, "b1", "shoot")], [false, false]);
    assert_eq!([barred(&table, "a1", "move"), barred(&table, "b1", "move")], [false, true]);
    table.phase("initiative");
    assert_eq!([barred(&table, "a1", "shoot"), barred(&table, "b1", "shoot")], [true, true]);
}

#[test]
fn roles_are_taken_by_those_whom_they_are_for() {
    let units =
        [french("gendarmes"), french("pike"), of("ottoman", "akinjis"), french("cannon"), of("imperialist", "reiters")];
    let mut table = Table::laid(ID, &units, &[spanish("pike")]);
    let fit = |table: &Table, id: &str| {
        ["a1", "a2", "a3", "a4", "a5"]
            .map(|unit| if table.fits(id, "unit", unit) == "fits" { 'x' } else { '-' })
            .iter()
            .collect::<String>()
    };
    // Knights charge on opportunity and light horse evade.
    assert_eq!(fit(&table, "reaction"), "x-x--");
    assert_eq!(fit(&table, "bearing"), "xxxxx");
    table.set("a1", "state", "destroyed");
    table.set("a2", "state", "left_table");
    table.set("a3", "state", "routed");
    assert_eq!(fit(&table, "bearing"), "--xxx");
    assert_eq!(fit(&table, "apply_result"), "--xxx");
}

#[test]
fn the_acting_phases_concern_units_on_the_table() {
    let table = |state: &str| Table::of(ID, &french("pike"), &spanish("pike"), &[("state", json!(state))]);
    let acting = ["first_side", "second_side"];
    for state in ["ok", "disordered", "routed"] {
        let concerned = table(state).concerned("a1");
        assert!(acting.iter().all(|phase| concerned.contains(phase)), "{state}: {concerned:?}");
    }
    for state in ["destroyed", "left_table"] {
        let concerned = table(state).concerned("a1");
        assert!(!acting.iter().any(|phase| concerned.contains(phase)), "{state}: {concerned:?}");
    }
}

#[test]
fn the_sultan_leads_where_his_guard_fights() {
    // Ottomans.
    let sultan = |row: &str, of_side: bool| {
        let mut table = Table::laid(ID, &[of("ottoman", row)], &[spanish("pike")]);
        table.set("a", "sultan", of_side);
        let (procedure, mut participants) = (table.procedure("morale_chips"), taking(&[]));
        participants.act_for(0);
        referee::filled(procedure, &participants, table.battle.state(), &serde_json::Map::new())["sultan"].clone()
    };
    assert_eq!(sultan("spahis", false), false);
    assert_eq!(sultan("sultans_guard", false), true);
    assert_eq!(sultan("spahis", true), true);
}

#[test]
fn terrain_is_rolled_for_then_chosen_then_shifted() {
    // Terrain – setting up.
    let mut table = Table::laid(ID, &[french("pike")], &[spanish("pike")]);
    let due = |table: &Table| {
        let duties = referee::duties(table.ruleset, table.battle.state());
        let own = duties.into_iter().filter(|duty| duty.procedure.starts_with("terrain"));
        own.map(|duty| format!("{} {:?}", duty.procedure, duty.side.map(|side| side.id()))).collect::<Vec<_>>()
    };
    assert_eq!(due(&table), ["terrain_roll None"]);
    table.set("a", "terrain_pieces", 3);
    table.set("b", "terrain_pieces", 1);
    assert_eq!(due(&table), [r#"terrain_budget Some("a")"#, r#"terrain_budget Some("b")"#]);
    table.set("a", "terrain_chosen", true);
    assert_eq!(due(&table), [r#"terrain_budget Some("b")"#]);
    table.set("b", "terrain_chosen", true);
    assert_eq!(due(&table), [r#"terrain_shift Some("a")"#, r#"terrain_shift Some("b")"#]);
    table.set("b", "terrain_tried", true);
    assert_eq!(due(&table), [r#"terrain_shift Some("a")"#]);
    table.phase("initiative");
    assert_eq!(due(&table), [""; 0]);
}

#[test]
fn courage_is_asked_first_of_those_in_contact_and_last_of_the_fearsome() {
    // Courage; FEARSOME units.
    let units = [french("gendarmes"), french("pike"), french("gendarmes"), french("arquebus")];
    let mut table = active(&units, &[spanish("pike"), spanish("lancers")], "courage");
    table.set("a3", "contact", json!(["b1"]));
    table.set("a4", "contact", json!(["b2"]));
    let asked = |table: &Table| {
        let duties = referee::duties(table.ruleset, table.battle.state());
        let own = duties.into_iter().filter(|duty| duty.procedure == "courage_required");
        own.map(|duty| duty.units("unit")[0].clone()).collect::<Vec<_>>()
    };
    assert_eq!(asked(&table), ["a3", "a4", "a2", "a1"]);
    table.set("a2", "done_courage", true);
    assert_eq!(asked(&table), ["a3", "a4", "a1"]);
}

#[test]
fn whoever_beat_a_unit_pursues_it_if_it_is_fit_to() {
    // Morale chips; How to battle – fighting: horse in good order or disordered.
    let victor = |row: &str, state: &str| {
        let mut table = active(&[french(row)], &[spanish("pike")], "melee");
        table.set("a", "morale_chips", 3);
        table.set("b1", "may_be_chipped", true);
        table.set("b1", "beaten_by", "a1");
        table.set("a1", "state", state);
        let duties = referee::duties(table.ruleset, table.battle.state());
        let chip = duties.into_iter().find(|duty| duty.procedure == "chip_check").unwrap();
        chip.units("victor").to_vec()
    };
    assert_eq!(victor("gendarmes", "ok"), ["a1"]);
    assert_eq!(victor("gendarmes", "disordered"), ["a1"]);
    assert_eq!(victor("gendarmes", "routed"), [""; 0]);
    assert_eq!(victor("pike", "ok"), [""; 0]);
}

#[test]
fn after_nightfall_players_may_begin_another_turn() {
    // How to battle – cards and pips.
    let next = |night: bool| {
        let mut table = Table::laid(ID, &[french("pike")], &[spanish("pike")]);
        table.set("battle", "nightfall_turns", 1);
        table.phase("turn_end");
        table.set("battle", "night", night);
        table.next();
        let state = table.battle.state().table();
        (state.turn(), state.phase, table.value("battle", "night"))
    };
    assert_eq!(next(true), (2, "initiative", json!(false)));
    // While it is light the turn goes on with another roll.
    assert_eq!(next(false), (1, "initiative", json!(false)));
}

#[test]
fn contacts_are_mutual_from_the_first_on() {
    let mut table = active(&[french("pike")], &[spanish("pike")], "melee");
    table.set("a1", "contact", json!(["b1"]));
    assert_eq!(table.value("b1", "contact"), json!(["a1"]));
    table.set("b1", "contact", json!([]));
    assert_eq!(table.value("a1", "contact"), json!([]));
}

#[test]
fn a_leader_who_joins_another_unit_leaves_the_one_that_he_was_with() {
    // Leaders; R32.
    let units = [french("pike"), french("arquebus"), french("gendarmes")];
    for (from, to) in [("a1", "a3"), ("a3", "a1")] {
        let mut table = active(&units, &[spanish("pike")], "leader_check");
        table.set(from, "leader_attached", true);
        table.play("action", &[("unit", &[to])], json!({ "action": "attach_leader" }), &[]);
        let led = ["a1", "a2", "a3"].into_iter().filter(|id| table.value(id, "leader_attached") == true);
        assert_eq!(led.collect::<Vec<_>>(), [to]);
        assert_eq!(table.value("a", "leader"), "attached");
    }
}

#[test]
fn the_leader_moves_by_himself_on_his_cards_while_he_is_there() {
    // Leaders.
    let offered = |card: &str, trackers: &[(&str, Json)]| {
        let mut table = active(&[french("pike")], &[spanish("pike")], card);
        for (tracker, to) in trackers {
            table.set("a", tracker, to.clone());
        }
        let offers = referee::side_offers(table.ruleset, table.battle.state());
        offers.iter().any(|offer| offer.procedure == "move")
    };
    for card in ["infantry_move", "cavalry_move", "leader_check"] {
        assert!(offered(card, &[("leader_checked", json!(true))]), "{card}");
    }
    assert!(!offered("leader_check", &[]));
    assert!(!offered("melee", &[]));
    assert!(!offered("infantry_move", &[("leader", json!("lost"))]));
    assert!(!offered("infantry_move", &[("leader_moved", json!(true))]));
    assert!(!offered("infantry_move", &[("pips", json!(0))]));
}

#[test]
fn points_count_the_stands_that_are_left_by_their_order() {
    // A note about victory and defeat; R43.
    let units = [spanish("tercio"), spanish("pike"), spanish("cannon")];
    let mut table = Table::laid(ID, &units, &[french("pike"), french("gendarmes")]);
    table.set("a2", "state", "disordered");
    table.set("b2", "state", "routed");
    let filled = table.filled("victory_points", &[]);
    let stands = ["a_good_order_stands", "a_disordered_stands", "b_good_order_stands", "b_disordered_stands"];
    // A tercio of six and a cannon of one are in good order, two stands of pike are not.
    assert_eq!(stands.map(|field| filled[field].as_i64().unwrap()), [7, 2, 2, 0]);
}

#[test]
fn points_are_proposed_at_any_end_and_players_may_choose_not_to_count_them() {
    // A note about victory and defeat: 2 for a leader, 2 for a stand in good order, 1 for a disordered one.
    let units = [spanish("tercio"), spanish("pike"), spanish("cannon")];
    let mut table = Table::laid(ID, &units, &[french("pike"), french("gendarmes"), french("archers")]);
    table.set("a2", "state", "disordered");
    table.set("b2", "state", "routed");
    table.set("b3", "state", "left_table");
    table.set("b", "leader", "lost");
    let now = |table: &Table| table.battle.state().table();
    assert_eq!(table.ruleset.decided(&now(&table)), None, "by day nothing is decided");
    let proposed = table.ruleset.proposed(&now(&table)).unwrap();
    let words = "Victory points: side A 18, side B 4 (2 for a leader who lives, 2 for each stand in good order, 1 for each \
        disordered stand).";
    assert_eq!((proposed.verdict, proposed.because.to_string().as_str()), (Verdict::A, words));
    assert_eq!(proposed.force, Force::Provisional);
    table.phase("turn_end");
    table.set("battle", "night", true);
    let decided = table.ruleset.decided(&now(&table)).unwrap();
    assert_eq!(decided.because.to_string(), format!("Night has fallen. {words}"));
    assert_eq!(decided.force, Force::Optional);
    // A side without anybody left needs no points.
    table.set("battle", "night", false);
    table.set("b1", "state", "destroyed");
    let obvious = table.ruleset.proposed(&now(&table)).unwrap();
    assert_eq!((obvious.verdict, obvious.force), (Verdict::A, Force::Final));
}

#[test]
fn a_square_lies_somewhere_also_for_a_unit_without_stands() {
    let mut table = Table::laid(ID, &[spanish("tercio")], &[french("pike")]);
    table.set("a1", "facing", "n");
    let lies = |table: &Table| {
        let lies = table.procedure("bearing").grid.as_ref().unwrap().lies;
        lies(&table.battle.state().facts("a1"), 0, -1)
    };
    assert_eq!(lies(&table), ["front", "range"], "a tercio is front all round");
    table.set("a1", "stands", 0);
    assert_eq!(lies(&table)[..1], ["front"]);
}

#[test]
fn a_reload_comes_between_a_result_and_a_chip_on_it() {
    // R53: a chip is spent right after the result.
    let chipped = |act: &str, card: &str| {
        let mut table = active(&[french("arquebus")], &[spanish("pike")], card);
        table.set("a1", "fired", true);
        table.set("b1", "may_be_chipped", true);
        table.play("action", &[("unit", &["a1"])], json!({ "action": act }), &[]);
        table.value("b1", "may_be_chipped")
    };
    assert_eq!(chipped("reload", "reload"), false);
    assert_eq!(chipped("attach_leader", "leader_check"), true, "it costs nothing");
}

#[test]
fn a_move_of_a_unit_ends_the_march_and_that_of_the_cannon_does_not() {
    // R48.
    let marches = |row: &str| {
        let mut table = active(&[french(row)], &[spanish("pike")], "infantry_move");
        table.play("action", &[("unit", &["a1"])], json!({ "action": "change_direction" }), &[]);
        table.value("a", "march_available")
    };
    assert_eq!((marches("pike"), marches("cannon")), (json!(false), json!(true)));
}

#[test]
fn the_leaders_own_move_is_done_on_a_card_and_nothing_else_of_his_is() {
    let mut table = active(&[french("pike")], &[spanish("pike")], "leader_check");
    table.set("a", "leader_moved", true);
    let done = |act: &str| {
        let (procedure, mut participants) = (table.procedure("action"), taking(&[]));
        participants.act_for(0);
        let said = json!({ "action": act });
        {
            let filled = referee::filled(procedure, &participants, table.battle.state(), said.as_object().unwrap());
            filled.get("done_on_card") == Some(&json!(true))
        }
    };
    assert_eq!((done("move"), done("rally")), (true, false));
}

#[test]
fn a_leader_who_is_said_to_be_with_a_unit_stays_so_until_one_loses_him() {
    let mut table = Table::laid(ID, &[french("pike")], &[spanish("pike")]);
    table.set("a", "leader", "attached");
    assert_eq!(table.value("a", "leader"), "attached", "players say which unit later");
}

#[test]
fn units_that_do_not_shoot_reach_nowhere() {
    let lies = |row: &str| {
        let mut table = Table::laid(ID, &[french(row)], &[spanish("pike")]);
        table.set("a1", "facing", "n");
        let lies = table.procedure("bearing").grid.as_ref().unwrap().lies;
        lies(&table.battle.state().facts("a1"), 0, 0)
    };
    assert_eq!(lies("pike"), ["front"]);
    assert_eq!(lies("arquebus"), ["front", "range"]);
    let other = json!({
        "army": "other", "type": "militia", "move_squares": 2.5, "fight_die": "d4", "weapon_range_squares": 0,
    });
    let table = Table::of(ID, &other, &spanish("pike"), &[("facing", json!("n"))]);
    let lies = table.procedure("bearing").grid.as_ref().unwrap().lies;
    assert_eq!(lies(&table.battle.state().facts("a1"), 0, 0), ["front"]);
}
