//! Lines of the table of moves. *Movement.*

use super::TroopType;
use rules::prelude::*;

choices! {
    /// Lines of the table of moves. *Movement.*
    pub enum Mover {
        Infantry = "infantry" "Infantry",
        OpenOrderInfantry = "open_order_infantry" "Infantry in open order",
        Cavalry = "cavalry" "Cavalry",
        IrregularLightCavalry = "irregular_light_cavalry" "Irregular light cavalry",
        LimberedGuns = "limbered_guns" "Limbered gun",
        LimberedGallopers = "limbered_galloper_guns" "Limbered galloper gun",
        ManhandledGuns = "manhandled_guns" "Man-handled gun",
        GunCrew = "gun_crew" "Gunners without their gun",
        GeneralOnFoot = "general_on_foot" "General on foot",
        MountedGeneral = "mounted_general" "Mounted general",
    }
}

impl TroopType {
    /// Line of the table of moves for troops on the march; for artillery, the line of gunners away from their gun.
    pub fn mover(self, open_order: bool) -> Mover {
        match self {
            TroopType::Foot | TroopType::Halberds if open_order => Mover::OpenOrderInfantry,
            TroopType::Foot | TroopType::Halberds => Mover::Infantry,
            TroopType::Horse | TroopType::MountedDragoons => Mover::Cavalry,
            TroopType::IrregularLightCavalry => Mover::IrregularLightCavalry,
            TroopType::Artillery => Mover::GunCrew,
        }
    }
}

impl Mover {
    /// Inches of a full move, by the table of moves. *Movement; Artillery Movement; Irregular Light Cavalry.*
    pub fn base_in(self) -> f64 {
        match self {
            Mover::Infantry | Mover::LimberedGuns => 6.0,
            Mover::OpenOrderInfantry | Mover::GunCrew | Mover::GeneralOnFoot => 8.0,
            Mover::LimberedGallopers => 9.0,
            Mover::Cavalry => 12.0,
            Mover::IrregularLightCavalry | Mover::MountedGeneral => 15.0,
            Mover::ManhandledGuns => 1.0,
        }
    }

    /// True of a gun.
    pub fn is_gun(self) -> bool {
        matches!(self, Mover::LimberedGuns | Mover::LimberedGallopers | Mover::ManhandledGuns)
    }

    /// True of cavalry.
    pub fn is_cavalry(self) -> bool {
        matches!(self, Mover::Cavalry | Mover::IrregularLightCavalry)
    }

    /// True of infantry of any kind, including gunners away from their gun.
    pub fn is_infantry(self) -> bool {
        matches!(self, Mover::Infantry | Mover::OpenOrderInfantry | Mover::GunCrew)
    }

    /// True of a general.
    pub fn is_general(self) -> bool {
        matches!(self, Mover::GeneralOnFoot | Mover::MountedGeneral)
    }
}
