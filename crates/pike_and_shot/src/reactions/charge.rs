//! Test to charge, or to counter-charge. *Reaction Tests 1; Irregular Light Cavalry.*

use super::super::bans::{ANSWERED, BROKEN, CLASS_UNKNOWN, IN_MELEE, OUT_OF_BATTLE, PHASE, PURSUING, RALLYING};
use super::super::effects;
use super::super::relations::chargers;
use super::super::terms::{BreakCause, Response, TroopType};
use super::stand::CHARGES_ITSELF;
use super::{
    ADJUSTABLE, LENDS_MODIFIER, Tester, certainty, describe_need, fill_general, fill_opponent, known, test, uncharged,
};
use crate::facts::*;
use crate::ids::{fields, procedures, roles};
use rules::prelude::*;

/// Test to charge or counter-charge.
pub const REACTION_CHARGE: Procedure =
    Procedure::of::<ReactionCharge>(procedures::REACTION_CHARGE, "Charge or counter-charge")
        .moves()
        .heading("Reaction Tests 1; Irregular Light Cavalry")
        .about("Will the unit carry out a charge, or meet one with its own?")
        .participants(&[
            Role::own(roles::UNIT, "Who charges", "").fits(effects::is_unit),
            Role::enemy_without_fields(roles::OPPONENT, "Whom").fits(effects::is_unit),
        ])
        .chances(&[
            Chance::of("charges", field!(ChargeTested, passed), Is::True).for_own(),
            Chance::of("breaks", field!(ChargeTested, breaks), Is::True).fateful("{actor} broke", "{actor} held"),
        ])
        .adjustable(ADJUSTABLE)
        .rulings(&["R6", "R16", "R21", "R22", "R26"])
        .grouping(Grouping::in_turn().without(is_gun).chosen_by_players())
        .bans(&[BANS])
        .fill(|scene, input| {
            fill_general(scene, input);
            fill_opponent(scene, input);
            let charged = |unit: &str, by: &str| chargers(&scene.table, unit).any(|charger| charger.id == by);
            if let Some((unit, opponent)) = scene.id(roles::UNIT).zip(scene.id(roles::OPPONENT)) {
                let role = if charged(unit, opponent) { ChargeRole::CounterCharge } else { ChargeRole::Charge };
                suggest(input, ROLE, role);
            }
        })
        .known(known);

/// True for guns, whose test always fails. *Reaction Tests 1.*
fn is_gun(unit: &Facts) -> bool {
    effects::is_gun(unit).is_ok()
}

const BANS: &[Ban] = &[
    OUT_OF_BATTLE,
    CLASS_UNKNOWN,
    LENDS_MODIFIER,
    BROKEN,
    RALLYING,
    PURSUING,
    IN_MELEE,
    Ban::unit("fired", "Cavalry Firing", "fired this bound, so no charge.", |unit| unit.get(FIRED)),
    CHARGES_ITSELF,
    ANSWERED.only_if(|unit| Some(unit.get(ROLE)? == ChargeRole::CounterCharge)),
    STANDS,
    Ban::unit("failed_charge", "Reaction Tests 1", "refused to charge this bound.", |unit| unit.get(FAILED_CHARGE)),
    // An offer has no role yet, so it counts as a charge.
    Ban::worded("not_charged", "Reaction Tests 1", |act| {
        uncharged(act).filter(|_| answer(act.input, ROLE) == Some(ChargeRole::CounterCharge))
    })
    .on_acts(),
    PHASE,
];

/// A charged unit counter-charges, stands or breaks. A unit that stands charges no other unit in the bound.
const STANDS: Ban =
    Ban::unit("stands", "Reaction Tests 1", "standing to receive a charge, so no charge this bound.", |unit| {
        Some(unit.get(RESPONSE)? == Response::Stand)
    });

/// Field for the role of the unit: charge or counter-charge.
pub const ROLE: Fact<ChargeRole> = fact!("role");

choices! {
    /// Role in a charge.
    pub enum ChargeRole {
        Charge = "charge" "Charge",
        CounterCharge = "counter_charge" "Counter-charge",
    }
}

form! {
    /// A unit that wants to charge.
    pub struct ReactionCharge {
        ..tester: Tester,
        role: ChargeRole = situation(choice::<ChargeRole>()).or_id("charge").label("Role"),
        opponent_troop_type: TroopType = situation(choice::<TroopType>()).or_id("foot").label("Opponent"),
    }
}

