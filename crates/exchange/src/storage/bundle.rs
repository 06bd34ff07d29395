//! Bundles of saved texts: everything on a device, or one roster, scenario or battle. A file holds the texts byte for byte, including those that
//! cannot be read.

use super::{Key, MARKED, Opened, PREFIX, SCHEMA, Unreadable, envelope, is_id, open};
use crate::storage::limits;
use crate::storage::limits::TooMuch;
use crate::storage::new_battle::NewBattle;
use crate::storage::roster::{Roster, untaken};
use crate::storage::scenario::Scenario;
use crate::storage::writer::Writer;
use battle::analysis::chronicle::Entry;
use battle::panel::group::GroupDraft;
use battle::{Draft, Event, Header, Stamp};
use rules::registry::Registry;
use rules::text::say;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// The longest file that is read, in bytes: several times the storage that a browser grants a page.
pub const LONGEST_FILE: usize = 32 << 20;
/// The maximum number of texts in a file: more than a browser can store.
const MOST_TEXTS: usize = 200_000;
/// The longest name of a key, in bytes.
const LONGEST_NAME: usize = 200;

/// Saved texts by the names of their keys.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bundle(pub BTreeMap<String, String>);

#[derive(Serialize, Deserialize)]
struct File {
    drumhead: String,
    schema: u32,
    texts: BTreeMap<String, String>,
}

/// Value of the field `drumhead` in a file. It distinguishes a file from other JSON.
const KIND: &str = "saved";

/// Contents of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Contents {
    /// The texts that can be added, each as it is in the file.
    pub bundle: Bundle,
    /// Names of the rosters, scenarios and battles that exceed a limit. For any other such text, the name of its key.
    pub left_out: Vec<String>,
}

/// Reasons why a file cannot be opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoFile {
    /// It is too long to be read at all.
    TooLong,
    /// It is not a complete file of Drumhead.
    Strange,
    /// Something in it exceeds a limit.
    TooMuch,
}

/// Kinds of items in a bundle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ItemKind {
    /// A roster, or a set of own rules.
    Roster,
    /// A scenario.
    Scenario,
    /// A battle.
    Battle,
}

/// A roster, a scenario or a battle in a bundle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// Its kind.
    pub kind: ItemKind,
    /// Its id.
    pub id: String,
    /// Its name, as a player wrote it.
    pub name: String,
    /// Its ruleset's id.
    pub ruleset: String,
    /// Number of the units of the roster or the scenario, or of the battle's events.
    pub size: usize,
    /// The names of the roster's units, or of the sides of the battle or the scenario. For a set of own rules, its description.
    pub holds: Vec<String>,
    /// True for a set of own rules.
    pub is_set: bool,
    /// Revision of a roster or a scenario, from 1. For a battle, its number of events.
    pub revision: u32,
}

impl Item {
    /// Returns the key of the roster, of the scenario, or of the battle's header.
    pub fn key(&self) -> Key {
        match self.kind {
            ItemKind::Roster => Key::Roster(self.id.clone()),
            ItemKind::Scenario => Key::Scenario(self.id.clone()),
            ItemKind::Battle => Key::Battle(self.id.clone()),
        }
    }

    /// True for a battle.
    pub fn is_battle(&self) -> bool {
        self.kind == ItemKind::Battle
    }

    /// Returns the title of its ruleset.
    pub fn rules(&self, registry: Registry) -> &str {
        registry.named(&self.ruleset).map_or(say("unknown rules"), |named| named.title)
    }
}

impl Bundle {
    /// Writes the texts as a file: JSON with one text on each line.
    ///
    /// # Errors
    /// If the texts cannot be written as JSON. This never happens to texts.
    pub fn file(&self) -> serde_json::Result<String> {
        serde_json::to_string_pretty(&File { drumhead: KIND.into(), schema: SCHEMA, texts: self.0.clone() })
    }

