//! Entries of group acts: a group act is one entry of a report.

use super::ReportEntry;
use rules::text;

/// An act of a group.
pub(super) struct Part {
    /// Id of its procedure.
    pub procedure: String,
    /// Names of its participants, the acting unit first.
    pub who: String,
}

/// The position of an entry that later parts of a group act can join.
pub(super) struct Listed {
    /// Index of its turn.
    pub turn: usize,
    /// Index in the turn.
    pub index: usize,
    /// Id of the procedure.
    pub procedure: String,
    /// Names of the participants of each part so far.
    pub who: Vec<String>,
}

impl Listed {
    /// Joins a later part to the entry. Then each part has one line, which begins with the names of its units. Returns false if the part is
    /// of another procedure.
    pub fn join(&mut self, part: &Part, entry: &ReportEntry, listed: &mut ReportEntry) -> bool {
        if part.procedure != self.procedure {
            return false;
        }
        if let [only] = self.who.as_slice() {
            listed.words = vec![line(only, &listed.words)];
        }
        listed.words.push(line(&part.who, &entry.words));
        listed.losses.extend(entry.losses.iter().cloned());
        self.who.push(part.who.clone());
        true
    }
}

fn line(who: &str, words: &[String]) -> String {
    text!("{who}: {words}", who = who.to_owned(), words = words.join(" ")).to_string()
}
