//! Terms that several procedures share.

use rules::prelude::*;
pub mod readings;

choices! {
    /// Type of an element. *Classification.*
    pub enum TroopType {
        Sword = "sword" "Sword",
        Mob = "mob" "Mob",
        Bill = "bill" "Bill",
        Pike = "pike" "Pike",
        Firearm = "firearm" "Firearm",
        Pistolier = "pistolier" "Pistolier",
        Lancer = "lancer" "Lancer",
        Harquebusier = "harquebusier" "Harquebusier",
        Dragoon = "dragoon" "Dragoon",
        Gun = "gun" "Gun",
        Mortar = "mortar" "Mortar",
    }
}

choices! {
    /// State of a formation, by nature or now. *Classification.*
    pub enum Order {
        Regular = "regular" "Regular",
        Irregular = "irregular" "Irregular",
    }
}

choices! {
    /// Causes of being temporarily Irregular.
    pub enum Cause {
        ShootingLosses = "shooting_losses" "two or more lost to shooting in a turn",
        CloseFire = "close_fire" "shot at from close by",
        DragoonChanging = "dragoon_changing" "caught mounting or dismounting",
        RearContact = "rear_contact" "enemies at its rear or flank",
        StandingCavalry = "standing_cavalry" "cavalry caught standing",
        GeneralKilled = "general_killed" "the General killed near by",
    }
}

choices! {
    /// Volleys in which rear ranks of Firearms shoot too. *Shooting.*
    pub enum Volley {
        None = "none" "First rank only",
        LateSwedish = "late_swedish" "Late Swedish volley",
        Longbow = "longbow" "Longbows",
    }
}

choices! {
    /// Orders that a command can give.
    pub enum Task {
        Manoeuvre = "manoeuvre" "Move",
        HoldFire = "hold_fire" "Hold fire",
        ChangeTarget = "change_target" "Change target",
        Mount = "mount" "Mount",
        Dismount = "dismount" "Dismount",
        Restore = "restore" "Restore order",
    }
}

choices! {
    /// An edge of a formation.
    pub enum Edge {
        Front = "front" "Front",
        Side = "side" "Side",
        Rear = "rear" "Rear",
    }
}

choices! {
    /// Rank of a shooter's target among the enemies that it could shoot at. *Shooting.*
    pub enum Aiming {
        Nearest = "nearest" "Its nearest enemy",
        Second = "second" "Its second nearest: the nearest is over 12″ away and did not come nearer",
        Commanded = "commanded" "Another, by command",
    }
}

choices! {
    /// Result of the battle.
    pub enum BattleResult {
        PlayOn = "play_on" "play on",
        AWins = "a_wins" "victory for {side A}",
        BWins = "b_wins" "victory for {side B}",
        Draw = "draw" "a draw",
    }
}

impl TroopType {
    /// True if elements of this type are mounted. Only Dragoons can be either. *Classification.*
    pub fn rides(self, mounted: bool) -> bool {
        match self {
            TroopType::Pistolier | TroopType::Lancer | TroopType::Harquebusier => true,
            TroopType::Dragoon => mounted,
            _ => false,
        }
    }

    /// The type whose row and column in the tables apply: gunners count as Firearms. (R8)
    #[must_use]
    pub fn in_tables(self) -> Self {
        match self {
            TroopType::Gun | TroopType::Mortar => TroopType::Firearm,
            other => other,
        }
    }

    /// True of artillery.
    pub fn is_artillery(self) -> bool {
        self.in_tables() != self
    }
}

impl Cause {
    /// True if order cannot be restored while the formation is in melee. *Melee Combat.* (R7)
    pub fn lasts_in_melee(self) -> bool {
        matches!(self, Cause::RearContact | Cause::DragoonChanging | Cause::StandingCavalry)
    }
}

impl Order {
    /// State of a formation now: Regular if it is so by nature and no cause makes it Irregular.
    pub fn now(nature: Order, shaken: &[Cause]) -> Self {
        if nature == Order::Regular && shaken.is_empty() { Order::Regular } else { Order::Irregular }
    }
}

/// True if at least one type is mounted, which makes a formation cavalry. (R19)
pub fn is_cavalry(types: impl IntoIterator<Item = TroopType>, mounted: bool) -> bool {
    types.into_iter().any(|troop| troop.rides(mounted))
}

/// True of a formation that is only Dragoons, and can therefore mount and dismount.
pub fn all_dragoons(types: impl IntoIterator<Item = TroopType>) -> bool {
    types.into_iter().all(|troop| troop == TroopType::Dragoon)
}

/// Refuses a list with repeated values.
///
/// # Errors
/// `bad_value` at `field`.
pub fn each_once<T: PartialEq>(list: &[T], field: &str) -> Result<(), Refusal> {
    let repeated = list.iter().enumerate().any(|(index, one)| list[..index].contains(one));
    bad_if(repeated, field, "Each may be listed only once.")
}
