//! Incoming rosters and battles, from a link or a file, compared with those on this device.
//!
//! Nothing is added by itself: players see it first, and choose to add it or to replace their own.

use super::Shared;
use crate::storage::limits;
use crate::storage::{Bundle, Item, Key};
use battle::relation::{self, Apart, Clash, Relation, relation};
use battle::{Event, Header, Stamp};
use rules::registry::Registry;
use std::collections::BTreeSet;

/// Relation of an incoming item to this device.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Met {
    /// Nothing is here under its id.
    New,
    /// It is here already.
    Same,
    /// Another item is here under its id: another revision of it (of a battle: with this number of events), or
    /// a text that cannot be read.
    Other(Option<u32>),
    /// A copy of the battle is here with another log.
    Log(Relation),
}

impl Met {
    /// True if players choose one of both. Never for a battle, as neither may be lost.
    pub fn is_a_choice(&self) -> bool {
        matches!(self, Met::Other(_))
    }

    /// True if the item can only be added under another id.
    pub fn stands_apart(&self) -> bool {
        matches!(self, Met::Log(Relation::Apart(_)))
    }
}

/// Treatment of another item under the same id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Taking {
    /// Keep both: the incoming one gets another id and name.
    KeepBoth,
    /// Replace it.
    Replace,
}

/// Removals and writes, in this order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Plan {
    /// Names to be removed.
    pub remove: Vec<String>,
    /// Texts to be written, with their names. Headers of battles come last, so that a header is never there without its log.
    pub write: Vec<(String, String)>,
}

/// Something incoming besides rosters and battles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Other {
    /// The name of its key.
    pub name: String,
    /// Its kind.
    pub kind: OtherKind,
    /// True if it takes the place of another text, and so is only taken by [`Taking::Replace`].
    pub replaces: bool,
}

/// Kinds of texts besides rosters and battles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OtherKind {
    /// The order of the rosters.
    RosterOrder,
    /// The player's preferences.
    Settings,
    /// A battle's entry in the chronicle.
    Chronicle,
    /// A text that cannot be read, kept as it is.
    Unreadable,
}

/// Everything incoming besides rosters and battles that could be taken. What is here already is not listed.
pub fn others(incoming: &Bundle, here: &Bundle) -> Vec<Other> {
    let other = |(name, text): (&String, &String)| {
        let own = here.0.get(name);
        let kind = match Key::parse(name) {
            Some(key @ Key::RosterOrder) if Bundle::check(&key, text).is_ok() => OtherKind::RosterOrder,
            Some(key @ Key::Settings) if Bundle::check(&key, text).is_ok() => OtherKind::Settings,
            Some(key @ Key::Chronicle(_)) if Bundle::check(&key, text).is_ok() => OtherKind::Chronicle,
            _ => OtherKind::Unreadable,
        };
        (own != Some(text)).then(|| Other { name: name.clone(), kind, replaces: own.is_some() })
    };
    apart_from_items(incoming, here).0.iter().filter_map(other).collect()
}

/// Number of incoming acts that belong to no incoming battle. They are left out: nobody could see what they would do to
/// a battle on this device.
pub fn stray_acts(incoming: &Bundle, here: &Bundle) -> usize {
    let strays = battles_of_strays(incoming, here);
    incoming.0.keys().filter_map(|name| battle_of_act(name)).filter(|battle| strays.contains(battle)).count()
}

/// The ids of the battles whose acts come without them. Where a battle's header is damaged and nothing of it is here, as on a new
/// device that takes a backup in, its acts are kept beside the header. Each battle is looked for once, however many acts it has.
fn battles_of_strays(incoming: &Bundle, here: &Bundle) -> BTreeSet<String> {
    let mut battles: BTreeSet<String> = incoming.0.keys().filter_map(|name| battle_of_act(name)).collect();
    battles.retain(|battle| {
        let header = Key::Battle(battle.clone());
        incoming.find(&header).is_none()
            && (!incoming.0.contains_key(&header.to_string()) || here.texts_of(&header).next().is_some())
    });
    battles
}

