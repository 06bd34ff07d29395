//! Whether a general is hurt. *Generals.*

use crate::dice::{Dice, Halt};
use crate::procedure::{Procedure, Rule};
use crate::refusal::{Refusal, forbid_if};
use crate::{choices, form, outcome};

/// The risk of a general.
pub const GENERAL_CASUALTY: Procedure =
    Procedure::of::<GeneralCasualty>("general_casualty", "General's risk").heading("Generals");

choices! {
    /// What becomes of him.
    pub enum Fate {
        Unharmed = "unharmed" "Unharmed",
        Dead = "dead" "Dead",
        Wounded = "wounded" "Wounded",
        FleshWound = "flesh_wound" "A flesh wound",
        HorseDead = "horse_dead" "His horse is dead",
    }
}

form! {
    /// A general who may be hurt.
    pub struct GeneralCasualty {
        /// Whether he is on horseback.
        mounted: bool = unit(flag()).or(true).label("Mounted"),
        /// Whether he was tested this move.
        already_tested: bool = unit(flag()).or(false).label("Already tested this bound"),
    }
}

outcome! {
    /// What becomes of him.
    pub struct Risked {
        /// What becomes of him.
        pub result: Fate,
        /// Bounds that a flesh wound takes.
        pub recovery_bounds: i32,
    }
}

impl Rule for GeneralCasualty {
    type Outcome = Risked;

    fn permit(&self) -> Result<(), Refusal> {
        forbid_if(self.already_tested, "already_tested", "A general is tested once in a bound.")
    }

    fn play(&self, dice: &mut Dice) -> Result<Risked, Halt> {
        let hit = dice.hits("general_hit", 6, 1, 6)? > 0;
        let result = match hit {
            true => self.wound(dice.die("general_wound", 6)?),
            false => Fate::Unharmed,
        };
        let recovery_bounds = if result == Fate::FleshWound { dice.die("recovery", 6)? } else { 0 };
        Ok(Risked { result, recovery_bounds })
    }
}

impl GeneralCasualty {
    fn wound(&self, face: i32) -> Fate {
        match face {
            6 => Fate::Dead,
            5 => Fate::Wounded,
            4 => Fate::FleshWound,
            _ if self.mounted => Fate::HorseDead,
            // On foot there is no horse to lose (R20).
            _ => Fate::Unharmed,
        }
    }
}
