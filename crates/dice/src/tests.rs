use super::*;
use std::hash::Hash;

mod luck;
mod work;

/// [`super::odds`] of a game without reasons of its own.
fn odds<T: Clone + Eq + Hash>(rule: impl Fn(&mut Dice) -> Result<T, Stop>) -> Result<Dist<T>, Stop> {
    super::odds(rule)
}

/// [`super::play`] of a game without reasons of its own.
fn play<T>(faces: &[u8], rule: impl FnOnce(&mut Dice) -> Result<T, Stop>) -> Played<T, Stop, String> {
    super::play(faces, rule)
}

fn chance<T: Clone + PartialEq>(dist: &Dist<T>, value: T) -> f64 {
    dist.iter().filter(|(known, _)| **known == value).map(|(_, p)| p).sum()
}

/// Hits on 5 or 6; each hit kills on 4 to 6. Returns hits and kills.
fn volley(dice: &mut Dice, count: i32) -> Result<[i32; 2], Stop> {
    let hits = dice.hits("hit", 6, count, 5)?;
    Ok([hits, dice.hits("kill", 6, hits, 4)?])
}

#[test]
fn a_pool_branches_by_its_number_of_hits() {
    let dist = odds(|dice| dice.hits("hit", 6, 3, 5)).unwrap();
    assert_eq!(dist.len(), 4);
    // 3 · (1/3)² · 2/3
    assert!((chance(&dist, 2) - 6.0 / 27.0).abs() < 1e-15);
}

#[test]
fn a_negative_number_of_dice_is_none_for_odds_as_for_faces() {
    let rule = |dice: &mut Dice| {
        let sorted = dice.sorted("sort", 6, -2, 2, |face| usize::from(face > 3))?;
        let sum = dice.repeat(-3, |dice, count| dice.hits("again", 6, count, 4))?;
        Ok((dice.hits("hit", 6, -1, 5)?, sorted, sum, dice.any("any", 6, -1, 4)?))
    };
    let none = (0, vec![0, 0], 0, false);
    assert_eq!(odds(rule).unwrap(), Dist::certain(none.clone()));
    assert_eq!(play(&[], rule).result, Ok(none));
    let groups =
        odds(|dice| dice.in_steps(|dice| Ok(dice.roll_groups("group", 6, &[-1], |_, face| face)?.into_iter().sum())));
    assert_eq!(groups, Ok(Dist::certain(0)));
}

#[test]
fn equal_things_are_evaluated_once_and_multiplied() {
    let at_once = odds(|dice| volley(dice, 4)).unwrap();
    let like = odds(|dice| dice.repeat(4, volley)).unwrap();
    assert_eq!(at_once.len(), like.len());
    for (value, p) in like.iter() {
        assert!((chance(&at_once, *value) - p).abs() < 1e-15);
    }
}

#[test]
fn independent_things_are_added() {
    let sum = odds(|dice| {
        dice.in_steps(|dice| Ok(dice.independently(&[1, 2], |dice, count| volley(dice, *count))?.into_iter().sum()))
    })
    .unwrap();
    let three = odds(|dice| volley(dice, 3)).unwrap();
    for (value, p) in three.iter() {
        assert!((chance(&sum, *value) - p).abs() < 1e-15);
    }
}

/// Rolls two dice of one kind and one of another. The second kind is rolled again, once, on a 6. Returns the sixes of each kind.
fn in_steps(dice: &mut Dice) -> Result<[i32; 2], Stop> {
    dice.in_steps(|dice| {
        let rolled = dice.roll_groups("first", 6, &[2, 1], |_, face| i32::from(face == 6))?;
        let again = dice.and_then_in_steps(&rolled[1], |dice, &sixes| {
            let again = dice.roll_groups("again", 6, &[sixes], |_, face| i32::from(face == 6))?;
            Ok(again[0].map(|again| sixes + again))
        })?;
        Ok(rolled[0].with(&again, |&own, &again| [own, again]))
    })
}

#[test]
fn a_rule_in_steps_rolls_groups_together_on_the_table() {
    let played = play(&[6, 1, 6, 6], in_steps);
    assert_eq!(played.result, Ok([1, 2]));
    assert_eq!(played.rolls[0].faces, [6, 1, 6]);
    assert_eq!(play(&[6, 1], in_steps).result.unwrap_err(), missing("first", 1));
    assert_eq!(play(&[6, 1, 6], in_steps).result.unwrap_err(), missing("again", 1));
    assert_eq!(play(&[6, 1, 2], in_steps).result, Ok([1, 0]));
}

