//! Trackers of a formation, a side and the battle.
//!
//! Losses are counted by type, and each cause of being Irregular has its flag, so that players can correct any of them
//! with a tap; what procedures want (`groups`, `shaken`, `earlier_commands`) follows from them.

use super::super::command::Task;
use super::super::end::BattleResult;
use super::super::terms::{Cause, TroopType, is_cavalry};
use super::derive::raised;
use crate::core::facts::{Fact, Facts};
use crate::core::text::Text;
use crate::form::{Choice, Choices, Constant};
use crate::rules::ruleset::{Clears, Tracker, Tracks};
use crate::text;
use serde_json::Value as Json;

/// The flag of a cause.
pub fn shaken_flag(cause: Cause) -> &'static str {
    match cause {
        Cause::ShootingLosses => "shaken_shooting_losses",
        Cause::CloseFire => "shaken_close_fire",
        Cause::DragoonChanging => "shaken_dragoon_changing",
        Cause::RearContact => "shaken_rear_contact",
        Cause::StandingCavalry => "shaken_standing_cavalry",
        Cause::GeneralKilled => "shaken_general_killed",
    }
}

/// The count of what is lost of a type.
pub fn lost(troop: TroopType) -> &'static str {
    match troop {
        TroopType::Sword => "lost_sword",
        TroopType::Mob => "lost_mob",
        TroopType::Bill => "lost_bill",
        TroopType::Pike => "lost_pike",
        TroopType::Firearm => "lost_firearm",
        TroopType::Pistolier => "lost_pistolier",
        TroopType::Lancer => "lost_lancer",
        TroopType::Harquebusier => "lost_harquebusier",
        TroopType::Dragoon => "lost_dragoon",
        TroopType::Gun => "lost_gun",
        TroopType::Mortar => "lost_mortar",
    }
}

/// Count of lost elements of a type, of formations raised with it.
const fn lost_count(id: &'static str, label: &'static str, of: fn(&Facts) -> Option<Json>) -> Tracker {
    Tracker::count(Fact::new(id), label, 40).start_from(of)
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
    raised(unit).any(|own| own == TroopType::Dragoon).then(|| unit.flag("mounted").into())
}

/// No order, or the marker of a manoeuvre.
const ORDERS: &[Choice] =
    &[Choice { id: "none", label: "No marker" }, Choice { id: "manoeuvre", label: "Marker: it moves" }];

/// Directions of a marker.
const DIRECTIONS: &[Choice] = &[
    Choice { id: "as_marked", label: "As its marker lies" },
    Choice { id: "ahead", label: "Ahead" },
    Choice { id: "left", label: "To the left" },
    Choice { id: "right", label: "To the right" },
    Choice { id: "back", label: "Back" },
    Choice { id: "turning", label: "Turning" },
];

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

/// States of a General.
const GENERAL: &[Choice] = &[Choice { id: "alive", label: "Alive" }, Choice { id: "killed", label: "Killed" }];

const fn word(id: &'static str, label: &'static str, of: &'static [Choice]) -> Tracker {
    Tracker::new(Fact::<serde_json::Value>::new(id), label, Tracks::Word(of), Constant::Word(of[0].id))
}

