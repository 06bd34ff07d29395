//! The two procedures that all rulesets have in common: an arrival and an event.

use super::course::{ArrivesAt, Effect, Event};
use super::planned::{ALWAYS, OFF_TABLE, Planned, event_key, number, points_key, rolled_key, switched_key};
use super::{DICE_MAX, DIE_SIDES, ID_MAX, NAME_MAX, ROWS_MAX, SENTENCE_MAX};
use crate::ban::Ban;
use crate::consequences::ConsequencesBuilder;
use crate::dice::{Dice, Halt};
use crate::own::OwnRules;
use crate::procedure::{Chance, Is, Procedure, Rule};
use crate::subject::Subject;
use crate::table::{Scene, Table};
use crate::text::{Gap, term};
use crate::turn::Attempt;
use crate::{form, outcome, text};
use serde_json::{Map, Value as Json, json};

/// The procedures that all rulesets have in common.
pub const PROCEDURES: &[&Procedure] = &[&ARRIVAL, &EVENT];

/// Id of the field with the id of the arrival.
pub(super) const ARRIVING: &str = "arrival";
/// Id of the field with the id of the event.
pub(super) const HAPPENING: &str = "event";
/// Id of the field with the number needed to arrive; 0 without a roll.
pub(super) const NEED: &str = "need";

/// Returns the id of the event or the arrival of an act with these answers. `None` for any other act.
pub fn item_of<'a>(procedure: &str, answers: &'a Map<String, Json>) -> Option<&'a str> {
    let field = match procedure {
        _ if procedure == ARRIVAL.id => ARRIVING,
        _ if procedure == EVENT.id => HAPPENING,
        _ => return None,
    };
    answers.get(field).and_then(Json::as_str)
}

/// The arrival of units that were off the table.
pub static ARRIVAL: Procedure = Procedure::of::<Arriving>("arrival", term("Arrival"))
    .heading("Scenario")
    .about(term("Units that were off the table arrive, by a roll if the scenario asks for one."))
    .for_side()
    .chances(&[Chance::of(term("arrives"), "arrives", Is::True).gist()])
    .bans(&[&[
        Ban::table("arrived", "Scenario", term("They are on the table already."), has_arrived).even_if_overridden(),
        Ban::table("arrival_rolled", "Scenario", term("The dice for this were rolled in this turn."), was_rolled),
    ]])
    .roll_names(&[("arrival", term("Arrival"))])
    .fill(fill_arrival);

/// An event of the scenario happens.
pub static EVENT: Procedure = Procedure::of::<Happening>("event", term("Event"))
    .heading("Scenario")
    .about(term("An event of the scenario happens, by a roll on its table."))
    .calculates()
    .bans(&[&[Ban::table("event_rolled", "Scenario", term("This event has happened in this turn."), has_happened)]])
    .roll_names(&[("event", term("Event"))])
    .fill(fill_event);

form! {
    /// Units that arrive.
    pub struct Arriving {
        /// Id of the arrival.
        arrival: String = unit(text(ID_MAX)),
        /// Its name.
        name: String = unit(text(NAME_MAX)),
        /// Its place.
        r#where: Option<String> = unit(text(SENTENCE_MAX).optional()),
        /// Number of dice.
        dice: i32 = unit(whole(1, DICE_MAX)).or(1),
        /// Sides of each die.
        sides: i32 = unit(one_of(DIE_SIDES)).or(6),
        /// Least sum of the dice with which they arrive; 0 without a roll.
        need: i32 = unit(whole(0, 60)).or(0),
    }
}

outcome! {
    /// The result of a roll for an arrival.
    pub struct Arrived {
        /// True if the units arrive.
        pub arrives: bool,
    }
}

form! {
    /// An event that happens.
    pub struct Happening {
        /// Id of the event.
        event: String = unit(text(ID_MAX)),
        /// Its name.
        name: String = unit(text(NAME_MAX)),
        /// Number of dice; 0 without a roll.
        dice: i32 = unit(whole(0, DICE_MAX)).or(1),
        /// Sides of each die.
        sides: i32 = unit(one_of(DIE_SIDES)).or(6),
        /// Its rows.
        rows: Vec<Row> = unit(list::<Row>(1, ROWS_MAX)),
    }
}

form! {
    /// A row of an event.
    pub struct Row {
        /// Least sum of the dice.
        from: i32 = unit(whole(0, 60)),
        /// Greatest sum of the dice.
        to: i32 = unit(whole(0, 60)),
        /// Text for players.
        text: Option<String> = unit(text(SENTENCE_MAX).optional()),
    }
}

outcome! {
    /// The result of an event.
    pub struct Happened {
        /// Number of the row, from 1; 0 if no row has the sum of the dice.
        pub row: i32,
    }
}

