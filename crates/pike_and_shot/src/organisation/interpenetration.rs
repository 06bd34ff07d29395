//! Two friendly units pass through each other. *Interpenetration.*

use super::super::bans::OUT_OF_BATTLE;
use super::super::effects;
use super::super::facts::{COUNTERS, counters};
use super::super::terms::in_lots;
use crate::ids::{procedures, roles};
use rules::prelude::*;

/// Passing through a friendly unit.
pub const INTERPENETRATION: Procedure = Procedure::of::<Interpenetration>(procedures::INTERPENETRATION, "Pass through")
    .heading("Interpenetration")
    .about("Two units of one side pass through each other, and unsettle each other.")
    .participants(&[
        Role::own_without_fields(roles::A, "Unit").tag(roles::A).fits(effects::is_unit),
        Role::own_without_fields(roles::B, "Passes through").tag(roles::B).fits(effects::is_unit),
    ])
    .bans(&[&[OUT_OF_BATTLE]])
    .rulings(&["R20"])
    .fill(|scene, input| {
        for (role, field) in [(roles::A, COUNTERS_A), (roles::B, COUNTERS_B)] {
            if let Some(unit) = scene.facts(role) {
                suggest(input, field, counters(unit));
            }
        }
    });

const COUNTERS_A: Fact<i32> = fact!(field!(Interpenetration, counters_a));
const COUNTERS_B: Fact<i32> = fact!(field!(Interpenetration, counters_b));

form! {
    /// Two units of one side that pass through each other.
    pub struct Interpenetration {
        counters_a: i32 = unit(of(COUNTERS)).required().label("Counters of the first"),
        counters_b: i32 = unit(of(COUNTERS)).required().label("Counters of the second"),
    }
}

outcome! {
    /// Counters that two units gain by passing through each other. *Interpenetration.*
    pub struct PassedThrough {
        /// Counters that the first unit gains: half of the second's, rounded up, and at least one.
        pub a_gained: i32,
        /// Counters that the second unit gains: half of the first's, rounded up, and at least one.
        pub b_gained: i32,
        /// Counters of the first unit afterwards.
        pub counters_a: i32,
        /// Counters of the second unit afterwards.
        pub counters_b: i32,
    }
}

/// Counters gained from passing a unit with `other` counters: half of them, rounded up, and at least one.
fn taken_from(other: i32) -> i32 {
    in_lots(other, 2).max(1)
}

impl Rule for Interpenetration {
    type Outcome = PassedThrough;

    fn play(&self, _: &mut Dice) -> Result<PassedThrough, Halt> {
        let (a_gained, b_gained) = (taken_from(self.counters_b), taken_from(self.counters_a));
        Ok(PassedThrough {
            a_gained,
            b_gained,
            counters_a: self.counters_a + a_gained,
            counters_b: self.counters_b + b_gained,
        })
    }

    fn describe(&self, outcome: &PassedThrough, consequences: &mut ConsequencesBuilder) {
        consequences.say(text!(
            "{first}: {a} more. {second}: {b} more.",
            first = Gap::Unit(roles::A, 1),
            second = Gap::Unit(roles::B, 1),
            a = effects::counters(outcome.a_gained),
            b = effects::counters(outcome.b_gained)
        ));
        consequences.say("Half of what the other held, rounded up, and at least one.");
        consequences.raise(roles::A, COUNTERS, outcome.a_gained).raise(roles::B, COUNTERS, outcome.b_gained);
    }
}
