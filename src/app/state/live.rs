//! Direct connections to devices that play the same battle.

mod joining;
mod mesh;

use super::notice::Notice;
use super::route::{BattlePage, Route};
use super::{AppState, BattleState};
use crate::app::platform::clock::{change_clock, log_time, monotonic};
use crate::app::platform::direct::{self, ChannelEvent, LinkState};
use crate::app::platform::local_storage;
use crate::app::platform::signals::{set_if_changed, update_if_changed};
use crate::app::state::rulesets;
use battle::analysis::clock::Clock;
use battle::control::Named;
use battle::{Device, Event, Header, Stamp};
use exchange::share::live::{Peer, Received, Trouble, follow_time};
use exchange::share::mesh::Mesh;
use exchange::share::pairing::Pairing;
use exchange::storage::{Key, Opened};
use leptos::ev;
use leptos::prelude::*;
use leptos::task::spawn_local;
use mesh::Introduced;
use rules::text;
use rules::text::say;
use std::collections::BTreeMap;

/// The direct connections of this page, in the context of all components.
#[derive(Clone, Copy)]
pub struct Live {
    pub(super) app: AppState,
    pub(super) links: RwSignal<Vec<Link>>,
    /// The unfinished pairing.
    pairing: RwSignal<Option<Making>>,
    /// The mesh of each battle with a connection, by the battle's id.
    meshes: RwSignal<BTreeMap<String, Mesh>>,
    /// Introduced connections that have not opened yet.
    introduced: StoredValue<Vec<Introduced>>,
    /// True while the next check of the meshes is scheduled.
    is_ticking: StoredValue<bool>,
    /// True while a report about new entries is scheduled.
    is_report_due: StoredValue<bool>,
    /// The battle that was joined last, if its table offers the hall view.
    offers_hall: RwSignal<Option<String>>,
    /// Notified when the known devices change.
    pub(super) known_changed: Trigger,
    /// True while saving the known devices is scheduled.
    pub(super) is_due: StoredValue<bool>,
    /// Number of the last connection; 0 before the first.
    last: StoredValue<u32>,
    /// True once the listener for events of connections is registered.
    is_listening: StoredValue<bool>,
    /// True if the answered offer has an address.
    offer_has_address: StoredValue<bool>,
}

/// A connection that is or was open.
#[derive(Clone)]
pub(super) struct Link {
    pub(super) id: u32,
    pub(super) battle: String,
    pub(super) peer: Peer,
    origin: Origin,
    pub(super) state: LinkState,
    /// Time of the last change of `state`, in milliseconds.
    since: f64,
    pub(super) trouble: Option<Trouble>,
}

impl Link {
    /// True if players see the connection. An introduced device is shown once it has sent its greeting.
    pub(super) fn is_shown(&self) -> bool {
        self.peer.is_known() || !matches!(self.origin, Origin::Introduced(_))
    }

    /// Sets the state. Returns the state before.
    fn set_state(&mut self, state: LinkState) -> LinkState {
        if self.state != state {
            self.since = monotonic();
        }
        std::mem::replace(&mut self.state, state)
    }
}

/// The way in which a connection began.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Origin {
    /// Players paired two devices, of which this one made the offer.
    Offered,
    /// Players paired two devices, of which the other one made the offer.
    Joined,
    /// Another device has introduced this one.
    Introduced(Device),
}

/// An unfinished pairing.
#[derive(Clone, Debug, PartialEq)]
pub struct Making {
    id: u32,
    /// The battle's id.
    pub battle: String,
    /// Its progress.
    pub step: Step,
}

/// Reasons why a code is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Misread {
    /// The code is shown by this page, for another device.
    OwnOffer,
    /// The code is an answer, but this page shows no code that it answers.
    NotAsked,
}

/// Steps of a pairing.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// The browser is collecting its network addresses.
    Looking,
    /// The code for the other device. Its answer has to be read next.
    Offer(String),
    /// The code for the device that made the offer.
    Answer(String),
    /// Both codes are read, and the connection is opening.
    Opening,
    /// The pairing has failed, for this reason.
    Failed(&'static str),
}

