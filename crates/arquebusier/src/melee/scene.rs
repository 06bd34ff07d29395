//! Groups of a melee, from the formations that take part.
//!
//! Each type of each formation is a group. Its id has the side, the formation's number and the type's number (both from 1), and as much of
//! the formation's name as fits: `a1.2 Holles's Regiment`.

use super::super::facts::{GROUPS, Group, STATE_IN_STEP, name};
use super::MeleeGroup;
use crate::ids::roles;
use rules::prelude::*;

/// Number of characters of a formation's name that fit an id of 32 characters, after a prefix such as `a1.2 `.
const ROOM: usize = 27;

/// A group, its formation's full name, and its number of elements in the first rank.
pub(super) struct Ranked {
    pub(super) group: MeleeGroup,
    pub(super) formation: String,
    pub(super) front: i32,
}

/// Role and index of the formation in a group's id; `None` for other ids.
pub(super) fn role_and_index(id: &str) -> Option<(&'static str, usize)> {
    let (side, rest) = id.split_at_checked(1)?;
    let number: usize = rest.split_once('.')?.0.parse().ok()?;
    Some((role_of(Side::find(side)?), number.checked_sub(1)?))
}

/// Role of the formations of a side.
pub(super) const fn role_of(side: Side) -> &'static str {
    match side {
        Side::A => roles::OWN,
        Side::B => roles::ENEMIES,
    }
}

/// Groups of the formations of a side.
pub(super) fn groups_of(scene: &Scene, side: Side) -> Vec<Ranked> {
    let formations = scene.units(role_of(side)).iter().zip(1..);
    formations.flat_map(|(unit, number)| groups_in(&unit.facts, number, side)).collect()
}

fn groups_in(facts: &Facts, number: i32, side: Side) -> Vec<Ranked> {
    // All melee of a step is simultaneous, so a General who falls affects his formations only afterwards. (R9)
    let Some((state, groups)) = facts.value(STATE_IN_STEP).zip(facts.value(GROUPS)) else { return Vec::new() };
    let formation = name(facts);
    let short: String = formation.chars().take(ROOM).collect();
    let ranked = |(group, place): (Group, i32)| {
        let id = format!("{}{number}.{place} {short}", side.id());
        let front = group.front;
        let group = MeleeGroup { id, side, troop: group.troop, state, elements: group.elements };
        Ranked { group, formation: formation.clone(), front }
    };
    groups.into_iter().zip(1..).map(ranked).collect()
}

impl MeleeGroup {
    /// Name of the group's formation, or the group's id if it refers to no formation. If the id may have cut the name, returns a
    /// placeholder for the name.
    pub(super) fn formation(&self) -> Gap {
        let named = role_and_index(&self.id).zip(self.id.split_once(' '));
        match named {
            Some(((_, index), (_, name))) if name.chars().count() >= ROOM => Gap::Unit(self.side.id(), index + 1),
            Some((_, (_, name))) => name.to_owned().into(),
            None => self.id.clone().into(),
        }
    }

    /// Name of the group for players: `Holles's Regiment: Pike`.
    pub(super) fn called(&self) -> Text {
        text!("{formation}: {troop}", formation = self.formation(), troop = self.troop.label())
    }
}
