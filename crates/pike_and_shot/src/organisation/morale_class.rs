//! Roll for the morale class of a unit, made in play. *Classification of Troops.*

use super::super::bans::OUT_OF_BATTLE;
use super::super::effects;
use super::super::labels;
use super::super::relations::lacks_classes;
use super::super::terms::{MoraleClass, RosterClass};
use crate::facts::*;
use crate::ids::{procedures, roles};
use rules::prelude::*;

/// Roll for the morale class of a unit.
pub const MORALE_CLASS_ROLL: Procedure = Procedure::of::<ClassRoll>(procedures::MORALE_CLASS_ROLL, "Morale class")
    .heading("Classification of Troops")
    .about("The class of a unit that has none yet: at its first counter or before its first reaction test.")
    .participants(&[Role::own(roles::UNIT, "Unit", "").fits(has_no_class)])
    .chances(&[
        Chance::of("good", field!(ClassRolled, morale_class), Is::Word("good")),
        Chance::of("average", field!(ClassRolled, morale_class), Is::Word("average")),
        Chance::of("poor", field!(ClassRolled, morale_class), Is::Word("poor")),
        Chance::of("nervous", field!(ClassRolled, morale_class), Is::Word("nervous")),
    ])
    .bans(&[&[
        OUT_OF_BATTLE,
        Ban::table(
            "classes_not_entered",
            "Classification of Troops",
            "First enter the morale classes of the scenario.",
            |act| !act.input.contains_key(TABLE.id()) && lacks_classes(&act.scene.table, act.scene.acts),
        ),
    ]])
    .roll_label(|input, _, _| {
        let roll = ClassRoll::from_object(input).ok()?;
        let class = |face: i32| roll.class(face + roll.own.sum(ROLL)).label();
        Some(text!("its morale class: {legend}", legend = labels::legend(6, class)))
    })
    .adjustable(&[ROLL])
    .rulings(&["R26"])
    .grouping(Grouping::in_turn())
    // The classes of a scenario apply to all units of a side.
    .fill(|scene, input| {
        let table = scene.side().value(CLASS_TABLE).filter(|table| table.len() == 6);
        if let Some(table) = table {
            put(input, TABLE, table);
        }
    });

/// Number that players' own modifiers can change.
const ROLL: Adjustable = Adjustable::of("roll", "Added to the roll for its class");

/// Classes for the faces 1 to 6.
const TABLE: Fact<Vec<MoraleClass>> = fact!("table");

fn has_no_class(unit: &Facts) -> Result<(), Text> {
    effects::is_unit(unit)?;
    if unit.equals(CLASS, RosterClass::Unknown) { Ok(()) } else { Err("Its morale class is known.".into()) }
}

/// The classes for the faces 1 to 6, unless the scenario has other classes. *Classification of Troops.*
const USUAL: [MoraleClass; 6] = [
    MoraleClass::Nervous,
    MoraleClass::Poor,
    MoraleClass::Poor,
    MoraleClass::Average,
    MoraleClass::Average,
    MoraleClass::Good,
];

form! {
    /// Roll for the morale class of a unit.
    pub struct ClassRoll {
        table: Vec<MoraleClass> = situation(list::<MoraleClass>(6, 6))
            .or_words(&["nervous", "poor", "poor", "average", "average", "good"])
            .label("Classes for 1 to 6").help("A scenario may vary them: then they are kept for the side.").rare(),
        /// Changes by the players' own modifiers.
        own: Vec<Change> = situation(changes()),
    }
}

outcome! {
    /// The class rolled.
    pub struct ClassRolled {
        /// Class of the unit for the rest of the battle.
        pub morale_class: MoraleClass,
    }
}

impl ClassRoll {
    /// Class for a face with modifiers added. Sums below 1 count as 1, and sums above 6 as 6.
    fn class(&self, face: i32) -> MoraleClass {
        let place = usize::try_from(face.clamp(1, 6) - 1).unwrap_or(0);
        self.table[place]
    }
}

impl Rule for ClassRoll {
    type Outcome = ClassRolled;

    fn play(&self, dice: &mut Dice) -> Result<ClassRolled, Halt> {
        let more = self.own.on(ROLL, dice);
        let face = dice.die("morale_class", 6)? + more;
        Ok(ClassRolled { morale_class: self.class(face) })
    }

    fn describe(&self, outcome: &ClassRolled, consequences: &mut ConsequencesBuilder) {
        let class = outcome.morale_class;
        consequences.say(text!(
            "{class}, for the whole battle: it breaks at {limit} counters.",
            class = class.label(),
            limit = class.breaking_number()
        ));
        consequences.put(roles::UNIT, CLASS, RosterClass::from(class));
        if self.table != USUAL {
            consequences.put(SIDE, CLASS_TABLE, self.table.clone());
        }
    }
}
