//! Anything may stand in a link, a file or the browser's storage: nothing of it ends the app or fills its memory.
//!
//! Whole links and texts are changed at random, at every depth: letters of the link, the deflated bytes, the JSON within, the
//! things that the JSON says. Each is opened, and what opens is used as the app would. A short run is a part of all tests;
//! the long one is `DRUMHEAD_LINKS=1000000 DRUMHEAD_TEXTS=100000 DRUMHEAD_CALLS=100000 cargo test --release --test untrusted`.

#![allow(clippy::unwrap_used, reason = "what is not there fails the test, as it should")]

use data_encoding::BASE64URL_NOPAD;
use drumhead::battle::binding;
use drumhead::battle::participants::Participants;
use drumhead::battle::pen::{self, Named, PenEvent};
use drumhead::battle::{
    Action, ActionEvent, Battle, Change, Device, Event, Header, LoggedRoll, Origin, Resolved, Rolled, Side, Stamp, Unit,
};
use drumhead::contract;
use drumhead::dice::rng::Seed;
use drumhead::rules::ruleset::Ruleset;
use drumhead::rulesets;
use drumhead::share::arrival::{Taking, plan};
use drumhead::share::codes::{Codes, Reading};
use drumhead::share::live::{Heard, Message, Peer};
use drumhead::share::news::News;
use drumhead::share::pairing::Pairing;
use drumhead::share::summary::Summary;
use drumhead::share::{self, Shared, base45, pack};
use drumhead::storage::roster;
use drumhead::storage::roster::Roster;
use drumhead::storage::{Bundle, Key, envelope, limits};
use peak_alloc::PeakAlloc;
use rand::rngs::ChaCha20Rng;
use rand::{Rng, SeedableRng};
use serde_json::{Map, Value as Json, json};
use std::sync::Mutex;

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

/// The most bytes that opening one thing may take: the longest text that is inflated, as the greediest JSON, and some more.
const MOST: usize = 128 << 20;

/// Allocations are counted for the whole process, so only one of the tests may run at a time.
static ALONE: Mutex<()> = Mutex::new(());

/// How many things are to be tried: the number in the environment, else a few.
fn runs(variable: &str, few: usize) -> usize {
    std::env::var(variable).map_or(few, |number| number.parse().expect("a number of runs"))
}

struct Dice(ChaCha20Rng);

impl Dice {
    fn new() -> Self {
        Self(ChaCha20Rng::seed_from_u64(1642))
    }

    fn below(&mut self, sides: usize) -> usize {
        usize::try_from(self.0.next_u32()).expect("32 bits") % sides.max(1)
    }

    fn pick<'a, T>(&mut self, of: &'a [T]) -> &'a T {
        &of[self.below(of.len())]
    }

    /// Changes a few bytes: one flipped, one put in, a stretch cut, doubled or brought in from elsewhere.
    fn bytes(&mut self, bytes: &mut Vec<u8>, other: &[u8]) {
        for _ in 0..=self.below(3) {
            let (a, b) = (self.below(bytes.len() + 1), self.below(bytes.len() + 1));
            let (from, to) = (a.min(b), a.max(b).min(a.min(b) + 64));
            match self.below(6) {
                0 if !bytes.is_empty() => {
                    let at = self.below(bytes.len());
                    bytes[at] ^= 1 << self.below(8);
                }
                1 => bytes.insert(from, *self.pick(b"0-{}[]\",:.9eE\\\0\xff")),
                2 => drop(bytes.drain(from..to)),
                3 => {
                    let stretch = bytes[from..to].to_vec();
                    bytes.splice(from..from, stretch);
                }
                4 => {
                    let at = self.below(other.len());
                    let stretch = other[at..].iter().take(64).copied().collect::<Vec<_>>();
                    bytes.splice(from..to, stretch);
                }
                _ => bytes.truncate(to),
            }
        }
    }

    /// Changes a value somewhere within JSON to one that nobody expects there.
    fn json(&mut self, json: &mut Json) {
        let size = match json {
            Json::Array(list) => list.len(),
            Json::Object(map) => map.len(),
            _ => 0,
        };
        if size == 0 || self.below(40) == 0 {
            let kind = std::mem::discriminant(json);
            *json = self.strange();
            // Mostly something of the same kind: what opens goes deeper.
            while std::mem::discriminant(json) != kind && self.below(20) != 0 {
                *json = self.strange();
            }
            return;
        }
        let at = self.below(size);
        match json {
            Json::Array(list) if self.below(12) == 0 => {
                let twice = list[at].clone();
                list.push(twice);
            }
            Json::Array(list) => self.json(&mut list[at]),
            Json::Object(map) => {
                let key = map.keys().nth(at).cloned().expect("a field");
                if self.below(12) == 0 {
                    map.remove(&key);
                } else {
                    self.json(&mut map[&key]);
                }
            }
            _ => {}
        }
    }

    fn strange(&mut self) -> Json {
        match self.below(16) {
            0 => Json::Null,
            1 => json!(i64::MAX),
            2 => json!(i64::MIN),
            3 => json!(u64::MAX),
            4 => json!(1e308),
            5 => json!(i32::MAX),
            6 => json!(-1),
            7 => json!(1_000_000),
            8 => json!(true),
            9 => json!([]),
            10 => json!({}),
            11 => json!("\u{202e}<script>alert(1)</script>\u{0}"),
            12 => json!("x".repeat(self.below(5000))),
            13 => json!(vec![0; self.below(5000)]),
            14 => json!("u2"),
            _ => json!(self.below(40)),
        }
    }
}

