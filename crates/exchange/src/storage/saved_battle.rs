//! A battle as it is saved: its header, and each event of its log, has a text of its own.

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
    /// This version of Drumhead does not have its rules.
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

/// Reads the battle with this id from the texts that are saved of it: the header, if there is one, and the events of the log in any
/// order. Events that cannot be read are left out. The revision is the header's; `newer` is true if a newer Drumhead saved any of the
/// texts.
///
/// # Errors
/// If there is no header, or it cannot be read.
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
        Some((stamp, event.it))
    });
    let it = Battle::replay(registry, header.it, events);
    Ok(Opened { it, revision: header.revision, newer })
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

    /// The text as a newer Drumhead would have saved it.
    fn of_newer(thing: &impl serde::Serialize) -> String {
        crate::storage::envelope::envelope(MARKED + 1, 1, &serde_json::to_string(thing).unwrap())
    }

    #[test]
    fn a_battle_is_read_with_its_log_whatever_the_order_of_the_texts() {
        let log = [note(0, "Fog."), note(1, "Rain."), note(2, "Sun.")];
        let [first, second, third] = log.clone().map(sealed);
        let saved = read(RULESETS, "x7k2", Some(&seal(&header(), 3).unwrap()), [third, first, second]).unwrap();
        assert_eq!((saved.it.header(), saved.it.log()), (&header(), &log[..]));
        assert_eq!((saved.revision, saved.newer), (3, false));
    }

    #[test]
    fn an_event_that_cannot_be_read_is_left_out() {
        let (kept, damaged) = (note(0, "Fog."), sealed(note(1, "Rain.")));
        let damaged = (damaged.0, damaged.1.replace("Rain", "Hail"));
        let saved =
            read(RULESETS, "x7k2", Some(&seal(&header(), 1).unwrap()), [sealed(kept.clone()), damaged]).unwrap();
        assert_eq!(saved.it.log(), [kept]);
    }

    #[test]
    fn a_battle_of_which_a_newer_version_saved_anything_says_so() {
        let own = seal(&header(), 1).unwrap();
        let (stamp, event) = note(0, "Fog.");
        let saved = read(RULESETS, "x7k2", Some(&own), [(stamp, of_newer(&event))]).unwrap();
        assert_eq!((saved.it.log().len(), saved.newer), (1, true));
        assert!(read(RULESETS, "x7k2", Some(&of_newer(&header())), []).unwrap().newer);
        assert!(!read(RULESETS, "x7k2", Some(&own), []).unwrap().newer);
    }

    #[test]
    fn a_battle_without_a_header_that_can_be_read_is_none_and_players_read_why() {
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
