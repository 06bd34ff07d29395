//! Short texts and signs for a unit's row and for the status line.

use super::{Body, Look, Sign, Troops};
use crate::facts::Facts;
use crate::subject::Side;
use crate::table::Table;
use crate::text::Text;

/// Functions for the short description of a unit and of the battle.
#[derive(Clone, Copy, Debug)]
pub struct Glance {
    /// Returns the sign of a unit. The second argument holds its facts as it joined: its profile with the form's defaults.
    pub sign: fn(&Facts, &Facts) -> Sign,
    /// Returns the words that the row shows for a unit without a state, such as its arms. `None`: the row shows its strength.
    /// Only *Argad!* sets it, because players know its figures by their weapons.
    pub arms: fn(&Facts) -> Option<Text>,
    /// Returns the current strength of a unit, and its strength as it joined. `None` if the number shown for it is a count that rises.
    pub remaining: fn(&Facts, &Facts) -> Option<(u32, u32)>,
    /// True if a unit has acted and the rules record that: moved, fired, fought.
    pub has_acted: fn(&Facts) -> bool,
    /// True if a unit has a reason to do a procedure that the turn permits, given the procedure's id: for a fight, an enemy in its square. Rows show
    /// only such procedures.
    pub has_occasion: fn(&Facts, &str) -> bool,
    /// Returns the current strength of a unit in words: `12 pikes, 11 muskets`. `None` if its trackers show it.
    pub left: fn(&Facts) -> Option<Text>,
    /// True for units that take no further part: destroyed, or gone from the table.
    pub is_out: fn(&Facts) -> bool,
    /// Returns the id of the unit's tracker that changes most often. It can be changed in the unit's row. `None` if there is none.
    pub main_tracker: fn(&Facts) -> Option<&'static str>,
    /// Returns the values of the status line, the most urgent last. They are shown next to the turn, the phase and the active side.
    pub status: fn(&Table) -> Vec<StatusItem>,
}

impl Glance {
    /// Default of a ruleset: nothing in addition to the description of a unit.
    pub const PLAIN: Self = Self {
        sign: |_, _| Sign::of(Body::block(Troops::Blades, 1, 1)),
        arms: |_| None,
        remaining: |_, _| None,
        has_acted: |_| false,
        has_occasion: |_, _| true,
        left: |_| None,
        is_out: |_| false,
        main_tracker: |_| None,
        status: |_| Vec::new(),
    };
}

/// The line below the name in a unit's row.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RowLine {
    /// A word for a state that limits the unit's acts: `Broken`.
    pub stamp: Option<Text>,
    /// Id of a tracker whose units the row names: those that the unit fights, charges or pursues.
    pub names: Option<&'static str>,
    /// Other words.
    pub words: Option<Text>,
    /// The leader with it: `General`.
    pub leader: Option<Text>,
    /// The ground that it is on: `in woods`.
    pub ground: Option<Text>,
}

/// A mention of a unit by a tracker of other units, such as that they charge it.
#[derive(Clone, Debug, PartialEq)]
pub struct NamedBy {
    /// Words with the gap `{names}` for those units: `charged by {names}`.
    pub words: &'static str,
    /// Ids of the units that name it.
    pub units: Vec<String>,
}

/// A value in the status line.
#[derive(Clone, Debug, PartialEq)]
pub enum StatusValue {
    /// A number.
    Number(i64),
    /// A word.
    Word(Text),
    /// None: only the marker is shown.
    Sign,
}

/// An entry of the status line.
#[derive(Clone, Debug, PartialEq)]
pub struct StatusItem {
    /// Its label, for players who cannot see the marker.
    pub label: Text,
    /// Its value.
    pub value: StatusValue,
    /// Marker before the value.
    pub look: Look,
    /// Side that it belongs to; `None` for the battle.
    pub side: Option<Side>,
    /// True if the value is low: it is shown large and red.
    pub is_low: bool,
}

impl StatusItem {
    /// Returns an entry of the battle with a number.
    pub fn number(label: impl Into<Text>, value: impl Into<i64>, look: Look) -> Self {
        Self { label: label.into(), value: StatusValue::Number(value.into()), look, side: None, is_low: false }
    }

    /// Returns an entry of the battle with a word.
    pub fn word(label: impl Into<Text>, value: impl Into<Text>, look: Look) -> Self {
        Self { label: label.into(), value: StatusValue::Word(value.into()), look, side: None, is_low: false }
    }

    /// Returns an entry of the battle that is only a marker.
    pub fn sign(label: impl Into<Text>, look: Look) -> Self {
        Self { label: label.into(), value: StatusValue::Sign, look, side: None, is_low: false }
    }

    /// Sets the side that it belongs to.
    #[must_use]
    pub fn of(mut self, side: Side) -> Self {
        self.side = Some(side);
        self
    }

    /// Shows the value large and red if `is_low` is true.
    #[must_use]
    pub fn low_if(mut self, is_low: bool) -> Self {
        self.is_low = is_low;
        self
    }
}
