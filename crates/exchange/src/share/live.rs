//! Messages between two devices that play one battle over a direct connection, as JSON.
//!
//! Both greet each other with a [summary](super::summary) of what they have. Each sends what the other lacks, and the other
//! confirms it once it is saved. After the connection is lost and opened again they greet each other again, so that nothing
//! needs to be remembered. Entries of a third device are passed on like one's own.
//!
//! Incoming messages can add entries to this battle; they do nothing else: see [`Peer::receive`].

use super::summary::{Summary, beginning};
use crate::storage::limits;
use battle::pen::{self, Named};
use battle::relation::{Apart, Relation, relation};
use battle::{Battle, Device, Event, Header, Stamp};
use rules::registry::Registry;
use rules::steady_clock::SteadyClock;
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// The version of the messages, and those of logs in which nobody counted, and nobody committed to rolls: earlier Drumheads read
/// those.
const VERSION: u32 = 3;
const WITHOUT_COUNTS: u32 = 2;
const WITHOUT_COMMITMENTS: u32 = 1;
/// The longest message that is read or sent, in bytes: what all browsers let through a data channel at once.
pub const LONGEST: usize = 256 << 10;
/// Entries that go into one message, and the length from which another is begun.
const ENTRIES: usize = 200;
const LONG: usize = 48 << 10;

/// A message.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Message {
    /// The first on a connection.
    Hello(Hello),
    /// The beginning of the battle, for a device that does not have it.
    Battle(Box<Header>),
    /// Entries that the other device lacks.
    Events(Vec<(Stamp, Event)>),
    /// These entries came, and are saved.
    Saved(Vec<Stamp>),
    /// Version 1.0.0 asks for this device's step of a roll, where both devices committed to their steps. Nobody answers: it then makes
    /// the roll from the seed after 1.5 seconds.
    #[serde(skip_serializing)]
    Ask(IgnoredAny),
    /// Version 1.0.0 gives its step of a roll.
    #[serde(skip_serializing)]
    Give(IgnoredAny),
}

/// The greeting of a device.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Hello {
    version: u32,
    battle: String,
    /// Checksum of the battle's beginning; `None` on a device that does not have it.
    began: Option<u32>,
    has: Summary,
    /// The device's name in stamps.
    device: Device,
    /// The name that its player gave it.
    #[serde(default)]
    name: String,
    /// Its time for logs, in milliseconds since 1970. Devices of earlier versions do not send it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    time: Option<f64>,
}

/// Something that came from the other device, to be done here.
#[derive(Clone, Debug, PartialEq)]
pub enum Received {
    /// The other device greeted.
    Greeting,
    /// Nothing is to be done.
    Nothing,
    /// The other device has the battle, and this one does not: it is to be saved.
    Begins(Box<Header>),
    /// Entries to be saved, and then [confirmed](Peer::saved).
    Events(Vec<(Stamp, Event)>),
}

/// Reasons why nothing more is taken over a connection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// The other device has another battle open.
    OtherBattle,
    /// Both logs cannot be one.
    Apart(Apart),
    /// The other device has a newer Drumhead.
    Newer,
    /// It sends what Drumhead does not send.
    Strange,
}

/// The device at the other end of a connection.
#[derive(Clone, Debug, Default)]
pub struct Peer {
    battle: String,
    /// Its greeting, once it came.
    hello: Option<Hello>,
    device: Option<Named>,
    has_greeted: bool,
    has_sent_battle: bool,
    /// Entries of this device's log that it has.
    has: BTreeSet<Stamp>,
    /// Entries on their way.
    sent: BTreeSet<Stamp>,
    /// Entries of its own that came and are saved, and of which it was not told yet.
    unconfirmed: Vec<Stamp>,
    /// This device's time for logs.
    time_here: Option<f64>,
}

/// The earliest version of the messages that carries a log.
fn version_of(here: &Battle) -> u32 {
    if here.has_counts() {
        VERSION
    } else if here.has_commitments() {
        WITHOUT_COUNTS
    } else {
        WITHOUT_COMMITMENTS
    }
}

impl Peer {
    /// The other end of a connection for a battle.
    pub fn new(battle: &str) -> Self {
        Self { battle: battle.to_owned(), ..Self::default() }
    }

    /// The device, once it has greeted.
    pub fn device(&self) -> Option<&Named> {
        self.device.as_ref()
    }

    /// The name that its player gave it.
    pub fn name(&self) -> Option<&str> {
        Some(self.device.as_ref()?.name.as_str()).filter(|name| !name.is_empty())
    }

    /// Its time for logs when it greeted, if it sent one.
    pub fn time(&self) -> Option<f64> {
        self.hello.as_ref().and_then(|hello| hello.time)
    }

    /// True once it has greeted.
    pub fn is_known(&self) -> bool {
        self.hello.is_some()
    }

    /// Summary of what it has of this device's log.
    pub fn summary(&self, log: &[(Stamp, Event)]) -> Summary {
        let has: Vec<_> = log.iter().filter(|(stamp, _)| self.has.contains(stamp)).cloned().collect();
        Summary::of(&has)
    }

    /// Summary of its whole log, as it greeted; `None` before.
    pub fn greeted_with(&self) -> Option<&Summary> {
        self.hello.as_ref().map(|own| &own.has)
    }

    /// [Mark](Battle::mark) of what it has of this device's log.
    pub fn mark(&self, here: &Battle) -> String {
        if self.lacks(here.log()).is_empty() {
            return here.mark();
        }
        let has = here.log().iter().filter(|(stamp, _)| self.has.contains(stamp)).cloned();
        here.with_log(has).mark()
    }

