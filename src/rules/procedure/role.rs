//! Who takes part in a procedure.

use crate::core::facts::Facts;
pub use crate::core::side::Whose;
use crate::core::text::Text;

/// A part in a procedure, taken by units.
#[derive(Debug)]
pub struct Role {
    /// Its id, by which effects name it.
    pub id: &'static str,
    /// Its name for players.
    pub label: &'static str,
    /// What its units are called in throws, modifiers, paths and sentences, before their number from 1: `a` for `a1`, `a2`.
    /// The app puts their names there. Empty: they are not numbered.
    pub tag: &'static str,
    /// Whose units may take it, seen from the unit that acts: the first role's.
    pub whose: Whose,
    /// Where its units' facts go: `""` the input itself, `target` an object of it, `firers[]` a list of objects,
    /// `shooters[].unit` an object in each of a list.
    pub at: &'static str,
    /// The fewest units: 0 for a role that nobody need take.
    pub min: usize,
    /// The most units: at least 1.
    pub max: usize,
    /// Whether a unit can take it now; if not, why.
    pub fits: fn(&Facts) -> Result<(), Text>,
    /// How often one unit may take part, in all roles together, for units of several who each count by themselves: three riders of six.
    pub each: Option<fn(&Facts) -> i32>,
    /// Whether the only unit of the side that can take it does, without being asked for.
    pub by_itself: bool,
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
        Self { id, label, tag: "", whose, at, min: 1, max: 1, fits: |_| Ok(()), each: None, by_itself: false }
    }

    /// The same for `min` to `max` units.
    #[must_use]
    pub const fn several(mut self, min: usize, max: usize) -> Self {
        self.min = min;
        self.max = max;
        self
    }

    /// The same where a unit may take part as often as `each` says, in all roles together.
    #[must_use]
    pub const fn each(mut self, each: fn(&Facts) -> i32) -> Self {
        self.each = Some(each);
        self
    }

    /// The same, taken by the only unit of the side that can take it, without being asked for.
    #[must_use]
    pub const fn by_itself(mut self) -> Self {
        self.by_itself = true;
        self
    }

    /// The same with units called so in throws, modifiers and sentences.
    #[must_use]
    pub const fn tag(mut self, tag: &'static str) -> Self {
        self.tag = tag;
        self
    }

    /// The same for units that `fits` lets take it.
    #[must_use]
    pub const fn fits(mut self, fits: fn(&Facts) -> Result<(), Text>) -> Self {
        self.fits = fits;
        self
    }
}
