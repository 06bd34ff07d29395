//! Direct connections between all devices of a battle.
//!
//! A device joins by pairing with any one other device. Through this connection it is introduced to all others, and connects to them directly.
//! If a device dies or sleeps, no other device is cut off. A device that comes back is found again while it has one connection left.
//!
//! [`Mesh`] is the part of this that does not need a browser. Its methods take events, such as a message that has arrived, and return
//! [`Action`]s for the browser.
//!
//! - **Each device reports its connections and a summary of its log** to the devices that it is connected to. These pass the [`Report`] on to
//!   devices that the reporting device is not connected to. Of two reports of one device, the later one counts, so passing on ends.
//! - **Two devices that are not connected are introduced by a third** that is connected to both. The device with the smaller name makes an
//!   offer. The third device forwards this code to the other device, and its answer back. In a chain, each introduction brings the devices
//!   nearer to each other, until all are connected.
//! - **An introduction that takes too long is made again**, by another device if there is one. If all have failed, it is made again after a
//!   pause. Some networks never connect two devices: their entries then take two hops, as in a chain.
//! - **What a device lacks is known from its report**, also if it is several hops away. If no path leads to a device, nothing is known about
//!   what it has got since: see [`Reach`].
//!
//! - **Messages about the end of a phase** reach devices that are at most two hops away.
//!
//! Messages come from other devices, so they are bounded. A device forwards introductions and messages about a phase only if the sender is
//! their author. So a device can introduce nobody but itself, and cannot answer for a device that is connected to the receiver.

mod paths;

pub use paths::Reach;

use super::summary::Summary;
use battle::control::NAME;
use battle::seats::PhaseMessage;
use battle::{Device, Event, Stamp};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// The greatest number of devices in a mesh.
pub const DEVICES: usize = 32;
/// The longest code of a connection, in bytes.
pub const CODE: usize = 4_000;
/// Time after which an introduction is made again, in milliseconds.
pub const INTRODUCTION_TIMEOUT: f64 = 10_000.0;
/// Pause after all possible introductions have failed, in milliseconds.
pub const RETRY_INTERVAL: f64 = 60_000.0;

/// The name and the connections of a device, and a summary of its log.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Report {
    /// The device.
    pub device: Device,
    /// The name that its player gave it; empty if none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// Time at which it opened the battle, in milliseconds since 1970. Its reports are counted from there.
    pub since: u64,
    /// Number of this report.
    pub number: u32,
    /// The devices to which it is connected.
    pub to: BTreeSet<Device>,
    /// Summary of its log.
    pub has: Summary,
}

impl Report {
    fn is_bounded(&self) -> bool {
        self.to.len() <= DEVICES && self.has.is_bounded() && self.name.chars().count() <= NAME
    }

    fn is_later_than(&self, other: &Self) -> bool {
        (self.since, self.number) > (other.since, other.number)
    }
}

/// One of the two codes that open a connection between two devices.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Introduction {
    /// The device that made the code.
    pub from: Device,
    /// The device that needs it.
    pub to: Device,
    /// Number of the attempt. The answer has the number of its offer.
    pub attempt: u32,
    /// True for the answer to an offer.
    pub is_answer: bool,
    /// The code.
    pub code: String,
}

/// A message to a device of a mesh.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Message {
    /// A report, of the sender or passed on.
    Report(Report),
    /// An introduction, of the sender or forwarded.
    Introduce(Introduction),
    /// A message about the end of a phase, with its author: the sender, or a device that the sender forwards it for.
    Phase(Device, PhaseMessage),
}

/// A task for the browser.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// Sends a message to a device that is connected.
    Send(Device, Message),
    /// Makes an offer for a connection to this device, for [`Mesh::offered`].
    Offer(Device, u32),
    /// Makes an answer to this code of a device, for [`Mesh::answered`].
    Answer(Device, u32, String),
    /// Opens the offered connection to this device with its answer.
    Open(Device, String),
    /// Handles a message of this device about the end of a phase.
    Phase(Device, PhaseMessage),
}

/// An introduction that this device has begun.
#[derive(Clone, Debug, PartialEq)]
struct Begun {
    via: Device,
    attempt: u32,
    at: f64,
    tried: BTreeSet<Device>,
}

/// The connections of this device, and what it knows about others.
#[derive(Clone, Debug)]
pub struct Mesh {
    own: Report,
    reports: BTreeMap<Device, Report>,
    begun: BTreeMap<Device, Begun>,
    /// Offers that this device is answering: the attempt, and the device that forwarded the offer.
    answering: BTreeMap<Device, (u32, Device)>,
    attempts: u32,
}

impl Mesh {
    /// Returns the mesh of a device without connections. `since` is the time at which it opened the battle, in milliseconds since 1970.
    pub fn new(device: Device, since: u64, log: &[(Stamp, Event)]) -> Self {
        let own = Report { device, name: String::new(), since, number: 0, to: BTreeSet::new(), has: Summary::of(log) };
        Self { own, reports: BTreeMap::new(), begun: BTreeMap::new(), answering: BTreeMap::new(), attempts: 0 }
    }

