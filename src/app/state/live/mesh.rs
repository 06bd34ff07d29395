//! The [mesh] of a battle's devices. Devices that are connected to a common third one are introduced by it, and connect
//! without a page or a code for players.
//!
//! A connection of the mesh is a [`Link`](super::Link) like one that players have made. Devices of version 1.0.0 take no part.

use super::{Live, Origin};
use crate::app::platform::clock::{monotonic, now};
use crate::app::platform::direct::{self, LinkState};
use crate::app::platform::signals::once_after;
use crate::app::state::seats;
use battle::seats::PhaseMessage;
use battle::{Battle, Device};
use exchange::share::mesh::{self, Action, Mesh, Message, Reach};
use exchange::share::pairing::Pairing;
use leptos::prelude::*;
use leptos::task::spawn_local;
use std::collections::BTreeSet;
use std::time::Duration;

/// Time between two checks of introductions and of silent connections.
const TICK: Duration = Duration::from_secs(5);
/// Delay of the report about new entries. A summary of a long log takes too long for each act.
const REPORT_DELAY: Duration = Duration::from_millis(500);
/// Time after which a device that does not answer counts as not connected, in milliseconds. Its connection stays, because it may reconnect by
/// itself.
const SILENCE: f64 = 5_000.0;
/// Time after which an introduced connection that has not opened is given up, in milliseconds.
const OPENING_TIMEOUT: f64 = 30_000.0;

/// An introduced connection that has not opened yet.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Introduced {
    id: u32,
    pub(super) battle: String,
    pub(super) device: Device,
    /// True if this device made the offer.
    offered: bool,
    /// Time at which it began, in milliseconds.
    at: f64,
}

impl Live {
    /// The devices that can answer a message about the end of a phase now. The caller follows this.
    pub fn awake(self, battle: &str) -> Vec<Device> {
        let silent: Vec<Device> = self.links.with(|links| {
            let silent = links.iter().filter(|link| link.battle == battle && link.state == LinkState::Silent);
            silent.filter_map(|link| Some(link.peer.device()?.device.clone())).collect()
        });
        self.meshes.with(|meshes| {
            let Some(mesh) = meshes.get(battle) else { return Vec::new() };
            let is_awake = |device: &&Device| mesh.is_near(device) && !silent.contains(device);
            mesh.others().into_iter().filter(is_awake).cloned().collect()
        })
    }

    /// Sends a message about the end of a phase to the devices of a battle. Version 1.0.0 gets none.
    pub fn tell(self, battle: &str, message: PhaseMessage) {
        let actions = self.meshes.with_untracked(|meshes| meshes.get(battle).map(|mesh| mesh.tell(message)));
        self.carry_out(battle, actions.unwrap_or_default());
        self.send_due();
    }

    /// How entries of this device reach another one. The caller follows this.
    pub(in crate::app::state) fn reach(self, battle: &str, device: &Device) -> Reach {
        self.meshes.with(|meshes| meshes.get(battle).map_or(Reach::CutOff, |mesh| mesh.reach(device)))
    }

    /// Number of entries here that a device lacks according to its last report; `None` without a report. The caller follows this.
    pub(in crate::app::state) fn reported_lacks(self, here: &Battle, battle: &str, device: &Device) -> Option<usize> {
        self.meshes.with(|meshes| meshes.get(battle)?.lacks(device, here.log()))
    }

    /// The devices of a battle's mesh that are connected through others. The caller follows this.
    pub(in crate::app::state) fn through_others(self, battle: &str) -> Vec<Device> {
        self.meshes.with(|meshes| {
            let Some(mesh) = meshes.get(battle) else { return Vec::new() };
            let is_through = |device: &&Device| matches!(mesh.reach(device), Reach::Through(_));
            mesh.others().into_iter().filter(is_through).cloned().collect()
        })
    }

    /// Adds a device that has sent its greeting to the mesh. It may be there already, if its page was loaded again: then the new page gets all
    /// reports.
    pub(super) fn join_mesh(self, id: u32, battle: &str) {
        if let Some(device) = self.member(id) {
            self.give_up(battle, &device);
            let actions = self.change_mesh(battle, true, |mesh| mesh.opened(&device, monotonic()));
            self.carry_out(battle, actions);
        }
    }

    /// The device at the other end of a connection; `None` if it takes no part in the mesh.
    fn member(self, id: u32) -> Option<Device> {
        self.links.with_untracked(|links| {
            let peer = &links.iter().find(|link| link.id == id)?.peer;
            Some(peer.device().filter(|_| peer.is_of_mesh())?.device.clone())
        })
    }

    /// Handles a message of the mesh that has arrived over a connection.
    pub(super) fn receive_of_mesh(self, id: u32, battle: &str, message: Message) {
        let Some(from) = self.member(id) else { return };
        let is_news =
            self.meshes.with_untracked(|meshes| meshes.get(battle).is_some_and(|mesh| mesh.is_news(&message)));
        let actions = self.change_mesh(battle, is_news, |mesh| mesh.receive(&from, message, monotonic()));
        self.carry_out(battle, actions);
    }

