//! Fire: by infantry, by cavalry, by a gun, and by several together.

pub mod artillery;
pub mod casualty_test;
pub mod cavalry;
pub mod combined;
pub mod infantry;

use super::casualties::{Attack, Blow, Harm, Victims};
use super::target::{Cover, Struck, Target};
use super::terms::{Ability, groups};
use crate::core::refusal::{Refusal, forbid_if};
use crate::dice::{Dice, Halt};
use crate::rules::consequences::ConsequencesBuilder;
use crate::{form, outcome, text};

/// The least face with which a group of musketeers or horsemen hits.
const HITS_ON: i32 = 5;
/// How far one sees, and shoots, in woods and towns. *Woods Towns and Villages.*
const SIGHT_IN_WOODS_IN: f64 = 3.0;

form! {
    /// From the firer to the target.
    pub struct LineOfFire {
        /// Range, in inches.
        range_in: f64 = situation(number(0.0, 1000.0)).usual(Constant::Number(2.0)).label("Range").help("Inches from the firer to the target."),
        /// Over the heads of others.
        overhead: bool = situation(flag()).or(false).label("Overhead").help("Other troops stand between.").rare(),
        /// How much of it lies in woods or town.
        woods_or_town_in: f64 = situation(number(0.0, 1000.0)).or(0.0).label("Through woods or town")
            .help("Inches of the line of fire inside woods or a town.").rare(),
        /// The target's cover against this firer.
        target_terrain: Cover = situation(choice::<Cover>()).or_id("open").label("Target stands"),
    }
}

impl LineOfFire {
    /// Refuses fire that is out of range, over friends' heads, or too deep in woods or town.
    fn permit(&self, weapons: &'static str, reach_in: f64) -> Result<(), Refusal> {
        let reach = text!("{weapons} reach {n} inches.", weapons = weapons, n = reach_in);
        forbid_if(self.range_in > reach_in, "range_in", reach)?;
        forbid_if(self.overhead, "overhead", "Nobody fires over the heads of others.")?;
        forbid_if(
            self.woods_or_town_in > SIGHT_IN_WOODS_IN,
            "woods_or_town_in",
            "In woods and towns nobody sees, or shoots, farther than 3 inches.",
        )
    }

    /// Shot that flies along it.
    fn attack(&self, blow: Blow) -> Attack {
        Attack { blow, saves: self.target_terrain.saves(blow) }
    }
}

/// Figures that fire, gathered in groups.
#[derive(Clone, Copy, Debug)]
struct Shooting {
    figures: i32,
    size: i32,
    groups: i32,
}

impl Shooting {
    /// Groups of `base` figures, one more if raw and one less if veteran, and more for counters.
    fn of(figures: i32, base: i32, ability: Ability, for_counters: i32, dice: &mut Dice) -> Self {
        let (id, for_ability) = ability.group_modifier();
        let size = base + dice.modify(id, for_ability) + dice.modify("counters", for_counters);
        let size = size.max(1);
        Self { figures, size, groups: groups(figures, size) }
    }
}

outcome! {
    /// Result of one unit's fire. *Infantry Firing; Cavalry Firing.*
    pub struct GroupsFired {
        /// Figures that fired: those of the ranks that bear.
        pub firing_figures: i32,
        /// Figures that make one die.
        pub group_size: i32,
        /// Dice: one a group; figures left over make one if they are more than half of it.
        pub groups: i32,
        ..
        /// Result for the target.
        struck: Struck,
    }
}

impl GroupsFired {
    fn of(shooting: Shooting, struck: Struck) -> Self {
        Self { firing_figures: shooting.figures, group_size: shooting.size, groups: shooting.groups, struck }
    }

    /// Result for the target, with the dice that caused it.
    fn tell(&self, target: &Target, consequences: &mut ConsequencesBuilder) {
        self.struck.tell(target, consequences);
        consequences.say(text!(
            "{figures} figures in groups of {size}: {dice} dice.",
            figures = self.firing_figures,
            size = self.group_size,
            dice = self.groups
        ));
    }
}

/// Dice that are thrown at a target.
#[derive(Clone, Copy, Debug)]
struct Volley {
    dice: i32,
    hits_on: i32,
    attack: Attack,
}

impl Volley {
    /// Throws to hit, and for who falls to the hits.
    fn strike(&self, dice: &mut Dice, victims: &Victims) -> Result<Harm, Halt> {
        dice.like(self.dice, |dice, count| {
            let hits = dice.hits("hit", 6, count, self.hits_on)?;
            victims.fall(dice, hits, self.attack)
        })
    }
}
