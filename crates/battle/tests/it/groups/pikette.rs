//! Group acts of *Pikette Squared*: pips, shots that add up, and chips right after a result.

use super::app::send;
use battle::panel::group::{GroupAct, GroupMessage, GroupShown};
use battle::panel::{Message, Tables};
use battle::referee::{self, JointOffer};
use serde_json::{Value as Json, json};
use std::sync::Arc;
use testing::table::{Table, french, spanish};

/// The first side acts on a card, with these pips and with chips for both sides.
fn acting(own: &[&str], enemies: &[&str], card: &str, pips: i32) -> Table {
    let of = |rows: &[&str], army: fn(&str) -> Json| rows.iter().map(|row| army(row)).collect::<Vec<_>>();
    let mut table = Table::laid("pikette_squared", &of(own, french), &of(enemies, spanish));
    table.phase("first_side");
    for (side, place) in [("a", "first"), ("b", "second")] {
        table.set(side, "place", place);
        table.set(side, "morale_chips", 5);
    }
    table.set("a", "pips", pips);
    table.set("battle", "card", card);
    table
}

fn offer(table: &Table, procedure: &str, label: &str) -> JointOffer {
    let offers = referee::joint_offers(table.ruleset, table.battle.state());
    let named = |offer: &JointOffer| offer.procedure.id == procedure && offer.label() == label;
    offers.into_iter().find(named).unwrap()
}

fn opened(table: &Table, offer: &JointOffer) -> GroupAct {
    GroupAct::of_offer(table.ruleset, offer, &Tables::open(&table.battle)).unwrap()
}

fn shown(group: &mut GroupAct, table: &Table) -> Arc<GroupShown> {
    group.shown(&Tables::open(&table.battle))
}

/// Shots of the first units at these targets, one square away.
fn shots(table: &mut Table, targets: &[&str]) -> GroupAct {
    let offered = offer(table, "shoot", "Shoot");
    let mut group = opened(table, &offered);
    for (part, target) in targets.iter().enumerate() {
        let near = vec![("shooters[0].distance_squares".to_owned(), Some(json!(1)))];
        let aim = [Message::GiveOrTake("target", (*target).to_owned()), Message::Answer(near)];
        send(&mut group, &mut table.battle, aim.map(|message| GroupMessage::Change(part, message)));
    }
    for part in targets.len()..offered.units.len() {
        send(&mut group, &mut table.battle, [GroupMessage::Tick(part, false)]);
    }
    group
}

fn dice(faces: &[u8]) -> impl Iterator<Item = GroupMessage> {
    faces.iter().map(|face| GroupMessage::Die(*face))
}

#[test]
fn all_that_fired_reload_as_far_as_the_pips_go_and_guns_take_two() {
    let mut table = acting(&["cannon", "arquebus", "crossbows", "arquebus", "arquebus"], &["tercio"], "reload", 6);
    for unit in ["a1", "a2", "a3", "a4"] {
        table.set(unit, "fired", true);
    }
    let reload = offer(&table, "action", "Reload");
    let listed: Vec<_> = reload.units.iter().map(|unit| (unit.id.as_str(), unit.is_proposed)).collect();
    assert_eq!(listed, [("a1", true), ("a2", true), ("a3", true), ("a4", true), ("a5", false)]);
    assert_eq!(reload.count_without_dice(table.battle.state()), 4);
    let mut group = opened(&table, &reload);
    let all = shown(&mut group, &table);
    let done: Vec<_> = all.parts.iter().map(|part| part.is_done).collect();
    assert_eq!(done, [true, true, true, true, false], "2 + 1 + 2 + 1 pips");
    send(&mut group, &mut table.battle, [GroupMessage::Apply]);
    assert_eq!((table.value("a", "pips"), table.value("a4", "fired")), (json!(0), json!(false)));

    let mut poor = acting(&["cannon", "arquebus", "crossbows", "arquebus"], &["tercio"], "reload", 4);
    for unit in ["a1", "a2", "a3", "a4"] {
        poor.set(unit, "fired", true);
    }
    let reload = offer(&poor, "action", "Reload");
    // The chip counts what the pips pay for: 2 + 1 + 1.
    let state = poor.battle.state();
    assert_eq!([reload.count(), reload.count_paid_for(state), reload.count_without_dice(state)], [4, 3, 3]);
    let mut group = opened(&poor, &reload);
    let some = shown(&mut group, &poor);
    let done: Vec<_> = some.parts.iter().map(|part| part.is_done).collect();
    assert_eq!(done, [true, true, false, true], "the crossbows would take two of the last pip");
    assert!(some.parts[2].cannot.is_some());
}

