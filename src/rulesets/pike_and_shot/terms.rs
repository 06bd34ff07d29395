//! Words that several procedures share.

use crate::choices;

choices! {
    /// How well a unit is trained.
    pub enum Ability {
        Veteran = "veteran" "Veteran",
        Trained = "trained" "Trained",
        Raw = "raw" "Raw",
    }
}

choices! {
    /// How much a unit can bear.
    pub enum MoraleClass {
        Good = "good" "Good",
        Average = "average" "Average",
        Poor = "poor" "Poor",
        Nervous = "nervous" "Nervous",
    }
}

choices! {
    /// What a unit is, as its roster says.
    pub enum TroopType {
        Foot = "foot" "Foot",
        Halberds = "halberds" "Halberds",
        Horse = "horse" "Horse",
        MountedDragoons = "mounted_dragoons" "Mounted dragoons",
        IrregularLightCavalry = "irregular_light_cavalry" "Irregular light cavalry",
        Artillery = "artillery" "Artillery",
    }
}

impl MoraleClass {
    /// Counters at which a unit breaks. *Morale.*
    pub fn breaking_number(self) -> i32 {
        match self {
            MoraleClass::Good => 8,
            MoraleClass::Average => 6,
            MoraleClass::Poor => 4,
            MoraleClass::Nervous => 2,
        }
    }
}
