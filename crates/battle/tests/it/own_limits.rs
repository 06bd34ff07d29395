//! Own rules that limit acts: counts that acts reduce by 1 and that forbid acts at 0, bars of several acts, and reminders at a phase or
//! turn.

use super::own_rules::{act, first_able};
use battle::analysis::own_words;
use battle::participants::Participants;
use battle::{Action, Battle, Change, referee};
use exchange::share::Shared;
use exchange::storage::beginning;
use rules::dice::rng::Seed;
use rules::facts::FactValue;
use rules::own::{OWN_RULES, OwnRules, REMINDERS};
use rules::procedure::Procedure;
use rules::ruleset::Ruleset;
use rules::subject::Subject;
use serde_json::{Map, Value as Json, json};
use test_rulesets::RULESETS;

const AMMUNITION: &str = "own:Ammunition";

fn ruleset(id: &str) -> &'static Ruleset {
    RULESETS.find(id).unwrap()
}

fn rules(json: Json) -> OwnRules {
    OwnRules::read(&json).unwrap()
}

/// Each unit starts with two volleys. A unit with no volleys left can fire neither alone nor with others.
fn volleys() -> OwnRules {
    rules(json!({ "trackers": [{
        "name": "Ammunition", "kind": { "count": { "from": 0, "to": 6, "start": 2 } },
        "bars_at_zero": ["infantry_fire", "combined_fire"], "spent_by": ["infantry_fire"],
    }] }))
}

/// A battle of the first two samples, in which players agree on these rules by hand.
fn battle(ruleset: &'static Ruleset, rules: OwnRules) -> Battle {
    let (header, changes) = beginning::sample(ruleset, Seed([7; 32]));
    let mut battle = Battle::begin(RULESETS, header);
    act(&mut battle, Action::ByHand, changes);
    let agreed = vec![Change::to(Subject::Battle, OWN_RULES, rules)];
    let changes = referee::changes_by_hand(ruleset, battle.state(), agreed);
    act(&mut battle, Action::ByHand, changes);
    battle
}

/// Infantry fire of the first able unit at the first enemy: the procedure, the participants, and the firing unit.
fn volley(battle: &Battle) -> (&'static Procedure, Participants, String) {
    let procedure = ruleset("pike_and_shot").procedure("infantry_fire").unwrap();
    let participants = first_able(procedure, battle);
    let unit = participants.units(procedure.participants[0].id)[0].clone();
    (procedure, participants, unit)
}

fn left(battle: &Battle, unit: &str) -> Option<i64> {
    battle.state().facts(unit).get(AMMUNITION).and_then(Json::as_i64)
}

#[test]
fn each_volley_takes_one_and_at_zero_it_is_forbidden() {
    let rules_of_battle = ruleset("pike_and_shot");
    let mut battle = battle(rules_of_battle, volleys());
    assert_eq!(volleys().check_for(rules_of_battle), Ok(()));
    let (procedure, participants, unit) = volley(&battle);
    assert_eq!(left(&battle, &unit), Some(2));
    let said = Map::from_iter([("range_in".to_owned(), json!(3))]);
    let input = referee::filled(procedure, &participants, battle.state(), &said);
    let faces = [1; 2];
    let played = referee::play(procedure, &participants, battle.state(), &input, &faces).unwrap();
    let resolved = played.result.unwrap();
    let state = battle.state().clone();
    let changes = referee::resolved_changes(rules_of_battle, procedure, &participants, &state, &input, &resolved);
    let spent = Change::set(unit.as_str(), AMMUNITION, 1);
    assert!(changes.contains(&spent), "{changes:?}");
    let at_zero = state.after(&[Change::set(unit.as_str(), AMMUNITION, 0)]);
    let changes = referee::resolved_changes(rules_of_battle, procedure, &participants, &at_zero, &input, &resolved);
    assert!(!changes.iter().any(|change| matches!(change, Change::Set { key, .. } if key == AMMUNITION)));
    act(&mut battle, Action::ByHand, vec![Change::set(unit.as_str(), AMMUNITION, 0)]);
    let facts = battle.state().facts(&unit);
    for (barred, procedure) in [(true, "infantry_fire"), (true, "combined_fire"), (false, "reaction_charge")] {
        let why = volleys().barred(rules_of_battle, procedure, std::iter::once(&facts)).map(|why| why.to_string());
        let expected = "Own rule: units with 0 in “Ammunition” may not do this.";
        assert_eq!(why.as_deref(), barred.then_some(expected), "{procedure}");
    }
}

