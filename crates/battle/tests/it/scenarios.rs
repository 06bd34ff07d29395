//! Battles that play a scenario, with the toy ruleset: arrivals, events, the end and the points.

use battle::analysis::act_words;
use battle::analysis::chronicle::Entry;
use battle::panel::{Effect, Message, Panel, Tables};
use battle::verify::{Fault, verify};
use battle::{
    Act, Action, ActionEvent, Battle, Change, Command, Event, Header, PlayedScenario, Resolved, Unit, referee,
};
use exchange::share::Shared;
use exchange::storage::scenario::Scenario;
use rules::closing::{Force, Verdict};
use rules::dice::Halt;
use rules::dice::rng::Seed;
use rules::own::{OWN_RULES, OwnRules};
use rules::scenario::{self, Planned};
use rules::subject::{Side, Subject};
use rules::turn::Duty;
use serde_json::{Map, Value as Json, json};
use test_rulesets::toy::RULESET;
use testing::table::typed;

/// Three troops a side: `a2` is the only unit of the command `rear`.
fn units() -> Vec<Unit> {
    let unit = |id: &str, side, command: &str| {
        let profile = json!({ "name": id.to_uppercase(), "soldiers": 6, "made_of": "tin" });
        let profile = profile.as_object().cloned().unwrap();
        Unit { id: id.into(), side, profile, command: command.into() }
    };
    let ids = [("a0", 0, ""), ("a1", 0, ""), ("a2", 0, "rear"), ("b0", 1, ""), ("b1", 1, ""), ("b2", 1, "")];
    ids.map(|(id, side, command)| unit(id, side, command)).into()
}

fn own_rules() -> OwnRules {
    let read = json!({
        "modifiers": [{ "name": "Carpet", "procedures": ["marbles"], "number": "knocks_on", "by": 1 }],
        "trackers": [
            { "name": "Tea", "of": "battle", "kind": { "count": { "from": 0, "to": 3, "start": 2 } } },
            { "name": "Nurse", "of": "battle", "kind": "text" }
        ]
    });
    serde_json::from_value(read).unwrap()
}

fn begun(course: &Json) -> Battle {
    let header = Header::new("toy", "Bedtime", ["Red", "Chest"], units(), Seed([5; 32]));
    let course = serde_json::from_value(course.clone()).unwrap();
    let scenario = PlayedScenario { id: "s1".into(), name: "The nursery".into(), course, ..PlayedScenario::default() };
    let mut battle = Battle::begin(test_rulesets::RULESETS, Header { scenario: Some(Box::new(scenario)), ..header });
    let agreed = vec![Change::to(Subject::Battle, OWN_RULES, own_rules())];
    let changes = referee::changes_by_hand(&RULESET, battle.state(), agreed);
    add(&mut battle, ActionEvent::beginning(0.0, changes));
    battle
}

fn push(battle: &mut Battle, event: Event) {
    let (event, stamp) = (battle.linked(event), battle.next_stamp("t"));
    battle.add(stamp, event);
}

fn add(battle: &mut Battle, act: ActionEvent) {
    push(battle, Event::Action(Box::new(act)));
}

fn set(battle: &mut Battle, of: &str, key: &str, to: impl Into<Json>) {
    let changes = referee::changes_by_hand(&RULESET, battle.state(), vec![Change::set(of, key, to)]);
    add(battle, ActionEvent::new(1.0, Action::ByHand, changes).refereed(Vec::new()));
}

fn next(battle: &mut Battle) {
    let changes = referee::next_changes(&RULESET, battle.state());
    add(battle, ActionEvent::new(1.0, Action::Phase, changes).refereed(Vec::new()));
}

/// Ends phases until this turn begins, whatever is due.
fn until_turn(battle: &mut Battle, turn: i32) {
    while battle.state().table().turn() < turn {
        next(battle);
    }
}

