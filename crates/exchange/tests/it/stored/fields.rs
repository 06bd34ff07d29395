//! Tests that each kind of event and each field of events and headers is in a fixture and on the page `docs/log_fields.md`.
//!
//! The samples below name every field of every part of a log. A new field must be added here, or this does not compile. Fields of version
//! 1.0.0 are in the battles of `tests/fixtures/v1`. Each later field needs a text that the app wrote with it, in its own file in
//! `tests/fixtures/since_1_0_0`.

use super::{BATTLES, saved};
use battle::chain::{ChainEvent, RollSteps};
use battle::control::ControlEvent;
use battle::correct::{Corrected, Now, Redone};
use battle::seat::{PREFIX, Place, Seat};
use battle::{
    Action, ActionEvent, Change, Command, Event, Header, Link, LoggedRoll, Origin, PlayedScenario, Resolved, Reversal,
    Rolled, Seen, Side, Stamp, Unit,
};
use exchange::storage::{self, Key};
use rules::dice::rng::Seed;
use rules::own::{Applies, Only, OwnBar, OwnKind, OwnModifier, OwnRules, OwnTracker, Owner, Reminder, Upkeep};
use rules::scenario::{
    self, Agreement, Arrival, ArrivesAt, Briefings, Course, Effect, End, EventRow, EventTime, ForSides, Ground, Points,
    UnitPoints,
};
use rules::subject::{Side as TableSide, Subject};
use serde::Serialize;
use serde_json::{Map, Value as Json, json};
use std::collections::BTreeSet;
use std::fs;
use test_rulesets as rulesets;
use testing::in_project;

/// Names of kinds and fields: `act.together`, `deed.resolved`.
pub type Names = BTreeSet<String>;

fn stamp() -> Stamp {
    Stamp::parse("1-k3x9abcd").unwrap()
}

fn links() -> Vec<Link> {
    vec![Link::try_from("0-k3x9abcd:0123456789ab".to_owned()).unwrap()]
}

fn object() -> Map<String, Json> {
    json!({ "u1": ["u2"] }).as_object().cloned().unwrap()
}

fn roll() -> LoggedRoll {
    let steps = "k3x9abcd:000102030405060708090a0b0c0d0e0f m4y0bcde:f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff".to_owned();
    LoggedRoll {
        purpose: "kill_pikes".into(),
        sides: 6,
        faces: vec![3],
        number: Some(1),
        steps: RollSteps::try_from(steps).ok(),
        counted: Some(4),
    }
}

fn rolled() -> Rolled {
    Rolled {
        at: 1.0,
        procedure: "shoot".into(),
        input: object(),
        participants: object(),
        rolls: vec![roll()],
        after: links(),
        overrides: vec!["phase".into()],
        goes_on: Some(stamp()),
        corrects: Some(stamp()),
        group: Some(stamp()),
        hidden: true,
    }
}

fn resolved() -> Resolved {
    Resolved {
        procedure: "shoot".into(),
        input: object(),
        participants: object(),
        rolls: vec![roll()],
        settles: Some(stamp()),
        outcome: Json::Null,
        discarded: true,
    }
}

fn corrected() -> Corrected {
    let redone = |now| Redone { act: stamp(), now, kept: true };
    let changed = Now::Changed(Box::new(ActionEvent::new(1.0, Action::Phase, Vec::new())));
    let acts = [Now::Same, changed, Now::LeftOut].map(|now| match &now {
        // The match fails to compile if a variant is added, which must then be listed above.
        Now::Same | Now::Changed(_) | Now::LeftOut => redone(now),
    });
    Corrected { of: stamp(), acts: acts.into(), settles: Some(stamp()) }
}

fn unit() -> Unit {
    Unit { id: "u1".into(), side: 1, profile: object(), command: "left".into() }
}

fn changes() -> Vec<Change> {
    let set = Change::Set { of: Subject::unit("u1"), key: "pikes".into(), to: 3.into() };
    let seats = Change::set("battle", "seat:k3x9abcd", json(&seats()));
    let all = [set, seats, Change::Add(unit()), Change::Remove("u1".into())];
    all.map(|change| match &change {
        // The match fails to compile if a variant is added, which must then be listed above.
        Change::Set { .. } | Change::Add(_) | Change::Remove(_) => change,
    })
    .into()
}

