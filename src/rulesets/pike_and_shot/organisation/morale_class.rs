//! The class of a unit, rolled in play. *Classification of Troops.*

use super::super::terms::MoraleClass;
use crate::dice::{Dice, Halt};
use crate::procedure::{Procedure, Rule};
use crate::{form, outcome};

/// The roll for a unit's class.
pub const MORALE_CLASS_ROLL: Procedure =
    Procedure::of::<ClassRoll>("morale_class_roll", "Morale class").heading("Classification of Troops");

form! {
    /// The roll for a unit's class.
    pub struct ClassRoll {
        /// The classes for the faces 1 to 6.
        table: Vec<MoraleClass> = situation(list::<MoraleClass>(6, 6))
            .or_words(&["nervous", "poor", "poor", "average", "average", "good"])
            .label("Classes for 1 to 6").help("A scenario may vary them.").rare(),
    }
}

outcome! {
    /// The class rolled.
    pub struct ClassRolled {
        /// The class, for the whole battle.
        pub morale_class: MoraleClass,
    }
}

impl Rule for ClassRoll {
    type Outcome = ClassRolled;

    fn play(&self, dice: &mut Dice) -> Result<ClassRolled, Halt> {
        let face = dice.die("morale_class", 6)?;
        let place = usize::try_from(face - 1).unwrap_or(0);
        Ok(ClassRolled { morale_class: self.table[place] })
    }
}