    /// Updates the meshes after connections have closed, fallen silent or answered again.
    pub(super) fn follow_links(self) {
        let of_links: BTreeSet<String> = self.links.with_untracked(|links| {
            links.iter().filter(|link| link.peer.is_of_mesh()).map(|link| link.battle.clone()).collect()
        });
        let of_meshes: BTreeSet<String> = self.meshes.with_untracked(|meshes| meshes.keys().cloned().collect());
        let time = monotonic();
        for battle in of_links.union(&of_meshes) {
            let linked = self.linked(battle, time);
            let known = self.meshes.with_untracked(|meshes| meshes.get(battle).map(|mesh| mesh.connected().clone()));
            let known = known.unwrap_or_default();
            if known == linked {
                continue;
            }
            let opened: Vec<Device> = linked.difference(&known).cloned().collect();
            opened.iter().for_each(|device| self.give_up(battle, device));
            let actions = self.change_mesh(battle, true, |mesh| {
                let mut actions = Vec::new();
                known.difference(&linked).for_each(|device| actions.extend(mesh.closed(device, time)));
                opened.iter().for_each(|device| actions.extend(mesh.opened(device, time)));
                actions
            });
            self.carry_out(battle, actions);
        }
        self.keep_ticking();
    }

    /// The devices that are connected in a battle, without those that have not answered for a while.
    fn linked(self, battle: &str, time: f64) -> BTreeSet<Device> {
        self.links.with_untracked(|links| {
            let links = links.iter().filter(|link| link.battle == battle && link.peer.is_of_mesh());
            let is_linked = |state: LinkState, since: f64| match state {
                LinkState::Open => true,
                LinkState::Silent => time - since < SILENCE,
                LinkState::Closed => false,
            };
            let linked = links.filter(|link| is_linked(link.state, link.since));
            linked.filter_map(|link| Some(link.peer.device()?.device.clone())).collect()
        })
    }

