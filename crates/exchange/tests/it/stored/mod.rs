//! Tests that everything that an earlier Drumhead stored can be opened, with the results of that time: battles, rosters, a backup, links
//! and codes.
//!
//! `tests/fixtures/v1` holds the texts, and `answers` the results of opening them when they were written. Every recorded value must still
//! be there: trackers after each event, the status of each entry, and the findings of verification. Later trackers and sentences are not
//! compared.
//!
//! Corrections of rules that change a finding are listed in [`CORRECTED`]. `tests/fixtures/v1/README.md` describes the fixtures.
//! [`devices`] tests data that version 1.0.0 stored and shared, [`fields`] the list of all fields of the log.

mod devices;
mod fields;

use battle::analysis::report::report;
use battle::verify::{Changed, Fault, Finding, Source, verify};
use battle::{Battle, Change, Draft, Event, EventStatus, Header, SeenBefore, Stamp, State, start};
use exchange::share::arrival::{self, Met, Taking};
use exchange::share::codes::Reading;
use exchange::share::{self, Shared};
use exchange::storage::roster::{self, Roster};
use exchange::storage::{self, Bundle, Key};
use rules::names::Names;
use rules::table::TURN;
use serde_json::{Map, Value as Json, json};
use std::collections::BTreeMap;
use std::fs;
use test_rulesets as rulesets;
use testing::in_project;

/// The battles, each in its own file: the file's name, and the id of the battle.
const BATTLES: &[(&str, &str)] = &[
    ("pike_and_shot", "p1k3sh0t"),
    ("pikette_squared", "p1k3tte2"),
    ("argad_2025", "arga2025"),
    ("argad_2024", "arga2024"),
    ("arquebusier", "arquebu5"),
    ("two_devices_pike_and_shot", "tw0pike"),
    ("two_devices_pikette_squared", "tw0pikette"),
    ("two_devices_argad_2025", "tw0argad25"),
    ("two_devices_argad_2024", "tw0argad24"),
    ("two_devices_arquebusier", "tw0arquebus"),
];

/// Entries with another finding than recorded, because a rule was corrected on purpose: the battle, the entry, the finding, and the
/// correction. The table itself stays as it was stored.
const CORRECTED: &[(&str, &str, &str, &str)] = &[
    (
        "two_devices_pikette_squared",
        "105-k3x9abcdq7w8",
        "two_devices by_rules table",
        "a unit that leaves its square ends every contact there (How to battle – moving; – fighting)",
    ),
    ("two_devices_argad_2025", "102-k3x9abcdq7w8", "none by_rules table", HEALING),
    ("two_devices_argad_2025", "109-k3x9abcdq7w8", "none by_rules table", HEALING),
    ("two_devices_arquebusier", "81-k3x9abcdq7w8", "both by_rules table", NEAREST),
    ("two_devices_arquebusier", "89-k3x9abcdq7w8", "two_devices by_rules table", NEAREST),
    ("two_devices_arquebusier", "90-k3x9abcdq7w8", "none by_rules table", NEAREST),
];

/// Reason why a shot records its target as the nearest enemy.
const NEAREST: &str = "the nearest enemy is kept for the turn (Shooting, R14)";

/// Reason why soldiers without a name are not due to heal.
const HEALING: &str = "healing is due for player characters and for soldiers whom players mark (Wound healing)";

fn file(name: &str) -> String {
    let path = in_project("tests/fixtures/v1").join(name);
    fs::read_to_string(&path).unwrap_or_else(|why| panic!("{}: {why}", path.display()))
}

fn answers(name: &str) -> Json {
    serde_json::from_str(&file(&format!("answers/{name}.json"))).unwrap()
}

fn saved(name: &str) -> Bundle {
    Bundle::read(test_rulesets::RULESETS, &file(name)).unwrap_or_else(|why| panic!("{name}: {why:?}"))
}

/// A battle of a bundle, as the app reads it: header and log.
fn stored(bundle: &Bundle, id: &str) -> (Header, Vec<(Stamp, Event)>) {
    match Shared::of(test_rulesets::RULESETS, bundle, &Key::Battle(id.to_owned())) {
        Some(Shared::Battle(own, header, log)) if own == id => (header, log),
        other => panic!("{id} cannot be read: {other:?}"),
    }
}

