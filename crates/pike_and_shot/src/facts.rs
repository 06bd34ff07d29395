//! Facts of a unit, a gun or a general: those of its roster, its trackers, and what follows from them.

use super::terms::{
    Ability, Arm, Armour, Bayonet, FirerKind, Formation, GroundEffects, Gun, Missile, MoraleClass, Mover, PikeArmour,
    Pistols, Response, RosterClass, TargetType, Weapon,
};
use rules::facts;
use rules::prelude::*;
use serde_json::{Map, Value as Json};
use std::collections::BTreeMap;

// ---- The roster. *Classification of Troops; Armour and Organization; Artillery; Generals; Appendix I.*

/// Name on the roster.
pub const NAME: Fact<String> = Fact::new("name");
/// Troops as the roster enters them, before they are replaced by [`TROOPS`].
pub const ARM: Fact<Arm> = Fact::new("troop_type");
/// Command figures; counted among pikes and muskets once the battle begins.
pub const COMMAND: Fact<i32> = Fact::new("command");
/// Command figures that count as pikes.
pub const COMMAND_AS_PIKES: Fact<i32> = Fact::new("command_as_pikes");
/// Armour of the pikemen.
pub const PIKE_ARMOUR: Fact<PikeArmour> = Fact::new("pike_armour");
/// Armour of troops that are not foot.
pub const ARMOUR: Fact<Armour> = Fact::new("armour");
/// Fighting ability.
pub const ABILITY: Fact<Ability> = Fact::new("fighting_ability");
/// Weapon of musketeers.
pub const MISSILE: Fact<Missile> = Fact::new("missile");
/// Pistols on the roster: yes or no. The tracker [`PISTOLS`] replaces it in a battle.
pub const HAS_PISTOLS: Fact<bool> = Fact::new("pistols");
/// Bows in the saddle.
pub const BOWS: Fact<bool> = Fact::new("bows");
/// Lances.
pub const LANCE: Fact<bool> = Fact::new("lance");
/// Bayonets.
pub const BAYONET: Fact<Bayonet> = Fact::new("bayonet");
/// Grenadiers.
pub const GRENADIERS: Fact<bool> = Fact::new("grenadiers");
/// Weight of a gun.
pub const GUN: Fact<Gun> = Fact::new("gun");
/// Galloper gun, with a mounted crew.
pub const GALLOPER: Fact<bool> = Fact::new("galloper");

// ---- Trackers: morale, numbers, arms.

/// Counters held. Generals have none.
pub const COUNTERS: Fact<i32> = Fact::new("counters");
/// Pikes left. Foot only.
pub const PIKES: Fact<i32> = Fact::new("pikes");
/// Muskets or bows left. Foot, and dragoons on foot.
pub const MUSKETS: Fact<i32> = Fact::new("muskets");
/// Figures left of troops that are not on foot with pike and musket; the crew of a gun.
pub const FIGURES: Fact<i32> = Fact::new("figures");
/// Morale class, or not rolled yet.
pub const CLASS: Fact<RosterClass> = Fact::new("morale_class");
/// Formation. Guns have none.
pub const FORMATION: Fact<Formation> = Fact::new("formation");
/// Broken, and not rallied since. *Morale.*
pub const BROKEN: Fact<bool> = Fact::new("broken");
/// Off the table, destroyed, or following an enemy off it.
pub const LOST: Fact<bool> = Fact::new("lost");
/// Ticked by players: a general is with it.
pub const GENERAL_WITH: Fact<bool> = Fact::new("general_with");
/// State of the pistols. *Cavalry Firing.*
pub const PISTOLS: Fact<Pistols> = Fact::new("pistols");
/// Plug bayonets in the muzzles. *Musket with Bayonet.*
pub const PLUG_FIXED: Fact<bool> = Fact::new("plug_fixed");
/// Limbered gun. *Artillery Movement.*
pub const LIMBERED: Fact<bool> = Fact::new("limbered");
/// Half moves spent on limbering or unlimbering in earlier bounds.
pub const HALF_MOVES_DONE: Fact<i32> = Fact::new("half_moves_done");
/// Half moves spent on a bridge in earlier bounds. *Bridges and Fords.*
pub const BRIDGE_HALF_MOVES_DONE: Fact<i32> = Fact::new("bridge_half_moves_done");
/// Mounted dragoons, or a mounted general.
pub const MOUNTED: Fact<bool> = Fact::new("mounted");

