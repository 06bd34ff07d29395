//! A fight, from the longest weapons to the shortest. Fighters with weapons of the same length strike at the same moment.

use super::super::terms::weapons::{BARE_HANDS, DAGGER, PIKE};
use super::super::terms::{Fencer, Sixes};
use super::fate::Fate;
use super::moment::{Moment, ONE, PoolKey, friend_bit, many_bit};
use super::pool::{BlowResult, Blows, Landed, Pool, RIVALS, Struck};
use super::{Fighter, Melee, modifiers};
use crate::ids::roles;
use rules::dice::Memo;
use rules::prelude::*;
use std::cmp::Ordering;
use std::rc::Rc;

/// Most opponents of one fighter.
pub const OPPONENTS: usize = 6;

/// All fighters, and the sum of modifiers of each blow.
pub struct Fight<'a> {
    /// The request.
    pub melee: &'a Melee,
    /// Modifiers of the fighter at the centre against each opponent.
    pub one: [i32; OPPONENTS],
    /// Modifiers of each friend against the opponent that the friend strikes.
    pub friends: Vec<i32>,
    /// Modifiers of each opponent against the fighter at the centre.
    pub many: Vec<i32>,
    /// Cache of the results of pools.
    known: Memo<PoolKey, Struck>,
}

/// State of all fighters between two lengths.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fates {
    /// State of the fighter at the centre.
    pub one: Fate,
    /// States of the opponents.
    pub many: [Fate; OPPONENTS],
    /// Bits of the fighters who missed with the rapier and may now strike with the dagger.
    pub daggers: u16,
}

/// State while the pools of one length are combined.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Exchange {
    fates: Fates,
    /// Blows on the fighter at the centre that no tie can cancel.
    on_one: Landed,
    /// Blows of rivals on the fighter at the centre, before ties are broken.
    pending: [Landed; RIVALS],
}

impl<'a> Fight<'a> {
    /// Computes and records the modifiers of each blow of a request.
    pub fn of(melee: &'a Melee, dice: &mut Dice) -> Self {
        melee.record_own(dice);
        let mut one = [0; OPPONENTS];
        for (nth, target) in melee.targets().enumerate() {
            let first = melee.one.strikes() && melee.targets().take(nth).all(|earlier| earlier != target);
            if first {
                one[target] = dice
                    .with_owner(roles::ONE, None, |dice| modifiers::sum(melee, &melee.one, &melee.many[target], dice));
            }
        }
        let friends = melee.friends.iter().enumerate().map(|(nth, friend)| {
            dice.with_owner(roles::FRIENDS, Some(nth), |dice| melee.sum(friend, &melee.many[friend.aim], dice))
        });
        let friends = friends.collect();
        let many = melee.many.iter().enumerate();
        let many = many
            .map(|(nth, fighter)| dice.with_owner(roles::MANY, Some(nth), |dice| melee.sum(fighter, &melee.one, dice)));
        let many = many.collect();
        Self { melee, one, friends, many, known: Memo::default() }
    }

    /// Returns a function from the value of a die to its result, for blows of the fighter at the centre at an opponent.
    pub fn needs_of_one(&self, target: usize) -> Box<dyn Fn(i32) -> BlowResult> {
        self.results(self.one[target], &self.melee.many[target])
    }

    /// Returns a function from the value of a die to its result, for blows of a friend.
    pub fn needs_of_friend(&self, index: usize) -> Box<dyn Fn(i32) -> BlowResult> {
        self.results(self.friends[index], &self.melee.many[self.melee.friends[index].aim])
    }

    /// Returns a function from the value of a die to its result, for blows of an opponent at the fighter at the centre.
    pub fn needs_of_many(&self, index: usize) -> Box<dyn Fn(i32) -> BlowResult> {
        self.results(self.many[index], &self.melee.one)
    }

    fn results(&self, sum: i32, target: &Fighter) -> Box<dyn Fn(i32) -> BlowResult> {
        let pool = self.pool("", target, 0);
        Box::new(move |value| pool.result(value, sum))
    }

    /// Compares the class, then the armour, of the fighter at the centre with an opponent's. Also returns the word for the one that decides.
    pub fn tie_break(&self, target: usize) -> (Ordering, &'static str) {
        let (one, other) = (&self.melee.one, &self.melee.many[target]);
        match one.melee_class().cmp(&other.melee_class()) {
            Ordering::Equal => (one.armour.cmp(&other.armour), term("armour")),
            order => (order, term("class")),
        }
    }

    /// Compares the sum of modifiers of the fighter at the centre with an opponent's.
    pub fn sums_compared(&self, target: usize) -> Ordering {
        self.one[target].cmp(&self.many[target])
    }

