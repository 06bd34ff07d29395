//! Choices of players in the course of a bound, and what becomes of units, for forecasts.

use super::super::facts::{BROKEN, FIRED, KIND, RESPONSE, counters, figures_left, is_general, is_out};
use super::super::fire::combined::FirerKind;
use super::super::unit::words::Response;
use super::relations::{CHARGE_FIRE, chargers};
use crate::form::Choice;
use crate::rules::forecast::{ForecastRules, Number, Plan, Planned, Policy};
use crate::rules::turn::Duty;
use crate::text;

/// Forecasts of a bound.
pub const FORECAST: ForecastRules = ForecastRules {
    policies: POLICIES,
    rounds: &["melee_round"],
    fates: &[
        Choice { id: "in_hand", label: "fights on" },
        Choice { id: "broken", label: "broken" },
        Choice { id: "out", label: "out of the battle" },
    ],
    fate: |unit| {
        if is_out(unit) || !is_general(unit) && figures_left(unit) == 0 { 2 } else { usize::from(unit.holds(BROKEN)) }
    },
    numbers: &[
        Number { id: "counters", label: "counters", of: |unit| (!is_general(unit)).then(|| counters(unit)) },
        Number { id: "figures", label: "figures left", of: |unit| (!is_general(unit)).then(|| figures_left(unit)) },
    ],
    notes: &["A charge reaches its target."],
    ..ForecastRules::PLAIN
};

const POLICIES: &[Policy] = &[
    Policy {
        id: "answer",
        label: "Answer to a charge",
        choices: &[
            Choice { id: "stand", label: "Stand if it can" },
            Choice { id: "counter_charge", label: "Counter-charge if it can, else stand" },
            Choice { id: "break", label: "Break rather than stand" },
        ],
        plan: answer,
    },
    Policy {
        id: "charge_fire",
        label: "Fire at a charge",
        choices: &[
            Choice { id: "fire", label: "Whoever stands fires at the charger" },
            Choice { id: "hold", label: "Nobody fires" },
        ],
        plan: charge_fire,
    },
    Policy {
        id: "pursuit",
        label: "Pursuit",
        choices: &[
            Choice { id: "halt", label: "Halt as soon as it may" },
            Choice { id: "go_on", label: "Go on even if it may halt" },
        ],
        plan: pursuit,
    },
    Policy {
        id: "rest",
        label: "Rest",
        choices: &[Choice { id: "rest", label: "Rest whenever it can" }, Choice { id: "none", label: "Never rest" }],
        plan: |plan| whenever(plan, "rest", "rest"),
    },
    Policy {
        id: "speech",
        label: "Speeches",
        choices: &[
            Choice { id: "speak", label: "A general speaks whenever he can" },
            Choice { id: "none", label: "No speeches" },
        ],
        plan: |plan| whenever(plan, "speak", "rousing_speech"),
    },
];

/// A duty that nobody must do, done whenever it is due if players chose so.
fn whenever(plan: &Plan, chosen: &str, procedure: &str) -> Option<Planned> {
    (plan.choice == chosen).then(|| plan.duty(procedure)).flatten()
}

/// A charged unit that elects to break does so before it is tested. *Reaction Tests 1.*
fn answer(plan: &Plan) -> Option<Planned> {
    match plan.choice {
        "counter_charge" => plan.duty("reaction_charge"),
        "break" => {
            let elects =
                |duty: &&Duty| duty.procedure == "break_unit" && duty.fields.iter().any(|(_, why)| why == "elected");
            plan.due.iter().find(elects).cloned().map(Planned::Act)
        }
        _ => None,
    }
}

/// A unit that stands fires at its first charger. *Move Sequence 3.*
fn charge_fire(plan: &Plan) -> Option<Planned> {
    if plan.choice != "fire" || plan.table.phase != CHARGE_FIRE {
        return None;
    }
    let stands = plan.table.units.iter().filter(|unit| {
        plan.concerns(&unit.id) && unit.facts.equals(RESPONSE, Response::Stand) && !unit.facts.holds(FIRED)
    });
    let mut shots = stands.filter_map(|unit| {
        let procedure = match unit.facts.value(KIND)? {
            FirerKind::Infantry => "infantry_fire",
            FirerKind::Cavalry => "cavalry_fire",
            FirerKind::Artillery => "artillery_fire",
        };
        let charger = chargers(plan.table, &unit.id).next()?;
        let why = text!("{name} fires at its charger.", name = unit.id.clone());
        Some(Duty::new(procedure, why).with("firer", [&unit.id]).with("target", [&charger.id]))
    });
    shots.next().map(Planned::Act)
}

/// A unit that may halt may go on. *Reaction Tests 3.*
fn pursuit(plan: &Plan) -> Option<Planned> {
    let duty = plan.due.iter().find(|duty| duty.procedure == "reaction_pursuit")?;
    (plan.choice == "go_on").then(|| Planned::Act(duty.clone().field("goes_on", true)))
}
