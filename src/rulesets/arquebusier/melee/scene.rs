//! Groups of a melee from the formations picked.
//!
//! Each type of each formation becomes a group, called after the place of its formation and its own in it, and its
//! formation's name: `a1.2 Holles's Regiment`.

use super::super::unit::facts::{GROUPS, Group, STATE, name};
use super::{MeleeGroup, Side};
use crate::core::facts::Facts;
use crate::form::Choices;
use crate::rules::table::Scene;
use crate::text;

/// A group, and how many of its elements stand in the first rank.
pub(super) struct Ranked {
    pub(super) group: MeleeGroup,
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
    let Some((state, groups)) = facts.value(STATE).zip(facts.value(GROUPS)) else { return Vec::new() };
    let name: String = name(facts).chars().take(27).collect();
    let ranked = |(group, place): (Group, i32)| {
        let id = format!("{}{number}.{place} {name}", side.id());
        let front = group.front;
        let group = MeleeGroup { id, side, troop: group.troop, state, elements: group.elements };
        Ranked { group, front }
    };
    groups.into_iter().zip(1..).map(ranked).collect()
}

impl MeleeGroup {
    /// The name of its formation; its id, where no formation stands behind it.
    pub(super) fn formation(&self) -> &str {
        match whose(&self.id) {
            Some(_) => self.id.split_once(' ').map_or(self.id.as_str(), |(_, name)| name),
            None => &self.id,
        }
    }

    /// Name for players: `Holles's Regiment: Pike`.
    pub(super) fn called(&self) -> String {
        text!("{formation}: {troop}", formation = self.formation().to_owned(), troop = self.troop.label()).to_string()
    }
}
