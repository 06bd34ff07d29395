//! A fighter.

use super::super::rulings::HalfArmour;
use super::super::terms::weapons::SHORT;
use super::super::terms::{Armour, Fencer, Mount, Terrain, Weapon};
use crate::facts::*;
use crate::ids::roles;
use rules::prelude::*;

const MOUNTED: &[When] = &[When { field: "mount", is: &["cavalry", "mounted_infantry", "farm_horse"] }];
const CAVALRY: &[When] = &[When { field: "mount", is: &["cavalry"] }];
const ON_FOOT: &[When] = &[When { field: "mount", is: &["foot"] }];
const REAR: &[When] = &[When { field: "rank", is: &["2", "3", "4", "5", "6"] }];
const REACHES: &[When] = &[When {
    field: "weapon",
    is: &[
        "pike",
        "halberd",
        "bill",
        "long_bardiche",
        "light_spear",
        "pointed_axe",
        "two_handed",
        "heavy_tool",
        "long_tool",
    ],
}];
const PIKEMAN: &[When] = &[When { field: "weapon", is: &["pike"] }];
const CAN_RECEIVE: &[When] =
    &[When { field: "weapon", is: &["light_spear", "pike", "halberd", "bill", "long_bardiche", "pointed_axe"] }];

/// Value that a fighter adds to his blow, beyond the printed modifiers.
pub const BLOW: Adjustable = Adjustable::of("blow", "Added to the blow");
/// Dice of a fighter.
pub const DICE: Adjustable = Adjustable::of("dice", "Dice");
/// Class that blows at a fighter are held against.
pub const CLASS: Adjustable = Adjustable::of("class", "Class against blows");
/// Armour that blows at a fighter are held against.
pub const ARMOUR: Adjustable = Adjustable::of("armour", "Armour against blows");

/// The most dice of a fighter, as of one with an exceptional strike.
const MOST_DICE: i32 = 3;

form! {
    /// Somebody in a fight.
    pub struct Fighter {
        /// The weapon in hand.
        weapon: Weapon = unit(of(WEAPON)),
        /// Class.
        class: i32 = unit(of(crate::facts::CLASS)),
        /// Armour.
        armour: Armour = unit(of(crate::facts::ARMOUR)),
        /// Mount, or `foot`.
        mount: Mount = unit(of(MOUNT)),
        /// Class of an inferior horse; 0 for a warhorse.
        horse_class: i32 = unit(whole(0, 5)).or(0).label("Class of an inferior horse").when(MOUNTED).rare(),
        /// In close order.
        close_order: bool = unit(of(CLOSE_ORDER)).when(ON_FOOT),
        /// No room for wide gestures.
        cramped: bool = situation(flag()).or(false).label("Cramped").rare()
            .help("In a building, through a door or window, climbing, one hand full, or with short gestures by choice."),
        /// Rank: 1 is in contact.
        rank: i32 = situation(whole(1, 6)).or(1).label("Rank").when(REACHES).shown_in(&["friends", "many"]).rare()
            .help("1 is in contact; further back only with a long weapon over friends."),
        /// Behind which friend.
        behind: usize = situation(index(5)).or(0).label("Stands behind").when(REAR).shown_in(&["many"]).names(roles::MANY).rare(),
        /// Index in `many` of the opponent whom he strikes.
        aim: usize = choice_of(index(5)).or(0).label("Strikes").shown_in(&["friends"]).names(roles::MANY),
        /// Charges.
        charging: bool = situation(of(CHARGING)).when(CAVALRY).rare()
            .help("Cavalry that had room for the run. Do the run first: then a lance is couched."),
        /// The ground under this rider.
        terrain: Terrain = situation(choice::<Terrain>()).or_id("easy").label("Ground").when(MOUNTED).rare(),
        /// In contact when the turn began.
        in_contact_at_start: bool = unit(of(IN_CONTACT_AT_START)),
        /// Charged in the turn before.
        charged_last_turn: bool = unit(of(CHARGED_LAST_TURN)).when(CAVALRY),
        /// Fought a turn without close order.
        pike_spent: bool = unit(of(PIKE_SPENT)).label("Pike useless: too near").when(PIKEMAN),
        /// Stands to receive a charge.
        braced: bool = choice_of(flag()).or(false).label("Receives a charge").when(CAN_RECEIVE)
            .help("Trained, standing still, the point held firm."),
        /// The enemy comes through an obstacle.
        defends_obstacle: bool = situation(flag()).or(false).label("Defends an obstacle").when(ON_FOOT).rare()
            .help("The enemy attacks over a bank or low wall, or through a door, stakes or a battlement."),
        /// The enemy stands higher.
        enemy_higher: bool = situation(flag()).or(false).label("Enemy stands higher").rare(),
        /// Exceptional strike.
        fencer: Fencer = unit(of(FENCER)).rare(),
        /// Very strong.
        very_strong: bool = unit(flag()).or(false).label("Very strong").rare(),
        /// In disorder.
        disorder: bool = unit(of(DISORDER)),
        /// Does not strike.
        helpless: bool = unit(of(HELPLESS))
            .help("Stunned, blocked, has shot this turn, or his blow belongs to another fight of this turn."),
        /// No room to recoil.
        cannot_recoil: bool = situation(flag()).or(false).label("No room to recoil").rare(),
        /// Life points.
        life_points: i32 = unit(whole(1, 2)).or(1).label("Life points"),
        /// Changes by own modifiers.
        own: Vec<Change> = situation(changes()),
    }
}