    /// Reads all texts of a file.
    ///
    /// # Errors
    /// If it is not one of Drumhead's files, or something in it exceeds a limit.
    pub fn read(registry: Registry, file: &str) -> Result<Self, NoFile> {
        let contents = Self::open(registry, file)?;
        if contents.left_out.is_empty() { Ok(contents.bundle) } else { Err(NoFile::TooMuch) }
    }

    /// Opens a file. Rosters, scenarios and battles that exceed a limit are left out, and the others are kept.
    ///
    /// # Errors
    /// If it is not one of Drumhead's files, or too long.
    pub fn open(registry: Registry, file: &str) -> Result<Contents, NoFile> {
        if file.len() > LONGEST_FILE {
            return Err(NoFile::TooLong);
        }
        let file: File = serde_json::from_str(file).map_err(|_| NoFile::Strange)?;
        let known = file.drumhead == KIND && file.texts.keys().all(|name| name.starts_with(PREFIX));
        if !known {
            return Err(NoFile::Strange);
        }
        if file.texts.len() > MOST_TEXTS {
            return Err(NoFile::TooMuch);
        }
        let mut bundle = Self(file.texts).without_what_stays();
        let mut left_out = Vec::new();
        for name in bundle.beyond_limits(registry) {
            let part: Vec<String> = match Key::parse(&name) {
                Some(key) => {
                    let found = bundle.find(&key).map_or_else(|| name.clone(), |item| item.name);
                    left_out.push(limits::shortened_in_middle(&found, limits::NAME));
                    bundle.texts_of(&key).map(|(name, _)| name.clone()).collect()
                }
                None => {
                    left_out.push(limits::shortened_in_middle(&name, limits::NAME));
                    vec![name]
                }
            };
            part.iter().for_each(|name| drop(bundle.0.remove(name)));
        }
        Ok(Contents { bundle, left_out })
    }

    /// Returns the texts without those that stay on a device.
    #[must_use]
    pub fn without_what_stays(&self) -> Self {
        let moves = |name: &String| !Key::parse(name).is_some_and(|key| key.stays());
        Self(self.0.iter().filter(|(name, _)| moves(name)).map(|(name, text)| (name.clone(), text.clone())).collect())
    }

    /// Checks that all readable texts are within the limits.
    ///
    /// # Errors
    /// If something exceeds a limit.
    pub fn within_limits(&self, registry: Registry) -> Result<(), TooMuch> {
        if self.beyond_limits(registry).is_empty() { Ok(()) } else { Err(TooMuch) }
    }

    /// Returns the names of the keys whose texts exceed a limit. If an event exceeds a limit, this is the key of its battle's header.
    fn beyond_limits(&self, registry: Registry) -> BTreeSet<String> {
        let mut events: BTreeMap<String, usize> = BTreeMap::new();
        let mut beyond = BTreeSet::new();
        for (name, text) in &self.0 {
            let key = Key::parse(name);
            let is_short = name.len() <= LONGEST_NAME && text.len() <= envelope::LONGEST;
            let within = is_short && key.as_ref().is_none_or(|key| self.is_within_limits(registry, key, text));
            let whole = match &key {
                Some(Key::Event(battle, _)) => {
                    let count = events.entry(battle.clone()).or_default();
                    *count += 1;
                    (!within || *count > limits::EVENTS).then(|| Key::Battle(battle.clone()).to_string())
                }
                _ => (!within).then(|| name.clone()),
            };
            beyond.extend(whole);
        }
        beyond
    }

