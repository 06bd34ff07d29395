//! Shots at a group with different armour, if the victims are drawn before the dice (R47). *Shooting: casualties are random.*

use super::super::losses::unit_of_victim;
use super::super::rulings::{DrawnAgain, MixedGroup};
use super::super::terms::Sixes;
use super::pool::{Aim, ENTRIES, ShotPool, ShotsLanded};
use super::{Hits, Shoot, Shooter, Shot, Target, modifiers};
use crate::ids::roles;
use rules::prelude::*;

/// Most units in a group.
pub const UNITS: usize = 6;
/// Most classes of dice: one for each entry and unit.
const CLASSES: usize = ENTRIES * UNITS;

/// Indexes of the units that are shot at, in the order of the dice. When odds are computed, the shots of an entry are sorted by unit, because
/// their order does not change the result.
type Drawn = Vec<u8>;

/// True if the victims of the shots are drawn before the dice.
pub fn are_drawn(shoot: &Shoot) -> bool {
    shoot.rulings.r47_mixed_group == MixedGroup::Drawn && !shoot.group.is_empty()
}

/// Refuses a group that does not match the target.
pub fn permit(shoot: &Shoot) -> Result<(), Refusal> {
    let figures: i32 = shoot.group.iter().map(|unit| unit.figures).sum();
    let is_another = !shoot.group.is_empty() && figures != shoot.target.figures;
    bad_if(is_another, field!(Shoot, group), "The units of the group have as many figures as the target.")
}

/// Possible targets of a die: the whole target, or each unit of the group if victims are drawn.
pub fn targets(shoot: &Shoot) -> Vec<Target> {
    if !are_drawn(shoot) {
        return vec![shoot.target.clone()];
    }
    let unit = |unit: &super::GroupUnit| Target {
        mount: unit.mount,
        armour: unit.armour,
        equivalent_armour: unit.equivalent_armour,
        ..shoot.target.clone()
    };
    shoot.group.iter().map(unit).collect()
}

/// Draws the victim of each shot, then rolls the shots.
pub fn shoot(shoot: &Shoot, dice: &mut Dice) -> Result<Shot, Halt> {
    let targets = targets(shoot);
    let mut needs = Vec::new();
    for (nth, shooter) in shoot.shooters.iter().enumerate() {
        let of_entry = |dice: &mut Dice| -> Vec<i32> {
            targets.iter().map(|target| modifiers::needs(shoot, shooter, target, dice)).collect()
        };
        needs.extend(match shoot.shooters.len() {
            1 => of_entry(dice),
            _ => dice.with_owner(roles::SHOOTERS, Some(nth), of_entry),
        });
    }
    let units = targets.len();
    let aim = |(class, need): (usize, &i32)| Aim::of(shoot, &shoot.shooters[class / units], class % units, *need);
    let pool = ShotPool::<CLASSES, UNITS>::of(needs.iter().enumerate().map(aim).collect());
    let single = Sixes::new(&shoot.single_sixes, shoot.reroll_sixes);
    let landed: ShotsLanded<UNITS> = dice.in_steps(|dice| {
        let drawn = draw(shoot, dice)?;
        dice.and_then_in_steps(&drawn, |dice, drawn| {
            let runs = runs(shoot, drawn);
            let counts: Vec<i32> = runs.iter().map(|run| run.shots).collect();
            let class = |run: usize| runs[run].entry * units + runs[run].unit;
            let rolled = dice.roll_groups("shots", 6, &counts, |run, face| pool.sort(class(run), face))?;
            let owner = |run: usize| format!("{}[{}]", roles::TARGET, runs[run].unit);
            dice.record_luck_of_groups(&counts, &owner, &|run, face| face >= needs[class(run)]);
            let classes: Vec<usize> =
                counts.iter().enumerate().flat_map(|(run, n)| (0..*n).map(move |_| run)).map(class).collect();
            dice.and_then(&rolled.into_iter().sum(), |dice, sorted| {
                let landed = pool.many_sixes(dice, sorted, single)?;
                dice.record_helped("shots", |faces| pool.helped(|die| classes[die], faces, landed.all()));
                Ok(landed)
            })
        })
    })?;
    // Each hit takes a life point while one is left (R33).
    let fallen = shoot.group.iter().zip(landed.hits).map(|(unit, hits)| hits.min(unit.strength().lives));
    let fallen: Vec<i32> = fallen.collect();
    let shot = Hits {
        shots: shoot.shooters.iter().map(Shooter::shots).sum(),
        needs,
        hits: landed.all(),
        casualties: fallen.iter().sum(),
        plus_one_used: landed.plus_one_used,
    };
    Ok(Shot { hits: shot, fallen })
}

