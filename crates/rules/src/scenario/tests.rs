//! Tests of courses as data, and of the two procedures without a table.

use super::acts::{ARRIVAL, EVENT};
use super::*;
use crate::secrecy::{Onlooker, Secrecy};
use crate::subject::Side;
use serde_json::{Map, Value as Json, json};

fn course(json: Json) -> Course {
    serde_json::from_value(json).unwrap()
}

/// A course with one part of each kind.
fn whole() -> Json {
    json!({
        "briefings": { "all": "At noon.", "a": "Hold.", "b": "Attack.", "umpire": "It rains." },
        "deployment": { "a": "South of the lane.", "b": "North of it." },
        "arrivals": [
            { "id": "horse", "name": "Rossiter’s Horse", "units": ["a9"], "at": { "turn": 4 }, "where": "East edge" },
            { "id": "rear", "name": "Rearguard", "command": "rear", "at": { "roll": { "from": 2, "need": 5 } } },
            { "id": "guns", "name": "Guns", "units": ["b7"] }
        ],
        "events": [{
            "id": "rain", "name": "Weather", "when": { "each": { "from": 2, "until": 6 } },
            "rows": [
                { "faces": [1, 1], "text": "Rain.", "effects": [{ "switch": { "modifier": "Rain", "turns": 2 } }] },
                { "faces": [2, 5] },
                { "faces": [6, 6], "text": "A letter.", "effects": [
                    { "bring": "guns" }, { "points": { "side": "a", "points": 1 } },
                    { "set": { "of": "battle", "tracker": "own:Wind", "to": "west" } },
                    { "add": { "of": "b", "tracker": "own:Ammunition", "by": -1 } }
                ] }
            ]
        }],
        "end": { "last_turn": 10, "share": 40 },
        "points": {
            "broken": 1, "units": [{ "unit": "b1", "points": 3 }],
            "ground": [{ "id": "hill", "name": "The hill", "points": 2 }], "lead": 2
        },
        "may_change": ["house_rules", "own_rules", "clock", "secrecy"]
    })
}

#[test]
fn a_course_is_written_as_it_was_read() {
    let read = course(whole());
    assert_eq!(read.check(), Ok(()));
    assert_eq!(serde_json::to_value(&read).unwrap(), whole());
    assert_eq!(serde_json::to_value(Course::default()).unwrap(), json!({}));
    assert_eq!(course(json!({})), Course::default());
}

#[test]
fn unknown_fields_and_variants_are_refused_at_every_depth() {
    for (path, unknown) in [
        ("", json!({ "weather": 1 })),
        ("/briefings", json!({ "c": "?" })),
        ("/arrivals/0", json!({ "by": "ship" })),
        ("/arrivals/1/at/roll", json!({ "twice": true })),
        ("/events/0", json!({ "loud": true })),
        ("/events/0/when/each", json!({ "often": 2 })),
        ("/events/0/rows/0", json!({ "picture": "" })),
        ("/events/0/rows/0/effects/0/switch", json!({ "side": "a" })),
        ("/end", json!({ "night": true })),
        ("/points/ground/0", json!({ "flag": true })),
    ] {
        let mut other = whole();
        let holder = other.pointer_mut(path).and_then(Json::as_object_mut).unwrap();
        holder.extend(unknown.as_object().unwrap().clone());
        assert!(serde_json::from_value::<Course>(other).is_err(), "{path} {unknown}");
    }
    let with_effect =
        |effect: Json| json!({ "events": [{ "id": "e", "name": "E", "rows": [{ "effects": [effect] }] }] });
    assert!(serde_json::from_value::<Course>(with_effect(json!({ "kill": "a1" }))).is_err());
}

