//! Facts derived from a unit's profile and trackers, under the ids of the procedures' fields.

use super::super::terms::{
    Ability, Arm, FirerKind, FiringGroup, Formation, Missile, Mover, Pistols, TargetType, TroopType, Weapon, in_lots,
};
use super::PROFILE;
use super::figures::{Figures, MEN_A_FIGURE, front_mm};
use super::profile::is_asked_of;
use crate::facts::*;
use rules::prelude::*;

/// Adds the derived facts. Removes facts that do not apply to the unit, so that no procedure reads pikes of cavalry. Keeps the roster's type
/// of troops as `roster_troop_type`.
pub fn derive(facts: &mut Facts) {
    // The form of the profile fills in foot for a roster without a type.
    let arm = facts.value(ARM).unwrap_or(Arm::Foot);
    PROFILE.fields.iter().filter(|field| !is_asked_of(field.id, arm)).for_each(|field| {
        facts.forget(field.id);
    });
    // Command figures count among pikes and muskets once a battle begins.
    facts.remove(COMMAND);
    facts.remove(COMMAND_AS_PIKES);
    let cavalry = arm.is_cavalry() && on_horseback(facts, arm);
    let troops = troops(arm, cavalry);
    facts.put(ROSTER_ARM, arm);
    facts.put(TROOPS, troops);
    facts.put(MOVER, mover(facts, troops));
    match arm {
        Arm::General => return,
        Arm::Foot => foot(facts),
        Arm::Dragoons if !cavalry => dragoons_on_foot(facts),
        Arm::Artillery => gun(facts),
        _ => derive_ranked_figures(facts, cavalry),
    }
    if cavalry {
        in_the_saddle(facts, arm);
    }
    armour(facts, arm);
    morale(facts);
}

fn on_horseback(facts: &Facts, arm: Arm) -> bool {
    arm != Arm::Dragoons || facts.holds(MOUNTED)
}

/// Type of troops in procedures. Dragoons are mounted dragoons when mounted, and foot when dismounted. (R5)
fn troops(arm: Arm, mounted: bool) -> TargetType {
    match arm {
        Arm::Dragoons if mounted => TargetType::MountedDragoons,
        Arm::Foot | Arm::Dragoons => TargetType::Foot,
        Arm::Halberds => TargetType::Halberds,
        Arm::Horse => TargetType::Horse,
        Arm::IrregularLightCavalry => TargetType::IrregularLightCavalry,
        Arm::Artillery => TargetType::Artillery,
        Arm::General => TargetType::General,
    }
}

/// Line of the table of moves for a unit. *Movement; Artillery Movement; Irregular Light Cavalry.*
fn mover(facts: &Facts, troops: TargetType) -> Mover {
    match troops.troops() {
        None if facts.holds(MOUNTED) => Mover::MountedGeneral,
        None => Mover::GeneralOnFoot,
        Some(TroopType::Artillery) if !facts.holds(BROKEN) => gun_mover(facts),
        Some(troops) => troops.mover(facts.equals(FORMATION, Formation::OpenOrder)),
    }
}

fn gun_mover(facts: &Facts) -> Mover {
    match (facts.holds(LIMBERED), facts.holds(GALLOPER)) {
        (false, _) => Mover::ManhandledGuns,
        (true, true) => Mover::LimberedGallopers,
        (true, false) => Mover::LimberedGuns,
    }
}

fn foot(facts: &mut Facts) {
    let weapon = if facts.equals(MISSILE, Missile::Bow) { Weapon::Bow } else { Weapon::Musket };
    facts.put(KIND, FirerKind::Infantry);
    facts.put(WEAPON, weapon);
    // A unit of foot may have only pikes or only muskets.
    let [pikes, muskets] = [PIKES, MUSKETS].map(|kind| facts.value(kind).unwrap_or(0));
    let ranks = draw_up(facts, false);
    facts.put(FRONT_PIKES, in_lots(pikes, ranks));
    facts.put(FRONT_MUSKETS, in_lots(muskets, ranks));
    facts.put(FRONTAGE_MM, front_mm(in_lots(pikes, ranks) + in_lots(muskets, ranks), false));
    facts.put(CASUALTY_LINE, Figures { pikes, muskets, figures: None }.casualty_line());
    put_firing_group(facts, FiringGroup::of_infantry(ranks));
}