/// Rosters and battles to begin from: the samples, and a battle in which everything happened once.
fn corpus() -> Vec<Shared> {
    let mut all = Vec::new();
    for ruleset in rulesets::ALL {
        let mut unit = roster::blank(ruleset.profile);
        unit.insert("name".into(), "Waller’s".into());
        let blank = Roster { ruleset: ruleset.id.into(), units: vec![unit; 3], ..Roster::default() };
        for roster in Roster::samples(ruleset).into_iter().chain([blank]) {
            all.push(battle(&roster));
            all.push(Shared::Roster("x1".into(), 3, roster));
        }
    }
    all
}

/// The stamp of the event at a place of that log.
fn stamp(number: usize) -> Stamp {
    Stamp::parse(&format!("{number}-k3")).expect("a stamp")
}

/// A pen that was taken by force, with every field filled in.
fn taken_pen() -> Event {
    Event::Pen(Box::new(PenEvent {
        at: 1.0,
        to: Device::parse("k3x9abcd").expect("a device"),
        name: "Anna’s phone".into(),
        from: "Bob’s tablet".into(),
        by_force: true,
        without: vec![stamp(4)],
        after: Vec::new(),
    }))
}

/// A battle with every kind of event, and every field of its header filled in: whatever is read of one is changed somewhere.
fn battle(roster: &Roster) -> Shared {
    let units = roster.units.iter().enumerate();
    let units = units.map(|(n, profile)| Unit { id: format!("u{}", n + 1), side: n % 2, profile: profile.clone() });
    let units: Vec<Unit> = units.collect();
    let newcomer = Unit { id: "u9-k3".into(), ..units[0].clone() };
    let resolved = Resolved {
        procedure: rulesets::find(&roster.ruleset).expect("a ruleset").procedures[0].id.into(),
        input: units[0].profile.clone(),
        participants: Map::from_iter([("firer".to_owned(), json!(["u1"]))]),
        rolls: vec![LoggedRoll { purpose: "hit".into(), sides: 6, faces: vec![1, 6], number: Some(3) }],
        outcome: json!({ "hits": 1 }),
        settles: Some(stamp(1)),
        discarded: false,
    };
    let rolled = Rolled {
        at: 1.0,
        procedure: resolved.procedure.clone(),
        input: resolved.input.clone(),
        participants: resolved.participants.clone(),
        rolls: resolved.rolls.clone(),
        after: Vec::new(),
        goes_on: None,
        corrects: None,
        overrides: Vec::new(),
    };
    let act = |action, changes| Event::Action(Box::new(ActionEvent::new(1.0, action, changes)));
    let events = [
        act(Action::Muster, vec![Change::Add(newcomer), Change::Remove("u2".into())]),
        Event::Rolled(Box::new(rolled.clone())),
        act(Action::Resolved(resolved), vec![Change::set("u1", "counters", 2), Change::set("a", "chips", 1)]),
        Event::Undo(stamp(2).into()),
        Event::Redo(stamp(2).into()),
        act(Action::Phase, vec![Change::set("battle", "phase", 1), Change::set("battle", "turn", 2)]),
        act(Action::Note("The fog lifts.".into()), Vec::new()),
        act(Action::ByHand, vec![Change::set("u1", "broken", true)]),
        Event::Rolled(Box::new(rolled)),
        taken_pen(),
        Event::Undo(stamp(7).into()),
    ];
    let header = Header {
        name: "Cheriton lane".into(),
        ruleset: roster.ruleset.clone(),
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
    };
    let mut battle = Battle::begin(header.clone());
    for (n, event) in events.into_iter().enumerate() {
        battle.add(stamp(n), battle.linked(event));
    }
    Shared::Battle("b1".into(), header, battle.log().to_vec())
}

