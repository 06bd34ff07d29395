//! Melee weapons: their length and uses. *Common weapons; weapon cards; Melee.*

use rules::prelude::*;
choices! {
    /// A weapon in hand.
    pub enum Weapon {
        Pike = "pike" "Pike",
        Halberd = "halberd" "Halberd",
        Bill = "bill" "Bill",
        LongBardiche = "long_bardiche" "Long bardiche or Lochaber axe",
        LightSpear = "light_spear" "Light spear, half-pike, spontoon",
        HeavyLance = "heavy_lance" "Heavy couched lance",
        TwoHanded = "two_handed" "Two-handed sword or axe",
        PointedAxe = "pointed_axe" "Half-long axe with a point",
        HeavyTool = "heavy_tool" "Heavy tool, both hands",
        LongTool = "long_tool" "Long tool",
        Sword = "sword" "Sword, rapier, small axe, mace",
        ShortTool = "short_tool" "Tool, improvised weapon, butt",
        Dagger = "dagger" "Dagger, knife",
        BareHands = "bare_hands" "Bare hands",
    }
}

/// Length of a pike.
pub const PIKE: i32 = 6;
/// Length of half-long weapons.
pub const HALF_LONG: i32 = 4;
/// Length of short weapons.
pub const SHORT: i32 = 3;
/// Length of a dagger.
pub const DAGGER: i32 = 2;
/// Length of bare hands.
pub const BARE_HANDS: i32 = 1;

impl Weapon {
    /// Name of the weapon, for the middle of a sentence.
    pub fn noun(self) -> &'static str {
        match self {
            Weapon::Pike => term("pike"),
            Weapon::Halberd => term("halberd"),
            Weapon::Bill => term("bill"),
            Weapon::LongBardiche => "long bardiche",
            Weapon::LightSpear => "light spear",
            Weapon::HeavyLance => term("lance"),
            Weapon::TwoHanded => "two-handed weapon",
            Weapon::PointedAxe => "pointed axe",
            Weapon::HeavyTool => "heavy tool",
            Weapon::LongTool => "long tool",
            Weapon::Sword => term("sword"),
            Weapon::ShortTool => term("tool"),
            Weapon::Dagger => term("dagger"),
            Weapon::BareHands => "bare hand",
        }
    }

    /// Length of the weapon, from 1 for bare hands to 6 for a pike. Longer weapons strike first.
    pub fn length(self) -> i32 {
        match self {
            Weapon::Pike => PIKE,
            Weapon::Halberd | Weapon::Bill | Weapon::LongBardiche | Weapon::LightSpear | Weapon::HeavyLance => 5,
            Weapon::TwoHanded | Weapon::PointedAxe | Weapon::HeavyTool | Weapon::LongTool => HALF_LONG,
            Weapon::Sword | Weapon::ShortTool => SHORT,
            Weapon::Dagger => DAGGER,
            Weapon::BareHands => BARE_HANDS,
        }
    }

    /// True of weapons used on foot only.
    pub fn is_for_foot(self) -> bool {
        matches!(
            self,
            Weapon::Pike
                | Weapon::Halberd
                | Weapon::Bill
                | Weapon::LongBardiche
                | Weapon::TwoHanded
                | Weapon::PointedAxe
                | Weapon::HeavyTool
                | Weapon::LongTool
        )
    }

    /// True of weapons swung with both hands in wide circles.
    pub fn is_heavy(self) -> bool {
        matches!(self, Weapon::TwoHanded | Weapon::PointedAxe | Weapon::HeavyTool)
    }

    /// True of tools and bare hands, which are not made for fighting.
    pub fn is_improvised(self) -> bool {
        matches!(self, Weapon::HeavyTool | Weapon::LongTool | Weapon::ShortTool | Weapon::BareHands)
    }

    /// True of weapons long enough to strike over a friend's shoulder.
    pub fn reaches_over_friends(self) -> bool {
        matches!(self, Weapon::Pike | Weapon::Halberd | Weapon::Bill | Weapon::LongBardiche | Weapon::LightSpear)
    }

    /// True of weapons that stop a charging horse when held firm. The sheet of 2024 does not name the bill.
    pub fn receives_a_charge(self, bill_counts: bool) -> bool {
        match self {
            Weapon::LightSpear | Weapon::Pike | Weapon::Halberd | Weapon::LongBardiche | Weapon::PointedAxe => true,
            Weapon::Bill => bill_counts,
            _ => false,
        }
    }

    /// True of weapons made to pull riders down. The sheet of 2024 does not name the bill.
    pub fn unhorses(self, bill_counts: bool) -> bool {
        match self {
            Weapon::Halberd | Weapon::LongBardiche => true,
            Weapon::Bill => bill_counts,
            _ => false,
        }
    }
}
