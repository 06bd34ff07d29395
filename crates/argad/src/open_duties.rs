//! Duties that the battle keeps in a list, the oldest first, because the table no longer shows what made them due.

use super::terms::OpenDuty;
use crate::facts::*;
use rules::prelude::*;

/// Open duties, the oldest first; empty in battles of earlier versions.
pub fn open(battle: &Facts) -> Vec<OpenDuty> {
    battle.value(OPEN_DUTIES).unwrap_or_default()
}

/// Adds duties to the list, and removes those for which `done` is true.
pub fn update(
    scene: &Scene,
    consequences: &mut ConsequencesBuilder,
    done: impl Fn(&OpenDuty) -> bool,
    more: impl IntoIterator<Item = OpenDuty>,
) {
    let before = open(&scene.table.battle);
    let mut open: Vec<OpenDuty> = before.iter().filter(|duty| !done(duty)).cloned().collect();
    open.extend(more);
    if open != before {
        consequences.put_on(Subject::Battle, OPEN_DUTIES, open);
    }
}
