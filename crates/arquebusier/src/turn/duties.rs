//! Duties: acts that must or can be done now.

use super::super::disorder::IS_BEATEN;
use super::super::facts::*;
use super::super::irregular::check::{edges_touched, front_changes_nothing};
use super::super::irregular::end_of_turn::{END_OF_TURN, weakest_of};
use super::super::irregular::general_death::GENERAL_DEATH;
use super::super::irregular::rout::holds_its_side;
use super::super::melee::FOUGHT_ONCE;
use super::super::orders::movement::may_move;
use super::super::shooting::may_shoot;
use crate::ids::{phases, procedures, roles};
use rules::prelude::*;

/// Duties in the order in which they are shown, each for formations in the order in which they joined.
pub const DUTIES: &[DutyRule] = &[
    DutyRule {
        heading: "Melee Combat",
        procedures: &[procedures::IRREGULAR_CHECK],
        due: |table| of(table, deaths_of_generals),
    },
    // Optional, because range and sight are not recorded. (R29)
    DutyRule {
        heading: "Shooting",
        procedures: &[procedures::SHOOTING],
        due: |table| in_phase(phases::SHOOTING, table, shooting),
    },
    // An order that passed must be carried out. (R31)
    DutyRule {
        heading: "Manoeuvre Commands",
        procedures: &[procedures::MOVEMENT_ALLOWANCE],
        due: |table| in_phase(phases::MOVE, table, moves),
    },
    DutyRule {
        heading: "Shooting; Melee Combat",
        procedures: &[procedures::IRREGULAR_CHECK],
        due: |table| in_phase(phases::MELEE, table, contact_checks),
    },
    DutyRule {
        heading: "Melee Combat",
        procedures: &[procedures::MELEE],
        due: |table| in_phase(phases::MELEE, table, melees),
    },
    // The owner chooses between equally weak types. (R17)
    DutyRule {
        heading: "Melee Combat",
        procedures: &[procedures::END_OF_TURN],
        due: |table| in_phase(phases::END, table, choices_of_the_weakest),
    },
    DutyRule { heading: "Melee Combat", procedures: &[procedures::ROUT_CHECK], due: |table| of(table, routs) },
];

/// Returns the duties of one kind; none once the battle is decided.
fn of(table: &Table, due: fn(&Table) -> Vec<Duty>) -> Vec<Duty> {
    if is_decided(&table.battle) { Vec::new() } else { due(table) }
}

/// Returns the duties of one kind in a phase; none in other phases, or once the battle is decided.
fn in_phase(phase: &str, table: &Table, due: fn(&Table) -> Vec<Duty>) -> Vec<Duty> {
    if table.phase == phase { of(table, due) } else { Vec::new() }
}

fn present(table: &Table) -> impl Iterator<Item = &TableUnit> {
    table.units.iter().filter(|unit| has_elements(&unit.facts))
}

/// Formations not checked yet for the death of their General.
pub fn not_checked(table: &Table) -> impl Iterator<Item = &TableUnit> {
    present(table).filter(|unit| general_is_dead(table.side(unit.side)) && !unit.facts.holds(GENERAL_CHECKED))
}

fn deaths_of_generals(table: &Table) -> Vec<Duty> {
    let duty = |unit: &TableUnit| {
        let why = text!("{name}: was its General killed within 12\"?", name = name(&unit.facts));
        let all =
            text!("Who was within 12\" of the General of {side} when he was killed?", side = Gap::Side(unit.side.id()));
        let duty = Duty::new(procedures::IRREGULAR_CHECK, why).with(roles::FORMATION, [&unit.id]);
        duty.asked_together(GENERAL_DEATH.id, roles::FORMATIONS, all).must()
    };
    not_checked(table).map(duty).collect()
}

fn shooting(table: &Table) -> Vec<Duty> {
    let duty = |unit: &TableUnit| {
        Duty::new(procedures::SHOOTING, text!("{name} may shoot.", name = name(&unit.facts)))
            .with(roles::SHOOTERS, [&unit.id])
    };
    table.units.iter().filter(|unit| may_shoot(&unit.facts)).map(duty).collect()
}

