//! Loading: the weapons of a unit that are ready, and those that it brings on. *Weapon cards; Firearms.*
//!
//! A weapon of a group is counted by the figures that carry it. Of each kind, so many are loaded, so many of those that take
//! two turns have one turn done, and so many were emptied this turn and cannot be loaded before the next.

use super::facts::loads::{LOADS, Loads, loads};
use super::rulings::{FOULED_BY_MELEE, FouledByMelee};
use super::terms::{Missile, Weapon};
use super::unit::{able, began_in_contact, figures, touched};
use crate::facts::*;
use rules::prelude::*;
use serde_json::Value as Json;

/// The kinds that a unit carries, in the order of the weapons' table.
pub fn carried(unit: &Facts) -> Vec<Missile> {
    let own = unit.value(MISSILE).unwrap_or_default();
    Choices::ALL.iter().copied().filter(|missile| own.contains(missile)).collect()
}

/// The kinds that a unit can shoot or throw now. A light spear is thrown like a javelin; a musket whose fork was dropped is
/// fired without it. *Light thrusting spear; Matchlock musket with fork.*
pub fn at_hand(unit: &Facts) -> Vec<Missile> {
    let forkless = unit.holds(FORK_DROPPED);
    let mut kinds: Vec<Missile> = carried(unit)
        .into_iter()
        .map(|own| if forkless && own == Missile::MatchlockMusket { Missile::ForklessMusket } else { own })
        .collect();
    if unit.value(LIGHT_SPEAR).is_some_and(|left| left > 0) && !kinds.contains(&Missile::Javelin) {
        kinds.push(Missile::Javelin);
    }
    kinds.dedup();
    kinds
}

/// The kind under which a weapon's loading is tracked: a musket stays the musket that it is without its fork (R54).
pub fn tracked_as(unit: &Facts, missile: Missile) -> Missile {
    let dropped = missile == Missile::ForklessMusket && unit.holds(FORK_DROPPED);
    if dropped && carried(unit).contains(&Missile::MatchlockMusket) { Missile::MatchlockMusket } else { missile }
}

/// Trackers of a weapon of this unit; `None` if it has no such weapon, or if it needs no turn to load.
pub fn loads_of(unit: &Facts, missile: Missile) -> Option<&'static Loads> {
    loads(tracked_as(unit, missile)).filter(|own| unit.knows(own.loaded))
}

/// State of a weapon of this unit; `None` if it has no such weapon, or if it needs no turn to load.
pub fn stock_of(unit: &Facts, missile: Missile) -> Option<Stock> {
    loads_of(unit, missile).and_then(|own| own.stock(unit))
}

/// State of a kind of weapon of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stock {
    /// Weapons of the kind.
    pub all: i32,
    /// Loaded.
    pub loaded: i32,
    /// With one of two turns done.
    pub loading: i32,
    /// Emptied this turn.
    pub shot: i32,
}

impl Loads {
    /// Reads the trackers; `None` for a unit without such a weapon.
    pub fn stock(&self, unit: &Facts) -> Option<Stock> {
        let loading = self.loading.map_or(Some(0), |loading| unit.value(loading));
        let ((loaded, shot), loading) = unit.value(self.loaded).zip(unit.value(self.shot)).zip(loading)?;
        Some(Stock { all: weapons(unit, self.missile), loaded, loading, shot })
    }
}

