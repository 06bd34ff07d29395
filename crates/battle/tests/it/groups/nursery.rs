//! Group acts of the toy ruleset: marbles of several troops, one after the other or at once.

use super::app::{add, send};
use battle::analysis::clock::Clock;
use battle::analysis::luck::luck;
use battle::groups::{write_acts, write_rolls};
use battle::panel::group::{GroupAct, GroupEffect, GroupMessage, GroupShown, ShownPart};
use battle::panel::{Message, Outlook, Tables};
use battle::verify::{Fault, verify};
use battle::{Action, ActionEvent, Battle, Change, Event, Header, LoggedRoll, Rolled, Stamp, Unit, referee};
use rules::dice::rng::Seed;
use rules::procedure::GroupOrder;
use rules::secrecy::Onlooker;
use rules::subject::Side;
use serde_json::{Map, Value as Json, json};
use std::sync::Arc;
use test_rulesets::toy::RULESET;

const ONE_BY_ONE: &str = "one_by_one";
const AT_ONCE: &str = "at_once";

/// Three tin troops against three tin soldiers and five wooden ones.
pub fn nursery(order: &str) -> Battle {
    let unit = |id: &str, side, soldiers: i32, made_of: &str| {
        let profile = json!({ "name": id.to_uppercase(), "soldiers": soldiers, "made_of": made_of });
        Unit { id: id.into(), side, profile: profile.as_object().cloned().unwrap(), ..Unit::default() }
    };
    let tin = |id: &str, side, soldiers| unit(id, side, soldiers, "tin");
    let units = vec![tin("a0", 0, 6), tin("a1", 0, 6), tin("a2", 0, 6), tin("b0", 1, 3), unit("b1", 1, 5, "wood")];
    let header = Header::new("toy", "Bedtime", ["Red", "Chest"], units, Seed([5; 32]));
    let rulings = json!({ "r2_rolling_order": order }).as_object().cloned().unwrap();
    Battle::begin(test_rulesets::RULESETS, Header { rulings, ..header })
}

/// The group act that the table offers side a.
pub fn offered(battle: &Battle, procedure: &str) -> GroupAct {
    let offers = referee::joint_offers(&RULESET, battle.state());
    let offer = offers.iter().find(|offer| offer.side == Side::A && offer.procedure.id == procedure).unwrap();
    GroupAct::of_offer(&RULESET, offer, &Tables::open(battle)).unwrap()
}

/// All three troops of side a, each with its target.
pub fn marbles(battle: &mut Battle, targets: [&str; 3]) -> GroupAct {
    let mut group = offered(battle, "marbles");
    let aim =
        |(part, target): (usize, &str)| GroupMessage::Change(part, Message::GiveOrTake("target", target.to_owned()));
    send(&mut group, battle, targets.into_iter().enumerate().map(aim));
    group
}

fn dice(faces: &[u8]) -> impl Iterator<Item = GroupMessage> {
    faces.iter().map(|face| GroupMessage::Die(*face))
}

pub fn shown(group: &mut GroupAct, battle: &Battle) -> Arc<GroupShown> {
    group.shown(&Tables::open(battle))
}

fn fallen(battle: &Battle, unit: &str) -> i32 {
    battle.state().facts(unit).value::<i32>(rules::fact!("fallen")).unwrap()
}

/// The reason why each part cannot be done.
fn reasons(shown: &GroupShown) -> Vec<Option<&str>> {
    shown.parts.iter().map(|part| part.cannot.as_deref()).collect()
}

