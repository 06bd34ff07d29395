//! The turn: duties that an act settles, and duties that become due at the end of a turn.

use super::{soldiers, table};
use battle::{Action, Change};
use serde_json::{Value as Json, json};
use testing::table::Table;

/// Sets close order for a unit.
fn formed(table: &mut Table, unit: &str) {
    table.set(unit, "close_order", true);
}

#[test]
fn only_keeping_order_settles_the_duty_of_its_unit() {
    // Close order formation.
    let units = [soldiers(json!({ "figures": 6 })), soldiers(json!({ "figures": 6 }))];
    let mut table = Table::laid("argad", &units, &[soldiers(json!({}))]);
    for id in ["a1", "a2"] {
        formed(&mut table, id);
        table.set(id, "contacted", true);
    }
    table.phase("reload");
    table.next();
    let due = ["!close_order: A1: does the close order hold?", "!close_order: A2: does the close order hold?"];
    assert_eq!(table.duties(), due);
    table.play("close_order", &[("unit", &["a1"])], json!({ "action": "pivot" }), &[]);
    assert_eq!(table.duties(), due, "a pivot finds nothing out");
    table.play("close_order", &[("unit", &["a1"])], json!({ "action": "keep" }), &[]);
    assert_eq!(table.duties(), due[1..]);
}

#[test]
fn sentences_of_loading_count_ready_and_begun_weapons() {
    // Weapon cards: a musket takes two turns, a pistol one, and weapons that are nearly ready come first. There are three of each.
    let words = |missile: &str, trackers: &[(&str, Json)]| {
        table(&soldiers(json!({ "missile": [missile] })), trackers).words(
            "reload",
            &[("shooter", &["a1"])],
            &json!({}),
            &[],
        )
    };
    let muskets = |loaded: i32, loading: i32| {
        let trackers = [("loaded_matchlock_musket", json!(loaded)), ("loading_matchlock_musket", json!(loading))];
        words("matchlock_musket", &trackers)
    };
    let (ready, to_go) = ("Loaded: ready to shoot next turn.", "1 turn of loading to go.");
    assert_eq!(muskets(0, 0), [to_go, "3 more loaded by half."]);
    assert_eq!(muskets(0, 2), [ready, "2 more loaded.", "1 more loaded by half."]);
    assert_eq!(muskets(1, 2), [ready, "2 more loaded."]);
    let shot =
        [("loaded_matchlock_musket", json!(0)), ("loading_matchlock_musket", json!(3)), ("shot_figures", json!(1))];
    assert_eq!(words("matchlock_musket", &shot), [ready, "2 more loaded."], "one figure shot, so it loads nothing");
    assert_eq!(words("pistol", &[("loaded_pistol", json!(1))]), [ready, "2 more loaded."]);
}

#[test]
fn struck_and_fouled_are_set_once_their_counts_reach_all_figures() {
    // Resolution of the melee; Matchlock musket; R58.
    for (count, flag) in [("blows", "struck"), ("fouled_muskets", "fouled")] {
        let muskets = soldiers(json!({ "missile": ["matchlock_musket"] }));
        let mut table = table(&muskets, &[]);
        let mut after = |tracker: &str, to: Json| {
            table.set("a1", tracker, to);
            (table.value("a1", count), table.value("a1", flag))
        };
        assert_eq!(after(count, json!(2)), (json!(2), json!(false)));
        assert_eq!(after(count, json!(3)), (json!(3), json!(true)));
        assert_eq!(after(count, json!(2)), (json!(2), json!(false)));
        assert_eq!(after("figures", json!(2)), (json!(2), json!(true)), "one who had not has fallen");
        // A flag that is set or cleared by hand applies to all figures.
        assert_eq!(after(flag, json!(false)), (json!(0), json!(false)));
        assert_eq!(after(flag, json!(true)), (json!(2), json!(true)));
        assert_eq!(after(flag, json!(false)), (json!(0), json!(false)));
        assert_eq!(after("figures", json!(0)), (json!(0), json!(false)), "nobody is left");
    }
}

#[test]
fn a_battle_of_an_earlier_version_keeps_the_mark_of_fouled_muskets() {
    // Battles of earlier versions have no count of fouled muskets.
    let mut table = table(&soldiers(json!({ "missile": ["matchlock_musket"] })), &[]);
    table.add(Action::ByHand, vec![Change::set("a1", "fouled", json!(true))]);
    table.set("a1", "figures", 2);
    assert_eq!((table.value("a1", "fouled_muskets"), table.value("a1", "fouled")), (json!(0), json!(true)));
    table.set("a1", "fouled_muskets", 1);
    assert_eq!(table.value("a1", "fouled"), true, "the first that is counted");
    table.set("a1", "fouled_muskets", 2);
    table.set("a1", "fouled_muskets", 1);
    assert_eq!(table.value("a1", "fouled"), false, "they are counted now");
}

