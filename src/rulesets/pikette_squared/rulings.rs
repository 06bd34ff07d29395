//! Rulings that players choose, and the types of their choices.

use super::cards::Indecision;
use super::fighting::{Charging, OPPORTUNITY_CHARGES, OpportunityCharges, RoutFallBack};
use super::initiative::{ROUT_MOVES, RoutMoves};
use super::movement::MoveAndTurn;
use super::result::{HitsOfStand, SecondDisorder, TercioRout};
use crate::choices;
use crate::form::{Choice, Choices};

/// Choices of the rulings in `texts/rulings.toml` that have a switch, by its field.
pub const SWITCHES: &[(&str, &[Choice])] = &[
    ("r6_second_disorder", SecondDisorder::CHOICES),
    ("r7_rout_fall_back", RoutFallBack::CHOICES),
    ("r8_tercio_rout", TercioRout::CHOICES),
    ("r9_hits_of_stand", HitsOfStand::CHOICES),
    (CHIPS_FOR_A_STAND, ChipsForAStand::CHOICES),
    ("r12_charging", Charging::CHOICES),
    ("r14_move_and_turn", MoveAndTurn::CHOICES),
    ("r17_command_indecision", Indecision::CHOICES),
    (ROUT_MOVES, RoutMoves::CHOICES),
    (ACTS_ON_A_CARD, ActsOnACard::CHOICES),
    (OPPORTUNITY_CHARGES, OpportunityCharges::CHOICES),
];

/// R11, a switch of the battle: no request has it.
pub const CHIPS_FOR_A_STAND: &str = "r11_chips_for_a_stand";
/// R39, a switch of the battle: no request has it.
pub const ACTS_ON_A_CARD: &str = "r39_acts_on_a_card";

choices! {
    /// Morale chips that a stand costs that routs and is destroyed later (R11).
    pub enum ChipsForAStand {
        EachTime = "each_time" "One each time it routs or is destroyed",
        Once = "once" "One in all",
    }
}

choices! {
    /// Acts of one unit on one card (R39).
    pub enum ActsOnACard {
        EachKindOnce = "each_kind_once" "Each kind of act once",
        OnceInAll = "once_in_all" "One act in all",
    }
}
