//! What is saved, as text: pure, so that it is tested natively. The app's `storage` puts it into the browser.
//!
//! Each thing has a key of its own, and each event of a battle's log too, so that saving an act is one write whose cost
//! does not grow with the battle. A text is `schema.checksum.json`.

use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fmt;

/// The schema of what is saved now.
pub const SCHEMA: u32 = 1;

/// Where a thing is saved.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Key {
    /// A roster.
    Roster(String),
    /// The header of a battle.
    Battle(String),
    /// An event of a battle's log, by its number from 0.
    Event(String, usize),
    /// The order of the rosters.
    RosterOrder,
    /// What the player prefers.
    Settings,
}

const PREFIX: &str = "drumhead/";

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(PREFIX)?;
        match self {
            Key::Roster(id) => write!(f, "roster/{id}"),
            Key::Battle(id) => write!(f, "battle/{id}"),
            Key::Event(battle, number) => write!(f, "event/{battle}/{number}"),
            Key::RosterOrder => f.write_str("roster-order"),
            Key::Settings => f.write_str("settings"),
        }
    }
}

impl Key {
    /// The key that a name in storage stands for; none for names that are not Drumhead's.
    pub fn parse(name: &str) -> Option<Self> {
        let parts: Vec<&str> = name.strip_prefix(PREFIX)?.split('/').collect();
        match parts.as_slice() {
            ["roster", id] => Some(Key::Roster((*id).to_owned())),
            ["battle", id] => Some(Key::Battle((*id).to_owned())),
            ["event", battle, number] => Some(Key::Event((*battle).to_owned(), number.parse().ok()?)),
            ["roster-order"] => Some(Key::RosterOrder),
            ["settings"] => Some(Key::Settings),
            _ => None,
        }
    }
}

/// Why a saved text cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unreadable {
    /// It does not look like anything that Drumhead saves.
    Strange,
    /// A newer Drumhead saved it.
    Newer(u32),
    /// It is not what was saved: the checksum differs.
    Damaged,
    /// It is whole, but not what belongs here.
    Misshapen,
}

/// A thing as the text that is saved.
pub fn seal(thing: &impl Serialize) -> String {
    let json = serde_json::to_string(thing).unwrap_or_default();
    format!("{SCHEMA}.{}.{json}", checksum(SCHEMA, &json))
}

fn checksum(schema: u32, json: &str) -> String {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&schema.to_le_bytes());
    hasher.update(json.as_bytes());
    format!("{:08x}", hasher.finalize())
}

/// The thing that a saved text holds.
///
/// # Errors
/// Whatever is wrong with the text; it should then be kept as it is.
pub fn open<T: DeserializeOwned>(text: &str) -> Result<T, Unreadable> {
    let mut parts = text.splitn(3, '.');
    let (Some(schema), Some(sum), Some(json)) = (parts.next(), parts.next(), parts.next()) else {
        return Err(Unreadable::Strange);
    };
    let schema: u32 = schema.parse().map_err(|_| Unreadable::Strange)?;
    if schema > SCHEMA {
        return Err(Unreadable::Newer(schema));
    }
    if sum != checksum(schema, json) {
        return Err(Unreadable::Damaged);
    }
    serde_json::from_str(json).map_err(|_| Unreadable::Misshapen)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::roster::Roster;

    fn roster() -> Roster {
        Roster { ruleset: "pike_and_shot".into(), name: "Waller’s brigade".into(), ..Roster::default() }
    }

    #[test]
    fn what_is_sealed_opens_again() {
        assert_eq!(open::<Roster>(&seal(&roster())), Ok(roster()));
    }

    #[test]
    fn every_flipped_bit_and_every_cut_is_noticed() {
        let sealed = seal(&roster());
        for at in 0..sealed.len() {
            assert!(open::<Roster>(&String::from_utf8_lossy(&sealed.as_bytes()[..at])).is_err(), "cut at {at}");
            for bit in 0..8 {
                let mut bytes = sealed.clone().into_bytes();
                bytes[at] ^= 1 << bit;
                let flipped = String::from_utf8_lossy(&bytes);
                assert!(open::<Roster>(&flipped).is_err(), "bit {bit} at {at}");
            }
        }
    }

    #[test]
    fn a_newer_schema_is_told_from_damage() {
        let newer = seal(&roster()).replacen(&SCHEMA.to_string(), "9", 1);
        assert_eq!(open::<Roster>(&newer), Err(Unreadable::Newer(9)));
    }

    #[test]
    fn keys_are_told_apart_and_read_again() {
        for key in [
            Key::Roster("x1".into()),
            Key::Battle("b".into()),
            Key::Event("b".into(), 12),
            Key::RosterOrder,
            Key::Settings,
        ] {
            assert_eq!(Key::parse(&key.to_string()), Some(key));
        }
        assert_eq!(Key::parse("somebody-else"), None);
        assert_eq!(Key::parse("drumhead/event/b/x"), None);
    }
}
