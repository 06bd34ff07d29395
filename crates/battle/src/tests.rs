mod control;
mod counts;
mod groups;
mod late;
mod log;
mod offers;
mod seats;
mod state;
mod streams;
mod two_tabs;

use super::*;
use rules::dice::rng::Seed;
use serde_json::{Map, Value as Json, json};

fn header() -> Header {
    let unit = |id: &str, side, name: &str| Unit {
        id: id.into(),
        side,
        profile: json!({ "name": name, "troop_type": "foot", "pikes": 12 }).as_object().unwrap().clone(),
        ..Unit::default()
    };
    let units = vec![unit("u1", 0, "Waller's"), unit("u2", 1, "Byron's")];
    Header::new("pike_and_shot", "Cheriton lane", ["Parliament", "Royalists"], units, Seed([9; 32]))
}

fn by_hand(changes: Vec<Change>) -> Event {
    Event::Action(Box::new(ActionEvent::new(1.0, Action::ByHand, changes).refereed(Vec::new())))
}

/// Adds the next event of a player who has the battle open in one tab.
fn next(battle: &mut Battle, event: Event) {
    battle.add(battle.next_stamp("t"), event);
}

fn undo(battle: &mut Battle) {
    let event = battle.undoing().unwrap();
    next(battle, event);
}

fn redo(battle: &mut Battle) {
    let event = battle.redoing().unwrap();
    next(battle, event);
}

fn counters(battle: &Battle) -> i32 {
    battle.state().facts("u1").value::<i32>(rules::fact!("counters")).unwrap()
}

#[test]
fn acts_change_the_table_and_can_be_undone_and_redone() {
    let mut battle = Battle::begin(test_rulesets::RULESETS, header());
    for n in 1..=3 {
        next(&mut battle, by_hand(vec![Change::set("u1", "counters", n)]));
    }
    undo(&mut battle);
    undo(&mut battle);
    assert_eq!(counters(&battle), 1);
    redo(&mut battle);
    assert_eq!(counters(&battle), 2);
    redo(&mut battle);
    assert_eq!(counters(&battle), 3);
}

#[test]
fn acts_of_one_tap_are_undone_and_redone_together_unless_another_author_came_between() {
    let counts = |n: i32, together| {
        let act = ActionEvent::new(1.0, Action::ByHand, vec![Change::set("u1", "counters", n)]).refereed(Vec::new());
        Event::Action(Box::new(ActionEvent { together, ..act }))
    };
    let mut battle = Battle::begin(test_rulesets::RULESETS, header());
    for (n, together) in [(1, false), (2, false), (3, true), (4, true)] {
        next(&mut battle, counts(n, together));
    }
    let mut tied = Vec::new();
    for _ in 0..4 {
        tied.push(battle.undoes_further());
        undo(&mut battle);
    }
    assert_eq!(tied, [true, true, false, false], "the act of the tap itself is the last");
    let mut tied = Vec::new();
    for _ in 0..4 {
        redo(&mut battle);
        tied.push(battle.redoes_further());
    }
    assert_eq!((tied, counters(&battle)), (vec![false, true, true, false], 4));

    let other = battle.next_stamp("other");
    battle.add(other, counts(5, false));
    next(&mut battle, counts(6, true));
    assert!(!battle.undoes_further(), "the other author's act is not undone with it");
}

#[test]
fn a_new_act_overtakes_undone_acts_but_the_log_keeps_them() {
    let mut battle = Battle::begin(test_rulesets::RULESETS, header());
    next(&mut battle, by_hand(vec![Change::set("u1", "counters", 1)]));
    undo(&mut battle);
    next(&mut battle, by_hand(vec![Change::set("u1", "counters", 5)]));
    assert!(battle.to_redo().is_none());
    assert_eq!(battle.event_statuses(), [EventStatus::Overtaken, EventStatus::Other, EventStatus::InForce]);
}

#[test]
fn a_unit_that_was_removed_returns_to_its_place_as_it_was() {
    let mut battle = Battle::begin(test_rulesets::RULESETS, header());
    next(&mut battle, by_hand(vec![Change::set("u1", "counters", 4)]));
    next(&mut battle, by_hand(vec![Change::Remove("u1".into())]));
    assert!(battle.state().unit("u1").is_none());
    undo(&mut battle);
    assert_eq!(counters(&battle), 4);
    assert_eq!(battle.state().units().next().map(|unit| unit.id.as_str()), Some("u1"));
}

