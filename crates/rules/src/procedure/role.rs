//! Roles of units in procedures.

use crate::facts::Facts;
pub use crate::side::Whose;
use crate::text::Text;

/// A part in a procedure, taken by one or more units.
#[derive(Debug)]
pub struct Role {
    /// Its id. Effects refer to it.
    pub id: &'static str,
    /// Its label for players.
    pub label: &'static str,
    /// Prefix of its units in rolls, modifiers, paths and sentences, followed by their number from 1: `a` for `a1`, `a2`. The app replaces
    /// both by the unit's name. Empty if its units have no numbers.
    pub tag: &'static str,
    /// Side whose units may take it, relative to the acting unit, which has the first role.
    pub whose: Whose,
    /// Place in the input for its units' facts. `""`: the input itself; `target`: an object; `firers[]`: a list of objects;
    /// `shooters[].unit`: an object in each member of a list. `None`: the facts are not copied.
    pub at: Option<&'static str>,
    /// Least number of units: 0 if the role is optional.
    pub min: usize,
    /// Greatest number of units: at least 1.
    pub max: usize,
    /// Refuses a unit that cannot take it whatever players override, with the reason: because of what it is, or because of its state, such
    /// as a destroyed unit.
    pub fits: fn(&Facts) -> Result<(), Text>,
    /// Returns how often one unit may appear in all roles together, if each figure counts. `None`: once.
    pub each: Option<fn(&Facts) -> i32>,
    /// Units that are picked or proposed before players choose.
    pub picks: Picks,
}

/// Units that are picked or proposed for a role before players choose. A required role gets its only candidate, and any role gets the unit that the
/// turn considers [likely](crate::turn::TurnRules::likely).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Picks {
    /// No others.
    Usual,
    /// The only unit that can take an optional role, too.
    TheOnlyOne,
    /// All likely units together, such as those that a charge brings into a melee.
    AllLikely,
    /// The unit of the other side that moved last.
    LastMover,
    /// The rules fix the order of candidates, such as the nearest enemy first. They keep the order of the likely units, whatever their
    /// chances. No unit is proposed if none is likely.
    InOrderOfRules,
}

impl Role {
    /// Returns a role for one unit of the acting side.
    pub const fn own(id: &'static str, label: &'static str, at: &'static str) -> Self {
        Self::of(Whose::Own, id, label, Some(at))
    }

    /// Returns a role for one unit of the acting side whose facts are not copied into the input.
    pub const fn own_without_fields(id: &'static str, label: &'static str) -> Self {
        Self::of(Whose::Own, id, label, None)
    }

    /// Returns a role for one unit of the other side.
    pub const fn enemy(id: &'static str, label: &'static str, at: &'static str) -> Self {
        Self::of(Whose::Enemy, id, label, Some(at))
    }

    /// Returns a role for one unit of the other side whose facts are not copied into the input.
    pub const fn enemy_without_fields(id: &'static str, label: &'static str) -> Self {
        Self::of(Whose::Enemy, id, label, None)
    }

    const fn of(whose: Whose, id: &'static str, label: &'static str, at: Option<&'static str>) -> Self {
        Self { id, label, tag: "", whose, at, min: 1, max: 1, fits: |_| Ok(()), each: None, picks: Picks::Usual }
    }

    /// True if the rules fix the order of candidates.
    pub fn is_ordered_by_rules(&self) -> bool {
        self.picks == Picks::InOrderOfRules
    }

    /// Returns the list whose members its units fill, and the place of their facts in each member. `None` for roles without a list.
    pub fn list(&self) -> Option<(&'static str, &'static str)> {
        let (list, rest) = self.at?.split_once("[]")?;
        Some((list, rest.trim_start_matches('.')))
    }

    /// Allows `min` to `max` units.
    #[must_use]
    pub const fn several(mut self, min: usize, max: usize) -> Self {
        self.min = min;
        self.max = max;
        self
    }

    /// Allows a unit to appear as often as `each` returns, in all roles together.
    /// Only *Argad!* has such roles, because its figures of one unit shoot and fight one by one.
    #[must_use]
    pub const fn each(mut self, each: fn(&Facts) -> i32) -> Self {
        self.each = Some(each);
        self
    }

    /// Automatically picks the only unit that can take the role, even if the role is optional.
    /// Only *Pikette Squared* needs it, because a leader in the square of a unit is with that unit.
    #[must_use]
    pub const fn by_itself(mut self) -> Self {
        self.picks = Picks::TheOnlyOne;
        self
    }

    /// Picks all units that the turn considers likely together.
    #[must_use]
    pub const fn together(mut self) -> Self {
        self.picks = Picks::AllLikely;
        self
    }

    /// Picks the unit of the other side that moved last, such as the one that has just come near.
    /// Only *Pikette Squared* needs it, because a unit reacts to the enemy that has just come near.
    #[must_use]
    pub const fn last_mover(mut self) -> Self {
        self.picks = Picks::LastMover;
        self
    }

    /// Keeps candidates in the order of the rules, whatever their chances.
    /// Only *Arquebusier!* needs it, because there shooters must take the nearest target.
    #[must_use]
    pub const fn ordered_by_rules(mut self) -> Self {
        self.picks = Picks::InOrderOfRules;
        self
    }

    /// Sets the prefix of its units in rolls, modifiers and sentences.
    #[must_use]
    pub const fn tag(mut self, tag: &'static str) -> Self {
        self.tag = tag;
        self
    }

    /// Sets the check that refuses units which cannot take it.
    #[must_use]
    pub const fn fits(mut self, fits: fn(&Facts) -> Result<(), Text>) -> Self {
        self.fits = fits;
        self
    }
}
