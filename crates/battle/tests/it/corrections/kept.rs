//! Results that players keep although they no longer fit after a correction. Their recorded differences apply to the corrected table, in
//! every ruleset, within the limits of each tracker.

use super::{add, faults, object};
use battle::correct::{MisfitDecision, Now};
use battle::participants::Participants;
use battle::{Action, ActionEvent, Battle, Change, Event, LoggedRoll, Resolved, Stamp, referee};
use exchange::storage::beginning;
use rules::dice::Halt;
use rules::dice::rng::Seed;
use rules::facts::Facts;
use rules::ruleset::Ruleset;
use serde_json::{Value as Json, json};
use test_rulesets::argad::facts::FIGURES;
use test_rulesets::argad::facts::loads::LOADS;

fn ruleset(battle: &Battle) -> &'static Ruleset {
    test_rulesets::RULESETS.find(&battle.header().ruleset).unwrap()
}

/// The sample battle of a ruleset.
fn sample(id: &str) -> Battle {
    let (header, changes) = beginning::sample(test_rulesets::RULESETS.find(id).unwrap(), Seed([5; 32]));
    let mut battle = Battle::begin(test_rulesets::RULESETS, header);
    add(&mut battle, ActionEvent::new(0.0, Action::ByHand, changes));
    battle
}

fn named(battle: &Battle, name: &str) -> String {
    let found = battle.state().units().find(|unit| unit.name().starts_with(name)).map(|unit| unit.id.clone());
    found.unwrap_or_else(|| {
        panic!("no {name} among {:?}", battle.state().units().map(|unit| unit.name()).collect::<Vec<_>>())
    })
}

/// Sets trackers by hand, as players do.
fn hand(battle: &mut Battle, changes: &[(&str, &str, Json)]) -> Stamp {
    let changes = changes.iter().map(|(of, key, to)| Change::set(*of, *key, to.clone())).collect();
    let changes = referee::changes_by_hand(ruleset(battle), battle.state(), changes);
    add(battle, ActionEvent::new(0.0, Action::ByHand, changes).refereed(Vec::new()))
}

/// A procedure with typed dice; the last die is repeated. Rules that forbid it are overridden.
fn act(battle: &Battle, procedure: &str, roles: Json, answers: Json, typed: &[u8]) -> ActionEvent {
    let ruleset = ruleset(battle);
    let procedure = ruleset.procedure(procedure).unwrap();
    let (participants, answers) = (Participants::read(procedure, &object(roles)), object(answers));
    let state = battle.state();
    let input = referee::filled(procedure, &participants, state, &answers);
    let barred = referee::bars(ruleset, procedure, &participants, state, &input);
    let mut faces = Vec::new();
    let mut rolls = Vec::new();
    let came_to = loop {
        match referee::play(procedure, &participants, state, &input, &faces).unwrap().result {
            Ok(came_to) => break came_to,
            Err(Halt::Needs(roll)) => {
                let die = |place: usize| *typed.get(place).or(typed.last()).expect("dice");
                let typed_faces: Vec<u8> = (faces.len()..faces.len() + roll.count).map(die).collect();
                faces.extend(&typed_faces);
                let (purpose, sides) = (roll.purpose, roll.sides);
                rolls.push(LoggedRoll { purpose, sides, faces: typed_faces, number: None, steps: None, counted: None });
            }
            Err(Halt::Refused(refusal)) => panic!("{refusal:?}"),
        }
    };
    let changes = referee::resolved_changes(ruleset, procedure, &participants, state, &input, &came_to);
    let done = Resolved::of(procedure.id, input, participants.json(), &came_to.outcome);
    ActionEvent::new(0.0, Action::Resolved(Resolved { rolls, ..done }), changes).refereed(referee::rule_ids(&barred))
}

fn number(battle: &Battle, of: &str, key: &str) -> i64 {
    let tracked = battle.state().tracked(of).unwrap().get(key).and_then(Json::as_i64);
    tracked.unwrap_or_else(|| panic!("{of} has no {key}"))
}

/// Corrects an act, or leaves it out. Keeps the results of all later acts that no longer fit, and returns their number.
fn correct(battle: &mut Battle, of: &Stamp, act: Option<ActionEvent>) -> usize {
    let mut answers = Vec::new();
    let plan = loop {
        let plan = battle.correction(of, act.clone(), &answers).unwrap();
        let Some(open) = plan.open().next() else { break plan };
        answers.push((open.stamp.clone(), MisfitDecision::Keep));
    };
    let correction = plan.act(battle, 5.0, None).unwrap();
    assert_eq!(serde_json::from_value::<ActionEvent>(serde_json::to_value(&correction).unwrap()).unwrap(), correction);
    add(battle, correction);
    assert_eq!(faults(battle), []);
    assert!(plan.steps.iter().all(|step| !step.kept || step.now != Now::LeftOut));
    answers.len()
}

