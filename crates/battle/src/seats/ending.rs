//! The end of a phase, which concerns all seats.
//!
//! A device that ends a phase asks the devices that still have something due: "Ben ends Fire. Ann has 2 shots left: wait, or go on". Devices
//! that are asleep or gone are not asked. A [`PhaseEnd`] is this question on one device, with the answers so far. Requests and answers are
//! messages, not entries: they matter only until the phase ends. The end itself is an entry. If somebody still had something due, it overrides
//! [`WAIVED`](crate::seat::WAIVED).
//!
//! Nothing blocks a player for ever: the asking device may end the phase at any time, as long as the rules allow it. If two devices end the
//! same phase at once, one entry is [set aside](crate::aside).

use super::Acting;
use crate::referee;
use crate::{Battle, Device};
use rules::ruleset::Ruleset;
use rules::table::{PHASE, TURN};
use rules::turn::{AtNext, Duty};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The acts that the seats of a device may or must still do in this phase.
#[derive(Clone, Debug, PartialEq)]
pub struct SeatDue {
    /// The device.
    pub device: Device,
    /// Duties, and optional acts that the end of the phase would take.
    pub duties: Vec<Duty>,
}

impl SeatDue {
    /// True if the phase cannot end before the device has done something.
    pub fn holds_up(&self) -> bool {
        self.duties.iter().any(Duty::holds_up)
    }
}

/// The devices that still have something due in this phase, in the order of their names. Optional duties that the end of the phase drops or
/// keeps are left out, and so are duties that it resolves. If nobody has the seat of a unit, its duties are due for all seats of its side.
/// Empty in a battle without seats.
pub fn still_due(ruleset: &'static Ruleset, battle: &Battle) -> Vec<SeatDue> {
    if !battle.everybody_acts() {
        return Vec::new();
    }
    let state = battle.state();
    let is_lost = |duty: &Duty| duty.at_next == AtNext::Ends;
    let mut duties = referee::duties(ruleset, state);
    duties.retain(|duty| duty.holds_up() || is_lost(duty));
    for lost in referee::given_up(ruleset, state) {
        if !duties.contains(&lost) {
            duties.push(lost);
        }
    }
    let mut due: BTreeMap<Device, Vec<Duty>> = BTreeMap::new();
    for duty in duties {
        for device in battle.devices_of(&Acting::in_duty(ruleset, &duty)) {
            due.entry(device).or_default().push(duty.clone());
        }
    }
    due.into_iter().map(|(device, duties)| SeatDue { device, duties }).collect()
}

/// The answer of a device that was asked about the end of a phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PhaseAnswer {
    /// It wants to act first.
    Wait,
    /// The phase may end now.
    GoOn,
}

/// The question whether a phase may end, on one device, with the answers so far.
#[derive(Clone, Debug, PartialEq)]
pub struct PhaseEnd {
    /// The device that ends the phase.
    pub by: Device,
    turn: i32,
    phase: i32,
    answers: BTreeMap<Device, PhaseAnswer>,
}

/// State of a [`PhaseEnd`].
#[derive(Clone, Debug, PartialEq)]
pub enum PhaseEndState {
    /// The phase has ended, or an undo has led to another phase. The question is gone.
    Over,
    /// These devices have not answered, or want to act first, and still have something due.
    Waits(Vec<SeatDue>),
    /// The phase can end. The flag is true if another device still has something due, so that the end overrides
    /// [`WAIVED`](crate::seat::WAIVED).
    Ready(bool),
}

fn now(battle: &Battle) -> (i32, i32) {
    let facts = battle.state().battle();
    (facts.value(TURN).unwrap_or_default(), facts.value(PHASE).unwrap_or_default())
}

impl PhaseEnd {
    /// The question of a device whether the current phase may end.
    pub fn new(battle: &Battle, by: Device) -> Self {
        let (turn, phase) = now(battle);
        Self { by, turn, phase, answers: BTreeMap::new() }
    }

    /// The turn and the index of the phase that the question is about, as in the battle's trackers.
    pub fn ends(&self) -> (i32, i32) {
        (self.turn, self.phase)
    }

    /// Records an answer. A device may change its answer. An answer of a device without seats is ignored.
    pub fn answer(&mut self, battle: &Battle, device: Device, answer: PhaseAnswer) {
        if battle.seats().iter().any(|(known, _)| *known == device) {
            self.answers.insert(device, answer);
        }
    }