/// Plays a duty with these faces. Returns the sentences of its outcome, or the reason why it is forbidden.
fn play(battle: &mut Battle, duty: &Duty, faces: &[u8]) -> Result<String, String> {
    let procedure = RULESET.procedure(duty.procedure).unwrap();
    let (participants, said) = (referee::participants_of(duty), referee::fixed_answers(duty));
    let state = battle.state();
    let input = referee::filled(procedure, &participants, state, &said);
    if let Some(barred) = referee::bars(&RULESET, procedure, &participants, state, &input).first() {
        return Err(barred.message.to_string());
    }
    let played = referee::play(procedure, &participants, state, &input, faces).unwrap();
    let resolved = match played.result {
        Ok(resolved) => resolved,
        Err(Halt::Needs(roll)) => panic!("{roll:?}"),
        Err(Halt::Refused(refusal)) => panic!("{refusal:?}"),
    };
    let changes = referee::resolved_changes(&RULESET, procedure, &participants, state, &input, &resolved);
    let mut done = Resolved::of(procedure.id, input, participants.json(), &resolved.outcome);
    done.rolls = played.rolls.iter().map(typed).collect();
    let words = resolved.consequences.words.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    add(battle, ActionEvent::new(1.0, Action::Resolved(done), changes).refereed(Vec::new()));
    Ok(words)
}

fn due(battle: &Battle) -> Vec<Duty> {
    let mut due = referee::duties(&RULESET, battle.state());
    due.retain(|duty| scenario::is_of_scenario(duty.procedure));
    due
}

fn reasons(battle: &Battle) -> Vec<String> {
    due(battle).iter().map(|duty| duty.why.to_string()).collect()
}

fn on_table(battle: &Battle) -> Vec<String> {
    battle.state().table().units.iter().map(|unit| unit.id.clone()).collect()
}

fn faults(battle: &Battle) -> Vec<Fault> {
    verify(battle).into_iter().flat_map(|finding| finding.faults).collect()
}

fn undo(battle: &mut Battle) {
    let undo = battle.undoing().unwrap();
    push(battle, undo);
}

fn arriving(at: Json) -> Json {
    json!({ "arrivals": [{ "id": "rear", "name": "The rear", "command": "rear", "at": at, "where": "By the door." }] })
}

#[test]
fn a_unit_off_the_table_is_not_seen_by_the_rules_until_it_arrives_at_its_turn() {
    let mut battle = begun(&arriving(json!({ "turn": 2 })));
    assert_eq!(on_table(&battle), ["a0", "a1", "b0", "b1", "b2"]);
    let off: Vec<String> = battle.state().units_off_table().map(|(unit, _)| unit.id.clone()).collect();
    assert_eq!((off, reasons(&battle)), (vec!["a2".to_owned()], Vec::new()));
    assert!(referee::offers(&RULESET, battle.state(), "a2").is_empty());
    assert_eq!(battle::analysis::battle_stats::strengths(&RULESET, battle.state()), [12, 18]);
    until_turn(&mut battle, 2);
    assert_eq!(reasons(&battle), ["The rear may arrive. By the door."]);
    assert!(referee::next_bars(&RULESET, battle.state()).iter().any(|barred| barred.rule == referee::DUE));
    let (before, duty) = (battle.state().clone(), due(&battle).remove(0));
    assert_eq!(play(&mut battle, &duty, &[]).unwrap(), "The rear arrives. By the door.");
    assert_eq!(on_table(&battle), ["a0", "a1", "a2", "b0", "b1", "b2"]);
    assert!(!referee::offers(&RULESET, battle.state(), "a2").is_empty() && due(&battle).is_empty());
    assert_eq!(battle::analysis::battle_stats::strengths(&RULESET, battle.state()), [18, 18]);
    undo(&mut battle);
    assert!(battle.state().is_same(&before) && on_table(&battle).len() == 5);
    assert_eq!(faults(&battle), Vec::new());
}

#[test]
fn a_roll_for_an_arrival_is_made_once_a_turn_and_its_odds_are_known() {
    let mut battle = begun(&arriving(json!({ "roll": { "from": 1, "need": 5 } })));
    let duty = due(&battle).remove(0);
    assert_eq!(play(&mut battle, &duty, &[4]).unwrap(), "The rear does not arrive yet.");
    assert!(due(&battle).is_empty() && on_table(&battle).len() == 5);
    assert_eq!(play(&mut battle, &duty, &[5]).unwrap_err(), "The dice for this were rolled in this turn.");
    undo(&mut battle);
    assert_eq!(due(&battle).len(), 1, "the roll is undone, too");
    let redo = battle.redoing().unwrap();
    push(&mut battle, redo);
    until_turn(&mut battle, 2);
    assert_eq!(play(&mut battle, &duty, &[5]).unwrap(), "The rear arrives. By the door.");
    assert_eq!(on_table(&battle).len(), 6);
    assert_eq!(play(&mut battle, &duty, &[5]).unwrap_err(), "They are on the table already.");
    assert_eq!(faults(&battle), Vec::new());
}

