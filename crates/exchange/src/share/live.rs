//! Messages between two devices that play a battle over a direct connection, as JSON.
//!
//! Both devices first send a [summary](super::summary) of their logs. Each then sends the entries that the other lacks, and the other
//! confirms them when they are saved. After a reconnection they start with summaries again, so nothing needs to be remembered. Entries of a
//! third device are forwarded in the same way.
//!
//! Devices of version 1.1.0 or later also exchange messages of their [mesh]. Version 1.0.0 accepts no further messages after an unknown one,
//! so these are sent only to a device whose greeting announces them.
//!
//! An entry may be longer than a message, such as an act that changes all trackers of hundreds of units. Its message is sent in parts, to
//! devices whose greeting announces that they read parts. An earlier version does not get such an entry, but all others.
//!
//! Incoming messages can only add entries to this battle: see [`Peer::receive`].

use super::mesh;
use super::summary::{Summary, beginning};
use crate::storage::{envelope, limits};
use battle::control::{self, Named};
use battle::relation::{MergeFailure, Relation, relation};
use battle::{Battle, Device, Event, Header, Stamp};
use rules::registry::Registry;
use rules::steady_clock::SteadyClock;
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// Newest version of the messages. A greeting has the lowest version that can carry its log, so that earlier versions of Drumhead accept it.
const VERSION: u32 = 4;
/// Version for logs without fields that version 1.0.0 does not know.
const WITHOUT_MARKS: u32 = 3;
/// Version for such logs without counted changes.
const WITHOUT_COUNTS: u32 = 2;
/// Version for such logs that have no committed rolls, either.
const WITHOUT_COMMITMENTS: u32 = 1;
/// The longest text that is read or sent at once, in bytes. All browsers allow this length in a data channel.
pub const LONGEST: usize = 256 << 10;
/// The longest message in parts, in bytes. A message with the longest entry is shorter.
const LONGEST_WHOLE: usize = envelope::LONGEST;
/// Length of a part, in bytes. As a JSON string, it can be twice as long.
const PART: usize = 120 << 10;
/// Greatest number of entries or confirmations in a message, and the length at which a new message begins.
const ENTRIES: usize = 200;
const LONG: usize = 48 << 10;

/// A message.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Message {
    /// The first message on a connection.
    Hello(Hello),
    /// The beginning of the battle, for a device without it.
    Battle(Box<Header>),
    /// Entries that the other device lacks.
    Events(Vec<(Stamp, Event)>),
    /// Confirms that these entries have arrived and are saved.
    Saved(Vec<Stamp>),
    /// A message about the connections of all devices, or about the end of a phase.
    Mesh(mesh::Message),
    /// A part of a message that is longer than [`LONGEST`]. The parts are sent in order, with no other text between them.
    Part {
        /// The part of the message's JSON.
        text: String,
        /// True for the last part.
        is_last: bool,
    },
    /// Version 1.0.0 asks for this device's part of a roll to which both devices had committed. It gets no answer, and makes the roll from
    /// the seed after 1.5 seconds.
    #[serde(skip_serializing)]
    Ask(IgnoredAny),
    /// Version 1.0.0 sends its part of such a roll. Ignored.
    #[serde(skip_serializing)]
    Give(IgnoredAny),
}

/// The first message of a device.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Hello {
    version: u32,
    battle: String,
    /// Checksum of the battle's beginning; `None` if the device does not have the battle.
    began: Option<u32>,
    has: Summary,
    /// The device's name in stamps.
    device: Device,
    /// The name that its player gave it; empty if none.
    #[serde(default)]
    name: String,
    /// Its time for logs, in milliseconds since 1970. Earlier versions do not send it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    time: Option<f64>,
    /// True if it reads messages of the mesh. Version 1.0.0 does not.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    mesh: bool,
    /// True if it reads messages in parts. Earlier versions do not.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    parts: bool,
}

/// Effect of a received message.
#[derive(Clone, Debug, PartialEq)]
pub enum Received {
    /// The other device sent its greeting.
    Greeting,
    /// No effect.
    Nothing,
    /// The beginning of a battle that this device must save.
    Begins(Box<Header>),
    /// Entries that this device must save and then [confirm](Peer::saved).
    Events(Vec<(Stamp, Event)>),
    /// A message for [`Mesh::receive`](mesh::Mesh::receive), which checks it.
    Mesh(mesh::Message),
}

/// Reasons why messages on a connection are no longer accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// The other device has another battle open.
    OtherBattle,
    /// The two logs cannot be merged.
    Apart(MergeFailure),
    /// The other device has a newer version of Drumhead.
    Newer,
    /// It sends a message that Drumhead never sends.
    Strange,
}

