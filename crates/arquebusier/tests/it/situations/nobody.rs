//! Acts without formations, and formations with few known facts.

use super::{of, table};
use battle::binding;
use serde_json::{Map, Value as Json, json};
use testing::table::{Table, before, taking};

const ID: &str = "arquebusier";

fn two() -> Table {
    Table::laid(ID, &[of("firearm", 4)], &[of("pike", 4)])
}

#[test]
fn without_formations_only_turn_step_and_sides_are_filled_in() {
    // Filled in are the turn, the reason of a move, the dice of a melee, and the states of both sides.
    let table = two();
    let of_the_table = |procedure: &str| match procedure {
        "command" => json!({ "turn": 1 }),
        "movement_allowance" => json!({ "reason": "manoeuvre" }),
        "target_choice" => json!({ "enemies": [] }),
        "shooting" => json!({ "shooters": [] }),
        "melee" => json!({ "dice": "by_group" }),
        "general_death" => json!({ "formations": [] }),
        "irregular_check" => json!({ "entered_melee": false }),
        "rout_check" => json!({ "a": ["regular"], "b": ["regular"] }),
        _ => json!({}),
    };
    for procedure in table.ruleset.procedures {
        assert_eq!(Json::Object(table.filled(procedure.id, &[])), of_the_table(procedure.id), "{}", procedure.id);
    }
}

#[test]
fn an_act_without_formations_changes_no_trackers() {
    let mut table = two();
    let trackers = |table: &Table| {
        ["a1", "b1", "a", "b", "battle"].map(|of| table.battle.state().tracked(of).unwrap().all().clone())
    };
    let before = trackers(&table);
    let group =
        |id: &str, side: &str| json!({ "id": id, "side": side, "type": "sword", "state": "regular", "elements": 1 });
    let pikes = json!({ "state": "regular", "groups": [{ "type": "pike", "elements": 4, "front": 4 }] });
    let shooter = json!({ "state": "regular", "range_in": 10, "groups": [{ "type": "firearm", "front": 1 }] });
    let acts: [(&str, Json, &[u8]); 6] = [
        ("command", json!({ "kind": "manoeuvre", "nature": "regular", "types": ["pike"], "turn": 3 }), &[6]),
        ("target_choice", json!({ "enemies": [{ "id": "x", "distance_in": 10 }] }), &[]),
        ("shooting", json!({ "target": pikes, "shooters": [shooter] }), &[1, 1]),
        ("movement_allowance", json!({ "types": ["pike"], "command_passed": true }), &[]),
        (
            "melee",
            json!({ "groups": [group("x", "a"), group("y", "b")], "attacks": [{ "by": "x", "element": 0, "on": "y", "target": 0 }] }),
            &[6],
        ),
        ("end_of_turn", json!({ "nature": "regular", "groups": [{ "type": "pike", "elements": 4 }] }), &[]),
    ];
    for (procedure, answers, faces) in acts {
        table.play(procedure, &[], answers, faces);
        assert_eq!(trackers(&table), before, "{procedure}");
    }
}

#[test]
fn no_bars_apply_without_formations() {
    let mut table = two();
    let phases = [
        ("commands", "command", json!({ "kind": "manoeuvre" })),
        ("commands", "target_choice", json!({})),
        ("shooting", "shooting", json!({})),
        ("move", "movement_allowance", json!({ "reason": "manoeuvre" })),
        ("melee", "movement_allowance", json!({ "reason": "close_up" })),
        ("melee", "melee", json!({})),
        ("end", "end_of_turn", json!({})),
    ];
    for (phase, procedure, answers) in phases {
        table.phase(phase);
        assert_eq!(table.barred(procedure, &[], &answers), [""; 0], "{phase} {procedure}");
    }
    table.phase("shooting");
    assert_eq!(table.barred("shooting", &[("shooters", &["a1"])], &json!({})), [""; 0], "no target is the nearest");
}

#[test]
fn groups_without_a_formation_are_named_by_their_ids() {
    // An id that refers to a formation begins with the letter of a side, the formation's number in its role, and the group's number.
    let called = |id: &str| {
        let group = |id: &str, side: &str| json!({ "id": id, "side": side, "type": "sword", "state": "regular", "elements": 1 });
        let melee = json!({
            "groups": [group(id, "a"), group("b1.1 Pikes", "b")],
            "attacks": [{ "by": id, "element": 0, "on": "b1.1 Pikes", "target": 0 }],
        });
        before(ID, "melee", &melee).remove(0)
    };
    assert_eq!(called("a1.1 Foot"), "1 die: Foot: Sword at Pikes: Sword (Regular), 5 or more.");
    for id in ["a0.1 Foot", "ax.1 Foot", "a1 Foot", "c1.1 Foot", "é1.1 Foot"] {
        assert_eq!(called(id), format!("1 die: {id}: Sword at Pikes: Sword (Regular), 5 or more."));
    }
}

#[test]
fn a_line_without_formations_strikes_no_blows() {
    let table = two();
    let melee = table.procedure("melee");
    let work_out = |roles: &[(&'static str, &[&str])], stands: Json| {
        let scene = binding::scene(melee, &taking(roles), table.battle.state());
        let mut input = Map::from_iter([("stands".to_owned(), stands)]);
        (melee.sketch.as_ref().unwrap().work_out)(&scene, &mut input);
        input
    };
    let stands = json!([{ "own": 0, "enemy": 0 }]);
    let both: &[(&'static str, &[&str])] = &[("own", &["a1"]), ("enemies", &["b1"])];
    assert_eq!(work_out(both, stands.clone())["attacks"].as_array().unwrap().len(), 2);
    for alone in [&both[..1], &both[1..], &[]] {
        assert_eq!(work_out(alone, stands.clone())["attacks"], json!([]), "{alone:?}");
    }
    // A sketch that cannot be read is refused at its field, and no blows are computed.
    assert!(work_out(both, json!("head on")).is_empty());
}

#[test]
fn a_formation_of_unknown_nature_neither_shoots_nor_fights() {
    let mut half = of("firearm", 4);
    half.as_object_mut().unwrap().remove("nature");
    let mut table = table(&half, &[]);
    table.phase("shooting");
    let shots: &[(&'static str, &[&str])] = &[("shooters", &["a1"]), ("target", &["b1"])];
    assert_eq!(table.filled("shooting", shots)["shooters"][0].get("state"), None);
    assert_eq!(table.barred("shooting", shots, &json!({})), ["cannot_shoot"]);
    let melee = table.procedure("melee");
    let scene = binding::scene(melee, &taking(&[("own", &["a1"]), ("enemies", &["b1"])]), table.battle.state());
    assert!(melee.names_of(&scene, "own_groups").is_empty());
    assert_eq!(melee.names_of(&scene, "enemy_groups"), ["Pike (4)"]);
}

#[test]
fn enemies_keep_their_order_if_none_is_likely() {
    let table = Table::laid(ID, &[of("firearm", 4)], &[of("pike", 4), of("pike", 4)]);
    assert_eq!(table.offered("target_choice", ("shooter", "a1"), "enemies"), ["b1", "b2"]);
}
