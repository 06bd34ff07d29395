//! Terms that several procedures share, such as troop types, arms and ground, and the numbers that belong to them.

use rules::form::{Spec, number};
use rules::prelude::*;
pub mod adjustable;
mod arms;
mod firing_group;
mod ground;
mod mover;

pub use arms::{Arm, BreakCause, Edge, FirerKind, Missile, Pistols, Response, TargetType, Weapon};
pub use firing_group::FiringGroup;
pub use ground::{AgreedCover, BarredTo, GroundEffects};
pub use mover::Mover;

/// Upper limit of fields in inches, larger than any range or move.
pub const INCHES_MAX: i32 = 1000;

/// Maximum number of figures of one kind in a unit.
pub const FIGURES_MAX: i32 = 200;

/// A number of inches.
pub const fn inches() -> Spec<f64> {
    number(0.0, INCHES_MAX as f64)
}

/// Half moves in a whole move. *Movement.*
pub const WHOLE_MOVE: i32 = 2;

choices! {
    /// Training of a unit, the best first. *Classification of Troops.*
    pub enum Ability {
        Veteran = "veteran" "Veteran",
        Trained = "trained" "Trained",
        Raw = "raw" "Raw",
    }
}

choices! {
    /// Morale class of a unit, the best first. *Classification of Troops.*
    pub enum MoraleClass {
        Good = "good" "Good",
        Average = "average" "Average",
        Poor = "poor" "Poor",
        Nervous = "nervous" "Nervous",
    }
}

choices! {
    /// A morale class, or unknown until it is rolled in play.
    pub enum RosterClass {
        Good = "good" "Good",
        Average = "average" "Average",
        Poor = "poor" "Poor",
        Nervous = "nervous" "Nervous",
        Unknown = "unknown" "Not rolled yet",
    }
}

choices! {
    /// Type of troops of a unit. *Classification of Troops.*
    pub enum TroopType {
        Foot = "foot" "Foot",
        Halberds = "halberds" "Halberds",
        Horse = "horse" "Horse",
        MountedDragoons = "mounted_dragoons" "Mounted dragoons",
        IrregularLightCavalry = "irregular_light_cavalry" "Irregular light cavalry",
        Artillery = "artillery" "Artillery",
    }
}

