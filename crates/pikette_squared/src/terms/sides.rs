//! The two sides, who goes first, and where their leaders are. *How to battle – cards and pips; Leaders.*

use rules::prelude::*;
choices! {
    /// One of the two sides in a roll-off.
    pub enum Side {
        A = "a" "{Side A}",
        B = "b" "{Side B}",
    }
}

impl Side {
    /// Role of the side in effects, regardless of the side that acts.
    pub fn role(self) -> &'static str {
        self.id()
    }

    /// The other side.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Side::A => Side::B,
            Side::B => Side::A,
        }
    }
}

choices! {
    /// The side that rolled higher; `none` before a roll and after a tie.
    pub enum Roller {
        A = "a" "{Side A}",
        B = "b" "{Side B}",
        None = "none" "Neither",
    }
}

impl From<Side> for Roller {
    fn from(side: Side) -> Self {
        match side {
            Side::A => Roller::A,
            Side::B => Roller::B,
        }
    }
}

choices! {
    /// Order of a side's initiative. The side that rolled higher chooses it.
    pub enum Place {
        First = "first" "Go first",
        Second = "second" "Go second",
    }
}

choices! {
    /// States of a side's leader.
    pub enum Leader {
        Free = "free" "Free",
        Attached = "attached" "With a unit",
        Lost = "lost" "Lost",
    }
}