#[test]
fn a_log_written_as_json_and_read_again_gives_the_same_table() {
    let mut battle = Battle::begin(test_rulesets::RULESETS, header());
    next(&mut battle, by_hand(vec![Change::set("u1", "counters", 4), Change::set("battle", "turn", 2)]));
    undo(&mut battle);
    redo(&mut battle);
    let header = serde_json::to_string(battle.header()).unwrap();
    let events = serde_json::to_string(battle.log()).unwrap();
    let read: Vec<(Stamp, Event)> = serde_json::from_str(&events).unwrap();
    let read = Battle::replay(test_rulesets::RULESETS, serde_json::from_str(&header).unwrap(), read);
    assert_eq!(counters(&read), 4);
    assert_eq!(read.state().tracked("battle"), battle.state().tracked("battle"));
    assert_eq!(read.log(), battle.log());
}

fn logged(number: Option<u64>) -> Vec<LoggedRoll> {
    vec![LoggedRoll { purpose: "test".into(), sides: 6, faces: vec![3], number, steps: None, counted: None }]
}

fn resolved(number: Option<u64>, settles: Option<&Stamp>, changes: Vec<Change>) -> Event {
    let resolved = Resolved {
        procedure: "reaction_charge".into(),
        input: Map::new(),
        participants: Map::new(),
        rolls: logged(number),
        settles: settles.cloned(),
        outcome: json!({}),
        discarded: false,
    };
    Event::Action(Box::new(ActionEvent::new(2.0, Action::Resolved(resolved), changes).refereed(Vec::new())))
}

/// Discards a roll of the app.
fn discarded(number: u64, settles: &Stamp) -> Event {
    let mut event = resolved(Some(number), Some(settles), vec![]);
    if let Event::Action(act) = &mut event
        && let Action::Resolved(resolved) = &mut act.action
    {
        resolved.discarded = true;
    }
    event
}

/// Rolls a die with the app. Returns the stamp and the number of the roll.
fn roll(battle: &mut Battle, tab: &str) -> (Stamp, u64) {
    let (stamp, number) = (battle.next_stamp(tab), battle.next_roll());
    battle.add(stamp.clone(), rolled(number));
    (stamp, number)
}

fn rolled(number: u64) -> Event {
    let (input, participants) = (Map::new(), Map::new());
    let rolls = logged(Some(number));
    Event::Rolled(Box::new(Rolled::of(2.0, "reaction_charge", input, participants, rolls)))
}

#[test]
fn a_roll_that_continues_after_a_choice_is_one_roll() {
    let mut battle = Battle::begin(test_rulesets::RULESETS, header());
    let (first, number) = roll(&mut battle, "a");
    let Event::Rolled(mut more) = rolled(number) else { unreachable!() };
    more.rolls.extend(logged(Some(battle.next_roll())));
    more.goes_on = Some(first.clone());
    let second = battle.next_stamp("a");
    battle.add(second.clone(), Event::Rolled(more));
    assert_eq!(battle.awaiting().map(|(stamp, _)| stamp).collect::<Vec<_>>(), [&second]);
    assert_eq!(battle.next_roll(), number + 2);
    // The first roll was continued and not settled on its own. Its dice do not count as seen before.
    assert_eq!(battle.event_statuses().len(), 2);
    assert!((0..2).all(|event| battle.seen_before(event).is_none()));
}

#[test]
fn undo_gives_the_same_dice_again() {
    let mut battle = Battle::begin(test_rulesets::RULESETS, header());
    assert_eq!(battle.next_roll(), 0);
    next(&mut battle, resolved(Some(0), None, vec![]));
    assert_eq!(battle.next_roll(), 1);
    next(&mut battle, resolved(None, None, vec![]));
    assert_eq!(battle.next_roll(), 1, "dice from the table are not the app's");
    undo(&mut battle);
    undo(&mut battle);
    assert_eq!(battle.next_roll(), 0);
    next(&mut battle, resolved(Some(0), None, vec![]));
    assert_eq!(battle.seen_before(4), Some(SeenBefore::Undone), "and the log can say so");
    assert_eq!(battle.seen_before(0), None);
}

#[test]
fn a_roll_keeps_its_number_until_an_act_settles_it() {
    let mut battle = Battle::begin(test_rulesets::RULESETS, header());
    next(&mut battle, by_hand(vec![Change::set("u1", "counters", 1)]));
    undo(&mut battle);
    let (stamp, number) = roll(&mut battle, "t");
    assert_eq!(battle.awaiting().map(|(stamp, _)| stamp).collect::<Vec<_>>(), [&stamp]);
    assert_eq!(battle.next_roll(), 1);
    assert!(battle.redoing().is_none(), "what was undone is overtaken by the roll");
    next(&mut battle, by_hand(vec![Change::set("u2", "counters", 1)]));
    assert!(battle.undoing().is_none(), "nothing is undone until the roll is settled");
    next(&mut battle, resolved(Some(number), Some(&stamp), vec![Change::set("u1", "counters", 2)]));
    assert_eq!(battle.awaiting().count(), 0);
    assert_eq!((counters(&battle), battle.next_roll()), (2, 1));
    assert_eq!(battle.seen_before(4), None, "it is the roll's own number");
    undo(&mut battle);
    assert_eq!((counters(&battle), battle.next_roll()), (0, 0), "its number goes back with it");
    assert_eq!(battle.awaiting().count(), 0, "an act that is undone has settled its roll all the same");
    let (stamp, number) = roll(&mut battle, "t");
    next(&mut battle, resolved(Some(number), Some(&stamp), vec![]));
    assert_eq!([6, 7].map(|event| battle.seen_before(event)), [Some(SeenBefore::Undone); 2]);
    assert_eq!(battle.event_statuses()[6..], [EventStatus::Settled, EventStatus::InForce]);
}

