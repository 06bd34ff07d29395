//! A melee at the table: its participants, its contacts, and the facts that fill it in.

use super::super::effects;
use super::super::facts::{CHARGING, CONTACT_EDGES, CONTACTS, GENERAL_WITH, MELEE_BOUND, PISTOLS, PLUG_FIXED, TROOPS};
use super::super::target::TargetType;
use super::super::turn::relations::{are_linked, is_general_with};
use super::super::unit::words::Pistols;
use super::contacts::{Edge, Where};
use crate::core::facts::{FactValue, Facts};
use crate::core::text::Text;
use crate::form::Choices;
use crate::outcome::Record;
use crate::rules::consequences::ConsequencesBuilder;
use crate::rules::procedure::Role;
use crate::rules::ruleset::edges_in;
use crate::rules::table::Scene;
use serde_json::{Map, Value as Json, json};

/// Both sides, up to four units each.
pub const ROLES: &[Role] = &[
    Role::own("a", "One side", "side_a[]").tag("a").several(1, 4).fits(fights),
    Role::enemy("b", "The other side", "side_b[]").tag("b").several(1, 4).together().fits(fights),
];

/// The rulings that bear on a melee.
pub const RULINGS: &[&str] =
    &["R1", "R4", "R5", "R6", "R7", "R8", "R9", "R10", "R12", "R13", "R14", "R20", "R23", "R24", "R25"];

fn fights(unit: &Facts) -> Result<(), Text> {
    effects::is_unit(unit)?;
    let gunners = unit.equals(TROOPS, TargetType::Artillery);
    if gunners { Err("Gunners do not fight in melee: charged, they break.".into()) } else { Ok(()) }
}

/// Fills in the contacts that are known, generals, fixed plug bayonets, and charges, which count in the first bound only.
pub fn fill(scene: &Scene, input: &mut Map<String, Json>) {
    for (role, side) in [("a", "side_a"), ("b", "side_b")] {
        let units = input.get_mut(side).and_then(Json::as_array_mut).into_iter().flatten();
        for (index, (unit, facts)) in units.zip(scene.units(role)).enumerate() {
            if let Some(unit) = unit.as_object_mut() {
                fill_unit(scene, scene.ids(role).get(index).map(String::as_str), facts, unit);
            }
        }
    }
    let (a, b) = (scene.units("a").len(), scene.units("b").len());
    if a > 0 && b > 0 {
        effects::suggest(input, "contacts", contacts(scene, a, b));
    }
}

/// True for the pistols of a unit that has none loaded.
pub fn known(scene: &Scene, place: &str) -> bool {
    let unit = scene.unit_at("side_a", "a", place).or_else(|| scene.unit_at("side_b", "b", place));
    unit.is_some_and(|(unit, field)| field == "fire_pistols" && !unit.equals(PISTOLS, Pistols::Loaded))
}

fn fill_unit(scene: &Scene, id: Option<&str>, facts: &Facts, unit: &mut Map<String, Json>) {
    if facts.holds(PLUG_FIXED) {
        effects::suggest(unit, "plug_fixed", true);
    }
    if facts.value(MELEE_BOUND).is_some_and(|bound| bound > 1) {
        unit.insert(CHARGING.id().to_owned(), false.into());
    }
    let known = id.and_then(|id| scene.table.unit(id));
    if known.is_some_and(|unit| is_general_with(&scene.table, unit)) {
        unit.insert(GENERAL_WITH.id().to_owned(), true.into());
    }
}

