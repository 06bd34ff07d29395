//! Reports of random battles.

use super::Player;
use battle::Battle;
use battle::analysis::report::{Report, report};
use rules::names::Names;

impl Player {
    /// The report of the battle has five to eight sentences, with every decisive roll, and no empty entry.
    pub fn check_report(&self) {
        let report = report(&self.battle, &|_, _| Names::default()).unwrap();
        check_story(&self.battle, &report);
        for unit in &report.units {
            let [before, now] = unit.strengths;
            assert!(before >= 0 && now >= 0, "{unit:?}");
        }
        for deed in &report.deeds {
            assert!(deed.fallen > 0 || deed.fate.is_some(), "{deed:?}");
            assert!(!report.sides.contains(&deed.who), "units do things: {deed:?}");
            let whom = report.units.iter().find(|unit| unit.name == deed.whom);
            assert!(whom.is_none_or(|whom| whom.side == 1 - deed.side), "{deed:?}");
        }
        for entry in report.turns.iter().flat_map(|turn| &turn.entries) {
            assert_ne!(entry.words, ["It rests."]);
        }
    }
}

fn check_story(battle: &Battle, report: &Report) {
    let story = &report.story;
    assert!((5..=8).contains(&story.len()), "{story:?}");
    let numbers: Vec<usize> = story.iter().filter_map(|sentence| sentence.roll).collect();
    assert_eq!(numbers, (1..=report.decisive().len()).collect::<Vec<_>>());
    assert!(story.iter().all(|sentence| sentence.words.ends_with('.')), "{story:?}");
    let told = |sentence: &&battle::analysis::report::Sentence| sentence.roll.is_some();
    for sentence in story.iter().filter(told) {
        assert!(sentence.words.contains(" % ("), "{sentence:?}");
        assert!(!sentence.words.contains(" not "), "in the positive: {sentence:?}");
        assert!(!sentence.words.contains('{') && !sentence.words.starts_with("actor"), "{sentence:?}");
    }
    assert!(battle.header().sides.iter().all(|side| story[0].words.contains(&side.name)), "{story:?}");
}