/// Uses opened contents as the app does when it shows them.
fn use_roster(roster: &Roster) {
    let Some(ruleset) = rulesets::find(&roster.ruleset) else { return };
    for unit in &roster.units {
        let facts = roster::facts(ruleset, unit);
        let words = (ruleset.describe)(&facts).iter().map(ToString::to_string).collect::<Vec<_>>();
        assert!(words.iter().map(String::len).sum::<usize>() < 1 << 20);
        let _ = ((ruleset.status_tags)(&facts), roster::check(ruleset, unit));
    }
}

/// Uses a battle: replays it, and asks all that its pages ask.
fn use_battle(header: Header, log: Vec<(Stamp, Event)>) {
    let battle = Battle::replay(header, log);
    let _ = (battle.event_statuses(), battle.to_undo(), battle.to_redo(), battle.next_roll(), battle.next_stamp("z"));
    for device in battle.devices() {
        let _ = (battle.device_name(&device).map(str::len), battle.may_write(&device));
    }
    if let Some((last, _)) = battle.log().last() {
        let _ = battle.clashes_of(last);
    }
    let Some(ruleset) = rulesets::find(&battle.header().ruleset) else { return };
    for (_, rolled) in battle.awaiting() {
        use_rolled(ruleset, &battle, rolled);
    }
    for unit in battle.state().units() {
        let facts = battle.state().facts(&unit.id);
        let _ = ((ruleset.describe)(&facts), (ruleset.status_tags)(&facts));
        for tracker in ruleset.trackers {
            let _ = tracker.limit.map(|limit| limit(&facts));
        }
        for phase in ruleset.phases {
            let _ = (phase.concerns)(&facts);
        }
    }
    if let Some(unit) = battle.state().units().next() {
        let _ = binding::offers(ruleset, battle.state(), &unit.id);
    }
}

/// Takes up a roll as its panel does.
fn use_rolled(ruleset: &'static Ruleset, battle: &Battle, rolled: &Rolled) {
    let Some(procedure) = ruleset.procedure(&rolled.procedure) else { return };
    let participants = Participants::read(procedure, &rolled.participants);
    let faces: Vec<u8> = rolled.rolls.iter().flat_map(|roll| roll.faces.clone()).collect();
    let Ok(ready) = procedure.read(&rolled.input) else { return };
    if let Ok(resolved) = ready.resolve(&faces).result {
        let _ = binding::changes(ruleset, procedure, &participants, battle.state(), &resolved.consequences.effects);
    }
}

/// Does something and checks how much memory it took at its peak.
fn bounded<T>(what: &str, act: impl FnOnce() -> T) -> T {
    MEMORY.reset_peak_usage();
    let before = MEMORY.current_usage();
    let done = act();
    let taken = MEMORY.peak_usage().saturating_sub(before);
    assert!(taken < MOST, "{taken} bytes for {what}");
    done
}

/// One in so many things that open is also used: that takes far longer than opening.
const USED: usize = 8;

