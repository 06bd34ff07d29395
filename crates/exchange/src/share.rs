//! Sharing between devices: a roster, a scenario, or a battle with its log, as a link, as QR codes or as a file.
//!
//! | module | contents |
//! | --- | --- |
//! | [`pack`], `columns` | packing of text into the letters of a link; the units of a scenario as a table |
//! | [`qr`], [`codes`] | a link as a code, or as several codes if it is too long for one |
//! | [`fountain`], [`base45`] | encoding of a link in several codes; [`relay`] reads the first encoding |
//! | [`found`] | links and codes in a text, among words, on several lines, with appended parameters |
//! | [`arrival`] | comparison of incoming rosters and battles with those on this device |
//! | [`summary`], [`news`] | entries that another device lacks, by codes |
//! | [`pairing`], [`live`] | a direct connection: codes that open it, and messages over it |
//! | [`mesh`] | direct connections between all devices of a battle |
//! | [`known`] | the record of other devices' logs |
//!
//! A link holds the data in the fragment of its address, which browsers do not send to servers. Its form is `#s=1.letters`: the version of
//! the links, a full stop, and the [packed](pack) JSON of a [`Shared`]. A profile is written without defaults of its form, and without
//! fields that do not matter to it.
//!
//! Links of all earlier versions can be opened: `tests/fixtures/links.txt` holds examples. Input is limited before it is inflated, and
//! again after it is read (see [`limits`]).
//!
//! The link of a battle holds the seed of its dice, so that the battle can continue on another device. Players who have the link could
//! compute future rolls.

pub mod arrival;
pub mod base45;
pub mod codes;
mod columns;
pub mod found;
pub mod fountain;
pub mod known;
pub mod live;
pub mod mesh;
pub mod news;
pub mod pack;
pub mod pairing;
pub mod qr;
pub mod relay;
pub mod summary;

use crate::storage;
use crate::storage::limits;
use crate::storage::roster;
use crate::storage::roster::Roster;
use crate::storage::scenario::Scenario;
use crate::storage::{Bundle, Key, envelope};
use battle::{Event, Header, Stamp};
use pack::{Dictionary, NoText};
use rules::registry::Registry;
use rules::ruleset::Ruleset;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};

/// The version of new links, unless they need [`MARKED_VERSION`].
const VERSION: u32 = 1;
/// The version of links of scenarios, and of battles and rosters with fields that version 1.0.0 does not know. Links of scenarios have a separate
/// [dictionary](Dictionary).
const MARKED_VERSION: u32 = 2;
/// Prefix of a link's fragment.
const MARK: &str = "s=";
/// Beginning of the text of a scenario's link.
const SCENARIO: &str = "{\"scenario\":";
/// The longest link that is offered, in characters. Some services truncate longer ones.
pub const LONGEST_LINK: usize = 16_000;

/// Contents of a link.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(
    clippy::large_enum_variant,
    reason = "one is held while a link is opened; a box would gain nothing, and on wasm the difference is below the bound"
)]
pub enum Shared {
    /// A roster: its id, revision and contents.
    Roster(String, u32, Roster),
    /// A scenario: its id, revision and contents.
    Scenario(String, u32, Box<Scenario>),
    /// A battle: its id, header and log.
    Battle(String, Header, Vec<(Stamp, Event)>),
}

/// Reasons why a link cannot be opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoLink {
    /// It is not a link of Drumhead.
    Strange,
    /// A newer Drumhead made it.
    Newer,
    /// Some of its letters are missing or changed.
    Damaged,
    /// It exceeds a limit.
    TooMuch,
}

impl From<NoText> for NoLink {
    fn from(no_text: NoText) -> Self {
        match no_text {
            NoText::Damaged => NoLink::Damaged,
            NoText::TooLong => NoLink::TooMuch,
        }
    }
}

/// True if the fragment of an address begins like a link: to a roster, scenario or battle, to [entries](news) of a log, or of a
/// [connection](pairing).
pub fn is_link(fragment: &str) -> bool {
    let fragment = fragment.trim_start_matches('#');
    [MARK, news::MARK, pairing::MARK].iter().any(|mark| fragment.starts_with(mark))
}

