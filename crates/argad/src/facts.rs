//! Facts of characters, sides and the battle: profile, trackers, and values that follow from them.
//!
//! Counts are whole numbers of figures or weapons, never below 0.

pub mod loads;

use super::terms::duties::OpenDuty;
use super::terms::{Armour, Burden, Fencer, Ground, Lance, Missile, Mount, OrderShape, Post, Slow, Weapon};
use rules::lists::{count, join};
use rules::prelude::*;

// Profile.

/// Name on the roster.
pub const NAME: Fact<String> = Fact::new("name");
/// Figures that still stand, 0 to 60. The profile's figures as a battle begins.
pub const FIGURES: Fact<i32> = Fact::new("figures");
/// Class, 1 to 5.
pub const CLASS: Fact<i32> = Fact::new("class");
/// Armour.
pub const ARMOUR: Fact<Armour> = Fact::new("armour");
/// Skin and armour of a large creature, 0 to 9; 0 for people.
pub const EQUIVALENT_ARMOUR: Fact<i32> = Fact::new("equivalent_armour");
/// Mount now: `foot` for riders who have got off.
pub const MOUNT: Fact<Mount> = Fact::new("mount");
/// Mount on the roster. Follows from the profile.
pub const ROSTER_MOUNT: Fact<Mount> = Fact::new("roster_mount");
/// Shooting weapons that they carry.
pub const MISSILE: Fact<Vec<Missile>> = Fact::new("missile");
/// Pistols that each carries, 1 or 2.
pub const PISTOLS: Fact<i32> = Fact::new("pistols");
/// Melee weapon in hand.
pub const WEAPON: Fact<Weapon> = Fact::new("weapon");
/// Role among the others.
pub const ROLE: Fact<Post> = Fact::new("role");
/// A player's own character, with two life points.
pub const PLAYER_CHARACTER: Fact<bool> = Fact::new("player_character");
/// Exceptional strike.
pub const FENCER: Fact<Fencer> = Fact::new("fencer");
/// Which of its side's players leads it, from 1.
pub const PLAYER: Fact<i32> = Fact::new("player");
/// Made its player's elite shot of the turn.
pub const ELITE_SHOT: Fact<bool> = Fact::new("elite_shot");
/// Used its player's +1 for muskets of the turn.
pub const PLUS_ONE: Fact<bool> = Fact::new("plus_one");
/// Shoots like few others.
pub const ELITE_SHOOTER: Fact<bool> = Fact::new("elite_shooter");
/// May form close order. Follows from the class unless the roster says it.
pub const DRILLED: Fact<bool> = Fact::new("drilled");

// Values that follow, under the names of the procedures' fields.

/// Stunned or blocked.
pub const DISABLED: Fact<bool> = Fact::new("disabled");
/// Has no blow left.
pub const HELPLESS: Fact<bool> = Fact::new("helpless");
/// Points by the budget, as players read them.
pub const POINTS: Fact<String> = Fact::new("points");
/// Figures, as close order calls them.
pub const SOLDIERS: Fact<i32> = Fact::new("soldiers");
/// Load that slows them.
pub const BURDEN: Fact<Burden> = Fact::new("burden");
/// Dress or fitness that slows them on foot.
pub const SLOW: Fact<Slow> = Fact::new("slow");
/// Moved more than two paces, as close order calls it.
pub const MOVES: Fact<bool> = Fact::new("moves");

// Losses.

/// Life points with which a player character begins.
pub const LIVES: i32 = 2;
/// Life points of a player character, 0 to 2.
pub const LIFE_POINTS: Fact<i32> = Fact::new("life_points");
/// Fallen figures whose wounds nobody has seen to.
pub const FALLEN: Fact<i32> = Fact::new("fallen");
/// Players want to see to fallen figures of this unit: an important character, or a faithful companion.
pub const SEE_TO: Fact<bool> = Fact::new("see_to");
/// Figures that the enemy has taken prisoner.
pub const CAPTURED: Fact<i32> = Fact::new("captured");
/// Figures or lives that are hit and fall as the phase ends, where all shots of a phase fall at once (R45).
pub const FALLING: Fact<i32> = Fact::new("falling");
/// Wounded player character.
pub const WOUNDED: Fact<bool> = Fact::new("wounded");
/// Player character whose wound has been seen to.
pub const TREATED: Fact<bool> = Fact::new("treated");
/// Wounds that heal after the battle: figures of a group, or wounds of a player character.
pub const HEALED: Fact<i32> = Fact::new("healed");
/// Player character who died of a wound.
pub const DIED: Fact<bool> = Fact::new("died");
/// Player character marked for life.
pub const SEQUELAE: Fact<bool> = Fact::new("sequelae");
/// Points of health lost for good to wounds.
pub const HEALTH_LOST: Fact<i32> = Fact::new("health_lost");
/// Marks for life whose place has not been drawn.
pub const SEQUELAE_OPEN: Fact<i32> = Fact::new("sequelae_open");

