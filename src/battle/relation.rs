//! Comparison of two copies of one battle.

use super::{Event, Header, Stamp};

/// Relation of an incoming battle to the one on this device.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// They are equal.
    Same,
    /// It has all entries of the local one, and this many more.
    Ahead(usize),
    /// The local one has all its entries, and this many more.
    Behind(usize),
    /// Each has entries that the other lacks: this many there and here.
    Diverged(usize, usize),
    /// They have the same id, but began differently.
    Another,
}

/// Compares two copies of a battle, entry by entry. Entries with the same stamp that differ count for both.
pub fn relation(
    (incoming, their_log): (&Header, &[(Stamp, Event)]),
    (here, own_log): (&Header, &[(Stamp, Event)]),
) -> Relation {
    // Each device can give it a name of its own.
    if (Header { name: String::new(), ..incoming.clone() }) != (Header { name: String::new(), ..here.clone() }) {
        return Relation::Another;
    }
    let lacks = |log: &[(Stamp, Event)], entry: &(Stamp, Event)| {
        log.binary_search_by(|(own, _)| own.cmp(&entry.0)).ok().is_none_or(|place| log[place].1 != entry.1)
    };
    let theirs = their_log.iter().filter(|entry| lacks(own_log, entry)).count();
    let own = own_log.iter().filter(|entry| lacks(their_log, entry)).count();
    match (theirs, own) {
        (0, 0) => Relation::Same,
        (more, 0) => Relation::Ahead(more),
        (0, more) => Relation::Behind(more),
        (theirs, own) => Relation::Diverged(theirs, own),
    }
}