/// A seat of each kind, with all its fields.
fn seats() -> Vec<Seat> {
    let places = [Place::All, Place::Umpire, Place::Hall, Place::Side(TableSide::A), Place::Command("left".into())];
    let seat = |place: Place| match &place {
        // The match fails to compile if a variant is added, which must then be listed above.
        Place::All | Place::Umpire | Place::Hall | Place::Side(_) | Place::Command(_) => Seat::new("Ann", place),
    };
    places.map(seat).into()
}

fn act(action: Action) -> ActionEvent {
    ActionEvent {
        at: 1.0,
        action,
        changes: changes(),
        overrides: vec!["phase".into()],
        refereed: true,
        begins: true,
        seed_shown: true,
        together: true,
        group: Some(stamp()),
        at_once: true,
        after: links(),
        seen: vec![Seen(0, 4.into())],
        hidden: true,
    }
}

fn actions() -> Vec<Action> {
    let note = Action::Note("Rain.".into());
    let corrected = Action::Corrected(Box::new(corrected()));
    let all = [Action::Resolved(resolved()), Action::ByHand, Action::Phase, Action::Muster, note, corrected];
    all.map(|action| match &action {
        // The match fails to compile if a variant is added, which must then be listed above.
        Action::Resolved(_)
        | Action::ByHand
        | Action::Phase
        | Action::Muster
        | Action::Note(_)
        | Action::Corrected(_) => action,
    })
    .into()
}

fn control() -> ControlEvent {
    ControlEvent {
        at: 1.0,
        to: stamp().device(),
        name: "Anna’s phone".into(),
        from: "Bob’s".into(),
        taken_over: true,
        without: vec![stamp()],
        after: links(),
    }
}

fn chain() -> ChainEvent {
    let anchor = "000102030405060708090a0b0c0d0e0f".to_owned().try_into().unwrap();
    ChainEvent { at: 1.0, first: 3, anchor, after: links() }
}

/// An event of each kind, with all its fields.
fn events() -> Vec<Event> {
    let reversal = || Reversal { act: stamp(), after: links() };
    let acts = actions().into_iter().map(|action| Event::Action(Box::new(act(action))));
    let others = [
        Event::Undo(reversal()),
        Event::Undo(stamp().into()),
        Event::Redo(reversal()),
        Event::Redo(stamp().into()),
        Event::Rolled(Box::new(rolled())),
        Event::Control(Box::new(control())),
        Event::Chain(Box::new(chain())),
    ];
    acts.chain(others)
        .inspect(|event| match event {
            // The match fails to compile if a variant is added, which must then be listed above.
            Event::Action(_)
            | Event::Undo(_)
            | Event::Redo(_)
            | Event::Rolled(_)
            | Event::Control(_)
            | Event::Chain(_) => {}
        })
        .collect()
}

/// A header with all its fields.
fn header() -> Header {
    let command = Command { id: "left".into(), name: "Left wing".into(), general: "Ireton".into() };
    let side = || Side { name: "Reds".into(), short: "R".into(), profile: object(), commands: vec![command.clone()] };
    Header {
        name: "Cheriton".into(),
        ruleset: "argad".into(),
        rulings: object(),
        seed: Seed([1; 32]),
        sides: [side(), side()],
        units: vec![unit()],
        began: 1.0,
        phrases: ["a".into(), "b".into()],
        redrawn: 1,
        from: Some(Origin { id: "x".into(), name: "y".into(), events: 3 }),
        scenario: Some(Box::new(scenario())),
    }
}