#[test]
fn a_unit_that_an_own_rule_bars_from_the_phase_is_told_so() {
    let arquebusier = ruleset("arquebusier");
    let bars = rules(json!({
        "trackers": [{ "name": "Wet", "kind": "flag" }],
        "bars": [{ "flag": "own:Wet", "procedures": ["shooting", "target_choice"] }],
    }));
    assert_eq!(bars.check_for(arquebusier), Ok(()));
    let mut battle = battle(arquebusier, bars);
    let shooting = arquebusier.phases.iter().position(|phase| phase.id == "shooting").unwrap();
    act(&mut battle, Action::ByHand, vec![Change::set("battle", "phase", shooting)]);
    let of_phase = |battle: &Battle, unit: &str| referee::own_bar_in_phase(arquebusier, battle.state(), unit);
    let may = |unit: &&String| referee::may_act(arquebusier, battle.state(), unit);
    let ids: Vec<String> = battle.state().units().map(|unit| unit.id.clone()).collect();
    let unit = ids.iter().find(may).unwrap().clone();
    assert!(of_phase(&battle, &unit).is_none());
    act(&mut battle, Action::ByHand, vec![Change::set(unit.as_str(), "own:Wet", true)]);
    assert!(!referee::may_act(arquebusier, battle.state(), &unit));
    assert!(of_phase(&battle, &unit).is_some());
}

#[test]
fn reminders_come_at_the_start_of_a_phase_and_of_a_turn() {
    let toy = ruleset("pike_and_shot");
    let (phase, last) = (toy.phases[1].id, toy.phases.len() - 1);
    let remind = rules(json!({ "reminders": [
        { "at": phase, "text": "Roll for the weather" },
        { "at": "turn", "text": "Move the sun" },
    ] }));
    assert_eq!(remind.check_for(toy), Ok(()));
    let mut battle = battle(toy, remind);
    let reminders = |battle: &Battle| battle.state().battle().value(REMINDERS).unwrap_or_default();
    assert_eq!(reminders(&battle), [] as [&str; 0]);
    let changes = referee::next_changes(toy, battle.state());
    act(&mut battle, Action::Phase, changes);
    assert_eq!(reminders(&battle), ["Roll for the weather"]);
    let none: Vec<String> = Vec::new();
    let changes = vec![Change::set("battle", "phase", last), Change::to(Subject::Battle, REMINDERS, none)];
    act(&mut battle, Action::ByHand, changes);
    let changes = referee::next_changes(toy, battle.state());
    act(&mut battle, Action::Phase, changes);
    assert_eq!(reminders(&battle), ["Move the sun"]);
}

#[test]
fn types_are_chosen_by_weapon_too() {
    let argad = ruleset("argad");
    let only = |of: &str| {
        rules(json!({ "trackers": [
            { "name": "Powder", "kind": "flag", "only": { "field": "missile", "is": [of] } }
        ] }))
    };
    assert_eq!(only("pistol").check_for(argad), Ok(()));
    assert!(only("trebuchet").check_for(argad).is_err());
    let battle = battle(argad, only("pistol"));
    let has = |unit: &str| battle.state().facts(unit).get("own:Powder").is_some();
    let armed = |unit: &str| {
        let missiles = battle.state().mustered(unit).and_then(|facts| facts.get("missile")).cloned();
        missiles.is_some_and(|missiles| missiles.as_array().is_some_and(|all| all.contains(&json!("pistol"))))
    };
    let units: Vec<String> = battle.state().units().map(|unit| unit.id.clone()).collect();
    assert!(units.iter().any(|unit| armed(unit)) && !units.iter().all(|unit| armed(unit)));
    for unit in &units {
        assert_eq!(has(unit), armed(unit), "{unit}");
    }
}