#[test]
fn the_game_master_may_bring_units_at_any_time_without_a_roll() {
    let mut battle = begun(&arriving(json!({ "roll": { "from": 9, "need": 6 } })));
    let offers = referee::scenario_offers(battle.state());
    assert_eq!((offers.len(), due(&battle).len()), (1, 0));
    assert_eq!(play(&mut battle, &offers[0], &[]).unwrap(), "The rear arrives. By the door.");
    assert!(referee::scenario_offers(battle.state()).is_empty());
    assert_eq!((on_table(&battle).len(), faults(&battle)), (6, Vec::new()));
}

fn weather() -> Json {
    json!({
        "arrivals": [{ "id": "rear", "name": "The rear", "units": ["a2"] }],
        "events": [{ "id": "rain", "name": "Weather", "when": { "each": { "phase": "tidying", "from": 2, "until": 4 } }, "rows": [
            { "faces": [1, 2], "text": "Carpets everywhere.", "effects": [{ "switch": { "modifier": "Carpet", "turns": 2 } }] },
            { "faces": [6, 6], "text": "Nurse comes.", "effects": [
                { "set": { "of": "battle", "tracker": "own:Nurse", "to": "angry" } },
                { "add": { "of": "battle", "tracker": "own:Tea", "by": -1 } },
                { "add": { "of": "battle", "tracker": "own:Tea", "by": -9 } },
                { "points": { "side": "b", "points": 2 } }, { "bring": "rear" }
            ] }
        ] }],
    })
}

/// The input of a troop's marbles without answers of players.
fn marbles(battle: &Battle) -> Map<String, Json> {
    let procedure = RULESET.procedure("marbles").unwrap();
    let mut participants = battle::participants::Participants::nobody();
    participants.set("roller", vec!["a0".into()]);
    participants.set("target", vec!["b0".into()]);
    referee::filled(procedure, &participants, battle.state(), &Map::new())
}

#[test]
fn an_event_is_due_in_its_phase_and_turns_and_switches_a_modifier_for_some_turns() {
    let mut battle = begun(&weather());
    next(&mut battle);
    assert_eq!((battle.state().table().phase, reasons(&battle)), ("tidying", Vec::new()));
    until_turn(&mut battle, 2);
    assert!(due(&battle).is_empty(), "in its phase alone");
    next(&mut battle);
    assert_eq!(reasons(&battle), ["Weather"]);
    let before = battle.state().clone();
    let duty = due(&battle).remove(0);
    assert_eq!(
        play(&mut battle, &duty, &[2]).unwrap(),
        "Weather: Carpets everywhere. “Carpet” applies until the end of round 3."
    );
    let is_on = |battle: &Battle| marbles(battle).get("own").is_some_and(|own| own[0]["name"] == "Carpet");
    assert!(is_on(&battle) && due(&battle).is_empty());
    assert_eq!(play(&mut battle, &duty, &[2]).unwrap_err(), "This event has happened in this turn.");
    undo(&mut battle);
    assert!(!is_on(&battle) && battle.state().is_same(&before));
    let redo = battle.redoing().unwrap();
    push(&mut battle, redo);
    until_turn(&mut battle, 3);
    assert!(is_on(&battle));
    until_turn(&mut battle, 4);
    assert!(!is_on(&battle));
    next(&mut battle);
    assert_eq!(reasons(&battle), ["Weather"]);
    until_turn(&mut battle, 5);
    next(&mut battle);
    assert!(due(&battle).is_empty(), "not after its last turn");
    assert_eq!(faults(&battle), Vec::new());
}

