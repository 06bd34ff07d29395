//! Fields of inputs that the table fills in or that rules of the turn read, each with its type.
//!
//! Fields that come from units have the ids of their [facts](super::facts).

use super::terms::{Action, Contact, Edition, Formation, Ground, Missile, Movement, Purpose, ShooterRank, Terrain};
pub use rules::input::{Input, answer, put};
use rules::prelude::*;
use serde_json::Value as Json;

/// Edition of the sheet.
pub const EDITION: Fact<Edition> = Fact::new("edition");
/// Movement this turn.
pub const MOVEMENT: Fact<Movement> = Fact::new("movement");
/// Somebody there to order it.
pub const OFFICER: Fact<bool> = Fact::new("officer");
/// Somebody to form on who stands still.
pub const ANCHOR: Fact<bool> = Fact::new("anchor");
/// Action in close order.
pub const ACTION: Fact<Action> = Fact::new("action");
/// Formation of a move.
pub const FORMATION: Fact<Formation> = Fact::new("formation");
/// Ground that a move crosses.
pub const GROUND_CROSSED: Fact<Ground> = Fact::new("terrain");
/// Two paces at most.
pub const TWO_PACES: Fact<bool> = Fact::new("two_paces");
/// Ground under a rider who runs or fights.
pub const TERRAIN: Fact<Terrain> = Fact::new("terrain");
/// Purpose of a run.
pub const PURPOSE: Fact<Purpose> = Fact::new("purpose");
/// Weapon that is shot with or loaded. The melee weapon has the same id among a unit's facts.
pub const SHOT_WITH: Fact<Missile> = Fact::new("weapon");
/// Number of shots, or of figures that buy.
pub const COUNT: Fact<i32> = Fact::new("count");
/// Turns still to load.
pub const RELOAD_LEFT: Fact<i32> = Fact::new("reload_left");
/// Contact between a shooter and the target.
pub const CONTACT: Fact<Contact> = Fact::new("contact");
/// Range, in cm.
pub const RANGE_CM: Fact<f64> = Fact::new("range_cm");
/// A salvo on the word of command.
pub const SALVO: Fact<bool> = Fact::new("salvo");
/// A shot after a straight run.
pub const RUN_UP: Fact<bool> = Fact::new("run_up");
/// Position of a shooter among friends.
pub const SHOOTER_RANK: Fact<ShooterRank> = Fact::new("rank");
/// Rear ranks of a target alone.
pub const REAR_RANKS: Fact<bool> = Fact::new("rear_ranks");
/// An elite shot.
pub const ELITE: Fact<bool> = Fact::new("elite");
/// An elite shot that picks out one of a group.
pub const AIMED: Fact<bool> = Fact::new("aimed");
/// Characters of a budget.
pub const ENTRIES: Fact<Vec<Json>> = Fact::new("entries");
/// Items that each of them carries, as they are priced.
pub const ITEMS: Fact<Input> = Fact::new("items");
/// Casualties to be drawn.
pub const CASUALTIES: Fact<i32> = Fact::new("casualties");
/// A player character's first wound.
pub const FIRST_WOUND: Fact<bool> = Fact::new("first_wound");
/// The fighter in the middle of a fight.
pub const ONE: Fact<Input> = Fact::new("one");
/// Friends of the fighter.
pub const FRIENDS: Fact<Vec<Input>> = Fact::new("friends");
/// Opponents in a fight.
pub const MANY: Fact<Vec<Input>> = Fact::new("many");
/// Opponents whom the fighter strikes, by their indexes.
pub const TARGETS: Fact<Vec<usize>> = Fact::new("targets");
/// Index of the opponent whom a friend strikes.
pub const AIM: Fact<usize> = Fact::new("aim");
/// Equal pairs that fight side by side.
pub const PAIRS: Fact<i32> = Fact::new("pairs");
/// Target of shots.
pub const TARGET: Fact<Input> = Fact::new("target");
/// Shooters.
pub const SHOOTERS: Fact<Vec<Input>> = Fact::new("shooters");
/// Units of a group that is shot at.
pub const GROUP: Fact<Vec<Input>> = Fact::new("group");
/// Rank of a fighter, from 1.
pub const RANK: Fact<Json> = Fact::new("rank");
/// Index of the friend in front.
pub const BEHIND: Fact<Json> = Fact::new("behind");
/// A point that is held firm against a charge.
pub const BRACED: Fact<bool> = Fact::new("braced");

/// Goes through the objects of a list with the units that they stand for.
pub fn each<'a>(
    input: &'a mut Input,
    list: &str,
    units: &'a [Facts],
) -> impl Iterator<Item = (&'a mut Input, &'a Facts)> {
    members(input, list).zip(units)
}
