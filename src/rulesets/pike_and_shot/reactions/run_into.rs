//! Pursuers who run into fresh enemies. *Reaction Tests 3; Melee.*

use super::super::conditions::BROKEN;
use super::super::effects;
use super::super::facts;
use super::super::facts::{CONTACTS, PURSUIT_OF, PURSUIT_TESTED, RAN_INTO, TROOPS};
use super::super::terms::TargetType;
use super::pursuit::{HELD, may_pursue};
use crate::core::facts::Facts;
use crate::core::text::Text;
use crate::dice::{Dice, Halt};
use crate::rules::condition::Condition;
use crate::rules::consequences::ConsequencesBuilder;
use crate::rules::procedure::{Procedure, Role, Rule};
use crate::rules::table::Scene;
use crate::{form, outcome};

/// The end of a pursuit's move in contact with enemies who have not broken.
pub const RUN_INTO: Procedure = Procedure::of::<RunInto>("run_into", "Run into fresh enemies")
    .heading("Reaction Tests 3; Melee")
    .about("A pursuit ends its move in contact with enemies who have not broken: it fights them as a charger, without a test.")
    .participants(&[
        Role::own("unit", "Who pursues", "").fits(may_pursue),
        Role::enemy("enemies", "Fresh enemies", "").several(1, 8).fits(stands_in_the_way),
    ])
    .rulings(&["R17", "R36"])
    .conditions(&[BROKEN, HELD, NO_PURSUIT])
    .fill(|scene, input| {
        // The enemies have the same facts.
        let nobody = Facts::default();
        let pursuers = scene.unit("unit").unwrap_or(&nobody);
        effects::keep_facts_of::<RunInto>(pursuers, scene.unit("enemies").unwrap_or(&nobody), input);
    });

/// Only pursuers who went on in this bound have run anywhere. (R17)
const NO_PURSUIT: Condition =
    Condition::new("no_pursuit", "Reaction Tests 3", "It has not gone on in pursuit this bound.", |unit| {
        let over = unit.get(PURSUIT_OF).is_some_and(|enemy| enemy.is_empty());
        Some(!unit.get(PURSUIT_TESTED)? || over)
    })
    .at(PURSUIT_TESTED)
    .hides_offer();

/// Accepts those who can be in melee. *Melee.*
fn stands_in_the_way(unit: &Facts) -> Result<(), Text> {
    effects::is_unit(unit)?;
    if unit.equals(TROOPS, TargetType::Artillery) {
        return Err("Gunners do not fight in melee: charged, they break.".into());
    }
    if unit.holds(facts::BROKEN) { Err("It is broken, and does not fight.".into()) } else { Ok(()) }
}

form! {
    /// A pursuit that meets enemies on its way.
    pub struct RunInto {
        /// True if it went on this bound, by its test or because it chose to.
        pursuit_tested: bool = unit(flag()).or(true).label("Went on in pursuit this bound"),
    }
}

outcome! {
    /// Pursuers among fresh enemies.
    pub struct Met {
        /// True if they fight the melee as chargers.
        pub charging: bool,
    }
}

impl Rule for RunInto {
    type Outcome = Met;

    fn play(&self, _: &mut Dice) -> Result<Met, Halt> {
        Ok(Met { charging: true })
    }

    fn describe(&self, outcome: &Met, consequences: &mut ConsequencesBuilder) {
        consequences
            .say("It runs into fresh enemies. The melee is fought in the next bound, and it fights as a charger.");
        consequences.put("unit", RAN_INTO, outcome.charging);
    }

    /// They are in contact from now on, so the melee is due in the next bound. *Move Sequence 4.*
    fn aftermath(&self, scene: &Scene, _: &Met, consequences: &mut ConsequencesBuilder) {
        let Some(unit) = scene.unit("unit") else { return };
        let held = unit.value(CONTACTS).unwrap_or_default();
        let touched = |id: &String| held.contains(id) || scene.ids("enemies").contains(id);
        let in_order = scene.table.units.iter().map(|enemy| enemy.id.clone()).filter(touched);
        consequences.put("unit", CONTACTS, in_order.collect::<Vec<_>>());
    }
}
