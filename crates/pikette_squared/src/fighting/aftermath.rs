//! Records of a fight: contacts, and the winner.

use super::{Follow, Fought};
use crate::facts::*;
use crate::ids::roles;
use rules::prelude::*;

/// Records the winner of a fight after which the loser may be chipped, because the winner may pursue if the chip routs it. *How to
/// battle – fighting; – morale chips.*
pub(super) fn record_winner(scene: &Scene, fought: &Fought, consequences: &mut ConsequencesBuilder) {
    if !fought.chip_allowed {
        return;
    }
    let (winner, loser) = fought.winner.roles();
    if let Some(winner) = scene.id(winner) {
        consequences.put(loser, BEATEN_BY, winner);
    }
}

/// Records the loser that the winner must or may follow. *How to battle – fighting.*
pub(super) fn may_follow(scene: &Scene, fought: &Fought, consequences: &mut ConsequencesBuilder) {
    consequences.put(roles::ATTACKER, MAY_FOLLOW, "").put(roles::DEFENDER, MAY_FOLLOW, "");
    let (winner, loser) = fought.winner.roles();
    if let Some(loser) = scene.id(loser).filter(|_| fought.follow != Follow::None) {
        consequences.put(winner, MAY_FOLLOW, loser);
    }
}

/// Ends the bonus of an opportunity charge, which counts in one fight (R57).
pub(super) fn end_charge_bonus(scene: &Scene, consequences: &mut ConsequencesBuilder) {
    for role in [roles::ATTACKER, roles::DEFENDER] {
        if scene.facts(role).is_some_and(|unit| unit.holds(HAS_CHARGED)) {
            consequences.put(role, HAS_CHARGED, false);
        }
    }
}

/// Updates the contacts of both units. *How to battle – fighting.*
///
/// A loser that falls back leaves its square and all enemies in it. A winner that is horse must follow, so it stays in contact with the
/// loser. It leaves the other enemies of the square when it follows. A loser that stays keeps all contacts: on a tie, if horse cannot beat
/// a block, or if a tercio holds its ground. Contacts of units that rout or are destroyed are removed elsewhere.
pub(super) fn update_contacts(scene: &Scene, fought: &Fought, consequences: &mut ConsequencesBuilder) {
    let falls_back = fought.fall_back_squares > 0;
    let is_followed = fought.follow == Follow::Must;
    let (_, loser) = fought.winner.roles();
    for (own, other) in [(roles::ATTACKER, roles::DEFENDER), (roles::DEFENDER, roles::ATTACKER)] {
        let (Some(unit), Some(enemy)) = (scene.facts(own), scene.id(other)) else { continue };
        let mut contacts = contacts(unit);
        contacts.retain(|id| id != enemy);
        if falls_back && own == loser {
            contacts.clear();
        }
        if !falls_back || is_followed {
            contacts.push(enemy.to_owned());
        }
        consequences.put(own, CONTACT, contacts);
    }
}