    /// Changes a mesh. `is_shown` is true if the change may concern what players see.
    fn change_mesh(self, battle: &str, is_shown: bool, change: impl FnOnce(&mut Mesh) -> Vec<Action>) -> Vec<Action> {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "milliseconds since 1970")]
        let new = || {
            let here = self.app.battle(battle).ok();
            let this = untrack(|| self.app.device());
            let mut mesh = Mesh::new(this.device, now() as u64, here.as_ref().map_or(&[], |here| here.log()));
            // Nobody is connected yet, so there is nothing to send.
            mesh.renamed(&this.name);
            mesh
        };
        let changed = self.meshes.try_maybe_update(|meshes| {
            let mesh = meshes.entry(battle.to_owned()).or_insert_with(new);
            (is_shown, change(mesh))
        });
        changed.unwrap_or_default()
    }

    /// Carries out what a mesh requires. Messages are sent by the next call of `send_due`.
    fn carry_out(self, battle: &str, actions: Vec<Action>) {
        for action in actions {
            match action {
                Action::Send(to, message) => self.links.update_untracked(|links| {
                    let is_to = |link: &&mut super::Link| {
                        link.battle == battle
                            && link.state != LinkState::Closed
                            && link.peer.device().is_some_and(|named| named.device == to)
                    };
                    // The latest connection, if a device has several.
                    if let Some(link) = links.iter_mut().rev().find(is_to) {
                        link.peer.queue(message);
                    }
                }),
                Action::Offer(to, attempt) => self.introduce(battle, to, attempt, None),
                Action::Answer(to, attempt, code) => {
                    if let Some(offer) = description(battle, &code, false) {
                        self.introduce(battle, to, attempt, Some(offer));
                    }
                }
                Action::Open(to, code) => self.open_offered(battle, &to, &code),
                Action::Phase(from, message) => seats::receive_phase_message(self.app, battle, &from, message),
            }
        }
    }

    /// Begins a connection to a device: offers it, or answers the description of its offer.
    fn introduce(self, battle: &str, to: Device, attempt: u32, offer: Option<String>) {
        self.give_up(battle, &to);
        let id = self.next_id();
        let is_answer = offer.is_some();
        let (battle, offered) = (battle.to_owned(), !is_answer);
        let begun = Introduced { id, battle: battle.clone(), device: to.clone(), offered, at: monotonic() };
        self.introduced.update_value(|all| all.push(begun));
        spawn_local(async move {
            let made = match &offer {
                Some(offer) => direct::answer(id, offer).await,
                None => direct::offer(id).await,
            };
            let code = made.and_then(|made| Pairing::of(&made, is_answer, &battle)).map(|pairing| pairing.code());
            let Some(code) = code else { return self.give_up(&battle, &to) };
            let actions = self.change_mesh(&battle, false, |mesh| {
                if is_answer { mesh.answered(&to, attempt, code) } else { mesh.offered(&to, attempt, code) }
            });
            self.carry_out(&battle, actions);
            self.send_due();
        });
    }

    /// Opens the connection that this device has offered to another one, with the code of its answer.
    fn open_offered(self, battle: &str, to: &Device, code: &str) {
        let is_it = |own: &&Introduced| own.battle == battle && own.device == *to && own.offered;
        let id = self.introduced.with_value(|all| all.iter().find(is_it).map(|own| own.id));
        let (Some(id), Some(answer)) = (id, description(battle, code, true)) else { return };
        spawn_local(async move {
            if !direct::accept(id, &answer).await {
                self.drop_introduced(|own| own.id == id);
            }
        });
    }

    /// The introduced connection with this id, which has opened.
    pub(super) fn take_introduced(self, id: u32) -> Option<(String, Origin)> {
        let is_it = |own: &Introduced| own.id == id;
        let taken = self.introduced.try_update_value(|all| Some(all.remove(all.iter().position(is_it)?)))??;
        Some((taken.battle, Origin::Introduced(taken.device)))
    }

    /// Ends the introduced connection with this id, if it has not opened.
    pub(super) fn fail_introduced(self, id: u32) {
        self.drop_introduced(|own| own.id == id);
    }

    /// Ends the connection to a device that is being opened.
    fn give_up(self, battle: &str, device: &Device) {
        self.drop_introduced(|own| own.battle == battle && own.device == *device);
    }

    fn drop_introduced(self, is_dropped: impl Fn(&Introduced) -> bool) {
        self.introduced.update_value(|all| {
            all.iter().filter(|own| is_dropped(own)).for_each(|own| direct::close(own.id));
            all.retain(|own| !is_dropped(own));
        });
    }

    /// Removes the mesh of a battle that is about to be deleted.
    pub(super) fn end_mesh(self, battle: &str) {
        self.drop_introduced(|own| own.battle == battle);
        self.meshes.update(|meshes| {
            meshes.remove(battle);
        });
    }

    /// Reports a new name of this device to the other devices.
    pub(super) fn report_name(self, name: &str) {
        let battles: Vec<String> = self.meshes.with_untracked(|meshes| meshes.keys().cloned().collect());
        for battle in battles {
            let actions = self.change_mesh(&battle, false, |mesh| mesh.renamed(name));
            self.carry_out(&battle, actions);
        }
    }

    /// The name of a device according to its last report. The caller follows this.
    pub(in crate::app::state) fn reported_name(self, battle: &str, device: &Device) -> Option<String> {
        self.meshes.with(|meshes| meshes.get(battle)?.name_of(device).map(str::to_owned))
    }

    /// Reports new entries of all battles to the other devices, after a delay.
    pub(super) fn report_soon(self) {
        if !self.meshes.with_untracked(|meshes| meshes.is_empty()) {
            once_after(self.is_report_due, REPORT_DELAY, move || self.report());
        }
    }

    fn report(self) {
        let battles: Vec<String> = self.meshes.with_untracked(|meshes| {
            meshes.iter().filter(|(_, mesh)| !mesh.connected().is_empty()).map(|(id, _)| id.clone()).collect()
        });
        for battle in battles {
            let Ok(here) = self.app.battle(&battle) else { continue };
            let actions = self.change_mesh(&battle, false, |mesh| mesh.changed(here.log()));
            self.carry_out(&battle, actions);
        }
        self.send_due();
    }

    /// Calls [`Self::tick`] every few seconds while a device is connected or being connected.
    fn keep_ticking(self) {
        let is_linked = || {
            let is_open = |link: &super::Link| link.peer.is_of_mesh() && link.state != LinkState::Closed;
            self.links.with_untracked(|links| links.iter().any(is_open))
        };
        let is_opening = || self.introduced.with_value(|all| !all.is_empty());
        if is_linked() || is_opening() {
            once_after(self.is_ticking, TICK, move || self.tick());
        }
    }

    fn tick(self) {
        let time = monotonic();
        self.drop_introduced(|own| time - own.at >= OPENING_TIMEOUT);
        self.follow_links();
        let battles: Vec<String> = self.meshes.with_untracked(|meshes| meshes.keys().cloned().collect());
        for battle in battles {
            let actions = self.change_mesh(&battle, false, |mesh| mesh.tick(time));
            self.carry_out(&battle, actions);
        }
        self.send_due();
    }
}

/// The session description in a code of an introduction. `None` if the code is too long, or is not for this battle.
fn description(battle: &str, code: &str, is_answer: bool) -> Option<String> {
    let code = Some(code).filter(|code| code.len() <= mesh::CODE)?;
    let pairing = Pairing::read(code).ok()?;
    (pairing.battle == battle && pairing.is_answer == is_answer).then(|| pairing.description())
}
