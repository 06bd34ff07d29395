//! What is found of an event, and how players read it.

use crate::battle::Stamp;
use crate::text;
use std::fmt;

/// What was found of an event.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// Whose dice it has.
    pub dice: Source,
    /// Who says what it changed on the table.
    pub changed: Changed,
    /// What does not hold; empty if all does.
    pub faults: Vec<Fault>,
}

/// Where the dice of an event came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// It has none.
    None,
    /// The app.
    App,
    /// The table: nobody can throw them again.
    Table,
    /// Some from the app, some from the table.
    Both,
}

/// Who says what an event changed on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Changed {
    /// It changed nothing.
    Nothing,
    /// The rules: it can be worked out again.
    ByRules,
    /// The players, by hand, which is theirs to say.
    ByHand,
}

/// What does not hold.
#[derive(Clone, Debug, PartialEq)]
pub enum Fault {
    /// A throw of the app has other faces than the seed gives.
    Dice {
        /// The number of the throw.
        number: u64,
        /// What the log says.
        said: Vec<u8>,
        /// What the seed gives.
        given: Vec<u8>,
    },
    /// A throw of the app has another number than its turn.
    Turn {
        /// Its number.
        number: u64,
        /// The number whose turn it was.
        next: u64,
    },
    /// The rules ask for other throws than these.
    Throws,
    /// The rules do not allow what was said; why.
    Refused(String),
    /// The rules give another outcome.
    Outcome,
    /// The rules change something else on the table; where, tracker by tracker.
    Table(Vec<String>),
    /// The dice were thrown for something else than they were used for.
    Unlike,
    /// An entry that was there when this was written is gone.
    Gone(Stamp),
    /// An entry that was there when this was written is not as it was, or not where it was.
    Changed(Stamp),
    /// Entries are missing before this one.
    Gap,
    /// It does not say what went before, as those before it do.
    Loose,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let faces = |faces: &[u8]| faces.iter().map(u8::to_string).collect::<Vec<_>>().join(", ");
        let words = match self {
            Fault::Dice { number, said, given } => text!(
                "Throw {number} is written as {said}, but the seed gives {given}.",
                number = number.to_string(),
                said = faces(said),
                given = faces(given)
            ),
            Fault::Turn { number, next } if number > next => text!(
                "It has throw {number}, when throw {next} was next: a throw is missing before it.",
                number = number.to_string(),
                next = next.to_string()
            ),
            Fault::Turn { number, next } => text!(
                "It has throw {number} again, when throw {next} was next.",
                number = number.to_string(),
                next = next.to_string()
            ),
            Fault::Throws => text!("These are not the throws that the rules ask for here."),
            Fault::Refused(why) => text!("The rules do not allow it: {why}", why = why.clone()),
            Fault::Outcome => text!("With these dice, the rules come to something else."),
            Fault::Table(which) => {
                text!("The rules change something else on the table. {which}", which = which.join(" "))
            }
            Fault::Unlike => text!("The dice were thrown for something else than they were used for."),
            Fault::Gone(stamp) => {
                text!("Entry {stamp} stood in the log when this was written, and is gone.", stamp = stamp.to_string())
            }
            Fault::Changed(stamp) => text!(
                "Entry {stamp} is not what stood there when this was written: it was altered or moved.",
                stamp = stamp.to_string()
            ),
            Fault::Gap => text!("At least one entry is missing just before it."),
            Fault::Loose => text!("It does not say what stood before it, as earlier entries do."),
        };
        f.write_str(&words.to_string())
    }
}