#[test]
fn no_link_crashes_the_app_or_fills_its_memory() {
    let _alone = ALONE.lock();
    let corpus = corpus();
    let links: Vec<String> = corpus.iter().map(|shared| share::write(shared).expect("shared")).collect();
    let texts: Vec<String> = corpus.iter().map(|shared| serde_json::to_string(shared).expect("JSON")).collect();
    let here = corpus[0].bundle().expect("texts");
    let mut dice = Dice::new();
    let (mut opened, runs) = (0, runs("DRUMHEAD_LINKS", 3_000));
    for _ in 0..runs {
        let at = dice.below(links.len());
        let link = match dice.below(4) {
            0 => {
                let other = dice.pick(&links);
                let mut link = links[at].clone().into_bytes();
                dice.bytes(&mut link, other.as_bytes());
                String::from_utf8_lossy(&link).into_owned()
            }
            1 => {
                let other = dice.pick(&links);
                let mut deflated = BASE64URL_NOPAD.decode(&links[at].as_bytes()["s=1.".len()..]).expect("base64url");
                dice.bytes(&mut deflated, other.as_bytes());
                format!("s=1.{}", BASE64URL_NOPAD.encode(&deflated))
            }
            2 => {
                let other = dice.pick(&texts);
                let mut text = texts[at].clone().into_bytes();
                dice.bytes(&mut text, other.as_bytes());
                format!("s=1.{}", pack::pack(&String::from_utf8_lossy(&text)).expect("short"))
            }
            _ => {
                let mut json: Json = serde_json::from_str(&texts[at]).expect("JSON");
                for _ in 0..=dice.below(3) {
                    dice.json(&mut json);
                }
                format!("s=1.{}", pack::pack(&json.to_string()).expect("short"))
            }
        };
        let Ok(shared) = bounded("a link", || share::read(&link)) else { continue };
        opened += 1;
        if opened % USED != 0 {
            continue;
        }
        bounded("what a link held", || {
            let bundle = shared.bundle().expect("what was read can be written");
            let _ = plan(&bundle, &here, Taking::KeepBoth, || "n1".into());
            match shared {
                Shared::Roster(_, _, roster) => use_roster(&roster),
                Shared::Battle(_, header, log) => use_battle(header, log),
            }
        });
    }
    println!("{runs} links, of which {opened} opened");
    assert!(opened > runs / 50, "changed so much that nothing opens, nothing is tried: {opened} of {runs}");
}

#[test]
fn a_pen_with_a_longer_name_than_devices_have_is_refused() {
    let device = Device::parse("k3x9abcd").expect("a device");
    for (length, is_fine) in [(pen::NAME, true), (pen::NAME + 1, false)] {
        let name = "é".repeat(length);
        let text = json!({ "pen": { "at": 1.0, "to": device, "name": name } });
        let event: Event = serde_json::from_value(text).expect("a pen");
        assert_eq!(limits::event(&stamp(1), &event).is_ok(), is_fine, "{length}");
    }
}

#[test]
fn no_sequence_of_codes_crashes_the_app_or_fills_its_memory() {
    let _alone = ALONE.lock();
    let links: Vec<String> = corpus().iter().map(|shared| share::write(shared).expect("shared")).collect();
    let codes: Vec<Codes> = links.iter().filter_map(|link| Codes::of(link)).collect();
    assert_eq!(codes.len(), links.len());
    let mut dice = Dice::new();
    let (mut whole, runs) = (0, runs("DRUMHEAD_LINKS", 3_000) / 10);
    for _ in 0..runs {
        let own = dice.pick(&codes);
        let damage = dice.below(3);
        let read = bounded("codes", || {
            let mut reading = Reading::default();
            (0..400).find_map(|number| {
                let mut code = own.code(number);
                let letters = code.split_off("DRUM2 ".len());
                let mut bytes = base45::decode(&letters).expect("bytes");
                // Every code is damaged, or a few are; in its letters, or in the bytes that they stand for.
                let is_damaged = damage == 0 || dice.below(8) == 0;
                match dice.below(2) {
                    _ if !is_damaged => code.push_str(&letters),
                    0 => {
                        dice.bytes(&mut bytes, letters.as_bytes());
                        code.push_str(&base45::encode(&bytes));
                    }
                    _ => {
                        let mut bytes = letters.into_bytes();
                        dice.bytes(&mut bytes, code.as_bytes());
                        code.push_str(&String::from_utf8_lossy(&bytes));
                    }
                }
                reading.take(&code).ok().flatten()
            })
        });
        if let Some(link) = read {
            whole += 1;
            let shared = bounded("a link that came by codes", || share::read(&link));
            assert!(shared.is_ok(), "what has the checksum is the link that was sent");
        }
    }
    println!("{runs} sequences, of which {whole} became whole");
    assert!(whole > runs / 10, "changed so much that nothing is read, nothing is tried: {whole} of {runs}");
}

