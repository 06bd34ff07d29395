//! Conditions that several procedures share, with their headings and messages.

use super::terms::Fate;
use crate::facts::*;
use rules::prelude::*;

/// Heading of cards and of prices for acts on them.
pub const CARDS_AND_PIPS: &str = "How to battle – cards and pips";
/// Heading of moving.
pub const MOVING: &str = "How to battle – moving";
/// Heading of shooting.
pub const SHOOTING: &str = "How to battle – shooting";
/// Heading of fighting.
pub const FIGHTING: &str = "How to battle – fighting";
/// Headings for routed units.
pub const OF_ROUTED: &str = "How to battle – moving; – fighting";
/// Headings for prices.
pub const PRICES: &str = "How to battle – cards and pips; – morale chips";

/// Heading for acts that are allowed once on a card.
pub const REPLIES: &str = "The author's replies";

/// Message if the act was done already on this card. (R39)
pub const ONCE_ON_A_CARD: &str = "It has done that on this card: once on each card.";
/// Message for acts of a routed unit.
pub const ONLY_RUNS: &str = "A routed unit only makes rout moves.";
/// Message for a unit with an F marker.
pub const MUST_RELOAD: &str = "It has fired and must reload first.";
/// Message for fights without a melee card. Tercios and war wagons are front all round.
pub const NO_MELEE_CARD: &str =
    "Without a melee card a unit fights only an enemy's flank or rear, or one that is disordered or routed.";
/// Message for acts that the card in play does not allow.
pub const WRONG_CARD: &str = "The card in play does not allow it.";
/// Message for acts that cost an opportunity chip if none is left.
pub const NO_OPPORTUNITY_CHIP: &str = "No opportunity chip is left in this initiative.";

/// A routed unit only makes rout moves. (R23)
pub const ROUTED: Condition =
    Condition::new("routed", OF_ROUTED, ONLY_RUNS, |unit| Some(unit.get(STATE)? == Fate::Routed)).at(STATE);

/// Condition for acts that a unit does once on each card. (R39)
pub const fn once_on_a_card(is_done: fn(&Judged) -> Option<bool>) -> Condition {
    Condition::new("done_on_card", REPLIES, ONCE_ON_A_CARD, is_done).after("done_on_card")
}

/// Condition for acts that cost more than is left. Checked last, because an act that is forbidden for other reasons costs nothing.
pub const fn cannot_pay(message: &'static str, is_short: fn(&Judged) -> Option<bool>) -> Condition {
    Condition::new("cannot_pay", PRICES, message, is_short).of_table().last()
}
