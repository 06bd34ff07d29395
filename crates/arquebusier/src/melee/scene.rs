//! Groups of a melee from the formations picked.
//!
//! Each type of each formation becomes a group, called after the place of its formation and its own in it, and its
//! formation's name, as far as an id has room: `a1.2 Holles's Regiment`.

use super::super::facts::{GROUPS, Group, STATE_IN_STEP, name};
use super::MeleeGroup;
use rules::prelude::*;

/// Number of characters of a formation's name that an id of 32 has room for, behind a prefix like `a1.2 `.
const ROOM: usize = 27;

/// A group, its formation's whole name, and how many of its elements stand in the first rank.
pub(super) struct Ranked {
    pub(super) group: MeleeGroup,
    pub(super) formation: String,
    pub(super) front: i32,
}

/// The role and the place in it of the formation after which a group is called.
pub(super) fn whose(id: &str) -> Option<(&'static str, usize)> {
    let (side, rest) = id.split_at_checked(1)?;
    let number: usize = rest.split_once('.')?.0.parse().ok()?;
    let role = match side {
        "a" => "own",
        "b" => "enemies",
        _ => return None,
    };
    Some((role, number.checked_sub(1)?))
}

/// The groups of the formations that take a role.
pub(super) fn groups_of(scene: &Scene, role: &str, side: Side) -> Vec<Ranked> {
    let formations = scene.units(role).iter().zip(1..);
    formations.flat_map(|(facts, number)| groups_in(facts, number, side)).collect()
}

fn groups_in(facts: &Facts, number: i32, side: Side) -> Vec<Ranked> {
    // All melee of a step is simultaneous: a General who falls in it shakes his formations after it. (R9)
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
    /// The name of its formation; its id, where no formation stands behind it. A name that may be cut in the id is left to
    /// whoever knows the participants.
    pub(super) fn formation(&self) -> Gap {
        let named = whose(&self.id).zip(self.id.split_once(' '));
        match named {
            Some(((_, index), (_, name))) if name.chars().count() >= ROOM => Gap::Unit(self.side.id(), index + 1),
            Some((_, (_, name))) => name.to_owned().into(),
            None => self.id.clone().into(),
        }
    }

    /// Name for players: `Holles's Regiment: Pike`.
    pub(super) fn called(&self) -> Text {
        text!("{formation}: {troop}", formation = self.formation(), troop = self.troop.label())
    }
}
