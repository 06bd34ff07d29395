//! The texts of a ruleset: rulings, editions, the glossary and the quick reference.

use crate::form::Choice;
use crate::glossary::Glossary;
use serde_json::{Map, Value as Json};

/// The texts of a ruleset. `build.rs` of its crate writes them from the files in `texts`.
#[derive(Debug)]
pub struct Texts {
    /// Meanings of its terms and modifiers.
    pub glossary: &'static Glossary,
    /// The quick reference.
    pub reference: &'static [Chapter],
    /// Rulings on open questions of the source, with switches between readings.
    pub rulings: &'static [Ruling],
    /// Editions that players choose from when a battle begins. `None` if there is only one.
    /// Only *Argad!* has two, because its sheet of 2024 is still played.
    pub editions: Option<Editions>,
}

impl Texts {
    /// No texts.
    pub const NONE: Self =
        Self { glossary: &Glossary { modifiers: &[], terms: &[] }, reference: &[], rulings: &[], editions: None };

    /// Iterates over the rulings that players choose for a battle.
    pub fn switches(&self) -> impl Iterator<Item = &'static Switch> + use<> {
        self.rulings.iter().filter_map(|ruling| ruling.switch.as_ref())
    }
}

/// A ruling on a question that the source leaves open.
#[derive(Debug)]
pub struct Ruling {
    /// Its number: `R7`.
    pub number: &'static str,
    /// The question.
    pub question: &'static str,
    /// The ruling and its reason.
    pub answer: &'static str,
    /// The switch between both readings, if players can choose.
    pub switch: Option<Switch>,
}

impl Ruling {
    /// Returns a ruling that is the same in every battle.
    pub const fn fixed(number: &'static str, question: &'static str, answer: &'static str) -> Self {
        Self { number, question, answer, switch: None }
    }

    /// Returns a ruling that players choose for a battle. Its field in `rulings` has these values, the default first.
    pub const fn switched(
        number: &'static str,
        question: &'static str,
        answer: &'static str,
        field: &'static str,
        values: &'static [Choice],
    ) -> Self {
        Self { number, question, answer, switch: Some(Switch { field, values }) }
    }
}

/// A ruling that players choose for a battle.
#[derive(Debug)]
pub struct Switch {
    /// Id of its field in `rulings`.
    pub field: &'static str,
    /// Its values, the default first.
    pub values: &'static [Choice],
}

impl Switch {
    /// Returns the choices of a switch from a ruleset's list of switches.
    ///
    /// # Panics
    ///
    /// If the list lacks the switch. The texts of the rulesets call it at compile time.
    pub const fn choices(switches: &[(&str, &'static [Choice])], field: &str) -> &'static [Choice] {
        let mut index = 0;
        while index < switches.len() {
            if is_same(switches[index].0, field) {
                return switches[index].1;
            }
            index += 1;
        }
        panic!("rulings.rs has no choices for a switch of rulings.toml, which has none either")
    }

    /// Returns the chosen value, or the default. `None` if there are no values.
    pub fn chosen(&self, rulings: &Map<String, Json>) -> Option<&'static Choice> {
        let chosen = rulings.get(self.field).and_then(|id| self.values.iter().find(|value| *id == value.id));
        chosen.or(self.values.first())
    }
}

/// Compares texts in constants, in which `==` is not available.
const fn is_same(one: &str, other: &str) -> bool {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    let mut index = 0;
    while index < one.len() && index < other.len() && one[index] == other[index] {
        index += 1;
    }
    index == one.len() && index == other.len()
}

/// Editions that players choose from.
#[derive(Debug)]
pub struct Editions {
    /// Id of the switch that selects the edition.
    pub field: &'static str,
    /// Differences of the editions.
    pub differences: &'static Chapter,
}

/// A chapter of the quick reference.
#[derive(Debug)]
pub struct Chapter {
    /// Its title.
    pub title: &'static str,
    /// Heading of the source.
    pub heading: &'static str,
    /// True if the reference shows it unfolded: the turn, and what players look up most.
    pub is_open: bool,
    /// Side of the printed sheet that it is on: 1 or 2. `None` if the sheet leaves it out.
    pub sheet_side: Option<u8>,
    /// Its parts.
    pub parts: &'static [Part],
}

/// A part of a chapter.
#[derive(Debug)]
pub enum Part {
    /// A paragraph.
    Words(&'static str),
    /// A table: its head, and its rows.
    Table {
        /// Caption.
        caption: &'static str,
        /// The heads of its columns.
        head: &'static [&'static str],
        /// Its rows. The first cell of a row is its head.
        rows: &'static [&'static [&'static str]],
    },
}

impl Part {
    /// Returns a table with a caption, column heads and rows.
    pub const fn table(
        caption: &'static str,
        head: &'static [&'static str],
        rows: &'static [&'static [&'static str]],
    ) -> Self {
        Part::Table { caption, head, rows }
    }
}
