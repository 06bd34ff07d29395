//! Findings about an event, and their words for players.

use crate::battle::{Device, Stamp};
use crate::text;
use std::fmt;

/// Finding about an event.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// Source of its dice.
    pub dice: Source,
    /// Source of its changes.
    pub changed: Changed,
    /// Faults; empty if there are none.
    pub faults: Vec<Fault>,
}

/// Source of an event's dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// It has none.
    None,
    /// The app.
    App,
    /// Two devices of version 1.0.0 made some of them together: those cannot be checked.
    TwoDevices,
    /// The table: they cannot be rolled again.
    Table,
    /// Some from the app, some from the table.
    Both,
}

/// Source of an event's changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Changed {
    /// It changed nothing.
    Nothing,
    /// The rules: they can be worked out again.
    ByRules,
    /// The players, by hand.
    ByHand,
}

/// A fault in the log.
#[derive(Clone, Debug, PartialEq)]
pub enum Fault {
    /// A roll of the app has other faces than the seed gives.
    Dice {
        /// The number of the roll.
        number: u64,
        /// The faces in the log.
        said: Vec<u8>,
        /// The faces by the seed.
        given: Vec<u8>,
    },
    /// A roll of the app is out of order.
    Turn {
        /// Its number.
        number: u64,
        /// The number that it should have.
        next: u64,
    },
    /// The rules ask for other rolls than these.
    Rolls,
    /// The rules do not allow the input, for this reason.
    Refused(String),
    /// Its input has a change by this own modifier, which was none of the battle's own rules when it was rolled for.
    OwnRule(String),
    /// The rules give another outcome.
    Outcome,
    /// The rules change something else on the table, at these trackers.
    Table(Vec<String>),
    /// The dice were rolled for something else than they were used for.
    Unlike,
    /// An entry that was there when this was written is gone.
    Gone(Stamp),
    /// An entry that was there when this was written was changed or moved.
    Changed(Stamp),
    /// Entries are missing before this one.
    Gap,
    /// It links no earlier entry, although those before it do.
    Loose,
    /// Its device did not hold the pen, and knew that this one did.
    WithoutPen(Device),
    /// Its device took the pen from this one, and did not say so.
    PenTaken(Device),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let faces = |faces: &[u8]| faces.iter().map(u8::to_string).collect::<Vec<_>>().join(", ");
        let words = match self {
            Fault::Dice { number, said, given } => text!(
                "Roll {number} is {said} in the log, but {given} by the seed.",
                number = number.to_string(),
                said = faces(said),
                given = faces(given)
            ),
            Fault::Turn { number, next } if number > next => text!(
                "It uses roll {number}, but roll {next} was next: a roll is missing before it.",
                number = number.to_string(),
                next = next.to_string()
            ),
            Fault::Turn { number, next } => text!(
                "It uses roll {number} again; roll {next} was next.",
                number = number.to_string(),
                next = next.to_string()
            ),
            Fault::Rolls => text!("The rules ask for other rolls here."),
            Fault::Refused(why) => text!("The rules do not allow it: {why}", why = why.clone()),
            Fault::OwnRule(name) => {
                text!("It uses the own modifier “{name}”, which was not agreed on then.", name = name.clone())
            }
            Fault::Outcome => text!("By the rules, these dice have another outcome."),
            Fault::Table(which) => {
                text!("The rules change something else on the table. {which}", which = which.join(" "))
            }
            Fault::Unlike => text!("The dice were rolled for something else."),
            Fault::Gone(stamp) => {
                text!(
                    "Entry {stamp} was in the log when this was written, and is missing now.",
                    stamp = stamp.to_string()
                )
            }
            Fault::Changed(stamp) => {
                text!("Entry {stamp} was altered or moved after this was written.", stamp = stamp.to_string())
            }
            Fault::Gap => text!("At least one entry is missing just before it."),
            Fault::WithoutPen(_) => text!("Another device was in control, and this one knew it."),
            Fault::PenTaken(_) => text!("It took over control from another device without saying so."),
            Fault::Loose => text!("It has no link to the entry before it, as earlier entries have."),
        };
        f.write_str(&words.to_string())
    }
}