impl Rule for Arriving {
    type Outcome = Arrived;

    fn play(&self, dice: &mut Dice) -> Result<Arrived, Halt> {
        let arrives = self.need == 0 || sum(dice, "arrival", self.dice, self.sides)? >= self.need;
        Ok(Arrived { arrives })
    }

    fn describe(&self, outcome: &Arrived, consequences: &mut ConsequencesBuilder) {
        let name = self.name.clone();
        consequences.say(if outcome.arrives {
            text!("{name} arrives.", name = name)
        } else {
            text!("{name} does not arrive yet.", name = name)
        });
        if let Some(place) = self.r#where.clone().filter(|_| outcome.arrives) {
            consequences.say(text!("{text}", text = place));
        }
    }

    fn aftermath(&self, scene: &Scene, outcome: &Arrived, consequences: &mut ConsequencesBuilder) {
        let Some(planned) = &scene.table.scenario else { return };
        if self.need > 0 {
            consequences.set_on(Subject::Battle, rolled_key(&self.arrival), scene.table.turn());
        }
        if outcome.arrives {
            bring(planned, &scene.table, &self.arrival, consequences);
        }
    }
}

impl Rule for Happening {
    type Outcome = Happened;

    fn play(&self, dice: &mut Dice) -> Result<Happened, Halt> {
        let sum = sum(dice, "event", self.dice, self.sides)?;
        let row = self.rows.iter().position(|row| (row.from..=row.to).contains(&sum));
        let row = row.and_then(|row| i32::try_from(row + 1).ok()).unwrap_or(0);
        Ok(Happened { row })
    }

    fn describe(&self, outcome: &Happened, consequences: &mut ConsequencesBuilder) {
        let text = self.row(outcome).and_then(|row| row.text.clone());
        consequences.say(match text {
            Some(what) => text!("{name}: {what}", name = self.name.clone(), what = what),
            None => text!("{name}: nothing happens.", name = self.name.clone()),
        });
    }

    fn aftermath(&self, scene: &Scene, outcome: &Happened, consequences: &mut ConsequencesBuilder) {
        let Some(planned) = &scene.table.scenario else { return };
        let Some(event) = planned.event(&self.event) else { return };
        consequences.set_on(Subject::Battle, event_key(&event.id), scene.table.turn());
        let row = usize::try_from(outcome.row - 1).ok().and_then(|row| event.rows.get(row));
        // Each effect sees the values before the event, so effects on one value are added up first.
        for effect in row.into_iter().flat_map(|row| summed(&row.effects)) {
            take_effect(planned, event, &scene.table, &effect, consequences);
        }
    }
}

impl Happening {
    fn row(&self, outcome: &Happened) -> Option<&Row> {
        self.rows.get(usize::try_from(outcome.row - 1).ok()?)
    }
}

/// Returns the sum of some dice; 0 without any.
fn sum(dice: &mut Dice, purpose: &str, count: i32, sides: i32) -> Result<i32, Halt> {
    if count == 0 {
        return Ok(0);
    }
    let sides = u8::try_from(sides).unwrap_or(6);
    Ok(dice.faces(purpose, sides, count)?.iter().sum())
}

/// Returns the effects. Effects that add to the same value are combined into one.
fn summed(effects: &[Effect]) -> Vec<Effect> {
    let mut all: Vec<Effect> = Vec::new();
    for effect in effects {
        let before = all.iter_mut().find_map(|known| match (known, effect) {
            (Effect::Add { of, tracker, by }, Effect::Add { of: other, tracker: id, by: more })
                if of == other && tracker == id =>
            {
                Some((by, *more))
            }
            (Effect::Points { side, points }, Effect::Points { side: other, points: more }) if side == other => {
                Some((points, *more))
            }
            _ => None,
        });
        match before {
            Some((number, more)) => *number += more,
            None => all.push(effect.clone()),
        }
    }
    all
}