#[test]
fn an_event_that_was_skipped_is_not_due_again_in_its_turn_but_can_be_called() {
    let mut course = weather();
    course["events"][0]["when"]["each"]["phase"] = json!("turn");
    let mut battle = begun(&course);
    until_turn(&mut battle, 2);
    assert_eq!(reasons(&battle), ["Weather"]);
    let duty = due(&battle).remove(0);
    next(&mut battle);
    assert!(due(&battle).is_empty());
    let names = |battle: &Battle| {
        let offers = referee::scenario_offers(battle.state());
        offers.iter().map(|offer| offer.why.to_string()).collect::<Vec<_>>()
    };
    assert!(names(&battle).contains(&"Weather".to_owned()));
    play(&mut battle, &duty, &[2]).unwrap();
    assert!(!names(&battle).contains(&"Weather".to_owned()));
    until_turn(&mut battle, 3);
    assert_eq!(reasons(&battle), ["Weather"], "in the next turn, it is due again");
    assert_eq!(faults(&battle), Vec::new());
}

#[test]
fn the_end_of_a_turn_skips_nothing_in_the_new_turn() {
    let changes = |course: &Json| {
        let mut battle = begun(course);
        until_turn(&mut battle, 2);
        next(&mut battle);
        (reasons(&battle), referee::next_changes(&RULESET, battle.state()))
    };
    let (due, ended) = changes(&weather());
    assert_eq!((due, ended), (vec!["Weather".to_owned()], changes(&json!({})).1));
}

#[test]
fn an_event_sets_own_trackers_gives_points_and_brings_units_and_all_is_undone_with_it() {
    let mut battle = begun(&weather());
    until_turn(&mut battle, 2);
    next(&mut battle);
    let (before, duty) = (battle.state().clone(), due(&battle).remove(0));
    let told = play(&mut battle, &duty, &[6]).unwrap();
    assert!(told.starts_with("Weather: Nurse comes."), "{told}");
    let tracked = |key: &str| battle.state().battle().get(key).cloned().unwrap();
    assert_eq!((tracked("own:Nurse"), tracked("own:Tea")), (json!("angry"), json!(0)), "a count stays in its limits");
    assert_eq!(on_table(&battle).len(), 6);
    let score = scenario::score(&RULESET, &battle.state().table()).unwrap();
    assert_eq!((score.points, score.lines.len(), score.lines[0].side), ([0, 2], 1, Side::B));
    undo(&mut battle);
    assert!(battle.state().is_same(&before));
    assert_eq!(faults(&battle), Vec::new());
}

#[test]
fn an_event_is_resolved_in_a_panel_with_its_odds_and_dice_by_hand() {
    let mut battle = begun(&weather());
    until_turn(&mut battle, 2);
    next(&mut battle);
    let act = Act::opening_duty(&RULESET, &due(&battle)[0], battle.state()).unwrap();
    let mut panel = Panel::open(&RULESET, act, &Tables::open(&battle));
    let shown = panel.shown(&Tables::open(&battle));
    assert!(shown.outlook.is_rolled() && shown.outcome.is_none() && shown.barred.is_empty());
    for message in [Message::EnterDice, Message::Die(6)] {
        panel.update(message, &Tables::open(&battle));
        panel.shown(&Tables::open(&battle));
    }
    let applied = panel.update(Message::Apply, &Tables::open(&battle));
    let [Effect::Settle(settlement)] = applied.as_slice() else { panic!("{applied:?}") };
    let act = ActionEvent::new(1.0, Action::Resolved(settlement.action.clone()), settlement.changes.clone());
    add(&mut battle, act.refereed(settlement.overrides.clone()));
    assert_eq!((on_table(&battle).len(), faults(&battle)), (6, Vec::new()));
}

#[test]
fn an_event_without_dice_and_an_arrival_at_its_turn_are_applied_by_one_tap() {
    let letter = json!({ "id": "letter", "name": "A letter", "dice": 0, "rows": [{ "text": "A rider comes." }] });
    let mut course = arriving(json!({ "turn": 2 }));
    course["events"] = json!([letter]);
    let mut battle = begun(&course);
    until_turn(&mut battle, 2);
    let titles = |battle: &Battle| {
        let offers = [due(battle), referee::scenario_offers(battle.state())].concat();
        let at_once = |duty: &Duty| {
            let act = Act::of_duty(&RULESET, duty)?;
            let (_, outcome) = Panel::at_once(&RULESET, &act, &Tables::open(battle))?;
            outcome.consequences.words.first().map(ToString::to_string)
        };
        offers.iter().filter_map(at_once).collect::<Vec<_>>()
    };
    assert_eq!(titles(&battle), ["The rear arrives.", "A letter: A rider comes.", "The rear arrives."]);
    let rolled = begun(&json!({ "events": [{ "id": "x", "name": "X", "rows": [{ "faces": [1, 6], "text": "Y" }] }] }));
    assert_eq!(titles(&rolled), Vec::<String>::new(), "one with dice needs its panel");
}

