//! Bars: acts that the turn forbids now, each with heading and message.

use super::super::facts::*;
use super::super::orders::movement::{REASON, Reason};
use super::super::terms::Aiming;
use crate::ids::{procedures, roles};
use rules::form::path;
use rules::prelude::*;

const COMMAND: &[&str] = &[procedures::COMMAND];
const SHOOTING: &[&str] = &[procedures::SHOOTING, procedures::TARGET_CHOICE];
const MELEE: &[&str] = &[procedures::MELEE];
/// Procedures that belong to one or two phases.
const OF_A_PHASE: &[&str] = &[
    procedures::COMMAND,
    procedures::TARGET_CHOICE,
    procedures::SHOOTING,
    procedures::MOVEMENT_ALLOWANCE,
    procedures::MELEE,
    procedures::END_OF_TURN,
];
/// Procedures that are allowed only while the battle is undecided.
const OF_A_BATTLE: &[&str] = &[
    procedures::COMMAND,
    procedures::TARGET_CHOICE,
    procedures::SHOOTING,
    procedures::MOVEMENT_ALLOWANCE,
    procedures::MELEE,
    procedures::IRREGULAR_CHECK,
    procedures::GENERAL_DEATH,
    procedures::END_OF_TURN,
];

/// Bars of the whole table in the order in which they are checked; the first that applies is reported.
pub const BARS: &[Bar] = &[
    Bar::new("battle_over", OF_A_BATTLE, "Melee Combat", |act| {
        when(is_decided(&act.table.battle), "The battle is decided.")
    }),
    // Steps in the order of the headings; moves come after shooting. (R10, R25)
    Bar::new("wrong_phase", OF_A_PHASE, "Manoeuvre Commands; Shooting; Melee Combat", |act| {
        when(!belongs_to_the_phase(act), "This belongs to another step of the turn.")
    }),
    Bar::new("destroyed", &[], "Representation", |act| {
        let gone = act.everybody().find(|unit| !has_elements(&unit.facts) && !shoots_as_it_fell(act, unit));
        gone.map(|unit| rules::text!("Nothing of {name} is left.", name = name(&unit.facts)))
    }),
    Bar::new("not_in_contact", MELEE, "Melee Combat", |act| {
        let apart = |unit: &&TableUnit| !unit.facts.holds(IN_MELEE) || touches_nobody_of(unit, act);
        when(act.everybody().any(|unit| apart(&unit)), "They are not in contact.")
    }),
];

/// Bars that are checked after the conditions of a procedure.
pub const LATE_BARS: &[Bar] = &[
    Bar::new("general_lives", &[procedures::GENERAL_DEATH], "Melee Combat", |act| {
        let side = act.actors().first()?.side;
        let lives = !general_is_dead(act.table.side(side));
        when(lives, rules::text!("The General of {side} is alive.", side = Gap::Side(side.id())))
    }),
    // (R26)
    Bar::new("regulars_first", COMMAND, "Manoeuvre Commands", |act| {
        let formation = act.unit(roles::FORMATION)?;
        let untried = earlier_commands(&formation.facts) == 0;
        let begun = act.table.side(formation.side).holds(IRREGULARS_BEGUN);
        let late = is_regular(&formation.facts) && untried && begun;
        when(late, "Regulars first: an Irregular of this side has had its command.")
    }),
    // The nearest enemy, or the second nearest if it is free to choose; other targets need a command.
    Bar::new("not_nearest", &[procedures::SHOOTING], "Shooting", |act| {
        let target = act.unit(roles::TARGET)?;
        let mut shooters = act.units(roles::SHOOTERS).iter().enumerate();
        let (_, tied) =
            shooters.find(|(index, shooter)| !may_aim_at(&shooter.facts, &target.id, aims_at(act, *index)))?;
        let name = name(&tied.facts);
        Some(rules::text!("Another formation is nearer to {name}: only a command changes the target.", name = name))
    })
    .on_acts(),
];

/// Reports Regulars that get no command any more, because the first command to an Irregular of their side ends theirs. *Manoeuvre
/// Commands.* (R26)
pub fn ends(act: &Attempt) -> Vec<Text> {
    let begins = |unit: &&TableUnit| !is_regular(&unit.facts) && !act.table.side(unit.side).holds(IRREGULARS_BEGUN);
    let Some(irregular) = act.unit(roles::FORMATION).filter(|_| act.procedure == procedures::COMMAND).filter(begins)
    else {
        return Vec::new();
    };
    let untried =
        |unit: &&TableUnit| has_elements(&unit.facts) && is_regular(&unit.facts) && earlier_commands(&unit.facts) == 0;
    let names: Vec<String> = act.table.of(irregular.side).filter(untried).map(|unit| name(&unit.facts)).collect();
    let words = || rules::text!("After this no command is left this turn to: {names}.", names = names.join(", "));
    (!names.is_empty()).then(words).into_iter().collect()
}

/// True of a unit that fell in this step and now shoots: shooting in a step is simultaneous. (R9)
fn shoots_as_it_fell(act: &Attempt, unit: &TableUnit) -> bool {
    let shooter = SHOOTING.contains(&act.procedure) && act.actors().iter().any(|own| own.id == unit.id);
    shooter && fell_in_this_step(&unit.facts)
}

fn earlier_commands(unit: &Facts) -> usize {
    unit.value(EARLIER_COMMANDS).unwrap_or_default().len()
}

/// Rank of a shooter's target among its enemies, from the input.
fn aims_at(act: &Attempt, shooter: usize) -> Option<Aiming> {
    let shooter = path::get(act.input, &format!("shooters[{shooter}]"))?.as_object()?;
    answer(shooter, AIMING)
}

fn may_aim_at(shooter: &Facts, target: &str, said: Option<Aiming>) -> bool {
    let is_free = match shooter.value(AIM).flatten() {
        Some(aim) => aim.automatic == target || aim.free_second.as_deref() == Some(target),
        None => said != Some(Aiming::Commanded),
    };
    is_free || shooter.holds(TARGET_OVERRIDE)
}

/// Reason of a move, from the input; for an offer, that of the phase.
fn reason(act: &Attempt) -> Reason {
    let of_the_phase = if act.table.phase == "melee" { Reason::CloseUp } else { Reason::Manoeuvre };
    answer(act.input, REASON).unwrap_or(of_the_phase)
}

fn closes_up(act: &Attempt) -> bool {
    reason(act) == Reason::CloseUp
}

fn belongs_to_the_phase(act: &Attempt) -> bool {
    let phases: &[&str] = match act.procedure {
        "command" => &["commands"],
        // Before the shooting, it shows if a choice needs a command.
        "target_choice" => &["commands", "shooting"],
        "shooting" => &["shooting"],
        "movement_allowance" if closes_up(act) => &["melee"],
        "movement_allowance" => &["move"],
        "melee" => &["melee"],
        _ => &["end"],
    };
    phases.contains(&act.table.phase)
}

/// True if a formation has recorded contacts, but none with the opponents that take part. A formation without recorded contacts may
/// touch anybody.
fn touches_nobody_of(unit: &TableUnit, act: &Attempt) -> bool {
    let touching = contacts(&unit.facts);
    let mut others = act.everybody().filter(|other| other.side != unit.side).peekable();
    !touching.is_empty() && others.peek().is_some() && !others.any(|other| touching.contains(&other.id))
}
