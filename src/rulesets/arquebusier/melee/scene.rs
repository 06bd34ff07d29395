//! Filling in a melee from the formations picked.
//!
//! Each type of each formation becomes a group, named after its formation's place and its type: `a1_pike`.

use super::super::terms::{Order, TroopType};
use super::permit::{deepest_rank, need};
use super::{MeleeGroup, Side};
use crate::facts::{Facts, Scene};
use crate::form::Choices;
use serde_json::{Map, Value as Json, json};

/// The most groups in one request.
const MOST_GROUPS: usize = 6;
/// The most blows in one request.
const MOST_BLOWS: usize = 24;

/// A group, and how many of its elements stand in the first rank.
struct Ranked {
    group: MeleeGroup,
    front: i32,
}

/// Fills in the groups; where one formation meets one, also the blows of two lines that meet head on, to be corrected.
pub(super) fn fill(scene: &Scene, input: &mut Map<String, Json>) {
    let (own, enemies) = (groups_of(scene, "own", Side::A), groups_of(scene, "enemies", Side::B));
    let groups: Vec<Json> = own.iter().chain(&enemies).take(MOST_GROUPS).map(|ranked| as_json(&ranked.group)).collect();
    input.insert("groups".into(), groups.into());
    let one_on_one = scene.units("own").len() == 1 && scene.units("enemies").len() == 1;
    if one_on_one && own.len() + enemies.len() <= MOST_GROUPS {
        let mut blows = head_on(&own, &enemies);
        blows.extend(head_on(&enemies, &own));
        blows.truncate(MOST_BLOWS);
        input.insert("attacks".into(), blows.into());
    }
}

/// The role and the place in it of the formation after which a group is named.
pub(super) fn whose(id: &str) -> Option<(&'static str, usize)> {
    let (side, rest) = id.split_at_checked(1)?;
    let number: usize = rest.split_once('_')?.0.parse().ok()?;
    let role = match side {
        "a" => "own",
        "b" => "enemies",
        _ => return None,
    };
    Some((role, number.checked_sub(1)?))
}

fn groups_of(scene: &Scene, role: &str, side: Side) -> Vec<Ranked> {
    let formations = scene.units(role).iter().zip(1..);
    formations.flat_map(|(facts, number)| groups_in(facts, number, side)).collect()
}

fn groups_in(facts: &Facts, number: i32, side: Side) -> Vec<Ranked> {
    let state = if facts.is("state", &["regular"]) { Order::Regular } else { Order::Irregular };
    let groups = facts.get("groups").and_then(Json::as_array).map_or(&[][..], Vec::as_slice);
    groups
        .iter()
        .filter_map(|json| {
            let troop = *TroopType::ALL.iter().find(|troop| json["type"] == troop.id())?;
            let count = |field: &str| json[field].as_i64().and_then(|n| i32::try_from(n).ok());
            let id = format!("{}{number}_{}", side.id(), troop.id());
            let group = MeleeGroup { id, side, troop, state, elements: count("elements")? };
            Some(Ranked { group, front: count("front")? })
        })
        .collect()
}

fn as_json(group: &MeleeGroup) -> Json {
    json!({
        "id": group.id, "side": group.side.id(), "type": group.troop.id(),
        "state": group.state.id(), "elements": group.elements,
    })
}

/// The first ranks of two formations, element by element: each strikes at the one before it, with the ranks behind it.
fn head_on(strikers: &[Ranked], targets: &[Ranked]) -> Vec<Json> {
    let mut blows = Vec::new();
    for ((by, file), (on, target)) in first_rank(strikers).zip(first_rank(targets)) {
        if need(&by.group, &on.group).is_none() {
            continue;
        }
        for rank in 1..=deepest_rank(by.group.troop) {
            let element = file + (rank - 1) * by.front;
            if element < by.group.elements {
                blows.push(json!({
                    "by": by.group.id, "element": element, "on": on.group.id, "target": target, "rank": rank,
                }));
            }
        }
    }
    blows
}

/// The elements of a formation's first rank, from one flank to the other.
fn first_rank(groups: &[Ranked]) -> impl Iterator<Item = (&Ranked, i32)> {
    groups.iter().flat_map(|ranked| (0..ranked.front).map(move |element| (ranked, element)))
}