#[test]
fn the_log_has_words_for_arrivals_ground_and_points_and_none_for_what_only_the_rules_read() {
    let mut battle = begun(&weather());
    let words = |battle: &Battle, key: &str, of: &str, to: Json| {
        let change = Change::set(of, key, to);
        act_words::changed_words(&RULESET, battle.header(), battle.state(), &change)
    };
    let shown = [
        words(&battle, "off_table", "a2", json!(false)),
        words(&battle, "points:rain", "b", json!(2)),
        words(&battle, "event:rain", "battle", json!(1)),
        words(&battle, "arrival:rear", "battle", json!(1)),
        words(&battle, "skipped:event:rain", "battle", json!(1)),
        words(&battle, "switched:Carpet", "battle", json!(1)),
    ];
    let wanted = [Some("A2 · on the table"), Some("Chest · Points, Weather 0 → 2"), None, None, None, None];
    assert_eq!(shown.each_ref().map(Option::as_deref), wanted);
    until_turn(&mut battle, 2);
    next(&mut battle);
    let duty = due(&battle).remove(0);
    play(&mut battle, &duty, &[2]).unwrap();
    let alerts =
        |battle: &Battle| battle.state().alerts().iter().map(|alert| alert.news.words.to_string()).collect::<Vec<_>>();
    assert_eq!(alerts(&battle), ["“Carpet” applies until the end of round 3."]);
    until_turn(&mut battle, 3);
    assert_eq!(alerts(&battle), ["“Carpet” applies in this round."]);
    until_turn(&mut battle, 4);
    assert_eq!(alerts(&battle), Vec::<String>::new());
    let battle = begun(&ending());
    let ground = Planned::ground_key("table");
    assert_eq!(words(&battle, &ground, "battle", json!("b")).as_deref(), Some("The table: held by Chest"));
}

#[test]
fn arrivals_and_events_have_their_times_in_words() {
    let course: scenario::Course = serde_json::from_value(every_field()).unwrap();
    let arrivals: Vec<String> = course.arrivals.iter().map(|arrival| arrival.at.words(&RULESET)).collect();
    let wanted = ["round 4", "from round 2, with 9 or more on 2D8", "when the game master says so"];
    assert_eq!(arrivals, wanted);
    let mut weather: scenario::Course = serde_json::from_value(weather()).unwrap();
    let event = &mut weather.events[0];
    assert_eq!(event.when_words(&RULESET), "each round from 2 to 4, in “Tidying up”");
    event.when = scenario::EventTime::Each { phase: scenario::TURN_START.into(), from: 1, until: 0 };
    assert_eq!(event.when_words(&RULESET), "each round");
    event.when = scenario::EventTime::ByHand;
    assert_eq!(event.when_words(&RULESET), "when players want it");
    assert_eq!(event.rows.iter().map(scenario::EventRow::sums).collect::<Vec<_>>(), ["1–2", "6"]);
}

#[test]
fn the_report_lists_the_points_and_names_the_scenario() {
    let mut battle = begun(&ending());
    set(&mut battle, "b0", "fallen", 6);
    set(&mut battle, "battle", &Planned::ground_key("table"), "b");
    let report = battle::analysis::report::report(&battle, &|_, _| Default::default()).unwrap();
    assert!(report.about.contains(&"Scenario: The nursery. Points: Red 3, Chest 2.".to_owned()), "{:?}", report.about);
    assert_eq!(report.points, ["Red: B0, 3 points", "Chest: The table, 2 points"]);
    assert!(report.text().contains("Points\n\n- Red: B0, 3 points"), "{}", report.text());
}

