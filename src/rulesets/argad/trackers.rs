//! What is tracked in a battle.

use super::shoot::weapons::Missile;
use super::unit;
use crate::core::facts::{Fact, Facts};
use crate::form::{Choice, Constant, When};
use crate::rules::ruleset::{Clears, Tracker, Tracks};
use serde_json::Value as Json;

const LANCE: &[Choice] = &[
    Choice { id: "held", label: "Held" },
    Choice { id: "lost", label: "Lost" },
    Choice { id: "cut", label: "Cut to a spear" },
];

const ON_FOOT: &[When] = &[When { field: "mount", is: &["foot"] }];
const CAVALRY: &[When] = &[When { field: "mount", is: &["cavalry"] }];
const HEAVY_MUSKET: &[When] = &[When { field: "missile", is: &["matchlock_musket", "forkless_musket"] }];
const JAVELIN: &[When] = &[When { field: "missile", is: &["javelin"] }];
const SPEAR: &[When] = &[When { field: "weapon", is: &["light_spear"] }];
const PIKE: &[When] = &[When { field: "weapon", is: &["pike"] }];
const COUCHED: &[When] = &[When { field: "weapon", is: &["heavy_lance"] }];
const PLAYER: &[When] = &[When { field: "player_character", is: &["true"] }];
const NOBODYS: &[When] = &[When { field: "player_character", is: &["false"] }];
const LOADED: &[When] = &[When {
    field: "missile",
    is: &[
        "pistol",
        "short_arquebus",
        "long_arquebus",
        "matchlock_musket",
        "forkless_musket",
        "light_musket",
        "rifled",
        "light_crossbow",
    ],
}];

/// What is tracked of a unit.
pub const TRACKERS: &[Tracker] = &[
    // Whoever has one life loses it with the figure.
    Tracker::count(Fact::new("figures"), "Figures", 60).also(&["life_points"]),
    Tracker::new(
        Fact::<serde_json::Value>::new("life_points"),
        "Life points",
        Tracks::Pips { max: 2 },
        Constant::Whole(2),
    )
    .when(PLAYER),
    Tracker::count(Fact::new("fallen"), "Fallen, to be seen to", 60).when(NOBODYS),
    // Whoever cannot go back gives up or dies. *Resolution of the melee.*
    Tracker::count(Fact::new("captured"), "Taken prisoner", 60),
    loading("reload_pistol", "Pistol: turns to load", &[When { field: "missile", is: &["pistol"] }]),
    loading("reload_short_arquebus", "Arquebus: turns to load", &[When { field: "missile", is: &["short_arquebus"] }]),
    loading("reload_long_arquebus", "Caliver: turns to load", &[When { field: "missile", is: &["long_arquebus"] }]),
    loading(
        "reload_matchlock_musket",
        "Musket: turns to load",
        &[When { field: "missile", is: &["matchlock_musket"] }],
    ),
    loading("reload_forkless_musket", "Musket: turns to load", &[When { field: "missile", is: &["forkless_musket"] }]),
    loading("reload_light_musket", "Light musket: turns to load", &[When { field: "missile", is: &["light_musket"] }]),
    loading("reload_rifled", "Rifle: turns to load", &[When { field: "missile", is: &["rifled"] }]),
    loading("reload_light_crossbow", "Crossbow: turns to load", &[When { field: "missile", is: &["light_crossbow"] }]),
    Tracker::count(Fact::new("javelins"), "Javelins", 180).when(JAVELIN).start_from(javelins),
    Tracker::count(Fact::new("light_spear"), "Light spears", 60)
        .when(SPEAR)
        .also(&["javelins"])
        .start_from(|profile| Some(Json::from(profile.whole("figures")))),
    Tracker::flag(Fact::new("fired"), "Shot this turn").clears(Clears::EachTurn),
    Tracker::flag(Fact::new("moved"), "Moved this turn").clears(Clears::EachTurn),
    Tracker::flag(Fact::new("contacted"), "In contact this turn").clears(Clears::EachTurn),
    // Of several, each strikes by himself.
    Tracker::flag(Fact::new("struck"), "Has struck this turn").clears(Clears::EachTurn).start_from(alone),
    Tracker::flag(Fact::new("reloaded"), "Loaded this turn").when(LOADED).clears(Clears::EachTurn),
    Tracker::flag(Fact::new("fouled"), "Musket fouled for the day").when(HEAVY_MUSKET),
    Tracker::flag(Fact::new("in_contact_at_start"), "In contact at the start").clears(Clears::EachTurn),
    // After a charge, a turn passes before the next. *Cavalry charge.*
    Tracker::flag(Fact::new("charging"), "Charges").when(CAVALRY).becomes("charged_last_turn"),
    Tracker::flag(Fact::new("charged_last_turn"), "Charged last turn").when(CAVALRY),
    // Out of close order a pike is good for one turn in contact, and good again after one away from it. *Pike.*
    Tracker::flag(Fact::new("pike_loose"), "Pike in contact, no close order").when(PIKE).becomes("pike_spent"),
    Tracker::flag(Fact::new("pike_spent"), "Pike useless").when(PIKE),
    Tracker::new(Fact::<serde_json::Value>::new("lance"), "Lance", Tracks::Word(LANCE), Constant::Word("held"))
        .when(COUCHED),
    Tracker::flag(Fact::new("close_order"), "In close order").when(ON_FOOT),
    Tracker::flag(Fact::new("pivot_used"), "Pivoted").when(ON_FOOT).clears(Clears::EachTurn),
    Tracker::flag(Fact::new("disorder"), "In disorder"),
    // Until the end of the next turn. *Melee.*
    Tracker::flag(Fact::new("knocked_down"), "Knocked down this turn").becomes("stunned"),
    Tracker::flag(Fact::new("stunned"), "Stunned"),
    Tracker::flag(Fact::new("blocked"), "Blocked").clears(Clears::EachTurn),
    Tracker::flag(Fact::new("wounded"), "Wounded").when(PLAYER),
    Tracker::flag(Fact::new("treated"), "Wound seen to").when(PLAYER),
    Tracker::flag(Fact::new("sequelae"), "Marked for life").when(PLAYER),
];

