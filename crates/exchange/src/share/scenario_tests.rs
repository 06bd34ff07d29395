//! Tests of shared scenarios: the length of their links and codes, what links refuse, and that nothing here is overwritten.

use super::arrival::{Met, Taking, meet, plan};
use super::codes::{Codes, Reading};
use super::pack::{Dictionary, pack, pack_with};
use super::{NoLink, Shared, found, lean_scenario, read, write};
use crate::storage::roster::Roster;
use crate::storage::scenario::Scenario;
use crate::storage::{Bundle, ItemKind, Key, envelope};
use rules::own::OwnRules;
use rules::scenario::Course;
use rules::subject::Side;
use serde_json::{Map, Value as Json, json};
use test_rulesets::RULESETS;

/// The greatest length of the link of a scenario for six players, in characters.
const LINK: usize = 2_000;
/// The address of the app before the fragment of a link.
const ADDRESS: usize = "https://drumhead.example.org/#".len();

/// Sixteen units a side, as a game master enters them: foot, horse, dragoons and guns of names that no sample has.
fn army(side: Side) -> Roster {
    const NAMES: [[&str; 16]; 2] = [
        [
            "Sir William Waller",
            "Weldon's Foot",
            "Jones's Foot",
            "Potley's Foot",
            "Farnham Whitecoats",
            "London Red Regiment",
            "Westminster Auxiliaries",
            "Kentish Foot",
            "Haselrig's Lobsters",
            "Waller's Horse",
            "Van Druschke's Horse",
            "Norton's Hampshire Horse",
            "Turner's Horse",
            "Wardlaw's Dragoons",
            "Two light drakes",
            "A culverin on the hill",
        ],
        [
            "Lord Hopton",
            "Lisle's musketeers",
            "Appleyard's foot",
            "Bard's greencoats",
            "Queen's Regiment of Foot",
            "Prince Charles's Foot",
            "Pinchbeck's Foot",
            "Vavasour's Foot",
            "Lord Forth's Horse",
            "Stuart's Horse",
            "Stawell's Horse",
            "Smith's Horse",
            "Howard's Horse",
            "Utye's Dragoons",
            "The Winchester gun",
            "A demi-cannon",
        ],
    ];
    let unit = |(nth, name): (usize, &&str)| {
        let profile = match nth {
            0 => json!({ "troop_type": "general" }),
            1..=7 => {
                json!({ "pikes": 4 + nth, "muskets": 8 + nth, "command": 2, "morale_class": (["average", "good", "poor"][nth % 3]), "formation": "swedish" })
            }
            8..=12 => {
                json!({ "troop_type": "horse", "figures": 4 + nth, "morale_class": (["good", "average"][nth % 2]), "formation": "swedish" })
            }
            13 => {
                json!({ "troop_type": "dragoons", "figures": 8, "morale_class": "average", "formation": "open_order" })
            }
            _ => json!({ "troop_type": "artillery", "gun": "medium", "figures": 3, "morale_class": "average" }),
        };
        let mut profile = profile.as_object().cloned().unwrap();
        profile.insert("name".into(), (*name).into());
        profile
    };
    let units = NAMES[side.index()].iter().enumerate().map(unit).collect();
    let name = ["Parliament", "The Royalists"][side.index()];
    Roster { ruleset: "pike_and_shot".into(), name: name.into(), units, ..Roster::default() }
}

/// Six own rules of different kinds.
fn own_rules() -> OwnRules {
    let rules = json!({
        "modifiers": [
            { "name": "Rain", "procedures": ["infantry_fire", "artillery_fire"], "number": "hits_on", "by": 1 },
            { "name": "Uphill", "procedures": ["reaction_charge"], "number": "need", "by": 1 }
        ],
        "trackers": [
            { "name": "Ammunition", "of": "unit", "kind": { "count": { "from": 0, "to": 3, "start": 3 } }, "upkeep": "never", "on_row": true, "secret": false },
            { "name": "Spent", "of": "unit", "kind": "flag", "upkeep": "never", "on_row": true, "secret": false }
        ],
        "bars": [{ "flag": "own:Spent", "procedure": "rest" }],
        "reminders": [{ "at": "turn", "text": "Roll for the weather." }]
    });
    serde_json::from_value(rules).unwrap()
}