    /// The entries here that it has not confirmed.
    pub fn lacks(&self, log: &[(Stamp, Event)]) -> BTreeSet<Stamp> {
        log.iter().map(|(stamp, _)| stamp).filter(|stamp| !self.has.contains(stamp)).cloned().collect()
    }

    /// True if the next messages begin with a greeting.
    pub fn is_to_greet(&self) -> bool {
        !self.has_greeted
    }

    /// Sets this device's time for logs, which the next greeting sends.
    pub fn set_time(&mut self, time: f64) {
        self.time_here = Some(time);
    }

    /// Greets once more, as with another name of this device.
    pub fn greet_again(&mut self) {
        self.has_greeted = false;
    }

    /// Reads a message. It is bounded, and checked like anything that comes in.
    ///
    /// # Errors
    /// If nothing more is to be taken from it.
    pub fn receive(&mut self, registry: Registry, text: &str, here: Option<&Battle>) -> Result<Received, Trouble> {
        if text.len() > LONGEST {
            return Err(Trouble::Strange);
        }
        match serde_json::from_str(text).map_err(|_| Trouble::Strange)? {
            Message::Hello(hello) => self.greet(hello, here).map(|()| Received::Greeting),
            // Whoever has not greeted is not listened to.
            _ if self.hello.is_none() => Err(Trouble::Strange),
            Message::Battle(header) if here.is_none() => {
                limits::header(&header).map_err(|_| Trouble::Strange)?;
                limits::battle(registry, &header, &[]).map_err(|_| Trouble::Strange)?;
                Ok(Received::Begins(header))
            }
            Message::Battle(_) | Message::Ask(_) | Message::Give(_) => Ok(Received::Nothing),
            Message::Events(events) => self.take(registry, events, here.ok_or(Trouble::Strange)?),
            Message::Saved(stamps) => {
                // Only of what is here: a list of anything else would grow without an end.
                let known = |stamp: &Stamp| here.is_some_and(|own| own.event(stamp).is_some());
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
        if !hello.has.is_bounded() || hello.name.chars().count() > pen::NAME {
            return Err(Trouble::Strange);
        }
        self.sent.clear();
        self.has.clear();
        if let Some(here) = here {
            if hello.began.is_some_and(|began| began != beginning(here.header())) {
                return Err(Trouble::Apart(Apart::Beginning));
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
                    return Err(Trouble::Apart(Apart::TooMuch));
                }
            }
        }
        Ok(Received::Events(events))
    }

    /// Learns by another way, as by codes, what the other device has. `log` holds the entries here and those that came, in any
    /// order.
    pub fn learn(&mut self, has: &Summary, mut log: Vec<(Stamp, Event)>) {
        battle::in_order_of_making(&mut log);
        log.dedup_by(|(a, _), (b, _)| a == b);
        let lacks = has.lacks(&log);
        self.has.extend(log.into_iter().map(|(stamp, _)| stamp).filter(|stamp| !lacks.contains(stamp)));
    }

    /// Notes entries of the other device that are saved here now.
    pub fn saved(&mut self, stamps: impl IntoIterator<Item = Stamp>) {
        for stamp in stamps {
            self.has.insert(stamp.clone());
            self.unconfirmed.push(stamp);
        }
    }

    /// The messages that are due now.
    pub fn due(&mut self, here: Option<&Battle>, this: &Named) -> Vec<String> {
        let mut due = Vec::new();
        if !self.has_greeted {
            self.has_greeted = true;
            due.push(Message::Hello(Hello {
                version: here.map_or(WITHOUT_COMMITMENTS, version_of),
                battle: self.battle.clone(),
                began: here.map(|own| beginning(own.header())),
                has: here.map(|own| Summary::of(own.log())).unwrap_or_default(),
                device: this.device.clone(),
                name: this.name.clone(),
                time: self.time_here,
            }));
        }
        if !self.unconfirmed.is_empty() {
            due.push(Message::Saved(std::mem::take(&mut self.unconfirmed)));
        }
        if let (Some(here), Some(hello)) = (here, &self.hello) {
            if hello.began.is_none() && !self.has_sent_battle {
                self.has_sent_battle = true;
                due.push(Message::Battle(Box::new(here.header().clone())));
            }
            due.extend(self.events_due(here));
        }
        // Everything that was read can be written.
        let texts = due.iter().filter_map(|message| serde_json::to_string(message).ok());
        texts.filter(|text| text.len() <= LONGEST).collect()
    }

    /// The entries that the other device lacks and that are not on their way, in messages of some length.
    fn events_due(&mut self, here: &Battle) -> Vec<Message> {
        let (mut messages, mut events, mut length) = (Vec::new(), Vec::new(), 0);
        for (stamp, event) in here.log() {
            if self.has.contains(stamp) || !self.sent.insert(stamp.clone()) {
                continue;
            }
            length += serde_json::to_string(event).map_or(0, |text| text.len());
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

    /// Begins anew on a new connection with the same device.
    pub fn reconnect(&mut self) {
        *self = Self::new(&self.battle);
    }
}

/// Takes over the time of the device at the other end of a connection that it offered, so that the times of the log are comparable.
/// `joined` are the other ends of connections that this device offered. If its time changes noticeably, it greets them again, and
/// they follow. `other` is the time that was received, and `here` the time of this device.
pub fn follow_time<'a>(clock: &mut SteadyClock, other: f64, here: f64, joined: impl Iterator<Item = &'a mut Peer>) {
    if clock.follow(other, here) {
        joined.for_each(Peer::greet_again);
    }
}

#[cfg(test)]
mod tests;
