//! Control of a battle: only the device in control rolls, applies, undoes, redoes and ends phases. All other devices set trackers by hand,
//! write notes and watch.
//!
//! Two devices that rolled without knowing of each other would use the same roll numbers, and undo could grant fresh dice. So one device
//! at a time is in control. It passes control on, or another device takes control over; the log shows both.
//!
//! - **The last [`ControlEvent`] of the log determines the device in control.** Without such an event, every device may do everything: a
//!   battle on one device needs none. All tabs of a device are in control together.
//! - **The device in control may write only if no linked entry is missing.** Otherwise it could roll a number that another device had already rolled.
//!   An event that takes over control lists the missing entries, so that play goes on if they are lost.
//! - **Nothing is refused when logs are merged.** [`verify`](super::verify) judges an event by what its author had seen.
//! - **In battles with [seats](super::seat), control is ignored.** There, each device acts for its own units.

use super::{Battle, Device, Event, Link, Stamp};
use serde::{Deserialize, Serialize};

/// Maximum length of a device's name, in characters.
pub const NAME: usize = 40;

/// An event that passes control to a device, or takes it over. Its kind in the log is `pen`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ControlEvent {
    /// Time, in milliseconds since 1970.
    pub at: f64,
    /// The device in control from now on.
    pub to: Device,
    /// Name of that device; empty if unknown.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// Name of the device that wrote the event; empty if it has none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub from: String,
    /// True if the author took control from another device.
    #[serde(default, rename = "by_force", skip_serializing_if = "std::ops::Not::not")]
    pub taken_over: bool,
    /// Linked entries that are missing. The author goes on without them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub without: Vec<Stamp>,
    /// Links to the ends of the log that the writer's device had.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub after: Vec<Link>,
}

/// The current control, according to a log.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Control<'a> {
    /// The device in control.
    pub holder: &'a Device,
    /// Stamp of the event that gave it control.
    pub since: &'a Stamp,
    /// True if that device took over control.
    pub taken_over: bool,
}

/// A device, with the name that its player gave it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    /// The device.
    pub device: Device,
    /// Its name, of at most [`NAME`] characters; empty if it has none.
    pub name: String,
}

/// Reasons why a device may not write events that [need control](Event::needs_control).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoControl {
    /// This other device is in control.
    HeldBy(Device),
    /// The device is in control, but entries that others link are missing.
    Lacking,
}

impl Battle {
    /// The current control; `None` if no device has passed or taken it.
    pub fn control(&self) -> Option<Control<'_>> {
        let (since, own) = self.last_control_event()?;
        Some(Control { holder: &own.to, since, taken_over: own.taken_over })
    }

    /// Checks that a device may write events that [need control](Event::needs_control). Each device may do so if no device is in control, or
    /// if [everybody acts](Battle::everybody_acts).
    ///
    /// # Errors
    /// If another device is in control. Also if linked entries are missing that the last [`ControlEvent`] does not list.
    pub fn may_write(&self, device: &Device) -> Result<(), NoControl> {
        let Some((_, own)) = self.last_control_event().filter(|_| !self.everybody_acts()) else { return Ok(()) };
        if own.to != *device {
            return Err(NoControl::HeldBy(own.to.clone()));
        }
        let lacks = self.lacking.iter().any(|stamp| !own.without.contains(stamp));
        if lacks { Err(NoControl::Lacking) } else { Ok(()) }
    }

    /// True if no linked entry is missing.
    pub fn is_whole(&self) -> bool {
        self.lacking.is_empty()
    }

    fn last_control_event(&self) -> Option<(&Stamp, &ControlEvent)> {
        match self.log.get(*self.control_events.last()?)? {
            (stamp, Event::Control(own)) => Some((stamp, own)),
            _ => None,
        }
    }

    /// The event by which the device `from` passes control to the device `to`. If no device is in control, any device may do so.
    /// [`Battle::linked`] completes the event. `None` if a device other than `from` is in control.
    pub fn passing(&self, at: f64, from: &Named, to: &Named) -> Option<Event> {
        let may = self.control().is_none_or(|control| *control.holder == from.device);
        may.then(|| self.control_event(at, from, to, false))
    }

    /// The event by which a device takes control. It counts as taken over if another device is in control, or if entries are missing.
    pub fn taking(&self, at: f64, by: &Named) -> Event {
        let taken_over = self.control().is_some_and(|control| *control.holder != by.device) || !self.is_whole();
        self.control_event(at, by, by, taken_over)
    }

    fn control_event(&self, at: f64, from: &Named, to: &Named, taken_over: bool) -> Event {
        let name = |own: &Named| own.name.chars().take(NAME).collect::<String>();
        let (device, from, to) = (to.device.clone(), name(from), name(to));
        let without = self.lacking.iter().cloned().collect();
        Event::Control(Box::new(ControlEvent {
            at,
            to: device,
            name: to,
            from,
            taken_over,
            without,
            after: Vec::new(),
        }))
    }

    /// The name of a device in the latest event that has one; `None` if no event has.
    pub fn device_name(&self, device: &Device) -> Option<&str> {
        let pens = self.control_events.iter().rev().filter_map(|place| self.log.get(*place));
        let named = pens.filter_map(|(stamp, event)| {
            let Event::Control(own) = event else { return None };
            if own.to == *device && !own.name.is_empty() {
                return Some(own.name.as_str());
            }
            (stamp.device() == *device && !own.from.is_empty()).then_some(own.from.as_str())
        });
        named.into_iter().next()
    }

    /// All devices that wrote in the log or were given control, each once. Tabs of earlier versions have no device in their names, and are left
    /// out.
    pub fn devices(&self) -> Vec<Device> {
        let mut all: Vec<Device> = Vec::new();
        let given = |event: &Event| match event {
            Event::Control(own) => Some(own.to.clone()),
            _ => None,
        };
        // Mostly the previous event is from the same tab.
        let mut before = "";
        for (stamp, event) in &self.log {
            let author = (stamp.tab() != before && stamp.names_device()).then(|| stamp.device());
            before = stamp.tab();
            for device in author.into_iter().chain(given(event)) {
                if !all.contains(&device) {
                    all.push(device);
                }
            }
        }
        all
    }

    /// Updates the missing events: adds those that the new events link and the log does not have, and removes the new events themselves.
    pub(super) fn note_lacking(&mut self, added: &[Stamp]) {
        let linked = added.iter().filter_map(|stamp| self.event(stamp)).flat_map(Event::after).map(|link| &link.stamp);
        let absent: Vec<Stamp> = linked.filter(|stamp| self.place(stamp).is_none()).cloned().collect();
        for stamp in added {
            self.lacking.remove(stamp);
        }
        self.lacking.extend(absent);
    }
}
