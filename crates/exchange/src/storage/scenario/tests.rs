//! Tests of scenarios as data: ids, rosters, battles made of them, and scenarios made of battles.

use super::*;
use crate::storage::new_battle::Answers;
use battle::{Action, ActionEvent, Battle, Change, Event, Header};
use rules::dice::rng::Seed;
use rules::facts::FactValue;
use rules::own::OWN_RULES;
use rules::scenario::{Arrival, UnitPoints};
use rules::table::Unit;
use serde_json::json;
use test_rulesets::RULESETS;

fn ruleset() -> &'static Ruleset {
    RULESETS.find("pike_and_shot").unwrap()
}

fn naseby() -> Scenario {
    Scenario::samples(ruleset()).into_iter().find(|scenario| scenario.name == "Naseby").unwrap()
}

fn begun(scenario: &Scenario) -> Battle {
    let (header, changes) = play(ruleset(), ("s1", 4), scenario, Seed([3; 32]));
    let mut battle = Battle::begin(RULESETS, header);
    act(&mut battle, Action::ByHand, changes);
    battle
}

fn act(battle: &mut Battle, action: Action, changes: Vec<Change>) {
    battle.add(battle.next_stamp("t"), Event::Action(Box::new(ActionEvent::new(1.0, action, changes))));
}

/// Changes trackers a minute after the battle began.
fn act_later(battle: &mut Battle, changes: Vec<Change>) {
    let act = ActionEvent::new(60_000.0, Action::ByHand, changes);
    battle.add(battle.next_stamp("t"), Event::Action(Box::new(act)));
}

#[test]
fn all_scenarios_of_the_library_are_valid_and_say_that_they_are_samples() {
    for ruleset in test_rulesets::ALL.iter().filter(|ruleset| ruleset.guide.is_some()) {
        let samples = Scenario::samples(ruleset);
        assert_eq!((samples.len(), ruleset.rosters.scenarios.len()), (2, 2), "{}", ruleset.named.id);
        for scenario in samples {
            assert_eq!(scenario.ruleset, ruleset.named.id);
            scenario.check(RULESETS).unwrap_or_else(|refusal| panic!("{}: {refusal:?}", scenario.name));
            let course = &scenario.course;
            assert!(scenario.sample && scenario.text.ends_with("are chosen to play well."), "{}", scenario.name);
            assert!(
                !course.briefings.all.is_empty() && !course.briefings.a.is_empty() && !course.briefings.b.is_empty()
            );
            assert!(course.end.last_turn > 0 && course.has_points(), "{}", scenario.name);
            assert!(!course.events.is_empty() && !scenario.sides.iter().any(|side| side.commands.is_empty()));
            assert!(limits::scenario(RULESETS, &scenario).is_ok());
        }
    }
}

#[test]
fn a_battle_copies_the_course_the_commands_and_all_that_is_agreed() {
    let mut scenario = naseby();
    scenario.agreed.insert("secrecy".into(), "own_side".into());
    let battle = begun(&scenario);
    let header = battle.header();
    let played = header.scenario.as_deref().unwrap();
    assert_eq!((played.id.as_str(), played.revision, played.name.as_str()), ("s1", 4, "Naseby"));
    assert_eq!((&played.course, header.name.as_str()), (&scenario.course, "Naseby"));
    let rossiter = header.units.iter().find(|unit| unit.id == "rossiter").unwrap();
    assert_eq!(header.command_of(rossiter).unwrap().general, "Edward Rossiter");
    assert_eq!(OwnRules::of(battle.state().battle()), scenario.own_rules);
    assert_eq!(battle.state().battle().get("secrecy"), Some(&json!("own_side")));
    assert_eq!(battle.state().units_off_table().map(|(unit, _)| unit.id.as_str()).collect::<Vec<_>>(), ["rossiter"]);
    let (again, _) = play(ruleset(), ("s1", 4), &scenario, Seed([4; 32]));
    assert_ne!(again.seed, header.seed, "each battle has fresh dice");
}

