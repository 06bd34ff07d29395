//! Limits on rosters, scenarios and battles.
//!
//! The limits apply in two places. Input from outside is checked when it is read, because anybody can write links and files. No input can
//! fill memory, overflow a sum, or fill the whole screen.
//!
//! Things that players create are checked when they are created ([`roster`], [`scenario`], [`header`], [`added`]). Everything that is saved can
//! therefore be shared and read again. `tests/it/limits` creates things at these limits and reads them in every possible way.

mod whole;

pub use whole::{added, battle, faulty_unit};

use crate::storage::roster::Roster;
use crate::storage::scenario::Scenario;
use battle::control;
use battle::correct::{Now, Redone};
use battle::seat;
use battle::{Action, ActionEvent, Change, Command, Event, Header, LoggedRoll, Stamp, Unit};
use rules::registry::Registry;
use rules::scenario::{ITEMS_MAX, SENTENCE_MAX};
use rules::text::SHORT;
use serde_json::{Map, Value as Json};

/// Characters of a name.
pub const NAME: usize = 120;
/// Characters of any other text.
pub const TEXT: usize = 4_000;
/// Units of a roster. A battle begins with the units of two rosters.
pub const UNITS: usize = 400;
/// Changes of an act: a new turn may change many trackers of every unit.
pub const CHANGES: usize = 100_000;
/// Events of a battle.
pub const EVENTS: usize = 20_000;
/// Rolls or dice of an act, acts of a correction, or members of a list or an object.
pub const MEMBERS: usize = 4_000;
/// Depth of nested objects and lists.
pub const DEPTH: usize = 12;
/// The number of the last event. It leaves room for the battle to continue.
pub const LAST_EVENT: u32 = 10_000_000;
/// The number of the last roll, more than a battle's events can make.
pub const ROLLS: u64 = 100_000_000;
/// Absolute value of numbers in a profile or a tracker. A sum of hundreds of them still fits into 32 bits.
pub const TRACKED: f64 = 1e6;
/// Absolute value of other numbers, such as times.
const NUMBER: f64 = 1e15;

/// The input exceeds a limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooMuch;

type Within = Result<(), TooMuch>;

/// Shortens a text to at most this number of letters. Letters in the middle are removed, because similar names often differ at their ends.
pub fn shortened_in_middle(text: &str, most: usize) -> String {
    let letters: Vec<char> = text.chars().collect();
    if letters.len() <= most {
        return text.to_owned();
    }
    let Some(kept) = most.checked_sub(1) else { return String::new() };
    let (head, tail) = (kept - kept / 3, kept / 3);
    let head = letters[..head].iter().collect::<String>();
    let tail = letters[letters.len() - tail..].iter().collect::<String>();
    format!("{}…{}", head.trim_end(), tail.trim_start())
}

/// Appends an ending to a name. If the result would be too long, the name is shortened, not the ending.
pub fn with_ending(name: &str, ending: &str, most: usize) -> String {
    shortened_in_middle(name, most.saturating_sub(ending.chars().count())) + ending
}

fn within(all: bool) -> Within {
    if all { Ok(()) } else { Err(TooMuch) }
}

fn text(text: &str, most: usize) -> Within {
    within(text.chars().take(most + 1).count() <= most)
}

fn count(list: usize) -> Within {
    within(list <= MEMBERS)
}

fn json(value: &Json, number: f64, depth: usize) -> Within {
    match value {
        Json::Null | Json::Bool(_) => Ok(()),
        Json::Number(value) => within(value.as_f64().is_some_and(|value| value.abs() <= number)),
        Json::String(letters) => text(letters, TEXT),
        Json::Array(list) => {
            within(depth < DEPTH)?;
            count(list.len())?;
            list.iter().try_for_each(|member| json(member, number, depth + 1))
        }
        Json::Object(map) => object(map, number, depth),
    }
}

fn object(map: &Map<String, Json>, number: f64, depth: usize) -> Within {
    within(depth < DEPTH)?;
    count(map.len())?;
    map.iter().try_for_each(|(key, value)| {
        text(key, NAME)?;
        json(value, number, depth + 1)
    })
}