#[test]
fn a_kept_melee_takes_its_losses_from_what_a_corrected_shot_leaves() {
    let mut battle = sample("arquebusier");
    let (byron, balfour) = (named(&battle, "Byron"), named(&battle, "Balfour"));
    let shot = |battle: &Battle, dice: &[u8]| {
        let roles = json!({ "shooters": [byron], "target": [balfour] });
        act(battle, "shooting", roles, json!({ "shooters": [{ "range_in": 3 }] }), dice)
    };
    let first = shot(&battle, &[5, 1, 1, 1, 1, 1, 1]);
    let first = add(&mut battle, first);
    let lost = "lost_harquebusier";
    assert_eq!(number(&battle, &balfour, lost), 1, "6 to 5");
    let roles = json!({ "own": [byron], "enemies": [balfour] });
    let melee = act(&battle, "melee", roles, json!({}), &[6, 1]);
    add(&mut battle, melee);
    let after_melee = number(&battle, &balfour, lost);
    assert!(after_melee > 1, "the melee costs something");
    let by_melee = after_melee - 1;
    let right = shot(&battle.rewound(&first).unwrap(), &[5, 5, 1, 1, 1, 1, 1]);
    assert_eq!(correct(&mut battle, &first, Some(right)), 1, "the melee needs other dice");
    assert_eq!(number(&battle, &balfour, lost), 2 + by_melee);
}

#[test]
fn a_kept_volley_adds_counters_and_takes_figures_within_the_limits() {
    for (by_hand, figures_then) in [(2, 12), (0, 1)] {
        let mut battle = super::begin();
        add(&mut battle, ActionEvent::new(0.0, Action::ByHand, vec![Change::set("battle", "phase", 5)]));
        hand(&mut battle, &[("r1", "fired", true.into())]);
        let before = [("r1", "fired", false.into()), ("h2", "counters", by_hand.into()), ("h2", "figures", 12.into())];
        let first = hand(&mut battle, &before);
        if figures_then < 12 {
            // After the correction, fewer figures are left than the volley takes.
            hand(&mut battle, &[("h2", "figures", 12.into())]);
        }
        let (counters, figures) = (number(&battle, "h2", "counters"), number(&battle, "h2", "figures"));
        let roles = json!({ "firer": ["r1"], "target": ["h2"] });
        let volley = act(&battle, "infantry_fire", roles, json!({ "range_in": 4, "target_terrain": "open" }), &[6]);
        add(&mut battle, volley);
        let gained = number(&battle, "h2", "counters") - counters;
        let fell = figures - number(&battle, "h2", "figures");
        assert!(gained > 0 && fell > 1, "{gained} counters, {fell} figures");
        let right = (figures_then < 12).then(|| {
            let changes = vec![Change::set("h2", "figures", figures_then)];
            ActionEvent::new(0.0, Action::ByHand, changes).refereed(Vec::new())
        });
        assert_eq!(correct(&mut battle, &first, right), 1, "r1 has fired already");
        assert_eq!(number(&battle, "h2", "counters"), gained);
        assert_eq!(number(&battle, "h2", "figures"), (figures_then - fell).max(0));
    }
}

#[test]
fn a_kept_chip_check_takes_one_chip_from_the_corrected_number() {
    let mut battle = sample("pikette_squared");
    let unit = battle.state().units().find(|unit| unit.side == 0).unwrap().id.clone();
    hand(&mut battle, &[("b", "morale_chips", 9.into())]);
    let first = hand(&mut battle, &[(&unit, "may_be_chipped", true.into()), ("b", "morale_chips", 1.into())]);
    let check = act(&battle, "chip_check", json!({ "unit": [unit] }), json!({}), &[6, 1]);
    add(&mut battle, check);
    assert_eq!(number(&battle, "b", "morale_chips"), 0);
    assert_eq!(correct(&mut battle, &first, None), 1, "it may not be chipped");
    assert_eq!(number(&battle, "b", "morale_chips"), 8);
}

