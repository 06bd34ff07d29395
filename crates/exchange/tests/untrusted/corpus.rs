//! Valid rosters and battles, which the tests change, and functions that use the results as the app does.

use battle::Action;
use battle::ActionEvent;
use battle::Battle;
use battle::Change;
use battle::Device;
use battle::Event;
use battle::Header;
use battle::LoggedRoll;
use battle::Origin;
use battle::Resolved;
use battle::Rolled;
use battle::Side;
use battle::Stamp;
use battle::Unit;
use battle::analysis::own_words;
use battle::binding;
use battle::chain::RollSteps;
use battle::control::ControlEvent;
use battle::participants::Participants;
use battle::referee;
use battle::verify;
use exchange::share::Shared;
use exchange::storage::roster;
use exchange::storage::roster::Roster;
use exchange::storage::scenario::{self, Scenario};
use rules::dice::rng::Seed;
use rules::own::{OWN_RULES, OwnRules};
use rules::ruleset::Ruleset;
use rules::subject::Subject;
use serde_json::Map;
use serde_json::{Value as Json, json};
use test_rulesets as rulesets;

/// Valid rosters and battles: the samples, and battles with every kind of event.
pub fn corpus() -> Vec<Shared> {
    let mut all = Vec::new();
    for ruleset in rulesets::ALL {
        let mut unit = roster::blank(ruleset.profile);
        unit.insert("name".into(), "Waller’s".into());
        let own_rules = serde_json::from_value(own_rules()).expect("own rules");
        let blank = Roster { ruleset: ruleset.named.id.into(), units: vec![unit; 3], own_rules, ..Roster::default() };
        for roster in Roster::samples(ruleset).into_iter().chain([blank]) {
            all.push(battle(&roster));
            all.push(Shared::Roster("x1".into(), 3, roster));
        }
        for scenario in Scenario::samples(ruleset) {
            all.push(played(ruleset, &scenario));
            all.push(Shared::Scenario("x1".into(), 3, Box::new(scenario)));
        }
    }
    all
}

/// Own rules of every kind.
fn own_rules() -> Json {
    json!({
        "modifiers": [{ "name": "Uphill", "procedures": ["shoot"], "number": "need", "by": 1, "when": { "unit": "own:Spent" } }],
        "trackers": [
            { "name": "Ammunition", "kind": { "count": { "from": 0, "to": 3, "start": 3 } }, "upkeep": "runs_down_each_phase" },
            { "name": "Tired", "id": "Spent", "only": { "field": "troop_type", "is": ["foot"] }, "kind": "flag", "on_row": true },
            { "name": "Orders", "of": "side", "kind": "text", "secret": true },
        ],
        "bars": [{ "flag": "own:Spent", "procedure": "shoot" }],
        "reminders": [{ "after": "shoot", "text": "Roll for the weather" }],
    })
}

/// Returns the stamp of the event with this number.
pub fn stamp(number: usize) -> Stamp {
    Stamp::parse(&format!("{number}-k3")).expect("a stamp")
}

/// An event in which a device took over control, with every field set.
pub fn taken_control() -> Event {
    Event::Control(Box::new(ControlEvent {
        at: 1.0,
        to: Device::parse("k3x9abcd").expect("a device"),
        name: "Anna’s phone".into(),
        from: "Bob’s tablet".into(),
        taken_over: true,
        without: vec![stamp(4)],
        after: Vec::new(),
    }))
}

/// Steps of a roll that two devices of version 1.0.0 made.
fn steps() -> RollSteps {
    let text = "k3:000102030405060708090a0b0c0d0e0f k3x9abcd:f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff".to_owned();
    text.try_into().expect("two devices")
}

/// A commitment of version 1.0.0.
fn commitment() -> Event {
    let anchor = "f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff";
    serde_json::from_value(json!({ "chain": { "at": 1.0, "first": 2, "anchor": anchor } })).expect("a commitment")
}

/// A header with every field set.
fn header(ruleset: &str, units: Vec<Unit>) -> Header {
    Header {
        name: "Cheriton lane".into(),
        ruleset: ruleset.to_owned(),
        rulings: Map::new(),
        seed: Seed([9; 32]),
        sides: [
            Side { name: "Parliament".into(), ..Side::default() },
            Side { name: "Royalists".into(), ..Side::default() },
        ],
        units,
        began: 1e12,
        redrawn: 2,
        phrases: ["God with us".into(), String::new()],
        from: Some(Origin { id: "b0".into(), name: "Cheriton".into(), events: 7 }),
        scenario: None,
    }
}