/// The device at the other end of a connection.
#[derive(Clone, Debug, Default)]
pub struct Peer {
    battle: String,
    /// Its greeting. `None` until it arrives.
    hello: Option<Hello>,
    device: Option<Named>,
    /// Version of this device's greeting. `None` until it is sent.
    greeted: Option<u32>,
    has_sent_battle: bool,
    /// Entries of this device's log that the other device has.
    has: BTreeSet<Stamp>,
    /// Entries that were sent but not confirmed.
    sent: BTreeSet<Stamp>,
    /// Entries of the other device that are saved here but not confirmed yet.
    unconfirmed: Vec<Stamp>,
    /// The parts of an incoming message so far.
    parts: String,
    /// Messages of the mesh that were not sent yet.
    to_mesh: Vec<mesh::Message>,
    /// This device's time for logs, in milliseconds since 1970.
    time_here: Option<f64>,
}

/// Returns the earliest version of the messages that can carry a log.
fn version_of(here: &Battle) -> u32 {
    if here.is_marked() {
        VERSION
    } else if here.has_counts() {
        WITHOUT_MARKS
    } else if here.has_commitments() {
        WITHOUT_COUNTS
    } else {
        WITHOUT_COMMITMENTS
    }
}

fn read(text: &str) -> Result<Message, Trouble> {
    serde_json::from_str(text).map_err(|_| Trouble::Strange)
}

/// Returns the messages with the parts of a text.
fn in_parts(text: &str) -> Vec<String> {
    let (mut parts, mut rest) = (Vec::new(), text);
    while !rest.is_empty() {
        let (part, after) = rest.split_at(rest.floor_char_boundary(PART));
        let message = Message::Part { text: part.to_owned(), is_last: after.is_empty() };
        parts.extend(serde_json::to_string(&message));
        rest = after;
    }
    parts
}

impl Peer {
    /// Returns the other end of a new connection for a battle.
    pub fn new(battle: &str) -> Self {
        Self { battle: battle.to_owned(), ..Self::default() }
    }

    /// Returns the other device. `None` until it has sent its greeting.
    pub fn device(&self) -> Option<&Named> {
        self.device.as_ref()
    }

    /// Returns the name that its player gave it. `None` until it has sent its greeting, and if it has no name.
    pub fn name(&self) -> Option<&str> {
        Some(self.device.as_ref()?.name.as_str()).filter(|name| !name.is_empty())
    }

    /// Returns its time for logs at its greeting. `None` if it sent none.
    pub fn time(&self) -> Option<f64> {
        self.hello.as_ref().and_then(|hello| hello.time)
    }

    /// True if it has sent its greeting.
    pub fn is_known(&self) -> bool {
        self.hello.is_some()
    }

    /// True if its greeting announces that it reads messages of the mesh.
    pub fn is_of_mesh(&self) -> bool {
        self.hello.as_ref().is_some_and(|hello| hello.mesh)
    }

    /// Adds a message of the mesh to those that are sent next, if the other device reads it.
    pub fn queue(&mut self, message: mesh::Message) {
        if self.is_of_mesh() {
            self.to_mesh.push(message);
        }
    }

    /// Returns a summary of the entries of this device's log that the other device has.
    pub fn summary(&self, log: &[(Stamp, Event)]) -> Summary {
        let has: Vec<_> = log.iter().filter(|(stamp, _)| self.has.contains(stamp)).cloned().collect();
        Summary::of(&has)
    }

    /// Returns the summary of its whole log from its greeting. `None` until then.
    pub fn greeted_with(&self) -> Option<&Summary> {
        self.hello.as_ref().map(|hello| &hello.has)
    }

    /// Returns the [fingerprint](Battle::mark) of the entries of this device's log that the other device has.
    pub fn mark(&self, here: &Battle) -> String {
        if self.lacks(here.log()).is_empty() {
            return here.mark();
        }
        let has = here.log().iter().filter(|(stamp, _)| self.has.contains(stamp)).cloned();
        here.with_log(has).mark()
    }

    /// Returns the entries here that the other device has not confirmed.
    pub fn lacks(&self, log: &[(Stamp, Event)]) -> BTreeSet<Stamp> {
        log.iter().map(|(stamp, _)| stamp).filter(|stamp| !self.has.contains(stamp)).cloned().collect()
    }

    /// True if the next messages start with a greeting.
    pub fn is_to_greet(&self) -> bool {
        self.greeted.is_none()
    }