/// A scenario of a header with all its fields, and each kind of arrival, event and effect.
fn scenario() -> PlayedScenario {
    let arrival = |at| Arrival {
        id: "horse".into(),
        name: "Rossiter’s Horse".into(),
        units: vec!["u1".into()],
        command: "left".into(),
        at,
        place: "East edge".into(),
    };
    let times = [ArrivesAt::Turn(4), ArrivesAt::Roll { from: 2, dice: 2, sides: 8, need: 5 }, ArrivesAt::Word];
    let times = times.map(|at| match &at {
        // The match fails to compile if a variant is added, which must then be listed above.
        ArrivesAt::Turn(_) | ArrivesAt::Roll { .. } | ArrivesAt::Word => at,
    });
    let (of, tracker) = (Subject::Battle, "own:Powder".to_owned());
    let effects = [
        Effect::Set { of: of.clone(), tracker: tracker.clone(), to: 1.into() },
        Effect::Add { of, tracker, by: -1 },
        Effect::Switch { modifier: "Rain".into(), turns: 2 },
        Effect::Bring("horse".into()),
        Effect::Points { side: TableSide::A, points: 1 },
    ];
    let effects = effects.map(|effect| match &effect {
        // The match fails to compile if a variant is added, which must then be listed above.
        Effect::Set { .. } | Effect::Add { .. } | Effect::Switch { .. } | Effect::Bring(_) | Effect::Points { .. } => {
            effect
        }
    });
    let event = |when| scenario::Event {
        id: "rain".into(),
        name: "Weather".into(),
        dice: 2,
        sides: 8,
        when,
        rows: vec![EventRow { faces: [2, 3], text: "Rain.".into(), effects: effects.clone().into() }],
    };
    let each = EventTime::Each { phase: "fire".into(), from: 2, until: 6 };
    let text = |text: &str| text.to_owned();
    let course = Course {
        briefings: Briefings { all: text("Noon."), a: text("Hold."), b: text("Attack."), umpire: text("Rain.") },
        deployment: ForSides { a: text("South."), b: text("North.") },
        arrivals: times.map(arrival).into(),
        events: [each, EventTime::ByHand].map(event).into(),
        end: End { last_turn: 10, share: 40 },
        points: Points {
            broken: 1,
            units: vec![UnitPoints { unit: "u1".into(), points: 3 }],
            ground: vec![Ground { id: "hill".into(), name: "The hill".into(), points: 2 }],
            lead: 2,
        },
        may_change: Agreement::ALL.into(),
    };
    PlayedScenario {
        id: "s1".into(),
        revision: 3,
        name: "Naseby".into(),
        date: "14 June 1645".into(),
        place: "England".into(),
        course,
    }
}

/// Own rules of each kind, with all their fields.
fn own_rules() -> OwnRules {
    let count = OwnKind::Count { from: 0, to: 6, start: 3 };
    let tracker = |kind, of, upkeep| OwnTracker {
        name: "Powder".into(),
        id: Some("p".into()),
        of,
        only: Some(Only { field: "type".into(), is: vec!["pike".into()] }),
        kind,
        upkeep,
        on_row: true,
        secret: true,
        bars_at_zero: vec!["charge".into()],
        spent_by: vec!["charge".into()],
    };
    let modifier = |when| OwnModifier {
        name: "Uphill".into(),
        procedures: vec!["charge".into()],
        number: "need".into(),
        by: 1,
        when,
    };
    let whens = [Applies::Asked, Applies::Unit("own:Wet".into()), Applies::Opponent("own:Wet".into())];
    let kinds = [
        (count, Owner::Unit, Upkeep::Never),
        (OwnKind::Flag, Owner::Side, Upkeep::ClearsEachPhase),
        (OwnKind::Text, Owner::Battle, Upkeep::ClearsEachTurn),
        (count, Owner::Unit, Upkeep::RunsDownEachPhase),
        (count, Owner::Unit, Upkeep::RunsDownEachTurn),
    ];
    OwnRules {
        modifiers: whens.into_iter().map(modifier).collect(),
        trackers: kinds.into_iter().map(|(kind, of, upkeep)| tracker(kind, of, upkeep)).collect(),
        bars: vec![OwnBar {
            flag: "own:Wet".into(),
            procedure: Some("charge".into()),
            procedures: vec!["charge".into()],
        }],
        reminders: vec![Reminder { after: Some("charge".into()), at: Some("turn".into()), text: "Smoke".into() }],
    }
}

/// Returns the kinds and fields of all samples.
pub fn names_of_code() -> Names {
    let mut names = Names::new();
    events().iter().for_each(|event| of_event(&json(event), &mut names));
    of_header(&json(&header()), &mut names);
    of_own_rules(&json(&own_rules()), &mut names);
    names
}

fn json(value: &impl Serialize) -> Json {
    serde_json::to_value(value).unwrap()
}

/// Records the fields of an object, and returns it.
fn fields<'a>(kind: &str, json: &'a Json, names: &mut Names) -> &'a Map<String, Json> {
    let object = json.as_object().unwrap_or_else(|| panic!("{kind}: {json}"));
    names.extend(object.keys().map(|key| format!("{kind}.{key}")));
    object
}

/// Records the variant of an enum: a word, or an object with one field. Returns the variant and the value of its field.
fn kind<'a>(of: &str, json: &'a Json, names: &mut Names) -> Option<(&'a str, &'a Json)> {
    let (word, held) = match json {
        Json::String(word) => (word.as_str(), None),
        _ => {
            let (word, held) =
                json.as_object().and_then(|object| object.iter().next()).unwrap_or_else(|| panic!("{of}: {json}"));
            (word.as_str(), Some(held))
        }
    };
    names.insert(format!("{of}.{word}"));
    held.map(|held| (word, held))
}

