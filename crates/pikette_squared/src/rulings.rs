//! Rulings that players choose, and the types of their choices.

use rules::prelude::*;
/// Choices of each ruling in `texts/rulings.toml` that players can choose, by the id of its field.
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

/// R18: id of its field.
pub const ROUT_MOVES: &str = "r18_rout_moves";
/// R57: id of its field.
pub const OPPORTUNITY_CHARGES: &str = "r57_opportunity_charge";
/// R11: a setting of the battle; requests do not have it.
pub const CHIPS_FOR_A_STAND: &str = "r11_chips_for_a_stand";
/// R39: a setting of the battle; requests do not have it.
pub const ACTS_ON_A_CARD: &str = "r39_acts_on_a_card";

choices! {
    /// Effect when the tables disorder a unit that is disordered already (R6).
    pub enum SecondDisorder {
        NoFurtherEffect = "no_further_effect" "No further effect",
        Rout = "rout" "It routs",
    }
}

choices! {
    /// Falling back before a rout move (R7).
    pub enum RoutFallBack {
        Both = "both" "It falls back and makes its rout move",
        RoutMoveOnly = "rout_move_only" "It makes its rout move alone",
    }
}

choices! {
    /// Order of a tercio that loses a stand of arquebus (R8).
    pub enum TercioRout {
        ArquebusStandKeepsOrder = "arquebus_stand_keeps_order" "A stand of arquebus lost keeps it in order",
        AlwaysDisordered = "always_disordered" "Always disordered",
        ArquebusStandShields = "arquebus_stand_shields" "A stand of arquebus lost to hits wards off disorder too",
    }
}

choices! {
    /// The stand that a phalanx or a tercio loses in place of a rout, and the hits that go with it (R9).
    pub enum HitsOfStand {
        GoWithIt = "go_with_it" "The stand with the hits goes, and they go with it",
        Stay = "stay" "Another stand goes, and the hits stay",
    }
}

choices! {
    /// Morale chips for a stand that routs and is later destroyed (R11).
    pub enum ChipsForAStand {
        EachTime = "each_time" "One each time it routs or is destroyed",
        Once = "once" "One in all",
    }
}

choices! {
    /// Fights that an attacker starts with a charge (R12).
    pub enum Charging {
        WhoeverStarts = "whoever_starts" "The unit that starts a fight",
        ListedWays = "listed_ways" "On a melee card, or against a flank or rear",
    }
}

choices! {
    /// Moving and turning for one payment (R14).
    pub enum MoveAndTurn {
        Either = "either" "Either a move or a turn",
        Both = "both" "A move and a turn together",
    }
}

choices! {
    /// Command Indecision in the deck (R17).
    pub enum Indecision {
        NotInDeck = "not_in_deck" "Not in the deck",
        ReplacesOneMillingAround = "replaces_one_milling_around" "In place of one Milling Around",
    }
}

choices! {
    /// Initiatives in which the routed units of a side run (R18).
    pub enum RoutMoves {
        EachInitiative = "each_initiative" "In each initiative of their side",
        AfterWonRoll = "after_won_roll" "Only after their side has won the roll",
    }
}

choices! {
    /// Acts of one unit on one card (R39).
    pub enum ActsOnACard {
        EachKindOnce = "each_kind_once" "Each kind of act once",
        OnceInAll = "once_in_all" "One act in all",
    }
}

choices! {
    /// Bonus for an opportunity charge that is fought on the enemy's card (R57).
    pub enum OpportunityCharges {
        WhoStarts = "who_starts" "Only the unit that starts the fight charges",
        ChargerToo = "charger_too" "The unit that charged on an opportunity charges too",
    }
}
