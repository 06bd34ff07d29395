//! Arrivals and events that are due, and those that players or the game master may call.

use super::acts::{ARRIVAL, EVENT};
use super::course::{Arrival, ArrivesAt, Event, EventTime, TURN_START};
use super::planned::Planned;
use crate::table::Table;
use crate::text;
use crate::turn::Duty;

/// Returns the arrivals and events that are due now, arrivals first. Empty without a scenario.
pub fn duties(table: &Table) -> Vec<Duty> {
    let Some(planned) = &table.scenario else { return Vec::new() };
    let arrivals = planned.arrivals.iter().filter(|arrival| is_due(planned, arrival, table));
    let arrivals = arrivals.map(|arrival| arriving(planned, arrival).must());
    let events = planned.events.iter().filter(|event| happens_now(planned, event, table));
    arrivals.chain(events.map(|event| happening(event).must())).collect()
}

/// Returns what the game master, or players without one, may call at any time: events without a time that have not happened in this turn,
/// and units that are off the table. These arrive without a roll.
pub fn at_will(table: &Table) -> Vec<Duty> {
    let Some(planned) = &table.scenario else { return Vec::new() };
    let waiting = planned.arrivals.iter().filter(|arrival| planned.waits(arrival, table));
    let waiting = waiting.map(|arrival| arriving(planned, arrival).field(super::acts::NEED, 0));
    let free = planned.events.iter().filter(|event| event.when == EventTime::ByHand);
    let free = free.filter(|event| !planned.has_happened(event, table)).map(happening);
    free.chain(waiting).collect()
}

fn arriving(planned: &Planned, arrival: &Arrival) -> Duty {
    let why = match arrival.place.as_str() {
        "" => text!("{name} may arrive.", name = arrival.name.clone()),
        place => text!("{name} may arrive. {place}", name = arrival.name.clone(), place = place.to_owned()),
    };
    Duty::new(ARRIVAL.id, why).of(planned.side_of(arrival)).field(super::acts::ARRIVING, arrival.id.clone())
}

fn happening(event: &Event) -> Duty {
    let why = text!("{name}", name = event.name.clone());
    Duty::new(EVENT.id, why).field(super::acts::HAPPENING, event.id.clone())
}

fn is_due(planned: &Planned, arrival: &Arrival, table: &Table) -> bool {
    let from = match &arrival.at {
        ArrivesAt::Word => return false,
        ArrivesAt::Turn(from) | ArrivesAt::Roll { from, .. } => *from,
    };
    table.turn() >= from && planned.waits(arrival, table) && !planned.was_rolled(arrival, table)
}

fn happens_now(planned: &Planned, event: &Event, table: &Table) -> bool {
    let EventTime::Each { phase, from, until } = &event.when else { return false };
    let turn = table.turn();
    let is_in_time = *from <= turn && (*until == 0 || turn <= *until);
    is_in_time && (phase == TURN_START || phase == table.phase) && !planned.has_happened(event, table)
}
