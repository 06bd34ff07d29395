//! Units that are likely to take a role: whom a rider charges, whom a unit is in contact with. *Cavalry charge; Melee.*

use crate::facts::*;
use crate::ids::{procedures, roles};
use rules::prelude::*;

/// The enemy whom it charges; otherwise enemies in contact with it.
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