/// Number of dice of a fighter, with so many more by own modifiers.
pub fn dice_of(fencer: Fencer, more: i32) -> i32 {
    let usual = match fencer {
        Fencer::TwoBest | Fencer::TwoBoth => 2,
        Fencer::Three => 3,
        Fencer::None | Fencer::RapierDagger | Fencer::Swift => 1,
    };
    (usual + more).clamp(1, MOST_DICE)
}

impl Fighter {
    /// The class that counts in melee: an inferior horse pulls its rider down (R13).
    pub fn melee_class(&self) -> i32 {
        if self.horse_class > 0 && self.mount.is_mounted() { self.class.min(self.horse_class) } else { self.class }
    }

    /// Returns the class that blows at him are held against.
    pub fn class_against_blows(&self) -> i32 {
        self.melee_class() + self.own.sum(CLASS)
    }

    /// Returns the armour's value against blows.
    pub fn protection(&self, half_armour: HalfArmour) -> i32 {
        let worn = match (self.armour, half_armour) {
            (Armour::None, _) => 0,
            (Armour::Four, _) | (Armour::FourStar, HalfArmour::TieBreak) => 4,
            (Armour::FourStar, HalfArmour::AsFive) | (Armour::Five, _) => 5,
        };
        worn + self.own.sum(ARMOUR)
    }

    /// Returns the length of the weapon as he uses it. *Melee; Obvious limitations; Exceptional strike; formal duels.*
    pub fn length(&self, formal_duel: bool) -> i32 {
        let sword_instead = self.weapon == Weapon::Pike && self.pike_spent && !self.close_order;
        let weapon = if formal_duel || sword_instead { SHORT } else { self.weapon.length() };
        let usable = if self.cramped { weapon.min(SHORT) } else { weapon };
        usable + i32::from(self.fencer == Fencer::Swift)
    }

    /// Number of dice.
    pub fn dice(&self) -> i32 {
        dice_of(self.fencer, self.own.sum(DICE))
    }

    /// True if he strikes in this fight.
    pub fn strikes(&self) -> bool {
        !self.helpless
    }

    /// True if he swings a heavy weapon in wide circles: with room, outside close order, and not held firm.
    pub fn swings(&self) -> bool {
        self.weapon.is_heavy() && !self.cramped && !self.close_order && !self.braced
    }

    /// True for cavalry.
    pub fn is_cavalry(&self) -> bool {
        self.mount == Mount::Cavalry
    }

    /// True for fighters on foot.
    pub fn on_foot(&self) -> bool {
        self.mount == Mount::Foot
    }
}