fn object(json: &Json) -> &Map<String, Json> {
    json.as_object().unwrap_or_else(|| panic!("an object: {json}"))
}

fn list(json: &Json) -> &[Json] {
    json.as_array().unwrap_or_else(|| panic!("a list: {json}"))
}

/// Requires every recorded value of units, sides and battle to be tracked with the same value.
#[track_caller]
fn assert_held(state: &State, recorded: &Json, when: &str) {
    for (of, values) in object(recorded) {
        let facts = state.tracked(of).unwrap_or_else(|| panic!("{when}: {of} is gone"));
        let known = state.battle_facts();
        for (key, value) in object(values) {
            // A phase is stored by its index, but recorded by its id.
            let held = if of == "battle" && key == "phase" { known.get(key) } else { facts.get(key) };
            if held.is_none() && is_former(key) {
                // It is no longer tracked, and never changed from its start.
                assert_eq!(*value, 0, "{when}: {of}, {key}");
                continue;
            }
            // A unit that joined after another with the same name now has a number.
            let roster_name = state.unit(of).map(|unit| unit.roster_name());
            if key == "name" && roster_name == value.as_str() {
                continue;
            }
            assert_eq!(held, Some(value), "{when}: {of}, {key}");
        }
    }
}

/// True for a tracker of earlier versions that newer ones replaced.
fn is_former(key: &str) -> bool {
    rulesets::ALL.iter().any(|ruleset| ruleset.trackers.former.iter().any(|former| former.id == key))
}

/// Returns the recorded name of an event's status.
fn status_name(status: EventStatus) -> &'static str {
    match status {
        EventStatus::InForce => "in_force",
        EventStatus::Undone => "undone",
        EventStatus::Corrected => "corrected",
        EventStatus::Overtaken => "overtaken",
        EventStatus::TooLate => "too_late",
        EventStatus::SetAside => "set_aside",
        EventStatus::Other => "mark",
        EventStatus::Awaiting => "awaiting",
        EventStatus::Settled => "settled",
    }
}

/// Returns the recorded form of a finding: the source of the dice, the cause of the changes, and the kinds of its faults.
fn finding_text(finding: &Finding) -> String {
    let dice = match finding.dice {
        Source::None => "none",
        Source::App => "app",
        Source::TwoDevices => "two_devices",
        Source::Table => "table",
        Source::Both => "both",
    };
    let changed = match finding.changed {
        Changed::Nothing => "nothing",
        Changed::ByRules => "by_rules",
        Changed::ByHand => "by_hand",
    };
    let fault = |fault: &Fault| match fault {
        Fault::Dice { .. } => " dice",
        Fault::RollNumber { .. } => " turn",
        Fault::Rolls => " rolls",
        Fault::Refused(_) => " refused",
        Fault::Outcome => " outcome",
        Fault::Table(_) => " table",
        Fault::OtherUse => " unlike",
        Fault::Gone(_) => " gone",
        Fault::Changed(_) => " changed",
        Fault::Gap => " gap",
        Fault::Unlinked => " loose",
        Fault::WithoutControl(_) => " without_pen",
        Fault::ControlTaken(_) => " pen_taken",
        Fault::NotItsUnit(_) => " not_its_unit",
        Fault::OwnRule(_) => " own_rule",
    };
    format!("{dice} {changed}{}", finding.faults.iter().map(fault).collect::<String>())
}

