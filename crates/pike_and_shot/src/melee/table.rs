//! A melee on the table: participants, contacts, and filling in the form from facts.

use super::super::effects;
use super::super::relations::{UNITS_MAX, are_linked, is_general_with};
use super::super::terms::adjustable::{FALLS, GROUP_SIZE, HITS, SAVES};
use super::super::terms::{Edge, Pistols, TargetType};
use super::Melee;
use super::contacts::{Contact, ContactKind};
use super::units::{GUNNERS, MeleeUnit};
use crate::facts::*;
use crate::ids::roles;
use rules::prelude::*;
use rules::ruleset::edges_in;
use serde_json::{Value as Json, json};

const SIDE_A: &str = field!(Melee, side_a);
const SIDE_B: &str = field!(Melee, side_b);
/// Places of the units of each side in the input.
const EACH_OF_A: &str = field!(Melee, side_a, "[]");
const EACH_OF_B: &str = field!(Melee, side_b, "[]");

/// Both sides of a melee.
pub const ROLES: &[Role] = &[
    Role::own(roles::A, "One side", EACH_OF_A).tag(roles::A).several(1, UNITS_MAX).fits(fights),
    Role::enemy(roles::B, "The other side", EACH_OF_B).tag(roles::B).several(1, UNITS_MAX).together().fits(fights),
];

/// Numbers that players' own modifiers can change, for the figures and groups that fight.
pub const OF_GROUPS: &[Adjustable] =
    &[HITS.at(EACH_OF_A), HITS.at(EACH_OF_B), GROUP_SIZE.at(EACH_OF_A), GROUP_SIZE.at(EACH_OF_B)];

/// Numbers that players' own modifiers can change, for a bound of melee.
pub const ADJUSTABLE: &[Adjustable] = &[
    OF_GROUPS[0],
    OF_GROUPS[1],
    OF_GROUPS[2],
    OF_GROUPS[3],
    FALLS.at(EACH_OF_A),
    FALLS.at(EACH_OF_B),
    SAVES.at(EACH_OF_A),
    SAVES.at(EACH_OF_B),
];

/// Rulings that affect a melee.
pub const RULINGS: &[&str] =
    &["R1", "R4", "R5", "R6", "R7", "R8", "R9", "R10", "R12", "R13", "R14", "R20", "R23", "R24", "R25", "R40"];

fn fights(unit: &Facts) -> Result<(), Text> {
    effects::is_unit(unit)?;
    let gunners = unit.equals(TROOPS, TargetType::Artillery);
    if gunners { Err(GUNNERS.into()) } else { Ok(()) }
}

/// Fills in contacts, generals, fixed plug bayonets, and charges. A charge counts only in the unit's first bound of melee.
pub fn fill(scene: &Scene, input: &mut Input) {
    for (role, side) in [(roles::A, SIDE_A), (roles::B, SIDE_B)] {
        for (fighter, unit) in members(input, side).zip(scene.units(role)) {
            fill_unit(scene, unit, fighter);
        }
    }
    if [roles::A, roles::B].iter().all(|role| !scene.units(role).is_empty()) {
        suggest(input, TOUCHING, contacts(scene));
    }
}

/// True for the field about pistols of a unit without loaded pistols, so that players are not asked.
pub fn known(scene: &Scene, place: &str) -> bool {
    let unit = scene.unit_at(SIDE_A, roles::A, place).or_else(|| scene.unit_at(SIDE_B, roles::B, place));
    unit.is_some_and(|(unit, field)| field == FIRE_PISTOLS.id() && !unit.equals(PISTOLS, Pistols::Loaded))
}

fn fill_unit(scene: &Scene, unit: &TableUnit, fighter: &mut Input) {
    let facts = &unit.facts;
    if facts.holds(PLUG_FIXED) {
        suggest(fighter, PLUG_FIXED, true);
    }
    if facts.value(MELEE_BOUND).is_some_and(|bound| bound > 1) {
        put(fighter, CHARGING, false);
    }
    // Pursuers who ran into fresh enemies fight them as chargers. (R17)
    let first = facts.value(MELEE_BOUND).is_none_or(|bound| bound == 1);
    if facts.holds(RAN_INTO) && first {
        put(fighter, CHARGING, true);
    }
    if is_general_with(&scene.table, unit) {
        put(fighter, GENERAL_WITH, true);
    }
}