/// A description of one end of a connection, as browsers write it.
const DESCRIPTION: &str = "a=ice-ufrag:Yx3+\r\na=ice-pwd:u0cJ/9Wnq1E3kL8pZt7vRfGb\r\n\
    a=fingerprint:sha-256 49:66:12:17:0D:1C:91:AE:57:4C:C6:36:DD:D5:97:D2:7D:62:C9:9A:7F:B9:A3:F4:70:03:E7:43:91:73:23:5E\r\n\
    a=candidate:1 1 udp 2113937151 192.168.1.7 53212 typ host\r\n\
    a=candidate:2 1 udp 2113937151 5a1f4c66-9f2b-4a0f-8e5d-0d9f5f3a7b11.local 53214 typ host\r\n";

#[test]
fn no_code_of_a_connection_becomes_anything_but_a_connection() {
    let _alone = ALONE.lock();
    let code = Pairing::of(DESCRIPTION, false, "b1").expect("a description").code();
    let lines = Pairing::read(&code).expect("a code").description().lines().count();
    let mut dice = Dice::new();
    let (mut opened, runs) = (0, runs("DRUMHEAD_LINKS", 3_000));
    for _ in 0..runs {
        let mut bytes = base45::decode(&code["DRUM3 ".len()..]).expect("bytes");
        dice.bytes(&mut bytes, DESCRIPTION.as_bytes());
        let changed = format!("DRUM3 {}", base45::encode(&bytes));
        if let Ok(pairing) = bounded("a code of a connection", || Pairing::read(&changed)) {
            opened += 1;
            let description = pairing.description();
            assert!(description.lines().count() <= lines + 2, "lines of a stranger's: {description}");
            assert_eq!(Pairing::read(&pairing.code()), Ok(pairing));
        }
        let mut text = DESCRIPTION.as_bytes().to_vec();
        dice.bytes(&mut text, code.as_bytes());
        let _ = Pairing::of(&String::from_utf8_lossy(&text), true, "b1");
    }
    println!("{runs} codes of connections, of which {opened} opened");
    assert!(opened > runs / 50, "{opened} of {runs}");
}

/// A message with letters or values changed.
fn changed_message(dice: &mut Dice, message: &str, other: &str) -> String {
    if dice.below(3) == 0 {
        let mut bytes = message.as_bytes().to_vec();
        dice.bytes(&mut bytes, other.as_bytes());
        return String::from_utf8_lossy(&bytes).into_owned();
    }
    let mut json: Json = serde_json::from_str(message).expect("JSON");
    for _ in 0..=dice.below(3) {
        dice.json(&mut json);
    }
    json.to_string()
}