/// Returns the fragment of a link, without its `#`. `None` if the link could not be opened, because its contents exceed a limit.
pub fn write(registry: Registry, shared: &Shared) -> Option<String> {
    let (version, (dictionary, text)) = (shared.version(), shared.text()?);
    let fragment = format!("{MARK}{version}.{}", pack::pack_with(dictionary, &text)?);
    // A link that cannot be opened is not offered.
    read(registry, &fragment).ok().map(|_| fragment)
}

/// Reads the fragment of a link.
///
/// # Errors
/// If it is not a link, or cannot be opened.
pub fn read(registry: Registry, fragment: &str) -> Result<Shared, NoLink> {
    let text = unpacked(fragment, MARK)?;
    let shared = if text.starts_with(SCENARIO) { read_scenario(&text)? } else { read_other(&text)? };
    shared.within_limits(registry)?;
    Ok(shared)
}

fn read_other(text: &str) -> Result<Shared, NoLink> {
    serde_json::from_str(text).map_err(|_| NoLink::Strange)
}

/// Reads the text of a scenario's link. Scenarios refuse unknown fields, so a text that does not fit was made by a newer Drumhead.
fn read_scenario(text: &str) -> Result<Shared, NoLink> {
    let folded: Json = serde_json::from_str(text).map_err(|_| NoLink::Strange)?;
    serde_json::from_value(columns::unfolded(folded)?).map_err(|_| NoLink::Newer)
}

/// Returns the text of a link with this prefix.
fn unpacked(fragment: &str, mark: &str) -> Result<String, NoLink> {
    let link = fragment.trim_start_matches('#').strip_prefix(mark).ok_or(NoLink::Strange)?;
    let (version, letters) = link.split_once('.').ok_or(NoLink::Strange)?;
    match version.parse::<u32>() {
        Ok(VERSION) => Ok(pack::unpack_with(Dictionary::First, letters)?),
        Ok(MARKED_VERSION) => Ok(pack::unpack(letters)?),
        Ok(version) if version > MARKED_VERSION => Err(NoLink::Newer),
        Ok(_) | Err(_) => Err(NoLink::Strange),
    }
}

impl Shared {
    /// Returns a saved roster, scenario or battle. `None` if a part cannot be read, or a newer Drumhead saved it.
    pub fn of(registry: Registry, saved: &Bundle, key: &Key) -> Option<Self> {
        let part = saved.part(key);
        let text = part.0.get(&key.to_string())?;
        match key {
            Key::Roster(id) => {
                let opened = envelope::open::<Roster>(key, text).ok().filter(|opened| !opened.newer)?;
                Some(Self::Roster(id.clone(), opened.revision, lean(registry, opened.value)))
            }
            Key::Scenario(id) => {
                let opened = envelope::open::<Scenario>(key, text).ok().filter(|opened| !opened.newer)?;
                let scenario = lean_scenario(registry, opened.value);
                Some(Self::Scenario(id.clone(), opened.revision, Box::new(scenario)))
            }
            Key::Battle(id) => {
                let header = envelope::open::<Header>(key, text).ok().filter(|opened| !opened.newer)?.value;
                let events = part.0.iter().filter(|(name, _)| **name != key.to_string()).map(|(name, text)| {
                    let key = Key::parse(name)?;
                    let event = envelope::open::<Event>(&key, text).ok().filter(|opened| !opened.newer)?.value;
                    if let Key::Event(_, stamp) = key { Some((stamp, event)) } else { None }
                });
                let mut log = events.collect::<Option<Vec<_>>>()?;
                battle::in_order_of_making(&mut log);
                Some(Self::Battle(id.clone(), header, log))
            }
            _ => None,
        }
    }

