//! Facts of a formation, a side and the battle. Each is declared once.

mod values;

use super::terms::{Aiming, BattleResult, Cause, Edge, Order, Task, TroopType, Volley};
use rules::lists::{count, join};
use rules::prelude::*;
use std::collections::BTreeMap;
pub use values::{Aimed, AsStepBegan, Direction, GeneralState, Group, Marker, ShootingGroup, Tried};

// Profile.

rules::facts! {
    /// Ids of the facts declared here.
    pub const DECLARED;

    /// Name on the table.
    NAME: String = "name";
    /// State by training.
    NATURE: Order = "nature" "By nature" choice::<Order>();
    /// Groups of the profile. The derived facts replace them by the groups with elements left.
    GROUPS: Vec<Group> = "groups" "Elements";
    /// Volley that lets rear ranks of Firearms shoot.
    VOLLEY: Volley = "volley" "Volley" choice::<Volley>().or_id("none");
    /// True if Irregular by close fire until the end of the turn. (R7)
    DISORDERED_THIS_TURN: bool = "disordered_this_turn" "Irregular this turn: shot at";
    /// True if an enemy element is in contact.
    IN_MELEE: bool = "in_melee" "In melee" flag().or(false);
    /// Ids of enemy formations in contact, in the order in which contact was made.
    CONTACTS: Vec<String> = "contacts" "Enemies in contact";
    /// Edges of the formation that enemies touch, by the enemies' ids. Enemies without a recorded edge are missing.
    CONTACT_EDGES: BTreeMap<String, Edge> = "contact_edges" "How they touch it";
    /// True if it entered melee this turn.
    ENTERED_MELEE: bool = "entered_melee" "Contact began this turn" flag().or(false);
    /// True if contact with an enemy began after the formation's last check.
    CONTACT_TO_CHECK: bool = "contact_to_check" "New contact to check";
    /// True if its own commander is dead.
    COMMANDER_LOST: bool = "commander_lost" "Commander lost" flag().or(false);
    /// True if its side's General has joined it.
    GENERAL_JOINED: bool = "general_joined" "General with it" flag().or(false);
    /// True if its side's General is within 12" this turn.
    GENERAL_NEAR: bool = "general_near" "General within 12\"";
    /// True if its side's General was with it, or within 12" before the moves, when he was killed.
    GENERAL_WAS_NEAR: bool = "general_was_near" "General killed near by";
    /// True if it was checked for the death of its General.
    GENERAL_CHECKED: bool = "general_told" "General's death checked";
    /// First command tried this turn.
    FIRST_COMMAND: Tried = "first_command" "Command tried";
    /// Second command tried this turn.
    SECOND_COMMAND: Tried = "second_command" "Second command tried";
    /// True if the first command failed.
    FIRST_COMMAND_FAILED: bool = "first_command_failed" "Command failed";
    /// True if the second command failed.
    SECOND_COMMAND_FAILED: bool = "second_command_failed" "Second command failed";
    /// Marker of an ordered move not made yet.
    ORDER: Marker = "order" "Order";
    /// Direction of the marker.
    ORDER_DIRECTION: Direction = "order_direction" "Direction";
    /// Ordered distance in inches; 0 for the maximum.
    ORDER_DISTANCE: i32 = "order_distance" "Inches, 0 for the maximum";
    /// True if it holds its fire this turn.
    HOLDING_FIRE: bool = "holding_fire" "Holds fire";
    /// True if it may shoot at any target this turn.
    TARGET_OVERRIDE: bool = "target_override" "May shoot at another target";
    /// True if it restored order this turn.
    RESTORED_THIS_TURN: bool = "restored_this_turn" "Restored order: no move, no shot";
    /// True if its Dragoons mount or dismount this turn.
    CHANGING: bool = "changing" "Mounting or dismounting" flag().or(false);
    /// True if its Dragoons are mounted.
    MOUNTED: bool = "mounted" "Dragoons mounted" flag().or(true);
    /// Elements lost to shooting since it came under fire.
    FIRE_LOSSES: i32 = "fire_losses" "Lost while under fire" whole(0, 99).or(0);
    /// Elements lost to shooting this turn.
    SHOOTING_LOSSES_THIS_TURN: i32 = "shooting_losses_this_turn" "Lost to shooting this turn" whole(0, 99).or(0);
    /// Range in inches of the nearest shooter this turn.
    FIRE_RANGE_IN: Option<f64> = "fire_range_in" "Nearest shooter at it";
    /// True if it was shot at this turn.
    SHOT_AT_THIS_TURN: bool = "shot_at_this_turn" "Shot at this turn" flag().or(false);
    /// True if it was shot at last turn.
    SHOT_AT_LAST_TURN: bool = "shot_at_last_turn" "Shot at last turn";
    /// True if it lost elements this turn.
    CASUALTIES_THIS_TURN: bool = "casualties_this_turn" "Lost elements this turn";
    /// True if it lost elements last turn.
    CASUALTIES_LAST_TURN: bool = "casualties_last_turn" "Lost elements last turn" flag().or(false);
    /// True if it moved this turn.
    MOVED_THIS_TURN: bool = "moved_this_turn" "Moved this turn" flag().or(false);
    /// True if it moved last turn.
    MOVED_LAST_TURN: bool = "moved_last_turn" "Moved last turn" flag().or(false);
    /// True if it shot this turn.
    SHOT_THIS_TURN: bool = "shot_this_turn" "Shot this turn";
    /// True if its Guns or Mortars shot this turn.
    ARTILLERY_SHOT: bool = "artillery_shot" "Artillery shot this turn";
    /// Targets that it may choose without a command this turn.
    AIM: Option<Aimed> = "aim" "Targets without a command";
    /// True if it fought a melee this turn.
    FOUGHT: bool = "fought" "Fought this turn";
    /// True if it closed up in melee this turn.
    CLOSED_UP: bool = "closed_up" "Closed up this turn";
    /// Ids of enemies in contact that it has closed up on.
    CLOSED_UP_ON: Vec<String> = "closed_up_on" "Enemies on whom it has closed up";
    /// True if the procedure `end_of_turn` was done for it this turn.
    TURN_ENDED: bool = "turn_ended" "Its turn has ended";
    /// State and groups before it was shot at in this step; `None` if it was not.
    AS_STEP_BEGAN: Option<AsStepBegan> = "as_step_began" "Before the shooting";

    // Trackers of a side and of the battle.

    /// State of the side's General.
    GENERAL: GeneralState = "general" "General";
    /// True if the side's General fell in the current step.
    GENERAL_FELL_IN_STEP: bool = "general_fell_in_step" "General fell in this step";
    /// True if a formation that was Irregular has tried its command this turn.
    IRREGULARS_BEGUN: bool = "irregulars_begun" "Irregulars have begun";
    /// Result of the battle.
    RESULT: BattleResult = "result" "Result";
    /// Year of the battle; 0 if none was entered.
    YEAR: i32 = "year" "Year" whole(1500, 1700);
    /// Turn, from 1.
    TURN: i32 = "turn" "Turn" whole(1, 999);
    /// Id of the phase.
    PHASE: String = "phase";

    // Derived.

    /// Groups as raised.
    ROSTER_GROUPS: Vec<Group> = "roster_groups";
    /// True if it was raised with Dragoons.
    HAS_DRAGOON: bool = "has_dragoon";
    /// Types with elements left.
    TYPES: Vec<TroopType> = "types" "Types" list::<TroopType>(1, 4);
    /// Base move in inches.
    BASE_IN: i32 = "base_in";
    /// True of cavalry.
    CAVALRY: bool = "cavalry";
    /// Elements left.
    ELEMENTS: i32 = "elements" "Elements" whole(1, 40);
    /// Causes by which it is temporarily Irregular.
    SHAKEN: Vec<Cause> = "shaken" "Irregular because of" list::<Cause>(0, 6);
    /// State now.
    STATE: Order = "state" "Regular or Irregular" choice::<Order>();
    /// State at the start of the step.
    STATE_IN_STEP: Order = "state_in_step";
    /// True if it moved neither last turn nor this turn.
    STATIONARY: bool = "stationary" "Did not move last turn, nor this" flag().or(false);
    /// True if only Mortars of it would shoot.
    MORTARS_ONLY: bool = "mortars_only" "Only Mortars shoot" flag().or(false);
    /// Groups that shoot.
    SHOOTING_GROUPS: Vec<ShootingGroup> = "shooting_groups";
    /// Commands tried this turn.
    EARLIER_COMMANDS: Vec<Task> = "earlier_commands" "Commands tried this turn" list::<Task>(0, 2);
    /// Commands that failed this turn.
    EARLIER_FAILED: Vec<Task> = "earlier_failed" "Commands that failed this turn" list::<Task>(0, 2);
    /// True if it obeyed a command to move this turn.
    COMMAND_PASSED: bool = "command_passed" "Obeyed a command to move" flag().or(false);
    /// Copy of `shot_at_last_turn`, under the id that commands use.
    UNDER_FIRE: bool = "under_fire" "Shot at last turn" flag().or(false);
    /// Copy of `shooting_losses_this_turn`, under the id that `shooting` uses.
    LOSSES_THIS_TURN: i32 = "losses_this_turn" "Lost to shooting this turn" whole(0, 99).or(0);
    /// Copy of `restored_this_turn`, under the id that `shooting` uses.
    RESTORED: bool = "restored" "Restored order this turn" flag().or(false);
}

