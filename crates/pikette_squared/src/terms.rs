//! Terms that several procedures share: types, dice, states, cards, directions, acts, ground, sides.

use rules::prelude::*;
mod acts;
pub mod adjustable;
mod cards;
mod ground;
mod sides;

pub use acts::{ActionKind, Currency};
pub use cards::{Card, ExtraCard, ExtraOrNone, InPlay};
pub use ground::{BetterTerrain, Cover, Ground, Piece, Terrain};
pub use sides::{Leader, Place, Roller, Side};

/// Declares a macro for enums that share these values. The first token is `$`, which the declared macro needs.
///
/// - `name! { /// doc Name [before] [after] }` declares one of the enums, with its own values before and after the shared ones.
/// - `name! { Narrow into Wide }` converts an enum of the shared values alone to one with more, value by value.
/// - `name! { Narrow from Wide }` gives the wider enum the method `shared`, which converts back.
macro_rules! in_common {
    ($dollar:tt $name:ident: $($item:ident = $id:literal $label:literal),* $(,)?) => {
        macro_rules! $name {
            ($dollar(#[$dollar meta:meta])* $dollar name:ident [$dollar($dollar before:tt)*] [$dollar($dollar after:tt)*]) => {
                choices! {
                    $dollar(#[$dollar meta])*
                    pub enum $dollar name {
                        $dollar($dollar before)*
                        $($item = $id $label,)*
                        $dollar($dollar after)*
                    }
                }
            };
            ($dollar narrow:ident into $dollar wide:ident) => {
                impl From<$dollar narrow> for $dollar wide {
                    fn from(value: $dollar narrow) -> Self {
                        match value {
                            $($dollar narrow::$item => $dollar wide::$item,)*
                        }
                    }
                }
            };
            ($dollar narrow:ident from $dollar wide:ident) => {
                impl $dollar wide {
                    /// The shared value that equals this one; `None` if there is none.
                    fn shared(self) -> Option<$dollar narrow> {
                        match self {
                            $($dollar wide::$item => Some($dollar narrow::$item),)*
                            _ => None,
                        }
                    }
                }
            };
        }
    };
}
pub(super) use in_common;

// Troop types.
in_common! { $ troop_types:
    Knights = "knights" "Knights",
    Lancers = "lancers" "Lancers",
    Reiters = "reiters" "Reiters",
    Carabins = "carabins" "Carabins",
    LightHorse = "light_horse" "Light horse",
    DismountedKnights = "dismounted_knights" "Dismounted knights",
    Pike = "pike" "Pike",
    Phalanx = "phalanx" "Phalanx",
    Tercio = "tercio" "Tercio",
    Arquebus = "arquebus" "Arquebus",
    Longbowmen = "longbowmen" "Longbowmen",
    Crossbows = "crossbows" "Crossbows",
    Skirmishers = "skirmishers" "Skirmishers",
    Militia = "militia" "Militia",
    Cannon = "cannon" "Cannon",
    WarWagons = "war_wagons" "War wagons",
}

troop_types! {
    /// Troop type of a unit. *Renaissance Warfare; Units.*
    TroopType [] []
}

troop_types! {
    /// Actor of an act or a move: a unit of a type, or the leader, who is not a unit.
    Actor [] [Leader = "leader" "The leader"]
}

choices! {
    /// The arm that a type belongs to. Cannon and war wagons are neither foot nor horse (R13).
    pub enum Class {
        Cavalry = "cavalry" "Cavalry",
        Infantry = "infantry" "Infantry",
        Artillery = "artillery" "Artillery",
        WarWagons = "war_wagons" "War wagons",
    }
}

troop_types! { TroopType into Actor }
troop_types! { TroopType from Actor }

impl Actor {
    /// Type of the unit; `None` for the leader.
    pub fn troop_type(self) -> Option<TroopType> {
        self.shared()
    }
}

/// Stands of pike in a tercio. *TERCIO.*
const PIKE_STANDS: i32 = 4;
/// Stands of arquebus in a tercio. *TERCIO.*
const ARQUEBUS_STANDS: i32 = 2;

impl TroopType {
    /// Arm of the type.
    pub fn class(self) -> Class {
        match self {
            TroopType::Knights
            | TroopType::Lancers
            | TroopType::Reiters
            | TroopType::Carabins
            | TroopType::LightHorse => Class::Cavalry,
            TroopType::Cannon => Class::Artillery,
            TroopType::WarWagons => Class::WarWagons,
            _ => Class::Infantry,
        }
    }

    /// True of mounted types.
    pub fn is_cavalry(self) -> bool {
        self.class() == Class::Cavalry
    }

    /// True of types on foot.
    pub fn is_infantry(self) -> bool {
        self.class() == Class::Infantry
    }

    /// True of horse that charges an enemy who comes near. *How to battle – moving: Opportunity Charge.*
    pub fn may_charge_on_opportunity(self) -> bool {
        matches!(self, TroopType::Knights | TroopType::Lancers | TroopType::LightHorse)
    }

    /// True of light troops that evade an enemy in their square. *How to battle – moving: Evade.*
    pub fn may_evade(self) -> bool {
        matches!(self, TroopType::Skirmishers | TroopType::Carabins | TroopType::LightHorse)
    }

    /// Stands of a full unit. *Units; PHALANX; TERCIO; R10.*
    pub fn full_stands(self) -> i32 {
        match self {
            TroopType::Phalanx => 4,
            TroopType::Tercio => PIKE_STANDS + ARQUEBUS_STANDS,
            TroopType::Cannon | TroopType::WarWagons => 1,
            _ => 2,
        }
    }

    /// True if the next stand to be lost is an arquebus stand of a tercio with this number of stands. *TERCIO; R9.*
    pub fn loses_arquebus_next(self, stands: i32) -> bool {
        self == TroopType::Tercio && stands > PIKE_STANDS
    }

    /// True of a tercio that has lost its stands of arquebus, so that it no longer shoots. *TERCIO; R42.*
    pub fn has_lost_arquebus(self, stands: i32) -> bool {
        self == TroopType::Tercio && stands <= PIKE_STANDS
    }

    /// Hits that the next stand can take, if this number of stands is left. *Units.*
    pub fn hits_per_stand(self, stands: i32) -> i32 {
        match self {
            TroopType::Tercio if self.loses_arquebus_next(stands) => 3,
            TroopType::DismountedKnights
            | TroopType::Pike
            | TroopType::Phalanx
            | TroopType::Tercio
            | TroopType::WarWagons => 4,
            TroopType::Carabins | TroopType::LightHorse | TroopType::Skirmishers => 2,
            _ => 3,
        }
    }

    /// Widest change of direction in degrees. *Infantry Move; Cavalry Move.*
    pub fn max_turn(self) -> i32 {
        match self {
            TroopType::Carabins | TroopType::LightHorse | TroopType::Skirmishers => 180,
            TroopType::Lancers | TroopType::Reiters => 90,
            _ => 45,
        }
    }

    /// True of militia and horse, which pursue routed enemies. *How to battle – fighting.*
    pub fn pursues(self) -> bool {
        self.is_cavalry() || self == TroopType::Militia
    }

    /// True of foot and horse, which follow a loser that falls back (R13). *How to battle – fighting.*
    pub fn follows(self) -> bool {
        self.is_cavalry() || self.is_infantry()
    }

    /// True of types without flank and rear. *TERCIO; WAR WAGONS.*
    pub fn has_no_flank(self) -> bool {
        matches!(self, TroopType::Tercio | TroopType::WarWagons)
    }

    /// The arc that counts for a square in this arc: always the front for types without flank and rear.
    pub fn counted_arc(self, arc: Arc) -> Arc {
        if self.has_no_flank() { Arc::Front } else { arc }
    }

    /// True of a unit that shoots in all directions: light horse, and a tercio that has lost no stand. *How to battle – shooting; TERCIO.*
    pub fn fires_all_round(self, stands: i32) -> bool {
        match self {
            TroopType::LightHorse => true,
            TroopType::Tercio => stands == self.full_stands(),
            _ => false,
        }
    }

    /// True of types that lose a stand where others would rout. *PHALANX; TERCIO.*
    pub fn is_block(self) -> bool {
        matches!(self, TroopType::Phalanx | TroopType::Tercio)
    }

    /// Number of units that the type counts as among an army's twelve. *Army lists: notes on the columns (R26).*
    pub fn counts_for(self) -> i32 {
        match self {
            TroopType::Phalanx => 2,
            TroopType::Tercio => 3,
            TroopType::Cannon => 0,
            _ => 1,
        }
    }
}

// Dice, from the smallest.
in_common! { $ dice_ladder:
    D4 = "d4" "D4",
    D6 = "d6" "D6",
    D8 = "d8" "D8",
    D10 = "d10" "D10",
    D12 = "d12" "D12",
}

dice_ladder! {
    /// A die. A step up or down is a step in this list.
    Die [] []
}

dice_ladder! {
    /// A die, or none.
    DieOrNone [None = "none" "None",] []
}

impl Die {
    /// Number of sides.
    pub fn sides(self) -> u8 {
        match self {
            Die::D4 => 4,
            Die::D6 => 6,
            Die::D8 => 8,
            Die::D10 => 10,
            Die::D12 => 12,
        }
    }

    /// The die after the steps that `steps` returns. Each step is recorded with the die before and after it (R2).
    pub fn stepped(self, dice: &mut Dice, steps: impl FnOnce(&mut Dice) -> i32) -> Self {
        self.shift(dice.stepped(&[4, 6, 8, 10, 12], self.sides(), steps))
    }

    /// The die `steps` up, or down if negative. Steps are added up first, and the result is limited to D4 and D12 (R2).
    #[must_use]
    pub fn shift(self, steps: i32) -> Self {
        let (last, by) = (Die::ALL.len() - 1, steps.unsigned_abs() as usize);
        let place = if steps < 0 { self.index().saturating_sub(by) } else { self.index() + by };
        Die::ALL[place.min(last)]
    }
}

impl DieOrNone {
    /// The die; `None` if there is none.
    pub fn die(self) -> Option<Die> {
        self.shared()
    }
}

dice_ladder! { Die into DieOrNone }
dice_ladder! { Die from DieOrNone }

// States of a unit on the table.
in_common! { $ states:
    Ok = "ok" "In good order",
    Disordered = "disordered" "Disordered",
    Routed = "routed" "Routed",
}

states! {
    /// States of a unit that is on the table.
    State [] []
}

states! {
    /// State of a unit after a result.
    Fate [] [Destroyed = "destroyed" "Destroyed", LeftTable = "left_table" "Left the table"]
}

states! { State into Fate }

choices! {
    /// Arc of a unit that contains another square.
    pub enum Arc {
        Front = "front" "Front",
        Flank = "flank" "Flank",
        Rear = "rear" "Rear",
    }
}

choices! {
    /// Ratio of the winning roll to the losing one: the source asks for "double or more".
    pub enum Ratio {
        None = "none" "Less than double",
        Double = "double" "Double",
        Quadruple = "quadruple" "Quadruple",
    }
}

impl Ratio {
    /// The ratio of the roll that won to the roll that lost.
    pub fn of(won: i32, lost: i32) -> Self {
        if won >= 4 * lost {
            Ratio::Quadruple
        } else if won >= 2 * lost {
            Ratio::Double
        } else {
            Ratio::None
        }
    }
}

choices! {
    /// A direction on the grid: the way a unit faces, or a step.
    pub enum Direction {
        N = "n" "North",
        Ne = "ne" "North-east",
        E = "e" "East",
        Se = "se" "South-east",
        S = "s" "South",
        Sw = "sw" "South-west",
        W = "w" "West",
        Nw = "nw" "North-west",
    }
}

impl Direction {
    /// Squares to the east and to the north of one step.
    pub fn step(self) -> (i32, i32) {
        match self {
            Direction::N => (0, 1),
            Direction::Ne => (1, 1),
            Direction::E => (1, 0),
            Direction::Se => (1, -1),
            Direction::S => (0, -1),
            Direction::Sw => (-1, -1),
            Direction::W => (-1, 0),
            Direction::Nw => (-1, 1),
        }
    }

    /// Squares that one step costs: 1, or 1.5 diagonally. *Infantry Move.*
    pub fn cost(self) -> f64 {
        let (east, north) = self.step();
        if east != 0 && north != 0 { 1.5 } else { 1.0 }
    }

    /// Angle to another direction in degrees, at most 180.
    pub fn angle(self, other: Self) -> i32 {
        [0, 45, 90, 135, 180, 135, 90, 45][self.index().abs_diff(other.index())]
    }
}
