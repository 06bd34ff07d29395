//! The words in which a roster describes a unit.

pub use super::super::terms::{Armour, Bayonet, Formation, Gun, PikeArmour, RosterClass};
use crate::choices;
use crate::core::facts::Facts;
use crate::core::text::term;
use crate::form::Choices;

choices! {
    /// Troops that a roster can enter. *Armour and Organization; Artillery; Generals; Irregular Light Cavalry.*
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
    /// Weapon of foot. *Bows.*
    pub enum Missile {
        Musket = "musket" "Muskets",
        Bow = "bow" "Bows",
    }
}

choices! {
    /// State of a mounted unit's pistols. *Cavalry Firing.*
    pub enum Pistols {
        None = "none" "No pistols",
        Loaded = "loaded" "Loaded",
        Empty = "empty" "Empty",
    }
}

impl Arm {
    /// True if it is mounted when it enters the battle as its roster describes it. (R6)
    pub fn is_cavalry(self) -> bool {
        matches!(self, Arm::Horse | Arm::Dragoons | Arm::IrregularLightCavalry)
    }

    /// Several of them, in a sentence.
    pub fn plural(self) -> &'static str {
        match self {
            Arm::Foot => term("foot"),
            Arm::Halberds => term("halberdiers"),
            Arm::Horse => term("horse"),
            Arm::Dragoons => term("dragoons"),
            Arm::IrregularLightCavalry => "irregular light cavalry",
            Arm::Artillery => term("guns"),
            Arm::General => term("generals"),
        }
    }
}

/// The choice that a fact names.
pub fn chosen<T: Choices>(facts: &Facts, id: &str) -> Option<T> {
    T::ALL.iter().copied().find(|choice| choice.id() == facts.word(id))
}
