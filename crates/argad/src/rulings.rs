//! Rulings that players choose, and the types of their choices.

use super::terms::Edition;
use rules::prelude::*;

/// Choices of each ruling in `texts/rulings.toml` that players can choose, by the id of its field.
pub const SWITCHES: &[(&str, &[Choice])] = &[
    ("edition", Edition::CHOICES),
    ("r1_farm_horse", FarmHorse::CHOICES),
    ("r2_foot_arquebus_moving", ArquebusOnTheMove::CHOICES),
    ("r3_half_armour", HalfArmour::CHOICES),
    ("r4_simultaneous", Simultaneous::CHOICES),
    ("r5_mounted_infantry_moving", DragoonOnTheMove::CHOICES),
    ("r6_caliver_mounted", MountedCaliver::CHOICES),
    ("r15_technology", Advanced::CHOICES),
    (FOULED_BY_MELEE, FouledByMelee::CHOICES),
    ("r38_melee_sixes", MeleeSixes::CHOICES),
    (PISTOL_AND_BLOW, ShotAndBlow::CHOICES),
    (SHOOTING_WITH_MOVES, ShotsAndMoves::CHOICES),
    (SHOTS_OF_A_TURN, Falling::CHOICES),
    (MIXED_GROUP, MixedGroup::CHOICES),
    (HORSES, Remounting::CHOICES),
    ("r50_second_rank", SecondRank::CHOICES),
    ("r61_drawn_again", DrawnAgain::CHOICES),
    ("r62_run_2024", RunOf2024::CHOICES),
];

/// R49: a setting of the battle; requests do not have it.
pub const HORSES: &str = "r49_horses";
/// R45: a setting of the battle; requests do not have it.
pub const SHOTS_OF_A_TURN: &str = "r45_shots_of_a_turn";
/// R47: a setting of shots, which requests have too.
pub const MIXED_GROUP: &str = "r47_mixed_group";
/// R32: a setting of the battle; requests do not have it.
pub const FOULED_BY_MELEE: &str = "r32_fouled_by_melee";
/// R43: a setting of the battle; requests do not have it.
pub const PISTOL_AND_BLOW: &str = "r43_pistol_and_blow";
/// R44: a setting of the battle; requests do not have it.
pub const SHOOTING_WITH_MOVES: &str = "r44_shooting_with_moves";

choices! {
    /// R32: muskets that a melee fouls.
    pub enum FouledByMelee {
        Matchlocks = "matchlocks" "Every matchlock, dragoons' light ones too",
        Heavy = "heavy" "The heavy matchlock alone",
    }
}

choices! {
    /// R43: effect of a pistol shot on the figure's blow.
    pub enum ShotAndBlow {
        Instead = "instead" "A shot takes the place of the blow",
        Both = "both" "A pistol shot leaves the blow",
    }
}

choices! {
    /// R45: moment at which figures that were hit fall.
    pub enum Falling {
        OneByOne = "one_by_one" "One after the other: who is hit is out at once",
        AtOnce = "at_once" "All at once: who is hit still shoots",
    }
}

choices! {
    /// R49: time to mount or dismount.
    pub enum Remounting {
        Free = "free" "No time",
        HalfMove = "half_move" "Half a move",
    }
}

choices! {
    /// R44: time of shots in the turn.
    pub enum ShotsAndMoves {
        After = "after" "After all moves",
        Any = "any" "At any time",
    }
}

choices! {
    /// R15: items that cost the more advanced side more.
    pub enum Advanced {
        Missile = "missile" "Its shooting weapons",
        All = "all" "The whole character",
    }
}

choices! {
    /// R3: value of half-armour in melee.
    pub enum HalfArmour {
        TieBreak = "tie_break" "As 4, but above it in a tie",
        AsFive = "as_5" "As 5",
    }
}

choices! {
    /// R4: result if two fighters would put each other out at the same moment.
    pub enum Simultaneous {
        TieBreak = "tie_break" "The better of the two stands",
        Both = "both" "Both fall",
    }
}

choices! {
    /// R38: strikers whose sixes count together.
    pub enum MeleeSixes {
        Pooled = "pooled" "All who strike one enemy at one moment",
        Each = "each" "Each fighter's own dice",
    }
}

choices! {
    /// R50: weapons that strike a charger from the second rank, besides those that always reach over friends.
    pub enum SecondRank {
        HeldFirm = "held_firm" "A pointed axe that is held firm",
        HalfLong = "half_long" "All half-long staff weapons",
    }
}

choices! {
    /// R1: distance that a farm horse moves.
    pub enum FarmHorse {
        Card = "36" "36 cm, as text and card say",
        Sheet = "32" "32 cm, as the sheets say",
    }
}

choices! {
    /// R2: range of a short arquebus fired on the move, on foot.
    pub enum ArquebusOnTheMove {
        ShortRange = "short_range" "Short range only, as the sheets say",
        AnyRange = "any_range" "Any range, as the card says",
    }
}

choices! {
    /// R5: fire of mounted infantry on the move.
    pub enum DragoonOnTheMove {
        NotAllowed = "not_allowed" "No",
        MinusTwo = "minus_two" "Yes, with 2 less in all",
    }
}

choices! {
    /// R6: fire of a long arquebus by riders.
    pub enum MountedCaliver {
        MinusOne = "minus_one" "Standing still, with 1 less",
        NotAllowed = "not_allowed" "Not at all",
    }
}

choices! {
    /// R47: armour and mount that count for shots at a mixed group.
    pub enum MixedGroup {
        Most = "most" "Those of most figures",
        Drawn = "drawn" "The victim's, who is drawn first",
    }
}

choices! {
    /// R61: figures of a group that may be drawn for a hit.
    pub enum DrawnAgain {
        OnceFirst = "once_first" "Everybody once first",
        AnyTime = "any_time" "Anybody with a life point left",
    }
}

choices! {
    /// R62: run that a charge needs by the sheet of 2024.
    pub enum RunOf2024 {
        None = "none" "Easy ground alone",
        TwoDice = "two_dice" "A straight run of 2D6 cm",
    }
}
