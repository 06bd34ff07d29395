//! Cards, rows, texts of trackers, rosters and alerts.

use super::{irregular, of, table};
use serde_json::{Value as Json, json};
use testing::table::{Table, roster_notes};

#[test]
fn a_card_shows_nature_elements_and_ranks() {
    let mixed = json!({
        "nature": "regular", "volley": "late_swedish",
        "groups": [{ "type": "pike", "elements": 6, "front": 3 }, { "type": "firearm", "elements": 8, "front": 8 }],
    });
    assert_eq!(
        table(&mixed, &[]).card("a1"),
        "Regular by nature · 6 Pike (3 in front) · 8 Firearm · late Swedish volley"
    );
    // The rear ranks step forward: of six Pikes one is left, in front.
    assert_eq!(
        table(&mixed, &[("lost_pike", json!(5))]).card("a1"),
        "Regular by nature · 1 Pike · 8 Firearm · late Swedish volley"
    );
    let mut bows = irregular("firearm", 4);
    bows["volley"] = "longbow".into();
    assert_eq!(table(&bows, &[]).card("a1"), "Irregular by nature · 4 Firearm · longbows");
    let mut dragoons = of("dragoon", 4);
    assert_eq!(table(&dragoons, &[]).card("a1"), "Regular by nature · 4 Dragoon · mounted");
    dragoons["mounted"] = false.into();
    assert_eq!(table(&dragoons, &[]).card("a1"), "Regular by nature · 4 Dragoon · on foot");
}

#[test]
fn a_row_counts_elements_by_type() {
    let mixed = json!({
        "nature": "regular",
        "groups": [{ "type": "pike", "elements": 6, "front": 3 }, { "type": "firearm", "elements": 8, "front": 8 }],
    });
    let left = |trackers: &[(&str, Json)]| table(&mixed, trackers).left("a1");
    assert_eq!(left(&[]).unwrap(), "6 Pike, 8 Firearm");
    assert_eq!(left(&[("lost_pike", json!(6))]).unwrap(), "8 Firearm");
    assert_eq!(left(&[("lost_pike", json!(6)), ("lost_firearm", json!(8))]), None);
    let table = table(&mixed, &[("lost_pike", json!(2))]);
    assert_eq!(table.strength("a1"), 12);
    assert_eq!(table.main_tracker("a1"), None, "losses are counted by type");
}

#[test]
fn a_side_is_in_danger_when_a_third_of_its_formations_is_regular() {
    let side = [of("pike", 4), of("pike", 4), of("pike", 4)];
    let mut table = Table::laid("arquebusier", &side, &[irregular("mob", 4), of("pike", 4)]);
    assert_eq!(table.status(), ["a: Regular formations 3", "b: Regular formations 1"]);
    table.set("a1", "lost_pike", 4);
    assert_eq!(table.status()[0], "a: Regular formations 2");
    table.set("a2", "shaken_close_fire", true);
    assert_eq!(table.status()[0], "a: Regular formations 1!");
}

#[test]
fn tags_show_why_a_formation_is_irregular_and_what_restores_it() {
    let cure = "a command restores its order, instead of a move or shots";
    let causes = [
        ("shooting_losses", "two or more lost to shooting in a turn"),
        ("close_fire", "shot at from close by"),
        ("dragoon_changing", "caught mounting or dismounting"),
        ("rear_contact", "enemies at its rear or flank"),
        ("standing_cavalry", "cavalry caught standing"),
        ("general_killed", "the General killed near by"),
    ];
    for (cause, words) in causes {
        let tracker = format!("shaken_{cause}");
        let shaken = (tracker.as_str(), json!(true));
        let tags = table(&of("dragoon", 4), std::slice::from_ref(&shaken)).tags("a1");
        assert_eq!(tags, [format!("!Irregular: {words}"), cure.to_owned()]);
        // R7: flank or rear contact, and being caught changing or standing, are restored only out of melee.
        let lasts = ["dragoon_changing", "rear_contact", "standing_cavalry"].contains(&cause);
        let tags = table(&of("dragoon", 4), &[shaken.clone(), ("in_melee", json!(true))]).tags("a1");
        assert_eq!(tags[1], if lasts { "a command restores its order once out of melee" } else { cure }, "{cause}");
        // R17: a formation that is Irregular by nature loses an element each turn.
        let tags = table(&irregular("dragoon", 4), &[shaken]).tags("a1");
        assert_eq!(tags[..2], [format!("!Irregular: {words}"), "!loses an element each turn".to_owned()]);
    }
    assert_eq!(table(&of("pike", 4), &[]).tags("a1"), ["~Regular"]);
    assert_eq!(table(&irregular("mob", 4), &[]).tags("a1"), ["~Irregular by nature"]);
    assert_eq!(table(&of("pike", 4), &[("lost_pike", json!(4))]).tags("a1"), ["!Destroyed"]);
}

#[test]
fn tags_show_what_a_formation_did_this_turn() {
    let texts: &[(&str, &[&str])] = &[
        ("commander_lost", &["commander lost: −2 on commands"]),
        ("changing", &["mounting or dismounting at the end of the move step"]),
        ("holding_fire", &["holds fire"]),
        ("target_override", &["may choose another target"]),
        ("shot_this_turn", &["shot"]),
        ("moved_this_turn", &["moved"]),
        ("closed_up", &["closed up"]),
        ("fought", &["fought"]),
        ("shot_at_this_turn", &["shot at"]),
        ("restored_this_turn", &["restored order: no move, no shot"]),
        ("general_joined", &["General with it"]),
        // Setting `in_melee` by hand makes a check due.
        ("in_melee", &["new contact to check", "in melee"]),
    ];
    for (tracker, words) in texts {
        let tags = table(&of("dragoon", 4), &[(tracker, json!(true))]).tags("a1");
        assert_eq!(tags[1..], **words, "{tracker}");
    }
    // A recorded contact has its own text.
    assert_eq!(table(&of("pike", 4), &[("contacts", json!(["b1"]))]).tags("a1")[1..], ["new contact to check"]);
}