#[test]
fn a_changed_outcome_of_an_event_is_found_by_the_check() {
    let mut battle = begun(&weather());
    until_turn(&mut battle, 2);
    next(&mut battle);
    let duty = due(&battle).remove(0);
    play(&mut battle, &duty, &[6]).unwrap();
    let (_, Event::Action(last)) = battle.log().last().unwrap().clone() else { panic!("an act") };
    let mut forged = (*last).clone();
    forged.changes.retain(|change| !matches!(change, Change::Set { key, .. } if key == "off_table"));
    undo(&mut battle);
    add(&mut battle, forged);
    assert!(faults(&battle).iter().any(|fault| matches!(fault, Fault::Table(_))), "{:?}", faults(&battle));
}

fn ending() -> Json {
    json!({
        "end": { "last_turn": 3, "share": 60 },
        "points": {
            "broken": 1, "units": [{ "unit": "b0", "points": 3 }],
            "ground": [{ "id": "table", "name": "The table", "points": 2 }], "lead": 2
        }
    })
}

#[test]
fn points_are_for_broken_units_for_certain_units_and_for_ground() {
    let mut battle = begun(&ending());
    let score = |battle: &Battle| scenario::score(&RULESET, &battle.state().table()).unwrap();
    assert_eq!((score(&battle).points, score(&battle).lines), ([0, 0], Vec::new()));
    set(&mut battle, "b0", "fallen", 6);
    set(&mut battle, "a1", "fallen", 6);
    let ground = Planned::ground_key("table");
    let planned = battle.state().planned().unwrap().clone();
    assert!(planned.can_hold("battle", &ground, &json!("b")) && planned.can_hold("battle", &ground, &json!("")));
    assert!(!planned.can_hold("battle", &ground, &json!("c")) && !planned.can_hold("a", &ground, &json!("a")));
    assert!(!planned.can_hold("battle", "ground:chair", &json!("a")));
    assert_eq!(planned.label(&ground).as_deref(), Some("The table"));
    set(&mut battle, "battle", &ground, "b");
    let score = score(&battle);
    let lines: Vec<(Side, i32, String)> =
        score.lines.iter().map(|line| (line.side, line.points, line.why.to_string())).collect();
    let wanted = [(Side::A, 3, "B0"), (Side::B, 1, "1 unit broken or lost"), (Side::B, 2, "The table")];
    assert_eq!(lines, wanted.map(|(side, points, why)| (side, points, why.to_owned())));
    assert_eq!(score.points, [3, 3]);
    let proposed = RULESET.proposed(&battle.state().table()).unwrap();
    assert_eq!((proposed.verdict, proposed.force), (Verdict::Draw, Force::Provisional));
    assert_eq!(RULESET.decided(&battle.state().table()), None);
}

#[test]
fn the_last_turn_is_announced_and_after_it_the_points_decide() {
    let mut battle = begun(&ending());
    set(&mut battle, "b0", "fallen", 6);
    let announced = |battle: &Battle| {
        battle.state().alerts().iter().any(|alert| alert.news.words.to_string() == "Round 3 is the last.")
    };
    until_turn(&mut battle, 2);
    assert!(!announced(&battle));
    until_turn(&mut battle, 3);
    assert!(announced(&battle) && RULESET.decided(&battle.state().table()).is_none());
    until_turn(&mut battle, 4);
    let decided = RULESET.decided(&battle.state().table()).unwrap();
    assert_eq!((decided.verdict, decided.force), (Verdict::A, Force::Final));
    assert!(decided.because.to_string().contains('3'), "{}", decided.because);
}

#[test]
fn a_side_that_has_lost_its_share_has_lost_the_battle() {
    let mut battle = begun(&ending());
    let planned = battle.state().planned().unwrap().clone();
    assert_eq!(planned.units_to_lose(Side::A), Some(2), "60 % of three units");
    set(&mut battle, "a0", "fallen", 6);
    assert_eq!(RULESET.decided(&battle.state().table()), None);
    // A unit that players remove is lost, too.
    let changes = referee::changes_of_muster(&RULESET, battle.state(), vec![Change::Remove("a1".into())]);
    add(&mut battle, ActionEvent::new(1.0, Action::Muster, changes).refereed(Vec::new()));
    assert_eq!(RULESET.decided(&battle.state().table()).map(|decided| decided.verdict), Some(Verdict::B));
}