// ---- Trackers: this bound.

/// Charging or counter-charging. *Reaction Tests 1.*
pub const CHARGING: Fact<bool> = Fact::new("charging");
/// Id of the unit that it charges, or `""`.
pub const CHARGES: Fact<String> = Fact::new("charges");
/// Answer to a charge. *Reaction Tests 1 and 2.*
pub const RESPONSE: Fact<Response> = Fact::new("response");
/// Failed a test to charge. *Reaction Tests 1.*
pub const FAILED_CHARGE: Fact<bool> = Fact::new("failed_charge");
/// Moved, or spent time out of its move (R32).
pub const MOVED: Fact<bool> = Fact::new("moved");
/// Inches moved. Generals too.
pub const MOVED_IN: Fact<f64> = Fact::new("moved_in");
/// Half moves of its move that are spent: 0 to 2. Generals too.
pub const HALF_MOVES_SPENT: Fact<i32> = Fact::new("half_moves_spent");
/// Fired.
pub const FIRED: Fact<bool> = Fact::new("fired");
/// Fought hand to hand.
pub const FOUGHT: Fact<bool> = Fact::new("fought");
/// Broke. *Morale.*
pub const BROKE: Fact<bool> = Fact::new("broke");
/// Rested. *Move Sequence 7.*
pub const RESTED: Fact<bool> = Fact::new("rested");
/// Tested to halt a pursuit. *Reaction Tests 3.*
pub const PURSUIT_TESTED: Fact<bool> = Fact::new("pursuit_tested");
/// Addressed by a general. *Generals.*
pub const ADDRESSED: Fact<bool> = Fact::new("already_addressed");
/// Counters taken in the first three phases (R10).
pub const EARLIER_COUNTERS: Fact<i32> = Fact::new("earlier_counters");
/// Figures lost in the first three phases (R10).
pub const EARLIER_FIGURES_LOST: Fact<i32> = Fact::new("earlier_figures_lost");

// ---- Trackers: melee, pursuit, rally.

/// Ids of the enemies in contact, in the order in which they joined the battle. *Melee.*
pub const CONTACTS: Fact<Vec<String>> = Fact::new("contacts");
/// Edges at which these touch it, by their ids.
pub const CONTACT_EDGES: Fact<Map<String, Json>> = Fact::new("contact_edges");
/// Bound of its melee, from 1.
pub const MELEE_BOUND: Fact<i32> = Fact::new("melee_bound");
/// Id of the enemy whose break calls for its pursuit, or `""`. *Reaction Tests 3.*
pub const PURSUIT_OF: Fact<String> = Fact::new("pursuit_of");
/// Its pursuit ran into fresh enemies, whom it fights as a charger in its next bound of melee (R17).
pub const RAN_INTO: Fact<bool> = Fact::new("ran_into");
/// Bounds spent in pursuit.
pub const BOUNDS_PURSUED: Fact<i32> = Fact::new("bounds_pursued");
/// Bounds of rest that it still needs after a pursuit.
pub const RALLY_BOUNDS_LEFT: Fact<i32> = Fact::new("rally_bounds_left");

// ---- Trackers: generals.

