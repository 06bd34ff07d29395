//! Ends of phases: changes and procedures that "Next" carries out.

use super::super::facts::*;
use super::super::irregular::end_of_turn::END_OF_TURN;
use super::super::orders::command::earlier_commands;
use super::super::terms::Task;
use super::duties;
use super::phases::PHASES;
use crate::ids::{phases, procedures, roles};
use rules::prelude::*;
use rules::table::Change;
use rules::turn::{NextStep, Upkeep};

/// Returns the step to the next phase, or to the next turn after the last phase.
pub fn next(table: &Table) -> NextStep {
    let here = PHASES.iter().position(|phase| phase.id == table.phase);
    let following = here.and_then(|here| PHASES.get(here + 1));
    let before: &'static [Upkeep] = match table.phase {
        phases::MOVE => &[Upkeep::Change(changing_dragoons), Upkeep::Resolve(routs)],
        phases::END => &[Upkeep::Resolve(ends_of_turn), Upkeep::Resolve(routs)],
        _ => &[Upkeep::Resolve(routs)],
    };
    let (label, phase) = following.map_or(("End the turn", PHASES[0].id), |phase| (phase.title, phase.id));
    NextStep { label: label.into(), event: None, is_new_turn: following.is_none(), phase, before, after: &[] }
}

/// Mounts or dismounts Dragoons at the end of the move step, by their passed order. If players marked them by hand, their state is
/// reversed. *Melee Combat.* (R22)
fn changing_dragoons(table: &Table) -> Vec<Change> {
    let changing = table.units.iter().filter(|unit| has_elements(&unit.facts) && unit.facts.holds(CHANGING));
    let turned = changing.filter_map(|unit| {
        let mounted = unit.facts.value(MOUNTED)?;
        let to = ordered(unit).unwrap_or(!mounted);
        (to != mounted).then(|| Change::to(unit.id.as_str(), MOUNTED, to))
    });
    turned.collect()
}

/// True for a passed order to mount, false for one to dismount; `None` without either.
fn ordered(unit: &TableUnit) -> Option<bool> {
    let slots = [(SECOND_COMMAND, SECOND_COMMAND_FAILED), (FIRST_COMMAND, FIRST_COMMAND_FAILED)];
    let passed = slots.into_iter().filter(|(_, failed)| !unit.facts.holds(*failed));
    passed.filter_map(|(slot, _)| unit.facts.value(slot)).find_map(|tried| match tried {
        Tried(Some(Task::Mount)) => Some(true),
        Tried(Some(Task::Dismount)) => Some(false),
        Tried(_) => None,
    })
}

/// The procedure `end_of_turn` for each formation on the table whose turn has not ended. *Melee Combat; Shooting.*
fn ends_of_turn(table: &Table) -> Vec<Duty> {
    let due = table.units.iter().filter(|unit| has_elements(&unit.facts) && END_OF_TURN.may(&unit.facts, &[]));
    due.map(|unit| Duty::new(procedures::END_OF_TURN, "End of the turn").with(roles::FORMATION, [&unit.id])).collect()
}

/// Rout checks, at the end of each step, because shooting and melee are simultaneous. *Melee Combat.* (R9, R32)
fn routs(table: &Table) -> Vec<Duty> {
    if is_decided(&table.battle) { Vec::new() } else { duties::routs(table) }
}

/// Returns a warning if the act is the first command of an Irregular of its side. The warning lists the Regulars that can then get no
/// command this turn. *Manoeuvre Commands.* (R26)
pub fn commands_ended(act: &Attempt) -> Vec<Text> {
    let begins =
        |unit: &&TableUnit| !is_regular(&unit.facts) && !act.scene.table.side(unit.side).holds(IRREGULARS_BEGUN);
    let Some(irregular) =
        act.scene.unit(roles::FORMATION).filter(|_| act.procedure == procedures::COMMAND).filter(begins)
    else {
        return Vec::new();
    };
    let untried =
        |unit: &&TableUnit| has_elements(&unit.facts) && is_regular(&unit.facts) && earlier_commands(&unit.facts) == 0;
    let names: Vec<String> = act.scene.table.of(irregular.side).filter(untried).map(|unit| name(&unit.facts)).collect();
    let words = || text!("After this no command is left this turn to: {names}.", names = names.join(", "));
    (!names.is_empty()).then(words).into_iter().collect()
}
