//! Forecasts of a turn: the choices that players can plan, and the results that are shown for units.

use super::super::close_order::CloseOrder;
use super::super::input::SHOT_WITH;
use super::super::loading::to_load;
use super::super::unit::{fallen, figures, has_blow_left, is_down, is_out};
use crate::facts::*;
use crate::ids::{phases, procedures, roles};
use rules::forecast::{ForecastRules, Number, Plan, Planned, Policy};
use rules::prelude::*;

/// Forecasts of a turn.
pub const FORECAST: ForecastRules = ForecastRules {
    policies: POLICIES,
    rounds: &[procedures::MELEE],
    fates: &[
        Choice { id: "unhurt", label: "{n|unhurt|unhurt}" },
        Choice { id: "hurt", label: "{n|hurt|hurt}" },
        Choice { id: "down", label: "{n|stunned|stunned}" },
        Choice { id: "out", label: "out of the fight" },
    ],
    fate: |unit| {
        if is_out(unit) {
            3
        } else if is_down(unit) {
            2
        } else {
            usize::from(unit.holds(WOUNDED) || fallen(unit) > 0)
        }
    },
    numbers: &[
        Number { id: FIGURES.id(), label: "figures left", of: |unit| Some(figures(unit)) },
        Number { id: LIFE_POINTS.id(), label: "lives", of: |unit| unit.value(LIFE_POINTS) },
    ],
    notes: &["Nobody shoots or throws on the way.", "Single sixes are rolled again."],
    ..ForecastRules::PLAIN
};

const FIGHT_IN_CONTACT: Choice = Choice { id: "in_contact", label: "Goes on while they are in contact" };
const FIGHT_EVERY_TURN: Choice =
    Choice { id: "every_turn", label: "Goes on each turn: who was driven back comes again" };
const FIGHT_ONE_ROUND: Choice = Choice { id: "one_round", label: "Broken off after a round" };
const FIGHT_TWO_ROUNDS: Choice = Choice { id: "two_rounds", label: "Broken off after two rounds" };

const KEEP_ORDER: Choice = Choice { id: "keep", label: "Kept as long as it holds" };
const BREAK_ORDER: Choice = Choice { id: "break", label: "Broken on purpose" };
const LOAD_FIRST: Choice = Choice { id: "first", label: "The kind that is listed first" };
const LOAD_LAST: Choice = Choice { id: "last", label: "The kind that is listed last" };
const WOUNDS_WAIT: Choice = Choice { id: "wait", label: "Not seen to on the way" };
const WOUNDS_SEEN_TO: Choice = Choice { id: "seen_to", label: "Seen to as soon as they may be" };

const POLICIES: &[Policy] = &[
    Policy {
        id: "fight",
        label: "The fight in later turns",
        choices: &[FIGHT_IN_CONTACT, FIGHT_EVERY_TURN, FIGHT_ONE_ROUND, FIGHT_TWO_ROUNDS],
        plan: fight,
    },
    Policy { id: "order", label: "Close order", choices: &[KEEP_ORDER, BREAK_ORDER], plan: order },
    Policy { id: "load", label: "Several kinds of weapons to load", choices: &[LOAD_FIRST, LOAD_LAST], plan: load },
    Policy { id: "wounds", label: "Wounds", choices: &[WOUNDS_WAIT, WOUNDS_SEEN_TO], plan: wounds },
];

/// Breaks close order on purpose when it is checked, if players chose that. *Close order formation.*
fn order(plan: &Plan) -> Option<Planned> {
    let duty = plan.due.iter().find(|duty| duty.procedure == procedures::CLOSE_ORDER)?;
    plan.chose(BREAK_ORDER).then(|| Planned::Act(duty.clone().field(field!(CloseOrder, at_will), true)))
}

/// Chooses the weapon to load, for units with several kinds. *Firearms; R53.*
fn load(plan: &Plan) -> Option<Planned> {
    let duty = plan.due.iter().find(|duty| duty.procedure == procedures::RELOAD)?;
    let kinds = plan.unit_of(duty, roles::SHOOTER).map_or_else(Vec::new, |unit| to_load(&unit.facts));
    let kind = if plan.chose(LOAD_LAST) { kinds.last() } else { kinds.first() }?;
    Some(Planned::Act(duty.clone().field(SHOT_WITH.id(), kind.missile.write())))
}

/// Treats wounds at the end of a turn, if players chose that. *Wound healing.*
fn wounds(plan: &Plan) -> Option<Planned> {
    plan.chose(WOUNDS_SEEN_TO).then(|| plan.duty(procedures::HEALING)).flatten()
}

/// Fights with units in contact, until the number of rounds that players chose. *Melee; R56.*
fn fight(plan: &Plan) -> Option<Planned> {
    let is_enough =
        plan.chose(FIGHT_ONE_ROUND) && (plan.rounds)() >= 1 || plan.chose(FIGHT_TWO_ROUNDS) && (plan.rounds)() >= 2;
    if is_enough || plan.table.phase != phases::MELEE {
        return None;
    }
    if let Some(duty) = plan.duty(procedures::MELEE) {
        return Some(duty);
    }
    let again = || {
        let mut units = plan.units.iter().filter_map(|id| plan.table.unit(id));
        let first = units.next()?;
        let other = units.find(|unit| unit.side != first.side)?;
        let strikes = [(first, other), (other, first)].into_iter().find(|(one, _)| has_blow_left(&one.facts))?;
        let duty = Duty::new(procedures::MELEE, "They close again.")
            .with(roles::ONE, [&strikes.0.id])
            .with(roles::MANY, [&strikes.1.id]);
        let both = [first, other].iter().all(|unit| !is_out(&unit.facts));
        both.then_some(Planned::Act(duty))
    };
    if plan.chose(FIGHT_EVERY_TURN) { again() } else { None }
}
