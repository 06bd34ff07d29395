//! Search of a ruleset's quick reference.

use drumhead::core::text::say;
use drumhead::rules::procedure::Procedure;
use drumhead::rules::ruleset::{Part, Ruleset};

/// Words that must all be there, in any order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Search {
    words: Vec<String>,
}

/// A passage that was found, by its place.
#[derive(Clone, Debug, PartialEq)]
pub enum Passage {
    /// A part of a chapter.
    Part(usize, usize),
    /// A procedure.
    Procedure(usize),
    /// A ruling.
    Ruling(usize),
}

impl Search {
    /// The search for the words of a text.
    pub fn of(text: &str) -> Self {
        Self { words: text.split_whitespace().map(str::to_lowercase).collect() }
    }

    /// True if there are no words to search for.
    pub fn is_for_all(&self) -> bool {
        self.words.is_empty()
    }

    fn finds(&self, texts: &[&str]) -> bool {
        let text = texts.iter().map(|text| say(text)).collect::<Vec<_>>().join(" ").to_lowercase();
        self.words.iter().all(|word| text.contains(word.as_str()))
    }

    /// The rows of a table that it finds; all of them where the table as a whole is found, or nothing is sought.
    pub fn rows<'a>(&self, caption: &str, head: &[&str], rows: &'a [&'a [&'a str]]) -> Vec<&'a [&'a str]> {
        let within = |row: &[&str]| self.finds(&[&[caption], head, row].concat());
        let whole = self.finds(&[caption]) || self.finds(head);
        let found: Vec<_> = rows.iter().copied().filter(|row| whole || within(row)).collect();
        if found.is_empty() { rows.to_vec() } else { found }
    }

    /// Every passage of a ruleset that it finds. A chapter whose title is found is found whole.
    pub fn through(&self, ruleset: &Ruleset) -> Vec<Passage> {
        if self.is_for_all() {
            return Vec::new();
        }
        let mut found = Vec::new();
        for (place, chapter) in ruleset.reference.iter().enumerate() {
            let whole = self.finds(&[chapter.title]);
            let parts = chapter.parts.iter().enumerate().filter(|(_, part)| whole || self.finds_in(part));
            found.extend(parts.map(|(part, _)| Passage::Part(place, part)));
        }
        let procedures = ruleset.procedures.iter().enumerate();
        let conditions =
            |procedure: &Procedure| procedure.conditions.iter().any(|condition| self.finds(&[condition.message]));
        let procedures = procedures.filter(|(_, procedure)| {
            self.finds(&[procedure.title, procedure.about, procedure.heading]) || conditions(procedure)
        });
        found.extend(procedures.map(|(place, _)| Passage::Procedure(place)));
        let rulings = ruleset.rulings.iter().enumerate();
        let rulings = rulings.filter(|(_, ruling)| self.finds(&[ruling.number, ruling.question, ruling.answer]));
        found.extend(rulings.map(|(place, _)| Passage::Ruling(place)));
        found
    }

    fn finds_in(&self, part: &Part) -> bool {
        match part {
            Part::Words(words) => self.finds(&[words]),
            Part::Table { caption, head, rows } => {
                self.finds(&[caption]) || rows.iter().any(|row| self.finds(&[&[*caption], *head, *row].concat()))
            }
        }
    }
}
