//! Trackers of a unit, a gun or a general in a battle.

use super::words::{Arm, Formation, Pistols, RosterClass, chosen};
use crate::core::facts::{Fact, Facts};
use crate::form::{Choices, Constant, When};
use crate::rules::ruleset::{Clears, Tracker, Tracks};
use serde_json::Value as Json;

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
const FIGURES: i32 = 200;
const COUNTERS: i32 = 30;

/// Trackers of a unit.
pub const TRACKERS: &[Tracker] = &[
    // Morale and numbers.
    Tracker::new(
        Fact::<serde_json::Value>::new("counters"),
        "Counters",
        Tracks::Pips { max: COUNTERS },
        Constant::Whole(0),
    )
    .when(UNITS)
    .limit(breaking_number),
    Tracker::count(Fact::new("pikes"), "Pikes", FIGURES).when(FOOT).start_from(pikes),
    Tracker::count(Fact::new("muskets"), "Muskets", FIGURES).when(FOOT).start_from(muskets),
    // Dragoons on foot are musketeers to every procedure, and still the same figures.
    Tracker::count(Fact::new("figures"), "Figures", FIGURES).when(BY_FIGURES).also(&["muskets"]),
    word("morale_class", "Morale class", RosterClass::CHOICES, "unknown").when(UNITS),
    word("formation", "Formation", Formation::CHOICES, "swedish").when(FIGHTERS),
    Tracker::flag(Fact::new("broken"), "Broken").when(UNITS),
    Tracker::flag(Fact::new("lost"), "Out of the battle"),
    Tracker::flag(Fact::new("general_with"), "General with it").when(UNITS),
    // What it has in hand.
    word("pistols", "Pistols", Pistols::CHOICES, "none").start_from(pistols),
    Tracker::flag(Fact::new("plug_fixed"), "Plug bayonets fixed").when(PLUG),
    Tracker::new(Fact::<serde_json::Value>::new("limbered"), "Limbered", Tracks::Flag, Constant::Flag(true)).when(GUNS),
    Tracker::new(
        Fact::<serde_json::Value>::new("half_moves_done"),
        "Half moves of limbering or unlimbering",
        Tracks::Pips { max: 6 },
        Constant::Whole(0),
    )
    .when(GUNS),
    Tracker::new(Fact::<serde_json::Value>::new("mounted"), "Mounted", Tracks::Flag, Constant::Flag(true)).when(RIDERS),
    // This bound.
    this_bound("charging", "Charging").when(FIGHTERS),
    this_bound("failed_charge", "Would not charge").when(UNITS),
    this_bound("moved", "Moved").when(UNITS),
    this_bound("fired", "Fired").when(UNITS),
    this_bound("fought", "Fought hand to hand").when(UNITS),
    this_bound("already_addressed", "Addressed by a general").when(UNITS),
    Tracker::count(Fact::new("earlier_counters"), "Counters taken before the melees", COUNTERS)
        .when(UNITS)
        .clears(Clears::EachTurn),
    Tracker::count(Fact::new("earlier_figures_lost"), "Figures lost before the melees", FIGURES)
        .when(UNITS)
        .clears(Clears::EachTurn),
    // Melee, pursuit, rally.
    Tracker::new(
        Fact::<serde_json::Value>::new("melee_bound"),
        "Bound of its melee",
        Tracks::Count { max: 100 },
        Constant::Whole(1),
    )
    .when(FIGHTERS),
    Tracker::count(Fact::new("bounds_pursued"), "Bounds of pursuit", 100).when(FIGHTERS),
    Tracker::count(Fact::new("rally_bounds_left"), "Bounds until rallied", 100).when(UNITS),
    // Generals.
    Tracker::flag(Fact::new("dead"), "Dead").when(GENERALS),
    Tracker::count(Fact::new("recovery_bounds"), "Bounds until recovered", 6).when(GENERALS),
    this_bound("already_tested", "Casualty roll made").when(GENERALS),
];

const fn this_bound(id: &'static str, label: &'static str) -> Tracker {
    Tracker::flag(Fact::new(id), label).clears(Clears::EachTurn)
}

const fn word(
    id: &'static str,
    label: &'static str,
    words: &'static [crate::form::Choice],
    start: &'static str,
) -> Tracker {
    Tracker::new(Fact::<serde_json::Value>::new(id), label, Tracks::Word(words), Constant::Word(start))
}

fn breaking_number(facts: &Facts) -> Option<i32> {
    facts.get("breaking_number").map(|_| facts.whole("breaking_number"))
}

/// Command figures join the pikes and the muskets once, here, and fall as such. *Armour and Organization.*
fn pikes(unit: &Facts) -> Option<Json> {
    Some((unit.whole("pikes") + unit.whole("command_as_pikes")).into())
}

fn muskets(unit: &Facts) -> Option<Json> {
    Some((unit.whole("muskets") + unit.whole("command") - unit.whole("command_as_pikes")).into())
}

/// Pistols begin loaded. Horse have them unless their roster says otherwise. *Armour and Organization.*
fn pistols(unit: &Facts) -> Option<Json> {
    let arm = chosen::<Arm>(unit, "troop_type").filter(|arm| arm.is_cavalry())?;
    let has = unit.get("pistols").and_then(Json::as_bool).unwrap_or(arm == Arm::Horse);
    has.then(|| Pistols::Loaded.id().into())
}
