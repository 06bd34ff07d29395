//! The test to stand and receive a charge. *Reaction Tests 2; Hedges and Walls; Woods Towns and Villages.*

use super::super::bans::{ANSWERED, BROKEN, CLASS_UNKNOWN, OUT_OF_BATTLE, PHASE};
use super::super::effects;
use super::super::terms::{Response, TroopType};
use super::{
    ADJUSTABLE, LENDS_MODIFIER, Tester, certainty, describe_need, fill_general, fill_opponent, for_obstacle, known,
    test, uncharged,
};
use crate::facts::*;
use crate::ids::{procedures, roles};
use rules::prelude::*;

/// Test to stand.
pub const REACTION_STAND: Procedure =
    Procedure::of::<ReactionStand>(procedures::REACTION_STAND, "Stand and receive a charge")
        .heading("Reaction Tests 2; Hedges and Walls; Woods Towns and Villages")
        .about("Will the unit stand and receive a charge? If it does, it may fire at its charger.")
        .participants(&[
            Role::own(roles::UNIT, "Who is charged", "").fits(effects::is_unit),
            Role::enemy_without_fields(roles::OPPONENT, "By whom").fits(effects::is_unit),
        ])
        .chances(&[Chance::of("stands", field!(StandTested, passed), Is::True).for_own()])
        .adjustable(ADJUSTABLE)
        .rulings(&["R6", "R11", "R16", "R21", "R22", "R26"])
        .grouping(Grouping::in_turn())
        .bans(&[&[
            OUT_OF_BATTLE,
            CLASS_UNKNOWN,
            LENDS_MODIFIER,
            BROKEN,
            CHARGES_ITSELF,
            ANSWERED,
            Ban::worded("not_charged", "Reaction Tests 1", uncharged),
            PHASE,
        ]])
        .fill(|scene, input| {
            fill_general(scene, input);
            fill_opponent(scene, input);
        })
        .known(known);

/// A unit that charges neither charges again nor answers a charge. (R34)
pub const CHARGES_ITSELF: Ban =
    Ban::unit("charging_already", "Reaction Tests 1", "charging already.", |unit| unit.get(CHARGING));

form! {
    /// A unit that is charged.
    pub struct ReactionStand {
        ..tester: Tester,
        opponent_troop_type: TroopType = situation(choice::<TroopType>()).or_id("foot").label("Charged by"),
        defending_obstacle: bool = situation(flag()).or(false).label("Defends an obstacle").help("A wall, a hedge or a town."),
    }
}

outcome! {
    /// Result of the test.
    pub struct StandTested {
        /// The least face that passes. Above 6 no face passes; at 1 or less every face does. `None` if these troops always fail.
        pub required: Option<i32>,
        /// True if these troops always fail this test, so that no die is rolled.
        pub automatic: bool,
        /// True if the unit stands.
        pub passed: bool,
        /// True if the unit breaks. The procedure "Break" adds the counter and removes the figure.
        pub breaks: bool,
    }
}

impl ReactionStand {
    /// The least face that passes.
    pub(super) fn need(&self, dice: &mut Dice) -> i32 {
        self.tester.morale_class.needs_to_stand()
            + self.tester.for_counters(dice)
            + for_obstacle(self.defending_obstacle, dice)
            + self.tester.for_general(dice)
            + self.tester.for_own(dice)
    }
}

impl Rule for ReactionStand {
    type Outcome = StandTested;

    fn permit(&self) -> Result<(), Refusal> {
        self.tester.permit()?;
        let guns = self.opponent_troop_type == TroopType::Artillery;
        forbid_if(
            guns,
            field!(ReactionStand, opponent_troop_type),
            "Guns do not charge, so there is nothing to receive.",
        )
    }

    fn play(&self, dice: &mut Dice) -> Result<StandTested, Halt> {
        let automatic = self.tester.troop_type.always_fails(self.opponent_troop_type);
        let required = if automatic { None } else { Some(self.need(dice)) };
        let passed = match required {
            Some(need) => test(dice, need)?,
            None => false,
        };
        Ok(StandTested { required, automatic, passed, breaks: !passed })
    }

    fn preview(&self) -> Preview {
        let automatic = self.tester.troop_type.always_fails(self.opponent_troop_type);
        Preview::of(certainty(self.tester.troop_type, (!automatic).then(|| without_rolls(|dice| self.need(dice)))))
    }

    fn describe(&self, outcome: &StandTested, consequences: &mut ConsequencesBuilder) {
        if outcome.passed {
            consequences.say("It stands, and may fire at its charger.").put(roles::UNIT, RESPONSE, Response::Stand);
        } else {
            consequences.say("Does not stand: it breaks.").put(roles::UNIT, RESPONSE, Response::Break);
        }
        describe_need(outcome.required, consequences);
    }
}
