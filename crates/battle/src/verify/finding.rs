//! Findings of the check of an event, and their texts for players.

use crate::{Device, Stamp};
use rules::text;
use std::fmt;

/// The result of checking one event.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// Source of the event's dice.
    pub dice: Source,
    /// Source of the event's changes.
    pub changed: Changed,
    /// Faults of the event; empty if it has none.
    pub faults: Vec<Fault>,
}

/// Source of an event's dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// There are no dice.
    None,
    /// The app rolled them.
    App,
    /// Two devices of version 1.0.0 made some of them together. Those cannot be checked.
    TwoDevices,
    /// Players rolled them on the table, so they cannot be computed again.
    Table,
    /// The app rolled some, and players typed some.
    Both,
}

/// Source of an event's changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Changed {
    /// Nothing was changed.
    Nothing,
    /// The rules made them, so they can be computed again.
    ByRules,
    /// Players made them by hand.
    ByHand,
}

/// A fault in the log.
#[derive(Clone, Debug, PartialEq)]
pub enum Fault {
    /// A roll of the app has other faces than the seed gives.
    Dice {
        /// The number of the roll.
        number: u64,
        /// The logged faces.
        said: Vec<u8>,
        /// The faces that the seed gives.
        given: Vec<u8>,
    },
    /// A roll of the app has the wrong number.
    RollNumber {
        /// The logged number.
        number: u64,
        /// The expected number.
        next: u64,
    },
    /// The rules ask for other rolls than the logged ones.
    Rolls,
    /// The rules refuse the input, for this reason.
    Refused(String),
    /// The input has this own modifier, which was not among the battle's own rules at the time of the roll.
    OwnRule(String),
    /// The rules give another outcome.
    Outcome,
    /// The rules make other changes of the table. There is a sentence for each tracker that differs.
    Table(Vec<String>),
    /// The dice were used for another act than the one for which they were rolled.
    OtherUse,
    /// The entry links this entry, which is gone.
    Gone(Stamp),
    /// The entry links this entry, which was changed or moved.
    Changed(Stamp),
    /// Entries before this one are missing.
    Gap,
    /// The entry links no earlier entry, although entries before it have links.
    Unlinked,
    /// The author's device was not in control, although it knew that this other device was.
    WithoutControl(Device),
    /// The device took control from this one without recording it as taken over.
    ControlTaken(Device),
    /// The act or roll is of the unit or side with this name, which belongs to other seats. The author knew this.
    NotItsUnit(String),
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
            Fault::RollNumber { number, next } if number > next => text!(
                "It uses roll {number}, but roll {next} was next: a roll is missing before it.",
                number = number.to_string(),
                next = next.to_string()
            ),
            Fault::RollNumber { number, next } => text!(
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
            Fault::OtherUse => text!("The dice were rolled for something else."),
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
            Fault::WithoutControl(_) => text!("Another device was in control, and this one knew it."),
            Fault::ControlTaken(_) => text!("It took over control from another device without saying so."),
            Fault::NotItsUnit(who) => {
                text!("It acts for {who}, although another seat has them, and this device knew it.", who = who.clone())
            }
            Fault::Unlinked => text!("It has no link to the entry before it, as earlier entries have."),
        };
        f.write_str(&words.to_string())
    }
}