/// The id of the battle that an act belongs to, by the name of its key.
fn battle_of_act(name: &str) -> Option<String> {
    if let Some(Key::Event(battle, _)) = Key::parse(name) { Some(battle) } else { None }
}

/// The texts that belong to no roster and no battle that can be read, without stray acts.
fn apart_from_items(incoming: &Bundle, here: &Bundle) -> Bundle {
    let mut rest = incoming.clone();
    for item in incoming.items() {
        for (name, _) in incoming.texts_of(&item.key()) {
            rest.0.remove(name);
        }
    }
    let strays = battles_of_strays(incoming, here);
    rest.0.retain(|name, _| battle_of_act(name).is_none_or(|battle| !strays.contains(&battle)));
    rest
}

/// The incoming rosters and battles, each with its relation to this device.
pub fn meet(registry: Registry, incoming: &Bundle, here: &Bundle) -> Vec<(Item, Met)> {
    let met = |item: Item| {
        let met = met(registry, incoming, here, &item.key());
        (item, met)
    };
    incoming.items().into_iter().map(met).collect()
}

/// Relation of an incoming item to the local one under its key. Rosters are compared as they are shared: one may spell
/// out values that the other leaves to the defaults.
fn met(registry: Registry, incoming: &Bundle, here: &Bundle, key: &Key) -> Met {
    let (theirs, own) = (incoming.part(key), here.part(key));
    if own.0.is_empty() {
        return Met::New;
    }
    if theirs == own {
        return Met::Same;
    }
    match Shared::of(registry, &theirs, key).zip(Shared::of(registry, &own, key)) {
        Some((Shared::Roster(_, _, theirs), Shared::Roster(_, _, own))) if theirs == own => Met::Same,
        Some((Shared::Battle(_, theirs, their_log), Shared::Battle(_, own, own_log))) => {
            match relation((&theirs, &their_log), (&own, &own_log)) {
                Relation::Same => Met::Same,
                Relation::Parted(..) if !is_within_limits(registry, &own, &[their_log, own_log].concat()) => {
                    Met::Log(Relation::Apart(Apart::TooMuch))
                }
                relation => Met::Log(relation),
            }
        }
        _ => Met::Other(own.find(key).map(|own| own.revision)),
    }
}

fn is_within_limits(registry: Registry, header: &Header, log: &[(Stamp, Event)]) -> bool {
    log.len() <= limits::EVENTS && limits::battle(registry, header, log).is_ok()
}

/// The trackers that an incoming battle and the local one under its key changed to different values since they parted.
pub fn clashes(registry: Registry, incoming: &Bundle, here: &Bundle, key: &Key) -> Vec<Clash> {
    match Shared::of(registry, &incoming.part(key), key).zip(Shared::of(registry, &here.part(key), key)) {
        Some((Shared::Battle(_, _, theirs), Shared::Battle(_, header, own))) => {
            relation::clashes(registry, &header, &theirs, &own)
        }
        _ => Vec::new(),
    }
}

