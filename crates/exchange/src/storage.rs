//! Saved texts, independent of the browser, so that tests run natively. The app's `storage` writes them to `localStorage`.
//!
//! Each thing has its own key, and so has each event of a battle's log. Saving an act is therefore one write, whose cost does not grow with
//! the battle, and two tabs never write the same key (see [`Stamp`]).
//!
//! | module | contents |
//! | --- | --- |
//! | [`envelope`] | the header of a saved text: schema, revision, checksum; upgrades of older schemas |
//! | [`bundle`] | several texts as a file |
//! | [`roster`] | the units of a side, as players enter them |
//! | [`scenario`] | a battle as a game master prepares it |
//! | [`survivors`] | the roster of a side after a battle |
//! | [`beginning`] | a battle of two rosters |
//! | [`saved_battle`] | a battle, read from its texts |
//! | [`listed`] | the facts of a battle that lists show |
//! | [`new_battle`] | the answers on the page of a new battle |
//! | [`bin`] | things deleted during this visit |
//! | [`writer`] | this device as an author of logs |
//!
//! A text that cannot be read is kept unchanged. Nothing here replaces it with an empty value.

pub mod beginning;
pub mod bin;
pub mod bundle;
pub mod envelope;
pub mod limits;
pub mod listed;
pub mod new_battle;
pub mod roster;
pub mod roster_text;
pub mod saved_battle;
pub mod scenario;
pub mod survivors;
pub mod writer;

pub use bundle::{Bundle, Item, ItemKind};
pub use envelope::{MARKED, Opened, SCHEMA, Unreadable, open, seal, seal_event, seal_header, seal_roster};
pub use saved_battle::NoBattle;

use battle::Stamp;
use std::collections::BTreeMap;
use std::fmt;

/// Key of a saved text.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Key {
    /// A roster.
    Roster(String),
    /// A scenario.
    Scenario(String),
    /// The header of a battle.
    Battle(String),
    /// An event of a battle's log.
    Event(String, Stamp),
    /// The answers of an act that is being prepared in a battle. Kept on this device, and not in backups.
    Draft(String),
    /// Dice entered by hand for an act of a battle, under an id of their own. Kept on this device, and not in backups.
    Dice(String, String),
    /// A group act of a battle that is not applied yet, under an id of its own. Kept on this device, and not in backups.
    Group(String, String),
    /// The [answers](new_battle::NewBattle) on the page of a new battle. Not in backups.
    NewBattle,
    /// The order of the rosters.
    RosterOrder,
    /// The player's preferences.
    Settings,
    /// Facts of this device: the time of the last backup. Not in backups.
    Device,
    /// This device as an [author of logs](writer::Writer). Not in backups.
    Writer,
    /// The [record](crate::share::known) of the logs of a battle's other devices. Not in backups.
    Known(String),
    /// This device's steps of rolls that two devices of version 1.0.0 made. Not in backups. Nothing reads it; it is deleted with the
    /// battle.
    Chain(String),
    /// The side or player for whom this device shows a battle with hidden counters. Not in backups.
    Viewer(String),
    /// The entry of a battle in the chronicle. It remains when the battle is deleted.
    Chronicle(String),
}

/// Prefix of all keys' names. Other pages of the same host may use `localStorage`, too.
pub const PREFIX: &str = "drumhead/";
/// Prefix of the names of events' keys, before the battle's id.
pub const EVENTS: &str = "drumhead/event/";

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(PREFIX)?;
        match self {
            Key::Roster(id) => write!(f, "roster/{id}"),
            Key::Scenario(id) => write!(f, "scenario/{id}"),
            Key::Battle(id) => write!(f, "battle/{id}"),
            Key::Event(battle, stamp) => write!(f, "event/{battle}/{stamp}"),
            Key::Draft(battle) => write!(f, "draft/{battle}"),
            Key::Dice(battle, id) => write!(f, "dice/{battle}/{id}"),
            Key::Group(battle, id) => write!(f, "group/{battle}/{id}"),
            Key::NewBattle => f.write_str("new-battle"),
            Key::RosterOrder => f.write_str("roster-order"),
            Key::Settings => f.write_str("settings"),
            Key::Device => f.write_str("device"),
            Key::Writer => f.write_str("writer"),
            Key::Known(battle) => write!(f, "known/{battle}"),
            Key::Chain(battle) => write!(f, "chain/{battle}"),
            Key::Viewer(battle) => write!(f, "viewer/{battle}"),
            Key::Chronicle(battle) => write!(f, "chronicle/{battle}"),
        }
    }
}

impl Key {
    /// Parses the name of a key. `None` for names that this version of Drumhead does not use.
    pub fn parse(name: &str) -> Option<Self> {
        let parts: Vec<&str> = name.strip_prefix(PREFIX)?.split('/').collect();
        match parts.as_slice() {
            ["roster", id] if is_id(id) => Some(Key::Roster((*id).to_owned())),
            ["scenario", id] if is_id(id) => Some(Key::Scenario((*id).to_owned())),
            ["battle", id] if is_id(id) => Some(Key::Battle((*id).to_owned())),
            ["event", battle, stamp] if is_id(battle) => Some(Key::Event((*battle).to_owned(), Stamp::parse(stamp)?)),
            ["draft", battle] if is_id(battle) => Some(Key::Draft((*battle).to_owned())),
            ["dice", battle, id] if is_id(battle) && is_id(id) => {
                Some(Key::Dice((*battle).to_owned(), (*id).to_owned()))
            }
            ["group", battle, id] if is_id(battle) && is_id(id) => {
                Some(Key::Group((*battle).to_owned(), (*id).to_owned()))
            }
            ["new-battle"] => Some(Key::NewBattle),
            ["roster-order"] => Some(Key::RosterOrder),
            ["settings"] => Some(Key::Settings),
            ["device"] => Some(Key::Device),
            ["writer"] => Some(Key::Writer),
            ["known", battle] if is_id(battle) => Some(Key::Known((*battle).to_owned())),
            ["chain", battle] if is_id(battle) => Some(Key::Chain((*battle).to_owned())),
            ["viewer", battle] if is_id(battle) => Some(Key::Viewer((*battle).to_owned())),
            ["chronicle", battle] if is_id(battle) => Some(Key::Chronicle((*battle).to_owned())),
            _ => None,
        }
    }