choices! {
    /// Formations of a unit. *Formations and Sub-units.*
    pub enum Formation {
        OpenOrder = "open_order" "Open order",
        Swedish = "swedish" "Swedish order",
        Dutch = "dutch" "Dutch order",
        Deep = "deep" "Deep order",
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
    /// Armour of halberdiers and horsemen. *Armour and Organization.*
    pub enum Armour {
        Unarmoured = "unarmoured" "Unarmoured",
        Partly = "partly" "Partly armoured",
        Fully = "fully" "Fully armoured",
    }
}

choices! {
    /// Bayonets of musketeers. *Appendix I, Musket with Bayonet.*
    pub enum Bayonet {
        None = "none" "No bayonets",
        Plug = "plug" "Plug bayonets",
        Ring = "ring" "Ring bayonets",
    }
}

choices! {
    /// Weights of guns. *Artillery.*
    pub enum Gun {
        Light = "light" "Light gun",
        Medium = "medium" "Medium gun",
        Heavy = "heavy" "Heavy gun",
    }
}

impl Formation {
    /// Ranks of figures; each represents three ranks of men. The source does not name deep order, but its tables for fire and melee
    /// allow any number of ranks (R39). *Formations and Sub-units; Infantry Firing.*
    pub fn ranks(self, cavalry: bool) -> i32 {
        match (self, cavalry) {
            (Formation::Deep, _) => 4,
            (Formation::OpenOrder, _) | (Formation::Swedish, true) => 1,
            (Formation::Swedish, false) | (Formation::Dutch, true) => 2,
            (Formation::Dutch, false) => 3,
        }
    }
}

impl MoraleClass {
    /// Number of counters at which a unit breaks. *Morale.*
    pub fn breaking_number(self) -> i32 {
        match self {
            MoraleClass::Good => 8,
            MoraleClass::Average => 6,
            MoraleClass::Poor => 4,
            MoraleClass::Nervous => 2,
        }
    }

    /// True if a unit with this number of counters is at its breaking number. *Morale.*
    pub fn breaks_at(self, counters: i32) -> bool {
        counters >= self.breaking_number()
    }
}

impl From<MoraleClass> for RosterClass {
    fn from(class: MoraleClass) -> Self {
        match class {
            MoraleClass::Good => RosterClass::Good,
            MoraleClass::Average => RosterClass::Average,
            MoraleClass::Poor => RosterClass::Poor,
            MoraleClass::Nervous => RosterClass::Nervous,
        }
    }
}

impl RosterClass {
    /// The class; `None` if it is unknown.
    pub fn known(self) -> Option<MoraleClass> {
        match self {
            RosterClass::Good => Some(MoraleClass::Good),
            RosterClass::Average => Some(MoraleClass::Average),
            RosterClass::Poor => Some(MoraleClass::Poor),
            RosterClass::Nervous => Some(MoraleClass::Nervous),
            RosterClass::Unknown => None,
        }
    }

    /// True if a unit with this number of counters is at its breaking number; `None` if its class is unknown.
    pub fn breaks_at(self, counters: i32) -> Option<bool> {
        self.known().map(|class| class.breaks_at(counters))
    }
}

impl TroopType {
    /// True of all mounted troops. In melee, all of them count as cavalry (R6).
    pub fn is_cavalry(self) -> bool {
        matches!(self, TroopType::Horse | TroopType::MountedDragoons | TroopType::IrregularLightCavalry)
    }

    /// True of troops that take reaction tests as Horse: Horse and irregulars (R6). *Irregular Light Cavalry.*
    pub fn tests_as_horse(self) -> bool {
        matches!(self, TroopType::Horse | TroopType::IrregularLightCavalry)
    }
}

impl Ability {
    /// Id and value of the modifier of group size.
    pub fn group_modifier(self) -> (&'static str, i32) {
        match self {
            Ability::Veteran => ("veteran", -1),
            Ability::Trained => ("trained", 0),
            Ability::Raw => ("raw", 1),
        }
    }
}

impl PikeArmour {
    /// Returns the same degree of armour as an [`Armour`].
    pub fn armour(self) -> Armour {
        match self {
            PikeArmour::Unarmoured => Armour::Unarmoured,
            PikeArmour::Partly => Armour::Partly,
        }
    }
}

impl Armour {
    /// The least face that kills a figure in this armour (R1). *Testing to Remove Casualties.*
    pub fn falls_on(self) -> i32 {
        match self {
            Armour::Unarmoured => 4,
            Armour::Partly => 5,
            Armour::Fully => 6,
        }
    }
}

impl Gun {
    /// Number of men in a full crew. *Firing Artillery.*
    pub fn full_crew(self) -> i32 {
        match self {
            Gun::Light => 2,
            Gun::Medium => 3,
            Gun::Heavy => 4,
        }
    }
}

/// Number of groups of `size` figures. A remainder of more than half a group makes one more. A size below 1 counts as 1 (R23).
/// *Infantry Firing; Melee.*
pub fn groups(figures: i32, size: i32) -> i32 {
    let size = size.max(1);
    figures / size + i32::from(figures % size * 2 > size)
}

/// Returns `count / lot`, rounded up.
pub fn in_lots(count: i32, lot: i32) -> i32 {
    (count + lot - 1) / lot
}

/// Classes in words: `Nervous, Poor, Poor, Average, Average, Good`. `None` for an empty list.
pub fn classes_in_words(table: &[MoraleClass]) -> Option<Text> {
    let classes = table.iter().map(|class| Text::from(class.label()));
    classes.reduce(|so_far, next| text!("{so_far}, {next}", so_far = so_far, next = next))
}
