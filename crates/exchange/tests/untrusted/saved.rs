//! Saved texts and files.

use crate::corpus::{battle, corpus, use_battle, use_roster, use_scenario};
use crate::dice::Dice;
use crate::{ALONE, bounded, runs};
use battle::Battle;
use battle::Event;
use battle::Header;
use battle::analysis::chronicle::{Across, Entry, csv, markdown};
use exchange::share::Shared;
use exchange::storage::Bundle;
use exchange::storage::Key;
use exchange::storage::envelope;
use exchange::storage::new_battle::NewBattle;
use exchange::storage::roster::Roster;
use exchange::storage::scenario::Scenario;
use serde_json::{Value as Json, json};
use std::time::{Duration, Instant};
use test_rulesets as rulesets;

/// Returns a saved text with changed letters or values, or sometimes a valid text of another key.
fn changed(dice: &mut Dice, text: String, other: &str) -> String {
    match dice.below(3) {
        0 => {
            let mut bytes = text.into_bytes();
            dice.bytes(&mut bytes, other.as_bytes());
            String::from_utf8_lossy(&bytes).into_owned()
        }
        1 if dice.below(8) == 0 => other.to_owned(),
        _ => {
            let json = text.splitn(4, '.').last().expect("JSON");
            let mut json: Json = serde_json::from_str(json).expect("JSON");
            for _ in 0..=dice.below(3) {
                dice.json(&mut json);
            }
            envelope::seal(&json, 1).expect("JSON")
        }
    }
}

/// Opens a saved text and uses its contents as the app does. True if it could be opened and used.
fn use_saved(key: &Key, text: &str) -> bool {
    match key {
        Key::Roster(_) => envelope::open::<Roster>(key, text).map(|opened| use_roster(&opened.value)).is_ok(),
        Key::Scenario(_) => envelope::open::<Scenario>(key, text).map(|opened| use_scenario(&opened.value)).is_ok(),
        Key::Battle(_) => {
            envelope::open::<Header>(key, text).map(|opened| use_battle(opened.value, Vec::new())).is_ok()
        }
        Key::Event(_, stamp) => {
            let Ok(opened) = envelope::open::<Event>(key, text) else { return false };
            let Shared::Battle(_, header, mut log) = battle(&Roster::samples(rulesets::ALL[0])[0]) else { return true };
            log.push((stamp.clone(), opened.value));
            use_battle(header, log);
            true
        }
        Key::Draft(_)
        | Key::Dice(..)
        | Key::Group(..)
        | Key::RosterOrder
        | Key::Settings
        | Key::Device
        | Key::Writer
        | Key::Known(_)
        | Key::Chain(_) => false,
        Key::Viewer(_) => envelope::open::<String>(key, text).is_ok(),
        Key::NewBattle => envelope::open::<NewBattle>(key, text).is_ok(),
        Key::Chronicle(_) => envelope::open::<Entry>(key, text).map(|entry| use_entry(&entry.value)).is_ok(),
    }
}

/// The entry of a sample's battle in the chronicle.
fn entry() -> Entry {
    let Shared::Battle(_, header, log) = battle(&Roster::samples(rulesets::ALL[0])[0]) else { return Entry::default() };
    Entry::without_odds(&Battle::replay(test_rulesets::RULESETS, header, log))
}

/// Uses an entry as the app does: entries within the limits are shown, added up and exported.
fn use_entry(entry: &Entry) {
    if entry.is_within_limits() {
        let across = Across::of([entry]);
        across.lucks.iter().for_each(|(_, _, luck)| drop(luck.words()));
        let day = |at: f64| at.to_string();
        let _ = csv(test_rulesets::RULESETS, [entry], &day).len()
            + markdown(test_rulesets::RULESETS, &[entry], &across, &day).len();
    }
}

/// An entry with the largest numbers within the limits, as in an attempt to make the page hang. `nth` selects its roster.
fn huge(nth: usize) -> Entry {
    let luck = "0: 1/6*50000 1/2*50000";
    let unit = json!(["Foot", 0, 1_000_000, 1_000_000]);
    let entry = json!({
        "name": "", "ruleset": "pike_and_shot", "sides": [format!("Roster {nth}"), "The other"], "began": 1e15, "events": 1,
        "turns": 1_000_000, "minutes": 1_000_000, "verdict": "a", "closed": 1e15, "strengths": [[1_000_000, 0], [0, 0]],
        "luck": [luck, luck], "shown": vec![json!([1_000_000, 300_000, 500_000_000]); 10], "units": vec![unit; 8],
        "left_out": 1_000_000,
    });
    serde_json::from_value(entry).expect("an entry")
}

#[test]
fn entries_of_the_largest_numbers_take_little_work_alone_and_together() {
    let _alone = ALONE.lock();
    let entries: Vec<Entry> = (0..6_000).map(|nth| huge(nth % 100)).collect();
    let day = |at: f64| at.to_string();
    let began = Instant::now();
    for count in [1, 2, entries.len()] {
        let all: Vec<&Entry> = entries[..count].iter().collect();
        assert!(all.iter().all(|entry| entry.is_within_limits()), "tried as the app would");
        let text = bounded("a chronicle", || {
            let across = Across::of(all.iter().copied());
            across.lucks.iter().for_each(|(_, _, luck)| drop((luck.curve(), luck.words())));
            markdown(test_rulesets::RULESETS, &all, &across, &day)
        });
        assert!(text.contains("Luckier than fewer than 1 of 100."), "{count}");
    }
    let taken = began.elapsed();
    assert!(taken < Duration::from_secs(20), "{taken:?}");
    let mut more = huge(1);
    more.luck[0] = "0: 1/6*50001 1/2*50000".into();
    assert_eq!(more.luck(0), None, "more dice than anybody rolls");
}

#[test]
fn no_saved_text_or_file_crashes_the_app_or_fills_its_memory() {
    let _alone = ALONE.lock();
    let saved: Vec<(Key, String)> = corpus()
        .iter()
        .flat_map(|shared| shared.bundle().expect("texts").0)
        .map(|(name, text)| (Key::parse(&name).expect("a key"), text))
        .chain((0..60).map(|_| (Key::Chronicle("b1".into()), envelope::seal(&entry(), 1).expect("JSON"))))
        .collect();
    let mut dice = Dice::new();
    let (mut opened, runs) = (0, runs("DRUMHEAD_TEXTS", 1_000));
    for _ in 0..runs {
        let (key, text) = dice.pick(&saved).clone();
        let other = dice.pick(&saved).1.clone();
        let text = changed(&mut dice, text, &other);
        opened += usize::from(bounded("a saved text", || use_saved(&key, &text)));
        let file = Bundle([(key.to_string(), text)].into_iter().collect()).file().expect("JSON");
        let mut file = file.into_bytes();
        if dice.below(2) == 0 {
            dice.bytes(&mut file, other.as_bytes());
        }
        bounded("a file", || {
            Bundle::read(test_rulesets::RULESETS, &String::from_utf8_lossy(&file)).map(|bundle| bundle.items()).is_ok()
        });
    }
    println!("{runs} texts, of which {opened} opened");
    assert!(opened > runs / 50, "changed so much that nothing opens, nothing is tried: {opened} of {runs}");
}
