//! Seats in shared and stored battles, and their words.

use battle::analysis::act_words::sentence;
use battle::seat::{Place, Seat};
use battle::verify::verify;
use battle::{Action, ActionEvent, Battle, Change, Command, Device, Event, Header, Stamp, Unit};
use exchange::share::Shared;
use exchange::storage::Bundle;
use exchange::storage::limits;
use rules::dice::rng::Seed;
use rules::subject::Side;
use serde_json::json;

const DEVICES: [&str; 5] = ["aaaaaaaa", "bbbbbbbb", "cccccccc", "dddddddd", "eeeeeeee"];

fn device(nth: usize) -> Device {
    Device::parse(DEVICES[nth]).unwrap()
}

fn add(battle: &mut Battle, nth: usize, event: Event) -> Stamp {
    let (stamp, event) = (battle.next_stamp(&device(nth).tab("11111111")), battle.linked(event));
    battle.add(stamp.clone(), event);
    stamp
}

fn begun() -> Battle {
    let unit = |id: &str, side: usize, command: &str| Unit {
        id: id.into(),
        side,
        command: command.into(),
        profile: json!({ "name": id, "troop_type": "foot", "pikes": 12 }).as_object().unwrap().clone(),
    };
    let units = vec![unit("u1", 0, "left"), unit("u2", 1, ""), unit("u3", 0, "right")];
    let mut header = Header::new("pike_and_shot", "Cheriton lane", ["Parliament", "The King"], units, Seed([7; 32]));
    let command = |id: &str, name: &str| Command { id: id.into(), name: name.into(), ..Command::default() };
    header.sides[0].commands = vec![command("left", "Left wing"), command("right", "Right wing")];
    header.began = 1.79e12;
    Battle::begin(test_rulesets::RULESETS, header)
}

/// A battle in which each kind of seat is taken, two players share a device, and one device takes over from another.
fn seated() -> Battle {
    let mut battle = begun();
    let seats = [
        vec![Seat::new("Ann", Place::Command("left".into())), Seat::new("Dan", Place::Command("right".into()))],
        vec![Seat::new("Ben", Place::Side(Side::B))],
        vec![Seat::new("Cleo", Place::Umpire)],
        vec![Seat::new("", Place::Hall)],
        vec![Seat::new("Eve", Place::All)],
    ];
    for (nth, seats) in seats.iter().enumerate() {
        let event = battle.seating(1.79e12, &device(nth), seats, None);
        add(&mut battle, nth, event);
    }
    let act = ActionEvent::new(1.79e12, Action::ByHand, vec![Change::set("u1", "counters", 1)]).refereed(Vec::new());
    add(&mut battle, 0, Event::Action(Box::new(act)));
    let taken = battle.seating(1.79e12, &device(1), &[seats[1].clone(), seats[0].clone()].concat(), Some(&device(0)));
    add(&mut battle, 1, taken);
    battle
}

fn shared(battle: &Battle) -> String {
    let shared = Shared::Battle("5eat1234".into(), battle.header().clone(), battle.log().to_vec());
    shared.bundle().unwrap().file().unwrap()
}

#[test]
fn a_battle_with_seats_is_marked_and_a_file_of_it_keeps_them() {
    let (plain, battle) = (begun().header().clone(), seated());
    // The header is marked because of its commands, so a header without any shows the mark of the seats.
    let without = |header: &Header| {
        let mut header = Header { units: Vec::new(), ..header.clone() };
        header.sides[0].commands.clear();
        header
    };
    let of = |log: &[(Stamp, Event)]| Battle::replay(test_rulesets::RULESETS, without(&plain), log.to_vec());
    assert!(!of(&[]).is_marked() && of(&battle.log()[..1]).is_marked());
    let bundle = Bundle::read(test_rulesets::RULESETS, &shared(&battle)).unwrap();
    assert_eq!(bundle.unreadable(), 0);
    let schemas: Vec<&str> = bundle.0.values().map(|text| &text[..2]).collect();
    assert_eq!(schemas.iter().filter(|schema| **schema == "2.").count(), battle.log().len(), "all but the act by hand");
    assert!(verify(&battle).iter().all(|finding| finding.faults.is_empty()));
}

#[test]
fn seats_that_cannot_be_read_are_refused_from_outside() {
    let stamp = Stamp::parse("0-aaaaaaaa11111111").unwrap();
    let event = |key: &str, to: serde_json::Value| {
        Event::Action(Box::new(ActionEvent::new(1.0, Action::ByHand, vec![Change::set("battle", key, to)])))
    };
    let valid = json!([{ "player": "Ann", "of": "umpire" }]);
    assert!(limits::event(&stamp, &event("seat:aaaaaaaa", valid.clone())).is_ok());
    assert!(limits::event(&stamp, &event("seat:aaaaaaaa", json!([]))).is_ok());
    assert!(limits::event(&stamp, &event("seat:A device", valid)).is_err());
    assert!(limits::event(&stamp, &event("seat:aaaaaaaa", json!([{ "of": "king" }]))).is_err());
    assert!(limits::event(&stamp, &event("seat:aaaaaaaa", json!([{ "player": "x".repeat(41) }]))).is_err());
}

#[test]
fn the_log_names_players_and_their_places() {
    let battle = seated();
    let ruleset = battle.state().ruleset().unwrap();
    let mut so_far = battle.at_start();
    let mut words = Vec::new();
    for (stamp, event) in battle.log() {
        let Event::Action(act) = event else { continue };
        words.push(sentence(ruleset, &battle, so_far.state(), act));
        so_far.add(stamp.clone(), event.clone());
    }
    assert_eq!(words[0], "Seats: Ann (Left wing), Dan (Right wing)");
    assert_eq!(
        words[1..5],
        ["Seats: Ben (The King)", "Seats: Cleo (Umpire)", "Seats: Hall view", "Seats: Eve (Everybody)"]
    );
    assert!(words[6].starts_with("Seats: Ben (The King), Ann (Left wing), Dan (Right wing)"), "{}", words[6]);
}

#[test]
#[ignore = "writes tests/fixtures/since_1_0_0/seats.json, which is never changed afterwards"]
fn write_fixture() {
    let file = testing::in_project("tests/fixtures/since_1_0_0/seats.json");
    assert!(!file.exists(), "{} is never changed", file.display());
    std::fs::write(&file, shared(&seated())).unwrap();
}
