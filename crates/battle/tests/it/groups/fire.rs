//! Fire of several units of *Pike & Shot*, one after the other and at the same moment.

use super::app::send;
use battle::analysis::act_words::group_title;
use battle::panel::group::{GroupAct, GroupMessage, ShownPart};
use battle::panel::{Message, Tables};
use battle::referee;
use battle::verify::verify;
use rules::procedure::GroupOrder;
use rules::subject::Side;
use serde_json::{Value as Json, json};
use testing::table::{Table, foot, formation, horse};

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
    // The fire of each alone leaves one.
    let (mut table, mut group) = aimed("at_once", 3);
    enter_sixes(&mut table, &mut group, 2);
    send(&mut group, &mut table.battle, [GroupMessage::Apply]);
    assert_eq!((table.value("b1", "pikes"), table.tags("b1").remove(0).as_str()), (json!(0), "!Destroyed"));
}

/// A regiment, horse with pistols and a gun against two regiments, in the phase of fire.
fn all_arms() -> Table {
    let horse = json!({ "troop_type": "horse", "figures": 12, "pistols": true, "morale_class": "average" });
    let gun = json!({ "troop_type": "artillery", "gun": "medium", "figures": 3, "morale_class": "average" });
    let mut table = Table::laid("pike_and_shot", &[gun, horse, foot()], &[foot(), foot()]);
    table.phase("other_fire");
    table.set("a1", "limbered", false);
    table
}

#[test]
fn foot_horse_and_guns_fire_in_one_list_with_one_entry_and_one_undo() {
    let mut table = all_arms();
    let offers = referee::joint_offers(table.ruleset, table.battle.state());
    let mine: Vec<_> = offers.iter().filter(|offer| offer.side == Side::A).collect();
    let [fire] = mine.as_slice() else { panic!("{mine:?}") };
    assert_eq!((fire.label(), fire.count(), fire.procedure.id), ("Fire", 3, "infantry_fire"));
    let listed: Vec<_> = fire.units.iter().map(|unit| (unit.id.as_str(), unit.act.procedure.id)).collect();
    assert_eq!(listed, [("a3", "infantry_fire"), ("a2", "cavalry_fire"), ("a1", "artillery_fire")]);

    let mut group = GroupAct::of_offer(table.ruleset, fire, &Tables::open(&table.battle)).unwrap();
    for part in 0..3 {
        let aim = Message::GiveOrTake("target", if part == 1 { "b1" } else { "b2" }.to_owned());
        let near = Message::Answer(vec![("range_in".to_owned(), Some(json!(2)))]);
        send(&mut group, &mut table.battle, [aim, near].map(|message| GroupMessage::Change(part, message)));
    }
    let shown = group.shown(&Tables::open(&table.battle));
    let of_lines: usize = shown.parts.iter().flat_map(|part| part.certain_dice()).map(|dice| dice.count).sum();
    assert_eq!((shown.asks, of_lines), (None, shown.totals.dice), "{:?}", shown.totals);
    send(&mut group, &mut table.battle, [GroupMessage::Roll(1.0)]);
    // The rolls can be continued elsewhere, whichever procedure comes first.
    let draft = group.draft(&Tables::open(&table.battle));
    let resumed = GroupAct::resume(table.ruleset, &draft, &Tables::open(&table.battle)).unwrap();
    assert_eq!((resumed.acts().count(), resumed.procedure().id), (3, "infantry_fire"));
    send(&mut group, &mut table.battle, [GroupMessage::Apply]);
    assert!(group.is_settled());
    let undone = table.battle.acts_to_undo();
    assert_eq!(group_title(table.ruleset, &undone).as_deref(), Some("Fire: 3 units"));
    let faults: Vec<_> = verify(&table.battle).into_iter().flat_map(|finding| finding.faults).collect();
    assert_eq!(faults, []);
}

/// Horse charges the first of two regiments; other horse does not charge.
fn charged() -> (Table, GroupAct) {
    let mut table = Table::laid("pike_and_shot", &[foot(), foot()], &[horse(), horse()]);
    table.phase("charge_fire");
    table.set("b1", "charging", true);
    table.set("b1", "charges", "a1");
    table.set("a1", "response", "stand");
    let offers = referee::joint_offers(table.ruleset, table.battle.state());
    let fire = offers.iter().find(|offer| offer.procedure.id == "infantry_fire").unwrap();
    let group = GroupAct::of_offer(table.ruleset, fire, &Tables::open(&table.battle)).unwrap();
    (table, group)
}

#[test]
fn a_line_offers_only_targets_that_the_rules_allow() {
    let (table, mut group) = charged();
    let shown = group.shown(&Tables::open(&table.battle));
    let part = &shown.parts[0];
    let target = part.panel.act.procedure.participants.iter().find(|role| role.id == "target").unwrap();
    let able = |part: &ShownPart| part.able(target, table.ruleset, table.battle.state());
    assert_eq!(able(part), ["b1"], "the other horse neither charges nor is charged");
}

