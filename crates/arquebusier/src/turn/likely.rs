//! Likely participants: a shooter's targets, and formations in contact. *Shooting; Melee Combat.*

use super::super::facts::{AIM, contacts};
use crate::ids::{procedures, roles};
use rules::prelude::*;

/// Ids of targets that need no command, the nearest first, or of enemies in contact.
pub fn likely(role: &Likely) -> Vec<String> {
    let actor = &role.actor.facts;
    match (role.procedure, role.role) {
        (procedures::SHOOTING, roles::TARGET) => {
            let aim = actor.value(AIM).flatten();
            aim.into_iter().flat_map(|aim| [Some(aim.automatic), aim.free_second]).flatten().collect()
        }
        (procedures::MELEE, roles::ENEMIES) => contacts(actor),
        _ => Vec::new(),
    }
}
