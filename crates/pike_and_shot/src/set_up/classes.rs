//! A scenario's morale classes for the faces of the die. *Classification of Troops.*

use super::super::terms::{MoraleClass, classes_in_words};
use crate::facts::*;
use crate::ids::procedures;
use rules::prelude::*;

/// Agreement on the morale classes for the faces 1 to 6.
pub const AGREE_CLASSES: Procedure =
    Procedure::of::<AgreeClasses>(procedures::AGREE_CLASSES, "Classes of the scenario")
        .heading("Classification of Troops")
        .about("The morale classes that a scenario has for the faces 1 to 6. Every roll for a class is made by them.")
        .for_side()
        .rulings(&["R26"])
        .fill(|scene, input| {
            if let Some(table) = scene.side().value(CLASS_TABLE).filter(|table| table.len() == FACES) {
                suggest(input, TABLE, table);
            }
        });

/// Number of faces of the die.
const FACES: usize = 6;
const TABLE: Fact<Vec<MoraleClass>> = fact!("table");

form! {
    /// The classes of a scenario.
    pub struct AgreeClasses {
        table: Vec<MoraleClass> = choice_of(list::<MoraleClass>(FACES, FACES))
            .or_words(&["nervous", "poor", "poor", "average", "average", "good"])
            .label("Classes for 1 to 6"),
        both_sides: bool = choice_of(flag()).or(true).label("For both sides"),
    }
}

outcome! {
    /// The classes that players agreed.
    pub struct ClassesAgreed {
        /// Number of sides that use these classes: 1 or 2.
        pub sides: i32,
    }
}

impl Rule for AgreeClasses {
    type Outcome = ClassesAgreed;

    fn play(&self, _: &mut Dice) -> Result<ClassesAgreed, Halt> {
        Ok(ClassesAgreed { sides: if self.both_sides { 2 } else { 1 } })
    }

    fn describe(&self, _: &ClassesAgreed, consequences: &mut ConsequencesBuilder) {
        if let Some(classes) = classes_in_words(&self.table) {
            consequences.say(text!("Classes for 1 to 6: {classes}.", classes = classes));
        }
        consequences.put(SIDE, CLASS_TABLE, self.table.clone());
        if self.both_sides {
            consequences.put(ENEMY_SIDE, CLASS_TABLE, self.table.clone());
        }
    }
}
