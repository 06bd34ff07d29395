//! Choices of players during an initiative, and results for units, in forecasts.

use super::super::terms::Fate;
use super::super::terms::{Card, InPlay};
use crate::facts::*;
use crate::ids::{phases, procedures, roles};
use rules::forecast::{ForecastRules, Number, Plan, Planned, Policy};
use rules::prelude::*;
use rules::table::Change;

/// Forecasts of an initiative, and of the other side's initiative after it.
pub const FORECAST: ForecastRules = ForecastRules {
    policies: POLICIES,
    rounds: &[procedures::FIGHT],
    fates: &[
        Choice { id: "ok", label: "in good order" },
        Choice { id: "disordered", label: "{n|disordered|disordered}" },
        Choice { id: "routed", label: "{n|routed|routed}" },
        Choice { id: "destroyed", label: "{n|destroyed or gone|destroyed or gone}" },
    ],
    fate: |unit| match unit.value(STATE) {
        Some(Fate::Disordered) => 1,
        Some(Fate::Routed) => 2,
        Some(Fate::Destroyed | Fate::LeftTable) => 3,
        Some(Fate::Ok) | None => 0,
    },
    numbers: &[
        Number { id: "stands", label: "stands", of: |unit| unit.value(STANDS) },
        Number { id: "hits", label: "hits", of: |unit| unit.value(HITS) },
    ],
    notes: &["No cards are turned but those that a choice names.", "It ends before the next roll for the initiative."],
    ends: |table| matches!(table.phase, phases::INITIATIVE | phases::TURN_END),
};

const CHIP_ALWAYS: Choice = Choice { id: "always", label: "Always, while there are chips" };
const CHIP_DISORDERED: Choice = Choice { id: "disordered", label: "Only on a disordered unit" };
const CHIP_NEVER: Choice = Choice { id: "never", label: "Never" };
const NO_CARD: Choice = Choice { id: "none", label: "None" };
const TURN_COURAGE: Choice = Choice { id: "courage", label: "Courage" };

const POLICIES: &[Policy] = &[
    Policy {
        id: "chip",
        label: "Morale chips on a unit that suffered",
        choices: &[CHIP_ALWAYS, CHIP_DISORDERED, CHIP_NEVER],
        plan: chip,
    },
    Policy { id: "card", label: "The next card of each side", choices: &[NO_CARD, TURN_COURAGE], plan: courage },
];

/// Spends a morale chip right after a result, if the enemy has one and players chose it. *How to battle – morale chips.*
fn chip(plan: &Plan) -> Option<Planned> {
    let wanted = |duty: &&Duty| {
        let unit = duty.units(roles::UNIT).first().and_then(|id| plan.table.unit(id));
        let is_disordered = unit.is_some_and(|unit| unit.facts.equals(STATE, Fate::Disordered));
        duty.procedure == procedures::CHIP_CHECK
            && (plan.chose(CHIP_ALWAYS) || plan.chose(CHIP_DISORDERED) && is_disordered)
    };
    plan.due.iter().find(wanted).cloned().map(Planned::Act)
}

/// Turns a Courage card for the side with the initiative, unless another card must be obeyed. *How to battle – cards and pips:
/// Courage.*
fn courage(plan: &Plan) -> Option<Planned> {
    let side = active(plan.table).filter(|_| plan.chose(TURN_COURAGE))?;
    let is_obeyed = card_in_play(plan.table) != Some(Card::Courage) && plan.due.iter().all(|duty| !duty.must);
    let concerned = plan.table.of(side).any(|unit| plan.concerns(&unit.id) && in_hand(&unit.facts));
    let turned = Change::to(Subject::Battle, CARD, InPlay::from(Card::Courage));
    (is_obeyed && concerned).then(|| Planned::Set(vec![turned]))
}
