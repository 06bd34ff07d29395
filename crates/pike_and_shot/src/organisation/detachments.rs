//! Sub-units that join the table when detached and leave it when they rejoin. *Formations and Sub-units.*

use super::super::terms::{Arm, Pistols, WHOLE_MOVE};
use super::super::unit::{PROFILE, TRACKERS};
use crate::facts::*;
use crate::ids::roles;
use rules::prelude::*;
use rules::ruleset::UNIT_NAME_MAX;
use rules::table::Unit;
use serde_json::{Map, Value as Json};

/// Adds a sub-unit to the table, with its unit's class, formation, counters and trackers of the bound. `leave` is the number of pikes, muskets
/// and other figures that leave; without any, nothing is added. `moves` marks the sub-unit as moved (R32).
pub fn detach(table: &Table, parent: &TableUnit, leave: [i32; 3], moves: bool, consequences: &mut ConsequencesBuilder) {
    if leave == [0; 3] {
        return;
    }
    let (id, number) = free_id(table, &parent.id);
    let name = parent.facts.text(NAME).unwrap_or(&parent.id);
    let ending = format!(" {number}");
    let name: String = name.chars().take(UNIT_NAME_MAX - ending.chars().count()).chain(ending.chars()).collect();
    consequences.say(text!("{unit}: now on the table.", unit = name.clone()));
    let profile = profile(&parent.facts, leave, name);
    consequences.join(Unit { id: id.clone(), side: parent.side.index(), profile, ..Unit::default() });
    let not_inherited = [PIKES.id(), MUSKETS.id(), FIGURES.id(), GENERAL_WITH.id(), CONTACTS.id()];
    for tracker in TRACKERS.iter().filter(|tracker| !not_inherited.contains(&tracker.id)) {
        if let Some(value) = parent.facts.get(tracker.id) {
            consequences.copy_to(id.as_str(), tracker, value.clone());
        }
    }
    if moves {
        consequences.put_on(id.as_str(), MOVED, true);
    }
    consequences.put_on(id.as_str(), HALF_MOVES_SPENT, WHOLE_MOVE);
}

/// Returns a new id and its number: the parent's id with the lowest free number from 1, such as `r1-1`.
fn free_id(table: &Table, parent: &str) -> (String, usize) {
    let ids = (1..).map(|number| (format!("{parent}-{number}"), number));
    ids.into_iter().find(|(id, _)| table.unit(id).is_none()).unwrap_or_default()
}

/// Profile of a sub-unit: the parent's profile with these figures and this name. Command figures count among pikes and muskets.
fn profile(parent: &Facts, [pikes, muskets, figures]: [i32; 3], name: String) -> Map<String, Json> {
    let arm = parent.value(ROSTER_ARM).unwrap_or(Arm::Foot);
    let mut profile = Facts::default();
    for field in PROFILE.fields {
        if let Some(value) = parent.get(field.id) {
            profile.set(field.id, value.clone());
        }
    }
    for kind in [PIKES, MUSKETS, FIGURES] {
        profile.remove(kind);
    }
    profile.put(NAME, name);
    profile.put(ARM, arm);
    if arm == Arm::Foot {
        profile.put(PIKES, pikes);
        profile.put(MUSKETS, muskets);
    } else {
        // Dragoons on foot have muskets instead of figures.
        profile.put(FIGURES, figures + muskets);
    }
    if let Some(pistols) = parent.value(PISTOLS) {
        profile.put(HAS_PISTOLS, pistols != Pistols::None);
    }
    profile.into()
}

/// Adds the sub-unit's figures to its unit, and removes the sub-unit from the table.
pub fn rejoin(scene: &Scene, consequences: &mut ConsequencesBuilder) {
    let Some(TableUnit { id, facts: sub_unit, .. }) = scene.unit(roles::SUB_UNIT) else {
        consequences.say("Add the sub-unit's figures to its unit.");
        return;
    };
    for kind in [PIKES, MUSKETS, FIGURES] {
        if let Some(figures) = sub_unit.value(kind) {
            consequences.raise(roles::PARENT, kind, figures);
        }
    }
    let back = figures_left(sub_unit);
    consequences.say(text!("{n} {n|figure is back with its|figures are back with their} unit.", n = back)).leave(id);
}
