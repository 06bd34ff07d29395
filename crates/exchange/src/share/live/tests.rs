mod times;

use super::*;
use crate::share::sample_battle::{act, acted, header};
use battle::seats::PhaseMessage;
use battle::{Action, ActionEvent, Change};
use proptest::prelude::*;
use rules::dice::rng::Seed;

fn named(name: &str) -> Named {
    Named { device: Device::parse("k3x9abcd").unwrap(), name: name.into() }
}

/// One end of a connection: the device, its record of the other, and the messages on their way to it.
struct End {
    battle: Option<Battle>,
    peer: Peer,
    inbox: Vec<String>,
}

impl End {
    fn new(battle: Option<Battle>) -> Self {
        Self { battle, peer: Peer::new("b1"), inbox: Vec::new() }
    }

    /// Handles a message as the app does.
    fn receive(&mut self, text: &str) -> Result<(), Trouble> {
        match self.peer.receive(test_rulesets::RULESETS, text, self.battle.as_ref())? {
            Received::Greeting | Received::Nothing | Received::Mesh(_) => {}
            Received::Begins(header) => self.battle = Some(Battle::begin(test_rulesets::RULESETS, *header)),
            Received::Events(events) => {
                let stamps: Vec<Stamp> = events.iter().map(|(stamp, _)| stamp.clone()).collect();
                self.battle.as_mut().unwrap().add_all(events);
                self.peer.saved(stamps);
            }
        }
        Ok(())
    }

    fn due(&mut self) -> Vec<String> {
        self.peer.due(self.battle.as_ref(), &named("Ann’s phone"))
    }
}

/// Exchanges messages until neither end has any to send.
fn talk(ends: &mut [End; 2]) {
    loop {
        let [one, other] = ends;
        other.inbox.extend(one.due());
        one.inbox.extend(other.due());
        if ends.iter().all(|end| end.inbox.is_empty()) {
            return;
        }
        for end in &mut *ends {
            for text in std::mem::take(&mut end.inbox) {
                end.receive(&text).unwrap();
            }
        }
    }
}

fn log(end: &End) -> &[(Stamp, Event)] {
    end.battle.as_ref().unwrap().log()
}

