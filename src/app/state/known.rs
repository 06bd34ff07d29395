//! Known devices of a battle: connected ones, formerly connected ones, and devices whose codes were read. They are saved, so that update
//! codes continue from there after a reload, and so that a log that comes back with missing entries is noticed.

use super::live::{Link, Live};
use super::{BattleState, load};
use crate::app::platform::direct::{self, LinkState};
use crate::app::platform::signals::once_after;
use battle::control::Named;
use battle::{self, Stamp};
use exchange::share::known::{KnownDevice, KnownDevices};
use exchange::share::live::Trouble;
use exchange::share::mesh::Reach;
use exchange::share::news::News;
use exchange::share::summary::Summary;
use exchange::storage::Key;
use leptos::ev;
use leptos::prelude::*;
use rules::text;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

/// How a device can be reached now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Contact {
    /// It is connected to this device.
    Connected,
    /// It is connected through other devices, the first of which has this label.
    Through(String),
    /// It is connected to this device, but does not answer at the moment.
    Silent,
    /// It was connected. Entries that it has got since are not known.
    CutOff,
    /// It is only known by its codes.
    Codes,
}

impl Contact {
    /// True if entries reach the device at once, and the number of those that it lacks is current.
    pub fn is_current(&self) -> bool {
        matches!(self, Self::Connected | Self::Through(_))
    }
}

/// A known device.
#[derive(Clone, Debug, PartialEq)]
pub struct Device {
    /// Its id in stamps, once it is known.
    pub id: Option<battle::Device>,
    /// The name from its player, or a substitute.
    pub name: String,
    /// The connection to it.
    pub contact: Contact,
    /// Number of entries that it may lack. If the contact is not current, it is the number when the device was last seen.
    pub lacks: usize,
    /// The reason why its messages are no longer accepted.
    pub trouble: Option<Trouble>,
    /// The former fingerprint of its log, if it came back without some entries.
    pub short_of: Option<String>,
}

impl Live {
    /// The known devices of a battle.
    pub fn known_devices(self, battle: &str) -> KnownDevices {
        self.known_changed.track();
        load::<KnownDevices>(&Key::Known(battle.to_owned())).map(|opened| opened.value.bounded()).unwrap_or_default()
    }

    /// The last known device. Devices without a connection take precedence, because they need codes.
    pub fn known(self, battle: &str) -> Option<KnownDevice> {
        let known = self.known_devices(battle);
        let near = [self.connected_in(battle), self.through_others(battle)].concat();
        let is_away = |device: &&KnownDevice| !near.contains(&device.device);
        known.all().iter().rev().find(is_away).or(known.last()).cloned()
    }

    /// Names of the devices whose connection in a battle has ended, and that are not connected through others. A device that does not answer is
    /// not among them.
    pub fn ended(self, battle: &str) -> Vec<String> {
        let known = self.known_devices(battle);
        let linked: Vec<battle::Device> = self.links.with(|links| {
            let is_linked = |link: &&Link| link.battle == battle && link.state != LinkState::Closed;
            let linked = links.iter().filter(is_linked);
            linked.filter_map(|link| Some(link.peer.device()?.device.clone())).collect()
        });
        let through = self.through_others(battle);
        let has_ended = |device: &&KnownDevice| {
            let id = &device.device;
            device.direct && !device.left && !linked.contains(id) && !through.contains(id)
        };
        known
            .all()
            .iter()
            .filter(has_ended)
            .map(|device| self.app.device_label(Some(&device.named()), battle))
            .collect()
    }

    /// Names of the devices whose connection has ended, or that do not answer.
    pub fn lost(self, battle: &str) -> Vec<String> {
        let through = self.through_others(battle);
        let silent: Vec<String> = self.links.with(|links| {
            let is_through = |link: &Link| link.peer.device().is_some_and(|named| through.contains(&named.device));
            let is_silent = |link: &&Link| link.battle == battle && link.state == LinkState::Silent;
            let silent = links.iter().filter(is_silent).filter(|link| !is_through(link));
            silent.map(|link| self.app.device_label(link.peer.device(), battle)).collect()
        });
        [silent, self.ended(battle)].concat()
    }

