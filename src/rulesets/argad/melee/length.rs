//! A fight, from the longest weapon to the shortest: all who have weapons of one length strike at once.

use super::super::terms::{Fencer, Sixes};
use super::fate::Fate;
use super::pool::{Landed, Pool, RIVALS, Result as Blow, Striker, Struck};
use super::weapons::DAGGER;
use super::{Fighter, Melee, Simultaneous, modifiers};
use crate::dice::{Dice, Dist, Halt};
use std::cmp::Ordering;

/// The most opponents.
const OPPONENTS: usize = 6;

/// Everybody who fights, with what is added to each blow.
pub struct Fight<'a> {
    melee: &'a Melee,
    /// What the fighter in the middle adds against each opponent.
    one: [i32; OPPONENTS],
    /// What each friend adds against the opponent he strikes.
    friends: Vec<i32>,
    /// What each opponent adds against the fighter in the middle.
    many: Vec<i32>,
}

/// How everybody stands between one length and the next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Fates {
    /// The fighter in the middle.
    pub one: Fate,
    /// His opponents.
    pub many: [Fate; OPPONENTS],
    /// Who missed with the rapier and may strike with the dagger, as a set of bits.
    daggers: u16,
}

/// Dice of one striker at one target.
struct Group {
    pool: usize,
    striker: usize,
    dice: i32,
}

/// The pools of one length.
#[derive(Default)]
struct Moment {
    /// One for each opponent who is struck, in the order in which the dice name them; with the opponent's index.
    at_many: Vec<(usize, Pool)>,
    /// The dice of the fighter in the middle, of his friends, and of the opponents.
    groups: [Vec<Group>; 3],
    /// What is thrown at the fighter in the middle.
    at_one: Option<Pool>,
    /// Opponents who strike the fighter in the middle at the moment in which he strikes them.
    rivals: Vec<usize>,
}

/// What is known while the pools of one length are put together.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Exchange {
    fates: Fates,
    /// What lands on the fighter in the middle for sure.
    on_one: Landed,
    /// What the rivals would land on him.
    pending: [Landed; RIVALS],
}

/// The fighter in the middle.
const ONE: u16 = 1;

fn friend_bit(index: usize) -> u16 {
    2 << index
}

fn many_bit(index: usize) -> u16 {
    64 << index
}

impl<'a> Fight<'a> {
    /// The fight of a request: works out, and records, what is added to each blow.
    pub fn of(melee: &'a Melee, dice: &mut Dice) -> Self {
        let mut one = [0; OPPONENTS];
        for (nth, &target) in melee.targets().iter().enumerate() {
            let first = melee.one.strikes() && !melee.targets()[..nth].contains(&target);
            if first {
                one[target] = modifiers::sum(melee, &melee.one, &melee.many[target], dice);
            }
        }
        let friends = melee.friends.iter().map(|own| melee.sum(own, &melee.many[melee.aim(own)], dice)).collect();
        let many = melee.many.iter().map(|own| melee.sum(own, &melee.one, dice)).collect();
        Self { melee, one, friends, many }
    }

    /// What a die of the fighter in the middle comes to against an opponent.
    pub fn needs_of_one(&self, target: usize) -> Box<dyn Fn(i32) -> Blow> {
        self.results(self.one[target], &self.melee.many[target])
    }

    /// What a die of a friend comes to against whom he strikes.
    pub fn needs_of_friend(&self, index: usize) -> Box<dyn Fn(i32) -> Blow> {
        self.results(self.friends[index], &self.melee.many[self.melee.aim(&self.melee.friends[index])])
    }

    /// What a die of an opponent comes to.
    pub fn needs_of_many(&self, index: usize) -> Box<dyn Fn(i32) -> Blow> {
        self.results(self.many[index], &self.melee.one)
    }

    fn results(&self, sum: i32, target: &Fighter) -> Box<dyn Fn(i32) -> Blow> {
        let pool = self.pool("", target);
        Box::new(move |value| pool.result(value, sum))
    }

    /// Whose blow stands by class or armour, seen from the fighter in the middle, and which of the two decides.
    pub fn tie_break(&self, target: usize) -> (Ordering, &'static str) {
        let (one, other) = (&self.melee.one, &self.melee.many[target]);
        match one.melee_class().cmp(&other.melee_class()) {
            Ordering::Equal => (one.armour.cmp(&other.armour), "armour"),
            order => (order, "class"),
        }
    }

    /// Who adds more to the dice, seen from the fighter in the middle.
    pub fn sums_compared(&self, target: usize) -> Ordering {
        self.one[target].cmp(&self.many[target])
    }