    /// Lengths at which any fighter can strike, the longest first.
    pub fn lengths(&self) -> impl Iterator<Item = i32> {
        let melee = self.melee;
        let all = std::iter::once(&melee.one).chain(&melee.friends).chain(&melee.many);
        // One bit for each length. A dagger follows a rapier.
        let lengths = all.filter(|fighter| fighter.strikes()).fold(0, |lengths, fighter| {
            let dagger = if fighter.fencer == Fencer::RapierDagger { 1 << DAGGER } else { 0 };
            lengths | 1 << fighter.length(melee.formal_duel) | dagger
        });
        (BARE_HANDS..=PIKE).rev().filter(move |length| lengths & 1 << length != 0)
    }

    /// Resolves the blows of all fighters with weapons of this length who are still in the fight.
    pub fn strike(&self, dice: &mut Dice, fates: &Fates, length: i32) -> Result<Dist<Fates>, Halt> {
        let moment = self.moment(fates, length);
        if moment.groups.iter().all(Vec::is_empty) {
            return Ok(Dist::certain(*fates));
        }
        let who: Vec<PoolKey> = moment.pools().map(|(who, _)| *who).collect();
        let pools = dice.memoised(&self.known, &who, |dice| self.roll(dice, &moment))?;
        Ok(self.applied(fates, length, &moment, &pools))
    }

    /// Rolls all dice of one length, and counts several sixes.
    fn roll(&self, dice: &mut Dice, moment: &Moment) -> Result<Vec<Dist<Struck>>, Halt> {
        let [own, friends, many] = &moment.groups;
        let pools: Vec<&(PoolKey, Pool)> = moment.pools().collect();
        let mut blows = vec![Dist::certain(Blows::default()); pools.len()];
        let (ours, theirs) = (Whose::Own, Whose::Enemy);
        let rolls = [("strike_one", own, ours), ("strike_friends", friends, ours), ("strike_many", many, theirs)];
        for (purpose, groups, whose) in rolls.into_iter().filter(|(_, groups, _)| !groups.is_empty()) {
            let counts: Vec<i32> = groups.iter().map(|group| group.dice).collect();
            let at = |group: usize| (&pools[groups[group].pool].1, groups[group].striker);
            let sort = |group: usize, face| at(group).0.sort(at(group).1, face);
            let rolled = dice.rolled_by(whose, |dice| {
                let rolled = dice.roll_groups(purpose, 6, &counts, sort);
                let owner = |group: usize| owner(purpose, groups[group].fighter);
                dice.record_luck_of_groups(&counts, &owner, &|group, face| at(group).0.strikes_home(at(group).1, face));
                dice.record_meanings_of_groups(&counts, &|group, face| at(group).0.meaning(at(group).1, face));
                rolled
            })?;
            for (group, own) in groups.iter().zip(&rolled) {
                blows[group.pool] = blows[group.pool].plus(own);
            }
        }
        let single = Sixes::new(&self.melee.single_sixes, self.melee.reroll_sixes);
        let mut struck = Vec::with_capacity(pools.len());
        for ((who, pool), blows) in pools.into_iter().zip(&blows) {
            let whose = if who.target.is_some() { ours } else { theirs };
            let onward = |dice: &mut Dice| dice.and_then(blows, |dice, blows| pool.many_sixes(dice, blows, single));
            struck.push(dice.rolled_by(whose, onward)?);
        }
        Ok(struck)
    }

    /// Breaks ties, then applies all blows that still count at the same moment.
    fn applied(&self, fates: &Fates, length: i32, moment: &Moment, pools: &[Rc<Dist<Struck>>]) -> Dist<Fates> {
        let mut begun = *fates;
        begun.daggers = if length == DAGGER { 0 } else { fates.daggers };
        let begun = Exchange { fates: begun, on_one: Landed::default(), pending: Default::default() };
        let (at_many, at_one) = pools.split_at(moment.at_many.len().min(pools.len()));
        let on_one = at_one.iter().fold(None, |sum, struck| Some(both(sum, struck)));
        let mut exchanges = match on_one {
            Some(on_one) => on_one.map(|struck| {
                let mut fates = begun.fates;
                fates.daggers |= struck.missed;
                Exchange { fates, on_one: struck.sure, pending: struck.rivals }
            }),
            None => Dist::certain(begun),
        };
        // Blows on one opponent at one moment land together, even if each striker has their own pool (R38).
        let mut on_many: Vec<(usize, Rc<Dist<Struck>>)> = Vec::new();
        for ((who, _), struck) in moment.at_many.iter().zip(at_many) {
            let Some(target) = who.target else { continue };
            match on_many.iter_mut().find(|(known, _)| *known == target) {
                Some((_, sum)) => *sum = both(Some(Rc::clone(sum)), struck),
                None => on_many.push((target, Rc::clone(struck))),
            }
        }
        for (target, struck) in on_many {
            let rival = moment.rivals.iter().position(|rival| *rival == target);
            exchanges =
                exchanges.with(&struck, |exchange, struck| self.exchange(exchange, target, rival, struck, length));
        }
        exchanges.map(|exchange| {
            let mut fates = exchange.fates;
            let on_one = exchange.pending.iter().fold(exchange.on_one, |sum, landed| sum.and(landed.settled()));
            fates.one.take(on_one, &self.melee.one, length);
            fates.daggers &= self.can_follow_up(&fates);
            fates
        })
    }