    /// Sets this device's time for logs, which the next greeting contains.
    pub fn set_time(&mut self, time: f64) {
        self.time_here = Some(time);
    }

    /// Sends a greeting again, for instance after this device was renamed.
    pub fn greet_again(&mut self) {
        self.greeted = None;
    }

    /// Reads a message. Its length is limited, and its contents are checked like all input.
    ///
    /// # Errors
    /// If no further messages are accepted from the device.
    pub fn receive(&mut self, registry: Registry, text: &str, here: Option<&Battle>) -> Result<Received, Trouble> {
        if text.len() > LONGEST {
            return Err(Trouble::Strange);
        }
        match read(text)? {
            Message::Part { text, is_last } if self.is_known() => {
                if self.parts.len() + text.len() > LONGEST_WHOLE {
                    return Err(Trouble::Strange);
                }
                self.parts.push_str(&text);
                if !is_last {
                    return Ok(Received::Nothing);
                }
                let whole = std::mem::take(&mut self.parts);
                self.receive_whole(registry, read(&whole)?, here)
            }
            message => self.receive_whole(registry, message, here),
        }
    }

    fn receive_whole(
        &mut self,
        registry: Registry,
        message: Message,
        here: Option<&Battle>,
    ) -> Result<Received, Trouble> {
        match message {
            Message::Hello(hello) => self.greet(hello, here).map(|()| Received::Greeting),
            // Only a greeting is accepted as the first message.
            _ if !self.is_known() => Err(Trouble::Strange),
            Message::Part { .. } => Err(Trouble::Strange),
            Message::Battle(header) if here.is_none() => {
                limits::header(&header).map_err(|_| Trouble::Strange)?;
                limits::battle(registry, &header, &[]).map_err(|_| Trouble::Strange)?;
                Ok(Received::Begins(header))
            }
            Message::Battle(_) | Message::Ask(_) | Message::Give(_) => Ok(Received::Nothing),
            Message::Events(events) => self.take(registry, events, here.ok_or(Trouble::Strange)?),
            Message::Mesh(message) => Ok(Received::Mesh(message)),
            Message::Saved(stamps) => {
                // Unknown stamps are ignored. Otherwise the other device could fill the memory with them.
                let known = |stamp: &Stamp| here.is_some_and(|battle| battle.event(stamp).is_some());
                for stamp in stamps.into_iter().filter(known) {
                    self.sent.remove(&stamp);
                    self.has.insert(stamp);
                }
                Ok(Received::Nothing)
            }
        }
    }

    fn greet(&mut self, hello: Hello, here: Option<&Battle>) -> Result<(), Trouble> {
        if hello.version > VERSION {
            return Err(Trouble::Newer);
        }
        if hello.battle != self.battle {
            return Err(Trouble::OtherBattle);
        }
        if !hello.has.is_bounded() || hello.name.chars().count() > control::NAME {
            return Err(Trouble::Strange);
        }
        self.sent.clear();
        self.has.clear();
        if let Some(here) = here {
            if hello.began.is_some_and(|began| began != beginning(here.header())) {
                return Err(Trouble::Apart(MergeFailure::Beginning));
            }
            let lacks = hello.has.lacks(here.log());
            let known = here.log().iter().map(|(stamp, _)| stamp).filter(|stamp| !lacks.contains(stamp));
            self.has = known.cloned().collect();
        }
        self.device = Some(Named { device: hello.device.clone(), name: hello.name.clone() });
        self.hello = Some(hello);
        Ok(())
    }

    fn take(&self, registry: Registry, mut events: Vec<(Stamp, Event)>, here: &Battle) -> Result<Received, Trouble> {
        let each = || events.iter().try_for_each(|(stamp, event)| limits::event(stamp, event));
        each().map_err(|_| Trouble::Strange)?;
        battle::in_order_of_making(&mut events);
        if events.windows(2).any(|two| two[0].0 == two[1].0) {
            return Err(Trouble::Strange);
        }
        match relation((here.header(), &events), (here.header(), here.log())) {
            Relation::Apart(why) => return Err(Trouble::Apart(why)),
            Relation::Same | Relation::Behind(_) => {}
            Relation::Ahead(_) | Relation::Parted(..) => {
                let new = events.iter().filter(|(stamp, _)| here.event(stamp).is_none());
                let all: Vec<_> = here.log().iter().chain(new).cloned().collect();
                let is_bounded = all.len() <= limits::EVENTS && limits::battle(registry, here.header(), &all).is_ok();
                if !is_bounded {
                    return Err(Trouble::Apart(MergeFailure::TooMuch));
                }
            }
        }
        Ok(Received::Events(events))
    }