/// Consecutive shots of one entry at one unit.
struct Run {
    entry: usize,
    unit: usize,
    shots: i32,
}

/// The shots in the order of their dice. The dice are rolled in the order of the draws.
fn runs(shoot: &Shoot, drawn: &Drawn) -> Vec<Run> {
    let entries = shoot.shooters.iter().enumerate();
    let entries = entries.flat_map(|(entry, shooter)| (0..shooter.shots()).map(move |_| entry));
    let mut runs: Vec<Run> = Vec::new();
    for (entry, unit) in entries.zip(drawn.iter().map(|unit| usize::from(*unit))) {
        match runs.last_mut().filter(|run| run.entry == entry && run.unit == unit) {
            Some(run) => run.shots += 1,
            None => runs.push(Run { entry, unit, shots: 1 }),
        }
    }
    runs
}

/// Draws the target of each shot. By ruling, each figure is drawn once before any is drawn again, or each draw is from all figures (R61).
fn draw(shoot: &Shoot, dice: &mut Dice) -> Result<Dist<Drawn>, Halt> {
    let all: i32 = shoot.group.iter().map(|unit| unit.figures).sum();
    let mut drawn = Dist::certain(Drawn::new());
    let mut so_far = 0;
    for shooter in &shoot.shooters {
        let begun = usize::try_from(so_far).unwrap_or(0);
        let mut left = shooter.shots();
        while left > 0 {
            let (round, to_come) = match shoot.rulings.r61_drawn_again {
                DrawnAgain::OnceFirst => (Some(so_far / all), all - so_far % all),
                DrawnAgain::AnyTime => (None, i32::MAX),
            };
            let shots = if left >= to_come {
                drawn = drawn.map(|drawn| at_all(shoot, drawn, round));
                to_come
            } else {
                drawn = dice.and_then(&drawn, |dice, drawn| at_one(shoot, dice, drawn, round))?;
                1
            };
            if drawn.len() > 1 {
                drawn = drawn.map(|drawn| sorted_from(drawn, begun));
            }
            left -= shots;
            so_far += shots;
        }
    }
    Ok(drawn)
}

/// Sorts the shots of the current entry, which start at index `begun`, by unit.
fn sorted_from(drawn: &Drawn, begun: usize) -> Drawn {
    let mut sorted = drawn.clone();
    sorted[begun..].sort_unstable();
    sorted
}

/// Number of figures of each unit that can be drawn. With a round, counted from 0, these are the figures not yet drawn in it; without, all
/// figures.
fn standing(shoot: &Shoot, drawn: &Drawn, round: Option<i32>) -> Vec<i32> {
    let before =
        |unit: usize| i32::try_from(drawn.iter().filter(|victim| usize::from(**victim) == unit).count()).unwrap_or(0);
    let of_unit = |(nth, unit): (usize, &super::GroupUnit)| match round {
        Some(round) => unit.figures * (round + 1) - before(nth),
        None => unit.figures,
    };
    shoot.group.iter().enumerate().map(of_unit).collect()
}

/// Adds a shot at each figure not drawn yet in this round, without dice.
fn at_all(shoot: &Shoot, drawn: &Drawn, round: Option<i32>) -> Drawn {
    let mut after = drawn.clone();
    for (unit, standing) in (0..).zip(standing(shoot, drawn, round)) {
        after.extend((0..standing).map(|_| unit));
    }
    after
}

/// Draws the target of one shot, and adds it.
fn at_one(shoot: &Shoot, dice: &mut Dice, drawn: &Drawn, round: Option<i32>) -> Result<Drawn, Halt> {
    let name = |unit| Gap::Unit("target ", unit + 1).into();
    let victim = unit_of_victim(dice, &standing(shoot, drawn, round), name)?;
    let mut after = drawn.clone();
    after.push(u8::try_from(victim).unwrap_or(0));
    Ok(after)
}
