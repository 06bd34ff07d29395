//! Tests of logs with fields that version 1.0.0 does not know: their texts, links, codes and greetings are marked, and no others.

use super::arrival::{Taking, plan};
use super::codes::{Codes, Reading};
use super::live::{Peer, Received};
use super::news::News;
use super::sample_battle::{act, acted};
use super::summary::Summary;
use super::{Shared, read, write};
use crate::storage::roster::Roster;
use crate::storage::{Bundle, Key, SCHEMA, envelope, saved_battle};
use battle::control::Named;
use battle::{Action, ActionEvent, Battle, Change, Command, Device, Event};
use rules::facts::FactValue;
use rules::own::OwnRules;
use serde_json::json;
use test_rulesets::RULESETS;

/// Adds an act that is a later part of the group that begins with the last act.
fn act_in_group(battle: &mut Battle) {
    let first = battle.log().last().map(|(stamp, _)| stamp.clone());
    let act = ActionEvent::new(1.0, Action::ByHand, vec![Change::set("u2", "counters", 3)]).in_group(first);
    let event = battle.linked(Event::Action(Box::new(act)));
    battle.add(battle.next_stamp("a"), event);
}

/// A battle of three acts, the last of them marked.
fn marked() -> Battle {
    let mut battle = acted(2, "a");
    act_in_group(&mut battle);
    battle
}

fn shared(battle: &Battle) -> Shared {
    Shared::Battle("b1".into(), battle.header().clone(), battle.log().to_vec())
}

/// The keys of the marked texts.
fn marked_texts(bundle: &Bundle) -> Vec<&str> {
    bundle.0.iter().filter(|(_, text)| envelope::is_marked(text)).map(|(name, _)| name.as_str()).collect()
}

#[test]
fn the_header_and_the_entries_with_such_fields_are_marked_and_read_again() {
    let battle = marked();
    let bundle = shared(&battle).bundle().unwrap();
    assert_eq!(marked_texts(&bundle), ["drumhead/battle/b1", "drumhead/event/b1/2-a"]);
    assert_eq!(marked_texts(&shared(&acted(3, "a")).bundle().unwrap()), [] as [&str; 0]);
    assert_eq!(Shared::of(RULESETS, &bundle, &Key::Battle("b1".into())), Some(shared(&battle)));
    let header = bundle.0.get("drumhead/battle/b1").map(String::as_str);
    let log = battle.log().iter().map(|(stamp, _)| {
        let name = Key::Event("b1".into(), stamp.clone()).to_string();
        (stamp.clone(), bundle.0[&name].clone())
    });
    let saved = saved_battle::read(RULESETS, "b1", header, log).unwrap();
    assert_eq!((saved.value.log(), saved.newer), (battle.log(), false));
    let file = Bundle::read(RULESETS, &bundle.file().unwrap()).unwrap();
    assert_eq!(file, bundle, "a file holds the texts as they are");
    let item = bundle.find(&Key::Battle("b1".into())).unwrap();
    assert_eq!(marked_texts(&bundle.renamed(&item, "b2", &[])), ["drumhead/battle/b2", "drumhead/event/b2/2-a"]);
}

#[test]
fn links_and_codes_of_such_logs_have_a_version_of_their_own() {
    let (plain, marked) = (acted(3, "a"), marked());
    for (battle, version) in [(&plain, 1), (&marked, 2)] {
        let link = write(RULESETS, &shared(battle)).unwrap();
        assert!(link.starts_with(&format!("s={version}.")), "{link}");
        assert_eq!(read(RULESETS, &link), Ok(shared(battle)));
        let news = News::of("b1", battle, Some(&Summary::of(&battle.log()[..1])));
        let link = news.write(RULESETS).unwrap();
        assert!(link.starts_with(&format!("n={version}.")), "{link}");
        assert_eq!(News::read(RULESETS, &link).as_ref(), Ok(&news));
        for link in [write(RULESETS, &shared(battle)).unwrap(), link] {
            let codes = Codes::of(&link).unwrap();
            let mut reading = Reading::default();
            let found = (0..200).find_map(|number| reading.take(&codes.code(number)).unwrap());
            assert_eq!(found.as_ref(), Some(&link));
        }
    }
    // Even codes without a marked entry are of a battle that version 1.0.0 must not continue.
    let known = Summary::of(marked.log());
    assert!(News::of("b1", &marked, Some(&known)).write(RULESETS).unwrap().starts_with("n=2."));
}