#[test]
fn odds_evaluate_a_rule_step_by_step() {
    let dist = odds(in_steps).unwrap();
    assert_eq!(dist.len(), 9);
    // 2 · 1/6 · 5/6 for one six of two, 1/6 · 1/6 for a six and another
    assert!((chance(&dist, [1, 2]) - 10.0 / 36.0 / 36.0).abs() < 1e-15);
}

fn missing(purpose: &str, count: usize) -> Stop {
    Stop::Needs(Box::new(RollRequest { purpose: purpose.into(), sides: 6, count, counts_from: None }))
}

#[test]
fn any_of_a_pool_is_two_branches() {
    let dist = odds(|dice| dice.any("six", 6, 2, 6)).unwrap();
    assert_eq!(dist.len(), 2);
    // 1 − (5/6)²
    assert!((chance(&dist, true) - 11.0 / 36.0).abs() < 1e-15);
    assert_eq!(odds(|dice| dice.any("six", 6, 0, 6)).unwrap(), Dist::certain(false));
    assert_eq!(play(&[1, 6], |dice| dice.any("six", 6, 2, 6)).result, Ok(true));
    assert_eq!(play(&[1, 5], |dice| dice.any("six", 6, 2, 6)).result, Ok(false));
}

#[test]
fn a_rule_with_steps_has_the_same_odds_as_without() {
    let settled = |dice: &mut Dice| {
        let kills = dice.in_steps(|dice| Ok(Dist::certain(volley(dice, 2)?)))?[1];
        Ok(kills + dice.hits("more", 6, 1, 4)?)
    };
    let without = |dice: &mut Dice| Ok(volley(dice, 2)?[1] + dice.hits("more", 6, 1, 4)?);
    let (dist, slow) = (odds(settled).unwrap(), odds(without).unwrap());
    assert_eq!(dist.len(), slow.len());
    for (value, p) in slow.iter() {
        assert!((chance(&dist, *value) - p).abs() < 1e-15);
    }
    assert_eq!(play(&[5, 6, 4, 1, 4], settled).result, Ok(2));
}

/// Returns the sum of the first two, and the third by itself.
fn two_and_one(each: &[Dist<i32>]) -> Dist<[i32; 2]> {
    each[0].plus(&each[1]).with(&each[2], |two, one| [*two, *one])
}

#[test]
fn independent_things_are_joined_by_the_rule_and_rolled_one_after_the_other() {
    let volley = |dice: &mut Dice| {
        dice.in_steps(|dice| Ok(two_and_one(&dice.independently(&[2, 1, 1], |dice, n| dice.hits("hit", 6, *n, 5))?)))
    };
    let dist = odds(volley).unwrap();
    // Three hits of three, and none of one: (1/3)³ · 2/3
    assert!((chance(&dist, [3, 0]) - 2.0 / 81.0).abs() < 1e-15);
    let played = play(&[5, 6, 1, 5], volley);
    assert_eq!(played.result, Ok([2, 1]));
    assert_eq!(played.rolls.len(), 3);
}

#[test]
fn a_die_for_each_of_several_things_is_one_roll() {
    let needs = [4, 5, 6];
    let blows = |dice: &mut Dice| {
        dice.in_steps(|dice| {
            Ok(two_and_one(&dice.roll_groups("blow", 6, &[1; 3], |nth, face| i32::from(face >= needs[nth]))?))
        })
    };
    let dist = odds(blows).unwrap();
    // 1/2 · 1/3 · 1/6
    assert!((chance(&dist, [2, 1]) - 1.0 / 36.0).abs() < 1e-15);
    let played = play(&[4, 4, 6], blows);
    assert_eq!(played.result, Ok([1, 1]));
    assert_eq!(played.rolls, [Roll { purpose: "blow".into(), sides: 6, faces: vec![4, 4, 6], counts_from: None }]);
    assert_eq!(play(&[4], blows).result, Err(missing("blow", 2)));
}