fn take_effect(
    planned: &Planned,
    event: &Event,
    table: &Table,
    effect: &Effect,
    consequences: &mut ConsequencesBuilder,
) {
    match effect {
        Effect::Set { of, tracker, to } => {
            if tracked(table, of, tracker).is_some() {
                consequences.set_on(of.clone(), tracker.clone(), to.clone());
            }
        }
        Effect::Add { of, tracker, by } => {
            let rules = OwnRules::of(&table.battle);
            let known = rules.trackers_of(of).find(|known| known.id == tracker);
            if let Some((known, held)) = known.zip(tracked(table, of, tracker).and_then(Json::as_i64)) {
                let (least, most) = (i64::from(known.kind.least()), i64::from(known.kind.most()));
                consequences.set_on(of.clone(), tracker.clone(), (held + i64::from(*by)).clamp(least, most));
            }
        }
        Effect::Switch { modifier, turns } => {
            let until = if *turns == 0 { ALWAYS } else { table.turn() + turns - 1 };
            consequences.set_on(Subject::Battle, switched_key(modifier), until);
            consequences.say(planned.applies(modifier.clone(), until, table.turn()));
        }
        Effect::Bring(arrival) => {
            if let Some(arrival) = planned.arrival(arrival).filter(|arrival| planned.waits(arrival, table)) {
                consequences.say(text!("{name} arrives.", name = arrival.name.clone()));
                if !arrival.place.is_empty() {
                    consequences.say(text!("{text}", text = arrival.place.clone()));
                }
                bring(planned, table, &arrival.id, consequences);
            }
        }
        Effect::Points { side, points } => {
            let key = points_key(&event.id);
            let held = number(table.side(*side), &key).unwrap_or(0);
            consequences.set_on(*side, key, held.saturating_add(*points));
            consequences.say(text!("{n} {n|point|points} for {side}.", n = *points, side = Gap::Side(side.id())));
        }
    }
}

/// Returns the value of a tracker of a unit on the table or off it, of a side or of the battle. `None` if it is not set.
fn tracked<'a>(table: &'a Table, of: &Subject, tracker: &str) -> Option<&'a Json> {
    let facts = match of {
        Subject::Battle => &table.battle,
        Subject::Side(side) => &table.sides[side.index()],
        Subject::Unit(id) => {
            let off_table = || table.off_table.iter().find(|unit| unit.id == *id);
            &table.unit(id).or_else(off_table)?.facts
        }
    };
    facts.get(tracker)
}

/// Puts the units of an arrival on the table.
fn bring(planned: &Planned, table: &Table, arrival: &str, consequences: &mut ConsequencesBuilder) {
    let Some(arrival) = planned.arrival(arrival) else { return };
    let units = planned.units_of(arrival);
    for unit in table.off_table.iter().filter(|unit| units.contains(&unit.id.as_str())) {
        consequences.put_on(Subject::unit(unit.id.clone()), OFF_TABLE, false);
    }
}

/// Copies the dice of an arrival from the scenario. Players' answers replace them: if the game master decides that units arrive, `need` is 0.
fn fill_arrival(scene: &Scene, input: &mut Map<String, Json>) {
    let Some(planned) = &scene.table.scenario else { return };
    let arrival = input.get(ARRIVING).and_then(Json::as_str).and_then(|id| planned.arrival(id));
    let Some(arrival) = arrival else { return };
    input.insert("name".into(), arrival.name.clone().into());
    if !arrival.place.is_empty() {
        input.insert("where".into(), arrival.place.clone().into());
    }
    if let ArrivesAt::Roll { dice, sides, need, .. } = arrival.at {
        input.insert("dice".into(), dice.into());
        input.insert("sides".into(), sides.into());
        input.insert(NEED.into(), need.into());
    }
}

/// Copies the table of an event from the scenario.
fn fill_event(scene: &Scene, input: &mut Map<String, Json>) {
    let Some(planned) = &scene.table.scenario else { return };
    let event = input.get(HAPPENING).and_then(Json::as_str).and_then(|id| planned.event(id));
    let Some(event) = event else { return };
    let rows = event.rows.iter().map(|row| {
        let [from, to] = row.faces;
        let mut known = json!({ "from": from, "to": to });
        if !row.text.is_empty() {
            known["text"] = row.text.clone().into();
        }
        known
    });
    input.insert("rows".into(), rows.collect());
    input.insert("name".into(), event.name.clone().into());
    input.insert("dice".into(), event.dice.into());
    input.insert("sides".into(), event.sides.into());
}

fn has_arrived(attempt: &Attempt) -> bool {
    let table = &attempt.scene.table;
    let arrival = table.scenario.as_ref().zip(attempt.word(ARRIVING));
    arrival.is_some_and(|(planned, id)| !planned.arrival(id).is_some_and(|arrival| planned.waits(arrival, table)))
}

fn was_rolled(attempt: &Attempt) -> bool {
    let table = &attempt.scene.table;
    let is_roll = attempt.number(NEED).is_some_and(|need| need > 0.0);
    let arrival = table.scenario.as_ref().zip(attempt.word(ARRIVING));
    let arrival = arrival.and_then(|(planned, id)| Some((planned, planned.arrival(id)?)));
    is_roll && arrival.is_some_and(|(planned, arrival)| planned.was_rolled(arrival, table))
}

fn has_happened(attempt: &Attempt) -> bool {
    let table = &attempt.scene.table;
    let event = table.scenario.as_ref().zip(attempt.word(HAPPENING));
    let event = event.and_then(|(planned, id)| Some((planned, planned.event(id)?)));
    event.is_some_and(|(planned, event)| planned.has_happened(event, table))
}
