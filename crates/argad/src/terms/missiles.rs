//! Shooting weapons: range, values to hit, and turns to load. *Weapon cards; Firearms.*

use super::Edition;
use rules::prelude::*;

choices! {
    /// A shooting weapon.
    pub enum Missile {
        Pistol = "pistol" "Pistol",
        ShortArquebus = "short_arquebus" "Short arquebus, petronel, carbine",
        LongArquebus = "long_arquebus" "Long arquebus, caliver",
        MatchlockMusket = "matchlock_musket" "Matchlock musket with fork",
        ForklessMusket = "forkless_musket" "Heavy musket without its fork",
        LightMusket = "light_musket" "Light musket, early firelock",
        Rifled = "rifled" "Rifled firearm",
        LightCrossbow = "light_crossbow" "Light crossbow",
        TraditionalBow = "traditional_bow" "Traditional bow",
        Longbow = "longbow" "Longbow",
        Javelin = "javelin" "Javelin, light spear",
    }
}

/// A range band of a weapon.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Band {
    /// Upper limit in cm, which is inside the band (R16).
    pub to_cm: f64,
    /// Natural value that a die needs.
    pub need: i32,
    /// Modifier against a breastplate.
    pub at_4: i32,
    /// Modifier against complete armour.
    pub at_5: i32,
    /// True if shots through a window or arrow slit are not possible.
    pub in_the_open: bool,
}

/// Circumstances in which a weapon can be fired, besides on foot and standing still.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Handling {
    /// Also mounted, and on the move.
    Easy,
    /// Also mounted and standing still, with -1.
    MountedStill,
    /// Only on foot and standing still.
    OnFootStill,
}

const fn band(to_cm: f64, need: i32, at_4: i32, at_5: i32) -> Band {
    Band { to_cm, need, at_4, at_5, in_the_open: false }
}

const fn open(to_cm: f64, need: i32, at_4: i32, at_5: i32) -> Band {
    Band { to_cm, need, at_4, at_5, in_the_open: true }
}

const PISTOL: &[Band] = &[band(10.0, 5, 0, -1), band(20.0, 7, -1, -1)];
const SHORT_ARQUEBUS: &[Band] = &[band(10.0, 5, 0, 0), band(20.0, 6, 0, -1), band(40.0, 7, -1, -1)];
const LONG_ARQUEBUS: &[Band] = &[band(20.0, 5, 0, 0), band(30.0, 6, 0, -1), band(40.0, 7, -1, -1)];
const MATCHLOCK_AT_WILL: &[Band] = &[band(20.0, 6, 0, 0), band(40.0, 7, 0, 0), band(60.0, 8, -1, -1)];
const MATCHLOCK_SALVO: &[Band] = &[band(20.0, 5, 0, 0), band(40.0, 6, 0, 0), band(60.0, 7, -1, -1)];
/// Bands of light muskets, and of a heavy musket without its fork (R40).
const LIGHT_MUSKET: &[Band] = &[band(20.0, 5, 0, 0), band(30.0, 6, 0, 0), band(40.0, 7, -1, -1)];
const RIFLED: &[Band] = &[band(20.0, 5, 0, 0), band(40.0, 6, 0, 0), band(60.0, 7, -1, -1)];
const LIGHT_CROSSBOW: &[Band] = &[band(10.0, 5, 0, -1), band(20.0, 6, 0, -1), band(30.0, 7, 0, -1)];
const TRADITIONAL_BOW: &[Band] = &[band(10.0, 5, -1, -2), band(20.0, 6, -1, -2), open(40.0, 7, -1, -2)];
const LONGBOW: &[Band] = &[band(20.0, 5, -1, -2), band(30.0, 6, -1, -2), open(40.0, 7, -1, -2)];
const JAVELIN: &[Band] = &[open(10.0, 6, 0, 0)];
const JAVELIN_RIDDEN: &[Band] = &[open(10.0, 5, 0, 0), open(20.0, 6, 0, 0)];

impl Missile {
    /// The weapon as this edition treats it: the sheet of 2024 has one row for both arquebuses.
    #[must_use]
    pub fn in_edition(self, edition: Edition) -> Self {
        match (self, edition) {
            (Missile::LongArquebus, Edition::Sheet2024) => Missile::ShortArquebus,
            (weapon, _) => weapon,
        }
    }

    /// Range bands of the weapon, the nearest first. A salvo matters only for matchlock muskets, a run-up only for javelins.
    pub fn bands(self, salvo: bool, run_up: bool) -> &'static [Band] {
        match self {
            Missile::Pistol => PISTOL,
            Missile::ShortArquebus => SHORT_ARQUEBUS,
            Missile::LongArquebus => LONG_ARQUEBUS,
            Missile::MatchlockMusket if salvo => MATCHLOCK_SALVO,
            Missile::MatchlockMusket => MATCHLOCK_AT_WILL,
            Missile::ForklessMusket | Missile::LightMusket => LIGHT_MUSKET,
            Missile::Rifled => RIFLED,
            Missile::LightCrossbow => LIGHT_CROSSBOW,
            Missile::TraditionalBow => TRADITIONAL_BOW,
            Missile::Longbow => LONGBOW,
            Missile::Javelin if run_up => JAVELIN_RIDDEN,
            Missile::Javelin => JAVELIN,
        }
    }

    /// Returns the circumstances in which the weapon can be fired, besides on foot and standing still.
    pub fn handling(self) -> Handling {
        match self {
            Missile::Pistol
            | Missile::ShortArquebus
            | Missile::LightCrossbow
            | Missile::TraditionalBow
            | Missile::Javelin => Handling::Easy,
            Missile::LongArquebus | Missile::LightMusket | Missile::Rifled => Handling::MountedStill,
            Missile::MatchlockMusket | Missile::ForklessMusket | Missile::Longbow => Handling::OnFootStill,
        }
    }

    /// Turns needed to load the weapon; 0 for bows and javelins.
    pub fn reload_turns(self) -> i32 {
        match self {
            Missile::Pistol | Missile::ShortArquebus | Missile::LongArquebus | Missile::LightCrossbow => 1,
            Missile::MatchlockMusket | Missile::ForklessMusket | Missile::LightMusket | Missile::Rifled => 2,
            Missile::TraditionalBow | Missile::Longbow | Missile::Javelin => 0,
        }
    }

    /// True of weapons that use powder.
    pub fn is_firearm(self) -> bool {
        !matches!(self, Missile::LightCrossbow | Missile::TraditionalBow | Missile::Longbow | Missile::Javelin)
    }

    /// True of the heavy matchlock musket, with or without its fork.
    pub fn is_heavy_musket(self) -> bool {
        matches!(self, Missile::MatchlockMusket | Missile::ForklessMusket)
    }
}
