//! Seats of the battle in play: whose units are whose, the units that this device shows first, and the end of a phase that several devices
//! share. The rules are in [`battle::seats`].

use super::live::Live;
use super::notice::Notice;
use super::viewer::Viewer;
use super::{AppState, BattleState};
use crate::app::platform::clock::log_time;
use crate::app::platform::session_storage;
use crate::app::platform::signals::set_if_changed;
use battle::analysis::seat_words;
use battle::panel::Tables;
use battle::referee::{self, JointOffer};
use battle::seat::{Place, SEATS_ON_A_DEVICE, Seat, WAIVED};
use battle::seats::{
    Acting, PhaseAnswer, PhaseEndState, PhaseMessage, PhaseTalk, SeatDue, own_due, own_offers, still_due,
};
use battle::waiting::WAITING;
use battle::{Battle, Device, Event, Rolled};
use leptos::prelude::*;
use rules::subject::Side;
use rules::text;
use rules::text::say;
use rules::turn::Duty;
use std::borrow::Cow;
use std::collections::BTreeSet;

/// Name in the session storage of the battles whose tables show all units.
const ALL_UNITS: &str = "drumhead/all-units";

/// Signals of the seats of the battle in play.
pub struct SeatSignals {
    /// The questions about the end of a phase, with the id of their battle.
    talk: RwSignal<(String, PhaseTalk)>,
    /// The rules that this device overrides when the phase ends about which it asks.
    overrides: StoredValue<Vec<String>>,
    /// The last answer of this device, with the turn and the phase.
    answered: RwSignal<Option<((i32, i32), PhaseAnswer)>>,
    /// Ids of the battles whose tables show all units although this device has its own.
    all_units: RwSignal<BTreeSet<String>>,
    /// The last act of another device that involves units of this one.
    done_to_own: RwSignal<Option<DoneToOwn>>,
}

impl Default for SeatSignals {
    fn default() -> Self {
        Self {
            talk: RwSignal::default(),
            overrides: StoredValue::default(),
            answered: RwSignal::default(),
            all_units: RwSignal::new(session_storage::read(ALL_UNITS).unwrap_or_default()),
            done_to_own: RwSignal::default(),
        }
    }
}

/// An act of another device that involves units of this one.
#[derive(Clone, PartialEq)]
pub struct DoneToOwn {
    /// Id of the battle.
    battle: String,
    /// The act in words.
    pub words: String,
    /// The units of this device.
    pub units: Vec<String>,
}

/// Receives a message of another device about the end of a phase. It is ignored if the battle is not in play.
pub fn receive_phase_message(app: AppState, battle: &str, from: &Device, message: PhaseMessage) {
    if matches!(message, PhaseMessage::Ends { .. }) {
        set_if_changed(app.battle.seats.answered, None);
    }
    app.change_talk(battle, |open, talk| talk.receive(open, from, message));
}

impl AppState {
    /// Changes the questions about the end of a phase in a battle; `None` if the battle is not in play.
    fn change_talk<T>(self, battle: &str, change: impl FnOnce(&Battle, &mut PhaseTalk) -> T) -> Option<T> {
        let signal = self.battle.seats.talk;
        let (of, mut talk) = signal.get_untracked();
        if of != battle {
            talk = PhaseTalk::default();
        }
        let done = self.in_play(|in_play| {
            let saved = in_play.whole();
            (saved.id == battle).then(|| change(&saved.value, &mut talk))
        })?;
        set_if_changed(signal, (battle.to_owned(), talk));
        Some(done)
    }

    /// The viewer that the seats of this device imply; `None` if they imply none. The caller follows this.
    pub(super) fn viewer_by_seat(self, open: &Battle) -> Option<Viewer> {
        let this = untrack(|| self.device()).device;
        let seats = open.seats_of(&this);
        if seats.iter().any(|seat| seat.place == Place::Umpire) {
            return Some(Viewer::Umpire);
        }
        match open.sides_of(&this).as_slice() {
            [] => None,
            [only] => Some(Viewer::Side(*only)),
            _ => Some(Viewer::Passed),
        }
    }

    /// Notes an act of another device that involves units of this one. `None` for any other entry; else its text.
    pub(super) fn note_done_to_own(self, event: &Event) -> Option<String> {
        let this = untrack(|| self.device()).device;
        let done = self.in_play(|in_play| {
            let shown = in_play.shown();
            let words = seat_words::done_to_own(shown, &this, event)?;
            let battle = in_play.whole().id.clone();
            Some(DoneToOwn { battle, words, units: shown.own_units_in(&this, event) })
        })?;
        let words = done.words.clone();
        self.battle.seats.done_to_own.set(Some(done));
        Some(words)
    }
}