    /// The answer of a device; `None` if it has not answered.
    pub fn answer_of(&self, device: &Device) -> Option<PhaseAnswer> {
        self.answers.get(device).copied()
    }

    /// The state of the question. `awake` are the devices that can answer now.
    pub fn standing(&self, ruleset: &'static Ruleset, battle: &Battle, awake: &[Device]) -> PhaseEndState {
        if now(battle) != self.ends() {
            return PhaseEndState::Over;
        }
        let due = still_due(ruleset, battle);
        let waits = |due: &&SeatDue| {
            due.device != self.by
                && awake.contains(&due.device)
                && self.answers.get(&due.device) != Some(&PhaseAnswer::GoOn)
        };
        let waiting: Vec<SeatDue> = due.iter().filter(waits).cloned().collect();
        if !waiting.is_empty() {
            return PhaseEndState::Waits(waiting);
        }
        PhaseEndState::Ready(due.iter().any(|due| due.device != self.by))
    }
}

/// A message between devices about the end of a phase. It names the phase by the trackers `turn` and `phase` of the battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PhaseMessage {
    /// The sender ends the phase.
    Ends {
        /// The turn.
        turn: i32,
        /// The index of the phase.
        phase: i32,
    },
    /// The sender answers the question of the receiver.
    Answers {
        /// The turn of the question.
        turn: i32,
        /// The index of the phase of the question.
        phase: i32,
        /// The answer.
        answer: PhaseAnswer,
    },
    /// The sender no longer ends the phase.
    Withdraws,
}

/// The question that a device asks, and the questions of other devices. Messages of devices without seats are ignored, so their number is
/// bounded.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PhaseTalk {
    own: Option<PhaseEnd>,
    received: BTreeMap<Device, (i32, i32)>,
}

impl PhaseTalk {
    /// Begins the question of this device. Returns the message to all other devices.
    pub fn ask(&mut self, battle: &Battle, this: &Device) -> PhaseMessage {
        let question = PhaseEnd::new(battle, this.clone());
        let (turn, phase) = question.ends();
        self.own = Some(question);
        PhaseMessage::Ends { turn, phase }
    }

    /// Ends the question of this device. Returns the message to all other devices; `None` if it had not asked.
    pub fn withdraw(&mut self) -> Option<PhaseMessage> {
        self.own.take().map(|_| PhaseMessage::Withdraws)
    }

    /// The question of this device; `None` if it has not asked.
    pub fn own(&self) -> Option<&PhaseEnd> {
        self.own.as_ref()
    }

    /// Reads a message of another device.
    pub fn receive(&mut self, battle: &Battle, from: &Device, message: PhaseMessage) {
        if !battle.seats().iter().any(|(known, _)| known == from) {
            return;
        }
        match message {
            PhaseMessage::Ends { turn, phase } => {
                self.received.insert(from.clone(), (turn, phase));
            }
            PhaseMessage::Withdraws => {
                self.received.remove(from);
            }
            PhaseMessage::Answers { turn, phase, answer } => {
                let own = self.own.as_mut().filter(|own| own.ends() == (turn, phase));
                own.into_iter().for_each(|own| own.answer(battle, from.clone(), answer));
            }
        }
    }

    /// The devices that ask whether the current phase may end. Empty if the device `this` has nothing due, because it then need not answer.
    pub fn asking(&self, ruleset: &'static Ruleset, battle: &Battle, this: &Device) -> Vec<Device> {
        let asks = self.received.iter().filter(|(_, ends)| **ends == now(battle));
        let asks: Vec<Device> = asks.map(|(device, _)| device.clone()).collect();
        if asks.is_empty() || !still_due(ruleset, battle).iter().any(|due| due.device == *this) {
            return Vec::new();
        }
        asks
    }

    /// The answer to a device that asks. `None` if it does not ask about the current phase.
    pub fn answer(&self, battle: &Battle, to: &Device, answer: PhaseAnswer) -> Option<PhaseMessage> {
        let (turn, phase) = self.received.get(to).copied().filter(|ends| *ends == now(battle))?;
        Some(PhaseMessage::Answers { turn, phase, answer })
    }
}
