//! Choices of players during a turn, and results for formations, in forecasts.

use super::super::irregular::check::NEAR_GENERAL_IN;
use super::super::irregular::end_of_turn::{EndOfTurn, weakest_of};
use super::super::terms::Task;
use super::duties::not_checked;
use crate::facts::*;
use crate::ids::{phases, procedures, roles};
use rules::forecast::{ForecastRules, Number, Plan, Planned, Policy};
use rules::prelude::*;
use serde_json::json;

/// Forecasts of a turn.
pub const FORECAST: ForecastRules = ForecastRules {
    policies: POLICIES,
    rounds: &[procedures::MELEE],
    fates: &[
        Choice { id: "regular", label: "{n|Regular|Regular}" },
        Choice { id: "irregular", label: "{n|Irregular|Irregular}" },
        Choice { id: "destroyed", label: "{n|destroyed|destroyed}" },
    ],
    fate: |formation| if has_elements(formation) { usize::from(!is_regular(formation)) } else { 2 },
    numbers: &[Number { id: "elements", label: "elements left", of: |formation| formation.value(ELEMENTS) }],
    notes: &["Formations in contact stay in contact until one is destroyed.", "Nobody shoots on the way."],
    ..ForecastRules::PLAIN
};

const GENERAL_FALLS_NEAR: Choice = Choice { id: "near", label: "Within 12\" of his formations" };
const GENERAL_FALLS_FAR: Choice = Choice { id: "far", label: "Farther away" };
const CONTACT_FRONT: Choice = Choice { id: "front", label: "To the front" };
const CONTACT_SIDE: Choice = Choice { id: "side", label: "To the side" };
const CONTACT_REAR: Choice = Choice { id: "rear", label: "To the rear" };
const NO_RESTORING: Choice = Choice { id: "none", label: "No command restores it" };
const RESTORE_EACH_TURN: Choice = Choice { id: "restore", label: "A command restores it each turn" };
const WEAKEST_FIRST: Choice = Choice { id: "first", label: "The type that is listed first" };
const WEAKEST_LAST: Choice = Choice { id: "last", label: "The type that is listed last" };

const POLICIES: &[Policy] = &[
    Policy {
        id: "general_falls",
        label: "Where a General falls",
        choices: &[GENERAL_FALLS_NEAR, GENERAL_FALLS_FAR],
        plan: general_falls,
    },
    Policy {
        id: "contact",
        label: "A new contact",
        choices: &[CONTACT_FRONT, CONTACT_SIDE, CONTACT_REAR],
        plan: contact,
    },
    Policy {
        id: "restore",
        label: "Order in irregular formations",
        choices: &[NO_RESTORING, RESTORE_EACH_TURN],
        plan: restore,
    },
    Policy {
        id: "weakest",
        label: "An element of equally weak types",
        choices: &[WEAKEST_FIRST, WEAKEST_LAST],
        plan: weakest,
    },
];

/// The first check that is due for a formation for which the predicate holds.
fn check<'a>(plan: &'a Plan, is_due: impl Fn(&TableUnit) -> bool) -> Option<&'a Duty> {
    plan.due
        .iter()
        .filter(|duty| duty.procedure == procedures::IRREGULAR_CHECK)
        .find(|duty| plan.unit_of(duty, roles::FORMATION).is_some_and(&is_due))
}

/// Answers a formation's check about the distance of its General's death. *Melee Combat.*
fn general_falls(plan: &Plan) -> Option<Planned> {
    let range = if plan.chose(GENERAL_FALLS_NEAR) { NEAR_GENERAL_IN } else { 2 * NEAR_GENERAL_IN };
    let duty = check(plan, |formation| not_checked(plan.table).any(|other| other.id == formation.id))?;
    Some(Planned::Act(duty.clone().field(GENERAL_KILLED_RANGE_IN.id(), range)))
}

/// Checks a formation that is newly in contact. *Shooting; Melee Combat.*
fn contact(plan: &Plan) -> Option<Planned> {
    let duty = check(plan, |formation| formation.facts.holds(IN_MELEE))?;
    Some(Planned::Act(duty.clone().field(CONTACT.id(), json!([plan.choice]))))
}

/// Commands a formation that is Regular by nature to restore its order. *Melee Combat.*
fn restore(plan: &Plan) -> Option<Planned> {
    if !plan.chose(RESTORE_EACH_TURN) || plan.table.phase != phases::COMMANDS {
        return None;
    }
    let disordered = |unit: &&TableUnit| {
        plan.concerns(&unit.id) && has_elements(&unit.facts) && is_trained(&unit.facts) && !is_regular(&unit.facts)
    };
    let may = |unit: &&TableUnit| unit.facts.value(FIRST_COMMAND).is_none_or(|tried| tried == Tried(None));
    let unit = plan.table.units.iter().filter(disordered).find(may)?;
    let duty = Duty::new(procedures::COMMAND, "A command to restore order.").with(roles::FORMATION, [&unit.id]);
    Some(Planned::Act(duty.field(KIND.id(), Task::Restore.id())))
}

/// Chooses between equally weak types. (R17)
fn weakest(plan: &Plan) -> Option<Planned> {
    let duty = plan.due.iter().find(|duty| duty.procedure == procedures::END_OF_TURN)?;
    let equals = plan.unit_of(duty, roles::FORMATION).map_or_else(Vec::new, |formation| weakest_of(&formation.facts));
    let lost = if plan.chose(WEAKEST_LAST) { equals.last() } else { equals.first() }?;
    Some(Planned::Act(duty.clone().field(field!(EndOfTurn, lose_type), lost.id())))
}