// Weapons. A weapon of a group is counted by the figures that carry it.

/// The light muskets are firelocks, not matchlocks.
pub const FIRELOCK: Fact<bool> = Fact::new("firelock");
/// All their muskets are useless for the day.
pub const FOULED: Fact<bool> = Fact::new("fouled");
/// Muskets that are fouled for the day.
pub const FOULED_MUSKETS: Fact<i32> = Fact::new("fouled_muskets");
/// Musketeers have left their forks behind.
pub const FORK_DROPPED: Fact<bool> = Fact::new("fork_dropped");
/// Lance.
pub const LANCE: Fact<Lance> = Fact::new("lance");
/// Javelins left.
pub const JAVELINS: Fact<i32> = Fact::new("javelins");
/// Light spears left to throw or to strike with.
pub const LIGHT_SPEAR: Fact<i32> = Fact::new("light_spear");

// This turn.

/// Shot this turn.
pub const FIRED: Fact<bool> = Fact::new("fired");
/// Figures that shot this turn.
pub const SHOT_FIGURES: Fact<i32> = Fact::new("shot_figures");
/// Shot this turn without moving.
pub const SHOT_STANDING: Fact<bool> = Fact::new("shot_standing");
/// Moved this turn, more than two paces.
pub const MOVED: Fact<bool> = Fact::new("moved");
/// Got on or off the horse this turn, where that is half a move (R49).
pub const CHANGED_HORSE: Fact<bool> = Fact::new("changed_horse");
/// Went two paces at most this turn.
pub const STEPPED: Fact<bool> = Fact::new("stepped");
/// Moved over difficult ground this turn.
pub const CROSSED_BAD_GROUND: Fact<bool> = Fact::new("crossed_bad_ground");
/// Made a run this turn that binds them.
pub const RAN_UP: Fact<bool> = Fact::new("ran_up");
/// Forms close order this turn.
pub const FORMING: Fact<bool> = Fact::new("forming");
/// Pivoted this turn.
pub const PIVOT_USED: Fact<bool> = Fact::new("pivot_used");
/// Held up by the ground this turn.
pub const BLOCKED: Fact<bool> = Fact::new("blocked");
/// Loaded this turn by a choice of the players.
pub const RELOADED: Fact<bool> = Fact::new("reloaded");
/// In contact with an enemy at some time of this turn.
pub const CONTACTED: Fact<bool> = Fact::new("contacted");
/// Figures whose blow is spent this turn, by a blow or by a shot.
pub const BLOWS: Fact<i32> = Fact::new("blows");
/// Every figure's blow is spent.
pub const STRUCK: Fact<bool> = Fact::new("struck");
/// Charges this turn.
pub const CHARGING: Fact<bool> = Fact::new("charging");
/// Id of the unit that they charge; empty if none was named.
pub const CHARGE_TARGET: Fact<String> = Fact::new("charge_target");
/// Figures of a charging unit that fell to shots: as many of the others charge without the bonus.
pub const CHARGE_LOST: Fact<i32> = Fact::new("charge_lost");
/// Figures that riders have charged this turn.
pub const RIDDEN_AT: Fact<i32> = Fact::new("ridden_at");
/// Used a pike in contact this turn, out of close order.
pub const PIKE_LOOSE: Fact<bool> = Fact::new("pike_loose");
/// Knocked down this turn.
pub const KNOCKED_DOWN: Fact<bool> = Fact::new("knocked_down");
/// Figures of a group that were knocked down this turn.
pub const KNOCKED_FIGURES: Fact<i32> = Fact::new("knocked_figures");

// Longer.