    /// True if the text stays on this device and is not in backups.
    pub fn stays(&self) -> bool {
        match self {
            Key::Device | Key::Writer | Key::NewBattle | Key::Draft(_) | Key::Dice(..) | Key::Group(..) => true,
            Key::Known(_) | Key::Chain(_) | Key::Viewer(_) => true,
            Key::Roster(_) | Key::Scenario(_) | Key::Battle(_) | Key::Event(..) => false,
            Key::RosterOrder | Key::Settings | Key::Chronicle(_) => false,
        }
    }

    /// Returns the id of the battle whose header or event has this key. `None` for all other keys.
    pub fn battle(&self) -> Option<&str> {
        match self {
            Key::Battle(id) | Key::Event(id, _) => Some(id),
            _ => None,
        }
    }
}

/// Counts the events of each battle among the names of keys, by the battle's id. One pass, because there may be thousands.
pub fn event_counts<'a>(names: impl IntoIterator<Item = &'a str>) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    for name in names {
        let parts = name.strip_prefix(EVENTS).and_then(|rest| rest.split_once('/'));
        if let Some((battle, _)) = parts.filter(|(_, stamp)| Stamp::parse(stamp).is_some()) {
            *counts.entry(battle.to_owned()).or_default() += 1;
        }
    }
    counts
}

/// True if a text can be the id of a roster, a scenario or a battle. Ids are parts of keys and addresses.
pub fn is_id(text: &str) -> bool {
    (1..=32).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_have_different_names_that_can_be_read() {
        for key in [
            Key::Roster("x1".into()),
            Key::Scenario("x1".into()),
            Key::Battle("b".into()),
            Key::Event("b".into(), Stamp::after(None, "k3")),
            Key::Draft("b".into()),
            Key::Dice("b".into(), "k3".into()),
            Key::Group("b".into(), "k3".into()),
            Key::NewBattle,
            Key::RosterOrder,
            Key::Settings,
            Key::Device,
            Key::Writer,
            Key::Known("b".into()),
            Key::Chain("b".into()),
            Key::Viewer("b".into()),
            Key::Chronicle("b".into()),
        ] {
            assert_eq!(Key::parse(&key.to_string()), Some(key));
        }
        for name in
            ["somebody-else", "drumhead/event/b/x", "drumhead/roster/", "drumhead/roster/../x", "drumhead/battle/é"]
        {
            assert_eq!(Key::parse(name), None, "{name}");
        }
    }

    #[test]
    fn drafts_and_identity_stay_on_their_device() {
        let battle = "b".to_owned();
        let own = [Key::Device, Key::Writer, Key::Draft(battle.clone()), Key::Known(battle.clone())];
        let more = [
            Key::Chain(battle.clone()),
            Key::Dice(battle.clone(), "k3".into()),
            Key::Group(battle.clone(), "k3".into()),
        ];
        assert!(Key::NewBattle.stays());
        assert!(own.iter().chain(&more).all(Key::stays));
        let shared = [
            Key::Roster("x1".into()),
            Key::Scenario("x1".into()),
            Key::Battle(battle.clone()),
            Key::RosterOrder,
            Key::Settings,
        ];
        assert!(!Key::Chronicle("b".to_owned()).stays(), "it outlasts the battle, in backups too");
        assert!(!shared.iter().chain([&Key::Event(battle, Stamp::after(None, "k3"))]).any(Key::stays));
    }

    #[test]
    fn events_are_counted_for_each_battle() {
        let names = ["drumhead/event/b/0-k3", "drumhead/event/c/0-k3", "drumhead/event/b/1-k3", "drumhead/battle/b"];
        let strange = ["drumhead/event/b/x", "somebody/event/b/2-k3", "drumhead/event/b"];
        let counts = event_counts(names.into_iter().chain(strange));
        assert_eq!(counts, BTreeMap::from([("b".to_owned(), 2), ("c".to_owned(), 1)]));
    }

    #[test]
    fn ids_in_keys_consist_of_lowercase_letters_and_digits() {
        let kinds = [
            "roster/{}",
            "scenario/{}",
            "battle/{}",
            "event/{}/0-a",
            "draft/{}",
            "dice/{}/k3",
            "dice/k3/{}",
            "group/{}/k3",
            "group/k3/{}",
            "known/{}",
            "chain/{}",
            "viewer/{}",
            "chronicle/{}",
        ];
        for kind in kinds {
            let parsed = |id: &str| Key::parse(&format!("{PREFIX}{}", kind.replace("{}", id)));
            assert!(parsed("k3x9").is_some() && parsed(&"a".repeat(32)).is_some(), "{kind}");
            for strange in ["", "K3", "k 3", "é", "..", &"a".repeat(33)] {
                assert_eq!(parsed(strange), None, "{kind} with {strange:?}");
            }
        }
    }
}
