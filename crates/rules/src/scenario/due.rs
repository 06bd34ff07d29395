//! Arrivals and events that are due, and those that players or the game master may call.

use super::acts::{ARRIVAL, ARRIVING, EVENT, HAPPENING};
use super::course::{Arrival, ArrivesAt, Event, EventTime, TURN_START};
use super::planned::{Planned, event_key, rolled_key, skipped_key};
use crate::subject::Subject;
use crate::table::{Change, Table};
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

/// Returns the changes by which the end of a phase skips the arrivals and events that are due: they are not due again in this turn.
pub fn skipped(table: &Table) -> Vec<Change> {
    let items = duties(table).into_iter().filter_map(|duty| {
        let (_, item) = duty.fields.iter().find(|(field, _)| [ARRIVING, HAPPENING].contains(field))?;
        let item = item.as_str()?;
        Some(if duty.procedure == ARRIVAL.id { rolled_key(item) } else { event_key(item) })
    });
    items.map(|of| Change::set(Subject::Battle, skipped_key(&of), table.turn())).collect()
}

/// Returns the events and arrivals that the game master may call now, or the players if there is no game master. Such an event has no time or was
/// skipped in this turn, and has not happened in this turn. Such an arrival has units off the table, and needs no roll.
pub fn at_will(table: &Table) -> Vec<Duty> {
    let Some(planned) = &table.scenario else { return Vec::new() };
    let waiting = planned.arrivals.iter().filter(|arrival| planned.waits(arrival, table));
    let waiting = waiting.map(|arrival| arriving(planned, arrival).field(super::acts::NEED, 0));
    let is_free =
        |event: &&Event| event.when == EventTime::ByHand || Planned::was_skipped(&event_key(&event.id), table);
    let free = planned.events.iter().filter(is_free);
    let free = free.filter(|event| !planned.has_happened(event, table)).map(happening);
    free.chain(waiting).collect()
}

fn arriving(planned: &Planned, arrival: &Arrival) -> Duty {
    let why = match arrival.place.as_str() {
        "" => text!("{name} may arrive.", name = arrival.name.clone()),
        place => text!("{name} may arrive. {place}", name = arrival.name.clone(), place = place.to_owned()),
    };
    Duty::new(ARRIVAL.id, why).of(planned.side_of(arrival)).field(ARRIVING, arrival.id.clone())
}

fn happening(event: &Event) -> Duty {
    let why = text!("{name}", name = event.name.clone());
    Duty::new(EVENT.id, why).field(HAPPENING, event.id.clone())
}

fn is_due(planned: &Planned, arrival: &Arrival, table: &Table) -> bool {
    let from = match &arrival.at {
        ArrivesAt::Word => return false,
        ArrivesAt::Turn(from) | ArrivesAt::Roll { from, .. } => *from,
    };
    let is_settled = planned.was_rolled(arrival, table) || Planned::was_skipped(&rolled_key(&arrival.id), table);
    table.turn() >= from && planned.waits(arrival, table) && !is_settled
}

fn happens_now(planned: &Planned, event: &Event, table: &Table) -> bool {
    let EventTime::Each { phase, from, until } = &event.when else { return false };
    let turn = table.turn();
    let is_in_time = *from <= turn && (*until == 0 || turn <= *until);
    let is_settled = planned.has_happened(event, table) || Planned::was_skipped(&event_key(&event.id), table);
    is_in_time && (phase == TURN_START || phase == table.phase) && !is_settled
}
