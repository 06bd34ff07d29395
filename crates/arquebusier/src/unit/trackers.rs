//! Trackers of a formation, a side and the battle.
//!
//! Losses are counted by type, and each cause of being Irregular has its mark, so that players can correct any of them with
//! a tap. The fields of procedures (`groups`, `shaken`, `earlier_commands`) are derived from them.

use super::super::facts::*;
use super::super::terms::{BattleResult, Cause, Edge, Task, TroopType, is_cavalry};
use super::derive::{left_of, raised, raised_in_front};
use rules::prelude::*;
use serde_json::Value as Json;
use std::collections::BTreeMap;

/// Count of lost elements of a type, of formations raised with it.
const fn lost_count(troop: TroopType, label: &'static str, of: fn(&Facts) -> Option<Json>) -> Tracker {
    Tracker::count(lost(troop), label, 40).start_from(of)
}

/// Count of elements of a type in the first rank: it changes with a move, and only those who are left can stand there.
const fn front_count(
    troop: TroopType,
    label: &'static str,
    of: fn(&Facts) -> Option<Json>,
    most: fn(&Facts) -> Option<i32>,
) -> Tracker {
    Tracker::count(in_front(troop), label, 40).start_from(of).most(most)
}

/// Nothing is lost yet of a type that a formation was raised with.
fn none_of(unit: &Facts, troop: TroopType) -> Option<Json> {
    raised(unit).any(|own| own == troop).then(|| 0.into())
}

/// A flag of formations with Dragoons.
fn dragoons_not(unit: &Facts) -> Option<Json> {
    raised(unit).any(|own| own == TroopType::Dragoon).then(|| false.into())
}

/// A flag of formations with anybody who can ride.
fn cavalry_not(unit: &Facts) -> Option<Json> {
    is_cavalry(raised(unit), true).then(|| false.into())
}

/// Start of `mounted`, of formations raised with Dragoons.
fn mounted(unit: &Facts) -> Option<Json> {
    raised(unit).any(|own| own == TroopType::Dragoon).then(|| unit.holds(MOUNTED).into())
}

/// A command tried this turn, or none.
const COMMANDS: &[Choice; 7] = &{
    let mut commands = [Choice { id: "none", label: "None" }; 7];
    let mut next = 0;
    while next < Task::CHOICES.len() {
        commands[next + 1] = Task::CHOICES[next];
        next += 1;
    }
    commands
};

