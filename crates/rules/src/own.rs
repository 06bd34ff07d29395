//! Own rules: modifiers that players add for their battle, such as one for charges uphill. *Pike & Shot*, Introduction, asks for
//! them; players of other rules make them likewise.
//!
//! [`OwnRules`] is what the players of a battle agreed on. It is a tracker of the battle, so an act sets it, and it is undone, shared
//! and verified like any other. The panel of a procedure offers each modifier that the procedure [can take](OwnRules::offered), and
//! ticks those that a flag of a unit [brings along](fill()). What is ticked goes into the act's input as [changes].
//!
//! A procedure names the numbers that can be [adjusted](Adjustable), and its rule adds what was made of them by [`Changes::on`],
//! beside the printed modifiers. So the dice, the exact odds and the reasons of an outcome take own modifiers as they take
//! printed ones. The fields of a form whose numbers can be changed are [`changes`].

use crate::dice::Dice;
use crate::form;
use crate::form::{Spec, list, path};
use crate::input::Input;
use crate::procedure::Procedure;
use crate::refusal::{Refusal, bad_if};
use serde_json::Value as Json;

mod check;
mod fill;
mod rules;
mod trackers;
mod turn;

pub use fill::{fill, is_among};
pub(super) use rules::TRACKER;
pub use rules::{Applies, OWN_RULES, OwnModifier, OwnRules, common_numbers, flags};
pub use trackers::{COUNT_MAX, Only, OwnKind, OwnTracker, Owner, Upkeep, own_trackers};
pub(super) use turn::REMINDERS_TRACKER;
pub use turn::{BAR, OwnBar, REMINDER_MAX, REMINDERS, Reminder};

/// Most letters of a modifier's name.
pub const NAME_MAX: usize = 40;
/// The most that a modifier adds or takes away.
pub const MOST: i32 = 6;
/// Most changes in one part of an act's input.
const CHANGES_MAX: usize = 12;
/// Most letters of the id of a number.
const ID_MAX: usize = 40;
/// Beginning of the ids of what players made, before a name: of modifiers among those that applied, and of trackers.
pub const PREFIX: &str = "own:";
/// Field of a form that holds the changes.
pub const FIELD: &str = "own";

/// The parts of an own modifier's id among those that applied: what stands before the name, such as `a1_`, and the name. `None`
/// for the id of a printed modifier.
pub fn named(id: &str) -> Option<(&str, &str)> {
    id.split_once(PREFIX)
}

/// A number of a procedure that own modifiers can change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Adjustable {
    /// Its id in changes.
    pub id: &'static str,
    /// Words for players: "Number needed".
    pub label: &'static str,
    /// Part of the input that it belongs to, as the [place](crate::procedure::Role::at) of a role: empty for the input itself,
    /// `side_a[]`, `target`.
    pub at: &'static str,
}

impl Adjustable {
    /// A number of the input itself.
    pub const fn of(id: &'static str, label: &'static str) -> Self {
        Self { id, label, at: "" }
    }

    /// Says in which part of the input it lies.
    #[must_use]
    pub const fn at(self, at: &'static str) -> Self {
        Self { at, ..self }
    }
}

form! {
    /// Change that an own modifier makes in one act.
    pub struct Change {
        /// Name of the modifier.
        name: String = situation(text(NAME_MAX)).label("Name"),
        /// Number that it changes: the id of an [`Adjustable`].
        number: String = situation(text(ID_MAX)).label("Number"),
        /// Value added.
        by: i32 = situation(whole(-MOST, MOST)).label("By"),
    }
}

impl Change {
    /// Value added, recorded as a modifier.
    fn recorded(&self, dice: &mut Dice) -> i32 {
        dice.modify(&format!("{PREFIX}{}", self.name), self.by)
    }
}

/// The field of a form whose numbers own modifiers can change.
pub const fn changes() -> Spec<Vec<Change>> {
    list::<Change>(0, CHANGES_MAX).or_empty().label("Own modifiers").apart()
}