    /// True if a text cannot be read, or is within the limits. For a battle's header, its log must be within the limits, too.
    fn is_within_limits(&self, registry: Registry, key: &Key, text: &str) -> bool {
        let within = match key {
            Key::Roster(_) => open::<Roster>(key, text).map_or(Ok(()), |opened| limits::roster(&opened.value)),
            Key::Scenario(_) => {
                open::<Scenario>(key, text).map_or(Ok(()), |opened| limits::scenario(registry, &opened.value))
            }
            Key::Battle(_) => open::<Header>(key, text).map_or(Ok(()), |opened| {
                limits::header(&opened.value).and_then(|()| limits::battle(registry, &opened.value, &self.log(key)))
            }),
            Key::Event(_, stamp) => {
                open::<Event>(key, text).map_or(Ok(()), |opened| limits::event(stamp, &opened.value))
            }
            Key::Chronicle(_) => open::<Entry>(key, text)
                .map_or(Ok(()), |entry| if entry.value.is_within_limits() { Ok(()) } else { Err(TooMuch) }),
            Key::Draft(_)
            | Key::Dice(..)
            | Key::Group(..)
            | Key::RosterOrder
            | Key::Settings
            | Key::Device
            | Key::Writer
            | Key::Known(_)
            | Key::Chain(_)
            | Key::NewBattle
            | Key::Viewer(_) => Ok(()),
        };
        within.is_ok()
    }

    /// Returns the rosters, scenarios and battles that can be read, in the order of their keys.
    pub fn items(&self) -> Vec<Item> {
        self.0.iter().filter_map(|(name, text)| self.item(&Key::parse(name)?, text)).collect()
    }

    fn item(&self, key: &Key, text: &str) -> Option<Item> {
        match key {
            Key::Roster(id) => {
                let roster = open::<Roster>(key, text).ok()?;
                let size = roster.value.units.len();
                let is_set = roster.value.is_set_of_rules();
                let Roster { name, ruleset, units, own_rules, .. } = roster.value;
                let names = units.iter().filter_map(|unit| unit.get("name")?.as_str());
                let holds = if is_set { vec![own_rules.words()] } else { names.map(str::to_owned).collect() };
                Some(Item {
                    kind: ItemKind::Roster,
                    id: id.clone(),
                    name,
                    ruleset,
                    size,
                    holds,
                    is_set,
                    revision: roster.revision,
                })
            }
            Key::Scenario(id) => {
                let scenario = open::<Scenario>(key, text).ok()?;
                let Scenario { name, ruleset, sides, .. } = scenario.value;
                let size = sides.iter().map(|side| side.units.len()).sum();
                let holds = sides.map(|side| side.name).into();
                let (kind, id, revision) = (ItemKind::Scenario, id.clone(), scenario.revision);
                Some(Item { kind, id, name, ruleset, size, holds, is_set: false, revision })
            }
            Key::Battle(id) => {
                let Header { name, ruleset, sides, .. } = open::<Header>(key, text).ok()?.value;
                let size = self.texts_of(key).count().saturating_sub(1);
                let revision = u32::try_from(size).unwrap_or(u32::MAX);
                let holds = sides.map(|side| side.name).into();
                let kind = ItemKind::Battle;
                Some(Item { kind, id: id.clone(), name, ruleset, size, holds, is_set: false, revision })
            }
            _ => None,
        }
    }

    /// Returns the roster, scenario or battle of a key. `None` if it is missing or cannot be read.
    pub fn find(&self, key: &Key) -> Option<Item> {
        self.item(key, self.0.get(&key.to_string())?)
    }