/// Prose of this many letters, which is in no dictionary.
fn prose(letters: usize, from: usize) -> String {
    const WORDS: &str = "Hopton's outposts hold a steep valley south of the village, and Lisle slept there in his boots. \
        By sunrise a hundred London apprentices had crept into Cheriton Wood; nobody expected such quiet marching from tailors. \
        Whoever takes that corner may look down on everything between here and Alresford, where hedges run like walls. \
        Beware of young Bard: he wants glory before breakfast, and his colonel cannot always find him. Should cavalry be caught \
        in those narrow lanes, it will die by files. Our paymaster promises boots, bread and forty barrels if the bridge is ours \
        tonight; otherwise we retreat through Basing, burning whatever the carts leave behind. An old shepherd swears that the \
        stream has a second ford below the mill, but his daughter laughs at it. Keep Norton close, trust no guide without a ribbon, \
        and remember how quickly Lansdown turned. Sir Arthur's iron men suffer in heat and hate climbing. When fog lifts, \
        signal twice from the church tower. Forth has gout again, therefore expect caution, grumbling and a very slow left wing. \
        Fifteen waggons of match stand unguarded near Bramdean; a bold troop could reach them before noon and return by Tichborne. \
        Discipline matters more than numbers today: volleys at thirty paces, pikes forward afterwards, no plundering until dusk. \
        Messengers wear green; anybody else galloping between brigades ought to be stopped politely and searched. A surgeon waits \
        at Hinton Ampner with clean linen and a dirty saw. Smith carries dispatches for Oxford under his saddle, sewn into leather; \
        losing him would please Westminster more than ten cannon. Count the ensigns twice, since Vavasour lends his own to make \
        three companies look like eight. The farmer at Sutton Common sold beer to both quartermasters, and knows which gate squeaks. \
        Nobody shall burn ricks; hay is dearer than powder this spring. Suspect every drummer who wishes to parley after four. \
        Balfour grudges Waller the command, yet he never disobeys in sight of Scots. If rain swells the brook, the western crossing \
        becomes a trap, and its northern bank favours marksmen. Officers dine with their men, on biscuit. Any prisoner of rank gets \
        a chair, a blanket and a receipt. Finally, whichever general first sees the sun behind Tichborne Down must decide whether \
        glory or tomorrow's supper is worth one more charge; history, alas, will be written by somebody who stayed at home. ";
    WORDS.chars().cycle().skip(from).take(letters).collect()
}

/// A scenario for six players: 2 × 16 units in commands, six own rules, four briefings of this length, arrivals, events, end and points.
pub fn for_six_players(letters: usize) -> Scenario {
    let rosters = Side::BOTH.map(|side| Some(army(side)));
    let mut scenario = Scenario::of_rosters(RULESETS.find("pike_and_shot").unwrap(), "Cheriton", &rosters);
    for (side, letter) in scenario.sides.iter_mut().zip(["p", "k"]) {
        let command = |(id, name): (&str, &str)| json!({ "id": format!("{letter}{id}"), "name": name, "general": format!("General {id}") });
        let commands = [("left", "Left wing"), ("centre", "Centre"), ("right", "Right wing")].map(command);
        side.commands = commands.into_iter().map(|command| serde_json::from_value(command).unwrap()).collect();
        for (nth, unit) in side.units.iter_mut().enumerate() {
            unit.command = format!("{letter}{}", ["left", "centre", "right"][nth / 6]);
        }
    }
    let course = json!({
        "briefings": { "all": prose(letters, 0), "a": prose(letters, letters), "b": prose(letters, 2 * letters), "umpire": prose(letters, 3 * letters) },
        "deployment": { "a": "South of the stream.", "b": "Along the northern ridge." },
        "arrivals": [
            { "id": "balfour", "name": "Balfour's Horse", "units": ["a12", "a13"], "at": { "turn": 4 }, "where": "East edge" },
            { "id": "guns", "name": "The guns", "units": ["b15", "b16"], "at": { "roll": { "from": 2, "need": 5 } }, "where": "West lane" }
        ],
        "events": [{ "id": "weather", "name": "Weather", "when": { "each": {} }, "rows": [
            { "faces": [1, 1], "text": "It rains.", "effects": [{ "switch": { "modifier": "Rain", "turns": 2 } }] },
            { "faces": [2, 5] },
            { "faces": [6, 6], "text": "A letter.", "effects": [{ "points": { "side": "a", "points": 1 } }] }
        ] }],
        "end": { "last_turn": 10, "share": 40 },
        "points": { "broken": 1, "units": [{ "unit": "a1", "points": 3 }], "ground": [{ "id": "wood", "name": "Cheriton Wood", "points": 2 }] },
        "may_change": ["clock"]
    });
    let course: Course = serde_json::from_value(course).unwrap();
    let scenario = Scenario {
        date: "29 March 1644".into(),
        place: "Hampshire".into(),
        own_rules: own_rules(),
        course,
        ..scenario
    };
    lean_scenario(RULESETS, scenario)
}

