//! Data that version 1.0.0 stored and shared: battles of several devices, a backup, texts that stay on a device, links, codes and messages.
//!
//! Every text is written back byte for byte. Rolls to which two devices committed are read, but need not be verified: see
//! `tests/fixtures/v1/README.md`.

use super::{BATTLES, answers, file, list, object, saved, stored};
use battle::analysis::chronicle::Entry;
use battle::panel::group::GroupDraft;
use battle::waiting::Waiting;
use battle::{Battle, Draft, Event, Header, start};
use exchange::share::arrival::{self, Met};
use exchange::share::codes::Reading;
use exchange::share::known::KnownDevices;
use exchange::share::live::{Peer, Received};
use exchange::share::news::News;
use exchange::share::pairing::Pairing;
use exchange::share::{self, Shared};
use exchange::storage::bin::{Bin, Thing};
use exchange::storage::roster::{self, Roster};
use exchange::storage::scenario::Scenario;
use exchange::storage::writer::Writer;
use exchange::storage::{self, Bundle, Key};
use rules::own::OwnRules;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value as Json, json};
use std::collections::BTreeMap;

/// The battle of the links, codes and messages.
const SHARED: (&str, &str) = ("two_devices_pike_and_shot", "tw0pike");

fn shared_battle() -> Battle {
    let (header, log) = stored(&saved(&format!("battles/{}.json", SHARED.0)), SHARED.1);
    Battle::replay(test_rulesets::RULESETS, header, log)
}

/// Reads a text and writes it again.
fn rewritten<T: DeserializeOwned + Serialize>(key: &Key, text: &str) -> String {
    let opened = storage::open::<T>(key, text).unwrap_or_else(|why| panic!("{key}: {why}"));
    storage::seal(&opened.value, opened.revision).unwrap()
}

fn written_again(key: &Key, text: &str) -> Option<String> {
    Some(match key {
        Key::Roster(_) => rewritten::<Roster>(key, text),
        Key::Scenario(_) => rewritten::<Scenario>(key, text),
        Key::Battle(_) => rewritten::<Header>(key, text),
        Key::Event(..) => rewritten::<Event>(key, text),
        Key::Draft(_) | Key::Dice(..) => rewritten::<Draft>(key, text),
        Key::Group(..) => rewritten::<GroupDraft>(key, text),
        Key::RosterOrder => rewritten::<Vec<String>>(key, text),
        Key::Settings => rewritten::<Map<String, Json>>(key, text),
        Key::Device => rewritten::<f64>(key, text),
        Key::Writer => rewritten::<Writer>(key, text),
        Key::Known(_) => rewritten::<KnownDevices>(key, text),
        Key::Viewer(_) => rewritten::<String>(key, text),
        Key::Chronicle(_) => rewritten::<Entry>(key, text),
        // Secret values of one device. No other device reads them.
        Key::NewBattle | Key::Chain(_) => return None,
    })
}

fn stays() -> BTreeMap<String, String> {
    serde_json::from_str(&file("stays_1_0_0.json")).unwrap()
}

#[test]
fn every_text_is_written_back_byte_for_byte() {
    let mut texts = stays();
    texts.extend(saved("backup_1_0_0.json").0);
    for (name, _) in BATTLES {
        texts.extend(saved(&format!("battles/{name}.json")).0);
    }
    let mut kinds: BTreeMap<String, usize> = BTreeMap::new();
    for (name, text) in &texts {
        let key = Key::parse(name).unwrap_or_else(|| panic!("{name} is not read any more"));
        let kind = name.split('/').nth(1).unwrap().to_owned();
        *kinds.entry(kind).or_default() += 1;
        if let Some(written) = written_again(&key, text) {
            assert_eq!(written, *text, "{name}");
        }
    }
    assert_eq!(kinds.len(), 13, "each kind of text: {kinds:?}");
}

#[test]
fn files_of_battles_and_backups_are_written_back_byte_for_byte() {
    for name in BATTLES.iter().map(|(name, _)| format!("battles/{name}.json")).chain(["backup_1_0_0.json".into()]) {
        if name.contains("two_devices") || name.contains("1_0_0") {
            assert_eq!(saved(&name).file().unwrap(), file(&name), "{name}");
        }
    }
}

#[test]
fn links_of_battles_and_rosters_are_written_back_byte_for_byte() {
    let answers = answers("links_1_0_0");
    for (name, link) in links() {
        let Ok(shared) = share::read(test_rulesets::RULESETS, &link) else { continue };
        super::assert_opens(&name, &link, &answers[&name]);
        assert_eq!(share::write(test_rulesets::RULESETS, &shared), Some(link), "{name}");
    }
}

