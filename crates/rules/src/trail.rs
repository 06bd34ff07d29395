//! The pages that a tab has shown, in the order of the browser's history. A Back button on a page goes back in this history, like the browser's Back,
//! instead of adding an entry. Otherwise the two kinds of Back could lead to and fro between two pages without end.

use serde::{Deserialize, Serialize};

/// Greatest number of steps back. Browsers keep at least as many entries; Chrome keeps 50.
const KEPT: usize = 40;

/// Greatest number of entries that are stored. It is well above the number that browsers keep.
const STORED: usize = 200;

/// An entry that is unknown or belongs to another site. Steps back never lead past it.
const UNKNOWN: &str = "";

/// The entries of a tab's history. The browser's history state holds the index of each.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Trail {
    places: Vec<String>,
    /// Index of the current entry in `places`.
    at: usize,
    /// Number of earlier entries that are no longer stored. They still count in the indexes of the browser's history state.
    #[serde(default)]
    dropped: usize,
}

impl Trail {
    /// Records that a page was loaded. `noted` is the index in the browser's history state. Returns the index to store there. Entries
    /// before an entry without an index may be other pages, so going back stops at it.
    pub fn load(&mut self, place: &str, noted: Option<usize>) -> usize {
        let is_known = |index: &usize| self.places.get(*index).is_some_and(|known| known == place);
        match self.stored(noted).filter(is_known) {
            Some(index) => self.at = index,
            None if self.places.is_empty() => self.places.push(place.to_owned()),
            None => {
                self.push(UNKNOWN);
                self.push(place);
            }
        }
        self.noted()
    }

    /// Returns the index in `places` for an index in the browser's history state. `None` if the entry is not stored.
    fn stored(&self, noted: Option<usize>) -> Option<usize> {
        noted?.checked_sub(self.dropped).filter(|index| *index < self.places.len())
    }

    /// Returns the index of the current entry in the browser's history state.
    fn noted(&self) -> usize {
        self.dropped + self.at
    }

    /// Records that the browser went to another entry of the same page. `noted` is the index in its state; a new entry has none. Returns
    /// the index to store there.
    pub fn arrive(&mut self, place: &str, noted: Option<usize>) -> usize {
        match self.stored(noted) {
            Some(index) => {
                self.at = index;
                self.replace(place)
            }
            // For a link to the current address, the browser replaces its entry.
            None if self.places.get(self.at).is_some_and(|here| here == place) => self.noted(),
            None => self.push(place),
        }
    }

    /// Adds an entry after the current one, and removes those after that. Returns its index.
    pub fn push(&mut self, place: &str) -> usize {
        self.places.truncate(self.at + 1);
        self.places.push(place.to_owned());
        let more = self.places.len().saturating_sub(STORED);
        self.places.drain(..more);
        self.dropped += more;
        self.at = self.places.len() - 1;
        self.noted()
    }

    /// Replaces the current entry. Returns its index.
    pub fn replace(&mut self, place: &str) -> usize {
        if self.places.is_empty() {
            return self.push(place);
        }
        self.places[self.at] = place.to_owned();
        self.noted()
    }

    /// Iterates over the entries before the current one, the latest first, with the number of steps back to each.
    fn before(&self) -> impl Iterator<Item = (usize, &str)> {
        let before = self.places.iter().take(self.at).rev().map(String::as_str);
        (1..=KEPT).zip(before).take_while(|(_, place)| *place != UNKNOWN)
    }

    /// Returns the number of steps back to a page. `None` if it does not precede the current entry. Of several consecutive entries of the
    /// page, such as those of dialogs, the first is used.
    pub fn steps_back(&self, place: &str) -> Option<usize> {
        let later = self.before().skip_while(|(_, before)| *before != place);
        later.take_while(|(_, before)| *before == place).last().map(|(steps, _)| steps)
    }