outcome! {
    /// Result of the test.
    pub struct ChargeTested {
        /// The least face that passes. Above 6 no face passes; at 1 or less every face does. `None` if these troops always fail.
        pub required: Option<i32>,
        /// True if these troops always fail this test, so that no die is rolled.
        pub automatic: bool,
        /// True if the unit charges or counter-charges.
        pub passed: bool,
        /// Counters for failing: 0 or 1.
        pub counters_gained: i32,
        /// Counters after: 0 or more.
        pub counters: i32,
        /// True if the unit is at its breaking number now.
        pub breaks: bool,
        /// True if the unit may test to stand instead, after a failed counter-charge.
        pub may_test_to_stand: bool,
    }
}

impl ReactionCharge {
    /// The least face that passes.
    pub(super) fn need(&self, dice: &mut Dice) -> i32 {
        self.tester.morale_class.needs()
            + self.tester.for_counters(dice)
            + self.tester.for_horse(-1, dice)
            + self.tester.for_general(dice)
            + self.tester.for_own(dice)
    }
}

impl Rule for ReactionCharge {
    type Outcome = ChargeTested;

    fn permit(&self) -> Result<(), Refusal> {
        self.tester.permit()?;
        forbid_if(
            self.role == ChargeRole::CounterCharge && self.opponent_troop_type == TroopType::Artillery,
            field!(ReactionCharge, opponent_troop_type),
            "Guns do not charge, so there is nothing to counter-charge.",
        )
    }

    fn play(&self, dice: &mut Dice) -> Result<ChargeTested, Halt> {
        let automatic = self.tester.troop_type.always_fails(self.opponent_troop_type);
        let required = if automatic { None } else { Some(self.need(dice)) };
        let passed = match required {
            Some(need) => test(dice, need)?,
            None => false,
        };
        let counters_gained = i32::from(!passed);
        let counters = self.tester.counters + counters_gained;
        let breaks = self.tester.morale_class.breaks_at(counters);
        // A unit that fails to counter-charge may still test to stand, with one more counter.
        let may_test_to_stand = self.role == ChargeRole::CounterCharge && !passed && !breaks;
        Ok(ChargeTested { required, automatic, passed, counters_gained, counters, breaks, may_test_to_stand })
    }

    fn preview(&self) -> Preview {
        let automatic = self.tester.troop_type.always_fails(self.opponent_troop_type);
        Preview::of(certainty(self.tester.troop_type, (!automatic).then(|| without_rolls(|dice| self.need(dice)))))
    }

    fn describe(&self, outcome: &ChargeTested, consequences: &mut ConsequencesBuilder) {
        if outcome.passed {
            return self.describe_charge(outcome, consequences);
        }
        consequences.say("Refuses to charge: +1 counter, no advance this bound.");
        describe_need(outcome.required, consequences);
        consequences.say(effects::counters_held(outcome.counters, Some(self.tester.morale_class)));
        consequences.raise(roles::UNIT, COUNTERS, outcome.counters_gained).put(roles::UNIT, FAILED_CHARGE, true);
        if outcome.may_test_to_stand {
            // The unit had these duties before the test, too. Without this, the panel would list neither, because neither is new.
            // Troops that always fail this test also always fail to stand.
            if !outcome.automatic {
                let why = "It may still try to stand, with the counter more.";
                consequences
                    .due(procedures::REACTION_STAND, why)
                    .participant(roles::UNIT, roles::UNIT)
                    .participant(roles::OPPONENT, roles::OPPONENT);
            }
            let why = if outcome.automatic { "Such troops never stand: it breaks." } else { "It may break instead." };
            consequences
                .due(procedures::BREAK_UNIT, why)
                .participant(roles::UNIT, roles::UNIT)
                .field(fields::CAUSE, BreakCause::Elected.id());
        }
    }

    /// Records the target of a charge. *Reaction Tests 1.*
    fn aftermath(&self, scene: &Scene, outcome: &ChargeTested, consequences: &mut ConsequencesBuilder) {
        if let Some(opponent) = scene.id(roles::OPPONENT).filter(|_| outcome.passed) {
            consequences.put(roles::UNIT, CHARGES, opponent);
        }
    }
}

impl ReactionCharge {
    fn describe_charge(&self, outcome: &ChargeTested, consequences: &mut ConsequencesBuilder) {
        consequences.put(roles::UNIT, CHARGING, true).put(roles::UNIT, MOVED, true);
        match self.role {
            ChargeRole::Charge => consequences.say("It charges."),
            ChargeRole::CounterCharge => consequences
                .say("It meets the charge with its own, between the places where both began.")
                .put(roles::UNIT, RESPONSE, Response::CounterCharge),
        };
        describe_need(outcome.required, consequences);
    }
}