    /// Bits of the fighters who can still strike and have somebody left to strike.
    fn can_follow_up(&self, fates: &Fates) -> u16 {
        let melee = self.melee;
        let in_the_middle = fates.one.is_in();
        let one = melee.targets().any(|target| fates.many[target].is_in()).then_some(ONE);
        let many = (0..melee.many.len()).filter(|&index| fates.many[index].is_in()).map(many_bit);
        let friends = melee.friends.iter().enumerate();
        let friends = friends.filter(|(_, friend)| fates.many[friend.aim].is_in()).map(|(index, _)| friend_bit(index));
        one.into_iter().chain(many).filter(|_| in_the_middle).chain(friends).sum()
    }

    /// Applies the blows at one opponent, and this opponent's blows at the fighter at the centre. In a tie, one of them may cancel the other.
    fn exchange(
        &self,
        before: &Exchange,
        target: usize,
        rival: Option<usize>,
        struck: &Struck,
        length: i32,
    ) -> Exchange {
        let mut after = *before;
        let mut landed = struck.sure;
        if let Some(rival) = rival {
            let (own, back) = (struck.rivals[0], before.pending[rival]);
            let (own_stands, back_stands) = self.who_stands(target, own, back);
            after.pending[rival] = Landed::default();
            if own_stands {
                landed = landed.and(own.settled());
            }
            if back_stands {
                after.on_one = after.on_one.and(back.settled());
            }
        }
        after.fates.daggers |= struck.missed;
        after.fates.many[target].take(landed, &self.melee.many[target], length);
        after
    }

    /// Returns whether the fighter's blow counts, and whether the opponent's does. If both would kill, or both drive back, only the better blow
    /// counts. Class, armour, natural die and modifiers decide, in this order. Both count if nothing decides. *Resolution of the melee.*
    fn who_stands(&self, target: usize, own: Landed, back: Landed) -> (bool, bool) {
        if own.best() != back.best() || own.best() == BlowResult::Miss {
            return (true, true);
        }
        let (order, _) = self.tie_break(target);
        let order = order.then(own.natural().cmp(&back.natural())).then(self.sums_compared(target));
        (order.is_ge(), order.is_le())
    }
}

/// Combines two pools at one target.
fn both(one: Option<Rc<Dist<Struck>>>, other: &Rc<Dist<Struck>>) -> Rc<Dist<Struck>> {
    match one {
        Some(one) => Rc::new(one.with(other, Struck::and)),
        None => Rc::clone(other),
    }
}

impl Melee {
    /// Indexes of the opponents that the fighter at the centre strikes.
    pub fn targets(&self) -> impl Iterator<Item = usize> {
        self.targets.iter().copied()
    }

    /// Records the players' own modifiers, each with its fighter as owner.
    fn record_own(&self, dice: &mut Dice) {
        dice.with_owner(roles::ONE, None, |dice| self.one.own.record(dice));
        for (list, fighters) in [(roles::FRIENDS, &self.friends), (roles::MANY, &self.many)] {
            for (nth, fighter) in fighters.iter().enumerate() {
                dice.with_owner(list, Some(nth), |dice| fighter.own.record(dice));
            }
        }
    }

    fn sum(&self, own: &Fighter, enemy: &Fighter, dice: &mut Dice) -> i32 {
        if own.strikes() { modifiers::sum(self, own, enemy, dice) } else { 0 }
    }
}

/// Path of a striker in the input.
fn owner(purpose: &str, place: usize) -> String {
    match purpose {
        "strike_one" => roles::ONE.to_owned(),
        "strike_friends" => format!("{}[{place}]", roles::FRIENDS),
        _ => format!("{}[{place}]", roles::MANY),
    }
}