impl BattleState {
    fn this(self) -> Device {
        self.app.device().device
    }

    /// True if several devices act at the same time, without control. The caller follows this.
    pub fn everybody_acts(self) -> bool {
        self.whole().with(Battle::everybody_acts)
    }

    /// The devices with seats. The caller follows this.
    pub fn seats(self) -> Vec<(Device, Vec<Seat>)> {
        self.whole().with(Battle::seats)
    }

    /// The seats of this device. The caller follows this.
    pub fn own_seats(self) -> Vec<Seat> {
        let this = self.this();
        self.whole().with(|open| open.seats_of(&this))
    }

    /// True if this device has the hall view and no other seat. The caller follows this.
    pub fn only_watches(self) -> bool {
        let this = self.this();
        self.whole().with(|open| open.only_watches(&this))
    }

    /// True if the seats of this device imply the player for whom it shows the battle. The caller follows this.
    pub fn has_viewer_by_seat(self) -> bool {
        self.whole().with(|open| self.app.viewer_by_seat(open).is_some())
    }

    /// Takes seats in place of those that this device has. If it takes them over, `from` is the device that loses its seats. False, with a
    /// notice, if this cannot be saved.
    pub fn take_seats(self, seats: &[Seat], from: Option<&Device>) -> bool {
        let this = untrack(|| self.this());
        let event = self.whole().with_untracked(|open| open.seating(log_time(), &this, seats, from));
        let is_taken = self.add_to_log(event).is_some();
        if is_taken && let Some(side) = self.whole().with_untracked(|open| open.sides_of(&this).first().copied()) {
            set_if_changed(self.app.battle.shown_side, side.index());
        }
        is_taken
    }

    /// Adds a seat to those of this device. The places of everybody and of the hall view are the only ones of their device.
    pub fn take_seat(self, player: &str, place: Place) -> bool {
        let is_whole = |place: &Place| matches!(place, Place::All | Place::Hall);
        let mut seats = untrack(|| self.own_seats());
        seats.retain(|seat| !is_whole(&seat.place) && !is_whole(&place) && seat.place != place);
        if seats.len() >= SEATS_ON_A_DEVICE {
            let words = text!("A device has at most {n} seats. Leave one first.", n = SEATS_ON_A_DEVICE);
            self.app.notice.set(Some(Notice::new(words.to_string()).of_this_page()));
            return false;
        }
        seats.push(Seat::new(player, place));
        self.take_seats(&seats, None)
    }

    /// Leaves a seat of this device.
    pub fn leave_seat(self, place: &Place) -> bool {
        let mut seats = untrack(|| self.own_seats());
        seats.retain(|seat| seat.place != *place);
        self.take_seats(&seats, None)
    }

    /// Takes over all seats of another device.
    pub fn take_over_seats(self, from: &Device) -> bool {
        let is_whole = |seat: &Seat| matches!(seat.place, Place::All | Place::Hall);
        let mut seats = untrack(|| self.own_seats());
        seats.retain(|seat| !is_whole(seat));
        for seat in self.whole().with_untracked(|open| open.seats_of(from)) {
            if !seats.contains(&seat) {
                seats.push(seat);
            }
        }
        if seats.len() > SEATS_ON_A_DEVICE {
            let words = text!("A device has at most {n} seats. Leave one first.", n = SEATS_ON_A_DEVICE);
            self.app.notice.set(Some(Notice::new(words.to_string()).of_this_page()));
            return false;
        }
        self.take_seats(&seats, Some(from))
    }

    // Rights.

    /// The reason why this device does not act for a part of the battle: whose it is. `None` if the device may. A correction may concern
    /// acts of all units. The caller follows this.
    pub fn not_ours(self, acting: &Acting) -> Option<String> {
        if self.is_rewound() {
            return None;
        }
        let this = self.this();
        self.whole().with(|open| {
            if !open.everybody_acts() || open.may_act(&this, acting) {
                return None;
            }
            if open.only_watches(&this) {
                return Some(say("This device has the hall view: it only watches.").to_owned());
            }
            let names: Vec<String> = open
                .devices_of(acting)
                .iter()
                .map(|device| super::control::shown_name(open, device, &this, None))
                .collect();
            let who = names.join(", ");
            Some(match acting {
                Acting::Unit(_) => text!("{who}’s unit", who = who).to_string(),
                Acting::Side(_) | Acting::Battle => text!("For {who} to do", who = who).to_string(),
            })
        })
    }

