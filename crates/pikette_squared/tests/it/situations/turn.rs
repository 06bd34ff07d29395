//! The turn: acts that are allowed, duties and consequences.

use battle::referee;
use rules::closing::{Force, Verdict};
use serde_json::{Value as Json, json};
use testing::table::{Table, french, spanish, taking};

const ID: &str = "pikette_squared";

/// A battle in which France is active against Spain with four pips and this card.
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

/// Returns the rules that forbid an act, each with its message.
fn reasons(table: &Table, id: &str, roles: &[(&'static str, &[&str])], answers: &Json) -> Vec<String> {
    let (procedure, participants, state) = (table.procedure(id), taking(roles), table.battle.state());
    let input = referee::filled(procedure, &participants, state, answers.as_object().unwrap());
    let barred = referee::bars(table.ruleset, procedure, &participants, state, &input);
    barred.iter().map(|bar| format!("{}: {}", bar.rule, bar.message)).collect()
}

#[test]
fn each_act_needs_its_card() {
    // How to battle – cards and pips: the cards.
    let mut table = active(&[french("arquebus"), french("gendarmes")], &[spanish("pike")], "courage");
    table.set("a1", "fired", true);
    let card = |table: &Table, id: &str, roles: &[(&'static str, &[&str])], answers: Json| {
        let reasons = reasons(table, id, roles, &answers);
        reasons.into_iter().find_map(|reason| reason.split_once(": Card needed: ").map(|(_, card)| card.to_owned()))
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
fn both_sides_shoot_only_during_an_initiative() {
    // How to battle – shooting; R52.
    let mut table = active(&[french("arquebus")], &[spanish("arquebus")], "melee");
    let barred = |table: &Table, unit: &str, act: &str| {
        let reasons = reasons(table, "action", &[("unit", &[unit])], &json!({ "action": act }));
        reasons.iter().any(|reason| reason.starts_with("no_initiative: "))
    };
    assert_eq!([barred(&table, "a1", "shoot"), barred(&table, "b1", "shoot")], [false, false]);
    assert_eq!([barred(&table, "a1", "move"), barred(&table, "b1", "move")], [false, true]);
    table.phase("initiative");
    assert_eq!([barred(&table, "a1", "shoot"), barred(&table, "b1", "shoot")], [true, true]);
}

#[test]
fn roles_accept_only_units_that_fit() {
    let units =
        [french("gendarmes"), french("pike"), of("ottoman", "akinjis"), french("cannon"), of("imperialist", "reiters")];
    let mut table = Table::laid(ID, &units, &[spanish("pike")]);
    let fit = |table: &Table, id: &str| {
        ["a1", "a2", "a3", "a4", "a5"]
            .map(|unit| if table.fits(id, "unit", unit) == "fits" { 'x' } else { '-' })
            .iter()
            .collect::<String>()
    };
    // Knights charge on opportunity, and light horse evade.
    assert_eq!(fit(&table, "reaction"), "x-x--");
    assert_eq!(fit(&table, "bearing"), "xxxxx");
    table.set("a1", "state", "destroyed");
    table.set("a2", "state", "left_table");
    table.set("a3", "state", "routed");
    assert_eq!(fit(&table, "bearing"), "--xxx");
    assert_eq!(fit(&table, "apply_result"), "--xxx");
}

#[test]
fn phases_of_initiatives_concern_units_on_the_table() {
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
fn a_side_with_the_sultans_guard_is_led_by_the_sultan() {
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
fn the_sultan_watches_every_rally_of_a_side_with_his_guard() {
    // Ottomans: any attempt to rally is up 1.
    let sultan = |row: &str, of_side: bool| {
        let mut table = active(&[of("ottoman", row)], &[spanish("pike")], "leader_check");
        table.set("a", "sultan", of_side);
        table.filled("rally_check", &[("unit", &["a1"])])["sultan"].clone()
    };
    assert_eq!([sultan("spahis", false), sultan("sultans_guard", false), sultan("spahis", true)], [false, true, true]);
}

#[test]
fn players_are_warned_of_acts_that_end_the_march() {
    // Marching: the option ends as soon as a unit enters a square with an enemy.
    let warnings = |id: &str, answers: Json, available: bool| {
        let mut table = active(&[spanish("pike")], &[french("gendarmes"), french("stradiots")], "infantry_move");
        table.set("b", "march_available", available);
        let unit = if answers["reaction"] == "evade" { "b2" } else { "b1" };
        let (procedure, participants) = (table.procedure(id), taking(&[("unit", &[unit])]));
        let input = answers.as_object().unwrap();
        let ends = referee::ends(table.ruleset, procedure, &participants, table.battle.state(), input);
        ends.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    let charge = || json!({ "reaction": "opportunity_charge", "distance_squares": 2 });
    assert_eq!(warnings("reaction", charge(), true), ["After this the army no longer marches."]);
    assert_eq!(warnings("reaction", charge(), false), [""; 0], "it has ended");
    assert_eq!(warnings("reaction", json!({ "reaction": "evade" }), true), [""; 0]);
    // The knights may be held back.
    let knights = warnings("french_knights_charge", json!({ "distance_squares": 2 }), true);
    assert_eq!(knights, ["If they charge, the army no longer marches."]);
}

#[test]
fn the_extra_card_of_a_generated_army_is_filled_into_its_deck() {
    // Army lists: Moorish. Players choose one of the two move cards.
    let mut table = Table::laid(ID, &[], &[spanish("pike")]);
    table.play("army_generate", &[], json!({ "army": "moorish", "moorish_card": "cavalry_move" }), &[]);
    assert_eq!(table.value("a", "extra_card"), "cavalry_move");
    assert_eq!(table.filled("deck_build", &[])["extra_card"], "cavalry_move");
}

#[test]
fn terrain_is_rolled_for_then_chosen_then_shifted() {
    // Terrain – setting up.
    let mut table = Table::laid(ID, &[french("pike")], &[spanish("pike")]);
    let due = |table: &Table| {
        let duties = referee::duties(table.ruleset, table.battle.state());
        let of_terrain = duties.into_iter().filter(|duty| duty.procedure.starts_with("terrain"));
        of_terrain.map(|duty| format!("{} {:?}", duty.procedure, duty.side.map(|side| side.id()))).collect::<Vec<_>>()
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
fn courage_checks_begin_with_units_in_contact_and_end_with_the_fearsome() {
    // Courage; FEARSOME units.
    let units = [french("gendarmes"), french("pike"), french("gendarmes"), french("arquebus")];
    let mut table = active(&units, &[spanish("pike"), spanish("lancers")], "courage");
    table.set("a3", "contact", json!(["b1"]));
    table.set("a4", "contact", json!(["b2"]));
    let asked = |table: &Table| {
        let duties = referee::duties(table.ruleset, table.battle.state());
        let of_courage = duties.into_iter().filter(|duty| duty.procedure == "courage_required");
        of_courage.map(|duty| duty.units("unit")[0].clone()).collect::<Vec<_>>()
    };
    assert_eq!(asked(&table), ["a3", "a4", "a2", "a1"]);
    table.set("a2", "done_courage", true);
    assert_eq!(asked(&table), ["a3", "a4", "a1"]);
}

#[test]
fn the_victor_of_a_fight_pursues_if_it_can() {
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
    // Before nightfall, the turn continues with another roll.
    assert_eq!(next(false), (1, "initiative", json!(false)));
}

#[test]
fn contacts_are_recorded_on_both_units_at_once() {
    let mut table = active(&[french("pike")], &[spanish("pike")], "melee");
    table.set("a1", "contact", json!(["b1"]));
    assert_eq!(table.value("b1", "contact"), json!(["a1"]));
    table.set("b1", "contact", json!([]));
    assert_eq!(table.value("a1", "contact"), json!([]));
}

#[test]
fn a_leader_is_with_one_unit_at_a_time() {
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
fn a_leader_can_move_alone_on_cards_that_allow_it() {
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
fn victory_points_count_remaining_stands_by_order() {
    // A note about victory and defeat; R43.
    let units = [spanish("tercio"), spanish("pike"), spanish("cannon")];
    let mut table = Table::laid(ID, &units, &[french("pike"), french("gendarmes")]);
    table.set("a2", "state", "disordered");
    table.set("b2", "state", "routed");
    let filled = table.filled("victory_points", &[]);
    let stands = ["a_good_order_stands", "a_disordered_stands", "b_good_order_stands", "b_disordered_stands"];
    // A tercio of six stands and a cannon of one are in good order, and two stands of pike are not.
    assert_eq!(stands.map(|field| filled[field].as_i64().unwrap()), [7, 2, 2, 0]);
}

#[test]
fn victory_points_are_offered_at_any_end_and_can_be_declined() {
    // A note about victory and defeat: 2 for a leader, 2 for a stand in good order, and 1 for a disordered one.
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
    // If a side has no units left, no points are needed.
    table.set("battle", "night", false);
    table.set("b1", "state", "destroyed");
    let obvious = table.ruleset.proposed(&now(&table)).unwrap();
    assert_eq!((obvious.verdict, obvious.force), (Verdict::A, Force::Final));
}

#[test]
fn a_bearing_is_given_also_for_a_unit_without_stands() {
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
fn a_reload_after_a_result_ends_the_chance_of_a_chip() {
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
fn a_move_ends_the_march_unless_a_cannon_makes_it() {
    // R48.
    let marches = |row: &str| {
        let mut table = active(&[french(row)], &[spanish("pike")], "infantry_move");
        table.play("action", &[("unit", &["a1"])], json!({ "action": "change_direction" }), &[]);
        table.value("a", "march_available")
    };
    assert_eq!((marches("pike"), marches("cannon")), (json!(false), json!(true)));
}

#[test]
fn only_the_leaders_own_move_counts_as_done_on_a_card() {
    let mut table = active(&[french("pike")], &[spanish("pike")], "leader_check");
    table.set("a", "leader_moved", true);
    let done = |act: &str| {
        let (procedure, mut participants) = (table.procedure("action"), taking(&[]));
        participants.act_for(0);
        let answers = json!({ "action": act });
        {
            let filled = referee::filled(procedure, &participants, table.battle.state(), answers.as_object().unwrap());
            filled.get("done_on_card") == Some(&json!(true))
        }
    };
    assert_eq!((done("move"), done("rally")), (true, false));
}

#[test]
fn a_leader_set_with_a_unit_stays_until_he_is_lost() {
    let mut table = Table::laid(ID, &[french("pike")], &[spanish("pike")]);
    table.set("a", "leader", "attached");
    assert_eq!(table.value("a", "leader"), "attached", "players say which unit later");
}

#[test]
fn units_without_missiles_have_no_reach() {
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