#[test]
fn placing_a_mark_for_life_settles_only_its_own_unit() {
    // Wound healing.
    let hero = || json!({ "figures": 1, "player_character": true });
    let mut table = Table::laid("argad", &[hero(), hero()], &[soldiers(json!({}))]);
    table.phase("end");
    for id in ["a1", "a2"] {
        table.set(id, "life_points", 1);
        table.set(id, "wounded", true);
        table.play("healing", &[("wounded", &[id])], json!({}), &[3]);
    }
    let due = ["wound_location: A1: where is the mark?", "wound_location: A2: where is the mark?"];
    assert_eq!(table.duties(), due);
    table.play("wound_location", &[("wounded", &["a2"])], json!({}), &[3]);
    assert_eq!(table.duties(), due[..1]);
}

#[test]
fn loading_settles_the_choice_of_what_to_load() {
    // Firearms; R53.
    let both = || soldiers(json!({ "missile": ["pistol", "short_arquebus"] }));
    let mut table = Table::laid("argad", &[both(), both()], &[soldiers(json!({}))]);
    for id in ["a1", "a2"] {
        table.set(id, "loaded_pistol", 0);
        table.set(id, "loaded_short_arquebus", 0);
    }
    table.phase("melee");
    table.next();
    table.play("reload", &[("shooter", &["a1"])], json!({ "weapon": "pistol" }), &[]);
    assert_eq!(table.duties(), ["!reload: A2: several kinds of weapons to load"]);
    let open = table.value("battle", "open_duties");
    assert_eq!((open.as_array().unwrap().len(), &open[0]["units"]), (1, &json!(["a2"])));
}

#[test]
fn a_group_too_small_for_close_order_is_checked_next_turn() {
    // Close order formation; R52: three at least.
    let due = |figures: i32, formed_before: bool| {
        let mut table = Table::laid("argad", &[soldiers(json!({ "figures": 4 }))], &[soldiers(json!({}))]);
        table.set("a1", "figures", figures);
        if formed_before {
            formed(&mut table, "a1");
        } else {
            table.set("a1", "forming", true);
        }
        table.set("battle", "open_duties", json!([]));
        table.phase("end");
        table.next();
        assert_eq!(table.value("a1", "close_order"), true);
        table.duties()
    };
    assert_eq!(due(2, false), ["!close_order: A1: does the close order hold?"]);
    assert!(due(3, false).is_empty());
    assert!(due(2, true).is_empty(), "it was too small before");
}

#[test]
fn fights_are_listed_in_the_order_in_which_they_became_due() {
    let riders = soldiers(json!({ "mount": "cavalry" }));
    let foes = [soldiers(json!({})), soldiers(json!({}))];
    let mut table = Table::laid("argad", &[riders, soldiers(json!({}))], &foes);
    table.set("a2", "contacts", json!(["b2"]));
    table.phase("shoot");
    table.next();
    table.play("run_up", &[("rider", &["a1"]), ("target", &["b1"])], json!({ "straight_cm": 20 }), &[]);
    assert_eq!(table.duties(), ["melee: A2 and B2 are in contact", "!melee: A1: charge at B1"]);
}

#[test]
fn groups_count_stunned_figures_and_single_characters_have_a_flag() {
    let counted = |figures: i32, tracker: &str| {
        let profile = json!({ "figures": figures, "weapon": "halberd", "missile": ["matchlock_musket"] });
        table(&profile, &[]).value("a1", tracker)
    };
    for tracker in ["knocked_figures", "stunned_figures", "fouled_muskets", "start_figures"] {
        assert_eq!((counted(1, tracker), counted(2, tracker)), (Json::Null, json!(0)), "{tracker}");
    }
    assert_eq!((counted(1, "two_deep"), counted(2, "two_deep")), (Json::Null, json!(false)), "one makes no ranks");
    // In a group, wounded figures are removed.
    assert_eq!((counted(1, "health_lost"), counted(2, "health_lost")), (json!(0), Json::Null));
}

#[test]
fn units_that_have_shot_are_not_filled_in_again_and_riders_form_no_order() {
    let bows = soldiers(json!({ "missile": ["longbow"] }));
    let table = table(&bows, &[("shot_figures", json!(1))]);
    let filled = table.filled("shoot", &[("shooters", &["a1"]), ("target", &["b1"])]);
    assert_eq!(filled["shooters"][0]["count"], 2);
    let riders = Table::laid("argad", &[soldiers(json!({ "mount": "cavalry" }))], &[soldiers(json!({}))]);
    assert_eq!(riders.fits("close_order", "unit", "a1"), "Only soldiers on foot form close order.");
    assert_eq!(riders.fits("close_order", "unit", "b1"), "fits");
}
