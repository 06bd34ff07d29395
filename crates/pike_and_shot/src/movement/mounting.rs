//! Mounting and dismounting of dragoons. *Movement.*

use super::super::bans::{CHARGE_MOVED, ChangeRulings, FIRED, HINDERED, OUT_OF_BATTLE, PHASE, TIME_SPENT, time_counts};
use super::super::facts;
use super::super::terms::Arm;
use super::renew_move;
use crate::facts::*;
use crate::ids::{procedures, roles};
use rules::prelude::*;

/// Mounting and dismounting.
pub const MOUNTING: Procedure = Procedure::of::<Mounting>(procedures::MOUNTING, "Mount or dismount")
    .heading("Movement")
    .about("Dragoons take half a move to mount, and half a move to dismount.")
    .participants(&[Role::own(roles::UNIT, "Dragoons", "").fits(are_dragoons)])
    .rulings(&["R5", "R32"])
    .grouping(Grouping::in_turn().chosen_by_players())
    .bans(&[&[OUT_OF_BATTLE], HINDERED, &[FIRED_ON_FOOT, TIME_SPENT.at(HALF_MOVES_SPENT), CHARGE_MOVED, PHASE]])
    .fill(|scene, input| renew_move(&TIME_SPENT, scene, input));

/// By default, mounting counts as moving, so dragoons that fired on foot do not mount in the same bound. (R32)
const FIRED_ON_FOOT: Ban = Ban::unit(FIRED.rule, FIRED.heading, FIRED.message(), |unit| {
    Some(unit.get(facts::FIRED)? && !unit.get(MOUNTED)? && time_counts(unit))
})
.at(facts::FIRED);

fn are_dragoons(unit: &Facts) -> Result<(), Text> {
    if unit.equals(ROSTER_ARM, Arm::Dragoons) { Ok(()) } else { Err("This is for dragoons.".into()) }
}

form! {
    /// Dragoons who mount or dismount.
    pub struct Mounting {
        mounted: bool = unit(of(MOUNTED)),
        fired: bool = unit(of(facts::FIRED)),
        half_moves_spent: i32 = unit(of(HALF_MOVES_SPENT)),
        rulings: ChangeRulings = situation(object::<ChangeRulings>()).or_empty(),
    }
}

outcome! {
    /// Dragoons after mounting or dismounting.
    pub struct Changed {
        /// True if the dragoons are mounted now.
        pub mounted: bool,
    }
}

impl Rule for Mounting {
    type Outcome = Changed;

    fn play(&self, _: &mut Dice) -> Result<Changed, Halt> {
        Ok(Changed { mounted: !self.mounted })
    }

    fn describe(&self, outcome: &Changed, consequences: &mut ConsequencesBuilder) {
        consequences.say(if outcome.mounted { "They mount." } else { "They dismount." });
        consequences.put(roles::UNIT, MOUNTED, outcome.mounted);
        if self.rulings.time_counts() {
            consequences.say("It takes half a move, and counts as moving.").put(roles::UNIT, MOVED, true);
        } else {
            consequences.say("It takes half a move.");
        }
        consequences.raise(roles::UNIT, HALF_MOVES_SPENT, 1);
    }
}