#[test]
fn a_line_with_a_refused_target_can_choose_another_and_does_not_count() {
    let (mut table, mut group) = charged();
    let aim = |part, target: &str| GroupMessage::Change(part, Message::GiveOrTake("target", target.to_owned()));
    let near = |part| GroupMessage::Change(part, Message::Answer(vec![("range_in".to_owned(), Some(json!(4)))]));
    send(&mut group, &mut table.battle, [aim(0, "b1"), near(0), aim(1, "b2"), near(1)]);
    let shown = group.shown(&Tables::open(&table.battle));
    let refused = &shown.parts[1];
    assert!(refused.is_ticked && refused.cannot.is_some() && refused.can_be_answered());
    let picks = GroupAct::picks(refused);
    assert!(picks.iter().any(|pick| pick.id() == "target"), "{picks:?}");
    // The title of the waiting roll counts the same parts as the page.
    let draft = group.draft(&Tables::open(&table.battle));
    assert_eq!(shown.totals.parts, 1);
    assert_eq!(GroupAct::count_done(table.ruleset, &draft, &Tables::open(&table.battle)), 1);
    send(&mut group, &mut table.battle, [aim(1, "b1")]);
    let shown = group.shown(&Tables::open(&table.battle));
    assert_eq!((shown.parts[1].cannot.clone(), shown.totals.parts), (None, 2));
}

#[test]
fn procedures_of_one_family_ask_nothing_for_all_and_are_judged_alike() {
    for ruleset in test_rulesets::ALL {
        for one in ruleset.procedures {
            let Some(label) = one.grouping.and_then(|grouping| grouping.family) else { continue };
            let first = ruleset.first_of_family(one);
            let (grouping, of_first) = (one.grouping.unwrap(), first.grouping.unwrap());
            assert!(grouping.shared.is_empty() && one.variants.is_empty(), "{label}: {}", one.id);
            let chance =
                |procedure: &rules::procedure::Procedure| procedure.followed().next().map(|chance| chance.label);
            assert_eq!(chance(one), chance(first), "{label}: {}", one.id);
            for value in ["one_by_one", "at_once"] {
                let rulings = json!({ "r41_fire": value }).as_object().cloned().unwrap();
                assert_eq!(grouping.order(&rulings), of_first.order(&rulings), "{label}: {}", one.id);
            }
        }
    }
}

#[test]
fn later_shots_of_arquebusier_at_a_formation_that_fell_in_the_step_are_shot_without_effect() {
    let small = json!({ "nature": "regular", "groups": [{ "type": "pike", "elements": 1, "front": 1 }] });
    let mut table =
        Table::laid("arquebusier", &[formation("firearm"), formation("firearm")], &[small, formation("pike")]);
    table.phase("shooting");
    let offers = referee::joint_offers(table.ruleset, table.battle.state());
    let shots = offers.iter().find(|offer| offer.procedure.id == "shooting" && offer.side == Side::A).unwrap();
    let mut group = GroupAct::of_offer(table.ruleset, shots, &Tables::open(&table.battle)).unwrap();
    for part in 0..2 {
        let near = Message::Answer(vec![("shooters[0].range_in".to_owned(), Some(json!(6)))]);
        let aim = [Message::GiveOrTake("target", "b1".to_owned()), near];
        send(&mut group, &mut table.battle, aim.map(|message| GroupMessage::Change(part, message)));
    }
    let dice = group.shown(&Tables::open(&table.battle)).totals.dice;
    enter_sixes(&mut table, &mut group, 2);
    let shown = group.shown(&Tables::open(&table.battle));
    assert!(shown.can_apply && shown.parts.iter().all(|part| part.cannot.is_none() && part.is_complete()));
    assert_eq!(shown.parts.iter().map(|part| part.panel.dice.dice.len()).sum::<usize>(), dice, "both shoot all dice");
    assert_eq!(
        shown.parts[1].panel.input["target"]["groups"],
        json!([{ "type": "pike", "front": 1, "elements": 1, "fallen": 1 }])
    );
    let results: Vec<String> = shown.parts.iter().map(|part| part.result[0].to_string()).collect();
    assert_eq!(results, ["It is destroyed.", "Nothing is lost."]);
    send(&mut group, &mut table.battle, [GroupMessage::Apply]);
    assert_eq!(["a1", "a2"].map(|unit| table.value(unit, "shot_this_turn")), [json!(true), json!(true)]);
    let faults: Vec<_> = verify(&table.battle).into_iter().flat_map(|finding| finding.faults).collect();
    assert_eq!(faults, []);
}