#[test]
fn undo_skips_discarded_rolls() {
    let mut battle = Battle::begin(test_rulesets::RULESETS, header());
    let (stamp, number) = roll(&mut battle, "t");
    next(&mut battle, discarded(number, &stamp));
    assert!(battle.to_undo().is_none() && battle.undoing().is_none(), "it changed nothing");
    assert_eq!(battle.next_roll(), 1, "and its dice are spent");
    let (stamp, number) = roll(&mut battle, "t");
    next(&mut battle, resolved(Some(number), Some(&stamp), vec![Change::set("u1", "counters", 2)]));
    let (stamp, number) = roll(&mut battle, "t");
    next(&mut battle, discarded(number, &stamp));
    assert_eq!(battle.next_roll(), 3);
    undo(&mut battle);
    assert_eq!(counters(&battle), 0, "the act before it is undone");
    assert!(battle.to_undo().is_none());
    assert_eq!(battle.next_roll(), 1, "and undo grants no fresh roll, although a discarded one came after");
    redo(&mut battle);
    assert_eq!((counters(&battle), battle.next_roll()), (2, 3), "redo brings all of it back");
    undo(&mut battle);
    let (stamp, number) = roll(&mut battle, "t");
    next(&mut battle, resolved(Some(number), Some(&stamp), vec![Change::set("u1", "counters", 1)]));
    assert_eq!(battle.seen_before(battle.log().len() - 1), Some(SeenBefore::Undone));
    let replayed = Battle::replay(test_rulesets::RULESETS, header(), battle.log().to_vec());
    assert_eq!((counters(&replayed), replayed.next_roll()), (1, battle.next_roll()));
}

#[test]
fn an_act_with_an_unreadable_roll_is_in_force() {
    let mut battle = Battle::begin(test_rulesets::RULESETS, header());
    let nowhere = Stamp::parse("7-x").unwrap();
    next(&mut battle, resolved(Some(4), Some(&nowhere), vec![Change::set("u1", "counters", 2)]));
    assert_eq!((counters(&battle), battle.next_roll()), (2, 5));
}

#[test]
fn a_roll_is_neither_undone_nor_redone_and_an_act_settles_no_act() {
    let mut battle = Battle::begin(test_rulesets::RULESETS, header());
    let (stamp, _) = roll(&mut battle, "t");
    next(&mut battle, Event::Undo(stamp.clone().into()));
    next(&mut battle, Event::Redo(stamp.clone().into()));
    assert_eq!(battle.event_statuses(), [EventStatus::Awaiting, EventStatus::Other, EventStatus::Other]);
    next(&mut battle, resolved(Some(0), Some(&stamp), vec![Change::set("u1", "counters", 1)]));
    let first = battle.log()[3].0.clone();
    next(&mut battle, resolved(Some(1), Some(&first), vec![Change::set("u1", "counters", 2)]));
    assert_eq!(counters(&battle), 2, "what it names is no roll");
}

#[test]
fn changes_by_the_rules_at_the_start_cannot_be_undone() {
    let mut battle = Battle::begin(test_rulesets::RULESETS, header());
    let begun = ActionEvent::beginning(1.0, vec![Change::set("u1", "counters", 2)]);
    next(&mut battle, Event::Action(Box::new(begun)));
    next(&mut battle, by_hand(vec![Change::set("u1", "counters", 3)]));
    undo(&mut battle);
    assert_eq!(counters(&battle), 2);
    assert!(battle.undoing().is_none() && battle.to_undo().is_none());
    redo(&mut battle);
    assert_eq!(counters(&battle), 3);
}

#[test]
fn a_change_of_a_missing_unit_and_an_undo_of_nothing_do_nothing() {
    let mut battle = Battle::begin(test_rulesets::RULESETS, header());
    assert!(battle.undoing().is_none() && battle.redoing().is_none());
    let nowhere = Stamp::parse("7-x").unwrap();
    next(&mut battle, Event::Undo(nowhere.clone().into()));
    next(&mut battle, Event::Redo(nowhere.into()));
    let itself = battle.next_stamp("t");
    next(&mut battle, Event::Redo(itself.into()));
    next(&mut battle, by_hand(vec![Change::set("u99", "counters", 1), Change::Remove("u98".into())]));
    undo(&mut battle);
    assert_eq!(battle.state().units().count(), 2);
}
