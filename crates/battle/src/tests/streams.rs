//! Rolls that are numbered by unit.

use super::*;
use proptest::prelude::*;
use std::collections::BTreeSet;

fn stream(unit: &str) -> Stream {
    Stream::of_unit(&header(), unit)
}

fn first(battle: &Battle, unit: &str) -> u64 {
    battle.roll_numbers(stream(unit)).next().unwrap()
}

/// Rolls `count` times for a unit, and returns the stamp and the numbers.
fn roll_for(battle: &mut Battle, tab: &str, unit: &str, count: usize) -> (Stamp, Vec<u64>) {
    let numbers: Vec<u64> = battle.roll_numbers(stream(unit)).take(count).collect();
    let stamp = battle.next_stamp(tab);
    battle.add(stamp.clone(), rolled_with(&numbers));
    (stamp, numbers)
}

fn rolled_with(numbers: &[u64]) -> Event {
    let rolls = numbers.iter().flat_map(|number| logged(Some(*number))).collect();
    Event::Rolled(Box::new(Rolled::of(2.0, "reaction_charge", Map::new(), Map::new(), rolls)))
}

/// The act that applies or discards a roll.
fn settle(battle: &mut Battle, rolled: &(Stamp, Vec<u64>), discards: bool) {
    let Event::Action(mut act) = resolved(None, Some(&rolled.0), vec![Change::set("u1", "counters", 1)]) else {
        unreachable!()
    };
    let Action::Resolved(resolved) = &mut act.action else { unreachable!() };
    resolved.rolls = rolled.1.iter().flat_map(|number| logged(Some(*number))).collect();
    resolved.discarded = discards;
    next(battle, Event::Action(act));
}

fn applied(battle: &mut Battle, unit: &str, count: usize) -> Vec<u64> {
    let rolled = roll_for(battle, "t", unit, count);
    settle(battle, &rolled, false);
    rolled.1
}

#[test]
fn each_unit_side_and_battle_has_its_own_roll_numbers() {
    let streams = [
        Stream::BATTLE,
        Stream::of_side(rules::subject::Side::A),
        Stream::of_side(rules::subject::Side::B),
        stream("u1"),
        stream("u2"),
        stream("u3-joined1"),
        stream("u3-joined2"),
    ];
    let battle = Battle::begin(test_rulesets::RULESETS, header());
    let numbers = streams.map(|stream| battle.roll_numbers(stream).take(2_000).collect::<BTreeSet<u64>>());
    for (index, these) in numbers.iter().enumerate() {
        assert_eq!(these.len(), 2_000);
        assert!(
            these.iter().all(|number| (1_000_000..90_000_000).contains(number)),
            "1.0.0 reads numbers up to 100 million"
        );
        assert!(numbers[..index].iter().all(|others| others.is_disjoint(these)));
    }
}

#[test]
fn a_roll_leaves_the_numbers_of_other_units_alone() {
    let mut battle = Battle::begin(test_rulesets::RULESETS, header());
    let theirs = first(&battle, "u2");
    let ours = applied(&mut battle, "u1", 3);
    assert_eq!(first(&battle, "u2"), theirs);
    assert_eq!(first(&battle, "u1"), ours[2] + 1);
    assert_eq!(battle.numbering(), Some(Numbering::ByUnit));
}

#[test]
fn a_discarded_roll_frees_its_numbers_and_the_log_reports_seen_dice() {
    let mut battle = Battle::begin(test_rulesets::RULESETS, header());
    applied(&mut battle, "u1", 1);
    let rolled = roll_for(&mut battle, "t", "u1", 2);
    assert_eq!(first(&battle, "u1"), rolled.1[1] + 1, "a roll that waits keeps its numbers");
    settle(&mut battle, &rolled, true);
    let again = roll_for(&mut battle, "t", "u1", 2);
    assert_eq!(again.1, rolled.1);
    assert_eq!(battle.seen_before(battle.log().len() - 1), Some(SeenBefore::Undone));
    let other = roll_for(&mut battle, "t", "u2", 1);
    assert_eq!(battle.seen_before(battle.log().len() - 1), None, "dice of another unit are others");
    assert_ne!(other.1[0], rolled.1[0]);
}

