//! Trackers of a formation, a side and the battle.
//!
//! Losses are counted by type, and each cause of being Irregular has a flag, so that players can correct each. The fields `groups`,
//! `shaken` and `earlier_commands` are derived from these trackers.

use super::super::facts::*;
use super::super::terms::{BattleResult, Cause, Edge, Task, TroopType, is_cavalry};
use super::derive::{left_of, raised, raised_in_front};
use rules::prelude::*;
use rules::ruleset::Trackers;
use serde_json::Value as Json;
use std::collections::BTreeMap;

/// Tracker for lost elements of the type with index `T`, of formations raised with it.
const fn lost_count<const T: usize>() -> Tracker {
    Tracker::count(lost(TroopType::ALL[T])).up_to(MOST_ELEMENTS).start_from(|unit| none_of(unit, TroopType::ALL[T]))
}

/// Tracker for elements in the first rank of the type with index `T`, at most those left. Players change it when a move changes the front.
const fn front_count<const T: usize>() -> Tracker {
    Tracker::count(in_front(TroopType::ALL[T]))
        .up_to(MOST_ELEMENTS)
        .start_from(|unit| Some(raised_in_front(unit, TroopType::ALL[T])?.into()))
        .most(|unit| left_of(unit, TroopType::ALL[T]))
}

/// Start value 0, for formations raised with the type.
fn none_of(unit: &Facts, troop: TroopType) -> Option<Json> {
    raised(unit).any(|listed| listed == troop).then(|| 0.into())
}

/// Start value false, of formations with Dragoons.
fn dragoons_not(unit: &Facts) -> Option<Json> {
    raised(unit).any(|listed| listed == TroopType::Dragoon).then(|| false.into())
}

/// Start value false, for formations with a type that can be mounted.
fn cavalry_not(unit: &Facts) -> Option<Json> {
    is_cavalry(raised(unit), true).then(|| false.into())
}

/// Start value of `mounted`, for formations raised with Dragoons.
fn mounted(unit: &Facts) -> Option<Json> {
    raised(unit).any(|listed| listed == TroopType::Dragoon).then(|| unit.holds(MOUNTED).into())
}

/// Choices for a command tried this turn, or none.
const COMMANDS: &[Choice] = &{
    let mut commands = [Choice { id: Tried::NONE, label: "None" }; Task::CHOICES.len() + 1];
    let mut next = 0;
    while next < Task::CHOICES.len() {
        commands[next + 1] = Task::CHOICES[next];
        next += 1;
    }
    commands
};

/// All trackers.
pub const TRACKERS: Trackers = Trackers { unit: OF_FORMATIONS, side: OF_SIDES, battle: OF_BATTLE, ..Trackers::NONE };

