//! Dice rolled at one target at one moment: the result of each die, and the value of several sixes. *Resolution of the melee; rules of
//! many sixes.*

use super::super::terms::Sixes;
use rules::prelude::*;
use std::cmp::Reverse;

/// Most strikers in one pool.
const STRIKERS: usize = 9;
/// Most strikers whose blows are counted separately: rivals, and fencers whose best die alone counts.
const APART: usize = 7;
/// Most rivals: strikers whose blows and the target's may cancel each other.
pub const RIVALS: usize = 3;
/// From this value on, a blow kills through any armour.
const ALWAYS_KILLS: i32 = 8;

/// Dice rolled at one target at one moment.
pub struct Pool {
    /// Purpose of the roll when a six is rolled again.
    pub reroll_purpose: &'static str,
    /// Melee class of the target.
    pub class: i32,
    /// Armour of the target, as a number.
    pub protection: i32,
    /// Effects of blows on the target, in words.
    pub words: BlowWords,
    /// Strikers, in the order of their dice.
    pub strikers: Vec<Striker>,
}

/// Effects of blows on a target, in words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BlowWords {
    /// A blow that exceeds class and armour.
    pub kill: &'static str,
    /// A blow that equals the class, or does not exceed the armour.
    pub recoil: &'static str,
}

/// A striker, or several whose dice are interchangeable.
pub struct Striker {
    /// Bits of strikers with a rapier, whose dagger follows a miss; empty for other strikers.
    pub misses: Vec<u16>,
    /// True if it does not matter which of several equal strikers missed.
    pub exchangeable: bool,
    /// Sum of the modifiers.
    pub sum: i32,
    /// True if sixes of these strikers never count more than 6.
    pub disorder: bool,
    /// True if only the striker's best die counts.
    pub best_only: bool,
    /// Index among the rivals, if the target strikes back at the same moment.
    pub rival: Option<usize>,
    /// True if the natural value of the best die can decide a tie with the target.
    pub natural_decides: bool,
}

/// Result of one die.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum BlowResult {
    /// No effect.
    Miss,
    /// The target is driven back.
    Recoil,
    /// The target is out, or loses a life point.
    Kill,
}

/// Combined result of several dice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Landed {
    /// Dice that kill, at most 2, because nobody has more than two life points.
    kills: u8,
    /// True if no die kills, but one drives the target back.
    recoil: bool,
    /// Natural value of the best die, if it can decide a tie.
    natural: u8,
}

/// Results of dice before several sixes are counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Blows {
    /// Natural sixes that may count more, by striker.
    sixes: [u8; STRIKERS],
    /// Combined results of the other dice, except those counted separately.
    together: Landed,
    /// Results of the other dice of each striker who is counted separately.
    apart: [Landed; APART],
    /// Dice that miss, by striker; 0 for strikers without a dagger to follow.
    missed: [u8; STRIKERS],
}

/// Result of a pool after several sixes are counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Struck {
    /// Results that no tie can cancel.
    pub sure: Landed,
    /// Results of each rival.
    pub rivals: [Landed; RIVALS],
    /// Bits of the strikers who missed with a rapier, so that the dagger follows.
    pub missed: u16,
}

impl Landed {
    fn of(result: BlowResult, natural: i32) -> Self {
        match result {
            BlowResult::Miss => Self::default(),
            BlowResult::Recoil => Self { recoil: true, natural: u8::try_from(natural).unwrap_or(0), ..Self::default() },
            BlowResult::Kill => Self { kills: 1, recoil: false, natural: u8::try_from(natural).unwrap_or(0) },
        }
    }

    /// Best result of the dice.
    pub fn best(self) -> BlowResult {
        match (self.kills, self.recoil) {
            (1.., _) => BlowResult::Kill,
            (0, true) => BlowResult::Recoil,
            (0, false) => BlowResult::Miss,
        }
    }

    /// Number of dice that kill: 0, 1, or 2 for two or more.
    pub fn kills(self) -> u8 {
        self.kills
    }

    /// Natural value of the best die, if it can decide a tie.
    pub fn natural(self) -> u8 {
        self.natural
    }

    /// Drops the natural value, once no tie is left to decide.
    #[must_use]
    pub fn settled(self) -> Self {
        Self { natural: 0, ..self }
    }

    /// Combines two results.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        let natural = match self.best().cmp(&other.best()) {
            std::cmp::Ordering::Greater => self.natural,
            std::cmp::Ordering::Less => other.natural,
            std::cmp::Ordering::Equal => self.natural.max(other.natural),
        };
        let kills = (self.kills + other.kills).min(2);
        Self { kills, recoil: kills == 0 && (self.recoil || other.recoil), natural }
    }

    /// Keeps only the best die.
    fn best_only(self) -> Self {
        Self { kills: self.kills.min(1), ..self }
    }
}

impl Struck {
    /// Combines two pools at one target.
    #[must_use]
    pub fn and(&self, other: &Self) -> Self {
        Self {
            sure: self.sure.and(other.sure),
            rivals: std::array::from_fn(|rival| self.rivals[rival].and(other.rivals[rival])),
            missed: self.missed | other.missed,
        }
    }
}

impl Tally for Blows {
    fn plus(&self, other: &Self) -> Self {
        Self {
            sixes: std::array::from_fn(|i| self.sixes[i] + other.sixes[i]),
            together: self.together.and(other.together),
            apart: std::array::from_fn(|i| self.apart[i].and(other.apart[i])),
            missed: std::array::from_fn(|i| self.missed[i] + other.missed[i]),
        }
    }
}

