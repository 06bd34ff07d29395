//! A scenario in words: the summaries of its page, and what its arrivals and events do.

use super::Scenario;
use battle::analysis::house_rules::house_rules;
use rules::clock::ClockKind;
use rules::facts::Facts;
use rules::ruleset::Ruleset;
use rules::scenario::{Arrival, Effect, Event, EventRow, Reader};
use rules::secrecy::Secrecy;
use rules::subject::{Side, Subject};
use rules::text;
use rules::text::{capital, say};
use serde_json::Value as Json;

/// A part of a scenario, which is a line of its page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Rosters and commands of both sides.
    Sides,
    /// Briefings and deployment.
    Briefing,
    /// Units that arrive later.
    Arrivals,
    /// Events.
    Events,
    /// The end.
    End,
    /// Points.
    Points,
    /// House rules, own rules, clock and hidden counters.
    Rules,
}

/// The ruleset's word for a turn, in the middle of a sentence: `bound`.
fn turn_word(ruleset: &Ruleset) -> String {
    say(ruleset.turn).to_lowercase()
}

/// Returns the turn with this number: `bound 4`.
pub fn turn(ruleset: &Ruleset, n: i32) -> String {
    format!("{} {n}", turn_word(ruleset))
}

/// Returns dice in the notation of players: `2D6`.
pub fn dice(count: i32, sides: i32) -> String {
    text!("{n}D{sides}", n = count, sides = sides).to_string()
}

/// Returns length and commands: `Bounds 1 to 10 · 3 commands a side`. Empty if the scenario has neither.
pub fn length(ruleset: &Ruleset, scenario: &Scenario) -> String {
    let last = scenario.course.end.last_turn;
    let turns = (last > 0).then(|| text!("Ends after {turn}", turn = turn(ruleset, last)).to_string());
    parts([turns, commands(scenario)])
}

fn commands(scenario: &Scenario) -> Option<String> {
    let [a, b] = scenario.sides.each_ref().map(|side| side.commands.len());
    let words = match (a, b) {
        (0, 0) => return None,
        (a, b) if a == b => text!("{n} {n|command|commands} a side", n = a),
        (a, b) => text!("{a} and {b} commands", a = a, b = b),
    };
    Some(words.to_string())
}

fn parts(parts: impl IntoIterator<Item = Option<String>>) -> String {
    parts.into_iter().flatten().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" · ")
}

/// Returns the summary of a part, in a few words. Empty if there is nothing in it.
pub fn summary(ruleset: &Ruleset, scenario: &Scenario, part: Part) -> String {
    let course = &scenario.course;
    match part {
        Part::Sides => {
            let [a, b] = scenario.sides.each_ref().map(|side| side.units.len());
            let units = text!("{a} and {b} units", a = a, b = b).to_string();
            parts([Some(units), commands(scenario)])
        }
        Part::Briefing => {
            let readers = [Reader::All, Reader::Side(Side::A), Reader::Side(Side::B), Reader::Umpire];
            let written = readers.into_iter().filter(|reader| !course.briefings.text(*reader).is_empty());
            let deployment = Side::BOTH.iter().any(|side| !course.deployment.of(*side).is_empty());
            let deployment = deployment.then(|| say("deployment").to_owned());
            parts(written.map(|written| Some(reader(scenario, written))).chain([deployment]))
        }
        Part::Arrivals => match course.arrivals.as_slice() {
            [] => String::new(),
            [one] => text!("{who}: {when}", who = one.name.clone(), when = arrival(ruleset, one)).to_string(),
            all => text!("{n} {n|arrival|arrivals}", n = all.len()).to_string(),
        },
        Part::Events => match course.events.as_slice() {
            [] => String::new(),
            all if all.len() <= 2 => parts(all.iter().map(|event| {
                let when = event_time(ruleset, event);
                Some(text!("{what}: {when}", what = event.name.clone(), when = when).to_string())
            })),
            all => text!("{n} {n|event|events}", n = all.len()).to_string(),
        },
        Part::End => end(ruleset, scenario),
        Part::Points => points(scenario),
        Part::Rules => rules(ruleset, scenario),
    }
}

/// Returns the reader of a briefing: `all`, the side, or `game master`.
pub fn reader(scenario: &Scenario, reader: Reader) -> String {
    match reader {
        Reader::All => say("all").to_owned(),
        Reader::Side(side) => text!("{side} only", side = short(scenario, side)).to_string(),
        Reader::Umpire => say("game master").to_owned(),
    }
}

/// Returns the short name of a side.
pub fn short(scenario: &Scenario, side: Side) -> String {
    let force = &scenario.sides[side.index()];
    if force.short.is_empty() { text::short_proposed(&force.name) } else { force.short.clone() }
}

