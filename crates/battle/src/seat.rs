//! Seats: the players at each device, and the part of the battle that each of them plays.
//!
//! Without seats, one device at a time is in [control](super::control). With seats, several devices act at the same time: each for its own
//! units.
//!
//! - **A seat is a player's name and a place**: a command, a side, the game master, the hall view, or everybody. A device has a list of
//!   seats, because two players may share it. A device without seats is everybody's, as before.
//! - **Seats are trackers of the battle**, one for each device: `seat:k3x9abcd`. An [act](Battle::seating) sets them. So all devices know
//!   all seats, two devices that take seats at once do not conflict, and a log without seats stays as it is. An undo skips such an act.
//! - **A device takes over a seat** by one act that sets its own tracker and clears the other one. If the other device comes back, it has no
//!   seat any more, and its player takes one again.
//! - **If a device has a command, a side or the game master's place, [everybody acts](Battle::everybody_acts)**: control is ignored.
//!   [`seats`](super::seats) determines the units for which a device acts.
//! - **Rolls for different units never use the same dice**, because numbers of rolls belong to units (see [`Stream`](super::Stream)).
//! - **If two devices do the same at the same time, the first entry in the log counts.** The other entry changes nothing: see the module
//!   `aside`. Logs without seats keep their old rule, by which both entries count.
//! - **Logs of version 1.0.0 keep control.** That version numbered the rolls of all units [together](super::Numbering::Together). So two
//!   devices that rolled at the same time would use the same dice. In a battle with such rolls, seats only name the players.
//!
//! The model of three devices (`crates/model`) plays every short history with seats. In the model a device can stop receiving and sending.
//! Another device then takes over its seat, and the first device comes back and acts without knowing this.
//!
//! Seats come from other devices, so they are bounded, and a tracker that cannot be read counts as no seat. Version 1.0.0 would apply entries
//! that are set aside, so an entry that sets seats is [marked](super::Event::is_marked).

use super::control::NAME;
use super::{Action, ActionEvent, Battle, Change, Device, Event, Numbering, Stamp};
use rules::subject::{Side, Subject};
use rules::text;
use rules::text::Text;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

/// Prefix of the ids of the battle's trackers that store seats. The name of a device follows.
pub const PREFIX: &str = "seat:";
/// The greatest number of seats on a device.
pub const SEATS_ON_A_DEVICE: usize = 4;
/// The greatest number of devices with seats, in the order of their names. Seats of further devices are ignored.
pub const DEVICES_WITH_SEATS: usize = 32;
/// Rule id for the end of a phase in which another device still had something due.
pub const WAIVED: &str = "phase_waived";
/// The greatest length of a command's id, in characters.
const COMMAND_ID_MAX: usize = 120;

/// A seat: a player, and the player's place at the table.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Seat {
    /// Name of the player, of at most [`NAME`] characters; empty if unknown.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub player: String,
    /// The place at the table.
    #[serde(default, rename = "of", skip_serializing_if = "Place::is_everybodys")]
    pub place: Place,
}

/// A place at the table.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Place {
    /// Everybody: the device acts for all units.
    #[default]
    All,
    /// The game master: the device acts for all units.
    Umpire,
    /// The hall view: the device only watches.
    Hall,
    /// A side.
    Side(Side),
    /// A command, by its id.
    Command(String),
}

impl Place {
    fn is_everybodys(&self) -> bool {
        *self == Place::All
    }

    /// True for the seat of this side, and for that of this command. `None` for units without a command.
    pub(super) fn covers(&self, of: Side, command: Option<&str>) -> bool {
        match self {
            Place::Side(side) => *side == of,
            Place::Command(id) => command == Some(id),
            Place::All | Place::Umpire | Place::Hall => false,
        }
    }

    /// True if a seat at this place makes several devices act at the same time.
    pub(super) fn divides(&self) -> bool {
        matches!(self, Place::Umpire | Place::Side(_) | Place::Command(_))
    }
}

impl Seat {
    /// A seat of a player. The name is shortened to [`NAME`] characters, and control characters are removed.
    pub fn new(player: &str, place: Place) -> Self {
        let letters = player.trim().chars().filter(|letter| !letter.is_control());
        Self { player: letters.take(NAME).collect(), place }
    }

    fn is_bounded(&self) -> bool {
        let is_name = self.player.chars().count() <= NAME && !self.player.chars().any(char::is_control);
        let is_id = |id: &String| !id.is_empty() && id.chars().count() <= COMMAND_ID_MAX;
        is_name && !matches!(&self.place, Place::Command(id) if !is_id(id))
    }
}

/// Reads the seats of a device from its tracker. An empty list means that it has none. `None` if the value is invalid or too long.
pub fn read(value: &Json) -> Option<Vec<Seat>> {
    let list = value.as_array().filter(|list| list.len() <= SEATS_ON_A_DEVICE)?;
    let seat = |json: &Json| Seat::deserialize(json).ok().filter(Seat::is_bounded);
    list.iter().map(seat).collect()
}

