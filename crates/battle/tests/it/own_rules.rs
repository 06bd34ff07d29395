//! Own rules of a battle: kept in its log, ticked by trackers of units, and included in the exact odds.

use battle::analysis::act_words::changed_words;
use battle::analysis::own_words;
use battle::analysis::variants::{Otherwise, own_variants};
use battle::participants::Participants;
use battle::verify::{Fault, verify};
use battle::{Action, ActionEvent, Battle, Change, Event, Resolved, referee};
use exchange::contract;
use exchange::share::{self, Shared};
use exchange::storage::roster::Roster;
use exchange::storage::{beginning, limits};
use rules::dice::rng::Seed;
use rules::form::path;
use rules::own::{
    Applies, OWN_RULES, Only, OwnBar, OwnKind, OwnModifier, OwnRules, OwnTracker, Owner, Reminder, Upkeep,
    common_numbers, flags, is_among,
};
use rules::procedure::Procedure;
use rules::ruleset::Ruleset;
use rules::secrecy::{Onlooker, SECRECY, Secrecy};
use rules::subject::{Side, Subject};
use serde_json::{Map, Value as Json, json};
use test_rulesets as rulesets;
use testing::table::typed;

fn pike_and_shot() -> &'static Ruleset {
    test_rulesets::RULESETS.find("pike_and_shot").unwrap()
}

fn uphill(when: Applies) -> OwnRules {
    let modifier = OwnModifier {
        name: "Charging uphill".into(),
        procedures: vec!["reaction_charge".into()],
        number: "need".into(),
        by: 1,
        when,
    };
    OwnRules { modifiers: vec![modifier], ..OwnRules::default() }
}

/// Adds an act of players to the log.
pub(super) fn act(battle: &mut Battle, action: Action, changes: Vec<Change>) {
    let event = ActionEvent::new(0.0, action, changes).refereed(Vec::new());
    let event = battle.linked(Event::Action(Box::new(event)));
    battle.add(battle.next_stamp("t"), event);
}

/// A battle of the first two samples, with these own rules.
fn battle(ruleset: &'static Ruleset, rules: OwnRules) -> Battle {
    let (header, changes) = beginning::sample(ruleset, Seed([7; 32]));
    let mut battle = Battle::begin(test_rulesets::RULESETS, header);
    act(&mut battle, Action::ByHand, changes);
    act(&mut battle, Action::ByHand, vec![Change::to(Subject::Battle, OWN_RULES, rules)]);
    battle
}

/// The charge of the first unit that can charge, at its first enemy.
fn charge(battle: &Battle) -> (&'static Procedure, Participants) {
    let procedure = pike_and_shot().procedure("reaction_charge").unwrap();
    (procedure, first_able(procedure, battle))
}

/// The first unit that can take each role of a procedure.
pub(super) fn first_able(procedure: &'static Procedure, battle: &Battle) -> Participants {
    let mut participants = Participants::nobody();
    for role in procedure.participants {
        let able = participants.candidates(procedure, role, battle.state());
        participants.set(role.id, vec![able[0].clone()]);
    }
    participants
}

fn changes_of(input: &Map<String, Json>) -> Json {
    input.get("own").cloned().unwrap_or_default()
}

