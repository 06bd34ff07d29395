//! The list of open duties that the battle keeps, the oldest first, because what made them due is not on the table any more.

use super::terms::OpenDuty;
use crate::facts::*;
use rules::prelude::*;

/// Open duties, the oldest first. A battle of an earlier version has none.
pub fn open(battle: &Facts) -> Vec<OpenDuty> {
    battle.value(OPEN_DUTIES).unwrap_or_default()
}

/// Adds duties to the open ones, and takes out those that are done.
pub fn settle(
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
