//! Loading: weapons of a unit that are ready, and those that it loads. *Weapon cards; Firearms.*
//!
//! A group's weapons are counted by the figures that carry them. For each kind, trackers count the loaded weapons and those with one of
//! two turns done. A third tracker counts weapons emptied this turn, which cannot be loaded before the next turn.

use super::facts::loads::{LOADS, Loads, loads};
use super::rulings::{FOULED_BY_MELEE, FouledByMelee};
use super::terms::{Missile, Weapon};
use super::unit::{able, began_in_contact, figures, touched};
use crate::facts::*;
use rules::prelude::*;
use serde_json::Value as Json;

/// Kinds of weapons that a unit carries, in the order of the table of weapons.
pub fn carried(unit: &Facts) -> Vec<Missile> {
    let listed = unit.value(MISSILE).unwrap_or_default();
    Choices::ALL.iter().copied().filter(|missile| listed.contains(missile)).collect()
}

/// Kinds of weapons that a unit can shoot or throw now. A light spear is thrown like a javelin, and a musket without its fork is a
/// separate kind. *Light thrusting spear; Matchlock musket with fork.*
pub fn at_hand(unit: &Facts) -> Vec<Missile> {
    let forkless = unit.holds(FORK_DROPPED);
    let mut kinds: Vec<Missile> = carried(unit)
        .into_iter()
        .map(|kind| if forkless && kind == Missile::MatchlockMusket { Missile::ForklessMusket } else { kind })
        .collect();
    if unit.value(LIGHT_SPEAR).is_some_and(|left| left > 0) && !kinds.contains(&Missile::Javelin) {
        kinds.push(Missile::Javelin);
    }
    kinds.dedup();
    kinds
}

/// Kind under which the loading of a weapon is tracked. A musket without its fork is still tracked as a matchlock musket (R54).
pub fn tracked_as(unit: &Facts, missile: Missile) -> Missile {
    let dropped = missile == Missile::ForklessMusket && unit.holds(FORK_DROPPED);
    if dropped && carried(unit).contains(&Missile::MatchlockMusket) { Missile::MatchlockMusket } else { missile }
}

/// Trackers of a weapon of this unit. `None` if it has no such weapon, or if the weapon takes no turn to load.
pub fn loads_of(unit: &Facts, missile: Missile) -> Option<&'static Loads> {
    loads(tracked_as(unit, missile)).filter(|kind| unit.knows(kind.loaded))
}

/// State of a weapon of this unit. `None` if it has no such weapon, or if the weapon takes no turn to load.
pub fn stock_of(unit: &Facts, missile: Missile) -> Option<Stock> {
    loads_of(unit, missile).and_then(|kind| kind.stock(unit))
}

/// Numbers of weapons of one kind in a unit, by their state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stock {
    /// All weapons of the kind.
    pub all: i32,
    /// Loaded weapons.
    pub loaded: i32,
    /// Weapons with one of two turns done.
    pub loading: i32,
    /// Weapons emptied this turn.
    pub shot: i32,
}

impl Loads {
    /// Reads the trackers. `None` for a unit without such a weapon.
    pub fn stock(&self, unit: &Facts) -> Option<Stock> {
        let loading = self.loading.map_or(Some(0), |loading| unit.value(loading));
        let ((loaded, shot), loading) = unit.value(self.loaded).zip(unit.value(self.shot)).zip(loading)?;
        Some(Stock { all: weapons(unit, self.missile), loaded, loading, shot })
    }
}

impl Loads {
    /// Converts a tracker of earlier versions, the turns still to load, to the present trackers. With 0, all weapons were loaded; above 0, none.
    /// For weapons that take two turns, 1 meant that one turn was done. For a pair of pistols, 1 meant that one of two was loaded. Empty if the
    /// value is not a whole number, or if the unit has no such weapon.
    pub fn read_turns_left(&self, turns: &Json, unit: &Facts) -> Vec<(&'static str, Json)> {
        let (Some(turns), true) = (turns.as_i64(), unit.knows(self.loaded)) else { return Vec::new() };
        let all = weapons(unit, self.missile);
        let loaded = match turns {
            0 => all,
            // Of each pair, one pistol is loaded.
            1 => all - figures(unit),
            _ => 0,
        };
        let loaded = if self.missile == Missile::Pistol || turns == 0 { loaded } else { 0 };
        let mut read = vec![(self.loaded.id(), Json::from(loaded.max(0)))];
        read.extend(self.loading.map(|loading| (loading.id(), Json::from(if turns == 1 { all } else { 0 }))));
        read
    }
}

impl Stock {
    /// Empty weapons that were not emptied this turn.
    pub fn empty(self) -> i32 {
        (self.all - self.loaded - self.loading - self.shot).max(0)
    }

    /// True if there is a weapon to load this turn.
    pub fn needs_loading(self) -> bool {
        self.loading > 0 || self.empty() > 0
    }

    /// Stock after a turn of loading by this number of figures, one weapon each. Half-loaded weapons are loaded first. *Firearms.*
    #[must_use]
    pub fn after_loading(self, two_turns: bool, hands: i32) -> Self {
        if !two_turns {
            return Self { loaded: self.loaded + self.empty().min(hands), ..self };
        }
        let ready = self.loading.min(hands);
        let begun = self.empty().min(hands - ready);
        Self { loaded: self.loaded + ready, loading: self.loading - ready + begun, ..self }
    }
}

