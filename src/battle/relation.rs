//! How two copies of one battle stand to each other.

use super::{Event, Header, Stamp};

/// How a battle that comes in stands to the one that is here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// Both hold the same.
    Same,
    /// It holds all that is here, and so many entries more.
    Ahead(usize),
    /// All that it holds is here, and so many entries more.
    Behind(usize),
    /// Each holds what the other does not: entries of its own, there and here.
    Diverged(usize, usize),
    /// They have one id, but began differently.
    Another,
}

/// How one copy of a battle stands to another, entry by entry: an entry with the same stamp that differs is one of each.
pub fn relation(
    (incoming, their_log): (&Header, &[(Stamp, Event)]),
    (here, own_log): (&Header, &[(Stamp, Event)]),
) -> Relation {
    // A name is what each device calls it.
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