/// Requires a battle to match its answers, event by event and as a whole.
fn assert_answers(name: &str, header: &Header, log: &[(Stamp, Event)], answers: &Json) {
    let whole = Battle::replay(test_rulesets::RULESETS, header.clone(), log.to_vec());
    assert_eq!(whole.fingerprint(), answers["fingerprint"], "{name}: the fingerprint that players noted");

    let mut so_far = Battle::begin(test_rulesets::RULESETS, header.clone());
    assert_held(so_far.state(), &answers["begins"], &format!("{name}, at its start"));
    let (events, statuses) = (list(&answers["events"]), whole.event_statuses());
    assert_eq!(log.len(), events.len(), "{name}: events");
    for (place, ((stamp, event), then)) in log.iter().zip(events).enumerate() {
        let when = format!("{name}, {stamp}");
        so_far.add(stamp.clone(), event.clone());
        assert_eq!(stamp.to_string(), then["stamp"], "{when}");
        assert_eq!(status_name(statuses[place]), then["stands"], "{when}: how it stands");
        let seen = whole.seen_before(place).map(|seen| match seen {
            SeenBefore::AtOnce => "at_once",
            SeenBefore::Undone => "undone",
        });
        assert_eq!(json!(seen), then["seen_before"], "{when}: dice that had been seen");
        if let Some(changed) = then.get("then") {
            assert_held(so_far.state(), changed, &when);
        }
        for id in then.get("gone").map_or(&[][..], list) {
            assert!(so_far.state().unit(id.as_str().unwrap()).is_none(), "{when}: {id} left the table");
        }
    }

    for (battle, how) in [(&whole, "replayed"), (&so_far, "event by event")] {
        let (state, when) = (battle.state(), format!("{name}, {how}"));
        assert_held(state, &answers["ends"], &when);
        let units: Vec<Json> = state.units().map(|unit| json!([unit.id, unit.side, unit.roster_name()])).collect();
        assert_eq!(json!(units), answers["units"], "{when}");
        assert_eq!(json!(battle.next_roll()), answers["next_throw"], "{when}");
        let awaiting: Vec<String> = battle.awaiting().map(|(stamp, _)| stamp.to_string()).collect();
        assert_eq!(json!(awaiting), answers["awaiting"], "{when}");
        assert_eq!(json!(state.tracked("battle").unwrap().value(TURN).unwrap_or(1)), answers["turn"], "{when}");
        assert_eq!(state.table().phase, answers["phase"], "{when}");
    }
    let made = report(&whole, &|_, _| Names::default());
    assert!(made.is_some_and(|report| !report.text().is_empty()), "{name}: its report");
}

#[test]
fn battles_replay_to_the_recorded_table() {
    for (name, id) in BATTLES {
        let bundle = saved(&format!("battles/{name}.json"));
        assert_eq!(bundle.unreadable(), 0, "{name}");
        let (header, log) = stored(&bundle, id);
        assert_answers(name, &header, &log, &answers(name));
    }
}

#[test]
fn verification_has_the_recorded_findings() {
    let mut differing: Vec<String> = Vec::new();
    for (name, id) in BATTLES {
        let (header, log) = stored(&saved(&format!("battles/{name}.json")), id);
        let (answers, whole) = (answers(name), Battle::replay(test_rulesets::RULESETS, header, log.clone()));
        for ((found, then), (stamp, _)) in verify(&whole).iter().zip(list(&answers["events"])).zip(&log) {
            let (now, then) = (finding_text(found), then["found"].as_str().unwrap());
            // Version 1.0.0 could verify the dice of two devices, and recorded other sources for acts with only such rolls.
            let then = match then.split_once(' ') {
                Some(("committed" | "app" | "both", rest)) if found.dice == Source::TwoDevices => {
                    format!("two_devices {rest}")
                }
                _ => then.to_owned(),
            };
            if let Some((.., excused, _)) = CORRECTED.iter().find(|(of, at, ..)| of == name && *at == stamp.to_string())
            {
                assert_eq!(
                    (now.as_str(), then == now),
                    (*excused, false),
                    "{name}, {stamp}: listed as corrected since"
                );
            } else if now != then {
                let faults: Vec<String> = found.faults.iter().map(Fault::to_string).collect();
                differing.push(format!("{name}, {stamp}: {then} then, {now} now. {}", faults.join(" ")));
            }
        }
    }
    assert!(differing.is_empty(), "{}", differing.join("\n"));
}

