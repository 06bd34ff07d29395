//! Reaction tests: to charge, to stand, to stop pursuing.

use super::terms::{MoraleClass, TroopType};
use crate::dice::{Dice, Halt};
use crate::procedure::{Procedure, Rule};
use crate::refusal::{Refusal, forbid_if};
use crate::{choices, form, outcome};

/// The test to charge or counter-charge.
pub const CHARGE: Procedure = Procedure::of::<ReactionCharge>("reaction_charge", "Charge or counter-charge")
    .heading("Reaction Tests 1; Irregular Light Cavalry")
    .about("Will the unit carry out a charge, or meet one with its own?");

choices! {
    /// Who is to charge.
    pub enum Role {
        Charge = "charge" "Charge",
        CounterCharge = "counter_charge" "Counter-charge",
    }
}

choices! {
    /// What a general with the unit does to the die needed.
    pub enum General {
        None = "none" "No general",
        Minus1 = "minus_1" "General: 1 less needed",
        Plus1 = "plus_1" "General: 1 more needed",
    }
}

impl General {
    fn modifier(self) -> i32 {
        match self {
            General::None => 0,
            General::Minus1 => -1,
            General::Plus1 => 1,
        }
    }
}

form! {
    /// Input of the test to charge or counter-charge.
    pub struct ReactionCharge {
        /// Charge or counter-charge.
        role: Role = situation(choice::<Role>()).or_id("charge").label("Wants to"),
        /// Who tests.
        troop_type: TroopType = unit(choice::<TroopType>()),
        /// Its class.
        morale_class: MoraleClass = unit(choice::<MoraleClass>()),
        /// Its counters.
        counters: i32 = unit(whole(0, 30)).or(0),
        /// A general with it.
        general: General = choice_of(choice::<General>()).or_id("none"),
        /// Against whom.
        opponent_troop_type: TroopType = situation(choice::<TroopType>()).or_id("foot"),
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

impl Rule for ReactionCharge {
    type Outcome = ChargeTested;

    fn permit(&self) -> Result<(), Refusal> {
        forbid_if(
            self.counters >= self.morale_class.breaking_number(),
            "counters",
            "A unit at its breaking number does not charge: it breaks.",
        )?;
        forbid_if(
            self.role == Role::CounterCharge && self.opponent_troop_type == TroopType::Artillery,
            "opponent_troop_type",
            "Guns do not charge, so there is nothing to counter-charge.",
        )
    }

    fn play(&self, dice: &mut Dice) -> Result<ChargeTested, Halt> {
        // Gunners never charge; irregulars never charge, or meet a charge of, Horse.
        let automatic = self.troop_type == TroopType::Artillery
            || self.troop_type == TroopType::IrregularLightCavalry && self.opponent_troop_type == TroopType::Horse;
        let (required, passed) = if automatic {
            (None, false)
        } else {
            let class = match self.morale_class {
                MoraleClass::Good => 2,
                MoraleClass::Average => 3,
                MoraleClass::Poor => 4,
                MoraleClass::Nervous => 5,
            };
            let horse = matches!(self.troop_type, TroopType::Horse | TroopType::IrregularLightCavalry);
            let need = class
                + dice.modify("counters", self.counters)
                + dice.modify("horse", if horse { -1 } else { 0 })
                + dice.modify("general", self.general.modifier());
            (Some(need), dice.die("test", 6)? >= need)
        };
        let counters_gained = i32::from(!passed);
        let counters = self.counters + counters_gained;
        let breaks = counters >= self.morale_class.breaking_number();
        let may_test_to_stand = self.role == Role::CounterCharge && !passed && !breaks;
        Ok(ChargeTested { required, automatic, passed, counters_gained, counters, breaks, may_test_to_stand })
    }
}
