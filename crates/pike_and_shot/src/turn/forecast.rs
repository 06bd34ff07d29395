//! Choices of players during a bound, and results for units, in forecasts.

use super::super::fire::combined::is_firer;
use super::super::morale::rest::{Rest, RestAction};
use super::super::reactions::pursuit::ReactionPursuit;
use super::super::relations::chargers;
use super::super::terms::{BreakCause, FirerKind, Pistols, Response};
use crate::facts::*;
use crate::ids::{phases, procedures, roles};
use rules::forecast::{ForecastRules, Number, Plan, Planned, Policy};
use rules::prelude::*;

/// Forecasts of a bound.
pub const FORECAST: ForecastRules = ForecastRules {
    policies: POLICIES,
    rounds: &[procedures::MELEE_ROUND],
    fates: &[
        Choice { id: "in_hand", label: "{n|fights|fight} on" },
        Choice { id: "broken", label: "{n|broken|broken}" },
        Choice { id: "out", label: "out of the battle" },
    ],
    fate: |unit| if is_out(unit) { 2 } else { usize::from(unit.holds(BROKEN)) },
    numbers: &[
        Number { id: "counters", label: "counters", of: |unit| (!is_general(unit)).then(|| counters(unit)) },
        Number { id: "figures", label: "figures left", of: |unit| (!is_general(unit)).then(|| figures_left(unit)) },
    ],
    notes: &["A charge reaches its target."],
    ..ForecastRules::PLAIN
};

const ANSWER_STAND: Choice = Choice { id: "stand", label: "Stand if it can" };
const ANSWER_COUNTER_CHARGE: Choice = Choice { id: "counter_charge", label: "Counter-charge if it can, else stand" };
const ANSWER_BREAK: Choice = Choice { id: "break", label: "Break rather than stand" };
const FIRE_AT_CHARGE: Choice = Choice { id: "fire", label: "A unit that stands fires at the charger" };
const HOLD_FIRE: Choice = Choice { id: "hold", label: "Nobody fires" };
const PURSUIT_HALT: Choice = Choice { id: "halt", label: "Halt as soon as it may" };
const PURSUIT_GO_ON: Choice = Choice { id: "go_on", label: "Go on even if it may halt" };
const REST: Choice = Choice { id: "rest", label: "Rest whenever it can" };
const REST_LOADING: Choice = Choice { id: "load", label: "Rest, but load pistols before removing counters" };
const NO_REST: Choice = Choice { id: "none", label: "Never rest" };
const SPEAK: Choice = Choice { id: "speak", label: "A general speaks whenever he can" };
const NO_SPEECH: Choice = Choice { id: "none", label: "No speeches" };

const POLICIES: &[Policy] = &[
    Policy {
        id: "answer",
        label: "Answer to a charge",
        choices: &[ANSWER_STAND, ANSWER_COUNTER_CHARGE, ANSWER_BREAK],
        plan: answer,
    },
    Policy { id: "charge_fire", label: "Fire at a charge", choices: &[FIRE_AT_CHARGE, HOLD_FIRE], plan: charge_fire },
    Policy { id: "pursuit", label: "Pursuit", choices: &[PURSUIT_HALT, PURSUIT_GO_ON], plan: pursuit },
    Policy { id: "rest", label: "Rest", choices: &[REST, REST_LOADING, NO_REST], plan: rest },
    Policy {
        id: "speech",
        label: "Speeches",
        choices: &[SPEAK, NO_SPEECH],
        plan: |plan| whenever(plan, SPEAK, procedures::ROUSING_SPEECH),
    },
];

/// Performs an optional duty of this procedure whenever it is due, if players chose this answer. `None` if there is nothing to do.
fn whenever(plan: &Plan, answer: Choice, procedure: &str) -> Option<Planned> {
    plan.chose(answer).then(|| plan.duty(procedure)).flatten()
}

/// Rests an idle unit. By default, the unit removes counters before it reloads its pistols. *Move Sequence 7.*
fn rest(plan: &Plan) -> Option<Planned> {
    if plan.chose(NO_REST) {
        return None;
    }
    let duty = plan.due.iter().find(|duty| duty.procedure == procedures::REST)?.clone();
    let mut resting = duty.units(roles::UNIT).iter().filter_map(|id| plan.table.unit(id));
    let loads = plan.chose(REST_LOADING) && resting.any(|unit| unit.facts.equals(PISTOLS, Pistols::Empty));
    Some(Planned::Act(if loads { duty.field(field!(Rest, action), RestAction::ReloadPistols.id()) } else { duty }))
}

/// Answers a charge. If players chose to break, the unit breaks before any test. With `None`, it tests to stand. *Reaction Tests 1.*
fn answer(plan: &Plan) -> Option<Planned> {
    if plan.chose(ANSWER_COUNTER_CHARGE) {
        plan.duty(procedures::REACTION_CHARGE)
    } else if plan.chose(ANSWER_BREAK) {
        let elects = |duty: &&Duty| duty.fields.iter().any(|(_, why)| why == BreakCause::Elected.id());
        plan.due.iter().find(elects).cloned().map(Planned::Act)
    } else {
        None
    }
}

/// Lets a unit that stands fire at its first charger. *Move Sequence 3.*
fn charge_fire(plan: &Plan) -> Option<Planned> {
    if !plan.chose(FIRE_AT_CHARGE) || plan.table.phase != phases::CHARGE_FIRE {
        return None;
    }
    let stands = plan.table.units.iter().filter(|unit| {
        let facts = &unit.facts;
        let stands = facts.equals(RESPONSE, Response::Stand) && !facts.holds(FIRED);
        plan.concerns(&unit.id) && stands && is_firer(facts).is_ok()
    });
    let mut shots = stands.filter_map(|unit| {
        // Gunners need no case, because they break rather than stand.
        let on_horseback = unit.facts.equals(KIND, FirerKind::Cavalry);
        let procedure = if on_horseback { procedures::CAVALRY_FIRE } else { procedures::INFANTRY_FIRE };
        let charger = chargers(plan.table, &unit.id).next()?;
        let why = text!("{name}: fire at the charger.", name = unit.id.clone());
        Some(Duty::new(procedure, why).with(roles::FIRER, [&unit.id]).with(roles::TARGET, [&charger.id]))
    });
    shots.next().map(Planned::Act)
}

/// Lets a unit that may halt go on in pursuit, if players chose so. *Reaction Tests 3.*
fn pursuit(plan: &Plan) -> Option<Planned> {
    let duty = plan.due.iter().find(|duty| duty.procedure == procedures::REACTION_PURSUIT)?;
    plan.chose(PURSUIT_GO_ON).then(|| Planned::Act(duty.clone().field(field!(ReactionPursuit, goes_on), true)))
}
