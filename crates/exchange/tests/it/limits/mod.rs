//! Everything that players can create can be saved, shared and read again, also rosters and battles at their limits.
//!
//! The tests create things as the app does. Things that the app refuses are left out. All others must survive their stored texts, a backup,
//! a file of their own, a link, and codes.

mod made;

use battle::{Action, ActionEvent, Battle, Change, Draft, Event, Stamp};
use exchange::share::arrival::{self, Taking};
use exchange::share::codes::{Codes, Reading};
use exchange::share::{self, Shared};
use exchange::storage::roster::{self, Roster};
use exchange::storage::{Bundle, Key, beginning, envelope, limits};
use made::{Begun, Played, sealed};
use proptest::prelude::*;
use serde_json::{Map, json};
use test_rulesets as rulesets;

/// Checks that everything in a bundle can be read again from its texts, files, links and codes.
fn comes_back(all: &Bundle) {
    for (name, text) in &all.0 {
        let key = Key::parse(name).unwrap_or_else(|| panic!("{name} is no key"));
        assert_eq!(Bundle::check(&key, text), Ok(()), "{name}");
    }
    let file = all.file().unwrap();
    assert_eq!(Bundle::read(test_rulesets::RULESETS, &file).as_ref(), Ok(all), "a backup is whole");
    let taken = arrival::plan(test_rulesets::RULESETS, all, &Bundle::default(), Taking::KeepBoth, || "n".into());
    assert_eq!(
        taken.write.into_iter().collect::<std::collections::BTreeMap<_, _>>(),
        all.0,
        "an empty device gets it all"
    );
    for item in all.items() {
        let part = all.part(&item.key());
        assert_eq!(
            Bundle::read(test_rulesets::RULESETS, &part.file().unwrap()).as_ref(),
            Ok(&part),
            "{} by a file",
            item.name
        );
        by_link_and_codes(&part, &item.key());
    }
}

/// Checks that the link is written unless it is too long, and that the link and its codes can be read.
fn by_link_and_codes(part: &Bundle, key: &Key) {
    let shared = Shared::of(test_rulesets::RULESETS, part, key).expect("it can be read");
    let Some(link) = share::write(test_rulesets::RULESETS, &shared) else {
        let text = serde_json::to_string(&shared).unwrap();
        assert_eq!(share::pack::pack(&text), None, "a link is not made only if it is too long");
        return;
    };
    assert_eq!(share::read(test_rulesets::RULESETS, &link).as_ref(), Ok(&shared));
    if let Some(codes) = Codes::of(&link) {
        let mut reading = Reading::default();
        let read = (0..u16::MAX).find_map(|number| reading.take(&codes.code(number)).expect("a code of the sequence"));
        assert_eq!(read.as_ref(), Some(&link), "the codes make the link again");
    }
}

#[test]
fn rosters_with_long_names_begin_a_battle_without_a_name() {
    for lengths in [(57, 58), (limits::NAME, limits::NAME), (limits::NAME, 1)] {
        let named = |letter: &str, letters: usize| Roster {
            ruleset: "argad".into(),
            name: letter.repeat(letters),
            ..Roster::default()
        };
        let rosters = [named("a", lengths.0), named("b", lengths.1)];
        let begun = Begun::of("argad", rosters.clone(), "").expect("it begins");
        let mut all = begun.played().bundle("b1");
        for (id, roster) in ["r1", "r2"].into_iter().zip(&rosters) {
            all.0.insert(Key::Roster(id.into()).to_string(), sealed(roster));
        }
        comes_back(&all);
        // A copy of a copy gets a name that is not taken, within the limit.
        let mut names = vec![rosters[0].name.clone()];
        for n in 0..12_u8 {
            let copy = rosters[0].copied(&names);
            assert!(!names.contains(&copy.name), "{names:?}");
            names.push(copy.name.clone());
            all.0.insert(Key::Roster(format!("c{n}")).to_string(), sealed(&copy));
        }
        comes_back(&all);
    }
}