fn moves(table: &Table) -> Vec<Duty> {
    let duty = |unit: &TableUnit| {
        let why = text!("{name}: ordered move to make.", name = name(&unit.facts));
        Duty::new(procedures::MOVEMENT_ALLOWANCE, why).with(roles::FORMATION, [&unit.id]).must()
    };
    table.units.iter().filter(|unit| may_move(&unit.facts)).map(duty).collect()
}

fn contact_checks(table: &Table) -> Vec<Duty> {
    let unchecked = |unit: &&TableUnit| unit.facts.holds(IN_MELEE) && unit.facts.holds(CONTACT_TO_CHECK);
    let duty = |unit: &TableUnit| {
        let why = text!("{name}: does its new contact make it Irregular?", name = name(&unit.facts));
        let duty = Duty::new(procedures::IRREGULAR_CHECK, why).with(roles::FORMATION, [&unit.id]).must();
        let duty = duty.suggests(CONTACT.id(), edges_touched(&unit.facts).write());
        // Only if contact at the front has no effect.
        match front_changes_nothing(table, &unit.facts) {
            true => duty.dismissed_without("All frontal", CONTACT_TO_CHECK),
            false => duty,
        }
    };
    present(table).filter(unchecked).map(duty).collect()
}

/// One melee for each set of formations that are linked by contacts. Formations that have fought are left out. (R27)
fn melees(table: &Table) -> Vec<Duty> {
    let mut left: Vec<&TableUnit> =
        present(table).filter(|unit| unit.facts.holds(IN_MELEE) && FOUGHT_ONCE.permits(&unit.facts)).collect();
    let mut duties = Vec::new();
    while !left.is_empty() {
        let melee = take_linked(&mut left);
        let side = |side: Side| melee.iter().filter(move |unit| unit.side == side);
        if side(Side::A).next().is_none() || side(Side::B).next().is_none() {
            continue;
        }
        let names = |own: Side| side(own).map(|unit| name(&unit.facts)).collect::<Vec<_>>().join(", ");
        let why = text!("Melee: {own} against {enemies}.", own = names(Side::A), enemies = names(Side::B));
        let duty = Duty::new(procedures::MELEE, why)
            .with(roles::OWN, side(Side::A).map(|unit| &unit.id))
            .with(roles::ENEMIES, side(Side::B).map(|unit| &unit.id));
        duties.push(duty.must());
    }
    duties
}

/// Removes the first formation from the list, with all formations linked to it by contacts. Returns them in order.
fn take_linked<'a>(left: &mut Vec<&'a TableUnit>) -> Vec<&'a TableUnit> {
    let mut melee = vec![left.remove(0)];
    while let Some(place) = left.iter().position(|unit| melee.iter().any(|other| touch(other, unit))) {
        melee.push(left.remove(place));
    }
    melee
}

/// True if two formations are in contact. Two formations of opposite sides also count as in contact if neither has recorded contacts.
fn touch(one: &TableUnit, other: &TableUnit) -> bool {
    let (first, second) = (contacts(&one.facts), contacts(&other.facts));
    let unknown = one.side != other.side && first.is_empty() && second.is_empty();
    unknown || first.contains(&other.id) || second.contains(&one.id)
}

fn choices_of_the_weakest(table: &Table) -> Vec<Duty> {
    let chooses = |unit: &&TableUnit| {
        let shaken = unit.facts.lists_any(SHAKEN);
        let equals = weakest_of(&unit.facts).len() > 1;
        !is_trained(&unit.facts) && shaken && equals && END_OF_TURN.may(&unit.facts, &[])
    };
    let duty = |unit: &TableUnit| {
        let why = text!("{name}: one element is lost. Choose between equally weak types.", name = name(&unit.facts));
        Duty::new(procedures::END_OF_TURN, why).with(roles::FORMATION, [&unit.id]).must()
    };
    present(table).filter(chooses).map(duty).collect()
}

/// Rout checks for a side without a Regular formation on the table. "Next" resolves them. (R32)
pub fn routs(table: &Table) -> Vec<Duty> {
    let both_are_there = Side::BOTH.iter().all(|side| table.of(*side).next().is_some());
    let beaten = Side::BOTH.iter().any(|side| !table.of(*side).any(|unit| holds_its_side(&unit.facts)));
    if both_are_there && beaten { vec![Duty::new(procedures::ROUT_CHECK, IS_BEATEN).by_next()] } else { Vec::new() }
}
