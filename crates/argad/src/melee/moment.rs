//! Blows of one length: strikers and targets.

use super::super::rulings::{MeleeSixes, Simultaneous};
use super::super::terms::Fencer;
use super::super::terms::weapons::{BARE_HANDS, DAGGER};
use super::Fighter;
use super::length::{Fates, Fight};
use super::pool::{BlowWords, Pool, Striker};
use rules::prelude::*;

/// Cache key of a pool: everything that its result depends on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct PoolKey {
    /// Length of the weapons.
    pub length: i32,
    /// Index of the opponent who is struck; `None` for the fighter at the centre.
    pub target: Option<usize>,
    /// Bits of the strikers.
    pub strikers: u16,
    /// Bits of the opponents who are rivals, so that blows may cancel each other.
    pub rivals: u16,
}

/// Dice of one striker at one target.
pub struct StrikerDice {
    /// Index of the pool among those of the moment.
    pub pool: usize,
    /// Index of the striker in that pool.
    pub striker: usize,
    /// Index of the striker among the friends or the opponents.
    pub fighter: usize,
    /// Number of dice.
    pub dice: i32,
}

/// Pools of one length.
#[derive(Default)]
pub struct Moment {
    /// Pools at opponents, in the order of their dice: one for each opponent who is struck, or one for each of the strikers (R38).
    pub at_many: Vec<(PoolKey, Pool)>,
    /// Dice of the fighter at the centre, of friends, and of opponents.
    pub groups: [Vec<StrikerDice>; 3],
    /// Pools at the fighter at the centre: one, or one for each opponent (R38).
    pub at_one: Vec<(PoolKey, Pool)>,
    /// Opponents who strike the fighter at the centre at the same moment as the fighter strikes them.
    pub rivals: Vec<usize>,
}

/// Bit of the fighter at the centre.
pub const ONE: u16 = 1;

/// Bit of a friend.
pub fn friend_bit(index: usize) -> u16 {
    2 << index
}

/// Bit of an opponent.
pub fn many_bit(index: usize) -> u16 {
    64 << index
}

impl Moment {
    /// All pools, those at opponents first.
    pub fn pools(&self) -> impl Iterator<Item = &(PoolKey, Pool)> {
        self.at_many.iter().chain(&self.at_one)
    }
}

