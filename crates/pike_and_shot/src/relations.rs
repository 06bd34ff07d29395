//! Relations between units on the table: charges, melees, and generals with their units.

use super::bans;
use super::terms::TargetType;
use crate::facts::*;
use crate::ids::phases;
use rules::prelude::*;

/// Maximum number of units of a side in one melee. It is a limit of this app; by the rules, a whole line of regiments can be linked.
pub const UNITS_MAX: usize = 8;

/// True if the unit has charged or counter-charged the unit with this id in this bound.
fn charges(unit: &TableUnit, target: &str) -> bool {
    unit.facts.named(CHARGES) == Some(target)
}

/// Units that charge or counter-charge a unit now. *Reaction Tests 1.*
pub fn chargers<'a>(table: &'a Table, unit: &'a str) -> impl Iterator<Item = &'a TableUnit> {
    table.units.iter().filter(move |enemy| charges(enemy, unit) && enemy.facts.holds(CHARGING) && !is_out(&enemy.facts))
}

/// Ids of units that are being charged. Collected once, because callers scan hundreds of units.
pub fn charged_now(table: &Table) -> Vec<&str> {
    let charging = table.units.iter().filter(|unit| unit.facts.holds(CHARGING) && !is_out(&unit.facts));
    charging.filter_map(|unit| unit.facts.named(CHARGES)).collect()
}

/// True if any unit has charged this unit in this bound, even if the charge fell short.
pub fn is_charged(table: &Table, unit: &str) -> bool {
    table.units.iter().any(|enemy| charges(enemy, unit))
}

/// True of a unit whose class must be rolled before it tests or fights. *Classification of Troops* (R26).
pub fn is_class_unknown(unit: &Facts) -> bool {
    !bans::CLASS_UNKNOWN.permits(unit)
}

/// True if the scenario has its own classes, and players have not entered those of this side. *Classification of Troops.*
pub fn lacks_classes(table: &Table, side: Side) -> bool {
    table.battle.holds(OWN_CLASSES) && table.side(side).value(CLASS_TABLE).is_none_or(|classes| classes.is_empty())
}

/// True of a charged unit that must still answer by a counter-charge, standing or breaking. False at its breaking number, because it then
/// breaks anyway. *Reaction Tests 1* (R34).
pub fn owes_answer(table: &Table, unit: &TableUnit) -> bool {
    let facts = &unit.facts;
    chargers(table, &unit.id).next().is_some()
        && !is_out(facts)
        && !facts.holds(CHARGING)
        && bans::ANSWERED.permits(facts)
        && !facts.holds(BROKE)
        && !is_at_its_number(facts)
}

/// True of a unit that cannot detach sub-units, because it charges, is charged, fired or fought this bound. *Formations and Sub-units*
/// (R37).
pub fn is_in_action(table: &Table, unit: &TableUnit) -> bool {
    let facts = &unit.facts;
    has_charged(facts) || is_charged(table, &unit.id) || facts.holds(FIRED) || facts.holds(FOUGHT)
}

/// Returns the generals recorded as being with a unit. If none is recorded but the unit is ticked, returns the side's unattached general,
/// provided that there is only one. *Generals.*
pub fn generals_with<'a>(table: &'a Table, unit: &TableUnit) -> Vec<&'a TableUnit> {
    let fit = || generals(table, unit.side).filter(|general| !is_out(&general.facts));
    let with: Vec<&TableUnit> =
        fit().filter(|general| general.facts.named(WITH_UNIT) == Some(unit.id.as_str())).collect();
    if !with.is_empty() || !unit.facts.holds(GENERAL_WITH) {
        return with;
    }
    let alone: Vec<&TableUnit> = fit().filter(|general| general.facts.named(WITH_UNIT).is_none()).collect();
    if alone.len() == 1 { alone } else { Vec::new() }
}

fn generals(table: &Table, side: Side) -> impl Iterator<Item = &TableUnit> {
    table.of(side).filter(|unit| is_general(&unit.facts))
}