    /// All who have weapons of this length, and are still in, strike at once.
    pub fn strike(&self, dice: &mut Dice, fates: &Fates, length: i32) -> Result<Dist<Fates>, Halt> {
        let moment = self.moment(fates, length);
        if moment.groups.iter().all(Vec::is_empty) {
            let daggers = if length == DAGGER { 0 } else { fates.daggers };
            return Ok(Dist::certain(Fates { daggers, ..*fates }));
        }
        let [own, friends, many] = &moment.groups;
        let mut at_many = vec![Dist::certain(Default::default()); moment.at_many.len()];
        let sort = |group: &Group, face| moment.at_many[group.pool].1.sort(group.striker, face);
        for (purpose, groups) in [("strike_one", own), ("strike_friends", friends)] {
            let thrown = dice.together(purpose, 6, &counts(groups), |group, face| sort(&groups[group], face))?;
            for (group, blows) in groups.iter().zip(&thrown) {
                at_many[group.pool] = at_many[group.pool].plus(blows);
            }
        }
        let pool = moment.at_one.as_ref();
        let sort = |group: &Group, face| pool.map(|pool| pool.sort(group.striker, face)).unwrap_or_default();
        let thrown = dice.together("strike_many", 6, &counts(many), |group, face| sort(&many[group], face))?;
        let at_one = thrown.iter().fold(Dist::certain(Default::default()), |sum, blows| sum.plus(blows));

        let single = Sixes::new(&self.melee.single_sixes, self.melee.reroll_sixes);
        let mut struck = Vec::with_capacity(at_many.len());
        for ((_, pool), blows) in moment.at_many.iter().zip(&at_many) {
            struck.push(dice.onward(blows, |dice, blows| pool.many_sixes(dice, blows, single))?);
        }
        let on_one = match pool {
            Some(pool) => dice.onward(&at_one, |dice, blows| pool.many_sixes(dice, blows, single))?,
            None => Dist::certain(Struck::default()),
        };
        Ok(self.applied(fates, length, &moment, &struck, &on_one))
    }

