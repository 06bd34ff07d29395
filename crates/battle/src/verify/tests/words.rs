//! Findings and faults in words, event by event.

use super::*;
use crate::Device;

#[test]
fn each_fault_has_a_sentence() {
    let (stamp, device) = (Stamp::parse("4-t").unwrap(), Device::parse("k3x9abcd").unwrap());
    for (fault, words) in [
        (
            Fault::Dice { number: 3, said: vec![6, 6], given: vec![1, 2] },
            "Roll 3 is 6, 6 in the log, but 1, 2 by the seed.",
        ),
        (Fault::RollNumber { number: 4, next: 2 }, "It uses roll 4, but roll 2 was next: a roll is missing before it."),
        (Fault::RollNumber { number: 1, next: 2 }, "It uses roll 1 again; roll 2 was next."),
        // The check never reports the expected roll. If it did, the sentence would not speak of a missing roll.
        (Fault::RollNumber { number: 2, next: 2 }, "It uses roll 2 again; roll 2 was next."),
        (Fault::Rolls, "The rules ask for other rolls here."),
        (Fault::Refused("No.".into()), "The rules do not allow it: No."),
        (Fault::Outcome, "By the rules, these dice have another outcome."),
        (Fault::Table(vec!["A.".into(), "B.".into()]), "The rules change something else on the table. A. B."),
        (Fault::OtherUse, "The dice were rolled for something else."),
        (Fault::Gone(stamp.clone()), "Entry 4-t was in the log when this was written, and is missing now."),
        (Fault::Changed(stamp), "Entry 4-t was altered or moved after this was written."),
        (Fault::Gap, "At least one entry is missing just before it."),
        (Fault::WithoutControl(device.clone()), "Another device was in control, and this one knew it."),
        (Fault::ControlTaken(device), "It took over control from another device without saying so."),
        (Fault::Unlinked, "It has no link to the entry before it, as earlier entries have."),
    ] {
        assert_eq!(fault.to_string(), words);
    }
}

#[test]
fn verification_proceeds_event_by_event_and_reports_its_findings() {
    let battle = fought();
    let mut check = Verification::of(battle.clone());
    assert_eq!((check.battle().log(), check.findings().len()), (battle.log(), 0));
    for entries in 1..=battle.log().len() {
        assert!(check.step());
        assert_eq!(check.findings().len(), entries);
    }
    assert!(!check.step());
    assert_eq!(check.findings(), verify(&battle));
}

#[test]
fn a_fault_of_changes_names_the_side_or_the_battle() {
    let begun = |more: &[(&str, &str, i32)]| {
        let mut battle = fought();
        let more = more.iter().map(|(of, key, to)| Change::set(*of, *key, *to)).collect();
        let changes = [referee::next_changes(&pike_and_shot::RULESET, battle.state()), more].concat();
        next(&mut battle, Event::Action(Box::new(ActionEvent::new(1.0, Action::Phase, changes).refereed(Vec::new()))));
        verify(&battle).pop().unwrap().faults
    };
    let words = |names: &[&str]| [Fault::Table(names.iter().map(|name| (*name).to_owned()).collect())];
    assert_eq!(begun(&[("b", "flags", 3)]), words(&["The King, flags: 3 in the log, nothing by the rules."]));
    assert_eq!(
        begun(&[("battle", "turn", 7), ("a", "flags", 1)]),
        words(&[
            "Parliament, flags: 1 in the log, nothing by the rules.",
            "The battle, turn: 7 in the log, 1 by the rules."
        ])
    );
}

#[test]
fn a_discarded_roll_must_have_no_outcome_or_the_outcome_of_its_dice() {
    let discarded = |change: &dyn Fn(&mut Resolved)| {
        let mut battle = Battle::begin(test_rulesets::RULESETS, header());
        play(&mut battle, true);
        let mut log = battle.log().to_vec();
        let Event::Action(act) = &mut log[1].1 else { panic!("an act") };
        act.changes.clear();
        let Action::Resolved(resolved) = &mut act.action else { panic!("a procedure") };
        resolved.discarded = true;
        change(resolved);
        verify(&Battle::replay(test_rulesets::RULESETS, header(), log)).pop().unwrap().faults
    };
    assert_eq!(discarded(&|_| {}), []);
    assert_eq!(discarded(&|resolved| resolved.outcome = Json::Null), [], "it came to nothing");
    assert_eq!(discarded(&|resolved| resolved.outcome = json!({ "result": "other" })), [Fault::Outcome]);
    let kept = |resolved: &mut Resolved| (resolved.discarded, resolved.outcome) = (false, Json::Null);
    assert!(discarded(&kept).contains(&Fault::Outcome), "what is applied has an outcome");
}

#[test]
fn dice_of_an_act_of_an_earlier_version_are_disclosed_if_another_act_uses_them() {
    // In these versions, rolls were not separate entries: an act contains its dice, and settles no roll.
    let act = |unit: &str| {
        let mut battle = Battle::begin(test_rulesets::RULESETS, header());
        play(&mut battle, true);
        let (_, mut event) = battle.log()[1].clone();
        let act = resolved(&mut event);
        act.settles = None;
        act.participants = object(json!({ "unit": [unit] }));
        event
    };
    for (unit, disclosed) in [("u1", vec![]), ("u2", vec![Disclosure::Reused { entry: 3, known: 1 }])] {
        let mut battle = Battle::begin(test_rulesets::RULESETS, header());
        next(&mut battle, act("u1"));
        let undo = battle.undoing().unwrap();
        next(&mut battle, undo);
        next(&mut battle, act(unit));
        assert_eq!(disclosures(&battle), disclosed, "{unit}");
    }
}