#[test]
fn own_rules_can_change_every_number_of_a_ruleset() {
    for ruleset in rulesets::ALL.iter() {
        let able = ruleset.procedures.iter().filter(|procedure| !procedure.adjustable.is_empty());
        for number in
            able.flat_map(|procedure| common_numbers(&[procedure]).into_iter().map(move |number| (procedure, number)))
        {
            let (procedure, number) = number;
            let flag = flags(ruleset, &OwnRules::default())
                .next()
                .map(|flag| Applies::Unit(flag.id.to_owned()))
                .unwrap_or_default();
            let modifier = OwnModifier {
                name: "Wet powder".into(),
                procedures: vec![procedure.id.into()],
                number: number.id.into(),
                by: -1,
                when: flag,
            };
            let rules = OwnRules { modifiers: vec![modifier], ..OwnRules::default() };
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
fn a_fencer_needs_one_target_for_each_die_also_with_own_modifiers() {
    let odds = |by: i32, targets: Json| {
        let change = json!([{ "name": "Footing", "number": "dice", "by": by }]);
        let one = json!({ "fencer": "two_both", "own": if by == 0 { json!([]) } else { change } });
        let input = json!({ "one": one, "many": [{}, {}, {}], "targets": targets });
        contract::odds(test_rulesets::RULESETS, &json!({ "ruleset": "argad", "procedure": "melee", "input": input }))
    };
    for (by, targets) in [(0, json!([0, 1])), (1, json!([0, 1, 2])), (1, json!([0])), (-1, json!([0]))] {
        assert!(odds(by, targets.clone()).get("outcomes").is_some(), "{by} {targets}");
    }
    for (by, targets) in [(0, json!([0, 1, 2])), (1, json!([0, 1])), (-1, json!([0, 1]))] {
        assert_eq!(odds(by, targets.clone())["error"]["field"], "targets", "{by} {targets}");
    }
    // A fencer can strike down all opponents only with a die for each.
    let three = odds(1, json!([0, 1, 2]));
    let all_killed = json!(["killed", "killed", "killed"]);
    assert!(
        three["outcomes"].as_array().unwrap().iter().any(|evaluated| evaluated["outcome"]["many_status"] == all_killed)
    );
}

#[test]
fn an_own_modifier_is_offered_unticked_and_as_a_variant() {
    let battle = battle(pike_and_shot(), uphill(Applies::Asked));
    let (procedure, participants) = charge(&battle);
    let rules = OwnRules::of(battle.state().battle());
    let input = referee::filled(procedure, &participants, battle.state(), &Map::new());
    assert_eq!(changes_of(&input), Json::Null);
    let [(part, modifiers)] = rules.offered(procedure, &input).try_into().unwrap();
    assert_eq!((part.changes_at().as_str(), modifiers.len()), ("own", 1));
    let [variant] = own_variants(&rules, procedure, &input).try_into().unwrap();
    assert_eq!(variant.otherwise, Otherwise::Own("Charging uphill".into(), true));
    let mut answers = Map::new();
    path::set(&mut answers, &variant.place, Some(variant.value));
    let input = referee::filled(procedure, &participants, battle.state(), &answers);
    assert!(is_among(modifiers[0], &part.changes_in(&input)));
    let [back] = own_variants(&rules, procedure, &input).try_into().unwrap();
    assert_eq!((back.value, back.otherwise), (json!([]), Otherwise::Own("Charging uphill".into(), false)));
    // The modifier does not apply to another procedure.
    let other = pike_and_shot().procedure("reaction_stand").unwrap();
    assert!(rules.offered(other, &input).is_empty());
}

#[test]
fn a_flag_of_a_unit_ticks_its_modifier_unless_players_answer() {
    let flag = flags(pike_and_shot(), &OwnRules::default()).next().unwrap().id;
    for (role, when) in [("unit", Applies::Unit(flag.into())), ("opponent", Applies::Opponent(flag.into()))] {
        let mut battle = battle(pike_and_shot(), uphill(when));
        let (procedure, participants) = charge(&battle);
        let filled = |battle: &Battle, answers: Json| {
            let answers = answers.as_object().cloned().unwrap();
            changes_of(&referee::filled(procedure, &participants, battle.state(), &answers))
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
fn an_act_with_an_own_modifier_is_verified() {
    let mut battle = battle(pike_and_shot(), uphill(Applies::Asked));
    let (procedure, participants) = charge(&battle);
    let choice = json!({ "own": [{ "name": "Charging uphill", "number": "need", "by": 1 }], "morale_class": "poor" });
    let answers = choice.as_object().cloned().unwrap();
    let input = referee::filled(procedure, &participants, battle.state(), &answers);
    let played = referee::play(procedure, &participants, battle.state(), &input, &[4]).unwrap();
    let outcome = played.result.unwrap();
    let changes =
        referee::resolved_changes(pike_and_shot(), procedure, &participants, battle.state(), &input, &outcome);
    let rolls = played.rolls.iter().map(typed).collect();
    let mut done = Resolved::of(procedure.id, input, participants.json(), &outcome.outcome);
    done.rolls = rolls;
    act(&mut battle, Action::Resolved(done), changes);
    let findings = verify(&battle);
    assert!(findings.iter().all(|finding| finding.faults.is_empty()), "{findings:?}");
    // The act is added to a battle without this own rule.
    let mut alone = self::battle(pike_and_shot(), OwnRules::default());
    let act = alone.linked(battle.log().last().unwrap().1.clone());
    alone.add(alone.next_stamp("t"), act);
    let faults = verify(&alone).pop().unwrap().faults;
    assert!(faults.contains(&Fault::OwnRule("Charging uphill".into())), "{faults:?}");
    let change = Change::to(Subject::Battle, OWN_RULES, OwnRules::default());
    let words = |change| changed_words(pike_and_shot(), battle.header(), battle.state(), change);
    assert_eq!(words(&change).as_deref(), Some("Own rules: removed Charging uphill +1"));
}

/// A flag of units.
fn tick(name: &str) -> OwnTracker {
    OwnTracker::new(name, OwnKind::Flag)
}

/// Rules with a flag of units, and with a modifier and a bar that depend on it.
fn spent() -> OwnRules {
    let OwnRules { modifiers, .. } = uphill(Applies::Unit("own:Spent".into()));
    let bars = vec![OwnBar::of("own:Spent".into(), vec!["reaction_charge".into()])];
    OwnRules { modifiers, trackers: vec![tick("Spent")], bars, ..OwnRules::default() }
}

#[test]
fn a_renamed_own_tracker_keeps_its_values_and_dependent_rules() {
    let (ruleset, before) = (pike_and_shot(), spent());
    assert_eq!(before.check_for(ruleset), Ok(()));
    let mut battle = battle(ruleset, OwnRules::default());
    let by_hand = |battle: &mut Battle, change: Change| {
        let changes = referee::changes_by_hand(ruleset, battle.state(), vec![change]);
        act(battle, Action::ByHand, changes);
    };
    by_hand(&mut battle, Change::to(Subject::Battle, OWN_RULES, before.clone()));
    let unit = battle.state().units().next().unwrap().id.clone();
    by_hand(&mut battle, Change::set(unit.as_str(), "own:Spent", true));

    let mut renamed = before.clone();
    renamed.trackers[0] = before.identified(Some(0), tick("Out of powder"));
    assert_eq!((renamed.check_after(&before, ruleset), renamed.check_for(ruleset)), (Ok(()), Ok(())));
    let change = Change::to(Subject::Battle, OWN_RULES, renamed.clone());
    let words = |change: &Change| changed_words(ruleset, battle.header(), battle.state(), change);
    assert_eq!(words(&change).as_deref(), Some("Own rules: changed Out of powder"));
    by_hand(&mut battle, change);
    let facts = battle.state().facts(&unit);
    assert_eq!(facts.get("own:Spent"), Some(&json!(true)), "the value is kept");
    let barred = renamed.barred(ruleset, "reaction_charge", std::iter::once(&facts)).map(|why| why.to_string());
    assert_eq!(barred.as_deref(), Some("Own rule: units ticked “Out of powder” may not do this."));
    let labels: Vec<&str> = flags(ruleset, &renamed).map(|tracker| tracker.label).collect();
    assert!(labels.contains(&"Out of powder") && !labels.contains(&"Spent"), "{labels:?}");
    let untick = Change::set(unit.as_str(), "own:Spent", false);
    let words = changed_words(ruleset, battle.header(), battle.state(), &untick).unwrap();
    assert!(words.ends_with("Out of powder yes → no"), "{words}");

    // The first name can be used again, for another tracker.
    let another = renamed.identified(None, tick("Spent"));
    assert_eq!(another.tracker_id(), "own:Spent 2");
    renamed.trackers.push(another);
    assert_eq!(renamed.check_for(ruleset), Ok(()));
    by_hand(&mut battle, Change::to(Subject::Battle, OWN_RULES, renamed.clone()));
    let facts = battle.state().facts(&unit);
    assert_eq!([facts.get("own:Spent"), facts.get("own:Spent 2")], [Some(&json!(true)), Some(&json!(false))]);
    // A tracker that gets its first name again needs no id.
    let back = renamed.identified(Some(0), tick("Spent"));
    assert_eq!(back.id, None);
    // Two trackers with the same id are refused.
    renamed.trackers[1].id = None;
    assert_eq!(renamed.check().map_err(|refusal| refusal.field.clone()), Err("trackers[1].name".into()));
}

#[test]
fn an_own_tracker_with_dependent_rules_cannot_be_removed() {
    let (ruleset, before) = (pike_and_shot(), spent());
    let why = |after: &OwnRules| after.check_after(&before, ruleset).map_err(|refusal| refusal.message.to_string());
    let mut after = OwnRules { trackers: Vec::new(), ..before.clone() };
    let modifier = "The modifier “Charging uphill” depends on “Spent”. Change or remove the modifier first.";
    assert_eq!(why(&after), Err(modifier.into()));
    after.modifiers.clear();
    assert_eq!(why(&after), Err("A forbidden action depends on “Spent”. Remove that first.".into()));
    after.bars.clear();
    assert_eq!(why(&after), Ok(()));
    let text = OwnTracker { kind: OwnKind::Text, ..tick("Spent") };
    assert!(why(&OwnRules { trackers: vec![text], ..before.clone() }).is_err(), "it is no tick any more");
    let other = OwnTracker { on_row: false, ..tick("Spent") };
    assert_eq!(why(&OwnRules { trackers: vec![other], ..before.clone() }), Ok(()));
}

#[test]
fn changes_of_own_rules_are_described_by_additions_and_removals() {
    let ruleset = pike_and_shot();
    let mut after = spent();
    after.modifiers[0].by = 2;
    after.bars.clear();
    after.reminders.push(Reminder { after: Some("reaction_charge".into()), at: None, text: "Test morale".into() });
    let words = own_words::changes(ruleset, &after, &spent());
    assert!(
        words.starts_with("changed Charging uphill +2, added Test morale, removed Units ticked “Spent” may not: "),
        "{words}"
    );
    let all = own_words::changes(ruleset, &spent(), &OwnRules::default());
    assert!(all.starts_with("added Charging uphill +1, added Spent, added Units ticked “Spent” may not: "), "{all}");
    assert_eq!(own_words::changes(ruleset, &OwnRules::default(), &OwnRules::default()), "none");
}

#[test]
fn two_open_battles_have_separate_own_rules() {
    let (one, other) = (battle(pike_and_shot(), spent()), battle(pike_and_shot(), uphill(Applies::Asked)));
    for _ in 0..2 {
        assert_eq!(OwnRules::of(one.state().battle()), spent());
        assert_eq!(OwnRules::of(other.state().battle()), uphill(Applies::Asked));
    }
}

#[test]
fn invalid_own_rules_are_refused() {
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
        |rule| rule["name"] = json!(""),
        |rule| rule["name"] = json!(" \u{200b} "),
        |rule| rule["name"] = json!("x".repeat(41)),
        |rule| rule["by"] = json!(0),
        |rule| rule["by"] = json!(7),
        |rule| rule["by"] = json!("1"),
        |rule| rule["procedures"] = json!([]),
        |rule| rule["when"] = json!({ "unit": "" }),
        |rule| rule["more"] = json!(1),
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
fn a_battle_script_accepts_own_rules_only_if_its_ruleset_supports_them() {
    let script = |rules: Json| {
        let side = |name: &str| json!({ "name": name });
        let foot = |id: &str, side: &str| json!({ "id": id, "side": side, "profile": { "name": id, "troop_type": "foot", "muskets": 12, "morale_class": "poor" } });
        let act = json!({ "act": "procedure", "procedure": "reaction_charge", "participants": { "unit": ["u1"], "opponent": ["u2"] },
            "input": { "own": [{ "name": "Uphill", "number": "need", "by": 1 }] }, "faces": [4] });
        json!({ "ruleset": "pike_and_shot", "sides": [side("A"), side("B")], "units": [foot("u1", "a"), foot("u2", "b")],
            "own_rules": rules, "acts": [act, { "act": "undo" }, { "act": "undo" }] })
    };
    let rule = |number: &str| json!({ "modifiers": [{ "name": "Uphill", "procedures": ["reaction_charge"], "number": number, "by": 1 }] });
    let answer = contract::battle(test_rulesets::RULESETS, &script(rule("need")));
    assert_eq!(
        (&answer["acts"][0]["status"], &answer["acts"][0]["outcome"]["passed"]),
        (&json!("applied"), &json!(false)),
        "{answer}"
    );
    assert_eq!(answer["acts"][2]["status"], "refused", "the agreement before the battle is not undone");
    let refused = |rules: Json| contract::battle(test_rulesets::RULESETS, &script(rules))["error"]["field"].clone();
    assert_eq!(refused(rule("die")), "own_rules.modifiers[0].number");
    assert_eq!(refused(json!([])), "own_rules");
    assert_eq!(refused(json!({ "modifiers": [], "trackers": 3 })), "own_rules");
    // During play, own rules are set in the same way.
    let set = |to: Json| {
        let act = json!({ "act": "set", "of": "battle", "tracker": "own_rules", "to": to });
        let answer = self::script(&json!({}), &json!([act]));
        (answer["acts"][0]["status"].clone(), answer["acts"][0]["error"]["field"].clone())
    };
    assert_eq!(set(rule("need")), (json!("applied"), Json::Null));
    assert_eq!(set(rule("die")), (json!("refused"), json!("to.modifiers[0].number")));
    assert_eq!(set(json!([])), (json!("refused"), json!("to")));
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
    let tracker = |n: usize| OwnTracker {
        name: format!("{n:0>40}"),
        id: Some(format!("{n:x>40}")),
        of: Owner::Unit,
        only: Some(Only { field: "x".repeat(40), is: vec!["y".repeat(40); 40] }),
        kind: OwnKind::Count { from: -999, to: 999, start: 0 },
        upkeep: Upkeep::RunsDownEachTurn,
        on_row: true,
        secret: true,
        bars_at_zero: vec!["x".repeat(40); 60],
        spent_by: vec!["x".repeat(40); 60],
    };
    let bar = OwnBar::of("x".repeat(80), vec!["y".repeat(40); 60]);
    let reminder = Reminder { after: Some("x".repeat(40)), at: None, text: "y".repeat(120) };
    let rules = OwnRules {
        modifiers: (0..12).map(one).collect(),
        trackers: (0..12).map(tracker).collect(),
        bars: vec![bar; 12],
        reminders: vec![reminder; 12],
    };
    assert_eq!(rules.check(), Ok(()));
    let battle = battle(pike_and_shot(), rules);
    for (stamp, event) in battle.log() {
        assert_eq!(limits::event(stamp, event), Ok(()));
    }
}

/// A script of two regiments of foot and one of horse, with these own rules and acts.
fn script(rules: &Json, acts: &Json) -> Json {
    let unit = |id: &str, side: &str, troop_type: &str| {
        let mut profile = json!({ "name": id, "troop_type": troop_type, "morale_class": "poor" });
        profile[if troop_type == "horse" { "figures" } else { "muskets" }] = json!(12);
        json!({ "id": id, "side": side, "profile": profile })
    };
    let units = [unit("f1", "a", "foot"), unit("f2", "b", "foot"), unit("h1", "b", "horse")];
    let sides = [json!({ "name": "A" }), json!({ "name": "B" })];
    contract::battle(
        test_rulesets::RULESETS,
        &json!({ "ruleset": "pike_and_shot", "sides": sides, "units": units, "own_rules": rules, "acts": acts }),
    )
}

fn ammunition() -> Json {
    let only = json!({ "field": "troop_type", "is": ["foot"] });
    let kind = json!({ "count": { "from": -1, "to": 3, "start": 1 } });
    json!({ "name": "Ammunition", "only": only, "kind": kind, "upkeep": "runs_down_each_turn", "on_row": true })
}

#[test]
fn own_trackers_start_count_down_and_clear_within_their_limits() {
    let trackers = json!([
        ammunition(),
        { "name": "Smoke", "kind": "flag", "upkeep": "clears_each_phase" },
        { "name": "Objective held", "of": "side", "kind": "flag" },
        { "name": "Weather", "of": "battle", "kind": "text", "upkeep": "clears_each_turn" },
    ]);
    let rules = json!({ "trackers": trackers });
    let set = |of: &str, tracker: &str, to: Json| json!({ "act": "set", "of": of, "tracker": tracker, "to": to });
    let answer = script(&rules, &json!([]));
    let table = &answer["table"];
    assert_eq!(table["units"]["f1"]["own:Ammunition"], 1, "{answer}");
    assert_eq!(table["units"]["h1"].get("own:Ammunition"), None, "horse have none");
    assert_eq!([&table["units"]["h1"]["own:Smoke"], &table["sides"]["a"]["own:Objective held"]], [false, false]);
    assert_eq!(table["battle"]["own:Weather"], "");
    let hold = json!([
        set("f1", "own:Smoke", json!(true)),
        set("a", "own:Objective held", json!(true)),
        set("battle", "own:Weather", json!("rain")),
        set("f1", "own:Ammunition", json!(4)),
        set("f1", "own:Ammunition", json!(-2)),
        set("h1", "own:Ammunition", json!(1)),
        set("battle", "own:Weather", json!("x".repeat(201))),
        { "act": "next" },
    ]);
    let answer = script(&rules, &hold);
    let statuses: Vec<&str> =
        answer["acts"].as_array().unwrap().iter().filter_map(|act| act["status"].as_str()).collect();
    let refused = "refused";
    assert_eq!(statuses, ["applied", "applied", "applied", refused, refused, refused, refused, "applied"], "{answer}");
    let table = &answer["table"];
    assert_eq!([&table["units"]["f1"]["own:Smoke"], &table["sides"]["a"]["own:Objective held"]], [false, true]);
    assert_eq!(table["battle"]["own:Weather"], "rain");
    let bounds = |count: usize| vec![json!({ "act": "next" }); count * pike_and_shot().phases.len()];
    let mut acts = vec![set("battle", "own:Weather", json!("rain"))];
    acts.extend(bounds(3));
    let answer = script(&rules, &json!(acts));
    assert_eq!(answer["table"]["turn"], 4, "{answer}");
    assert_eq!(answer["table"]["units"]["f1"]["own:Ammunition"], -1, "it stops at its least");
    assert_eq!(answer["table"]["battle"]["own:Weather"], "");
    let joins = json!([{ "act": "add", "unit": { "id": "f9", "side": "a", "profile": { "name": "f9", "troop_type": "foot", "muskets": 8, "morale_class": "poor" } } }]);
    assert_eq!(script(&rules, &joins)["table"]["units"]["f9"]["own:Ammunition"], 1);
}

#[test]
fn invalid_own_trackers_are_refused_at_their_field() {
    let field = |tracker: Json| script(&json!({ "trackers": [tracker] }), &json!([]))["error"]["field"].clone();
    let with = |change: fn(&mut Json)| {
        let mut tracker = ammunition();
        change(&mut tracker);
        field(tracker)
    };
    assert_eq!(with(|_| {}), Json::Null);
    assert_eq!(with(|rule| rule["name"] = json!("")), "own_rules.trackers[0].name");
    assert_eq!(
        with(|rule| rule["kind"] = json!({ "count": { "from": 3, "to": 3, "start": 3 } })),
        "own_rules.trackers[0].kind"
    );
    assert_eq!(
        with(|rule| rule["kind"] = json!({ "count": { "from": 0, "to": 3, "start": 4 } })),
        "own_rules.trackers[0].kind"
    );
    assert_eq!(
        with(|rule| rule["kind"] = json!({ "count": { "from": 0, "to": 1000, "start": 4 } })),
        "own_rules.trackers[0].kind"
    );
    assert_eq!(with(|rule| rule["kind"] = json!("flag")), "own_rules.trackers[0].upkeep");
    assert_eq!(with(|rule| rule["only"]["is"] = json!(["pikes"])), "own_rules.trackers[0].only");
    assert_eq!(with(|rule| rule["of"] = json!("side")), "own_rules.trackers[0].only");
    assert_eq!(
        field(json!({ "name": "X", "of": "battle", "kind": "text", "secret": true })),
        "own_rules.trackers[0].secret"
    );
}

#[test]
fn a_secret_own_tracker_is_hidden_from_the_other_side() {
    let kept_back = OwnTracker::new("Secret orders", OwnKind::Text);
    let orders = OwnTracker { of: Owner::Side, on_row: false, secret: true, ..kept_back };
    let ruleset = test_rulesets::RULESETS.find("arquebusier").unwrap();
    let rules = OwnRules { trackers: vec![orders], ..OwnRules::default() };
    assert!(ruleset.secrecies(&OwnRules::default()).is_empty() && !ruleset.secrecies(&rules).is_empty());
    let (header, _) = beginning::sample(ruleset, Seed([7; 32]));
    let mut battle = Battle::begin(test_rulesets::RULESETS, header);
    let by_hand = |battle: &mut Battle, change: Change| {
        let changes = referee::changes_by_hand(ruleset, battle.state(), vec![change]);
        act(battle, Action::ByHand, changes);
    };
    by_hand(&mut battle, Change::to(Subject::Battle, OWN_RULES, rules));
    by_hand(&mut battle, Change::to(Subject::Battle, SECRECY, Secrecy::OwnSide));
    by_hand(&mut battle, Change::set(Side::A, "own:Secret orders", "Hold the lane"));
    let seen =
        |side: Side| battle.seen_by(Onlooker::Side(side)).state().side(Side::A).get("own:Secret orders").cloned();
    assert_eq!((seen(Side::A), seen(Side::B)), (Some(json!("Hold the lane")), Some(Json::Null)));
    let findings = verify(&battle);
    assert!(findings.iter().all(|finding| finding.faults.is_empty()), "{findings:?}");
}

#[test]
fn own_bars_can_be_overridden_and_reminders_ticked_off() {
    let rules = json!({
        "trackers": [{ "name": "Spent", "kind": "flag" }],
        "bars": [{ "flag": "own:Spent", "procedure": "reaction_charge" }],
        "reminders": [{ "after": "reaction_charge", "text": "Roll for the weather" }],
    });
    let charge = |over: bool| {
        json!({ "act": "procedure", "procedure": "reaction_charge", "participants": { "unit": ["f1"], "opponent": ["f2"] },
            "faces": [6], "override": over })
    };
    let spent = json!({ "act": "set", "of": "f1", "tracker": "own:Spent", "to": true });
    let answer = script(&rules, &json!([spent, charge(false), charge(true)]));
    assert_eq!(
        [&answer["acts"][1]["error"]["rule"], &answer["acts"][2]["status"]],
        ["own_rules", "applied"],
        "{answer}"
    );
    let message = answer["acts"][1]["error"]["message"].as_str().unwrap();
    assert!(message.contains("“Spent”"), "{message}");
    let reminded =
        answer["acts"][2]["changes"].as_array().unwrap().iter().find(|change| change["tracker"] == "own_reminders");
    assert_eq!(reminded.unwrap()["to"], json!(["Roll for the weather"]));
    let offers = script(&rules, &json!([spent]))["table"]["offers"]["f1"].clone();
    let offer =
        offers.as_array().unwrap().iter().find(|offer| offer["procedure"] == "reaction_charge").unwrap().clone();
    assert_eq!((&offer["may"], &offer["rule"]), (&json!(false), &json!("own_rules")));
    let tick = |left: Json| json!({ "act": "set", "of": "battle", "tracker": "own_reminders", "to": left });
    let answer = script(&rules, &json!([charge(false), tick(json!(["Something else"])), tick(json!([]))]));
    let statuses = [0, 1, 2].map(|act| answer["acts"][act]["status"].clone());
    assert_eq!(statuses, ["applied", "refused", "applied"], "{answer}");
    assert_eq!(answer["table"]["battle"]["own_reminders"], json!([]), "ticked off");
    // A unit without the flag is not forbidden.
    assert_eq!(script(&rules, &json!([charge(false)]))["acts"][0]["status"], "applied");
}

#[test]
fn a_set_of_own_rules_is_stored_as_a_roster_within_the_limits() {
    let rules = uphill(Applies::Asked);
    let roster = Roster {
        ruleset: "pike_and_shot".into(),
        name: "Our club".into(),
        own_rules: rules.clone(),
        ..Roster::default()
    };
    let link = share::write(test_rulesets::RULESETS, &Shared::Roster("x1".into(), 1, roster.clone())).unwrap();
    let Ok(Shared::Roster(_, _, read)) = share::read(test_rulesets::RULESETS, &link) else { panic!("{link}") };
    assert_eq!(read.own_rules, rules);
    let mut wrong = roster;
    wrong.own_rules.modifiers[0].name = "x".repeat(41);
    assert!(limits::roster(&wrong).is_err());
    assert_eq!(share::write(test_rulesets::RULESETS, &Shared::Roster("x1".into(), 1, wrong)), None);
}

/// Requests with own modifiers.
mod requests {
    use exchange::contract;
    use serde_json::{Value as Json, json};

    fn charge(own: &Json) -> Json {
        let input = json!({ "troop_type": "foot", "morale_class": "poor", "own": own });
        json!({ "ruleset": "pike_and_shot", "procedure": "reaction_charge", "input": input })
    }

    fn uphill(number: &str, by: i32) -> Json {
        json!([{ "name": "Charging uphill", "number": number, "by": by }])
    }

    /// Returns the probability that this field of the outcome is true.
    fn chance(request: &Json, field: &str) -> f64 {
        let answer = contract::odds(test_rulesets::RULESETS, request);
        let outcomes = answer["outcomes"].as_array().unwrap_or_else(|| panic!("{answer}"));
        let held = outcomes.iter().filter(|evaluated| evaluated["outcome"][field] == true);
        held.map(|evaluated| evaluated["probability"].as_f64().unwrap()).sum()
    }

    #[test]
    fn an_own_modifier_changes_the_number_needed_the_exact_odds_and_the_reasons() {
        assert!((chance(&charge(&json!([])), "passed") - 1.0 / 2.0).abs() < 1e-12);
        assert!((chance(&charge(&uphill("need", 1)), "passed") - 1.0 / 3.0).abs() < 1e-12);
        let answer = contract::resolve(test_rulesets::RULESETS, &charge(&uphill("need", 1)), &[4]);
        assert_eq!((&answer["outcome"]["required"], &answer["outcome"]["passed"]), (&json!(5), &json!(false)));
        assert_eq!(answer["modifiers"], json!([{ "id": "own:Charging uphill", "value": 1 }]));
    }

    #[test]
    fn an_unknown_number_of_an_own_modifier_is_refused_at_its_field() {
        let refused = |request: &Json| contract::odds(test_rulesets::RULESETS, request)["error"].clone();
        let refusal = refused(&charge(&uphill("die", 1)));
        assert_eq!((&refusal["code"], &refusal["field"]), (&json!("bad_value"), &json!("own[0].number")));
        assert_eq!(refused(&charge(&uphill("need", 7)))["field"], "own[0].by");
        let unit = |own: Json| json!({ "troop_type": "halberds", "morale_class": "good", "figures": 6, "ranks": 2, "own": own });
        let input = json!({ "side_a": [unit(json!([]))], "side_b": [unit(uphill("need", 1))] });
        let melee = json!({ "ruleset": "pike_and_shot", "procedure": "melee_groups", "input": input });
        assert_eq!(refused(&melee)["field"], "side_b[0].own[0].number");
    }

    #[test]
    fn each_unit_of_a_melee_can_have_own_modifiers() {
        let unit = |own: Json| json!({ "troop_type": "halberds", "morale_class": "good", "figures": 12, "ranks": 1, "own": own });
        let input = json!({ "side_a": [unit(uphill("group_size", 2))], "side_b": [unit(uphill("hits_on", -1))] });
        let request = json!({ "ruleset": "pike_and_shot", "procedure": "melee_groups", "input": input });
        let answer = contract::resolve(test_rulesets::RULESETS, &request, &[]);
        let lines = &answer["outcome"]["lines"];
        assert_eq!([&lines[0]["group_size"], &lines[1]["group_size"]], [&json!(6), &json!(4)], "{answer}");
        assert_eq!([&lines[0]["roll_needed"], &lines[1]["roll_needed"]], [&json!(5), &json!(4)]);
        let ids: Vec<&str> =
            answer["modifiers"].as_array().unwrap().iter().filter_map(|modifier| modifier["id"].as_str()).collect();
        assert_eq!(ids, ["a1_own:Charging uphill", "b1_own:Charging uphill"]);
    }
}
