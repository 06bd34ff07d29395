//! Entries of a battle's log that another device lacks, as a link or as codes: `#n=1.letters`, the [packed](super::pack) JSON of a
//! [`News`].
//!
//! Each device adds a summary of its own log, so the answer also contains only missing entries. At the first meeting nothing is known of
//! the other device, and it may not have the battle. Then the whole battle is shown, or only the summary if the battle is too long.

use super::arrival::{Met, meet};
use super::pack;
use super::summary::{Summary, beginning};
use super::{MARKED_VERSION, NoLink, Shared, VERSION};
use crate::storage::{self, Bundle, Key, limits};
use battle::relation::{MergeFailure, Relation};
use battle::{Battle, Device, Event, Header, Stamp};
use rules::registry::Registry;
use serde::{Deserialize, Serialize};

/// Prefix of the fragment of a link.
pub(super) const MARK: &str = "n=";

/// Entries of a battle's log for another device, and a summary of the sender's log.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct News {
    /// The battle's id.
    pub battle: String,
    /// Checksum of the battle's beginning.
    began: u32,
    /// Summary of the sender's log.
    pub has: Summary,
    /// The sender.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<Device>,
    /// [Fingerprint](Battle::mark) of the sender's log.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub mark: String,
    /// The battle's beginning, if the receiver may not have it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    header: Option<Box<Header>>,
    /// Entries, in the order of their stamps.
    #[serde(default)]
    pub log: Vec<(Stamp, Event)>,
    /// True if the battle's log has fields that version 1.0.0 does not know. The version of the link shows this.
    #[serde(skip)]
    is_marked: bool,
}

/// Reasons why entries cannot be added here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoNews {
    /// The battle is not on this device.
    NotHere,
    /// The two logs cannot be merged.
    Apart(MergeFailure),
}

/// Received entries, compared with the battle here.
#[derive(Clone, Debug, PartialEq)]
pub struct Arrived {
    /// The battle as far as the sender's log is known here.
    pub theirs: Bundle,
    /// Its relation to the battle here.
    pub relation: Relation,
    /// True if, with these entries, the log here contains all entries of the sender.
    pub is_whole: bool,
}

impl News {
    /// Returns the entries of a battle that a device with this summary lacks. Without a summary, returns only the summary of the log here.
    pub fn of(id: &str, battle: &Battle, theirs: Option<&Summary>) -> Self {
        let lacks = theirs.map(|summary| summary.lacks(battle.log())).unwrap_or_default();
        let log = battle.log().iter().filter(|(stamp, _)| lacks.contains(stamp)).cloned().collect();
        let (began, has) = (beginning(battle.header()), Summary::of(battle.log()));
        let (mark, is_marked) = (battle.mark(), battle.is_marked());
        Self { battle: id.to_owned(), began, has, from: None, mark, header: None, log, is_marked }
    }

    /// Returns the whole battle, for a device whose log is not known.
    pub fn whole(id: &str, battle: &Battle) -> Self {
        let header = Some(Box::new(battle.header().clone()));
        Self { header, log: battle.log().to_vec(), ..Self::of(id, battle, None) }
    }

    /// Sets the sender.
    #[must_use]
    pub fn from(self, device: &Device) -> Self {
        Self { from: Some(device.clone()), ..self }
    }

    /// Returns the fragment of a link, without its `#`. `None` if the link could not be opened, because its contents exceed a limit.
    pub fn write(&self, registry: Registry) -> Option<String> {
        let version = if self.is_marked { MARKED_VERSION } else { VERSION };
        let fragment = format!("{MARK}{version}.{}", pack::pack(&serde_json::to_string(self).ok()?)?);
        // Links that could not be opened are not made.
        Self::read(registry, &fragment).ok().map(|_| fragment)
    }

    /// True if the fragment of an address is a link to entries of a log.
    pub fn is_link(fragment: &str) -> bool {
        fragment.trim_start_matches('#').starts_with(MARK)
    }