fn end(ruleset: &Ruleset, scenario: &Scenario) -> String {
    let end = &scenario.course.end;
    let last = (end.last_turn > 0).then(|| text!("after {turn}", turn = turn(ruleset, end.last_turn)).to_string());
    let share = (end.share > 0).then(|| text!("a side has lost {n}\u{a0}% of its units", n = end.share).to_string());
    let words = match (last, share) {
        (Some(last), Some(share)) => text!("{one}, or {other}", one = last, other = share).to_string(),
        (last, share) => last.or(share).unwrap_or_default(),
    };
    capital(&words)
}

fn points(scenario: &Scenario) -> String {
    let points = &scenario.course.points;
    let counted = |what: String, n: i32| Some(format!("{what} {n}"));
    let broken = (points.broken != 0).then(|| counted(say("Broken unit").to_owned(), points.broken)).flatten();
    let units = points.units.iter().map(|unit| counted(unit_name(scenario, &unit.unit), unit.points));
    let ground = points.ground.iter().map(|ground| counted(ground.name.clone(), ground.points));
    parts([broken].into_iter().chain(units).chain(ground))
}

fn rules(ruleset: &Ruleset, scenario: &Scenario) -> String {
    let agreed = Facts::from(scenario.agreed.clone());
    let own = (!scenario.own_rules.is_empty()).then(|| scenario.own_rules.words());
    let rulings = house_rules(ruleset, &scenario.rulings).iter().filter(|rule| !rule.is_default).count();
    let house = (rulings > 0).then(|| text!("{n} {n|house rule|house rules}", n = rulings).to_string());
    let clock = (ClockKind::of(&agreed) != ClockKind::Off).then(|| say("clock").to_owned());
    let hidden = (Secrecy::of(&agreed) != Secrecy::Open).then(|| say("hidden counters").to_owned());
    parts([house, own, clock, hidden])
}

/// Returns the name of a unit, or its id if it has none.
pub fn unit_name(scenario: &Scenario, id: &str) -> String {
    let unit = scenario.sides.iter().flat_map(|side| &side.units).find(|unit| unit.id == id);
    let name = unit.and_then(|unit| unit.profile.get("name")?.as_str().map(str::to_owned));
    name.filter(|name| !name.is_empty()).unwrap_or_else(|| id.to_owned())
}

/// Returns the names of the units that arrive, or the name of the command.
pub fn arriving(scenario: &Scenario, arrival: &Arrival) -> String {
    let commands = scenario.sides.iter().flat_map(|side| &side.commands);
    match commands.into_iter().find(|command| !arrival.command.is_empty() && command.id == arrival.command) {
        Some(command) => command.words(),
        None => arrival.units.iter().map(|id| unit_name(scenario, id)).collect::<Vec<_>>().join(", "),
    }
}

/// Returns time and place of an arrival: `bound 4, East edge`.
pub fn arrival(ruleset: &Ruleset, arrival: &Arrival) -> String {
    let parts = [arrival.at.words(ruleset), arrival.place.clone()];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ")
}

/// Returns the time and the dice of an event: `each bound, 1D6`.
pub fn event_time(ruleset: &Ruleset, event: &Event) -> String {
    let when = event.when_words(ruleset);
    if event.dice == 0 { when } else { format!("{when}, {}", dice(event.dice, event.sides)) }
}

/// Returns a row of an event with its effects: `1: Rain, guns −1 (Rain this bound)`.
pub fn row(ruleset: &Ruleset, scenario: &Scenario, row: &EventRow) -> String {
    let effects: Vec<String> = row.effects.iter().map(|one| effect(ruleset, scenario, one)).collect();
    let words = match (row.text.is_empty(), effects.is_empty()) {
        (true, true) => say("nothing").to_owned(),
        (true, false) => effects.join(", "),
        (false, true) => row.text.clone(),
        (false, false) => format!("{} ({})", row.text, effects.join(", ")),
    };
    match row.sums() {
        faces if faces.is_empty() => words,
        faces => format!("{faces}: {words}"),
    }
}

