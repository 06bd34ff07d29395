//! Envelopes of saved texts: `schema.revision.checksum.json`.
//!
//! The revision counts the saves; it shows which of two copies is later. The checksum (CRC-32 of schema, revision and JSON) reveals damage.

use super::Key;
use super::roster::Roster;
use battle::{Event, Header};
use rules::hashes;
use rules::text::say;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value as Json;
use std::fmt;

/// An upgrade of a text to the next schema.
type Step = fn(&Key, Json) -> Json;

/// Upgrades, the first from schema 1 to schema 2. None is ever changed or removed, because players may return after years. `tests/fixtures`
/// holds texts of every past schema.
const STEPS: &[Step] = &[];

/// The current schema of saved texts, except [marked](MARKED) ones.
// The number of upgrades fits into 32 bits.
pub const SCHEMA: u32 = STEPS.len() as u32 + 1;

/// The schema of marked texts: events and rosters with fields that version 1.0.0 does not know, and the headers of such battles. Their contents have
/// the shape of [`SCHEMA`]. Version 1.0.0 shows such a battle without changing it.
pub const MARKED: u32 = SCHEMA + 1;

/// The longest text that is read, in bytes: about the storage that a browser grants a page.
pub const LONGEST: usize = 5 << 20;

/// A text that was opened.
#[derive(Clone, Debug, PartialEq)]
pub struct Opened<T> {
    /// The contents.
    pub value: T,
    /// Revision: the number of saves.
    pub revision: u32,
    /// True if a newer Drumhead saved it. A change would lose the parts that this version does not know.
    pub newer: bool,
}

/// Reasons why a saved text cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unreadable {
    /// It is not an envelope.
    Strange,
    /// A newer Drumhead saved it with this schema, and its contents do not fit those of this version.
    Newer(u32),
    /// The checksum is wrong.
    Damaged,
    /// It is intact, but has other contents than expected.
    Misshapen,
}

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Unreadable::Strange | Unreadable::Misshapen => say("cannot be understood"),
            Unreadable::Newer(_) => say("was saved by a newer version of Drumhead"),
            Unreadable::Damaged => say("is damaged"),
        })
    }
}

/// Seals contents as the text of a revision.
///
/// # Errors
/// If the contents cannot be written as JSON. This never happens to contents of Drumhead.
pub fn seal(thing: &impl Serialize, revision: u32) -> serde_json::Result<String> {
    seal_in(SCHEMA, thing, revision)
}

/// Writes an event as the text of a revision. It is [marked](MARKED) if it has fields that version 1.0.0 does not know.
///
/// # Errors
/// As for [`seal`].
pub fn seal_event(event: &Event, revision: u32) -> serde_json::Result<String> {
    seal_in(if event.is_marked() { MARKED } else { SCHEMA }, event, revision)
}

/// Writes a roster as the text of a revision. It is [marked](MARKED) if its own rules have fields that version 1.0.0 does not know.
///
/// # Errors
/// As for [`seal`].
pub fn seal_roster(roster: &Roster, revision: u32) -> serde_json::Result<String> {
    seal_in(if roster.is_marked() { MARKED } else { SCHEMA }, roster, revision)
}

/// Writes the header of a battle as the text of a revision, [marked](MARKED) if `is_marked` is true: the header or an event then has fields that
/// version 1.0.0 does not know.
///
/// # Errors
/// As for [`seal`].
pub fn seal_header(header: &Header, is_marked: bool, revision: u32) -> serde_json::Result<String> {
    seal_in(if is_marked { MARKED } else { SCHEMA }, header, revision)
}

/// Writes contents as the text of a revision, in a schema of this version.
pub(super) fn seal_in(schema: u32, thing: &impl Serialize, revision: u32) -> serde_json::Result<String> {
    Ok(envelope(schema, revision, &serde_json::to_string(thing)?))
}

pub(crate) fn envelope(schema: u32, revision: u32, json: &str) -> String {
    format!("{schema}.{revision}.{}.{json}", sum_of(schema, revision, json))
}

