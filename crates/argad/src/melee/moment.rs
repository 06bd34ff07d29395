//! Blows of one length: strikers and targets.

use super::super::rulings::{MeleeSixes, Simultaneous};
use super::super::terms::Fencer;
use super::super::terms::weapons::{BARE_HANDS, DAGGER};
use super::Fighter;
use super::length::{Fates, Fight};
use super::pool::{BlowWords, Pool, Striker};
use rules::prelude::*;

/// Identity of a pool: everything that its result depends on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Who {
    /// Length of the weapons.
    pub length: i32,
    /// The opponent who is struck; `None`: the fighter in the middle.
    pub target: Option<usize>,
    /// Bits of the strikers.
    pub strikers: u16,
    /// Bits of the opponents who are rivals.
    pub rivals: u16,
}

/// Dice of one striker at one target.
pub struct Group {
    /// The pool, among those of the moment.
    pub pool: usize,
    /// The striker in that pool.
    pub striker: usize,
    /// Place of the striker among the friends or the opponents.
    pub fighter: usize,
    /// Number of dice.
    pub dice: i32,
}

/// The pools of one length.
#[derive(Default)]
pub struct Moment {
    /// One for each opponent who is struck, in the order in which the dice name them; or one for each striker too (R38).
    pub at_many: Vec<(Who, Pool)>,
    /// The dice of the fighter in the middle, of his friends, and of the opponents.
    pub groups: [Vec<Group>; 3],
    /// Pools at the fighter in the middle: one, or one for each opponent (R38).
    pub at_one: Vec<(Who, Pool)>,
    /// Opponents who strike the fighter in the middle at the moment in which he strikes them.
    pub rivals: Vec<usize>,
}

/// The bit of the fighter in the middle.
pub const ONE: u16 = 1;

/// The bit of a friend.
pub fn friend_bit(index: usize) -> u16 {
    2 << index
}

/// The bit of an opponent.
pub fn many_bit(index: usize) -> u16 {
    64 << index
}

impl Moment {
    /// The pools, those at the opponents first.
    pub fn pools(&self) -> impl Iterator<Item = &(Who, Pool)> {
        self.at_many.iter().chain(&self.at_one)
    }
}

