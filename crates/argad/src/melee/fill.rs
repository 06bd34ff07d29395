//! Fills in fights from the table.

use super::super::input::{BEHIND, BRACED, FRIENDS, Input, MANY, ONE, RANK, TERRAIN, answer, each, put};
use super::super::order;
use super::super::terms::{Ground, Mount, Weapon, is_trained};
use super::super::unit::{able, began_in_contact, blows, figures, ranks_in_reach};
use crate::facts::*;
use crate::ids::roles;
use rules::input::part;
use rules::prelude::*;
use std::collections::BTreeMap;

/// Fills in charges, blows left, ranks, and weapons held firm.
pub fn melee(scene: &Scene, input: &mut Input) {
    let charged = |role: &str| scene.units(role).iter().any(|unit| unit.facts.holds(CHARGING));
    let (own_charge, enemy_charge) = (charged(roles::ONE) || charged(roles::FRIENDS), charged(roles::MANY));
    let mut parts = Parts::default();
    if let (Some(unit), Some(one)) = (scene.unit(roles::ONE), part(input, ONE.id())) {
        parts.fill(one, unit);
        brace(one, &unit.facts, enemy_charge);
    }
    let (friends, many) = (scene.units(roles::FRIENDS), scene.units(roles::MANY));
    let mut line: Vec<Standing> = scene.unit(roles::ONE).into_iter().map(|unit| Standing::of(scene, unit)).collect();
    for (friend, unit) in each(input, FRIENDS, friends) {
        parts.fill(friend, unit);
        brace(friend, &unit.facts, enemy_charge);
        line.push(Standing::of(scene, unit));
        stand_behind(friend, &line, true);
    }
    let mut line: Vec<Standing> = Vec::new();
    for (enemy, unit) in each(input, MANY, many) {
        parts.fill(enemy, unit);
        brace(enemy, &unit.facts, own_charge);
        line.push(Standing::of(scene, unit));
        stand_behind(enemy, &line, false);
    }
}

/// Number of figures of each unit counted so far, in the order of the fighter, friends and opponents.
#[derive(Default)]
struct Parts(BTreeMap<String, i32>);

impl Parts {
    /// Fills in the next figure of a unit. The figures of a unit are numbered: figures that have struck or shot come first, then figures that
    /// can act. Figures that replace chargers who were shot come last, without the bonus (R55).
    fn fill(&mut self, fighter: &mut Input, unit: &TableUnit) {
        let counted = self.0.entry(unit.id.clone()).or_insert(0);
        *counted += 1;
        let unit = &unit.facts;
        let nth = blows(unit) + *counted - 1;
        let helpless = nth >= able(unit);
        // Figures that began the turn in contact come first.
        if unit.holds(IN_CONTACT_AT_START) {
            put(fighter, IN_CONTACT_AT_START, nth < began_in_contact(unit));
        }
        // A charge needs easy ground for its run; the ground where it ends does not matter.
        let ground = unit.value(GROUND).filter(|_| !unit.holds(CHARGING));
        if let Some(ground) = ground.filter(|ground| *ground != Ground::Easy) {
            put(fighter, TERRAIN, ground.for_riders());
        }
        put(fighter, HELPLESS, helpless);
        // Only riders can have lost chargers.
        let lost = unit.value(CHARGE_LOST).unwrap_or(0);
        if unit.holds(CHARGING) && (helpless || nth < figures(unit) - lost) {
            put(fighter, CHARGING, true);
            // A ban checked these facts when the charge began. Players may have overridden the ban, so the form must not refuse them again.
            for judged in [IN_CONTACT_AT_START, CHARGED_LAST_TURN].into_iter().filter(|judged| unit.holds(*judged)) {
                put(fighter, judged, false);
            }
        } else if unit.equals(WEAPON, Weapon::HeavyLance) {
            // Without a charge, the lance is dropped (R27).
            put(fighter, WEAPON, Weapon::Sword);
        }
    }
}

/// A fighter, with the facts that decide if others can stand behind this fighter.
struct Standing<'a> {
    unit: &'a Facts,
    /// Id of the unit.
    id: &'a str,
    /// Id of the unit on which the fighter's close order was formed.
    order: Option<&'a str>,
}

impl<'a> Standing<'a> {
    fn of(scene: &'a Scene, unit: &'a TableUnit) -> Self {
        Self { unit: &unit.facts, id: &unit.id, order: scene.table.unit(&unit.id).map(order::formed_on) }
    }

    /// True if both are in one close order.
    fn shares_order(&self, other: &Self) -> bool {
        let both = self.unit.holds(CLOSE_ORDER) && other.unit.holds(CLOSE_ORDER);
        both && (self.is_of_unit(other) || self.order.is_some() && self.order == other.order)
    }

    /// True if both are figures of one unit.
    fn is_of_unit(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

/// Fills in the rank of a fighter. Soldiers of one close order that reach over each other stand one behind the other. Out of close
/// order, fighters keep the ranks of the last fight. `line` ends with the fighter. Friends out of close order can stand only behind the first
/// fighter of `line`. *Pike; Halberd or bill; Close order formation.*
fn stand_behind(fighter: &mut Input, line: &[Standing], are_friends: bool) {
    let Some((own, in_front)) = line.split_last() else { return };
    if own.unit.holds(CLOSE_ORDER) {
        let rank = (1 + in_front.iter().filter(|other| other.shares_order(own)).count()).min(ranks_in_reach(own.unit));
        if rank > 1 {
            put(fighter, RANK, rank);
            put(fighter, BEHIND, in_front.iter().position(|other| other.shares_order(own)).unwrap_or(0));
        }
        return;
    }
    let front = match own.unit.named(STANDS_BEHIND) {
        Some(front) => in_front.iter().position(|other| other.id == front),
        None if own.unit.holds(TWO_DEEP) => {
            let comrades = in_front.iter().filter(|other| other.is_of_unit(own)).count();
            // Every second figure of a unit stands behind the one before.
            in_front.iter().rposition(|other| other.is_of_unit(own)).filter(|_| comrades % 2 == 1)
        }
        None => None,
    };
    if let Some(front) = front.filter(|front| !are_friends || *front == 0) {
        put(fighter, RANK, 2);
        put(fighter, BEHIND, front);
    }
}

/// Suggests that trained soldiers who have not moved hold their weapons firm against a charge. *Light thrusting spear; Pike.*
fn brace(fighter: &mut Input, unit: &Facts, charged: bool) {
    let firm = unit.value(WEAPON).is_some_and(|weapon| weapon.receives_a_charge(false) && !weapon.is_heavy())
        && (!unit.holds(PIKE_SPENT) || unit.holds(CLOSE_ORDER));
    let able = unit.equals(MOUNT, Mount::Foot)
        && unit.value(CLASS).is_some_and(is_trained)
        && !says(fighter, IN_CONTACT_AT_START)
        && !unit.holds(MOVED)
        && !unit.holds(CHANGED_HORSE);
    if charged && firm && able {
        put(fighter, BRACED, true);
    }
}

fn says(object: &Input, field: Fact<bool>) -> bool {
    answer(object, field) == Some(true)
}
