//! Findings as players read them.

use super::*;
use std::collections::BTreeMap;

fn summary(battle: &Battle) -> Summary {
    Summary::of(battle, &verify(battle))
}

#[test]
fn rolls_of_the_app_are_counted_once_and_dice_of_the_table_are_listed() {
    let battle = fought();
    let summary = summary(&battle);
    // Four acts with a roll of the app each, an act with dice from the table, two changes by hand.
    assert_eq!((summary.rolls, summary.by_hand, summary.is_valid()), (4, 2, true));
    assert_eq!(summary.unchecked, BTreeMap::from([(5, Source::Table)]));
    assert_eq!(summary.to_string(), "All 4 rolls check out.");
}

#[test]
fn the_summary_has_words_for_no_roll_and_for_one_roll() {
    let mut battle = Battle::begin(test_rulesets::RULESETS, header());
    assert_eq!(summary(&battle).to_string(), "The log checks out.");
    play(&mut battle, true);
    assert_eq!(summary(&battle).to_string(), "The only roll checks out.");
}

#[test]
fn a_fault_of_a_roll_is_listed_once_at_the_act_that_used_it() {
    let mut log = fought().log().to_vec();
    let turn = |face: &mut u8| *face = if *face == 6 { 1 } else { *face + 1 };
    let Event::Rolled(rolled) = &mut log[3].1 else { panic!("a roll") };
    turn(&mut rolled.rolls[0].faces[0]);
    turn(&mut resolved(&mut log[4].1).rolls[0].faces[0]);
    let battle = Battle::replay(test_rulesets::RULESETS, header(), log);
    let summary = summary(&battle);
    // The next entry links the act as it was.
    assert_eq!(summary.wrong.keys().collect::<Vec<_>>(), [&4, &5], "the roll and its act are one entry");
    let faults = &summary.wrong[&4];
    assert_eq!(faults.iter().filter(|fault| matches!(fault, Fault::Dice { .. })).count(), 1, "{faults:?}");
    assert_eq!(summary.to_string(), "2 entries are wrong.");
}

#[test]
fn an_undo_is_listed_at_its_act_and_a_pending_roll_separately() {
    let mut battle = fought();
    let waits = {
        let number = battle.next_roll();
        let Event::Rolled(mut rolled) = battle.log()[0].1.clone() else { panic!("a roll") };
        rolled.rolls[0].number = Some(number);
        next(&mut battle, Event::Rolled(rolled))
    };
    let listing = Listing::of(&battle);
    assert_eq!(
        (0..14).map(|index| listing.entry(index)).collect::<Vec<_>>(),
        [1, 1, 2, 4, 4, 5, 5, 4, 9, 9, 10, 12, 12, 13]
    );
    assert_eq!(listing.entry_of(&waits), Some(13));
    assert_eq!(listing.entry_of(&battle.next_stamp("t")), None);
}

#[test]
fn a_log_of_rolls_that_continue_each_other_can_be_summarised() {
    let mut log = fought().log().to_vec();
    let stamps = [log[0].0.clone(), log[3].0.clone()];
    for (index, before) in [(0, &stamps[1]), (3, &stamps[0])] {
        let Event::Rolled(rolled) = &mut log[index].1 else { panic!("a roll") };
        rolled.goes_on = Some(before.clone());
    }
    let battle = Battle::replay(test_rulesets::RULESETS, header(), log);
    let listing = Listing::of(&battle);
    assert_eq!([0, 3].map(|index| listing.entry(index)), [1, 4]);
}
