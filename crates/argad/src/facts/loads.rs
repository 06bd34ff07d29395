//! Facts of loading, for each kind of weapon that takes turns to load.

use super::super::terms::Missile;
use super::MOST_FIGURES;
use rules::prelude::*;

/// Most weapons of one kind: two pistols for each figure.
const MOST_WEAPONS: i32 = 2 * MOST_FIGURES;

rules::facts! {
    /// Ids of the facts of all kinds.
    pub const FACTS;

    /// Number of loaded pistols.
    LOADED_PISTOL: i32 = "loaded_pistol" "Pistols loaded" whole(0, MOST_WEAPONS);
    /// Number of pistols emptied this turn.
    SHOT_PISTOL: i32 = "shot_pistol" "Pistols emptied this turn" whole(0, MOST_WEAPONS);
    /// Number of loaded short arquebuses.
    LOADED_SHORT_ARQUEBUS: i32 = "loaded_short_arquebus" "Arquebuses loaded" whole(0, MOST_WEAPONS);
    /// Number of short arquebuses emptied this turn.
    SHOT_SHORT_ARQUEBUS: i32 = "shot_short_arquebus" "Arquebuses emptied this turn" whole(0, MOST_WEAPONS);
    /// Number of loaded long arquebuses.
    LOADED_LONG_ARQUEBUS: i32 = "loaded_long_arquebus" "Calivers loaded" whole(0, MOST_WEAPONS);
    /// Number of long arquebuses emptied this turn.
    SHOT_LONG_ARQUEBUS: i32 = "shot_long_arquebus" "Calivers emptied this turn" whole(0, MOST_WEAPONS);
    /// Number of loaded matchlock muskets.
    LOADED_MATCHLOCK_MUSKET: i32 = "loaded_matchlock_musket" "Muskets loaded" whole(0, MOST_WEAPONS);
    /// Number of matchlock muskets with one of two turns of loading done.
    LOADING_MATCHLOCK_MUSKET: i32 = "loading_matchlock_musket" "Muskets: one of two turns done" whole(0, MOST_WEAPONS);
    /// Number of matchlock muskets emptied this turn.
    SHOT_MATCHLOCK_MUSKET: i32 = "shot_matchlock_musket" "Muskets emptied this turn" whole(0, MOST_WEAPONS);
    /// Number of loaded heavy muskets without fork.
    LOADED_FORKLESS_MUSKET: i32 = "loaded_forkless_musket" "Muskets without fork loaded" whole(0, MOST_WEAPONS);
    /// Number of heavy muskets without fork with one of two turns of loading done.
    LOADING_FORKLESS_MUSKET: i32 =
        "loading_forkless_musket" "Muskets without fork: one of two turns done" whole(0, MOST_WEAPONS);
    /// Number of heavy muskets without fork emptied this turn.
    SHOT_FORKLESS_MUSKET: i32 = "shot_forkless_musket" "Muskets without fork emptied this turn" whole(0, MOST_WEAPONS);
    /// Number of loaded light muskets.
    LOADED_LIGHT_MUSKET: i32 = "loaded_light_musket" "Light muskets loaded" whole(0, MOST_WEAPONS);
    /// Number of light muskets with one of two turns of loading done.
    LOADING_LIGHT_MUSKET: i32 = "loading_light_musket" "Light muskets: one of two turns done" whole(0, MOST_WEAPONS);
    /// Number of light muskets emptied this turn.
    SHOT_LIGHT_MUSKET: i32 = "shot_light_musket" "Light muskets emptied this turn" whole(0, MOST_WEAPONS);
    /// Number of loaded rifled firearms.
    LOADED_RIFLED: i32 = "loaded_rifled" "Rifles loaded" whole(0, MOST_WEAPONS);
    /// Number of rifled firearms with one of two turns of loading done.
    LOADING_RIFLED: i32 = "loading_rifled" "Rifles: one of two turns done" whole(0, MOST_WEAPONS);
    /// Number of rifled firearms emptied this turn.
    SHOT_RIFLED: i32 = "shot_rifled" "Rifles emptied this turn" whole(0, MOST_WEAPONS);
    /// Number of loaded light crossbows.
    LOADED_LIGHT_CROSSBOW: i32 = "loaded_light_crossbow" "Crossbows loaded" whole(0, MOST_WEAPONS);
    /// Number of light crossbows emptied this turn.
    SHOT_LIGHT_CROSSBOW: i32 = "shot_light_crossbow" "Crossbows emptied this turn" whole(0, MOST_WEAPONS);
}

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

impl Loads {
    const fn of(missile: Missile, loaded: Fact<i32>, shot: Fact<i32>, turns_left: Fact<i32>) -> Self {
        Self { missile, loaded, loading: None, shot, turns_left }
    }

    const fn in_two_turns(mut self, loading: Fact<i32>) -> Self {
        self.loading = Some(loading);
        self
    }
}

/// All kinds that take turns to load, in the order of the table of weapons.
pub const LOADS: &[Loads] = &[
    Loads::of(Missile::Pistol, LOADED_PISTOL, SHOT_PISTOL, fact!("reload_pistol")),
    Loads::of(Missile::ShortArquebus, LOADED_SHORT_ARQUEBUS, SHOT_SHORT_ARQUEBUS, fact!("reload_short_arquebus")),
    Loads::of(Missile::LongArquebus, LOADED_LONG_ARQUEBUS, SHOT_LONG_ARQUEBUS, fact!("reload_long_arquebus")),
    Loads::of(
        Missile::MatchlockMusket,
        LOADED_MATCHLOCK_MUSKET,
        SHOT_MATCHLOCK_MUSKET,
        fact!("reload_matchlock_musket"),
    )
    .in_two_turns(LOADING_MATCHLOCK_MUSKET),
    Loads::of(Missile::ForklessMusket, LOADED_FORKLESS_MUSKET, SHOT_FORKLESS_MUSKET, fact!("reload_forkless_musket"))
        .in_two_turns(LOADING_FORKLESS_MUSKET),
    Loads::of(Missile::LightMusket, LOADED_LIGHT_MUSKET, SHOT_LIGHT_MUSKET, fact!("reload_light_musket"))
        .in_two_turns(LOADING_LIGHT_MUSKET),
    Loads::of(Missile::Rifled, LOADED_RIFLED, SHOT_RIFLED, fact!("reload_rifled")).in_two_turns(LOADING_RIFLED),
    Loads::of(Missile::LightCrossbow, LOADED_LIGHT_CROSSBOW, SHOT_LIGHT_CROSSBOW, fact!("reload_light_crossbow")),
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
