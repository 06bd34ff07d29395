use super::*;
use battle::{Action, ActionEvent, Battle, Change, LoggedRoll, Rolled, Unit};
use rules::dice::rng::Seed;
use serde_json::{Map, json};

/// The address of a host with a long name, as links begin with it.
const HOST: &str = "https://a-rather-long-name.example.org/wargames/drumhead/#";

/// An army of 13 units: more than most Pikette armies have.
fn army() -> Roster {
    let unit = |name: &str, row: &str, stands: i32| {
        json!({ "name": name, "army": "spanish", "row": row, "stands": stands }).as_object().unwrap().clone()
    };
    let units = vec![
        unit("Neapolitan lancers", "lancers", 2),
        unit("Mounted arquebusiers of Bisaccia", "carabins", 2),
        unit("Genitors of Granada", "genitors", 2),
        unit("Tercio of Lombardy", "tercio", 6),
        unit("Tercio of Sicily", "tercio", 6),
        unit("Arquebus of Pescara", "arquebus", 2),
        unit("Arquebus of Del Vasto", "arquebus", 2),
        unit("Pike of Calabria", "pike", 2),
        unit("Pike of Naples", "pike", 2),
        unit("Musketeers, first company", "musketeers", 2),
        unit("Musketeers, second company", "musketeers", 2),
        unit("Sakers under Pedro Navarro", "cannon", 1),
        unit("Falconets on the left", "cannon", 1),
    ];
    Roster { ruleset: "pikette_squared".into(), name: "Spanish at Pavia, 1525".into(), units, ..Roster::default() }
}

/// A number of acts, and a roll that is not settled.
const AND_A_ROLL: u8 = 12;

fn battle(acts: u8) -> Shared {
    let unit = |id: &str, side, name: &str| Unit {
        id: id.into(),
        side,
        profile: json!({ "name": name, "pikes": 12 }).as_object().unwrap().clone(),
        ..Unit::default()
    };
    let units = vec![unit("u1", 0, "Waller’s"), unit("u2", 1, "Byron’s")];
    let sides = ["Parliament", "Royalists"];
    let header = Header {
        began: 1_700_000_000_000.0,
        ..Header::new("pike_and_shot", "Cheriton lane", sides, units, Seed([9; 32]))
    };
    let mut log: Vec<(Stamp, Event)> = Vec::new();
    for n in 0..acts {
        let changes = vec![Change::set("u1", "counters", n)];
        let act = ActionEvent::new(1_700_000_000_001.0, Action::ByHand, changes);
        log.push((Stamp::after(log.last().map(|(stamp, _)| stamp), "k3x9"), Event::Action(Box::new(act))));
    }
    if let Some((last, _)) = log.last().cloned() {
        log.push((Stamp::after(Some(&last), "z"), Event::Undo(last.into())));
    }
    if acts == AND_A_ROLL {
        let roll = LoggedRoll {
            purpose: "hit".into(),
            sides: 6,
            faces: vec![3, 6],
            number: Some(0),
            steps: None,
            counted: None,
        };
        let (input, participants) = (Map::new(), Map::from_iter([("a".to_owned(), json!(["u1"]))]));
        let rolled = Rolled::of(1_700_000_000_002.0, "melee_round", input, participants, vec![roll]);
        log.push((Stamp::after(log.last().map(|(stamp, _)| stamp), "z"), Event::Rolled(Box::new(rolled))));
    }
    Shared::Battle("b1".into(), header, log)
}

#[test]
fn a_link_to_thirteen_units_has_below_800_characters_and_fits_a_code() {
    let link =
        format!("{HOST}{}", write(test_rulesets::RULESETS, &Shared::Roster("x7k2m9p4".into(), 14, army())).unwrap());
    assert!(link.len() < 800, "{} characters", link.len());
    assert!(qr::code(&link).unwrap().version <= 20);
}

