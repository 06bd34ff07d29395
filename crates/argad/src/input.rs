//! Typed ids of fields that are filled in from the table or read by rules of the turn.
//!
//! Fields that come from units have the ids of their [facts](super::facts).

use super::terms::{Action, Contact, Edition, Formation, Ground, Missile, Movement, Purpose, ShooterRank, Terrain};
use rules::facts::Declared;
use rules::form::{Spec, choice};
pub use rules::input::{Input, answer, put};
use rules::prelude::*;
use serde_json::Value as Json;

/// Edition of the sheet. Forms copy its choices and its default.
pub const EDITION: Fact<Edition> = Fact::of({
    const SPEC: Spec<Edition> = choice::<Edition>().or_id("april_2025");
    const DECLARED: Declared = Declared::new("edition", "Edition").with(&SPEC);
    &DECLARED
});
/// Movement this turn.
pub const MOVEMENT: Fact<Movement> = fact!("movement");
/// True if an officer or sergeant gives the order.
pub const OFFICER: Fact<bool> = fact!("officer");
/// True if somebody stands still for others to form close order on.
pub const ANCHOR: Fact<bool> = fact!("anchor");
/// Action in close order.
pub const ACTION: Fact<Action> = fact!("action");
/// Formation during a move.
pub const FORMATION: Fact<Formation> = fact!("formation");
/// Ground that a move crosses.
pub const GROUND_CROSSED: Fact<Ground> = fact!("terrain");
/// True if the move is two paces at most.
pub const TWO_PACES: Fact<bool> = fact!("two_paces");
/// Ground under a rider who runs or fights.
pub const TERRAIN: Fact<Terrain> = fact!("terrain");
/// Purpose of a run.
pub const PURPOSE: Fact<Purpose> = fact!("purpose");
/// Weapon to shoot with or to load. Among a unit's facts, the same id means the melee weapon.
pub const SHOT_WITH: Fact<Missile> = fact!("weapon");
/// Number of shots, or of characters in a budget.
pub const COUNT: Fact<i32> = fact!("count");
/// Turns needed to finish loading.
pub const RELOAD_LEFT: Fact<i32> = fact!("reload_left");
/// Contact between a shooter and the target.
pub const CONTACT: Fact<Contact> = fact!("contact");
/// Range, in cm.
pub const RANGE_CM: Fact<f64> = fact!("range_cm");
/// True for a salvo on the word of command.
pub const SALVO: Fact<bool> = fact!("salvo");
/// True if the shooter's player cannot add the +1 for muskets to these shots.
pub const PLUS_ONE_USED: Fact<bool> = fact!("plus_one_used");
/// True for a shot after a straight run.
pub const RUN_UP: Fact<bool> = fact!("run_up");
/// Position of a shooter among friends.
pub const SHOOTER_RANK: Fact<ShooterRank> = fact!("rank");
/// True if only the rear ranks of the target are shot at.
pub const REAR_RANKS: Fact<bool> = fact!("rear_ranks");
/// True for an elite shot with +1.
pub const ELITE: Fact<bool> = fact!("elite");
/// True for an elite shot that picks out one figure of a group.
pub const AIMED: Fact<bool> = fact!("aimed");
/// Entries of a budget.
pub const ENTRIES: Fact<Vec<Input>> = fact!("entries");
/// Items that each character of an entry carries, by their ids in the budget.
pub const ITEMS: Fact<Input> = fact!("items");
/// Number of casualties to draw.
pub const CASUALTIES: Fact<i32> = fact!("casualties");
/// True for a player character's first wound.
pub const FIRST_WOUND: Fact<bool> = fact!("first_wound");
/// The fighter at the centre of a fight.
pub const ONE: Fact<Input> = fact!("one");
/// Friends of the fighter.
pub const FRIENDS: Fact<Vec<Input>> = fact!("friends");
/// Opponents in a fight.
pub const MANY: Fact<Vec<Input>> = fact!("many");
/// Indexes of the opponents that the fighter strikes.
pub const TARGETS: Fact<Vec<usize>> = fact!("targets");
/// Index of the opponent that a friend strikes.
pub const AIM: Fact<usize> = fact!("aim");
/// Number of equal pairs that fight side by side.
pub const PAIRS: Fact<i32> = fact!("pairs");
/// Target of shots.
pub const TARGET: Fact<Input> = fact!("target");
/// Shooters.
pub const SHOOTERS: Fact<Vec<Input>> = fact!("shooters");
/// Units of a group that is shot at.
pub const GROUP: Fact<Vec<Input>> = fact!("group");
/// Rank of a fighter, from 1.
pub const RANK: Fact<Json> = fact!("rank");
/// Index of the friend in front.
pub const BEHIND: Fact<Json> = fact!("behind");
/// True if a weapon is held firm against a charge.
pub const BRACED: Fact<bool> = fact!("braced");

/// Returns the objects of a list of the input, each with its unit, in the order of `units`.
pub fn each<'a>(
    input: &'a mut Input,
    list: Fact<Vec<Input>>,
    units: &'a [TableUnit],
) -> impl Iterator<Item = (&'a mut Input, &'a TableUnit)> {
    members(input, list.id()).zip(units)
}