#[test]
fn a_side_whose_reserve_is_still_off_the_table_is_not_beaten() {
    let mut course = arriving(json!("word"));
    course["points"] = json!({ "broken": 1 });
    let mut battle = begun(&course);
    set(&mut battle, "a0", "fallen", 6);
    set(&mut battle, "a1", "fallen", 6);
    assert_eq!(RULESET.decided(&battle.state().table()), None);
    assert_eq!(scenario::score(&RULESET, &battle.state().table()).unwrap().points, [0, 2], "the reserve is not lost");
}

#[test]
fn a_battle_with_a_scenario_or_commands_is_marked_and_one_without_is_written_as_before() {
    let plain = Header::new("toy", "Bedtime", ["Red", "Chest"], Vec::new(), Seed([5; 32]));
    let text = serde_json::to_string(&plain).unwrap();
    assert!(!plain.is_marked() && !text.contains("scenario") && !text.contains("command"));
    let with_unit = Header { units: units(), ..plain.clone() };
    let mut with_command = plain.clone();
    with_command.sides[0].commands.push(Command { id: "rear".into(), name: "Rear".into(), general: String::new() });
    assert!(with_unit.is_marked() && with_command.is_marked() && begun(&json!({})).is_marked());
    let mut named = with_command.clone();
    named.units = units();
    assert_eq!(named.command_of(&named.units[2]).map(|command| command.name.as_str()), Some("Rear"));
    assert_eq!(named.command_of(&named.units[0]), None);
    let mut battle = Battle::begin(test_rulesets::RULESETS, plain);
    let joins =
        |command: &str| Change::Add(Unit { id: format!("x{command}"), command: command.into(), ..units()[0].clone() });
    add(&mut battle, ActionEvent::new(1.0, Action::Muster, vec![joins("")]));
    assert!(!battle.is_marked());
    add(&mut battle, ActionEvent::new(1.0, Action::Muster, vec![joins("rear")]));
    assert!(battle.is_marked());
}

/// A course with each field, and each kind of arrival, event and effect.
fn every_field() -> Json {
    json!({
        "briefings": { "all": "Noon.", "a": "Hold.", "b": "Attack.", "umpire": "It may rain." },
        "deployment": { "a": "South of the lane.", "b": "North of it." },
        "arrivals": [
            { "id": "horse", "name": "Rossiter's Horse", "units": ["a1"], "at": { "turn": 4 }, "where": "East edge" },
            { "id": "rear", "name": "Rearguard", "command": "rear", "at": { "roll": { "from": 2, "dice": 2, "sides": 8, "need": 9 } } },
            { "id": "guns", "name": "Guns", "units": ["b2"] }
        ],
        "events": [
            { "id": "rain", "name": "Weather", "dice": 2, "sides": 8, "when": { "each": { "phase": "melee", "from": 2, "until": 6 } },
              "rows": [{ "faces": [2, 3], "text": "Rain.", "effects": [{ "switch": { "modifier": "Rain", "turns": 2 } }] }] },
            { "id": "letter", "name": "A letter", "dice": 0, "rows": [{ "text": "A rider comes.", "effects": [
                { "bring": "guns" }, { "points": { "side": "a", "points": 1 } },
                { "set": { "of": "battle", "tracker": "own:Wind", "to": "west" } },
                { "add": { "of": "a", "tracker": "own:Powder", "by": -1 } }
            ] }] }
        ],
        "end": { "last_turn": 10, "share": 40 },
        "points": {
            "broken": 1, "units": [{ "unit": "b1", "points": 3 }],
            "ground": [{ "id": "hill", "name": "The hill", "points": 2 }], "lead": 2
        },
        "may_change": ["clock"]
    })
}

