//! Bars of the bound: rules that depend on other units, the phase or the whole table. Rules about single units are
//! [conditions](rules::condition) of their procedures.

use super::super::conditions::{BROKEN, RALLYING};
use super::super::facts::{
    CHARGING, PURSUIT_OF, PURSUIT_TESTED, RESPONSE, has_charged, is_at_its_number, is_general, is_out,
};
use super::super::morale::breaking::Cause;
use super::super::movement::allowance::RECOVERING;
use super::super::organisation::sub_unit::IN_ACTION;
use super::super::reactions::pursuit::NOT_DUE;
use super::super::relations::{
    CHARGE_FIRE, CHARGE_MOVES, CHARGES_PHASE, OTHER_MOVES, chargers, general_recovers, is_charged, is_class_unknown,
    is_in_action, lacks_classes, owes_answer,
};
use super::super::terms::Response;
use super::phases;
use crate::ids::{procedures, roles};
use rules::prelude::*;

const FIRE: &[&str] =
    &[procedures::INFANTRY_FIRE, procedures::CAVALRY_FIRE, procedures::ARTILLERY_FIRE, procedures::COMBINED_FIRE];
/// Procedures that take time out of a move (R32). `sub_unit` counts only for detaching.
const SHIFT: &[&str] = &[
    procedures::MOVEMENT_ALLOWANCE,
    procedures::BRIDGE_CROSSING,
    procedures::GUN_LIMBERING,
    procedures::MOUNTING,
    procedures::FORMATION,
    procedures::SUB_UNIT,
];
const TESTS: &[&str] = &[procedures::REACTION_CHARGE, procedures::REACTION_STAND, procedures::REACTION_PURSUIT];
const CHARGE: &[&str] = &[procedures::REACTION_CHARGE];
const STAND: &[&str] = &[procedures::REACTION_STAND];
const PURSUE: &[&str] = &[procedures::REACTION_PURSUIT];
const BREAK: &[&str] = &[procedures::BREAK_UNIT];

/// Bars that are checked before the conditions of a procedure.
pub const BARS: &[Bar] = &[
    Bar::new("out_of_battle", &[], "Reaction Tests 3; Generals", out_of_battle),
    Bar::new("recovering", &[procedures::ROUSING_SPEECH], "Generals", |act| {
        when(its_general_recovers(act), RECOVERING.message)
    }),
    Bar::new("recovering", TESTS, "Generals", lends_modifier).on_acts(),
    Bar::new("pursuing", SHIFT, "Reaction Tests 3", owes_pursuit_test),
];

/// Bars that are checked after the conditions of a procedure.
pub const LATE_BARS: &[Bar] = &[
    Bar::new("classes_not_entered", &[procedures::MORALE_CLASS_ROLL], "Classification of Troops", |act| {
        let without = !act.input.contains_key("table") && lacks_classes(act.table, act.side);
        when(without, "First enter the morale classes of the scenario.")
    }),
    Bar::new("not_charged", STAND, "Reaction Tests 1", |act| when(!is_charged_by(act), NOBODY_CHARGES)),
    Bar::new("not_charged", CHARGE, "Reaction Tests 1", |act| {
        when(counter_charges(act) && !is_charged_by(act), NOBODY_CHARGES)
    })
    .on_acts(),
    Bar::new("no_cause", BREAK, "Morale; Reaction Tests 1 and 2", no_cause),
    Bar::new("no_cause", BREAK, "Morale; Reaction Tests 1 and 2", other_cause).on_acts(),
    Bar::new("not_charging", &[procedures::MOVEMENT_ALLOWANCE, procedures::FORMATION], "Move Sequence 2", |act| {
        let idle = |unit: &Facts| !is_general(unit) && !unit.holds(CHARGING);
        when(act.table.phase == CHARGE_MOVES && any(act, idle), "Only units that charge move now.")
    }),
    Bar::new("charge_moved", SHIFT, "Move Sequence 5", |act| {
        let charged = act.table.phase == OTHER_MOVES && any(act, has_charged);
        when(shifts(act) && charged, "It moved as it charged.")
    }),
    Bar::new("in_action", &[procedures::SUB_UNIT], "Formations and Sub-units", |act| {
        let engaged = act.actors().iter().any(|unit| is_in_action(act.table, unit));
        when(detaches(act) && engaged, IN_ACTION.message)
    }),
    Bar::new("pursuit_not_due", PURSUE, "Reaction Tests 3", pursues_another).on_acts(),
    Bar::new("charge_fire_target", FIRE, "Move Sequence 3", |act| {
        let in_charge = |unit: &TableUnit| has_charged(&unit.facts) || is_charged(act.table, &unit.id);
        let other = act.table.phase == CHARGE_FIRE && act.unit(roles::TARGET).is_some_and(|target| !in_charge(target));
        when(other, "Fire at units that charge or are charged. Other fire comes in the sixth phase.")
    })
    .on_acts(),
    Bar::new("phase", &[], "Move Sequence", out_of_phase),
];

