//! Facts of a formation, a side and the battle, each declared once.

mod values;

use super::terms::{Aiming, BattleResult, Cause, Edge, Order, Task, TroopType, Volley};
use rules::facts;
use rules::prelude::*;
use std::collections::BTreeMap;
pub use values::{Aimed, AsStepBegan, Direction, GeneralState, Group, Marker, ShootingGroup, Tried};

// Profile.

/// Name on the table.
pub const NAME: Fact<String> = Fact::new("name");
/// State by training.
pub const NATURE: Fact<Order> = Fact::new("nature");
/// Groups: as raised in a profile, those with elements left once derived.
pub const GROUPS: Fact<Vec<Group>> = Fact::new("groups");
/// Volley that lets rear ranks of Firearms shoot.
pub const VOLLEY: Fact<Volley> = Fact::new("volley");

// Trackers of a formation.

/// Elements of a type that are lost, of formations raised with it.
pub const fn lost(troop: TroopType) -> Fact<i32> {
    Fact::new(match troop {
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
    })
}

/// Elements of a type in the first rank, of formations raised with it. As many of them as are left count.
pub const fn in_front(troop: TroopType) -> Fact<i32> {
    Fact::new(match troop {
        TroopType::Sword => "front_sword",
        TroopType::Mob => "front_mob",
        TroopType::Bill => "front_bill",
        TroopType::Pike => "front_pike",
        TroopType::Firearm => "front_firearm",
        TroopType::Pistolier => "front_pistolier",
        TroopType::Lancer => "front_lancer",
        TroopType::Harquebusier => "front_harquebusier",
        TroopType::Dragoon => "front_dragoon",
        TroopType::Gun => "front_gun",
        TroopType::Mortar => "front_mortar",
    })
}

/// Mark of a cause of being temporarily Irregular.
pub const fn shaken_by(cause: Cause) -> Fact<bool> {
    Fact::new(match cause {
        Cause::ShootingLosses => "shaken_shooting_losses",
        Cause::CloseFire => "shaken_close_fire",
        Cause::DragoonChanging => "shaken_dragoon_changing",
        Cause::RearContact => "shaken_rear_contact",
        Cause::StandingCavalry => "shaken_standing_cavalry",
        Cause::GeneralKilled => "shaken_general_killed",
    })
}

