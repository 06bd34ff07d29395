//! Ranks out of close order, javelins over friends, and lasting wounds.

use super::soldiers;
use exchange::storage::roster::Roster;
use serde_json::{Value as Json, json};
use testing::table::Table;

fn halberds() -> Json {
    soldiers(json!({ "figures": 4, "weapon": "halberd" }))
}

fn ranks(table: &Table, roles: &[(&'static str, &[&str])], list: &str) -> Vec<Option<Json>> {
    let input = table.filled("melee", roles);
    input[list].as_array().unwrap().iter().map(|figure| figure.get("rank").cloned()).collect()
}

#[test]
fn two_ranks_out_of_close_order_are_remembered_between_fights() {
    let mut table = Table::laid("argad", &[halberds()], &[soldiers(json!({ "class": 5 }))]);
    table.phase("melee");
    let fight: &[(&'static str, &[&str])] = &[("one", &["a1"]), ("friends", &["a1"]), ("many", &["b1"])];
    assert_eq!(ranks(&table, fight, "friends"), [None]);
    table.play("melee", fight, json!({ "friends": [{ "rank": 2 }] }), &[1, 1, 1]);
    assert_eq!((table.value("a1", "two_deep"), ranks(&table, fight, "friends")), (json!(true), vec![Some(json!(2))]));
    // A fight of a single figure does not change the record of ranks. A fight with both in front does.
    table.play("melee", &[("one", &["a1"]), ("many", &["b1"])], json!({}), &[1, 1]);
    assert_eq!(table.value("a1", "two_deep"), true);
    let idle = json!({ "friends": [{ "rank": 1, "helpless": true }], "one": { "helpless": true }, "many": [{ "helpless": true }] });
    table.play("melee", fight, idle, &[]);
    assert_eq!((table.value("a1", "two_deep"), ranks(&table, fight, "friends")), (json!(false), vec![None]));
}

#[test]
fn opponents_in_two_ranks_are_filled_in_behind_each_other() {
    let mut table = Table::laid("argad", &[soldiers(json!({}))], &[halberds()]);
    table.set("b1", "two_deep", true);
    let fight: &[(&'static str, &[&str])] = &[("one", &["a1"]), ("many", &["b1", "b1", "b1", "b1"])];
    assert_eq!(ranks(&table, fight, "many"), [None, Some(json!(2)), None, Some(json!(2))]);
    assert_eq!(table.filled("melee", fight)["many"][3]["behind"], 2);
}

#[test]
fn a_place_behind_friends_is_remembered_for_the_next_fight() {
    let mut table = Table::laid("argad", &[soldiers(json!({})), halberds()], &[soldiers(json!({ "class": 5 }))]);
    table.phase("melee");
    let fight: &[(&'static str, &[&str])] = &[("one", &["a1"]), ("friends", &["a2"]), ("many", &["b1"])];
    table.play("melee", fight, json!({ "friends": [{ "rank": 2 }] }), &[1, 1, 1]);
    assert_eq!(
        (table.value("a2", "stands_behind"), ranks(&table, fight, "friends")),
        (json!("a1"), vec![Some(json!(2))])
    );
    assert!(table.card_texts("a2").contains(&"behind A1".to_owned()), "{:?}", table.card_texts("a2"));
    // Their rank is also filled in if they are opponents of the other side's fighter.
    let theirs: &[(&'static str, &[&str])] = &[("one", &["b1"]), ("many", &["a1", "a2"])];
    assert_eq!(ranks(&table, theirs, "many"), [None, Some(json!(2))]);
    table.set("a1", "figures", 0);
    assert_eq!(table.value("a2", "stands_behind"), "", "nobody stands behind those who are gone");
}

#[test]
fn figures_behind_throw_javelins_over_friends_at_figures_behind() {
    let javelins = soldiers(json!({ "figures": 5, "missile": ["javelin"] }));
    let mut table = Table::laid("argad", &[javelins], &[soldiers(json!({ "figures": 6 }))]);
    table.phase("shoot");
    let throw: &[(&'static str, &[&str])] = &[("shooters", &["a1"]), ("target", &["b1"])];
    for (unit, enemy, figures) in [("a1", "b1", 2), ("b1", "a1", 4)] {
        table.set(unit, "contacts", json!([enemy]));
        table.set(unit, "in_contact_at_start", true);
        table.set(unit, "start_figures", figures);
    }
    let filled = table.filled("shoot", throw);
    let shooter = &filled["shooters"][0];
    assert_eq!((&shooter["count"], &shooter["rank"], shooter.get("contact")), (&json!(3), &json!("behind"), None));
    assert_eq!((&filled["target"]["figures"], &filled["target"]["rear_ranks"]), (&json!(2), &json!(true)));
    let answers = json!({ "shooters": [{ "range_cm": 10 }] });
    assert!(table.barred("shoot", throw, &answers).is_empty(), "{:?}", table.barred("shoot", throw, &answers));
    table.play("shoot", throw, answers.clone(), &[6, 6, 6]);
    // Three javelins hit, but only two figures stood behind.
    assert_eq!((table.value("b1", "figures"), table.value("a1", "javelins")), (json!(4), json!(12)));
}

#[test]
fn without_figures_behind_no_javelins_are_thrown_over_friends() {
    let javelins = soldiers(json!({ "figures": 5, "missile": ["javelin"] }));
    let mut table = Table::laid("argad", &[javelins], &[soldiers(json!({}))]);
    table.phase("shoot");
    for (unit, enemy) in [("a1", "b1"), ("b1", "a1")] {
        table.set(unit, "contacts", json!([enemy]));
        table.set(unit, "in_contact_at_start", true);
    }
    table.set("a1", "start_figures", 2);
    let throw: &[(&'static str, &[&str])] = &[("shooters", &["a1"]), ("target", &["b1"])];
    assert_eq!(
        table.refusal("shoot", throw, &json!({ "shooters": [{ "range_cm": 10 }] })),
        "not_allowed shooters[0].contact"
    );
    let answers = json!({ "shooters": [{ "range_cm": 10, "rank": "behind", "contact": "none" }], "target": { "rear_ranks": true } });
    assert_eq!(table.barred("shoot", throw, &answers), ["rear_ranks"]);
}

#[test]
fn a_mark_for_life_can_reduce_health_for_later_wounds() {
    let hero = json!({ "figures": 1, "class": 4, "player_character": true, "health_lost": 1 });
    let mut table = Table::laid("argad", &[hero], &[soldiers(json!({}))]);
    table.phase("end");
    table.set("a1", "wounded", true);
    let wounded: &[(&'static str, &[&str])] = &[("wounded", &["a1"])];
    assert_eq!(table.filled("healing", wounded)["health_lost"], 1);
    // Against health 3, a 3 leaves a mark for life.
    table.play("healing", wounded, json!({}), &[3]);
    table.play("wound_location", wounded, json!({ "costs_health": true }), &[7]);
    assert_eq!((table.value("a1", "health_lost"), table.value("a1", "sequelae_open")), (json!(2), json!(0)));
    assert_eq!(table.filled("healing", wounded)["health_lost"], 2);
    assert!(table.card_texts("a1").contains(&"2 health lost for good".to_owned()), "{:?}", table.card_texts("a1"));
    // A handicap costs no point.
    table.play("wound_location", wounded, json!({}), &[7]);
    assert_eq!(table.value("a1", "health_lost"), 2);
}

#[test]
fn clothing_and_fitness_can_change_during_a_battle() {
    let monk = json!({ "figures": 1, "slow": "dress_or_robe" });
    let mut table = Table::laid("argad", &[monk], &[soldiers(json!({}))]);
    let mover: &[(&'static str, &[&str])] = &[("mover", &["a1"])];
    assert_eq!(table.words("move", mover, &json!({}), &[])[0], "Up to 16 cm.");
    table.set("a1", "slow", "none");
    assert_eq!(table.words("move", mover, &json!({}), &[])[0], "Up to 20 cm.");
    table.set("a1", "slow", "unfit_12");
    assert_eq!(table.words("move", mover, &json!({}), &[])[0], "Up to 12 cm.");
}

#[test]
fn a_roster_after_the_battle_has_lasting_wounds() {
    let hero = json!({ "name": "Philippe", "figures": 1, "class": 4, "player_character": true });
    let mut table = Table::laid("argad", &[hero, soldiers(json!({}))], &[soldiers(json!({}))]);
    assert_eq!(Roster::after_battle(&table.battle, 0), None, "nothing lasts yet");
    table.set("a1", "wounded", true);
    assert_eq!(Roster::after_battle(&table.battle, 0), None, "a wound does not last");
    table.set("a1", "health_lost", 1);
    let after = Roster::after_battle(&table.battle, 0).unwrap();
    assert_eq!((after.name.as_str(), after.ruleset.as_str(), after.units.len()), ("First", "argad", 2));
    let expected = json!({ "name": "Philippe", "figures": 1, "class": 4, "player_character": true, "health_lost": 1 });
    assert_eq!(json!(after.units[0]), expected);
    assert_eq!(Roster::after_battle(&table.battle, 1), None);
    // A battle with that roster begins with the changed profile.
    let next = Table::laid("argad", &[expected], &[soldiers(json!({}))]);
    assert_eq!(next.value("a1", "health_lost"), 1);
    assert_eq!(Roster::after_battle(&next.battle, 0), None);
}