/// Trackers of a formation.
pub const TRACKERS: &[Tracker] = &[
    lost_count(TroopType::Sword, "Swords lost", |unit| none_of(unit, TroopType::Sword)),
    lost_count(TroopType::Mob, "Mobs lost", |unit| none_of(unit, TroopType::Mob)),
    lost_count(TroopType::Bill, "Bills lost", |unit| none_of(unit, TroopType::Bill)),
    lost_count(TroopType::Pike, "Pikes lost", |unit| none_of(unit, TroopType::Pike)),
    lost_count(TroopType::Firearm, "Firearms lost", |unit| none_of(unit, TroopType::Firearm)),
    lost_count(TroopType::Pistolier, "Pistoliers lost", |unit| none_of(unit, TroopType::Pistolier)),
    lost_count(TroopType::Lancer, "Lancers lost", |unit| none_of(unit, TroopType::Lancer)),
    lost_count(TroopType::Harquebusier, "Harquebusiers lost", |unit| none_of(unit, TroopType::Harquebusier)),
    lost_count(TroopType::Dragoon, "Dragoons lost", |unit| none_of(unit, TroopType::Dragoon)),
    lost_count(TroopType::Gun, "Guns lost", |unit| none_of(unit, TroopType::Gun)),
    lost_count(TroopType::Mortar, "Mortars lost", |unit| none_of(unit, TroopType::Mortar)),
    front_count(
        TroopType::Sword,
        "Swords in front",
        |unit| Some(raised_in_front(unit, TroopType::Sword)?.into()),
        |unit| left_of(unit, TroopType::Sword),
    ),
    front_count(
        TroopType::Mob,
        "Mobs in front",
        |unit| Some(raised_in_front(unit, TroopType::Mob)?.into()),
        |unit| left_of(unit, TroopType::Mob),
    ),
    front_count(
        TroopType::Bill,
        "Bills in front",
        |unit| Some(raised_in_front(unit, TroopType::Bill)?.into()),
        |unit| left_of(unit, TroopType::Bill),
    ),
    front_count(
        TroopType::Pike,
        "Pikes in front",
        |unit| Some(raised_in_front(unit, TroopType::Pike)?.into()),
        |unit| left_of(unit, TroopType::Pike),
    ),
    front_count(
        TroopType::Firearm,
        "Firearms in front",
        |unit| Some(raised_in_front(unit, TroopType::Firearm)?.into()),
        |unit| left_of(unit, TroopType::Firearm),
    ),
    front_count(
        TroopType::Pistolier,
        "Pistoliers in front",
        |unit| Some(raised_in_front(unit, TroopType::Pistolier)?.into()),
        |unit| left_of(unit, TroopType::Pistolier),
    ),
    front_count(
        TroopType::Lancer,
        "Lancers in front",
        |unit| Some(raised_in_front(unit, TroopType::Lancer)?.into()),
        |unit| left_of(unit, TroopType::Lancer),
    ),
    front_count(
        TroopType::Harquebusier,
        "Harquebusiers in front",
        |unit| Some(raised_in_front(unit, TroopType::Harquebusier)?.into()),
        |unit| left_of(unit, TroopType::Harquebusier),
    ),
    front_count(
        TroopType::Dragoon,
        "Dragoons in front",
        |unit| Some(raised_in_front(unit, TroopType::Dragoon)?.into()),
        |unit| left_of(unit, TroopType::Dragoon),
    ),
    front_count(
        TroopType::Gun,
        "Guns in front",
        |unit| Some(raised_in_front(unit, TroopType::Gun)?.into()),
        |unit| left_of(unit, TroopType::Gun),
    ),
    front_count(
        TroopType::Mortar,
        "Mortars in front",
        |unit| Some(raised_in_front(unit, TroopType::Mortar)?.into()),
        |unit| left_of(unit, TroopType::Mortar),
    ),
    Tracker::flag(shaken_by(Cause::ShootingLosses), "Irregular: lost two to shooting"),
    Tracker::flag(shaken_by(Cause::CloseFire), "Irregular: shot at from close by"),
    // In one reading this disorder ends with the turn. (R7)
    Tracker::flag(DISORDERED_THIS_TURN, "Irregular this turn: shot at").clears(Clears::EachTurn).automatic(),
    Tracker::flag(shaken_by(Cause::DragoonChanging), "Irregular: caught changing").start_from(dragoons_not),
    Tracker::flag(shaken_by(Cause::RearContact), "Irregular: flank or rear"),
    Tracker::flag(shaken_by(Cause::StandingCavalry), "Irregular: caught standing").start_from(cavalry_not),
    Tracker::flag(shaken_by(Cause::GeneralKilled), "Irregular: General killed"),
    Tracker::flag(IN_MELEE, "In melee"),
    Tracker::contacts(CONTACTS, "Enemies in contact", has_elements)
        .lying(CONTACT_EDGES, Edge::CHOICES)
        .mark("in melee with {names}"),
    Tracker::lie(CONTACT_EDGES, "How they touch it")
        .accepts(|value, _, _| BTreeMap::<String, Edge>::read(value).is_some()),
    Tracker::flag(ENTERED_MELEE, "Contact began this turn").clears(Clears::EachTurn),
    Tracker::flag(CONTACT_TO_CHECK, "New contact to check").clears(Clears::EachTurn),
    Tracker::flag(COMMANDER_LOST, "Commander lost"),
    Tracker::flag(GENERAL_JOINED, "General with it").sole().in_front(),
    // Measured for each command anew.
    Tracker::flag(GENERAL_NEAR, "General within 12\"").clears(Clears::EachTurn),
    Tracker::flag(GENERAL_WAS_NEAR, "General killed near by").automatic().render(|_| None),
    Tracker::flag(GENERAL_CHECKED, "General's death checked"),
    Tracker::word(FIRST_COMMAND, "Command tried", COMMANDS).clears(Clears::EachTurn),
    Tracker::flag(FIRST_COMMAND_FAILED, "Command failed").clears(Clears::EachTurn),
    Tracker::word(SECOND_COMMAND, "Second command tried", COMMANDS).clears(Clears::EachTurn),
    Tracker::flag(SECOND_COMMAND_FAILED, "Second command failed").clears(Clears::EachTurn),
    Tracker::word(ORDER, "Order", Marker::CHOICES).clears(Clears::EachTurn),
    Tracker::word(ORDER_DIRECTION, "Direction", Direction::CHOICES).clears(Clears::EachTurn),
    Tracker::count(ORDER_DISTANCE, "Inches, 0 for the maximum", 12).measured().clears(Clears::EachTurn),
    Tracker::flag(HOLDING_FIRE, "Holds fire").clears(Clears::EachTurn),
    Tracker::flag(TARGET_OVERRIDE, "May shoot at another target").clears(Clears::EachTurn),
    Tracker::flag(RESTORED_THIS_TURN, "Restored order: no move, no shot").clears(Clears::EachTurn),
    Tracker::flag(CHANGING, "Mounting or dismounting").clears(Clears::EachTurn).start_from(dragoons_not),
    Tracker::flag(MOUNTED, "Mounted").start_from(mounted),
    Tracker::count(FIRE_LOSSES, "Lost while under fire", 99),
    Tracker::count(SHOOTING_LOSSES_THIS_TURN, "Lost to shooting this turn", 99).clears(Clears::EachTurn),
    Tracker::new(FIRE_RANGE_IN, "Nearest shooter at it", Tracks::Data, Constant::Null)
        .accepts(|value, _, _| {
            Option::<f64>::read(value).is_some_and(|range| range.is_none_or(|range| (0.0..=240.0).contains(&range)))
        })
        .clears(Clears::EachTurn),
    Tracker::flag(SHOT_AT_THIS_TURN, "Shot at this turn").mark("shot at").becomes(SHOT_AT_LAST_TURN),
    Tracker::flag(SHOT_AT_LAST_TURN, "Shot at last turn"),
    Tracker::flag(CASUALTIES_THIS_TURN, "Lost elements this turn").becomes(CASUALTIES_LAST_TURN),
    Tracker::flag(CASUALTIES_LAST_TURN, "Lost elements last turn"),
    Tracker::flag(MOVED_THIS_TURN, "Moved this turn").mark("moved").becomes(MOVED_LAST_TURN),
    Tracker::flag(MOVED_LAST_TURN, "Moved last turn"),
    Tracker::flag(SHOT_THIS_TURN, "Shot this turn").mark("shot").clears(Clears::EachTurn),
    Tracker::flag(ARTILLERY_SHOT, "Artillery shot this turn").clears(Clears::EachTurn),
    Tracker::new(AIM, "Targets without a command", Tracks::Data, Constant::Null)
        .accepts(|value, _, _| Option::<Aimed>::read(value).is_some())
        .clears(Clears::EachTurn),
    Tracker::flag(FOUGHT, "Fought this turn").mark("fought").clears(Clears::EachTurn),
    Tracker::flag(CLOSED_UP, "Closed up this turn").mark("closed up").clears(Clears::EachTurn),
    // It stands round those enemies for as long as they touch it.
    Tracker::new(CLOSED_UP_ON, "Enemies on whom it has closed up", Tracks::Data, Constant::Words(&[]))
        .accepts(|value, _, _| Vec::<String>::read(value).is_some()),
    Tracker::flag(TURN_ENDED, "Its turn has ended").clears(Clears::EachTurn),
    // States and elements count as they stood when shooting began, whoever shoots first at the table. (R9)
    Tracker::new(AS_STEP_BEGAN, "Before the shooting", Tracks::Data, Constant::Null)
        .accepts(|value, _, _| Option::<AsStepBegan>::read(value).is_some())
        .clears(Clears::EachPhase),
];

/// Trackers of a side.
pub const SIDE_TRACKERS: &[Tracker] = &[
    Tracker::word(GENERAL, "General", GeneralState::CHOICES)
        .render(|side| general_is_dead(side).then(|| "its General is dead".into())),
    Tracker::flag(GENERAL_FELL_IN_STEP, "General fell in this step").clears(Clears::EachPhase).render(|_| None),
    Tracker::flag(IRREGULARS_BEGUN, "Irregulars have begun").clears(Clears::EachTurn).render(|_| None),
];

/// Trackers of the battle.
pub const BATTLE_TRACKERS: &[Tracker] = &[
    Tracker::word(RESULT, "Result", BattleResult::CHOICES).render(verdict),
    Tracker::count(YEAR, "Year", 1700).measured().setup_question().render(year),
];

/// Winner, once there is one.
fn verdict(battle: &Facts) -> Option<Text> {
    battle.value(RESULT).filter(|result| *result != BattleResult::PlayOn).map(|result| result.label().into())
}

/// Year of the battle, where it was said.
fn year(battle: &Facts) -> Option<Text> {
    battle.value(YEAR).filter(|year| *year > 0).map(|year| text!("Year {year}", year = year))
}