rules::facts! {
    /// Ids of fields of inputs that other procedures fill in.
    pub const FIELDS_OF_INPUTS;

    /// Kind of a command.
    KIND: Task = "kind" "Command" choice::<Task>();
    /// Rank of a shooter's target among the enemies that it could shoot at.
    AIMING: Aiming = "aims_at" "The target is" choice::<Aiming>().or_id("nearest");
}

// Trackers of a formation.

/// Number of lost elements of a type, for formations raised with it.
pub const fn lost(troop: TroopType) -> Fact<i32> {
    match troop {
        TroopType::Sword => fact!("lost_sword"),
        TroopType::Mob => fact!("lost_mob"),
        TroopType::Bill => fact!("lost_bill"),
        TroopType::Pike => fact!("lost_pike"),
        TroopType::Firearm => fact!("lost_firearm"),
        TroopType::Pistolier => fact!("lost_pistolier"),
        TroopType::Lancer => fact!("lost_lancer"),
        TroopType::Harquebusier => fact!("lost_harquebusier"),
        TroopType::Dragoon => fact!("lost_dragoon"),
        TroopType::Gun => fact!("lost_gun"),
        TroopType::Mortar => fact!("lost_mortar"),
    }
}

/// Number of elements of a type in the first rank, for formations raised with it. If fewer elements are left, only those count.
pub const fn in_front(troop: TroopType) -> Fact<i32> {
    match troop {
        TroopType::Sword => fact!("front_sword"),
        TroopType::Mob => fact!("front_mob"),
        TroopType::Bill => fact!("front_bill"),
        TroopType::Pike => fact!("front_pike"),
        TroopType::Firearm => fact!("front_firearm"),
        TroopType::Pistolier => fact!("front_pistolier"),
        TroopType::Lancer => fact!("front_lancer"),
        TroopType::Harquebusier => fact!("front_harquebusier"),
        TroopType::Dragoon => fact!("front_dragoon"),
        TroopType::Gun => fact!("front_gun"),
        TroopType::Mortar => fact!("front_mortar"),
    }
}