    /// Who strikes whom at this length.
    fn moment(&self, fates: &Fates, length: i32) -> Moment {
        let melee = self.melee;
        let mut moment = Moment { rivals: self.rivals(fates, length), ..Moment::default() };
        if self.strikes_now(&melee.one, ONE, fates, length) && fates.one.is_in() {
            let targets = melee.targets();
            let dice = if targets.len() == 1 { melee.one.dice() } else { 1 };
            for target in targets.into_iter().filter(|&target| fates.many[target].is_in()) {
                let pool = self.pool_at(target, &mut moment);
                // His dice at one target are the dice of one striker, thrown in one pool.
                if moment.at_many[pool].1.strikers.is_empty() {
                    let rival = moment.rivals.contains(&target).then_some(0);
                    let own = self.striker(&melee.one, self.one[target], ONE, length, rival, target);
                    moment.at_many[pool].1.add(own);
                }
                moment.groups[0].push(Group { pool, striker: 0, dice });
            }
        }
        for (index, friend) in melee.friends.iter().enumerate() {
            let target = melee.aim(friend);
            if self.strikes_now(friend, friend_bit(index), fates, length) && fates.many[target].is_in() {
                let pool = self.pool_at(target, &mut moment);
                let own = self.striker(friend, self.friends[index], friend_bit(index), length, None, target);
                let striker = moment.at_many[pool].1.add(own);
                moment.groups[1].push(Group { pool, striker, dice: friend.dice() });
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
        let mut pool = self.pool("reroll_many", &self.melee.one);
        for (index, own) in self.melee.many.iter().enumerate() {
            if self.strikes_now(own, many_bit(index), fates, length) && fates.many[index].is_in() {
                let rival = moment.rivals.iter().position(|&rival| rival == index);
                let striker = pool.add(self.striker(own, self.many[index], many_bit(index), length, rival, index));
                moment.groups[2].push(Group { pool: 0, striker, dice: own.dice() });
            }
        }
        moment.at_one = Some(pool);
    }

    /// The pool of the dice at one opponent: found, or begun.
    fn pool_at(&self, target: usize, moment: &mut Moment) -> usize {
        moment.at_many.iter().position(|(at, _)| *at == target).unwrap_or_else(|| {
            moment.at_many.push((target, self.pool("reroll_one", &self.melee.many[target])));
            moment.at_many.len() - 1
        })
    }

    fn pool(&self, reroll_purpose: &'static str, target: &Fighter) -> Pool {
        Pool {
            reroll_purpose,
            class: target.melee_class(),
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
        let one = &self.melee.one;
        let other = &self.melee.many[opponent];
        let rapier = own.fencer == Fencer::RapierDagger && length != DAGGER;
        Striker {
            misses: if rapier { vec![bit] } else { Vec::new() },
            // Which of two missed does matter if one of them may fall before it is his dagger's turn.
            exchangeable: !(rapier && bit >= many_bit(0) && self.is_struck_at(opponent)),
            sum,
            disorder: own.disorder,
            best_only: own.fencer == Fencer::TwoBest,
            rival,
            natural_decides: rival.is_some() && one.melee_class() == other.melee_class() && one.armour == other.armour,
        }
    }

    /// Whether anybody strikes this opponent, at this length or another.
    fn is_struck_at(&self, opponent: usize) -> bool {
        let melee = self.melee;
        melee.one.strikes() && melee.targets().contains(&opponent)
            || melee.friends.iter().any(|friend| friend.strikes() && melee.aim(friend) == opponent)
    }

    /// Whether his weapon has this length, or it is the turn of his dagger. *Melee; Exceptional strike.*
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
        let strikes_back = |index: usize| {
            fates.many[index].is_in() && self.strikes_now(&melee.many[index], many_bit(index), fates, length)
        };
        let mut rivals: Vec<usize> = melee.targets().into_iter().filter(|&target| strikes_back(target)).collect();
        rivals.sort_unstable();
        rivals.dedup();
        rivals
    }

    /// Ties are broken, then everything that still lands takes effect at once.
    fn applied(
        &self,
        fates: &Fates,
        length: i32,
        moment: &Moment,
        at_many: &[Dist<Struck>],
        on_one: &Dist<Struck>,
    ) -> Dist<Fates> {
        let daggers = if length == DAGGER { 0 } else { fates.daggers };
        let mut begun = *fates;
        begun.daggers = daggers;
        let mut exchanges = on_one.map(|struck| {
            let mut fates = begun;
            fates.daggers |= struck.missed;
            Exchange { fates, on_one: struck.sure, pending: struck.rivals }
        });
        for ((target, _), struck) in moment.at_many.iter().zip(at_many) {
            let rival = moment.rivals.iter().position(|rival| rival == target);
            exchanges =
                exchanges.with(struck, |exchange, struck| self.exchange(exchange, *target, rival, struck, length));
        }
        exchanges.map(|exchange| {
            let mut fates = exchange.fates;
            let on_one = exchange.pending.iter().fold(exchange.on_one, |sum, landed| sum.and(landed.settled()));
            fates.one.take(on_one, &self.melee.one, length);
            fates.daggers &= self.can_follow_up(&fates);
            fates
        })
    }

    /// Those for whom there is somebody left to strike, and who can still do it.
    fn can_follow_up(&self, fates: &Fates) -> u16 {
        let melee = self.melee;
        let mut able = 0;
        if fates.one.is_in() {
            let many = (0..melee.many.len()).filter(|&index| fates.many[index].is_in());
            able |= many.map(many_bit).sum::<u16>();
            let target_left = melee.targets().into_iter().any(|target| fates.many[target].is_in());
            able |= if target_left { ONE } else { 0 };
        }
        let friends = melee.friends.iter().enumerate();
        able | friends.filter(|(_, own)| fates.many[melee.aim(own)].is_in()).map(|(i, _)| friend_bit(i)).sum::<u16>()
    }

    /// What is thrown at one opponent lands, and what he throws back, unless one cancels the other.
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

    /// When two would kill each other, or make each other recoil, at the same moment, the better one's blow stands: class,
    /// armour, natural die, modifiers, in this order. *Resolution of the melee.*
    fn who_stands(&self, target: usize, own: Landed, back: Landed) -> (bool, bool) {
        if own.best() != back.best() || own.best() == Blow::Miss {
            return (true, true);
        }
        let (order, _) = self.tie_break(target);
        let order = order.then(own.natural().cmp(&back.natural())).then(self.sums_compared(target));
        (order.is_ge(), order.is_le())
    }
}

fn counts(groups: &[Group]) -> Vec<i32> {
    groups.iter().map(|group| group.dice).collect()
}

impl Melee {
    /// Whom the fighter in the middle strikes: opponents by place.
    pub fn targets(&self) -> Vec<usize> {
        self.targets.iter().filter_map(|&target| usize::try_from(target).ok()).collect()
    }

    /// Whom a friend strikes.
    pub fn aim(&self, friend: &Fighter) -> usize {
        usize::try_from(friend.aim).unwrap_or(0)
    }

    fn sum(&self, own: &Fighter, enemy: &Fighter, dice: &mut Dice) -> i32 {
        if own.strikes() { modifiers::sum(self, own, enemy, dice) } else { 0 }
    }
}
