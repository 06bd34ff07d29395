//! More of the turn: aimed shots, order of duties, units that join, and forecasts.

use super::soldiers;
use battle::forecast::Until;
use battle::{Action, Change, Unit, referee};
use serde_json::{Value as Json, json};
use testing::asked::{Rules, assert_chance};
use testing::chains::{assert_fate, followed};
use testing::table::Table;

const RULES: Rules = Rules("argad");

fn bows() -> Json {
    soldiers(json!({ "missile": ["longbow"], "elite_shooter": true }))
}

#[test]
fn an_aimed_shot_at_one_of_a_group_needs_no_draw() {
    // Elite shooter. A longbow at 10 cm hits with 5.
    let shot = |aimed: bool| {
        let mut table = Table::laid("argad", &[bows()], &[soldiers(json!({})), soldiers(json!({}))]);
        table.phase("shoot");
        let answers = json!({ "shooters": [{ "range_cm": 10, "count": 1, "aimed": aimed }] });
        table.play("shoot", &[("shooters", &["a1"]), ("target", &["b1", "b2"])], answers, &[5]);
        (table.duties(), table.value("b1", "figures"), table.value("b2", "figures"))
    };
    assert_eq!(shot(true), (vec![], json!(2), json!(3)));
    assert_eq!(shot(false), (vec!["!casualties: 1 to draw from B1, B2".to_owned()], json!(3), json!(3)));
}

#[test]
fn an_aimed_shot_is_at_the_armour_and_the_mount_of_its_target() {
    // Elite shooter; R47: what most figures of a group wear counts only for shots at the whole group.
    let riders = soldiers(json!({ "figures": 4, "armour": "5", "mount": "cavalry" }));
    let table = Table::laid("argad", &[bows()], &[json!({ "figures": 1 }), riders]);
    let target = |aimed: bool| {
        let answers = json!({ "shooters": [{ "range_cm": 10, "aimed": aimed }] });
        let filled = table.filled_with("shoot", &[("shooters", &["a1"]), ("target", &["b1", "b2"])], &answers);
        ["figures", "armour", "mount"].map(|field| filled["target"][field].clone())
    };
    assert_eq!(target(true), [json!(1), json!("none"), json!("foot")]);
    assert_eq!(target(false), [json!(5), json!("5"), json!("cavalry")]);
}

#[test]
fn the_skin_of_most_figures_of_a_group_counts() {
    // R47; large creatures have skin in place of armour.
    let creatures = |figures: i32| soldiers(json!({ "figures": figures, "equivalent_armour": 7 }));
    let armoured = || soldiers(json!({ "figures": 3, "armour": "5" }));
    let target = |figures: i32| {
        let table = Table::laid("argad", &[bows()], &[creatures(figures), armoured()]);
        let filled = table.filled("shoot", &[("shooters", &["a1"]), ("target", &["b1", "b2"])]);
        ["figures", "armour", "equivalent_armour"].map(|field| filled["target"][field].clone())
    };
    assert_eq!(target(4), [json!(7), json!("none"), json!(7)]);
    assert_eq!(target(2), [json!(5), json!("5"), json!(0)]);
    assert_eq!(target(3), [json!(6), json!("5"), json!(0)], "in a tie the lighter");
}

#[test]
fn a_throw_is_due_after_earlier_duties() {
    let rider = soldiers(json!({ "mount": "cavalry", "missile": ["javelin"] }));
    let mut table = Table::laid("argad", &[bows(), rider], &[soldiers(json!({})), soldiers(json!({}))]);
    let shot = json!({ "shooters": [{ "range_cm": 10, "count": 1 }] });
    table.play("shoot", &[("shooters", &["a1"]), ("target", &["b1", "b2"])], shot, &[5]);
    table.play("run_up", &[("rider", &["a2"])], json!({ "purpose": "javelin", "straight_cm": 12 }), &[]);
    let draw = "!casualties: 1 to draw from B1, B2";
    assert_eq!(table.duties(), [draw, "shoot: A2 may throw a javelin at full speed"]);
}

#[test]
fn a_group_of_which_some_were_in_contact_may_load() {
    let mut table = Table::laid("argad", &[bows()], &[soldiers(json!({}))]);
    table.set("a1", "in_contact_at_start", true);
    let contacted = [1, 3].map(|figures| {
        table.set("a1", "start_figures", figures);
        table.filled("reload", &[("shooter", &["a1"])])["contacted"].clone()
    });
    assert_eq!(contacted, [json!(false), json!(true)]);
}

#[test]
fn a_throw_leaves_those_of_others_due() {
    let rider = || soldiers(json!({ "mount": "cavalry", "missile": ["javelin"] }));
    let mut table = Table::laid("argad", &[rider(), rider()], &[soldiers(json!({}))]);
    table.phase("move");
    for unit in ["a1", "a2"] {
        table.play("run_up", &[("rider", &[unit])], json!({ "purpose": "javelin", "straight_cm": 12 }), &[]);
    }
    table.phase("shoot");
    let throw = json!({ "shooters": [{ "range_cm": 5, "count": 1 }] });
    table.play("shoot", &[("shooters", &["a1"]), ("target", &["b1"])], throw, &[1]);
    assert_eq!(table.duties(), ["shoot: A2 may throw a javelin at full speed"]);
}

#[test]
fn a_fight_leaves_a_draw_due() {
    let foes = [soldiers(json!({})), soldiers(json!({})), soldiers(json!({}))];
    let mut table = Table::laid("argad", &[bows(), soldiers(json!({}))], &foes);
    table.phase("shoot");
    let shot = json!({ "shooters": [{ "range_cm": 10, "count": 1 }] });
    table.play("shoot", &[("shooters", &["a1"]), ("target", &["b1", "b2"])], shot, &[5]);
    table.phase("melee");
    table.play("melee", &[("one", &["a2"]), ("many", &["b3"])], json!({}), &[1, 1]);
    assert_eq!(table.duties(), ["!casualties: 1 to draw from B1, B2"]);
}