#[test]
fn tags_show_the_commands_of_a_formation() {
    let tags = |trackers: &[(&str, Json)]| table(&of("pike", 4), trackers).tags("a1")[1..].to_vec();
    let first = ("first_command", json!("hold_fire"));
    let failed = ("first_command_failed", json!(true));
    assert_eq!(tags(std::slice::from_ref(&first)), ["commanded"]);
    assert_eq!(tags(&[first.clone(), failed.clone()]), ["command failed"]);
    assert_eq!(tags(&[first, failed, ("second_command", json!("restore"))]), ["commanded"], "one of two passed");
    let marker = |direction: &str, distance: i32| {
        let order =
            [("order", json!("manoeuvre")), ("order_direction", json!(direction)), ("order_distance", json!(distance))];
        tags(&order)
    };
    assert_eq!(marker("as_marked", 0), ["to move"]);
    assert_eq!(marker("ahead", 4), ["to move ahead, 4\""]);
    assert_eq!(marker("left", 0), ["to move left"]);
    assert_eq!(marker("right", 6), ["to move right, 6\""]);
    assert_eq!(marker("back", 2), ["to move back, 2\""]);
    assert_eq!(marker("turning", 0), ["to turn"]);
}

#[test]
fn tags_show_the_move_reduced_by_losses_under_fire() {
    let tags = |troop: &str, lost: i32| table(&of(troop, 20), &[("fire_losses", json!(lost))]).tags("a1")[1..].to_vec();
    // Foot move 6", cavalry 12".
    assert_eq!(tags("pike", 2), ["2\" lost under fire: moves 4\""]);
    assert_eq!(tags("pike", 6), ["cannot move for its losses under fire"]);
    assert_eq!(tags("lancer", 6), ["6\" lost under fire: moves 6\""]);
    assert_eq!(tags("lancer", 13), ["cannot move for its losses under fire"]);
    assert!(tags("pike", 0).is_empty());
}

#[test]
fn notes_of_a_roster_give_its_years() {
    let notes = |types: &[&str]| {
        let units: Vec<Json> = types
            .iter()
            .map(|troop| {
                let mut unit = of(troop, 4);
                unit["name"] = (*troop).into();
                unit
            })
            .collect();
        roster_notes("arquebusier", &units)
    };
    let together = |from: i32, to: i32| vec![format!("All its types were in use together from {from} to {to}.")];
    assert!(notes(&["firearm", "mob", "gun", "mortar"]).is_empty());
    assert_eq!(notes(&["sword"]), together(1500, 1600));
    assert_eq!(notes(&["bill"]), together(1500, 1620));
    assert_eq!(notes(&["pike"]), together(1500, 1675));
    assert_eq!(notes(&["harquebusier"]), together(1620, 1660));
    assert_eq!(notes(&["dragoon"]), together(1630, 1700));
    assert_eq!(notes(&["pike", "dragoon"]), together(1630, 1675));
    // Pistoliers with bows until 1570, with firearms from 1642.
    let some =
        |from: i32, to: i32| vec![format!("All its types were in use together in some years from {from} to {to}.")];
    assert_eq!(notes(&["pistolier"]), some(1500, 1700));
    assert_eq!(notes(&["pistolier", "lancer"]), some(1500, 1675));
    assert_eq!(notes(&["sword", "dragoon"]), ["No year has all of these types."]);
    let mut generals = [of("firearm", 4), of("firearm", 4)];
    for (nth, unit) in generals.iter_mut().enumerate() {
        unit["name"] = format!("F{nth}").into();
        unit["general_joined"] = true.into();
    }
    assert_eq!(
        roster_notes("arquebusier", &generals),
        ["A side has one General: he can begin with one formation only."]
    );
}

#[test]
fn alerts_report_a_rout_and_types_outside_their_years() {
    let mut table = Table::laid("arquebusier", &[of("sword", 4), irregular("mob", 4)], &[of("harquebusier", 4)]);
    assert!(table.alerts().is_empty());
    table.set("battle", "year", 1610);
    assert_eq!(
        table.alerts(),
        [
            "a: some types were not in use in 1610. Guidance only. [A1: Sword: not seen in 1610.]",
            "b: some types were not in use in 1610. Guidance only. [B1: Harquebusier: unusual in 1610.]",
        ]
    );
    table.set("battle", "year", 0);
    table.set("a1", "shaken_close_fire", true);
    let routs = "no Regular formation is left: it loses the battle.";
    assert_eq!(table.alerts(), [format!("a: {routs} [A1: shot at from close by · A2: Irregular by nature]")]);
    table.set("a1", "lost_sword", 4);
    assert_eq!(table.alerts(), [format!("a: {routs} [A1: destroyed · A2: Irregular by nature]")]);
}

#[test]
fn trackers_of_sides_and_battle_show_generals_results_and_year() {
    let mut table = table(&of("pike", 4), &[]);
    assert!(table.shown("a").is_empty() && table.shown("battle").is_empty());
    table.set("a", "general", "killed");
    table.set("battle", "year", 1644);
    table.set("battle", "result", "draw");
    assert_eq!(table.shown("a"), ["its General is dead"]);
    assert_eq!(table.shown("battle").last().unwrap(), "Year 1644");
    assert_eq!(table.shown("battle").len(), 2);
}
