//! This device's steps in a battle, and those that it gave to the other: see [`both`](crate::battle::both).
//!
//! A step tells the other device what a roll comes to, so it is given once, and bound to what it is given for:
//! - only to the holder of the pen, once both have committed themselves, for the next roll that nobody has seen;
//! - for one act: whoever asks again, as after a crash, gets the same step for the same act and none for another;
//! - after it is noted here, on disk. A step that was given and not used, or used for something else, is
//!   [disclosed](OwnChain::unused): its roll may have been worked out, and avoided.

use crate::battle::both::{ActDigest, ChainEvent};
use crate::battle::{Battle, Device, Event};
use crate::dice::hash_chain::{Root, Step};
use serde::{Deserialize, Serialize};

/// The most rolls of one act that steps are given for before the first of them is in the log.
const AHEAD: u64 = 64;

/// A request for the other device's step.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ask {
    /// The number of the roll.
    pub roll: u64,
    /// Digest of the act that it is rolled for.
    pub act: ActDigest,
}

/// The answer to an [`Ask`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Give {
    /// The number of the roll.
    pub roll: u64,
    /// The step.
    pub step: Step,
}

/// A step that was given.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Given {
    roll: u64,
    to: Device,
    /// The anchor that the other device had then.
    anchor: Step,
    act: ActDigest,
}

/// This device's steps in a battle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OwnChain {
    root: Root,
    first: u64,
    /// Steps given, in the order of the rolls.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    given: Vec<Given>,
}

impl OwnChain {
    /// Steps from this root, for rolls from the number `first` on.
    pub fn new(root: Root, first: u64) -> Self {
        Self { root, first, given: Vec::new() }
    }

    /// The event by which this device commits itself to them, at a time in milliseconds since 1970; `Battle::linked` completes it.
    pub fn commitment(&self, at: f64) -> Option<Event> {
        Some(Event::Chain(Box::new(ChainEvent {
            at,
            first: self.first,
            anchor: self.root.step(0)?,
            after: Vec::new(),
        })))
    }

    /// Step of a roll, if this device is committed to it in this battle.
    pub fn step(&self, here: &Battle, this: &Device, roll: u64) -> Option<Step> {
        let committed = here.commitment(this)?;
        let step = self.root.step(committed.step_number(roll)?)?;
        (committed.first == self.first && Some(committed.anchor) == self.root.step(0)).then_some(step)
    }

    /// Gives a step that another device asks for, and notes it. `None` if it gets none.
    pub fn give(&mut self, here: &Battle, this: &Device, to: &Device, ask: &Ask) -> Option<Step> {
        let step = self.step(here, this, ask.roll)?;
        let theirs = here.commitment(to).filter(|own| own.step_number(ask.roll).is_some())?;
        let holds = here.pen().is_some_and(|pen| pen.holder == to) && here.is_whole();
        if !holds || to == this {
            return None;
        }
        let given = |roll| Given { roll, to: to.clone(), anchor: theirs.anchor, act: ask.act.clone() };
        let before = |roll| self.given.iter().find(|own| own.roll == roll);
        // The next roll, or one that follows it in the same act.
        let next = here.next_unseen_roll();
        let follows = ask.roll.checked_sub(next).is_some_and(|ahead| ahead < AHEAD)
            && (next..ask.roll).all(|roll| before(roll) == Some(&given(roll)));
        match before(ask.roll) {
            _ if !follows => None,
            Some(before) => (*before == given(ask.roll)).then_some(step),
            None => {
                self.given.push(given(ask.roll));
                Some(step)
            }
        }
    }

    /// The numbers of rolls for which a step was given that the log does not have as they were asked for.
    pub fn unused(&self, here: &Battle) -> Vec<u64> {
        let used = |given: &Given| {
            let roll = given.roll;
            let Some(known) = here.known_roll(roll) else { return false };
            let Some(steps) = known.steps.filter(|_| known.stamp.device() == given.to) else { return false };
            let is_own = steps.all().iter().any(|(_, step)| self.is_step(roll, *step));
            let same_act = matches!(known.event, Event::Rolled(rolled) if ActDigest::of_rolled(rolled) == given.act);
            let of_theirs = |step| {
                let mut own = here.commitments().filter(|(stamp, _)| stamp.device() == given.to);
                own.any(|(_, own)| own.anchor == given.anchor && own.gives(roll, step))
            };
            let theirs = steps.step(&given.to).is_some_and(of_theirs);
            is_own && same_act && theirs
        };
        self.given.iter().filter(|given| !used(given)).map(|given| given.roll).collect()
    }

    fn is_step(&self, roll: u64, step: Step) -> bool {
        let number = roll.checked_sub(self.first).and_then(|later| later.checked_add(1));
        number.and_then(|number| self.root.step(number)) == Some(step)
    }
}

#[cfg(test)]
mod tests;
