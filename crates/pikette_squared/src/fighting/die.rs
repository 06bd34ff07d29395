//! Dice of a fight, and the steps up and down from each unit's own die.

use super::super::rulings::{Charging, OpportunityCharges};
use super::super::terms::adjustable::FIGHT_DIE;
use super::super::terms::{Arc, BetterTerrain, Die, TroopType};
use super::super::unit::body::Body;
use super::Fight;
use rules::prelude::*;

impl Fight {
    /// True if starting this fight counts as a charge. The author names two ways to start a fight: on a melee card, and against a flank or
    /// rear. A frontal attack on a disordered enemy without a card is neither (R12). *Comments: the charge bonus.*
    fn starts_with_charge(&self) -> bool {
        match self.rulings.r12_charging {
            Charging::WhoeverStarts => true,
            Charging::ListedWays => self.melee_card || self.arc() != Arc::Front,
        }
    }

    /// Die of the attacker. *Fighting: the Fight die.*
    pub(super) fn attacker_die(&self, dice: &mut Dice) -> Die {
        let (own, other) = (&self.attacker.body, &self.defender.body);
        own.fight_die.stepped(dice, |dice| {
            dice.modify("charging", i32::from(charges(own, other, self.starts_with_charge())))
                + dice.modify("attacking_flank_rear", i32::from(self.arc() != Arc::Front))
                + own.common_steps(other, self.better_terrain == BetterTerrain::Defender, 0, dice)
                + self.attacker.own.on(FIGHT_DIE, dice)
        })
    }

    /// True if the defender counts as charging, because it came by an opportunity charge. The author gives the bonus for starting a fight;
    /// the list gives it for charging (R57). *How to battle – moving; – fighting.*
    fn answers_with_charge(&self) -> bool {
        self.defender_has_charged && self.rulings.r57_opportunity_charge == OpportunityCharges::ChargerToo
    }

    /// Die of the defender.
    pub(super) fn defender_die(&self, dice: &mut Dice) -> Die {
        let (own, other) = (&self.defender.body, &self.attacker.body);
        let flanked = -i32::from(self.arc() != Arc::Front);
        own.fight_die.stepped(dice, |dice| {
            dice.modify("charging", i32::from(charges(own, other, self.answers_with_charge())))
                + own.common_steps(other, self.better_terrain == BetterTerrain::Attacker, flanked, dice)
                + self.defender.own.on(FIGHT_DIE, dice)
        })
    }
}

impl Body {
    /// Sum of the steps that apply to attacker and defender alike.
    fn common_steps(&self, other: &Body, other_stands_better: bool, flanked: i32, dice: &mut Dice) -> i32 {
        // Better terrain and wagons are one line of the list, so they count once (R20).
        let worse_off = other_stands_better || other.kind() == TroopType::WarWagons;
        dice.modify("more_stands", i32::from(self.stands() > other.stands()))
            + dice.modify("leader_attached", self.leader_steps())
            + dice.modify("attacked_flank_rear", flanked)
            + dice.modify("opponent_better_terrain", -i32::from(worse_off))
            + dice.modify("disordered", self.disorder_step())
    }
}

/// True if a unit charges. Usually it is the unit that starts the fight, with two exceptions. *Fighting: special rules.*
fn charges(own: &Body, other: &Body, starts: bool) -> bool {
    let (own, other) = (own.kind(), other.kind());
    // Between horse and foot, only the horse charges. Cannon and wagons are neither (R13).
    if own.is_cavalry() && other.is_infantry() || own.is_infantry() && other.is_cavalry() {
        return own.is_cavalry();
    }
    // Reiters and carabins charge no other horse than reiters and carabins.
    let pistols = |kind| matches!(kind, TroopType::Reiters | TroopType::Carabins);
    starts && !(pistols(own) && other.is_cavalry() && !pistols(other))
}
