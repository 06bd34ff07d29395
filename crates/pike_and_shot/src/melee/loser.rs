//! The loser of a bound of melee. *Melee.*

use super::units::MeleeUnit;
use super::{Melee, ThisBound};
use rules::prelude::*;
use std::cmp::Ordering;

choices! {
    /// Loser of a bound of melee. *Melee.*
    pub enum Loser {
        A = "a" "{Side a}",
        B = "b" "{Side b}",
        Both = "both" "Both sides",
    }
}

choices! {
    /// The test that decides the loser: the first test in which the sides differ.
    pub enum DecidedBy {
        Outnumbered = "outnumbered" "outnumbered more than three to one",
        FiguresLost = "figures_lost" "figures lost",
        CountersThisBound = "counters_this_bound" "counters taken this bound",
        CountersHeld = "counters_held" "counters held",
        MoraleClass = "morale_class" "the worst morale class",
        FightingAbility = "fighting_ability" "the worst fighting ability",
        Equal = "equal" "equal in everything",
    }
}

/// Figures lost and counters taken in a bound of melee, in this order.
pub type Taken = [i32; 2];

/// Differences between the sides before the dice. Positive numbers are worse for side a.
#[derive(Clone, Copy, Debug)]
pub struct Balance {
    outnumbered: Option<Side>,
    figures_lost: i32,
    counters_taken: i32,
    counters_held: i32,
    class: i32,
    ability: i32,
}

impl Loser {
    /// True if this side has lost.
    pub fn includes(self, side: Side) -> bool {
        match self {
            Loser::A => side == Side::A,
            Loser::B => side == Side::B,
            Loser::Both => true,
        }
    }
}

/// Owner of the dice of a side. The acting unit is on side a, so that side's dice are its own.
pub fn owner(side: Side) -> Whose {
    if side == Side::A { Whose::Own } else { Whose::Enemy }
}

/// Returns `taken` as a difference between the sides: positive for side a, negative for side b.
pub fn margin(side: Side, taken: Taken) -> Taken {
    match side {
        Side::A => taken,
        Side::B => taken.map(|count| -count),
    }
}

/// Index of a class or an ability in its list, where 0 is the best.
fn rank(choice: impl Choices) -> i32 {
    i32::try_from(choice.index()).unwrap_or(0)
}

impl Balance {
    /// Compares the sides of a melee before the dice are rolled (R13).
    pub fn of(melee: &Melee) -> Self {
        let sum = |of: fn(&MeleeUnit) -> i32| {
            let side = |side| melee.side(side).iter().map(of).sum::<i32>();
            side(Side::A) - side(Side::B)
        };
        let worst = |of: fn(&MeleeUnit) -> i32| {
            let side = |side| melee.side(side).iter().map(of).max().unwrap_or(0);
            side(Side::A) - side(Side::B)
        };
        let whole_bound = melee.rulings.r10_this_bound == ThisBound::WholeBound;
        let earlier = |of: fn(&MeleeUnit) -> i32| if whole_bound { sum(of) } else { 0 };
        Self {
            outnumbered: melee.outnumbered(),
            figures_lost: earlier(|unit| unit.earlier_figures_lost),
            counters_taken: earlier(|unit| unit.earlier_counters),
            counters_held: sum(|unit| unit.counters),
            class: worst(|unit| rank(unit.morale_class)),
            ability: worst(|unit| rank(unit.fighting_ability)),
        }
    }

    /// Returns the loser, and the first test in which the sides differ. `margin` is the figures lost and counters taken by side a, less those of
    /// side b.
    pub fn verdict(&self, margin: Taken) -> (Loser, DecidedBy) {
        let outnumbered = match self.outnumbered {
            Some(Side::A) => 1,
            Some(Side::B) => -1,
            None => 0,
        };
        let [figures, counters] = margin;
        let tests = [
            (outnumbered, DecidedBy::Outnumbered),
            (self.figures_lost + figures, DecidedBy::FiguresLost),
            (self.counters_taken + counters, DecidedBy::CountersThisBound),
            (self.counters_held + counters, DecidedBy::CountersHeld),
            (self.class, DecidedBy::MoraleClass),
            (self.ability, DecidedBy::FightingAbility),
        ];
        let decided = tests.into_iter().find_map(|(difference, by)| match difference.cmp(&0) {
            Ordering::Greater => Some((Loser::A, by)),
            Ordering::Less => Some((Loser::B, by)),
            Ordering::Equal => None,
        });
        decided.unwrap_or((Loser::Both, DecidedBy::Equal))
    }
}
