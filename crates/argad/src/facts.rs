//! Facts of characters, sides and the battle: profile, trackers, and values that follow from them.
//!
//! Counts are whole numbers of figures or weapons, never below 0.

pub mod loads;

use super::terms::duties::OpenDuty;
use super::terms::{Armour, Burden, Fencer, Ground, Lance, Missile, Mount, OrderShape, Post, Slow, Weapon};
use rules::lists::{count, join};

// Profile.

rules::facts! {
    /// Ids of the facts declared here.
    const OWN;

    /// Name on the roster.
    NAME: String = "name";
    /// Figures that still stand, 0 to 60. The profile's figures as a battle begins.
    FIGURES: i32 = "figures" "Figures" whole(1, 60).or(1);
    /// Class, 1 to 5.
    CLASS: i32 = "class" "Class" whole(1, 5).or(3);
    /// Armour.
    ARMOUR: Armour = "armour" "Armour" choice::<Armour>().or_id("none");
    /// Skin and armour of a large creature, 0 to 9; 0 for people.
    EQUIVALENT_ARMOUR: i32 = "equivalent_armour" "Skin and armour" whole(0, 9).or(0);
    /// Mount now: `foot` for riders who have got off.
    MOUNT: Mount = "mount" "Mount" choice::<Mount>().or_id("foot");
    /// Mount on the roster. Follows from the profile.
    ROSTER_MOUNT: Mount = "roster_mount";
    /// Shooting weapons that they carry.
    MISSILE: Vec<Missile> = "missile" "Shoots with" list::<Missile>(0, 4);
    /// Pistols that each carries, 1 or 2.
    PISTOLS: i32 = "pistols" "Pistols each" whole(1, 2).or(1);
    /// Melee weapon in hand.
    WEAPON: Weapon = "weapon" "Weapon in hand" choice::<Weapon>().or_id("sword");
    /// Role among the others.
    ROLE: Post = "role" "Role" choice::<Post>().or_id("soldier");
    /// A player's own character, with two life points.
    PLAYER_CHARACTER: bool = "player_character" "Player character" flag().or(false);
    /// Exceptional strike.
    FENCER: Fencer = "fencer" "Exceptional strike" choice::<Fencer>().or_id("none");
    /// Which of its side's players leads it, from 1.
    PLAYER: i32 = "player" "Player" whole(1, 6).or(1);
    /// Made its player's elite shot of the turn.
    ELITE_SHOT: bool = "elite_shot" "Made its player's elite shot";
    /// Used its player's +1 for muskets of the turn.
    PLUS_ONE: bool = "plus_one" "Used its player's +1 for muskets";
    /// Shoots like few others.
    ELITE_SHOOTER: bool = "elite_shooter" "Elite shooter" flag().or(false);
    /// May form close order. Follows from the class unless the roster says it.
    DRILLED: bool = "drilled" "Drilled" flag().or(true);

    // Values that follow, under the names of the procedures' fields.

    /// Stunned or blocked.
    DISABLED: bool = "disabled" "Stunned or blocked" flag().or(false);
    /// Has no blow left.
    HELPLESS: bool = "helpless" "Does not strike" flag().or(false);
    /// Points by the budget, as players read them.
    POINTS: String = "points";
    /// Figures, as close order calls them.
    SOLDIERS: i32 = "soldiers" "Soldiers" whole(1, 60);
    /// Load that slows them.
    BURDEN: Burden = "burden" "Carries" choice::<Burden>().or_id("none");
    /// Dress or fitness that slows them on foot.
    SLOW: Slow = "slow" "Slowed by" choice::<Slow>().or_id("none");
    /// Moved more than two paces, as close order calls it.
    MOVES: bool = "moves" "Moves more than two paces" flag().or(false);
    /// Life points of a player character, 0 to 2.
    LIFE_POINTS: i32 = "life_points" "Life points" whole(0, 120).or(0);
    /// Fallen figures whose wounds nobody has seen to.
    FALLEN: i32 = "fallen" "Fallen";
    /// Players want to see to fallen figures of this unit: an important character, or a faithful companion.
    SEE_TO: bool = "see_to" "Fallen to be seen to";
    /// Figures that the enemy has taken prisoner.
    CAPTURED: i32 = "captured" "Taken prisoner";
    /// Figures or lives that are hit and fall as the phase ends, where all shots of a phase fall at once (R45).
    FALLING: i32 = "falling" "Hit, out as the phase ends";
    /// Wounded player character.
    WOUNDED: bool = "wounded" "Wounded";
    /// Player character whose wound has been seen to.
    TREATED: bool = "treated" "Wound seen to";
    /// Wounds that heal after the battle: figures of a group, or wounds of a player character.
    HEALED: i32 = "healed" "Wounds that heal";
    /// Player character who died of a wound.
    DIED: bool = "died" "Died of a wound";
    /// Player character marked for life.
    SEQUELAE: bool = "sequelae" "Marked for life";
    /// Points of health lost for good to wounds.
    HEALTH_LOST: i32 = "health_lost" "Health lost for good" whole(0, 6).or(0);
    /// Marks for life whose place has not been drawn.
    SEQUELAE_OPEN: i32 = "sequelae_open" "Marks for life to be placed";

    // Weapons. A weapon of a group is counted by the figures that carry it.

    /// The light muskets are firelocks, not matchlocks.
    FIRELOCK: bool = "firelock" "Firelocks" flag().or(false);
    /// All their muskets are useless for the day.
    FOULED: bool = "fouled" "All muskets fouled for the day" flag().or(false);
    /// Muskets that are fouled for the day.
    FOULED_MUSKETS: i32 = "fouled_muskets" "Muskets fouled for the day";
    /// Musketeers have left their forks behind.
    FORK_DROPPED: bool = "fork_dropped" "Forks left behind";
    /// Lance.
    LANCE: Lance = "lance" "Lance";
    /// Javelins left.
    JAVELINS: i32 = "javelins" "Javelins";
    /// Light spears left to throw or to strike with.
    LIGHT_SPEAR: i32 = "light_spear" "Light spears";

    // This turn.

    /// Shot this turn.
    FIRED: bool = "fired" "Shot this turn" flag().or(false);
    /// Figures that shot this turn.
    SHOT_FIGURES: i32 = "shot_figures" "Figures that shot this turn";
    /// Shot this turn without moving.
    SHOT_STANDING: bool = "shot_standing" "Shot standing still";
    /// Moved this turn, more than two paces.
    MOVED: bool = "moved" "Moved this turn";
    /// Got on or off the horse this turn, where that is half a move (R49).
    CHANGED_HORSE: bool = "changed_horse" "Got on or off the horse" flag().or(false);
    /// Went two paces at most this turn.
    STEPPED: bool = "stepped" "Two paces this turn";
    /// Moved over difficult ground this turn.
    CROSSED_BAD_GROUND: bool = "crossed_bad_ground" "Crossed difficult ground";
    /// Made a run this turn that binds them.
    RAN_UP: bool = "ran_up" "Made the run";
    /// Forms close order this turn.
    FORMING: bool = "forming" "Forms close order";
    /// Pivoted this turn.
    PIVOT_USED: bool = "pivot_used" "Pivoted" flag().or(false);
    /// Held up by the ground this turn.
    BLOCKED: bool = "blocked" "Blocked";
    /// Loaded this turn by a choice of the players.
    RELOADED: bool = "reloaded" "Loaded this turn";
    /// In contact with an enemy at some time of this turn.
    CONTACTED: bool = "contacted" "In contact this turn" flag().or(false);
    /// Figures whose blow is spent this turn, by a blow or by a shot.
    BLOWS: i32 = "blows" "Blows and shots this turn";
    /// Every figure's blow is spent.
    STRUCK: bool = "struck" "Has struck this turn";
    /// Charges this turn.
    CHARGING: bool = "charging" "Charges" flag().or(false);
    /// Id of the unit that they charge; empty if none was named.
    CHARGE_TARGET: String = "charge_target" "Charges whom";
    /// Figures of a charging unit that fell to shots: as many of the others charge without the bonus.
    CHARGE_LOST: i32 = "charge_lost" "Chargers shot down";
    /// Figures that riders have charged this turn.
    RIDDEN_AT: i32 = "ridden_at" "Charged by riders this turn";
    /// Used a pike in contact this turn, out of close order.
    PIKE_LOOSE: bool = "pike_loose" "Pike in contact, no close order";
    /// Knocked down this turn.
    KNOCKED_DOWN: bool = "knocked_down" "Knocked down this turn";
    /// Figures of a group that were knocked down this turn.
    KNOCKED_FIGURES: i32 = "knocked_figures" "Figures knocked down this turn";

    // Longer.

    /// Figures that have been in contact this turn and are still there.
    FOUGHT: i32 = "fought" "Figures that fought this turn";
    /// Figures that fell or were taken in contact this turn.
    FELL_FIGHTING: i32 = "fell_fighting" "Figures that fell in contact this turn";
    /// Figures that have been driven back this turn.
    DRIVEN_BACK: i32 = "driven_back" "Figures driven back this turn";
    /// Ids of the units with which they are in contact.
    CONTACTS: Vec<String> = "contacts" "In contact with";
    /// Began the turn in contact.
    IN_CONTACT_AT_START: bool = "in_contact_at_start" "In contact at the start" flag().or(false);
    /// Charged in the turn before.
    CHARGED_LAST_TURN: bool = "charged_last_turn" "Charged last turn" flag().or(false);
    /// Pike too long for the fight that they are in.
    PIKE_SPENT: bool = "pike_spent" "Pike useless" flag().or(false);
    /// Stunned since the turn before.
    STUNNED: bool = "stunned" "Stunned" flag().or(false);
    /// Figures of a group that are stunned since the turn before.
    STUNNED_FIGURES: i32 = "stunned_figures" "Figures stunned";
    /// In close order.
    CLOSE_ORDER: bool = "close_order" "In close order" flag().or(false);
    /// Id of the unit whose close order they have joined; empty for an order of their own.
    JOINED_ORDER: String = "joined_order" "Has joined the order of";
    /// Id of the friends over whose shoulders they strike out of close order; empty if nobody stands in front of them.
    STANDS_BEHIND: String = "stands_behind" "Stands behind";
    /// They fight in two ranks of their own out of close order.
    TWO_DEEP: bool = "two_deep" "In two ranks";
    /// Formation of their close order.
    SHAPE: OrderShape = "order_shape" "Formation";
    /// Ground under riders.
    GROUND: Ground = "ground" "Ground";
    /// Figures that began the turn in contact, of a group whose mark says that it did; 0 for all of them.
    START_FIGURES: i32 = "start_figures" "Figures in contact at the start";
    /// In disorder.
    DISORDER: bool = "disorder" "In disorder" flag().or(false);
    /// Riders who have got off their horses.
    ON_FOOT: bool = "on_foot" "Off the horse";

    // Sides and the battle.

    /// The side has made its elite shot of the turn.
    ELITE_USED: bool = "elite_used" "Elite shot made";
    /// The side has used its +1 for muskets this turn.
    MUSKET_PLUS_ONE_USED: bool = "musket_plus_one_used" "Musket +1 used" flag().or(false);
    /// Open duties, the oldest first.
    OPEN_DUTIES: Vec<OpenDuty> = "open_duties" "Open duties";
}

// Losses.

/// Life points with which a player character begins.
pub const LIVES: i32 = 2;

/// Lists of facts: those above, and those of the weapons.
const PARTS: &[&[&str]] = &[OWN, loads::FACTS];

/// All facts, by their ids.
pub const ALL: &[&str] = &join::<_, { count(PARTS) }>(PARTS, "");
