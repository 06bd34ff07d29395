//! Rules of the turn that several procedures share.

use super::terms::Fate;
use crate::facts::*;
use rules::prelude::*;

/// Heading of the cards and of what is paid for on them.
pub const CARDS_AND_PIPS: &str = "How to battle – cards and pips";
/// Heading of moving.
pub const MOVING: &str = "How to battle – moving";
/// Heading of shooting.
pub const SHOOTING: &str = "How to battle – shooting";
/// Heading of fighting.
pub const FIGHTING: &str = "How to battle – fighting";
/// Headings of routed units.
pub const OF_ROUTED: &str = "How to battle – moving; – fighting";
/// Headings of prices.
pub const PRICES: &str = "How to battle – cards and pips; – morale chips";

/// Heading of what is done once on a card.
pub const REPLIES: &str = "The author's replies";

/// Reason against what was done on the card in play already. (R39)
pub const ONCE_ON_A_CARD: &str = "It has done that on this card: once on each card.";
/// Reason against a routed unit that acts.
pub const ONLY_RUNS: &str = "A routed unit only makes rout moves.";
/// Reason against a unit that carries an F marker.
pub const MUST_RELOAD: &str = "It has fired and must reload first.";
/// Reason against a fight without a melee card: tercios and war wagons are front all round.
pub const NO_MELEE_CARD: &str =
    "Without a melee card a unit fights only an enemy's flank or rear, or one that is disordered or routed.";
/// Reason against acts on a card that does not allow them.
pub const WRONG_CARD: &str = "The card in play does not allow it.";
/// Reason against what costs an opportunity chip.
pub const NO_OPPORTUNITY_CHIP: &str = "No opportunity chip is left in this initiative.";

/// Routed units only run. (R23)
pub const ROUTED: Condition =
    Condition::new("routed", OF_ROUTED, ONLY_RUNS, |unit| Some(unit.get(STATE)? == Fate::Routed)).at(STATE);

/// Something that a unit does once on each card. (R39)
pub const fn once_on_a_card(is_done: fn(&Judged) -> Option<bool>) -> Condition {
    Condition::new("done_on_card", REPLIES, ONCE_ON_A_CARD, is_done).after("done_on_card")
}

/// Something that costs more than is left. It is judged last: whatever else forbids the act costs nothing.
pub const fn cannot_pay(message: &'static str, is_short: fn(&Judged) -> Option<bool>) -> Condition {
    Condition::new("cannot_pay", PRICES, message, is_short).of_table().last()
}
