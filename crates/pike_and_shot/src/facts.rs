//! Facts of a unit, a gun or a general: of the roster, of trackers, and derived from these.

use super::terms::{
    Ability, Arm, Armour, Bayonet, FirerKind, Formation, GroundEffects, Gun, Missile, MoraleClass, Mover, PikeArmour,
    Pistols, Response, RosterClass, TargetType, Weapon,
};
use rules::prelude::*;
use serde_json::{Map, Value as Json};
use std::collections::BTreeMap;

// ---- The roster. *Classification of Troops; Armour and Organization; Artillery; Generals; Appendix I.*

rules::facts! {
    /// Ids of the facts declared here.
    pub const ALL;

    /// Name on the roster.
    NAME: String = "name";
    /// Troops as the roster enters them. [`TROOPS`] replaces it in a battle.
    ARM: Arm = "troop_type" "Troops" choice::<Arm>().or_id("foot");
    /// Command figures. They count among pikes and muskets once the battle begins.
    COMMAND: i32 = "command" "Command figures" whole(0, 50).or(0);
    /// Command figures that count as pikes.
    COMMAND_AS_PIKES: i32 = "command_as_pikes" "Command as pikes" whole(0, 50).or(0);
    /// Armour of the pikemen.
    PIKE_ARMOUR: PikeArmour = "pike_armour" "Pikemen" choice::<PikeArmour>().or_id("unarmoured");
    /// Armour of troops other than foot and dragoons.
    ARMOUR: Armour = "armour" "Armour" choice::<Armour>().or_id("unarmoured");
    /// Fighting ability.
    ABILITY: Ability = "fighting_ability" "Fighting ability" choice::<Ability>().or_id("trained");
    /// Weapon of musketeers.
    MISSILE: Missile = "missile" "Shoot with" choice::<Missile>().or_id("musket");
    /// True if the roster gives the unit pistols. The tracker [`PISTOLS`] replaces it in a battle.
    HAS_PISTOLS: bool = "pistols" "Pistols" flag();
    /// Bows in the saddle.
    BOWS: bool = "bows" "Bows" flag().or(false);
    /// Lances.
    LANCE: bool = "lance" "Lances" flag().or(false);
    /// Bayonets.
    BAYONET: Bayonet = "bayonet" "Bayonets" choice::<Bayonet>().or_id("none");
    /// Grenadiers.
    GRENADIERS: bool = "grenadiers" "Grenadiers" flag().or(false);
    /// Weight of a gun.
    GUN: Gun = "gun" "Gun" choice::<Gun>().or_id("medium");
    /// Galloper gun, with a mounted crew.
    GALLOPER: bool = "galloper" "Galloper gun" flag().or(false);

    // ---- Trackers: morale, numbers, arms.

    /// Counters held. Generals have none.
    COUNTERS: i32 = "counters" "Counters" whole(0, 30).or(0);
    /// Pikes left; foot only.
    PIKES: i32 = "pikes" "Pikes" whole(0, 200).or(0);
    /// Muskets or bows left, of foot and of dragoons on foot.
    MUSKETS: i32 = "muskets" "Muskets" whole(0, 200).or(0);
    /// Figures left of troops other than foot, or the crew of a gun.
    FIGURES: i32 = "figures" "Figures" whole(1, 200);
    /// Morale class, or unknown until it is rolled.
    CLASS: RosterClass = "morale_class" "Morale class" choice::<RosterClass>().or_id("unknown");
    /// Formation. Guns have none.
    FORMATION: Formation = "formation" "Formation" choice::<Formation>().or_id("swedish");
    /// Broken, and not rallied since. *Morale.*
    BROKEN: bool = "broken" "Broken" flag().or(false);
    /// True of a unit that left the table, was destroyed, or followed an enemy off the table.
    LOST: bool = "lost" "Out of the battle";
    /// Ticked by players: a general is with the unit.
    GENERAL_WITH: bool = "general_with" "General with it" flag().or(false);
    /// State of the pistols. *Cavalry Firing.*
    PISTOLS: Pistols = "pistols" "Pistols" choice::<Pistols>().or_id("none");
    /// Plug bayonets in the muzzles. *Musket with Bayonet.*
    PLUG_FIXED: bool = "plug_fixed" "Plug bayonets fixed" flag().or(false);
    /// Limbered gun. *Artillery Movement.*
    LIMBERED: bool = "limbered" "Limbered" flag().or(true);
    /// Half moves spent on limbering or unlimbering in earlier bounds.
    HALF_MOVES_DONE: i32 = "half_moves_done" "Half moves of limbering or unlimbering" whole(0, 6).or(0);
    /// Half moves spent on a bridge in earlier bounds. *Bridges and Fords.*
    BRIDGE_HALF_MOVES_DONE: i32 = "bridge_half_moves_done" "Half moves done at a bridge" whole(0, 102).or(0);
    /// Mounted dragoons, or a mounted general.
    MOUNTED: bool = "mounted" "Mounted" flag().or(true);

    // ---- Trackers: this bound.

    /// Charging or counter-charging. *Reaction Tests 1.*
    CHARGING: bool = "charging" "Charging" flag().or(false);
    /// Id of the unit that it charges, or `""`.
    CHARGES: String = "charges" "Charges";
    /// Answer to a charge. *Reaction Tests 1 and 2.*
    RESPONSE: Response = "response" "Answer to a charge";
    /// Failed a test to charge. *Reaction Tests 1.*
    FAILED_CHARGE: bool = "failed_charge" "Would not charge" flag().or(false);
    /// Moved, or spent time out of its move (R32).
    MOVED: bool = "moved" "Moved this bound" flag().or(false);
    /// Inches moved. Generals too.
    MOVED_IN: f64 = "moved_in" "Inches moved" number(0.0, 1000.0).or(0.0);
    /// Half moves of its move that are spent: 0 to 2. Generals too.
    HALF_MOVES_SPENT: i32 = "half_moves_spent" "Half moves spent this bound" whole(0, 2).or(0);
    /// Fired.
    FIRED: bool = "fired" "Fired this bound" flag().or(false);
    /// Fought hand to hand.
    FOUGHT: bool = "fought" "Fought hand to hand" flag().or(false);
    /// Broke. *Morale.*
    BROKE: bool = "broke" "Broke this bound";
    /// Rested. *Move Sequence 7.*
    RESTED: bool = "rested" "Rested";
    /// Tested to halt a pursuit. *Reaction Tests 3.*
    PURSUIT_TESTED: bool = "pursuit_tested" "Tested to halt" flag().or(true);
    /// Addressed by a general. *Generals.*
    ADDRESSED: bool = "already_addressed" "Addressed by a general" flag().or(false);
    /// Counters taken in the first three phases (R10).
    EARLIER_COUNTERS: i32 = "earlier_counters" "Counters taken before the melees" whole(0, 30).or(0);
    /// Figures lost in the first three phases (R10).
    EARLIER_FIGURES_LOST: i32 = "earlier_figures_lost" "Figures lost before the melees" whole(0, 200).or(0);

    // ---- Trackers: melee, pursuit, rally.

    /// Ids of the enemies in contact, in the order in which they joined the battle. *Melee.*
    CONTACTS: Vec<String> = "contacts" "In contact with";
    /// Edges at which enemies in contact touch it, by the ids of the enemies.
    CONTACT_EDGES: Map<String, Json> = "contact_edges" "How they touch it";
    /// Bound of its melee, from 1.
    MELEE_BOUND: i32 = "melee_bound" "Bound of its melee" whole(1, 100).or(1);
    /// Id of the enemy whose break calls for its pursuit, or `""`. *Reaction Tests 3.*
    PURSUIT_OF: String = "pursuit_of" "Pursues";
    /// Its pursuit ran into fresh enemies, whom it fights as a charger in its next bound of melee (R17).
    RAN_INTO: bool = "ran_into" "Ran into fresh enemies";
    /// Bounds spent in pursuit.
    BOUNDS_PURSUED: i32 = "bounds_pursued" "Bounds of pursuit" whole(0, 100).or(0);
    /// Bounds of rest that it still needs after a pursuit.
    RALLY_BOUNDS_LEFT: i32 = "rally_bounds_left" "Bounds until rallied" whole(0, 100).or(0);

    // ---- Trackers: generals.

    /// Dead general.
    DEAD: bool = "dead" "Dead";
    /// Id of the unit that a general is with, or `""`.
    WITH_UNIT: String = "with_unit" "With";
    /// A casualty roll is due for a general. *Generals.*
    AT_RISK: bool = "at_risk" "In danger";
    /// His horse was killed this bound.
    HORSE_KILLED: bool = "horse_killed" "Horse killed";
    /// A scenario's own classes of a side for the faces 1 to 6; empty for the usual ones.
    CLASS_TABLE: Vec<MoraleClass> = "class_table" "Classes for 1 to 6";
    /// The scenario has its own classes: they are entered before the first roll.
    OWN_CLASSES: bool = "own_classes" "The scenario has its own morale classes";
    /// Kinds of ground that players agreed on before the battle, by their names, each with its effects. *Other Terrain.*
    AGREED_GROUNDS: BTreeMap<String, GroundEffects> = "agreed_grounds" "Agreed kinds of ground";
    /// The casualty roll of this bound has been made.
    ALREADY_TESTED: bool = "already_tested" "Casualty roll made" flag().or(false);
    /// Bounds until a general has recovered from a flesh wound.
    RECOVERY_BOUNDS: i32 = "recovery_bounds" "Bounds until recovered";

    // ---- Derived facts.

    /// Troops as the roster enters them.
    ROSTER_ARM: Arm = "roster_troop_type";
    /// Troops as procedures name them now: dragoons are foot out of the saddle (R5).
    TROOPS: TargetType = "troop_type" "Target" choice::<TargetType>();
    /// Line of the table of moves. *Movement.*
    MOVER: Mover = "mover" "Who moves" choice::<Mover>();
    /// Kind of fire. Halberdiers and generals have none.
    KIND: FirerKind = "kind";
    /// Weapon of foot or cavalry that fires.
    WEAPON: Weapon = "weapon";
    /// Ranks of figures.
    RANKS: i32 = "ranks" "Ranks" whole(1, 10);
    /// Front-rank figures of units other than foot.
    FRONT_FIGURES: i32 = "front_figures" "Front rank" whole(1, 200);
    /// Pikes of the front rank.
    FRONT_PIKES: i32 = "front_pikes" "Front rank pikes" whole(0, 200);
    /// Muskets of the front rank.
    FRONT_MUSKETS: i32 = "front_muskets" "Front rank muskets" whole(1, 100);
    /// Width of the front in millimetres, of 15 mm figures.
    FRONTAGE_MM: f64 = "frontage_mm";
    /// Line of the table by which casualties are identified: `1:2`, or `none`.
    CASUALTY_LINE: String = "casualty_line";
    /// Infantry in open order.
    OPEN_ORDER: bool = "open_order" "Open order" flag().or(false);
    /// Men that its figures stand for.
    MEN: i32 = "men";
    /// No figure left.
    DESTROYED: bool = "destroyed";
    /// Crew of a gun.
    CREW: i32 = "crew" "Crew" whole(0, 4);
    /// Gun unlimbered and prepared.
    READY: bool = "ready" "Ready to fire" flag().or(true);
    /// Pistols loaded.
    PISTOLS_LOADED: bool = "pistols_loaded" "Pistols loaded" flag().or(true);
    /// Cavalry that has charged this bound.
    CHARGED: bool = "charged" "Charged this bound" flag().or(false);
    /// Figures for one die of fire.
    FIRING_GROUP: i32 = "firing_group";
    /// Number of counters at which it breaks; missing while its class is unknown.
    BREAKING_NUMBER: i32 = "breaking_number";
    /// In pursuit.
    PURSUING: bool = "pursuing" "Pursuing" flag().or(false);
    /// Held in a melee.
    IN_MELEE: bool = "in_melee" "In melee" flag().or(false);
}

/// Counters of a unit. Generals take none. *Generals.*
pub fn counters(unit: &Facts) -> i32 {
    unit.value(COUNTERS).unwrap_or(0)
}

/// Figures left: pikes, muskets and others. Kinds that the unit's troops do not have count as 0.
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
