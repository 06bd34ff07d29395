//! Rights of devices with [seats](super::seat): to act for their own units, to undo their own acts, and to end a phase.
//!
//! - A device acts for the units of its command or side ([`Battle::may_act_for`]). The game master acts for all, and so does a device without
//!   a seat. The hall view acts for none. If nobody has taken the command or the side of a unit, the unit belongs to all seats of its side. If
//!   its side has no seat, it belongs to everybody.
//! - The unit that acts is the first unit of an act's first role, as for [`Stream`](super::Stream). If an act has no unit, the seats of its
//!   side may act; without a side, all seats may.
//! - Every device except the hall view may change trackers by hand, write notes and end phases.
//! - An undo takes back the last act of the [device's seats](Battle::undo_of). If acts of other devices depend on it, players are asked, as
//!   for a correction.
//! - The end of a phase is asked of the devices that still have [something due](still_due): see [`PhaseEnd`].

mod ending;
mod own;
mod undo;

pub use ending::{PhaseAnswer, PhaseEnd, PhaseEndState, PhaseMessage, PhaseTalk, SeatDue, still_due};
pub use own::{own_due, own_offers};
pub use undo::SeatUndo;

use super::participants::Participants;
use super::referee::participants_of;
use super::seat::{Place, Seat};
use super::{Battle, Device, Resolved, Rolled};
use rules::procedure::Procedure;
use rules::ruleset::Ruleset;
use rules::subject::Side;
use rules::turn::Duty;
use serde_json::{Map, Value as Json};

/// The acting part of a battle, which determines the devices that may act.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Acting {
    /// A unit, by its id.
    Unit(String),
    /// A side, without a certain unit.
    Side(Side),
    /// The battle as a whole.
    Battle,
}

impl Acting {
    /// The acting part in a duty.
    pub fn in_duty(ruleset: &Ruleset, duty: &Duty) -> Self {
        let procedure = ruleset.procedure(duty.procedure);
        procedure.map_or(Self::Battle, |procedure| Self::of(procedure, &participants_of(duty)))
    }

    /// The acting part in an act of a procedure.
    pub fn of(procedure: &Procedure, participants: &Participants) -> Self {
        let first = procedure.participants.first().and_then(|role| participants.units(role.id).first());
        let side = || participants.named_side().map_or(Self::Battle, |side| Self::Side(Side::at(side)));
        first.map_or_else(side, |unit| Self::Unit(unit.clone()))
    }
}

impl Battle {
    /// True if a device may act for a unit. A unit that is not in the battle is everybody's.
    pub fn may_act_for(&self, device: &Device, unit: &str) -> bool {
        self.may_act(device, &Acting::Unit(unit.to_owned()))
    }

    /// True if a device may act for this part of the battle. In a battle without seats, each device may.
    pub fn may_act(&self, device: &Device, acting: &Acting) -> bool {
        let seats = self.seats();
        let is_divided = seats.iter().flat_map(|(_, own)| own).any(|seat| seat.place.divides());
        let own = seats.iter().find(|(known, _)| known == device).map_or(&[][..], |(_, own)| own);
        let has = |place: &Place| own.iter().any(|seat| seat.place == *place);
        if !is_divided || own.is_empty() || has(&Place::All) || has(&Place::Umpire) {
            return true;
        }
        if own.iter().all(|seat| seat.place == Place::Hall) {
            return false;
        }
        match acting {
            Acting::Battle => true,
            Acting::Side(side) => self.is_of_side(own, &seats, *side),
            Acting::Unit(id) => {
                let Some(unit) = self.state.unit(id) else { return true };
                let side = Side::at(unit.side);
                let command = self.header.command_of(unit).map(|command| command.id.as_str());
                let covers = |seat: &Seat| seat.place.covers(side, command);
                own.iter().any(covers) || !self.is_taken(side, command) && self.is_of_side(own, &seats, side)
            }
        }
    }

    /// True if somebody has the seat of this side, or that of this command. Otherwise every seat of the side acts for the command's units.
    fn is_taken(&self, side: Side, command: Option<&str>) -> bool {
        self.seats().iter().flat_map(|(_, own)| own).any(|seat| seat.place.covers(side, command))
    }

    /// True if one of these seats belongs to a side, or if no seat of the battle does.
    fn is_of_side(&self, own: &[Seat], all: &[(Device, Vec<Seat>)], side: Side) -> bool {
        let is_of = |seat: &Seat| self.side_of(&seat.place) == Some(side);
        own.iter().any(is_of) || !all.iter().flat_map(|(_, seats)| seats).any(is_of)
    }

    /// The side of a place; `None` if it has none.
    pub fn side_of(&self, place: &Place) -> Option<Side> {
        match place {
            Place::Side(side) => Some(*side),
            Place::Command(id) => {
                let has =
                    |side: &&Side| self.header.sides[side.index()].commands.iter().any(|command| command.id == *id);
                Side::BOTH.iter().find(has).copied()
            }
            Place::All | Place::Umpire | Place::Hall => None,
        }
    }

    /// The devices with seats that may act for this part of the battle. Devices with only the game master's place are left out, unless there
    /// are no others.
    pub fn devices_of(&self, acting: &Acting) -> Vec<Device> {
        let may = |(device, _): &&(Device, Vec<Seat>)| self.may_act(device, acting);
        let seats = self.seats();
        let (masters, players): (Vec<_>, Vec<_>) =
            seats.iter().filter(may).partition(|(_, own)| own.iter().all(|seat| seat.place == Place::Umpire));
        let devices = if players.is_empty() { masters } else { players };
        devices.into_iter().map(|(device, _)| device.clone()).collect()
    }

    /// The acting part of a roll; `None` if the rules do not have its procedure.
    pub fn acting_in_roll(&self, rolled: &Rolled) -> Option<Acting> {
        self.acting_in(&rolled.procedure, &rolled.participants)
    }

    /// The acting part of an act; `None` if the rules do not have its procedure.
    pub fn acting_in_act(&self, act: &Resolved) -> Option<Acting> {
        self.acting_in(&act.procedure, &act.participants)
    }

    fn acting_in(&self, procedure: &str, participants: &Map<String, Json>) -> Option<Acting> {
        let procedure = self.state.ruleset()?.procedure(procedure)?;
        Some(Acting::of(procedure, &Participants::read(procedure, participants)))
    }
}