/// What is tracked of a side: what its player does once a turn.
pub const SIDE_TRACKERS: &[Tracker] = &[
    Tracker::flag(Fact::new("elite_used"), "Elite shot made").clears(Clears::EachTurn),
    Tracker::flag(Fact::new("musket_plus_one_used"), "Musket +1 used").clears(Clears::EachTurn),
];

const fn loading(id: &'static str, label: &'static str, when: &'static [When]) -> Tracker {
    Tracker::new(Fact::<serde_json::Value>::new(id), label, Tracks::Pips { max: 2 }, Constant::Whole(0))
        .when(when)
        .runs_down(unit::loads_this_turn)
}

/// The tracker of a weapon that takes turns to load.
pub fn reload(missile: Missile) -> Option<&'static str> {
    match missile {
        Missile::Pistol => Some("reload_pistol"),
        Missile::ShortArquebus => Some("reload_short_arquebus"),
        Missile::LongArquebus => Some("reload_long_arquebus"),
        Missile::MatchlockMusket => Some("reload_matchlock_musket"),
        Missile::ForklessMusket => Some("reload_forkless_musket"),
        Missile::LightMusket => Some("reload_light_musket"),
        Missile::Rifled => Some("reload_rifled"),
        Missile::LightCrossbow => Some("reload_light_crossbow"),
        Missile::TraditionalBow | Missile::Longbow | Missile::Javelin => None,
    }
}

/// Only of one character.
fn alone(profile: &Facts) -> Option<Json> {
    (profile.whole("figures") == 1).then(|| Json::from(false))
}

/// Three javelins each, or two beside a light spear. *Budget.*
fn javelins(profile: &Facts) -> Option<Json> {
    let each = if profile.is("weapon", &["light_spear"]) { 2 } else { 3 };
    Some(Json::from(profile.whole("figures") * each))
}