    /// Returns the devices to which this one is connected.
    pub fn connected(&self) -> &BTreeSet<Device> {
        &self.own.to
    }

    /// Returns all other devices of which this one has a report or a connection.
    pub fn others(&self) -> BTreeSet<&Device> {
        self.reports.keys().chain(&self.own.to).collect()
    }

    /// Returns the number of entries of this device's log that another device lacks, according to its last report; `None` without a report.
    pub fn lacks(&self, device: &Device, log: &[(Stamp, Event)]) -> Option<usize> {
        Some(self.reports.get(device)?.has.lacks(log).len())
    }

    /// True if each connected device has reported. The device that has introduced this one has then also passed on all earlier reports.
    pub fn has_reports(&self) -> bool {
        self.own.to.iter().all(|device| self.reports.contains_key(device))
    }

    /// Returns the name that a device's player gave it, according to its last report; `None` without a report or a name.
    pub fn name_of(&self, device: &Device) -> Option<&str> {
        Some(self.reports.get(device)?.name.as_str()).filter(|name| !name.is_empty())
    }

    /// Records the name that the player gave this device, of at most [`NAME`] characters. Returns the reports to send.
    pub fn renamed(&mut self, name: &str) -> Vec<Action> {
        if self.own.name == name {
            return Vec::new();
        }
        self.own.name = name.to_owned();
        self.report()
    }

    /// Records that a connection has opened, by an introduction or by pairing. Returns the actions, such as sending all known reports to the device.
    pub fn opened(&mut self, device: &Device, now: f64) -> Vec<Action> {
        if *device == self.own.device || !self.own.to.contains(device) && self.own.to.len() >= DEVICES {
            return Vec::new();
        }
        self.own.to.insert(device.clone());
        self.begun.remove(device);
        self.answering.remove(device);
        let known = self.reports.values().filter(|report| report.device != *device);
        let send = |report: &Report| Action::Send(device.clone(), Message::Report(report.clone()));
        let mut actions: Vec<Action> = known.map(send).collect();
        // The report of this device comes last: see `has_reports`.
        actions.extend(self.report());
        actions.extend(self.introduce(now));
        actions
    }

    /// Records that a connection has closed. Returns the actions.
    pub fn closed(&mut self, device: &Device, now: f64) -> Vec<Action> {
        if !self.own.to.remove(device) {
            return Vec::new();
        }
        let mut actions = self.report();
        actions.extend(self.introduce(now));
        actions
    }

    /// Records that the log of this device has changed. Returns the reports to send.
    pub fn changed(&mut self, log: &[(Stamp, Event)]) -> Vec<Action> {
        let has = Summary::of(log);
        if has == self.own.has {
            return Vec::new();
        }
        self.own.has = has;
        self.report()
    }

    /// Returns the introductions that are due after some time. Called every few seconds.
    pub fn tick(&mut self, now: f64) -> Vec<Action> {
        self.introduce(now)
    }

    /// Sends an offer that the browser has made for an [`Action::Offer`].
    pub fn offered(&self, to: &Device, attempt: u32, code: String) -> Vec<Action> {
        let begun = self.begun.get(to).filter(|begun| begun.attempt == attempt && self.own.to.contains(&begun.via));
        begun.map(|begun| self.sends(&begun.via, to, attempt, false, code)).into_iter().collect()
    }

    /// Sends an answer that the browser has made for an [`Action::Answer`].
    pub fn answered(&mut self, to: &Device, attempt: u32, code: String) -> Vec<Action> {
        let via = self.answering.get(to).filter(|(known, via)| *known == attempt && self.own.to.contains(via));
        via.map(|(_, via)| self.sends(via, to, attempt, true, code)).into_iter().collect()
    }

    fn sends(&self, via: &Device, to: &Device, attempt: u32, is_answer: bool, code: String) -> Action {
        let introduction = Introduction { from: self.own.device.clone(), to: to.clone(), attempt, is_answer, code };
        Action::Send(via.clone(), Message::Introduce(introduction))
    }

    /// Handles a message of a connected device. Messages that break a limit, or that the sender may not send, are ignored.
    pub fn receive(&mut self, from: &Device, message: Message, now: f64) -> Vec<Action> {
        if !self.own.to.contains(from) {
            return Vec::new();
        }
        match message {
            Message::Report(report) => self.learn(from, report, now),
            Message::Introduce(introduction) => self.introduced(from, introduction, now),
            Message::Phase(author, message) => self.phase(from, &author, message),
        }
    }

    /// True if a message may change how a device is reached, or what is known about a device that is not connected to this one.
    pub fn is_news(&self, message: &Message) -> bool {
        let Message::Report(report) = message else { return false };
        let known = self.reports.get(&report.device);
        let is_changed = |known: &Report| known.to != report.to || known.name != report.name;
        !self.own.to.contains(&report.device) || known.is_none_or(is_changed)
    }

