//! The pool of shots: what each die comes to, and what many sixes are worth. *Shooting; rules of many sixes.*

use super::super::terms::Sixes;
use super::Shoot;
use super::weapons::Missile;
use crate::dice::{Dice, Halt, Tally};

/// The most entries that shoot together.
const ENTRIES: usize = 3;

/// Dice of a request, by entry.
pub struct Pool {
    entries: Vec<Aim>,
}

/// Rules by which an entry's dice count.
struct Aim {
    /// The natural value needed.
    need: i32,
    /// The player's +1 may go to one of these dice.
    plus_one: bool,
    /// A six is a six and no more.
    disorder: bool,
}

/// Dice sorted by what they come to.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Sorted {
    /// They hit without more ado.
    hits: i32,
    /// One of them would hit with the +1.
    one_short: bool,
    /// Natural sixes that may be worth more, by entry.
    sixes: [i32; ENTRIES],
}

/// Result of a pool.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Landed {
    /// Dice that hit.
    pub hits: i32,
    /// The +1 made one of them.
    pub plus_one_used: bool,
}

impl Tally for Sorted {
    fn plus(&self, other: &Self) -> Self {
        Self {
            hits: self.hits + other.hits,
            one_short: self.one_short || other.one_short,
            sixes: self.sixes.plus(&other.sixes),
        }
    }
}

/// More than any die needs.
const ENOUGH: i32 = 100;

impl Pool {
    /// The pool of a request whose entries need these values.
    pub fn of(shoot: &Shoot, needs: &[i32]) -> Self {
        // Muskets fired at will into a group: one die may be one better, once a turn. *Matchlock musket with fork.*
        let available = shoot.target.is_group() && !shoot.musket_plus_one_used;
        let entries = shoot.shooters.iter().zip(needs).map(|(shooter, &need)| Aim {
            need,
            plus_one: available && shooter.weapon == Missile::MatchlockMusket && !shooter.salvo,
            disorder: shooter.disorder,
        });
        Self { entries: entries.collect() }
    }

    /// Sorts one die of an entry.
    pub fn sort(&self, entry: usize, face: i32) -> Sorted {
        let aim = &self.entries[entry];
        let mut sorted = Sorted::default();
        if face == 6 && !aim.disorder {
            sorted.sixes[entry] = 1;
        } else if face >= aim.need {
            sorted.hits = 1;
        } else {
            sorted.one_short = aim.plus_one && face + 1 >= aim.need;
        }
        sorted
    }

    /// Several sixes are worth 6, 7, 8 and so on, one each. A single one may be rolled again as long as more would help; what
    /// it has it keeps (R9).
    pub fn many_sixes(&self, dice: &mut Dice, sorted: &Sorted, single: Sixes) -> Result<Landed, Halt> {
        let sixes: i32 = sorted.sixes.iter().sum();
        if sixes != 1 {
            return Ok(self.landed(sorted, &(6..6 + sixes).collect::<Vec<_>>()));
        }
        let best = self.landed(sorted, &[ENOUGH]).hits;
        let mut value = 6;
        while self.landed(sorted, &[value]).hits < best && single.another(dice, "reroll")? {
            value += 1;
        }
        Ok(self.landed(sorted, &[value]))
    }

    /// The most hits that these values of the sixes allow, and whether the +1 is needed for one of them.
    fn landed(&self, sorted: &Sorted, values: &[i32]) -> Landed {
        let without = placed(&self.needs_of_sixes(sorted, None), values);
        let plus_one_used = sorted.one_short
            || (0..self.entries.len())
                .filter(|&entry| self.entries[entry].plus_one && sorted.sixes[entry] > 0)
                .any(|entry| placed(&self.needs_of_sixes(sorted, Some(entry)), values) > without);
        Landed { hits: sorted.hits + without + i32::from(plus_one_used), plus_one_used }
    }

    /// Returns the value that each six needs, least first. One six of the entry `helped` needs 1 less.
    fn needs_of_sixes(&self, sorted: &Sorted, helped: Option<usize>) -> Vec<i32> {
        let mut needs = Vec::new();
        for (entry, aim) in self.entries.iter().enumerate() {
            for nth in 0..sorted.sixes[entry] {
                needs.push(aim.need - i32::from(nth == 0 && helped == Some(entry)));
            }
        }
        needs.sort_unstable();
        needs
    }
}

/// Counts the needs that the values can satisfy at best. Both are sorted, least first.
fn placed(needs: &[i32], values: &[i32]) -> i32 {
    let mut open = needs.iter().peekable();
    let reached = values.iter().filter(|value| open.next_if(|need| need <= value).is_some());
    i32::try_from(reached.count()).unwrap_or(0)
}
