//! Rulesets: what a set of rules is made of. The app draws everything that it shows of a ruleset from this.

use crate::facts::Facts;
use crate::form::{Choice, Constant, Form, When};
use crate::procedure::Procedure;
use crate::text::Text;

/// A published set of rules.
#[derive(Debug)]
pub struct Ruleset {
    /// Its id in requests.
    pub id: &'static str,
    /// Its title.
    pub title: &'static str,
    /// Who wrote it.
    pub authors: &'static str,
    /// Which edition this is.
    pub edition: &'static str,
    /// The period, and what its author allows, in our own words.
    pub about: &'static str,
    /// What it calls a turn: `Bound`.
    pub turn: &'static str,
    /// What it calls a unit: `unit`, `character`, `formation`.
    pub unit_noun: &'static str,
    /// A unit as a roster enters it. Its first field is `name`.
    pub profile: &'static Form,
    /// What is tracked of a unit.
    pub trackers: &'static [Tracker],
    /// What is tracked of a side.
    pub side_trackers: &'static [Tracker],
    /// What is tracked of the battle, besides turn and phase.
    pub battle_trackers: &'static [Tracker],
    /// What follows from a unit's profile and trackers: adds facts under the names of the procedures' fields.
    pub derive: fn(&mut Facts),
    /// A unit in a few words, for its card: `Raw · average · 12 pikes, 11 muskets · Dutch order`.
    pub describe: fn(&Facts) -> Vec<Text>,
    /// How a unit stands: broken, near its breaking number, pistols empty.
    pub standing: fn(&Facts) -> Vec<Standing>,
    /// The turn, phase by phase.
    pub phases: &'static [Phase],
    /// The rulings, switches among them.
    pub rulings: &'static [Ruling],
    /// Its procedures, in the order of its description.
    pub procedures: &'static [&'static Procedure],
    /// The quick reference.
    pub reference: &'static [Chapter],
    /// Sample rosters, as the text of a shared file; marked as samples wherever they are shown.
    pub samples: &'static str,
}

/// Something that is tracked in a battle.
#[derive(Debug)]
pub struct Tracker {
    /// Its id; that of the profile's field if it starts from one.
    pub id: &'static str,
    /// A few words for players.
    pub label: &'static str,
    /// What it holds and how it is shown.
    pub kind: Tracks,
    /// Where it starts, unless the profile has a field of the same id.
    pub start: Constant,
    /// Tracked only of units of which all of these hold.
    pub when: &'static [When],
    /// When it goes back to its start by itself.
    pub clears: Clears,
    /// The number at which something happens, if there is one: drawn as a dashed pip.
    pub limit: Option<fn(&Facts) -> Option<i32>>,
}

/// What a tracker holds and how it is shown.
#[derive(Clone, Copy, Debug)]
pub enum Tracks {
    /// A small number, shown as pips.
    Pips {
        /// The most.
        max: i32,
    },
    /// A number, shown as a number.
    Count {
        /// The most.
        max: i32,
    },
    /// Yes or no.
    Flag,
    /// One of a list.
    Word(&'static [Choice]),
    /// Anything that only procedures change.
    Data,
}

/// When a tracker goes back to its start by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clears {
    /// Only when players or procedures say so.
    Never,
    /// When a new turn begins.
    EachTurn,
    /// When a new phase begins.
    EachPhase,
    /// When this tracker of the battle is set, even to what it was: what was done on one card is over when the next is turned.
    WhenSet(&'static str),
}

/// How a unit stands, in a word or two.
#[derive(Clone, Debug, PartialEq)]
pub struct Standing {
    /// The words.
    pub words: Text,
    /// How urgent it is.
    pub urgency: Urgency,
}

/// How urgent something is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Urgency {
    /// All is well.
    Calm,
    /// To be kept in mind.
    Note,
    /// In trouble.
    Alarm,
}

/// A part of a turn.
#[derive(Debug)]
pub struct Phase {
    /// Its id.
    pub id: &'static str,
    /// Its name.
    pub title: &'static str,
    /// What it needs, in our own words.
    pub needs: &'static str,
    /// The procedures that are used in it.
    pub procedures: &'static [&'static str],
    /// Which units it concerns.
    pub concerns: fn(&Facts) -> bool,
}

/// A ruling on a question that the source leaves open.
#[derive(Debug)]
pub struct Ruling {
    /// Its number: `R7`.
    pub number: &'static str,
    /// The question.
    pub question: &'static str,
    /// What is taken and why.
    pub answer: &'static str,
    /// The field of `rulings`, where both readings are played.
    pub switch: Option<Switch>,
}

/// A ruling that players choose for a battle.
#[derive(Debug)]
pub struct Switch {
    /// The field of `rulings` in an input.
    pub field: &'static str,
    /// Its values, the default first.
    pub values: &'static [Choice],
}

/// A chapter of the quick reference.
#[derive(Debug)]
pub struct Chapter {
    /// Its title.
    pub title: &'static str,
    /// The heading of the source.
    pub heading: &'static str,
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
        /// What it shows.
        caption: &'static str,
        /// The heads of its columns.
        head: &'static [&'static str],
        /// Its rows, each beginning with its own head.
        rows: &'static [&'static [&'static str]],
    },
}

impl Ruleset {
    /// The procedure with this id.
    pub fn procedure(&self, id: &str) -> Option<&'static Procedure> {
        self.procedures.iter().copied().find(|procedure| procedure.id == id)
    }
}

impl Tracker {
    /// A tracker that starts at `start`, or from the profile's field of the same id.
    pub const fn new(id: &'static str, label: &'static str, kind: Tracks, start: Constant) -> Self {
        Self { id, label, kind, start, when: &[], clears: Clears::Never, limit: None }
    }

    /// Yes or no, starting with no.
    pub const fn flag(id: &'static str, label: &'static str) -> Self {
        Self::new(id, label, Tracks::Flag, Constant::Flag(false))
    }

    /// A number shown as a number, starting at 0.
    pub const fn count(id: &'static str, label: &'static str, max: i32) -> Self {
        Self::new(id, label, Tracks::Count { max }, Constant::Whole(0))
    }

    /// Tracked only of units of which all of these hold.
    #[must_use]
    pub const fn when(mut self, when: &'static [When]) -> Self {
        self.when = when;
        self
    }

    /// When it goes back to its start by itself.
    #[must_use]
    pub const fn clears(mut self, clears: Clears) -> Self {
        self.clears = clears;
        self
    }

    /// The number at which something happens.
    #[must_use]
    pub const fn limit(mut self, limit: fn(&Facts) -> Option<i32>) -> Self {
        self.limit = Some(limit);
        self
    }
}
