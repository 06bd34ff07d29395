//! Own rules of a battle: kept in its log, ticked for units that bring them along, and followed in the exact odds.

#![expect(clippy::unwrap_used, reason = "a test that cannot read its own fixture has failed")]

use drumhead::analysis::act_words::changed_words;
use drumhead::analysis::variants::{Otherwise, own_variants};
use drumhead::battle::participants::Participants;
use drumhead::battle::verify::verify;
use drumhead::battle::{Action, ActionEvent, Battle, Change, Event, LoggedRoll, Resolved, referee};
use drumhead::contract;
use drumhead::core::subject::Subject;
use drumhead::dice::rng::Seed;
use drumhead::form::path;
use drumhead::rules::own::{Applies, OWN_RULES, OwnModifier, OwnRules, common_numbers, flags, is_among};
use drumhead::rules::procedure::Procedure;
use drumhead::rules::ruleset::Ruleset;
use drumhead::rulesets;
use drumhead::storage::{beginning, limits};
use serde_json::{Map, Value as Json, json};

fn pike_and_shot() -> &'static Ruleset {
    rulesets::find("pike_and_shot").unwrap()
}

fn uphill(when: Applies) -> OwnRules {
    let modifier = OwnModifier {
        name: "Charging uphill".into(),
        procedures: vec!["reaction_charge".into()],
        number: "need".into(),
        by: 1,
        when,
    };
    OwnRules { modifiers: vec![modifier] }
}

fn act(battle: &mut Battle, action: Action, changes: Vec<Change>) {
    let event = ActionEvent::new(0.0, action, changes).refereed(Vec::new());
    let event = battle.linked(Event::Action(Box::new(event)));
    battle.add(battle.next_stamp("t"), event);
}

/// A battle of the first two samples, with these own rules.
fn battle(ruleset: &'static Ruleset, rules: OwnRules) -> Battle {
    let (header, changes) = beginning::sample(ruleset, Seed([7; 32]));
    let mut battle = Battle::begin(header);
    act(&mut battle, Action::ByHand, changes);
    act(&mut battle, Action::ByHand, vec![Change::to(Subject::Battle, OWN_RULES, rules)]);
    battle
}

/// The charge of the first unit that can at the first enemy.
fn charge(battle: &Battle) -> (&'static Procedure, Participants) {
    let procedure = pike_and_shot().procedure("reaction_charge").unwrap();
    let mut participants = Participants::nobody();
    for role in procedure.participants {
        let able = participants.candidates(procedure, role, battle.state());
        participants.set(role.id, vec![able[0].clone()]);
    }
    (procedure, participants)
}

fn changes_of(input: &Map<String, Json>) -> Json {
    input.get("own").cloned().unwrap_or_default()
}

#[test]
fn every_number_that_a_ruleset_names_can_be_changed_by_an_own_rule_that_is_kept_and_undone() {
    for ruleset in rulesets::ALL.iter().filter(|ruleset| ruleset.own_rules().is_some()) {
        let able = ruleset.procedures.iter().filter(|procedure| !procedure.adjustable.is_empty());
        for number in
            able.flat_map(|procedure| common_numbers(&[procedure]).into_iter().map(move |own| (procedure, own)))
        {
            let (procedure, number) = number;
            let flag = flags(ruleset).next().map(|flag| Applies::Unit(flag.id.to_owned())).unwrap_or_default();
            let modifier = OwnModifier {
                name: "Wet powder".into(),
                procedures: vec![procedure.id.into()],
                number: number.id.into(),
                by: -1,
                when: flag,
            };
            let rules = OwnRules { modifiers: vec![modifier] };
            assert_eq!(rules.check_for(ruleset), Ok(()), "{} {}", procedure.id, number.id);
            let mut battle = battle(ruleset, rules.clone());
            assert_eq!(OwnRules::of(battle.state().battle()), rules);
            let undo = battle.undoing().unwrap();
            battle.add(battle.next_stamp("t"), undo);
            assert!(OwnRules::of(battle.state().battle()).is_empty());
        }
    }
}