/// The scenario of the battle in the fixture.
fn of_every_field() -> Scenario {
    let unit = |id: &str, command: &str| {
        let profile = json!({ "name": format!("Regiment {id}"), "pikes": 8, "muskets": 12 });
        let mut unit = json!({ "id": id, "profile": profile });
        if !command.is_empty() {
            unit["command"] = command.into();
        }
        unit
    };
    let rear = json!([{ "id": "rear", "name": "Rear", "general": "Rossiter" }]);
    let own_rules = json!({
        "modifiers": [{ "name": "Rain", "procedures": ["infantry_fire"], "number": "hits_on", "by": 1 }],
        "trackers": [
            { "name": "Wind", "of": "battle", "kind": "text" },
            { "name": "Powder", "of": "side", "kind": { "count": { "from": 0, "to": 9, "start": 5 } } }
        ]
    });
    let scenario = json!({
        "ruleset": "pike_and_shot", "name": "Naseby", "date": "14 June 1645", "place": "Northamptonshire", "own_rules": own_rules,
        "sides": [
            { "name": "Parliament", "commands": rear, "units": [unit("a0", ""), unit("a1", ""), unit("a2", "rear")] },
            { "name": "The King", "units": [unit("b0", ""), unit("b1", ""), unit("b2", "")] }
        ],
        "course": every_field()
    });
    serde_json::from_value(scenario).unwrap()
}

#[test]
fn a_scenario_with_each_field_is_valid() {
    assert_eq!(of_every_field().check(test_rulesets::RULESETS), Ok(()));
}

#[test]
#[ignore = "writes tests/fixtures/since_1_0_0/scenario.json, which is never changed afterwards"]
fn write_fixture() {
    let file = testing::in_project("tests/fixtures/since_1_0_0/scenario.json");
    assert!(!file.exists(), "{} is never changed", file.display());
    let ruleset = test_rulesets::RULESETS.find("pike_and_shot").unwrap();
    let (header, changes) =
        exchange::storage::scenario::play(ruleset, ("nasebyx1", 3), &of_every_field(), Seed([7; 32]));
    let mut battle = Battle::begin(test_rulesets::RULESETS, Header { began: 1.79e12, ..header });
    let agreed = referee::changes_by_hand(ruleset, battle.state(), changes);
    add(&mut battle, ActionEvent::beginning(1.79e12, agreed));
    let letter = referee::scenario_offers(battle.state()).remove(0);
    let settled = referee::settle_without_dice(ruleset, battle.state(), &letter).unwrap();
    add(&mut battle, ActionEvent::new(1.79e12, Action::Resolved(settled.action), settled.changes).refereed(Vec::new()));
    assert_eq!(faults(&battle), Vec::new());
    let shared = Shared::Battle("5cenar10".into(), battle.header().clone(), battle.log().to_vec());
    std::fs::write(&file, shared.bundle().unwrap().file().unwrap()).unwrap();
}

#[test]
fn the_log_names_events_and_arrivals() {
    let mut battle = begun(&arriving(json!({ "turn": 1 })));
    let duty = due(&battle).remove(0);
    play(&mut battle, &duty, &[]).unwrap();
    let (_, Event::Action(act)) = battle.log().last().unwrap() else { panic!("an act") };
    assert_eq!(battle::analysis::battle_stats::title(&RULESET, act), "Arrival: The rear");
}

#[test]
fn the_report_and_the_chronicle_name_the_scenario_with_its_points() {
    let mut battle = begun(&ending());
    set(&mut battle, "b0", "fallen", 6);
    let about = battle::analysis::report::ReportBuilder::begin(&battle).unwrap().end().about;
    assert!(about.contains(&"Scenario: The nursery. Points: Red 3, Chest 0.".to_owned()), "{about:?}");
    assert_eq!(Entry::without_odds(&battle).scenario, "The nursery");
}

#[test]
fn a_fork_and_a_forecast_keep_the_course_and_who_is_off_the_table() {
    let mut battle = begun(&arriving(json!({ "turn": 1 })));
    let duty = due(&battle).remove(0);
    let forked = |battle: &Battle| {
        let (header, event) = battle.fork("b1", "Again".into(), Seed([1; 32]), 2.0);
        let mut fork = Battle::begin(test_rulesets::RULESETS, header);
        push(&mut fork, event);
        on_table(&fork)
    };
    assert_eq!(forked(&battle), on_table(&battle));
    let supposed = battle::forecast::job::supposed(&battle, &[]);
    assert_eq!(on_table(&supposed), on_table(&battle));
    play(&mut battle, &duty, &[]).unwrap();
    assert_eq!(forked(&battle), on_table(&battle));
}