#[test]
fn a_unit_that_is_taken_out_is_not_replaced_by_one_that_pips_did_not_pay_for() {
    let mut table = acting(&["arquebus", "crossbows", "arquebus"], &["tercio"], "reload", 3);
    for unit in ["a1", "a2", "a3"] {
        table.set(unit, "fired", true);
    }
    let reload = offer(&table, "action", "Reload");
    let mut group = opened(&table, &reload);
    let done = |group: &mut GroupAct, table: &Table| {
        shown(group, table).parts.iter().map(|part| part.is_done).collect::<Vec<_>>()
    };
    assert_eq!(done(&mut group, &table), [true, true, false], "1 + 2 pips");
    send(&mut group, &mut table.battle, [GroupMessage::Tick(1, false)]);
    assert_eq!(done(&mut group, &table), [true, false, false]);
    send(&mut group, &mut table.battle, [GroupMessage::Tick(2, true)]);
    assert_eq!(done(&mut group, &table), [true, false, true], "players may tick it");
}

#[test]
fn shots_at_one_target_add_up_as_if_they_were_one() {
    // How to battle - shooting: pips of several shooters are added; 1 hit for a total of 1 to 3 needs the pips of all. (R5)
    let own = ["arquebus", "arquebus", "arquebus"];
    let mut table = acting(&own, &["tercio", "pike"], "melee", 9);
    let mut group = shots(&mut table, &["b2", "b2", "b2"]);
    // Each scores the difference of its die and the target's.
    let faces = [4, 2, 3, 2, 5, 3];
    send(&mut group, &mut table.battle, dice(&faces));
    let end = shown(&mut group, &table);
    let prior: Vec<_> =
        end.parts.iter().map(|part| part.panel.input.get("prior_pips").cloned().unwrap_or(json!(0))).collect();
    assert_eq!(prior[0], json!(0));
    send(&mut group, &mut table.battle, [GroupMessage::Apply]);
    assert!(group.is_settled());

    let mut at_once = acting(&own, &["tercio", "pike"], "melee", 9);
    let near = json!({ "distance_squares": 1 });
    at_once.play(
        "shoot",
        &[("shooters", &["a1", "a2", "a3"]), ("target", &["b2"])],
        json!({ "shooters": [near, near, near] }),
        &faces,
    );
    for tracker in ["hits", "stands", "state", "prior_pips", "prior_ratio", "may_be_chipped"] {
        assert_eq!(table.value("b2", tracker), at_once.value("b2", tracker), "{tracker}");
    }
    assert!(table.value("b2", "prior_pips").as_i64() > prior[1].as_i64(), "{prior:?}");
}

#[test]
fn each_result_of_a_group_act_keeps_its_chance_for_a_chip_until_the_next_act() {
    // How to battle - morale chips: a chip is spent right after a result. In a group act each result is the last one. (R53)
    let mut table = acting(&["arquebus", "arquebus", "arquebus"], &["pike", "pike"], "melee", 9);
    let mut group = shots(&mut table, &["b1", "b2"]);
    send(&mut group, &mut table.battle, dice(&[4, 2, 4, 2]).chain([GroupMessage::Apply]));
    let may_be_chipped = |table: &Table| ["b1", "b2"].map(|unit| table.value(unit, "may_be_chipped") == json!(true));
    assert_eq!(may_be_chipped(&table), [true, true]);
    let chips = |table: &Table| table.duties().into_iter().filter(|duty| duty.starts_with("chip_check")).count();
    assert_eq!(chips(&table), 2);
    // A chip on one leaves the chance of the other.
    table.play("chip_check", &[("unit", &["b1"])], json!({}), &[6, 1]);
    assert_eq!((may_be_chipped(&table), chips(&table)), ([false, true], 1));
    // The next act that is paid for ends it.
    table.play(
        "shoot",
        &[("shooters", &["a3"]), ("target", &["b1"])],
        json!({ "shooters": [{ "distance_squares": 1 }] }),
        &[1, 6],
    );
    assert_eq!(may_be_chipped(&table), [false, false]);
}
