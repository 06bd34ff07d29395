//! Facts of a unit, a gun or a general: of the roster, of trackers, and derived from these.

use super::terms::{
    Ability, Arm, Armour, Bayonet, FIGURES_MAX, FirerKind, Formation, GroundEffects, Gun, Missile, MoraleClass, Mover,
    PikeArmour, Pistols, Response, RosterClass, TargetType, Weapon, inches,
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

    /// Counters of a unit. Generals have none.
    COUNTERS: i32 = "counters" "Counters" whole(0, 30).or(0);
    /// Pikes left; foot only.
    PIKES: i32 = "pikes" "Pikes" whole(0, FIGURES_MAX).or(0);
    /// Muskets or bows left; foot and dismounted dragoons only.
    MUSKETS: i32 = "muskets" "Muskets" whole(0, FIGURES_MAX).or(0);
    /// Figures left of troops other than foot. For a gun, its crew.
    FIGURES: i32 = "figures" "Figures" whole(1, FIGURES_MAX);
    /// Morale class, or unknown until it is rolled.
    CLASS: RosterClass = "morale_class" "Morale class" choice::<RosterClass>().or_id("unknown");
    /// Formation. Guns have none.
    FORMATION: Formation = "formation" "Formation" choice::<Formation>().or_id("swedish");
    /// True of a unit that broke and has not rallied. *Morale.*
    BROKEN: bool = "broken" "Broken" flag().or(false);
    /// True of a unit or a general that left the table or was destroyed.
    LOST: bool = "lost" "Out of the battle";
    /// True if players ticked that a general is with the unit, or if a general's `with_unit` is this unit.
    GENERAL_WITH: bool = "general_with" "General with it" flag().or(false);
    /// State of the pistols. *Cavalry Firing.*
    PISTOLS: Pistols = "pistols" "Pistols" choice::<Pistols>().or_id("none");
    /// True if plug bayonets are fixed in the muzzles. *Musket with Bayonet.*
    PLUG_FIXED: bool = "plug_fixed" "Plug bayonets fixed" flag().or(false);
    /// True of a limbered gun. *Artillery Movement.*
    LIMBERED: bool = "limbered" "Limbered" flag().or(true);
    /// Half moves spent on limbering or unlimbering in earlier bounds.
    HALF_MOVES_DONE: i32 = "half_moves_done" "Half moves of limbering or unlimbering" whole(0, 6).or(0);
    /// Half moves spent on a bridge in earlier bounds. *Bridges and Fords.*
    BRIDGE_HALF_MOVES_DONE: i32 = "bridge_half_moves_done" "Half moves done at a bridge" whole(0, 102).or(0);
    /// True of mounted dragoons and of mounted generals.
    MOUNTED: bool = "mounted" "Mounted" flag().or(true);

    // ---- Trackers: this bound.

    /// True of a unit that charges or counter-charges. *Reaction Tests 1.*
    CHARGING: bool = "charging" "Charging" flag().or(false);
    /// Id of the enemy that the unit charges or counter-charges, or `""`.
    CHARGES: String = "charges" "Charges";
    /// Answer to a charge. *Reaction Tests 1 and 2.*
    RESPONSE: Response = "response" "Answer to a charge";
    /// True of a unit that failed a test to charge or counter-charge. *Reaction Tests 1.*
    FAILED_CHARGE: bool = "failed_charge" "Would not charge" flag().or(false);
    /// True of a unit that moved or, by default, made a change that takes part of its move (R32).
    MOVED: bool = "moved" "Moved this bound" flag().or(false);
    /// Inches moved, of units and of generals.
    MOVED_IN: f64 = "moved_in" "Inches moved" inches().or(0.0);
    /// Half moves spent, of units and of generals: 0 to 2.
    HALF_MOVES_SPENT: i32 = "half_moves_spent" "Half moves spent this bound" whole(0, 2).or(0);
    /// True of a unit that fired.
    FIRED: bool = "fired" "Fired this bound" flag().or(false);
    /// True of a unit that fought in melee.
    FOUGHT: bool = "fought" "Fought hand to hand" flag().or(false);
    /// True of a unit that broke. *Morale.*
    BROKE: bool = "broke" "Broke this bound";
    /// True of a unit that rested. *Move Sequence 7.*
    RESTED: bool = "rested" "Rested";
    /// True of a unit that tested to halt a pursuit. *Reaction Tests 3.*
    PURSUIT_TESTED: bool = "pursuit_tested" "Tested to halt" flag().or(true);
    /// True of a unit that a general addressed. *Generals.*
    ADDRESSED: bool = "already_addressed" "Addressed by a general" flag().or(false);
    /// Counters taken in the first three phases (R10).
    EARLIER_COUNTERS: i32 = "earlier_counters" "Counters taken before the melees" whole(0, 30).or(0);
    /// Figures lost in the first three phases (R10).
    EARLIER_FIGURES_LOST: i32 = "earlier_figures_lost" "Figures lost before the melees" whole(0, FIGURES_MAX).or(0);

    // ---- Trackers: melee, pursuit, rally.

    /// Ids of the enemies in contact, in the order in which they joined the battle. *Melee.*
    CONTACTS: Vec<String> = "contacts" "In contact with";
    /// Edges of the unit that enemies touch, by the ids of the enemies.
    CONTACT_EDGES: Map<String, Json> = "contact_edges" "How they touch it";
    /// Bound of the unit's melee, counted from 1.
    MELEE_BOUND: i32 = "melee_bound" "Bound of its melee" whole(1, 100).or(1);
    /// Id of the broken enemy that the unit must pursue, or `""`. *Reaction Tests 3.*
    PURSUIT_OF: String = "pursuit_of" "Pursues";
    /// True if the unit's pursuit ran into fresh enemies. The unit fights them as a charger in its next bound of melee (R17).
    RAN_INTO: bool = "ran_into" "Ran into fresh enemies";
    /// Bounds spent in pursuit.
    BOUNDS_PURSUED: i32 = "bounds_pursued" "Bounds of pursuit" whole(0, 100).or(0);
    /// Bounds of rest that the unit still needs after a pursuit.
    RALLY_BOUNDS_LEFT: i32 = "rally_bounds_left" "Bounds until rallied" whole(0, 100).or(0);

    // ---- Trackers: generals.

    /// True of a dead general.
    DEAD: bool = "dead" "Dead";
    /// Id of the unit that a general is with, or `""`.
    WITH_UNIT: String = "with_unit" "With";
    /// True if a casualty roll is due for the general. *Generals.*
    AT_RISK: bool = "at_risk" "In danger";
    /// True of a general whose horse was killed this bound.
    HORSE_KILLED: bool = "horse_killed" "Horse killed";
    /// Morale classes of a side for the faces 1 to 6, from a scenario. Empty if the side has the usual classes.
    CLASS_TABLE: Vec<MoraleClass> = "class_table" "Classes for 1 to 6";
    /// True if the scenario has its own classes, which players enter before the first roll for a class.
    OWN_CLASSES: bool = "own_classes" "The scenario has its own morale classes";
    /// Effects of each kind of ground that players agreed on before the battle, by its name. *Other Terrain.*
    AGREED_GROUNDS: BTreeMap<String, GroundEffects> = "agreed_grounds" "Agreed kinds of ground";
    /// True if the general's casualty roll of this bound has been made.
    ALREADY_TESTED: bool = "already_tested" "Casualty roll made" flag().or(false);
    /// Bounds until a general has recovered from a flesh wound.
    RECOVERY_BOUNDS: i32 = "recovery_bounds" "Bounds until recovered";

    // ---- Derived facts.

    /// Troops as the roster enters them.
    ROSTER_ARM: Arm = "roster_troop_type";
    /// Current type of troops for procedures: dismounted dragoons are foot (R5).
    TROOPS: TargetType = "troop_type" "Target" choice::<TargetType>();
    /// Line of the table of moves. *Movement.*
    MOVER: Mover = "mover" "Who moves" choice::<Mover>();
    /// Kind of firer. Halberdiers and generals have none.
    KIND: FirerKind = "kind";
    /// Weapon of foot or cavalry that fires.
    WEAPON: Weapon = "weapon";
    /// Ranks of figures.
    RANKS: i32 = "ranks" "Ranks" whole(1, 10);
    /// Front-rank figures of units other than foot.
    FRONT_FIGURES: i32 = "front_figures" "Front rank" whole(1, FIGURES_MAX);
    /// Pikes of the front rank.
    FRONT_PIKES: i32 = "front_pikes" "Front rank pikes" whole(0, FIGURES_MAX);
    /// Muskets of the front rank.
    FRONT_MUSKETS: i32 = "front_muskets" "Front rank muskets" whole(1, 100);
    /// Width of the front of 15 mm figures, in millimetres.
    FRONTAGE_MM: f64 = "frontage_mm";
    /// Line of the table that identifies casualties as pikemen or musketeers: `1:2`, or `none` for a unit with only one of them.
    CASUALTY_LINE: String = "casualty_line";
    /// True of infantry in open order.
    OPEN_ORDER: bool = "open_order" "Open order" flag().or(false);
    /// Number of men that the unit's figures represent.
    MEN: i32 = "men";
    /// True if no figure is left.
    DESTROYED: bool = "destroyed";
    /// Crew of a gun.
    CREW: i32 = "crew" "Crew" whole(0, 4);
    /// True of a gun that is unlimbered and prepared.
    READY: bool = "ready" "Ready to fire" flag().or(true);
    /// True if the unit's pistols are loaded.
    PISTOLS_LOADED: bool = "pistols_loaded" "Pistols loaded" flag().or(true);
    /// True of cavalry that charged this bound.
    CHARGED: bool = "charged" "Charged this bound" flag().or(false);
    /// Number of figures that roll one die of fire together.
    FIRING_GROUP: i32 = "firing_group";
    /// Number of counters at which the unit breaks. Missing while its class is unknown.
    BREAKING_NUMBER: i32 = "breaking_number";
    /// True of a unit in pursuit.
    PURSUING: bool = "pursuing" "Pursuing" flag().or(false);
    /// True of a unit in contact with an enemy, or after the first bound of its melee.
    IN_MELEE: bool = "in_melee" "In melee" flag().or(false);
}

