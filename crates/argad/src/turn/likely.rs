//! Likely participants: targets of a charge, and units in contact. *Cavalry charge; Melee.*

use crate::facts::*;
use crate::ids::{procedures, roles};
use rules::prelude::*;

/// Ids of likely targets. In a melee, a charging unit has one: the enemy that it charges. Otherwise, they are the enemies in contact.
pub fn likely(role: &Likely) -> Vec<String> {
    let actor = &role.actor.facts;
    let charged = actor.value(CHARGE_TARGET).filter(|target| actor.holds(CHARGING) && !target.is_empty());
    match (role.procedure, role.role, charged) {
        (procedures::MELEE, roles::MANY, Some(target)) => vec![target],
        (procedures::MELEE, roles::MANY, None) | (procedures::SHOOT, roles::TARGET, _) => {
            actor.value(CONTACTS).unwrap_or_default()
        }
        _ => Vec::new(),
    }
}
