//! Limbering and unlimbering guns. *Artillery Movement.*

use super::super::terms::Gun;
use crate::dice::{Dice, Halt};
use crate::procedure::{Procedure, Rule};
use crate::refusal::{Refusal, bad_if};
use crate::{choices, form, outcome};

/// Limbering and unlimbering.
pub const GUN_LIMBERING: Procedure =
    Procedure::of::<Limbering>("gun_limbering", "Limber or unlimber").heading("Artillery Movement");

choices! {
    /// What is done with the gun.
    pub enum Action {
        Limber = "limber" "Limber up",
        Unlimber = "unlimber" "Unlimber and prepare",
    }
}

form! {
    /// A gun that is limbered or unlimbered.
    pub struct Limbering {
        /// How heavy it is.
        gun: Gun = unit(choice::<Gun>()).label("Gun"),
        /// What is done with it.
        action: Action = choice_of(choice::<Action>()).label("The crew shall"),
        /// Half moves already spent on it.
        half_moves_done: i32 = unit(whole(0, 6)).or(0).label("Half moves done"),
    }
    agree(Limbering::agree)
}

outcome! {
    /// How long it takes.
    pub struct Limbered {
        /// Half moves that it takes.
        pub half_moves_needed: i32,
        /// Half moves still to spend.
        pub half_moves_left: i32,
        /// Whether it is done.
        pub done: bool,
    }
}

impl Limbering {
    fn agree(&self) -> Result<(), Refusal> {
        bad_if(self.half_moves_done > self.needed(), "half_moves_done", "That is more than it takes.")
    }

    /// A light gun is soon ready and sooner gone; the others take three moves to set up. *Artillery Movement.*
    fn needed(&self) -> i32 {
        match (self.action, self.gun) {
            (Action::Unlimber, Gun::Light) => 2,
            (Action::Unlimber, _) => 6,
            (Action::Limber, Gun::Light) => 1,
            (Action::Limber, _) => 2,
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
}