#[test]
fn types_are_chosen_by_flags_and_in_lists_of_forms() {
    let only = |field: &str, is: &str| {
        rules(json!({ "trackers": [{ "name": "Powder", "kind": "flag", "only": { "field": field, "is": [is] } }] }))
    };
    for (id, field, is) in [
        ("pike_and_shot", "pistols", "true"),
        ("pike_and_shot", "armour", "partly"),
        ("arquebusier", "groups.type", "pike"),
    ] {
        let ruleset = ruleset(id);
        assert_eq!(only(field, is).check_for(ruleset), Ok(()), "{id}");
        assert!(only(field, "trebuchet").check_for(ruleset).is_err(), "{id}");
        let battle = battle(ruleset, only(field, is));
        let is_of = |unit: &str| {
            let facts = battle.state().mustered(unit).expect("it is a unit");
            let Some((list, inner)) = field.split_once('.') else {
                // If the sample leaves out the value, horse has it by default.
                let is_usual = facts.get("troop_type") == Some(&json!("horse"));
                return facts.get(field).map_or(is_usual, |value| value.to_string().trim_matches('"') == is);
            };
            let members = facts.get(list).and_then(|members| members.as_array());
            members.is_some_and(|members| members.iter().any(|member| member[inner] == json!(is)))
        };
        let units: Vec<String> = battle.state().units().map(|unit| unit.id.clone()).collect();
        assert!(units.iter().any(|unit| is_of(unit)) && !units.iter().all(|unit| is_of(unit)), "{id}");
        for unit in &units {
            assert_eq!(battle.state().facts(unit).get("own:Powder").is_some(), is_of(unit), "{id}: {unit}");
        }
    }
}

#[test]
fn only_rules_that_version_1_0_0_cannot_read_are_marked() {
    for (marked, json) in [
        (false, json!({ "bars": [{ "flag": "own:Wet", "procedure": "infantry_fire" }] })),
        (true, json!({ "bars": [{ "flag": "own:Wet", "procedures": ["infantry_fire", "combined_fire"] }] })),
        (false, json!({ "reminders": [{ "after": "infantry_fire", "text": "Smoke" }] })),
        (true, json!({ "reminders": [{ "at": "turn", "text": "Smoke" }] })),
    ] {
        let read = rules(json.clone());
        assert_eq!(read.is_marked(), marked, "{json}");
        assert_eq!(read.clone().write(), json, "written as it was read");
        let battle = battle(ruleset("pike_and_shot"), read);
        assert_eq!(battle.is_marked(), marked, "{json}");
    }
    assert!(volleys().is_marked());
    for refused in [
        json!({ "reminders": [{ "text": "Smoke" }] }),
        json!({ "reminders": [{ "after": "infantry_fire", "at": "turn", "text": "Smoke" }] }),
        json!({ "bars": [{ "flag": "own:Wet" }] }),
        json!({ "trackers": [{ "name": "Wet", "kind": "flag", "spent_by": ["infantry_fire"] }] }),
    ] {
        assert_eq!(OwnRules::read(&refused), None, "{refused}");
    }
}

/// Rules with every field that version 1.0.0 does not have.
fn all_limits() -> OwnRules {
    rules(json!({
        "trackers": [{
            "name": "Ammunition", "kind": { "count": { "from": 0, "to": 6, "start": 2 } },
            "bars_at_zero": ["infantry_fire"], "spent_by": ["infantry_fire", "combined_fire"],
        }],
        "bars": [{ "flag": "broken", "procedures": ["infantry_fire", "reaction_charge"] }],
        "reminders": [{ "at": "melee", "text": "Smoke" }, { "at": "turn", "text": "Rain" }],
    }))
}

#[test]
#[ignore = "writes tests/fixtures/since_1_0_0/own_rules.json, which is never changed afterwards"]
fn write_fixture() {
    let file = testing::in_project("tests/fixtures/since_1_0_0/own_rules.json");
    assert!(!file.exists(), "{} is never changed", file.display());
    let battle = battle(ruleset("pike_and_shot"), all_limits());
    let shared = Shared::Battle("0wnru1es".into(), battle.header().clone(), battle.log().to_vec());
    std::fs::write(&file, shared.bundle().unwrap().file().unwrap()).unwrap();
}

#[test]
fn such_rules_are_spelled_out() {
    let text = own_words::as_text(ruleset("pike_and_shot"), "Ours", &all_limits());
    let lines: Vec<&str> = text.lines().skip(1).collect();
    assert_eq!(
        lines,
        [
            "Ammunition (all units · from 0 to 6, starts at 2 · at 0 not: Infantry fire · 1 less after: Infantry fire, Combined fire)",
            "Smoke (At the start of: Melee)",
            "Rain (At the start of: Bound)",
            "Units ticked “Broken” may not: Infantry fire, Charge or counter-charge",
        ]
    );
}
