//! Facts of a formation, a side and the battle. Each is declared once.

mod values;

use super::terms::{Aiming, BattleResult, Cause, Edge, Order, Task, TroopType, Volley};
use rules::lists::{count, join};
use rules::prelude::*;
use std::collections::BTreeMap;
use std::ops::RangeInclusive;
pub use values::{Aimed, AsStepBegan, Direction, GeneralState, Group, Marker, ShootingGroup, Tried};

/// Most elements of one type in a formation.
pub const MOST_ELEMENTS: i32 = 40;

/// Most types of troops in a formation.
pub const MOST_TYPES: usize = 4;

/// Greatest distance that players can enter, in inches.
pub const FARTHEST_IN: f64 = 240.0;

/// Years of the rules. *Title; Army Lists.*
pub const YEARS: RangeInclusive<i32> = 1500..=1700;

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
    ORDER_DISTANCE: i32 = "order_distance" "Inches, 0 for the maximum" whole(0, 12);
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
    FIRE_RANGE_IN: Option<f64> = "fire_range_in" "Nearest shooter at it" number(0.0, FARTHEST_IN).or_null();
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
    YEAR: i32 = "year" "Year" whole(*YEARS.start(), *YEARS.end());
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
    TYPES: Vec<TroopType> = "types" "Types" list::<TroopType>(1, MOST_TYPES);
    /// Base move in inches.
    BASE_IN: i32 = "base_in";
    /// True of cavalry.
    CAVALRY: bool = "cavalry";
    /// Elements left.
    ELEMENTS: i32 = "elements" "Elements" whole(1, MOST_ELEMENTS);
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
    /// Ids of fields of inputs that several forms or functions name.
    pub const FIELDS_OF_INPUTS;

    /// Type of the elements of a group.
    TYPE: TroopType = "type" "Troops" choice::<TroopType>();
    /// Number of elements of a group in the first rank.
    FRONT: i32 = "front" "First rank" whole(0, MOST_ELEMENTS);
    /// Range of a shooter in inches.
    RANGE_IN: f64 = "range_in" "Range" number(0.0, FARTHEST_IN);
    /// Edges of a formation that enemies touch.
    CONTACT: Vec<Edge> = "contact" "Enemies touch its" list::<Edge>(0, 3).or_empty();
    /// Distance in inches at which its General was killed; `None` if he was not killed now.
    GENERAL_KILLED_RANGE_IN: Option<f64> = "general_killed_range_in" "Its General killed, this far away"
        number(0.0, FARTHEST_IN).or_null();
    /// Kind of a command.
    KIND: Task = "kind" "Command" choice::<Task>();
    /// Rank of a shooter's target among the enemies that it could shoot at.
    AIMING: Aiming = "aims_at" "The target is" choice::<Aiming>().or_id("nearest");
}

// Trackers of a formation for each type of troops and each cause.

/// Declares the facts of each type of troops. A row has the type, the id and the label of the number of its lost elements, and those of the
/// number of its elements in the first rank.
macro_rules! facts_of_types {
    ($($troop:ident: $lost:literal $lost_label:literal, $front:literal $front_label:literal;)*) => {
        /// Number of lost elements of a type, for formations raised with it.
        pub const fn lost(troop: TroopType) -> Fact<i32> {
            match troop {
                $(TroopType::$troop => fact!($lost, $lost_label)),*
            }
        }

        /// Number of elements of a type in the first rank, for formations raised with it. If fewer elements are left, only those count.
        pub const fn in_front(troop: TroopType) -> Fact<i32> {
            match troop {
                $(TroopType::$troop => fact!($front, $front_label)),*
            }
        }

        /// Ids of the facts of each type of troops.
        const BY_TYPE: &[&str] = &[$($lost, $front),*];
    };
}

facts_of_types! {
    Sword: "lost_sword" "Swords lost", "front_sword" "Swords in front";
    Mob: "lost_mob" "Mobs lost", "front_mob" "Mobs in front";
    Bill: "lost_bill" "Bills lost", "front_bill" "Bills in front";
    Pike: "lost_pike" "Pikes lost", "front_pike" "Pikes in front";
    Firearm: "lost_firearm" "Firearms lost", "front_firearm" "Firearms in front";
    Pistolier: "lost_pistolier" "Pistoliers lost", "front_pistolier" "Pistoliers in front";
    Lancer: "lost_lancer" "Lancers lost", "front_lancer" "Lancers in front";
    Harquebusier: "lost_harquebusier" "Harquebusiers lost", "front_harquebusier" "Harquebusiers in front";
    Dragoon: "lost_dragoon" "Dragoons lost", "front_dragoon" "Dragoons in front";
    Gun: "lost_gun" "Guns lost", "front_gun" "Guns in front";
    Mortar: "lost_mortar" "Mortars lost", "front_mortar" "Mortars in front";
}

rules::facts! {
    /// Ids of the flags for causes of being temporarily Irregular.
    pub const BY_CAUSE;

    /// True if Irregular by losses to shooting.
    SHAKEN_BY_LOSSES: bool = "shaken_shooting_losses" "Irregular: lost two to shooting";
    /// True if Irregular by close fire until its order is restored.
    SHAKEN_BY_CLOSE_FIRE: bool = "shaken_close_fire" "Irregular: shot at from close by";
    /// True if Irregular because its Dragoons were caught mounting or dismounting.
    SHAKEN_BY_CHANGING: bool = "shaken_dragoon_changing" "Irregular: caught changing";
    /// True if Irregular by enemies at its rear or flank.
    SHAKEN_BY_REAR_CONTACT: bool = "shaken_rear_contact" "Irregular: flank or rear";
    /// True if Irregular as cavalry that was caught standing.
    SHAKEN_BY_STANDING: bool = "shaken_standing_cavalry" "Irregular: caught standing";
    /// True if Irregular by the death of its General.
    SHAKEN_BY_GENERAL: bool = "shaken_general_killed" "Irregular: General killed";
}

/// Flag for a cause of being temporarily Irregular.
pub const fn shaken_by(cause: Cause) -> Fact<bool> {
    match cause {
        Cause::ShootingLosses => SHAKEN_BY_LOSSES,
        Cause::CloseFire => SHAKEN_BY_CLOSE_FIRE,
        Cause::DragoonChanging => SHAKEN_BY_CHANGING,
        Cause::RearContact => SHAKEN_BY_REAR_CONTACT,
        Cause::StandingCavalry => SHAKEN_BY_STANDING,
        Cause::GeneralKilled => SHAKEN_BY_GENERAL,
    }
}

/// Ids of all facts.
pub const FACTS: &[&str] = &join::<_, { count(PARTS) }>(PARTS, "");

const PARTS: &[&[&str]] = &[DECLARED, BY_TYPE, BY_CAUSE];

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
pub fn was_shot_at_in_step(unit: &Facts) -> bool {
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
