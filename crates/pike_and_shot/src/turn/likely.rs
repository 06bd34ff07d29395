//! Likely participants: chargers and their targets, units in contact, broken enemies, generals and their units. *Reaction Tests; Move
//! Sequence 3 and 4; Generals.*

use super::super::facts::{PURSUIT_OF, WITH_UNIT, is_out};
use super::super::relations::{are_linked, chargers};
use crate::ids::{phases, procedures, roles};
use rules::prelude::*;

/// Returns ids of likely participants for a role: the actor's chargers, the enemy that it pursues, the unit with a general, or enemies to fight.
/// In the phase of charge fire, likely targets are enemies linked to the firer by a charge or in contact.
pub fn likely(role: &Likely) -> Vec<String> {
    let (table, actor) = (role.table, role.actor);
    let ids = |units: Vec<&TableUnit>| units.into_iter().map(|unit| unit.id.clone()).collect();
    let linked = || table.units.iter().filter(|unit| are_linked(actor, unit) && !is_out(&unit.facts)).collect();
    match (role.procedure, role.role) {
        (procedures::REACTION_STAND | procedures::REACTION_CHARGE, roles::OPPONENT) => {
            ids(chargers(table, &actor.id).collect())
        }
        (procedures::REACTION_PURSUIT, roles::OPPONENT) => {
            actor.facts.named(PURSUIT_OF).map(str::to_owned).into_iter().collect()
        }
        (procedures::GENERAL_CASUALTY, roles::UNIT) => {
            actor.facts.named(WITH_UNIT).map(str::to_owned).into_iter().collect()
        }
        (procedures::MELEE_ROUND | procedures::MELEE_GROUPS, roles::B) => ids(linked()),
        (_, roles::TARGET) if table.phase == phases::CHARGE_FIRE => ids(linked()),
        _ => Vec::new(),
    }
}
