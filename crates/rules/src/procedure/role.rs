//! Roles of units in procedures.

use crate::facts::Facts;
pub use crate::side::Whose;
use crate::text::Text;

/// A part in a procedure, taken by units.
#[derive(Debug)]
pub struct Role {
    /// Its id, by which effects name it.
    pub id: &'static str,
    /// Its name for players.
    pub label: &'static str,
    /// Prefix of its units in rolls, modifiers, paths and sentences, before their number from 1: `a` for `a1`, `a2`.
    /// The app replaces it by their names. Empty if they have no numbers.
    pub tag: &'static str,
    /// Side whose units may take it, seen from the unit that acts, which has the first role.
    pub whose: Whose,
    /// Destination of its units' facts: `""` the input itself, `target` an object of it, `firers[]` a list of objects,
    /// `shooters[].unit` an object in each of a list.
    pub at: &'static str,
    /// The fewest units: 0 for a role that nobody need take.
    pub min: usize,
    /// The most units: at least 1.
    pub max: usize,
    /// Refuses units that cannot take it, with the reason.
    pub fits: fn(&Facts) -> Result<(), Text>,
    /// Number of times that one unit may take part, in all roles together, where its figures count: three riders of six.
    pub each: Option<fn(&Facts) -> i32>,
    /// True if the only unit that can take it is picked without asking.
    pub by_itself: bool,
    /// True if all units that the turn makes likely take it together: those whom a charge has brought into a melee.
    pub together: bool,
    /// True if the rules say who comes first, such as the nearest enemy: candidates keep the order of the turn's
    /// [likely](crate::turn::TurnRules::likely) units, whatever their chances, and none is proposed where nobody is likely.
    pub is_ordered_by_rules: bool,
}

impl Role {
    /// A role for one unit of the side that acts.
    pub const fn own(id: &'static str, label: &'static str, at: &'static str) -> Self {
        Self::of(Whose::Own, id, label, at)
    }

    /// A role for one unit of the other side.
    pub const fn enemy(id: &'static str, label: &'static str, at: &'static str) -> Self {
        Self::of(Whose::Enemy, id, label, at)
    }

    const fn of(whose: Whose, id: &'static str, label: &'static str, at: &'static str) -> Self {
        Self {
            id,
            label,
            tag: "",
            whose,
            at,
            min: 1,
            max: 1,
            fits: |_| Ok(()),
            each: None,
            by_itself: false,
            together: false,
            is_ordered_by_rules: false,
        }
    }

    /// Takes `min` to `max` units.
    #[must_use]
    pub const fn several(mut self, min: usize, max: usize) -> Self {
        self.min = min;
        self.max = max;
        self
    }

    /// Lets a unit take part as often as `each` says, in all roles together.
    #[must_use]
    pub const fn each(mut self, each: fn(&Facts) -> i32) -> Self {
        self.each = Some(each);
        self
    }

    /// Picks the only unit that can take it without asking.
    #[must_use]
    pub const fn by_itself(mut self) -> Self {
        self.by_itself = true;
        self
    }

    /// Lets all units that the turn makes likely take it together.
    #[must_use]
    pub const fn together(mut self) -> Self {
        self.together = true;
        self
    }

    /// Keeps candidates in the order of the rules, whatever their chances.
    #[must_use]
    pub const fn ordered_by_rules(mut self) -> Self {
        self.is_ordered_by_rules = true;
        self
    }

    /// Sets the prefix of its units in rolls, modifiers and sentences.
    #[must_use]
    pub const fn tag(mut self, tag: &'static str) -> Self {
        self.tag = tag;
        self
    }

    /// Sets the units that can take it.
    #[must_use]
    pub const fn fits(mut self, fits: fn(&Facts) -> Result<(), Text>) -> Self {
        self.fits = fits;
        self
    }
}