impl Fight<'_> {
    /// Collects the blows of this length.
    pub fn moment(&self, fates: &Fates, length: i32) -> Moment {
        let melee = self.melee;
        let mut moment = Moment { rivals: self.rivals(fates, length), ..Moment::default() };
        if self.strikes_now(&melee.one, ONE, fates, length) && fates.one.is_in() {
            let dice = if melee.targets.len() == 1 { melee.one.dice() } else { 1 };
            for target in melee.targets().filter(|&target| fates.many[target].is_in()) {
                let pool = self.pool_at(target, length, ONE, &mut moment);
                // All dice of the fighter at one target belong to one striker in one pool.
                if moment.at_many[pool].1.strikers.is_empty() {
                    let rival = moment.rivals.contains(&target).then_some(0);
                    let striker = self.striker(&melee.one, self.one[target], ONE, length, rival, target);
                    moment.at_many[pool].1.add(striker);
                }
                moment.groups[0].push(StrikerDice { pool, striker: 0, fighter: 0, dice });
            }
        }
        for (index, friend) in melee.friends.iter().enumerate() {
            let target = friend.aim;
            if self.strikes_now(friend, friend_bit(index), fates, length) && fates.many[target].is_in() {
                let pool = self.pool_at(target, length, friend_bit(index), &mut moment);
                let striker = self.striker(friend, self.friends[index], friend_bit(index), length, None, target);
                let striker = moment.at_many[pool].1.add(striker);
                moment.groups[1].push(StrikerDice { pool, striker, fighter: index, dice: friend.dice() });
            }
        }
        self.add_many(fates, length, &mut moment);
        moment
    }

    /// Adds the opponents who strike the fighter at the centre.
    fn add_many(&self, fates: &Fates, length: i32, moment: &mut Moment) {
        if !fates.one.is_in() {
            return;
        }
        let rivals = moment.rivals.iter().map(|rival| many_bit(*rival)).sum();
        for (index, opponent) in self.melee.many.iter().enumerate() {
            if self.strikes_now(opponent, many_bit(index), fates, length) && fates.many[index].is_in() {
                let rival = moment.rivals.iter().position(|&rival| rival == index);
                if moment.at_one.is_empty() || !self.sixes_count_together() {
                    let who = PoolKey { length, rivals, ..PoolKey::default() };
                    moment.at_one.push((who, self.pool("reroll_many", &self.melee.one, length)));
                }
                let place = moment.at_one.len() - 1;
                let (who, pool) = &mut moment.at_one[place];
                let striker = pool.add(self.striker(opponent, self.many[index], many_bit(index), length, rival, index));
                who.strikers |= many_bit(index);
                moment.groups[2].push(StrikerDice {
                    pool: moment.at_many.len() + place,
                    striker,
                    fighter: index,
                    dice: opponent.dice(),
                });
            }
        }
    }

    /// True if all who strike one enemy at one moment share a pool of sixes (R38).
    fn sixes_count_together(&self) -> bool {
        self.melee.rulings.r38_melee_sixes == MeleeSixes::Pooled
    }

    /// Returns the index of the pool at an opponent, and adds the pool if necessary.
    fn pool_at(&self, target: usize, length: i32, striker: u16, moment: &mut Moment) -> usize {
        let shared = |who: &PoolKey| self.sixes_count_together() || who.strikers == striker;
        let found = moment.at_many.iter().position(|(who, _)| who.target == Some(target) && shared(who));
        let place = found.unwrap_or_else(|| {
            let rivals = if moment.rivals.contains(&target) { many_bit(target) } else { 0 };
            let who = PoolKey { length, target: Some(target), strikers: 0, rivals };
            moment.at_many.push((who, self.pool("reroll_one", &self.melee.many[target], length)));
            moment.at_many.len() - 1
        });
        moment.at_many[place].0.strikers |= striker;
        place
    }

    /// Returns a pool at this target, without strikers.
    pub fn pool(&self, reroll_purpose: &'static str, target: &Fighter, length: i32) -> Pool {
        Pool {
            reroll_purpose,
            words: BlowWords::of(target, length),
            class: target.class_against_blows(),
            protection: target.protection(self.melee.rulings.r3_half_armour),
            strikers: Vec::new(),
        }
    }

    /// Returns a striker. `opponent` is the index in `many` of the opponent who strikes or is struck.
    fn striker(
        &self,
        own: &Fighter,
        sum: i32,
        bit: u16,
        length: i32,
        rival: Option<usize>,
        opponent: usize,
    ) -> Striker {
        let rapier = own.fencer == Fencer::RapierDagger && length != DAGGER;
        Striker {
            misses: if rapier { vec![bit] } else { Vec::new() },
            // Opponents who may fall before the dagger strikes are not interchangeable: it matters which of them missed.
            exchangeable: !(rapier && bit >= many_bit(0) && self.is_aimed_at(opponent)),
            sum,
            disorder: own.disorder,
            best_only: own.fencer == Fencer::TwoBest,
            rival,
            natural_decides: rival.is_some_and(|_| self.tie_break(opponent).0.is_eq()),
        }
    }

    /// True if anybody strikes this opponent, at any length.
    fn is_aimed_at(&self, opponent: usize) -> bool {
        let melee = self.melee;
        let aims = melee.friends.iter().map(|friend| friend.aim);
        melee.targets().chain(aims).any(|target| target == opponent)
    }

    /// True if the fighter strikes at this length: with the weapon in hand, or with a dagger after a missed rapier. *Melee; Exceptional strike.*
    fn strikes_now(&self, own: &Fighter, bit: u16, fates: &Fates, length: i32) -> bool {
        let dagger = length == DAGGER && fates.daggers & bit != 0;
        own.strikes() && (own.length(self.melee.formal_duel) == length || dagger)
    }

    /// Indexes of the opponents with whom the fighter at the centre exchanges blows at this length.
    fn rivals(&self, fates: &Fates, length: i32) -> Vec<usize> {
        let melee = self.melee;
        let both = melee.rulings.r4_simultaneous == Simultaneous::Both;
        if both || !fates.one.is_in() || !self.strikes_now(&melee.one, ONE, fates, length) {
            return Vec::new();
        }
        let strikes_back = |index: usize| self.strikes_now(&melee.many[index], many_bit(index), fates, length);
        let mut rivals: Vec<usize> = melee.targets().filter(|&target| strikes_back(target)).collect();
        rivals.sort_unstable();
        rivals.dedup();
        rivals
    }
}

impl BlowWords {
    /// Effect of blows of this length on a target, in words. *Melee (bare hands); Resolution of the melee; Wound healing.*
    pub fn of(target: &Fighter, length: i32) -> Self {
        let kill = match target.life_points {
            _ if length == BARE_HANDS => term("stuns"),
            2.. => term("wounds"),
            _ => term("kills"),
        };
        Self { kill, recoil: if target.cannot_recoil { term("corners") } else { term("drives back") } }
    }
}