/// Checks that a roster is within the limits.
///
/// # Errors
/// If it exceeds a limit.
pub fn roster(roster: &Roster) -> Within {
    text(&roster.name, NAME)?;
    text(&roster.short, SHORT)?;
    text(&roster.note, TEXT)?;
    text(&roster.ruleset, NAME)?;
    object(&roster.side, TRACKED, 0)?;
    within(roster.own_rules.check().is_ok())?;
    within(roster.units.len() <= UNITS)?;
    roster.units.iter().try_for_each(profile)
}

fn profile(profile: &Map<String, Json>) -> Within {
    if let Some(Json::String(name)) = profile.get("name") {
        text(name, NAME)?;
    }
    object(profile, TRACKED, 0)
}

fn unit(unit: &Unit) -> Within {
    text(&unit.id, NAME)?;
    text(&unit.command, NAME)?;
    profile(&unit.profile)
}

/// Checks that a scenario is within the limits, and that its parts fit together. A scenario of an unknown ruleset is checked as far as possible.
///
/// # Errors
/// If it exceeds a limit.
pub fn scenario(registry: Registry, scenario: &Scenario) -> Within {
    text(&scenario.ruleset, NAME)?;
    for name in [&scenario.name, &scenario.date, &scenario.place] {
        text(name, NAME)?;
    }
    text(&scenario.line, SENTENCE_MAX)?;
    text(&scenario.text, TEXT)?;
    object(&scenario.rulings, NUMBER, 0)?;
    object(&scenario.agreed, TRACKED, 0)?;
    within(scenario.own_rules.check().is_ok() && scenario.course.check().is_ok())?;
    within(scenario.check_ids().is_ok())?;
    for side in &scenario.sides {
        text(&side.name, NAME)?;
        text(&side.short, SHORT)?;
        object(&side.profile, TRACKED, 0)?;
        commands(&side.commands)?;
        within(side.units.len() <= UNITS)?;
        side.units.iter().try_for_each(|unit| profile(&unit.profile))?;
    }
    whole::scenario(registry, scenario)
}

fn commands(commands: &[Command]) -> Within {
    within(commands.len() <= ITEMS_MAX)?;
    commands.iter().try_for_each(|command| {
        [&command.id, &command.name, &command.general].into_iter().try_for_each(|name| text(name, NAME))
    })
}

/// Checks that the header of a battle is within the limits.
///
/// # Errors
/// If it exceeds a limit.
pub fn header(header: &Header) -> Within {
    text(&header.name, NAME)?;
    text(&header.ruleset, NAME)?;
    for side in &header.sides {
        text(&side.name, NAME)?;
        text(&side.short, SHORT)?;
        object(&side.profile, TRACKED, 0)?;
        commands(&side.commands)?;
    }
    header.phrases.iter().try_for_each(|phrase| text(phrase, NAME))?;
    if let Some(scenario) = &header.scenario {
        for name in [&scenario.id, &scenario.name, &scenario.date, &scenario.place] {
            text(name, NAME)?;
        }
        within(scenario.course.check().is_ok())?;
    }
    if let Some(from) = &header.from {
        text(&from.id, NAME)?;
        text(&from.name, NAME)?;
    }
    object(&header.rulings, NUMBER, 0)?;
    within(header.began.abs() <= NUMBER && header.units.len() <= 2 * UNITS)?;
    header.units.iter().try_for_each(unit)
}

/// Checks that an event is within the limits.
///
/// # Errors
/// If it exceeds a limit.
pub fn event(stamp: &Stamp, event: &Event) -> Within {
    within(stamp.number() <= LAST_EVENT)?;
    count(event.after().len())?;
    match event {
        Event::Action(action) => act(action),
        Event::Undo(_) | Event::Redo(_) => Ok(()),
        Event::Control(event) => {
            within(event.at.abs() <= NUMBER)?;
            count(event.without.len())?;
            text(&event.name, control::NAME)?;
            text(&event.from, control::NAME)
        }
        Event::Chain(event) => within(event.at.abs() <= NUMBER && event.first <= ROLLS),
        Event::Rolled(rolled) => {
            within(rolled.at.abs() <= NUMBER)?;
            rule_ids(&rolled.overrides)?;
            procedure_call(&rolled.procedure, &rolled.input, &rolled.participants)?;
            roll(&rolled.rolls)
        }
    }
}

