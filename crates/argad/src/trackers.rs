//! Trackers of characters and sides.

use super::facts::loads::*;
use super::loading::{at_start, javelins_at_start};
use super::terms::duties::OpenDuty;
use super::terms::{Missile, OrderShape, is_trained};
use super::unit::{FOOT, MOUNTED, able, began_in_contact, figures, is_out, is_touched_by_hand, touched};
use crate::facts::*;
use crate::ids::procedures;
use rules::ids;
use rules::prelude::*;
use rules::ruleset::{FormerTracker, Trackers};
use serde_json::Value as Json;

/// Condition for profiles that carry a kind of shooting weapon.
macro_rules! carries {
    ($missile:literal) => {
        &[When { field: MISSILE.id(), is: &[$missile] }]
    };
}

const CAVALRY: &[When] = &[When { field: MOUNT.id(), is: &["cavalry"] }];
const MATCHLOCK: &[When] =
    &[When { field: MISSILE.id(), is: &["matchlock_musket", "forkless_musket", "light_musket"] }];
const FORKED: &[When] = carries!("matchlock_musket");
const JAVELIN: &[When] = carries!("javelin");
const SPEAR: &[When] = &[When { field: WEAPON.id(), is: &["light_spear"] }];
/// Condition for weapons that strike over friends even out of close order.
const LONG: &[When] = &[When {
    field: WEAPON.id(),
    is: &["halberd", "bill", "long_bardiche", "light_spear", "pointed_axe", "two_handed", "heavy_tool", "long_tool"],
}];
const PIKE: &[When] = &[When { field: WEAPON.id(), is: &["pike"] }];
const COUCHED: &[When] = &[When { field: WEAPON.id(), is: &["heavy_lance"] }];
const PLAYER: &[When] = &[When { field: PLAYER_CHARACTER.id(), is: &["true"] }];
const NOT_PLAYER: &[When] = &[When { field: PLAYER_CHARACTER.id(), is: &["false"] }];
const LOADED: &[When] = &[When {
    field: MISSILE.id(),
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

/// All trackers.
pub const TRACKERS: Trackers = Trackers {
    unit: OF_CHARACTERS,
    side: OF_SIDES,
    battle: OF_BATTLE,
    former: FORMER,
    later: &[
        (procedures::HEALING, HEALED.id()),
        (procedures::HEALING, DIED.id()),
        (procedures::MOVE, CLOSE_ORDER.id()),
    ],
};

/// Trackers of characters.
const OF_CHARACTERS: &[Tracker] = &[
    // Figures with one life point fall when they lose it, so `life_points` is an alias of this tracker.
    Tracker::count(FIGURES).aliases(ids![LIFE_POINTS]),
    Tracker::new(LIFE_POINTS, Tracks::Pips { max: LIVES }, Constant::Whole(LIVES)).when(PLAYER).secret(),
    Tracker::count(FALLEN).when(NOT_PLAYER),
    // Fallen soldiers are removed, unless players want to treat one of them. *Wound healing.*
    Tracker::flag(SEE_TO).card_text("fallen to be seen to").when(NOT_PLAYER),
    // Fighters who cannot be driven back surrender or die. *Resolution of the melee.*
    Tracker::count(CAPTURED),
    Tracker::count(FALLING).card_text("{n} hit, out as the phase ends").automatic(),
    loaded(LOADED_PISTOL, carries!("pistol"), |unit| weapons_at_start(unit, Missile::Pistol)),
    emptied(SHOT_PISTOL, carries!("pistol")),
    loaded(LOADED_SHORT_ARQUEBUS, carries!("short_arquebus"), |unit| weapons_at_start(unit, Missile::ShortArquebus)),
    emptied(SHOT_SHORT_ARQUEBUS, carries!("short_arquebus")),
    loaded(LOADED_LONG_ARQUEBUS, carries!("long_arquebus"), |unit| weapons_at_start(unit, Missile::LongArquebus)),
    emptied(SHOT_LONG_ARQUEBUS, carries!("long_arquebus")),
    loaded(LOADED_MATCHLOCK_MUSKET, carries!("matchlock_musket"), |unit| {
        weapons_at_start(unit, Missile::MatchlockMusket)
    }),
    Tracker::count(LOADING_MATCHLOCK_MUSKET).when(carries!("matchlock_musket")).automatic(),
    emptied(SHOT_MATCHLOCK_MUSKET, carries!("matchlock_musket")),
    loaded(LOADED_FORKLESS_MUSKET, carries!("forkless_musket"), |unit| weapons_at_start(unit, Missile::ForklessMusket)),
    Tracker::count(LOADING_FORKLESS_MUSKET).when(carries!("forkless_musket")).automatic(),
    emptied(SHOT_FORKLESS_MUSKET, carries!("forkless_musket")),
    loaded(LOADED_LIGHT_MUSKET, carries!("light_musket"), |unit| weapons_at_start(unit, Missile::LightMusket)),
    Tracker::count(LOADING_LIGHT_MUSKET).when(carries!("light_musket")).automatic(),
    emptied(SHOT_LIGHT_MUSKET, carries!("light_musket")),
    loaded(LOADED_RIFLED, carries!("rifled"), |unit| weapons_at_start(unit, Missile::Rifled)),
    Tracker::count(LOADING_RIFLED).when(carries!("rifled")).automatic(),
    emptied(SHOT_RIFLED, carries!("rifled")),
    loaded(LOADED_LIGHT_CROSSBOW, carries!("light_crossbow"), |unit| weapons_at_start(unit, Missile::LightCrossbow)),
    emptied(SHOT_LIGHT_CROSSBOW, carries!("light_crossbow")),
    Tracker::count(JAVELINS).when(JAVELIN).start_from(|unit| Some(Json::from(javelins_at_start(unit)))),
    Tracker::count(LIGHT_SPEAR).when(SPEAR).start_from(|unit| Some(Json::from(figures(unit)))),
    Tracker::flag(FORK_DROPPED).card_text("without forks").when(FORKED),
    Tracker::flag(ON_FOOT).card_text("on foot").when(MOUNTED),
    Tracker::flag(FIRED).card_text("fired").clears(Clears::EachTurn),
    Tracker::count(SHOT_FIGURES).internal().clears(Clears::EachTurn).automatic(),
    Tracker::flag(SHOT_STANDING).card_text("fired standing still").clears(Clears::EachTurn).automatic(),
    Tracker::flag(MOVED).card_text("moved").clears(Clears::EachTurn),
    Tracker::flag(CHANGED_HORSE)
        .card_text("got on or off the horse")
        .when(MOUNTED)
        .clears(Clears::EachTurn)
        .automatic(),
    Tracker::flag(STEPPED).card_text("two paces").clears(Clears::EachTurn),
    Tracker::flag(RAN_UP).card_text("made the run").when(CAVALRY).clears(Clears::EachTurn).automatic(),
    Tracker::flag(CROSSED_BAD_GROUND).card_text("crossed difficult ground").when(CAVALRY).clears(Clears::EachTurn),
    Tracker::flag(ELITE_SHOT).clears(Clears::EachTurn).automatic(),
    Tracker::flag(PLUS_ONE).clears(Clears::EachTurn).automatic(),
    Tracker::flag(FORMING).card_text("forms close order").clears(Clears::EachTurn),
    Tracker::flag(CONTACTED).render(how_many_fought).clears(Clears::EachTurn),
    Tracker::count(FOUGHT).internal().clears(Clears::EachTurn).automatic(),
    Tracker::count(FELL_FIGHTING).internal().clears(Clears::EachTurn).automatic(),
    Tracker::count(DRIVEN_BACK).internal().clears(Clears::EachTurn).automatic(),
    Tracker::contacts(CONTACTS, |unit| !is_out(unit)).card_text("in contact with {names}"),
    Tracker::count(BLOWS).internal().clears(Clears::EachTurn).automatic(),
    // Cards of units that shot or fought show other texts, so this text appears only without them (R43).
    Tracker::flag(STRUCK).render(struck_alone).clears(Clears::EachTurn),
    Tracker::flag(RELOADED).card_text("loads this turn").when(LOADED).clears(Clears::EachTurn),
    // Muskets of a group are fouled one by one; the flag means all of them. *Matchlock musket.*
    Tracker::flag(FOULED).card_text("musket fouled").when(MATCHLOCK),
    Tracker::count(FOULED_MUSKETS).when(MATCHLOCK).start_from(several),
    Tracker::flag(IN_CONTACT_AT_START).render(how_many_began).clears(Clears::EachTurn),
    Tracker::count(START_FIGURES).internal().start_from(several).automatic(),
    // A unit does not charge in two turns in a row. *Cavalry charge.*
    Tracker::flag(CHARGING).card_text("charging").when(CAVALRY).becomes(CHARGED_LAST_TURN),
    Tracker::enemy(CHARGE_TARGET, |unit| !is_out(unit))
        .card_text("charging {names}")
        .when(CAVALRY)
        .clears(Clears::EachTurn),
    Tracker::count(CHARGE_LOST).internal().when(CAVALRY).clears(Clears::EachTurn).automatic(),
    Tracker::count(RIDDEN_AT).card_text("charged by riders").clears(Clears::EachTurn).automatic(),
    Tracker::flag(CHARGED_LAST_TURN).card_text("charged last turn").when(CAVALRY),
    // Out of close order, a pike is useful for one turn in contact, and again after one turn out of contact. *Pike.*
    Tracker::flag(PIKE_LOOSE).card_text("pike in contact, no close order").when(PIKE).clears(Clears::EachTurn),
    Tracker::flag(PIKE_SPENT).card_text("pike useless").when(PIKE),
    Tracker::word(LANCE).when(COUCHED),
    Tracker::flag(CLOSE_ORDER).card_text("in close order"),
    Tracker::word(SHAPE).start_from(formed),
    Tracker::friend(JOINED_ORDER, |unit| !is_out(unit) && unit.holds(CLOSE_ORDER))
        .card_text("in the order of {names}")
        .automatic(),
    // Ranks are kept from fight to fight. *Some limitations: a second rank strikes over the shoulder of the first.*
    Tracker::friend(STANDS_BEHIND, |unit| !is_out(unit)).card_text("behind {names}").when(LONG),
    Tracker::flag(TWO_DEEP).card_text("in two ranks").when(LONG).start_from(several_flag),
    // Formation, and ground of riders, are kept until a move changes them.
    Tracker::word(GROUND).when(MOUNTED),
    Tracker::word_among(BURDEN, CARRIED),
    // A robe can be taken off, so this can change; a twisted ankle remains. *Movement.*
    Tracker::word(SLOW).when(FOOT),
    Tracker::flag(PIVOT_USED).card_text("pivoted").clears(Clears::EachTurn),
    Tracker::flag(DISORDER).card_text("in disorder"),
    // Kept until the end of the next turn. *Melee.*
    Tracker::flag(KNOCKED_DOWN).card_text("knocked down").becomes(STUNNED),
    Tracker::flag(STUNNED).card_text("stunned"),
    Tracker::count(KNOCKED_FIGURES).start_from(several).becomes(STUNNED_FIGURES),
    Tracker::count(STUNNED_FIGURES).start_from(several),
    Tracker::flag(BLOCKED).card_text("blocked this turn").clears(Clears::EachTurn),
    Tracker::flag(WOUNDED).card_text("wounded").when(PLAYER),
    Tracker::flag(TREATED).card_text("wound seen to").when(PLAYER),
    Tracker::count(HEALED).internal().automatic(),
    Tracker::flag(DIED).when(PLAYER).automatic(),
    Tracker::flag(SEQUELAE).card_text("marked for life").when(PLAYER),
    Tracker::count(HEALTH_LOST).card_text("{n} health lost for good").start_from(health_lost).secret(),
    Tracker::count(SEQUELAE_OPEN).internal().automatic(),
];

/// Turns to load, which earlier versions tracked for all weapons of a kind together.
const FORMER: &[FormerTracker] = &[
    FormerTracker { id: LOADS[0].turns_left.id(), read: |to, unit| LOADS[0].read_turns_left(to, unit) },
    FormerTracker { id: LOADS[1].turns_left.id(), read: |to, unit| LOADS[1].read_turns_left(to, unit) },
    FormerTracker { id: LOADS[2].turns_left.id(), read: |to, unit| LOADS[2].read_turns_left(to, unit) },
    FormerTracker { id: LOADS[3].turns_left.id(), read: |to, unit| LOADS[3].read_turns_left(to, unit) },
    FormerTracker { id: LOADS[4].turns_left.id(), read: |to, unit| LOADS[4].read_turns_left(to, unit) },
    FormerTracker { id: LOADS[5].turns_left.id(), read: |to, unit| LOADS[5].read_turns_left(to, unit) },
    FormerTracker { id: LOADS[6].turns_left.id(), read: |to, unit| LOADS[6].read_turns_left(to, unit) },
    FormerTracker { id: LOADS[7].turns_left.id(), read: |to, unit| LOADS[7].read_turns_left(to, unit) },
];

/// Trackers of sides: options that players have once a turn.
const OF_SIDES: &[Tracker] =
    &[Tracker::flag(ELITE_USED).clears(Clears::EachTurn), Tracker::flag(MUSKET_PLUS_ONE_USED).clears(Clears::EachTurn)];

/// Trackers of the battle.
const OF_BATTLE: &[Tracker] =
    &[Tracker::new(OPEN_DUTIES, Tracks::Data, Constant::EmptyList).automatic().accepts(is_a_list_of_duties)];

/// Function for the start value of a tracker; `None` for units without the tracker.
type Start = fn(&Facts) -> Option<Json>;

const fn loaded(fact: Fact<i32>, when: &'static [When], start: Start) -> Tracker {
    Tracker::count(fact).when(when).start_from(start)
}

const fn emptied(fact: Fact<i32>, when: &'static [When]) -> Tracker {
    Tracker::count(fact).when(when).clears(Clears::EachTurn).automatic()
}

fn weapons_at_start(profile: &Facts, missile: Missile) -> Option<Json> {
    at_start(profile, missile).map(Json::from)
}

/// Start value, 0, of counts of units with several figures. A single character has a flag instead.
fn several(profile: &Facts) -> Option<Json> {
    (figures(profile) > 1).then(|| Json::from(0))
}

/// Start value, false, of flags that only units with several figures have.
fn several_flag(profile: &Facts) -> Option<Json> {
    (figures(profile) > 1).then(|| Json::from(false))
}

/// Start value of the health lost to earlier wounds, for single characters. Groups have no such tracker, because they lose their wounded
/// figures.
fn health_lost(profile: &Facts) -> Option<Json> {
    (figures(profile) == 1).then(|| profile.value(HEALTH_LOST).unwrap_or(0).into())
}

/// Card text of a unit that was in contact this turn. For a group, it gives the number of figures that fought.
fn how_many_fought(unit: &Facts) -> Option<Text> {
    match (touched(unit), figures(unit)) {
        // All figures that fought have fallen.
        (0, _) => None,
        _ if is_touched_by_hand(unit) => Some("in contact this turn".into()),
        _ if able(unit) == 0 => Some("in contact, did not fight".into()),
        (n, all) if n < all => Some(text!("{n} of {all} fought", n = n, all = all)),
        _ => Some(text!("fought")),
    }
}

/// Card text of a unit that began the turn in contact. For a group, it gives the number of these figures.
fn how_many_began(unit: &Facts) -> Option<Text> {
    match (began_in_contact(unit), figures(unit)) {
        (0, _) => None,
        (n, all) if n < all => Some(text!("{n} of {all} began in contact", n = n, all = all)),
        _ => Some("began in contact".into()),
    }
}

/// Start value of the formation: a line for soldiers who can form close order, none for others.
fn formed(profile: &Facts) -> Option<Json> {
    let trained = profile.value(CLASS).is_none_or(is_trained);
    profile.value(DRILLED).unwrap_or(trained).then(|| OrderShape::Line.id().into())
}

/// Loads that can be picked up and put down. A heavy musket is derived from the weapons. *Clothing or armour, encumbrance.*
const CARRIED: &[Choice] = &[
    Choice { id: "none", label: "Nothing heavy" },
    Choice { id: "heavy", label: "Heavy object" },
    Choice { id: "very_heavy", label: "Very heavy object" },
];

/// Card text of units that have struck all their blows. Units that shot or fought have other texts.
fn struck_alone(unit: &Facts) -> Option<Text> {
    (unit.holds(STRUCK) && !unit.holds(FIRED) && !unit.holds(CONTACTED)).then(|| "struck".into())
}

fn is_a_list_of_duties(value: &Json, _: &Subject, _: &Table) -> bool {
    <Vec<OpenDuty> as FactValue>::read(value).is_some()
}