#[test]
fn every_sample_roster_fits_into_a_code() {
    for ruleset in test_rulesets::ALL {
        for sample in Roster::samples(ruleset) {
            let link = format!(
                "{HOST}{}",
                write(
                    test_rulesets::RULESETS,
                    &Shared::Roster("x7k2m9p4".into(), 14, lean(test_rulesets::RULESETS, sample))
                )
                .unwrap()
            );
            assert!(link.len() < 800 && qr::code(&link).is_some(), "{} characters", link.len());
        }
    }
}

#[test]
fn a_roster_and_a_battle_are_unchanged_by_a_link() {
    for shared in [Shared::Roster("x1".into(), 3, army()), battle(0), battle(AND_A_ROLL), battle(40)] {
        let fragment = write(test_rulesets::RULESETS, &shared).unwrap();
        assert!(is_link(&fragment));
        assert_eq!(read(test_rulesets::RULESETS, &fragment), Ok(shared.clone()));
        assert_eq!(read(test_rulesets::RULESETS, &format!("#{fragment}")), Ok(shared));
    }
}

#[test]
fn a_saved_battle_is_shared_and_saved_again_byte_for_byte() {
    let saved = battle(AND_A_ROLL).bundle().unwrap();
    let key = Key::Battle("b1".into());
    let shared = Shared::of(test_rulesets::RULESETS, &saved, &key).unwrap();
    assert_eq!(shared.bundle().unwrap(), saved);
}

#[test]
fn a_battle_with_an_unreadable_act_is_not_shared() {
    let mut saved = battle(2).bundle().unwrap();
    saved.0.insert("drumhead/event/b1/1-k3x9".into(), "1.1.00000000.{}".into());
    assert_eq!(Shared::of(test_rulesets::RULESETS, &saved, &Key::Battle("b1".into())), None);
}

#[test]
fn defaults_are_left_out_and_make_no_difference() {
    let ruleset = test_rulesets::ALL[0];
    let mut unit = roster::blank(ruleset.profile);
    unit.insert("name".into(), "Swiss".into());
    let spelt = Roster { ruleset: ruleset.named.id.into(), units: vec![unit.clone()], ..Roster::default() };
    let short = lean(test_rulesets::RULESETS, spelt.clone());
    assert!(short.units[0].len() < unit.len());
    assert_eq!(ruleset.mustered(&short.units[0]), ruleset.mustered(&roster::relevant(ruleset.profile, &unit)));
    let bundle = |roster| Shared::Roster("x1".into(), 1, roster).bundle().unwrap();
    let met = arrival::meet(test_rulesets::RULESETS, &bundle(spelt), &bundle(short));
    assert_eq!(met.into_iter().map(|(_, met)| met).collect::<Vec<_>>(), [arrival::Met::Same]);
}

/// Texts that Drumhead saved with each schema, the present one included.
const EVERY_SCHEMA: &[&str] = &[include_str!("../../../../tests/fixtures/saved_1.json")];

#[test]
fn texts_of_every_schema_can_be_read() {
    assert_eq!(EVERY_SCHEMA.len(), storage::SCHEMA as usize, "a new schema comes with a fixture of the last one");
    for file in EVERY_SCHEMA {
        let bundle = Bundle::read(test_rulesets::RULESETS, file).unwrap();
        assert_eq!(bundle.unreadable(), 0);
        let names: Vec<String> = bundle.items().into_iter().map(|item| item.name).collect();
        assert_eq!(names, ["Cheriton lane", "Parliament, 1644"]);
        let shared = Shared::of(test_rulesets::RULESETS, &bundle, &Key::Battle("b3c4d5e6".into()));
        let Some(Shared::Battle(_, header, log)) = shared else { panic!("a battle") };
        let battle = Battle::replay(test_rulesets::RULESETS, header, log);
        assert_eq!(battle.events().count(), 9);
        assert_eq!(battle.state().facts("u1").value::<i32>(rules::fact!("counters")).unwrap(), 2);
        assert!(battle.state().unit("u3-k3x9").is_none());
    }
}

