//! The cards of the deck. *How to set up playing; How to battle – cards and pips.*

use super::in_common;
use rules::prelude::*;

// Cards that an army can add to its deck.
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
    /// The card that an army adds to its deck; `none` if it is not known.
    ExtraOrNone [None = "none" "None",] []
}

cards! { ExtraCard into ExtraOrNone }
cards! { ExtraCard into Card }
cards! { ExtraCard into InPlay }
cards! { ExtraCard from Card }
cards! { ExtraCard from InPlay }

impl ExtraCard {
    /// Returns the card.
    pub fn card(self) -> Card {
        self.into()
    }
}

impl From<Card> for InPlay {
    fn from(card: Card) -> Self {
        card.shared().map_or(InPlay::CommandIndecision, InPlay::from)
    }
}

impl InPlay {
    /// Returns the card; `None` if no card is in play.
    pub fn card(self) -> Option<Card> {
        match self {
            InPlay::None => None,
            InPlay::CommandIndecision => Some(Card::CommandIndecision),
            other => other.shared().map(ExtraCard::card),
        }
    }

    /// True of the two cards on which units move.
    pub fn is_move_card(self) -> bool {
        matches!(self, InPlay::InfantryMove | InPlay::CavalryMove)
    }
}
