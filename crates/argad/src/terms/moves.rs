//! Terms of moves, close order and runs.

use super::Terrain;
use rules::prelude::*;

choices! {
    /// Load of a character.
    pub enum Burden {
        None = "none" "Nothing heavy",
        Musket = "musket" "Heavy musket with fork",
        Heavy = "heavy" "Heavy object",
        VeryHeavy = "very_heavy" "Very heavy object",
    }
}

choices! {
    /// Other hindrances of a character on foot.
    pub enum Slow {
        None = "none" "Nothing",
        DressOrRobe = "dress_or_robe" "Everyday dress or clergy robe",
        Unfit16 = "unfit_16" "Not fit: 16 cm",
        Unfit12 = "unfit_12" "Not fit: 12 cm",
    }
}

choices! {
    /// Formation of a moving group. *Close order formation.*
    pub enum Formation {
        Loose = "loose" "Loose",
        ColumnOfTwos = "column_of_twos" "Column of twos",
        ColumnOfThrees = "column_of_threes" "Column of threes",
        Line = "line" "Line or larger column",
        SidewaysOrBack = "sideways_or_back" "Sideways or backwards",
    }
}

choices! {
    /// Kinds of ground that a move crosses or ends on.
    pub enum Ground {
        Easy = "easy" "Easy",
        Difficult = "difficult" "Difficult",
        VeryDifficult = "very_difficult" "Very difficult",
        Bushes = "bushes" "Bushes, high crops",
        Woods = "woods" "Woods",
    }
}

impl Ground {
    /// Difficulty of the ground for riders. Woods are more difficult for riders than on foot. *Terrain.*
    pub fn for_riders(self) -> Terrain {
        match self {
            Ground::Easy => Terrain::Easy,
            Ground::Difficult | Ground::Bushes => Terrain::Difficult,
            Ground::VeryDifficult | Ground::Woods => Terrain::VeryDifficult,
        }
    }
}

choices! {
    /// Actions in close order. *Close order formation.*
    pub enum Action {
        Form = "form" "Form",
        Join = "join" "Join",
        Pivot = "pivot" "Pivot",
        Keep = "keep" "Keep",
    }
}

impl Action {
    /// True of actions that take the whole turn: forming or joining an order.
    pub fn takes_the_turn(self) -> bool {
        matches!(self, Action::Form | Action::Join)
    }
}

choices! {
    /// Formations of soldiers in close order. *Close order formation.*
    pub enum OrderShape {
        Line = "line" "Line or larger column",
        ColumnOfTwos = "column_of_twos" "Column of twos",
        ColumnOfThrees = "column_of_threes" "Column of threes",
        Square = "square" "Square",
    }
}

choices! {
    /// Purposes of a run-up. *Cavalry charge; Throwing spear or javelin.*
    pub enum Purpose {
        Charge = "charge" "Charge",
        Javelin = "javelin" "Javelin",
    }
}
