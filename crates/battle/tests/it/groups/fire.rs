//! Fire of several units of *Pike & Shot*, one after the other and at the same moment.

use super::app::send;
use battle::panel::group::{GroupAct, GroupMessage};
use battle::panel::{Message, Tables};
use battle::referee;
use battle::verify::verify;
use rules::procedure::GroupOrder;
use serde_json::{Value as Json, json};
use testing::table::{Table, foot};

/// Two regiments fire at a small one under a reading of R41. No die is rolled yet.
fn aimed(reading: &str, pikes: i32) -> (Table, GroupAct) {
    let small = json!({ "troop_type": "foot", "pikes": pikes, "muskets": 0, "morale_class": "good" });
    let mut table = Table::under("pike_and_shot", &json!({ "r41_fire": reading }), &[foot(), foot()], &[small]);
    table.phase("other_fire");
    let offers = referee::joint_offers(table.ruleset, table.battle.state());
    let fire = offers.iter().find(|offer| offer.procedure.id == "infantry_fire").unwrap();
    let mut group = GroupAct::of_offer(table.ruleset, fire, &Tables::open(&table.battle)).unwrap();
    for part in 0..2 {
        let near = vec![("range_in".to_owned(), Some(json!(4)))];
        let aim = [Message::GiveOrTake("target", "b1".to_owned()), Message::Answer(near)];
        send(&mut group, &mut table.battle, aim.map(|message| GroupMessage::Change(part, message)));
    }
    (table, group)
}

/// Enters sixes for the parts before this one.
fn enter_sixes(table: &mut Table, group: &mut GroupAct, before: usize) {
    while group.shown(&Tables::open(&table.battle)).next.is_some_and(|next| next < before) {
        send(group, &mut table.battle, [GroupMessage::Die(6)]);
    }
}

fn counters_seen(table: &Table, group: &mut GroupAct) -> Vec<Json> {
    let shown = group.shown(&Tables::open(&table.battle));
    shown.parts.iter().map(|part| part.panel.input["target"]["counters"].clone()).collect()
}

#[test]
fn by_default_a_later_unit_fires_at_a_target_that_has_the_counters_of_the_earlier_fire() {
    let (mut table, mut group) = aimed("one_by_one", 8);
    assert_eq!(group.order(), GroupOrder::InTurn);
    enter_sixes(&mut table, &mut group, 1);
    let seen = counters_seen(&table, &mut group);
    assert_ne!(seen[0], seen[1], "{seen:?}");
}

#[test]
fn at_the_same_moment_each_fires_at_the_target_as_it_stood_and_their_counters_add_up() {
    let (mut table, mut group) = aimed("at_once", 8);
    assert_eq!(group.order(), GroupOrder::AtOnce);
    enter_sixes(&mut table, &mut group, 2);
    assert_eq!(counters_seen(&table, &mut group), [json!(0), json!(0)]);
    let shown = group.shown(&Tables::open(&table.battle));
    let hits: i32 = shown.parts.iter().filter_map(|part| part.panel.outcome.as_ref()?.record.sum("hits")).sum();
    send(&mut group, &mut table.battle, [GroupMessage::Apply]);
    assert_eq!(table.value("b1", "counters"), json!(hits));
    let faults: Vec<_> = verify(&table.battle).into_iter().flat_map(|finding| finding.faults).collect();
    assert_eq!(faults, []);
}

#[test]
fn a_unit_of_which_all_fire_together_leaves_nobody_is_removed() {
    let (mut table, mut group) = aimed("at_once", 2);
    enter_sixes(&mut table, &mut group, 2);
    send(&mut group, &mut table.battle, [GroupMessage::Apply]);
    assert_eq!((table.value("b1", "pikes"), table.value("b1", "lost")), (json!(0), json!(true)));
}