    /// Returns the texts under which it would be saved.
    ///
    /// # Errors
    /// If it cannot be written as JSON. This never happens to contents that were read.
    pub fn bundle(&self) -> serde_json::Result<Bundle> {
        let mut bundle = Bundle::default();
        match self {
            Self::Roster(id, revision, roster) => {
                bundle.0.insert(Key::Roster(id.clone()).to_string(), envelope::seal_roster(roster, *revision)?);
            }
            Self::Scenario(id, revision, scenario) => {
                bundle.0.insert(Key::Scenario(id.clone()).to_string(), envelope::seal(scenario, *revision)?);
            }
            Self::Battle(id, header, log) => {
                let is_marked = self.version() == MARKED_VERSION;
                bundle.0.insert(Key::Battle(id.clone()).to_string(), envelope::seal_header(header, is_marked, 1)?);
                for (stamp, event) in log {
                    bundle.0.insert(Key::Event(id.clone(), stamp.clone()).to_string(), envelope::seal_event(event, 1)?);
                }
            }
        }
        Ok(bundle)
    }

    /// Returns the text that its link packs, and the dictionary for it. `None` if it cannot be written as JSON.
    fn text(&self) -> Option<(Dictionary, String)> {
        match self {
            Self::Scenario(..) => {
                let folded = columns::folded(serde_json::to_value(self).ok()?);
                Some((Dictionary::Second, folded.to_string()))
            }
            Self::Roster(..) | Self::Battle(..) => Some((Dictionary::First, serde_json::to_string(self).ok()?)),
        }
    }

    /// Version of its link.
    fn version(&self) -> u32 {
        match self {
            Self::Scenario(..) => MARKED_VERSION,
            Self::Battle(_, header, _) if header.is_marked() => MARKED_VERSION,
            Self::Battle(_, _, log) if log.iter().any(|(_, event)| event.is_marked()) => MARKED_VERSION,
            Self::Roster(_, _, roster) if roster.is_marked() => MARKED_VERSION,
            Self::Battle(..) | Self::Roster(..) => VERSION,
        }
    }

    fn within_limits(&self, registry: Registry) -> Result<(), NoLink> {
        let id = match self {
            Self::Roster(id, ..) | Self::Scenario(id, ..) | Self::Battle(id, ..) => id,
        };
        if !storage::is_id(id) {
            return Err(NoLink::Strange);
        }
        let within = match self {
            Self::Roster(_, _, roster) => limits::roster(roster),
            Self::Scenario(_, _, scenario) => limits::scenario(registry, scenario),
            Self::Battle(_, header, log) if log.len() <= limits::EVENTS => {
                let events = || log.iter().try_for_each(|(stamp, event)| limits::event(stamp, event));
                limits::header(header).and_then(|()| events()).and_then(|()| limits::battle(registry, header, log))
            }
            Self::Battle(..) => Err(limits::TooMuch),
        };
        within.map_err(|limits::TooMuch| NoLink::TooMuch)
    }
}

/// Returns a roster without defaults of its units' forms, and without fields that do not matter to them.
fn lean(registry: Registry, roster: Roster) -> Roster {
    let Some(ruleset) = registry.find(&roster.ruleset) else { return roster };
    let units = roster.units.iter().map(|unit| lean_unit(ruleset, unit));
    Roster { units: units.collect(), ..roster }
}

/// Returns a scenario without defaults of its units' forms, and without fields that do not matter to them.
fn lean_scenario(registry: Registry, mut scenario: Scenario) -> Scenario {
    let Some(ruleset) = registry.find(&scenario.ruleset) else { return scenario };
    for unit in scenario.sides.iter_mut().flat_map(|side| &mut side.units) {
        unit.profile = lean_unit(ruleset, &unit.profile);
    }
    scenario
}

fn lean_unit(ruleset: &Ruleset, unit: &Map<String, Json>) -> Map<String, Json> {
    let mut unit = roster::relevant(ruleset.profile, unit);
    unit.retain(|id, value| {
        let default = ruleset.profile.field(id).and_then(|field| field.need.default());
        default.as_ref() != Some(value)
    });
    unit
}

#[cfg(test)]
mod marked_tests;
#[cfg(test)]
mod sample_battle;
#[cfg(test)]
mod scenario_tests;
#[cfg(test)]
mod tests;