/// One contact for each pair that charges or touches; a unit without such an enemy faces the one opposite.
fn contacts(scene: &Scene, a: usize, b: usize) -> Json {
    let at = |role: &str, index: usize| scene.ids(role).get(index).and_then(|id| scene.table.unit(id));
    let linked = |(one, other): &(usize, usize)| {
        at("a", *one).zip(at("b", *other)).is_some_and(|(one, other)| are_linked(one, other))
    };
    let mut pairs: Vec<(usize, usize)> = (0..a).flat_map(|one| (0..b).map(move |other| (one, other))).collect();
    pairs.retain(linked);
    // Those of the longer line who have nobody opposite face the last.
    for place in 0..a.max(b) {
        let (one, other) = (place.min(a - 1), place.min(b - 1));
        let faced = |pairs: &[(usize, usize)]| {
            (place >= a || pairs.iter().any(|pair| pair.0 == one))
                && (place >= b || pairs.iter().any(|pair| pair.1 == other))
        };
        if !faced(&pairs) {
            pairs.push((one, other));
        }
    }
    let edge = |role: &str, own: usize, enemy: Option<&String>| {
        let edges = scene.units(role).get(own).map(|unit| edges_in(unit, CONTACT_EDGES))?;
        edges.get(enemy?).and_then(Edge::read)
    };
    let contact = |(one, other): &(usize, usize)| {
        let a = edge("a", *one, scene.ids("b").get(*other));
        let b = edge("b", *other, scene.ids("a").get(*one));
        match (a, b) {
            (None, None) => json!({ "a": one + 1, "b": other + 1 }),
            (a, b) => {
                let lies = Where::of(a.unwrap_or(Edge::Front), b.unwrap_or(Edge::Front));
                json!({ "a": one + 1, "b": other + 1, "where": lies.id() })
            }
        }
    };
    pairs.iter().map(contact).collect()
}

/// Remembers who is in contact with whom, and at which edges. *Melee.*
pub fn remember_contacts(scene: &Scene, input: &Map<String, Json>, _: &Record, consequences: &mut ConsequencesBuilder) {
    let pairs = pairs(input);
    for (role, other) in [("a", "b"), ("b", "a")] {
        for (index, unit) in scene.units(role).iter().enumerate() {
            let seen = |pair: &Touching| if role == "a" { *pair } else { pair.reversed() };
            let here: Vec<(&String, Edge)> = pairs
                .iter()
                .map(seen)
                .filter(|pair| pair.own == index)
                .filter_map(|pair| Some((scene.ids(other).get(pair.enemy)?, pair.own_edge)))
                .collect();
            let mut edges = edges_in(unit, CONTACT_EDGES);
            edges.extend(here.iter().map(|(id, edge)| ((*id).clone(), edge.id().into())));
            consequences.put_nth(role, index, CONTACT_EDGES, edges);
            let touched = here.into_iter().map(|(id, _)| id);
            let held = unit.value(CONTACTS).unwrap_or_default();
            let all: Vec<String> = touched.cloned().chain(held).collect();
            let in_order = scene.table.units.iter().filter(|own| all.contains(&own.id)).map(|own| own.id.clone());
            consequences.put_nth(role, index, CONTACTS, in_order.collect::<Vec<_>>());
        }
    }
}

/// Two units in contact, by their places from 0, and the edges that touch.
#[derive(Clone, Copy)]
struct Touching {
    own: usize,
    enemy: usize,
    own_edge: Edge,
    enemy_edge: Edge,
}

impl Touching {
    /// This contact as side b sees it.
    fn reversed(self) -> Self {
        Self { own: self.enemy, enemy: self.own, own_edge: self.enemy_edge, enemy_edge: self.own_edge }
    }
}

/// Contacts as players say or [`fill`] fills in, as side a sees them.
fn pairs(input: &Map<String, Json>) -> Vec<Touching> {
    let place = |contact: &Json, side: &str| {
        contact[side].as_u64().and_then(|place| usize::try_from(place).ok()).and_then(|place| place.checked_sub(1))
    };
    let pair = |contact: &Json| {
        let (own_edge, enemy_edge) = Where::read(&contact["where"]).unwrap_or(Where::Front).edges();
        Some(Touching { own: place(contact, "a")?, enemy: place(contact, "b")?, own_edge, enemy_edge })
    };
    let contacts = input.get("contacts").and_then(Json::as_array).into_iter().flatten();
    contacts.filter_map(pair).collect()
}
