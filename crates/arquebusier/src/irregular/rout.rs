//! Rout of a side without Regular formations, which ends the battle. *Melee Combat.*

use super::super::facts::*;
use super::super::terms::{BattleResult, Order};
use super::super::unit;
use crate::ids::procedures;
use rules::closing::{Decided, Force, Verdict};
use rules::prelude::*;
use rules::ruleset::Alert;

/// Procedure that checks whether a side is beaten.
pub const ROUT_CHECK: Procedure = Procedure::of::<RoutCheck>(procedures::ROUT_CHECK, "Is a side beaten?")
    .heading("Melee Combat")
    .about("A side loses when all its formations are Irregular, for whatever reason.")
    .rulings(&["R18", "R32"])
    .fill(states_of_both_sides);

form! {
    /// Input of the check for a rout.
    pub struct RoutCheck {
        a: Vec<Order> = unit(list::<Order>(0, 60)).label("Formations of {side A}"),
        b: Vec<Order> = unit(list::<Order>(0, 60)).label("Formations of {side B}"),
    }
}

/// Fields for the states of each side's formations.
const STATES: [Fact<Vec<Order>>; 2] = [fact!(field!(RoutCheck, a)), fact!(field!(RoutCheck, b))];

outcome! {
    /// Result of a rout check. *Melee Combat.*
    pub struct Rout {
        /// True if side A routs.
        pub a_routs: bool,
        /// True if side B routs.
        pub b_routs: bool,
        /// Result of the battle.
        pub result: BattleResult,
    }
}

impl Rule for RoutCheck {
    type Outcome = Rout;

    fn play(&self, _: &mut Dice) -> Result<Rout, Halt> {
        // One Regular formation prevents a rout. A side without any formation has lost, too. (R18)
        let (a_routs, b_routs) = (!self.a.contains(&Order::Regular), !self.b.contains(&Order::Regular));
        let result = match (a_routs, b_routs) {
            (false, false) => BattleResult::PlayOn,
            (true, false) => BattleResult::BWins,
            (false, true) => BattleResult::AWins,
            (true, true) => BattleResult::Draw,
        };
        Ok(Rout { a_routs, b_routs, result })
    }

    fn describe(&self, outcome: &Rout, consequences: &mut ConsequencesBuilder) {
        consequences.say(match outcome.result {
            BattleResult::PlayOn => "Both sides still have a Regular formation: play on.",
            BattleResult::AWins => "No Regular formation of {side B} is left: victory for {side A}.",
            BattleResult::BWins => "No Regular formation of {side A} is left: victory for {side B}.",
            BattleResult::Draw => "No Regular formation is left on either side: a draw.",
        });
        consequences.put(BATTLE, RESULT, outcome.result);
    }
}

/// Fills in the states of both sides' formations on the table.
fn states_of_both_sides(scene: &Scene, input: &mut Input) {
    for (side, states) in Side::BOTH.into_iter().zip(STATES) {
        let here = scene.table.of(side).filter(|unit| has_elements(&unit.facts));
        put(input, states, here.filter_map(|unit| unit.facts.value(STATE)).collect::<Vec<_>>());
    }
}

/// True of a formation on the table that is Regular, which prevents its side's rout. *Melee Combat.*
pub fn holds_its_side(unit: &Facts) -> bool {
    has_elements(unit) && is_regular(unit)
}

/// Alerts about sides that rout, with the reason why each formation is Irregular.
pub fn routs(armies: &[Vec<Facts>; 2]) -> Vec<Alert> {
    // An empty side gets no alert.
    let beaten = |army: &[Facts]| !army.is_empty() && !army.iter().any(holds_its_side);
    let rout = |side: usize| Alert {
        side: Some(side),
        news: StatusTag { words: "no Regular formation is left: it loses the battle.".into(), urgency: Urgency::Alarm },
        because: armies[side].iter().map(unit::why_irregular).collect(),
    };
    (0..2).filter(|side| beaten(&armies[*side])).map(rout).collect()
}

/// Result once a side has routed; `None` before. *Melee Combat.*
pub fn verdict(table: &Table) -> Option<Decided> {
    let routs =
        |side: Side| text!("No Regular formation of {side} is left: it loses the battle.", side = Gap::Side(side.id()));
    let (verdict, because) = match table.battle.value(RESULT)? {
        BattleResult::PlayOn => return None,
        BattleResult::AWins => (Verdict::A, routs(Side::B)),
        BattleResult::BWins => (Verdict::B, routs(Side::A)),
        BattleResult::Draw => (Verdict::Draw, "No Regular formation is left on either side: a draw.".into()),
    };
    Some(Decided { verdict, because, force: Force::Final })
}
