//! Tests of attempts to choose dice, and of fingerprints of logs that were shortened or changed.

use super::*;

fn roll_for(battle: &mut Battle, unit: &str) -> Stamp {
    let number = battle.next_roll();
    let faces = battle.header().dice().faces(number, 6, 2);
    let rolls = vec![LoggedRoll {
        purpose: "reaction".into(),
        sides: 6,
        faces,
        number: Some(number),
        steps: None,
        counted: None,
    }];
    let rolled = Rolled::of(1.0, PROCEDURE, sample(), object(json!({ "unit": [unit] })), rolls);
    next(battle, Event::Rolled(Box::new(rolled)))
}

fn discard(battle: &mut Battle, stamp: &Stamp) {
    let Some(Event::Rolled(rolled)) = battle.event(stamp).cloned() else { panic!("a roll") };
    let discarded = Action::Resolved(Resolved::discarded(stamp.clone(), *rolled));
    next(battle, Event::Action(Box::new(ActionEvent::new(1.0, discarded, Vec::new()))));
}

#[test]
fn the_log_of_an_honest_battle_has_no_findings() {
    let mut battle = Battle::begin(test_rulesets::RULESETS, header());
    play(&mut battle, true);
    play(&mut battle, false);
    next(&mut battle, by_hand(2));
    let undo = battle.undoing().unwrap();
    next(&mut battle, undo);
    assert_eq!(disclosures(&battle), []);
}

#[test]
fn the_same_roll_after_an_undo_is_no_finding() {
    let mut battle = Battle::begin(test_rulesets::RULESETS, header());
    play(&mut battle, true);
    let undo = battle.undoing().unwrap();
    next(&mut battle, undo);
    play(&mut battle, true);
    assert_eq!(disclosures(&battle), []);
}

#[test]
fn discarded_dice_are_disclosed() {
    let mut battle = Battle::begin(test_rulesets::RULESETS, header());
    let rolled = roll_for(&mut battle, "u1");
    discard(&mut battle, &rolled);
    assert_eq!(disclosures(&battle), [Disclosure::Discarded { entry: 2 }]);
    assert_eq!(disclosures(&battle)[0].to_string(), "Entry 2 discarded dice that had been seen.");
}

#[test]
fn dice_of_an_undone_act_used_for_another_are_disclosed() {
    let mut battle = Battle::begin(test_rulesets::RULESETS, header());
    play(&mut battle, true); // entries 1 and 2
    let undo = battle.undoing().unwrap();
    next(&mut battle, undo);
    roll_for(&mut battle, "u2");
    assert_eq!(disclosures(&battle), [Disclosure::Reused { entry: 4, known: 1 }]);
    let words = "Entry 4 used dice that entry 1 had shown for something else.";
    assert_eq!(disclosures(&battle)[0].to_string(), words);
}

#[test]
fn a_seed_that_was_shown_is_disclosed_and_its_note_is_not_undone() {
    let mut battle = Battle::begin(test_rulesets::RULESETS, header());
    next(&mut battle, by_hand(2));
    next(&mut battle, Event::Action(Box::new(ActionEvent::of_seed_shown(1.0))));
    assert_eq!(disclosures(&battle), [Disclosure::SeedShown { entry: 2 }]);
    let undo = battle.undoing().unwrap();
    next(&mut battle, undo);
    assert_eq!(battle.state().tracked("u2").unwrap().get("counters"), Some(&json!(0)), "the act before it is undone");
    assert!(verify(&battle).iter().all(|finding| finding.faults.is_empty()));
    assert_eq!(disclosures(&battle), [Disclosure::SeedShown { entry: 2 }]);
}

#[test]
fn dropped_commitments_are_disclosed() {
    let battle = Battle::begin(test_rulesets::RULESETS, Header { redrawn: 2, ..header() });
    let words = "Before the battle, 2 commitments were dropped after a phrase had been entered.";
    assert_eq!(disclosures(&battle)[0].to_string(), words);
}

#[test]
fn every_earlier_log_is_found_by_its_fingerprint_but_not_in_a_shortened_log() {
    let mut battle = Battle::begin(test_rulesets::RULESETS, header());
    let mut noted = vec![battle.mark()];
    for n in 0..6 {
        match n {
            3 => {
                let undo = battle.undoing().unwrap();
                next(&mut battle, undo);
            }
            4 => drop(play(&mut battle, true)),
            _ => drop(next(&mut battle, by_hand(n))),
        }
        noted.push(battle.mark());
    }
    let lengths = [0, 1, 2, 3, 4, 6, 7];
    for (mark, length) in noted.iter().zip(lengths) {
        assert_eq!(mark.len(), 7, "{mark}");
        assert_eq!(battle.entries_under(mark), Some(length));
        assert_eq!(battle.entries_under(&mark.to_lowercase().replace(' ', "-")), Some(length));
        let shorter = battle.after_first(length);
        assert_eq!(shorter.mark(), *mark);
        // A player who noted a later mark sees that this log is shorter.
        for (later, longer) in noted.iter().zip(lengths).filter(|(_, longer)| *longer > length) {
            assert_eq!(shorter.entries_under(later), None, "{longer} entries were {length}");
        }
    }
    assert_eq!(battle.entries_under("no mark"), None);
}

#[test]
fn fingerprints_after_a_changed_entry_are_not_found() {
    let mut battle = Battle::begin(test_rulesets::RULESETS, header());
    let marks: Vec<String> = (0..4)
        .map(|n| {
            next(&mut battle, by_hand(n));
            battle.mark()
        })
        .collect();
    let mut log = battle.log().to_vec();
    let Event::Action(act) = &mut log[1].1 else { panic!("an act") };
    act.changes = vec![Change::set("u2", "counters", 9)];
    let changed = Battle::replay(test_rulesets::RULESETS, header(), log);
    assert_eq!(changed.entries_under(&marks[0]), Some(1));
    // The next entry still links the unchanged version of the one before it, and so do later entries.
    assert_eq!(changed.entries_under(&marks[1]), None);
    assert!(!verify(&changed)[2].faults.is_empty());
}

#[test]
fn after_a_merge_both_devices_find_their_fingerprints() {
    let mut ours = Battle::begin(test_rulesets::RULESETS, header());
    next(&mut ours, by_hand(1));
    let mut theirs = ours.clone();
    let stamp = theirs.next_stamp("a");
    theirs.add(stamp.clone(), theirs.linked(by_hand(3)));
    next(&mut ours, by_hand(2));
    let (our_mark, their_mark) = (ours.mark(), theirs.mark());
    // Each tab adds an entry before the logs are merged, and this entry links the tab's log.
    next(&mut ours, by_hand(4));
    let later = theirs.next_stamp("a");
    theirs.add(later, theirs.linked(by_hand(5)));
    ours.add_all(theirs.log().to_vec());
    assert!(ours.entries_under(&our_mark).is_some());
    assert!(ours.entries_under(&their_mark).is_some());
}
