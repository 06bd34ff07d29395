//! Trackers of a unit, a gun or a general in a battle.

use super::super::terms::{Edge, INCHES_MAX, Pistols, TargetType};
use super::profile::{BY_FIGURES, FIGHTERS, FOOT, GUNS, RIDERS, UNITS};
use crate::facts::*;
use rules::form::{Field, Kind, Need};
use rules::ids;
use rules::prelude::*;
use serde_json::Value as Json;
use std::collections::BTreeMap;

const GENERALS: &[When] = &[When { field: ARM.id(), is: &["general"] }];
const PLUG: &[When] = &[When { field: ARM.id(), is: &["foot"] }, When { field: BAYONET.id(), is: &["plug"] }];

/// Trackers of a unit.
pub const TRACKERS: &[Tracker] = &[
    // Morale and numbers.
    Tracker::pips(COUNTERS).when(UNITS).threshold(|unit| unit.value(BREAKING_NUMBER)).secret(),
    Tracker::count(PIKES).when(FOOT).start_from(pikes),
    Tracker::count(MUSKETS).when(FOOT).start_from(muskets),
    // Procedures count dragoons on foot as muskets. The alias applies such changes to this tracker.
    Tracker::count(FIGURES).when(BY_FIGURES).aliases(ids![MUSKETS]),
    as_declared(CLASS).when(UNITS),
    as_declared(FORMATION).when(FIGHTERS),
    Tracker::flag(BROKEN).when(UNITS),
    Tracker::flag(LOST),
    Tracker::flag(GENERAL_WITH).when(UNITS),
    // Arms and transport.
    Tracker::word(PISTOLS).start_from(pistols),
    Tracker::flag(PLUG_FIXED).when(PLUG),
    as_declared(LIMBERED).when(GUNS),
    Tracker::pips(HALF_MOVES_DONE).when(GUNS),
    Tracker::count(BRIDGE_HALF_MOVES_DONE).internal().when(UNITS).automatic(),
    as_declared(MOUNTED).when(RIDERS),
    // This bound.
    this_bound(CHARGING).when(FIGHTERS),
    Tracker::enemy(CHARGES, is_in_battle)
        .card_text("charging {names}")
        .when(FIGHTERS)
        .clears(Clears::EachTurn)
        .automatic(),
    Tracker::word(RESPONSE).when(UNITS).clears(Clears::EachTurn).automatic(),
    this_bound(FAILED_CHARGE).when(UNITS),
    this_bound(MOVED).label("Moved").when(UNITS),
    Tracker::number(MOVED_IN, INCHES_MAX).card_text("moved {n}″").clears(Clears::EachTurn).automatic(),
    Tracker::pips(HALF_MOVES_SPENT).label("Half moves spent").clears(Clears::EachTurn).automatic(),
    this_bound(FIRED).label("Fired").when(UNITS),
    this_bound(FOUGHT).card_text("fought").when(UNITS),
    this_bound(BROKE).card_text("broke").when(UNITS).automatic(),
    this_bound(RESTED).when(UNITS).automatic(),
    this_bound(PURSUIT_TESTED).when(FIGHTERS).automatic(),
    this_bound(ADDRESSED).when(UNITS),
    Tracker::count(EARLIER_COUNTERS).internal().when(UNITS).clears(Clears::EachTurn).secret(),
    Tracker::count(EARLIER_FIGURES_LOST).internal().when(UNITS).clears(Clears::EachTurn),
    // Melee, pursuit, rally.
    Tracker::contacts(CONTACTS, can_be_in_contact)
        .with_edges(CONTACT_EDGES, Edge::CHOICES)
        .card_text("in contact with {names}")
        .when(FIGHTERS)
        .automatic(),
    Tracker::contact_edges(CONTACT_EDGES)
        .accepts(|value, _, _| BTreeMap::<String, Edge>::read(value).is_some())
        .when(FIGHTERS)
        .automatic(),
    as_declared(MELEE_BOUND).internal().when(FIGHTERS),
    Tracker::enemy(PURSUIT_OF, is_in_battle).card_text("pursuing {names}").when(FIGHTERS).automatic(),
    Tracker::flag(RAN_INTO).card_text("ran into fresh enemies").when(FIGHTERS).automatic(),
    Tracker::count(BOUNDS_PURSUED).when(FIGHTERS),
    Tracker::count(RALLY_BOUNDS_LEFT).when(UNITS),
    // Generals.
    Tracker::flag(DEAD).when(GENERALS),
    this_bound(HORSE_KILLED).card_text("horse killed").when(GENERALS).automatic(),
    Tracker::friend(WITH_UNIT, is_in_battle).card_text("with {names}").when(GENERALS).in_front(),
    this_bound(AT_RISK).when(GENERALS).automatic(),
    Tracker::count(RECOVERY_BOUNDS).up_to(6).when(GENERALS).clears(Clears::RunsDownEachTurn),
    this_bound(ALREADY_TESTED).when(GENERALS),
];

/// True of a unit in the battle that is not a general.
fn is_in_battle(unit: &Facts) -> bool {
    !is_general(unit) && !is_out(unit)
}

/// True of a unit that can be in contact. Guns cannot, because their crews break instead, nor can broken units, which retire. *Melee.*
fn can_be_in_contact(unit: &Facts) -> bool {
    is_in_battle(unit) && !unit.equals(TROOPS, TargetType::Artillery) && !unit.holds(BROKEN)
}

/// A tracker with the kind and range of its fact, which begins with the default of the fact.
const fn as_declared<T>(fact: Fact<T>) -> Tracker {
    let Some(Field { kind, need: Need::Default(start), .. }) = fact.field() else { panic!("the fact has no default") };
    let tracks = match kind {
        Kind::Flag => Tracks::Flag,
        Kind::Choice(choices) => Tracks::Word(choices),
        Kind::Whole { min, max } => Tracks::Count { min, max },
        _ => panic!("a tracker of another kind has a builder of its own"),
    };
    Tracker::new(fact, tracks, start)
}

const fn this_bound(fact: Fact<bool>) -> Tracker {
    Tracker::flag(fact).clears(Clears::EachTurn)
}

/// Pikes at the start of the battle, with the command figures that count as pikes. *Armour and Organization.*
fn pikes(unit: &Facts) -> Option<Json> {
    let pikes = unit.value(PIKES).zip(unit.value(COMMAND_AS_PIKES));
    pikes.map(|(pikes, command)| (pikes + command).into())
}

fn muskets(unit: &Facts) -> Option<Json> {
    let command = unit.value(COMMAND).zip(unit.value(COMMAND_AS_PIKES));
    let muskets = unit.value(MUSKETS).zip(command);
    muskets.map(|(muskets, (command, as_pikes))| (muskets + command - as_pikes).into())
}

/// Loaded pistols at the start of the battle. By default only Horse have pistols. `None` for units without. *Armour and Organization.*
fn pistols(unit: &Facts) -> Option<Json> {
    let arm = unit.value(ARM).filter(|arm| arm.is_cavalry())?;
    unit.value(HAS_PISTOLS).unwrap_or(arm.usually_has_pistols()).then(|| Pistols::Loaded.id().into())
}
