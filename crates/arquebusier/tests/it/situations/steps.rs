//! Simultaneous steps, and blocks in contact at their side or rear.

use super::{irregular, of};
use battle::analysis::dice_sheet::CertainDice;
use battle::analysis::roll_labels::roll_labels;
use rules::names::Names;
use serde_json::{Value as Json, json};
use testing::table::Table;

fn block(troop: &str, elements: i32, front: i32) -> Json {
    json!({ "nature": "regular", "groups": [{ "type": troop, "elements": elements, "front": front }] })
}

/// A battle in the shooting step, in which the General of side a falls with the last element of `a1`.
fn general_falls_to_fire(a2: &Json) -> Table {
    let mut general = of("firearm", 2);
    general["general_joined"] = true.into();
    let mut table = Table::laid("arquebusier", &[general, a2.clone()], &[of("firearm", 8), of("firearm", 8)]);
    table.phase("shooting");
    let roles: [(&'static str, &[&str]); 2] = [("shooters", &["b1"]), ("target", &["a1"])];
    table.play("shooting", &roles, json!({ "shooters": [{ "range_in": 10 }] }), &[6, 6, 6, 6, 1, 1, 1, 1, 1]);
    assert_eq!(table.battle.state().tracked("a").unwrap().get("general"), Some(&json!("killed")));
    table
}

fn checked(table: &mut Table, unit: &str, answers: Json) {
    table.play("irregular_check", &[("formation", &[unit])], answers, &[]);
}

/// Returns the state of a shooter in the panel of the shooting.
fn shoots_as(table: &Table, unit: &str) -> Json {
    let input = table.filled("shooting", &[("shooters", &[unit]), ("target", &["b1"])]);
    input["shooters"][0]["state"].clone()
}

// Melee Combat; R9: a General's death takes effect after the step. The source's 8 Regular Firearms still roll 9 dice.
#[test]
fn the_death_of_a_general_does_not_change_states_within_the_step() {
    let mut table = general_falls_to_fire(&of("firearm", 8));
    checked(&mut table, "a2", json!({ "general_killed_range_in": 12 }));
    assert_eq!(table.value("a2", "shaken_general_killed"), json!(true));
    assert_eq!(shoots_as(&table, "a2"), json!("regular"));
    let input = table.filled_with(
        "shooting",
        &[("shooters", &["a2"]), ("target", &["b1"])],
        &json!({ "shooters": [{ "range_in": 24 }] }),
    );
    let ready = table.procedure("shooting").read(&input).unwrap();
    assert_eq!(ready.preview().dice_from.unwrap().to_string(), "8 elements + 1");
    let input = table.filled("shooting", &[("shooters", &["b2"]), ("target", &["a2"])]);
    assert_eq!(input["target"]["state"], json!("regular"));
    // After the step, the formation is Irregular.
    table.next();
    table.phase("shooting");
    assert_eq!(shoots_as(&table, "a2"), json!("irregular"));
}

// Shooting: enemies at its rear make a formation Irregular immediately.
#[test]
fn contact_at_side_or_rear_counts_within_the_step() {
    let mut table = general_falls_to_fire(&of("firearm", 8));
    checked(&mut table, "a2", json!({ "general_killed_range_in": 12 }));
    table.set("a2", "contacts", json!(["b2"]));
    checked(&mut table, "a2", json!({ "contact": ["rear"] }));
    let input = table.filled("shooting", &[("shooters", &["b1"]), ("target", &["a2"])]);
    assert_eq!(input["target"]["state"], json!("irregular"));
    // The contact counts even if nothing else is recorded in the step.
    let mut table = Table::laid("arquebusier", &[of("firearm", 8)], &[of("firearm", 8)]);
    table.phase("shooting");
    table.set("a1", "contacts", json!(["b1"]));
    checked(&mut table, "a1", json!({ "contact": ["rear"] }));
    let input = table.filled("shooting", &[("shooters", &["b1"]), ("target", &["a1"])]);
    assert_eq!(input["target"]["state"], json!("irregular"));
}

/// Returns the state in which `a2` would fight a melee.
fn fights_as(table: &Table) -> Json {
    let input = table.filled("melee", &[("own", &["a2"]), ("enemies", &["b2"])]);
    input["groups"][0]["state"].clone()
}

#[test]
fn melees_use_the_states_at_the_start_of_their_step() {
    let mut general = of("pike", 1);
    general["general_joined"] = true.into();
    let laid = || Table::laid("arquebusier", &[general.clone(), of("pike", 4)], &[of("pike", 4), of("pike", 4)]);
    let mut table = laid();
    table.set("a1", "contacts", json!(["b1"]));
    table.set("a2", "contacts", json!(["b2"]));
    table.phase("melee");
    for unit in ["a1", "a2", "b1", "b2"] {
        checked(&mut table, unit, json!({ "contact": ["front"] }));
    }
    table.play("melee", &[("own", &["a1"]), ("enemies", &["b1"])], json!({ "stands": [{}] }), &[1, 6]);
    checked(&mut table, "a2", json!({ "general_killed_range_in": 3 }));
    assert_eq!(fights_as(&table), json!("regular"));
    // A death in an earlier step counts.
    let mut table = laid();
    table.set("a1", "contacts", json!(["b1"]));
    table.set("a2", "contacts", json!(["b2"]));
    table.set("a", "general", "killed");
    (0..3).for_each(|_| table.next());
    checked(&mut table, "a2", json!({ "general_killed_range_in": 3 }));
    assert_eq!(fights_as(&table), json!("irregular"));
}

/// Returns the line with which a melee of `a1` with `b1` opens: own elements and ranks, enemy elements and ranks.
fn opens_with(table: &Table) -> [i64; 4] {
    let input = table.sketched("melee", &[("own", &["a1"]), ("enemies", &["b1"])]);
    let stands = input["stands"].as_array().unwrap();
    let number = |stand: &Json, field: &str| stand[field].as_i64().unwrap();
    ["own_elements", "own_ranks", "enemy_elements", "enemy_ranks"].map(|field| number(&stands[0], field))
}

/// A battle of `b1`, a block of Pikes, in contact at this edge with `a1`, four Lancers in line.
fn touched(edge: &str, rulings: &Json, block: &Json) -> Table {
    let mut table = Table::under("arquebusier", rulings, &[of("lancer", 4)], std::slice::from_ref(block));
    table.phase("melee");
    table.set("a1", "contacts", json!(["b1"]));
    checked(&mut table, "a1", json!({ "contact": ["front"] }));
    checked(&mut table, "b1", json!({ "contact": [edge] }));
    table
}

#[test]
fn a_formation_enters_melee_by_its_first_contact_alone() {
    let mut table = Table::laid("arquebusier", &[of("pike", 4)], &[of("pike", 4), of("pike", 4)]);
    table.phase("move");
    table.set("a1", "contacts", json!(["b1"]));
    let entered = |table: &Table| ["a1", "b1", "b2"].map(|unit| table.value(unit, "entered_melee") == json!(true));
    assert_eq!(entered(&table), [true, true, false]);
    table.set("a1", "contacts", json!(["b1", "b2"]));
    assert_eq!(entered(&table), [true, true, true], "its first contact began this turn");
    table.set("a1", "contacts", json!(["b1"]));
    table.set("a1", "entered_melee", false);
    table.set("a1", "contacts", json!(["b1", "b2"]));
    assert_eq!(entered(&table), [false, true, true], "it was in melee before this turn");
}

#[test]
fn the_check_of_a_contact_suggests_the_edges_that_are_recorded_and_else_the_front() {
    let suggested = |recorded: Json| {
        let mut table = Table::laid("arquebusier", &[of("pike", 4)], &[of("pike", 4), of("pike", 4)]);
        table.phase("melee");
        table.set("a1", "contacts", json!(["b1", "b2"]));
        table.set("a1", "contact_edges", recorded);
        let duty = table.every_duty().into_iter().find(|duty| duty.units("formation") == ["a1"]).unwrap();
        (duty.procedure, duty.suggested)
    };
    for (recorded, edges) in [
        (json!({}), json!(["front"])),
        (json!({ "b1": "side", "b2": "rear" }), json!(["side", "rear"])),
        (json!({ "b2": "rear" }), json!(["front", "rear"])),
    ] {
        assert_eq!(suggested(recorded.clone()), ("irregular_check", vec![("contact", edges)]), "{recorded}");
    }
}

// Melee Combat: every element targets one in contact with it. Pikes support flat behind a first rank. (R33)
#[test]
fn a_block_in_contact_at_side_or_rear_fights_with_its_touched_elements() {
    let pikes = block("pike", 9, 4); // ranks of 4, 4 and 1
    let opens = |edge, rulings: Json| opens_with(&touched(edge, &rulings, &pikes));
    assert_eq!(opens("front", json!({})), [4, 1, 4, 3]);
    assert_eq!(opens("side", json!({})), [3, 1, 3, 1]);
    assert_eq!(opens("rear", json!({})), [1, 1, 1, 1]);
    for edge in ["side", "rear"] {
        assert_eq!(opens(edge, json!({ "r33_block_edges": "turns" })), [4, 1, 4, 3], "{edge}");
    }
    let whole = block("pike", 8, 4);
    assert_eq!(opens_with(&touched("rear", &json!({}), &whole)), [4, 1, 4, 1]);
}

// Melee Combat: formations in combat move elements so that more of them fight.
#[test]
fn closing_up_brings_more_elements_into_contact() {
    let closes_up = |table: &mut Table, unit: &str| {
        table.play("movement_allowance", &[("formation", &[unit])], json!({}), &[]);
    };
    let mut table = touched("side", &json!({}), &block("pike", 12, 4));
    assert_eq!(opens_with(&table), [3, 1, 3, 1]);
    closes_up(&mut table, "a1");
    assert_eq!(opens_with(&table), [4, 1, 3, 1], "its last element comes round the end");
    closes_up(&mut table, "b1");
    assert_eq!(opens_with(&table), [4, 1, 4, 3]);
    // The formation stays closed up in the next turn, until that enemy has gone.
    table.next();
    table.next();
    table.phase("melee");
    assert_eq!(opens_with(&table), [4, 1, 4, 3]);
    table.set("b1", "contacts", json!([]));
    assert_eq!(table.value("b1", "closed_up_on"), json!([]));
    // At most two elements come round the ends of a line.
    let mut table = Table::laid("arquebusier", &[of("pike", 9)], &[of("pike", 4)]);
    table.phase("melee");
    table.set("a1", "contacts", json!(["b1"]));
    closes_up(&mut table, "a1");
    assert_eq!(opens_with(&table), [6, 1, 4, 1]);
    // A formation that cannot move brings no more elements.
    let mut table = touched("side", &json!({}), &block("pike", 12, 4));
    table.set("b1", "fire_losses", 6);
    closes_up(&mut table, "b1");
    assert_eq!(opens_with(&table), [3, 1, 3, 1]);
}

// Melee Combat: a formation that is Irregular by nature and for another reason loses an element each turn.
#[test]
fn the_row_of_an_irregular_that_loses_elements_shows_this() {
    let stamp = |profile: &Json, trackers: &[(&str, Json)]| {
        let table = Table::of("arquebusier", profile, &of("pike", 4), trackers);
        let line = table.ruleset.row_line(&table.battle.state().facts("a1"));
        line.stamp.map(|words| words.to_string())
    };
    let shaken = [("shaken_close_fire", json!(true))];
    assert_eq!(stamp(&irregular("mob", 4), &[]), None);
    assert_eq!(stamp(&irregular("mob", 4), &shaken).as_deref(), Some("loses elements"));
    assert_eq!(stamp(&of("mob", 4), &shaken).as_deref(), Some("irregular"));
    assert_eq!(
        stamp(&irregular("mob", 4), &[("disordered_this_turn", json!(true))]).as_deref(),
        Some("loses elements")
    );
}

// Shooting: each formation rolls its own dice, and allocates them to the target's types as if these were separate formations.
#[test]
fn the_label_of_a_roll_names_shooters_and_target() {
    let block = json!({ "nature": "regular", "groups": [
        { "type": "pike", "elements": 8, "front": 4 }, { "type": "firearm", "elements": 4, "front": 4 } ] });
    let table = Table::laid("arquebusier", &[of("firearm", 5), of("gun", 3)], &[block]);
    let roles: [(&'static str, &[&str]); 2] = [("shooters", &["a1", "a2"]), ("target", &["b1"])];
    let answers = json!({ "shooters": [{ "range_in": 10 }, { "range_in": 10, "stationary": true }] });
    let input = table.filled_with("shooting", &roles, &answers);
    let procedure = table.procedure("shooting");
    let mut names = Names::default();
    [("shooter ", 1, "Holles"), ("shooter ", 2, "Field guns"), ("target ", 1, "Tillier")]
        .into_iter()
        .for_each(|(tag, number, name)| names.add_unit(tag, number, name.to_owned()));
    let ready = procedure.read(&input).unwrap();
    let played = ready.resolve(&[5, 1, 1, 3, 1, 1, 1, 1, 1, 1]);
    let purposes = played.rolls.iter().map(|roll| roll.purpose.as_str());
    assert_eq!(
        roll_labels(procedure, &names, &input, purposes),
        [
            "Holles at Pike",
            "Holles at Firearm",
            "Field guns at Pike",
            "Field guns at Firearm",
            "The commander of Tillier",
        ]
    );
    // One press of the button rolls 6 and 2 dice. Then a die follows for each lost element.
    let dice = CertainDice::of(procedure, &input, &ready);
    assert_eq!(dice.button().to_string(), "Roll 8 dice (more may follow)");
}
