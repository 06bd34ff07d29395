//! Crossing a bridge. *Bridges and Fords.*

use super::super::bans::{CHARGE_MOVED, FIRED, HINDERED, MOVE_SPENT, OUT_OF_BATTLE, PHASE};
use super::super::effects;
use super::super::terms::{TargetType, WHOLE_MOVE, in_lots};
use super::renew_move;
use crate::facts::*;
use crate::ids::{procedures, roles};
use rules::prelude::*;

/// Crossing a bridge.
pub const BRIDGE_CROSSING: Procedure = Procedure::of::<BridgeCrossing>(procedures::BRIDGE_CROSSING, "Cross a bridge")
    .heading("Bridges and Fords")
    .about("How long a unit takes to cross a bridge.")
    .participants(&[Role::own(roles::UNIT, "Who crosses", "").fits(effects::is_unit)])
    .rulings(&["R19", "R32"])
    .bans(&[&[OUT_OF_BATTLE], HINDERED, &[FIRED, MOVE_SPENT.at(HALF_MOVES_SPENT), CHARGE_MOVED, PHASE]])
    .fill(|scene, input| {
        renew_move(&MOVE_SPENT, scene, input);
        if let Some(foot) = scene.facts(roles::UNIT).filter(|unit| unit.equals(TROOPS, TargetType::Foot)) {
            suggest(input, FIGURES, figures_left(foot));
        }
    });

/// Number of figures that cross in one move.
const FIGURES_A_MOVE: i32 = 10;

form! {
    /// A unit that crosses a bridge.
    pub struct BridgeCrossing {
        figures: i32 = unit(whole(1, 500)).label("Figures").help("A gun crosses as the figures of its crew."),
        bridge_half_moves_done: i32 = unit(of(BRIDGE_HALF_MOVES_DONE)).label("Half moves done at this bridge"),
        half_moves_spent: i32 = unit(of(HALF_MOVES_SPENT)),
    }
    validate(BridgeCrossing::validate)
}

outcome! {
    /// Time to cross a bridge, in moves. *Bridges and Fords.*
    pub struct Crossing {
        /// Moves to cross, at ten figures a move.
        pub crossing_moves: i32,
        /// Moves to change formation: half a move before crossing and half a move after.
        pub formation_change_moves: i32,
        /// Moves in total.
        pub total_moves: i32,
    }
}

impl BridgeCrossing {
    fn validate(&self) -> Result<(), Refusal> {
        let needed = WHOLE_MOVE * self.crossing().total_moves;
        bad_if(
            self.bridge_half_moves_done > needed,
            field!(BridgeCrossing, bridge_half_moves_done),
            "More half moves than this needs.",
        )
    }

    /// Moves to cross: ten figures a move, plus half a move before and after to change formation. *Bridges and Fords; Movement.*
    fn crossing(&self) -> Crossing {
        let crossing_moves = in_lots(self.figures, FIGURES_A_MOVE);
        Crossing { crossing_moves, formation_change_moves: 1, total_moves: crossing_moves + 1 }
    }
}

impl Rule for BridgeCrossing {
    type Outcome = Crossing;

    fn play(&self, _: &mut Dice) -> Result<Crossing, Halt> {
        Ok(self.crossing())
    }

    fn describe(&self, outcome: &Crossing, consequences: &mut ConsequencesBuilder) {
        consequences.say(text!(
            "{total} {total|move|moves}: {crossing} to cross, half a move before and half after to change formation.",
            total = outcome.total_moves,
            crossing = outcome.crossing_moves
        ));
        let needed = WHOLE_MOVE * outcome.total_moves;
        let spends = (needed - self.bridge_half_moves_done).min(WHOLE_MOVE - self.half_moves_spent);
        let done = self.bridge_half_moves_done + spends;
        if done == needed {
            consequences.say("It is across in this bound.");
        } else {
            consequences.say(text!(
                "{done} of {needed} half {needed|move is|moves are} done in this bound.",
                done = done,
                needed = needed
            ));
        }
        consequences.put(roles::UNIT, BRIDGE_HALF_MOVES_DONE, if done == needed { 0 } else { done });
        consequences.raise(roles::UNIT, HALF_MOVES_SPENT, spends).put(roles::UNIT, MOVED, true);
    }
}