#[test]
fn undo_frees_the_lowest_numbers_even_if_later_rolls_remain() {
    let mut battle = Battle::begin(test_rulesets::RULESETS, header());
    let early = applied(&mut battle, "u1", 2);
    let stamp = battle.log().last().unwrap().0.clone();
    let late = applied(&mut battle, "u1", 1);
    next(&mut battle, Event::Undo(stamp.clone().into()));
    let free: Vec<u64> = battle.roll_numbers(stream("u1")).take(3).collect();
    assert_eq!(free, [early[0], early[1], late[0] + 1]);
    next(&mut battle, Event::Redo(stamp.into()));
    assert_eq!(first(&battle, "u1"), late[0] + 1, "redo takes them again");
}

#[test]
fn each_discard_can_be_undone_until_the_next_act() {
    let mut battle = Battle::begin(test_rulesets::RULESETS, header());
    let rolled = roll_for(&mut battle, "t", "u1", 2);
    settle(&mut battle, &rolled, true);
    let (first_discard, waited) = battle.last_discard().unwrap();
    assert_eq!(first_discard, battle.log()[1].0);
    next(&mut battle, Event::Rolled(Box::new(waited.clone())));
    assert_eq!(battle.last_discard(), None, "the roll waits again");
    let discarded_roll = (battle.log()[2].0.clone(), rolled.1.clone());
    settle(&mut battle, &discarded_roll, true);
    // The second discard is the player's last act, so it can be taken back like the first, with the same dice.
    let (second_discard, waited_again) = battle.last_discard().unwrap();
    assert_eq!((second_discard, waited_again.rolls), (battle.log()[3].0.clone(), waited.rolls));
    // After an act of another device this is no longer possible, unless the act precedes the roll in the log.
    let mut other = Battle::begin(test_rulesets::RULESETS, header());
    next(&mut other, by_hand(vec![Change::set("u2", "counters", 1)]));
    battle.add_all(other.log().iter().map(|(_, event)| (Stamp::parse("0-a").unwrap(), event.clone())));
    assert!(battle.last_discard().is_some(), "that act comes earlier in the log");
    let stamp = battle.next_stamp("other");
    battle.add(stamp, by_hand(vec![Change::set("u2", "counters", 2)]));
    assert_eq!(battle.last_discard(), None);
}

#[test]
fn a_log_that_begins_with_rolls_counted_together_keeps_that_rule() {
    let mut battle = Battle::begin(test_rulesets::RULESETS, header());
    next(&mut battle, resolved(Some(0), None, vec![]));
    assert_eq!(battle.numbering(), Some(Numbering::Together));
    assert_eq!(battle.roll_numbers(stream("u1")).take(2).collect::<Vec<_>>(), [1, 2]);
    undo(&mut battle);
    assert_eq!(first(&battle, "u2"), 0, "also once they are undone: else undo would grant fresh dice");
}

#[test]
fn the_roll_that_continues_another_takes_the_next_numbers() {
    let mut battle = Battle::begin(test_rulesets::RULESETS, header());
    let (stamp, mut numbers) = roll_for(&mut battle, "t", "u1", 1);
    numbers.push(first(&battle, "u1"));
    let Event::Rolled(mut more) = rolled_with(&numbers) else { unreachable!() };
    more.goes_on = Some(stamp);
    next(&mut battle, Event::Rolled(more));
    assert_eq!(first(&battle, "u1"), numbers[1] + 1);
    assert_eq!(battle.seen_before(1), None);
    let waiting = battle.awaiting().next().unwrap().0.clone();
    settle(&mut battle, &(waiting, numbers.clone()), true);
    assert_eq!(first(&battle, "u1"), numbers[0]);
}

#[test]
fn an_act_corrected_to_another_unit_keeps_its_dice_and_then_uses_those_of_that_unit() {
    let mut battle = Battle::begin(test_rulesets::RULESETS, header());
    let numbers_of_u1 = applied(&mut battle, "u1", 2);
    let corrected = battle.log().last().unwrap().0.clone();
    let later = applied(&mut battle, "u2", 1);
    let rewound = battle.rewound(&corrected).unwrap();
    let numbers: Vec<u64> = rewound.roll_numbers(stream("u2")).take(3).collect();
    assert_eq!(numbers, [numbers_of_u1[0], numbers_of_u1[1], later[0] + 1]);
    assert!(!battle.is_free(numbers[1]) && battle.is_free(numbers[2]));
    let mut rolled = rewound;
    let Event::Rolled(roll) = rolled_with(&numbers[..1]) else { unreachable!() };
    rolled.add_roll(rolled.next_stamp("t"), *roll);
    assert_eq!(
        rolled.roll_numbers(stream("u2")).next(),
        Some(numbers_of_u1[1]),
        "a roll that goes on takes the next number"
    );
}

