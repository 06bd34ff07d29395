//! The part of a battle that belongs to a device with [seats](crate::seat): its units, its duties and its group acts.

use super::{Acting, SeatDue};
use crate::participants::Participants;
use crate::referee::JointOffer;
use crate::seat::{Place, Seat};
use crate::{Action, Battle, Device, Event, Joined};
use rules::ruleset::Ruleset;
use rules::subject::Side;
use rules::turn::Duty;
use std::borrow::Cow;
use std::collections::BTreeMap;

impl Battle {
    /// True if the device has a command or a side, so that its table opens on its own units. False if it acts for all units.
    pub fn has_own_units(&self, device: &Device) -> bool {
        let seats = self.seats_of(device);
        let is_part = |seat: &Seat| self.side_of(&seat.place).is_some();
        let is_whole = |seat: &Seat| matches!(seat.place, Place::All | Place::Umpire);
        self.everybody_acts() && seats.iter().any(is_part) && !seats.iter().any(is_whole)
    }

    /// The sides of the seats of a device, each once.
    pub fn sides_of(&self, device: &Device) -> Vec<Side> {
        let seats = self.seats_of(device);
        let has = |side: &Side| seats.iter().any(|seat| self.side_of(&seat.place) == Some(*side));
        Side::BOTH.into_iter().filter(has).collect()
    }

    /// True if the device has the hall view and no other seat.
    pub fn only_watches(&self, device: &Device) -> bool {
        let seats = self.seats_of(device);
        !seats.is_empty() && seats.iter().all(|seat| seat.place == Place::Hall)
    }

    /// True if the device acts for some units only.
    fn is_restricted(&self, device: &Device) -> bool {
        self.everybody_acts() && (self.has_own_units(device) || self.only_watches(device))
    }

    /// The units of a place, in the order in which they joined. All units for a place without a side.
    pub fn units_of_place(&self, place: &Place) -> Vec<&Joined> {
        let is_of = |unit: &&Joined| match place {
            Place::Side(side) => unit.side == side.index(),
            Place::Command(id) => self.header.command_of(unit).is_some_and(|command| command.id == *id),
            Place::All | Place::Umpire | Place::Hall => true,
        };
        self.state.units().filter(is_of).collect()
    }

    /// True if a device acts for the units of a command because nobody has the seat of the command or of its side. An empty `command` means
    /// the units of the side without one.
    pub fn acts_for_unclaimed(&self, device: &Device, side: Side, command: &str) -> bool {
        self.has_own_units(device) && !self.is_taken(side, Some(command)) && self.may_act(device, &Acting::Side(side))
    }

    /// The devices that have a place, in the order of their names.
    pub fn holders_of(&self, place: &Place) -> Vec<Device> {
        let has = |seats: &Vec<Seat>| seats.iter().any(|seat| seat.place == *place);
        self.seats().into_iter().filter(|(_, seats)| has(seats)).map(|(device, _)| device).collect()
    }

    /// The units of a device that take part in an act of another device's unit, if the act is applied. Empty for other entries.
    pub fn own_units_in(&self, device: &Device, event: &Event) -> Vec<String> {
        let Event::Action(act) = event else { return Vec::new() };
        let (Action::Resolved(done), Some(ruleset)) = (&act.action, self.state.ruleset()) else { return Vec::new() };
        let is_own = |unit: &String| self.state.unit(unit).is_some() && self.may_act_for(device, unit);
        let Some(procedure) = ruleset.procedure(&done.procedure) else { return Vec::new() };
        let participants = Participants::read(procedure, &done.participants);
        let units = || procedure.participants.iter().flat_map(|role| participants.units(role.id));
        if done.discarded || !self.has_own_units(device) || units().next().is_none_or(is_own) {
            return Vec::new();
        }
        let mut own: Vec<String> = Vec::new();
        for unit in units().filter(|unit| is_own(unit)) {
            if !own.contains(unit) {
                own.push(unit.clone());
            }
        }
        own
    }
}

/// Splits duties into the duties of a device and the duties of other devices. A duty that this device may do is listed only for this device.
/// A duty that several other devices may do is listed for each of them.
pub fn own_due(
    ruleset: &'static Ruleset,
    battle: &Battle,
    device: &Device,
    duties: Vec<Duty>,
) -> (Vec<Duty>, Vec<SeatDue>) {
    if !battle.is_restricted(device) {
        return (duties, Vec::new());
    }
    let (own, others): (Vec<_>, Vec<_>) =
        duties.into_iter().partition(|duty| battle.may_act(device, &Acting::in_duty(ruleset, duty)));
    let mut due: BTreeMap<Device, Vec<Duty>> = BTreeMap::new();
    for duty in others {
        for other in battle.devices_of(&Acting::in_duty(ruleset, &duty)) {
            due.entry(other).or_default().push(duty.clone());
        }
    }
    (own, due.into_iter().map(|(device, duties)| SeatDue { device, duties }).collect())
}

/// The offers of the table for a device, with only the units for which it acts. The first list has the group acts of several units, the second
/// the acts of a single unit.
pub fn own_offers<'a>(
    battle: &Battle,
    device: &Device,
    joint: &'a [JointOffer],
    last: &'a [JointOffer],
) -> (Cow<'a, [JointOffer]>, Cow<'a, [JointOffer]>) {
    if !battle.is_restricted(device) {
        return (Cow::Borrowed(joint), Cow::Borrowed(last));
    }
    let own = |offer: &JointOffer| {
        let mut offer = offer.clone();
        offer.units.retain(|unit| battle.may_act_for(device, &unit.id));
        offer
    };
    let able = |offer: &JointOffer| offer.units.iter().filter(|unit| unit.cannot.is_none()).count();
    let (several, alone): (Vec<_>, Vec<_>) = joint.iter().map(own).partition(|offer| able(offer) > 1);
    let alone = alone.into_iter().chain(last.iter().map(own));
    (Cow::Owned(several), Cow::Owned(alone.filter(|offer| !offer.is_due && offer.count() == 1).collect()))
}