    /// The devices with an open connection in a battle.
    fn connected_in(self, battle: &str) -> Vec<battle::Device> {
        self.links.with(|links| {
            let is_open = |link: &&Link| link.battle == battle && link.state == LinkState::Open;
            links.iter().filter(is_open).filter_map(|link| Some(link.peer.device()?.device.clone())).collect()
        })
    }

    /// The contact to a device that is not connected to this one: through others, or else this one.
    fn contact_through(self, battle: &str, device: &battle::Device, or_else: Contact) -> Contact {
        match self.reach(battle, device) {
            Reach::Through(first) => Contact::Through(self.label_of(battle, &first)),
            Reach::Direct | Reach::CutOff => or_else,
        }
    }

    /// The label of a device, with the name of its last report, or of the last connection to it.
    fn label_of(self, battle: &str, device: &battle::Device) -> String {
        let known = || {
            let known = self.known_devices(battle);
            known.all().iter().find(|known| known.device == *device).map(|known| known.name.clone())
        };
        let name = self.reported_name(battle, device).or_else(known).unwrap_or_default();
        self.app.device_label(Some(&Named { device: device.clone(), name }), battle)
    }

    /// Number of entries that a device may lack: what is known from its connection or codes, and from its report to other devices. A log only
    /// grows, so the smaller number counts.
    pub fn lacked_by(
        self,
        here: &battle::Battle,
        battle: &str,
        device: Option<&Named>,
        lacks: &BTreeSet<Stamp>,
    ) -> usize {
        let known = device.map_or(lacks.len(), |device| here.unseen_by(&device.device, lacks));
        let reported = || self.reported_lacks(here, battle, &device?.device);
        if known == 0 { 0 } else { reported().map_or(known, |reported| reported.min(known)) }
    }

    /// The devices of a battle, connected ones first.
    pub fn devices(self, battle: BattleState) -> Vec<Device> {
        let id = battle.id();
        let known = self.known_devices(&id);
        let short_of = |device: Option<&Named>| {
            known.all().iter().find(|known| device.is_some_and(|named| named.device == known.device))?.short_of.clone()
        };
        let lacks = |device: Option<&Named>, lacks: &BTreeSet<Stamp>| {
            battle.whole().with(|open| self.lacked_by(open, &id, device, lacks))
        };
        let through = |device: Option<&Named>, or_else: Contact| match device {
            Some(device) => self.contact_through(&id, &device.device, or_else),
            None => or_else,
        };
        let linked = |link: &Link| {
            let named = link.peer.device();
            Device {
                id: named.map(|device| device.device.clone()),
                name: self.app.device_label(named, &id),
                contact: match link.state {
                    LinkState::Open => Contact::Connected,
                    LinkState::Silent => through(named, Contact::Silent),
                    LinkState::Closed => through(named, Contact::CutOff),
                },
                lacks: lacks(named, &battle.whole().with(|open| link.peer.lacks(open.log()))),
                trouble: link.trouble.clone(),
                short_of: short_of(named),
            }
        };
        let mut devices: Vec<Device> = self
            .links
            .with(|links| links.iter().filter(|link| link.battle == id && link.is_shown()).map(linked).collect());
        let is_away =
            |device: &&KnownDevice| !device.left && devices.iter().all(|near| near.id.as_ref() != Some(&device.device));
        let away = |device: &KnownDevice| Device {
            id: Some(device.device.clone()),
            name: self.app.device_label(Some(&device.named()), &id),
            contact: through(Some(&device.named()), if device.direct { Contact::CutOff } else { Contact::Codes }),
            lacks: lacks(Some(&device.named()), &battle.whole().with(|open| device.has.lacks(open.log()))),
            trouble: None,
            short_of: device.short_of.clone(),
        };
        let away: Vec<Device> = known.all().iter().rev().filter(is_away).map(away).collect();
        devices.extend(away);
        devices.extend(self.only_through_others(battle, &devices));
        devices
    }

    /// The devices of a battle that have only been connected through others, without the listed ones.
    fn only_through_others(self, battle: BattleState, listed: &[Device]) -> Vec<Device> {
        let id = battle.id();
        let mut through = self.through_others(&id);
        through.retain(|device| listed.iter().all(|listed| listed.id.as_ref() != Some(device)));
        let device = |device: battle::Device| Device {
            name: self.label_of(&id, &device),
            contact: self.contact_through(&id, &device, Contact::CutOff),
            lacks: battle.whole().with(|open| self.reported_lacks(open, &id, &device)).unwrap_or_default(),
            trouble: None,
            short_of: None,
            id: Some(device),
        };
        through.into_iter().map(device).collect()
    }

