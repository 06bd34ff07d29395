//! The throws of the app: which of them await what becomes of them, and whose dice had been seen before.

use super::Thrown;

/// The throws of the app, as the log up to some event tells of them.
#[derive(Clone, Debug, Default)]
pub(super) struct Throws {
    /// Where in the log those stand that no act has settled, oldest first.
    open: Vec<usize>,
    /// Acts that settle what had been settled.
    late: Vec<usize>,
    /// Events whose dice had been seen before.
    again: Vec<(usize, Again)>,
    /// The number after the highest that was ever thrown, undone or not.
    unseen: u64,
}

/// How dice had been seen before they were thrown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Again {
    /// By an act that was undone: undoing grants no fresh roll.
    Undone,
    /// In another tab, which threw at the same moment.
    AtOnce,
}

/// The number after the highest of these throws; 0 if all were made at the table.
pub(super) fn after(throws: &[Thrown]) -> u64 {
    throws.iter().filter_map(|thrown| thrown.number).max().map_or(0, |last| last.saturating_add(1))
}

impl Throws {
    /// Dice are thrown, while `free` is the next number that nothing in force or open has taken. They may go on from those of
    /// the event `before`, which then awaits nothing by itself.
    pub fn roll(&mut self, event: usize, throws: &[Thrown], free: u64, before: Option<usize>) {
        self.open.retain(|own| Some(*own) != before);
        self.open.push(event);
        self.see(event, throws, free);
    }

    /// An act of these throws is added, which settles that of the event `rolled`; not if another act had done so.
    pub fn settle(&mut self, event: usize, rolled: Option<usize>, throws: &[Thrown], free: u64) -> bool {
        let Some(rolled) = rolled else {
            self.see(event, throws, free);
            return true;
        };
        let Some(index) = self.open.iter().position(|own| *own == rolled) else {
            self.late.push(event);
            return false;
        };
        self.open.remove(index);
        self.again.extend(self.again(rolled).map(|again| (event, again)));
        self.unseen = self.unseen.max(after(throws));
        true
    }

    /// Every number below `unseen` has been seen; those below `free` by what still stands.
    fn see(&mut self, event: usize, throws: &[Thrown], free: u64) {
        if let Some(first) = throws.iter().filter_map(|thrown| thrown.number).min()
            && first < self.unseen
        {
            self.again.push((event, if first < free { Again::AtOnce } else { Again::Undone }));
        }
        self.unseen = self.unseen.max(after(throws));
    }

    /// Those that no act has settled, oldest first.
    pub fn open(&self) -> &[usize] {
        &self.open
    }

    /// Whether an act has settled each of them.
    pub fn is_none_open(&self) -> bool {
        self.open.is_empty()
    }

    /// Whether the act of an event settles what had been settled.
    pub fn is_late(&self, event: usize) -> bool {
        self.late.binary_search(&event).is_ok()
    }

    /// How the dice of an event had been seen before.
    pub fn again(&self, event: usize) -> Option<Again> {
        let index = self.again.binary_search_by_key(&event, |(own, _)| *own).ok()?;
        Some(self.again[index].1)
    }
}
