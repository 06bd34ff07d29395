//! Comparison of two copies of one battle, and their merged log.
//!
//! A log is a set of events with a total order, so merging two logs means putting all their events into one. This fails only if the copies
//! contradict each other: see [`MergeFailure`].

use super::{Battle, Event, Header, Link, Stamp, State};
use rules::registry::Registry;
use rules::subject::{BATTLE, Side};
use serde_json::Value as Json;
use std::collections::BTreeSet;

/// Relation of an incoming battle to the one on this device.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Relation {
    /// Both are equal.
    Same,
    /// The incoming battle has all local entries, and this many more.
    Ahead(usize),
    /// The local battle has all incoming entries, and this many more.
    Behind(usize),
    /// Each has entries that the other lacks: this many incoming and local ones. They can be merged.
    Parted(usize, usize),
    /// They cannot be merged.
    Apart(MergeFailure),
}

/// Reasons why two copies cannot be merged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MergeFailure {
    /// Their ids are equal, but their headers differ.
    Beginning,
    /// Their entries with this stamp differ.
    Entry(Stamp),
    /// The entry with this stamp has changed since a later entry linked it.
    Altered(Stamp),
    /// The merged log would exceed the limit for opening a battle.
    TooMuch,
}

/// Compares two copies of a battle, entry by entry.
pub fn relation(
    (incoming, their_log): (&Header, &[(Stamp, Event)]),
    (here, own_log): (&Header, &[(Stamp, Event)]),
) -> Relation {
    // The name is not compared, because each device may rename the battle.
    if (Header { name: String::new(), ..incoming.clone() }) != (Header { name: String::new(), ..here.clone() }) {
        return Relation::Apart(MergeFailure::Beginning);
    }
    let theirs: Vec<&(Stamp, Event)> = lacking(their_log, own_log).collect();
    if let Some((stamp, _)) = theirs.iter().find(|(stamp, _)| find(own_log, stamp).is_some()) {
        return Relation::Apart(MergeFailure::Entry(stamp.clone()));
    }
    let own = lacking(own_log, their_log).count();
    match (theirs.len(), own) {
        (0, 0) => Relation::Same,
        (0, more) => Relation::Behind(more),
        (more, own) => match altered(their_log, own_log) {
            Some(stamp) => Relation::Apart(MergeFailure::Altered(stamp)),
            None if own == 0 => Relation::Ahead(more),
            None => Relation::Parted(more, own),
        },
    }
}

fn find<'a>(log: &'a [(Stamp, Event)], stamp: &Stamp) -> Option<&'a Event> {
    Some(&log[log.binary_search_by(|(own, _)| own.cmp(stamp)).ok()?].1)
}

/// The entries of a log that the other log lacks, or has in another form.
fn lacking<'a>(log: &'a [(Stamp, Event)], other: &[(Stamp, Event)]) -> impl Iterator<Item = &'a (Stamp, Event)> {
    log.iter().filter(|(stamp, event)| find(other, stamp) != Some(event))
}

/// Stamp of an entry that does not match a link to it; `None` if all match. Links between the logs and within the incoming log are checked.
/// Links within the local log are not: its own faults are no reason to refuse the incoming one.
fn altered(their_log: &[(Stamp, Event)], own_log: &[(Stamp, Event)]) -> Option<Stamp> {
    let is_own = |stamp: &Stamp| find(own_log, stamp).is_some();
    let entries = lacking(their_log, own_log).chain(own_log);
    let links = entries.flat_map(|(from, event)| event.after().iter().map(move |link| (from, link)));
    let is_wrong = |link: &Link| {
        let linked = find(own_log, &link.stamp).or_else(|| find(their_log, &link.stamp));
        linked.is_some_and(|event| Link::to(&link.stamp, event) != *link)
    };
    let mut between = links.filter(|(from, link)| !(is_own(from) && is_own(&link.stamp)));
    between.find(|(_, link)| is_wrong(link)).map(|(_, link)| link.stamp.clone())
}

/// A tracker that both copies changed after their common entries, to different values or by counting.
#[derive(Clone, Debug, PartialEq)]
pub struct Clash {
    /// Owner of the tracker: a unit, a side or the battle.
    pub of: String,
    /// Id of the tracker.
    pub key: String,
    /// Value in the incoming copy.
    pub theirs: Json,
    /// Value in the local copy.
    pub own: Json,
    /// Value in the merged log: that of the later change, or the sum of both changes if both count.
    pub merged: Json,
    /// True if both changes count, so that they add up.
    pub adds: bool,
}

/// The trackers that both logs changed to different values, or by counts that add up. The merged log keeps all changes. Trackers that
/// players hide from each other are left out, because both values would be shown.
pub fn clashes(
    registry: Registry,
    header: &Header,
    their_log: &[(Stamp, Event)],
    own_log: &[(Stamp, Event)],
) -> Vec<Clash> {
    let replayed = |log: Vec<(Stamp, Event)>| Battle::replay(registry, header.clone(), log);
    let common = own_log.iter().filter(|(stamp, event)| find(their_log, stamp) == Some(event));
    let before = replayed(common.cloned().collect());
    let (theirs, own) = (replayed(their_log.to_vec()), replayed(own_log.to_vec()));
    let merged = replayed([their_log, own_log].concat());
    let all = [&before, &theirs, &own, &merged].map(Battle::state);
    let units = merged.state().units().map(|unit| unit.id.as_str());
    let owners = units.chain([Side::A.id(), Side::B.id(), BATTLE]);
    let is_hidden = |clash: &Clash| merged.has_secrets() && merged.is_secret(&clash.of, &clash.key);
    owners.flat_map(|of| clashes_of(of, all)).filter(|clash| !is_hidden(clash)).collect()
}

fn clashes_of(of: &str, [before, theirs, own, merged]: [&State; 4]) -> Vec<Clash> {
    let value = |state: &State, key: &str| {
        let value = state.tracked(of).and_then(|facts| facts.get(key));
        value.cloned().unwrap_or(Json::Null)
    };
    let keys = [theirs, own].into_iter().filter_map(|state| state.tracked(of)).flat_map(|facts| facts.all().keys());
    let clash = |key: &String| {
        let (was, theirs, own) = (value(before, key), value(theirs, key), value(own, key));
        let merged = value(merged, key);
        let adds = merged != theirs && merged != own;
        let is_clash = theirs != was && own != was && (theirs != own || adds);
        is_clash.then(|| Clash { of: of.to_owned(), key: key.clone(), theirs, own, merged, adds })
    };
    keys.collect::<BTreeSet<_>>().into_iter().filter_map(clash).collect()
}
