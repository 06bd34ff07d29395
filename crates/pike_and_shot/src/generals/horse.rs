//! A horseman gives up his horse to a general whose horse was killed. *Generals.*

use super::super::bans::OUT_OF_BATTLE;
use super::super::effects;
use super::super::terms::{Arm, FirerKind};
use super::casualty::{NO_CAVALRY, WITH_CAVALRY, lose_figure, unit_of};
use crate::facts::*;
use crate::ids::{procedures, roles};
use rules::prelude::*;

/// Procedure for a horseman who gives his horse to a general.
pub const GIVE_HORSE: Procedure = Procedure::of::<GiveHorse>(procedures::GIVE_HORSE, "A horseman gives up his horse")
    .heading("Generals")
    .about("After a general's horse was killed: a horseman of the cavalry that he is with may give up his own, and is removed.")
    .participants(&[
        Role::own(roles::GENERAL, "General", "").fits(effects::is_general),
        Role::own_without_fields(roles::UNIT, "Cavalry he is with").fits(is_cavalry),
    ])
    .bans(&[&[OUT_OF_BATTLE]])
    .rulings(&["R20"])
    .fill(|scene, input| {
        if let Some(unit) = scene.facts(roles::UNIT) {
            suggest(input, WITH_CAVALRY, unit.equals(KIND, FirerKind::Cavalry));
        }
    });

/// Accepts cavalry. Dragoons on foot are refused by [`permit`](Rule::permit).
fn is_cavalry(unit: &Facts) -> Result<(), Text> {
    effects::is_unit(unit)?;
    if unit.value(ROSTER_ARM).is_some_and(Arm::is_cavalry) { Ok(()) } else { Err(NO_CAVALRY.into()) }
}

form! {
    /// A general without a horse.
    pub struct GiveHorse {
        mounted: bool = unit(of(MOUNTED)).or(false),
        with_cavalry: bool = unit(flag()).or(true).label("With cavalry"),
    }
}

outcome! {
    /// A general who received a horse.
    pub struct HorseGiven {
        /// True if the general is on horseback again.
        pub mounted: bool,
    }
}

impl Rule for GiveHorse {
    type Outcome = HorseGiven;

    fn permit(&self) -> Result<(), Refusal> {
        forbid_if(self.mounted, field!(GiveHorse, mounted), "The general has a horse.")?;
        forbid_if(!self.with_cavalry, field!(GiveHorse, with_cavalry), NO_CAVALRY)
    }

    fn play(&self, _: &mut Dice) -> Result<HorseGiven, Halt> {
        Ok(HorseGiven { mounted: true })
    }

    fn describe(&self, outcome: &HorseGiven, consequences: &mut ConsequencesBuilder) {
        consequences.say("A horseman gives up his horse and is removed: one figure. The general stays mounted.");
        consequences.put(roles::GENERAL, MOUNTED, outcome.mounted).put(roles::GENERAL, HORSE_KILLED, false);
    }

    /// Removes the figure that gives up its horse.
    fn aftermath(&self, scene: &Scene, _: &HorseGiven, consequences: &mut ConsequencesBuilder) {
        if let Some(unit) = unit_of(scene) {
            lose_figure(unit, consequences);
        }
    }
}
