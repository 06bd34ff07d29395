//! Targets of shooters: the nearest enemy, the second nearest, and others by command.

use super::of;
use battle::analysis::candidates::{self, Prospect};
use battle::participants::Participants;
use serde_json::{Map, Value as Json, json};
use testing::table::Table;

const FROM_A1: (&str, &[&str]) = ("shooters", &["a1"]);

/// A battle in the shooting step: `a1` against Swords, which are hard to hit, and Firearms, which are easy to hit.
fn shooting() -> Table {
    let mut table = Table::laid(
        "arquebusier",
        &[of("firearm", 4), of("pike", 4)],
        &[of("sword", 4), of("firearm", 4), of("bill", 4)],
    );
    table.phase("shooting");
    table
}

/// Returns the candidates for the target of `a1` in order, each with true if it may be chosen.
fn targets(table: &Table) -> Vec<(String, bool)> {
    let procedure = table.procedure("shooting");
    let role = procedure.participants.iter().find(|role| role.id == "target").unwrap();
    let mut participants = Participants::nobody();
    participants.set("shooters", vec!["a1".into()]);
    let answers = |_: &str| Map::new();
    let all = candidates::candidates(table.ruleset, procedure, role, &participants, table.battle.state(), answers);
    all.into_iter().map(|candidate| (candidate.unit, !matches!(candidate.prospect, Prospect::Not(_)))).collect()
}

/// Returns the target that the row of `a1` proposes.
fn proposed(table: &Table) -> Option<String> {
    let procedure = table.procedure("shooting");
    let best = candidates::best(table.ruleset, procedure, "a1", table.battle.state(), &Map::new());
    best.map(|(participants, _)| participants.units("target").join(" "))
}

fn listed(all: &[(&str, bool)]) -> Vec<(String, bool)> {
    all.iter().map(|(unit, may)| ((*unit).to_owned(), *may)).collect()
}

fn shoots(table: &mut Table, target: &str, aims_at: &str) {
    let answers = json!({ "shooters": [{ "range_in": 10, "aims_at": aims_at }] });
    table.play("shooting", &[FROM_A1, ("target", &[target])], answers, &[1, 1, 1, 1, 1]);
}

// Shooting: every formation shoots at the nearest enemy, not at the one most likely to lose an element.
#[test]
fn targets_are_not_ordered_by_their_odds() {
    let table = shooting();
    assert_eq!(targets(&table), listed(&[("b1", true), ("b2", true), ("b3", true)]));
    assert_eq!(proposed(&table), None);
}

// Shooting; R9: a formation in melee can still be the nearest.
#[test]
fn the_nearest_enemy_comes_first_also_in_melee() {
    let mut table = shooting();
    table.set("a2", "contacts", json!(["b3"]));
    let enemies = json!({ "enemies": [{ "distance_in": 8 }, { "distance_in": 5 }] });
    table.play("target_choice", &[("shooter", &["a1"]), ("enemies", &["b2", "b3"])], enemies, &[]);
    assert_eq!(targets(&table), listed(&[("b3", true), ("b1", false), ("b2", false)]));
    assert_eq!(proposed(&table).as_deref(), Some("b3"));
}

// Shooting: the second nearest may be chosen while the nearest is over 12" away and did not come nearer.
#[test]
fn the_second_nearest_follows_if_it_may_be_chosen() {
    let mut table = shooting();
    let enemies = json!({ "enemies": [{ "distance_in": 20 }, { "distance_in": 14 }] });
    table.play("target_choice", &[("shooter", &["a1"]), ("enemies", &["b2", "b1"])], enemies, &[]);
    assert_eq!(targets(&table), listed(&[("b1", true), ("b2", true), ("b3", false)]));
    let aims_at = |target: &str| {
        let input = table.filled("shooting", &[FROM_A1, ("target", &[target])]);
        input["shooters"][0]["aims_at"].clone()
    };
    assert_eq!(["b1", "b2", "b3"].map(aims_at), ["nearest", "second", "commanded"].map(Json::from));
}

// R14: the nearest enemy is recorded for the turn.
#[test]
fn the_nearest_enemy_is_recorded_for_the_turn() {
    let mut table = shooting();
    shoots(&mut table, "b2", "nearest");
    assert_eq!(table.value("a1", "aim"), json!({ "automatic": "b2", "free_second": null, "distances": { "b2": 10 } }));
    let mut table = shooting();
    shoots(&mut table, "b2", "second");
    assert!(table.value("a1", "aim").is_null(), "nobody said which is the nearest");
    // A nearest enemy that players recorded before is not replaced.
    let mut table = shooting();
    let enemies = json!({ "enemies": [{ "distance_in": 20 }, { "distance_in": 14 }] });
    table.play("target_choice", &[("shooter", &["a1"]), ("enemies", &["b2", "b1"])], enemies, &[]);
    let chosen = table.value("a1", "aim");
    shoots(&mut table, "b1", "nearest");
    assert_eq!(table.value("a1", "aim"), chosen);
}

// Shooting: another target needs a command.
#[test]
fn another_target_needs_a_command() {
    let barred = |table: &Table, aims_at: &str| {
        let answers = json!({ "shooters": [{ "range_in": 10, "aims_at": aims_at }] });
        table.barred("shooting", &[FROM_A1, ("target", &["b3"])], &answers)
    };
    let mut table = shooting();
    let nothing: [&str; 0] = [];
    assert_eq!(barred(&table, "nearest"), nothing);
    assert_eq!(barred(&table, "second"), nothing);
    assert_eq!(barred(&table, "commanded"), ["not_nearest"]);
    table.set("a1", "target_override", true);
    assert_eq!(barred(&table, "commanded"), nothing);
}