/// Plans the writes. `new_id` makes unused ids. Nothing on this device is lost except by [`Taking::Replace`], and
/// never a battle.
pub fn plan(
    registry: Registry,
    incoming: &Bundle,
    here: &Bundle,
    taking: Taking,
    mut new_id: impl FnMut() -> String,
) -> Plan {
    let mut plan = Plan::default();
    let mut names: Vec<String> = here.items().into_iter().map(|item| item.name).collect();
    for (item, met) in meet(registry, incoming, here) {
        let part = incoming.part(&item.key());
        match (met, taking) {
            (Met::Same | Met::Log(Relation::Same | Relation::Behind(_)), _) => {}
            (Met::New, _) => plan.write.extend(part.0),
            // The local log stays; the entries that it lacks are added.
            (Met::Log(Relation::Ahead(_) | Relation::Parted(..)), _) => {
                plan.write.extend(part.0.into_iter().filter(|(name, _)| !here.0.contains_key(name)));
            }
            (Met::Other(_), Taking::Replace) => {
                plan.remove.extend(here.part(&item.key()).0.into_keys());
                plan.write.extend(part.0);
            }
            (Met::Other(_), Taking::KeepBoth) | (Met::Log(Relation::Apart(_)), _) => {
                let copy = incoming.renamed(&item, &new_id(), &names);
                names.extend(copy.items().into_iter().map(|item| item.name));
                plan.write.extend(copy.0);
            }
        }
    }
    // Everything else replaces what is here only on purpose.
    let others = others(incoming, here).into_iter().filter(|other| taking == Taking::Replace || !other.replaces);
    plan.write.extend(others.filter_map(|other| Some((other.name.clone(), incoming.0.get(&other.name)?.clone()))));
    plan.headers_last()
}

/// The rosters and battles that [`Taking::Replace`] replaces, each with its name, as copies under ids of their own, so that they
/// can be brought back beside those that replaced them. What cannot be read keeps its id.
pub fn replaced(
    registry: Registry,
    incoming: &Bundle,
    here: &Bundle,
    mut new_id: impl FnMut() -> String,
) -> Vec<(String, Bundle)> {
    let names: Vec<String> = here.items().into_iter().map(|item| item.name).collect();
    let choices = meet(registry, incoming, here).into_iter().filter(|(_, met)| met.is_a_choice());
    let copy = |(item, _): (Item, Met)| match here.find(&item.key()) {
        Some(own) => (own.name.clone(), here.renamed(&own, &new_id(), &names)),
        None => (item.name.clone(), here.part(&item.key())),
    };
    choices.map(copy).collect()
}

impl Plan {
    /// A battle appears with its header, so headers come last.
    fn headers_last(self) -> Self {
        let is_header = |(name, _): &(String, String)| matches!(Key::parse(name), Some(Key::Battle(_)));
        let (headers, others): (Vec<_>, Vec<_>) = self.write.into_iter().partition(is_header);
        Plan { write: [others, headers].concat(), ..self }
    }

    /// The plan that takes this one back: `before` is what was here before it, `now` what is. `None` if anything was done
    /// since with a roster or a battle that this plan touched: taking it back would take that away, too.
    pub fn taking_back(&self, before: &Bundle, now: &Bundle) -> Option<Self> {
        let mut after = before.clone();
        after.0.retain(|name, _| !self.remove.contains(name));
        after.0.extend(self.write.iter().cloned());
        let touched: BTreeSet<&String> = self.remove.iter().chain(self.write.iter().map(|(name, _)| name)).collect();
        let items: BTreeSet<Key> = touched.iter().filter_map(|name| item_of(name)).collect();
        if items.iter().any(|key| after.part(key) != now.part(key)) {
            return None;
        }
        // Preferences that were changed since stay as they are.
        let mine = touched.into_iter().filter(|name| now.0.get(*name) == after.0.get(*name));
        let (write, remove): (Vec<_>, Vec<_>) = mine.cloned().partition(|name| before.0.contains_key(name));
        let write = write.into_iter().filter_map(|name| before.0.get(&name).cloned().map(|text| (name, text)));
        Some(Plan { remove, write: write.collect() }.headers_last())
    }
}

/// The key of the roster or battle to which a text belongs.
fn item_of(name: &str) -> Option<Key> {
    match Key::parse(name)? {
        key @ (Key::Roster(_) | Key::Battle(_)) => Some(key),
        Key::Event(battle, _) => Some(Key::Battle(battle)),
        Key::Draft(_)
        | Key::Dice(..)
        | Key::RosterOrder
        | Key::Settings
        | Key::Device
        | Key::Writer
        | Key::Known(_)
        | Key::Chain(_)
        | Key::Viewer(_)
        | Key::NewBattle
        | Key::Chronicle(_) => None,
    }
}

#[cfg(test)]
mod tests;