/// The scenario as a link holds it.
pub fn shared(scenario: &Scenario) -> Shared {
    Shared::Scenario("x7k2m9p4".into(), 3, Box::new(scenario.clone()))
}

#[test]
fn a_scenario_for_six_players_with_briefings_of_250_letters_fits_a_link_of_2000_characters() {
    let scenario = for_six_players(250);
    assert_eq!(scenario.check(RULESETS), Ok(()));
    let length = ADDRESS + write(RULESETS, &shared(&scenario)).unwrap().len();
    println!("{length} characters");
    assert!(length <= LINK, "{length} characters");
}

#[test]
fn one_with_briefings_of_600_letters_fits_four_codes() {
    let link = write(RULESETS, &shared(&for_six_players(600))).unwrap();
    let codes = Codes::of(&link).unwrap();
    println!("{} characters, {} codes", link.len(), codes.enough());
    assert!(codes.enough() <= 4, "{} codes for {} characters", codes.enough(), link.len());
    let mut reading = Reading::default();
    let read = (0..40).find_map(|number| reading.take(&codes.code(number)).unwrap());
    assert_eq!(read.as_ref(), Some(&link));
}

#[test]
fn a_scenario_is_unchanged_by_a_link_of_version_2_and_found_among_words() {
    for scenario in [for_six_players(250), for_six_players(0).for_players()] {
        let link = write(RULESETS, &shared(&scenario)).unwrap();
        assert!(link.starts_with("s=2."), "{link}");
        assert_eq!(read(RULESETS, &link), Ok(shared(&scenario)));
        let text = format!("Have a look at https://drumhead.example.org/#{link} before Friday!");
        assert_eq!(found::link(&text), Some(link));
    }
}

#[test]
fn all_scenarios_of_the_library_fit_a_link() {
    for ruleset in test_rulesets::ALL {
        for scenario in Scenario::samples(ruleset) {
            let link = write(RULESETS, &shared(&scenario)).unwrap();
            assert_eq!(read(RULESETS, &link), Ok(shared(&scenario)));
            assert!(link.len() < 2 * LINK, "{}: {}", scenario.name, link.len());
        }
    }
}

fn linked(json: &Json) -> String {
    format!("s=2.{}", pack_with(Dictionary::Second, &json.to_string()).unwrap())
}

#[test]
fn what_a_link_does_not_know_comes_from_a_newer_drumhead() {
    let whole = serde_json::to_value(shared(&for_six_players(20))).unwrap();
    assert_eq!(read(RULESETS, &linked(&whole)), Ok(shared(&for_six_players(20))));
    for (path, field, value) in [
        ("/scenario/2", "weather", json!("rain")),
        ("/scenario/2/course", "night", json!(true)),
        ("/scenario/2/course/events/0", "sound", json!("drum")),
        ("/scenario/2/sides/0", "flag", json!("red")),
        ("/scenario/2/sides/0/units/0", "picture", json!("")),
        ("/scenario/2/sides/0/commands/0", "colour", json!("blue")),
        ("/scenario/2/own_rules", "songs", json!([])),
        ("/scenario/2/course/events/0/rows/0/effects/0", "kill", json!("a1")),
    ] {
        let mut other = whole.clone();
        drop(other.pointer_mut(path).and_then(Json::as_object_mut).unwrap().insert(field.into(), value));
        assert_eq!(read(RULESETS, &linked(&other)), Err(NoLink::Newer), "{path} {field}");
    }
    let good = write(RULESETS, &shared(&for_six_players(20))).unwrap();
    assert_eq!(read(RULESETS, &good.replacen("s=2.", "s=3.", 1)), Err(NoLink::Newer));
    assert_eq!(read(RULESETS, &good.replacen("s=2.", "s=1.", 1)), Err(NoLink::Damaged), "version 1 has no scenarios");
    assert_eq!(read(RULESETS, &good[..good.len() - 2]), Err(NoLink::Damaged));
    let strange = format!("s=2.{}", pack("{\"army\":[]}").unwrap());
    assert_eq!(read(RULESETS, &strange), Err(NoLink::Strange));
}