#[test]
fn battles_are_undone_to_their_start_and_redone_to_their_end() {
    for (name, id) in BATTLES {
        let (header, mut log) = stored(&saved(&format!("battles/{name}.json")), id);
        // A pending roll, the last event, forbids undo.
        let awaiting = log.pop();
        assert!(matches!(awaiting, Some((_, Event::Rolled(_)))), "{name} ends with a roll");
        let mut battle = Battle::replay(test_rulesets::RULESETS, header.clone(), log);
        let table = |battle: &Battle| {
            let state = battle.state();
            let ids = state.units().map(|unit| unit.id.clone()).chain(["a", "b", "battle"].map(str::to_owned));
            ids.map(|of| state.tracked(&of).cloned().map(|facts| (of, facts.all().clone())))
                .collect::<Option<Vec<_>>>()
                .unwrap()
        };
        let end = table(&battle);
        let mut undone = 0;
        while let Some(undoing) = battle.undoing() {
            battle.add(battle.next_stamp("t"), undoing);
            undone += 1;
        }
        assert!(undone > 30, "{name}: {undone} acts");
        // The changes at the start of a battle cannot be undone.
        let begun = battle.log().iter().filter(|(_, event)| matches!(event, Event::Action(act) if act.begins));
        let start = Battle::replay(test_rulesets::RULESETS, header, begun.cloned().collect::<Vec<_>>());
        assert_eq!(table(&battle), table(&start), "{name}: its start");
        for _ in 0..undone {
            let redoing = battle.redoing().unwrap();
            battle.add(battle.next_stamp("t"), redoing);
        }
        assert_eq!(table(&battle), end, "{name}: its end");
    }
}

#[test]
fn a_backup_is_listed_opened_and_written_back_byte_for_byte() {
    let (bundle, answers) = (saved("backup.json"), answers("backup"));
    let items: Vec<Json> = bundle
        .items()
        .into_iter()
        .map(|item| {
            let kind = if item.is_battle() { "battle" } else { "roster" };
            json!([kind, item.id, item.name, item.ruleset, item.size, item.revision, item.holds])
        })
        .collect();
    assert_eq!(json!(items), answers["items"]);
    assert_eq!(json!(bundle.unreadable()), answers["unreadable"]);
    assert_eq!(saved_again(&bundle), bundle, "a backup of a device that took it in");
    let order = storage::open::<Vec<String>>(&Key::RosterOrder, &bundle.0[&Key::RosterOrder.to_string()]).unwrap();
    assert_eq!(json!(order.value), answers["order"]);
    for (id, recorded) in object(&answers["battles"]) {
        let (header, log) = stored(&bundle, id);
        assert_answers(id, &header, &log, recorded);
    }
    assert_eq!(serde_json::to_value(stored(&bundle, "f0rk").0.from).unwrap(), answers["goes_on_from"]);
}

/// Restores a backup on an empty device, and makes a new backup of it.
fn saved_again(bundle: &Bundle) -> Bundle {
    let plan = arrival::plan(test_rulesets::RULESETS, bundle, &Bundle::default(), Taking::KeepBoth, || "n".into());
    assert!(plan.remove.is_empty());
    Bundle::read(test_rulesets::RULESETS, &Bundle(plan.write.into_iter().collect()).file().unwrap()).unwrap()
}

#[test]
fn rosters_contain_their_units_as_entered() {
    let (bundle, answers) = (saved("backup.json"), answers("backup"));
    let rosters = object(&answers["rosters"]);
    assert!(rosters.len() >= 20, "{} rosters", rosters.len());
    for (id, recorded) in rosters {
        let key = Key::Roster(id.clone());
        let opened = storage::open::<Roster>(&key, &bundle.0[&key.to_string()]).unwrap();
        let Roster { ruleset, name, note, side, units, .. } = &opened.value;
        let fields =
            json!({ "ruleset": ruleset, "name": name, "note": note, "side": side, "revision": opened.revision });
        for (field, value) in object(&fields) {
            assert_eq!(*value, recorded[field], "{id}: {field}");
        }
        let rules = test_rulesets::RULESETS.find(ruleset).unwrap();
        for (unit, recorded) in units.iter().zip(list(&recorded["units"])) {
            assert_eq!(json!(roster::check(rules, unit).is_ok()), recorded["accepted"], "{id}: {unit:?}");
            let begins = start(rules, unit);
            for (key, value) in object(&recorded["begins"]) {
                if !is_former(key) {
                    assert_eq!(begins.get(key), Some(value), "{id}: {key} of {unit:?}");
                }
            }
        }
        assert_eq!(units.len(), list(&recorded["units"]).len(), "{id}");
        let brings = roster::side_changes(rules, &opened.value, "a");
        assert_eq!(brings.len(), object(&recorded["brings"]).len(), "{id}");
        for (key, to) in object(&recorded["brings"]) {
            let change = Change::set("a", key, to.clone());
            assert!(brings.contains(&change), "{id}: it brings {key}");
        }
    }
}