/// Counters of a unit; 0 for a general, who takes none. *Generals.*
pub fn counters(unit: &Facts) -> i32 {
    unit.value(COUNTERS).unwrap_or(0)
}

/// Number of all figures left: pikes, muskets and others.
pub fn figures_left(unit: &Facts) -> i32 {
    [PIKES, MUSKETS, FIGURES].iter().filter_map(|kind| unit.value(*kind)).sum()
}

/// True of a general.
pub fn is_general(unit: &Facts) -> bool {
    unit.equals(TROOPS, TargetType::General)
}

/// Morale class. `None` while it is unknown, and for generals.
pub fn class(unit: &Facts) -> Option<MoraleClass> {
    unit.value(CLASS).and_then(RosterClass::known)
}

/// True of a unit or a general out of the battle: off the table, dead, or without figures.
pub fn is_out(unit: &Facts) -> bool {
    unit.holds(LOST) || unit.holds(DEAD) || unit.holds(DESTROYED)
}

/// True of a unit with counters at or above its breaking number. False while its class is unknown. *Morale.*
pub fn is_at_its_number(unit: &Facts) -> bool {
    class(unit).is_some_and(|class| class.breaks_at(counters(unit)))
}

/// True of a unit that has charged this bound, even if its charge fell short.
pub fn has_charged(unit: &Facts) -> bool {
    unit.holds(CHARGING) || unit.named(CHARGES).is_some()
}

/// Bounds of rest that a unit still needs after a pursuit; 0 for a general.
pub fn rally_bounds_left(unit: &Facts) -> i32 {
    unit.value(RALLY_BOUNDS_LEFT).unwrap_or(0)
}

/// Bounds until a general has recovered from a flesh wound; 0 for units.
pub fn recovery_bounds(general: &Facts) -> i32 {
    general.value(RECOVERY_BOUNDS).unwrap_or(0)
}