/// Returns an effect of an event: `Rain this bound`.
pub fn effect(ruleset: &Ruleset, scenario: &Scenario, effect: &Effect) -> String {
    let tracker = |of: &Subject, id: &str| {
        let name = scenario.own_rules.name_of(id).unwrap_or(id).to_owned();
        match of {
            Subject::Battle => name,
            Subject::Side(side) => format!("{}, {name}", short(scenario, *side)),
            Subject::Unit(unit) => format!("{}, {name}", unit_name(scenario, unit)),
        }
    };
    match effect {
        Effect::Set { of, tracker: id, to } => format!("{}: {}", tracker(of, id), value(to)),
        Effect::Add { of, tracker: id, by } => format!("{} {}", tracker(of, id), text::signed(f64::from(*by))),
        Effect::Switch { modifier, turns: 0 } => text!("{name} to the end", name = modifier.clone()).to_string(),
        Effect::Switch { modifier, turns: 1 } => {
            text!("{name} this {turn}", name = modifier.clone(), turn = turn_word(ruleset)).to_string()
        }
        Effect::Switch { modifier, turns } => {
            format!("{modifier}, {turns} × {}", turn_word(ruleset))
        }
        Effect::Bring(id) => {
            let name = scenario.course.arrival(id).map_or_else(|| id.clone(), |arrival| arrival.name.clone());
            text!("{name} arrives", name = name).to_string()
        }
        Effect::Points { side, points } => {
            text!("{n} {n|point|points} for {side}", n = *points, side = short(scenario, *side)).to_string()
        }
    }
}

fn value(value: &Json) -> String {
    match value {
        Json::Bool(true) => say("yes").to_owned(),
        Json::Bool(false) => say("no").to_owned(),
        Json::String(words) => words.clone(),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::scenario::ArrivesAt;

    fn naseby() -> (&'static Ruleset, Scenario) {
        let ruleset = test_rulesets::RULESETS.find("pike_and_shot").unwrap();
        let naseby = Scenario::samples(ruleset).into_iter().find(|scenario| scenario.name == "Naseby").unwrap();
        (ruleset, naseby)
    }

    #[test]
    fn each_part_has_a_summary_and_an_empty_one_none() {
        let (ruleset, naseby) = naseby();
        let of = |scenario: &Scenario, part| summary(ruleset, scenario, part);
        assert_eq!(length(ruleset, &naseby), "Ends after bound 10 · 4 commands a side");
        for (part, words) in [
            (Part::Sides, "12 and 12 units · 4 commands a side"),
            (Part::Briefing, "all · New Model only · The King only · game master · deployment"),
        ] {
            assert_eq!(of(&naseby, part), words);
        }
        assert!(of(&naseby, Part::Arrivals).starts_with("Rossiter"), "{}", of(&naseby, Part::Arrivals));
        assert!(of(&naseby, Part::Events).contains("each bound"), "{}", of(&naseby, Part::Events));
        assert!(of(&naseby, Part::End).starts_with("After bound 10"), "{}", of(&naseby, Part::End));
        let empty = Scenario { ruleset: "pike_and_shot".into(), ..Scenario::default() };
        for part in [Part::Briefing, Part::Arrivals, Part::Events, Part::End, Part::Points, Part::Rules] {
            assert_eq!(of(&empty, part), "", "{part:?}");
        }
    }

    #[test]
    fn rows_and_effects_are_in_words() {
        let (ruleset, naseby) = naseby();
        let told = |effect: Effect, faces: [i32; 2], text: &str| {
            let one = EventRow { faces, text: text.into(), effects: vec![effect] };
            row(ruleset, &naseby, &one)
        };
        let rain = |turns| Effect::Switch { modifier: "Rain".into(), turns };
        assert_eq!(told(rain(1), [1, 1], "Rain."), "1: Rain. (Rain this bound)");
        assert_eq!(told(rain(0), [2, 5], ""), "2–5: Rain to the end");
        assert_eq!(told(rain(3), [2, 5], ""), "2–5: Rain, 3 × bound");
        assert_eq!(told(Effect::Points { side: Side::A, points: 2 }, [6, 6], ""), "6: 2 points for New Model");
        let add = Effect::Add { of: Subject::Unit("fairfax".into()), tracker: "own:Ammunition".into(), by: -1 };
        assert_eq!(told(add, [6, 6], ""), "6: Sir Thomas Fairfax, Ammunition −1");
        let nothing = EventRow { faces: [3, 3], ..EventRow::default() };
        assert_eq!(row(ruleset, &naseby, &nothing), "3: nothing");
    }

    #[test]
    fn an_arrival_has_its_time_and_its_place() {
        let (ruleset, naseby) = naseby();
        let at = |at| arrival(ruleset, &Arrival { at, place: "East edge".into(), ..Arrival::default() });
        assert_eq!(at(ArrivesAt::Turn(4)), "bound 4, East edge");
        assert_eq!(at(ArrivesAt::Word), "when the game master says so, East edge");
        let roll = ArrivesAt::Roll { from: 2, dice: 1, sides: 6, need: 5 };
        assert_eq!(at(roll), "from bound 2, with 5 or more on 1D6, East edge");
        assert_eq!(arriving(&naseby, &naseby.course.arrivals[0]), "On the road: Edward Rossiter");
    }
}