#[test]
fn a_typed_number_that_no_form_accepts_is_kept_and_refused_at_its_field() {
    for ruleset in rulesets::ALL {
        for typed in [
            "1200000",
            "-1200000",
            "99999999999999999999999",
            "1e300",
            "1e-300",
            "1200000.5",
            "0.12345678901234567",
            "twelve",
            "1000000",
        ] {
            let mut roster = Roster { ruleset: ruleset.named.id.into(), name: "Foot".into(), ..Roster::default() };
            let mut unit = roster::joining(ruleset, &roster, "A unit", &Map::new());
            let numbers = ruleset.profile.fields.iter().filter(|field| made::takes_a_number(field));
            for field in numbers {
                unit.insert(field.id.into(), roster::typed_number(typed).expect("something was typed"));
            }
            assert!(roster::check(ruleset, &unit).is_err(), "{}: {typed}", ruleset.named.id);
            roster.units.push(unit);
            assert_eq!(limits::roster(&roster), Ok(()), "{}: {typed}", ruleset.named.id);
            let all = Bundle([(Key::Roster("r1".into()).to_string(), sealed(&roster))].into());
            comes_back(&all);
            // A battle of this roster begins within the limits, or is refused.
            if let Some(begun) = Begun::of(ruleset.named.id, [roster, Roster::default()], "") {
                comes_back(&begun.played().bundle("b1"));
            }
        }
    }
}

#[test]
fn the_unit_that_exceeds_a_limit_of_battles_is_reported() {
    let mut roster = Roster { ruleset: "pike_and_shot".into(), name: "Foot".into(), ..Roster::default() };
    let unit = json!({ "name": "Red Regiment", "pikes": 900_000, "muskets": 8, "morale_class": "average" });
    roster.units.push(unit.as_object().cloned().unwrap());
    let ruleset = test_rulesets::RULESETS.find("pike_and_shot").unwrap();
    let taken = [Some(roster), None];
    let header = beginning::header(ruleset, "", &taken, made::SEED);
    assert!(limits::battle(test_rulesets::RULESETS, &header, &[]).is_err());
    assert_eq!(
        limits::faulty_unit(test_rulesets::RULESETS, &header).map(|unit| unit.roster_name().to_owned()),
        Some("Red Regiment".into())
    );
}

#[test]
fn an_act_may_be_undone_and_redone_as_often_as_players_like() {
    for ruleset in rulesets::ALL {
        let (header, changes) = beginning::sample(ruleset, made::SEED);
        let mut played = Played::of(Battle::begin(test_rulesets::RULESETS, header));
        assert!(played.add(Event::Action(Box::new(ActionEvent::new(1.0, Action::ByHand, changes)))));
        for _ in 0..110 {
            assert!(played.undo() && played.redo(), "{}", ruleset.named.id);
        }
        comes_back(&played.bundle("b1"));
    }
}

#[test]
fn a_battle_of_many_units_completes_a_turn() {
    for ruleset in rulesets::ALL {
        let roster = |name: &str| {
            let mut roster = Roster { ruleset: ruleset.named.id.into(), name: name.into(), ..Roster::default() };
            let sample = Roster::samples(ruleset).remove(0).units;
            for unit in sample.iter().cycle().take(limits::UNITS) {
                let name = unit.get("name").and_then(|name| name.as_str()).unwrap_or("Unit").to_owned();
                let unit = roster::joining(ruleset, &roster, &name, unit);
                roster.units.push(unit);
            }
            roster
        };
        let begun = Begun::of(ruleset.named.id, [roster("First"), roster("Second")], "").expect("it begins");
        let mut played = begun.played();
        // One act sets every tracker of every unit, as a new turn may do.
        let units: Vec<String> = played.battle.state().units().map(|unit| unit.id.clone()).collect();
        let all = units.iter().flat_map(|unit| {
            ruleset
                .trackers
                .unit
                .iter()
                .map(move |tracker| Change::set(unit.as_str(), tracker.id, tracker.start.json()))
        });
        assert!(
            played.add(Event::Action(Box::new(ActionEvent::new(1.0, Action::ByHand, all.collect())))),
            "{}",
            ruleset.named.id
        );
        comes_back(&played.bundle("b1"));
    }
}