    /// Sends a message about the end of a phase to all devices that are [near](Self::is_near).
    pub fn tell(&self, message: PhaseMessage) -> Vec<Action> {
        let message = Message::Phase(self.own.device.clone(), message);
        self.own.to.iter().map(|to| Action::Send(to.clone(), message.clone())).collect()
    }

    /// Handles a message about the end of a phase, and forwards it to devices to which its author is not connected.
    fn phase(&self, from: &Device, author: &Device, message: PhaseMessage) -> Vec<Action> {
        let is_own = *author == self.own.device;
        // An author that is connected sends its messages itself.
        if is_own || from != author && self.own.to.contains(author) {
            return Vec::new();
        }
        let mut actions = vec![Action::Phase(author.clone(), message)];
        if from == author {
            let is_linked = |to: &Device| self.reports.get(author).is_some_and(|report| report.to.contains(to));
            let others = self.own.to.iter().filter(|to| *to != author && !is_linked(to));
            actions.extend(others.map(|to| Action::Send(to.clone(), Message::Phase(author.clone(), message))));
        }
        actions
    }

    fn learn(&mut self, from: &Device, report: Report, now: f64) -> Vec<Action> {
        let is_own = report.device == self.own.device;
        // A device is believed about itself. Otherwise a forged report from the future would replace all its reports.
        let known = self.reports.get(&report.device).filter(|_| report.device != *from);
        if is_own || !report.is_bounded() || known.is_some_and(|known| !report.is_later_than(known)) {
            return Vec::new();
        }
        if !self.reports.contains_key(&report.device) && self.reports.len() >= DEVICES {
            let Some(gone) = self.reports.keys().find(|device| self.reach(device) == Reach::CutOff).cloned() else {
                return Vec::new();
            };
            self.reports.remove(&gone);
        }
        let is_new = self.reports.get(&report.device) != Some(&report);
        self.reports.insert(report.device.clone(), report.clone());
        let others = self.own.to.iter().filter(|to| **to != *from && **to != report.device && !report.to.contains(*to));
        let pass_on = |to: &Device| Action::Send(to.clone(), Message::Report(report.clone()));
        let mut actions: Vec<Action> = others.filter(|_| is_new).map(pass_on).collect();
        actions.extend(self.introduce(now));
        actions
    }

    fn introduced(&mut self, from: &Device, introduction: Introduction, now: f64) -> Vec<Action> {
        let Introduction { from: author, to, attempt, is_answer, code } = introduction.clone();
        if code.len() > CODE || author == self.own.device {
            return Vec::new();
        }
        if to != self.own.device {
            // An introduction is forwarded only if its author sent it directly.
            let is_forwarded = *from == author && self.own.to.contains(&to) && to != author;
            let message = || Action::Send(to.clone(), Message::Introduce(introduction.clone()));
            return is_forwarded.then(message).into_iter().collect();
        }
        if is_answer {
            let is_asked = |begun: &&mut Begun| begun.attempt == attempt && begun.via == *from;
            let Some(begun) = self.begun.get_mut(&author).filter(is_asked) else { return Vec::new() };
            // From now on, the connection has the same time again to open.
            begun.at = now;
            return vec![Action::Open(author, code)];
        }
        // The device with the smaller name makes offers. Another one that does so is not of Drumhead.
        if author > self.own.device || !self.answering.contains_key(&author) && self.answering.len() >= DEVICES {
            return Vec::new();
        }
        self.answering.insert(author.clone(), (attempt, from.clone()));
        vec![Action::Answer(author, attempt, code)]
    }

    /// Reports the connections and the log of this device to all that are connected.
    fn report(&mut self) -> Vec<Action> {
        self.own.number = self.own.number.saturating_add(1);
        let message = Message::Report(self.own.clone());
        self.own.to.iter().map(|to| Action::Send(to.clone(), message.clone())).collect()
    }

    /// Begins the introductions that are possible, and repeats those that have taken too long.
    fn introduce(&mut self, now: f64) -> Vec<Action> {
        let apart = self.reports.keys().filter(|other| !self.own.to.contains(*other) && self.own.device < **other);
        let mut actions = Vec::new();
        for other in apart.cloned().collect::<Vec<_>>() {
            let between: BTreeSet<Device> = self.between(&other).cloned().collect();
            let mut tried = BTreeSet::new();
            if let Some(begun) = self.begun.get(&other) {
                let is_lost = !between.contains(&begun.via);
                let waited = now - begun.at;
                tried = begun.tried.clone();
                if waited >= RETRY_INTERVAL {
                    tried.clear();
                } else if !is_lost && waited < INTRODUCTION_TIMEOUT {
                    continue;
                }
            }
            let Some(via) = between.iter().find(|via| !tried.contains(*via)).cloned() else { continue };
            self.attempts = self.attempts.saturating_add(1);
            tried.insert(via.clone());
            self.begun.insert(other.clone(), Begun { via, attempt: self.attempts, at: now, tried });
            actions.push(Action::Offer(other, self.attempts));
        }
        actions
    }
}

#[cfg(test)]
mod tests;