/// Changes that are in force.
pub trait Changes {
    /// Sum of what is added to a number. Each change is recorded as a modifier.
    fn on(&self, number: Adjustable, dice: &mut Dice) -> i32;

    /// Sum of what is added to a number, [recorded](Self::record) elsewhere.
    fn sum(&self, number: Adjustable) -> i32;

    /// Records all changes as modifiers.
    fn record(&self, dice: &mut Dice);
}

impl Changes for [Change] {
    fn on(&self, number: Adjustable, dice: &mut Dice) -> i32 {
        self.iter().filter(|change| change.number == number.id).map(|change| change.recorded(dice)).sum()
    }

    fn sum(&self, number: Adjustable) -> i32 {
        self.iter().filter(|change| change.number == number.id).map(|change| change.by).sum()
    }

    fn record(&self, dice: &mut Dice) {
        for change in self {
            change.recorded(dice);
        }
    }
}

/// Sum of what the changes in a part of an input add to a number.
pub fn sum_in(part: &Input, number: Adjustable) -> i32 {
    let changes = part.get(FIELD).and_then(Json::as_array).into_iter().flatten();
    let of_number = changes.filter(|change| change.get("number").is_some_and(|id| *id == number.id));
    let by = |change: &Json| change.get("by").and_then(Json::as_i64).and_then(|by| i32::try_from(by).ok());
    of_number.filter_map(by).fold(0, i32::saturating_add)
}

/// A part of an act's input that has adjustable numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// Path to it: empty, `target`, `side_a[0]`.
    pub path: String,
    /// Its numbers.
    pub numbers: Vec<Adjustable>,
}

/// The parts of an input that have adjustable numbers, in the order in which the procedure names them.
pub fn parts(procedure: &Procedure, input: &Input) -> Vec<Part> {
    let mut parts: Vec<Part> = Vec::new();
    for number in procedure.adjustable {
        for path in paths(input, number.at) {
            match parts.iter_mut().find(|part| part.path == path) {
                Some(part) => part.numbers.push(*number),
                None => parts.push(Part { path, numbers: vec![*number] }),
            }
        }
    }
    parts
}

/// Paths to the parts of an input at a place: `side_a[0]`, `side_a[1]` for `side_a[]`.
fn paths(input: &Input, at: &str) -> Vec<String> {
    let all = match at.split_once("[]") {
        Some((list, rest)) => {
            let members = input.get(list).and_then(Json::as_array).map_or(0, Vec::len);
            (0..members).map(|nth| format!("{list}[{nth}]{rest}")).collect()
        }
        None => vec![at.to_owned()],
    };
    all.into_iter().filter(|path| path.is_empty() || path::get(input, path).is_some()).collect()
}

/// Refuses changes of numbers that a procedure does not have.
///
/// # Errors
/// `bad_value` at the first such change: `side_a[1].own[0].number`.
pub fn check(procedure: &Procedure, input: &Input) -> Result<(), Refusal> {
    check_part(procedure.adjustable, input, "")
}

fn check_part(adjustable: &[Adjustable], part: &Input, at: &str) -> Result<(), Refusal> {
    for (key, value) in part {
        let inner = if at.is_empty() { key.clone() } else { format!("{at}.{key}") };
        match value {
            Json::Array(changes) if key == FIELD => {
                for (nth, change) in changes.iter().enumerate() {
                    let changed = change.get("number").and_then(Json::as_str);
                    let has_number = adjustable.iter().any(|number| number.at == at && changed == Some(number.id));
                    bad_if(!has_number, "number", "No own modifier can change such a number here.")
                        .map_err(|refusal| refusal.at_index(nth).within(FIELD))?;
                }
            }
            Json::Array(members) => {
                for (nth, member) in members.iter().enumerate() {
                    let Json::Object(member) = member else { continue };
                    check_part(adjustable, member, &format!("{inner}[]"))
                        .map_err(|refusal| refusal.at_index(nth).within(key))?;
                }
            }
            Json::Object(object) => check_part(adjustable, object, &inner).map_err(|refusal| refusal.within(key))?,
            _ => {}
        }
    }
    Ok(())
}
