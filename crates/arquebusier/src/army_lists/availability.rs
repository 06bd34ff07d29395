//! Availability of types by year. *Army Lists.*

use super::super::bans::DESTROYED;
use super::super::terms::TroopType;
use crate::facts::*;
use crate::ids::{procedures, roles};
use rules::prelude::*;

/// Procedure that checks whether a type may appear in a year.
pub const AVAILABILITY: Procedure = Procedure::of::<Availability>(procedures::AVAILABILITY, "Check the year")
    .heading("Army Lists")
    .about("Shows if a type of troops belongs to the year of the battle. Guidance only.")
    .participants(&[Role::own(roles::FORMATION, "Formation", "")])
    .rulings(&["R15"])
    .bans(&[&[DESTROYED]])
    .fill(|scene, input| {
        let types = scene.facts(roles::FORMATION).and_then(|unit| unit.value(TYPES)).unwrap_or_default();
        if let Some(first) = types.first() {
            put(input, TYPE, *first);
        }
    });

choices! {
    /// Availability of a type in a year.
    pub enum Status {
        Available = "available" "available",
        Unusual = "unusual" "unusual",
        Unavailable = "unavailable" "not available",
    }
}

form! {
    /// A type and a year.
    pub struct Availability {
        troop: TroopType = unit(of(TYPE)).named(TYPE.id()),
        year: i32 = choice_of(of(YEAR)),
    }
}

outcome! {
    /// Result: availability of the type.
    pub struct YearStatus {
        /// Availability.
        pub status: Status,
    }
}

impl Rule for Availability {
    type Outcome = YearStatus;

    fn play(&self, _: &mut Dice) -> Result<YearStatus, Halt> {
        Ok(YearStatus { status: status(self.troop, self.year) })
    }

    fn describe(&self, outcome: &YearStatus, consequences: &mut ConsequencesBuilder) {
        consequences.say(words(self.troop, outcome.status, self.year));
    }
}

/// Returns the availability of a type in a year. The source's words are vaguer than these years. (R15)
pub fn status(troop: TroopType, year: i32) -> Status {
    let seen = match troop {
        TroopType::Sword => year <= 1600,
        TroopType::Bill => year <= 1620,
        TroopType::Pike | TroopType::Lancer => year <= 1675,
        // The type is typical of these decades, but not limited to them.
        TroopType::Harquebusier if !(1620..=1660).contains(&year) => return Status::Unusual,
        TroopType::Dragoon => year >= 1630,
        // Light horse with bows at first; with firearms from the English Civil War on.
        TroopType::Pistolier => year <= 1570 || year >= 1642,
        _ => true,
    };
    if seen { Status::Available } else { Status::Unavailable }
}

/// Sentence about the availability of a type in a year.
pub fn words(troop: TroopType, status: Status, year: i32) -> Text {
    let troop = troop.label();
    match status {
        Status::Available => text!("{troop}: seen in {year}.", troop = troop, year = year),
        Status::Unusual => text!("{troop}: unusual in {year}.", troop = troop, year = year),
        Status::Unavailable => text!("{troop}: not seen in {year}.", troop = troop, year = year),
    }
}