#[test]
fn a_full_log_refuses_further_events_and_is_read_again() {
    let (header, _) = beginning::sample(rulesets::ALL[0], made::SEED);
    let mut played = Played::of(Battle::begin(test_rulesets::RULESETS, header));
    let note = |n: usize| Event::Action(Box::new(ActionEvent::new(1.0, Action::Note(format!("{n}")), Vec::new())));
    let stamp = |n: usize| Stamp::parse(&format!("{n}-t")).unwrap();
    let log = (0..limits::EVENTS - 1).map(|n| (stamp(n), note(n)));
    played.battle.add_all(log);
    assert!(played.add(note(1)));
    assert!(!played.add(note(2)), "the log is full");
    let all = played.bundle("b1");
    assert_eq!(Bundle::read(test_rulesets::RULESETS, &all.file().unwrap()), Ok(all));
}

#[test]
fn a_correction_of_many_acts_is_read_again_or_refused() {
    let ruleset = test_rulesets::RULESETS.find("pike_and_shot").unwrap();
    let (header, _) = beginning::sample(ruleset, made::SEED);
    let mut played = Played::of(Battle::begin(test_rulesets::RULESETS, header));
    let unit = played.battle.state().units().next().unwrap().id.clone();
    let counter = |to: i64| {
        let changes = vec![Change::set(unit.as_str(), "counters", to)];
        Event::Action(Box::new(ActionEvent::new(1.0, Action::ByHand, changes).refereed(Vec::new())))
    };
    for n in 0..1_500 {
        assert!(played.add(counter(n % 5)));
    }
    for _ in 0..3 {
        let of = played.battle.acts_in_force()[0].0.clone();
        let plan = played.battle.correction(&of, None, &[]).unwrap();
        let correction = plan.act(&played.battle, 2.0, None).unwrap();
        assert!(played.add(Event::Action(Box::new(correction))));
    }
    comes_back(&played.bundle("b1"));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 16, ..ProptestConfig::default() })]

    #[test]
    fn rosters_and_battles_at_their_limits_are_read_from_texts_files_links_and_codes(plan in made::plan()) {
        let mut all = Bundle::default();
        for (n, roster) in plan.rosters.iter().enumerate() {
            // The roster page refuses rosters beyond the limits.
            if limits::roster(roster).is_ok() {
                all.0.insert(Key::Roster(format!("r{n}")).to_string(), sealed(roster));
            }
        }
        if let Some(begun) = Begun::of(&plan.ruleset, plan.rosters.clone(), &plan.name) {
            let mut played = begun.played();
            plan.play(&mut played);
            all.0.extend(played.bundle("b1").0);
        }
        comes_back(&all);
    }

    #[test]
    fn a_draft_is_read_again(faces in prop::collection::vec(1_u8..=20, 0..400), typed in "\\PC{0,40}") {
        let answers = Map::from_iter([("range_in".to_owned(), roster::typed_number(&typed).unwrap_or_default())]);
        let draft = Draft {
            procedure: "infantry_fire".into(),
            input: answers.clone(),
            answers,
            participants: Map::new(),
            unit: Some("u1".into()),
            rolled: None,
            after: Stamp::parse("3-k3"),
            at: Some(1_790_000_000_000.5),
            overrides: Vec::new(),
            counted: (0..faces.len()).step_by(2).collect(),
            faces,
            discarded: false,
        };
        let (key, text) = (Key::Draft("b1".into()), envelope::seal(&draft, 1).unwrap());
        prop_assert_eq!(envelope::open::<Draft>(&key, &text).map(|opened| opened.value), Ok(draft));
    }
}
