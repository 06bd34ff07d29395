//! A table at a glance: what the row of a unit and the status line say, in the fewest words.

use super::{Body, Look, Sign, Troops};
use crate::facts::{Fact, Facts};
use crate::subject::Side;
use crate::table::Table;
use crate::text::Text;

/// Parts of a description for who looks at the table for a second or two.
#[derive(Clone, Copy, Debug)]
pub struct Glance {
    /// The sign of a unit, from its facts and from those with which it was raised: its profile, with the form's defaults.
    pub sign: fn(&Facts, &Facts) -> Sign,
    /// Line of a unit's row below its name. An empty one is replaced by what the phase says of the unit, or by its strength.
    pub line: fn(&Facts) -> RowLine,
    /// Strength left to a unit, and its strength as it was raised. `None` if its number is a count that rises.
    pub remaining: fn(&Facts, &Facts) -> Option<(u32, u32)>,
    /// True of a unit that has acted, as long as the rules count that: moved, fired, fought.
    pub has_acted: fn(&Facts) -> bool,
    /// True if a unit has occasion for a procedure, by its id, that the turn permits: for a fight an enemy in its square. Rows say
    /// and mark nothing else.
    pub has_occasion: fn(&Facts, &str) -> bool,
    /// Strength left to a unit: `12 pikes, 11 muskets`. `None` where its trackers say it.
    pub left: fn(&Facts) -> Option<Text>,
    /// True for units that take no further part: destroyed, or gone from the field.
    pub is_out: fn(&Facts) -> bool,
    /// Id of the tracker that changes most often, of units that have one: it can be changed on the unit's row.
    pub main_tracker: fn(&Facts) -> Option<&'static str>,
    /// Numbers of the status line, the most urgent last. They stand beside the turn, the phase and the active side.
    pub status: fn(&Table) -> Vec<StatusItem>,
}

impl Glance {
    /// Nothing beyond the description of a unit: the default of a ruleset.
    pub const PLAIN: Self = Self {
        sign: |_, _| Sign::of(Body::block(Troops::Blades, 1, 1)),
        line: |_| RowLine::default(),
        remaining: |_, _| None,
        has_acted: |_| false,
        has_occasion: |_, _| true,
        left: |_| None,
        is_out: |_| false,
        main_tracker: |_| None,
        status: |_| Vec::new(),
    };
}

/// Line of a unit's row below its name: the most important thing, and what belongs to it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RowLine {
    /// A word for a state that changes what it can do: `Broken`.
    pub stamp: Option<Text>,
    /// Id of a tracker that names units: those that it fights, charges, pursues.
    pub names: Option<&'static str>,
    /// Anything else.
    pub words: Option<Text>,
}

impl RowLine {
    /// A state.
    pub fn stamp(word: impl Into<Text>) -> Self {
        Self { stamp: Some(word.into()), ..Self::default() }
    }

    /// The units that a tracker names.
    pub fn names<T>(tracker: Fact<T>) -> Self {
        Self { names: Some(tracker.id()), ..Self::default() }
    }

    /// A few words.
    pub fn says(words: impl Into<Text>) -> Self {
        Self { words: Some(words.into()), ..Self::default() }
    }

    /// This, and something beside it.
    #[must_use]
    pub fn beside(self, other: Self) -> Self {
        Self { stamp: self.stamp.or(other.stamp), names: self.names.or(other.names), words: self.words.or(other.words) }
    }
}

/// A value of the status line.
#[derive(Clone, Debug, PartialEq)]
pub enum StatusValue {
    /// A number.
    Number(i64),
    /// A word.
    Word(Text),
    /// Nothing beside the marker.
    Sign,
}

/// A number or a word of the status line.
#[derive(Clone, Debug, PartialEq)]
pub struct StatusItem {
    /// Its name, for those who cannot see the marker.
    pub label: Text,
    /// Its value.
    pub value: StatusValue,
    /// Marker in front of it.
    pub look: Look,
    /// The side that it belongs to; `None` for the battle.
    pub side: Option<Side>,
    /// True if there are so few that it is shown large and red.
    pub few: bool,
}

impl StatusItem {
    /// A number of the battle.
    pub fn number(label: impl Into<Text>, value: impl Into<i64>, look: Look) -> Self {
        Self { label: label.into(), value: StatusValue::Number(value.into()), look, side: None, few: false }
    }

    /// A word of the battle.
    pub fn word(label: impl Into<Text>, value: impl Into<Text>, look: Look) -> Self {
        Self { label: label.into(), value: StatusValue::Word(value.into()), look, side: None, few: false }
    }

    /// A sign of the battle, which is shown or not.
    pub fn sign(label: impl Into<Text>, look: Look) -> Self {
        Self { label: label.into(), value: StatusValue::Sign, look, side: None, few: false }
    }

    /// It belongs to a side.
    #[must_use]
    pub fn of(mut self, side: Side) -> Self {
        self.side = Some(side);
        self
    }

    /// There are few, if this holds.
    #[must_use]
    pub fn few_if(mut self, few: bool) -> Self {
        self.few = few;
        self
    }
}