/// Mark of disorder by close fire that ends with the turn. (R7)
pub const DISORDERED_THIS_TURN: Fact<bool> = Fact::new("disordered_this_turn");
/// An enemy element is in contact.
pub const IN_MELEE: Fact<bool> = Fact::new("in_melee");
/// Enemy formations in contact, in the order in which contact was made.
pub const CONTACTS: Fact<Vec<String>> = Fact::new("contacts");
/// Edges at which enemies touch it, by their ids; of those of whom players said it.
pub const CONTACT_EDGES: Fact<BTreeMap<String, Edge>> = Fact::new("contact_edges");
/// It got into melee this turn.
pub const ENTERED_MELEE: Fact<bool> = Fact::new("entered_melee");
/// An enemy touches it that did not before its last check.
pub const CONTACT_TO_CHECK: Fact<bool> = Fact::new("contact_to_check");
/// Its own commander is dead.
pub const COMMANDER_LOST: Fact<bool> = Fact::new("commander_lost");
/// Its side's General has joined it.
pub const GENERAL_JOINED: Fact<bool> = Fact::new("general_joined");
/// Its side's General is within 12" this turn.
pub const GENERAL_NEAR: Fact<bool> = Fact::new("general_near");
/// Its side's General was with it, or within 12" before anybody moved, when he was killed.
pub const GENERAL_WAS_NEAR: Fact<bool> = Fact::new("general_was_near");
/// It was checked for the death of its General.
pub const GENERAL_CHECKED: Fact<bool> = Fact::new("general_told");
/// First command tried this turn.
pub const FIRST_COMMAND: Fact<Tried> = Fact::new("first_command");
/// Second command tried this turn.
pub const SECOND_COMMAND: Fact<Tried> = Fact::new("second_command");
/// The first command failed.
pub const FIRST_COMMAND_FAILED: Fact<bool> = Fact::new("first_command_failed");
/// The second command failed.
pub const SECOND_COMMAND_FAILED: Fact<bool> = Fact::new("second_command_failed");
/// Marker of an ordered move that is still to be made.
pub const ORDER: Fact<Marker> = Fact::new("order");
/// Direction of the marker.
pub const ORDER_DIRECTION: Fact<Direction> = Fact::new("order_direction");
/// Ordered distance in inches; 0 for the maximum.
pub const ORDER_DISTANCE: Fact<i32> = Fact::new("order_distance");
/// It was told to hold its fire this turn.
pub const HOLDING_FIRE: Fact<bool> = Fact::new("holding_fire");
/// It may shoot at any target this turn.
pub const TARGET_OVERRIDE: Fact<bool> = Fact::new("target_override");
/// It restored order this turn.
pub const RESTORED_THIS_TURN: Fact<bool> = Fact::new("restored_this_turn");
/// Its Dragoons mount or dismount this turn.
pub const CHANGING: Fact<bool> = Fact::new("changing");
/// Its Dragoons ride.
pub const MOUNTED: Fact<bool> = Fact::new("mounted");
/// Elements lost to shooting since it came under fire.
pub const FIRE_LOSSES: Fact<i32> = Fact::new("fire_losses");
/// Elements lost to shooting this turn.
pub const SHOOTING_LOSSES_THIS_TURN: Fact<i32> = Fact::new("shooting_losses_this_turn");
/// Range in inches of the nearest shooter this turn.
pub const FIRE_RANGE_IN: Fact<Option<f64>> = Fact::new("fire_range_in");
/// It was shot at this turn.
pub const SHOT_AT_THIS_TURN: Fact<bool> = Fact::new("shot_at_this_turn");
/// It was shot at last turn.
pub const SHOT_AT_LAST_TURN: Fact<bool> = Fact::new("shot_at_last_turn");
/// It lost elements this turn.
pub const CASUALTIES_THIS_TURN: Fact<bool> = Fact::new("casualties_this_turn");
/// It lost elements last turn.
pub const CASUALTIES_LAST_TURN: Fact<bool> = Fact::new("casualties_last_turn");
/// It moved this turn.
pub const MOVED_THIS_TURN: Fact<bool> = Fact::new("moved_this_turn");
/// It moved last turn.
pub const MOVED_LAST_TURN: Fact<bool> = Fact::new("moved_last_turn");
/// It shot this turn.
pub const SHOT_THIS_TURN: Fact<bool> = Fact::new("shot_this_turn");
/// Its Guns or Mortars shot this turn.
pub const ARTILLERY_SHOT: Fact<bool> = Fact::new("artillery_shot");
/// Targets that it may choose this turn.
pub const AIM: Fact<Option<Aimed>> = Fact::new("aim");
/// It fought a melee this turn.
pub const FOUGHT: Fact<bool> = Fact::new("fought");
/// It closed up in melee this turn.
pub const CLOSED_UP: Fact<bool> = Fact::new("closed_up");
/// Enemies in contact on whom it has closed up, by their ids.
pub const CLOSED_UP_ON: Fact<Vec<String>> = Fact::new("closed_up_on");
/// Its end of the turn is done.
pub const TURN_ENDED: Fact<bool> = Fact::new("turn_ended");
/// State and groups before it was shot at in this step.
pub const AS_STEP_BEGAN: Fact<Option<AsStepBegan>> = Fact::new("as_step_began");

// Trackers of a side and of the battle.

/// State of the side's General.
pub const GENERAL: Fact<GeneralState> = Fact::new("general");
/// The side's General fell in the step that is being played.
pub const GENERAL_FELL_IN_STEP: Fact<bool> = Fact::new("general_fell_in_step");
/// A formation that was Irregular has tried its command this turn.
pub const IRREGULARS_BEGUN: Fact<bool> = Fact::new("irregulars_begun");
/// Result of the battle.
pub const RESULT: Fact<BattleResult> = Fact::new("result");
/// Year of the battle; 0 if it was not said.
pub const YEAR: Fact<i32> = Fact::new("year");
/// Turn, from 1.
pub const TURN: Fact<i32> = Fact::new("turn");
/// Id of the phase.
pub const PHASE: Fact<String> = Fact::new("phase");

