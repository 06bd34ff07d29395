//! Reports of group acts.

use super::app::{add, send};
use super::nursery::nursery;
use battle::analysis::report::report;
use battle::groups::write_acts;
use battle::panel::Message;
use battle::panel::Tables;
use battle::panel::group::{GroupAct, GroupMessage};
use battle::{Action, ActionEvent, Change, Resolved, referee};
use rules::names::Names;
use serde_json::{Map, Value as Json, json};
use test_rulesets::toy::RULESET;

#[test]
fn a_report_lists_a_group_act_once_with_a_line_for_each_part() {
    let mut battle = nursery("one_by_one");
    let offers = referee::joint_offers(&RULESET, battle.state());
    let mut group = GroupAct::of_offer(&RULESET, &offers[0], &Tables::open(&battle)).unwrap();
    let aim = |part| GroupMessage::Change(part, Message::GiveOrTake("target", "b1".to_owned()));
    let dice = [6, 5, 1, 1, 1, 1, 1, 1, 6].map(GroupMessage::Die);
    send(&mut group, &mut battle, (0..3).map(aim).chain(dice).chain([GroupMessage::Apply]));
    let report = report(&battle, &|_, _| Names::default()).unwrap();
    let entries: Vec<_> = report.turns.iter().flat_map(|turn| &turn.entries).collect();
    assert_eq!(entries.len(), 1);
    assert_eq!(entries[0].what, "Roll marbles: A0, B1, A1, B1, A2, B1");
    assert_eq!(entries[0].words, ["A0, B1: 2 knocked over.", "A1, B1: 0 knocked over.", "A2, B1: 1 knocked over."]);
}

#[test]
fn parts_of_a_group_act_whose_first_part_decided_nothing_are_one_entry() {
    let mut battle = nursery("one_by_one");
    let act = |procedure: &str, unit: &str, loss: i32| {
        let participants = json!({ "roller": [unit], "target": ["b1"] }).as_object().cloned().unwrap();
        let rolls = Vec::new();
        let resolved = Resolved {
            procedure: procedure.into(),
            input: Map::new(),
            participants,
            rolls,
            settles: None,
            outcome: Json::Null,
            discarded: false,
        };
        let changes = (loss > 0).then(|| Change::set("b1", "fallen", loss)).into_iter().collect();
        ActionEvent::new(1.0, Action::Resolved(resolved), changes)
    };
    write_acts(vec![act("marbles", "a0", 0), act("marbles", "a1", 1), act("marbles", "a2", 2)], |event| {
        Some(add(&mut battle, event))
    });
    let report = report(&battle, &|_, _| Names::default()).unwrap();
    let entries: Vec<_> = report.turns.iter().flat_map(|turn| &turn.entries).map(|entry| entry.what.as_str()).collect();
    assert_eq!(entries, ["Roll marbles: A1, B1, A2, B1"]);
}