#[test]
fn a_link_beyond_a_limit_is_refused() {
    let mut scenario = for_six_players(0);
    let text = |scenario: &Scenario| linked(&serde_json::to_value(shared(scenario)).unwrap());
    assert!(read(RULESETS, &text(&scenario)).is_ok());
    scenario.course.briefings.a = "x".repeat(4_001);
    assert_eq!(read(RULESETS, &text(&scenario)), Err(NoLink::TooMuch));
    let mut scenario = for_six_players(0);
    scenario.sides[0].units = vec![scenario.sides[0].units[0].clone(); 2];
    assert_eq!(read(RULESETS, &text(&scenario)), Err(NoLink::TooMuch), "two units of one id");
    let mut scenario = for_six_players(0);
    scenario.sides[0].units[9].profile.insert("figures".into(), 1_000_000.into());
    assert_eq!(read(RULESETS, &text(&scenario)), Err(NoLink::TooMuch));
    assert_eq!(write(RULESETS, &shared(&scenario)), None, "a link that cannot be opened is not offered");
}

fn bundle(scenario: &Scenario) -> Bundle {
    shared(scenario).bundle().unwrap()
}

#[test]
fn a_scenario_is_saved_listed_renamed_and_backed_up_like_a_roster() {
    let scenario = for_six_players(40);
    let (saved, key) = (bundle(&scenario), Key::Scenario("x7k2m9p4".into()));
    assert_eq!(Shared::of(RULESETS, &saved, &key), Some(shared(&scenario)));
    let item = saved.find(&key).unwrap();
    assert_eq!((item.kind, item.name.as_str(), item.size, item.revision), (ItemKind::Scenario, "Cheriton", 32, 3));
    assert_eq!((item.key(), item.holds.clone()), (key.clone(), vec!["Parliament".to_owned(), "The Royalists".into()]));
    assert_eq!(Bundle::read(RULESETS, &saved.file().unwrap()), Ok(saved.clone()));
    assert_eq!(saved.unreadable(), 0);
    let other = saved.renamed(&item, "n1", &["Cheriton".to_owned()]);
    assert_eq!(other.items()[0].name, "Cheriton 2");
    let mut long = scenario;
    long.course.briefings.all = "x".repeat(5_000);
    let contents = Bundle::open(RULESETS, &bundle(&long).file().unwrap()).unwrap();
    assert_eq!((contents.bundle, contents.left_out), (Bundle::default(), vec!["Cheriton".to_owned()]));
}

#[test]
fn a_newer_scenario_in_a_file_is_kept_and_reported() {
    let key = Key::Scenario("x1".into());
    let text = envelope::envelope(envelope::MARKED + 1, 2, r#"{"ruleset":"argad","name":"N","sides":[],"film":1}"#);
    assert_eq!(Bundle::check(&key, &text), Err(envelope::Unreadable::Newer(envelope::MARKED + 1)));
    let file = Bundle([(key.to_string(), text)].into()).file().unwrap();
    assert_eq!(Bundle::read(RULESETS, &file).unwrap().unreadable(), 1);
}

#[test]
fn an_opened_scenario_never_overwrites_another() {
    let (here, mut other) = (for_six_players(40), for_six_players(40));
    other.line = "Changed.".into();
    let met = |incoming: &Scenario| meet(RULESETS, &bundle(incoming), &bundle(&here)).remove(0).1;
    assert_eq!((met(&here), met(&other)), (Met::Same, Met::Different(Some(3))));
    assert_eq!(
        met(&here.for_players()),
        Met::Different(Some(3)),
        "the whole scenario is not lost to the players' copy"
    );
    let taken = plan(RULESETS, &bundle(&other), &bundle(&here), Taking::KeepBoth, || "n1".into());
    assert_eq!(taken.remove, Vec::<String>::new());
    let names: Vec<&str> = taken.write.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["drumhead/scenario/n1"]);
    let replaced = plan(RULESETS, &bundle(&other), &bundle(&here), Taking::Replace, || "n1".into());
    assert!(replaced.taking_back(&bundle(&here), &bundle(&other)).is_some(), "even a replacement can be undone");
}

#[test]
fn defaults_of_units_are_left_out_of_a_link() {
    let mut scenario = for_six_players(0);
    let ruleset = RULESETS.find("pike_and_shot").unwrap();
    let lean = Shared::of(RULESETS, &bundle(&scenario), &Key::Scenario("x7k2m9p4".into())).unwrap();
    for unit in scenario.sides.iter_mut().flat_map(|side| &mut side.units) {
        unit.profile = Map::from(ruleset.mustered(&unit.profile));
    }
    assert_eq!(Shared::of(RULESETS, &bundle(&scenario), &Key::Scenario("x7k2m9p4".into())), Some(lean));
}
