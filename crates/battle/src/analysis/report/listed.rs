//! Entries of group acts: the parts of one procedure are one entry of a report.

use super::ReportEntry;
use rules::text;

/// The position of an entry that later parts of a group act can join.
pub(super) struct Listed {
    /// Index of its turn.
    pub turn: usize,
    /// Index in the turn.
    pub index: usize,
    /// Names of the participants of each part so far, the acting unit first.
    pub who: Vec<String>,
}

impl Listed {
    /// Joins a later part to the entry. Then each part has one line, which begins with the names of its units. `who` are the names of the later
    /// part's participants.
    pub fn join(&mut self, who: String, entry: &ReportEntry, listed: &mut ReportEntry) {
        if let [only] = self.who.as_slice() {
            listed.words = vec![line(only, &listed.words)];
        }
        listed.words.push(line(&who, &entry.words));
        listed.losses.extend(entry.losses.iter().cloned());
        self.who.push(who);
    }
}

fn line(who: &str, words: &[String]) -> String {
    text!("{who}: {words}", who = who.to_owned(), words = words.join(" ")).to_string()
}