    /// Reads the fragment of a link to entries.
    ///
    /// # Errors
    /// If it is not such a link, or cannot be opened.
    pub fn read(registry: Registry, fragment: &str) -> Result<Self, NoLink> {
        let text = super::unpacked(fragment, MARK)?;
        let news: News = serde_json::from_str(&text).map_err(|_| NoLink::Strange)?;
        if !storage::is_id(&news.battle) || !news.has.is_bounded() {
            return Err(NoLink::Strange);
        }
        let events = || news.log.iter().try_for_each(|(stamp, event)| limits::event(stamp, event));
        if news.log.len() > limits::EVENTS || events().is_err() {
            return Err(NoLink::TooMuch);
        }
        if let Some(header) = &news.header {
            limits::header(header)
                .and_then(|()| limits::battle(registry, header, &news.log))
                .map_err(|_| NoLink::TooMuch)?;
            if beginning(header) != news.began {
                return Err(NoLink::Strange);
            }
        }
        let is_in_order = news.log.windows(2).all(|two| two[0].0 < two[1].0);
        let is_marked = fragment.trim_start_matches('#').starts_with(&format!("{MARK}{MARKED_VERSION}."));
        if is_in_order { Ok(Self { is_marked, ..news }) } else { Err(NoLink::Strange) }
    }

    /// Compares the entries with the battle saved here.
    ///
    /// # Errors
    /// If they cannot be added to a battle here.
    pub fn arrive(&self, registry: Registry, here: &Bundle) -> Result<Arrived, NoNews> {
        let key = Key::Battle(self.battle.clone());
        let Some(Shared::Battle(_, header, ours)) = Shared::of(registry, &here.part(&key), &key) else {
            return self.arrive_anew(here.part(&key).0.is_empty());
        };
        let theirs = self.their_log(&header, &ours)?;
        let shared = Shared::Battle(self.battle.clone(), header.clone(), theirs.clone());
        // Contents that were read can always be written.
        let theirs_saved = shared.bundle().unwrap_or_default();
        let relation = match meet(registry, &theirs_saved, here).pop() {
            Some((_, Met::Log(Relation::Apart(why)))) => return Err(NoNews::Apart(why)),
            Some((_, Met::Log(relation))) => relation,
            _ => Relation::Same,
        };
        let merged = Battle::replay(registry, header.clone(), [ours, theirs].concat());
        if limits::battle(registry, &header, merged.log()).is_err() {
            return Err(NoNews::Apart(MergeFailure::TooMuch));
        }
        Ok(Arrived { theirs: theirs_saved, relation, is_whole: self.has.is_within(merged.log()) })
    }

    /// Returns the whole battle, if no part of it is here.
    fn arrive_anew(&self, is_free: bool) -> Result<Arrived, NoNews> {
        let header = self.header.as_deref().filter(|_| is_free).ok_or(NoNews::NotHere)?;
        let shared = Shared::Battle(self.battle.clone(), header.clone(), self.log.clone());
        // Contents that were read can always be written.
        let (theirs, relation) = (shared.bundle().unwrap_or_default(), Relation::Ahead(self.log.len()));
        Ok(Arrived { theirs, relation, is_whole: self.has.is_within(&self.log) })
    }

    /// Returns the sender's log: the entries that the sender shares with this device, and the new ones.
    fn their_log(&self, header: &Header, ours: &[(Stamp, Event)]) -> Result<Vec<(Stamp, Event)>, NoNews> {
        if beginning(header) != self.began {
            return Err(NoNews::Apart(MergeFailure::Beginning));
        }
        let lacks = self.has.lacks(ours);
        let is_sent = |stamp: &Stamp| self.log.binary_search_by(|(sent, _)| sent.cmp(stamp)).is_ok();
        let known = ours.iter().filter(|(stamp, _)| !lacks.contains(stamp) && !is_sent(stamp));
        let mut log: Vec<_> = known.chain(&self.log).cloned().collect();
        battle::in_order_of_making(&mut log);
        Ok(log)
    }
}

#[cfg(test)]
mod tests;