#[test]
fn two_soldiers_who_join_in_close_order_make_no_check_due() {
    // Close order formation: a check to keep close order is due if an order falls below three, or is formed by fewer than three.
    let mut table = Table::laid("argad", &[soldiers(json!({}))], &[soldiers(json!({}))]);
    let profile = json!({ "name": "New", "figures": 2 }).as_object().unwrap().clone();
    let joins = Change::Add(Unit { id: "new".into(), side: 0, profile, ..Unit::default() });
    let changes = vec![joins, Change::set("new", "close_order", true)];
    let changes = referee::changes_of_muster(table.ruleset, table.battle.state(), changes);
    table.add(Action::Muster, changes);
    assert_eq!((table.value("new", "figures"), table.value("new", "close_order")), (json!(2), json!(true)));
    assert!(table.duties().is_empty(), "{:?}", table.duties());
    table.set("new", "figures", 1);
    assert!(table.duties().is_empty(), "{:?}", table.duties());
}

#[test]
fn the_best_of_two_dice_counts_and_both_of_two_blows() {
    // Exceptional strike: 4 or more kills, 3 drives back. A fighter with two lives is killed only by two blows.
    let foe = json!({ "helpless": true, "life_points": 2 });
    let status = |one: Json, friends: Json, targets: Json, status: &str| {
        let input = json!({ "one": one, "friends": friends, "many": [foe], "targets": targets });
        RULES.chance("melee", input, |outcome| outcome["many_status"][0] == status)
    };
    let best =
        |wanted: &str| status(json!({ "helpless": true }), json!([{ "fencer": "two_best" }]), json!([0]), wanted);
    assert_chance(best("wounded"), 3, 4);
    assert_chance(best("killed"), 0, 1);
    assert_chance(best("recoils"), 9 - 4, 36);
    for targets in [json!([0]), json!([0, 0])] {
        let both = |wanted: &str| status(json!({ "fencer": "two_both" }), json!([]), targets.clone(), wanted);
        assert_chance(both("killed"), 1, 4);
        assert_chance(both("wounded"), 1, 2);
        assert_chance(both("recoils"), 9 - 4, 36);
    }
}

#[test]
fn bare_hands_stun_and_chains_end_with_stunned_fighters() {
    // Improvised: at −1, 5 and 6 stun and 4 drives back. Of two such blows the higher counts, and equal ones both count.
    let wrestler = || json!({ "figures": 1, "weapon": "bare_hands" });
    let mut table = Table::laid("argad", &[wrestler()], &[wrestler()]);
    table.phase("melee");
    let fight: &[(&'static str, &[&str])] = &[("one", &["a1"]), ("many", &["b1"])];
    let forecast = followed(&table, "melee", fight, json!({}), Until::Phase, &[]);
    for unit in ["a1", "b1"] {
        assert_fate(&forecast, unit, 2, 5.0 + 6.0, 36.0);
    }
}

#[test]
fn a_unit_that_moves_without_enemies_in_the_chain_does_not_fight() {
    let mut table = Table::laid("argad", &[json!({ "figures": 1 })], &[json!({ "figures": 1 })]);
    table.phase("move");
    let moves: &[(&'static str, &[&str])] = &[("mover", &["a1"])];
    let forecast = followed(&table, "move", moves, json!({}), Until::Turn, &[("fight", "every_turn")]);
    assert_eq!(forecast.units, ["a1"]);
    assert_fate(&forecast, "a1", 0, 1.0, 1.0);
}

#[test]
fn pikes_without_close_order_fight_as_swords_two_turns_later() {
    // Pike; Close order formation; R58. In each turn the pike kills with 4 to 6 and drives back with 3; otherwise the sword strikes. The
    // other pikes stay in contact in any case. A sword that kills a pikeman, with 4 to 6, breaks an order of three.
    let pikes = soldiers(json!({ "weapon": "pike" }));
    let mut table = Table::laid("argad", &[pikes], &[json!({ "figures": 1 })]);
    table.set("a1", "close_order", true);
    table.phase("melee");
    let fight: &[(&'static str, &[&str])] = &[("one", &["a1"]), ("many", &["b1"])];
    let ends = |choice| followed(&table, "melee", fight, json!({}), Until::Rounds(3), &[("order", choice)]);
    // After two turns in contact without close order, the pike is spent. Of two swords the higher counts, and equal ones both count.
    let sword = (4.0 + 5.0 + 6.0) / 36.0;
    let then = |third: f64| 1.0 / 2.0 + 1.0 / 3.0 * third;
    let (kept, broken) = (then(1.0 / 2.0), then(sword));
    assert_fate(&ends("keep"), "b1", 3, then(1.0 / 2.0 * kept + 1.0 / 2.0 * broken), 1.0);
    assert_fate(&ends("break"), "b1", 3, then(broken), 1.0);
}

#[test]
fn turns_to_load_of_a_missing_weapon_are_ignored() {
    let mut table = Table::laid("argad", &[soldiers(json!({ "missile": ["rifled"] }))], &[soldiers(json!({}))]);
    table.set("a1", "reload_pistol", 1);
    table.set("a1", "reload_rifled", "soon");
    assert_eq!((table.value("a1", "loaded_pistol"), table.value("a1", "loaded_rifled")), (Json::Null, json!(3)));
    table.set("a1", "reload_rifled", 2);
    assert_eq!(table.value("a1", "loaded_rifled"), 0);
}
