//! Compares rosters, scenarios and battles from a link or a file with those on this device.
//!
//! Nothing is added automatically: players see the items first, and choose to add them or to replace their own.

use super::Shared;
use crate::storage::limits;
use crate::storage::{Bundle, Item, Key, Unreadable, envelope};
use battle::relation::{self, Clash, MergeFailure, Relation, relation};
use battle::{Event, Header, Stamp};
use rules::registry::Registry;
use std::collections::BTreeSet;

/// Relation of an incoming item to the items on this device.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Met {
    /// No item with its id is here.
    New,
    /// This device has the same item.
    Same,
    /// A different item with its id is here: another revision of a roster or a scenario, a battle with this number of events, or a text that cannot be
    /// read (`None`).
    Different(Option<u32>),
    /// The battle is here with another log.
    Log(Relation),
}

impl Met {
    /// True if players choose between the two. Never for a battle, because neither log may be lost.
    pub fn is_a_choice(&self) -> bool {
        matches!(self, Met::Different(_))
    }

    /// True if the item can only be added under another id.
    pub fn needs_new_id(&self) -> bool {
        matches!(self, Met::Log(Relation::Apart(_)))
    }
}

/// Treatment of an item whose id is used by a different item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Taking {
    /// Keep both: the incoming item gets a new id and name.
    KeepBoth,
    /// Replace the item here.
    Replace,
}

/// Texts to be removed and then written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Plan {
    /// Names of the texts to be removed.
    pub remove: Vec<String>,
    /// Names and texts to be written. Headers of battles come last, so that a header never exists without its log.
    pub write: Vec<(String, String)>,
}

/// An incoming text that belongs to no roster, scenario or battle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Other {
    /// The name of its key.
    pub name: String,
    /// Its kind.
    pub kind: OtherKind,
    /// True if it replaces another text, and so is only used with [`Taking::Replace`].
    pub replaces: bool,
}

/// Kinds of texts that belong to no roster, scenario or battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OtherKind {
    /// The order of the rosters.
    RosterOrder,
    /// The player's preferences.
    Settings,
    /// A battle's entry in the chronicle.
    Chronicle,
    /// A text of a newer Drumhead, which this version cannot read; it is kept unchanged.
    Newer,
    /// Another text that cannot be read; it is kept unchanged.
    Unreadable,
}

/// Returns the incoming texts that belong to no roster, scenario or battle. Texts that are already here are left out.
pub fn others(incoming: &Bundle, here: &Bundle) -> Vec<Other> {
    let other = |(name, text): (&String, &String)| {
        let present = here.0.get(name);
        let kind = match Key::parse(name) {
            Some(key @ Key::RosterOrder) if Bundle::check(&key, text).is_ok() => OtherKind::RosterOrder,
            Some(key @ Key::Settings) if Bundle::check(&key, text).is_ok() => OtherKind::Settings,
            Some(key @ Key::Chronicle(_)) if Bundle::check(&key, text).is_ok() => OtherKind::Chronicle,
            Some(key) if matches!(Bundle::check(&key, text), Err(Unreadable::Newer(_))) => OtherKind::Newer,
            _ => OtherKind::Unreadable,
        };
        (present != Some(text)).then(|| Other { name: name.clone(), kind, replaces: present.is_some() })
    };
    apart_from_items(incoming, here).0.iter().filter_map(other).collect()
}

/// Returns the number of incoming acts that belong to no incoming battle. They are not added, because players could not see their effect on
/// a battle here.
pub fn stray_acts(incoming: &Bundle, here: &Bundle) -> usize {
    let strays = battles_of_strays(incoming, here);
    incoming.0.keys().filter_map(|name| battle_of_act(name)).filter(|battle| strays.contains(battle)).count()
}

/// Returns the ids of battles whose acts arrive without a header. If a battle's header is damaged and no part of the battle is here, as
/// when a new device opens a backup, its acts are kept with the header.
fn battles_of_strays(incoming: &Bundle, here: &Bundle) -> BTreeSet<String> {
    let mut battles: BTreeSet<String> = incoming.0.keys().filter_map(|name| battle_of_act(name)).collect();
    battles.retain(|battle| {
        let header = Key::Battle(battle.clone());
        incoming.find(&header).is_none()
            && (!incoming.0.contains_key(&header.to_string()) || here.texts_of(&header).next().is_some())
    });
    battles
}

/// Returns the id of the battle that an act belongs to, from the name of its key. `None` for other keys.
fn battle_of_act(name: &str) -> Option<String> {
    if let Some(Key::Event(battle, _)) = Key::parse(name) { Some(battle) } else { None }
}

/// Returns the texts that belong to no readable roster, scenario or battle, without stray acts.
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

/// Returns the incoming rosters, scenarios and battles, each with its relation to this device.
pub fn meet(registry: Registry, incoming: &Bundle, here: &Bundle) -> Vec<(Item, Met)> {
    let met = |item: Item| {
        let met = met(registry, incoming, here, &item.key());
        (item, met)
    };
    incoming.items().into_iter().map(met).collect()
}