pub fn results(shown: &GroupShown) -> Vec<String> {
    shown.parts.iter().map(|part| part.result.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")).collect()
}

/// The acts of the log: for each, the acting unit, the number that fell, and true if it is a later part of a group.
fn acts(battle: &Battle) -> Vec<(String, Json, bool)> {
    let act = |event: &Event| match event {
        Event::Action(act) => match &act.action {
            Action::Resolved(done) => {
                let actor = done.participants["roller"][0].as_str().unwrap().to_owned();
                Some((actor, done.outcome["knocked_over"].clone(), act.group.is_some()))
            }
            _ => None,
        },
        _ => None,
    };
    battle.events().filter_map(act).collect()
}

pub fn faults(battle: &Battle) -> Vec<Fault> {
    verify(battle).into_iter().flat_map(|finding| finding.faults).collect()
}

#[test]
fn the_table_offers_what_at_least_two_units_of_a_side_can_do_and_lists_the_others_with_the_reason() {
    let mut battle = nursery(ONE_BY_ONE);
    let offers = |battle: &Battle| -> Vec<(&str, Side, usize, usize)> {
        let offers = referee::joint_offers(&RULESET, battle.state());
        offers.iter().map(|offer| (offer.procedure.id, offer.side, offer.count(), offer.units.len())).collect()
    };
    assert_eq!(offers(&battle), [("marbles", Side::A, 3, 3), ("marbles", Side::B, 2, 2)]);
    let rolled = |unit: &str| Change::set(unit, "rolled", true);
    for unit in ["a1", "b0"] {
        let act = ActionEvent::new(0.0, Action::ByHand, vec![rolled(unit)]);
        add(&mut battle, Event::Action(Box::new(act)));
    }
    assert_eq!(offers(&battle), [("marbles", Side::A, 2, 3)], "one troop alone is no group");
    let shown = shown(&mut offered(&battle, "marbles"), &battle);
    assert_eq!(reasons(&shown), [None, Some("A1: already rolled in this round."), None]);
    assert_eq!(shown.parts.iter().map(|part| part.is_ticked).collect::<Vec<_>>(), [true, false, true]);
    assert_eq!(shown.asks, Some(0), "each asks for its target");
}

#[test]
fn each_part_is_judged_after_the_earlier_ones_and_one_that_became_impossible_is_dropped_without_dice() {
    let mut battle = nursery(ONE_BY_ONE);
    let mut group = marbles(&mut battle, ["b0", "b0", "b0"]);
    assert_eq!(shown(&mut group, &battle).totals.dice, 9);
    send(&mut group, &mut battle, dice(&[6, 4, 1]));
    let second = shown(&mut group, &battle);
    assert_eq!(second.parts[1].panel.input["target"]["standing"], 1, "two of three lie");
    let earlier = |part: usize| {
        second.parts[part].earlier.iter().any(|(by, change)| *by == 0 && *change == Change::set("b0", "fallen", 2))
    };
    assert_eq!((earlier(0), earlier(1)), (false, true));
    send(&mut group, &mut battle, dice(&[6, 6, 6]));
    let end = shown(&mut group, &battle);
    assert_eq!(reasons(&end), [None, None, Some("B0: None of them stands.")]);
    assert_eq!(results(&end), ["2 knocked over.", "1 knocked over. Nobody is left standing.", ""]);
    assert!(end.can_apply && !end.parts[2].is_done && end.next.is_none());
    send(&mut group, &mut battle, [GroupMessage::Apply]);
    assert_eq!(acts(&battle), [("a0".into(), json!(2), false), ("a1".into(), json!(1), true)]);
    assert_eq!((fallen(&battle, "b0"), faults(&battle)), (3, Vec::new()));
    assert!(group.is_settled() && shown(&mut group, &battle).is_settled);
    let undo = battle.undoing().unwrap();
    add(&mut battle, undo);
    assert_eq!(fallen(&battle, "b0"), 0, "one undo takes back all");
    assert!(!battle.state().facts("a0").holds(rules::fact!("rolled")));
}

/// A battle in which three troops rolled at once at the three soldiers of `b0`, with these dice.
fn rolled_at_once(faces: &[u8]) -> Battle {
    let mut battle = nursery(AT_ONCE);
    let mut group = marbles(&mut battle, ["b0", "b0", "b0"]);
    assert_eq!(group.order(), GroupOrder::AtOnce);
    send(&mut group, &mut battle, dice(faces).chain([GroupMessage::Apply]));
    battle
}

#[test]
fn parts_at_once_are_all_judged_on_the_table_before_the_first_and_their_losses_add_up() {
    let battle = rolled_at_once(&[6, 4, 1, 6, 6, 6, 1, 1, 5]);
    assert_eq!(
        acts(&battle),
        [("a0".into(), json!(2), false), ("a1".into(), json!(3), true), ("a2".into(), json!(1), true)]
    );
    assert_eq!(fallen(&battle, "b0"), 3, "no more fall than there are");
    assert_eq!(faults(&battle), []);
    // Without the flag, the second part would have been judged on a table with one soldier.
    let log = battle.log().iter().map(|(stamp, event)| match event {
        Event::Action(act) => {
            (stamp.clone(), Event::Action(Box::new(ActionEvent { at_once: false, ..(**act).clone() })))
        }
        other => (stamp.clone(), other.clone()),
    });
    let altered = verify(&battle.with_log(log));
    let is_wrong = |place: usize| altered[place].faults.iter().any(|fault| matches!(fault, Fault::Table(_)));
    assert_eq!([is_wrong(0), is_wrong(1)], [false, true]);
}

#[test]
fn a_part_whose_first_part_is_gone_is_reported() {
    let battle = rolled_at_once(&[6, 4, 1, 1, 1, 1, 1, 1, 1]);
    let first = battle.log()[0].0.clone();
    let without = battle.with_log(battle.log()[1..].to_vec());
    assert!(verify(&without).iter().all(|finding| finding.faults.contains(&Fault::Gone(first.clone()))));
}

/// Leaves out the first part by a correction. Returns the number of standing targets in the input of the second part, and the number of
/// fallen ones after the correction.
fn standing_after_correction(battle: &Battle) -> (i64, i32) {
    let stamps: Vec<Stamp> = battle.log().iter().map(|(stamp, _)| stamp.clone()).collect();
    let plan = battle.correction(&stamps[0], None, &[]).unwrap();
    let second = match &plan.steps[1].now {
        battle::correct::Now::Changed(act) => act.action.clone(),
        _ => plan.steps[1].act.action.clone(),
    };
    let Action::Resolved(second) = second else { unreachable!() };
    let mut corrected = battle.clone();
    let act = plan.act(battle, 2.0, None).unwrap();
    add(&mut corrected, Event::Action(Box::new(act)));
    assert_eq!(faults(&corrected), []);
    (second.input["target"]["standing"].as_i64().unwrap(), fallen(&corrected, "b0"))
}

#[test]
fn a_part_can_be_corrected_by_itself_and_the_others_are_judged_again_in_their_order() {
    // The first part knocks two over, the second one, the third none.
    let faces = [6, 4, 1, 6, 1, 1, 1, 1, 1];
    assert_eq!(standing_after_correction(&rolled_at_once(&faces)), (3, 1));
    let mut battle = nursery(ONE_BY_ONE);
    let mut group = marbles(&mut battle, ["b0", "b0", "b0"]);
    send(&mut group, &mut battle, dice(&faces).chain([GroupMessage::Apply]));
    assert_eq!(fallen(&battle, "b0"), 3);
    assert_eq!(standing_after_correction(&battle), (3, 1), "before the correction one stood");

    let before = |battle: &Battle, part: usize| {
        battle.rewound(&battle.log()[part].0).unwrap().state().facts("b0").value::<i32>(rules::fact!("fallen"))
    };
    assert_eq!(before(&battle, 1), Some(2), "in turn: the table that the first part left");
    assert_eq!(before(&rolled_at_once(&faces), 1), Some(0), "at once: the table before the first part");
}

#[test]
fn a_shared_answer_holds_for_all_parts_and_totals_add_up() {
    let mut battle = nursery(ONE_BY_ONE);
    let mut group = marbles(&mut battle, ["b0", "b1", "b1"]);
    let two = |value: i32| vec![("marbles".to_owned(), Some(json!(value)))];
    send(
        &mut group,
        &mut battle,
        [
            GroupMessage::Share(two(2)),
            GroupMessage::Change(0, Message::Answer(two(1))),
            GroupMessage::Change(1, Message::Answer(vec![("behind_books".to_owned(), Some(json!(true)))])),
        ],
    );
    let all = shown(&mut group, &battle);
    let asked = |part: &ShownPart| json!(["marbles", "behind_books"].map(|field| part.panel.input.get(field)));
    let asked: Vec<Json> = all.parts.iter().map(asked).collect();
    assert_eq!(asked, [json!([2, null]), json!([2, true]), json!([2, null])]);
    // Tin falls on 4 or more, wood behind books on 6, wood on 5 or more: at least one of two marbles each.
    let chances = [3.0 / 4.0, 11.0 / 36.0, 5.0 / 9.0];
    assert_eq!((all.totals.parts, all.totals.dice), (3, 6));
    assert!((all.totals.successes.unwrap() - chances.iter().sum::<f64>()).abs() < 1e-12);
    send(&mut group, &mut battle, [GroupMessage::Tick(1, false)]);
    let two = shown(&mut group, &battle);
    assert_eq!((two.totals.parts, two.totals.dice), (2, 4));
    assert!((two.totals.successes.unwrap() - (chances[0] + chances[2])).abs() < 1e-12);
}

#[test]
fn an_answer_ticks_its_unit() {
    let mut battle = nursery(ONE_BY_ONE);
    let mut group = marbles(&mut battle, ["b0", "b0", "b0"]);
    let ticks = |group: &GroupAct| group.acts().map(|(_, is_ticked)| is_ticked).collect::<Vec<_>>();
    send(&mut group, &mut battle, [0, 1, 2].map(|part| GroupMessage::Tick(part, false)));
    assert_eq!(ticks(&group), [false, false, false]);
    let aim = GroupMessage::Change(1, Message::GiveOrTake("target", "b1".to_owned()));
    send(&mut group, &mut battle, [aim]);
    assert_eq!(ticks(&group), [false, true, false]);
}

#[test]
fn one_roll_of_the_app_rolls_for_all_and_dice_that_were_not_logged_are_not_shown() {
    let mut battle = nursery(ONE_BY_ONE);
    let mut group = marbles(&mut battle, ["b1", "b1", "b1"]);
    let before = shown(&mut group, &battle);
    let effects = group.update(GroupMessage::Roll(1.0), &Tables::open(&battle));
    let [GroupEffect::Roll(first, None)] = effects.as_slice() else { panic!("{effects:?}") };
    assert_eq!(group.update(GroupMessage::Logged(Vec::new()), &Tables::open(&battle)).len(), 1);
    assert_eq!(shown(&mut group, &battle), before, "as before the roll");

    send(&mut group, &mut battle, [GroupMessage::Roll(1.0)]);
    let rolls: Vec<_> = battle.awaiting().map(|(stamp, rolled)| (stamp.clone(), rolled.clone())).collect();
    assert!(
        rolls.iter().map(|(_, rolled)| &rolled.rolls).eq(first.iter().map(|rolled| &rolled.rolls)),
        "the same dice"
    );
    let group_of: Vec<_> = rolls.iter().map(|(_, rolled)| rolled.group.clone()).collect();
    assert_eq!(group_of, [None, Some(rolls[0].0.clone()), Some(rolls[0].0.clone())]);
    assert!(battle.undoing().is_none(), "the rolls wait");
    let done = shown(&mut group, &battle);
    assert!(done.can_apply && done.is_rolling && !done.can_roll);
    send(&mut group, &mut battle, [GroupMessage::Tick(0, false), GroupMessage::Apply]);
    assert_eq!((acts(&battle).len(), battle.awaiting().count()), (3, 0), "ticks are fixed once there are dice");
    assert_eq!(faults(&battle), []);
}

/// The waiting rolls.
fn rolled(battle: &Battle) -> Vec<Vec<LoggedRoll>> {
    battle.awaiting().map(|(_, rolled)| rolled.rolls.clone()).collect()
}

/// A group act of three units whose rolls were discarded, with these rolls.
fn discarded() -> (Battle, GroupAct, Vec<Vec<LoggedRoll>>) {
    let mut battle = nursery(ONE_BY_ONE);
    let mut group = marbles(&mut battle, ["b1", "b1", "b1"]);
    send(&mut group, &mut battle, [GroupMessage::Roll(1.0)]);
    let first = rolled(&battle);
    send(&mut group, &mut battle, [GroupMessage::Discard]);
    (battle, group, first)
}

#[test]
fn a_discard_discards_all_rolls_and_grants_no_others() {
    let (mut battle, group, first) = discarded();
    assert!(group.is_settled() && battle.awaiting().next().is_none());
    assert_eq!(fallen(&battle, "b1"), 0);
    let mut again = marbles(&mut battle, ["b1", "b1", "b1"]);
    send(&mut again, &mut battle, [GroupMessage::Roll(1.0)]);
    assert_eq!((rolled(&battle), faults(&battle)), (first, Vec::new()));
}

#[test]
fn the_discard_of_a_group_act_is_taken_back_as_a_whole_with_the_same_dice() {
    let (mut battle, _, first) = discarded();
    assert_eq!(battle.last_discard(), None, "no part is taken back by itself");
    let discards = battle.last_discards();
    assert!(discards.len() == 3 && discards.iter().all(|(_, rolled)| rolled.group.is_none()));
    let mut with_one = battle.clone();
    add(&mut with_one, Event::Rolled(Box::new(Rolled { at: 9.0, ..discards[0].1.clone() })));
    assert_eq!(with_one.last_discards(), discards[1..], "the others can still be taken back");
    let again = discards.into_iter().map(|(_, rolled)| rolled);
    write_rolls(again, None, |event| Some(add(&mut battle, event)));
    assert_eq!((rolled(&battle), battle.last_discards()), (first, Vec::new()));
    assert_eq!(faults(&battle), []);
    let stamps: Vec<Stamp> = battle.awaiting().map(|(stamp, _)| stamp.clone()).collect();
    let groups: Vec<_> = battle.awaiting().map(|(_, rolled)| rolled.group.clone()).collect();
    assert_eq!(groups, [None, Some(stamps[0].clone()), Some(stamps[0].clone())]);
}

#[test]
fn dice_that_were_entered_before_the_end_of_their_phase_are_late_after_it() {
    let next = |battle: &mut Battle| {
        let changes = referee::next_changes(&RULESET, battle.state());
        add(battle, Event::Action(Box::new(ActionEvent::new(0.0, Action::Phase, changes).refereed(Vec::new()))));
    };
    for (faces, is_whole) in [(&[1][..], false), (&[1; 9], true)] {
        let mut battle = nursery(ONE_BY_ONE);
        (0..2).for_each(|_| next(&mut battle));
        let mut group = marbles(&mut battle, ["b1", "b1", "b1"]);
        send(&mut group, &mut battle, dice(faces));
        let before = shown(&mut group, &battle);
        assert_eq!((before.is_late, before.can_apply), (false, is_whole));
        next(&mut battle);
        send(&mut group, &mut battle, [GroupMessage::TableChanged]);
        assert!(shown(&mut group, &battle).is_late, "{faces:?}");
    }
}

#[test]
fn dice_are_taken_back_in_the_order_in_which_they_were_entered() {
    let mut battle = nursery(ONE_BY_ONE);
    let mut group = marbles(&mut battle, ["b1", "b1", "b1"]);
    let faces = |group: &mut GroupAct, battle: &Battle| -> Vec<Vec<u8>> {
        let shown = shown(group, battle);
        shown.parts.iter().map(|part| part.panel.dice.dice.iter().map(|die| die.face).collect()).collect()
    };
    send(&mut group, &mut battle, dice(&[6, 1, 2, 5]));
    assert_eq!(faces(&mut group, &battle), [vec![6, 1, 2], vec![5], vec![]]);
    send(&mut group, &mut battle, [GroupMessage::TakeBack, GroupMessage::TakeBack]);
    assert_eq!(faces(&mut group, &battle), [vec![6, 1], vec![], vec![]]);
    send(&mut group, &mut battle, [GroupMessage::Successes(0)]);
    assert_eq!(faces(&mut group, &battle), [vec![6, 1, 1], vec![], vec![]], "the rest of the roll has none");
    send(&mut group, &mut battle, [GroupMessage::TakeBack, GroupMessage::TakeBack, GroupMessage::TakeBack]);
    assert!(!shown(&mut group, &battle).is_rolling);
    send(&mut group, &mut battle, [GroupMessage::Successes(2), GroupMessage::Successes(0), GroupMessage::Successes(1)]);
    assert_eq!(results(&shown(&mut group, &battle)), ["2 knocked over.", "0 knocked over.", "1 knocked over."]);
}

#[test]
fn a_draft_restores_ticks_answers_and_entered_dice() {
    let mut battle = nursery(ONE_BY_ONE);
    let mut group = marbles(&mut battle, ["b0", "b1", "b1"]);
    send(&mut group, &mut battle, [GroupMessage::Tick(1, false)].into_iter().chain(dice(&[6, 1, 2, 5])));
    let tables = Tables::open(&battle);
    let text = serde_json::to_string(&group.draft(&tables)).unwrap();
    let mut resumed = GroupAct::resume(&RULESET, &serde_json::from_str(&text).unwrap(), &tables).unwrap();
    assert_eq!(resumed.shown(&tables), group.shown(&tables));
}

#[test]
fn a_draft_with_a_part_of_an_unknown_or_ungrouped_procedure_restores_the_other_parts() {
    let mut battle = nursery(ONE_BY_ONE);
    let mut group = marbles(&mut battle, ["b0", "b1", "b1"]);
    send(&mut group, &mut battle, dice(&[6, 1, 2, 5, 4, 3, 6, 6]));
    let tables = Tables::open(&battle);
    let faces = |group: &mut GroupAct| -> Vec<Vec<u8>> {
        let dice = |part: &ShownPart| part.panel.dice.dice.iter().map(|die| die.face).collect();
        group.shown(&tables).parts.iter().map(dice).collect()
    };
    let whole = faces(&mut group);
    for other in ["jousting", "stand_up"] {
        let mut draft = group.draft(&tables);
        draft.parts[0].draft.procedure = other.to_owned();
        let mut resumed = GroupAct::resume(&RULESET, &draft, &tables).unwrap();
        let units: Vec<_> = resumed.acts().map(|(act, _)| act.participants.units("roller").to_vec()).collect();
        assert_eq!(
            (units, faces(&mut resumed)),
            (vec![vec!["a1".to_owned()], vec!["a2".to_owned()]], whole[1..].to_vec())
        );
    }
}

#[test]
fn without_dice_a_draft_keeps_the_last_event_of_the_log() {
    let mut battle = nursery(ONE_BY_ONE);
    let mut group = marbles(&mut battle, ["b0", "b1", "b1"]);
    let note = |battle: &mut Battle| {
        let act = ActionEvent::new(1.0, Action::Note("Tea.".into()), Vec::new()).refereed(Vec::new());
        Some(add(battle, Event::Action(Box::new(act))))
    };
    let after = |group: &GroupAct, battle: &Battle| group.draft(&Tables::open(battle)).parts[0].draft.after.clone();
    note(&mut battle);
    send(&mut group, &mut battle, [GroupMessage::EnterDice]);
    let later = note(&mut battle);
    assert_eq!(after(&group, &battle), later);
    // The dice begin now, and later events do not change that.
    send(&mut group, &mut battle, dice(&[6]));
    note(&mut battle);
    assert_eq!(after(&group, &battle), later);
    // The app could not log the rolls.
    let mut group = marbles(&mut battle, ["b0", "b1", "b1"]);
    group.update(GroupMessage::Roll(1.0), &Tables::open(&battle));
    group.update(GroupMessage::Logged(Vec::new()), &Tables::open(&battle));
    let later = note(&mut battle);
    assert_eq!(after(&group, &battle), later);
}

#[test]
fn a_roll_that_was_settled_elsewhere_takes_its_part_out() {
    let mut battle = nursery(ONE_BY_ONE);
    let mut group = marbles(&mut battle, ["b1", "b1", "b1"]);
    send(&mut group, &mut battle, [GroupMessage::Roll(1.0)]);
    let (stamp, rolled) = battle.awaiting().nth(1).map(|(stamp, rolled)| (stamp.clone(), rolled.clone())).unwrap();
    let action = Action::Resolved(battle::Resolved::discarded(stamp, rolled));
    add(&mut battle, Event::Action(Box::new(ActionEvent::new(1.0, action, Vec::new()).refereed(Vec::new()))));
    send(&mut group, &mut battle, [GroupMessage::TableChanged, GroupMessage::Apply]);
    assert_eq!(shown(&mut group, &battle).parts.len(), 2);
    assert!(battle.awaiting().next().is_none() && faults(&battle).is_empty());
}

#[test]
fn a_group_hides_what_is_hidden_from_its_player_and_is_judged_on_everything() {
    let mut battle = nursery(ONE_BY_ONE);
    let hides = ActionEvent::new(0.0, Action::ByHand, vec![Change::set("battle", "secrecy", "own_side")]);
    add(&mut battle, Event::Action(Box::new(hides)));
    let mut group = marbles(&mut battle, ["b0", "b0", "b1"]);
    let onlooker = Onlooker::Side(Side::A);
    let seen = battle.seen_by(onlooker);
    let tables = Tables { shown: Some(&seen), onlooker: Some(onlooker), ..Tables::open(&battle) };
    let before = group.shown(&tables);
    assert!(before.parts.iter().all(|part| *part.panel.outlook == Outlook::Hidden));
    assert!(before.parts.iter().all(|part| part.chance().is_none()), "the odds would reveal how many stand");
    assert_eq!(before.totals.dice, 0);
    for face in [6, 6, 6, 1, 1, 1] {
        group.update(GroupMessage::Die(face), &tables);
    }
    // All of the first target lie now, which the player of side a does not see.
    let after = group.shown(&tables);
    let is_told = |change: &(usize, Change)| matches!(&change.1, Change::Set { key, .. } if key == "fallen");
    assert!(after.parts.iter().all(|part| !part.earlier.iter().any(is_told)), "{after:?}");
}

#[test]
fn luck_counts_the_dice_of_each_part_and_the_clock_counts_no_time_between_them() {
    let faces = [6, 4, 1, 6, 6, 1, 1, 1, 5];
    let (mut together, mut apart) = (nursery(ONE_BY_ONE), nursery(ONE_BY_ONE));
    let mut group = marbles(&mut together, ["b1", "b1", "b1"]);
    send(&mut group, &mut together, dice(&faces).chain([GroupMessage::Apply]));
    for (unit, faces) in [(0, &faces[..3]), (1, &faces[3..6]), (2, &faces[6..])] {
        let mut group = marbles_of(&mut apart, unit);
        send(&mut group, &mut apart, dice(faces).chain([GroupMessage::Apply]));
    }
    assert_eq!(format!("{:?}", luck(&together)), format!("{:?}", luck(&apart)));
    assert_eq!(Clock::of(&together).spent(), Clock::of(&apart).spent());
    assert_eq!(together.state().changes_to(apart.state()), []);
}

/// A group act with this part alone ticked, at `b1`.
fn marbles_of(battle: &mut Battle, part: usize) -> GroupAct {
    let acts = ["a0", "a1", "a2"].into_iter().enumerate().map(|(place, unit)| {
        let mut act = battle::Act::of_unit(RULESET.procedure("marbles").unwrap(), unit, Map::new());
        act.participants.set("target", vec!["b1".to_owned()]);
        (act, place == part)
    });
    GroupAct::open(&RULESET, RULESET.procedure("marbles").unwrap(), Map::new(), acts, &Tables::open(battle)).unwrap()
}

#[test]
fn acts_by_one_tap_of_different_kinds_are_one_entry() {
    let mut battle = nursery(ONE_BY_ONE);
    let by_hand = ActionEvent::new(1.0, Action::ByHand, vec![Change::set("b0", "fallen", 1)]).refereed(Vec::new());
    let next = ActionEvent::new(1.0, Action::Phase, referee::next_changes(&RULESET, battle.state()));
    write_acts([by_hand, next.refereed(Vec::new())], |event| Some(add(&mut battle, event)));
    assert_eq!((fallen(&battle, "b0"), battle.state().table().phase), (1, "tidying"));
    let undo = battle.undoing().unwrap();
    add(&mut battle, undo);
    assert_eq!((fallen(&battle, "b0"), battle.state().table().phase), (0, "marbles"));
}