fn each<'a>(object: &'a Map<String, Json>, key: &str) -> impl Iterator<Item = &'a Json> + use<'a> {
    object.get(key).and_then(Json::as_array).into_iter().flatten()
}

/// Records the kinds and fields of an event.
fn of_event(json: &Json, names: &mut Names) {
    match kind("event", json, names) {
        Some(("act", value)) => of_act(value, names),
        Some(("rolled", value)) => {
            let rolled = fields("rolled", value, names);
            for roll in each(rolled, "throws") {
                fields("roll", roll, names);
            }
        }
        // An undo or a redo may be only the act's stamp.
        Some((_, Json::String(_))) => {}
        Some((word, value)) => {
            fields(word, value, names);
        }
        None => panic!("an event is no word: {json}"),
    }
}

fn of_act(json: &Json, names: &mut Names) {
    let act = fields("act", json, names);
    for change in each(act, "changes") {
        match kind("change", change, names) {
            Some(("set", value)) => {
                let set = fields("set", value, names);
                if set["key"] == "own_rules" {
                    of_own_rules(&set["to"], names);
                }
                if set["key"].as_str().is_some_and(|key| key.starts_with(PREFIX)) {
                    of_seats(&set["to"], names);
                }
            }
            Some(("add", value)) => {
                fields("unit", value, names);
            }
            _ => {}
        }
    }
    match kind("deed", &act["deed"], names) {
        Some(("resolved", value)) => {
            let resolved = fields("resolved", value, names);
            for roll in each(resolved, "throws") {
                fields("roll", roll, names);
            }
        }
        Some(("corrected", value)) => {
            let corrected = fields("corrected", value, names);
            for redone in each(corrected, "acts") {
                let redone = fields("redone", redone, names);
                if let Some((_, act)) = kind("now", &redone["now"], names) {
                    of_act(act, names);
                }
            }
        }
        _ => {}
    }
}

/// Records the kinds and fields of the seats of a device.
fn of_seats(json: &Json, names: &mut Names) {
    names.insert("battle.seat:<device>".to_owned());
    for seat in json.as_array().into_iter().flatten() {
        let seat = fields("seat", seat, names);
        if let Some(of) = seat.get("of") {
            kind("seat_of", of, names);
        }
    }
}

/// Records the fields of a header.
fn of_header(json: &Json, names: &mut Names) {
    let header = fields("header", json, names);
    for side in each(header, "sides") {
        fields("side", side, names);
    }
    for unit in each(header, "units") {
        fields("unit", unit, names);
    }
    for command in each(header, "sides").filter_map(Json::as_object).flat_map(|side| each(side, "commands")) {
        fields("command", command, names);
    }
    if let Some(from) = header.get("from") {
        fields("from", from, names);
    }
    if let Some(scenario) = header.get("scenario") {
        fields("scenario", scenario, names);
        of_course(&scenario["course"], names);
    }
}

/// Records the kinds and fields of the course of a battle.
fn of_course(json: &Json, names: &mut Names) {
    let course = fields("course", json, names);
    for part in ["briefings", "deployment", "end", "points"] {
        if let Some(value) = course.get(part) {
            fields(part, value, names);
        }
    }
    for arrival in each(course, "arrivals") {
        let arrival = fields("arrival", arrival, names);
        if let Some(("roll", roll)) = arrival.get("at").and_then(|at| kind("arrives", at, names)) {
            fields("arrival_roll", roll, names);
        }
    }
    for event in each(course, "events") {
        let event = fields("event_table", event, names);
        if let Some((_, each)) = event.get("when").and_then(|when| kind("event_time", when, names)) {
            fields("each", each, names);
        }
        for row in each(event, "rows") {
            let row = fields("row", row, names);
            for effect in each(row, "effects") {
                if let Some((effect, value)) = kind("effect", effect, names).filter(|(_, value)| value.is_object()) {
                    fields(&format!("effect_{effect}"), value, names);
                }
            }
        }
    }
    if let Some(points) = course.get("points").and_then(Json::as_object) {
        for unit in each(points, "units") {
            fields("unit_points", unit, names);
        }
        for ground in each(points, "ground") {
            fields("ground", ground, names);
        }
    }
}

