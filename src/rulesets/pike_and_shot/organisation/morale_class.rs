//! The class of a unit, rolled in play. *Classification of Troops.*

use super::super::terms::MoraleClass;
use super::super::told;
use crate::dice::{Dice, Halt};
use crate::facts::Facts;
use crate::form::Choices;
use crate::procedure::{Chance, Is, Procedure, Role, Rule};
use crate::story::Teller;
use crate::text::Text;
use crate::{form, outcome, text};

/// The roll for a unit's class.
pub const MORALE_CLASS_ROLL: Procedure = Procedure::of::<ClassRoll>("morale_class_roll", "Morale class")
    .heading("Classification of Troops")
    .about("The class of a unit that has none yet: at its first counter or before its first reaction test.")
    .cast(&[Role::own("unit", "Unit", "").fits(has_no_class)])
    .chances(&[
        Chance { label: "good", path: "morale_class", is: Is::Word("good") },
        Chance { label: "average", path: "morale_class", is: Is::Word("average") },
        Chance { label: "poor", path: "morale_class", is: Is::Word("poor") },
        Chance { label: "nervous", path: "morale_class", is: Is::Word("nervous") },
    ])
    .rulings(&["R26"]);

fn has_no_class(unit: &Facts) -> Result<(), Text> {
    told::is_unit(unit)?;
    if unit.is("morale_class", &["unknown"]) { Ok(()) } else { Err("Its morale class is known.".into()) }
}

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

    fn tell(&self, outcome: &ClassRolled, teller: &mut Teller) {
        let class = outcome.morale_class;
        teller.say(text!(
            "{class}, for the whole battle: it breaks at {limit} counters.",
            class = class.label(),
            limit = class.breaking_number()
        ));
        teller.set("unit", "morale_class", class);
    }
}