// Derived.

/// Groups as raised.
pub const ROSTER_GROUPS: Fact<Vec<Group>> = Fact::new("roster_groups");
/// It was raised with Dragoons.
pub const HAS_DRAGOON: Fact<bool> = Fact::new("has_dragoon");
/// Types of which elements are left.
pub const TYPES: Fact<Vec<TroopType>> = Fact::new("types");
/// Base move in inches.
pub const BASE_IN: Fact<i32> = Fact::new("base_in");
/// It is cavalry.
pub const CAVALRY: Fact<bool> = Fact::new("cavalry");
/// Elements left.
pub const ELEMENTS: Fact<i32> = Fact::new("elements");
/// Causes that shake it.
pub const SHAKEN: Fact<Vec<Cause>> = Fact::new("shaken");
/// State now.
pub const STATE: Fact<Order> = Fact::new("state");
/// State as the step began.
pub const STATE_IN_STEP: Fact<Order> = Fact::new("state_in_step");
/// It moves neither last turn nor this.
pub const STATIONARY: Fact<bool> = Fact::new("stationary");
/// Only Mortars of it would shoot.
pub const MORTARS_ONLY: Fact<bool> = Fact::new("mortars_only");
/// Groups that shoot.
pub const SHOOTING_GROUPS: Fact<Vec<ShootingGroup>> = Fact::new("shooting_groups");
/// Commands tried this turn.
pub const EARLIER_COMMANDS: Fact<Vec<Task>> = Fact::new("earlier_commands");
/// Commands that failed this turn.
pub const EARLIER_FAILED: Fact<Vec<Task>> = Fact::new("earlier_failed");
/// It obeys an order to move.
pub const COMMAND_PASSED: Fact<bool> = Fact::new("command_passed");
/// It was shot at last turn, as a command asks it.
pub const UNDER_FIRE: Fact<bool> = Fact::new("under_fire");
/// Elements lost to shooting this turn, as `shooting` asks it.
pub const LOSSES_THIS_TURN: Fact<i32> = Fact::new("losses_this_turn");
/// It restored order this turn, as `shooting` asks it.
pub const RESTORED: Fact<bool> = Fact::new("restored");

// Fields of inputs that other procedures fill in.

/// Order that a command gives.
pub const KIND: Fact<Task> = Fact::new("kind");
/// The target of a shooter among the enemies that it could shoot at.
pub const AIMING: Fact<Aiming> = Fact::new("aims_at");

