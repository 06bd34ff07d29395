//! Commands. *Manoeuvre Commands.*

use super::{RULES, with};
use serde_json::{Value as Json, json};

/// A command without modifiers, with these changes, so that each modifier is tested separately.
fn order(changed: Json) -> Json {
    with(json!({ "kind": "manoeuvre", "nature": "irregular", "types": ["firearm"], "turn": 2 }), changed)
}

#[test]
fn each_modifier_applies_separately_and_is_recorded() {
    let cases = [
        (json!({ "nature": "regular" }), "regular", 1),
        (json!({ "general": "within_12" }), "general_within_12", 1),
        (json!({ "general": "joined" }), "general_within_12", 1),
        (json!({ "turn": 1 }), "first_turn", 1),
        (json!({ "types": ["firearm", "mob"] }), "mob", -1),
        (json!({ "in_melee": true }), "close_combat", -2),
        (json!({ "under_fire": true }), "under_fire", -1),
        (json!({ "casualties_last_turn": true }), "casualties_last_turn", -1),
        (json!({ "commander_lost": true }), "commander_lost", -2),
    ];
    for (changed, id, value) in cases {
        let answer = RULES.answer("command", order(changed), &[3]);
        assert_eq!(answer["modifiers"], json!([{ "id": id, "value": value }]));
        assert_eq!(answer["outcome"]["modifier"], value);
        assert_eq!(answer["outcome"]["needs_roll"], (3 - value).clamp(1, 7));
        assert_eq!(answer["outcome"]["passed"], 3 + value >= 3);
    }
    // A shaken formation is not Regular, even if it is by nature.
    let shaken = order(json!({ "nature": "regular", "shaken": ["close_fire"] }));
    assert_eq!(RULES.answer("command", &shaken, &[3])["modifiers"], json!([]));
}

/// Being under fire takes off 1, and losses take off another 1. By one reading, losses count without fire too; by the other, only with it.
#[test]
fn losses_count_alone_or_by_ruling_only_under_fire() {
    let modifier = |ruling: &str, under_fire: bool, losses: bool| {
        let input = json!({
            "under_fire": under_fire, "casualties_last_turn": losses, "rulings": { "r11_losses_count": ruling },
        });
        RULES.outcome("command", order(input), &[6])["modifier"].clone()
    };
    for (under_fire, losses, by_themselves, under_fire_only) in
        [(false, false, 0, 0), (true, false, -1, -1), (false, true, -1, 0), (true, true, -2, -2)]
    {
        assert_eq!(modifier("by_themselves", under_fire, losses), by_themselves);
        assert_eq!(modifier("under_fire_only", under_fire, losses), under_fire_only);
    }
}

#[test]
fn of_two_commands_one_is_for_movement_and_one_for_shooting() {
    let second = |kind: &str, earlier: &str, general: &str| {
        let types = if kind.ends_with("mount") { json!(["dragoon"]) } else { json!(["firearm"]) };
        let input = json!({ "kind": kind, "types": types, "mounted": kind != "mount", "general": general, "earlier_commands": [earlier], "shaken": ["close_fire"] });
        RULES.refusal("command", order(input))
    };
    let moving = ["manoeuvre", "mount", "dismount"];
    for kind in moving {
        assert_eq!(second(kind, "hold_fire", "within_12"), "not_allowed earlier_commands");
        assert_eq!(second(kind, "hold_fire", "joined"), "allowed");
        for earlier in moving.iter().chain(&["restore"]) {
            assert_eq!(second(kind, earlier, "joined"), "not_allowed kind");
        }
    }
    assert_eq!(second("change_target", "hold_fire", "joined"), "not_allowed kind");
    assert_eq!(second("restore", "manoeuvre", "joined"), "not_allowed kind");
    assert_eq!(second("hold_fire", "manoeuvre", "joined"), "allowed");
    let third =
        order(json!({ "kind": "hold_fire", "general": "joined", "earlier_commands": ["manoeuvre", "hold_fire"] }));
    assert_eq!(RULES.refusal("command", &third), "not_allowed earlier_commands");
    let bereft = order(
        json!({ "kind": "hold_fire", "general": "joined", "commander_lost": true, "earlier_commands": ["manoeuvre"] }),
    );
    assert_eq!(RULES.refusal("command", &bereft), "not_allowed earlier_commands");
}