/// The links and codes, by their names.
fn links() -> BTreeMap<String, String> {
    let text = file("links_1_0_0.txt");
    let lines = text.lines().filter(|line| !line.starts_with("//"));
    lines.map(|line| line.split_once(' ').unwrap()).map(|(name, link)| (name.to_owned(), link.to_owned())).collect()
}

#[test]
fn every_link_and_code_opens_with_its_recorded_contents() {
    let (links, answers) = (links(), answers("links_1_0_0"));
    assert_eq!(links.len(), object(&answers).len());
    let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
    for (name, text) in &links {
        let kind = name.split('-').next().unwrap();
        *kinds.entry(kind).or_default() += 1;
        match kind {
            "battle" | "roster" => {
                super::assert_opens(name, text, &answers[name]);
            }
            "news" => {
                let news = News::read(test_rulesets::RULESETS, text).unwrap_or_else(|why| panic!("{name}: {why:?}"));
                assert_eq!(serde_json::to_value(&news).unwrap(), answers[name], "{name}");
                assert_eq!(news.write(test_rulesets::RULESETS).as_ref(), Some(text), "{name}");
            }
            "pairing" => {
                let read = if Pairing::is_code(text) { Pairing::read(text) } else { Pairing::read_link(text) };
                let pairing = read.unwrap_or_else(|why| panic!("{name}: {why:?}"));
                assert_eq!(json!({ "pairing": pairing.description() }), answers[name], "{name}");
                assert_eq!(if Pairing::is_code(text) { pairing.code() } else { pairing.link() }, *text, "{name}");
            }
            other => panic!("{other}"),
        }
    }
    assert_eq!(kinds.into_iter().collect::<Vec<_>>(), [("battle", 5), ("news", 4), ("pairing", 4), ("roster", 20)]);
}

#[test]
fn a_link_is_read_from_its_codes_whichever_codes_are_missed() {
    let links = links();
    for (frames, link) in
        [("frames_battle_1_0_0.txt", "battle-two_devices_pike_and_shot"), ("frames_news_1_0_0.txt", "news-part")]
    {
        let text = file(frames);
        let codes: Vec<&str> = text.lines().collect();
        // The codes begin near the end, so that most of the first round is missed.
        let mut reading = Reading::default();
        let whole = codes.iter().rev().find_map(|code| reading.take(code).unwrap());
        assert_eq!(whole.as_ref(), Some(&links[link]), "{frames}");
        assert!(reading.count() > 1, "{frames}");
        let mut reading = Reading::default();
        let whole = codes.iter().find_map(|code| reading.take(code).unwrap());
        assert_eq!(whole.as_ref(), Some(&links[link]), "{frames}");
    }
}

#[test]
fn news_complete_a_shorter_log() {
    let battle = shared_battle();
    let (links, (header, log)) = (links(), (battle.header().clone(), battle.log().to_vec()));
    for (name, known) in [("news-part", log.len() - 20), ("news-unnamed", log.len() - 3), ("news-whole", 0)] {
        let news = News::read(test_rulesets::RULESETS, &links[name]).unwrap();
        let shared = Shared::Battle(SHARED.1.into(), header.clone(), log[..known].to_vec());
        let here = if known == 0 { Bundle::default() } else { shared.bundle().unwrap() };
        let arrived = news.arrive(test_rulesets::RULESETS, &here).unwrap_or_else(|why| panic!("{name}: {why:?}"));
        assert!(arrived.is_whole, "{name}");
        let (_, theirs) = stored(&arrived.theirs, SHARED.1);
        let merged = Battle::replay(test_rulesets::RULESETS, header.clone(), [log[..known].to_vec(), theirs].concat());
        assert_eq!(merged.fingerprint(), battle.fingerprint(), "{name}");
    }
}

/// The conversations of two devices. Each message has its sender and its text.
fn conversations() -> Vec<Vec<(String, String)>> {
    let messages: Vec<Json> = serde_json::from_str(&file("messages_1_0_0.json")).unwrap();
    let mut all: Vec<Vec<(String, String)>> = Vec::new();
    for message in messages {
        match message {
            Json::Array(message) => {
                let word = |place: usize| message[place].as_str().unwrap().to_owned();
                all.last_mut().unwrap().push((word(0), word(1)));
            }
            _ => all.push(Vec::new()),
        }
    }
    all
}

