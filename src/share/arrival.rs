//! Incoming rosters and battles, from a link or a file, compared with those on this device.
//!
//! Nothing is added by itself: players see it first, and choose to add it or to replace their own.

use super::Shared;
use crate::battle::relation::{self, Apart, Clash, Relation, relation};
use crate::battle::{Event, Header, Stamp};
use crate::storage::limits;
use crate::storage::{Bundle, Item, Key};
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
            _ => OtherKind::Unreadable,
        };
        (own != Some(text)).then(|| Other { name: name.clone(), kind, replaces: own.is_some() })
    };
    apart_from_items(incoming, here).0.iter().filter_map(other).collect()
}

/// Number of incoming acts that belong to no incoming battle. They are left out: nobody could see what they would do to
/// a battle on this device.
pub fn stray_acts(incoming: &Bundle, here: &Bundle) -> usize {
    incoming.0.keys().filter(|name| is_stray(name, incoming, here)).count()
}

/// True for an act without its battle. Where a battle's header is damaged and nothing of it is here, as on a new device that
/// takes a backup in, its acts are kept beside the header.
fn is_stray(name: &str, incoming: &Bundle, here: &Bundle) -> bool {
    let Some(Key::Event(battle, _)) = Key::parse(name) else { return false };
    let header = Key::Battle(battle);
    incoming.find(&header).is_none()
        && (!incoming.0.contains_key(&header.to_string()) || here.texts_of(&header).next().is_some())
}

/// The texts that belong to no roster and no battle that can be read, without stray acts.
fn apart_from_items(incoming: &Bundle, here: &Bundle) -> Bundle {
    let mut rest = incoming.clone();
    for item in incoming.items() {
        for (name, _) in incoming.texts_of(&item.key()) {
            rest.0.remove(name);
        }
    }
    rest.0.retain(|name, _| !is_stray(name, incoming, here));
    rest
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
                Relation::Parted(..) if !is_within_limits(&own, &[their_log, own_log].concat()) => {
                    Met::Log(Relation::Apart(Apart::TooMuch))
                }
                relation => Met::Log(relation),
            }
        }
        _ => Met::Other(own.find(key).map(|own| own.revision)),
    }
}

fn is_within_limits(header: &Header, log: &[(Stamp, Event)]) -> bool {
    log.len() <= limits::EVENTS && limits::battle(header, log).is_ok()
}

/// The trackers that an incoming battle and the local one under its key changed to different values since they parted.
pub fn clashes(incoming: &Bundle, here: &Bundle, key: &Key) -> Vec<Clash> {
    match Shared::of(&incoming.part(key), key).zip(Shared::of(&here.part(key), key)) {
        Some((Shared::Battle(_, _, theirs), Shared::Battle(_, header, own))) => {
            relation::clashes(&header, &theirs, &own)
        }
        _ => Vec::new(),
    }
}