/// A battle with every kind of event and every field of its header, so that changes reach all of them.
pub fn battle(roster: &Roster) -> Shared {
    let units = roster.units.iter().enumerate();
    let units = units.map(|(n, profile)| Unit {
        id: format!("u{}", n + 1),
        side: n % 2,
        profile: profile.clone(),
        ..Unit::default()
    });
    let units: Vec<Unit> = units.collect();
    let newcomer = Unit { id: "u9-k3".into(), ..units[0].clone() };
    let resolved = Resolved {
        procedure: test_rulesets::RULESETS.find(&roster.ruleset).expect("a ruleset").procedures[0].id.into(),
        input: units[0].profile.clone(),
        participants: Map::from_iter([("firer".to_owned(), json!(["u1"]))]),
        rolls: vec![LoggedRoll {
            purpose: "hit".into(),
            sides: 6,
            faces: vec![1, 6],
            number: Some(3),
            steps: Some(steps()),
            counted: None,
        }],
        outcome: json!({ "hits": 1 }),
        settles: Some(stamp(1)),
        discarded: false,
    };
    let rolled = Rolled::of(
        1.0,
        &resolved.procedure,
        resolved.input.clone(),
        resolved.participants.clone(),
        resolved.rolls.clone(),
    );
    let act = |action, changes| Event::Action(Box::new(ActionEvent::new(1.0, action, changes)));
    let events = [
        act(Action::Muster, vec![Change::Add(newcomer), Change::Remove("u2".into())]),
        Event::Rolled(Box::new(rolled.clone())),
        act(Action::Resolved(resolved), vec![Change::set("u1", "counters", 2), Change::set("a", "chips", 1)]),
        Event::Undo(stamp(2).into()),
        Event::Redo(stamp(2).into()),
        act(Action::Phase, vec![Change::set("battle", "phase", 1), Change::set("battle", "turn", 2)]),
        act(Action::Note("The fog lifts.".into()), Vec::new()),
        act(Action::ByHand, vec![Change::set("u1", "broken", true), Change::set("battle", "own_rules", own_rules())]),
        Event::Rolled(Box::new(rolled)),
        taken_control(),
        commitment(),
        Event::Undo(stamp(7).into()),
    ];
    let header = header(&roster.ruleset, units);
    let mut battle = Battle::begin(test_rulesets::RULESETS, header.clone());
    for (n, event) in events.into_iter().enumerate() {
        battle.add(stamp(n), battle.linked(event));
    }
    Shared::Battle("b1".into(), header, battle.log().to_vec())
}

/// A battle that plays a scenario, with its first duty settled if it needs no dice.
fn played(ruleset: &'static Ruleset, scenario: &Scenario) -> Shared {
    let (header, changes) = scenario::play(ruleset, ("x1", 3), scenario, Seed([9; 32]));
    let mut battle = Battle::begin(test_rulesets::RULESETS, header.clone());
    let act = |action, changes| Event::Action(Box::new(ActionEvent::new(1.0, action, changes)));
    battle.add(stamp(0), act(Action::ByHand, changes));
    let duties = referee::scenario_offers(battle.state());
    if let Some(settled) = duties.iter().find_map(|duty| referee::settle_without_dice(ruleset, battle.state(), duty)) {
        battle.add(stamp(1), act(Action::Resolved(settled.action), settled.changes));
    }
    battle.add(stamp(2), act(Action::ByHand, vec![Change::set("battle", "turn", 4)]));
    Shared::Battle("b1".into(), header, battle.log().to_vec())
}

/// Uses a scenario as the app does: shows it, copies it, and begins a battle of it.
pub fn use_scenario(scenario: &Scenario) {
    let _ = (
        scenario.check(test_rulesets::RULESETS),
        scenario.for_players(),
        scenario.copied(std::slice::from_ref(&scenario.name)),
    );
    let Some(ruleset) = test_rulesets::RULESETS.find(&scenario.ruleset) else { return };
    if exchange::storage::limits::scenario(test_rulesets::RULESETS, scenario).is_err() {
        return;
    }
    let mut edited = scenario.clone();
    edited.take_roster(rules::subject::Side::A, &scenario.roster(rules::subject::Side::B));
    edited.drop_unknown_references();
    let (header, changes) = scenario::play(ruleset, ("x1", 3), scenario, Seed([9; 32]));
    let act = ActionEvent::new(1.0, Action::ByHand, changes);
    let log = vec![(stamp(0), Event::Action(Box::new(act)))];
    let battle = Battle::replay(test_rulesets::RULESETS, header.clone(), log.clone());
    let _ = (Scenario::of_beginning(&battle), Scenario::of_table(&battle));
    use_battle(header, log);
}