/// Dead general.
pub const DEAD: Fact<bool> = Fact::new("dead");
/// Id of the unit that a general is with, or `""`.
pub const WITH_UNIT: Fact<String> = Fact::new("with_unit");
/// A casualty roll is due for a general. *Generals.*
pub const AT_RISK: Fact<bool> = Fact::new("at_risk");
/// His horse was killed this bound.
pub const HORSE_KILLED: Fact<bool> = Fact::new("horse_killed");
/// A scenario's own classes of a side for the faces 1 to 6; empty for the usual ones.
pub const CLASS_TABLE: Fact<Vec<MoraleClass>> = Fact::new("class_table");
/// The scenario has its own classes: they are entered before the first roll.
pub const OWN_CLASSES: Fact<bool> = Fact::new("own_classes");
/// Kinds of ground that players agreed on before the battle, by their names, each with its effects. *Other Terrain.*
pub const AGREED_GROUNDS: Fact<BTreeMap<String, GroundEffects>> = Fact::new("agreed_grounds");
/// The casualty roll of this bound has been made.
pub const ALREADY_TESTED: Fact<bool> = Fact::new("already_tested");
/// Bounds until a general has recovered from a flesh wound.
pub const RECOVERY_BOUNDS: Fact<i32> = Fact::new("recovery_bounds");

// ---- Facts that follow.

/// Troops as the roster enters them.
pub const ROSTER_ARM: Fact<Arm> = Fact::new("roster_troop_type");
/// Troops as procedures name them now: dragoons are foot out of the saddle (R5).
pub const TROOPS: Fact<TargetType> = Fact::new("troop_type");
/// Line of the table of moves. *Movement.*
pub const MOVER: Fact<Mover> = Fact::new("mover");
/// Kind of fire. Halberdiers and generals have none.
pub const KIND: Fact<FirerKind> = Fact::new("kind");
/// Weapon of foot or cavalry that fires.
pub const WEAPON: Fact<Weapon> = Fact::new("weapon");
/// Ranks of figures.
pub const RANKS: Fact<i32> = Fact::new("ranks");
/// Figures of the front rank, but of foot.
pub const FRONT_FIGURES: Fact<i32> = Fact::new("front_figures");
/// Pikes of the front rank.
pub const FRONT_PIKES: Fact<i32> = Fact::new("front_pikes");
/// Muskets of the front rank.
pub const FRONT_MUSKETS: Fact<i32> = Fact::new("front_muskets");
/// Width of the front in millimetres, of 15 mm figures.
pub const FRONTAGE_MM: Fact<f64> = Fact::new("frontage_mm");
/// Line of the table by which casualties are identified: `1:2`, or `none`.
pub const CASUALTY_LINE: Fact<String> = Fact::new("casualty_line");
/// Infantry in open order.
pub const OPEN_ORDER: Fact<bool> = Fact::new("open_order");
/// Men that its figures stand for.
pub const MEN: Fact<i32> = Fact::new("men");
/// No figure left.
pub const DESTROYED: Fact<bool> = Fact::new("destroyed");
/// Crew of a gun.
pub const CREW: Fact<i32> = Fact::new("crew");
/// Gun unlimbered and prepared.
pub const READY: Fact<bool> = Fact::new("ready");
/// Pistols loaded.
pub const PISTOLS_LOADED: Fact<bool> = Fact::new("pistols_loaded");
/// Cavalry that has charged this bound.
pub const CHARGED: Fact<bool> = Fact::new("charged");
/// Figures for one die of fire.
pub const FIRING_GROUP: Fact<i32> = Fact::new("firing_group");
/// Counters that break it. Unknown with its class.
pub const BREAKING_NUMBER: Fact<i32> = Fact::new("breaking_number");
/// In pursuit.
pub const PURSUING: Fact<bool> = Fact::new("pursuing");
/// Held in a melee.
pub const IN_MELEE: Fact<bool> = Fact::new("in_melee");

