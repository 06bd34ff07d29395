//! Tables of shooting: range and dice of each type, and the face that kills it. *Shooting.*

use super::super::terms::{Order, TroopType};

/// A line of the shooting table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Line {
    /// Id of the line, and of the modifier for its dice.
    pub id: &'static str,
    /// Range in inches.
    pub reach_in: i32,
    /// Dice in addition to the elements that shoot; negative for fewer.
    pub dice: i32,
}

/// Line of a type; `None` if it cannot shoot.
pub fn line(troop: TroopType, order: Order, mounted: bool) -> Option<Line> {
    use Order::{Irregular, Regular};
    let (id, reach_in, dice) = match (troop, order) {
        (TroopType::Mob, Regular) => ("regular_mob", 6, -2),
        (TroopType::Firearm, Regular) => ("regular_firearm", 24, 1),
        (TroopType::Firearm, Irregular) => ("irregular_firearm", 18, 0),
        (TroopType::Pistolier, Regular) => ("regular_pistolier", 6, 0),
        (TroopType::Pistolier, Irregular) => ("irregular_pistolier", 3, -1),
        (TroopType::Harquebusier, Regular) => ("regular_harquebusier", 18, 0),
        (TroopType::Harquebusier, Irregular) => ("irregular_harquebusier", 12, -1),
        (TroopType::Dragoon, Regular) if !mounted => ("regular_dragoon_foot", 18, 1),
        (TroopType::Dragoon, Irregular) if !mounted => ("irregular_dragoon_foot", 12, 0),
        (TroopType::Dragoon, Regular) => ("regular_dragoon_mounted", 12, 0),
        (TroopType::Gun, _) => ("gun", 60, -1),
        (TroopType::Mortar, _) => ("mortar", 48, -1),
        _ => return None,
    };
    Some(Line { id, reach_in, dice })
}

/// The least face that kills an element of this type. A lower face also means a weaker type. (R17)
pub fn to_kill(target: TroopType, order: Order) -> i32 {
    let (regular, irregular) = match target.in_tables() {
        TroopType::Sword | TroopType::Pistolier | TroopType::Dragoon => (6, 5),
        TroopType::Mob | TroopType::Pike | TroopType::Lancer => (5, 4),
        TroopType::Bill | TroopType::Harquebusier => (5, 5),
        TroopType::Firearm | TroopType::Gun | TroopType::Mortar => (3, 3),
    };
    match order {
        Order::Regular => regular,
        Order::Irregular => irregular,
    }
}