/// The device that a tracker with seats belongs to; `None` for other trackers.
pub fn device_of(key: &str) -> Option<Device> {
    Device::parse(key.strip_prefix(PREFIX)?)
}

/// True if a change sets seats.
pub fn sets_seats(change: &Change) -> bool {
    matches!(change, Change::Set { of: Subject::Battle, key, .. } if key.starts_with(PREFIX))
}

/// False if a change sets seats that cannot be read, or seats whose tracker does not have the name of a device.
pub fn is_valid(change: &Change) -> bool {
    match change {
        Change::Set { key, to, .. } if sets_seats(change) => device_of(key).is_some() && read(to).is_some(),
        Change::Set { .. } | Change::Add(_) | Change::Remove(_) => true,
    }
}

impl ActionEvent {
    /// True if the act only takes, leaves or takes over seats. An undo skips it.
    pub fn takes_seats(&self) -> bool {
        matches!(self.action, Action::ByHand) && !self.changes.is_empty() && self.changes.iter().all(sets_seats)
    }
}

impl Battle {
    /// The devices with seats, each with its seats, in the order of the devices' names.
    pub fn seats(&self) -> Vec<(Device, Vec<Seat>)> {
        self.each_with_seats().collect()
    }

    fn each_with_seats(&self) -> impl Iterator<Item = (Device, Vec<Seat>)> {
        let all = self.state.battle().all().iter().filter(|(key, _)| key.starts_with(PREFIX));
        let seats = all.filter_map(|(key, value)| Some((device_of(key)?, read(value)?)));
        seats.filter(|(_, seats)| !seats.is_empty()).take(DEVICES_WITH_SEATS)
    }

    /// True if a device has a command, a side or the game master's place.
    pub fn has_seats(&self) -> bool {
        self.each_with_seats().any(|(_, seats)| seats.iter().any(|seat| seat.place.divides()))
    }

    /// True if several devices act at the same time, without control: there are seats, and rolls are numbered for each unit.
    pub fn everybody_acts(&self) -> bool {
        self.numbering() != Some(Numbering::Together) && self.has_seats()
    }

    /// The seats of a device; empty if it has none.
    pub fn seats_of(&self, device: &Device) -> Vec<Seat> {
        self.each_with_seats().find(|(known, _)| known == device).map(|(_, seats)| seats).unwrap_or_default()
    }

    /// The names of the players at a device, without repetitions; empty if no seat has a name.
    pub fn players_at(&self, device: &Device) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        for seat in self.seats_of(device) {
            if !seat.player.is_empty() && !names.contains(&seat.player) {
                names.push(seat.player);
            }
        }
        names
    }

    /// The act by which a device takes seats, or leaves all if the list is empty. If it takes them over, `from` is the device that loses its
    /// seats. Only the first [`SEATS_ON_A_DEVICE`] seats are taken. [`Battle::linked`] completes the event.
    pub fn seating(&self, at: f64, device: &Device, seats: &[Seat], from: Option<&Device>) -> Event {
        let set = |device: &Device, seats: &[Seat]| {
            let value = serde_json::to_value(seats).unwrap_or_else(|_| Json::Array(Vec::new()));
            Change::set(Subject::Battle, key_of(device), value)
        };
        let mut changes = vec![set(device, &seats[..seats.len().min(SEATS_ON_A_DEVICE)])];
        changes.extend(from.filter(|from| *from != device).map(|from| set(from, &[])));
        Event::Action(Box::new(ActionEvent::new(at, Action::ByHand, changes).refereed(Vec::new())))
    }

    /// The device itself, and each device from which it has taken over seats, directly or through others. Each of these has the stamp of the
    /// act that took its seats. The entries that it wrote before this act belong to the device.
    pub fn predecessors(&self, device: &Device) -> Vec<(Device, Option<&Stamp>)> {
        let mut all: Vec<(Device, Option<&Stamp>)> = vec![(device.clone(), None)];
        for place in self.in_force.iter().rev().map(|own| own.event) {
            let (stamp, Some(act)) = (&self.log[place].0, self.act(place).filter(|act| act.takes_seats())) else {
                continue;
            };
            let mut set = act.changes.iter().filter_map(|change| match change {
                Change::Set { key, to, .. } => Some((device_of(key)?, read(to)?.is_empty())),
                Change::Add(_) | Change::Remove(_) => None,
            });
            let Some((to, false)) = set.next() else { continue };
            let is_of = |(known, until): &(Device, Option<&Stamp>)| *known == to && until.is_none_or(|end| stamp < end);
            if all.iter().any(is_of) {
                let left: Vec<Device> = set.filter(|(_, is_left)| *is_left).map(|(from, _)| from).collect();
                all.extend(left.into_iter().map(|from| (from, Some(stamp))));
            }
        }
        all
    }
}

/// The reason of the rule on seats, for players; `None` for other rule ids.
pub(super) fn reason(rule: &str) -> Option<Text> {
    (rule == WAIVED).then(|| text!("Another player still had something to do."))
}

fn key_of(device: &Device) -> String {
    format!("{PREFIX}{device}")
}
