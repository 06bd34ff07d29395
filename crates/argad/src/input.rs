//! Fields of inputs that the table fills in or that rules of the turn read, each with its type.
//!
//! Fields that come from units have the ids of their [facts](super::facts).

use super::terms::{Action, Contact, Edition, Formation, Ground, Missile, Movement, Purpose, ShooterRank, Terrain};
pub use rules::input::{Input, answer, put};
use rules::prelude::*;
use serde_json::Value as Json;

/// Edition of the sheet.
pub const EDITION: Fact<Edition> = fact!("edition");
/// Movement this turn.
pub const MOVEMENT: Fact<Movement> = fact!("movement");
/// Somebody there to order it.
pub const OFFICER: Fact<bool> = fact!("officer");
/// Somebody to form on who stands still.
pub const ANCHOR: Fact<bool> = fact!("anchor");
/// Action in close order.
pub const ACTION: Fact<Action> = fact!("action");
/// Formation of a move.
pub const FORMATION: Fact<Formation> = fact!("formation");
/// Ground that a move crosses.
pub const GROUND_CROSSED: Fact<Ground> = fact!("terrain");
/// Two paces at most.
pub const TWO_PACES: Fact<bool> = fact!("two_paces");
/// Ground under a rider who runs or fights.
pub const TERRAIN: Fact<Terrain> = fact!("terrain");
/// Purpose of a run.
pub const PURPOSE: Fact<Purpose> = fact!("purpose");
/// Weapon that is shot with or loaded. The melee weapon has the same id among a unit's facts.
pub const SHOT_WITH: Fact<Missile> = fact!("weapon");
/// Number of shots, or of figures that buy.
pub const COUNT: Fact<i32> = fact!("count");
/// Turns still to load.
pub const RELOAD_LEFT: Fact<i32> = fact!("reload_left");
/// Contact between a shooter and the target.
pub const CONTACT: Fact<Contact> = fact!("contact");
/// Range, in cm.
pub const RANGE_CM: Fact<f64> = fact!("range_cm");
/// A salvo on the word of command.
pub const SALVO: Fact<bool> = fact!("salvo");
/// A shot after a straight run.
pub const RUN_UP: Fact<bool> = fact!("run_up");
/// Position of a shooter among friends.
pub const SHOOTER_RANK: Fact<ShooterRank> = fact!("rank");
/// Rear ranks of a target alone.
pub const REAR_RANKS: Fact<bool> = fact!("rear_ranks");
/// An elite shot.
pub const ELITE: Fact<bool> = fact!("elite");
/// An elite shot that picks out one of a group.
pub const AIMED: Fact<bool> = fact!("aimed");
/// Characters of a budget.
pub const ENTRIES: Fact<Vec<Json>> = fact!("entries");
/// Items that each of them carries, as they are priced.
pub const ITEMS: Fact<Input> = fact!("items");
/// Casualties to be drawn.
pub const CASUALTIES: Fact<i32> = fact!("casualties");
/// A player character's first wound.
pub const FIRST_WOUND: Fact<bool> = fact!("first_wound");
/// The fighter in the middle of a fight.
pub const ONE: Fact<Input> = fact!("one");
/// Friends of the fighter.
pub const FRIENDS: Fact<Vec<Input>> = fact!("friends");
/// Opponents in a fight.
pub const MANY: Fact<Vec<Input>> = fact!("many");
/// Opponents whom the fighter strikes, by their indexes.
pub const TARGETS: Fact<Vec<usize>> = fact!("targets");
/// Index of the opponent whom a friend strikes.
pub const AIM: Fact<usize> = fact!("aim");
/// Equal pairs that fight side by side.
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
/// A point that is held firm against a charge.
pub const BRACED: Fact<bool> = fact!("braced");

/// Goes through the objects of a list with the units that they stand for.
pub fn each<'a>(
    input: &'a mut Input,
    list: &str,
    units: &'a [Facts],
) -> impl Iterator<Item = (&'a mut Input, &'a Facts)> {
    members(input, list).zip(units)
}
