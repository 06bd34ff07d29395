//! Meetings of two units outside a battle, by which rosters are compared.

use crate::form::Constant;
use crate::rules::procedure::Procedure;

/// A way in which a unit of one roster meets a unit of another: a shot, a fight.
///
/// The unit of the row takes the first role of the procedure, the unit of the column the first role of an enemy. The chances
/// are the [stakes](Procedure::stakes) of the procedure. Nothing has happened in the battle yet.
#[derive(Debug)]
pub struct Matchup {
    /// Id of the procedure.
    pub procedure: &'static str,
    /// Its name for players: `Melee, front to front`.
    pub label: &'static str,
    /// Answers that players cannot change: (field, value).
    pub says: &'static [(&'static str, Constant)],
    /// Chances that are shown: their indexes among those of the procedure. Empty for all of its stakes.
    pub shows: &'static [usize],
}

impl Matchup {
    /// A meeting about which nothing is fixed beyond what the procedure [assumes](Procedure::assumes).
    pub const fn of(procedure: &'static str, label: &'static str) -> Self {
        Self { procedure, label, says: &[], shows: &[] }
    }

    /// Fixes answers.
    #[must_use]
    pub const fn says(mut self, says: &'static [(&'static str, Constant)]) -> Self {
        self.says = says;
        self
    }

    /// Shows these chances alone, by their indexes among those of the procedure.
    #[must_use]
    pub const fn shows(mut self, chances: &'static [usize]) -> Self {
        self.shows = chances;
        self
    }

    /// Indexes of the chances that are shown.
    pub fn chances(&self, procedure: &Procedure) -> Vec<usize> {
        match self.shows {
            [] => procedure.stakes.iter().map(|stake| stake.chance).collect(),
            shows => shows.to_vec(),
        }
    }
}

/// An ordinary act that shows what a unit's options are worth: a shot at a usual range by a usual enemy, a melee with an equal.
#[derive(Debug)]
pub struct Trial {
    /// The act.
    pub matchup: Matchup,
    /// Name of the [usual unit](super::ruleset::Ruleset::presets) on the other side; empty for an equal.
    pub other: &'static str,
    /// True if the other unit acts, and the unit whose options are shown suffers.
    pub suffers: bool,
    /// Index of the chance among those of the procedure.
    pub chance: usize,
    /// The event for players, seen from the unit: `loses a figure to muskets at 6″`.
    pub words: &'static str,
}