/// Records the kinds and fields of own rules.
fn of_own_rules(json: &Json, names: &mut Names) {
    let rules = fields("own_rules", json, names);
    for modifier in each(rules, "modifiers") {
        let modifier = fields("modifier", modifier, names);
        if let Some(when) = modifier.get("when") {
            kind("when", when, names);
        }
    }
    for tracker in each(rules, "trackers") {
        let tracker = fields("tracker", tracker, names);
        if let Some(only) = tracker.get("only") {
            fields("only", only, names);
        }
        if let Some((_, count)) = kind("tracker_kind", &tracker["kind"], names) {
            fields("count", count, names);
        }
        kind("owner", &tracker["of"], names);
        kind("upkeep", &tracker["upkeep"], names);
    }
    for bar in each(rules, "bars") {
        fields("bar", bar, names);
    }
    for reminder in each(rules, "reminders") {
        fields("reminder", reminder, names);
    }
}

/// The kinds and fields of the texts of a bundle.
fn of_bundle(texts: &storage::Bundle, names: &mut Names) {
    for (name, text) in &texts.0 {
        let Some(key) = Key::parse(name) else { continue };
        let opened = storage::open::<Json>(&key, text);
        match key {
            Key::Event(..) => of_event(&opened.unwrap().value, names),
            Key::Battle(_) => of_header(&opened.unwrap().value, names),
            _ => {}
        }
    }
}

#[test]
fn each_kind_of_event_and_each_field_is_in_a_fixture() {
    let mut found = Names::new();
    for (name, _) in BATTLES {
        of_bundle(&saved(&format!("battles/{name}.json")), &mut found);
    }
    of_bundle(&saved("backup.json"), &mut found);
    of_bundle(&saved("backup_1_0_0.json"), &mut found);
    let later = in_project("tests/fixtures/since_1_0_0");
    for entry in fs::read_dir(later).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|end| end == "json") {
            let bundle = storage::Bundle::read(test_rulesets::RULESETS, &fs::read_to_string(&path).unwrap());
            of_bundle(&bundle.unwrap_or_else(|why| panic!("{}: {why:?}", path.display())), &mut found);
        }
    }
    let code = names_of_code();
    let missing: Vec<&String> = code.difference(&found).collect();
    assert!(missing.is_empty(), "in no fixture: {missing:?}");
    // Fields of fixtures must be read, even if nothing writes them any more.
    let unknown: Vec<&String> = found.difference(&code).collect();
    assert!(unknown.is_empty(), "in fixtures, and not among the samples above: {unknown:?}");
}

/// Names in the first column of the tables in a part of the page.
fn names_of_page(part: &str) -> Names {
    let rows = part.lines().filter_map(|line| line.strip_prefix("| "));
    let first = rows.filter_map(|row| row.split(" | ").next());
    first.flat_map(|cell| cell.split('`').skip(1).step_by(2)).map(str::to_owned).collect()
}

fn page() -> String {
    fs::read_to_string(in_project("docs/log_fields.md")).unwrap()
}

#[test]
fn the_page_of_fields_lists_those_of_the_code() {
    let page = page();
    let (_, page) = page.split_once("\n## Today\n").expect("what there is today");
    let (today, _) = page.split_once("\n## Messages\n").expect("messages, which are not stored");
    let today = names_of_page(today);
    let mut code = names_of_code();
    code.extend(["battle.turn", "battle.phase"].map(str::to_owned));
    let of_scenario = ["off_table", "arrival:<id>", "event:<id>", "skipped:arrival:<id>", "skipped:event:<id>"];
    code.extend(of_scenario.map(str::to_owned));
    let of_scenario = ["switched:<name>", "ground:<id>", "points:<id>"];
    code.extend(of_scenario.map(str::to_owned));
    let common = rulesets::ALL[0].common_trackers().map(|tracker| format!("battle.{}", tracker.id));
    code.extend(common);
    let missing: Vec<&String> = code.difference(&today).collect();
    assert!(missing.is_empty(), "without a row in the tables of today: {missing:?}");
    let gone: Vec<&String> = today.difference(&code).collect();
    assert!(gone.is_empty(), "in the tables of today, and not in the code: {gone:?}");
}

#[test]
fn the_page_says_which_fields_are_older_than_1_0_0() {
    let mut found = Names::new();
    for (name, _) in BATTLES.iter().filter(|(name, _)| !name.starts_with("two_devices")) {
        of_bundle(&saved(&format!("battles/{name}.json")), &mut found);
    }
    of_bundle(&saved("backup.json"), &mut found);
    let page = page();
    let older: Vec<&str> = page.lines().filter(|line| line.ends_with(" | before |")).collect();
    let mut listed = names_of_page(&older.join("\n"));
    listed.retain(|name| !name.starts_with("battle."));
    assert_eq!(listed, found);
}
