//! The cards of the deck. *How to set up playing; How to battle – cards and pips.*

use super::in_common;
use crate::choices;
use crate::form::Choices;

// The cards that an army can add to its deck.
in_common! { $ cards:
    InfantryMove = "infantry_move" "Infantry Move",
    CavalryMove = "cavalry_move" "Cavalry Move",
    Reload = "reload" "Reload",
    Melee = "melee" "Melee",
    LeaderCheck = "leader_check" "Leader Check",
    MillingAround = "milling_around" "Milling Around",
    Courage = "courage" "Courage",
}

cards! {
    /// A card of the deck. *How to set up playing; How to battle – cards and pips.*
    Card [] [CommandIndecision = "command_indecision" "Command Indecision"]
}

cards! {
    /// The card in play.
    InPlay [None = "none" "None",] [CommandIndecision = "command_indecision" "Command Indecision"]
}

cards! {
    /// A card that an army can add to its deck.
    ExtraCard [] []
}

cards! {
    /// The card that an army adds to its deck, as far as that is known.
    ExtraOrNone [None = "none" "None",] []
}

impl From<ExtraCard> for ExtraOrNone {
    fn from(card: ExtraCard) -> Self {
        ExtraOrNone::ALL[card.index() + 1]
    }
}

impl ExtraCard {
    /// The card itself.
    pub fn card(self) -> Card {
        Card::ALL[self.index()]
    }
}

impl From<Card> for InPlay {
    fn from(card: Card) -> Self {
        InPlay::ALL[card.index() + 1]
    }
}

impl InPlay {
    /// The card itself; `None` if no card is in play.
    pub fn card(self) -> Option<Card> {
        Card::ALL.get(self.index().wrapping_sub(1)).copied()
    }

    /// True of the two cards on which units move.
    pub fn is_move_card(self) -> bool {
        matches!(self, InPlay::InfantryMove | InPlay::CavalryMove)
    }
}