fn dragoons_on_foot(facts: &mut Facts) {
    let muskets = figures_left(facts);
    facts.put(PIKES, 0);
    facts.put(MUSKETS, muskets);
    facts.put(MISSILE, Missile::Musket);
    facts.remove(FIGURES);
    facts.remove(PISTOLS);
    foot(facts);
}

fn derive_ranked_figures(facts: &mut Facts, cavalry: bool) {
    let ranks = draw_up(facts, cavalry);
    let front = in_lots(figures_left(facts), ranks);
    facts.put(FRONT_FIGURES, front);
    facts.put(FRONTAGE_MM, front_mm(front, cavalry));
}

fn gun(facts: &mut Facts) {
    let crew = figures_left(facts);
    facts.put(KIND, FirerKind::Artillery);
    facts.put(CREW, crew);
    facts.put(READY, !facts.holds(LIMBERED) && facts.value(HALF_MOVES_DONE).is_none_or(|done| done == 0));
    facts.put(DESTROYED, crew == 0);
}

/// Adds ranks, men, and the flags for open order and for a destroyed unit. Returns the number of ranks.
fn draw_up(facts: &mut Facts, cavalry: bool) -> i32 {
    // Swedish order is the default of the profile.
    let formation = facts.value(FORMATION).unwrap_or(Formation::Swedish);
    let (ranks, figures) = (formation.ranks(cavalry), figures_left(facts));
    facts.put(RANKS, ranks);
    facts.put(OPEN_ORDER, !cavalry && formation == Formation::OpenOrder);
    facts.put(MEN, MEN_A_FIGURE * figures);
    facts.put(DESTROYED, figures == 0);
    ranks
}

/// Adds the facts of pistols, and of bows on horseback. *Cavalry Firing; Bows.*
fn in_the_saddle(facts: &mut Facts, arm: Arm) {
    // The roster's field `pistols` is true or false, which cannot be read as a state. Without the tracker, the unit counts as without pistols.
    let pistols = facts.value(PISTOLS).unwrap_or(Pistols::None);
    let loaded = pistols == Pistols::Loaded;
    facts.put(PISTOLS, pistols);
    facts.put(PISTOLS_LOADED, loaded);
    facts.put(KIND, FirerKind::Cavalry);
    facts.put(CHARGED, has_charged(facts));
    if arm != Arm::Dragoons && facts.holds(BOWS) && !loaded {
        facts.put(WEAPON, Weapon::Bow);
        put_firing_group(facts, FiringGroup::BOWS_ON_HORSEBACK);
    } else if pistols != Pistols::None {
        facts.put(WEAPON, Weapon::Pistol);
        put_firing_group(facts, FiringGroup::PISTOLS);
    }
}

/// Adds the number of figures that roll one die of fire together. *Infantry Firing; Cavalry Firing; Bows.*
fn put_firing_group(facts: &mut Facts, group: FiringGroup) {
    let ability = facts.value(ABILITY).unwrap_or(Ability::Trained);
    let modifiers = group.modifiers(ability, counters(facts)).map(|(_, value)| value);
    facts.put(FIRING_GROUP, group.with(modifiers));
}

/// Fills in the usual armour: partly armoured for Horse, none for others, unless the roster has a value. *Armour and Organization.*
fn armour(facts: &mut Facts, arm: Arm) {
    if is_asked_of(ARMOUR.id(), arm) && !facts.knows(ARMOUR) {
        facts.put(ARMOUR, arm.usual_armour());
    }
}

/// Adds the breaking number, and the states of melee and pursuit. *Morale; Melee; Reaction Tests 3.*
fn morale(facts: &mut Facts) {
    if let Some(class) = class(facts) {
        facts.put(BREAKING_NUMBER, class.breaking_number());
    }
    let begun = facts.value(BOUNDS_PURSUED).is_some_and(|bounds| bounds > 0);
    facts.put(PURSUING, begun && rally_bounds_left(facts) == 0);
    let touches = facts.lists_any(CONTACTS);
    facts.put(IN_MELEE, touches || facts.value(MELEE_BOUND).is_some_and(|bound| bound > 1));
}