#[test]
fn a_fault_is_refused_at_its_place() {
    for (path, value, field) in [
        ("/briefings/b", json!("x".repeat(TEXT_MAX + 1)), "briefings.b"),
        ("/deployment/a", json!("x".repeat(TEXT_MAX + 1)), "deployment.a"),
        ("/arrivals/1/id", json!("horse"), "arrivals[1].id"),
        ("/arrivals/1/id", json!("Horse!"), "arrivals[1].id"),
        ("/arrivals/0/id", json!("battle"), "arrivals[0].id"),
        ("/arrivals/0/name", json!(" "), "arrivals[0].name"),
        ("/arrivals/0/where", json!("x".repeat(SENTENCE_MAX + 1)), "arrivals[0].where"),
        ("/arrivals/0/units", json!([]), "arrivals[0].units"),
        ("/arrivals/0/at/turn", json!(0), "arrivals[0].at.turn"),
        ("/arrivals/0/at/turn", json!(LAST_TURN + 1), "arrivals[0].at.turn"),
        ("/arrivals/1/at/roll/need", json!(7), "arrivals[1].at.need"),
        ("/events/0/rows/1/faces", json!([1, 5]), "events[0].rows[1].faces"),
        ("/events/0/rows/1/faces", json!([5, 2]), "events[0].rows[1].faces"),
        ("/events/0/rows/2/faces", json!([6, 7]), "events[0].rows[2].faces"),
        ("/events/0/rows", json!([]), "events[0].rows"),
        ("/events/0/when/each/until", json!(1), "events[0].when.until"),
        ("/events/0/rows/0/text", json!("x".repeat(SENTENCE_MAX + 1)), "events[0].rows[0].text"),
        ("/events/0/rows/2/effects/0/bring", json!("nobody"), "events[0].rows[2].effects[0].bring"),
        ("/events/0/rows/2/effects/1/points/points", json!(1000), "events[0].rows[2].effects[1].points"),
        ("/events/0/rows/2/effects/2/set/to", json!([1]), "events[0].rows[2].effects[2].to"),
        ("/end/last_turn", json!(-1), "end.last_turn"),
        ("/end/share", json!(101), "end.share"),
        ("/points/broken", json!(1000), "points.broken"),
        ("/points/lead", json!(0), "points.lead"),
        ("/points/units/0/unit", json!(""), "points.units[0].unit"),
        ("/points/ground/0/name", json!(""), "points.ground[0].name"),
    ] {
        let mut other = whole();
        *other.pointer_mut(path).unwrap() = value.clone();
        let refusal = course(other).check().unwrap_err();
        assert_eq!(refusal.field, field, "{path} {value}: {}", refusal.message);
    }
}

#[test]
fn each_list_has_a_greatest_length() {
    let event = |n: usize| json!({ "id": format!("e{n}"), "name": "E", "dice": 0, "rows": [{}] });
    let events = |count: usize| course(json!({ "events": (0..count).map(event).collect::<Vec<_>>() })).check();
    assert_eq!(events(ITEMS_MAX), Ok(()));
    assert_eq!(events(ITEMS_MAX + 1).unwrap_err().field, "events");
    let effects = |count: usize| {
        let points = json!({ "points": { "side": "a", "points": 1 } });
        let row = json!({ "effects": vec![points; count] });
        course(json!({ "events": [{ "id": "e", "name": "E", "dice": 0, "rows": [row] }] })).check()
    };
    assert_eq!(effects(EFFECTS_MAX), Ok(()));
    assert_eq!(effects(EFFECTS_MAX + 1).unwrap_err().field, "events[0].rows[0].effects");
}

#[test]
fn a_side_reads_its_own_briefing_and_the_game_master_all() {
    let course = course(whole());
    let shown = |onlooker, secrecy| -> Vec<&str> {
        course.briefings.shown_to(onlooker, secrecy).into_iter().map(|(_, text)| text).collect()
    };
    let side = Some(Onlooker::Side(Side::B));
    assert_eq!(shown(side, Secrecy::OwnSide), ["At noon.", "Attack."]);
    assert_eq!(shown(side, Secrecy::Open), ["At noon.", "Attack."]);
    assert_eq!(shown(Some(Onlooker::Anybody), Secrecy::Open), ["At noon.", "Hold.", "Attack."]);
    assert_eq!(shown(Some(Onlooker::Anybody), Secrecy::OwnSide), ["At noon."]);
    assert_eq!(shown(None, Secrecy::Umpire), ["At noon.", "Hold.", "Attack.", "It rains."]);
    assert_eq!(course.clone().for_players().briefings.shown_to(None, Secrecy::Open).len(), 3);
}

