//! The findings by the entries that a log lists for players.

use super::{Changed, Fault, Finding, Source};
use crate::{Action, Battle, Event, Stamp};
use rules::text;
use rules::text::{Text, say};
use std::collections::{BTreeMap, HashMap};
use std::fmt;

/// Findings about a log. Entries are indexes in the log, of entries that it [lists](Listing).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Summary {
    /// Number of rolls of the app, which were computed again from the seed.
    pub rolls: usize,
    /// Number of entries that changed the table by hand: no rule can check them.
    pub by_hand: usize,
    /// The entries with faults.
    pub wrong: BTreeMap<usize, Vec<Fault>>,
    /// The entries with dice that cannot be checked, and where these came from.
    pub unchecked: BTreeMap<usize, Source>,
}

impl Summary {
    /// Sums up the findings about the log of a battle.
    pub fn of(battle: &Battle, findings: &[Finding]) -> Self {
        let listing = Listing::of(battle);
        let mut summary = Self::default();
        for (index, (event, finding)) in battle.events().zip(findings).enumerate() {
            // An act that settles a roll has the dice of that roll.
            let rolls = match event {
                Event::Rolled(_) => true,
                Event::Action(act) => matches!(&act.action, Action::Resolved(done) if done.settles.is_none()),
                _ => false,
            };
            summary.rolls += usize::from(rolls && finding.dice == Source::App);
            summary.by_hand += usize::from(finding.changed == Changed::ByHand);
            if !matches!(finding.dice, Source::None | Source::App) {
                summary.unchecked.insert(listing.entry(index), finding.dice);
            }
            if !finding.faults.is_empty() {
                let faults = summary.wrong.entry(listing.entry(index)).or_default();
                for fault in &finding.faults {
                    if !faults.contains(fault) {
                        faults.push(fault.clone());
                    }
                }
            }
        }
        summary
    }

    /// True if nothing is wrong.
    pub fn is_valid(&self) -> bool {
        self.wrong.is_empty()
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let found: Text = match (self.wrong.len(), self.rolls) {
            (0, 0) => return f.write_str(say("The log checks out.")),
            (0, 1) => return f.write_str(say("The only roll checks out.")),
            (0, 2) => return f.write_str(say("Both rolls check out.")),
            (0, rolls) => text!("All {n} rolls check out.", n = rolls),
            (wrong, _) => text!("{n} {n|entry is|entries are} wrong.", n = wrong),
        };
        f.write_str(&found.to_string())
    }
}

/// The entries that a log lists for players. Instead of settled rolls, undos and redos it lists the acts to which they belong.
pub struct Listing<'a> {
    battle: &'a Battle,
    /// Indexes of the entries that settle or continue a roll, by its stamp. They come after the roll.
    settled: HashMap<&'a Stamp, usize>,
}

impl<'a> Listing<'a> {
    /// Determines the entries to which the events of a battle's log belong.
    pub fn of(battle: &'a Battle) -> Self {
        let mut settled = HashMap::new();
        for (index, event) in battle.events().enumerate() {
            let roll = match event {
                Event::Rolled(rolled) => rolled.goes_on.as_ref(),
                Event::Action(act) => match &act.action {
                    Action::Resolved(done) => done.settles.as_ref(),
                    Action::Corrected(corrected) => corrected.settles.as_ref(),
                    _ => None,
                },
                _ => None,
            };
            if let Some(roll) = roll.filter(|roll| battle.place_before(roll, index).is_some()) {
                settled.entry(roll).or_insert(index);
            }
        }
        Self { battle, settled }
    }

    /// Index of the listed entry to which the event at an index belongs.
    pub fn entry(&self, mut index: usize) -> usize {
        let log = self.battle.log();
        while let Some((stamp, Event::Rolled(_))) = log.get(index)
            && let Some(next) = self.settled.get(stamp)
        {
            index = *next;
        }
        match log.get(index) {
            Some((_, Event::Undo(reversal) | Event::Redo(reversal))) => {
                self.battle.place(&reversal.act).unwrap_or(index)
            }
            _ => index,
        }
    }

    /// Index of the listed entry to which the event with a stamp belongs; `None` if the event is not in the log.
    pub fn entry_of(&self, stamp: &Stamp) -> Option<usize> {
        self.battle.place(stamp).map(|index| self.entry(index))
    }
}
