//! Knights that fight a battle on foot.

use super::army_lists::Army;
use super::bans::{NIGHT_FALLEN, OFF_TABLE, SET_UP_OVER};
use super::terms::{Class, Die, State, TroopType};
use super::unit::body::Body;
use super::words;
use crate::facts::*;
use crate::ids::{procedures, roles};
use rules::prelude::*;

/// Procedure that dismounts knights before a battle.
pub const DISMOUNT: Procedure = Procedure::of::<Dismount>(procedures::DISMOUNT, "Dismount knights")
    .heading("Army lists (2): the later Middle Ages")
    .about("Before the battle, knights of the later Middle Ages may be fielded on foot. They stay on foot.")
    .participants(&[Role::own(roles::UNIT, "Knights", "unit").fits(knights)])
    .bans(&[&[
        NIGHT_FALLEN,
        SET_UP_OVER,
        Ban::unit(
            "no_dismounting",
            "Army lists (2)",
            "only the lists of the later Middle Ages let knights dismount.",
            |knights| Some(knights.get(ARMY)? != Army::Other),
        ),
        OFF_TABLE,
    ]])
    .rulings(&["R51"]);

form! {
    /// Input of dismounting.
    pub struct Dismount {
        unit: Body = unit(object::<Body>()).label("Knights"),
        move_squares: f64 = choice_of(of(MOVE_SQUARES)).label("Move on foot")
            .help("A full move, in squares. The source prints no figure: agree on one."),
        /// Die for fighting on foot; their own die if `None`.
        fight_die: Option<Die> = choice_of(of(FIGHT_DIE)).optional().label("Fight die on foot")
            .help("Their own die, unless you choose another."),
    }
}

outcome! {
    /// Knights on foot. *Army lists (2).*
    pub struct Dismounted {
        /// Their type.
        pub r#type: TroopType,
        /// Their full move, in squares.
        pub move_squares: f64,
        /// Die for fighting and morale.
        pub fight_die: Die,
        /// Their stands.
        pub stands: i32,
        /// Hits that each stand can take.
        pub hits_per_stand: i32,
        /// Their class, such as infantry.
        pub class: Class,
    }
}

impl Rule for Dismount {
    type Outcome = Dismounted;

    /// Refuses units that are not knights, and knights with losses, hits or disorder: they dismount before the battle. *Army lists (2).*
    fn permit(&self) -> Result<(), Refusal> {
        let unit = &self.unit;
        forbid_if(unit.kind() != TroopType::Knights, field!(Dismount, unit, ".type"), WHO_DISMOUNTS)?;
        let late = "Knights dismount before the battle, while they are unharmed.";
        forbid_if(unit.stands() < unit.kind().full_stands(), field!(Dismount, unit.stands), late)?;
        forbid_if(unit.hits > 0, field!(Dismount, unit.hits), late)?;
        forbid_if(unit.state != State::Ok, field!(Dismount, unit.state), late)
    }

    fn play(&self, _: &mut Dice) -> Result<Dismounted, Halt> {
        let kind = TroopType::DismountedKnights;
        Ok(Dismounted {
            r#type: kind,
            move_squares: self.move_squares,
            fight_die: self.fight_die.unwrap_or(self.unit.fight_die),
            stands: kind.full_stands(),
            hits_per_stand: kind.hits_per_stand(kind.full_stands()),
            class: kind.class(),
        })
    }

    fn describe(&self, dismounted: &Dismounted, consequences: &mut ConsequencesBuilder) {
        consequences.say(text!(
            "They fight on foot for the whole battle: they move {squares} and fight with {die}.",
            squares = words::squares(dismounted.move_squares),
            die = words::word(dismounted.fight_die)
        ));
        let mut figures = Facts::default();
        figures.put(MOVE_SQUARES, dismounted.move_squares);
        figures.put(FIGHT_DIE, dismounted.fight_die);
        consequences.put(roles::UNIT, DISMOUNTED, true).put(roles::UNIT, DISMOUNTED_AS, figures);
    }
}