impl Fight<'_> {
    /// Gathers the blows of this length.
    pub fn moment(&self, fates: &Fates, length: i32) -> Moment {
        let melee = self.melee;
        let mut moment = Moment { rivals: self.rivals(fates, length), ..Moment::default() };
        if self.strikes_now(&melee.one, ONE, fates, length) && fates.one.is_in() {
            let dice = if melee.targets.len() == 1 { melee.one.dice() } else { 1 };
            for target in melee.targets().filter(|&target| fates.many[target].is_in()) {
                let pool = self.pool_at(target, length, ONE, &mut moment);
                // His dice at one target are the dice of one striker, rolled in one pool.
                if moment.at_many[pool].1.strikers.is_empty() {
                    let rival = moment.rivals.contains(&target).then_some(0);
                    let own = self.striker(&melee.one, self.one[target], ONE, length, rival, target);
                    moment.at_many[pool].1.add(own);
                }
                moment.groups[0].push(Group { pool, striker: 0, fighter: 0, dice });
            }
        }
        for (index, friend) in melee.friends.iter().enumerate() {
            let target = friend.aim;
            if self.strikes_now(friend, friend_bit(index), fates, length) && fates.many[target].is_in() {
                let pool = self.pool_at(target, length, friend_bit(index), &mut moment);
                let own = self.striker(friend, self.friends[index], friend_bit(index), length, None, target);
                let striker = moment.at_many[pool].1.add(own);
                moment.groups[1].push(Group { pool, striker, fighter: index, dice: friend.dice() });
            }
        }
        self.add_many(fates, length, &mut moment);
        moment
    }

    /// The opponents who strike the fighter in the middle.
    fn add_many(&self, fates: &Fates, length: i32, moment: &mut Moment) {
        if !fates.one.is_in() {
            return;
        }
        let rivals = moment.rivals.iter().map(|rival| many_bit(*rival)).sum();
        for (index, own) in self.melee.many.iter().enumerate() {
            if self.strikes_now(own, many_bit(index), fates, length) && fates.many[index].is_in() {
                let rival = moment.rivals.iter().position(|&rival| rival == index);
                if moment.at_one.is_empty() || !self.sixes_count_together() {
                    let who = Who { length, rivals, ..Who::default() };
                    moment.at_one.push((who, self.pool("reroll_many", &self.melee.one, length)));
                }
                let place = moment.at_one.len() - 1;
                let (who, pool) = &mut moment.at_one[place];
                let striker = pool.add(self.striker(own, self.many[index], many_bit(index), length, rival, index));
                who.strikers |= many_bit(index);
                moment.groups[2].push(Group {
                    pool: moment.at_many.len() + place,
                    striker,
                    fighter: index,
                    dice: own.dice(),
                });
            }
        }
    }

    /// True if all who strike one enemy at one moment share a pool of sixes (R38).
    fn sixes_count_together(&self) -> bool {
        self.melee.rulings.r38_melee_sixes == MeleeSixes::Pooled
    }

    /// The pool of the dice at one opponent: found, or begun.
    fn pool_at(&self, target: usize, length: i32, striker: u16, moment: &mut Moment) -> usize {
        let shared = |who: &Who| self.sixes_count_together() || who.strikers == striker;
        let found = moment.at_many.iter().position(|(who, _)| who.target == Some(target) && shared(who));
        let place = found.unwrap_or_else(|| {
            let rivals = if moment.rivals.contains(&target) { many_bit(target) } else { 0 };
            let who = Who { length, target: Some(target), strikers: 0, rivals };
            moment.at_many.push((who, self.pool("reroll_one", &self.melee.many[target], length)));
            moment.at_many.len() - 1
        });
        moment.at_many[place].0.strikers |= striker;
        place
    }

    /// A pool at this target, without strikers.
    pub fn pool(&self, reroll_purpose: &'static str, target: &Fighter, length: i32) -> Pool {
        Pool {
            reroll_purpose,
            words: BlowWords::of(target, length),
            class: target.class_against_blows(),
            protection: target.protection(self.melee.rulings.r3_half_armour),
            strikers: Vec::new(),
        }
    }

    /// `opponent` is the one of `many` who strikes or is struck.
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
            // Which of two missed does matter if one of them may fall before it is his dagger's turn.
            exchangeable: !(rapier && bit >= many_bit(0) && self.is_aimed_at(opponent)),
            sum,
            disorder: own.disorder,
            best_only: own.fencer == Fencer::TwoBest,
            rival,
            natural_decides: rival.is_some_and(|_| self.tie_break(opponent).0.is_eq()),
        }
    }

    /// True if this opponent is aimed at, at any length.
    fn is_aimed_at(&self, opponent: usize) -> bool {
        let melee = self.melee;
        let aims = melee.friends.iter().map(|friend| friend.aim);
        melee.targets().chain(aims).any(|target| target == opponent)
    }

    /// True if his weapon has this length, or if his dagger follows now. *Melee; Exceptional strike.*
    fn strikes_now(&self, own: &Fighter, bit: u16, fates: &Fates, length: i32) -> bool {
        let dagger = length == DAGGER && fates.daggers & bit != 0;
        own.strikes() && (own.length(self.melee.formal_duel) == length || dagger)
    }

    /// The opponents with whom the fighter in the middle exchanges blows at this length.
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
    /// Effect on a target of weapons of a length. *Melee (bare hands); Resolution of the melee; Wound healing.*
    pub fn of(target: &Fighter, length: i32) -> Self {
        let kill = match target.life_points {
            _ if length == BARE_HANDS => term("stuns"),
            2.. => term("wounds"),
            _ => term("kills"),
        };
        Self { kill, recoil: if target.cannot_recoil { term("corners") } else { term("drives back") } }
    }
}
