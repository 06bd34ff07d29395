//! Likely participants. *How to battle – moving; – fighting.*

use super::super::facts::{self, BEATEN_BY};
use crate::ids::{procedures, roles};
use rules::prelude::*;

/// Ids of the units that a role is likely for. For fights, acts, reactions and charges of French knights, these are the enemies in the
/// unit's square. For a chip, it is the winner of the fight after which the unit is chipped.
pub fn likely(role: &Likely) -> Vec<String> {
    let actor = &role.actor.facts;
    match (role.procedure, role.role) {
        (procedures::FIGHT, roles::DEFENDER)
        | (procedures::ACTION | procedures::REACTION | procedures::FRENCH_KNIGHTS_CHARGE, roles::ENEMY) => {
            facts::contacts(actor)
        }
        (procedures::CHIP_CHECK, roles::VICTOR) => actor.named(BEATEN_BY).map(str::to_owned).into_iter().collect(),
        _ => Vec::new(),
    }
}
