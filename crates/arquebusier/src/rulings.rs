//! Rulings that players choose, and the types of their choices.

use super::terms::readings::{
    BecomingIrregular, BlockEdges, CavalryMoved, CloseFireLasts, FirearmDice, GeneralsDeath, IrregularDie, LossesCount,
    MinimumDice, SecondCommand,
};
use rules::prelude::*;

/// Choices of each ruling in `texts/rulings.toml` that players can choose, by the id of its field.
pub const SWITCHES: &[(&str, &[Choice])] = &[
    ("r1_regular_firearm_dice", FirearmDice::CHOICES),
    ("r2_becoming_irregular", BecomingIrregular::CHOICES),
    ("r3_minimum_dice", MinimumDice::CHOICES),
    ("r4_cavalry_moved", CavalryMoved::CHOICES),
    ("r5_general_killed", GeneralsDeath::CHOICES),
    ("r7_close_fire", CloseFireLasts::CHOICES),
    ("r11_losses_count", LossesCount::CHOICES),
    ("r13_second_command", SecondCommand::CHOICES),
    ("r21_irregular_die", IrregularDie::CHOICES),
    ("r33_block_edges", BlockEdges::CHOICES),
];
