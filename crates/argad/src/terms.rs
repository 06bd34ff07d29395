//! Terms that several procedures share: weapons, moves and duties.

use rules::prelude::*;
pub mod duties;
pub mod missiles;
pub mod moves;
pub mod weapons;

pub use duties::{Kind, OpenDuty};
pub use missiles::Missile;
pub use moves::{Action, Burden, Formation, Ground, OrderShape, Purpose, Slow};
pub use weapons::Weapon;

/// True if soldiers of this class count as trained, so that they keep close order and hold weapons firm. *Close order formation; Light
/// thrusting spear; Pike.*
pub fn is_trained(class: i32) -> bool {
    class >= 3
}

choices! {
    /// Edition of the sheet.
    pub enum Edition {
        April2025 = "april_2025" "April 2025",
        Sheet2024 = "sheet_2024" "Sheet of 2024",
    }
}

choices! {
    /// Mounts of characters.
    pub enum Mount {
        Foot = "foot" "On foot",
        Cavalry = "cavalry" "Cavalry",
        MountedInfantry = "mounted_infantry" "Mounted infantry, dragoon",
        FarmHorse = "farm_horse" "Farm or draught horse",
    }
}

impl Mount {
    /// True if mounted on any horse.
    pub fn is_mounted(self) -> bool {
        self != Mount::Foot
    }

    /// True of riders who are not cavalry. The rider of a farm horse counts as mounted infantry (R7).
    pub fn is_mounted_infantry(self) -> bool {
        matches!(self, Mount::MountedInfantry | Mount::FarmHorse)
    }
}

choices! {
    /// Armour of characters.
    pub enum Armour {
        None = "none" "Light clothing",
        Four = "4" "4: breastplate or mail",
        FourStar = "4_star" "4*: half-armour",
        Five = "5" "5: complete armour",
    }
}

impl Armour {
    /// Value of armour against shots, 0 to 5. If `equivalent_armour` is above 0, that value of a large creature's skin counts instead.
    /// Half-armour counts as a breastplate. *Clothing or armour, encumbrance.*
    pub fn against_shots(self, equivalent_armour: i32) -> i32 {
        match self {
            _ if equivalent_armour > 0 => equivalent_armour,
            Armour::None => 0,
            Armour::Four | Armour::FourStar => 4,
            Armour::Five => 5,
        }
    }
}

choices! {
    /// Difficulty of the ground.
    pub enum Terrain {
        Easy = "easy" "Easy",
        Difficult = "difficult" "Difficult",
        VeryDifficult = "very_difficult" "Very difficult",
    }
}

choices! {
    /// Movement of a shooter or loader this turn.
    pub enum Movement {
        Immobile = "immobile" "Stands still",
        TwoPaces = "two_paces" "Pivots, or two paces",
        Moving = "moving" "Moves",
    }
}

impl Movement {
    /// True if the movement counts as moving. Two paces, a pivot or a change of rank do not count in close order. *Close order
    /// formation.*
    pub fn is_moving(self, close_order: bool) -> bool {
        match self {
            Movement::Immobile => false,
            Movement::TwoPaces => !close_order,
            Movement::Moving => true,
        }
    }
}

choices! {
    /// Exceptional strikes of fencers. *Exceptional strike.*
    pub enum Fencer {
        None = "none" "No fencer",
        TwoBest = "two_best" "Two dice, the better counts",
        TwoBoth = "two_both" "Two dice, both count",
        Three = "three" "Three dice, all count",
        RapierDagger = "rapier_dagger" "Rapier, then dagger",
        Swift = "swift" "Strikes as with a longer weapon",
    }
}

impl Fencer {
    /// True if each of the fencer's dice counts as a blow. *Exceptional strike.*
    pub fn all_dice_count(self) -> bool {
        matches!(self, Self::TwoBoth | Self::Three)
    }
}

choices! {
    /// States of a heavy lance. *Heavy couched lance.*
    pub enum Lance {
        Held = "held" "Held",
        Lost = "lost" "Lost",
        Cut = "cut" "Cut to a spear",
    }
}

choices! {
    /// Choices for a single 6 that players may roll again. *Rules of many sixes.*
    pub enum SingleSix {
        Again = "again" "Roll it again",
        Leave = "leave" "Leave it a 6",
    }
}

/// Players' answers about the single sixes of a procedure.
#[derive(Clone, Copy, Debug)]
pub struct Sixes<'a> {
    said: &'a [SingleSix],
    otherwise: SingleSix,
}

impl<'a> Sixes<'a> {
    /// Returns the answers so far, with a default for all other sixes: roll them again if `again` is true, otherwise leave them.
    pub fn new(said: &'a [SingleSix], again: bool) -> Self {
        Self { said, otherwise: if again { SingleSix::Again } else { SingleSix::Leave } }
    }

    /// Rolls a single six again, unless players leave it. Returns true for another six. *Rules of many sixes.*
    ///
    /// # Errors
    /// Missing dice, as for [`Dice::die`].
    pub fn another(self, dice: &mut Dice, purpose: &str) -> Result<bool, Halt> {
        // Players who leave all sixes are not asked.
        let again =
            self.otherwise == SingleSix::Again && dice.mid_roll_choice(self.said, self.otherwise) == SingleSix::Again;
        Ok(again && dice.hits(purpose, 6, 1, 6)? == 1)
    }
}

choices! {
    /// Role of a character.
    pub enum Post {
        Soldier = "soldier" "Soldier",
        Officer = "officer" "Officer",
        Sergeant = "sergeant" "Sergeant",
        Musician = "musician" "Musician",
    }
}

choices! {
    /// Contact between a shooter and the target.
    pub enum Contact {
        None = "none" "No contact",
        Coming = "coming" "Just before contact",
        Touching = "in_contact" "In contact",
    }
}

choices! {
    /// Position of a shooter among friends.
    pub enum ShooterRank {
        Front = "front" "In front",
        Behind = "behind" "Behind friends who stand",
        BehindKneeling = "behind_kneeling" "Behind friends who kneel",
    }
}
