//! Ends of chains for the players' choices, with probabilities computed by hand.

use battle::forecast::Until;
use serde_json::json;
use testing::chains::{assert_fate, followed};
use testing::table::{Table, foot, formation, french, horse, spanish};

const NONE: &[(&str, &str)] = &[];

#[test]
fn the_end_of_a_charge_depends_on_the_answer_to_it() {
    let mut table = Table::laid("pike_and_shot", &[foot()], &[horse()]);
    table.phase("charges");
    let charge: &[(&'static str, &[&str])] = &[("unit", &["b1"]), ("opponent", &["a1"])];
    let ends = |choices| followed(&table, "reaction_charge", charge, json!({}), Until::Phase, choices);
    // Average horse charge on 2 or more. Average foot stand on 2 or more, or break.
    assert_fate(&ends(NONE), "a1", 1, 5.0, 36.0);
    // Foot counter-charge on 3 or more. If they fail, they get a counter and stand on 3 or more.
    assert_fate(&ends(&[("answer", "counter_charge")]), "a1", 1, 5.0 * 2.0 * 2.0, 6.0 * 6.0 * 6.0);
    assert_fate(&ends(&[("answer", "break")]), "a1", 1, 5.0, 6.0);
}

#[test]
fn a_charged_unit_that_stands_fires_if_players_choose_so() {
    // Six musketeers in two ranks: the three in front count as one group of four, which hits on 5 or 6.
    let muskets = json!({ "muskets": 6, "morale_class": "good" });
    let mut table = Table::laid("pike_and_shot", &[muskets], &[horse()]);
    table.phase("charges");
    table.play("reaction_charge", &[("unit", &["b1"]), ("opponent", &["a1"])], json!({}), &[6]);
    table.phase("charge_moves");
    table.set("a1", "response", "stand");
    let fires = |choice| {
        let charge: &[(&'static str, &[&str])] = &[("unit", &["b1"])];
        let answers = json!({ "direction": "forward" });
        let forecast = followed(&table, "movement_allowance", charge, answers, Until::Turn, &[("charge_fire", choice)]);
        forecast.nodes.iter().filter(|node| node.when.1 == "charge_fire").count()
    };
    assert!(fires("fire") > fires("hold"), "{} and {}", fires("fire"), fires("hold"));
}

#[test]
fn a_formation_in_contact_is_checked_at_the_touched_edge() {
    let mut table = Table::laid("arquebusier", &[formation("pike")], &[formation("pike")]);
    table.set("a1", "contacts", json!(["b1"]));
    table.phase("melee");
    let check: &[(&'static str, &[&str])] = &[("formation", &["a1"])];
    let ends = |side: &'static str| {
        followed(&table, "irregular_check", check, json!({ "contact": ["front"] }), Until::Phase, &[("contact", side)])
    };
    // Front and rear: four elements strike, each once on 5 or more, whether Regular or Irregular. At the side one rank is touched. (R33)
    for (side, state, destroyed) in [("front", 0, 1.0), ("side", 1, 0.0), ("rear", 1, 1.0)] {
        let forecast = ends(side);
        assert_fate(&forecast, "b1", state, 81.0 - destroyed, 81.0);
        assert_fate(&forecast, "b1", 2, destroyed, 81.0);
    }
}

#[test]
fn the_death_of_a_general_makes_near_formations_irregular() {
    let mut table = Table::laid("arquebusier", &[formation("pike"), formation("pike")], &[formation("pike")]);
    table.set("a", "general", "killed");
    table.set("a2", "general_told", true);
    table.phase("commands");
    let command: &[(&'static str, &[&str])] = &[("formation", &["a1"])];
    let ends = |place| {
        followed(&table, "command", command, json!({ "kind": "manoeuvre" }), Until::Phase, &[("general_falls", place)])
    };
    assert_fate(&ends("near"), "a1", 1, 1.0, 1.0);
    assert_fate(&ends("far"), "a1", 0, 1.0, 1.0);
}

#[test]
fn the_first_of_equally_weak_types_loses_an_element_by_default() {
    let groups = json!([{ "type": "mob", "elements": 2, "front": 2 }, { "type": "pike", "elements": 2, "front": 2 }]);
    let mixed = json!({ "nature": "irregular", "groups": groups });
    let mut table = Table::laid("arquebusier", &[mixed, formation("pike")], &[formation("pike")]);
    table.set("a1", "shaken_close_fire", true);
    table.phase("end");
    let check: &[(&'static str, &[&str])] = &[("formation", &["a1"])];
    let forecast = followed(&table, "irregular_check", check, json!({}), Until::Turn, NONE);
    assert_eq!(forecast.ends.units[0].numbers[0].0, [(3, 1.0)].into());
}

#[test]
fn a_command_restores_order_each_turn_if_players_choose_so() {
    let mut table = Table::laid("arquebusier", &[formation("firearm"), formation("pike")], &[formation("firearm")]);
    table.set("a1", "shaken_close_fire", true);
    table.set("a1", "contacts", json!(["b1"]));
    for id in ["a1", "b1"] {
        table.set(id, "contact_to_check", false);
    }
    table.phase("melee");
    let melee: &[(&'static str, &[&str])] = &[("own", &["a1"]), ("enemies", &["b1"])];
    let commands = |choice| {
        let forecast = followed(&table, "melee", melee, json!({}), Until::Rounds(2), &[("restore", choice)]);
        forecast.nodes.iter().filter(|node| node.when.1 == "commands").count()
    };
    assert!(commands("restore") > commands("none"));
}

#[test]
fn a_chip_is_spent_as_players_choose() {
    let mut table = Table::laid("pikette_squared", &[french("arquebus")], &[spanish("pike")]);
    table.phase("first_side");
    table.set("b", "place", "second");
    table.set("a", "pips", 4);
    table.set("a", "morale_chips", 9);
    let shot: &[(&'static str, &[&str])] = &[("shooters", &["a1"]), ("target", &["b1"])];
    let answers = json!({ "shooters": [{ "distance_squares": 1 }] });
    let ends = |choice| followed(&table, "shoot", shot, answers.clone(), Until::Phase, &[("chip", choice)]);
    // The shot is a D8 against a D6. Of 48 throws at the pike in good order, 14 only score pips, 10 disorder it, and 3 rout it.
    let never = ends("never");
    assert_fate(&never, "b1", 1, 10.0, 48.0);
    assert_fate(&never, "b1", 2, 3.0, 48.0);
    // The chip's D6 must beat the fight die. It does so in 15 of 60 throws against good order (D10), and disorders the unit. Against a
    // disordered unit (D8) it does so in 15 of 48, and routs it.
    let always = ends("always");
    assert_fate(&always, "b1", 2, 3.0 / 48.0 + 10.0 / 48.0 * 15.0 / 48.0, 1.0);
    assert_fate(&always, "b1", 1, 10.0 / 48.0 * 33.0 / 48.0 + 14.0 / 48.0 * 0.25, 1.0);
    let disordered = ends("disordered");
    assert_fate(&disordered, "b1", 2, 3.0 / 48.0 + 10.0 / 48.0 * 15.0 / 48.0, 1.0);
    assert_fate(&disordered, "b1", 1, 10.0 / 48.0 * 33.0 / 48.0, 1.0);
}

#[test]
fn a_fight_goes_on_as_players_choose() {
    // Two swordsmen of class 3: a 3 drives back, 4 or more kills, and 1 and 2 miss.
    let soldier = || json!({ "figures": 1 });
    let mut table = Table::laid("argad", &[soldier()], &[soldier()]);
    table.phase("melee");
    let fight: &[(&'static str, &[&str])] = &[("one", &["a1"]), ("many", &["b1"])];
    let ends = |choice| followed(&table, "melee", fight, json!({}), Until::Rounds(2), &[("fight", choice)]);
    let one = ends("one_round");
    let every = ends("every_turn");
    // Both have equal chances. In a round, a swordsman is killed if he does not kill (9 of 36), or if he kills with no higher die (6 of
    // 36). Neither is killed in 9 of 36. In 4 of these both miss and stay in contact.
    for (forecast, numerator, denominator) in [
        (one, 5.0, 12.0),
        (ends("in_contact"), 5.0 * 10.0, 12.0 * 9.0),
        (ends("two_rounds"), 5.0 * 10.0, 12.0 * 9.0),
        (every, 5.0 * 5.0, 12.0 * 4.0),
    ] {
        for unit in ["a1", "b1"] {
            assert_fate(&forecast, unit, 3, numerator, denominator);
        }
    }
}
