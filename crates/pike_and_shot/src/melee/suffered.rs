//! Hits and losses of the units of a melee. Units are independent until the loser is known, so each has its own distribution. Only the
//! results that were asked for are combined.

use super::super::casualties::{Harm, Losses};
use super::attacks::{Attack, Plan};
use super::loser::{self, Balance, Loser, Taken};
use super::{Melee, UnitRef};
use rules::prelude::*;

/// Hits and losses of one unit, before the counter for losing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Suffered {
    /// Hits.
    pub hits: i32,
    /// Number of groups on the unit's flank or rear that give a counter: all of them, or only those that hit (R12).
    pub on_flank_or_rear: i32,
    /// Figures lost, no more than the unit had.
    pub losses: Losses,
}

/// Harm of some attacks on a unit, and the hits that give an extra counter. Each group rolls one die, so each hit is another group.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
struct TakenHits {
    harm: Harm,
    in_flank_or_rear: i32,
}

impl Tally for TakenHits {
    fn plus(&self, other: &Self) -> Self {
        Self { harm: self.harm.plus(&other.harm), in_flank_or_rear: self.in_flank_or_rear + other.in_flank_or_rear }
    }
}

/// Distribution of hits and losses of each unit of a melee, side a first.
pub struct SufferedDists(Vec<(UnitRef, Dist<Suffered>)>);

impl Suffered {
    /// Counters gained: one for each hit, and one for each counted group on flank or rear (R12). *Melee.*
    pub fn counters(&self) -> i32 {
        self.hits + self.on_flank_or_rear
    }

    /// Figures lost and counters gained, which decide the loser.
    pub fn taken(&self) -> Taken {
        [self.losses.figures, self.counters()]
    }
}

impl SufferedDists {
    /// Adds up the harm of the attacks on each unit, and limits the losses to the unit's figures. `harms` has one entry for each attack of the
    /// plan.
    pub fn of(melee: &Melee, plan: &Plan, harms: &[Dist<Harm>]) -> Self {
        let fate = |unit_ref: UnitRef| {
            let victims = melee.unit(unit_ref).victims();
            let attacks = plan.attacks.iter().zip(harms).filter(|(attack, _)| attack.on == unit_ref);
            let blow = |(attack, harm): (&Attack, &Dist<Harm>)| {
                let counts_hits = attack.on_flank_or_rear && melee.flank_counters_need_hits();
                harm.map(|harm| TakenHits { harm: *harm, in_flank_or_rear: if counts_hits { harm.hits } else { 0 } })
            };
            let struck = attacks.map(blow).fold(Dist::certain(TakenHits::default()), |sum, blow| sum.plus(&blow));
            let certain = if melee.flank_counters_need_hits() { 0 } else { plan.groups_on_flank_or_rear(unit_ref) };
            struck.map(|struck| Suffered {
                hits: struck.harm.hits,
                on_flank_or_rear: certain + struck.in_flank_or_rear,
                losses: victims.lose(struck.harm),
            })
        };
        Self(melee.unit_refs().map(|unit_ref| (unit_ref, fate(unit_ref))).collect())
    }

    /// Joint distribution of all units, side a first.
    pub fn of_all(&self) -> Dist<Vec<Suffered>> {
        Dist::joint(self.0.iter().map(|(_, fate)| fate))
    }

    /// Joint distribution of the totals of both sides.
    pub fn by_side(&self) -> Dist<(Taken, Taken)> {
        let side = |side: Side| {
            let units = self.0.iter().filter(|(unit_ref, _)| unit_ref.side == side);
            units.map(|(_, fate)| fate.map(Suffered::taken)).sum::<Dist<Taken>>()
        };
        side(Side::A).product(&side(Side::B))
    }

    /// Joint distribution of the loser and one unit's results. Only differences between the sides decide the loser, so the results of the
    /// other units are added up to one margin. The verdict is computed once for each margin that the unit can add.
    pub fn of_one(&self, one: UnitRef, balance: &Balance) -> Dist<(Loser, Suffered)> {
        let margins =
            |unit_ref: UnitRef, fate: &Dist<Suffered>| fate.map(|fate| loser::margin(unit_ref.side, fate.taken()));
        let (mut of_unit, mut others) = (None, Dist::certain(Taken::default()));
        for (unit_ref, fate) in &self.0 {
            if *unit_ref == one {
                of_unit = Some(fate);
            } else {
                others = others.plus(&margins(*unit_ref, fate));
            }
        }
        let Some(of_unit) = of_unit else { unreachable!("the form refuses a unit that is not there") };
        of_unit.with_keyed(
            |suffered| loser::margin(one.side, suffered.taken()),
            |margin| others.map(|others| balance.verdict(others.plus(margin)).0),
            |suffered, loser| (*loser, *suffered),
        )
    }
}