/// Ids of all facts.
pub const FACTS: &[&str] = facts![
    NAME,
    NATURE,
    GROUPS,
    VOLLEY,
    lost(TroopType::Sword),
    lost(TroopType::Mob),
    lost(TroopType::Bill),
    lost(TroopType::Pike),
    lost(TroopType::Firearm),
    lost(TroopType::Pistolier),
    lost(TroopType::Lancer),
    lost(TroopType::Harquebusier),
    lost(TroopType::Dragoon),
    lost(TroopType::Gun),
    lost(TroopType::Mortar),
    in_front(TroopType::Sword),
    in_front(TroopType::Mob),
    in_front(TroopType::Bill),
    in_front(TroopType::Pike),
    in_front(TroopType::Firearm),
    in_front(TroopType::Pistolier),
    in_front(TroopType::Lancer),
    in_front(TroopType::Harquebusier),
    in_front(TroopType::Dragoon),
    in_front(TroopType::Gun),
    in_front(TroopType::Mortar),
    shaken_by(Cause::ShootingLosses),
    shaken_by(Cause::CloseFire),
    shaken_by(Cause::DragoonChanging),
    shaken_by(Cause::RearContact),
    shaken_by(Cause::StandingCavalry),
    shaken_by(Cause::GeneralKilled),
    DISORDERED_THIS_TURN,
    IN_MELEE,
    CONTACTS,
    CONTACT_EDGES,
    ENTERED_MELEE,
    CONTACT_TO_CHECK,
    COMMANDER_LOST,
    GENERAL_JOINED,
    GENERAL_NEAR,
    GENERAL_WAS_NEAR,
    GENERAL_CHECKED,
    FIRST_COMMAND,
    SECOND_COMMAND,
    FIRST_COMMAND_FAILED,
    SECOND_COMMAND_FAILED,
    ORDER,
    ORDER_DIRECTION,
    ORDER_DISTANCE,
    HOLDING_FIRE,
    TARGET_OVERRIDE,
    RESTORED_THIS_TURN,
    CHANGING,
    MOUNTED,
    FIRE_LOSSES,
    SHOOTING_LOSSES_THIS_TURN,
    FIRE_RANGE_IN,
    SHOT_AT_THIS_TURN,
    SHOT_AT_LAST_TURN,
    CASUALTIES_THIS_TURN,
    CASUALTIES_LAST_TURN,
    MOVED_THIS_TURN,
    MOVED_LAST_TURN,
    SHOT_THIS_TURN,
    ARTILLERY_SHOT,
    AIM,
    FOUGHT,
    CLOSED_UP,
    CLOSED_UP_ON,
    TURN_ENDED,
    AS_STEP_BEGAN,
    GENERAL,
    GENERAL_FELL_IN_STEP,
    IRREGULARS_BEGUN,
    RESULT,
    YEAR,
    TURN,
    PHASE,
    ROSTER_GROUPS,
    HAS_DRAGOON,
    TYPES,
    BASE_IN,
    CAVALRY,
    ELEMENTS,
    SHAKEN,
    STATE,
    STATE_IN_STEP,
    STATIONARY,
    MORTARS_ONLY,
    SHOOTING_GROUPS,
    EARLIER_COMMANDS,
    EARLIER_FAILED,
    COMMAND_PASSED,
    UNDER_FIRE,
    LOSSES_THIS_TURN,
    RESTORED,
];

// Readings of what every formation, side or battle knows.

/// Name for sentences; `?` where a profile has none, as in half-filled rosters.
pub fn name(unit: &Facts) -> String {
    unit.text(NAME).unwrap_or("?").to_owned()
}

/// True if a formation is Regular now. A profile without a nature is not.
pub fn is_regular(unit: &Facts) -> bool {
    unit.equals(STATE, Order::Regular)
}

/// True if a formation is Regular by nature.
pub fn is_trained(unit: &Facts) -> bool {
    unit.equals(NATURE, Order::Regular)
}

/// Causes by which a formation is temporarily Irregular, by its marks.
pub fn causes(unit: &Facts) -> impl Iterator<Item = Cause> {
    let holds =
        |cause: Cause| unit.holds(shaken_by(cause)) || cause == Cause::CloseFire && unit.holds(DISORDERED_THIS_TURN);
    Cause::ALL.iter().copied().filter(move |cause| holds(*cause))
}

/// True if something besides its nature makes a formation Irregular.
pub fn is_shaken(unit: &Facts) -> bool {
    causes(unit).next().is_some()
}

/// True if an element is left, of whatever type. Before anything is lost the profile itself shows it, and so does a roster's unit.
pub fn has_elements(unit: &Facts) -> bool {
    unit.value(TYPES).is_none_or(|types| !types.is_empty())
}

/// True if it was shot at in this step, and is recorded as it stood before. (R9)
pub fn fell_in_this_step(unit: &Facts) -> bool {
    unit.value(AS_STEP_BEGAN).flatten().is_some()
}

/// True if the side's General is dead. He begins alive.
pub fn general_is_dead(side: &Facts) -> bool {
    side.equals(GENERAL, GeneralState::Killed)
}

/// True once a side has won or both have lost.
pub fn is_decided(battle: &Facts) -> bool {
    battle.value(RESULT).is_some_and(|result| result != BattleResult::PlayOn)
}

/// Edges at which enemies touch a formation, by their ids.
pub fn edges(unit: &Facts) -> BTreeMap<String, Edge> {
    unit.value(CONTACT_EDGES).unwrap_or_default()
}

/// Contacts of a formation; a stored battle of an earlier version has none on record.
pub fn contacts(unit: &Facts) -> Vec<String> {
    unit.value(CONTACTS).unwrap_or_default()
}