/// Returns the relation of an incoming item to the one here with its key. Rosters are compared in the form in which they are shared,
/// because one may contain values that are defaults in the other.
fn met(registry: Registry, incoming: &Bundle, here: &Bundle, key: &Key) -> Met {
    let (theirs, ours) = (incoming.part(key), here.part(key));
    if ours.0.is_empty() {
        return Met::New;
    }
    if theirs == ours {
        return Met::Same;
    }
    match Shared::of(registry, &theirs, key).zip(Shared::of(registry, &ours, key)) {
        Some((Shared::Roster(_, _, theirs), Shared::Roster(_, _, ours))) if theirs == ours => Met::Same,
        Some((Shared::Scenario(_, _, theirs), Shared::Scenario(_, _, ours))) if theirs == ours => Met::Same,
        Some((Shared::Battle(_, theirs, their_log), Shared::Battle(_, ours, own_log))) => {
            match relation((&theirs, &their_log), (&ours, &own_log)) {
                Relation::Same => Met::Same,
                Relation::Parted(..) if !is_within_limits(registry, &ours, &[their_log, own_log].concat()) => {
                    Met::Log(Relation::Apart(MergeFailure::TooMuch))
                }
                relation => Met::Log(relation),
            }
        }
        _ => Met::Different(ours.find(key).map(|item| item.revision)),
    }
}

fn is_within_limits(registry: Registry, header: &Header, log: &[(Stamp, Event)]) -> bool {
    log.len() <= limits::EVENTS && limits::battle(registry, header, log).is_ok()
}

/// Returns the trackers that the incoming and the local log of a battle changed to different values since they parted.
pub fn clashes(registry: Registry, incoming: &Bundle, here: &Bundle, key: &Key) -> Vec<Clash> {
    match Shared::of(registry, &incoming.part(key), key).zip(Shared::of(registry, &here.part(key), key)) {
        Some((Shared::Battle(_, _, theirs), Shared::Battle(_, header, own))) => {
            relation::clashes(registry, &header, &theirs, &own)
        }
        _ => Vec::new(),
    }
}

/// Returns the texts to remove and to write. `new_id` returns unused ids. Only [`Taking::Replace`] loses data on this device, and never a battle.
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
            // The local log stays, and the missing entries are added.
            (Met::Log(Relation::Ahead(_) | Relation::Parted(..)), _) => {
                let is_new = |(name, _): &(String, String)| !here.0.contains_key(name);
                let new: Vec<(String, String)> = part.0.into_iter().filter(is_new).collect();
                // Version 1.0.0 notices marked entries only if the header is marked, too.
                if new.iter().any(|(_, text)| envelope::is_marked(text)) {
                    let name = item.key().to_string();
                    plan.write.extend(here.0.get(&name).and_then(|text| Some((name, envelope::marked(text)?))));
                }
                plan.write.extend(new);
            }
            (Met::Different(_), Taking::Replace) => {
                plan.remove.extend(here.part(&item.key()).0.into_keys());
                plan.write.extend(part.0);
            }
            (Met::Different(_), Taking::KeepBoth) | (Met::Log(Relation::Apart(_)), _) => {
                let copy = incoming.renamed(&item, &new_id(), &names);
                names.extend(copy.items().into_iter().map(|item| item.name));
                plan.write.extend(copy.0);
            }
        }
    }
    // All other texts replace those here only if players choose so.
    let others = others(incoming, here).into_iter().filter(|other| taking == Taking::Replace || !other.replaces);
    plan.write.extend(others.filter_map(|other| Some((other.name.clone(), incoming.0.get(&other.name)?.clone()))));
    plan.headers_last()
}

/// Returns copies of the rosters and scenarios that [`Taking::Replace`] replaces, under new ids and with their names, so that players can restore
/// them. Texts that cannot be read keep their ids.
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
    /// A battle is listed when its header exists, so headers come last.
    fn headers_last(self) -> Self {
        let is_header = |(name, _): &(String, String)| matches!(Key::parse(name), Some(Key::Battle(_)));
        let (headers, others): (Vec<_>, Vec<_>) = self.write.into_iter().partition(is_header);
        Plan { write: [others, headers].concat(), ..self }
    }

    /// Returns the plan that undoes this one. `before` holds the texts before it, `now` the current ones. `None` if a roster, scenario or battle of
    /// this plan was changed since, because the change would be lost.
    pub fn taking_back(&self, before: &Bundle, now: &Bundle) -> Option<Self> {
        let mut after = before.clone();
        after.0.retain(|name, _| !self.remove.contains(name));
        after.0.extend(self.write.iter().cloned());
        let touched: BTreeSet<&String> = self.remove.iter().chain(self.write.iter().map(|(name, _)| name)).collect();
        let items: BTreeSet<Key> = touched.iter().filter_map(|name| item_of(name)).collect();
        if items.iter().any(|key| after.part(key) != now.part(key)) {
            return None;
        }
        // Preferences that were changed since stay.
        let mine = touched.into_iter().filter(|name| now.0.get(*name) == after.0.get(*name));
        let (write, remove): (Vec<_>, Vec<_>) = mine.cloned().partition(|name| before.0.contains_key(name));
        let write = write.into_iter().filter_map(|name| before.0.get(&name).cloned().map(|text| (name, text)));
        Some(Plan { remove, write: write.collect() }.headers_last())
    }
}

/// Returns the key of the roster, scenario or battle that a text belongs to. `None` if there is none.
fn item_of(name: &str) -> Option<Key> {
    match Key::parse(name)? {
        key @ (Key::Roster(_) | Key::Scenario(_) | Key::Battle(_)) => Some(key),
        Key::Event(battle, _) => Some(Key::Battle(battle)),
        Key::Draft(_)
        | Key::Dice(..)
        | Key::Group(..)
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
