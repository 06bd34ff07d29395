//! Limbering and unlimbering guns. *Artillery Movement.*

use super::super::bans::{CHARGE_MOVED, ChangeRulings, FIRED, HINDERED, OUT_OF_BATTLE, PHASE, TIME_SPENT, time_counts};
use super::super::effects;
use super::super::facts;
use super::super::terms::{Gun, WHOLE_MOVE};
use super::renew_move;
use crate::facts::*;
use crate::ids::{procedures, roles};
use rules::prelude::*;

/// Limbering and unlimbering.
pub const GUN_LIMBERING: Procedure = Procedure::of::<Limbering>(procedures::GUN_LIMBERING, "Limber or unlimber")
    .heading("Artillery Movement")
    .about("How long it takes to limber up, or to unlimber and prepare to fire. It may be spread over several bounds.")
    .participants(&[Role::own(roles::UNIT, "Gun", "").fits(effects::is_gun)])
    .rulings(&["R32"])
    .grouping(Grouping::in_turn().chosen_by_players())
    .bans(&[&[OUT_OF_BATTLE], HINDERED, &[GUN_FIRED, TIME_SPENT.at(HALF_MOVES_SPENT), CHARGE_MOVED, PHASE]])
    .fill(|scene, input| {
        renew_move(&TIME_SPENT, scene, input);
        if let Some(gun) = scene.facts(roles::UNIT) {
            suggest(
                input,
                ACTION,
                if gun.holds(LIMBERED) { LimberingAction::Unlimber } else { LimberingAction::Limber },
            );
        }
    })
    // The action follows from the gun's state: a limbered gun can only unlimber, an unlimbered gun only limber.
    .known(|_, place| place == ACTION.id());

const ACTION: Fact<LimberingAction> = fact!("action");

/// By default, limbering and unlimbering count as moving, so a gun that fired does neither. (R32)
const GUN_FIRED: Ban =
    Ban::unit(FIRED.rule, FIRED.heading, FIRED.message(), |gun| Some(gun.get(facts::FIRED)? && time_counts(gun)))
        .at(facts::FIRED);

choices! {
    /// Limbering or unlimbering.
    pub enum LimberingAction {
        Limber = "limber" "Limber up",
        Unlimber = "unlimber" "Unlimber and prepare",
    }
}

form! {
    /// A gun that is limbered or unlimbered.
    pub struct Limbering {
        gun: Gun = unit(of(GUN)).required(),
        action: LimberingAction = choice_of(choice::<LimberingAction>()).label("Action"),
        half_moves_done: i32 = unit(of(HALF_MOVES_DONE)).label("Half moves done"),
        fired: bool = unit(of(facts::FIRED)),
        half_moves_spent: i32 = unit(of(HALF_MOVES_SPENT)),
        rulings: ChangeRulings = situation(object::<ChangeRulings>()).or_empty(),
    }
    validate(Limbering::validate)
}

outcome! {
    /// Time to limber or unlimber, in half moves. *Artillery Movement.*
    pub struct Limbered {
        /// Half moves needed in total.
        pub half_moves_needed: i32,
        /// Half moves still needed before this bound; 0 once done.
        pub half_moves_left: i32,
        /// True if no half moves were needed any more before this bound.
        pub done: bool,
    }
}

impl Limbering {
    fn validate(&self) -> Result<(), Refusal> {
        bad_if(
            self.half_moves_done > self.needed(),
            field!(Limbering, half_moves_done),
            "More half moves than this needs.",
        )
    }

    /// Half moves needed. Light guns: 2 to unlimber, 1 to limber. Other guns: 6 to unlimber, 2 to limber. *Artillery Movement.*
    fn needed(&self) -> i32 {
        match (self.action, self.gun) {
            (LimberingAction::Unlimber, Gun::Light) => 2,
            (LimberingAction::Unlimber, _) => 6,
            (LimberingAction::Limber, Gun::Light) => 1,
            (LimberingAction::Limber, _) => 2,
        }
    }
}

impl Rule for Limbering {
    type Outcome = Limbered;

    fn play(&self, _: &mut Dice) -> Result<Limbered, Halt> {
        let half_moves_needed = self.needed();
        let half_moves_left = half_moves_needed - self.half_moves_done;
        Ok(Limbered { half_moves_needed, half_moves_left, done: half_moves_left == 0 })
    }

    /// Spends the half moves that the gun has left in this bound, and records the progress.
    fn describe(&self, outcome: &Limbered, consequences: &mut ConsequencesBuilder) {
        let spends = outcome.half_moves_left.min(WHOLE_MOVE - self.half_moves_spent);
        let left = outcome.half_moves_left - spends;
        consequences.say(text!(
            "{left} of {needed} half {needed|move|moves} to go before this bound.",
            left = outcome.half_moves_left,
            needed = outcome.half_moves_needed
        ));
        if left == 0 {
            consequences.say("It is done in this bound.");
            consequences.put(roles::UNIT, LIMBERED, self.action == LimberingAction::Limber).put(
                roles::UNIT,
                HALF_MOVES_DONE,
                0,
            );
        } else {
            consequences.say(text!("{left} to go after it.", left = left));
            consequences.put(roles::UNIT, HALF_MOVES_DONE, outcome.half_moves_needed - left);
        }
        if !outcome.done {
            if self.rulings.time_counts() {
                consequences.put(roles::UNIT, MOVED, true);
            }
            consequences.raise(roles::UNIT, HALF_MOVES_SPENT, spends);
        }
    }
}