/// True if a general is with the unit: ticked on the unit, or recorded on the general. *Generals.*
pub fn is_general_with(table: &Table, unit: &TableUnit) -> bool {
    unit.facts.holds(GENERAL_WITH) || !generals_with(table, unit).is_empty()
}

/// Message of bans on acts that need a general who is not recovering from a wound.
pub const RECOVERS: &str = "the general is recovering from his wound.";

/// True if generals are with the unit and all of them are recovering from wounds, so that none lends a modifier (R20).
pub fn general_recovers(table: &Table, unit: &TableUnit) -> bool {
    let with = generals_with(table, unit);
    !with.is_empty() && with.iter().all(|general| recovery_bounds(&general.facts) > 0)
}

/// True of two enemies that fight each other: one charges the other, or they are in contact. *Move Sequence 4; Melee.*
pub fn are_linked(one: &TableUnit, other: &TableUnit) -> bool {
    let holds = |unit: &TableUnit, enemy: &TableUnit| {
        let charges = unit.facts.holds(CHARGING) && charges(unit, &enemy.id);
        charges || unit.facts.value(CONTACTS).is_some_and(|contacts| contacts.contains(&enemy.id))
    };
    one.side != other.side && (holds(one, other) || holds(other, one))
}

/// A melee not fought yet this bound. The units of each side are in the order of the battle.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Melee<'a> {
    /// Units of side a.
    pub a: Vec<&'a TableUnit>,
    /// Units of side b.
    pub b: Vec<&'a TableUnit>,
}

/// Melees not fought yet this bound. Linked units form one melee, with at most [`UNITS_MAX`] units a side. Gunners are left out, because
/// they break if charged. *Move Sequence 4; Melee.*
pub fn melees(table: &Table) -> Vec<Melee<'_>> {
    let mut left: Vec<&TableUnit> = table.units.iter().filter(|unit| may_fight(&unit.facts)).collect();
    let mut melees = Vec::new();
    while let Some(first) = (!left.is_empty()).then(|| left.remove(0)) {
        let mut linked = vec![first];
        while let Some(next) = left.iter().position(|unit| linked.iter().any(|other| are_linked(other, unit))) {
            linked.push(left.remove(next));
        }
        if linked.len() > 1 {
            melees.push(in_order(table, &linked));
        }
    }
    melees.retain(|melee| !melee.a.is_empty() && !melee.b.is_empty());
    melees
}

fn may_fight(unit: &Facts) -> bool {
    let gunners = unit.equals(TROOPS, TargetType::Artillery);
    let permitted = bans::BROKEN.permits(unit) && bans::FOUGHT_ALREADY.permits(unit);
    !gunners && !is_general(unit) && !is_out(unit) && permitted
}

/// The first [`UNITS_MAX`] units of each side, except those linked to no enemy among them.
fn in_order<'a>(table: &'a Table, linked: &[&'a TableUnit]) -> Melee<'a> {
    let of = |side: Side| {
        let units = table.of(side).filter(|unit| linked.iter().any(|other| other.id == unit.id));
        units.take(UNITS_MAX).collect::<Vec<_>>()
    };
    let (mut a, mut b) = (of(Side::A), of(Side::B));
    a.retain(|unit| b.iter().any(|enemy| are_linked(unit, enemy)));
    b.retain(|unit| a.iter().any(|enemy| are_linked(unit, enemy)));
    Melee { a, b }
}

/// True in the first three phases. In one reading of R10, their counters and losses count in the melee.
pub fn is_before_melee(table: &Table) -> bool {
    [phases::CHARGES, phases::CHARGE_MOVES, phases::CHARGE_FIRE].contains(&table.phase)
}

/// The first charger against which a charged unit fails every test. `None` if there is none. *Reaction Tests 1 and 2; Irregular Light
/// Cavalry.*
pub fn irresistible_charger<'a>(table: &'a Table, unit: &'a TableUnit) -> Option<&'a TableUnit> {
    let troops = |unit: &TableUnit| unit.facts.value(TROOPS).and_then(TargetType::troops);
    let own = troops(unit)?;
    chargers(table, &unit.id).find(|charger| troops(charger).is_some_and(|charger| own.always_fails(charger)))
}
