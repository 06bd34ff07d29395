//! Subjects: the unit, side or battle that a tracker or an event belongs to.

use serde::{Deserialize, Serialize};
use std::fmt;

/// One of the two sides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// The first side, `a`.
    #[default]
    A,
    /// The second side, `b`.
    B,
}

impl Side {
    /// Both sides, the first one first.
    pub const BOTH: [Side; 2] = [Side::A, Side::B];

    /// Returns the side at an index: 0 is the first; any other index is the second.
    pub fn at(index: usize) -> Self {
        if index == 0 { Side::A } else { Side::B }
    }

    /// Returns the index in lists of both sides: 0 or 1.
    pub fn index(self) -> usize {
        match self {
            Side::A => 0,
            Side::B => 1,
        }
    }

    /// Returns the opponent.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Side::A => Side::B,
            Side::B => Side::A,
        }
    }

    /// Returns the id in the log and in the contract: `a` or `b`.
    pub const fn id(self) -> &'static str {
        match self {
            Side::A => "a",
            Side::B => "b",
        }
    }

    /// Returns the side with this id. `None` if there is none.
    pub fn find(id: &str) -> Option<Self> {
        Side::BOTH.into_iter().find(|side| side.id() == id)
    }
}

/// The owner of a tracker.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub enum Subject {
    /// A unit, by its id. No unit has the id of a side or of the battle.
    Unit(String),
    /// A side.
    Side(Side),
    /// The battle.
    Battle,
}

/// Id of the battle in the log and in the contract.
pub const BATTLE: &str = "battle";

/// Owner of an effect: the acting side.
pub const SIDE: &str = "side";

/// Owner of an effect: the other side.
pub const ENEMY_SIDE: &str = "enemy_side";

/// Ids of the subjects that are not units: both sides and the battle.
pub const NO_UNITS: [&str; 3] = [Side::A.id(), Side::B.id(), BATTLE];

impl Subject {
    /// Returns the subject for a unit's id.
    pub fn unit(id: impl Into<String>) -> Self {
        Self::from(id.into())
    }

    /// Returns the id in the log and in the contract: that of a unit, `a`, `b` or `battle`.
    pub fn id(&self) -> &str {
        match self {
            Subject::Unit(id) => id,
            Subject::Side(side) => side.id(),
            Subject::Battle => BATTLE,
        }
    }
}

impl fmt::Display for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

impl From<String> for Subject {
    fn from(id: String) -> Self {
        match Side::find(&id) {
            Some(side) => Subject::Side(side),
            None if id == BATTLE => Subject::Battle,
            None => Subject::Unit(id),
        }
    }
}

impl From<&str> for Subject {
    fn from(id: &str) -> Self {
        id.to_owned().into()
    }
}

impl From<Side> for Subject {
    fn from(side: Side) -> Self {
        Subject::Side(side)
    }
}

impl From<Subject> for String {
    fn from(subject: Subject) -> Self {
        match subject {
            Subject::Unit(id) => id,
            other => other.id().to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_subject_is_written_as_its_id() {
        for (id, subject) in [
            ("a", Subject::Side(Side::A)),
            ("b", Subject::Side(Side::B)),
            ("battle", Subject::Battle),
            ("u1", Subject::Unit("u1".into())),
        ] {
            assert_eq!(serde_json::to_value(&subject).unwrap(), id);
            assert_eq!(serde_json::from_value::<Subject>(id.into()).unwrap(), subject);
        }
    }
}