    /// [`Self::not_ours`] for a unit.
    pub fn not_our_unit(self, unit: &str) -> Option<String> {
        self.not_ours(&Acting::Unit(unit.to_owned()))
    }

    /// [`Self::not_ours`] for a duty.
    pub fn not_our_duty(self, duty: &Duty) -> Option<String> {
        self.not_ours(&Acting::in_duty(self.ruleset, duty))
    }

    /// [`Self::not_ours`] for a roll.
    pub fn not_our_roll(self, rolled: &Rolled) -> Option<String> {
        let acting = self.whole().with(|open| open.acting_in_roll(rolled))?;
        self.not_ours(&acting)
    }

    /// True if this device may act for a part of the battle. Otherwise shows a notice with the reason.
    pub(super) fn may_act_or_notify(self, acting: &Acting) -> bool {
        let reason = untrack(|| self.not_ours(acting));
        if let Some(words) = &reason {
            self.app.notice.set(Some(Notice::new(words.clone()).of_this_page()));
        }
        reason.is_none()
    }

    // The units of this device.

    /// True if this device has a command or a side, so that its table opens on its own units. The caller follows this.
    pub fn has_own_units(self) -> bool {
        let this = self.this();
        self.whole().with(|open| open.has_own_units(&this))
    }

    /// The sides of this device's own units. The caller follows this.
    pub fn own_sides(self) -> Vec<Side> {
        let this = self.this();
        self.whole().with(|open| if open.has_own_units(&this) { open.sides_of(&this) } else { Vec::new() })
    }

    /// True if the table shows only the units of this device on its sides. The caller follows this.
    pub fn shows_own_units(self) -> bool {
        let id = self.id();
        self.has_own_units() && !self.app.battle.seats.all_units.with(|all| all.contains(&id))
    }

    /// Shows the units of this device, or all units, until the tab is closed.
    pub fn show_own_units(self, own: bool) {
        let id = self.id();
        let all_units = self.app.battle.seats.all_units;
        all_units.update(|all| {
            if own {
                all.remove(&id)
            } else {
                all.insert(id)
            };
        });
        all_units.with_untracked(|all| session_storage::write(ALL_UNITS, all));
    }

    /// True if a unit belongs to this device, for the filter of the table. The caller follows this.
    pub fn is_our_unit(self, open: &Battle, unit: &str) -> bool {
        open.may_act_for(&self.this(), unit)
    }

    /// The duties of this device, and those of other devices. The caller follows this.
    pub fn own_and_other_duties(self, duties: Vec<Duty>) -> (Vec<Duty>, Vec<SeatDue>) {
        if self.is_rewound() {
            return (duties, Vec::new());
        }
        let this = self.this();
        self.whole().with(|open| own_due(self.ruleset, open, &this, duties))
    }