#[test]
fn by_ruling_a_failed_command_may_be_repeated() {
    let second = |kind: &str, earlier: &str, ruling: &str| {
        let input = json!({
            "kind": kind, "general": "joined", "shaken": ["close_fire"], "earlier_commands": [earlier],
            "earlier_failed": [earlier], "rulings": { "r13_second_command": ruling },
        });
        RULES.refusal("command", order(input))
    };
    for kind in ["manoeuvre", "hold_fire", "restore"] {
        for earlier in ["manoeuvre", "hold_fire", "restore"] {
            assert_eq!(second(kind, earlier, "after_failure"), "allowed");
        }
        assert_eq!(second(kind, kind, "another_sort"), "not_allowed kind");
        assert_eq!(second(kind, "restore", "another_sort"), "not_allowed kind");
    }
    assert_eq!(second("hold_fire", "manoeuvre", "another_sort"), "allowed");
}

#[test]
fn failed_commands_count_among_the_two_of_a_turn() {
    let with_earlier = |earlier: Json, failed: Json| {
        let input = json!({ "general": "joined", "earlier_commands": earlier, "earlier_failed": failed });
        RULES.refusal("command", order(input))
    };
    assert_eq!(with_earlier(json!(["manoeuvre"]), json!(["hold_fire"])), "bad_value earlier_failed");
    assert_eq!(with_earlier(json!(["manoeuvre"]), json!(["manoeuvre", "manoeuvre"])), "bad_value earlier_failed");
    assert_eq!(with_earlier(json!(["manoeuvre"]), json!(["manoeuvre"])), "allowed");
    // One of two equal commands passed. The limit of commands is checked first.
    let twice = json!(["manoeuvre", "manoeuvre"]);
    assert_eq!(with_earlier(twice.clone(), json!(["manoeuvre"])), "not_allowed earlier_commands");
    assert_eq!(with_earlier(twice.clone(), twice), "not_allowed earlier_commands");
}

#[test]
fn only_dragoons_mount_or_dismount() {
    let change = |kind: &str, types: Json, mounted: bool| {
        RULES.refusal("command", order(json!({ "kind": kind, "types": types, "mounted": mounted })))
    };
    assert_eq!(change("mount", json!(["dragoon"]), false), "allowed");
    assert_eq!(change("dismount", json!(["dragoon"]), true), "allowed");
    assert_eq!(change("mount", json!(["dragoon"]), true), "not_allowed kind");
    assert_eq!(change("dismount", json!(["dragoon"]), false), "not_allowed kind");
    assert_eq!(change("dismount", json!(["lancer"]), true), "not_allowed kind");
    assert_eq!(change("dismount", json!(["dragoon", "firearm"]), true), "not_allowed kind");
}

#[test]
fn commands_for_shooting_need_a_formation_that_can_shoot() {
    for kind in ["hold_fire", "change_target"] {
        let refused = |changed: Json| RULES.refusal("command", with(order(json!({ "kind": kind })), changed));
        assert_eq!(refused(json!({})), "allowed");
        assert_eq!(refused(json!({ "in_melee": true })), "not_allowed kind");
        assert_eq!(refused(json!({ "types": ["pike", "lancer"] })), "not_allowed kind");
        // Mobs and mounted Dragoons shoot only while Regular.
        assert_eq!(refused(json!({ "types": ["mob"] })), "not_allowed kind");
        assert_eq!(refused(json!({ "types": ["mob"], "nature": "regular" })), "allowed");
        assert_eq!(refused(json!({ "types": ["dragoon"] })), "not_allowed kind");
        assert_eq!(refused(json!({ "types": ["dragoon"], "mounted": false })), "allowed");
    }
}

#[test]
fn three_causes_can_be_ended_in_melee_and_three_cannot() {
    let restore = |shaken: Json, in_melee: bool| {
        RULES.refusal("command", order(json!({ "kind": "restore", "shaken": shaken, "in_melee": in_melee })))
    };
    assert_eq!(restore(json!([]), false), "not_allowed kind");
    for cause in ["rear_contact", "dragoon_changing", "standing_cavalry"] {
        assert_eq!(restore(json!([cause]), true), "not_allowed kind");
        assert_eq!(restore(json!([cause, "close_fire"]), true), "not_allowed kind");
        assert_eq!(restore(json!([cause]), false), "allowed");
    }
    for cause in ["shooting_losses", "close_fire", "general_killed"] {
        assert_eq!(restore(json!([cause]), true), "allowed");
    }
    assert_eq!(restore(json!(["close_fire", "close_fire"]), false), "bad_value shaken");
}