#[test]
fn units_that_stay_keep_their_ids_when_a_roster_is_taken_again() {
    let mut scenario = naseby();
    let ids =
        |scenario: &Scenario| -> Vec<String> { scenario.sides[0].units.iter().map(|unit| unit.id.clone()).collect() };
    let before = ids(&scenario);
    let mut roster = scenario.roster(Side::A);
    roster.units[3].insert("name".into(), "Pye's Horse".into());
    roster.units.swap(0, 5);
    scenario.take_roster(Side::A, &roster);
    let mut swapped = before.clone();
    swapped.swap(0, 5);
    assert_eq!(ids(&scenario), swapped, "a renamed unit keeps its id, and so do units in another order");
    assert_eq!(scenario.sides[0].units[3].command, "left");
    roster.units.remove(11);
    roster.units.push(json!({ "name": "Hammond's Foot", "pikes": 6, "muskets": 12 }).as_object().cloned().unwrap());
    roster.units.push(roster.units[4].clone());
    scenario.take_roster(Side::A, &roster);
    assert_eq!(ids(&scenario)[11..], ["a1", "a2"], "new units have new ids");
    assert!(scenario.course.arrivals.is_empty(), "Rossiter is gone, and so is his arrival");
    assert_eq!(scenario.check(RULESETS), Ok(()));
}

#[test]
fn a_unit_that_has_the_name_of_another_for_a_moment_loses_nothing() {
    let mut scenario = naseby();
    let before = scenario.sides[0].units.clone();
    let mut roster = scenario.roster(Side::A);
    let name = roster.units[7]["name"].clone();
    roster.units[3].insert("name".into(), name);
    scenario.take_roster(Side::A, &roster);
    let ids = |units: &[ForceUnit]| units.iter().map(|unit| unit.id.clone()).collect::<Vec<_>>();
    assert_eq!(ids(&scenario.sides[0].units), ids(&before));
    roster.units[3].insert("name".into(), before[3].profile["name"].clone());
    scenario.take_roster(Side::A, &roster);
    assert_eq!(scenario.sides[0].units, before);
}

#[test]
fn a_modifier_that_is_renamed_stays_the_one_that_an_event_switches_on() {
    let mut scenario = naseby();
    let mut rules = scenario.own_rules.clone();
    rules.modifiers[0].name = "Heavy rain".into();
    scenario.take_own_rules(rules);
    assert_eq!(scenario.check(RULESETS), Ok(()));
    let effects = &scenario.course.events[0].rows[0].effects;
    assert!(matches!(&effects[0], Effect::Switch { modifier, .. } if modifier == "Heavy rain"), "{effects:?}");
}

#[test]
fn a_scenario_of_the_library_is_found_by_an_address_that_no_saved_one_has() {
    let mut ids = Vec::new();
    for ruleset in test_rulesets::ALL {
        for (id, scenario) in Scenario::library(ruleset) {
            assert_eq!(Scenario::of_library(RULESETS, &id), Some(scenario), "{id}");
            assert!(!crate::storage::is_id(&id) && crate::storage::is_id(&Scenario::key_id(&id)), "{id}");
            ids.push(Scenario::key_id(&id));
        }
    }
    ids.sort();
    ids.dedup();
    assert_eq!(ids.len(), 8);
    assert!(Scenario::of_library(RULESETS, "pike_and_shot-naseby").is_some());
    assert_eq!(Scenario::of_library(RULESETS, "pike_and_shot-nothing"), None);
    assert_eq!(Scenario::key_id("k3x9"), "k3x9");
}

#[test]
fn references_to_what_is_gone_are_removed() {
    let mut scenario = naseby();
    scenario.course.points.units.push(UnitPoints { unit: "nobody".into(), points: 1 });
    scenario.course.arrivals.push(Arrival {
        id: "x".into(),
        name: "X".into(),
        units: vec!["nobody".into()],
        ..Arrival::default()
    });
    scenario.own_rules = OwnRules::default();
    scenario.sides[0].commands.remove(0);
    assert!(scenario.check(RULESETS).is_err());
    scenario.drop_unknown_references();
    assert_eq!(scenario.check(RULESETS), Ok(()));
    assert_eq!((scenario.course.arrivals.len(), scenario.course.points.units.len()), (1, 3));
    assert!(scenario.course.events[0].rows[0].effects.is_empty(), "there is no rain to switch on");
    assert!(scenario.sides[0].units.iter().all(|unit| unit.command != "left"));
}

