//! Hits and losses of the units of a melee. Units are independent until the loser is known, so each has a distribution of its
//! own, and only what is asked for is combined.

use super::super::casualties::{Harm, Losses};
use super::attacks::Plan;
use super::loser::{Balance, Loser, Taken};
use super::{Melee, Place};
use crate::core::subject::Side;
use crate::dice::{Dist, Tally};

/// Hits and losses of one unit, without the counter for losing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Suffered {
    /// Hits.
    pub hits: i32,
    /// Groups that fight against its flank or rear.
    pub on_flank_or_rear: i32,
    /// Figures lost, no more than it has.
    pub losses: Losses,
}

/// Distribution of hits and losses of each unit of a melee, side a first.
pub struct Fates(Vec<(Place, Dist<Suffered>)>);

impl Suffered {
    /// A counter for each hit, and one for each group on flank or rear. *Melee.*
    pub fn counters(&self) -> i32 {
        self.hits + self.on_flank_or_rear
    }

    /// Quantities that decide the loser.
    pub fn taken(&self) -> Taken {
        [self.losses.figures, self.counters()]
    }
}

impl Fates {
    /// Adds up the harm of the attacks on each unit, and limits its losses to the figures it has.
    pub fn of(melee: &Melee, plan: &Plan, harms: &[Dist<Harm>]) -> Self {
        let fate = |place: Place| {
            let victims = melee.unit(place).victims();
            let on_flank_or_rear = plan.groups_on_flank_or_rear(place);
            let attacks = plan.attacks.iter().zip(harms).filter(|(attack, _)| attack.on == place);
            let harm = attacks.fold(Dist::certain(Harm::default()), |sum, (_, harm)| sum.plus(harm));
            harm.map(|harm| Suffered { hits: harm.hits, on_flank_or_rear, losses: victims.lose(*harm) })
        };
        Self(melee.places().map(|place| (place, fate(place))).collect())
    }

    /// All units together.
    pub fn of_all(&self) -> Dist<Vec<Suffered>> {
        Dist::row(self.0.iter().map(|(_, fate)| fate))
    }

    /// Hits and losses of both sides.
    pub fn by_side(&self) -> Dist<(Taken, Taken)> {
        let side = |side: Side| {
            let units = self.0.iter().filter(|(place, _)| place.side == side);
            units.map(|(_, fate)| fate.map(Suffered::taken)).sum::<Dist<Taken>>()
        };
        side(Side::A).product(&side(Side::B))
    }

    /// One unit, and who has lost. Only differences decide that, so all other units are summed up as the margin between
    /// the sides, and the verdict is worked out once for each margin that the unit itself can add.
    pub fn of_one(&self, one: Place, balance: &Balance) -> Dist<(Loser, Suffered)> {
        let margins = |place: Place, fate: &Dist<Suffered>| fate.map(|fate| place.side.margin(fate.taken()));
        let (mut of_unit, mut others) = (None, Dist::certain(Taken::default()));
        for (place, fate) in &self.0 {
            if *place == one {
                of_unit = Some(fate);
            } else {
                others = others.plus(&margins(*place, fate));
            }
        }
        let Some(of_unit) = of_unit else { unreachable!("the form refuses a unit that is not there") };
        of_unit.with_keyed(
            |suffered| one.side.margin(suffered.taken()),
            |margin| others.map(|others| balance.verdict(others.plus(margin)).0),
            |suffered, loser| (*loser, *suffered),
        )
    }
}
