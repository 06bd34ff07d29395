//! Figures of a unit, as fields of procedures.

use super::super::terms::{Armour, PikeArmour, TroopType};
use crate::facts::*;
use rules::prelude::*;

form! {
    /// Figures of a unit: pikes and muskets for foot, figures for all others.
    pub struct Figures {
        pikes: i32 = unit(of(PIKES)),
        muskets: i32 = unit(of(MUSKETS)).help("Bows on foot count as muskets."),
        /// Figures of other troops; a gun's crew.
        figures: Option<i32> = unit(of(FIGURES)).optional(),
    }
}

form! {
    /// Figures of a unit and their armour.
    pub struct Body {
        ..figures: Figures,
        pike_armour: PikeArmour = unit(of(PIKE_ARMOUR)),
        armour: Armour = unit(of(ARMOUR)),
    }
}

impl Figures {
    /// Refuses figures of a kind that these troops do not have, and troops without figures. Foot counts pikes and muskets, other troops figures.
    ///
    /// # Errors
    /// For the first field that is wrong for these troops.
    pub fn check(&self, troop_type: TroopType) -> Result<(), Refusal> {
        if troop_type == TroopType::Foot {
            bad_if(self.figures.is_some(), field!(Figures, figures), "Foot is counted in pikes and muskets.")?;
            return bad_if(
                self.pikes + self.muskets == 0,
                field!(Figures, pikes),
                "A unit of foot has at least one figure.",
            );
        }
        bad_if(self.pikes > 0, field!(Figures, pikes), "Only foot carries pikes.")?;
        bad_if(self.muskets > 0, field!(Figures, muskets), "Only foot is counted in muskets.")?;
        if self.figures.is_none() { Err(Refusal::missing(field!(Figures, figures))) } else { Ok(()) }
    }

    /// Number of all figures.
    pub fn total(&self) -> i32 {
        self.pikes + self.muskets + self.figures.unwrap_or(0)
    }

    /// Number of figures other than pikemen.
    pub fn others(&self) -> i32 {
        self.muskets + self.figures.unwrap_or(0)
    }

    /// True if the unit has both pikes and muskets, so that each casualty must be identified.
    pub fn mixed(&self) -> bool {
        self.pikes > 0 && self.muskets > 0
    }
}

impl Body {
    /// Refuses wrong figures, and armour that these troops cannot have. Musketeers and dragoons have no armour. Armour of pikemen has its own
    /// field. *Armour and Organization.*
    ///
    /// # Errors
    /// For the first field that is wrong for these troops.
    pub fn check(&self, troop_type: TroopType) -> Result<(), Refusal> {
        self.figures.check(troop_type)?;
        let foot = troop_type == TroopType::Foot;
        let pike_armour = self.pike_armour != PikeArmour::Unarmoured;
        bad_if(!foot && pike_armour, field!(Body, pike_armour), "Only foot has pikemen.")?;
        let armour = self.armour != Armour::Unarmoured;
        bad_if(foot && armour, field!(Body, armour), "Musketeers wear no armour; that of pikemen is given by itself.")?;
        // Checked here for all forms with a body. In their `permit`, another fault of the input would be reported first.
        forbid_if(troop_type == TroopType::MountedDragoons && armour, field!(Body, armour), "Dragoons wear no armour.")
    }
}

impl Figures {
    /// The highest face on which a casualty of a mixed unit is a pikeman. A ratio between two lines of the table uses the lower line (R4).
    /// *Identifying Casualties.*
    pub fn pikeman_up_to(&self) -> i32 {
        match (self.pikes, self.muskets) {
            (p, m) if p >= 5 * m => 5,
            (p, m) if p >= 2 * m => 4,
            (p, m) if p >= m => 3,
            (p, m) if 2 * p >= m => 2,
            _ => 1,
        }
    }

    /// Line of the table that identifies casualties as pikemen or musketeers: `1:2`, or `none` for a unit without both. *Identifying Casualties.*
    pub fn casualty_line(&self) -> &'static str {
        match self.pikeman_up_to() {
            _ if !self.mixed() => "none",
            5 => "5:1",
            4 => "2:1",
            3 => "1:1",
            2 => "1:2",
            _ => "1:5",
        }
    }
}

/// Men that one figure represents. *Figure Scale.*
pub const MEN_A_FIGURE: i32 = 25;

/// Frontage and depth of one 15 mm figure, in millimetres. *Base Sizes.*
pub fn base_mm(cavalry: bool) -> (f64, f64) {
    if cavalry { (12.5, 25.0) } else { (10.0, 15.0) }
}

/// Width of a front of 15 mm figures, in millimetres. *Base Sizes.*
pub fn front_mm(front: i32, cavalry: bool) -> f64 {
    f64::from(front) * base_mm(cavalry).0
}
