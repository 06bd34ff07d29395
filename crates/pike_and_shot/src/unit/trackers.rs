//! Trackers of a unit, a gun or a general in a battle.

use super::super::facts::{
    ADDRESSED, ALREADY_TESTED, ARM, AT_RISK, BOUNDS_PURSUED, BREAKING_NUMBER, BRIDGE_HALF_MOVES_DONE, BROKE, BROKEN,
    CHARGES, CHARGING, CLASS, COMMAND, COMMAND_AS_PIKES, CONTACT_EDGES, CONTACTS, COUNTERS, DEAD, EARLIER_COUNTERS,
    EARLIER_FIGURES_LOST, FAILED_CHARGE, FIGURES, FIRED, FORMATION, FOUGHT, GENERAL_WITH, HALF_MOVES_DONE,
    HALF_MOVES_SPENT, HAS_PISTOLS, HORSE_KILLED, LIMBERED, LOST, MELEE_BOUND, MOUNTED, MOVED, MOVED_IN, MUSKETS, PIKES,
    PISTOLS, PLUG_FIXED, PURSUIT_OF, PURSUIT_TESTED, RALLY_BOUNDS_LEFT, RAN_INTO, RECOVERY_BOUNDS, RESPONSE, RESTED,
    TROOPS, WITH_UNIT, is_general, is_out,
};
use super::super::terms::{Arm, Edge, Formation, INCHES_MAX, Pistols, Response, RosterClass, TargetType, WHOLE_MOVE};
use rules::prelude::*;
use serde_json::Value as Json;
use std::collections::BTreeMap;

/// All but generals: those who take counters.
const UNITS: &[When] = &[When {
    field: "troop_type",
    is: &["foot", "halberds", "horse", "dragoons", "irregular_light_cavalry", "artillery"],
}];
/// Those who can fight hand to hand: gunners break instead. *Melee.*
const FIGHTERS: &[When] =
    &[When { field: "troop_type", is: &["foot", "halberds", "horse", "dragoons", "irregular_light_cavalry"] }];
const FOOT: &[When] = &[When { field: "troop_type", is: &["foot"] }];
const BY_FIGURES: &[When] =
    &[When { field: "troop_type", is: &["halberds", "horse", "dragoons", "irregular_light_cavalry", "artillery"] }];
const GUNS: &[When] = &[When { field: "troop_type", is: &["artillery"] }];
const GENERALS: &[When] = &[When { field: "troop_type", is: &["general"] }];
const RIDERS: &[When] = &[When { field: "troop_type", is: &["dragoons", "general"] }];
const PLUG: &[When] = &[When { field: "troop_type", is: &["foot"] }, When { field: "bayonet", is: &["plug"] }];