#[test]
fn two_diverged_logs_are_equal_after_a_connection() {
    let mut one = acted(300, "a");
    let mut other = one.clone();
    (0..7).for_each(|_| act(&mut one, "a"));
    (0..5).for_each(|_| act(&mut other, "b"));
    let mut ends = [End::new(Some(one)), End::new(Some(other))];
    assert_eq!(ends[0].peer.lacks(log(&ends[0])).len(), 307, "nothing is known of the other yet");
    talk(&mut ends);
    assert_eq!(log(&ends[0]), log(&ends[1]));
    assert_eq!(log(&ends[0]).len(), 312);
    act(ends[0].battle.as_mut().unwrap(), "a");
    assert_eq!(ends[0].peer.lacks(log(&ends[0])).len(), 1);
    let due = ends[0].due();
    assert_eq!(due.len(), 1);
    assert!(due[0].starts_with(r#"{"events":[["#) && due[0].len() < 400, "an act alone: {}", due[0]);
    assert_eq!(ends[0].due(), [] as [&str; 0], "nothing is sent twice on one connection");
    assert_eq!(ends[0].peer.lacks(log(&ends[0])).len(), 1, "it is on its way");
    ends[1].inbox.extend(due);
    talk(&mut ends);
    assert_eq!(ends[0].peer.lacks(log(&ends[0])).len(), 0);
    assert_eq!(ends[0].peer.name(), Some("Ann’s phone"));
    assert_eq!(ends[0].peer.summary(log(&ends[0])), Summary::of(log(&ends[1])));
}

#[test]
fn codes_tell_which_entries_an_unconnected_device_has() {
    let mut one = acted(5, "a");
    let mut other = one.clone();
    (0..2).for_each(|_| act(&mut other, "b"));
    let mut peer = Peer::new("b1");
    assert_eq!(peer.lacks(one.log()).len(), 5);
    // Codes bring two new entries and one that is already here.
    peer.record_entries(&Summary::of(other.log()), [one.log(), &other.log()[4..]].concat());
    one.add_all(other.log().to_vec());
    assert_eq!(peer.lacks(one.log()).len(), 0);
    act(&mut one, "a");
    assert_eq!(peer.lacks(one.log()).len(), 1);
}

#[test]
fn a_device_without_the_battle_gets_all_of_it() {
    let mut ends = [End::new(Some(acted(450, "a"))), End::new(None)];
    talk(&mut ends);
    assert_eq!(log(&ends[0]), log(&ends[1]));
    assert_eq!(ends[1].battle.as_ref().unwrap().header(), &header());
}

#[test]
fn another_battle_and_other_entries_are_refused_with_the_reason() {
    let here = Battle::begin(test_rulesets::RULESETS, header());
    let mut stranger = Peer::new("b2");
    let hello = stranger.due(Some(&here), &named("")).remove(0);
    assert_eq!(Peer::new("b1").receive(test_rulesets::RULESETS, &hello, Some(&here)), Err(Trouble::OtherBattle));
    let other = Battle::begin(test_rulesets::RULESETS, Header { seed: Seed([8; 32]), ..header() });
    let hello = Peer::new("b1").due(Some(&other), &named("")).remove(0);
    assert_eq!(
        Peer::new("b1").receive(test_rulesets::RULESETS, &hello, Some(&here)),
        Err(Trouble::Apart(MergeFailure::Beginning))
    );
    let newer = hello.replace(r#""version":1"#, &format!(r#""version":{}"#, VERSION + 1));
    assert_eq!(Peer::new("b1").receive(test_rulesets::RULESETS, &newer, Some(&here)), Err(Trouble::Newer));
    let (mut one, mut other) = (here.clone(), here.clone());
    act(&mut one, "a");
    act(&mut other, "a");
    act(&mut other, "a");
    let note = Event::Action(Box::new(ActionEvent::new(1.0, Action::Note("Fog".into()), Vec::new())));
    let altered = Battle::replay(test_rulesets::RULESETS, header(), [(one.log()[0].0.clone(), note)]);
    let mut peer = Peer::new("b1");
    peer.receive(test_rulesets::RULESETS, &Peer::new("b1").due(Some(&here), &named(""))[0], Some(&altered)).unwrap();
    let events = serde_json::to_string(&Message::Events(other.log().to_vec())).unwrap();
    assert_eq!(
        peer.receive(test_rulesets::RULESETS, &events, Some(&altered)),
        Err(Trouble::Apart(MergeFailure::Entry(one.log()[0].0.clone())))
    );
}

#[test]
fn messages_before_a_greeting_and_malformed_or_long_ones_are_refused() {
    let mut here = Battle::begin(test_rulesets::RULESETS, header());
    act(&mut here, "a");
    let events = serde_json::to_string(&Message::Events(here.log().to_vec())).unwrap();
    assert_eq!(Peer::new("b1").receive(test_rulesets::RULESETS, &events, Some(&here)), Err(Trouble::Strange));
    for strange in ["", "{}", "null", r#"{"hello":{}}"#, r#"{"write":["drumhead/settings","x"]}"#] {
        assert_eq!(
            Peer::new("b1").receive(test_rulesets::RULESETS, strange, Some(&here)),
            Err(Trouble::Strange),
            "{strange}"
        );
    }
    assert_eq!(
        Peer::new("b1").receive(test_rulesets::RULESETS, &" ".repeat(LONGEST + 1), Some(&here)),
        Err(Trouble::Strange)
    );
    let mut peer = Peer::new("b1");
    peer.receive(test_rulesets::RULESETS, &Peer::new("b1").due(Some(&here), &named(""))[0], Some(&here)).unwrap();
    let begins = serde_json::to_string(&Message::Battle(Box::new(header()))).unwrap();
    assert_eq!(
        peer.receive(test_rulesets::RULESETS, &begins, Some(&here)),
        Ok(Received::Nothing),
        "a battle that is here is not replaced"
    );
    let twice = [here.log(), here.log()].concat();
    let twice = serde_json::to_string(&Message::Events(twice)).unwrap();
    assert_eq!(peer.receive(test_rulesets::RULESETS, &twice, Some(&here)), Err(Trouble::Strange));
}

#[test]
fn entries_with_which_the_log_would_exceed_a_limit_are_refused() {
    let here = acted(1, "a");
    let mut peer = Peer::new("b1");
    peer.receive(test_rulesets::RULESETS, &Peer::new("b1").due(Some(&here), &named(""))[0], Some(&here)).unwrap();
    let mut counters = |to: i32| {
        let act = ActionEvent::new(1.0, Action::ByHand, vec![Change::set("u1", "counters", to)]);
        let mut other = here.clone();
        other.add(here.next_stamp("b"), here.linked(Event::Action(Box::new(act))));
        let events = other.log().to_vec();
        let text = serde_json::to_string(&Message::Events(events.clone())).unwrap();
        (peer.receive(test_rulesets::RULESETS, &text, Some(&here)), events)
    };
    let (taken, events) = counters(4);
    assert_eq!(taken, Ok(Received::Events(events)));
    assert_eq!(counters(1_000_000).0, Err(Trouble::Apart(MergeFailure::TooMuch)), "no unit has so many");
}

#[test]
fn messages_of_version_1_0_0_about_steps_are_ignored_after_the_greeting() {
    let here = acted(1, "a");
    let ask = r#"{"ask":{"roll":3,"act":"0123456789abcdef"}}"#;
    let give = r#"{"give":{"roll":3,"step":"000102030405060708090a0b0c0d0e0f"}}"#;
    let mut peer = Peer::new("b1");
    assert_eq!(peer.receive(test_rulesets::RULESETS, ask, Some(&here)), Err(Trouble::Strange));
    let hello = Peer::new("b1").due(Some(&here), &named("")).remove(0);
    assert!(!hello.contains("commits"), "version 1.0.0 commits only to a device that says it reads commitments");
    let hello = hello.replace(r#""name":"""#, r#""name":"","commits":true"#);
    assert!(hello.contains("commits"), "as version 1.0.0 greets");
    assert_eq!(peer.receive(test_rulesets::RULESETS, &hello, Some(&here)), Ok(Received::Greeting));
    for text in [ask, give] {
        assert_eq!(peer.receive(test_rulesets::RULESETS, text, Some(&here)), Ok(Received::Nothing));
    }
    assert!(peer.due(Some(&here), &named("")).iter().all(|due| !due.contains("give")), "no answer is sent");
}

#[test]
fn a_log_with_commitments_is_not_sent_to_a_version_that_cannot_read_it() {
    let mut here = Battle::begin(test_rulesets::RULESETS, header());
    let hello = Peer::new("b1").due(Some(&here), &named("")).remove(0);
    assert!(hello.contains(r#""version":1"#), "{hello}");
    let chain = r#"{"chain":{"at":1.0,"first":0,"anchor":"000102030405060708090a0b0c0d0e0f"}}"#;
    here.add(here.next_stamp("a"), here.linked(serde_json::from_str(chain).unwrap()));
    let hello = Peer::new("b1").due(Some(&here), &named("")).remove(0);
    assert!(hello.contains(r#""version":2"#), "{hello}");
    // A log with counted changes also needs the later version.
    act(&mut here, "a");
    assert!(Peer::new("b1").due(Some(&here), &named("")).remove(0).contains(r#""version":3"#));
}

fn mesh_message() -> mesh::Message {
    mesh::Message::Phase(Device::parse("k3x9abcd").unwrap(), PhaseMessage::Withdraws)
}

#[test]
fn messages_of_the_mesh_follow_the_greeting_and_are_not_sent_to_version_1_0_0() {
    let here = acted(1, "a");
    let mut peer = Peer::new("b1");
    peer.queue(mesh_message());
    let hello = peer.due(Some(&here), &named("")).remove(0);
    assert!(hello.contains(r#""mesh":true"#), "{hello}");
    // The greeting of version 1.0.0 has neither a time nor the mesh.
    let old = hello.replace(r#","mesh":true"#, "");
    peer.receive(test_rulesets::RULESETS, &old, Some(&here)).unwrap();
    assert!(!peer.is_of_mesh());
    peer.queue(mesh_message());
    assert_eq!(peer.due(Some(&here), &named("")), [] as [&str; 0]);

    peer.receive(test_rulesets::RULESETS, &hello, Some(&here)).unwrap();
    assert!(peer.is_of_mesh());
    peer.queue(mesh_message());
    let due = peer.due(Some(&here), &named(""));
    assert_eq!(due, [r#"{"mesh":{"phase":["k3x9abcd","withdraws"]}}"#]);
    assert_eq!(peer.due(Some(&here), &named("")), [] as [&str; 0], "it is sent once");

    let mut other = Peer::new("b1");
    assert_eq!(
        other.receive(test_rulesets::RULESETS, &due[0], Some(&here)),
        Err(Trouble::Strange),
        "before a greeting"
    );
    other.receive(test_rulesets::RULESETS, &hello, Some(&here)).unwrap();
    assert_eq!(other.receive(test_rulesets::RULESETS, &due[0], Some(&here)), Ok(Received::Mesh(mesh_message())));
    // The connection of another device may open before the battle has arrived.
    assert_eq!(other.receive(test_rulesets::RULESETS, &due[0], None), Ok(Received::Mesh(mesh_message())));
}

#[test]
fn malformed_messages_of_the_mesh_are_refused() {
    let here = acted(1, "a");
    let mut peer = Peer::new("b1");
    peer.receive(test_rulesets::RULESETS, &Peer::new("b1").due(Some(&here), &named(""))[0], Some(&here)).unwrap();
    for strange in [
        r#"{"mesh":{}}"#,
        r#"{"mesh":{"phase":["k3x9abcd"]}}"#,
        r#"{"mesh":{"phase":["K3X9 abcd","withdraws"]}}"#,
        r#"{"mesh":{"phase":["k3x9abcd",{"ends":{"turn":1}}]}}"#,
        r#"{"mesh":{"phase":["k3x9abcd",{"ends":{"turn":99999999999,"phase":1}}]}}"#,
        r#"{"mesh":{"phase":["k3x9abcd",{"answers":{"turn":1,"phase":1,"answer":"never"}}]}}"#,
        r#"{"mesh":{"introduce":{"from":"a","to":"b","attempt":-1,"is_answer":false,"code":"c"}}}"#,
        r#"{"mesh":{"report":{"device":"a","since":1,"number":1,"to":"b","has":{}}}}"#,
        r#"{"mesh":{"battle":{}}}"#,
    ] {
        assert_eq!(peer.receive(test_rulesets::RULESETS, strange, Some(&here)), Err(Trouble::Strange), "{strange}");
    }
}

#[test]
fn a_device_is_known_once_it_has_greeted() {
    let (here, mut other) = (acted(3, "a"), acted(3, "a"));
    act(&mut other, "b");
    let mut peer = Peer::new("b1");
    assert_eq!((peer.is_known(), peer.device(), peer.greeted_with()), (false, None, None));
    let hello = Peer::new("b1").due(Some(&other), &named("Bob")).remove(0);
    peer.receive(test_rulesets::RULESETS, &hello, Some(&here)).unwrap();
    assert_eq!((peer.is_known(), peer.device()), (true, Some(&named("Bob"))));
    assert_eq!(peer.greeted_with(), Some(&Summary::of(other.log())));
}

#[test]
fn the_mark_of_another_device_is_computed_from_its_entries() {
    let older = acted(3, "a");
    let mut here = older.clone();
    (0..2).for_each(|_| act(&mut here, "a"));
    let mut peer = Peer::new("b1");
    assert_eq!(peer.mark(&here), Battle::begin(test_rulesets::RULESETS, header()).mark(), "nothing is known of it");
    let hello = Peer::new("b1").due(Some(&older), &named("")).remove(0);
    peer.receive(test_rulesets::RULESETS, &hello, Some(&here)).unwrap();
    assert_eq!(peer.mark(&here), older.mark());
    let stamps: Vec<Stamp> = here.log().iter().map(|(stamp, _)| stamp.clone()).collect();
    peer.receive(test_rulesets::RULESETS, &serde_json::to_string(&Message::Saved(stamps)).unwrap(), Some(&here))
        .unwrap();
    assert_eq!(peer.mark(&here), here.mark());
}

#[test]
fn a_greeting_with_a_long_name_or_an_invalid_summary_is_refused() {
    let here = acted(1, "a");
    let hello = Peer::new("b1").due(Some(&here), &named("Bob")).remove(0);
    let greeted = |hello: &str| Peer::new("b1").receive(test_rulesets::RULESETS, hello, Some(&here));
    let name = |length: usize| hello.replace("Bob", &"ö".repeat(length));
    assert_eq!(greeted(&name(control::NAME)), Ok(Received::Greeting));
    assert_eq!(greeted(&name(control::NAME + 1)), Err(Trouble::Strange));
    let has = hello.replace(r#""a":["#, r#""A b":["#);
    assert_ne!(has, hello);
    assert_eq!(greeted(&has), Err(Trouble::Strange), "no tab has such a name");
    let version = |number: u32| hello.replace(r#""version":3"#, &format!(r#""version":{number}"#));
    assert_eq!(greeted(&version(VERSION)), Ok(Received::Greeting));
    assert_eq!(greeted(&version(VERSION + 1)), Err(Trouble::Newer));
}

#[test]
fn long_entries_are_sent_in_messages_of_limited_length() {
    let mut here = Battle::begin(test_rulesets::RULESETS, header());
    for n in 0..40 {
        let note = ActionEvent::new(1.0, Action::Note(format!("{n:04000}")), Vec::new());
        here.add(here.next_stamp("a"), Event::Action(Box::new(note)));
    }
    let mut peer = Peer::new("b1");
    let hello = Peer::new("b1").due(None, &named("")).remove(0);
    peer.receive(test_rulesets::RULESETS, &hello, Some(&here)).unwrap();
    let due = peer.due(Some(&here), &named(""));
    let events: Vec<&String> = due.iter().filter(|text| text.starts_with(r#"{"events""#)).collect();
    // A new message begins after 48 kB: 12 or 13 notes of 4 kB.
    assert_eq!(events.len(), 4);
    assert!(events.iter().all(|text| text.len() < LONG + 5_000), "{:?}", events.iter().map(|text| text.len()));
}

/// A battle with short acts before and after an act that is longer than a message.
fn with_a_long_act() -> Battle {
    let mut battle = acted(3, "a");
    let to = "“\\”".repeat(400);
    let changes = (0..300).map(|_| Change::set("u1", "note", to.as_str())).collect();
    let long = Event::Action(Box::new(ActionEvent::new(1.0, Action::ByHand, changes)));
    assert!(serde_json::to_string(&long).unwrap().len() > 3 * LONGEST);
    let (stamp, long) = (battle.next_stamp("a"), battle.linked(long));
    battle.add(stamp, long);
    act(&mut battle, "a");
    battle
}

#[test]
fn an_entry_that_is_longer_than_a_message_is_sent_in_parts() {
    let mut ends = [End::new(Some(with_a_long_act())), End::new(Some(acted(0, "a")))];
    let hello = ends[1].due().remove(0);
    ends[0].receive(&hello).unwrap();
    let due = ends[0].due();
    assert!(due.iter().all(|text| text.len() <= LONGEST), "{:?}", due.iter().map(String::len));
    due.iter().for_each(|text| ends[1].receive(text).unwrap());
    talk(&mut ends);
    assert_eq!(log(&ends[0]), log(&ends[1]));
    assert_eq!(ends[0].peer.lacks(log(&ends[0])).len(), 0);
}

#[test]
fn a_version_that_reads_no_parts_gets_all_other_entries() {
    let here = with_a_long_act();
    let hello = Peer::new("b1").due(None, &named("")).remove(0);
    let earlier = hello.replace(r#","parts":true"#, "");
    assert_ne!(earlier, hello);
    let mut peer = Peer::new("b1");
    peer.receive(test_rulesets::RULESETS, &earlier, Some(&here)).unwrap();
    let sent = peer.due(Some(&here), &named("")).into_iter().flat_map(|text| match read(&text) {
        Ok(Message::Events(events)) => events,
        _ => Vec::new(),
    });
    let others = [&here.log()[..3], &here.log()[4..]].concat();
    assert_eq!(sent.collect::<Vec<_>>(), others);
}

#[test]
fn parts_are_bounded_and_follow_the_greeting() {
    let here = acted(1, "a");
    let hello = Peer::new("b1").due(Some(&here), &named("")).remove(0);
    let part = |text: String, is_last| serde_json::to_string(&Message::Part { text, is_last }).unwrap();
    let mut peer = Peer::new("b1");
    let mut receive = |text: &str| peer.receive(test_rulesets::RULESETS, text, Some(&here));
    assert_eq!(receive(&part(hello.clone(), true)), Err(Trouble::Strange));
    assert_eq!(receive(&hello), Ok(Received::Greeting));
    let (first, second) = hello.split_at(9);
    assert_eq!(receive(&part(first.into(), false)), Ok(Received::Nothing));
    assert_eq!(receive(&part(second.into(), true)), Ok(Received::Greeting));
    assert_eq!(receive(&part(part(hello.clone(), true), true)), Err(Trouble::Strange), "a part in a part");
    let long = part("x".repeat(PART), false);
    for _ in 0..LONGEST_WHOLE / PART {
        assert_eq!(receive(&long), Ok(Received::Nothing));
    }
    assert_eq!(receive(&long), Err(Trouble::Strange));
}

#[test]
fn confirmations_of_many_entries_are_sent_in_messages_of_limited_length() {
    let here = acted(0, "a");
    let mut peer = Peer::new("b1");
    peer.saved((0..20_000).map(|number| Stamp::parse(&format!("{number}-k3x9abcd")).unwrap()));
    let due = peer.due(Some(&here), &named(""));
    let confirmed = due.iter().map(|text| match read(text) {
        Ok(Message::Saved(stamps)) => stamps.len(),
        _ => 0,
    });
    assert_eq!(confirmed.sum::<usize>(), 20_000);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn messages_lost_with_a_connection_are_made_up_for_by_the_next(steps in proptest::collection::vec((0..2_usize, 0..9_usize), 1..80)) {
        let mut ends = [End::new(Some(Battle::begin(test_rulesets::RULESETS, header()))), End::new(Some(Battle::begin(test_rulesets::RULESETS, header())))];
        for (end, what) in steps {
            match what {
                0 => for end in &mut ends {
                    end.inbox.clear();
                    end.peer.reconnect();
                },
                1..=3 => {
                    let due = ends[end].due();
                    ends[1 - end].inbox.extend(due);
                }
                4..=5 if !ends[end].inbox.is_empty() => {
                    let text = ends[end].inbox.remove(0);
                    ends[end].receive(&text).unwrap();
                }
                _ => act(ends[end].battle.as_mut().unwrap(), ["a", "b"][end]),
            }
        }
        talk(&mut ends);
        prop_assert_eq!(log(&ends[0]), log(&ends[1]));
        for end in &ends {
            prop_assert_eq!(end.peer.lacks(log(end)).len(), 0);
        }
    }
}