fn this() -> Named {
    Named { device: Device::parse("k3x9abcd").unwrap(), name: String::new() }
}

#[test]
fn a_device_greets_as_of_a_new_version_before_it_sends_the_first_such_entry() {
    let (mut battle, other) = (acted(2, "a"), acted(2, "a"));
    let [mut here, mut there] = [Peer::new("b1"), Peer::new("b1")];
    let hello = here.due(Some(&battle), &this()).remove(0);
    assert!(hello.contains(r#""version":3"#), "{hello}");
    there.receive(RULESETS, &hello, Some(&other)).unwrap();
    let hello = there.due(Some(&other), &this()).remove(0);
    here.receive(RULESETS, &hello, Some(&battle)).unwrap();
    act(&mut battle, "a");
    assert!(here.due(Some(&battle), &this()).iter().all(|text| !text.contains("hello")), "an entry that it can read");
    act_in_group(&mut battle);
    let due = here.due(Some(&battle), &this());
    assert!(due[0].contains("hello") && due[0].contains(r#""version":4"#), "{due:?}");
    assert!(due[1].contains(r#""group""#), "{due:?}");
    assert_eq!(there.receive(RULESETS, &due[0], Some(&other)), Ok(Received::Greeting));
    assert!(here.due(Some(&battle), &this()).is_empty(), "once");
}

#[test]
fn a_battle_that_gets_such_an_entry_is_marked_too() {
    let (here, incoming) = (acted(2, "a"), marked());
    let [here, incoming] = [&here, &incoming].map(|battle| shared(battle).bundle().unwrap());
    let taken = plan(RULESETS, &incoming, &here, Taking::KeepBoth, || "n".into());
    let mut after = here.clone();
    after.0.extend(taken.write.clone());
    assert_eq!(marked_texts(&after), ["drumhead/battle/b1", "drumhead/event/b1/2-a"]);
    assert_eq!(envelope::revision(&after.0["drumhead/battle/b1"]), envelope::revision(&here.0["drumhead/battle/b1"]));
    assert_eq!(taken.write.last().map(|(name, _)| name.as_str()), Some("drumhead/battle/b1"), "headers come last");
    let text = &here.0["drumhead/battle/b1"];
    assert!(text.starts_with(&format!("{SCHEMA}.")) && envelope::marked(&after.0["drumhead/battle/b1"]).is_none());
}

#[test]
fn a_battle_with_a_scenario_or_commands_is_marked_although_its_entries_are_not() {
    let plain = acted(2, "a");
    let mut header = plain.header().clone();
    header.sides[0].commands.push(Command { id: "left".into(), name: "Left wing".into(), general: String::new() });
    let mut battle = Battle::replay(RULESETS, header, plain.log().to_vec());
    let bundle = shared(&battle).bundle().unwrap();
    assert_eq!(marked_texts(&bundle), ["drumhead/battle/b1"]);
    let link = write(RULESETS, &shared(&battle)).unwrap();
    assert!(link.starts_with("s=2."), "{link}");
    assert_eq!(read(RULESETS, &link), Ok(shared(&battle)));
    assert!(News::of("b1", &battle, None).write(RULESETS).unwrap().starts_with("n=2."));
    let hello = Peer::new("b1").due(Some(&battle), &this()).remove(0);
    assert!(hello.contains(r#""version":4"#), "{hello}");
    act(&mut battle, "a");
    assert_eq!(marked_texts(&shared(&battle).bundle().unwrap()), ["drumhead/battle/b1"]);
}

#[test]
fn a_roster_with_own_rules_of_later_fields_is_marked_too() {
    for (rules, version) in [
        (json!({ "reminders": [{ "after": "melee", "text": "Smoke" }] }), 1),
        (json!({ "reminders": [{ "at": "turn", "text": "Smoke" }] }), 2),
    ] {
        let own_rules = OwnRules::read(&rules).unwrap();
        let roster = Roster { ruleset: "arquebusier".into(), name: "Ours".into(), own_rules, ..Roster::default() };
        let shared = Shared::Roster("r1".into(), 3, roster);
        let bundle = shared.bundle().unwrap();
        assert_eq!(!marked_texts(&bundle).is_empty(), version == 2, "{rules}");
        assert_eq!(Shared::of(RULESETS, &bundle, &Key::Roster("r1".into())), Some(shared.clone()));
        let link = write(RULESETS, &shared).unwrap();
        assert!(link.starts_with(&format!("s={version}.")), "{link}");
        assert_eq!(read(RULESETS, &link), Ok(shared));
    }
}