/// Plans the writes. `new_id` makes unused ids. Nothing on this device is lost except by [`Taking::Replace`], and
/// never a battle.
pub fn plan(incoming: &Bundle, here: &Bundle, taking: Taking, mut new_id: impl FnMut() -> String) -> Plan {
    let mut plan = Plan::default();
    let mut names: Vec<String> = here.items().into_iter().map(|item| item.name).collect();
    for (item, met) in meet(incoming, here) {
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
pub fn replaced(incoming: &Bundle, here: &Bundle, mut new_id: impl FnMut() -> String) -> Vec<(String, Bundle)> {
    let names: Vec<String> = here.items().into_iter().map(|item| item.name).collect();
    let choices = meet(incoming, here).into_iter().filter(|(_, met)| met.is_a_choice());
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
        Key::Draft(_) | Key::RosterOrder | Key::Settings | Key::Device | Key::Writer => None,
    }
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
    fn what_is_replaced_can_be_brought_back_beside_what_replaced_it() {
        let here = bundle(&[("a", "Swiss", 1), ("b", "French", 5)]);
        let incoming = bundle(&[("b", "French and Gascons", 2), ("c", "Spanish", 1)]);
        let kept = replaced(&incoming, &here, || "n".into());
        assert_eq!(kept.len(), 1);
        assert_eq!((kept[0].0.as_str(), names(&kept[0].1)), ("French", vec!["French 2".to_owned()]));
        let mut now = after(&here, &plan(&incoming, &here, Taking::Replace, || "n".into()));
        assert!(kept[0].1.0.keys().all(|name| !now.0.contains_key(name)));
        now.0.extend(kept[0].1.0.clone());
        assert_eq!(names(&now), ["Swiss", "French and Gascons", "Spanish", "French 2"]);
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

    use crate::battle::{Action, ActionEvent};
    use crate::dice::rng::Seed;

    /// A battle with so many acts.
    fn battle(acts: usize) -> Bundle {
        let header = Header::new("argad", "Alley", ["Ours", "Theirs"], Vec::new(), Seed([1; 32]));
        let act = |n: usize| {
            let event = Event::Action(Box::new(ActionEvent::new(1.0, Action::Note(format!("{n}")), Vec::new())));
            (Stamp::parse(&format!("{n}-t")).unwrap(), event)
        };
        Shared::Battle("b".into(), header, (0..acts).map(act).collect()).bundle().unwrap()
    }

    #[test]
    fn acts_without_their_battle_are_left_out_and_counted() {
        let here = battle(2);
        let mut file = bundle(&[("c", "Spanish", 1)]);
        let acts = battle(4).0.into_iter().filter(|(name, _)| name.contains("/event/"));
        file.0.extend(acts);
        assert_eq!(stray_acts(&file, &here), 4);
        assert_eq!(others(&file, &here), []);
        for taking in [Taking::KeepBoth, Taking::Replace] {
            let taken = plan(&file, &here, taking, || "n".into());
            assert!(taken.write.iter().all(|(name, _)| !name.contains("/event/")), "{taken:?}");
        }
        // Neither where a header that cannot be read is beside them and the battle is here.
        file.0.insert("drumhead/battle/b".into(), "damaged".into());
        assert_eq!(stray_acts(&file, &here), 4);
        // On an empty device everything is kept as it was, unread.
        assert_eq!(stray_acts(&file, &Bundle::default()), 0);
        assert_eq!(after(&Bundle::default(), &plan(&file, &Bundle::default(), Taking::KeepBoth, || "n".into())), file);
    }

    #[test]
    fn everything_that_is_taken_was_listed() {
        let mut here = bundle(&[("a", "Swiss", 1)]);
        here.0.insert("drumhead/settings".into(), seal(&serde_json::json!({}), 1).unwrap());
        let mut file = bundle(&[("a", "Swiss and Germans", 2)]);
        file.0.insert("drumhead/settings".into(), seal(&serde_json::json!({ "theme": "dark" }), 1).unwrap());
        file.0.insert("drumhead/roster-order".into(), seal(&["a"], 1).unwrap());
        file.0.insert("drumhead/roster/bad".into(), "damaged".into());
        let listed: Vec<(OtherKind, bool)> =
            others(&file, &here).into_iter().map(|other| (other.kind, other.replaces)).collect();
        let expected = [(OtherKind::RosterOrder, false), (OtherKind::Unreadable, false), (OtherKind::Settings, true)];
        assert_eq!(listed, expected);
        let written = |taking| {
            let taken = plan(&file, &here, taking, || "n".into());
            taken.write.into_iter().map(|(name, _)| name).collect::<Vec<_>>()
        };
        assert!(!written(Taking::KeepBoth).contains(&"drumhead/settings".to_owned()));
        assert!(written(Taking::Replace).contains(&"drumhead/settings".to_owned()));
    }

    #[test]
    fn taking_back_restores_what_was_here_unless_something_was_done_since() {
        for (here, incoming, taking) in [
            (Bundle::default(), battle(3), Taking::KeepBoth),
            (battle(2), battle(4), Taking::KeepBoth),
            (bundle(&[("a", "Swiss", 1)]), bundle(&[("a", "Germans", 2)]), Taking::Replace),
            (bundle(&[("a", "Swiss", 1)]), bundle(&[("a", "Germans", 2)]), Taking::KeepBoth),
        ] {
            let taken = plan(&incoming, &here, taking, || "n".into());
            let now = after(&here, &taken);
            let back = taken.taking_back(&here, &now).expect("nothing was done since");
            assert_eq!(after(&now, &back), here);
            // Another roster or battle, and preferences, are nobody's business.
            let mut more = now.clone();
            more.0.extend(bundle(&[("z", "Scots", 1)]).0);
            more.0.insert("drumhead/settings".into(), "x".into());
            let back = taken.taking_back(&here, &more).expect("that is something else");
            let restored = after(&more, &back);
            assert!(here.0.iter().all(|(name, text)| restored.0.get(name) == Some(text)));
            assert_eq!(restored.0.len(), here.0.len() + 2);
        }
        let (here, incoming) = (Bundle::default(), battle(3));
        let taken = plan(&incoming, &here, Taking::KeepBoth, || "n".into());
        assert_eq!(taken.taking_back(&here, &battle(4)), None, "an act was done since");
        let (here, incoming) = (battle(1), battle(3));
        let taken = plan(&incoming, &here, Taking::KeepBoth, || "n".into());
        assert_eq!(taken.taking_back(&here, &battle(4)), None, "an act was done since");
        assert_eq!(taken.taking_back(&here, &battle(2)), None, "an act is missing since");
    }
}