    /// Records the other device's entries after they arrived in another way, such as by codes. `log` holds the entries here and those that
    /// arrived, in any order.
    pub fn record_entries(&mut self, has: &Summary, mut log: Vec<(Stamp, Event)>) {
        battle::in_order_of_making(&mut log);
        log.dedup_by(|(a, _), (b, _)| a == b);
        let lacks = has.lacks(&log);
        self.has.extend(log.into_iter().map(|(stamp, _)| stamp).filter(|stamp| !lacks.contains(stamp)));
    }

    /// Records that entries of the other device are now saved here.
    pub fn saved(&mut self, stamps: impl IntoIterator<Item = Stamp>) {
        for stamp in stamps {
            self.has.insert(stamp.clone());
            self.unconfirmed.push(stamp);
        }
    }

    /// Returns the messages to be sent now.
    pub fn due(&mut self, here: Option<&Battle>, this: &Named) -> Vec<String> {
        let mut due = Vec::new();
        let version = here.map_or(WITHOUT_COMMITMENTS, version_of);
        // A device of version 1.0.0 must not receive entries with fields that it does not know.
        let is_too_low = |greeted: u32| greeted < version && version == VERSION;
        if self.greeted.is_none_or(is_too_low) {
            self.greeted = Some(version);
            due.push(Message::Hello(Hello {
                version,
                battle: self.battle.clone(),
                began: here.map(|battle| beginning(battle.header())),
                has: here.map(|battle| Summary::of(battle.log())).unwrap_or_default(),
                device: this.device.clone(),
                name: this.name.clone(),
                time: self.time_here,
                mesh: true,
                parts: true,
            }));
        }
        let unconfirmed = std::mem::take(&mut self.unconfirmed);
        due.extend(unconfirmed.chunks(ENTRIES).map(|stamps| Message::Saved(stamps.to_vec())));
        if let (Some(here), Some(hello)) = (here, &self.hello) {
            if hello.began.is_none() && !self.has_sent_battle {
                self.has_sent_battle = true;
                due.push(Message::Battle(Box::new(here.header().clone())));
            }
            due.extend(self.events_due(here));
        }
        due.extend(std::mem::take(&mut self.to_mesh).into_iter().map(Message::Mesh));
        due.iter().flat_map(|message| self.written(message)).collect()
    }

    /// Returns a message as one text, or in parts if it is too long for one. Empty if the other device does not read parts.
    fn written(&self, message: &Message) -> Vec<String> {
        // Contents that were read can always be written.
        let Ok(text) = serde_json::to_string(message) else { return Vec::new() };
        if text.len() <= LONGEST {
            return vec![text];
        }
        let reads_parts = self.hello.as_ref().is_some_and(|hello| hello.parts);
        if reads_parts { in_parts(&text) } else { Vec::new() }
    }

    /// Returns messages with the entries that the other device lacks and that were not sent yet. A long entry is the only one of its
    /// message.
    fn events_due(&mut self, here: &Battle) -> Vec<Message> {
        let (mut messages, mut events, mut length) = (Vec::new(), Vec::new(), 0);
        for (stamp, event) in here.log() {
            if self.has.contains(stamp) || !self.sent.insert(stamp.clone()) {
                continue;
            }
            let added = serde_json::to_string(event).map_or(0, |text| text.len());
            if added >= LONG && !events.is_empty() {
                messages.push(Message::Events(std::mem::take(&mut events)));
                length = 0;
            }
            length += added;
            events.push((stamp.clone(), event.clone()));
            if events.len() >= ENTRIES || length >= LONG {
                messages.push(Message::Events(std::mem::take(&mut events)));
                length = 0;
            }
        }
        if !events.is_empty() {
            messages.push(Message::Events(events));
        }
        messages
    }

    /// Starts again on a new connection with the same device.
    pub fn reconnect(&mut self) {
        *self = Self::new(&self.battle);
    }
}

/// Follows the time of a device that offered a connection and that this device has joined, so that the times of the log are comparable. `joined`
/// holds the connections that this device itself offered. If the time here changes noticeably, these devices are greeted again, and follow it.
/// `other` is the received time, and `here` the time of this device.
pub fn follow_time<'a>(clock: &mut SteadyClock, other: f64, here: f64, joined: impl Iterator<Item = &'a mut Peer>) {
    if clock.follow(other, here) {
        joined.for_each(Peer::greet_again);
    }
}

#[cfg(test)]
mod tests;
