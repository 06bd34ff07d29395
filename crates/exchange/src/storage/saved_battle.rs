//! Reads a saved battle. Its header and each event of its log are separate texts.

use super::{Key, Opened, Unreadable, open};
use battle::{Battle, Event, Header, Stamp};
use rules::registry::Registry;
use rules::text;
use rules::text::{Text, say};
use std::fmt;

/// Reason why a battle is not opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoBattle {
    /// Nothing is saved under its id.
    NotHere,
    /// Its header cannot be read.
    Unreadable(Unreadable),
    /// This version of Drumhead does not have its ruleset.
    NoRules,
}

impl fmt::Display for NoBattle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            NoBattle::NotHere => say("This battle is not on this device."),
            NoBattle::Unreadable(why) => {
                let words: Text =
                    text!("This battle {why}. “Backup and storage” can save it as a file.", why = why.to_string());
                return f.write_str(&words.to_string());
            }
            NoBattle::NoRules => say("This version of Drumhead does not have the rules of this battle."),
        })
    }
}

/// Reads a battle from its saved texts: its header, if there is one, and the events of the log in any order. Events that cannot be read are
/// left out.
///
/// The revision is the header's. `newer` is true if a newer Drumhead saved any of the texts.
///
/// # Errors
/// If the header is missing or cannot be read, or its ruleset is unknown.
pub fn read(
    registry: Registry,
    id: &str,
    header: Option<&str>,
    log: impl IntoIterator<Item = (Stamp, String)>,
) -> Result<Opened<Battle>, NoBattle> {
    let header = header.ok_or(NoBattle::NotHere)?;
    let header: Opened<Header> = open(&Key::Battle(id.to_owned()), header).map_err(NoBattle::Unreadable)?;
    let mut newer = header.newer;
    let events = log.into_iter().filter_map(|(stamp, text)| {
        let event: Opened<Event> = open(&Key::Event(id.to_owned(), stamp.clone()), &text).ok()?;
        newer |= event.newer;
        Some((stamp, event.value))
    });
    let value = Battle::replay(registry, header.value, events);
    Ok(Opened { value, revision: header.revision, newer })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::storage::{MARKED, seal};
    use battle::{Action, ActionEvent};
    use rules::dice::rng::Seed;
    use test_rulesets::RULESETS;

    fn header() -> Header {
        Header::new("pike_and_shot", "Cheriton lane", ["Parliament", "The King"], Vec::new(), Seed([9; 32]))
    }

    fn note(number: u32, words: &str) -> (Stamp, Event) {
        let event = ActionEvent::new(f64::from(number), Action::Note(words.into()), Vec::new());
        (Stamp::parse(&format!("{number}-t")).unwrap(), Event::Action(Box::new(event)))
    }

    fn sealed((stamp, event): (Stamp, Event)) -> (Stamp, String) {
        (stamp, seal(&event, 1).unwrap())
    }

    /// Returns the text as a newer Drumhead would save it.
    fn of_newer(thing: &impl serde::Serialize) -> String {
        crate::storage::envelope::envelope(MARKED + 1, 1, &serde_json::to_string(thing).unwrap())
    }

    #[test]
    fn a_battle_is_read_with_its_log_from_texts_in_any_order() {
        let log = [note(0, "Fog."), note(1, "Rain."), note(2, "Sun.")];
        let [first, second, third] = log.clone().map(sealed);
        let saved = read(RULESETS, "x7k2", Some(&seal(&header(), 3).unwrap()), [third, first, second]).unwrap();
        assert_eq!((saved.value.header(), saved.value.log()), (&header(), &log[..]));
        assert_eq!((saved.revision, saved.newer), (3, false));
    }

    #[test]
    fn an_event_that_cannot_be_read_is_left_out() {
        let (kept, damaged) = (note(0, "Fog."), sealed(note(1, "Rain.")));
        let damaged = (damaged.0, damaged.1.replace("Rain", "Hail"));
        let saved =
            read(RULESETS, "x7k2", Some(&seal(&header(), 1).unwrap()), [sealed(kept.clone()), damaged]).unwrap();
        assert_eq!(saved.value.log(), [kept]);
    }

    #[test]
    fn a_battle_with_any_text_of_a_newer_version_is_refused_as_newer() {
        let sealed_header = seal(&header(), 1).unwrap();
        let (stamp, event) = note(0, "Fog.");
        let saved = read(RULESETS, "x7k2", Some(&sealed_header), [(stamp, of_newer(&event))]).unwrap();
        assert_eq!((saved.value.log().len(), saved.newer), (1, true));
        assert!(read(RULESETS, "x7k2", Some(&of_newer(&header())), []).unwrap().newer);
        assert!(!read(RULESETS, "x7k2", Some(&sealed_header), []).unwrap().newer);
    }

    #[test]
    fn a_battle_without_a_readable_header_is_refused_with_the_reason() {
        let text = seal(&header(), 1).unwrap();
        for (header, why, words) in [
            (None, NoBattle::NotHere, "This battle is not on this device."),
            (
                Some(text.replace("lane", "land")),
                NoBattle::Unreadable(Unreadable::Damaged),
                "This battle is damaged. “Backup and storage” can save it as a file.",
            ),
            (
                Some(seal(&"a name", 1).unwrap()),
                NoBattle::Unreadable(Unreadable::Misshapen),
                "This battle cannot be understood. “Backup and storage” can save it as a file.",
            ),
        ] {
            let found = read(RULESETS, "x7k2", header.as_deref(), [sealed(note(0, "Fog."))]).map(|_| ()).unwrap_err();
            assert_eq!((found, found.to_string()), (why, words.to_owned()));
        }
        let words = "This version of Drumhead does not have the rules of this battle.";
        assert_eq!(NoBattle::NoRules.to_string(), words);
    }
}
