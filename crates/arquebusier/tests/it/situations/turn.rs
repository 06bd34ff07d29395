//! Steps of the turn, their ends, and values that trackers accept.

use super::{irregular, of, table};
use serde_json::{Value as Json, json};
use testing::table::{Table, set_by_hand};

#[test]
fn steps_concern_formations_with_something_to_do() {
    let concerned = |profile: Json, trackers: &[(&str, Json)]| table(&profile, trackers).concerned("a1");
    assert_eq!(concerned(of("pike", 4), &[]), ["commands", "move", "end"]);
    assert_eq!(concerned(of("firearm", 4), &[]), ["commands", "shooting", "move", "end"]);
    assert_eq!(concerned(of("pike", 4), &[("in_melee", json!(true))]), ["commands", "move", "melee", "end"]);
    assert_eq!(concerned(of("firearm", 4), &[("in_melee", json!(true))]), ["commands", "move", "melee", "end"]);
    let nobody: [&str; 0] = [];
    assert_eq!(concerned(of("pike", 4), &[("lost_pike", json!(4)), ("in_melee", json!(true))]), nobody);
}

#[test]
fn each_step_offers_its_trackers() {
    let shown = |phase: &str, trackers: &[(&str, Json)]| table(&of("pike", 4), trackers).shown_trackers(phase, "a1");
    let ordered = ("order", json!("manoeuvre"));
    let joined = ("general_joined", json!(true));
    assert_eq!(shown("commands", &[]), ["general_near"]);
    assert!(shown("commands", std::slice::from_ref(&joined)).is_empty(), "he is with it");
    assert_eq!(shown("commands", std::slice::from_ref(&ordered)), ["order_direction", "order_distance"]);
    assert_eq!(shown("commands", &[ordered, joined]), ["order_direction", "order_distance"]);
    assert_eq!(shown("move", &[]), ["contacts", "in_melee"]);
    assert_eq!(shown("melee", &[]), ["contacts", "entered_melee"]);
}

#[test]
fn regulars_are_commanded_first_and_formations_with_orders_move_first() {
    let rank = |phase: &str, profile: Json, trackers: &[(&str, Json)]| {
        let table = table(&profile, trackers);
        (table.described(phase).rank)(&table.battle.state().facts("a1"))
    };
    assert!(rank("commands", of("pike", 4), &[]) < rank("commands", irregular("mob", 4), &[]));
    let waits = rank("move", of("dragoon", 4), &[]);
    assert!(rank("move", of("dragoon", 4), &[("order", json!("manoeuvre"))]) < waits);
    assert!(rank("move", of("dragoon", 4), &[("changing", json!(true))]) < waits);
}

#[test]
fn the_death_of_a_general_makes_a_check_of_each_formation_due() {
    let asks = |general: &str, trackers: &[(&str, Json)]| {
        let mut table = table(&of("pike", 4), &[]);
        table.set("a", "general", general);
        for (tracker, to) in trackers {
            table.set("a1", tracker, to.clone());
        }
        let question = table.ruleset.quick_questions.iter().find(|question| question.phase.is_empty()).unwrap();
        (question.concerns)(&table.battle.state().facts("a1"), table.battle.state().tracked("a").unwrap())
    };
    assert!(asks("killed", &[]));
    assert!(!asks("alive", &[]));
    assert!(!asks("killed", &[("general_told", json!(true))]));
    assert!(!asks("killed", &[("lost_pike", json!(4))]));
}

#[test]
fn dragoons_mount_or_dismount_by_their_passed_order() {
    let after = |mounted: bool, trackers: &[(&str, Json)]| {
        let mut dragoons = of("dragoon", 4);
        dragoons["mounted"] = mounted.into();
        let mut table = table(&dragoons, trackers);
        table.phase("move");
        table.next();
        table.value("a1", "mounted")
    };
    let changing = ("changing", json!(true));
    let order = |slot: &'static str, kind: &str| (slot, json!(kind));
    assert_eq!(after(true, &[]), true);
    assert_eq!(after(true, std::slice::from_ref(&changing)), false, "marked by hand it turns over");
    assert_eq!(after(true, &[order("first_command", "dismount"), changing.clone()]), false);
    assert_eq!(after(false, &[order("first_command", "mount"), changing.clone()]), true);
    // The other officer's order does not matter.
    let both = [order("first_command", "dismount"), order("second_command", "hold_fire"), changing.clone()];
    assert_eq!(after(true, &both), false);
    // A failed order has no effect. `changing` was set by hand, so the Dragoons change from mounted to dismounted.
    let failed = [order("first_command", "mount"), ("first_command_failed", json!(true)), changing];
    assert_eq!(after(true, &failed), false);
}

