//! Likely participants. *How to battle – moving; – fighting.*

use super::super::facts::{self, BEATEN_BY, DRAWN_BY};
use crate::ids::{procedures, roles};
use rules::prelude::*;

/// Ids of the units that a role is likely for. For fights and acts, these are the enemies in the unit's square; for reactions and charges
/// of French knights, it is first the enemy that has come near. For a chip, it is the winner of the fight after which the unit is chipped.
pub fn likely(role: &Likely) -> Vec<String> {
    let actor = &role.actor.facts;
    let named = |fact| actor.named(fact).map(str::to_owned).into_iter().collect::<Vec<String>>();
    match (role.procedure, role.role) {
        (procedures::REACTION | procedures::FRENCH_KNIGHTS_CHARGE, roles::ENEMY) if actor.named(DRAWN_BY).is_some() => {
            named(DRAWN_BY)
        }
        (procedures::FIGHT, roles::DEFENDER)
        | (procedures::ACTION | procedures::REACTION | procedures::FRENCH_KNIGHTS_CHARGE, roles::ENEMY) => {
            facts::contacts(actor)
        }
        (procedures::CHIP_CHECK, roles::VICTOR) => named(BEATEN_BY),
        _ => Vec::new(),
    }
}
