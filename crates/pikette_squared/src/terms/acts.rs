//! Acts of units and of the leader, and the currencies that pay for them. *How to battle – cards and pips.*

use super::{Actor, Card, Class, TroopType};
use rules::prelude::*;

choices! {
    /// Acts of a unit or of the leader. *How to battle – cards and pips.*
    pub enum ActionKind {
        Move = "move" "Move",
        ChangeDirection = "change_direction" "Change direction",
        Reload = "reload" "Reload",
        Shoot = "shoot" "Shoot",
        Fight = "fight" "Fight",
        AttachLeader = "attach_leader" "Leader joins a unit",
        Rally = "rally" "Leader rallies a unit",
        RoutMove = "rout_move" "Rout move",
    }
}

impl ActionKind {
    /// Cards that allow the act; empty if it needs no card. *How to battle – cards and pips.*
    pub fn cards(self, actor: Actor) -> &'static [Card] {
        match self {
            // Foot, guns and wagons move on one card, horse on another, and the leader on both and on the Leader Check card.
            ActionKind::Move | ActionKind::ChangeDirection => match actor.troop_type().map(TroopType::class) {
                None => &[Card::InfantryMove, Card::CavalryMove, Card::LeaderCheck],
                Some(Class::Cavalry) => &[Card::CavalryMove],
                Some(Class::Infantry | Class::Artillery | Class::WarWagons) => &[Card::InfantryMove],
            },
            ActionKind::Reload => &[Card::Reload],
            ActionKind::AttachLeader | ActionKind::Rally => &[Card::LeaderCheck],
            ActionKind::Shoot | ActionKind::Fight | ActionKind::RoutMove => &[],
        }
    }

    /// True if this kind of actor can do the act: the leader if `is_leader`, otherwise a unit.
    pub fn is_of(self, is_leader: bool) -> bool {
        match self {
            ActionKind::Move | ActionKind::ChangeDirection => true,
            ActionKind::AttachLeader | ActionKind::Rally => is_leader,
            ActionKind::Reload | ActionKind::Shoot | ActionKind::Fight | ActionKind::RoutMove => !is_leader,
        }
    }
}

choices! {
    /// Currencies that acts are paid with.
    pub enum Currency {
        Pips = "pips" "Pips",
        OpportunityChips = "opportunity_chips" "Opportunity chips",
        MoraleChips = "morale_chips" "Morale chips",
        Free = "free" "Nothing",
    }
}