impl Live {
    /// No connection yet.
    pub fn new(app: AppState) -> Self {
        let live = Self {
            app,
            links: RwSignal::default(),
            pairing: RwSignal::default(),
            meshes: RwSignal::default(),
            introduced: StoredValue::default(),
            is_ticking: StoredValue::new(false),
            is_report_due: StoredValue::new(false),
            offers_hall: RwSignal::default(),
            known_changed: Trigger::new(),
            is_due: StoredValue::new(false),
            last: StoredValue::new(0),
            is_listening: StoredValue::new(false),
            offer_has_address: StoredValue::new(false),
        };
        Effect::new(move |_| {
            app.battle.in_play.track();
            live.send_due();
            live.report_soon();
        });
        live.ask_before_leaving();
        // Sends a new name of this device to the others at once.
        Effect::new(move |before: Option<String>| {
            let name = app.device().name;
            if before.is_some_and(|before| before != name) {
                live.links.update_untracked(|links| links.iter_mut().for_each(|link| link.peer.greet_again()));
                live.report_name(&name);
                live.send_due();
            }
            name
        });
        live.save_before_leaving();
        live
    }

    /// The unfinished pairing.
    pub fn making(self) -> Option<Making> {
        self.pairing.get()
    }

    // Pairing.

    /// Offers a connection in a battle: makes the code for the other device.
    pub fn offer(self, battle: &str) {
        let id = self.begin(battle);
        spawn_local(async move {
            let made = if direct::fetch().await { direct::offer(id).await } else { None };
            self.made(id, made, false);
        });
    }

    /// Reads the code of another device. Returns the page on which the pairing continues.
    ///
    /// # Errors
    /// If it is a code of this page, or an unexpected answer.
    pub fn read_code(self, pairing: &Pairing) -> Result<Route, Misread> {
        let description = pairing.description();
        let is_own = |making: &Making| match &making.step {
            Step::Offer(code) | Step::Answer(code) => *code == pairing.code(),
            _ => false,
        };
        if self.pairing.with_untracked(|making| making.as_ref().is_some_and(is_own)) {
            return Err(Misread::OwnOffer);
        }
        if !pairing.is_answer {
            let id = self.begin(&pairing.battle);
            self.offer_has_address.set_value(pairing.has_address());
            spawn_local(async move {
                let made = if direct::fetch().await { direct::answer(id, &description).await } else { None };
                self.made(id, made, true);
            });
            return Ok(Route::Join);
        }
        let offered = |making: &Making| making.battle == pairing.battle && matches!(making.step, Step::Offer(_));
        let id = self
            .pairing
            .with_untracked(|making| making.as_ref().filter(|making| offered(making)).map(|making| making.id));
        let id = id.ok_or(Misread::NotAsked)?;
        self.go_to(id, Step::Opening);
        spawn_local(async move {
            if !direct::accept(id, &description).await {
                self.go_to(id, Step::Failed(say("This code does not answer the one that is shown here.")));
            }
        });
        Ok(BattlePage::Devices.of(pairing.battle.clone()))
    }

    /// Cancels the unfinished pairing.
    pub fn cancel(self) {
        if let Some(making) = self.pairing.get_untracked() {
            direct::close(making.id);
            set_if_changed(self.pairing, None);
        }
    }

    fn begin(self, battle: &str) -> u32 {
        self.cancel();
        let id = self.next_id();
        self.pairing.set(Some(Making { id, battle: battle.to_owned(), step: Step::Looking }));
        id
    }

    /// The id of a new connection.
    fn next_id(self) -> u32 {
        let id = self.last.get_value() + 1;
        self.last.set_value(id);
        id
    }

    fn made(self, id: u32, description: Option<String>, is_answer: bool) {
        if !self.is_listening.get_value() && description.is_some() {
            self.is_listening.set_value(true);
            direct::listen(move |id, event| self.receive_event(id, event));
        }
        let battle = self
            .pairing
            .with_untracked(|making| making.as_ref().map(|making| making.battle.clone()))
            .unwrap_or_default();
        let pairing = description.and_then(|description| Pairing::of(&description, is_answer, &battle));
        // Browsers hide addresses without camera permission, so an offer may lack one. One of the two devices needs an address.
        let pairing =
            pairing.filter(|pairing| !is_answer || pairing.has_address() || self.offer_has_address.get_value());
        let step = match pairing.map(|pairing| pairing.code()) {
            None => Step::Failed(say(
                "Could not reach other devices. Join the same Wi-Fi or hotspot on both, or use update codes.",
            )),
            Some(code) if is_answer => Step::Answer(code),
            Some(code) => Step::Offer(code),
        };
        self.go_to(id, step);
    }

