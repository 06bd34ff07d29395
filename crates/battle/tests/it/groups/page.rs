//! Group acts as a page shows them: choices in the lines, changed dice, and rolls that are discarded or continued on another device.

use super::app::{add, send};
use super::nursery::{faults, marbles, nursery, offered, results, shown};
use battle::analysis::act_words::{entry, group_title};
use battle::groups::write_rolls;
use battle::panel::group::{GroupAct, GroupDraft, GroupMessage, PickOf};
use battle::panel::{Message, Tables};
use battle::{Action, ActionEvent, Battle, Change, Event};
use test_rulesets::toy::RULESET;

const ONE_BY_ONE: &str = "one_by_one";

fn dice(faces: &[u8]) -> impl Iterator<Item = GroupMessage> {
    faces.iter().map(|face| GroupMessage::Die(*face))
}

fn faces(group: &mut GroupAct, battle: &Battle) -> Vec<Vec<u8>> {
    let shown = shown(group, battle);
    shown.parts.iter().map(|part| part.panel.dice.dice.iter().map(|die| die.face).collect()).collect()
}

/// The choices in the line of a part, each with true if the part asks for it.
fn picks(group: &mut GroupAct, battle: &Battle, part: usize) -> Vec<(String, bool)> {
    let picks = GroupAct::picks(&shown(group, battle).parts[part]);
    picks.iter().map(|pick| (pick.id().to_owned(), pick.is_asked)).collect()
}

#[test]
fn a_line_asks_for_its_target_and_keeps_showing_it() {
    let mut battle = nursery(ONE_BY_ONE);
    let mut group = offered(&battle, "marbles");
    assert_eq!(picks(&mut group, &battle, 0), [("target".to_owned(), true)]);
    let target = Message::GiveOrTake("target", "b1".into());
    send(&mut group, &mut battle, [GroupMessage::Change(0, target)]);
    assert_eq!(picks(&mut group, &battle, 0), [("target".to_owned(), false)]);
    assert_eq!(shown(&mut group, &battle).asks, Some(1), "the next line asks");
    let all = GroupAct::picks(&shown(&mut group, &battle).parts[0]);
    assert!(matches!(all[0].of, PickOf::Unit(role) if role.id == "target"));
}

#[test]
fn a_list_proposes_the_targets_of_the_last_time() {
    let mut battle = nursery(ONE_BY_ONE);
    let mut group = marbles(&mut battle, ["b0", "b1", "b1"]);
    send(&mut group, &mut battle, dice(&[1; 9]).chain([GroupMessage::Apply]));
    let again = ["a0", "a1", "a2"].map(|unit| Change::set(unit, "rolled", false)).to_vec();
    add(&mut battle, Event::Action(Box::new(ActionEvent::new(2.0, Action::ByHand, again))));
    let group = offered(&battle, "marbles");
    let targets: Vec<String> = group.acts().map(|(act, _)| act.participants.units("target").concat()).collect();
    assert_eq!(targets, ["b0", "b1", "b1"]);
}

#[test]
fn later_dice_are_played_again_after_a_changed_die_as_far_as_they_are_needed() {
    let mut battle = nursery(ONE_BY_ONE);
    let mut group = marbles(&mut battle, ["b0", "b0", "b0"]);
    send(&mut group, &mut battle, dice(&[6, 4, 1, 6, 6, 6]));
    assert_eq!(faces(&mut group, &battle), [vec![6, 4, 1], vec![6, 6, 6], vec![]], "nobody is left for the third");
    assert_eq!(shown(&mut group, &battle).next, None);
    send(&mut group, &mut battle, [GroupMessage::ChangeDie(1, 0, 1), GroupMessage::ChangeDie(0, 1, 1)]);
    assert_eq!(faces(&mut group, &battle), [vec![6, 1, 1], vec![1, 6, 6], vec![]]);
    assert_eq!(
        results(&shown(&mut group, &battle))[..2],
        ["1 knocked over.", "2 knocked over. Nobody is left standing."]
    );
    send(&mut group, &mut battle, [GroupMessage::ChangeDie(1, 2, 1)]);
    assert_eq!(shown(&mut group, &battle).next, Some(2), "now the third has a target");
    send(&mut group, &mut battle, dice(&[1, 1, 1]).chain([GroupMessage::ChangeDie(0, 0, 1), GroupMessage::Apply]));
    assert_eq!(
        (results(&shown(&mut group, &battle)), faults(&battle)),
        (vec!["0 knocked over.".into(), "1 knocked over.".into(), "0 knocked over.".into()], Vec::new())
    );
}