/// Figures that have been in contact this turn and are still there.
pub const FOUGHT: Fact<i32> = Fact::new("fought");
/// Figures that fell or were taken in contact this turn.
pub const FELL_FIGHTING: Fact<i32> = Fact::new("fell_fighting");
/// Figures that have been driven back this turn.
pub const DRIVEN_BACK: Fact<i32> = Fact::new("driven_back");
/// Ids of the units with which they are in contact.
pub const CONTACTS: Fact<Vec<String>> = Fact::new("contacts");
/// Began the turn in contact.
pub const IN_CONTACT_AT_START: Fact<bool> = Fact::new("in_contact_at_start");
/// Charged in the turn before.
pub const CHARGED_LAST_TURN: Fact<bool> = Fact::new("charged_last_turn");
/// Pike too long for the fight that they are in.
pub const PIKE_SPENT: Fact<bool> = Fact::new("pike_spent");
/// Stunned since the turn before.
pub const STUNNED: Fact<bool> = Fact::new("stunned");
/// Figures of a group that are stunned since the turn before.
pub const STUNNED_FIGURES: Fact<i32> = Fact::new("stunned_figures");
/// In close order.
pub const CLOSE_ORDER: Fact<bool> = Fact::new("close_order");
/// Id of the unit whose close order they have joined; empty for an order of their own.
pub const JOINED_ORDER: Fact<String> = Fact::new("joined_order");
/// Id of the friends over whose shoulders they strike out of close order; empty if nobody stands in front of them.
pub const STANDS_BEHIND: Fact<String> = Fact::new("stands_behind");
/// They fight in two ranks of their own out of close order.
pub const TWO_DEEP: Fact<bool> = Fact::new("two_deep");
/// Formation of their close order.
pub const SHAPE: Fact<OrderShape> = Fact::new("order_shape");
/// Ground under riders.
pub const GROUND: Fact<Ground> = Fact::new("ground");
/// Figures that began the turn in contact, of a group whose mark says that it did; 0 for all of them.
pub const START_FIGURES: Fact<i32> = Fact::new("start_figures");
/// In disorder.
pub const DISORDER: Fact<bool> = Fact::new("disorder");
/// Riders who have got off their horses.
pub const ON_FOOT: Fact<bool> = Fact::new("on_foot");

// Sides and the battle.

/// The side has made its elite shot of the turn.
pub const ELITE_USED: Fact<bool> = Fact::new("elite_used");
/// The side has used its +1 for muskets this turn.
pub const MUSKET_PLUS_ONE_USED: Fact<bool> = Fact::new("musket_plus_one_used");
/// Open duties, the oldest first.
pub const OPEN_DUTIES: Fact<Vec<OpenDuty>> = Fact::new("open_duties");

/// Lists of facts: those above, and those of the weapons.
const PARTS: &[&[&str]] = &[OWN, loads::FACTS];

/// All facts, by their ids.
pub const ALL: &[&str] = &join::<_, { count(PARTS) }>(PARTS, "");

const OWN: &[&str] = rules::facts![
    NAME,
    FIGURES,
    CLASS,
    ARMOUR,
    EQUIVALENT_ARMOUR,
    MOUNT,
    ROSTER_MOUNT,
    MISSILE,
    PISTOLS,
    FIRELOCK,
    WEAPON,
    ROLE,
    PLAYER_CHARACTER,
    FENCER,
    ELITE_SHOOTER,
    PLAYER,
    ELITE_SHOT,
    PLUS_ONE,
    DRILLED,
    DISABLED,
    HELPLESS,
    POINTS,
    SOLDIERS,
    BURDEN,
    SLOW,
    MOVES,
    LIFE_POINTS,
    FALLEN,
    SEE_TO,
    CAPTURED,
    FALLING,
    WOUNDED,
    TREATED,
    HEALED,
    DIED,
    SEQUELAE,
    SEQUELAE_OPEN,
    HEALTH_LOST,
    FOULED,
    FOULED_MUSKETS,
    FORK_DROPPED,
    LANCE,
    JAVELINS,
    LIGHT_SPEAR,
    FIRED,
    SHOT_FIGURES,
    SHOT_STANDING,
    MOVED,
    CHANGED_HORSE,
    STEPPED,
    RAN_UP,
    CROSSED_BAD_GROUND,
    FORMING,
    PIVOT_USED,
    BLOCKED,
    RELOADED,
    CONTACTED,
    FOUGHT,
    FELL_FIGHTING,
    DRIVEN_BACK,
    BLOWS,
    STRUCK,
    CHARGING,
    CHARGE_TARGET,
    CHARGE_LOST,
    RIDDEN_AT,
    PIKE_LOOSE,
    KNOCKED_DOWN,
    KNOCKED_FIGURES,
    CONTACTS,
    IN_CONTACT_AT_START,
    CHARGED_LAST_TURN,
    PIKE_SPENT,
    STUNNED,
    STUNNED_FIGURES,
    CLOSE_ORDER,
    JOINED_ORDER,
    STANDS_BEHIND,
    TWO_DEEP,
    SHAPE,
    GROUND,
    START_FIGURES,
    DISORDER,
    ON_FOOT,
    ELITE_USED,
    MUSKET_PLUS_ONE_USED,
    OPEN_DUTIES,
];