/// Returns the checksum in hexadecimal letters.
fn sum_of(schema: u32, revision: u32, json: &str) -> String {
    format!("{:08x}", hashes::of(&[&schema.to_le_bytes(), &revision.to_le_bytes(), json.as_bytes()]))
}

/// Opens the text saved under a key.
///
/// # Errors
/// The reason why it cannot be read. The text must then be kept unchanged.
pub fn open<T: DeserializeOwned>(key: &Key, text: &str) -> Result<Opened<T>, Unreadable> {
    open_with(STEPS, key, text)
}

/// Opens a text with a list of upgrades. The current schema is their number plus one.
fn open_with<T: DeserializeOwned>(steps: &[Step], key: &Key, text: &str) -> Result<Opened<T>, Unreadable> {
    let (schema, revision, json) = unwrap(text)?;
    let opened = |value, newer| Opened { value, revision, newer };
    // A marked text has the shape of the latest schema.
    let latest = steps.len() + 1;
    let schema_of_shape = if schema as usize == latest + 1 { latest } else { schema as usize };
    match steps.get(schema_of_shape - 1..) {
        None => serde_json::from_str(json).map(|value| opened(value, true)).map_err(|_| Unreadable::Newer(schema)),
        Some([]) => serde_json::from_str(json).map(|value| opened(value, false)).map_err(|_| Unreadable::Misshapen),
        Some(steps) => {
            let old: Json = serde_json::from_str(json).map_err(|_| Unreadable::Misshapen)?;
            let new = steps.iter().fold(old, |json, step| step(key, json));
            serde_json::from_value(new).map(|value| opened(value, false)).map_err(|_| Unreadable::Misshapen)
        }
    }
}

/// Returns schema (from 1), revision and JSON of an intact text.
fn unwrap(text: &str) -> Result<(u32, u32, &str), Unreadable> {
    if text.len() > LONGEST {
        return Err(Unreadable::Strange);
    }
    let mut parts = text.splitn(4, '.');
    let mut part = || parts.next().ok_or(Unreadable::Strange);
    let (schema, revision, sum, json) = (part()?, part()?, part()?, part()?);
    // Each number has only one valid spelling. The check has to be fast, because a long battle has thousands of texts.
    let plain = |text: &str| text == "0" || !text.starts_with(['0', '+']);
    let number = |text: &str| text.parse::<u32>().ok().filter(|_| plain(text));
    let schema = number(schema).filter(|schema| *schema > 0).ok_or(Unreadable::Strange)?;
    let revision = number(revision).ok_or(Unreadable::Strange)?;
    if sum != sum_of(schema, revision, json) {
        return Err(Unreadable::Damaged);
    }
    Ok((schema, revision, json))
}

/// Checks that a text is intact. This is faster than opening it.
///
/// # Errors
/// The reason why it is not intact.
pub fn whole(text: &str) -> Result<(), Unreadable> {
    unwrap(text).map(|_| ())
}

/// True if a text is [marked](MARKED).
pub fn is_marked(text: &str) -> bool {
    unwrap(text).is_ok_and(|(schema, ..)| schema == MARKED)
}

/// [Marks](MARKED) a text of the schema before. `None` for any other text.
pub fn marked(text: &str) -> Option<String> {
    let (schema, revision, json) = unwrap(text).ok()?;
    (schema == SCHEMA).then(|| envelope(MARKED, revision, json))
}

