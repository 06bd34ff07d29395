//! Shots at a group of different armour, where it is drawn first who is shot at (R47). *Shooting: casualties are random.*

use super::super::losses::unit_of_victim;
use super::super::rulings::MixedGroup;
use super::super::terms::Sixes;
use super::pool::{Aim, ENTRIES, Landed, Pool};
use super::{Hits, Shoot, Shooter, Shot, Target, modifiers};
use crate::core::refusal::{Refusal, bad_if};
use crate::dice::{Dice, Dist, Halt};

/// The most units of a group.
pub const UNITS: usize = 6;
/// The most classes of dice: those of each entry at each unit.
const CLASSES: usize = ENTRIES * UNITS;

/// Shots of each entry at each unit.
type Drawn = [[i32; UNITS]; ENTRIES];

/// True if the victims of the shots are drawn first.
pub fn are_drawn(shoot: &Shoot) -> bool {
    shoot.rulings.r47_mixed_group == MixedGroup::Drawn && !shoot.group.is_empty()
}

/// Refuses a group that is not the target.
pub fn permit(shoot: &Shoot) -> Result<(), Refusal> {
    let figures: i32 = shoot.group.iter().map(|unit| unit.figures).sum();
    let is_another = !shoot.group.is_empty() && figures != shoot.target.figures;
    bad_if(is_another, "group", "The units of the group have as many figures as the target.")
}

/// The targets that a die may be at: the whole group, or each of its units, as one of the group.
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

/// Draws the victim of each shot, then shoots at them.
pub fn shoot(shoot: &Shoot, dice: &mut Dice) -> Result<Shot, Halt> {
    let targets = targets(shoot);
    let mut needs = Vec::new();
    for (nth, shooter) in shoot.shooters.iter().enumerate() {
        let of_entry = |dice: &mut Dice| -> Vec<i32> {
            targets.iter().map(|target| modifiers::needs(shoot, shooter, target, dice)).collect()
        };
        needs.extend(match shoot.shooters.len() {
            1 => of_entry(dice),
            _ => dice.with_owner("shooters", Some(nth), of_entry),
        });
    }
    let units = targets.len();
    let aim = |(class, need): (usize, &i32)| Aim::of(shoot, &shoot.shooters[class / units], class % units, *need);
    let pool = Pool::<CLASSES, UNITS>::of(needs.iter().enumerate().map(aim).collect());
    let single = Sixes::new(&shoot.single_sixes, shoot.reroll_sixes);
    let landed: Landed<UNITS> = dice.in_steps(|dice| {
        let drawn = draw(shoot, dice)?;
        dice.and_then_in_steps(&drawn, |dice, drawn| {
            let entries = drawn.iter().take(shoot.shooters.len());
            let counts: Vec<i32> = entries.flat_map(|entry| entry.iter().take(units).copied()).collect();
            let rolled = dice.roll_groups("shots", 6, &counts, |class, face| pool.sort(class, face))?;
            let owner = |class: usize| format!("shooters[{}]", class / units);
            dice.record_luck_of_groups(&counts, &owner, &|class, face| face >= needs[class]);
            dice.and_then(&rolled.into_iter().sum(), |dice, sorted| pool.many_sixes(dice, sorted, single))
        })
    })?;
    // Whoever is hit twice falls once.
    let fallen = shoot.group.iter().zip(landed.hits).map(|(unit, hits)| hits.min(unit.figures));
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

/// Draws whom each shot is at: every figure once, in any order, before anybody is drawn again.
fn draw(shoot: &Shoot, dice: &mut Dice) -> Result<Dist<Drawn>, Halt> {
    let all: i32 = shoot.group.iter().map(|unit| unit.figures).sum();
    let mut drawn = Dist::certain(Drawn::default());
    let mut so_far = 0;
    for (entry, shooter) in shoot.shooters.iter().enumerate() {
        let mut left = shooter.shots();
        while left > 0 {
            let (round, standing) = (so_far / all, all - so_far % all);
            let shots = if left >= standing {
                drawn = drawn.map(|drawn| at_all(shoot, drawn, entry, round));
                standing
            } else {
                drawn = dice.and_then(&drawn, |dice, drawn| at_one(shoot, dice, drawn, entry, round))?;
                1
            };
            left -= shots;
            so_far += shots;
        }
    }
    Ok(drawn)
}

/// Figures of each unit that are still to be drawn in this round, from 0.
fn standing(shoot: &Shoot, drawn: &Drawn, round: i32) -> Vec<i32> {
    let before = |unit: usize| drawn.iter().map(|entry| entry[unit]).sum::<i32>();
    shoot.group.iter().enumerate().map(|(nth, unit)| unit.figures * (round + 1) - before(nth)).collect()
}

/// A shot at each figure that is still to be drawn: nothing is left to chance.
fn at_all(shoot: &Shoot, drawn: &Drawn, entry: usize, round: i32) -> Drawn {
    let mut after = *drawn;
    for (unit, standing) in standing(shoot, drawn, round).into_iter().enumerate() {
        after[entry][unit] += standing;
    }
    after
}

/// A shot at one of them.
fn at_one(shoot: &Shoot, dice: &mut Dice, drawn: &Drawn, entry: usize, round: i32) -> Result<Drawn, Halt> {
    let victim = unit_of_victim(dice, &standing(shoot, drawn, round))?;
    let mut after = *drawn;
    after[entry][victim] += 1;
    Ok(after)
}
