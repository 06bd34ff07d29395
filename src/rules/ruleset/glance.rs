//! A table at a glance: what the row of a unit and the status line say, in the fewest words.

use super::{Body, Look, Sign, Troops};
use crate::core::facts::Facts;
use crate::core::subject::Side;
use crate::core::text::Text;
use crate::rules::table::Table;

/// Parts of a description for who looks at the table for a second or two.
#[derive(Clone, Copy, Debug)]
pub struct Glance {
    /// The sign of a unit, from its facts and from those with which it was raised: its profile, with the form's defaults.
    pub sign: fn(&Facts, &Facts) -> Sign,
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
        left: |_| None,
        is_out: |_| false,
        main_tracker: |_| None,
        status: |_| Vec::new(),
    };
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