    /// The offers of the table that this device may do: group acts, and acts of a single unit.
    pub(super) fn own_offers<'a>(
        self,
        tables: &Tables,
        offers: &'a (Vec<JointOffer>, Vec<JointOffer>),
    ) -> (Cow<'a, [JointOffer]>, Cow<'a, [JointOffer]>) {
        let this = untrack(|| self.this());
        match tables.whole.or(tables.shown) {
            Some(open) => own_offers(open, &this, &offers.0, &offers.1),
            None => (Cow::Borrowed(&offers.0), Cow::Borrowed(&offers.1)),
        }
    }

    /// The last act of another device that involves units of this one, once. The caller follows this.
    pub fn take_done_to_own(self) -> Option<DoneToOwn> {
        let signal = self.app.battle.seats.done_to_own;
        let done = signal.get().filter(|done| done.battle == self.id())?;
        signal.update_untracked(|done| *done = None);
        Some(done)
    }

    // The end of a phase.

    /// The remaining duties of the other devices in this phase. The caller follows this.
    pub fn due_for_others(self) -> Vec<SeatDue> {
        let this = self.this();
        let mut due = self.with(|open| still_due(self.ruleset, open));
        due.retain(|due| due.device != this);
        due
    }

    /// True if no duty of this device's seats holds up the phase, although one of another device does. The caller follows this.
    pub fn is_held_up_by_others(self) -> bool {
        let this = self.this();
        self.with(|open| {
            let due = still_due(self.ruleset, open);
            let holds_up = |due: &SeatDue| due.holds_up();
            due.iter().any(holds_up) && !due.iter().any(|due| due.device == this && due.holds_up())
        })
    }

    /// Ends the phase, or asks the devices that still have something due and are awake. `overrides` has the rules that the player overrides.
    pub fn end_phase(self, live: Live, overrides: Vec<String>) {
        let (id, this) = (self.id(), untrack(|| self.this()));
        if !untrack(|| self.everybody_acts()) {
            self.begin_next(overrides);
            return;
        }
        let awake = untrack(|| live.awake(&id));
        let is_asked = untrack(|| self.due_for_others()).iter().any(|due| awake.contains(&due.device));
        if !is_asked {
            self.end_shared_phase(overrides);
            return;
        }
        self.app.battle.seats.overrides.set_value(overrides);
        if let Some(message) = self.app.change_talk(&id, |open, talk| talk.ask(open, &this)) {
            live.tell(&id, message);
        }
    }

    /// Ends the phase although other devices may still have something due, which the log then shows.
    fn end_shared_phase(self, mut overrides: Vec<String>) {
        let is_waived = !untrack(|| self.due_for_others()).is_empty();
        let rule = self.judged().with_untracked(|open| referee::next_barred(self.ruleset, open.state()));
        let by_others = rule.filter(|_| untrack(|| self.is_held_up_by_others())).map(|(rule, _)| rule.to_owned());
        let rolls = self.whole().with_untracked(|open| open.awaiting().next().is_some());
        let further = [is_waived.then(|| WAIVED.to_owned()), by_others, rolls.then(|| WAITING.to_owned())];
        for rule in further.into_iter().flatten() {
            if !overrides.contains(&rule) {
                overrides.push(rule);
            }
        }
        self.begin_next(overrides);
    }

    /// The state of this device's question about the end of the phase; `None` if it does not ask. The caller follows this.
    pub fn phase_end(self, live: Live) -> Option<PhaseEndState> {
        let id = self.id();
        let awake = live.awake(&id);
        self.app.battle.seats.talk.with(|(of, talk)| {
            let own = talk.own().filter(|_| *of == id)?;
            Some(self.with(|open| own.standing(self.ruleset, open, &awake)))
        })
    }

    /// The answer of a device to this device's question. The caller follows this.
    pub fn answer_of(self, device: &Device) -> Option<PhaseAnswer> {
        self.app.battle.seats.talk.with(|(_, talk)| talk.own()?.answer_of(device))
    }

    /// Ends this device's question, and the phase if `ends` is true.
    pub fn close_phase_end(self, live: Live, ends: bool) {
        let id = self.id();
        if let Some(message) = self.app.change_talk(&id, |_, talk| talk.withdraw()).flatten() {
            live.tell(&id, message);
            if ends {
                self.end_shared_phase(self.app.battle.seats.overrides.get_value());
            }
        }
    }

    /// The connected devices that ask this device whether the phase may end, and the answer of this device, if it has given one. The caller
    /// follows this.
    pub fn asked_about_phase(self, live: Live) -> (Vec<Device>, Option<PhaseAnswer>) {
        let (id, this) = (self.id(), self.this());
        let awake = live.awake(&id);
        let asking = self.app.battle.seats.talk.with(|(of, talk)| {
            if *of == id { self.with(|open| talk.asking(self.ruleset, open, &this)) } else { Vec::new() }
        });
        let asking: Vec<Device> = asking.into_iter().filter(|device| awake.contains(device)).collect();
        let now = self.turn_and_phase();
        let answered = self.app.battle.seats.answered.get().filter(|(of, _)| *of == now);
        (asking, answered.map(|(_, answer)| answer))
    }

    fn turn_and_phase(self) -> (i32, i32) {
        let this = untrack(|| self.this());
        self.whole().with(|open| battle::seats::PhaseEnd::new(open, this).ends())
    }

    /// Answers all devices that ask whether the phase may end.
    pub fn answer_phase_end(self, live: Live, answer: PhaseAnswer) {
        let id = self.id();
        let (asking, _) = untrack(|| self.asked_about_phase(live));
        let message =
            asking.iter().find_map(|to| self.app.change_talk(&id, |open, talk| talk.answer(open, to, answer)));
        if let Some(message) = message.flatten() {
            live.tell(&id, message);
            self.app.battle.seats.answered.set(Some((untrack(|| self.turn_and_phase()), answer)));
        }
    }

    /// The remaining duties of this device in this phase, in words. The caller follows this.
    pub fn own_due_words(self) -> String {
        let this = self.this();
        let due = self.with(|open| still_due(self.ruleset, open));
        let own = due.into_iter().find(|due| due.device == this);
        own.map(|own| seat_words::due_words(self.ruleset, &own.duties)).unwrap_or_default()
    }
}