#[test]
fn a_device_of_1_0_0_brings_its_battle_over_a_connection() {
    let (battle, conversations) = (shared_battle(), conversations());
    for (talk, known) in conversations.iter().zip([None, Some(60)]) {
        let mut here = known.map(|known| {
            Battle::replay(test_rulesets::RULESETS, battle.header().clone(), battle.log()[..known].to_vec())
        });
        let mut peer = Peer::new(SHARED.1);
        for (who, text) in talk {
            if who == "one" {
                match peer
                    .receive(test_rulesets::RULESETS, text, here.as_ref())
                    .unwrap_or_else(|why| panic!("{why:?}: {text}"))
                {
                    Received::Begins(header) => here = Some(Battle::begin(test_rulesets::RULESETS, *header)),
                    Received::Events(events) => here.as_mut().unwrap().add_all(events),
                    _ => {}
                }
            }
        }
        assert_eq!(here.unwrap().fingerprint(), battle.fingerprint());
    }
}

/// A device of version 1.0.0 may ask for a step of a roll that this device committed to. The connection must not end.
#[test]
fn a_request_for_a_step_does_not_end_the_connection() {
    let (battle, conversations) = (shared_battle(), conversations());
    let hello = &conversations[1].iter().find(|(who, _)| who == "one").unwrap().1;
    let mut peer = Peer::new(SHARED.1);
    peer.receive(test_rulesets::RULESETS, hello, Some(&battle)).unwrap();
    let [(_, ask), (_, give)] = conversations[2].as_slice() else { panic!("a question and its answer") };
    assert!(ask.contains("\"ask\"") && give.contains("\"give\""));
    for text in [ask, give] {
        assert!(peer.receive(test_rulesets::RULESETS, text, Some(&battle)).is_ok(), "{text}");
    }
}

#[test]
fn texts_that_stay_on_a_device_open() {
    let (texts, battle) = (stays(), shared_battle());
    let of = |key: &Key| texts.get(&key.to_string()).unwrap_or_else(|| panic!("{key}"));
    let ruleset = test_rulesets::RULESETS.find(&battle.header().ruleset).unwrap();
    let draft = |key: Key| storage::open::<Draft>(&key, of(&key)).unwrap().value;
    let dice = draft(Key::Dice(SHARED.1.into(), "d1".into()));
    let waiting = Waiting::entered(ruleset, &battle, &dice).expect("typed dice wait");
    assert!(waiting.rolled.rolls.iter().any(|roll| roll.counted.is_some()), "only successes were counted");
    assert_eq!(waiting.rolled.overrides, ["phase"]);
    let more = draft(Key::Dice(SHARED.1.into(), "d2".into()));
    let continued = Waiting::entered(ruleset, &battle, &more).expect("it goes on from a roll of the app");
    assert_eq!(continued.logged, battle.log().last().map(|(stamp, _)| stamp.clone()));
    assert!(draft(Key::Draft(SHARED.1.into())).faces.is_empty());
    let writer = storage::open::<Writer>(&Key::Writer, of(&Key::Writer)).unwrap().value;
    assert_eq!(
        (writer.name.as_str(), battle.control().map(|control| control.holder)),
        ("Anna’s phone", Some(&writer.id))
    );
    let known = Key::Known(SHARED.1.into());
    let known = storage::open::<KnownDevices>(&known, of(&known)).unwrap().value.bounded();
    let devices: Vec<_> = known
        .all()
        .iter()
        .map(|device| (device.name.as_str(), device.direct, device.left, device.short_of.is_some()))
        .collect();
    let expected = [("Bob’s tablet", true, false, false), ("", true, false, true), ("Old phone", false, true, false)];
    assert_eq!(devices, expected);
    assert!(known.all()[0].has.is_within(battle.log()));
    let viewers: Vec<String> = BATTLES
        .iter()
        .map(|(_, id)| Key::Viewer((*id).into()))
        .filter_map(|key| Some(storage::open::<String>(&key, texts.get(&key.to_string())?).unwrap().value))
        .collect();
    assert_eq!(viewers, ["b", "passed/a", "umpire", "passed", "a"]);
}

