//! The test to charge, or to meet a charge with one's own. *Reaction Tests 1; Irregular Light Cavalry.*

use super::super::terms::TroopType;
use super::{Tester, test};
use crate::dice::{Dice, Halt};
use crate::procedure::{Procedure, Rule};
use crate::refusal::{Refusal, forbid_if};
use crate::{choices, form, outcome};

/// The test to charge or counter-charge.
pub const REACTION_CHARGE: Procedure = Procedure::of::<ReactionCharge>("reaction_charge", "Charge or counter-charge")
    .heading("Reaction Tests 1; Irregular Light Cavalry");

choices! {
    /// What the unit wants to do.
    pub enum Role {
        Charge = "charge" "Charge",
        CounterCharge = "counter_charge" "Counter-charge",
    }
}

form! {
    /// A unit that wants to charge.
    pub struct ReactionCharge {
        ..tester: Tester,
        /// Charge or counter-charge.
        role: Role = situation(choice::<Role>()).or_id("charge").label("Wants to"),
        /// Against whom.
        opponent_troop_type: TroopType = situation(choice::<TroopType>()).or_id("foot").label("Opponent"),
    }
}

outcome! {
    /// What the test comes to.
    pub struct ChargeTested {
        /// The die needed; none if it fails without dice.
        pub required: Option<i32>,
        /// Whether it was settled without dice.
        pub automatic: bool,
        /// Whether the unit does it.
        pub passed: bool,
        /// Counters for failing.
        pub counters_gained: i32,
        /// Counters after.
        pub counters: i32,
        /// Whether it is at its breaking number now.
        pub breaks: bool,
        /// Whether it may still try to stand.
        pub may_test_to_stand: bool,
    }
}

impl ReactionCharge {
    fn need(&self, dice: &mut Dice) -> i32 {
        self.tester.morale_class.needs()
            + self.tester.for_counters(dice)
            + self.tester.for_horse(-1, dice)
            + self.tester.for_general(dice)
    }
}

impl Rule for ReactionCharge {
    type Outcome = ChargeTested;

    fn permit(&self) -> Result<(), Refusal> {
        self.tester.permit()?;
        forbid_if(
            self.role == Role::CounterCharge && self.opponent_troop_type == TroopType::Artillery,
            "opponent_troop_type",
            "Guns do not charge, so there is nothing to counter-charge.",
        )
    }

    fn play(&self, dice: &mut Dice) -> Result<ChargeTested, Halt> {
        let automatic = self.tester.fails_anyway(self.opponent_troop_type);
        let required = if automatic { None } else { Some(self.need(dice)) };
        let passed = match required {
            Some(need) => test(dice, need)?,
            None => false,
        };
        let counters_gained = i32::from(!passed);
        let counters = self.tester.counters + counters_gained;
        let breaks = counters >= self.tester.morale_class.breaking_number();
        // A charge that is not met may still be awaited, with a counter more.
        let may_test_to_stand = self.role == Role::CounterCharge && !passed && !breaks;
        Ok(ChargeTested { required, automatic, passed, counters_gained, counters, breaks, may_test_to_stand })
    }
}