#[test]
fn links_of_every_earlier_version_open() {
    let fixtures = include_str!("../../../../tests/fixtures/links.txt");
    let mut opened = 0;
    for line in fixtures.lines().filter(|line| !line.starts_with("//")) {
        let (name, fragment) = line.split_once(' ').unwrap();
        let shared = read(test_rulesets::RULESETS, fragment).unwrap_or_else(|why| panic!("{name}: {why:?}"));
        let expected = match name {
            "roster-1" => Shared::Roster("x7k2m9p4".into(), 14, army()),
            "battle-1" => battle(5),
            "scenario-2" => scenario_tests::shared(&scenario_tests::for_six_players(40)),
            other => panic!("{other} is not known here"),
        };
        assert_eq!(shared, expected, "{name}");
        opened += 1;
    }
    assert_eq!(opened, 3);
}

#[test]
fn a_fragment_that_is_no_link_has_a_reason() {
    let good = write(test_rulesets::RULESETS, &Shared::Roster("x1".into(), 3, army())).unwrap();
    assert_eq!(read(test_rulesets::RULESETS, ""), Err(NoLink::Strange));
    assert_eq!(read(test_rulesets::RULESETS, "#/rosters"), Err(NoLink::Strange));
    assert_eq!(read(test_rulesets::RULESETS, "s="), Err(NoLink::Strange));
    assert_eq!(read(test_rulesets::RULESETS, "s=0.AAAA"), Err(NoLink::Strange));
    assert_eq!(read(test_rulesets::RULESETS, &good.replacen("s=1.", "s=3.", 1)), Err(NoLink::Newer));
    assert_eq!(read(test_rulesets::RULESETS, &good[..good.len() - 3]), Err(NoLink::Damaged));
    let packed = |json: &str| format!("s=1.{}", pack::pack(json).unwrap());
    assert_eq!(read(test_rulesets::RULESETS, &packed(r#"{"army":[]}"#)), Err(NoLink::Strange));
    assert_eq!(
        read(test_rulesets::RULESETS, &packed(r#"{"roster":["../x",1,{"ruleset":"argad","name":"","units":[]}]}"#)),
        Err(NoLink::Strange)
    );
    let long = Roster { name: "x".repeat(limits::NAME + 1), ..army() };
    assert_eq!(
        read(test_rulesets::RULESETS, &packed(&serde_json::to_string(&Shared::Roster("x1".into(), 1, long)).unwrap())),
        Err(NoLink::TooMuch)
    );
    let many = Roster { units: vec![Map::new(); limits::UNITS + 1], ..army() };
    assert_eq!(
        read(test_rulesets::RULESETS, &packed(&serde_json::to_string(&Shared::Roster("x1".into(), 1, many)).unwrap())),
        Err(NoLink::TooMuch)
    );
}

#[test]
fn a_link_with_more_entries_than_a_battle_may_have_is_refused() {
    let note = |n: usize| {
        let act = ActionEvent::new(1.0, Action::Note(String::new()), Vec::new());
        (Stamp::parse(&format!("{n}-t")).unwrap(), Event::Action(Box::new(act)))
    };
    let Shared::Battle(id, header, _) = battle(0) else { unreachable!() };
    let within = |entries: usize| {
        Shared::Battle(id.clone(), header.clone(), (0..entries).map(note).collect())
            .within_limits(test_rulesets::RULESETS)
    };
    assert_eq!(within(limits::EVENTS), Ok(()));
    assert_eq!(within(limits::EVENTS + 1), Err(NoLink::TooMuch));
}

#[test]
fn a_summary_ends_before_another_only_if_it_lacks_entries() {
    let Shared::Battle(_, _, log) = battle(AND_A_ROLL) else { unreachable!() };
    let of = |entries: usize| summary::Summary::of(&log[..entries]);
    let whole = of(log.len());
    assert!(!whole.ends_before(&whole), "it ends where the other ends");
    for entries in 0..log.len() {
        assert!(of(entries).ends_before(&whole) && !whole.ends_before(&of(entries)), "{entries} entries");
    }
}