/// Returns one contact for each pair of enemies of which one charges the other, or that touch. A unit without such an enemy gets a contact
/// with the enemy at the same place in the other list.
fn contacts(scene: &Scene) -> Vec<Touching> {
    let (units_a, units_b) = (scene.units(roles::A), scene.units(roles::B));
    let (a, b) = (units_a.len(), units_b.len());
    let linked = |(one, other): &(usize, usize)| are_linked(&units_a[*one], &units_b[*other]);
    let mut pairs: Vec<(usize, usize)> = (0..a).flat_map(|one| (0..b).map(move |other| (one, other))).collect();
    pairs.retain(linked);
    // Surplus units of the longer list face the last unit of the other.
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
    let edge =
        |unit: &TableUnit, enemy: &TableUnit| edges_in(&unit.facts, CONTACT_EDGES).get(&enemy.id).and_then(Edge::read);
    let contact = |(one, other): &(usize, usize)| {
        let (unit_a, unit_b) = (&units_a[*one], &units_b[*other]);
        let (a, b) = (edge(unit_a, unit_b), edge(unit_b, unit_a));
        let is_known = a.is_some() || b.is_some();
        let edges = is_known.then(|| ContactKind::of(a.unwrap_or(Edge::Front), b.unwrap_or(Edge::Front)));
        let charges = [charges_elsewhere(unit_a, units_b, unit_b), charges_elsewhere(unit_b, units_a, unit_a)]
            .map(|elsewhere| !elsewhere);
        Touching { a: *one, b: *other, edges, charges }
    };
    pairs.iter().map(contact).collect()
}

/// True if the unit charges or ran into another enemy of this melee and not `enemy`, so that its groups are not smaller against `enemy`
/// (R40). A charge without a recorded target makes its groups smaller against all enemies.
fn charges_elsewhere(unit: &TableUnit, enemies: &[TableUnit], enemy: &TableUnit) -> bool {
    let facts = &unit.facts;
    // Pursuers are in contact with the enemies that they ran into. Enemies that charge them in the next bound are not recorded yet.
    let ran_into = facts.value(CONTACTS).filter(|_| facts.holds(RAN_INTO));
    let targets = ran_into.unwrap_or_else(|| facts.named(CHARGES).map(str::to_owned).into_iter().collect());
    let is_target = |enemy: &TableUnit| targets.contains(&enemy.id);
    !is_target(enemy) && enemies.iter().any(is_target)
}

/// Records for each unit the enemies in contact, and the edges that they touch. *Melee.*
pub fn record_contacts(scene: &Scene, contacts: &[Contact], consequences: &mut ConsequencesBuilder) {
    for side in Side::BOTH {
        let (role, other) = (side.id(), side.other().id());
        for (index, unit) in scene.units(role).iter().enumerate() {
            let touching = contacts.iter().filter(|contact| contact.unit_ref(side).index == index);
            let here: Vec<(&str, Edge)> = touching
                .filter_map(|contact| {
                    let (edge_of_a, edge_of_b) = contact.r#where.edges();
                    let edge = if side == Side::A { edge_of_a } else { edge_of_b };
                    Some((scene.units(other).get(contact.unit_ref(side.other()).index)?.id.as_str(), edge))
                })
                .collect();
            let mut edges = edges_in(&unit.facts, CONTACT_EDGES);
            edges.extend(here.iter().map(|(id, edge)| ((*id).to_owned(), edge.id().into())));
            consequences.put_nth(role, index, CONTACT_EDGES, edges);
            let touched = here.into_iter().map(|(id, _)| id);
            let held = unit.facts.value(CONTACTS).unwrap_or_default();
            let all: Vec<String> = touched.map(str::to_owned).chain(held).collect();
            let in_order =
                scene.table.units.iter().filter(|enemy| all.contains(&enemy.id)).map(|enemy| enemy.id.clone());
            consequences.put_nth(role, index, CONTACTS, in_order.collect::<Vec<_>>());
        }
    }
}

const FIRE_PISTOLS: Fact<bool> = fact!(field!(MeleeUnit, fire_pistols));
/// Contacts of the input, as filled in by [`fill`].
const TOUCHING: Fact<Vec<Touching>> = fact!(field!(Melee, contacts));

/// Two units in contact, by their indexes from 0.
#[derive(Clone, Copy)]
struct Touching {
    a: usize,
    b: usize,
    /// Edges that touch. `None` if no edge is recorded; both edges then count as fronts.
    edges: Option<ContactKind>,
    /// False for a unit that charges another enemy of this melee; one value for each side, side a first.
    charges: [bool; 2],
}

const CHARGE_FIELDS: [&str; 2] = [field!(Contact, a_charges), field!(Contact, b_charges)];

/// The input numbers units from 1, this type from 0.
impl FactValue for Touching {
    fn read(contact: &Json) -> Option<Self> {
        let index = |side: &str| usize::read(&contact[side])?.checked_sub(1);
        let charges = CHARGE_FIELDS.map(|field| contact[field].as_bool().unwrap_or(true));
        Some(Self {
            a: index(field!(Contact, a))?,
            b: index(field!(Contact, b))?,
            edges: ContactKind::read(&contact[field!(Contact, r#where)]),
            charges,
        })
    }

    fn write(self) -> Json {
        let mut contact = json!({ field!(Contact, a): self.a + 1, field!(Contact, b): self.b + 1 });
        if let Some(edges) = self.edges {
            contact[field!(Contact, r#where)] = edges.id().into();
        }
        for (field, _) in CHARGE_FIELDS.into_iter().zip(self.charges).filter(|(_, charges)| !charges) {
            contact[field] = false.into();
        }
        contact
    }
}