#[test]
fn kept_losses_are_taken_from_the_corrected_number_of_figures() {
    let mut battle = sample("argad");
    let loaded = |facts: &Facts| LOADS.iter().find(|load| load.stock(facts).is_some_and(|stock| stock.loaded > 2));
    let shooters = battle.state().known_units().filter(|(unit, _)| unit.side == 0);
    let found = shooters.filter_map(|(unit, facts)| Some((unit.id.clone(), loaded(facts)?.loaded))).next();
    let (shooter, loaded) = found.expect("somebody with loaded muskets");
    let target = battle.state().known_units().find(|(unit, facts)| unit.side == 1 && facts.value(FIGURES) > Some(3));
    let target = target.expect("a unit of several").0.id.clone();
    let (muskets, figures) = (number(&battle, &shooter, loaded.id()), number(&battle, &target, "figures"));
    // By mistake, one musket and two figures are missing.
    let first = [(&*shooter, loaded.id(), (muskets - 1).into()), (&*target, "figures", (figures - 2).into())];
    let first = hand(&mut battle, &first);
    let roles = json!({ "shooters": [shooter], "target": [target] });
    let shot = |face: u8| act(&battle, "shoot", roles.clone(), json!({ "shooters": [{ "range_cm": 10 }] }), &[face]);
    let takes_one = |act: &ActionEvent| {
        let mut after = battle.clone();
        add(&mut after, act.clone());
        (1..figures - 2).contains(&(figures - 2 - number(&after, &target, "figures")))
    };
    let shot = (1..=6).map(shot).find(takes_one).expect("some dice kill some");
    add(&mut battle, shot);
    let fell = figures - 2 - number(&battle, &target, "figures");
    assert_eq!(correct(&mut battle, &first, None), 1, "a musket more is another die");
    assert_eq!(number(&battle, &target, "figures"), figures - fell);
    assert_eq!(number(&battle, &shooter, loaded.id()), 1, "all but one were fired");
}

#[test]
fn a_later_change_by_hand_keeps_its_difference() {
    for (id, of, key, steps) in [
        ("pike_and_shot", "u1", "counters", [0, 2, 3]),
        ("pikette_squared", "a", "morale_chips", [9, 7, 6]),
        ("argad", "u1", "fallen", [0, 2, 3]),
        ("arquebusier", "u1", "fire_losses", [0, 2, 1]),
    ] {
        let mut battle = sample(id);
        hand(&mut battle, &[(of, key, steps[0].into())]);
        let first = hand(&mut battle, &[(of, key, steps[1].into())]);
        hand(&mut battle, &[(of, key, steps[2].into())]);
        assert_eq!(correct(&mut battle, &first, None), 0, "{id}: it fits");
        assert_eq!(number(&battle, of, key), i64::from((steps[0] + steps[2] - steps[1]).max(0)), "{id}");
    }
}

#[test]
fn a_tracker_that_is_no_count_keeps_its_later_value() {
    let mut battle = sample("arquebusier");
    let first = hand(&mut battle, &[("battle", "year", 1620.into())]);
    hand(&mut battle, &[("battle", "year", 1643.into())]);
    correct(&mut battle, &first, None);
    assert_eq!(number(&battle, "battle", "year"), 1643);
}

#[test]
fn an_altered_change_of_a_kept_result_is_found() {
    let mut battle = sample("pikette_squared");
    let unit = battle.state().units().find(|unit| unit.side == 0).unwrap().id.clone();
    hand(&mut battle, &[("b", "morale_chips", 9.into())]);
    let first = hand(&mut battle, &[(&unit, "may_be_chipped", true.into()), ("b", "morale_chips", 4.into())]);
    let check = act(&battle, "chip_check", json!({ "unit": [unit] }), json!({}), &[6, 1]);
    add(&mut battle, check);
    assert_eq!(correct(&mut battle, &first, None), 1);
    let mut log = battle.log().to_vec();
    let Event::Action(last) = &mut log.last_mut().unwrap().1 else { panic!("an act") };
    last.changes.push(Change::set("b", "morale_chips", 40));
    let Action::Corrected(corrected) = &mut last.action else { panic!("a correction") };
    let kept = corrected.acts.iter_mut().find(|redone| redone.kept).expect("a kept act");
    let Now::Changed(act) = &mut kept.now else { panic!("its changes are others") };
    act.changes.push(Change::set("b", "morale_chips", 40));
    assert!(!faults(&Battle::replay(test_rulesets::RULESETS, battle.header().clone(), log)).is_empty());
}

#[test]
fn consequences_of_a_change_by_hand_apply_to_the_corrected_table() {
    // A unit that is lost loses its contacts. Without the correction, it had none when it was lost.
    let mut battle = super::begin();
    let first = hand(&mut battle, &[("r1", "fired", true.into())]);
    let before = battle.rewound(&first).unwrap();
    hand(&mut battle, &[("h2", "lost", true.into())]);
    let met = vec![Change::set("r1", "contacts", json!(["h2"]))];
    let met = referee::changes_by_hand(ruleset(&battle), before.state(), met);
    correct(&mut battle, &first, Some(ActionEvent::new(0.0, Action::ByHand, met).refereed(Vec::new())));
    assert_eq!(battle.state().facts("r1").get("contacts"), Some(&json!([])));
}