fn rule_ids(ids: &[String]) -> Within {
    count(ids.len())?;
    ids.iter().try_for_each(|id| text(id, NAME))
}

/// Checks a procedure, its input and its participants.
fn procedure_call(procedure: &str, input: &Map<String, Json>, participants: &Map<String, Json>) -> Within {
    text(procedure, NAME)?;
    object(input, NUMBER, 0)?;
    object(participants, NUMBER, 0)
}

fn roll(rolls: &[LoggedRoll]) -> Within {
    count(rolls.len())?;
    rolls.iter().try_for_each(|roll| {
        text(&roll.purpose, NAME)?;
        within(roll.number.is_none_or(|number| number <= ROLLS))?;
        count(roll.faces.len())
    })
}

/// Checks an act that a correction changed. Such an act cannot be a correction itself.
fn redone(redone: &Redone) -> Within {
    match &redone.now {
        Now::Changed(changed) => {
            within(!matches!(changed.action, Action::Corrected(_)))?;
            act(changed)
        }
        Now::Same | Now::LeftOut => Ok(()),
    }
}

fn act(act: &ActionEvent) -> Within {
    within(act.at.abs() <= NUMBER && act.changes.len() <= CHANGES && act.seen.len() <= CHANGES)?;
    rule_ids(&act.overrides)?;
    act.seen.iter().try_for_each(|seen| json(&seen.1, TRACKED, 0))?;
    match &act.action {
        Action::Note(note) => text(note, TEXT)?,
        Action::Resolved(resolved) => {
            procedure_call(&resolved.procedure, &resolved.input, &resolved.participants)?;
            json(&resolved.outcome, NUMBER, 0)?;
            roll(&resolved.rolls)?;
        }
        Action::Corrected(corrected) => {
            count(corrected.acts.len())?;
            corrected.acts.iter().try_for_each(redone)?;
        }
        Action::ByHand | Action::Phase | Action::Muster => {}
    }
    act.changes.iter().try_for_each(|change| match change {
        Change::Set { of, key, to } => {
            within(seat::is_valid(change))?;
            text(of.id(), NAME)?;
            text(key, NAME)?;
            json(to, TRACKED, 0)
        }
        Change::Add(joining) => unit(joining),
        Change::Remove(id) => text(id, NAME),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::dice::rng::Seed;
    use serde_json::json;

    fn begun() -> Header {
        Header::new("pike_and_shot", "Cheriton lane", ["Parliament", "The King"], Vec::new(), Seed([9; 32]))
    }

    /// Checks the input of a procedure with values nested this deep. The input itself is the first level.
    fn nested(deep: usize, wrap: impl Fn(Json) -> Json) -> Within {
        let mut value = json!(1);
        (1..deep).for_each(|_| value = wrap(value.take()));
        let input = Map::from_iter([("x".to_owned(), value)]);
        procedure_call("any", &input, &Map::new())
    }

    #[test]
    fn objects_and_lists_have_a_maximum_depth() {
        let object = |value: Json| json!({ "x": value });
        let list = |value: Json| json!([value]);
        assert_eq!((nested(DEPTH, object), nested(DEPTH, list)), (Ok(()), Ok(())));
        assert_eq!((nested(DEPTH + 1, object), nested(DEPTH + 1, list)), (Err(TooMuch), Err(TooMuch)));
        let both = |value: Json| json!([{ "x": value }]);
        assert_eq!((nested(6, both), nested(7, both)), (Ok(()), Err(TooMuch)), "each step is two levels");
    }

    #[test]
    fn a_long_text_is_shortened_in_its_middle() {
        assert_eq!(shortened_in_middle("Waller’s brigade", 16), "Waller’s brigade");
        assert_eq!(shortened_in_middle("Waller’s brigade", 10), "Waller…ade");
        for most in 0..20 {
            assert!(shortened_in_middle("Waller’s brigade", most).chars().count() <= most, "{most}");
        }
        assert_eq!(with_ending("Waller’s brigade", " 12", 13), "Waller…ade 12");
        let long = "é".repeat(NAME);
        let copy = with_ending(&long, " (2)", NAME);
        assert!(copy.ends_with("é (2)") && copy.chars().count() == NAME, "{copy}");
    }

    #[test]
    fn a_commitment_has_a_bounded_time_and_first_roll() {
        let stamp = Stamp::parse("0-t").unwrap();
        let anchor = battle::chain::Step::try_from("07".repeat(16)).unwrap();
        let chain = |at: f64, first: u64| {
            let commitment = battle::chain::ChainEvent { at, first, anchor: anchor.clone(), after: Vec::new() };
            event(&stamp, &Event::Chain(Box::new(commitment)))
        };
        assert_eq!((chain(NUMBER, ROLLS), chain(-NUMBER, 0)), (Ok(()), Ok(())));
        assert_eq!((chain(1.1 * NUMBER, 0), chain(1.0, ROLLS + 1)), (Err(TooMuch), Err(TooMuch)));
    }

    #[test]
    fn acts_and_rolls_have_bounded_ids_of_overridden_rules() {
        let stamp = Stamp::parse("0-t").unwrap();
        let both = |overrides: Vec<String>| {
            let act = ActionEvent::new(1.0, Action::ByHand, Vec::new()).refereed(overrides.clone());
            let rolled =
                battle::Rolled { overrides, ..battle::Rolled::of(1.0, "any", Map::new(), Map::new(), Vec::new()) };
            [event(&stamp, &Event::Action(Box::new(act))), event(&stamp, &Event::Rolled(Box::new(rolled)))]
        };
        for (length, within) in [(NAME, Ok(())), (NAME + 1, Err(TooMuch))] {
            assert_eq!(both(vec!["x".repeat(length)]), [within; 2], "an id of {length} letters");
        }
        for (number, within) in [(MEMBERS, Ok(())), (MEMBERS + 1, Err(TooMuch))] {
            assert_eq!(both(vec!["moved".into(); number]), [within; 2], "{number} ids");
        }
    }

    #[test]
    fn the_values_of_a_side_are_bounded_in_a_header_of_any_ruleset() {
        let of_side = |value: Json| {
            let mut begun = Header { ruleset: "unknown".into(), ..begun() };
            begun.sides[1].profile = Map::from_iter([("x".to_owned(), value)]);
            header(&begun)
        };
        assert_eq!((of_side(json!(TRACKED)), of_side(json!("x".repeat(TEXT)))), (Ok(()), Ok(())));
        assert_eq!((of_side(json!(TRACKED + 1.0)), of_side(json!("x".repeat(TEXT + 1)))), (Err(TooMuch), Err(TooMuch)));
    }

    #[test]
    fn an_act_has_a_bounded_time_and_a_bounded_number_of_changes() {
        let sets = |count: usize| vec![Change::set("u1", "counters", 1); count];
        let acted = |at: f64, changes: usize| act(&ActionEvent::new(at, Action::ByHand, sets(changes)));
        assert_eq!((acted(NUMBER, CHANGES), acted(-NUMBER, 0)), (Ok(()), Ok(())));
        assert_eq!((acted(1.1 * NUMBER, 0), acted(1.0, CHANGES + 1)), (Err(TooMuch), Err(TooMuch)));
    }

    #[test]
    fn a_header_has_bounded_units_times_names_and_phrases() {
        let unit = |n: usize| Unit { id: format!("u{n}"), side: 0, profile: Map::new(), ..Unit::default() };
        let units = |count: usize| Header { units: (0..count).map(unit).collect(), ..begun() };
        assert_eq!((header(&units(2 * UNITS)), header(&units(2 * UNITS + 1))), (Ok(()), Err(TooMuch)));
        for (began, within) in
            [(NUMBER, Ok(())), (-NUMBER, Ok(())), (1.1 * NUMBER, Err(TooMuch)), (f64::NAN, Err(TooMuch))]
        {
            assert_eq!(header(&Header { began, ..begun() }), within, "{began}");
        }
        let long = "x".repeat(NAME + 1);
        let from = battle::Origin { id: "b1".into(), name: long.clone(), events: 1 };
        for other in [
            Header { name: long.clone(), ..begun() },
            Header { ruleset: long.clone(), ..begun() },
            Header { phrases: [String::new(), long], ..begun() },
            Header { from: Some(from), ..begun() },
        ] {
            assert_eq!(header(&other), Err(TooMuch), "{other:?}");
        }
    }
}
