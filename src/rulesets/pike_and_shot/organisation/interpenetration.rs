//! Two friendly units pass through each other. *Interpenetration.*

use super::super::terms::in_lots;
use crate::dice::{Dice, Halt};
use crate::procedure::{Procedure, Rule};
use crate::{form, outcome};

/// Passing through a friendly unit.
pub const INTERPENETRATION: Procedure =
    Procedure::of::<Interpenetration>("interpenetration", "Pass through").heading("Interpenetration");

form! {
    /// Two units of one side that pass through each other.
    pub struct Interpenetration {
        /// Counters of the one.
        counters_a: i32 = unit(whole(0, 30)).label("Counters of the first"),
        /// Counters of the other.
        counters_b: i32 = unit(whole(0, 30)).label("Counters of the second"),
    }
}

outcome! {
    /// What it costs them.
    pub struct PassedThrough {
        /// Counters that the one takes.
        pub a_gained: i32,
        /// Counters that the other takes.
        pub b_gained: i32,
        /// Counters of the one.
        pub counters_a: i32,
        /// Counters of the other.
        pub counters_b: i32,
    }
}

/// Half of what the other held, rounded up, and at least one.
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
}