/// Requires a link to have the recorded contents. Returns the contents.
fn assert_opens(name: &str, fragment: &str, recorded: &Json) -> Shared {
    let shared = share::read(test_rulesets::RULESETS, fragment).unwrap_or_else(|why| panic!("{name}: {why:?}"));
    match &shared {
        Shared::Roster(id, revision, own) => assert_eq!(json!({ "roster": [id, revision, own] }), *recorded, "{name}"),
        Shared::Scenario(id, revision, own) => {
            assert_eq!(json!({ "scenario": [id, revision, own] }), *recorded, "{name}");
        }
        Shared::Battle(id, header, log) => {
            let battle = Battle::replay(test_rulesets::RULESETS, header.clone(), log.clone());
            assert_eq!(json!({ "battle": [id, battle.fingerprint()] }), *recorded, "{name}");
        }
    }
    shared
}

fn links() -> BTreeMap<String, String> {
    let text = file("links.txt");
    let lines = text.lines().filter(|line| !line.starts_with("//"));
    lines.map(|line| line.split_once(' ').unwrap()).map(|(name, link)| (name.to_owned(), link.to_owned())).collect()
}

#[test]
fn links_open_with_the_stored_contents() {
    let (links, answers, mut device) = (links(), answers("links"), saved("backup.json"));
    assert_eq!(links.len(), object(&answers).len());
    for (name, _) in BATTLES {
        device.0.extend(saved(&format!("battles/{name}.json")).0);
    }
    for (name, fragment) in &links {
        let shared = assert_opens(name, fragment, &answers[name]);
        let met: Vec<Met> = arrival::meet(test_rulesets::RULESETS, &shared.bundle().unwrap(), &device)
            .into_iter()
            .map(|(_, met)| met)
            .collect();
        assert_eq!(met, [Met::Same], "{name}: it is on the device already");
        let again = share::write(test_rulesets::RULESETS, &shared).unwrap();
        assert_eq!(share::read(test_rulesets::RULESETS, &again), Ok(shared), "{name}: sent on");
    }
}

#[test]
fn a_link_is_read_from_codes_shown_in_sequence() {
    let (frames, links) = (file("frames.txt"), links());
    let frames: Vec<&str> = frames.lines().collect();
    assert!(frames.len() > 3, "{} codes", frames.len());
    let mut reading = Reading::default();
    let (last, others) = frames.split_first().unwrap();
    for code in others.iter().rev() {
        assert_eq!(reading.take(code), Ok(None), "{code}");
    }
    let whole = reading.take(last).unwrap().unwrap();
    assert_eq!(whole, links["battle-argad_2024"]);
}

#[test]
fn a_draft_of_typed_dice_opens() {
    let texts: BTreeMap<String, String> = serde_json::from_str(&file("stays.json")).unwrap();
    let (bundle, key) = (saved("backup.json"), Key::Draft("sh0rt".into()));
    let draft = storage::open::<Draft>(&key, &texts[&key.to_string()]).unwrap().value;
    assert_eq!((draft.procedure.as_str(), draft.faces.as_slice()), ("reaction_stand", &[4][..]));
    let (header, log) = stored(&bundle, "sh0rt");
    assert_eq!(draft.after.as_ref(), log.last().map(|(stamp, _)| stamp), "nothing has happened since");
    let procedure = test_rulesets::RULESETS.find(&header.ruleset).unwrap().procedure(&draft.procedure).unwrap();
    assert!(procedure.read(&draft.input).is_ok(), "dice are typed on");
    assert_eq!(
        storage::open::<f64>(&Key::Device, &texts[&Key::Device.to_string()]).map(|opened| opened.value),
        Ok(1_790_000_400_000.0)
    );
}

#[test]
fn a_changed_text_is_refused() {
    for (name, id) in BATTLES {
        let mut bundle = saved(&format!("battles/{name}.json"));
        let (name, text) = bundle.0.iter().nth(7).map(|(name, text)| (name.clone(), text.clone())).unwrap();
        bundle.0.insert(name, text.replacen(':', ": ", 1));
        assert_eq!(bundle.unreadable(), 1);
        assert!(Shared::of(test_rulesets::RULESETS, &bundle, &Key::Battle((*id).into())).is_none());
    }
}
