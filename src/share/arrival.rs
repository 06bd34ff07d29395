//! Incoming rosters and battles, from a link or a file, compared with those on this device.
//!
//! Nothing is added by itself: players see it first, and choose to add it or to replace their own.

use super::Shared;
use crate::battle::relation::{Relation, relation};
use crate::storage::{Bundle, Item, Key};

/// Relation of an incoming item to this device.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
    pub fn is_a_choice(self) -> bool {
        matches!(self, Met::Other(_))
    }

    /// True if the item can only be added under another id.
    pub fn stands_apart(self) -> bool {
        matches!(self, Met::Log(Relation::Diverged(..) | Relation::Another))
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

/// The incoming rosters and battles, each with its relation to this device.
pub fn meet(incoming: &Bundle, here: &Bundle) -> Vec<(Item, Met)> {
    let met = |item: Item| {
        let met = met(incoming, here, &item.key());
        (item, met)
    };
    incoming.items().into_iter().map(met).collect()
}

/// Relation of an incoming item to the local one under its key. Rosters are compared as they are shared: one may spell
/// out values that the other leaves to the defaults.
fn met(incoming: &Bundle, here: &Bundle, key: &Key) -> Met {
    let (theirs, own) = (incoming.part(key), here.part(key));
    if own.0.is_empty() {
        return Met::New;
    }
    if theirs == own {
        return Met::Same;
    }
    match Shared::of(&theirs, key).zip(Shared::of(&own, key)) {
        Some((Shared::Roster(_, _, theirs), Shared::Roster(_, _, own))) if theirs == own => Met::Same,
        Some((Shared::Battle(_, theirs, their_log), Shared::Battle(_, own, own_log))) => {
            match relation((&theirs, &their_log), (&own, &own_log)) {
                Relation::Same => Met::Same,
                relation => Met::Log(relation),
            }
        }
        _ => Met::Other(own.find(key).map(|own| own.revision)),
    }
}

/// Plans the writes. `new_id` makes unused ids. Nothing on this device is lost except by [`Taking::Replace`], and
/// never a battle.
pub fn plan(incoming: &Bundle, here: &Bundle, taking: Taking, mut new_id: impl FnMut() -> String) -> Plan {
    let mut plan = Plan::default();
    let mut rest = incoming.clone();
    let mut names: Vec<String> = here.items().into_iter().map(|item| item.name).collect();
    for (item, met) in meet(incoming, here) {
        let part = incoming.part(&item.key());
        for name in part.0.keys() {
            rest.0.remove(name);
        }
        match (met, taking) {
            (Met::Same | Met::Log(Relation::Same | Relation::Behind(_)), _) => {}
            (Met::New, _) => plan.write.extend(part.0),
            // The local log stays; the entries that it lacks are added.
            (Met::Log(Relation::Ahead(_)), _) => {
                plan.write.extend(part.0.into_iter().filter(|(name, _)| !here.0.contains_key(name)));
            }
            (Met::Other(_), Taking::Replace) => {
                plan.remove.extend(here.part(&item.key()).0.into_keys());
                plan.write.extend(part.0);
            }
            (Met::Other(_), Taking::KeepBoth) | (Met::Log(Relation::Diverged(..) | Relation::Another), _) => {
                let copy = incoming.renamed(&item, &new_id(), &names);
                names.extend(copy.items().into_iter().map(|item| item.name));
                plan.write.extend(copy.0);
            }
        }
    }
    // The order of the rosters, settings, and unreadable texts: they replace local ones only on purpose.
    let wanted = |name: &String| taking == Taking::Replace || !here.0.contains_key(name);
    plan.write.extend(rest.0.into_iter().filter(|(name, _)| wanted(name)));
    // A battle appears with its header, so headers come last.
    let is_header = |(name, _): &(String, String)| matches!(Key::parse(name), Some(Key::Battle(_)));
    let (headers, others): (Vec<_>, Vec<_>) = plan.write.into_iter().partition(is_header);
    Plan { write: [others, headers].concat(), ..plan }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::storage::roster::Roster;
    use crate::storage::seal;

    fn bundle(texts: &[(&str, &str, u32)]) -> Bundle {
        let sealed = |(id, name, revision): &(&str, &str, u32)| {
            let roster = Roster { ruleset: "argad".into(), name: (*name).into(), ..Roster::default() };
            (Key::Roster((*id).into()).to_string(), seal(&roster, *revision).unwrap())
        };
        Bundle(texts.iter().map(sealed).collect())
    }

    fn after(here: &Bundle, plan: &Plan) -> Bundle {
        let mut after = here.clone();
        after.0.retain(|name, _| !plan.remove.contains(name));
        after.0.extend(plan.write.iter().cloned());
        after
    }

    fn names(bundle: &Bundle) -> Vec<String> {
        bundle.items().into_iter().map(|item| item.name).collect()
    }

    #[test]
    fn an_incoming_item_is_known_new_or_different() {
        let here = bundle(&[("a", "Swiss", 1), ("b", "French", 5)]);
        let incoming = bundle(&[("a", "Swiss", 3), ("b", "French and Gascons", 2), ("c", "Spanish", 1)]);
        let met: Vec<Met> = meet(&incoming, &here).into_iter().map(|(_, met)| met).collect();
        assert_eq!(met, [Met::Same, Met::Other(Some(5)), Met::New]);
    }

    #[test]
    fn keeping_both_keeps_everything_and_replacing_keeps_the_other_items() {
        let here = bundle(&[("a", "Swiss", 1), ("b", "French", 5)]);
        let incoming = bundle(&[("b", "French", 5), ("a", "Swiss and Germans", 2), ("c", "Spanish", 1)]);
        let both = after(&here, &plan(&incoming, &here, Taking::KeepBoth, || "n".into()));
        assert_eq!(names(&both), ["Swiss", "French", "Spanish", "Swiss and Germans"]);
        let replaced = after(&here, &plan(&incoming, &here, Taking::Replace, || "n".into()));
        assert_eq!(names(&replaced), ["Swiss and Germans", "French", "Spanish"]);
    }

    #[test]
    fn an_empty_device_gets_everything_back_byte_for_byte() {
        let mut all = bundle(&[("a", "Swiss", 1), ("b", "French", 5)]);
        all.0.insert("drumhead/roster/z".into(), "damaged".into());
        all.0.insert("drumhead/roster-order".into(), seal(&["b", "a"], 9).unwrap());
        let plan = plan(&all, &Bundle::default(), Taking::KeepBoth, || "n".into());
        assert_eq!(after(&Bundle::default(), &plan), all);
    }

    #[test]
    fn adding_never_overwrites_unreadable_texts() {
        let mut here = bundle(&[]);
        here.0.insert("drumhead/roster/a".into(), "damaged".into());
        let plan = plan(&bundle(&[("a", "Swiss", 1)]), &here, Taking::KeepBoth, || "n".into());
        assert_eq!(after(&here, &plan).0["drumhead/roster/a"], "damaged");
        assert_eq!(names(&after(&here, &plan)), ["Swiss"]);
    }
}