    /// Messages about devices whose log came back with missing entries. No rule forbids this, but players should know.
    pub fn shortened(self, battle: &str) -> Vec<String> {
        let known = self.known_devices(battle);
        let words = |device: &KnownDevice| {
            let who = self.app.device_label(Some(&device.named()), battle);
            let mark = device.short_of.clone()?;
            let words = if mark.is_empty() {
                text!("Entries are missing from the log of {who} that it had before.", who = who)
            } else {
                text!(
                    "Entries are missing from the log of {who}: it had the log fingerprint {mark} before.",
                    who = who,
                    mark = mark
                )
            };
            Some(words.to_string())
        };
        known.all().iter().filter_map(words).collect()
    }

    /// Records the entries of a device whose update codes were read.
    pub fn learn(self, news: &News) {
        let this = untrack(|| self.app.device()).device;
        let Some(device) = news.from.clone().filter(|from| *from != this) else { return };
        let here = self.app.battle(&news.battle).ok();
        let name = here.as_ref().and_then(|here| here.device_name(&device)).unwrap_or_default().to_owned();
        let log = here.map(|here| here.log().to_vec()).unwrap_or_default();
        let from = Named { device, name };
        self.change_known(&news.battle, |known| known.note(&from, &news.has, &news.mark, false));
        let is_sender = |link: &Link| {
            link.battle == news.battle && link.peer.device().is_some_and(|named| named.device == from.device)
        };
        self.links.update(|links| {
            for link in links.iter_mut().filter(|link| is_sender(link)) {
                link.peer.record_entries(&news.has, [log.clone(), news.log.clone()].concat());
            }
        });
    }

    /// Hides a device that is away or does not answer. A waiting connection to it is closed.
    pub fn leave(self, battle: &str, device: &battle::Device) {
        let is_it = |link: &Link| {
            let is_device = link.peer.device().is_some_and(|named| named.device == *device);
            is_device && link.battle == battle && link.state != LinkState::Open
        };
        self.links.update(|links| {
            links.iter().filter(|link| is_it(link)).for_each(|link| direct::close(link.id));
            links.retain(|link| !is_it(link));
        });
        self.change_known(battle, |known| known.leave(device));
    }

    /// Changes the known devices of a battle, and saves them.
    pub(super) fn change_known<T>(self, battle: &str, change: impl FnOnce(&mut KnownDevices) -> T) {
        let before = untrack(|| self.known_devices(battle));
        let mut known = before.clone();
        change(&mut known);
        if known != before {
            self.app.save(&Key::Known(battle.to_owned()), &known);
            self.known_changed.notify();
        }
    }

    /// Saves the entries of connected devices after a delay. A summary of a long log takes too long for each act.
    pub(super) fn save_soon(self) {
        const DELAY: Duration = Duration::from_secs(2);
        once_after(self.is_due, DELAY, move || self.save_now());
    }

    /// Saves the entries of connected devices.
    fn save_now(self) {
        // Most devices have the whole log, so its summary is computed once.
        let mut whole: BTreeMap<String, (Summary, String)> = BTreeMap::new();
        let all = self.links.with_untracked(|links| {
            let known = links.iter().filter(|link| link.peer.is_known()).filter_map(|link| {
                let here = self.app.battle(&link.battle).ok()?;
                let of_whole = || (Summary::of(here.log()), here.mark());
                let has = if link.peer.lacks(here.log()).is_empty() {
                    whole.entry(link.battle.clone()).or_insert_with(of_whole).clone()
                } else {
                    (link.peer.summary(here.log()), link.peer.mark(&here))
                };
                Some((link.battle.clone(), link.peer.device()?.device.clone(), has))
            });
            known.collect::<Vec<_>>()
        });
        for (battle, device, (has, mark)) in all {
            self.change_known(&battle, |known| known.follow(&device, has, mark));
        }
    }

    /// Saves when the page is hidden, because it may not be shown again.
    pub(super) fn save_before_leaving(self) {
        let hidden = window_event_listener(ev::visibilitychange, move |_| {
            if document().hidden() && self.is_due.get_value() {
                self.save_now();
            }
        });
        std::mem::forget(hidden); // the app lives as long as its page
    }
}
