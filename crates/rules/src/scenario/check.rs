//! Checks of a course: its limits, its references to armies and own rules, and its references to a ruleset.

use super::course::{Arrival, ArrivesAt, Course, Effect, Event, EventRow, EventTime, TURN_START};
use super::{
    DICE_MAX, DIE_SIDES, EFFECTS_MAX, ID_MAX, ITEMS_MAX, LAST_TURN, NAME_MAX, POINTS_MAX, ROWS_MAX, SENTENCE_MAX,
    TEXT_MAX,
};
use crate::own::{OwnRules, Owner};
use crate::refusal::{Refusal, bad_if, check_each};
use crate::ruleset::{Ruleset, Tracks};
use crate::subject::{Side, Subject};
use crate::text;
use crate::text::is_blank;

/// Both armies of a scenario, for checks of references in its course.
#[derive(Clone, Debug, Default)]
pub struct Army {
    /// The units of both sides.
    pub units: Vec<ArmyUnit>,
}

/// A unit of an army.
#[derive(Clone, Debug)]
pub struct ArmyUnit {
    /// Its id.
    pub id: String,
    /// Its side.
    pub side: Side,
    /// Id of its command; empty if it has none.
    pub command: String,
}

/// True if a text can be the id of an arrival, an event, a piece of ground, a command or a unit of a scenario: 1 to 32 small letters,
/// digits, `_` and `-`. It is not the id of a side or of the battle.
pub fn is_id(text: &str) -> bool {
    let is_letter = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || matches!(byte, b'_' | b'-');
    (1..=ID_MAX).contains(&text.len()) && text.bytes().all(is_letter) && matches!(Subject::from(text), Subject::Unit(_))
}

impl Course {
    /// Checks what depends neither on a ruleset nor on the armies: lengths, ranges, ids, and references within the course.
    ///
    /// # Errors
    /// `bad_value` at the first fault: `events[1].rows[0].text`.
    pub fn check(&self) -> Result<(), Refusal> {
        let briefings = &self.briefings;
        for (at, briefing) in
            [("all", &briefings.all), ("a", &briefings.a), ("b", &briefings.b), ("umpire", &briefings.umpire)]
        {
            long_text(briefing, at).map_err(|refusal| refusal.within("briefings"))?;
        }
        for (at, deployment) in [("a", &self.deployment.a), ("b", &self.deployment.b)] {
            long_text(deployment, at).map_err(|refusal| refusal.within("deployment"))?;
        }
        list(&self.arrivals, "arrivals", |arrival| &arrival.id, check_arrival)?;
        list(&self.events, "events", |event| &event.id, |event| self.check_event(event))?;
        turn(self.end.last_turn, 0, "last_turn").map_err(|refusal| refusal.within("end"))?;
        let is_share = (0..=100).contains(&self.end.share);
        bad_if(!is_share, "share", "A share is from 0 to 100 percent.").map_err(|refusal| refusal.within("end"))?;
        self.check_points().map_err(|refusal| refusal.within("points"))?;
        bad_if(self.may_change.len() > ITEMS_MAX, "may_change", text!("At most {n}.", n = ITEMS_MAX))
    }

    fn check_event(&self, event: &Event) -> Result<(), Refusal> {
        name(&event.name)?;
        dice(event.dice, 0, event.sides)?;
        if let EventTime::Each { phase, from, until } = &event.when {
            let check = || {
                bad_if(!is_id(phase), "phase", "Choose the phase.")?;
                turn(*from, 1, "from")?;
                turn(*until, 0, "until")?;
                bad_if(*until != 0 && until < from, "until", "The last turn is not before the first one.")
            };
            check().map_err(|refusal| refusal.within("when"))?;
        }
        bad_if(event.rows.is_empty(), "rows", "An event has a row at least.")?;
        bad_if(event.rows.len() > ROWS_MAX, "rows", text!("At most {n}.", n = ROWS_MAX))?;
        let mut before: Vec<[i32; 2]> = Vec::new();
        for (index, row) in event.rows.iter().enumerate() {
            let [from, to] = row.faces;
            let overlaps = |other: &[i32; 2]| from <= other[1] && other[0] <= to;
            let is_possible = event.dice <= from && from <= to && to <= event.dice * event.sides;
            let faces = bad_if(!is_possible, "faces", "The dice cannot show this.")
                .and_then(|()| bad_if(before.iter().any(overlaps), "faces", "Another row has these faces."));
            let checked = faces.and_then(|()| self.check_row(row));
            checked.map_err(|refusal| refusal.at_index(index).within("rows"))?;
            before.push(row.faces);
        }
        Ok(())
    }

    fn check_row(&self, row: &EventRow) -> Result<(), Refusal> {
        sentence(&row.text, "text")?;
        bad_if(row.effects.len() > EFFECTS_MAX, "effects", text!("At most {n}.", n = EFFECTS_MAX))?;
        for (index, effect) in row.effects.iter().enumerate() {
            self.check_effect(effect).map_err(|refusal| refusal.at_index(index).within("effects"))?;
        }
        Ok(())
    }