#[test]
fn trackers_accept_only_valid_values() {
    let profile = of("pike", 4);
    let set = |tracker: &str, to: Json| set_by_hand("arquebusier", &profile, "a1", tracker, &to);
    let stood = json!({ "state": "regular", "groups": [{ "type": "pike", "elements": 4, "front": 4 }] });
    let aim = json!({ "automatic": "b1", "free_second": null, "distances": { "b1": 4 } });
    for (tracker, to) in [
        ("fire_range_in", Json::Null),
        ("fire_range_in", json!(7.5)),
        ("fire_range_in", json!(240)),
        ("aim", Json::Null),
        ("aim", aim.clone()),
        ("as_step_began", Json::Null),
        ("as_step_began", stood.clone()),
        ("contacts", json!(["b1"])),
    ] {
        assert_eq!(set(tracker, to.clone()), "applied", "{tracker} {to}");
    }
    let lacking = |whole: &Json, field: &str| {
        let mut part = whole.clone();
        part.as_object_mut().unwrap().remove(field);
        part
    };
    let group = |group: Json| json!({ "state": "regular", "groups": [group] });
    for (tracker, to) in [
        ("fire_range_in", json!(241)),
        ("fire_range_in", json!(-1)),
        ("fire_range_in", json!("near")),
        ("aim", lacking(&aim, "automatic")),
        ("aim", lacking(&aim, "free_second")),
        ("aim", lacking(&aim, "distances")),
        ("aim", json!({ "automatic": 1, "free_second": null, "distances": {} })),
        ("aim", json!({ "automatic": "b1", "free_second": 2, "distances": {} })),
        ("aim", json!({ "automatic": "b1", "free_second": null, "distances": [] })),
        ("aim", json!({ "automatic": "b1", "free_second": null, "distances": { "b1": "far" } })),
        ("as_step_began", lacking(&stood, "state")),
        ("as_step_began", lacking(&stood, "groups")),
        ("as_step_began", json!({ "state": "tired", "groups": [] })),
        ("as_step_began", json!({ "state": "regular", "groups": 4 })),
        ("as_step_began", group(json!({ "elements": 4, "front": 4 }))),
        ("as_step_began", group(json!({ "type": "pike", "front": 4 }))),
        ("as_step_began", group(json!({ "type": "pike", "elements": 4 }))),
        ("as_step_began", group(json!({ "type": "pikes", "elements": 4, "front": 4 }))),
        ("contacts", json!(["a1"])),
        ("contacts", json!(["b1", "b1"])),
        ("contacts", json!(["b7"])),
        ("contacts", json!("b1")),
        ("contacts", json!([1])),
    ] {
        assert_eq!(set(tracker, to.clone()), "bad_value to", "{tracker} {to}");
    }
}

#[test]
fn shooters_use_their_state_at_the_start_of_the_step() {
    let mut table = Table::laid("arquebusier", &[of("firearm", 4)], &[of("firearm", 4)]);
    table.phase("shooting");
    // Four Firearms roll five dice. Three of these show the 3 that kills, so three elements fall, and the formation is shaken.
    table.play(
        "shooting",
        &[("shooters", &["a1"]), ("target", &["b1"])],
        json!({ "shooters": [{ "range_in": 3 }] }),
        &[3, 3, 3, 1, 1, 1, 1, 1],
    );
    let back = table.filled("shooting", &[("shooters", &["b1"]), ("target", &["a1"])]);
    assert_eq!(back["shooters"][0]["state"], "regular");
    assert_eq!(back["shooters"][0]["groups"], json!([{ "type": "firearm", "front": 4 }]));
    // In the next step the formation is Irregular, with one element.
    table.next();
    assert_eq!(table.left("b1").unwrap(), "1 Firearm");
    assert_eq!(table.tags("b1")[0], "!Irregular: two or more lost to shooting in a turn");
}