    /// Returns the latest entry before the current one for which `holds` is true. `None` if there is none.
    pub fn last_before(&self, holds: impl Fn(&str) -> bool) -> Option<&str> {
        self.before().map(|(_, place)| place).find(|place| holds(place))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a trail that was opened at the first of these pages, and went on to the others.
    fn trail(places: &[&str]) -> Trail {
        let mut trail = Trail::default();
        trail.load(places[0], None);
        for place in &places[1..] {
            trail.arrive(place, None);
        }
        trail
    }

    #[test]
    fn going_back_returns_to_the_page_and_adds_no_entry() {
        let mut trail = trail(&["home", "settings", "backup"]);
        assert_eq!(trail.steps_back("home"), Some(2));
        assert_eq!(trail.steps_back("settings"), Some(1));
        assert_eq!(trail.steps_back("log"), None, "the tab has not shown it");
        // The browser goes back by one.
        assert_eq!(trail.arrive("settings", Some(1)), 1);
        let is_lasting = |place: &str| place != "settings";
        assert_eq!(trail.last_before(is_lasting), Some("home"), "not the backup, which lies after it");
        assert_eq!(trail.steps_back("backup"), None);
        // A link from there to another page removes the later entries.
        assert_eq!(trail.arrive("rules", None), 2);
        assert_eq!(trail.steps_back("settings"), Some(1));
    }

    #[test]
    fn entries_of_closed_dialogs_are_passed_over() {
        let mut trail = trail(&["home", "table"]);
        assert_eq!(trail.arrive("table", None), 1, "a link to the same address adds nothing");
        assert_eq!((trail.push("table"), trail.arrive("log", None)), (2, 3));
        assert_eq!(trail.steps_back("table"), Some(2));
        assert_eq!(trail.steps_back("home"), Some(3));
    }

    #[test]
    fn a_replaced_entry_is_not_returned_to() {
        let mut trail = trail(&["home", "new"]);
        assert_eq!(trail.replace("table"), 1);
        assert_eq!((trail.steps_back("new"), trail.steps_back("home")), (None, Some(1)));
    }

    #[test]
    fn a_reload_keeps_the_trail_and_an_unknown_entry_ends_it() {
        let mut trail = trail(&["home", "table", "log"]);
        assert_eq!(trail.load("log", Some(2)), 2);
        assert_eq!(trail.steps_back("table"), Some(1));
        let mut elsewhere = trail.clone();
        assert_eq!(elsewhere.load("rosters", None), 4);
        assert_eq!(elsewhere.steps_back("table"), None, "other pages may lie between");
        assert_eq!(elsewhere.arrive("roster", None), 5);
        assert_eq!(elsewhere.steps_back("rosters"), Some(1));
        // The index comes from another tab's trail; here it belongs to another page.
        assert_eq!(trail.load("luck", Some(1)), 4);
        assert_eq!(trail.steps_back("home"), None);
    }

    #[test]
    fn a_long_trail_stores_its_latest_entries_under_their_first_indexes() {
        let pages: Vec<String> = (0..3 * STORED).map(|number| format!("page {number}")).collect();
        let mut trail = trail(&pages.iter().map(String::as_str).collect::<Vec<_>>());
        assert_eq!((trail.places.len(), trail.noted()), (STORED, 3 * STORED - 1));
        let place = 3 * STORED - 10;
        assert_eq!(trail.arrive(&pages[place], Some(place)), place, "nine steps back");
        assert_eq!(trail.load(&pages[place], Some(place)), place, "reloaded");
        assert_eq!(trail.steps_back(&pages[place - 3]), Some(3));
        assert_eq!(trail.arrive("new", None), place + 1);
        let written = r#"{"places":["home","log"],"at":1}"#;
        let mut of_1_0_0: Trail = serde_json::from_str(written).unwrap();
        assert_eq!((of_1_0_0.load("log", Some(1)), of_1_0_0.steps_back("home")), (1, Some(1)));
    }

    #[test]
    fn a_trail_goes_back_at_most_as_many_entries_as_browsers_keep() {
        let mut trail = trail(&["home"]);
        for number in 0..KEPT {
            trail.arrive(&format!("page {number}"), None);
        }
        assert_eq!(trail.steps_back("home"), Some(KEPT));
        trail.arrive("one more", None);
        assert_eq!(trail.steps_back("home"), None);
    }
}