const NOBODY_CHARGES: &str = "Nobody charges it.";

/// True if the predicate holds for one of the acting units.
fn any(act: &Attempt, is: impl Fn(&Facts) -> bool) -> bool {
    act.actors().iter().any(|unit| is(&unit.facts))
}

/// Units out of the battle neither act nor are acted on. A pursuit is exempt: it can be settled after the enemy is gone.
fn out_of_battle(act: &Attempt) -> Option<Text> {
    let checked =
        act.roles.iter().filter(|(role, _)| act.procedure != procedures::REACTION_PURSUIT || *role != "opponent");
    let out = checked.flat_map(|(_, units)| units).any(|unit| is_out(&unit.facts));
    when(out, "It is out of the battle.")
}

fn its_general_recovers(act: &Attempt) -> bool {
    act.actors().iter().any(|unit| general_recovers(act.table, unit))
}

/// A recovering general lends no modifier. An unknown class is reported first. (R20)
fn lends_modifier(act: &Attempt) -> Option<Text> {
    let lends = act.word("general").is_some_and(|general| general != "none") && its_general_recovers(act);
    when(lends && !any(act, is_class_unknown), RECOVERING.message)
}

/// A unit in pursuit tests to halt before it moves otherwise. If it is broken or rallies, that is reported first. (R33)
fn owes_pursuit_test(act: &Attempt) -> Option<Text> {
    let is_named_first = |unit: &Facts| !BROKEN.permits(unit) || !RALLYING.permits(unit);
    // A unit that has tested and failed is barred by being in pursuit.
    let owes = |unit: &Facts| unit.named(PURSUIT_OF).is_some() && !unit.holds(PURSUIT_TESTED);
    let owes_test = any(act, owes) && !any(act, is_named_first);
    when(shifts(act) && act.table.phase == OTHER_MOVES && owes_test, "It must first test to halt its pursuit.")
}

/// True of a counter-charge. An offer has no role yet, so it counts as a charge.
fn counter_charges(act: &Attempt) -> bool {
    act.word("role") == Some("counter_charge")
}

/// True if the opponent charges all acting units; without an opponent, if any enemy does.
fn is_charged_by(act: &Attempt) -> bool {
    let opponent = act.unit(roles::OPPONENT);
    act.actors().iter().all(|unit| {
        chargers(act.table, &unit.id).any(|charger| opponent.is_none_or(|opponent| opponent.id == charger.id))
    })
}

const NO_CAUSE: &str = "Nothing makes it break.";

/// A unit breaks only at its breaking number, after failing to stand, or instead of answering a charge. *Morale; Reaction Tests 1 and 2.*
fn no_cause(act: &Attempt) -> Option<Text> {
    let broken_by = |unit: &TableUnit| Cause::ALL.iter().any(|cause| cause_holds(act.table, unit, *cause));
    when(!act.actors().iter().all(|unit| broken_by(unit)), NO_CAUSE)
}

/// The cause that players enter must apply.
fn other_cause(act: &Attempt) -> Option<Text> {
    let given = Cause::ALL.iter().find(|cause| act.word("cause") == Some(cause.id()));
    let holds = |cause: &Cause| act.actors().iter().all(|unit| cause_holds(act.table, unit, *cause));
    when(!given.is_none_or(holds), NO_CAUSE)
}

/// True if a unit can break for this cause now. A broken unit breaks again only in the fifth phase (R16).
fn cause_holds(table: &Table, unit: &TableUnit, cause: Cause) -> bool {
    match cause {
        Cause::Counters => {
            let now = BROKEN.permits(&unit.facts) || table.phase == OTHER_MOVES;
            is_at_its_number(&unit.facts) && now
        }
        Cause::FailedStand => unit.facts.equals(RESPONSE, Response::Break),
        Cause::Elected => table.phase == CHARGES_PHASE && owes_answer(table, unit),
    }
}

/// True if the act takes time: every procedure in [`SHIFT`] except rejoining.
fn shifts(act: &Attempt) -> bool {
    act.procedure != procedures::SUB_UNIT || detaches(act)
}

/// True of detaching. An offer of `sub_unit` counts as detaching.
fn detaches(act: &Attempt) -> bool {
    act.procedure == procedures::SUB_UNIT && !rejoins(act)
}

fn rejoins(act: &Attempt) -> bool {
    act.procedure == procedures::SUB_UNIT && act.word("action") == Some("rejoin")
}

/// A unit pursues only the enemy whose break called for the pursuit. (R36)
fn pursues_another(act: &Attempt) -> Option<Text> {
    let opponent = act.unit(roles::OPPONENT)?;
    let another = |unit: &Facts| unit.named(PURSUIT_OF).is_some_and(|enemy| enemy != opponent.id);
    when(any(act, another), NOT_DUE.message)
}

fn out_of_phase(act: &Attempt) -> Option<Text> {
    when(!phases::is_played_in(act.procedure, act.table.phase), "This belongs to another phase.")
}