#[test]
fn faults_of_a_scenario_are_named_with_their_place() {
    let check = |change: &dyn Fn(&mut Scenario)| {
        let mut scenario = naseby();
        change(&mut scenario);
        scenario.check(RULESETS).unwrap_err().field.clone()
    };
    /// A change that makes a scenario faulty, and the place of the fault.
    type Case<'a> = (&'a dyn Fn(&mut Scenario), &'a str);
    let cases: [Case; 17] = [
        (&|scenario| scenario.line = "x".repeat(401), "line"),
        (&|scenario| scenario.text = "x".repeat(4_001), "text"),
        (&|scenario| scenario.sides[1].short = "x".repeat(100), "sides[1].short"),
        (&|scenario| scenario.sides[1].commands[2].general = "x".repeat(121), "sides[1].commands[2].general"),
        (&|scenario| scenario.ruleset = "chess".into(), "ruleset"),
        (&|scenario| scenario.name = " ".into(), "name"),
        (&|scenario| scenario.sides[1].units[2].id = "ireton".into(), "sides[1].units[2].id"),
        (&|scenario| scenario.sides[1].units[2].id = "a".into(), "sides[1].units[2].id"),
        (&|scenario| scenario.sides[1].units[2].command = "left".into(), "sides[1].units[2].command"),
        (&|scenario| scenario.sides[1].commands[1].id = "left".into(), "sides[1].commands[1].id"),
        (
            &|scenario| drop(scenario.sides[0].units[4].profile.insert("pikes".into(), 9000.into())),
            "sides[0].units[4].profile.pikes",
        ),
        (&|scenario| drop(scenario.rulings.insert("no_such".into(), "x".into())), "rulings.no_such"),
        (&|scenario| drop(scenario.agreed.insert("clock".into(), "sundial".into())), "agreed.clock"),
        (&|scenario| scenario.own_rules.modifiers[0].procedures[0] = "x".into(), "own_rules.modifiers[0].procedures"),
        (&|scenario| scenario.course.events[0].rows[0].text = "x".repeat(500), "course.events[0].rows[0].text"),
        (&|scenario| scenario.course.arrivals[0].command = "nobody".into(), "course.arrivals[0].command"),
        (&|scenario| scenario.own_rules = OwnRules::default(), "course.events[0].rows[0].effects[0].modifier"),
    ];
    for (change, field) in cases {
        assert_eq!(check(change), field);
    }
}

#[test]
fn a_scenario_is_made_of_rosters_and_of_the_answers_for_a_new_battle() {
    let rosters: [Option<Roster>; 2] = {
        let mut samples = Roster::samples(ruleset()).into_iter();
        [samples.next(), samples.next()]
    };
    let scenario = Scenario::of_rosters(ruleset(), "", &rosters);
    assert_eq!(scenario.check(RULESETS), Ok(()));
    assert_eq!(scenario.name, "Eastern Association 1644 against Royalists 1644");
    assert_eq!(scenario.roster(Side::B).units, rosters[1].as_ref().unwrap().units);
    let rules = naseby().own_rules;
    let started =
        Map::from_iter([(OWN_RULES.id().to_owned(), rules.clone().write()), ("clock".to_owned(), json!("times"))]);
    let answers = Answers { started, ..Answers::default() };
    let scenario = Scenario::of_answers(ruleset(), "My Naseby", &rosters, &answers);
    assert_eq!((scenario.check(RULESETS), scenario.own_rules, scenario.name.as_str()), (Ok(()), rules, "My Naseby"));
    assert_eq!(scenario.agreed, Map::from_iter([("clock".to_owned(), json!("times"))]));
}