/// Computes everything that a battle with a scenario shows: what is due, the points and the result.
fn use_course(ruleset: &'static Ruleset, battle: &Battle) {
    let table = battle.state().table();
    let Some(planned) = battle.state().planned() else { return };
    let _ = (ruleset.proposed(&table), rules::scenario::score(ruleset, &table), battle.state().alerts());
    for duty in rules::scenario::duties(&table).iter().chain(&rules::scenario::at_will(&table)) {
        let Some(procedure) = ruleset.procedure(duty.procedure) else { continue };
        let (participants, said) = (referee::participants_of(duty), referee::fixed_answers(duty));
        let input = referee::filled(procedure, &participants, battle.state(), &said);
        if let Ok(ready) = procedure.read(&input) {
            let _ = (ready.odds(), referee::play(procedure, &participants, battle.state(), &input, &[1, 1, 1]));
        }
    }
    let keys = battle.state().battle().all().keys();
    assert!(keys.filter_map(|key| planned.label(key)).map(|label| label.len()).sum::<usize>() < 1 << 20);
}

/// Uses a roster as the app does when it shows one.
pub fn use_roster(roster: &Roster) {
    let Some(ruleset) = test_rulesets::RULESETS.find(&roster.ruleset) else { return };
    for unit in &roster.units {
        let facts = roster::facts(ruleset, unit);
        let words = (ruleset.describe)(&facts).iter().map(ToString::to_string).collect::<Vec<_>>();
        assert!(words.iter().map(String::len).sum::<usize>() < 1 << 20);
        let _ = (ruleset.tags(&facts), roster::check(ruleset, unit));
    }
}

/// Replays a battle and computes everything that its pages show.
pub fn use_battle(header: Header, log: Vec<(Stamp, Event)>) {
    let battle = Battle::replay(test_rulesets::RULESETS, header, log);
    let _ = (battle.event_statuses(), battle.to_undo(), battle.to_redo(), battle.next_roll(), battle.next_stamp("z"));
    for device in battle.devices() {
        let _ = (battle.device_name(&device).map(str::len), battle.may_write(&device));
    }
    if let Some((last, _)) = battle.log().last() {
        let _ = battle.clashes_of(last);
    }
    for number in battle.events().flat_map(|event| event.rolls()).filter_map(|roll| roll.number) {
        let _ = battle.faces(number, 6, 2);
    }
    let _ = verify::disclosures(&battle);
    let Some(ruleset) = test_rulesets::RULESETS.find(&battle.header().ruleset) else { return };
    use_course(ruleset, &battle);
    for (_, rolled) in battle.awaiting() {
        use_rolled(ruleset, &battle, rolled);
    }
    for unit in battle.state().units() {
        let facts = battle.state().facts(&unit.id);
        let _ = ((ruleset.describe)(&facts), ruleset.tags(&facts));
        for tracker in ruleset.trackers.unit {
            let _ = tracker.threshold.map(|threshold| threshold(&facts));
        }
        for phase in ruleset.phases {
            let _ = (phase.concerns)(&facts);
        }
    }
    let rules = OwnRules::of(battle.state().battle());
    let _ = (
        rules.check_for(ruleset),
        own_words::changes(ruleset, &rules, &OwnRules::default()),
        referee::next_changes(ruleset, battle.state()),
    );
    let by_hand = Change::to(Subject::Battle, OWN_RULES, rules);
    let _ = referee::changes_by_hand(ruleset, battle.state(), vec![by_hand]);
    if let Some(unit) = battle.state().units().next() {
        let _ = referee::offers(ruleset, battle.state(), &unit.id);
    }
}

/// Resolves a pending roll as the panel does.
pub fn use_rolled(ruleset: &'static Ruleset, battle: &Battle, rolled: &Rolled) {
    let Some(procedure) = ruleset.procedure(&rolled.procedure) else { return };
    let participants = Participants::read(procedure, &rolled.participants);
    let faces: Vec<u8> = rolled.rolls.iter().flat_map(|roll| roll.faces.clone()).collect();
    let Ok(ready) = procedure.read(&rolled.input) else { return };
    if let Ok(resolved) = ready.resolve(&faces).result {
        let _ = binding::changes(ruleset, procedure, &participants, battle.state(), &resolved.consequences.effects);
    }
}
