//! Work: the count, free operations, and results of rules that were stopped.

use super::*;
use crate::dist::{hits, multinomial};

/// Returns the result of `act` after the evaluation was stopped: one more unit of work exceeds the limit.
fn given_up<T>(act: impl FnOnce() -> T) -> T {
    let mut came_to = None;
    let evaluated = bounded(
        1,
        |_| false,
        || {
            spend(2);
            assert!(gave_up());
            came_to = Some(act());
        },
    );
    assert_eq!(evaluated, None, "an incomplete result is nobody's odds");
    came_to.unwrap()
}

#[test]
fn work_is_counted_from_the_last_call_of_bounded() {
    let counted = bounded(
        1_000,
        |_| true,
        || {
            let before = done();
            spend(7);
            spend(5);
            (before, done())
        },
    );
    assert_eq!(counted, Some((0, 12)));
    assert_eq!(done(), 12, "it can be asked for afterwards");
    assert!(!gave_up());
}

#[test]
fn go_on_is_called_after_each_stretch_with_all_work_so_far() {
    let spend_all = || (0..100).for_each(|_| spend(1));
    assert_eq!(bounded(10, |done| done < 50, spend_all), None);
    assert_eq!(bounded(10, |done| done < 500, spend_all), Some(()), "100 units are fewer than 500");
    assert_eq!(bounded(200, |_| false, spend_all), Some(()), "the stretch was not over");
}

#[test]
fn work_beyond_the_end_of_a_stretch_is_counted() {
    let spent = bounded(
        10,
        |_| true,
        || {
            spend(7);
            spend(1_000);
            spend(2);
            done()
        },
    );
    assert_eq!(spent, Some(1_009));
    assert_eq!(bounded(10, |done| done < 1_000, || spend(1_000)), None);
}

#[test]
fn adding_zero_is_free() {
    let spent = |one: &Dist<i32>, other: &Dist<i32>| {
        let mut sum = None;
        let work = bounded(
            1_000,
            |_| true,
            || {
                sum = Some(one.plus(other));
                done()
            },
        );
        (sum.unwrap(), work.unwrap())
    };
    let (zero, die) = (Dist::certain(0), odds(|dice| dice.die("test", 6)).unwrap());
    assert_eq!(spent(&zero, &die), (die.clone(), 0));
    assert_eq!(spent(&die, &zero), (die.clone(), 0));
    assert!(spent(&die, &die).1 > 0);
}

#[test]
fn an_evaluation_that_is_given_up_stops_early_and_still_has_a_value() {
    let weighted = |count: i32| (0..count).map(move |value| (value, 1.0 / f64::from(count)));
    assert_eq!(given_up(|| Dist::gather(weighted(1_000))).len(), 1);
    // A value with probability 0 is not kept, so a rule never continues from it.
    assert_eq!(given_up(|| Dist::gather([(1, 0.0), (2, 1.0), (3, 0.0)])), Dist::certain(2));
    // All three hit: no other number of hits has a probability above 0.
    assert_eq!(given_up(|| hits(3, [1.0, 0.0])), Dist::certain(3));
    let few = given_up(|| multinomial(40, &[0.5, 0.25, 0.25])).len();
    assert!((1..100).contains(&few), "{few} of the 861 ways in which 40 dice fall into three classes");
}

#[test]
fn the_number_of_paths_is_estimated_from_the_branches_of_the_current_path() {
    let mut all = Vec::new();
    let rule = |dice: &mut Dice| Ok(dice.die("one", 6)? + i32::from(dice.passes("other", 6, 4)?));
    follow(Detail::Whole, rule, |_, _, paths| all.push(paths.about())).unwrap();
    assert_eq!(all, [12; 12], "six faces, and yes or no");
    follow(Detail::Whole, |_: &mut Dice| Ok(()), |(), _, paths| all.push(paths.about())).unwrap();
    assert_eq!(all.last(), Some(&1), "nothing was rolled");
}