    fn go_to(self, id: u32, step: Step) {
        update_if_changed(self.pairing, |making| {
            if let Some(making) = making.as_mut().filter(|making| making.id == id) {
                making.step = step;
            }
        });
    }

    // Messages.

    fn receive_event(self, id: u32, event: ChannelEvent) {
        match event {
            ChannelEvent::Message(text) => {
                self.opened(id);
                self.set_state_to_open(id);
                self.receive(id, &text);
            }
            ChannelEvent::State(state) => {
                if state == LinkState::Open {
                    self.opened(id);
                }
                if state == LinkState::Closed {
                    self.fail_introduced(id);
                }
                let before = self.change(id, |link| link.set_state(state));
                if before == Some(LinkState::Open) && state != LinkState::Open {
                    self.notify_lost(id, state);
                }
            }
            ChannelEvent::Failed => {
                self.fail_introduced(id);
                let words = say(
                    "Could not reach the other device: the network keeps both apart. Join the same hotspot on both, or use update codes.",
                );
                self.go_to(id, Step::Failed(words));
            }
        }
        self.follow_links();
        self.send_due();
        self.save_soon();
    }

    /// A device that sends a message answers again. The mesh must know this before it reads the message.
    fn set_state_to_open(self, id: u32) {
        let is_silent = |link: &Link| link.id == id && link.state == LinkState::Silent;
        if self.links.with_untracked(|links| links.iter().any(is_silent)) {
            self.change(id, |link| link.set_state(LinkState::Open));
            self.follow_links();
        }
    }

    /// Shows a notice that a device does not answer, or that its connection has ended.
    fn notify_lost(self, id: u32, state: LinkState) {
        let who = self.links.with_untracked(|links| {
            let link = links.iter().find(|link| link.id == id)?;
            Some(self.app.device_label(link.peer.device(), &link.battle))
        });
        let Some(who) = who else { return };
        let words = match state {
            LinkState::Silent => text!("{who} does not answer. Nothing is lost.", who = who),
            _ => text!("The connection to {who} has ended. Nothing is lost.", who = who),
        };
        self.app.notice.set(Some(Notice::new(words.to_string())));
    }

    /// Ends the connections of a battle that is about to be deleted.
    pub fn end_all(self, battle: &str) {
        self.links.update(|links| {
            links.iter().filter(|link| link.battle == battle).for_each(|link| direct::close(link.id));
            links.retain(|link| link.battle != battle);
        });
        self.end_mesh(battle);
    }

    /// Names of the devices that are connected in a battle. The caller follows this.
    pub fn connected_names_in(self, battle: &str) -> Vec<String> {
        self.links.with(|links| {
            let open = links.iter().filter(|link| link.battle == battle && link.state != LinkState::Closed);
            open.map(|link| self.app.device_label(link.peer.device(), &link.battle)).collect()
        })
    }

    /// Turns an opened connection into a link, and removes closed ones.
    fn opened(self, id: u32) {
        let made = self.pairing.with_untracked(|making| making.clone().filter(|making| making.id == id));
        let is_paired = made.is_some();
        let paired = made.map(|Making { battle, step, .. }| {
            (battle, if matches!(step, Step::Answer(_)) { Origin::Joined } else { Origin::Offered })
        });
        let Some((battle, origin)) = paired.or_else(|| self.take_introduced(id)) else { return };
        self.links.update(|links| {
            links.retain(|link| link.battle != battle || link.state != LinkState::Closed);
            let peer = Peer::new(&battle);
            let (state, since) = (LinkState::Open, monotonic());
            links.push(Link { id, peer, battle, origin, state, since, trouble: None });
        });
        if is_paired {
            set_if_changed(self.pairing, None);
        }
    }

    pub(super) fn change<T>(self, id: u32, change: impl FnOnce(&mut Link) -> T) -> Option<T> {
        let is_there = self.links.with_untracked(|links| links.iter().any(|link| link.id == id));
        let changed = |links: &mut Vec<Link>| links.iter_mut().find(|link| link.id == id).map(change);
        is_there.then(|| self.links.try_update(changed)).flatten().flatten()
    }