    fn check_effect(&self, effect: &Effect) -> Result<(), Refusal> {
        let is_name = |name: &str| (1..=NAME_MAX).contains(&name.chars().count());
        match effect {
            Effect::Set { of, tracker, to } => {
                let is_value = to.is_boolean()
                    || to.as_i64().is_some_and(|number| number.abs() <= i64::from(crate::own::COUNT_MAX))
                    || to.as_str().is_some_and(|text| text.chars().count() <= SENTENCE_MAX);
                bad_if(!is_name(tracker) || !is_name(of.id()), "tracker", "Choose the own tracker.")?;
                bad_if(!is_value, "to", "It cannot hold this.")
            }
            Effect::Add { of, tracker, by } => {
                bad_if(!is_name(tracker) || !is_name(of.id()), "tracker", "Choose the own tracker.")?;
                bad_if(by.abs() > crate::own::COUNT_MAX, "by", text!("At most {n}.", n = crate::own::COUNT_MAX))
            }
            Effect::Switch { modifier, turns } => {
                bad_if(!is_name(modifier), "modifier", "Choose the own modifier.")?;
                turn(*turns, 0, "turns")
            }
            Effect::Bring(arrival) => bad_if(self.arrival(arrival).is_none(), "bring", "There is no such arrival."),
            Effect::Points { points, .. } => number_of_points(*points),
        }
    }

    fn check_points(&self) -> Result<(), Refusal> {
        let points = &self.points;
        number_of_points(points.broken).map_err(|_| Refusal::bad("broken", text!("At most {n}.", n = POINTS_MAX)))?;
        bad_if(!(1..=POINTS_MAX).contains(&points.lead), "lead", text!("From 1 to {n}.", n = POINTS_MAX))?;
        check_each(&points.units, "units", 10 * ITEMS_MAX, |index, unit| {
            let is_taken = points.units[..index].iter().any(|other| other.unit == unit.unit);
            bad_if(!is_id(&unit.unit), "unit", "There is no such unit.")?;
            bad_if(is_taken, "unit", "This unit is named twice.")?;
            number_of_points(unit.points)
        })?;
        list(
            &points.ground,
            "ground",
            |ground| &ground.id,
            |ground| {
                name(&ground.name)?;
                number_of_points(ground.points)
            },
        )
    }

    /// Checks what depends on the ruleset, the own rules and both armies: that all phases, trackers, modifiers, units and commands exist,
    /// and that no unit arrives twice.
    ///
    /// # Errors
    /// `bad_value` at the first fault, as for [`check`](Self::check).
    pub fn check_for(&self, ruleset: &Ruleset, rules: &OwnRules, army: &Army) -> Result<(), Refusal> {
        let mut arriving: Vec<&str> = Vec::new();
        for (index, arrival) in self.arrivals.iter().enumerate() {
            let checked = army.check_arrival(arrival, &mut arriving);
            checked.map_err(|refusal| refusal.at_index(index).within("arrivals"))?;
        }
        for (index, event) in self.events.iter().enumerate() {
            let checked = check_event_for(event, ruleset, rules, army);
            checked.map_err(|refusal| refusal.at_index(index).within("events"))?;
        }
        for (index, unit) in self.points.units.iter().enumerate() {
            let checked = bad_if(army.unit(&unit.unit).is_none(), "unit", "There is no such unit.");
            checked.map_err(|refusal| refusal.at_index(index).within("units").within("points"))?;
        }
        Ok(())
    }
}

fn check_arrival(arrival: &Arrival) -> Result<(), Refusal> {
    name(&arrival.name)?;
    sentence(&arrival.place, "where")?;
    bad_if(arrival.units.len() > 10 * ITEMS_MAX, "units", text!("At most {n}.", n = 10 * ITEMS_MAX))?;
    bad_if(!arrival.units.iter().all(|id| is_id(id)), "units", "There is no such unit.")?;
    let is_one = arrival.command.is_empty() != arrival.units.is_empty();
    bad_if(!is_one, "units", "Choose units or a command.")?;
    bad_if(!arrival.command.is_empty() && !is_id(&arrival.command), "command", "There is no such command.")?;
    let at = match &arrival.at {
        ArrivesAt::Word => Ok(()),
        ArrivesAt::Turn(from) => turn(*from, 1, "turn"),
        ArrivesAt::Roll { from, dice: count, sides, need } => turn(*from, 1, "from")
            .and_then(|()| dice(*count, 1, *sides))
            .and_then(|()| bad_if(!(1..=count * sides).contains(need), "need", "The dice cannot show this.")),
    };
    at.map_err(|refusal| refusal.within("at"))
}

fn check_event_for(event: &Event, ruleset: &Ruleset, rules: &OwnRules, army: &Army) -> Result<(), Refusal> {
    if let EventTime::Each { phase, .. } = &event.when {
        let has_phase = phase == TURN_START || ruleset.phases.iter().any(|known| known.id == phase);
        bad_if(!has_phase, "phase", "These rules have no such phase.").map_err(|refusal| refusal.within("when"))?;
    }
    for (index, row) in event.rows.iter().enumerate() {
        for (nth, effect) in row.effects.iter().enumerate() {
            let checked = check_effect_for(effect, rules, army);
            let within = |refusal: Refusal| refusal.at_index(nth).within("effects").at_index(index).within("rows");
            checked.map_err(within)?;
        }
    }
    Ok(())
}