#[test]
fn a_modifier_is_offered_unticked_and_its_effect_is_one_of_the_variants() {
    let battle = battle(pike_and_shot(), uphill(Applies::Asked));
    let (procedure, participants) = charge(&battle);
    let rules = OwnRules::of(battle.state().battle());
    let input = referee::filled(procedure, &participants, battle.state(), &Map::new());
    assert_eq!(changes_of(&input), Json::Null);
    let [(part, modifiers)] = rules.offered(procedure, &input).try_into().unwrap();
    assert_eq!((part.changes_at().as_str(), modifiers.len()), ("own", 1));
    let [variant] = own_variants(&rules, procedure, &input).try_into().unwrap();
    assert_eq!(variant.otherwise, Otherwise::Own("Charging uphill".into(), true));
    let mut said = Map::new();
    path::set(&mut said, &variant.place, Some(variant.value));
    let input = referee::filled(procedure, &participants, battle.state(), &said);
    assert!(is_among(modifiers[0], &part.changes_in(&input)));
    let [back] = own_variants(&rules, procedure, &input).try_into().unwrap();
    assert_eq!((back.value, back.otherwise), (json!([]), Otherwise::Own("Charging uphill".into(), false)));
    // Another procedure does not take it.
    let other = pike_and_shot().procedure("reaction_stand").unwrap();
    assert!(rules.offered(other, &input).is_empty());
}

#[test]
fn a_flag_of_a_unit_ticks_a_modifier_unless_players_have_answered() {
    let flag = flags(pike_and_shot()).next().unwrap().id;
    for (role, when) in [("unit", Applies::Unit(flag.into())), ("opponent", Applies::Opponent(flag.into()))] {
        let mut battle = battle(pike_and_shot(), uphill(when));
        let (procedure, participants) = charge(&battle);
        let filled = |battle: &Battle, said: Json| {
            let said = said.as_object().cloned().unwrap();
            changes_of(&referee::filled(procedure, &participants, battle.state(), &said))
        };
        assert_eq!(filled(&battle, json!({})), Json::Null);
        let marked = participants.units(role)[0].clone();
        act(&mut battle, Action::ByHand, vec![Change::set(marked, flag, true)]);
        assert_eq!(
            filled(&battle, json!({})),
            json!([{ "name": "Charging uphill", "number": "need", "by": 1 }]),
            "{role}"
        );
        assert_eq!(filled(&battle, json!({ "own": [] })), json!([]), "players may untick it");
    }
}

#[test]
fn an_act_with_an_own_modifier_is_verified_and_told() {
    let mut battle = battle(pike_and_shot(), uphill(Applies::Asked));
    let (procedure, participants) = charge(&battle);
    let own = json!({ "own": [{ "name": "Charging uphill", "number": "need", "by": 1 }], "morale_class": "poor" });
    let said = own.as_object().cloned().unwrap();
    let input = referee::filled(procedure, &participants, battle.state(), &said);
    let played = referee::play(procedure, &participants, battle.state(), &input, &[4]).unwrap();
    let outcome = played.result.unwrap();
    let changes =
        referee::resolved_changes(pike_and_shot(), procedure, &participants, battle.state(), &input, &outcome);
    let by_hand = |roll: &drumhead::dice::Roll| LoggedRoll {
        purpose: roll.purpose.clone(),
        sides: roll.sides,
        faces: roll.faces.clone(),
        number: None,
        steps: None,
        counted: false,
    };
    let rolls = played.rolls.iter().map(by_hand).collect();
    let mut done = Resolved::of(procedure.id, input, participants.json(), &outcome.outcome);
    done.rolls = rolls;
    act(&mut battle, Action::Resolved(done), changes);
    let findings = verify(&battle);
    assert!(findings.iter().all(|finding| finding.faults.is_empty()), "{findings:?}");
    let change = Change::to(Subject::Battle, OWN_RULES, OwnRules::default());
    let words = |change| changed_words(pike_and_shot(), battle.header(), battle.state(), change);
    assert_eq!(words(&change).as_deref(), Some("Own rules: none"));
}

