//! Rolls that two devices commit to, so that neither can know a roll before it is made.
//!
//! # The scheme
//!
//! 1. **The steps.** Each device draws 16 secret bytes, its *root*. Step 1,024 is the root. Each step before is the first
//!    16 bytes of the SHA-256 of: the 17 bytes `Drumhead step v1.` in ASCII, and the step after it. So who knows a step can
//!    work out those before it, and none after it.
//! 2. **The anchor.** Step 0, the *anchor*, enters the log with the number of the first roll that the steps are for. From
//!    then on the device cannot choose: the roll with that number takes its step 1, the next roll step 2, and so on.
//! 3. **A roll.** The device that rolls asks the other for its step, and shows no dice before both steps are in the log.
//!    The key of the roll is the SHA-256 of: the 17 bytes `Drumhead both v1.`, the 32 bytes of the battle's key, the number
//!    of the roll as eight bytes with the highest first, and both steps in the order of the devices' names. Its faces come
//!    from this key as those of other rolls from the battle's: see [`rng`](super::rng).
//!
//! Each device lacks the other's step until the roll is made. Whoever has the log can check that each step leads to its anchor.

use super::rng::Seed;
use data_encoding::HEXLOWER;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// Steps after an anchor: more rolls than a battle has, mostly.
pub const LENGTH: u64 = 1024;

const STEP: &[u8; 17] = b"Drumhead step v1.";
const BOTH: &[u8; 17] = b"Drumhead both v1.";
const BYTES: usize = 16;

/// A device's secret: its last step.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Root(Step);

impl Root {
    /// The root of these bytes, which nobody else may know.
    pub fn new(drawn: [u8; BYTES]) -> Self {
        Self(Step(drawn))
    }

    /// The step with this number; 0 is the anchor. `None` after [`LENGTH`].
    pub fn step(&self, number: u64) -> Option<Step> {
        let later = LENGTH.checked_sub(number)?;
        Some((0..later).fold(self.0, |step, _| step.before()))
    }
}

/// Shows no secret where something that holds it is printed.
impl std::fmt::Debug for Root {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Root")
    }
}

/// A step of a device, or its anchor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Step([u8; BYTES]);

impl Step {
    /// The step before it.
    fn before(self) -> Self {
        let hash = Sha256::new_with_prefix(STEP).chain_update(self.0).finalize();
        let mut first = [0; BYTES];
        first.copy_from_slice(&hash[..BYTES]);
        Self(first)
    }

    /// True if it is the step with this number after an anchor.
    pub fn follows(self, anchor: Step, number: u64) -> bool {
        number <= LENGTH && (0..number).fold(self, |step, _| step.before()) == anchor
    }
}

impl From<Step> for String {
    fn from(step: Step) -> Self {
        HEXLOWER.encode(&step.0)
    }
}

impl TryFrom<String> for Step {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        let step = HEXLOWER.decode(text.as_bytes()).ok().and_then(|bytes| bytes.try_into().ok());
        step.map(Self).ok_or("a step is 32 small hexadecimal digits")
    }
}

/// The key of a roll: from the battle's key, the roll's number and both steps, in the order of their devices' names.
pub fn key(battle: &Seed, roll: u64, steps: [Step; 2]) -> Seed {
    let mut hash = Sha256::new_with_prefix(BOTH);
    hash.update(battle.0);
    hash.update(roll.to_be_bytes());
    steps.iter().for_each(|step| hash.update(step.0));
    Seed(hash.finalize().into())
}

/// A test vector: what the scheme gives.
#[derive(Debug)]
pub struct Vector {
    /// Both roots, in hexadecimal digits.
    pub roots: [&'static str; 2],
    /// Their anchors.
    pub anchors: [&'static str; 2],
    /// The numbers of the steps that the roll takes.
    pub numbers: [u64; 2],
    /// Those steps.
    pub steps: [&'static str; 2],
    /// The battle's key.
    pub battle: &'static str,
    /// The number of the roll.
    pub roll: u64,
    /// The key of the roll.
    pub key: &'static str,
}

/// The published test vector.
pub const VECTOR: Vector = Vector {
    roots: ["000102030405060708090a0b0c0d0e0f", "f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff"],
    anchors: ["0363c438c19ddaad4a1f1f08e66bf780", "b79946c651908b74a753f91bcb157b6d"],
    numbers: [3, 1],
    steps: ["cdd3d55c37171eab6470c3eee0932f3a", "71219562cbb1888086479b9492241e86"],
    battle: "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
    roll: 7,
    key: "480c25a89ec3b3175d7aee8aad9e3feda12bf32ff2200064b4f9b616fbc18db9",
};

#[cfg(test)]
mod tests {
    use super::*;

    fn step(text: &str) -> Step {
        Step::try_from(text.to_owned()).unwrap()
    }

    #[test]
    fn the_published_vector_holds() {
        // Computed by Python's hashlib.
        let steps = [0, 1].map(|place: usize| {
            let root = Root(step(VECTOR.roots[place]));
            assert_eq!(root.step(0), Some(step(VECTOR.anchors[place])));
            root.step(VECTOR.numbers[place]).unwrap()
        });
        assert_eq!(steps, VECTOR.steps.map(step));
        let battle = Seed::try_from(VECTOR.battle.to_owned()).unwrap();
        assert_eq!(String::from(key(&battle, VECTOR.roll, steps)), VECTOR.key);
    }

    #[test]
    fn a_step_leads_to_its_anchor_at_its_own_number_alone() {
        let root = Root::new([7; 16]);
        let anchor = root.step(0).unwrap();
        for number in [0, 1, 2, 500, LENGTH] {
            let own = root.step(number).unwrap();
            assert!(own.follows(anchor, number));
            assert!(!own.follows(anchor, number + 1) && (number == 0 || !own.follows(anchor, number - 1)));
        }
        assert_eq!(root.step(LENGTH + 1), None);
        assert!(!root.step(1).unwrap().follows(Root::new([8; 16]).step(0).unwrap(), 1));
    }

    #[test]
    fn the_key_depends_on_each_of_its_parts() {
        let [one, other] = [[1; 16], [2; 16]].map(Step);
        let own = key(&Seed([3; 32]), 4, [one, other]);
        let others = [
            key(&Seed([4; 32]), 4, [one, other]),
            key(&Seed([3; 32]), 5, [one, other]),
            key(&Seed([3; 32]), 4, [other, one]),
            key(&Seed([3; 32]), 4, [one, one]),
        ];
        assert!(others.iter().all(|other| *other != own));
    }

    #[test]
    fn a_step_has_one_spelling() {
        let own = step(VECTOR.steps[0]);
        assert_eq!(Step::try_from(String::from(own)), Ok(own));
        for wrong in ["", "00", &"é".repeat(16), &"+1".repeat(16), &"AB".repeat(16), &"0".repeat(33)] {
            assert!(Step::try_from(wrong.to_owned()).is_err(), "{wrong}");
        }
        assert_eq!(format!("{:?}", Root::new([7; 16])), "Root", "no secret is printed");
    }
}
