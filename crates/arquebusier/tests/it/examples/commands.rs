//! Commands. *Manoeuvre Commands.*

use super::{RULES, assert_chance};
use serde_json::{Value as Json, json};

/// The source's example: the third turn, with the General near, under fire without losses.
fn ludwigs_infantry() -> Json {
    json!({ "kind": "manoeuvre", "nature": "regular", "types": ["pike"], "turn": 3, "general": "within_12", "under_fire": true })
}

#[test]
fn ludwigs_infantry_pass_with_a_2() {
    let answer = RULES.answer("command", ludwigs_infantry(), &[2]);
    assert_eq!(answer["outcome"], json!({ "passed": true, "modifier": 1, "needs_roll": 2 }));
    assert_eq!(
        answer["modifiers"],
        json!([
            { "id": "regular", "value": 1 },
            { "id": "general_within_12", "value": 1 },
            { "id": "under_fire", "value": -1 },
        ])
    );
    // Any face but a 1.
    assert_chance(RULES.chance("command", ludwigs_infantry(), |outcome| outcome["passed"] == true), 5, 6);
}

#[test]
fn a_mob_that_is_losing_a_melee_cannot_pass_a_command() {
    let mob = json!({
        "kind": "manoeuvre", "nature": "irregular", "types": ["mob"], "turn": 4,
        "in_melee": true, "casualties_last_turn": true,
    });
    assert_eq!(RULES.outcome("command", &mob, &[6]), json!({ "passed": false, "modifier": -4, "needs_roll": 7 }));
}

#[test]
fn a_formation_has_one_command_a_turn_and_two_with_the_general() {
    let mut second = json!({ "kind": "manoeuvre", "nature": "regular", "types": ["firearm"], "turn": 2, "earlier_commands": ["hold_fire"] });
    assert_eq!(RULES.refusal("command", &second), "not_allowed earlier_commands");
    second["general"] = "joined".into();
    // Regular, with the General near: every face passes.
    assert_chance(RULES.chance("command", &second, |outcome| outcome["passed"] == true), 1, 1);
    second["earlier_commands"] = json!(["mount"]);
    assert_eq!(RULES.refusal("command", &second), "not_allowed kind");
    second["commander_lost"] = true.into();
    assert_eq!(RULES.refusal("command", &second), "not_allowed earlier_commands");
}

#[test]
fn causes_that_last_until_out_of_combat_are_not_restored_in_melee() {
    let restore = |cause: &str| json!({ "kind": "restore", "nature": "regular", "types": ["lancer"], "turn": 2, "shaken": [cause], "in_melee": true });
    assert_eq!(RULES.refusal("command", restore("standing_cavalry")), "not_allowed kind");
    // A 3 is needed, with −2 for the melee and nothing for Regular, because the formation is shaken: 5 or 6.
    assert_chance(RULES.chance("command", restore("close_fire"), |outcome| outcome["passed"] == true), 2, 6);
}