#[test]
fn joint_distributions_are_products() {
    let dice = [odds(|dice| dice.die("one", 4)).unwrap(), odds(|dice| dice.die("other", 6)).unwrap()];
    let row = Dist::joint(&dice);
    assert_eq!(row.len(), 24);
    assert!((chance(&row, vec![4, 6]) - 1.0 / 24.0).abs() < 1e-15);
    assert_eq!(Dist::<Vec<i32>>::joint([]), Dist::certain(vec![]));
}

#[test]
fn a_test_that_cannot_fail_takes_a_die_and_asks_for_none() {
    let test = |need: i32, faces: &[u8]| {
        let played = play(faces, |dice| dice.passes_unless_certain("test", 6, need));
        (played.result, played.rolls.len())
    };
    assert_eq!(test(1, &[]), (Ok(true), 0));
    assert_eq!(test(1, &[1]), (Ok(true), 1));
    assert_eq!(test(7, &[]), (Err(missing("test", 1)), 0));
    assert_eq!(test(7, &[6]), (Ok(false), 1));
    assert!(matches!(test(1, &[1, 2]).0, Err(Stop::FacesLeft(1))));
}

#[test]
fn faces_are_taken_in_order_and_missing_dice_are_requested() {
    let played = play(&[5, 6, 1], |dice| dice.repeat(3, volley));
    let kill = |count| RollRequest { purpose: "kill".into(), sides: 6, count, counts_from: Some(4) };
    assert_eq!(played.result, Err(Stop::Needs(Box::new(kill(2)))), "only those that show 4 or more count");
    let played = play(&[5, 6, 1, 4], |dice| dice.repeat(3, volley));
    assert_eq!(played.result, Err(Stop::Needs(Box::new(kill(1)))));
    let played = play(&[5, 6, 1, 4, 3], |dice| dice.repeat(3, volley));
    assert_eq!(played.result, Ok([2, 1]));
    assert_eq!(played.rolls[1].faces, [4, 3]);
}

#[test]
fn a_distribution_is_empty_only_without_values() {
    assert!(Dist::<i32>::gather([]).is_empty());
    assert!(!Dist::certain(0).is_empty());
}

#[test]
fn the_most_probable_index_comes_first_and_equal_ones_keep_their_order() {
    let ranked = Dist::most_probable_first(&[0.1, 0.5, 0.25, 0.5, 0.0]);
    assert_eq!(ranked.into_vec(), [(1, 0.5), (3, 0.5), (2, 0.25), (0, 0.1), (4, 0.0)]);
}

#[test]
fn faces_left_over_and_faces_that_a_die_does_not_have_are_refused() {
    let result = |faces: &[u8]| play(faces, |dice| dice.die("test", 6)).result;
    assert_eq!(result(&[1, 2]), Err(Stop::FacesLeft(1)));
    assert_eq!(result(&[7]), Err(Stop::NoSuchFace { sides: 6, face: 7 }));
    assert_eq!(result(&[0]), Err(Stop::NoSuchFace { sides: 6, face: 0 }));
}