/// The most figures of a kind, and the most counters, that procedures take.
const FIGURES_MAX: i32 = 200;
const COUNTERS_MAX: i32 = 30;
/// The most half moves that a bridge takes: 500 figures.
const BRIDGE_HALF_MOVES_MAX: i32 = 102;
/// Trackers of a unit.
pub const TRACKERS: &[Tracker] = &[
    // Morale and numbers.
    Tracker::new(COUNTERS, "Counters", Tracks::Pips { max: COUNTERS_MAX }, Constant::Whole(0))
        .when(UNITS)
        .limit(|unit| unit.value(BREAKING_NUMBER))
        .secret(),
    Tracker::count(PIKES, "Pikes", FIGURES_MAX).when(FOOT).start_from(pikes),
    Tracker::count(MUSKETS, "Muskets", FIGURES_MAX).when(FOOT).start_from(muskets),
    // Dragoons on foot are musketeers to every procedure, and still the same figures.
    Tracker::count(FIGURES, "Figures", FIGURES_MAX).when(BY_FIGURES).also(&["muskets"]),
    Tracker::new(CLASS, "Morale class", Tracks::Word(RosterClass::CHOICES), Constant::Word("unknown")).when(UNITS),
    Tracker::new(FORMATION, "Formation", Tracks::Word(Formation::CHOICES), Constant::Word("swedish")).when(FIGHTERS),
    Tracker::flag(BROKEN, "Broken").when(UNITS),
    Tracker::flag(LOST, "Out of the battle"),
    Tracker::flag(GENERAL_WITH, "General with it").when(UNITS),
    // Arms and transport.
    Tracker::word(PISTOLS, "Pistols", Pistols::CHOICES).start_from(pistols),
    Tracker::flag(PLUG_FIXED, "Plug bayonets fixed").when(PLUG),
    Tracker::new(LIMBERED, "Limbered", Tracks::Flag, Constant::Flag(true)).when(GUNS),
    Tracker::new(
        HALF_MOVES_DONE,
        "Half moves of limbering or unlimbering",
        Tracks::Pips { max: 6 },
        Constant::Whole(0),
    )
    .when(GUNS),
    Tracker::count(BRIDGE_HALF_MOVES_DONE, "Half moves done at a bridge", BRIDGE_HALF_MOVES_MAX)
        .when(UNITS)
        .automatic(),
    Tracker::new(MOUNTED, "Mounted", Tracks::Flag, Constant::Flag(true)).when(RIDERS),
    // This bound.
    this_bound(CHARGING, "Charging").when(FIGHTERS),
    Tracker::unit(CHARGES, "Charges")
        .names_enemies(is_in_battle)
        .mark("charging {names}")
        .when(FIGHTERS)
        .clears(Clears::EachTurn)
        .automatic(),
    Tracker::word(RESPONSE, "Answer to a charge", Response::CHOICES).when(UNITS).clears(Clears::EachTurn).automatic(),
    this_bound(FAILED_CHARGE, "Would not charge").when(UNITS),
    this_bound(MOVED, "Moved").when(UNITS),
    Tracker::number(MOVED_IN, "Inches moved", INCHES_MAX).mark("moved {n}″").clears(Clears::EachTurn).automatic(),
    Tracker::new(HALF_MOVES_SPENT, "Half moves spent", Tracks::Pips { max: WHOLE_MOVE }, Constant::Whole(0))
        .clears(Clears::EachTurn)
        .automatic(),
    this_bound(FIRED, "Fired").when(UNITS),
    this_bound(FOUGHT, "Fought hand to hand").mark("fought").when(UNITS),
    this_bound(BROKE, "Broke this bound").mark("broke").when(UNITS).automatic(),
    this_bound(RESTED, "Rested").when(UNITS).automatic(),
    this_bound(PURSUIT_TESTED, "Tested to halt").when(FIGHTERS).automatic(),
    this_bound(ADDRESSED, "Addressed by a general").when(UNITS),
    Tracker::count(EARLIER_COUNTERS, "Counters taken before the melees", COUNTERS_MAX)
        .when(UNITS)
        .clears(Clears::EachTurn)
        .secret(),
    Tracker::count(EARLIER_FIGURES_LOST, "Figures lost before the melees", FIGURES_MAX)
        .when(UNITS)
        .clears(Clears::EachTurn),
    // Melee, pursuit, rally.
    Tracker::contacts(CONTACTS, "In contact with", can_be_in_contact)
        .lying(CONTACT_EDGES, Edge::CHOICES)
        .mark("in contact with {names}")
        .when(FIGHTERS)
        .automatic(),
    Tracker::lie(CONTACT_EDGES, "How they touch it")
        .accepts(|value, _, _| BTreeMap::<String, Edge>::read(value).is_some())
        .when(FIGHTERS)
        .automatic(),
    Tracker::new(MELEE_BOUND, "Bound of its melee", Tracks::Count { max: 100 }, Constant::Whole(1)).when(FIGHTERS),
    Tracker::unit(PURSUIT_OF, "Pursues")
        .names_enemies(is_in_battle)
        .mark("pursuing {names}")
        .when(FIGHTERS)
        .automatic(),
    Tracker::flag(RAN_INTO, "Ran into fresh enemies").mark("ran into fresh enemies").when(FIGHTERS).automatic(),
    Tracker::count(BOUNDS_PURSUED, "Bounds of pursuit", 100).when(FIGHTERS),
    Tracker::count(RALLY_BOUNDS_LEFT, "Bounds until rallied", 100).when(UNITS),
    // Generals.
    Tracker::flag(DEAD, "Dead").when(GENERALS),
    this_bound(HORSE_KILLED, "Horse killed").mark("horse killed").when(GENERALS).automatic(),
    Tracker::unit(WITH_UNIT, "With").names_friends(is_in_battle).mark("with {names}").when(GENERALS).in_front(),
    this_bound(AT_RISK, "In danger").when(GENERALS).automatic(),
    Tracker::count(RECOVERY_BOUNDS, "Bounds until recovered", 6).when(GENERALS).runs_down(|_| true),
    this_bound(ALREADY_TESTED, "Casualty roll made").when(GENERALS),
];

/// True of a unit that is in the battle: not of a general.
fn is_in_battle(unit: &Facts) -> bool {
    !is_general(unit) && !is_out(unit)
}

/// True of a unit that can be in contact. Gunners break instead, and the broken have left. *Melee.*
fn can_be_in_contact(unit: &Facts) -> bool {
    is_in_battle(unit) && !unit.equals(TROOPS, TargetType::Artillery) && !unit.holds(BROKEN)
}

const fn this_bound(fact: Fact<bool>, label: &'static str) -> Tracker {
    Tracker::flag(fact, label).clears(Clears::EachTurn)
}

/// Command figures join the pikes and the muskets once, here, and fall as such. *Armour and Organization.*
fn pikes(unit: &Facts) -> Option<Json> {
    let pikes = unit.value(PIKES).zip(unit.value(COMMAND_AS_PIKES));
    pikes.map(|(pikes, command)| (pikes + command).into())
}

fn muskets(unit: &Facts) -> Option<Json> {
    let command = unit.value(COMMAND).zip(unit.value(COMMAND_AS_PIKES));
    let muskets = unit.value(MUSKETS).zip(command);
    muskets.map(|(muskets, (command, as_pikes))| (muskets + command - as_pikes).into())
}

/// Pistols begin loaded. Horse have them unless their roster says otherwise. *Armour and Organization.*
fn pistols(unit: &Facts) -> Option<Json> {
    let arm = unit.value(ARM).filter(|arm| arm.is_cavalry())?;
    unit.value(HAS_PISTOLS).unwrap_or(arm == Arm::Horse).then(|| Pistols::Loaded.id().into())
}
