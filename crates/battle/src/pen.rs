//! The pen: its holder rolls, applies, undoes, redoes and ends phases. All other devices mark, note and look.
//!
//! Two devices that both rolled without knowing of each other would roll the same numbers, and undo could grant fresh dice. So
//! one device at a time holds the pen. It passes it on, or another takes it by force, which the log shows.
//!
//! - **The holder is named by the last [`PenEvent`] of the log.** Without one there is no pen, and every device may do everything:
//!   a battle on one device needs none. Tabs of a device share its pen.
//! - **The holder writes once it lacks nothing that another entry links.** Otherwise it could roll a number that the other rolled
//!   before. Entries that are lost for good are named by the event that takes the pen all the same.
//! - **Nothing is refused when logs are merged.** [`verify`](super::verify) judges an event by what its author had seen.

use super::{Battle, Device, Event, Link, Stamp};
use serde::{Deserialize, Serialize};

/// Characters of the name that a player gives a device, at most.
pub const NAME: usize = 40;

/// The pen was passed, or taken.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PenEvent {
    /// Time, in milliseconds since 1970.
    pub at: f64,
    /// The device that holds the pen from now on.
    pub to: Device,
    /// The name that players gave that device, if it is known.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// The name of the device that wrote this, if it has one.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub from: String,
    /// True if its author took the pen from another device.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub by_force: bool,
    /// Entries that are linked and were not there. Its author goes on without them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub without: Vec<Stamp>,
    /// Links to the ends of the log that its writer saw.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub after: Vec<Link>,
}

/// The pen, as a log has it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pen<'a> {
    /// Device that holds it.
    pub holder: &'a Device,
    /// Stamp of the event that gave it the pen.
    pub since: &'a Stamp,
    /// True if the holder took it by force.
    pub by_force: bool,
}

/// A device, with the name that its player gave it; empty if none did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    /// The device.
    pub device: Device,
    /// Its name, of at most [`NAME`] characters.
    pub name: String,
}

/// Reasons why a device cannot do what only the pen's holder does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoPen {
    /// This device holds it.
    HeldBy(Device),
    /// It holds the pen, but lacks entries that others link.
    Lacking,
}

impl Battle {
    /// The pen; `None` as long as nobody has passed or taken it.
    pub fn pen(&self) -> Option<Pen<'_>> {
        let (since, own) = self.last_pen()?;
        Some(Pen { holder: &own.to, since, by_force: own.by_force })
    }

    /// Checks that a device may do what only the pen's holder does.
    ///
    /// # Errors
    /// If another device holds the pen, or entries are missing.
    pub fn may_write(&self, device: &Device) -> Result<(), NoPen> {
        let Some((_, own)) = self.last_pen() else { return Ok(()) };
        if own.to != *device {
            return Err(NoPen::HeldBy(own.to.clone()));
        }
        let lacks = self.lacking.iter().any(|stamp| !own.without.contains(stamp));
        if lacks { Err(NoPen::Lacking) } else { Ok(()) }
    }

    /// True if nothing is missing that an entry links.
    pub fn is_whole(&self) -> bool {
        self.lacking.is_empty()
    }

    fn last_pen(&self) -> Option<(&Stamp, &PenEvent)> {
        match self.log.get(*self.pens.last()?)? {
            (stamp, Event::Pen(own)) => Some((stamp, own)),
            _ => None,
        }
    }

    /// The event by which a device passes the pen to another, or takes it itself where nobody holds it.
    /// [`Battle::linked`] completes it. `None` if another device holds the pen.
    pub fn passing(&self, at: f64, from: &Named, to: &Named) -> Option<Event> {
        let may = self.pen().is_none_or(|pen| *pen.holder == from.device);
        may.then(|| self.pen_event(at, from, to, false))
    }

    /// The event by which a device takes the pen: by force, if another holds it, or if entries are missing.
    pub fn taking(&self, at: f64, by: &Named) -> Event {
        let by_force = self.pen().is_some_and(|pen| *pen.holder != by.device) || !self.is_whole();
        self.pen_event(at, by, by, by_force)
    }

    fn pen_event(&self, at: f64, from: &Named, to: &Named, by_force: bool) -> Event {
        let name = |own: &Named| own.name.chars().take(NAME).collect::<String>();
        let (device, from, to) = (to.device.clone(), name(from), name(to));
        let without = self.lacking.iter().cloned().collect();
        Event::Pen(Box::new(PenEvent { at, to: device, name: to, from, by_force, without, after: Vec::new() }))
    }

    /// The name that players gave a device, as the log last says it.
    pub fn device_name(&self, device: &Device) -> Option<&str> {
        let pens = self.pens.iter().rev().filter_map(|place| self.log.get(*place));
        let named = pens.filter_map(|(stamp, event)| {
            let Event::Pen(own) = event else { return None };
            if own.to == *device && !own.name.is_empty() {
                return Some(own.name.as_str());
            }
            (stamp.device() == *device && !own.from.is_empty()).then_some(own.from.as_str())
        });
        named.into_iter().next()
    }

    /// All devices that wrote in the log or were given the pen, each once. Tabs of earlier versions name no device.
    pub fn devices(&self) -> Vec<Device> {
        let mut all: Vec<Device> = Vec::new();
        let given = |event: &Event| match event {
            Event::Pen(own) => Some(own.to.clone()),
            _ => None,
        };
        // Most events are of the tab of the one before.
        let mut before = "";
        for (stamp, event) in &self.log {
            let own = (stamp.tab() != before && stamp.names_device()).then(|| stamp.device());
            before = stamp.tab();
            for device in own.into_iter().chain(given(event)) {
                if !all.contains(&device) {
                    all.push(device);
                }
            }
        }
        all
    }

    /// Notes which events the added ones link that are not there, and that the added ones are.
    pub(super) fn note_lacking(&mut self, added: &[Stamp]) {
        let linked = added.iter().filter_map(|stamp| self.event(stamp)).flat_map(Event::after).map(|link| &link.stamp);
        let absent: Vec<Stamp> = linked.filter(|stamp| self.place(stamp).is_none()).cloned().collect();
        for stamp in added {
            self.lacking.remove(stamp);
        }
        self.lacking.extend(absent);
    }
}
