//! Rolls that two devices commit to: see [`hash_chain`]. What the log says of them.
//!
//! - **A device commits itself by a [`ChainEvent`]**, from its next roll on. Its last one counts.
//! - **A roll names both steps**, and is made by the device that holds the pen. One that names none is made from the seed alone,
//!   as in a battle on one device: nobody waits for a device that is out of reach.
//! - **A roll that was seen stays as it is.** After an undo its number gives the same dice, so it has the same steps.

use super::{Battle, Device, Event, Link, Rolled, Stamp};
use crate::dice::hash_chain::{self, LENGTH, Step};
use data_encoding::HEXLOWER;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};
use sha2::{Digest, Sha256};

/// A device committed itself to its steps.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ChainEvent {
    /// Time, in milliseconds since 1970.
    pub at: f64,
    /// The number of the first roll that they are for.
    pub first: u64,
    /// The anchor that they lead to.
    pub anchor: Step,
    /// Links to the ends of the log that its writer saw.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub after: Vec<Link>,
}

impl ChainEvent {
    /// The number of the step that a roll takes, from 1; `None` if there is none for this roll.
    pub fn step_number(&self, roll: u64) -> Option<u64> {
        roll.checked_sub(self.first).filter(|later| *later < LENGTH).map(|later| later + 1)
    }

    /// True if this is the step that a roll takes.
    pub fn gives(&self, roll: u64, step: Step) -> bool {
        self.step_number(roll).is_some_and(|number| step.follows(self.anchor, number))
    }
}

/// The steps that a roll is made of, with their devices: `k3x9abcd:0001… m4y0bcde:f0f1…`, in the order of the devices' names.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct RollSteps([(Device, Step); 2]);

impl RollSteps {
    /// The steps of two devices; `None` if they are one.
    pub fn of(one: (Device, Step), other: (Device, Step)) -> Option<Self> {
        match one.0.cmp(&other.0) {
            std::cmp::Ordering::Less => Some(Self([one, other])),
            std::cmp::Ordering::Equal => None,
            std::cmp::Ordering::Greater => Some(Self([other, one])),
        }
    }

    /// Each device with its step, in the order of their names.
    pub fn all(&self) -> &[(Device, Step); 2] {
        &self.0
    }

    /// The step of a device.
    pub fn step(&self, device: &Device) -> Option<Step> {
        self.0.iter().find(|(own, _)| own == device).map(|(_, step)| *step)
    }
}

impl From<RollSteps> for String {
    fn from(steps: RollSteps) -> Self {
        steps.0.map(|(device, step)| format!("{device}:{}", String::from(step))).join(" ")
    }
}

impl TryFrom<String> for RollSteps {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        let wrong = "steps are two devices, each with a colon and its step, in the order of their names";
        let read = |part: &str| {
            let (device, step) = part.split_once(':')?;
            Some((Device::parse(device)?, Step::try_from(step.to_owned()).ok()?))
        };
        let both = text.split_once(' ').and_then(|(one, other)| Some((read(one)?, read(other)?)));
        let (one, other) = both.filter(|(one, other)| one.0 < other.0).ok_or(wrong)?;
        Ok(Self([one, other]))
    }
}

/// Digest of an act, to which the other device binds its step: 16 hexadecimal digits.
///
/// They are the beginning of the SHA-256 of the 16 bytes `Drumhead act v1.` and the JSON list of procedure, input and participants.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct ActDigest(String);

const ACT: &[u8; 16] = b"Drumhead act v1.";
const DIGITS: usize = 16;

impl ActDigest {
    /// The digest of an act.
    pub fn of(procedure: &str, input: &Map<String, Json>, participants: &Map<String, Json>) -> Self {
        // Everything that was read can be written.
        let text = serde_json::to_vec(&(procedure, input, participants)).unwrap_or_default();
        let hash = Sha256::new_with_prefix(ACT).chain_update(text).finalize();
        Self(HEXLOWER.encode(&hash[..DIGITS / 2]))
    }

    /// The digest of the act that dice were rolled for.
    pub fn of_rolled(rolled: &Rolled) -> Self {
        Self::of(&rolled.procedure, &rolled.input, &rolled.participants)
    }
}

impl From<ActDigest> for String {
    fn from(own: ActDigest) -> Self {
        own.0
    }
}

impl TryFrom<String> for ActDigest {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        let is_digest = text.len() == DIGITS && HEXLOWER.decode(text.as_bytes()).is_ok();
        is_digest.then_some(Self(text)).ok_or("a digest is 16 small hexadecimal digits")
    }
}

/// A roll that the log has: its first event, and its steps.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Known<'a> {
    /// Stamp of the event that made it.
    pub stamp: &'a Stamp,
    /// The event.
    pub event: &'a Event,
    /// Its steps; `None` if it was made from the seed alone.
    pub steps: Option<&'a RollSteps>,
}

impl Battle {
    /// True if a device committed itself.
    pub fn has_commitments(&self) -> bool {
        !self.chains.is_empty()
    }

    /// The events by which devices committed themselves, in the log's order.
    pub fn commitments(&self) -> impl DoubleEndedIterator<Item = (&Stamp, &ChainEvent)> {
        self.chains.iter().filter_map(|place| match self.log.get(*place)? {
            (stamp, Event::Chain(own)) => Some((stamp, &**own)),
            _ => None,
        })
    }

    /// The last commitment of a device.
    pub fn commitment(&self, device: &Device) -> Option<&ChainEvent> {
        self.commitments().rev().find(|(stamp, _)| stamp.device() == *device).map(|(_, own)| own)
    }

    /// The number after the highest that was ever rolled, undone or not: nobody has seen this roll.
    pub fn next_unseen_roll(&self) -> u64 {
        self.rolls.unseen()
    }

    /// The roll with this number, if the log has it.
    pub fn known_roll(&self, number: u64) -> Option<Known<'_>> {
        if number >= self.next_unseen_roll() {
            return None;
        }
        self.log.iter().find_map(|(stamp, event)| {
            let roll = event.rolls().iter().find(|roll| roll.number == Some(number))?;
            Some(Known { stamp, event, steps: roll.steps.as_ref() })
        })
    }

    /// The faces of a roll: of both devices' steps, or from the seed alone. Each is from 1 to `sides`.
    pub fn faces(&self, number: u64, sides: u8, count: usize, steps: Option<&RollSteps>) -> Vec<u8> {
        let key = self.header.dice();
        let key = steps.map_or(key, |steps| hash_chain::key(&key, number, steps.all().each_ref().map(|own| own.1)));
        key.faces(number, sides, count)
    }
}
