//! Types of troops and arms, on rosters and in procedures.

use super::{Armour, TroopType};
use rules::form::TouchedEdge;
use rules::prelude::*;

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

choices! {
    /// Weapon that a unit fires. *Infantry Firing; Cavalry Firing; Bows.*
    pub enum Weapon {
        Musket = "musket" "Muskets",
        Bow = "bow" "Bows",
        Pistol = "pistol" "Pistols",
    }
}

choices! {
    /// Answer of a unit to a charge. *Reaction Tests 1 and 2.*
    pub enum Response {
        None = "none" "No answer yet",
        Stand = "stand" "Stands",
        CounterCharge = "counter_charge" "Counter-charges",
        Break = "break" "Breaks",
    }
}

choices! {
    /// Reason why a unit breaks. *Morale; Reaction Tests 1 and 2.*
    pub enum BreakCause {
        Counters = "counters" "At its breaking number",
        Elected = "elected" "Elects to break",
        FailedStand = "failed_stand" "Failed to stand",
    }
}

choices! {
    /// Type of a target: any unit, or a general alone.
    pub enum TargetType {
        Foot = "foot" "Foot",
        Halberds = "halberds" "Halberds",
        Horse = "horse" "Horse",
        MountedDragoons = "mounted_dragoons" "Mounted dragoons",
        IrregularLightCavalry = "irregular_light_cavalry" "Irregular light cavalry",
        Artillery = "artillery" "Artillery",
        General = "general" "General",
    }
}

impl TargetType {
    /// Type of the troops; `None` for a general alone.
    pub fn troops(self) -> Option<TroopType> {
        match self {
            TargetType::Foot => Some(TroopType::Foot),
            TargetType::Halberds => Some(TroopType::Halberds),
            TargetType::Horse => Some(TroopType::Horse),
            TargetType::MountedDragoons => Some(TroopType::MountedDragoons),
            TargetType::IrregularLightCavalry => Some(TroopType::IrregularLightCavalry),
            TargetType::Artillery => Some(TroopType::Artillery),
            TargetType::General => None,
        }
    }
}

choices! {
    /// Kind of a firer.
    pub enum FirerKind {
        Infantry = "infantry" "Infantry",
        Cavalry = "cavalry" "Cavalry",
        Artillery = "artillery" "A gun",
    }
}

choices! {
    /// Edge of a unit at which an enemy touches it.
    pub enum Edge {
        Front = "front" "Front",
        Flank = "flank" "Flank",
        Rear = "rear" "Rear",
    }
}

impl From<Edge> for TouchedEdge {
    fn from(edge: Edge) -> Self {
        match edge {
            Edge::Front => Self::Front,
            Edge::Flank => Self::Flank,
            Edge::Rear => Self::Rear,
        }
    }
}

impl Arm {
    /// True of mounted units, and of dragoons even if dismounted. (R6)
    pub fn is_cavalry(self) -> bool {
        matches!(self, Arm::Horse | Arm::Dragoons | Arm::IrregularLightCavalry)
    }

    /// Armour of a unit whose roster gives none: Horse are partly armoured, other troops unarmoured. *Armour and Organization.*
    pub fn usual_armour(self) -> Armour {
        if self == Arm::Horse { Armour::Partly } else { Armour::Unarmoured }
    }

    /// True of troops that have pistols unless their roster says otherwise: Horse. *Armour and Organization.*
    pub fn usually_has_pistols(self) -> bool {
        self == Arm::Horse
    }

    /// Plural of the name, for the middle of a sentence.
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
