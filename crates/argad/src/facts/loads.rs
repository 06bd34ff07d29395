//! Facts of loading, for each kind of weapon that takes turns to load.

use super::super::terms::Missile;
use rules::prelude::*;

/// Trackers of a kind of weapon that takes turns to load.
#[derive(Clone, Copy, Debug)]
pub struct Loads {
    /// Kind of weapon.
    pub missile: Missile,
    /// Number of loaded weapons.
    pub loaded: Fact<i32>,
    /// Number of weapons with one of two turns of loading done; `None` for kinds that take one turn.
    pub loading: Option<Fact<i32>>,
    /// Number of weapons emptied this turn.
    pub shot: Fact<i32>,
    /// Turns still to load, a tracker of earlier versions of the app.
    pub turns_left: Fact<i32>,
}

macro_rules! loads {
    ($missile:ident, $id:literal) => {
        loads!($missile, $id, None)
    };
    ($missile:ident, $id:literal, two turns) => {
        loads!($missile, $id, Some(fact!(concat!("loading_", $id))))
    };
    ($missile:ident, $id:literal, $loading:expr) => {
        Loads {
            missile: Missile::$missile,
            loaded: fact!(concat!("loaded_", $id)),
            loading: $loading,
            shot: fact!(concat!("shot_", $id)),
            turns_left: fact!(concat!("reload_", $id)),
        }
    };
}

/// All kinds that take turns to load, in the order of the table of weapons.
pub const LOADS: &[Loads] = &[
    loads!(Pistol, "pistol"),
    loads!(ShortArquebus, "short_arquebus"),
    loads!(LongArquebus, "long_arquebus"),
    loads!(MatchlockMusket, "matchlock_musket", two turns),
    loads!(ForklessMusket, "forkless_musket", two turns),
    loads!(LightMusket, "light_musket", two turns),
    loads!(Rifled, "rifled", two turns),
    loads!(LightCrossbow, "light_crossbow"),
];

/// Ids of the facts of all kinds.
pub const FACTS: &[&str] = rules::ids![
    LOADS[0].loaded,
    LOADS[0].shot,
    LOADS[1].loaded,
    LOADS[1].shot,
    LOADS[2].loaded,
    LOADS[2].shot,
    LOADS[3].loaded,
    LOADS[3].shot,
    LOADS[4].loaded,
    LOADS[4].shot,
    LOADS[5].loaded,
    LOADS[5].shot,
    LOADS[6].loaded,
    LOADS[6].shot,
    LOADS[7].loaded,
    LOADS[7].shot,
    LOADS[3].loading.expect("it takes two turns"),
    LOADS[4].loading.expect("it takes two turns"),
    LOADS[5].loading.expect("it takes two turns"),
    LOADS[6].loading.expect("it takes two turns"),
];

/// Trackers of a kind of weapon; `None` for bows and javelins, which take no turn to load.
pub const fn loads(missile: Missile) -> Option<&'static Loads> {
    match missile {
        Missile::Pistol => Some(&LOADS[0]),
        Missile::ShortArquebus => Some(&LOADS[1]),
        Missile::LongArquebus => Some(&LOADS[2]),
        Missile::MatchlockMusket => Some(&LOADS[3]),
        Missile::ForklessMusket => Some(&LOADS[4]),
        Missile::LightMusket => Some(&LOADS[5]),
        Missile::Rifled => Some(&LOADS[6]),
        Missile::LightCrossbow => Some(&LOADS[7]),
        Missile::TraditionalBow | Missile::Longbow | Missile::Javelin => None,
    }
}
