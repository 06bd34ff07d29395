//! Roll-offs: a die of each side, not rolled for a unit.

use super::terms::Die;
use super::terms::adjustable::ENEMY_DIE;
use rules::prelude::*;

/// Values of a roll-off against the enemy that players' own modifiers can change.
pub const ADJUSTABLE: &[Adjustable] = &[OWN_DIE, ENEMY_DIE];
/// Steps of the D6 of the acting side.
pub const OWN_DIE: Adjustable = Adjustable::of("own_die", "Steps of its own D6");

/// Values of a roll-off between both sides, neither of which acts.
pub const OF_BOTH_SIDES: &[Adjustable] = &[A_DIE, B_DIE];
const A_DIE: Adjustable = Adjustable::of("a_die", "Steps of the first side’s die");
const B_DIE: Adjustable = Adjustable::of("b_die", "Steps of the second side’s die");

/// Purposes and sides of the dice of a roll-off against the enemy: D6s, changed by own modifiers.
pub fn dice_of(own: &[Change], dice: &mut Dice) -> [(&'static str, u8); 2] {
    let die = |number, dice: &mut Dice| Die::D6.stepped(dice, |dice| own.on(number, dice)).sides();
    [("owner", die(OWN_DIE, dice)), ("opponent", die(ENEMY_DIE, dice))]
}

/// Rolls off against the enemy. Returns true if the acting side wins, or if `equal` decides a tie for it.
///
/// # Errors
/// The rolls, while their dice are missing.
pub fn is_won(own: &[Change], equal: Equal, dice: &mut Dice) -> Result<bool, Halt> {
    let rolled = dice_of(own, dice);
    dice.beats(rolled, equal)
}

/// Rolls this die for both sides, changed by own modifiers.
///
/// # Errors
/// The rolls, while their dice are missing.
pub fn of_both_sides(die: Die, own: &[Change], dice: &mut Dice) -> Result<[i32; 2], Halt> {
    let [a, b] = [A_DIE, B_DIE].map(|number| die.stepped(dice, |dice| own.on(number, dice)).sides());
    Ok([dice.die("side_a", a)?, dice.die("side_b", b)?])
}