#[test]
fn a_battle_becomes_a_scenario_as_it_began_or_as_it_stands() {
    let scenario = naseby();
    let mut battle = begun(&scenario);
    let own = |made: &Scenario| Scenario {
        sample: true,
        line: scenario.line.clone(),
        text: scenario.text.clone(),
        ..made.clone()
    };
    assert_eq!(own(&Scenario::of_beginning(&battle).unwrap()), scenario, "nothing is lost but the texts");
    let newcomer = json!({ "name": "Rainsborough's Foot", "pikes": 6, "muskets": 12 }).as_object().cloned().unwrap();
    let unit = Unit { id: "u13-k3".into(), profile: newcomer, ..Unit::default() };
    act(&mut battle, Action::Muster, vec![Change::Add(unit), Change::Remove("butler".into())]);
    act(
        &mut battle,
        Action::ByHand,
        vec![Change::set("skippon", "muskets", 9), Change::set("rossiter", "off_table", false)],
    );
    assert_eq!(own(&Scenario::of_beginning(&battle).unwrap()), scenario);
    let now = Scenario::of_table(&battle).unwrap();
    assert_eq!(now.check(RULESETS), Ok(()));
    let ids: Vec<&str> = now.sides[0].units.iter().map(|unit| unit.id.as_str()).collect();
    assert!(ids.contains(&"u13-k3") && !ids.contains(&"butler"), "{ids:?}");
    let skippon = now.sides[0].units.iter().find(|unit| unit.id == "skippon").unwrap();
    assert_eq!(skippon.profile["muskets"], 9);
    assert!(now.course.arrivals.is_empty(), "Rossiter is here");
    let plain =
        Battle::begin(RULESETS, Header::new("pike_and_shot", "Cheriton", ["A", "B"], Vec::new(), Seed([1; 32])));
    assert_eq!(Scenario::of_beginning(&plain).unwrap().course, Course::default());
}

#[test]
fn a_scenario_of_a_beginning_has_the_rules_and_agreements_of_the_beginning() {
    let mut scenario = naseby();
    scenario.agreed.insert("own_classes".into(), true.into());
    let mut battle = begun(&scenario);
    let later =
        [(OWN_RULES.id(), OwnRules::default().write()), ("own_classes", false.into()), ("clock", "times".into())];
    let changes = later.map(|(key, to)| Change::set(Subject::Battle, key, to));
    act_later(&mut battle, changes.into());
    let rules_of = |scenario: Scenario| (scenario.own_rules, scenario.agreed);
    let (began, now) = (Scenario::of_beginning(&battle).unwrap(), Scenario::of_table(&battle).unwrap());
    assert_eq!(began.check(RULESETS), Ok(()));
    assert_eq!(rules_of(began), rules_of(scenario.clone()));
    let clock = Map::from_iter([("clock".to_owned(), json!("times"))]);
    assert_eq!(rules_of(now), (OwnRules::default(), clock));
}

#[test]
fn a_scenario_of_a_battle_has_the_values_of_the_sides() {
    let ruleset = RULESETS.find("pikette_squared").unwrap();
    let mut scenario = Scenario::samples(ruleset).remove(0);
    scenario.sides[0].profile = json!({ "sultan": true, "extra_card": "courage" }).as_object().cloned().unwrap();
    let (header, changes) = play(ruleset, ("s1", 4), &scenario, Seed([3; 32]));
    let mut battle = Battle::begin(RULESETS, header);
    act(&mut battle, Action::ByHand, changes);
    act_later(&mut battle, vec![Change::set("a", "sultan", false)]);
    let profiles = |scenario: Option<Scenario>| scenario.unwrap().sides.map(|side| side.profile);
    let mut sides = scenario.sides.map(|side| side.profile);
    assert!(!sides[1].is_empty());
    assert_eq!(profiles(Scenario::of_beginning(&battle)), sides);
    sides[0].remove("sultan");
    assert_eq!(profiles(Scenario::of_table(&battle)), sides);
}

#[test]
fn copies_have_new_names_and_those_for_players_no_texts_of_the_game_master() {
    let scenario = naseby();
    let copy = scenario.copied(&["Naseby".to_owned()]);
    assert_eq!((copy.name.as_str(), copy.sample), ("Naseby 2", false));
    let players = scenario.for_players();
    assert!(players.for_players && players.course.briefings.umpire.is_empty());
    let text = serde_json::to_string(&players).unwrap();
    assert!(!text.contains("Goring is far away"), "the text is nowhere");
    assert_eq!(players.course.events, scenario.course.events);
}

#[test]
fn free_ids_come_from_names() {
    assert_eq!(Scenario::free_id("Rossiter’s Horse", &[]), "rossitershor");
    assert_eq!(Scenario::free_id("Rossiter’s Horse", &["rossitershor"]), "rossitershor2");
    assert_eq!((Scenario::free_id("«»", &[]), Scenario::free_id("A", &[])), ("x".into(), "a2".into()));
}