#[test]
fn no_message_or_news_of_another_device_crashes_the_app_or_changes_what_is_here() {
    let _alone = ALONE.lock();
    let this = Named { device: Device::parse("k3x9abcd").expect("a device"), name: "Ann’s phone".into() };
    let battles: Vec<Shared> = corpus().into_iter().filter(|shared| matches!(shared, Shared::Battle(..))).collect();
    let mut dice = Dice::new();
    let (mut taken, runs) = (0, runs("DRUMHEAD_LINKS", 3_000) / 3);
    for _ in 0..runs {
        let Shared::Battle(id, header, log) = dice.pick(&battles).clone() else { continue };
        let theirs = Battle::replay(header.clone(), log.clone());
        let here = Battle::replay(header.clone(), log.into_iter().take(5));
        let (before, saved) = (here.fingerprint(), Shared::Battle(id.clone(), header.clone(), here.log().to_vec()));
        let mut sender = Peer::new(&id);
        let mut messages = sender.due(Some(&theirs), &this);
        let hello = Peer::new(&id).due(Some(&here), &this).remove(0);
        sender.hear(&hello, Some(&theirs)).expect("a greeting");
        messages.extend(sender.due(Some(&theirs), &this));
        messages.push(serde_json::to_string(&Message::Battle(Box::new(header))).expect("JSON"));
        let mut peer = Peer::new(&id);
        for nth in 0..messages.len() {
            let other = dice.pick(&messages);
            // Most greetings are whole: without one, nothing that comes after it is listened to.
            let is_whole = if nth == 0 { dice.below(4) != 0 } else { dice.below(3) == 0 };
            let text = if is_whole { messages[nth].clone() } else { changed_message(&mut dice, &messages[nth], other) };
            let has_battle = dice.below(6) != 0;
            let heard = bounded("a message", || peer.hear(&text, has_battle.then_some(&here)));
            if let Ok(Heard::Events(events)) = heard {
                taken += 1;
                let mut merged = here.clone();
                merged.add_all(events);
                assert!(
                    here.log().iter().all(|(stamp, own)| merged.event(stamp) == Some(own)),
                    "an entry was replaced"
                );
                if taken % USED == 0 {
                    bounded("what messages brought", || use_battle(merged.header().clone(), merged.log().to_vec()));
                }
            }
            let _ = (peer.lacks(here.log()), peer.due(Some(&here), &this));
        }
        assert_eq!(here.fingerprint(), before);
        let news = News::of(&id, &theirs, Some(&Summary::of(here.log())));
        let text = serde_json::to_string(&news).expect("JSON");
        let text = changed_message(&mut dice, &text, &hello);
        let link = format!("n=1.{}", pack::pack(&text).expect("short"));
        if let Ok(news) = bounded("news", || News::read(&link)) {
            let _ = bounded("news that arrive", || news.arrive(&saved.bundle().expect("texts")));
        }
    }
    println!("{runs} talks, in which {taken} messages brought entries");
    assert!(taken > runs / 20, "{taken} of {runs}");
}

/// A saved text with changed letters or values; now and then an intact one of another kind than its key's.
fn changed(dice: &mut Dice, text: String, other: &str) -> String {
    match dice.below(3) {
        0 => {
            let mut bytes = text.into_bytes();
            dice.bytes(&mut bytes, other.as_bytes());
            String::from_utf8_lossy(&bytes).into_owned()
        }
        1 if dice.below(8) == 0 => other.to_owned(),
        _ => {
            let json = text.splitn(4, '.').last().expect("JSON");
            let mut json: Json = serde_json::from_str(json).expect("JSON");
            for _ in 0..=dice.below(3) {
                dice.json(&mut json);
            }
            envelope::seal(&json, 1).expect("JSON")
        }
    }
}

/// Opens a saved text and does with it what the app does; says whether it opened.
fn use_saved(key: &Key, text: &str) -> bool {
    match key {
        Key::Roster(_) => envelope::open::<Roster>(key, text).map(|own| use_roster(&own.it)).is_ok(),
        Key::Battle(_) => envelope::open::<Header>(key, text).map(|own| use_battle(own.it, Vec::new())).is_ok(),
        Key::Event(_, stamp) => {
            let Ok(own) = envelope::open::<Event>(key, text) else { return false };
            let Shared::Battle(_, header, mut log) = battle(&Roster::samples(rulesets::ALL[0])[0]) else { return true };
            log.push((stamp.clone(), own.it));
            use_battle(header, log);
            true
        }
        Key::Draft(_) | Key::RosterOrder | Key::Settings | Key::Device | Key::Writer | Key::Known(_) => false,
    }
}