/// Trackers of a formation.
pub const TRACKERS: &[Tracker] = &[
    lost_count("lost_sword", "Swords lost", |unit| none_of(unit, TroopType::Sword)),
    lost_count("lost_mob", "Mobs lost", |unit| none_of(unit, TroopType::Mob)),
    lost_count("lost_bill", "Bills lost", |unit| none_of(unit, TroopType::Bill)),
    lost_count("lost_pike", "Pikes lost", |unit| none_of(unit, TroopType::Pike)),
    lost_count("lost_firearm", "Firearms lost", |unit| none_of(unit, TroopType::Firearm)),
    lost_count("lost_pistolier", "Pistoliers lost", |unit| none_of(unit, TroopType::Pistolier)),
    lost_count("lost_lancer", "Lancers lost", |unit| none_of(unit, TroopType::Lancer)),
    lost_count("lost_harquebusier", "Harquebusiers lost", |unit| none_of(unit, TroopType::Harquebusier)),
    lost_count("lost_dragoon", "Dragoons lost", |unit| none_of(unit, TroopType::Dragoon)),
    lost_count("lost_gun", "Guns lost", |unit| none_of(unit, TroopType::Gun)),
    lost_count("lost_mortar", "Mortars lost", |unit| none_of(unit, TroopType::Mortar)),
    Tracker::flag(Fact::new("shaken_shooting_losses"), "Irregular: lost two to shooting"),
    Tracker::flag(Fact::new("shaken_close_fire"), "Irregular: shot at from close by"),
    Tracker::flag(Fact::new("shaken_dragoon_changing"), "Irregular: caught changing").start_from(dragoons_not),
    Tracker::flag(Fact::new("shaken_rear_contact"), "Irregular: flank or rear"),
    Tracker::flag(Fact::new("shaken_standing_cavalry"), "Irregular: caught standing").start_from(cavalry_not),
    Tracker::flag(Fact::new("shaken_general_killed"), "Irregular: General killed"),
    Tracker::flag(Fact::new("in_melee"), "In melee"),
    Tracker::flag(Fact::new("entered_melee"), "Contact began this turn").clears(Clears::EachTurn),
    Tracker::flag(Fact::new("commander_lost"), "Commander lost"),
    Tracker::flag(Fact::new("general_joined"), "General with it").sole(),
    Tracker::flag(Fact::new("general_near"), "General within 12\""),
    Tracker::flag(Fact::new("general_told"), "General's death checked"),
    word("first_command", "Command tried", COMMANDS).clears(Clears::EachTurn),
    word("second_command", "Second command tried", COMMANDS).clears(Clears::EachTurn),
    word("order", "Order", ORDERS).clears(Clears::EachTurn),
    word("order_direction", "Direction", DIRECTIONS).clears(Clears::EachTurn),
    Tracker::count(Fact::new("order_distance"), "Inches, 0 for all it has", 12).clears(Clears::EachTurn),
    Tracker::flag(Fact::new("holding_fire"), "Holds fire").clears(Clears::EachTurn),
    Tracker::flag(Fact::new("target_override"), "May shoot at another target").clears(Clears::EachTurn),
    Tracker::flag(Fact::new("restored_this_turn"), "Restored order: no move, no shot").clears(Clears::EachTurn),
    Tracker::flag(Fact::new("changing"), "Mounting or dismounting").clears(Clears::EachTurn).start_from(dragoons_not),
    Tracker::flag(Fact::new("mounted"), "Mounted").start_from(mounted),
    Tracker::count(Fact::new("fire_losses"), "Lost while under fire", 99),
    Tracker::count(Fact::new("shooting_losses_this_turn"), "Lost to shooting this turn", 99).clears(Clears::EachTurn),
    Tracker::new(
        Fact::<serde_json::Value>::new("fire_range_in"),
        "Nearest that shot at it",
        Tracks::Data,
        Constant::Null,
    )
    .clears(Clears::EachTurn),
    Tracker::flag(Fact::new("shot_at_this_turn"), "Shot at this turn").becomes("shot_at_last_turn"),
    Tracker::flag(Fact::new("shot_at_last_turn"), "Shot at last turn"),
    Tracker::flag(Fact::new("casualties_this_turn"), "Lost elements this turn").becomes("casualties_last_turn"),
    Tracker::flag(Fact::new("casualties_last_turn"), "Lost elements last turn"),
    Tracker::flag(Fact::new("moved_this_turn"), "Moved this turn").becomes("moved_last_turn"),
    Tracker::flag(Fact::new("moved_last_turn"), "Moved last turn"),
    Tracker::flag(Fact::new("turn_ended"), "Its turn has ended").clears(Clears::EachTurn),
    // States and elements count as they stood when shooting began, whoever shoots first at the table. (R9)
    Tracker::new(Fact::<serde_json::Value>::new("as_step_began"), "Before the shooting", Tracks::Data, Constant::Null)
        .clears(Clears::EachPhase),
];

/// Trackers of a side.
pub const SIDE_TRACKERS: &[Tracker] = &[word("general", "General", GENERAL)
    .render(|side| side.is("general", &["killed"]).then(|| "its General is dead".into()))];

/// Trackers of the battle.
pub const BATTLE_TRACKERS: &[Tracker] = &[
    word("result", "Result", BattleResult::CHOICES).render(verdict),
    Tracker::count(Fact::new("year"), "Year", 1700).asked().render(year),
];

/// Winner, once there is one.
fn verdict(battle: &Facts) -> Option<Text> {
    let result = BattleResult::ALL.iter().find(|result| battle.is("result", &[result.id()]))?;
    (*result != BattleResult::PlayOn).then(|| result.label().into())
}

/// The year of the battle, where it was said.
fn year(battle: &Facts) -> Option<Text> {
    let year = battle.whole("year");
    (year > 0).then(|| text!("Year {year}", year = year))
}
