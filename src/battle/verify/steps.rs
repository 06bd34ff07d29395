//! Checks of rolls that two devices commit to: see [`both`](crate::battle::both).

use super::{Check, Fault};
use crate::battle::both::RollSteps;
use crate::battle::{LoggedRoll, Stamp};

impl Check {
    /// Checks the steps of rolls. One that their author had seen before keeps the steps that it had.
    pub(super) fn steps(&self, stamp: &Stamp, rolls: &[LoggedRoll]) -> Option<Fault> {
        let then = self.then();
        if !then.has_commitments() && rolls.iter().all(|roll| roll.steps.is_none()) {
            return None;
        }
        let is_right = |number: u64, steps: Option<&RollSteps>| match then.known_roll(number) {
            Some(known) => known.steps == steps,
            None => steps.is_none_or(|steps| self.are_committed(stamp, number, steps)),
        };
        rolls.iter().find_map(|roll| match (roll.number, roll.steps.as_ref()) {
            (Some(number), steps) if !is_right(number, steps) => Some(Fault::Steps(number)),
            // Dice from the table have no steps.
            (None, Some(_)) => Some(Fault::Rolls),
            _ => None,
        })
    }

    /// True if the author is one of the two devices, and each had committed itself to its step.
    fn are_committed(&self, stamp: &Stamp, number: u64, steps: &RollSteps) -> bool {
        let author = steps.step(&stamp.device()).is_some();
        let commitment = |device| self.then().commitment(device);
        author
            && steps.all().iter().all(|(device, step)| commitment(device).is_some_and(|own| own.gives(number, *step)))
    }
}