#[test]
fn modifiers_other_than_0_are_recorded_as_they_apply() {
    let played = play(&[], |dice| Ok(dice.prefixed("a1_", |dice| dice.modify("raw", 1) + dice.modify("counters", 0))));
    assert_eq!(played.modifiers, [Modifier { id: "a1_raw".into(), value: 1.0, whose: String::new(), die: None }]);
    let played = play(&[], |dice| Ok(dice.modify_by("half_moves", -4.5)));
    assert_eq!(serde_json::to_string(&played.modifiers).unwrap(), r#"[{"id":"half_moves","value":-4.5}]"#);
}

#[test]
fn work_without_dice_is_done_once() {
    let works = std::cell::Cell::new(0);
    let rule = |dice: &mut Dice| {
        let bonus = dice.once(|dice| {
            works.set(works.get() + 1);
            dice.modify("bonus", 3)
        });
        Ok(dice.die("test", 6)? + *bonus)
    };
    assert_eq!(odds(rule).unwrap().len(), 6);
    assert_eq!(works.get(), 1);
    let played = play(&[2], rule);
    assert_eq!((played.result, played.modifiers.len()), (Ok(5), 1));
}

#[test]
#[cfg(debug_assertions)]
#[should_panic(expected = "what is worked out once rolls no dice")]
fn work_that_is_done_once_may_not_roll() {
    let _ = odds(|dice| Ok(dice.once(|dice| dice.die("test", 6).is_ok())));
}

/// Every list of `count` faces of a die.
fn every_roll(sides: u8, count: u32) -> impl Iterator<Item = Vec<u8>> {
    let all = u32::from(sides).pow(count);
    (0..all).map(move |mut place| {
        let mut face = || {
            let face = place % u32::from(sides);
            place /= u32::from(sides);
            u8::try_from(face).unwrap() + 1
        };
        (0..count).map(|_| face()).collect()
    })
}

#[test]
fn hits_equal_a_count_over_every_roll_of_small_pools() {
    for sides in 2..=12 {
        for count in 0..=3 {
            for need in 0..=i32::from(sides) + 1 {
                let mut ways = vec![0_u32; count as usize + 1];
                for faces in every_roll(sides, count) {
                    ways[faces.iter().filter(|&&face| i32::from(face) >= need).count()] += 1;
                }
                let all = f64::from(u32::from(sides).pow(count));
                let dist = odds(|dice| dice.hits("hit", sides, i32::try_from(count).unwrap(), need)).unwrap();
                assert_eq!(
                    dist.len(),
                    ways.iter().filter(|&&ways| ways > 0).count(),
                    "{count}D{sides}, {need} or more"
                );
                for (hits, &ways) in ways.iter().enumerate() {
                    let wanted = f64::from(ways) / all;
                    assert!(
                        (chance(&dist, i32::try_from(hits).unwrap()) - wanted).abs() < 1e-15,
                        "{count}D{sides}, {need}: {hits}"
                    );
                }
            }
        }
    }
}

#[test]
fn sums_equal_a_count_over_every_pair_of_values_of_small_distributions() {
    // All distributions over 0, 1 and 2 with probabilities in quarters.
    let quarters = |weights: [u8; 3]| {
        let weighted = weights.into_iter().zip(0..).map(|(weight, value)| (value, f64::from(weight) / 4.0));
        Dist::gather(weighted)
    };
    let small: Vec<Dist<i32>> =
        (0..=4_u8).flat_map(|zero| (0..=4 - zero).map(move |one| [zero, one, 4 - zero - one])).map(quarters).collect();
    assert_eq!(small.len(), 15);
    let by_hand = |one: &Dist<i32>, two: &Dist<i32>, sum: i32| -> f64 {
        let pairs = one.iter().flat_map(|first| two.iter().map(move |second| (first, second)));
        pairs.filter(|((first, _), (second, _))| **first + **second == sum).map(|((_, p), (_, q))| p * q).sum()
    };
    for one in &small {
        for two in &small {
            let both = one.plus(two);
            for sum in 0..=4 {
                assert_eq!(chance(&both, sum), by_hand(one, two, sum), "quarters multiply without rounding");
            }
            assert_eq!(both.iter().map(|(_, p)| p).sum::<f64>(), 1.0);
        }
        let mut sum = Dist::certain(0);
        for count in 0..=5 {
            let times = one.clone().times(count);
            assert_eq!(times.len(), sum.len());
            for (value, p) in sum.iter() {
                assert!((chance(&times, *value) - p).abs() < 1e-15, "{count} times {one:?}");
            }
            sum = sum.plus(one);
        }
    }
}

#[test]
fn each_step_on_a_ladder_of_dice_records_the_die_before_and_after_it() {
    let ladder = [4, 6, 8, 10, 12];
    let of = |from: u8, values: &[i32]| {
        let played = play(&[], |dice| {
            let steps = |dice: &mut Dice| values.iter().map(|value| dice.modify("step", *value)).sum();
            Ok(dice.stepped(&ladder, from, steps))
        });
        (played.result.unwrap(), played.modifiers.into_iter().map(|modifier| modifier.die.unwrap()).collect::<Vec<_>>())
    };
    assert_eq!(of(8, &[-1]), (-1, vec![[8, 6]]));
    assert_eq!(of(8, &[0, 2, -1]), (1, vec![[8, 12], [12, 10]]), "a modifier of 0 does not apply");
    // Steps add up before the ladder ends.
    assert_eq!(of(10, &[1, 1, -1]), (1, vec![[10, 12], [12, 12], [12, 12]]));
    assert_eq!(of(4, &[-1]), (-1, vec![[4, 4]]));
    assert_eq!(of(7, &[]), (0, vec![]));
}
