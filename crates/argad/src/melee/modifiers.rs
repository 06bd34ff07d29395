//! Modifiers of a blow. *Melee modifiers.*

use super::super::terms::{Terrain, Weapon};
use super::fighter::BLOW;
use super::{Fighter, Melee};
use rules::prelude::*;

/// Returns the sum of the modifiers of `own` against `enemy`.
pub fn sum(melee: &Melee, own: &Fighter, enemy: &Fighter, dice: &mut Dice) -> i32 {
    let plus = |applies: bool| i32::from(applies);
    let minus = |applies: bool| -i32::from(applies);
    // Class 1 fights no better than class 2 (R22).
    dice.modify("improvised_or_low_class", minus(own.weapon.is_improvised() || own.melee_class() <= 2))
        + dice.modify("heavy_two_handed", plus(own.swings()))
        + dice.modify("linear_obstacle", plus(own.on_foot() && own.defends_obstacle))
        + dice.modify("enemy_higher", minus(own.enemy_higher))
        + dice.modify("cavalry_vs_foot", plus(rides_down(own, enemy)))
        + dice.modify("foot_vs_cavalry", minus(is_ridden_down(own, enemy)))
        + dice.modify("halberd_vs_mounted", plus(unhorses(melee, own, enemy)))
        + dice.modify("charge", plus(own.charging))
        + dice.modify("couched_lance", plus(own.charging && own.weapon == Weapon::HeavyLance))
        + dice.modify("receive_charge", plus(own.braced && enemy.charging))
        + dice.modify("very_strong", plus(own.very_strong && own.on_foot()))
        + own.own.sum(BLOW)
}

/// True if the fighter is cavalry on easy ground and the enemy is not cavalry.
fn rides_down(own: &Fighter, enemy: &Fighter) -> bool {
    own.is_cavalry() && own.terrain == Terrain::Easy && !enemy.is_cavalry()
}

/// True if the enemy is cavalry, not on very difficult ground, and the fighter is not cavalry.
fn is_ridden_down(own: &Fighter, enemy: &Fighter) -> bool {
    !own.is_cavalry() && enemy.is_cavalry() && enemy.terrain != Terrain::VeryDifficult
}

/// True if the fighter can unhorse a rider. A charging rider is too fast for the hook of a halberd, and only a point held firm helps.
fn unhorses(melee: &Melee, own: &Fighter, enemy: &Fighter) -> bool {
    let hooks = own.weapon.unhorses(melee.bill_counts()) && !own.cramped;
    hooks && enemy.mount.is_mounted() && !enemy.charging
}
