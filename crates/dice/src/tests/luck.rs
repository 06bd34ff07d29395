//! Luck: the side that it serves, and the dice that decided it.

use super::*;

/// Returns the luck that a rule records at the table.
fn luck(faces: &[u8], rule: impl FnOnce(&mut Dice) -> Result<(), Stop>) -> Vec<LuckSample> {
    let played = play(faces, rule);
    assert_eq!(played.result, Ok(()));
    played.luck
}

#[test]
fn each_die_of_groups_that_are_rolled_together_has_the_owner_and_the_need_of_its_group() {
    let needs = [5, 2, 6];
    let samples = luck(&[5, 4, 2, 6], |dice| {
        dice.in_steps(|dice| {
            let groups = [2, 1, 1];
            let hit = |nth: usize, face: i32| face >= needs[nth];
            let rolled = dice.roll_groups("blow", 6, &groups, |nth, face| i32::from(hit(nth, face)))?;
            dice.record_luck_of_groups(&groups, &|nth| format!("many[{nth}]"), &hit);
            Ok(rolled[0].map(|_| ()))
        })
    });
    let owners: Vec<&str> = samples.iter().map(|sample| sample.owner.as_str()).collect();
    assert_eq!(owners, ["many[0]", "many[0]", "many[1]", "many[2]"]);
    assert_eq!(samples.iter().map(|sample| sample.success).collect::<Vec<_>>(), [true, false, true, true]);
    let chances = [2.0, 2.0, 5.0, 1.0].map(|ways| ways / 6.0);
    assert_eq!(samples.iter().map(|sample| sample.chance).collect::<Vec<_>>(), chances);
    assert_eq!(samples.iter().map(|sample| sample.dice.clone()).collect::<Vec<_>>(), [0..1, 1..2, 2..3, 3..4]);
}

#[test]
fn the_enemy_of_the_enemy_is_the_side_that_acts() {
    use Whose::{Enemy, Own};
    let rolls = |dice: &mut Dice| dice.hits("hit", 6, 1, 4).map(|_| ());
    let samples = luck(&[1, 2, 3, 4, 5], |dice| {
        rolls(dice)?;
        dice.rolled_by(Enemy, |dice| {
            rolls(dice)?;
            dice.rolled_by(Enemy, rolls)?;
            dice.rolled_by(Own, rolls)
        })?;
        rolls(dice)
    });
    assert_eq!(samples.iter().map(|sample| sample.whose).collect::<Vec<_>>(), [Own, Enemy, Own, Enemy, Own]);
}