#[test]
fn own_rules_that_nobody_could_make_here_are_none() {
    let modifier = |change: fn(&mut Json)| {
        let mut json = json!({ "name": "Uphill", "procedures": ["reaction_charge"], "number": "need", "by": 1 });
        change(&mut json);
        json!({ "modifiers": [json] })
    };
    let read = |json: &Json| {
        let mut battle = battle(pike_and_shot(), OwnRules::default());
        act(&mut battle, Action::ByHand, vec![Change::set(Subject::Battle, OWN_RULES.id(), json.clone())]);
        OwnRules::of(battle.state().battle())
    };
    assert_eq!(read(&modifier(|_| {})).modifiers.len(), 1);
    let wrong: [fn(&mut Json); 9] = [
        |own| own["name"] = json!(""),
        |own| own["name"] = json!(" \u{200b} "),
        |own| own["name"] = json!("x".repeat(41)),
        |own| own["by"] = json!(0),
        |own| own["by"] = json!(7),
        |own| own["by"] = json!("1"),
        |own| own["procedures"] = json!([]),
        |own| own["when"] = json!({ "unit": "" }),
        |own| own["more"] = json!(1),
    ];
    for change in wrong {
        assert!(read(&modifier(change)).is_empty(), "{}", modifier(change));
    }
    let one = |n: usize| json!({ "name": format!("Rule {n}"), "procedures": ["x"], "number": "y", "by": 1 });
    let many = |count: usize| json!({ "modifiers": (0..count).map(one).collect::<Vec<_>>() });
    assert_eq!((read(&many(12)).modifiers.len(), read(&many(13)).modifiers.len()), (12, 0));
    assert!(read(&json!({ "modifiers": [one(1), one(1)] })).is_empty(), "a name stands for one rule");
    for json in [json!(null), json!([]), json!("x"), json!({ "modifiers": 3 }), json!({ "other": [] })] {
        assert!(read(&json).is_empty(), "{json}");
    }
}

#[test]
fn a_battle_script_takes_own_rules_and_refuses_those_that_its_ruleset_cannot_follow() {
    let script = |rules: Json| {
        let side = |name: &str| json!({ "name": name });
        let foot = |id: &str, side: &str| json!({ "id": id, "side": side, "profile": { "name": id, "troop_type": "foot", "muskets": 12, "morale_class": "poor" } });
        let act = json!({ "act": "procedure", "procedure": "reaction_charge", "participants": { "unit": ["u1"], "opponent": ["u2"] },
            "input": { "own": [{ "name": "Uphill", "number": "need", "by": 1 }] }, "faces": [4] });
        json!({ "ruleset": "pike_and_shot", "sides": [side("A"), side("B")], "units": [foot("u1", "a"), foot("u2", "b")],
            "own_rules": rules, "acts": [act, { "act": "undo" }, { "act": "undo" }] })
    };
    let rule = |number: &str| json!({ "modifiers": [{ "name": "Uphill", "procedures": ["reaction_charge"], "number": number, "by": 1 }] });
    let answer = contract::battle(&script(rule("need")));
    assert_eq!(
        (&answer["acts"][0]["status"], &answer["acts"][0]["outcome"]["passed"]),
        (&json!("applied"), &json!(false)),
        "{answer}"
    );
    assert_eq!(answer["acts"][2]["status"], "refused", "the agreement before the battle is not undone");
    let refused = |rules: Json| contract::battle(&script(rules))["error"]["field"].clone();
    assert_eq!(refused(rule("die")), "own_rules.modifiers[0].number");
    assert_eq!(refused(json!([])), "own_rules");
    assert_eq!(refused(json!({ "modifiers": [], "trackers": 3 })), "own_rules");
}

#[test]
fn the_largest_own_rules_are_within_the_limits_of_what_is_saved() {
    let one = |n: usize| OwnModifier {
        name: format!("{n:0>40}"),
        procedures: vec!["x".repeat(40); 60],
        number: "y".repeat(40),
        by: 6,
        when: Applies::Opponent("z".repeat(40)),
    };
    let rules = OwnRules { modifiers: (0..12).map(one).collect() };
    assert_eq!(rules.check(), Ok(()));
    let battle = battle(pike_and_shot(), rules);
    for (stamp, event) in battle.log() {
        assert_eq!(limits::event(stamp, event), Ok(()));
    }
}