#[test]
fn no_saved_text_or_file_crashes_the_app_or_fills_its_memory() {
    let _alone = ALONE.lock();
    let saved: Vec<(Key, String)> = corpus()
        .iter()
        .flat_map(|shared| shared.bundle().expect("texts").0)
        .map(|(name, text)| (Key::parse(&name).expect("a key"), text))
        .collect();
    let mut dice = Dice::new();
    let (mut opened, runs) = (0, runs("DRUMHEAD_TEXTS", 1_000));
    for _ in 0..runs {
        let (key, text) = dice.pick(&saved).clone();
        let other = dice.pick(&saved).1.clone();
        let text = changed(&mut dice, text, &other);
        opened += usize::from(bounded("a saved text", || use_saved(&key, &text)));
        let file = Bundle([(key.to_string(), text)].into_iter().collect()).file().expect("JSON");
        let mut file = file.into_bytes();
        if dice.below(2) == 0 {
            dice.bytes(&mut file, other.as_bytes());
        }
        bounded("a file", || Bundle::read(&String::from_utf8_lossy(&file)).map(|bundle| bundle.items()).is_ok());
    }
    println!("{runs} texts, of which {opened} opened");
    assert!(opened > runs / 50, "changed so much that nothing opens, nothing is tried: {opened} of {runs}");
}

/// Calls of the contract to begin from, by name: the samples' requests, the scripts of battles, and chains that begin with the last
/// procedure of a script.
fn calls() -> Vec<Json> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/conformance");
    let mut all = Vec::new();
    let mut files: Vec<_> = [folder.to_owned(), format!("{folder}/battles")]
        .iter()
        .flat_map(|folder| std::fs::read_dir(folder).unwrap())
        .map(|file| file.unwrap().path())
        .filter(|file| file.extension().is_some_and(|kind| kind == "json"))
        .collect();
    files.sort();
    for file in files {
        let sample: Json = serde_json::from_str(&std::fs::read_to_string(file).unwrap()).expect("JSON");
        for case in sample["cases"].as_array().expect("cases") {
            let Some(battle) = case.get("battle") else {
                all.push(json!({ "call": "odds", "request": case["request"] }));
                let faces = case.pointer("/resolutions/0/faces").cloned().unwrap_or_else(|| json!([]));
                all.push(json!({ "call": "resolve", "request": case["request"], "faces": faces }));
                continue;
            };
            all.push(json!({ "call": "battle", "battle": battle }));
            let acts = battle["acts"].as_array().expect("acts");
            if let Some((act, before)) = acts.split_last().filter(|(act, _)| act["act"] == "procedure") {
                let mut battle = battle.clone();
                battle["acts"] = before.into();
                all.push(json!({ "call": "chain", "battle": battle, "act": act, "until": { "rounds": 1 } }));
            }
        }
    }
    all
}

#[test]
fn no_call_of_the_contract_crashes_it_or_fills_its_memory() {
    /// Chains are slow in a debug build, and few of many calls.
    const CHAINS: usize = 40;
    let _alone = ALONE.lock();
    let all = calls();
    let (chains, others): (Vec<&Json>, Vec<&Json>) = all.iter().partition(|call| call["call"] == "chain");
    let battles: Vec<&Json> = others.iter().copied().filter(|call| call["call"] == "battle").collect();
    assert!(chains.len() > 100 && battles.len() > 100 && others.len() > 2 * battles.len());
    let mut dice = Dice::new();
    let (mut answered, runs) = (0, runs("DRUMHEAD_CALLS", 2_000));
    for run in 0..runs {
        let call = match run {
            run if run % CHAINS == 0 => *dice.pick(&chains),
            run if run % 2 == 0 => *dice.pick(&battles),
            _ => *dice.pick(&others),
        };
        let line = if dice.below(4) == 0 {
            let mut line = call.to_string().into_bytes();
            let other = dice.pick(&others).to_string();
            dice.bytes(&mut line, other.as_bytes());
            line
        } else {
            let mut call = call.clone();
            for _ in 0..=dice.below(2) {
                dice.json(&mut call);
            }
            call.to_string().into_bytes()
        };
        let answer = bounded("a call", || contract::answer_line(&line));
        let answer = serde_json::to_value(&answer).expect("every answer can be written");
        answered += usize::from(answer.get("error").is_none());
    }
    println!("{runs} calls, of which {answered} were answered");
    assert!(answered > runs / 50, "changed so much that nothing is answered, nothing is tried: {answered} of {runs}");
}
