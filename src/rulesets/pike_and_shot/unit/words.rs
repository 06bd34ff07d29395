//! The words in which a roster describes a unit.

use crate::choices;
use crate::facts::Facts;
use crate::form::Choices;

choices! {
    /// What a roster enters. *Armour and Organization; Artillery; Generals; Irregular Light Cavalry.*
    pub enum Arm {
        Foot = "foot" "Foot",
        Halberds = "halberds" "Halberds, scythes and the like",
        Horse = "horse" "Horse",
        Dragoons = "dragoons" "Dragoons",
        IrregularLightCavalry = "irregular_light_cavalry" "Irregular light cavalry",
        Artillery = "artillery" "Gun and crew",
        General = "general" "General",
    }
}

choices! {
    /// Morale class, or that it is rolled in play. *Classification of Troops.*
    pub enum RosterClass {
        Good = "good" "Good",
        Average = "average" "Average",
        Poor = "poor" "Poor",
        Nervous = "nervous" "Nervous",
        Unknown = "unknown" "Rolled in play",
    }
}

choices! {
    /// How a unit draws up. *Formations and Sub-units.*
    pub enum Formation {
        OpenOrder = "open_order" "Open order",
        Swedish = "swedish" "Swedish order",
        Dutch = "dutch" "Dutch order",
    }
}

choices! {
    /// Armour of pikemen. *Armour and Organization.*
    pub enum PikeArmour {
        Unarmoured = "unarmoured" "Unarmoured",
        Partly = "partly" "Partly armoured",
    }
}

choices! {
    /// Armour of other troops. *Armour and Organization.*
    pub enum Armour {
        Unarmoured = "unarmoured" "Unarmoured",
        Partly = "partly" "Partly armoured",
        Fully = "fully" "Fully armoured",
    }
}

choices! {
    /// What foot shoot with. *Bows.*
    pub enum Missile {
        Musket = "musket" "Muskets",
        Bow = "bow" "Bows",
    }
}

choices! {
    /// Bayonets of foot. *Musket with Bayonet.*
    pub enum Bayonet {
        None = "none" "No bayonets",
        Plug = "plug" "Plug bayonets",
        Ring = "ring" "Ring bayonets",
    }
}

choices! {
    /// Weight of a gun. *Artillery.*
    pub enum Gun {
        Light = "light" "Light gun",
        Medium = "medium" "Medium gun",
        Heavy = "heavy" "Heavy gun",
    }
}

choices! {
    /// Whether the pistols of a mounted unit will still fire. *Cavalry Firing.*
    pub enum Pistols {
        None = "none" "No pistols",
        Loaded = "loaded" "Loaded",
        Empty = "empty" "Empty",
    }
}

impl Arm {
    /// Whether it is mounted when it enters the battle as its roster describes it. (R6)
    pub fn is_cavalry(self) -> bool {
        matches!(self, Arm::Horse | Arm::Dragoons | Arm::IrregularLightCavalry)
    }

    /// Several of them, in a sentence.
    pub fn plural(self) -> &'static str {
        match self {
            Arm::Foot => "foot",
            Arm::Halberds => "halberdiers",
            Arm::Horse => "horse",
            Arm::Dragoons => "dragoons",
            Arm::IrregularLightCavalry => "irregular light cavalry",
            Arm::Artillery => "guns",
            Arm::General => "generals",
        }
    }
}

impl Gun {
    /// Figures of a full crew. *Firing Artillery.*
    pub fn full_crew(self) -> i32 {
        match self {
            Gun::Light => 2,
            Gun::Medium => 3,
            Gun::Heavy => 4,
        }
    }
}

/// The choice that a fact names.
pub fn chosen<T: Choices>(facts: &Facts, id: &str) -> Option<T> {
    T::ALL.iter().copied().find(|choice| choice.id() == facts.word(id))
}