impl Pool {
    /// Adds a striker, or combines the striker with one whose dice are interchangeable. Returns the index of the striker.
    pub fn add(&mut self, striker: Striker) -> usize {
        let alike = self.strikers.iter().rposition(|other| other.sum == striker.sum);
        match alike.filter(|&other| self.strikers[other].is_like(&striker)) {
            Some(other) => {
                self.strikers[other].misses.extend(striker.misses);
                other
            }
            None => {
                self.strikers.push(striker);
                self.strikers.len() - 1
            }
        }
    }

    /// Returns the result of one die of a striker.
    pub fn sort(&self, striker: usize, face: i32) -> Blows {
        let mut blows = Blows::default();
        if face == 6 && !self.strikers[striker].disorder {
            blows.sixes[striker] = 1;
        } else {
            self.land(striker, face, &mut blows);
        }
        blows
    }

    /// Effect of a single die of a striker with this face, in words; `None` for a miss. *Resolution of the melee.*
    pub fn meaning(&self, striker: usize, face: i32) -> Option<Text> {
        match self.result(face, self.strikers[striker].sum) {
            BlowResult::Miss => None,
            BlowResult::Recoil => Some(self.words.recoil.into()),
            BlowResult::Kill => Some(self.words.kill.into()),
        }
    }

    /// True if a single die of a striker with this face has an effect.
    pub fn strikes_home(&self, striker: usize, face: i32) -> bool {
        self.result(face, self.strikers[striker].sum) != BlowResult::Miss
    }

    /// Counts several sixes as 6, 7, 8 and so on, the highest values for the strikers with the highest modifiers. A single six may be
    /// rolled again while no die kills, and never becomes worse (R9).
    pub fn many_sixes(&self, dice: &mut Dice, blows: &Blows, single: Sixes) -> Result<Struck, Halt> {
        let sixes: i32 = blows.sixes.iter().map(|&sixes| i32::from(sixes)).sum();
        if sixes == 0 {
            return Ok(self.struck(blows));
        }
        let mut landed = *blows;
        let mut value = 5 + sixes;
        if let (1, Some(striker)) = (sixes, blows.sixes.iter().position(|&sixes| sixes == 1)) {
            let sum = self.strikers[striker].sum;
            // Values of 8 or more kill, so there is no need to roll again.
            while !landed.kill()
                && self.result(value, sum) != BlowResult::Kill
                && single.another(dice, self.reroll_purpose)?
            {
                value += 1;
            }
        }
        for striker in self.by_modifier() {
            for _ in 0..blows.sixes[striker] {
                self.land(striker, value, &mut landed);
                value -= 1;
            }
        }
        Ok(self.struck(&landed))
    }

    /// Result of a value with modifiers `sum`, compared with class and armour. A natural 1 misses; 8 or more kills. *Resolution of the melee.*
    pub fn result(&self, value: i32, sum: i32) -> BlowResult {
        let result = value + sum;
        if value == 1 {
            BlowResult::Miss
        } else if value >= ALWAYS_KILLS {
            BlowResult::Kill
        } else if result < self.class {
            BlowResult::Miss
        } else if result == self.class || result <= self.protection {
            BlowResult::Recoil
        } else {
            BlowResult::Kill
        }
    }

    fn land(&self, striker: usize, value: i32, blows: &mut Blows) {
        let own = &self.strikers[striker];
        let result = self.result(value, own.sum);
        let landed = Landed::of(result, if own.natural_decides { value } else { 0 });
        if result == BlowResult::Miss && !own.misses.is_empty() {
            blows.missed[striker] += 1;
        }
        let place = self.index_apart(striker).map_or(&mut blows.together, |place| &mut blows.apart[place]);
        *place = place.and(landed);
    }

    /// Index of a striker's results in [`Blows::apart`]; `None` if they are combined with others.
    fn index_apart(&self, striker: usize) -> Option<usize> {
        self.strikers[striker]
            .is_apart()
            .then(|| self.strikers[..striker].iter().filter(|other| other.is_apart()).count())
    }

    /// Indexes of the strikers, the highest modifiers first; among equals, in the order of their dice.
    fn by_modifier(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.strikers.len()).collect();
        order.sort_by_key(|&striker| Reverse(self.strikers[striker].sum));
        order
    }

    fn struck(&self, blows: &Blows) -> Struck {
        let mut struck = Struck { sure: blows.together, ..Struck::default() };
        for (striker, own) in self.strikers.iter().enumerate() {
            struck.missed |= own.misses.iter().take(blows.missed[striker].into()).sum::<u16>();
            let Some(place) = self.index_apart(striker) else { continue };
            let landed = if own.best_only { blows.apart[place].best_only() } else { blows.apart[place] };
            match own.rival {
                Some(rival) => struck.rivals[rival] = landed,
                None => struck.sure = struck.sure.and(landed),
            }
        }
        struck
    }
}

impl Striker {
    /// True if the dice of two strikers with equal modifiers are interchangeable.
    fn is_like(&self, other: &Self) -> bool {
        let of_a_kind = |striker: &Self| {
            let alone = striker.is_apart() || !striker.exchangeable;
            (!alone).then_some((striker.disorder, striker.misses.is_empty()))
        };
        of_a_kind(self).is_some_and(|kind| Some(kind) == of_a_kind(other))
    }

    fn is_apart(&self) -> bool {
        self.best_only || self.rival.is_some()
    }
}

impl Blows {
    fn kill(&self) -> bool {
        self.together.kills > 0 || self.apart.iter().any(|landed| landed.kills > 0)
    }
}