/// Number of weapons of a kind: one for each figure, or one or two pistols each.
pub fn weapons(unit: &Facts, missile: Missile) -> i32 {
    let each = if missile == Missile::Pistol { unit.value(PISTOLS).unwrap_or(1) } else { 1 };
    figures(unit) * each
}

/// Figures that can load this turn: those that neither shot nor struck, and were not in contact. *Firearms.*
pub fn hands(unit: &Facts) -> i32 {
    let shot = unit.value(SHOT_FIGURES).unwrap_or(0);
    let struck = unit.value(BLOWS).unwrap_or(0);
    // If all figures began in contact, a ban forbids loading. Loading happens only if players overrode the ban, so contact is ignored here.
    let began = Some(began_in_contact(unit)).filter(|began| *began < able(unit)).unwrap_or(0);
    (able(unit) - shot.max(struck).max(touched(unit)).max(began)).max(0)
}

/// Muskets of a unit that a melee has fouled for the day. In battles of earlier versions, only a flag was recorded, which means all muskets.
pub fn fouled(unit: &Facts) -> i32 {
    match unit.value(FOULED_MUSKETS).unwrap_or(0) {
        0 if unit.holds(FOULED) => figures(unit),
        fouled => fouled.min(figures(unit)),
    }
}

/// True if a melee fouls the muskets of this unit (R32). *Matchlock musket.*
pub fn fouls(unit: &Facts, table: &Table) -> bool {
    let carried = carried(unit);
    let heavy = carried.iter().any(|missile| missile.is_heavy_musket());
    let light = carried.contains(&Missile::LightMusket) && !unit.holds(FIRELOCK);
    heavy || light && table.ruling(FOULED_BY_MELEE) != Some(FouledByMelee::Heavy.id())
}

/// Number of fouled weapons of a kind. Fouled muskets of a unit with firelocks are the heavy ones, unless it has firelocks alone.
/// *Matchlock musket.*
pub fn fouled_of(unit: &Facts, missile: Missile) -> i32 {
    let is_clean = unit.holds(FIRELOCK) && carried(unit).iter().any(|kind| kind.is_heavy_musket());
    let can_be_fouled = missile.is_heavy_musket() || missile == Missile::LightMusket && !is_clean;
    if can_be_fouled { fouled(unit) } else { 0 }
}

/// Number of weapons of a kind that are not fouled, loaded or not.
pub fn fit(unit: &Facts, missile: Missile) -> i32 {
    weapons(unit, missile) - fouled_of(unit, missile)
}

/// Kinds with weapons to load, in the order of the table of weapons.
pub fn to_load(unit: &Facts) -> Vec<&'static Loads> {
    LOADS.iter().filter(|kind| kind.stock(unit).is_some_and(Stock::needs_loading)).collect()
}

/// Number of weapons of a kind that can be shot now: loaded and clean, or left to throw. `None` if there is no limit, as for bows.
pub fn ready(unit: &Facts, missile: Missile) -> Option<i32> {
    if missile == Missile::Javelin {
        return Some(left_to_throw(unit).iter().sum());
    }
    let stock = stock_of(unit, missile)?;
    Some(stock.loaded.min(fit(unit, missile) - stock.shot).max(0))
}

/// Numbers of javelins and of light spears left to throw, in this order; 0 for a unit that carries none.
pub fn left_to_throw(unit: &Facts) -> [i32; 2] {
    [JAVELINS, LIGHT_SPEAR].map(|kind| unit.value(kind).unwrap_or(0))
}

/// Turns to load before a shot: 0 if a weapon is loaded, 1 if one of two turns is done. `None` if the unit has no such weapon, or if the
/// weapon takes no turn to load.
pub fn reload_left(unit: &Facts, missile: Missile) -> Option<i32> {
    Some(match stock_of(unit, missile)? {
        Stock { loaded: 1.., .. } => 0,
        Stock { loading: 1.., .. } => 1,
        _ => missile.reload_turns(),
    })
}

/// Weapons at the start of a battle. `None` for a kind that the unit does not carry.
pub fn at_start(profile: &Facts, missile: Missile) -> Option<i32> {
    carried(profile).contains(&missile).then(|| weapons(profile, missile))
}

/// Javelins of each figure at the start of a battle: fewer for figures that also carry a light spear. *Budget.*
pub fn javelins_each(with_spear: bool) -> i32 {
    if with_spear { 2 } else { JAVELINS_EACH }
}

/// Javelins of a unit at the start of a battle.
pub fn javelins_at_start(profile: &Facts) -> i32 {
    figures(profile) * javelins_each(profile.equals(WEAPON, Weapon::LightSpear))
}

#[cfg(test)]
mod tests {
    use super::Stock;

    #[test]
    fn weapons_neither_loaded_nor_being_loaded_nor_just_emptied_are_empty() {
        let stock = |all, loaded, loading, shot| Stock { all, loaded, loading, shot }.empty();
        assert_eq!(stock(9, 4, 2, 1), 2);
        assert_eq!(stock(3, 3, 0, 0), 0);
        // Two figures are left, but the emptied weapon of a fallen figure is still counted.
        assert_eq!(stock(2, 2, 0, 1), 0);
    }
}