    fn receive(self, id: u32, text: &str) {
        let received = self.change(id, |link| {
            let here = self.app.battle(&link.battle).ok();
            let received = link.peer.receive(rulesets::registry(), text, here.as_deref());
            (link.battle.clone(), received)
        });
        let Some((battle, received)) = received else { return };
        match received {
            Ok(Received::Greeting) if self.is_this_device(id) => {
                self.remove(id);
                let words = say("Both ends of this connection were this device. Read the code with the other device.");
                self.app.notice.set(Some(Notice::new(words)));
            }
            Ok(Received::Greeting) if self.is_other_than_introduced(id) => self.remove(id),
            Ok(Received::Greeting) => {
                self.close_former(id);
                self.join_mesh(id, &battle);
                self.receive_greeting(id, &battle);
                self.follow_time_of(id);
                self.give_control(id, &battle);
            }
            Ok(Received::Nothing) => {}
            Ok(Received::Mesh(message)) => self.receive_of_mesh(id, &battle, message),
            Ok(Received::Begins(header)) => self.app.add_battle(&battle, &header),
            Ok(Received::Events(events)) => {
                let stamps: Vec<Stamp> = events.iter().map(|(stamp, _)| stamp.clone()).collect();
                self.app.take_events(&battle, events);
                self.change(id, |link| link.peer.saved(stamps));
                self.report_soon();
            }
            Err(trouble) => {
                direct::close(id);
                self.change(id, |link| (link.state, link.trouble) = (LinkState::Closed, Some(trouble)));
            }
        }
    }

    /// Closes and forgets a connection.
    fn remove(self, id: u32) {
        direct::close(id);
        self.links.update(|links| links.retain(|link| link.id != id));
    }

    /// True if another device has answered than the one that was introduced.
    fn is_other_than_introduced(self, id: u32) -> bool {
        self.links.with_untracked(|links| {
            let Some(link) = links.iter().find(|link| link.id == id) else { return false };
            matches!(&link.origin, Origin::Introduced(device) if link.peer.device().is_none_or(|named| named.device != *device))
        })
    }

    /// Sets the clock by the device that made the offer. Introduced connections are left out: otherwise devices could follow each other in a
    /// circle.
    fn follow_time_of(self, id: u32) {
        let received = self.links.with_untracked(|links| {
            let link = links.iter().find(|link| link.id == id && link.origin == Origin::Joined)?;
            Some((link.peer.time()?, link.battle.clone()))
        });
        let Some((other, battle)) = received else { return };
        let here = self.time_in(&battle);
        self.links.update_untracked(|links| {
            let joined = links.iter_mut().filter(|link| link.origin == Origin::Offered).map(|link| &mut link.peer);
            change_clock(|clock| follow_time(clock, other, here, joined));
        });
    }

    /// This device's time for the clock of a battle.
    fn time_in(self, battle: &str) -> f64 {
        let (now, this) = (log_time(), untrack(|| self.app.device()).device);
        self.app.battle(battle).map_or(now, |here| Clock::of(&here).time_on(&this, now))
    }

    /// True if the other device is this one, in another tab.
    fn is_this_device(self, id: u32) -> bool {
        let this = untrack(|| self.app.device()).device;
        self.links.with_untracked(|links| {
            let other = links.iter().find(|link| link.id == id).and_then(|link| link.peer.device());
            other.is_some_and(|other| other.device == this)
        })
    }

    /// Names of all connected devices. The caller follows this.
    pub fn connected_names(self) -> Vec<String> {
        self.links.with(|links| {
            let open = links.iter().filter(|link| link.state != LinkState::Closed);
            open.map(|link| self.app.device_label(link.peer.device(), &link.battle)).collect()
        })
    }

    /// Makes the browser ask before the page is left while another device is connected, because a reload ends the connection.
    fn ask_before_leaving(self) {
        let leaving = window_event_listener(ev::beforeunload, move |event| {
            if self.links.with_untracked(|links| links.iter().any(|link| link.state == LinkState::Open)) {
                event.prevent_default();
            }
        });
        std::mem::forget(leaving); // the app lives as long as its page
    }