fn check_effect_for(effect: &Effect, rules: &OwnRules, army: &Army) -> Result<(), Refusal> {
    let tracked = |of: &Subject, tracker: &str| {
        let is_there = if let Subject::Unit(id) = of { army.unit(id).is_some() } else { true };
        let owner = match of {
            Subject::Unit(_) => Owner::Unit,
            Subject::Side(_) => Owner::Side,
            Subject::Battle => Owner::Battle,
        };
        let known = rules.trackers.iter().find(|known| known.of == owner && known.tracker_id() == tracker);
        bad_if(!is_there, "of", "There is no such unit or side.")?;
        known
            .and_then(crate::own::OwnTracker::tracker)
            .ok_or_else(|| Refusal::bad("tracker", "It has no such tracker."))
    };
    match effect {
        Effect::Set { of, tracker, to } => {
            let known = tracked(of, tracker)?;
            bad_if(!known.can_hold(to, of, &crate::table::Table::default()), "to", "It cannot hold this.")
        }
        Effect::Add { of, tracker, .. } => {
            let counts = matches!(tracked(of, tracker)?.kind, Tracks::Count { .. });
            bad_if(!counts, "tracker", "Only a number can be added to.")
        }
        Effect::Switch { modifier, .. } => {
            let is_known = rules.modifiers.iter().any(|known| known.name == *modifier);
            bad_if(!is_known, "modifier", "There is no own modifier of this name.")
        }
        Effect::Bring(_) | Effect::Points { .. } => Ok(()),
    }
}

impl Army {
    /// Returns the unit with this id. `None` if there is none.
    pub fn unit(&self, id: &str) -> Option<&ArmyUnit> {
        self.units.iter().find(|unit| unit.id == id)
    }

    /// Checks that the units of an arrival exist, are of one side, and are in no earlier arrival. Adds them to `arriving`.
    fn check_arrival<'a>(&'a self, arrival: &Arrival, arriving: &mut Vec<&'a str>) -> Result<(), Refusal> {
        let at = if arrival.command.is_empty() { "units" } else { "command" };
        let units: Vec<&ArmyUnit> = if arrival.command.is_empty() {
            let units: Option<Vec<&ArmyUnit>> = arrival.units.iter().map(|id| self.unit(id)).collect();
            units.ok_or_else(|| Refusal::bad(at, "There is no such unit."))?
        } else {
            self.units.iter().filter(|unit| unit.command == arrival.command).collect()
        };
        bad_if(units.is_empty(), at, "This command has no units.")?;
        bad_if(units.iter().any(|unit| unit.side != units[0].side), at, "Units of both sides cannot arrive together.")?;
        for unit in units {
            bad_if(arriving.contains(&unit.id.as_str()), at, "A unit arrives only once.")?;
            arriving.push(&unit.id);
        }
        Ok(())
    }
}

/// Checks a list: its length, its ids, that they differ, and each member by `check`.
fn list<T>(
    items: &[T],
    at: &str,
    id_of: impl Fn(&T) -> &str,
    check: impl Fn(&T) -> Result<(), Refusal>,
) -> Result<(), Refusal> {
    check_each(items, at, ITEMS_MAX, |index, item| {
        let id = id_of(item);
        let is_taken = items[..index].iter().any(|other| id_of(other) == id);
        bad_if(!is_id(id), "id", "This cannot be an id.")?;
        bad_if(is_taken, "id", "There is one with this id already.")?;
        check(item)
    })
}

fn name(name: &str) -> Result<(), Refusal> {
    let is_name = !is_blank(name) && name.chars().count() <= NAME_MAX;
    bad_if(!is_name, "name", text!("A name has 1 to {n} letters.", n = NAME_MAX))
}

fn sentence(text: &str, at: &str) -> Result<(), Refusal> {
    bad_if(text.chars().count() > SENTENCE_MAX, at, text!("A text has at most {n} letters.", n = SENTENCE_MAX))
}

fn long_text(text: &str, at: &str) -> Result<(), Refusal> {
    bad_if(text.chars().count() > TEXT_MAX, at, text!("A text has at most {n} letters.", n = TEXT_MAX))
}

fn turn(turn: i32, least: i32, at: &str) -> Result<(), Refusal> {
    let is_turn = (least..=LAST_TURN).contains(&turn);
    bad_if(!is_turn, at, text!("A turn is from {least} to {n}.", least = least, n = LAST_TURN))
}

fn dice(count: i32, least: i32, sides: i32) -> Result<(), Refusal> {
    bad_if(!(least..=DICE_MAX).contains(&count), "dice", text!("At most {n} dice.", n = DICE_MAX))?;
    bad_if(!DIE_SIDES.contains(&sides), "sides", "There is no such die.")
}

fn number_of_points(points: i32) -> Result<(), Refusal> {
    bad_if(points.abs() > POINTS_MAX, "points", text!("At most {n}.", n = POINTS_MAX))
}
