//! A general addresses the unit he is with. *Generals; Morale.*

use super::super::terms::RosterClass;
use crate::dice::{Dice, Halt};
use crate::procedure::{Procedure, Rule};
use crate::refusal::{Refusal, forbid_if};
use crate::{form, outcome};

/// A rousing speech.
pub const ROUSING_SPEECH: Procedure =
    Procedure::of::<Speech>("rousing_speech", "Rousing speech").heading("Generals; Morale");

form! {
    /// A general speaks to the unit he is with.
    pub struct Speech {
        /// Its counters.
        counters: i32 = unit(whole(0, 30)).label("Counters"),
        /// Its class.
        morale_class: RosterClass = unit(choice::<RosterClass>()).or_id("unknown").label("Morale class"),
        /// Whether he is with it.
        general_with: bool = situation(flag()).or(true).label("General with it").rare(),
        /// Whether it fired.
        fired: bool = unit(flag()).or(false).label("Fired this bound"),
        /// Whether it is in melee.
        in_melee: bool = unit(flag()).or(false).label("In melee"),
        /// Whether a general spoke to it already.
        already_addressed: bool = unit(flag()).or(false).label("Already addressed this bound"),
    }
}

outcome! {
    /// What the speech does.
    pub struct Spoken {
        /// Counters more or less.
        pub change: i32,
        /// Counters after.
        pub counters: i32,
        /// Whether the unit is at its breaking number; unknown with its class.
        pub breaks: Option<bool>,
    }
}

impl Rule for Speech {
    type Outcome = Spoken;

    fn permit(&self) -> Result<(), Refusal> {
        forbid_if(!self.general_with, "general_with", "A general speaks to the unit whose bases touch his.")?;
        forbid_if(self.fired, "fired", "Nobody hears a speech while firing.")?;
        forbid_if(self.in_melee, "in_melee", "Nobody hears a speech in a melee.")?;
        forbid_if(self.already_addressed, "already_addressed", "One general's speech a bound is all a unit hears.")
    }

    fn play(&self, dice: &mut Dice) -> Result<Spoken, Halt> {
        // Two less than the die shows: a 1 is a speech that had better not been made. Never below none (R27).
        let counters = (self.counters - (dice.die("speech", 6)? - 2)).max(0);
        Ok(Spoken { change: counters - self.counters, counters, breaks: self.morale_class.breaks_at(counters) })
    }
}