    /// Returns the text of a roster or a scenario, or the texts of a battle's header and log.
    pub fn texts_of(&self, of: &Key) -> impl Iterator<Item = (&String, &String)> + use<'_> {
        // No name begins with a line break, so a roster gets no events.
        let log = of.battle().map_or_else(|| "\n".to_owned(), |id| format!("{PREFIX}event/{id}/"));
        let events = self.0.range(log.clone()..).take_while(move |(name, _)| name.starts_with(&log));
        let events = events.filter(|(name, _)| Key::parse(name).is_some());
        self.0.get_key_value(&of.to_string()).into_iter().chain(events)
    }

    /// Returns a bundle with only the texts of this roster, scenario or battle.
    #[must_use]
    pub fn part(&self, of: &Key) -> Self {
        Self(BTreeMap::from_iter(self.texts_of(of).map(|(name, text)| (name.clone(), text.clone()))))
    }

    /// Returns the events of a battle that can be read, in the order of their names.
    fn log(&self, of: &Key) -> Vec<(Stamp, Event)> {
        let event = |(name, text): (&String, &String)| match Key::parse(name)? {
            key @ Key::Event(..) => {
                let event = open::<Event>(&key, text).ok()?.value;
                if let Key::Event(_, stamp) = key { Some((stamp, event)) } else { None }
            }
            _ => None,
        };
        self.texts_of(of).filter_map(event).collect()
    }

    /// Returns the number of texts that cannot be read.
    pub fn unreadable(&self) -> usize {
        let readable =
            |name: &String, text: &String| Key::parse(name).is_some_and(|key| Self::check(&key, text).is_ok());
        self.0.iter().filter(|(name, text)| !readable(name, text)).count()
    }

    /// Checks that the text saved under a key can be read.
    ///
    /// # Errors
    /// The reason why it cannot be read.
    pub fn check(key: &Key, text: &str) -> Result<(), Unreadable> {
        match key {
            Key::Roster(_) => open::<Roster>(key, text).map(|_| ()),
            Key::Scenario(_) => open::<Scenario>(key, text).map(|_| ()),
            Key::Battle(_) => open::<Header>(key, text).map(|_| ()),
            Key::Event(..) => open::<Event>(key, text).map(|_| ()),
            Key::RosterOrder => open::<Vec<String>>(key, text).map(|_| ()),
            Key::Draft(_) | Key::Dice(..) => open::<Draft>(key, text).map(|_| ()),
            Key::Group(..) => open::<GroupDraft>(key, text).map(|_| ()),
            Key::NewBattle => open::<NewBattle>(key, text).map(|_| ()),
            Key::Device => open::<f64>(key, text).map(|_| ()),
            Key::Writer => open::<Writer>(key, text).map(|_| ()),
            Key::Settings | Key::Known(_) | Key::Chain(_) => open::<serde_json::Value>(key, text).map(|_| ()),
            Key::Viewer(_) => open::<String>(key, text).map(|_| ()),
            Key::Chronicle(_) => open::<Entry>(key, text).map(|_| ()),
        }
    }

    /// Returns an item of this bundle with another id, and with a name that is not among `names`.
    #[must_use]
    pub fn renamed(&self, item: &Item, id: &str, names: &[String]) -> Self {
        debug_assert!(is_id(id));
        let key = item.key();
        let texts = self.texts_of(&key).map(|(name, text)| match Key::parse(name) {
            Some(key @ Key::Roster(_)) => {
                let named = |roster: Roster| Roster { name: untaken(&roster.name, names, limits::NAME), ..roster };
                (Key::Roster(id.into()).to_string(), with(&key, text, named))
            }
            Some(key @ Key::Scenario(_)) => {
                let named =
                    |scenario: Scenario| Scenario { name: untaken(&scenario.name, names, limits::NAME), ..scenario };
                (Key::Scenario(id.into()).to_string(), with(&key, text, named))
            }
            Some(key @ Key::Battle(_)) => {
                let named = |header: Header| Header { name: untaken(&header.name, names, limits::NAME), ..header };
                (Key::Battle(id.into()).to_string(), with(&key, text, named))
            }
            Some(Key::Event(_, stamp)) => (Key::Event(id.into(), stamp).to_string(), text.clone()),
            _ => (name.clone(), text.clone()),
        });
        Self(BTreeMap::from_iter(texts))
    }
}

/// Returns the text with changed contents. A text from a newer Drumhead stays unchanged, because the change would lose parts of it.
fn with<T: Serialize + serde::de::DeserializeOwned>(key: &Key, text: &str, change: impl FnOnce(T) -> T) -> String {
    let changed = open::<T>(key, text).ok().filter(|opened| !opened.newer);
    let schema = if envelope::is_marked(text) { MARKED } else { SCHEMA };
    let sealed = |opened: Opened<T>| envelope::seal_in(schema, &change(opened.value), opened.revision).ok();
    changed.and_then(sealed).unwrap_or_else(|| text.to_owned())
}

#[cfg(test)]
mod tests;