#[test]
fn dice_of_the_app_cannot_be_changed() {
    let mut battle = nursery(ONE_BY_ONE);
    let mut group = marbles(&mut battle, ["b1", "b1", "b1"]);
    send(&mut group, &mut battle, [GroupMessage::Roll(1.0)]);
    let before = faces(&mut group, &battle);
    let other = if before[0][0] == 6 { 1 } else { 6 };
    send(&mut group, &mut battle, [GroupMessage::ChangeDie(0, 0, other)]);
    assert_eq!(faces(&mut group, &battle), before);
}

#[test]
fn rolls_of_a_group_that_were_discarded_can_be_taken_back_together() {
    let mut battle = nursery(ONE_BY_ONE);
    let mut group = marbles(&mut battle, ["b1", "b1", "b1"]);
    send(&mut group, &mut battle, [GroupMessage::Roll(1.0)]);
    let rolled = |battle: &Battle| battle.awaiting().map(|(_, rolled)| rolled.rolls.clone()).collect::<Vec<_>>();
    let first = rolled(&battle);
    send(&mut group, &mut battle, [GroupMessage::Discard]);
    let discards = battle.last_discards();
    assert_eq!(discards.len(), 3);
    write_rolls(discards.into_iter().map(|(_, rolled)| rolled), None, |event| Some(add(&mut battle, event)));
    assert_eq!((rolled(&battle), faults(&battle)), (first, Vec::new()));
    assert!(battle.last_discards().is_empty());
}

#[test]
fn rolls_of_a_group_can_be_continued_without_its_draft() {
    let mut battle = nursery(ONE_BY_ONE);
    let mut group = marbles(&mut battle, ["b1", "b0", "b1"]);
    send(&mut group, &mut battle, [GroupMessage::Roll(1.0)]);
    let before = shown(&mut group, &battle);
    let groups = battle.awaiting_groups();
    let [(first, rolls)] = groups.as_slice() else { panic!("{groups:?}") };
    assert_eq!((first, rolls.len()), (&rolls[0].0, 3));
    let draft = GroupDraft::of_rolls(rolls).unwrap();
    assert!(draft.is_current(&battle) && draft.has_dice());
    let mut resumed = GroupAct::resume(&RULESET, &draft, &Tables::open(&battle)).unwrap();
    assert_eq!(results(&shown(&mut resumed, &battle)), results(&before));
    send(&mut resumed, &mut battle, [GroupMessage::Apply]);
    assert!(battle.awaiting().next().is_none() && faults(&battle).is_empty());
    assert!(!draft.is_current(&battle), "nothing waits any more");
}

#[test]
fn a_group_act_is_one_entry_of_undo() {
    let mut battle = nursery(ONE_BY_ONE);
    let mut group = marbles(&mut battle, ["b1", "b1", "b1"]);
    send(&mut group, &mut battle, dice(&[1, 1, 6, 1, 1, 1, 1, 1, 1]).chain([GroupMessage::Apply]));
    let title = |battle: &Battle| group_title(&RULESET, &battle.acts_to_undo());
    assert_eq!(title(&battle).as_deref(), Some("Roll marbles: 3 units"));
    let stamp = battle.log()[1].0.clone();
    let words = entry(&RULESET, &battle, battle.at_start().state(), &stamp);
    assert_eq!(words.as_deref(), Some("Roll marbles: 3 units"), "each part leads to the entry");
    assert_eq!([1, 2, 3].map(|events| battle.parts_before(events)), [1, 2, 3]);
    let undo = battle.undoing().unwrap();
    add(&mut battle, undo);
    assert_eq!((title(&battle), battle.acts_to_redo().len()), (None, 3));
}