/// Returns the revision of a text; 0 if it is not intact.
pub fn revision(text: &str) -> u32 {
    unwrap(text).map_or(0, |(_, revision, _)| revision)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn key() -> Key {
        Key::Roster("x1".into())
    }

    fn roster() -> Roster {
        Roster { ruleset: "pike_and_shot".into(), name: "Waller’s brigade".into(), ..Roster::default() }
    }

    #[test]
    fn a_sealed_envelope_can_be_opened() {
        let opened = open::<Roster>(&key(), &seal(&roster(), 3).unwrap());
        assert_eq!(opened, Ok(Opened { value: roster(), revision: 3, newer: false }));
    }

    #[test]
    fn every_flipped_bit_and_every_truncation_is_detected() {
        let sealed = seal(&roster(), 12).unwrap();
        for at in 0..sealed.len() {
            assert!(open::<Roster>(&key(), &String::from_utf8_lossy(&sealed.as_bytes()[..at])).is_err(), "cut at {at}");
            for bit in 0..8 {
                let mut bytes = sealed.clone().into_bytes();
                bytes[at] ^= 1 << bit;
                let flipped = String::from_utf8_lossy(&bytes);
                assert!(open::<Roster>(&key(), &flipped).is_err(), "bit {bit} at {at}");
            }
        }
    }

    #[test]
    fn a_newer_text_opens_if_it_can_be_read_and_is_marked() {
        let newer = envelope(SCHEMA + 8, 2, r#"{"ruleset":"argad","name":"Swiss","units":[],"banner":"red"}"#);
        let opened = open::<Roster>(&key(), &newer).unwrap();
        assert!(opened.newer);
        assert_eq!(opened.value.name, "Swiss");
        let too_new = envelope(SCHEMA + 8, 2, r#"{"rosters":[]}"#);
        assert_eq!(open::<Roster>(&key(), &too_new), Err(Unreadable::Newer(SCHEMA + 8)));
    }

    #[test]
    fn an_intact_text_of_another_type_is_distinguished_from_a_damaged_one() {
        assert_eq!(open::<Roster>(&key(), &seal(&["a", "b"], 1).unwrap()), Err(Unreadable::Misshapen));
        assert_eq!(open::<Roster>(&key(), "[object Object]"), Err(Unreadable::Strange));
        assert_eq!(open::<Roster>(&key(), &"x".repeat(LONGEST + 1)), Err(Unreadable::Strange));
    }

    #[test]
    fn the_longest_text_opens_and_schemas_count_from_1() {
        let sealed = |letters: usize| seal(&Roster { note: "x".repeat(letters), ..roster() }, 1).unwrap();
        let room = LONGEST - sealed(1).len() + 1;
        assert_eq!(sealed(room).len(), LONGEST);
        assert!(open::<Roster>(&key(), &sealed(room)).is_ok());
        assert_eq!(open::<Roster>(&key(), &sealed(room + 1)), Err(Unreadable::Strange));
        assert_eq!(open::<Roster>(&key(), &envelope(0, 1, "{}")), Err(Unreadable::Strange));
    }

    #[test]
    fn players_see_the_reason_why_a_text_is_unreadable() {
        for (unreadable, words) in [
            (Unreadable::Strange, "cannot be understood"),
            (Unreadable::Misshapen, "cannot be understood"),
            (Unreadable::Newer(3), "was saved by a newer version of Drumhead"),
            (Unreadable::Damaged, "is damaged"),
        ] {
            assert_eq!(unreadable.to_string(), words);
        }
    }

    #[test]
    fn an_old_text_goes_through_every_upgrade_from_its_own_schema() {
        fn named(_: &Key, json: Json) -> Json {
            json!({ "ruleset": "argad", "name": json["title"], "units": [] })
        }
        fn noted(key: &Key, mut json: Json) -> Json {
            json["note"] = key.to_string().into();
            json
        }
        let steps: &[Step] = &[named, noted];
        let first = open_with::<Roster>(steps, &key(), &envelope(1, 7, r#"{"title":"Swiss"}"#)).unwrap();
        assert_eq!((first.value.name.as_str(), first.value.note.as_str()), ("Swiss", "drumhead/roster/x1"));
        assert_eq!((first.revision, first.newer), (7, false));
        let second = envelope(2, 1, r#"{"ruleset":"argad","name":"Swiss","units":[]}"#);
        assert_eq!(open_with::<Roster>(steps, &key(), &second).map(|opened| opened.value), Ok(first.value));
    }
}