fn input(json: Json) -> Map<String, Json> {
    json.as_object().cloned().unwrap()
}

#[test]
fn odds_of_an_event_are_those_of_its_rows() {
    let rows = json!([{ "from": 2, "to": 3, "text": "Rain." }, { "from": 12, "to": 12, "text": "Snow." }]);
    let asked = input(json!({ "event": "rain", "name": "Weather", "dice": 2, "sides": 6, "rows": rows }));
    let odds = EVENT.read_alone(&asked).unwrap().odds().unwrap();
    let row = |n: i32| {
        let is_row = |record: &crate::outcome::Record| {
            record.at("row").is_some_and(|row| *row == crate::outcome::Value::Whole(n))
        };
        odds.iter().filter(|(record, _)| is_row(record)).map(|(_, p)| p).sum::<f64>()
    };
    // 3 of 36 sums are 2 or 3, and one is 12.
    for (n, expected) in [(1, 3.0 / 36.0), (2, 1.0 / 36.0), (0, 32.0 / 36.0)] {
        assert!((row(n) - expected).abs() < 1e-12, "row {n}");
    }
    let told = |faces: &[u8]| {
        let resolved = EVENT.read_alone(&asked).unwrap().resolve(faces).result.unwrap();
        resolved.consequences.words.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
    };
    assert_eq!((told(&[6, 6]), told(&[3, 4])), ("Weather: Snow.".into(), "Weather: nothing happens.".into()));
}

#[test]
fn the_chances_of_an_event_are_the_odds_of_its_procedure() {
    for (dice, sides, faces) in
        [(1, 6, [[1, 1], [2, 5]]), (2, 8, [[2, 4], [9, 12]]), (3, 4, [[3, 3], [6, 12]]), (0, 6, [[0, 0], [1, 1]])]
    {
        let rows = faces.map(|faces| EventRow { faces, ..EventRow::default() });
        let event = Event { id: "e".into(), name: "E".into(), dice, sides, rows: rows.into(), ..Event::default() };
        let rows = faces.map(|[from, to]| json!({ "from": from, "to": to }));
        let asked = input(json!({ "event": "e", "name": "E", "dice": dice, "sides": sides, "rows": rows }));
        let odds = EVENT.read_alone(&asked).unwrap().odds().unwrap();
        for (nth, chance) in (1..).zip(event.chances()) {
            let row = Some(&crate::outcome::Value::Whole(nth));
            let expected: f64 = odds.iter().filter(|(record, _)| record.at("row") == row).map(|(_, p)| p).sum();
            assert!((chance - expected).abs() < 1e-12, "{dice} dice, row {nth}: {chance} instead of {expected}");
        }
    }
}

#[test]
fn units_arrive_with_the_number_that_they_need_or_without_a_roll() {
    let chance = |need: i32| {
        let asked = input(json!({ "arrival": "horse", "name": "Horse", "need": need }));
        let odds = ARRIVAL.read_alone(&asked).unwrap().odds().unwrap();
        ARRIVAL.chances[0].likely(&odds, 0).unwrap()
    };
    for (need, expected) in [(5, 2.0 / 6.0), (1, 1.0), (0, 1.0)] {
        assert!((chance(need) - expected).abs() < 1e-12, "{need}");
    }
    let word = input(json!({ "arrival": "horse", "name": "Horse", "where": "East edge.", "need": 0 }));
    let resolved = ARRIVAL.read_alone(&word).unwrap().resolve(&[]).result.unwrap();
    let words: Vec<String> = resolved.consequences.words.iter().map(ToString::to_string).collect();
    assert_eq!(words, ["Horse arrives.", "East edge."]);
}
