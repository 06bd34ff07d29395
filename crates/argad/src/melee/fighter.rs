//! A fighter in a melee.

use super::super::rulings::HalfArmour;
use super::super::terms::weapons::SHORT;
use super::super::terms::{Armour, Fencer, Mount, Terrain, Weapon};
use crate::facts::*;
use crate::ids::roles;
use rules::prelude::*;

const MOUNTED: &[When] = &[When { field: field!(Fighter, mount), is: &["cavalry", "mounted_infantry", "farm_horse"] }];
const CAVALRY: &[When] = &[When { field: field!(Fighter, mount), is: &["cavalry"] }];
const ON_FOOT: &[When] = &[When { field: field!(Fighter, mount), is: &["foot"] }];
const REAR: &[When] = &[When { field: field!(Fighter, rank), is: &["2", "3", "4", "5", "6"] }];
const REACHES: &[When] = &[When {
    field: field!(Fighter, weapon),
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
const PIKEMAN: &[When] = &[When { field: field!(Fighter, weapon), is: &["pike"] }];
const CAN_RECEIVE: &[When] = &[When {
    field: field!(Fighter, weapon),
    is: &["light_spear", "pike", "halberd", "bill", "long_bardiche", "pointed_axe"],
}];

/// Value added to a fighter's blow by players' own modifiers.
pub const BLOW: Adjustable = Adjustable::of("blow", "Added to the blow");
/// Number of a fighter's dice.
pub const DICE: Adjustable = Adjustable::of("dice", "Dice");
/// Class that blows at a fighter are compared with.
pub const CLASS: Adjustable = Adjustable::of("class", "Class against blows");
/// Armour that blows at a fighter are compared with.
pub const ARMOUR: Adjustable = Adjustable::of("armour", "Armour against blows");

/// Most dice of a fighter. Exceptional strikes have up to three.
const MOST_DICE: i32 = 3;

form! {
    /// A fighter in a melee.
    pub struct Fighter {
        weapon: Weapon = unit(of(WEAPON)),
        class: i32 = unit(of(crate::facts::CLASS)),
        armour: Armour = unit(of(crate::facts::ARMOUR)),
        /// Mount, or `foot`.
        mount: Mount = unit(of(MOUNT)),
        /// Class of an inferior horse; 0 for a warhorse.
        horse_class: i32 = unit(of(HORSE_CLASS)).when(MOUNTED).rare(),
        close_order: bool = unit(of(CLOSE_ORDER)).when(ON_FOOT),
        cramped: bool = situation(flag()).or(false).label("Cramped").rare()
            .help("In a building, through a door or window, climbing, one hand full, or with short gestures by choice."),
        /// Rank; 1 is in contact.
        rank: i32 = situation(whole(1, 6)).or(1).label("Rank").when(REACHES).rare()
            .shown_in(&[roles::FRIENDS, roles::MANY])
            .help("1 is in contact; further back only with a long weapon over friends."),
        behind: usize = situation(index(5)).or(0).label("Stands behind").when(REAR).shown_in(&[roles::MANY])
            .names(roles::MANY).rare(),
        /// Index in `many` of the opponent whom a friend strikes.
        aim: usize = choice_of(index(5)).or(0).label("Strikes").shown_in(&[roles::FRIENDS]).names(roles::MANY),
        charging: bool = situation(of(CHARGING)).when(CAVALRY).rare()
            .help("Cavalry that had room for the run. Do the run first: then a lance is couched."),
        terrain: Terrain = situation(choice::<Terrain>()).or_id("easy").label("Ground").when(MOUNTED).rare(),
        in_contact_at_start: bool = unit(of(IN_CONTACT_AT_START)),
        charged_last_turn: bool = unit(of(CHARGED_LAST_TURN)).when(CAVALRY),
        pike_spent: bool = unit(of(PIKE_SPENT)).label("Pike useless: too near").when(PIKEMAN),
        braced: bool = choice_of(flag()).or(false).label("Receives a charge").when(CAN_RECEIVE)
            .help("Trained, standing still, the point held firm."),
        defends_obstacle: bool = situation(flag()).or(false).label("Defends an obstacle").when(ON_FOOT).rare()
            .help("The enemy attacks over a bank or low wall, or through a door, stakes or a battlement."),
        enemy_higher: bool = situation(flag()).or(false).label("Enemy stands higher").rare(),
        fencer: Fencer = unit(of(FENCER)).rare(),
        very_strong: bool = unit(of(VERY_STRONG)).rare(),
        disorder: bool = unit(of(DISORDER)),
        helpless: bool = unit(of(HELPLESS))
            .help("Stunned, blocked, has shot this turn, or his blow belongs to another fight of this turn."),
        cannot_recoil: bool = situation(flag()).or(false).label("No room to recoil").rare(),
        life_points: i32 = unit(whole(1, 2)).or(1).label("Life points"),
        /// Changes by the players' own modifiers.
        own: Vec<Change> = situation(changes()),
    }
}

/// Number of dice of a fighter, 1 to 3. `more` is the change by the players' own modifiers.
pub fn dice_of(fencer: Fencer, more: i32) -> i32 {
    let usual = match fencer {
        Fencer::TwoBest | Fencer::TwoBoth => 2,
        Fencer::Three => 3,
        Fencer::None | Fencer::RapierDagger | Fencer::Swift => 1,
    };
    (usual + more).clamp(1, MOST_DICE)
}

impl Fighter {
    /// Class in melee: the fighter's class, or the class of an inferior horse if that is lower (R13).
    pub fn melee_class(&self) -> i32 {
        if self.horse_class > 0 && self.mount.is_mounted() { self.class.min(self.horse_class) } else { self.class }
    }

    /// Returns the class that blows at the fighter are compared with.
    pub fn class_against_blows(&self) -> i32 {
        self.melee_class() + self.own.sum(CLASS)
    }

    /// Returns the value of the fighter's armour against blows.
    pub fn protection(&self, half_armour: HalfArmour) -> i32 {
        let worn = match (self.armour, half_armour) {
            (Armour::None, _) => 0,
            (Armour::Four, _) | (Armour::FourStar, HalfArmour::TieBreak) => 4,
            (Armour::FourStar, HalfArmour::AsFive) | (Armour::Five, _) => 5,
        };
        worn + self.own.sum(ARMOUR)
    }

    /// Returns the weapon that the fighter strikes with: a sword in place of a pike that is useless because the enemy is too near. *Pike.*
    pub fn weapon_in_use(&self) -> Weapon {
        let is_useless = self.weapon == Weapon::Pike && self.pike_spent && !self.close_order;
        if is_useless { Weapon::Sword } else { self.weapon }
    }

    /// Returns the length of the weapon as used in this fight. *Melee; Obvious limitations; Exceptional strike; formal duels.*
    pub fn length(&self, formal_duel: bool) -> i32 {
        let weapon = if formal_duel { SHORT } else { self.weapon_in_use().length() };
        let usable = if self.cramped { weapon.min(SHORT) } else { weapon };
        usable + i32::from(self.fencer == Fencer::Swift)
    }

    /// Number of dice.
    pub fn dice(&self) -> i32 {
        dice_of(self.fencer, self.own.sum(DICE))
    }

    /// True if the fighter strikes in this fight.
    pub fn strikes(&self) -> bool {
        !self.helpless
    }

    /// True if the fighter swings a heavy weapon in wide circles: with room, out of close order, and not held firm.
    pub fn swings(&self) -> bool {
        self.weapon.is_heavy() && !self.cramped && !self.close_order && !self.braced
    }

    /// True of cavalry.
    pub fn is_cavalry(&self) -> bool {
        self.mount == Mount::Cavalry
    }

    /// True of fighters on foot.
    pub fn on_foot(&self) -> bool {
        self.mount == Mount::Foot
    }
}