    /// Closes earlier connections with the device of this one. Its page was closed and opened again.
    fn close_former(self, id: u32) {
        self.links.update(|links| {
            let link = links.iter().find(|link| link.id == id);
            let Some((battle, device)) =
                link.and_then(|link| Some((link.battle.clone(), link.peer.device()?.device.clone())))
            else {
                return;
            };
            let is_former = |link: &Link| {
                link.id != id && link.battle == battle && link.peer.device().is_some_and(|named| named.device == device)
            };
            links.iter().filter(|link| is_former(link)).for_each(|link| direct::close(link.id));
            links.retain(|link| !is_former(link));
        });
    }

    /// If no device is in control, gives control to the device that made the offer, so that players need not do it.
    fn give_control(self, id: u32, battle: &str) {
        let is_offered = |link: &Link| link.id == id && link.origin == Origin::Offered;
        let offered = self.links.with_untracked(|links| links.iter().any(is_offered));
        let has_none = self.app.battle(battle).is_ok_and(|here| here.control().is_none());
        if offered
            && has_none
            && self.app.is_in_play(battle)
            && let Ok(battle) = self.app.open_battle(battle)
        {
            battle.take_control();
        }
    }

    /// The devices that are connected in a battle.
    pub fn connected(self, battle: BattleState) -> Vec<Named> {
        let id = battle.id();
        let is_own = |link: &&Link| link.battle == id && link.state != LinkState::Closed;
        self.links.with(|links| links.iter().filter(is_own).filter_map(|link| link.peer.device().cloned()).collect())
    }

    /// Sends the entries that other devices lack.
    fn send_due(self) {
        let is_due = |link: &&mut Link| link.state != LinkState::Closed;
        if self.links.with_untracked(Vec::is_empty) {
            return;
        }
        let this = untrack(|| self.app.device());
        self.links.update_untracked(|links| {
            for link in links.iter_mut().filter(is_due) {
                if link.peer.is_to_greet() {
                    link.peer.set_time(self.time_in(&link.battle));
                }
                let due = link.peer.due(self.app.battle(&link.battle).ok().as_deref(), &this);
                // If the connection is closed meanwhile, an event reports this.
                due.iter().all(|text| direct::send(link.id, text));
            }
        });
    }

    /// Records the entries of the device that has sent the greeting.
    fn receive_greeting(self, id: u32, battle: &str) {
        let greeting = self.links.with_untracked(|links| {
            let peer = &links.iter().find(|link| link.id == id)?.peer;
            let mark = self.app.battle(battle).map(|here| peer.mark(&here)).unwrap_or_default();
            Some((peer.device()?.clone(), peer.greeted_with()?.clone(), mark))
        });
        if let Some((from, has, mark)) = greeting {
            self.change_known(battle, |known| known.note(&from, &has, &mark, true));
        }
    }
}

/// The connections, for components.
pub fn live() -> Live {
    expect_context()
}

impl AppState {
    /// Saves the header of a battle from another device. This device must have no battle with the id.
    fn add_battle(self, id: &str, header: &Header) {
        let key = Key::Battle(id.to_owned());
        if !local_storage::has(&key) {
            self.save(&key, header);
            self.list_battle(id, header);
        }
    }

    /// Saves entries of a battle's log from another device. Existing entries are never replaced.
    fn take_events(self, id: &str, mut events: Vec<(Stamp, Event)>) {
        events.retain(|(stamp, _)| !local_storage::has(&Key::Event(id.to_owned(), stamp.clone())));
        for (stamp, event) in &events {
            self.save_event(id, stamp, event);
        }
        // Each entry is reported, unless there are many, as after a long absence.
        const MANY: usize = 40;
        if !self.is_in_play(id) || events.is_empty() {
            return;
        }
        if events.len() <= MANY {
            let mut words = Vec::new();
            for (stamp, event) in events {
                self.add_from_elsewhere(id, stamp, Opened { value: event, revision: 1, newer: false }, &mut words);
            }
            return;
        }
        self.withdraw_offer();
        for (stamp, event) in &events {
            self.event_from_elsewhere(stamp, event);
        }
        self.dropping_discards(id, || self.change_in_play(|in_play| in_play.add_all(events)));
        self.refresh_viewer();
    }
}