#[test]
fn a_backup_of_1_0_0_lists_and_opens() {
    let (bundle, answers) = (saved("backup_1_0_0.json"), answers("backup_1_0_0"));
    assert_eq!(bundle.unreadable(), 0);
    let items: Vec<Json> = bundle
        .items()
        .into_iter()
        .map(|item| {
            let kind = if item.is_battle() { "battle" } else { "roster" };
            json!([kind, item.id, item.name, item.ruleset, item.size, item.revision, item.holds, item.is_set])
        })
        .collect();
    assert_eq!(json!(items), answers["items"]);
    let others = arrival::others(&bundle, &Bundle::default());
    assert_eq!(others.len(), 7, "five entries of the chronicle, the settings and the order of the rosters");
    let here = arrival::meet(test_rulesets::RULESETS, &bundle, &bundle);
    assert!(here.iter().all(|(_, met)| *met == Met::Same));
    let (header, _) = stored(&bundle, "f0rk2");
    let from = header.from.expect("its origin");
    assert_eq!((from.id.as_str(), from.events), (SHARED.1, 12));
    for (id, recorded) in object(&answers["rosters"]) {
        let key = Key::Roster(id.clone());
        let opened = storage::open::<Roster>(&key, &bundle.0[&key.to_string()]).unwrap();
        let roster = &opened.value;
        let fields = json!({ "name": roster.name, "short": roster.short, "note": roster.note, "side": roster.side, "sample": roster.sample,
            "own_rules": roster.own_rules, "revision": opened.revision });
        for (field, value) in object(&fields) {
            assert_eq!(*value, recorded[field], "{id}: {field}");
        }
        assert_eq!(roster.own_rules.check(), Ok(()), "{id}");
        assert_eq!(roster.is_set_of_rules(), id.starts_with("set"), "{id}");
        let rules = test_rulesets::RULESETS.find(&roster.ruleset).unwrap();
        assert!(roster.own_rules == OwnRules::default() || roster.own_rules.check_for(rules).is_ok(), "{id}");
        assert_eq!(roster.units.len(), list(&recorded["units"]).len(), "{id}");
        for (unit, recorded) in roster.units.iter().zip(list(&recorded["units"])) {
            assert_eq!(json!(roster::check(rules, unit).is_ok()), recorded["accepted"], "{id}: {unit:?}");
            let begins = start(rules, unit);
            for (key, value) in object(&recorded["begins"]) {
                assert!(super::is_former(key) || begins.get(key) == Some(value), "{id}: {key} of {unit:?}");
            }
        }
    }
}

#[test]
fn recorded_fingerprints_are_found_and_disclosures_are_reported() {
    use battle::verify::{Disclosure, disclosures};
    for (name, id) in BATTLES.iter().filter(|(name, _)| name.starts_with("two_devices")) {
        let (header, log) = stored(&saved(&format!("battles/{name}.json")), id);
        let (answers, battle) = (answers(name), Battle::replay(test_rulesets::RULESETS, header, log));
        assert_eq!(battle.mark(), answers["mark"], "{name}");
        assert_eq!(battle.entries_under(answers["mark"].as_str().unwrap()), Some(battle.log().len()), "{name}");
        let reported: Vec<String> = disclosures(&battle)
            .into_iter()
            .filter_map(|disclosure| match disclosure {
                Disclosure::Discarded { entry } => Some(format!("discarded {entry}")),
                Disclosure::Reused { entry, known } => Some(format!("reused {entry} {known}")),
                Disclosure::SeedShown { entry } => Some(format!("seed_shown {entry}")),
                Disclosure::ControlTakenOver { entry } => Some(format!("pen_forced {entry}")),
                Disclosure::DrawnAgain(times) => Some(format!("drawn_again {times}")),
                // Disclosures of committed steps are not compared. This version does not report all of them.
                _ => None,
            })
            .collect();
        let of_steps = |text: &&str| text.starts_with("committed_again") || text.starts_with("alone");
        let then: Vec<&str> =
            list(&answers["disclosed"]).iter().filter_map(Json::as_str).filter(|text| !of_steps(text)).collect();
        assert_eq!(reported, then, "{name}");
    }
}

#[test]
fn a_saved_bin_of_1_0_0_can_be_read() {
    let text = file("bin_1_0_0.json");
    let mut bin: Bin = serde_json::from_str(&text).unwrap();
    assert_eq!(serde_json::to_string(&bin).unwrap(), text.trim_end());
    assert!(matches!(bin.take(1).map(|deleted| deleted.thing), Some(Thing::Unit { place: 2, .. })));
    assert!(matches!(bin.take(0).map(|deleted| deleted.thing), Some(Thing::Texts(texts)) if texts.len() == 1));
}
