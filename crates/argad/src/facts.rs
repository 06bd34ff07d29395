//! Facts of characters, sides and the battle: profiles, trackers, and values derived from these.
//!
//! Counts are whole numbers of figures or weapons; at least 0.

pub mod loads;

use super::terms::duties::OpenDuty;
use super::terms::{Armour, Burden, Fencer, Ground, Lance, Missile, Mount, OrderShape, Post, Slow, Weapon};
use rules::lists::{count, join};

/// Most figures of a unit.
pub const MOST_FIGURES: i32 = 60;
/// Life points of a player character at the start.
pub const LIVES: i32 = 2;
/// Javelins that a figure without a light spear carries at the start. *Budget.*
pub const JAVELINS_EACH: i32 = 3;

// Profile.

rules::facts! {
    /// Ids of the facts declared here.
    const OWN;

    /// Name on the roster.
    NAME: String = "name";
    /// Figures left, from 0. The profile's number at the start of a battle.
    FIGURES: i32 = "figures" "Figures" whole(1, MOST_FIGURES).or(1);
    /// Class, 1 to 5.
    CLASS: i32 = "class" "Class" whole(1, 5).or(3);
    /// Health; 0 for health equal to the class.
    HEALTH: i32 = "health" "Health" whole(0, 6).or(0);
    /// Armour.
    ARMOUR: Armour = "armour" "Armour" choice::<Armour>().or_id("none");
    /// Skin and armour of a large creature, 0 to 9; 0 for people.
    EQUIVALENT_ARMOUR: i32 = "equivalent_armour" "Skin and armour" whole(0, 9).or(0);
    /// Mount now: `foot` for riders who have dismounted.
    MOUNT: Mount = "mount" "Mount" choice::<Mount>().or_id("foot");
    /// Mount on the roster. Derived from the profile.
    ROSTER_MOUNT: Mount = "roster_mount";
    /// Class of an inferior horse; 0 for a warhorse.
    HORSE_CLASS: i32 = "horse_class" "Class of an inferior horse" whole(0, 5).or(0);
    /// Warhorses in reserve, for each figure.
    RESERVE_HORSES: i32 = "reserve_horses" "Warhorses in reserve" whole(0, 9).or(0);
    /// Kinds of shooting weapons carried.
    MISSILE: Vec<Missile> = "missile" "Shoots with" list::<Missile>(0, 4);
    /// Pistols of each figure, 1 or 2.
    PISTOLS: i32 = "pistols" "Pistols each" whole(1, 2).or(1);
    /// Melee weapon in hand.
    WEAPON: Weapon = "weapon" "Weapon in hand" choice::<Weapon>().or_id("sword");
    /// Role in the group, such as officer or musician.
    ROLE: Post = "role" "Role" choice::<Post>().or_id("soldier");
    /// A player's own character, with two life points.
    PLAYER_CHARACTER: bool = "player_character" "Player character" flag().or(false);
    /// Exceptional strike.
    FENCER: Fencer = "fencer" "Exceptional strike" choice::<Fencer>().or_id("none");
    /// True of very strong fighters.
    VERY_STRONG: bool = "very_strong" "Very strong" flag().or(false);
    /// Number of the player who leads the unit, among the players of its side, from 1.
    PLAYER: i32 = "player" "Player" whole(1, 6).or(1);
    /// True if the unit made its player's elite shot of this turn.
    ELITE_SHOT: bool = "elite_shot" "Made its player's elite shot";
    /// True if the unit used its player's +1 for muskets this turn.
    PLUS_ONE: bool = "plus_one" "Used its player's +1 for muskets";
    /// True if the unit can make elite shots.
    ELITE_SHOOTER: bool = "elite_shooter" "Elite shooter" flag().or(false);
    /// True if the unit can form close order. Derived from the class if the roster has no value.
    DRILLED: bool = "drilled" "Drilled" flag().or(true);

    // Derived values, under the ids of the procedures' fields.

    /// True if no figure of the unit can act, because all are out, stunned or blocked.
    DISABLED: bool = "disabled" "Stunned or blocked" flag().or(false);
    /// True if no blow is left this turn.
    HELPLESS: bool = "helpless" "Does not strike" flag().or(false);
    /// Cost in points by the budget, as text.
    POINTS: String = "points";
    /// Figures, under the id that close order uses.
    SOLDIERS: i32 = "soldiers" "Soldiers" whole(1, MOST_FIGURES);
    /// Load that slows the unit.
    BURDEN: Burden = "burden" "Carries" choice::<Burden>().or_id("none");
    /// Clothing or fitness that slows the unit on foot.
    SLOW: Slow = "slow" "Slowed by" choice::<Slow>().or_id("none");
    /// True if the unit moved more than two paces, under the id that close order uses.
    MOVES: bool = "moves" "Moves more than two paces" flag().or(false);
    // Losses and wounds.

    /// Life points: 0 to 2 for a player character. A request gives the sum for a group.
    LIFE_POINTS: i32 = "life_points" "Life points" whole(0, LIVES * MOST_FIGURES).or(0);
    /// Fallen figures whose wounds have not been treated.
    FALLEN: i32 = "fallen" "Fallen" whole(0, MOST_FIGURES);
    /// Set by players to treat the fallen figures of this unit, such as an important character or a faithful companion.
    SEE_TO: bool = "see_to" "Fallen to be seen to";
    /// Figures taken prisoner by the enemy.
    CAPTURED: i32 = "captured" "Taken prisoner" whole(0, MOST_FIGURES);
    /// Hits that take effect as the phase ends, if players chose that all shots of a phase take effect at once (R45).
    FALLING: i32 = "falling" "Hit, out as the phase ends" whole(0, MOST_FIGURES);
    /// True of a wounded player character.
    WOUNDED: bool = "wounded" "Wounded";
    /// True of a player character whose wound has been treated.
    TREATED: bool = "treated" "Wound seen to";
    /// Wounds that heal after the battle: figures of a group, or wounds of a player character.
    HEALED: i32 = "healed" "Wounds that heal" whole(0, MOST_FIGURES);
    /// True of a player character who died of a wound.
    DIED: bool = "died" "Died of a wound";
    /// True of a player character marked for life.
    SEQUELAE: bool = "sequelae" "Marked for life";
    /// Points of health lost for good to wounds.
    HEALTH_LOST: i32 = "health_lost" "Health lost for good" whole(0, 6).or(0);
    /// Number of marks for life whose place has not been rolled.
    SEQUELAE_OPEN: i32 = "sequelae_open" "Marks for life to be placed" whole(0, MOST_FIGURES);

    // Weapons. A group's weapons are counted by the figures that carry them.

    /// True if the light muskets are firelocks, not matchlocks.
    FIRELOCK: bool = "firelock" "Firelocks" flag().or(false);
    /// True if all muskets of the unit are useless for the day.
    FOULED: bool = "fouled" "All muskets fouled for the day" flag().or(false);
    /// Muskets fouled for the day.
    FOULED_MUSKETS: i32 = "fouled_muskets" "Muskets fouled for the day" whole(0, MOST_FIGURES);
    /// True if musketeers have left their forks behind.
    FORK_DROPPED: bool = "fork_dropped" "Forks left behind";
    /// State of a heavy lance.
    LANCE: Lance = "lance" "Lance";
    /// Javelins left.
    JAVELINS: i32 = "javelins" "Javelins" whole(0, JAVELINS_EACH * MOST_FIGURES);
    /// Light spears left to throw or to strike with.
    LIGHT_SPEAR: i32 = "light_spear" "Light spears" whole(0, MOST_FIGURES);

    // This turn.

    /// True if the unit shot this turn.
    FIRED: bool = "fired" "Shot this turn" flag().or(false);
    /// Figures that shot this turn.
    SHOT_FIGURES: i32 = "shot_figures" "Figures that shot this turn" whole(0, MOST_FIGURES);
    /// True if the unit shot this turn without moving.
    SHOT_STANDING: bool = "shot_standing" "Shot standing still";
    /// True if the unit moved more than two paces this turn.
    MOVED: bool = "moved" "Moved this turn";
    /// True if the unit mounted or dismounted this turn, under the ruling that this takes half a move (R49).
    CHANGED_HORSE: bool = "changed_horse" "Got on or off the horse" flag().or(false);
    /// True if the unit moved, but two paces at most, this turn.
    STEPPED: bool = "stepped" "Two paces this turn";
    /// True if the unit moved over difficult ground this turn.
    CROSSED_BAD_GROUND: bool = "crossed_bad_ground" "Crossed difficult ground";
    /// True if the unit made a run this turn that cannot be taken back.
    RAN_UP: bool = "ran_up" "Made the run";
    /// True if the unit forms or joins close order this turn.
    FORMING: bool = "forming" "Forms close order";
    /// True if the unit pivoted this turn.
    PIVOT_USED: bool = "pivot_used" "Pivoted" flag().or(false);
    /// True if the ground held the unit up this turn.
    BLOCKED: bool = "blocked" "Blocked";
    /// True if players chose to load the unit's weapons this turn.
    RELOADED: bool = "reloaded" "Loaded this turn";
    /// True if the unit was in contact with an enemy at any time this turn.
    CONTACTED: bool = "contacted" "In contact this turn" flag().or(false);
    /// Figures whose blow is spent this turn, by a blow or by a shot.
    BLOWS: i32 = "blows" "Blows and shots this turn" whole(0, MOST_FIGURES);
    /// True if the blows of all figures are spent.
    STRUCK: bool = "struck" "Has struck this turn";
    /// True if the unit charges this turn.
    CHARGING: bool = "charging" "Charges" flag().or(false);
    /// Id of the enemy that the unit charges; empty if players chose none.
    CHARGE_TARGET: String = "charge_target" "Charges whom";
    /// Figures of a charging unit that fell to shots. As many of the remaining figures charge without the bonus.
    CHARGE_LOST: i32 = "charge_lost" "Chargers shot down" whole(0, MOST_FIGURES);
    /// Figures that riders have charged this turn.
    RIDDEN_AT: i32 = "ridden_at" "Charged by riders this turn" whole(0, MOST_FIGURES);
    /// True if the unit used pikes in contact this turn, out of close order.
    PIKE_LOOSE: bool = "pike_loose" "Pike in contact, no close order";
    /// True if knocked down this turn.
    KNOCKED_DOWN: bool = "knocked_down" "Knocked down this turn";
    /// Figures of a group that were knocked down this turn.
    KNOCKED_FIGURES: i32 = "knocked_figures" "Figures knocked down this turn" whole(0, MOST_FIGURES);

    /// Figures that have been in contact this turn and have not fallen.
    FOUGHT: i32 = "fought" "Figures that fought this turn" whole(0, MOST_FIGURES);
    /// Figures that fell or were taken prisoner in contact this turn.
    FELL_FIGHTING: i32 = "fell_fighting" "Figures that fell in contact this turn" whole(0, MOST_FIGURES);
    /// Figures that have been driven back this turn.
    DRIVEN_BACK: i32 = "driven_back" "Figures driven back this turn" whole(0, MOST_FIGURES);

    // Contact and states that can last longer than a turn.

    /// Ids of the enemy units in contact with the unit.
    CONTACTS: Vec<String> = "contacts" "In contact with";
    /// True if the unit began the turn in contact.
    IN_CONTACT_AT_START: bool = "in_contact_at_start" "In contact at the start" flag().or(false);
    /// True if the unit charged in the turn before.
    CHARGED_LAST_TURN: bool = "charged_last_turn" "Charged last turn" flag().or(false);
    /// True if the unit's pikes are useless because the enemy is too near.
    PIKE_SPENT: bool = "pike_spent" "Pike useless" flag().or(false);
    /// True if stunned since the turn before.
    STUNNED: bool = "stunned" "Stunned" flag().or(false);
    /// Figures of a group that are stunned since the turn before.
    STUNNED_FIGURES: i32 = "stunned_figures" "Figures stunned" whole(0, MOST_FIGURES);
    /// True if in close order.
    CLOSE_ORDER: bool = "close_order" "In close order" flag().or(false);
    /// Id of the unit whose close order this unit has joined; empty if it has joined none.
    JOINED_ORDER: String = "joined_order" "Has joined the order of";
    /// Id of the friends in front, over whose shoulders the unit strikes out of close order; empty if there are none.
    STANDS_BEHIND: String = "stands_behind" "Stands behind";
    /// True if the unit fights in two ranks out of close order.
    TWO_DEEP: bool = "two_deep" "In two ranks";
    /// Formation of the unit in close order.
    SHAPE: OrderShape = "order_shape" "Formation";
    /// Ground that riders are on.
    GROUND: Ground = "ground" "Ground";
    /// Figures that began the turn in contact, for a group with `in_contact_at_start`; 0 for all of them.
    START_FIGURES: i32 = "start_figures" "Figures in contact at the start" whole(0, MOST_FIGURES);
    /// True if in disorder.
    DISORDER: bool = "disorder" "In disorder" flag().or(false);
    /// True of riders who have dismounted.
    ON_FOOT: bool = "on_foot" "Off the horse";

    // Sides and the battle.

    /// True if the side has made its elite shot of this turn.
    ELITE_USED: bool = "elite_used" "Elite shot made";
    /// True if the side has used its +1 for muskets this turn.
    MUSKET_PLUS_ONE_USED: bool = "musket_plus_one_used" "Musket +1 used" flag().or(false);
    /// Open duties, the oldest first.
    OPEN_DUTIES: Vec<OpenDuty> = "open_duties" "Open duties";
}

/// Lists of facts: those declared here, and those of loading.
const PARTS: &[&[&str]] = &[OWN, loads::FACTS];

/// Ids of all facts.
pub const ALL: &[&str] = &join::<_, { count(PARTS) }>(PARTS, "");
