//! Groups that fight in pairs: the number of pairs due, and the maximum. *Resolution of the melee; R58.*

use super::{soldiers, table};
use battle::analysis::roll_labels::roll_labels;
use battle::referee;
use rules::names::Names;
use serde_json::{Value as Json, json};
use testing::table::Table;

fn riders() -> Json {
    soldiers(json!({ "mount": "cavalry" }))
}

/// Returns the pairs that each duty fills in.
fn filled_pairs(table: &Table) -> Vec<Option<Json>> {
    let duties = referee::duties(table.ruleset, table.battle.state());
    duties.iter().map(|duty| referee::fixed_answers(duty).get("pairs").cloned()).collect()
}

#[test]
fn charging_riders_fight_until_each_has_fought() {
    // Cavalry charge; R58.
    let mut table = Table::laid("argad", &[riders()], &[soldiers(json!({ "figures": 8 }))]);
    table.play("run_up", &[("rider", &["a1"]), ("target", &["b1"])], json!({ "straight_cm": 20 }), &[]);
    table.phase("melee");
    let pairs = |table: &Table| filled_pairs(table)[0].clone();
    assert_eq!((table.duties(), pairs(&table)), (vec!["!melee: A1: charge at B1".to_owned()], Some(json!(3))));
    let fight: &[(&'static str, &[&str])] = &[("one", &["a1"]), ("many", &["b1"])];
    table.play("melee", fight, json!({}), &[1, 1]);
    assert_eq!(
        (table.duties(), pairs(&table)),
        (vec!["!melee: A1: charge at B1: 1 of 3 fought".to_owned()], Some(json!(2)))
    );
    assert_eq!(table.says("melee", "a1"), "1 of 3 have fought");
    table.play("melee", fight, json!({ "pairs": 2 }), &[1, 1, 1, 1]);
    assert_eq!(table.duties(), [""; 0]);
    assert_eq!(table.says("melee", "a1"), "has fought");
}

#[test]
fn labels_of_rolls_name_the_pair_and_those_who_strike() {
    let procedure = argad::RULESET.procedure("melee").unwrap();
    let input = json!({ "one": {}, "friends": [{}], "many": [{}, {}], "pairs": 2 });
    let rolls = ["pair_1_strike_one", "pair_2_strike_friends", "pair_2_strike_many"];
    let labels = roll_labels(procedure, &Names::default(), input.as_object().unwrap(), rolls);
    assert_eq!(labels, ["Pair 1: fighter 1", "Pair 2: friend 1", "Pair 2: opponents"]);
}

#[test]
fn other_units_in_contact_strike_a_group_that_has_fought() {
    // Melee; R58: figures that have not struck do so, in as many pairs as the smaller group has figures.
    let group = |figures: i32| soldiers(json!({ "figures": figures }));
    let mut table = Table::laid("argad", &[group(2), group(1)], &[group(2), group(3), group(1)]);
    table.set("a1", "contacts", json!(["b1", "b2"]));
    table.set("a2", "contacts", json!(["b3"]));
    table.phase("shoot");
    table.next();
    let due = ["melee: A1 and B1 are in contact", "melee: A1 and B2 are in contact", "melee: A2 and B3 are in contact"];
    assert_eq!(table.duties(), due);
    assert_eq!(filled_pairs(&table), [Some(json!(2)), Some(json!(2)), None], "one pair is just a fight");
    table.play("melee", &[("one", &["a1"]), ("many", &["b1"])], json!({ "pairs": 2 }), &[1, 1, 1, 1]);
    assert_eq!(
        (table.duties(), filled_pairs(&table)),
        (due[1..].iter().map(ToString::to_string).collect(), vec![Some(json!(2)), None])
    );
    let duty = referee::duties(table.ruleset, table.battle.state()).remove(0);
    assert_eq!(duty.roles, [("one", vec!["b2".to_owned()]), ("many", vec!["a1".to_owned()])], "only they can strike");
}

#[test]
fn riders_who_have_fought_need_not_fight_again() {
    // Cavalry charge.
    let mut table = Table::laid("argad", &[riders()], &[soldiers(json!({ "figures": 8 }))]);
    table.play("run_up", &[("rider", &["a1"]), ("target", &["b1"])], json!({ "straight_cm": 20 }), &[]);
    table.phase("melee");
    let two = json!({ "pairs": 2 });
    table.play("melee", &[("one", &["a1"]), ("many", &["b1"])], two, &[1, 1, 1, 1]);
    assert_eq!(table.duties(), ["!melee: A1: charge at B1: 2 of 3 fought"]);
    table.set("a1", "figures", 2);
    assert_eq!(table.duties(), ["melee: A1: charge at B1"]);
}

#[test]
fn pairs_are_not_filled_in_for_weapons_that_strike_over_friends() {
    // Pike; Halberd or bill: in close order they fight in files, not in pairs.
    let pairs = |[first, other]: [(&str, bool); 2]| {
        let armed = |weapon: &str| soldiers(json!({ "weapon": weapon }));
        let mut table = Table::laid("argad", &[armed(first.0)], &[armed(other.0)]);
        table.set("a1", "close_order", first.1);
        table.set("b1", "close_order", other.1);
        table.set("a1", "contacts", json!(["b1"]));
        table.phase("shoot");
        table.next();
        filled_pairs(&table).remove(0)
    };
    let three = Some(json!(3));
    assert_eq!(pairs([("pike", false), ("halberd", false)]), three);
    assert_eq!(pairs([("pike", true), ("sword", false)]), None);
    assert_eq!(pairs([("sword", false), ("halberd", true)]), None);
    assert_eq!(pairs([("sword", true), ("two_handed", true)]), three, "nobody strikes over them");
}

#[test]
fn replacements_of_fallen_chargers_fight_in_separate_pairs() {
    // R55: they have no bonus, and all pairs of an act must be alike.
    let most = |charging: bool, lost: i32| {
        let trackers = [("charging", json!(charging)), ("charge_lost", json!(lost))];
        let mut table = table(&riders(), &trackers);
        table.phase("melee");
        let fight: &[(&'static str, &[&str])] = &[("one", &["a1"]), ("many", &["b1"])];
        let barred =
            |pairs: i32| table.barred("melee", fight, &json!({ "pairs": pairs })).contains(&"pairs".to_owned());
        (1..=3).filter(|pairs| !barred(*pairs)).max()
    };
    assert_eq!([0, 1, 2].map(|lost| most(true, lost)), [Some(3), Some(2), Some(1)]);
    assert_eq!(most(true, 3), Some(3), "none of them charges any more");
    assert_eq!(most(false, 1), Some(3));
}
