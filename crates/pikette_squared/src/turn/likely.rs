//! Likely participants. *How to battle – moving; – fighting.*

use super::super::facts::{self, BEATEN_BY};
use crate::ids::{procedures, roles};
use rules::prelude::*;

/// Ids of enemies in the square of a unit that fights or evades, or of the winner of the fight after which a unit is chipped.
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