impl Loads {
    /// Reads turns to load as earlier versions counted them: above 0 nothing is loaded; of weapons that take two turns, 1 has
    /// one turn done for all; of a pair of pistols, 1 is one of two loaded.
    pub fn read_turns_left(&self, turns: &Json, unit: &Facts) -> Vec<(&'static str, Json)> {
        let (Some(turns), true) = (turns.as_i64(), unit.knows(self.loaded)) else { return Vec::new() };
        let all = weapons(unit, self.missile);
        let loaded = match turns {
            0 => all,
            // Of a pair, one pistol each is left.
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
    /// Weapons that are empty and were not emptied this turn.
    pub fn empty(self) -> i32 {
        (self.all - self.loaded - self.loading - self.shot).max(0)
    }

    /// True if there is anything to load this turn.
    pub fn needs_loading(self) -> bool {
        self.loading > 0 || self.empty() > 0
    }

    /// The stock after a turn of loading by so many hands. Those that are nearer to ready come first. *Firearms.*
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

/// Weapons of a kind: one for each figure, or so many pistols.
pub fn weapons(unit: &Facts, missile: Missile) -> i32 {
    let each = if missile == Missile::Pistol { unit.value(PISTOLS).unwrap_or(1) } else { 1 };
    figures(unit) * each
}

/// Figures that load this turn: those who neither shot nor struck, and were not in contact. *Firearms.*
pub fn hands(unit: &Facts) -> i32 {
    let shot = unit.value(SHOT_FIGURES).unwrap_or(0);
    let struck = unit.value(BLOWS).unwrap_or(0);
    // Where all of a unit began in contact, it loads only if players set that rule aside.
    let began = Some(began_in_contact(unit)).filter(|began| *began < able(unit)).unwrap_or(0);
    (able(unit) - shot.max(struck).max(touched(unit)).max(began)).max(0)
}

/// Muskets of a unit that a melee has fouled for the day. A battle of an earlier version has the mark of all of them alone.
pub fn fouled(unit: &Facts) -> i32 {
    match unit.value(FOULED_MUSKETS).unwrap_or(0) {
        0 if unit.holds(FOULED) => figures(unit),
        fouled => fouled.min(figures(unit)),
    }
}

/// True if a melee fouls the muskets of this unit (R32). *Matchlock musket.*
pub fn fouls(unit: &Facts, table: &Table) -> bool {
    let carried = carried(unit);
    let heavy = carried.iter().any(|own| own.is_heavy_musket());
    let light = carried.contains(&Missile::LightMusket) && !unit.holds(FIRELOCK);
    heavy || light && table.ruling(FOULED_BY_MELEE) != Some(FouledByMelee::Heavy.id())
}

/// Weapons of a kind that are fit to be fired, loaded or not.
pub fn fit(unit: &Facts, missile: Missile) -> i32 {
    let fouled = if missile.is_fouled_by_melee() { fouled(unit) } else { 0 };
    weapons(unit, missile) - fouled
}

/// The kinds of which there is something to load, in the order of the weapons' table.
pub fn to_load(unit: &Facts) -> Vec<&'static Loads> {
    LOADS.iter().filter(|own| own.stock(unit).is_some_and(Stock::needs_loading)).collect()
}

/// Weapons of a kind that can be shot now: loaded, clean, or left to throw; `None` if nothing limits them, as arrows.
pub fn ready(unit: &Facts, missile: Missile) -> Option<i32> {
    if missile == Missile::Javelin {
        return Some(thrown(unit).iter().sum());
    }
    let stock = stock_of(unit, missile)?;
    Some(stock.loaded.min(fit(unit, missile) - stock.shot).max(0))
}

/// Javelins and light spears left. A unit that carries neither has none.
pub fn thrown(unit: &Facts) -> [i32; 2] {
    [JAVELINS, LIGHT_SPEAR].map(|kind| unit.value(kind).unwrap_or(0))
}

/// Turns to load before a shot: 0 with one loaded, else 1 if any has one turn done. A unit without such a weapon is asked.
pub fn reload_left(unit: &Facts, missile: Missile) -> Option<i32> {
    Some(match stock_of(unit, missile)? {
        Stock { loaded: 1.., .. } => 0,
        Stock { loading: 1.., .. } => 1,
        _ => missile.reload_turns(),
    })
}

/// Figures of the profile times weapons of each, as a battle begins.
pub fn at_start(profile: &Facts, missile: Missile) -> Option<i32> {
    carried(profile).contains(&missile).then(|| weapons(profile, missile))
}

/// Javelins as a battle begins: three each, or two beside a light spear. *Budget.*
pub fn javelins_at_start(profile: &Facts) -> i32 {
    let each = if profile.equals(WEAPON, Weapon::LightSpear) { 2 } else { 3 };
    figures(profile) * each
}

#[cfg(test)]
mod tests {
    use super::Stock;

    #[test]
    fn what_is_neither_loaded_nor_begun_nor_just_emptied_is_empty() {
        let stock = |all, loaded, loading, shot| Stock { all, loaded, loading, shot }.empty();
        assert_eq!(stock(9, 4, 2, 1), 2);
        assert_eq!(stock(3, 3, 0, 0), 0);
        // Figures have fallen since, whose weapons are counted still.
        assert_eq!(stock(2, 2, 0, 1), 0);
    }
}