/// Ids of all facts.
pub const ALL: &[&str] = facts![
    NAME,
    ARM,
    COMMAND,
    COMMAND_AS_PIKES,
    PIKE_ARMOUR,
    ARMOUR,
    ABILITY,
    MISSILE,
    BOWS,
    LANCE,
    BAYONET,
    GRENADIERS,
    GUN,
    GALLOPER,
    COUNTERS,
    PIKES,
    MUSKETS,
    FIGURES,
    CLASS,
    FORMATION,
    BROKEN,
    LOST,
    GENERAL_WITH,
    PISTOLS,
    PLUG_FIXED,
    LIMBERED,
    HALF_MOVES_DONE,
    BRIDGE_HALF_MOVES_DONE,
    MOUNTED,
    CHARGING,
    CHARGES,
    RESPONSE,
    FAILED_CHARGE,
    MOVED,
    MOVED_IN,
    HALF_MOVES_SPENT,
    FIRED,
    FOUGHT,
    BROKE,
    RESTED,
    PURSUIT_TESTED,
    ADDRESSED,
    EARLIER_COUNTERS,
    EARLIER_FIGURES_LOST,
    CONTACTS,
    CONTACT_EDGES,
    MELEE_BOUND,
    PURSUIT_OF,
    RAN_INTO,
    BOUNDS_PURSUED,
    RALLY_BOUNDS_LEFT,
    DEAD,
    WITH_UNIT,
    AT_RISK,
    ALREADY_TESTED,
    HORSE_KILLED,
    CLASS_TABLE,
    OWN_CLASSES,
    AGREED_GROUNDS,
    RECOVERY_BOUNDS,
    ROSTER_ARM,
    MOVER,
    KIND,
    WEAPON,
    RANKS,
    FRONT_FIGURES,
    FRONT_PIKES,
    FRONT_MUSKETS,
    FRONTAGE_MM,
    CASUALTY_LINE,
    OPEN_ORDER,
    MEN,
    DESTROYED,
    CREW,
    READY,
    PISTOLS_LOADED,
    CHARGED,
    FIRING_GROUP,
    BREAKING_NUMBER,
    PURSUING,
    IN_MELEE,
];

/// Counters of a unit. Generals take none. *Generals.*
pub fn counters(unit: &Facts) -> i32 {
    unit.value(COUNTERS).unwrap_or(0)
}

/// Figures left, pikes and muskets together: a unit lacks the kinds that its troops do not have.
pub fn figures_left(unit: &Facts) -> i32 {
    [PIKES, MUSKETS, FIGURES].iter().filter_map(|kind| unit.value(*kind)).sum()
}

/// True of a general.
pub fn is_general(unit: &Facts) -> bool {
    unit.equals(TROOPS, TargetType::General)
}

/// Morale class, once it is known. Generals have none.
pub fn class(unit: &Facts) -> Option<MoraleClass> {
    unit.value(CLASS).and_then(RosterClass::known)
}

/// True of a unit that is gone: off the table, dead, or without a figure.
pub fn is_out(unit: &Facts) -> bool {
    unit.holds(LOST) || unit.holds(DEAD) || unit.holds(DESTROYED)
}

/// True of a unit with counters at or above its breaking number. *Morale.*
pub fn is_at_its_number(unit: &Facts) -> bool {
    unit.value(BREAKING_NUMBER).is_some_and(|number| counters(unit) >= number)
}

/// True of a unit that has charged this bound, even if its charge fell short.
pub fn has_charged(unit: &Facts) -> bool {
    unit.holds(CHARGING) || unit.named(CHARGES).is_some()
}

/// Bounds of rest that it owes after a pursuit; 0 of generals and of guns.
pub fn rally_bounds_left(unit: &Facts) -> i32 {
    unit.value(RALLY_BOUNDS_LEFT).unwrap_or(0)
}

/// Bounds until a general has recovered; 0 of units.
pub fn recovery_bounds(general: &Facts) -> i32 {
    general.value(RECOVERY_BOUNDS).unwrap_or(0)
}