/// Flag for a cause of being temporarily Irregular.
pub const fn shaken_by(cause: Cause) -> Fact<bool> {
    match cause {
        Cause::ShootingLosses => fact!("shaken_shooting_losses"),
        Cause::CloseFire => fact!("shaken_close_fire"),
        Cause::DragoonChanging => fact!("shaken_dragoon_changing"),
        Cause::RearContact => fact!("shaken_rear_contact"),
        Cause::StandingCavalry => fact!("shaken_standing_cavalry"),
        Cause::GeneralKilled => fact!("shaken_general_killed"),
    }
}

/// Ids of all facts.
pub const FACTS: &[&str] = &join::<_, { count(PARTS) }>(PARTS, "");

const PARTS: &[&[&str]] = &[DECLARED, BY_TYPE];

/// Ids of the facts of each type of troops and each cause.
const BY_TYPE: &[&str] = rules::ids![
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
    shaken_by(Cause::GeneralKilled)
];

// Functions that read facts of formations, sides and the battle.

/// Name for sentences; `?` for an incomplete roster entry without one.
pub fn name(unit: &Facts) -> String {
    unit.text(NAME).unwrap_or("?").to_owned()
}

/// True if a formation is Regular now; false for a profile without a nature.
pub fn is_regular(unit: &Facts) -> bool {
    unit.equals(STATE, Order::Regular)
}

/// True if a formation is Regular by nature.
pub fn is_trained(unit: &Facts) -> bool {
    unit.equals(NATURE, Order::Regular)
}

/// Causes by which a formation is temporarily Irregular, from its flags.
pub fn causes(unit: &Facts) -> impl Iterator<Item = Cause> {
    let holds =
        |cause: Cause| unit.holds(shaken_by(cause)) || cause == Cause::CloseFire && unit.holds(DISORDERED_THIS_TURN);
    Cause::ALL.iter().copied().filter(move |cause| holds(*cause))
}

/// True if a formation is temporarily Irregular by at least one cause.
pub fn is_shaken(unit: &Facts) -> bool {
    causes(unit).next().is_some()
}

/// True if at least one element is left. Also true of a profile before derived facts are added.
pub fn has_elements(unit: &Facts) -> bool {
    unit.value(TYPES).is_none_or(|types| !types.is_empty())
}

/// True if the formation was shot at in this step, so that its earlier state is recorded. (R9)
pub fn fell_in_this_step(unit: &Facts) -> bool {
    unit.value(AS_STEP_BEGAN).flatten().is_some()
}

/// True if the side's General is dead.
pub fn general_is_dead(side: &Facts) -> bool {
    side.equals(GENERAL, GeneralState::Killed)
}

/// True if a side has won or both have lost.
pub fn is_decided(battle: &Facts) -> bool {
    battle.value(RESULT).is_some_and(|result| result != BattleResult::PlayOn)
}

/// Recorded edges of a formation that enemies touch, by the enemies' ids.
pub fn edges(unit: &Facts) -> BTreeMap<String, Edge> {
    unit.value(CONTACT_EDGES).unwrap_or_default()
}

/// Ids of enemies in contact. Battles stored by earlier versions record none.
pub fn contacts(unit: &Facts) -> Vec<String> {
    unit.value(CONTACTS).unwrap_or_default()
}