#[test]
fn a_unit_that_has_used_all_of_its_numbers_uses_the_common_ones() {
    let mut battle = Battle::begin(test_rulesets::RULESETS, header());
    let rolled = roll_for(&mut battle, "t", "u1", 2_000);
    settle(&mut battle, &rolled, false);
    assert_eq!(first(&battle, "u1"), 90_000_000);
    assert_eq!(first(&battle, "u2"), stream("u2").numbers().next().unwrap());
}

/// A step by one of two tabs.
#[derive(Clone, Debug)]
enum Move {
    Roll(&'static str, usize),
    Settle { discards: bool },
    Undo,
    Redo,
    Exchange,
}

fn moves() -> impl Strategy<Value = Vec<(usize, Move)>> {
    let one = prop_oneof![
        3 => (prop_oneof![Just("u1"), Just("u2")], 1..3_usize).prop_map(|(unit, count)| Move::Roll(unit, count)),
        3 => proptest::bool::ANY.prop_map(|discards| Move::Settle { discards }),
        2 => Just(Move::Undo),
        1 => Just(Move::Redo),
        2 => Just(Move::Exchange),
    ];
    proptest::collection::vec((0..2_usize, one), 0..40)
}

/// The free numbers of a unit, computed from the status of every event.
fn free_slowly(battle: &Battle, unit: &str) -> Vec<u64> {
    let used = |(event, status): (&Event, EventStatus)| match (event, status) {
        (Event::Action(act), EventStatus::InForce) if !act.is_discarded() => event.rolls().to_vec(),
        (Event::Rolled(rolled), EventStatus::Awaiting) => rolled.rolls.clone(),
        _ => Vec::new(),
    };
    let used: Vec<u64> =
        battle.events().zip(battle.event_statuses()).flat_map(used).filter_map(|roll| roll.number).collect();
    stream(unit).numbers().filter(|number| !used.contains(number)).take(4).collect()
}

proptest! {
    #[test]
    fn free_numbers_are_those_without_an_act_in_force_or_a_pending_roll(moves in moves()) {
        let mut tabs = [(); 2].map(|()| Battle::begin(test_rulesets::RULESETS, header()));
        for (tab, made) in moves {
            let battle = &mut tabs[tab];
            let event = match made {
                Move::Roll(unit, count) => {
                    let numbers: Vec<u64> = battle.roll_numbers(stream(unit)).take(count).collect();
                    Some(rolled_with(&numbers))
                }
                Move::Settle { discards } => battle.awaiting().next().map(|(stamp, rolled)| {
                    let mut done = if discards {
                        Resolved::discarded(stamp.clone(), rolled.clone())
                    } else {
                        Resolved::of_discarded(rolled.clone())
                    };
                    (done.settles, done.discarded) = (Some(stamp.clone()), discards);
                    Event::Action(Box::new(ActionEvent::new(2.0, Action::Resolved(done), Vec::new())))
                }),
                Move::Undo => battle.undoing(),
                Move::Redo => battle.redoing(),
                Move::Exchange => {
                    let all = [tabs[0].log().to_vec(), tabs[1].log().to_vec()];
                    let [first, second] = &mut tabs;
                    first.add_all(all[1].clone());
                    second.add_all(all[0].clone());
                    None
                }
            };
            if let Some(event) = event {
                let battle = &mut tabs[tab];
                let stamp = battle.next_stamp(["a", "b"][tab]);
                battle.add(stamp, battle.linked(event));
            }
            for battle in &tabs {
                for unit in ["u1", "u2"] {
                    let numbers: Vec<u64> = battle.roll_numbers(stream(unit)).take(4).collect();
                    prop_assert_eq!(numbers, free_slowly(battle, unit));
                }
            }
        }
        let all = tabs.each_ref().map(|battle| battle.log().to_vec()).concat();
        let whole = Battle::replay(test_rulesets::RULESETS, header(), all.clone());
        for mut battle in tabs {
            battle.add_all(all.clone());
            for unit in ["u1", "u2"] {
                prop_assert_eq!(first(&battle, unit), first(&whole, unit));
            }
        }
    }
}