/// Trackers of a formation.
const OF_FORMATIONS: &[Tracker] = &[
    lost_count::<{ TroopType::Sword as usize }>(),
    lost_count::<{ TroopType::Mob as usize }>(),
    lost_count::<{ TroopType::Bill as usize }>(),
    lost_count::<{ TroopType::Pike as usize }>(),
    lost_count::<{ TroopType::Firearm as usize }>(),
    lost_count::<{ TroopType::Pistolier as usize }>(),
    lost_count::<{ TroopType::Lancer as usize }>(),
    lost_count::<{ TroopType::Harquebusier as usize }>(),
    lost_count::<{ TroopType::Dragoon as usize }>(),
    lost_count::<{ TroopType::Gun as usize }>(),
    lost_count::<{ TroopType::Mortar as usize }>(),
    front_count::<{ TroopType::Sword as usize }>(),
    front_count::<{ TroopType::Mob as usize }>(),
    front_count::<{ TroopType::Bill as usize }>(),
    front_count::<{ TroopType::Pike as usize }>(),
    front_count::<{ TroopType::Firearm as usize }>(),
    front_count::<{ TroopType::Pistolier as usize }>(),
    front_count::<{ TroopType::Lancer as usize }>(),
    front_count::<{ TroopType::Harquebusier as usize }>(),
    front_count::<{ TroopType::Dragoon as usize }>(),
    front_count::<{ TroopType::Gun as usize }>(),
    front_count::<{ TroopType::Mortar as usize }>(),
    Tracker::flag(shaken_by(Cause::ShootingLosses)),
    Tracker::flag(shaken_by(Cause::CloseFire)),
    // In one reading, this disorder ends with the turn. (R7)
    Tracker::flag(DISORDERED_THIS_TURN).internal().clears(Clears::EachTurn).automatic(),
    Tracker::flag(shaken_by(Cause::DragoonChanging)).start_from(dragoons_not),
    Tracker::flag(shaken_by(Cause::RearContact)),
    Tracker::flag(shaken_by(Cause::StandingCavalry)).start_from(cavalry_not),
    Tracker::flag(shaken_by(Cause::GeneralKilled)),
    Tracker::flag(IN_MELEE),
    Tracker::contacts(CONTACTS, has_elements)
        .with_edges(CONTACT_EDGES, Edge::CHOICES)
        .card_text("in melee with {names}"),
    Tracker::contact_edges(CONTACT_EDGES).accepts(|value, _, _| BTreeMap::<String, Edge>::read(value).is_some()),
    Tracker::flag(ENTERED_MELEE).internal().clears(Clears::EachTurn),
    Tracker::flag(CONTACT_TO_CHECK).internal().clears(Clears::EachTurn),
    Tracker::flag(COMMANDER_LOST),
    Tracker::flag(GENERAL_JOINED).unique_per_side().in_front(),
    // Measured again each turn.
    Tracker::flag(GENERAL_NEAR).clears(Clears::EachTurn),
    Tracker::flag(GENERAL_WAS_NEAR).internal().automatic().render(|_| None),
    Tracker::flag(GENERAL_CHECKED).internal(),
    Tracker::word_among(FIRST_COMMAND, COMMANDS).clears(Clears::EachTurn),
    Tracker::flag(FIRST_COMMAND_FAILED).clears(Clears::EachTurn),
    Tracker::word_among(SECOND_COMMAND, COMMANDS).clears(Clears::EachTurn),
    Tracker::flag(SECOND_COMMAND_FAILED).clears(Clears::EachTurn),
    Tracker::word(ORDER).clears(Clears::EachTurn),
    Tracker::word(ORDER_DIRECTION).clears(Clears::EachTurn),
    Tracker::reading(ORDER_DISTANCE).clears(Clears::EachTurn),
    Tracker::flag(HOLDING_FIRE).clears(Clears::EachTurn),
    Tracker::flag(TARGET_OVERRIDE).clears(Clears::EachTurn),
    Tracker::flag(RESTORED_THIS_TURN).clears(Clears::EachTurn),
    Tracker::flag(CHANGING).clears(Clears::EachTurn).start_from(dragoons_not),
    Tracker::flag(MOUNTED).label("Mounted").start_from(mounted),
    Tracker::count(FIRE_LOSSES),
    Tracker::count(SHOOTING_LOSSES_THIS_TURN).clears(Clears::EachTurn),
    Tracker::new(FIRE_RANGE_IN, Tracks::Data, Constant::Null)
        .accepts(|value, _, _| {
            Option::<f64>::read(value)
                .is_some_and(|range| range.is_none_or(|range| (0.0..=FARTHEST_IN).contains(&range)))
        })
        .clears(Clears::EachTurn),
    Tracker::flag(SHOT_AT_THIS_TURN).card_text("shot at").becomes(SHOT_AT_LAST_TURN),
    Tracker::flag(SHOT_AT_LAST_TURN),
    Tracker::flag(CASUALTIES_THIS_TURN).becomes(CASUALTIES_LAST_TURN),
    Tracker::flag(CASUALTIES_LAST_TURN),
    Tracker::flag(MOVED_THIS_TURN).card_text("moved").becomes(MOVED_LAST_TURN),
    Tracker::flag(MOVED_LAST_TURN),
    Tracker::flag(SHOT_THIS_TURN).card_text("shot").clears(Clears::EachTurn),
    Tracker::flag(ARTILLERY_SHOT).clears(Clears::EachTurn),
    Tracker::new(AIM, Tracks::Data, Constant::Null)
        .accepts(|value, _, _| Option::<Aimed>::read(value).is_some())
        .clears(Clears::EachTurn),
    Tracker::flag(FOUGHT).card_text("fought").clears(Clears::EachTurn),
    Tracker::flag(CLOSED_UP).card_text("closed up").clears(Clears::EachTurn),
    // Kept while these enemies touch the formation.
    Tracker::new(CLOSED_UP_ON, Tracks::Data, Constant::Words(&[]))
        .accepts(|value, _, _| Vec::<String>::read(value).is_some()),
    Tracker::flag(TURN_ENDED).internal().clears(Clears::EachTurn),
    // Keeps state and elements from before the shooting, in whatever order players resolve the shooters. (R9)
    Tracker::new(AS_STEP_BEGAN, Tracks::Data, Constant::Null)
        .accepts(|value, _, _| Option::<AsStepBegan>::read(value).is_some())
        .clears(Clears::EachPhase),
];

/// Trackers of a side.
const OF_SIDES: &[Tracker] = &[
    Tracker::word(GENERAL).render(|side| general_is_dead(side).then(|| "its General is dead".into())),
    Tracker::flag(GENERAL_FELL_IN_STEP).internal().clears(Clears::EachPhase).render(|_| None),
    Tracker::flag(IRREGULARS_BEGUN).internal().clears(Clears::EachTurn).render(|_| None),
];

/// Trackers of the battle.
const OF_BATTLE: &[Tracker] =
    &[Tracker::word(RESULT).render(verdict), Tracker::reading(YEAR).setup_question().render(year)];

/// Winner in words; `None` while undecided.
fn verdict(battle: &Facts) -> Option<Text> {
    battle.value(RESULT).filter(|result| *result != BattleResult::PlayOn).map(|result| result.label().into())
}

/// Year of the battle in words; `None` if none was entered.
fn year(battle: &Facts) -> Option<Text> {
    battle.value(YEAR).filter(|year| *year > 0).map(|year| text!("Year {year}", year = year))
}
