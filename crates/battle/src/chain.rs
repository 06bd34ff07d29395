//! Events and fields of version 1.0.0 for rolls that two devices made together. They are read and written back byte for byte, and have no
//! effect.
//!
//! In version 1.0.0 each of two connected devices committed to a list of secret numbers, its steps, by a [`ChainEvent`]. Each roll lists one
//! step of each device in its [`RollSteps`]. The two steps determined the faces. Later versions make every roll from the seed. They cannot
//! check the faces of such a roll, and [verification](super::verify) reports that.

use super::checked_string::checked_string;
use super::{Battle, Device, Event, Link, LoggedRoll};
use data_encoding::HEXLOWER;
use serde::{Deserialize, Serialize};

/// A device's commitment to its steps.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ChainEvent {
    /// Time, in milliseconds since 1970.
    pub at: f64,
    /// Number of the first roll for which the steps were meant.
    pub first: u64,
    /// The step before the first one.
    pub anchor: Step,
    /// Links to the ends of the log that the writer's device had.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub after: Vec<Link>,
}

/// One step of a device: 16 bytes, written as 32 lower-case hexadecimal digits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Step(String);

checked_string!(Step, is_step, "a step is 32 small hexadecimal digits");

fn is_step(text: &str) -> bool {
    HEXLOWER.decode(text.as_bytes()).is_ok_and(|bytes| bytes.len() == 16)
}

/// The steps of a roll, each after its device's name and sorted by these names: `k3x9abcd:0001… m4y0bcde:f0f1…`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct RollSteps(String);

checked_string!(
    RollSteps,
    are_roll_steps,
    "steps are two devices, each with a colon and its step, in the order of their names"
);

fn are_roll_steps(text: &str) -> bool {
    let device = |part: &str| {
        let (device, step) = part.split_once(':')?;
        Device::parse(device).filter(|_| is_step(step))
    };
    let both = text.split_once(' ').and_then(|(one, other)| Some((device(one)?, device(other)?)));
    both.is_some_and(|(one, other)| one < other)
}

impl Battle {
    /// True if the log contains a commitment of version 1.0.0.
    pub fn has_commitments(&self) -> bool {
        self.log.iter().any(|(_, event)| matches!(event, Event::Chain(_)))
    }

    /// Returns the faces of a roll by the app, each from 1 to `sides`. If two devices of version 1.0.0 made the roll, these are the
    /// recorded faces, even after an undo.
    pub fn faces(&self, number: u64, sides: u8, count: usize) -> Vec<u8> {
        match self.made_by_two_devices(number, sides, count) {
            Some(roll) => roll.faces.clone(),
            None => self.header.dice().faces(number, sides, count),
        }
    }

    /// Completes the rolls of a new event: a roll that two devices of version 1.0.0 had already made keeps its steps.
    pub fn with_steps(&self, mut rolls: Vec<LoggedRoll>) -> Vec<LoggedRoll> {
        for roll in &mut rolls {
            let Some(number) = roll.number else { continue };
            let former = self.made_by_two_devices(number, roll.sides, roll.faces.len());
            if let Some(former) = former.filter(|former| former.faces == roll.faces) {
                roll.steps.clone_from(&former.steps);
            }
        }
        rolls
    }

    /// The roll with this number that two devices of version 1.0.0 made. `None` if there is none, or if its sides or its number of dice differ.
    fn made_by_two_devices(&self, number: u64, sides: u8, count: usize) -> Option<&LoggedRoll> {
        if number >= self.rolls.unseen() {
            return None;
        }
        let is_it = |roll: &&LoggedRoll| roll.number == Some(number) && roll.steps.is_some();
        let roll = self.log.iter().find_map(|(_, event)| event.rolls().iter().find(is_it))?;
        (roll.sides == sides && roll.faces.len() == count).then_some(roll)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const STEPS: [&str; 2] = ["000102030405060708090a0b0c0d0e0f", "f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff"];

    #[test]
    fn steps_are_read_as_version_1_0_0_wrote_them_and_written_back() {
        let [one, other] = STEPS;
        let text = format!("k3x9abcd:{one} m4y0bcde:{other}");
        assert_eq!(RollSteps::try_from(text.clone()).map(String::from), Ok(text));
        let wrong = [
            format!("m4y0bcde:{one} k3x9abcd:{other}"),
            format!("k3x9abcd:{one} k3x9abcd:{other}"),
            format!("k3x9abcd:{one}"),
            format!("k3x9abcd:{one} m4y0bcde:{other} p5z1cdef:{one}"),
            format!("k3x9abcd:{one} m4y0bcde:{}", &other[2..]),
            String::new(),
        ];
        for text in wrong {
            assert!(RollSteps::try_from(text.clone()).is_err(), "{text}");
        }
        for text in ["", "00", &"é".repeat(16), &"AB".repeat(16), &"0".repeat(33)] {
            assert!(Step::try_from(text.to_owned()).is_err(), "{text}");
        }
    }
}
