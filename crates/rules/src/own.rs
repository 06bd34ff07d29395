//! Own rules: modifiers and other rules that players add for their battle, such as a modifier for charges uphill. *Pike & Shot*,
//! Introduction, invites players to do so; other rules allow it as well.
//!
//! [`OwnRules`] holds what the players of a battle agreed on. It is a tracker of the battle, so an act sets it, and it is undone, shared
//! and verified like any other. A procedure's panel lists each modifier that the procedure [can take](OwnRules::offered). It ticks those
//! that a flag of a unit [applies](fill()). Ticked modifiers are added to the act's input as [changes].
//!
//! A procedure declares the numbers that can be [adjusted](Adjustable). Its rule adds the changes with [`Changes::on`], next to the printed
//! modifiers. So dice, odds and the reasons of an outcome treat own modifiers like printed ones. A form with such numbers has a field made
//! by [`changes`].

use crate::dice::Dice;
use crate::form;
use crate::form::{Field, Kind, Spec, list, path};
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
pub use trackers::{COUNT_MAX, Only, OwnKind, OwnTracker, Owner, TypeField, Upkeep, own_trackers, type_fields};
pub(super) use turn::REMINDERS_TRACKER;
pub use turn::{AT_TURN, BAR, OwnBar, REMINDER_MAX, REMINDERS, Reminder};

/// Greatest length of a modifier's name, in letters.
pub const NAME_MAX: usize = 40;
/// Greatest value that a modifier adds or subtracts.
pub const MOST: i32 = 6;
/// Greatest number of changes in one part of an act's input.
const CHANGES_MAX: usize = 12;
/// Greatest number of procedures of an own rule.
const PROCEDURES_MAX: usize = 60;
/// Greatest length of the id of a number, in letters.
const ID_MAX: usize = 40;
/// Prefix of the ids of own modifiers and own trackers; the name follows.
pub const PREFIX: &str = "own:";
/// Id of the form field that holds the changes.
pub const FIELD: &str = "own";

/// Splits the id of an own modifier in an outcome into its prefix, such as `a1_`, and the modifier's name. `None` for the id of a printed
/// modifier.
pub fn named(id: &str) -> Option<(&str, &str)> {
    id.split_once(PREFIX)
}

/// A number of a procedure that own modifiers can change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Adjustable {
    /// Its id in changes.
    pub id: &'static str,
    /// Label for players: "Number needed".
    pub label: &'static str,
    /// Part of the input that it belongs to, written like the [place](crate::procedure::Role::at) of a role: `side_a[]`, `target`. Empty
    /// for the input itself.
    pub at: &'static str,
}

impl Adjustable {
    /// Returns a number that belongs to the input itself.
    pub const fn of(id: &'static str, label: &'static str) -> Self {
        Self { id, label, at: "" }
    }

    /// Sets the part of the input that it belongs to.
    #[must_use]
    pub const fn at(self, at: &'static str) -> Self {
        Self { at, ..self }
    }
}

form! {
    /// Change of a number by an own modifier, for one act.
    pub struct Change {
        name: String = situation(text(NAME_MAX)).label("Name"),
        /// Number that it changes: the id of an [`Adjustable`].
        number: String = situation(text(ID_MAX)).label("Number"),
        by: i32 = situation(whole(-MOST, MOST)).label("By"),
    }
}

impl Change {
    /// Records the change as a modifier of the roll, and returns its value.
    fn recorded(&self, dice: &mut Dice) -> i32 {
        dice.modify(&format!("{PREFIX}{}", self.name), self.by)
    }
}

/// Returns the field for changes, for forms whose numbers own modifiers can adjust.
pub const fn changes() -> Spec<Vec<Change>> {
    list::<Change>(0, CHANGES_MAX).or_empty().label("Own modifiers")
}

/// True for the field of [`changes`]. Forms do not ask for it, because the panel has a control of its own for own modifiers.
pub fn is_field(field: &Field) -> bool {
    field.id == FIELD && matches!(field.kind, Kind::List { .. })
}

/// Changes in an act's input.
pub trait Changes {
    /// Returns the sum of all changes to a number, and records each as a modifier.
    fn on(&self, number: Adjustable, dice: &mut Dice) -> i32;

    /// Returns the sum of all changes to a number without recording them: [`record`](Self::record) does that.
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

/// Returns the sum of all changes to a number in a part of an input.
pub fn sum_in(part: &Input, number: Adjustable) -> i32 {
    let changes = part.get(FIELD).and_then(Json::as_array).into_iter().flatten();
    let of_number = changes.filter(|change| change.get("number").is_some_and(|id| *id == number.id));
    let by = |change: &Json| change.get("by").and_then(Json::as_i64).and_then(|by| i32::try_from(by).ok());
    of_number.filter_map(by).fold(0, i32::saturating_add)
}

/// A part of an act's input that has adjustable numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// Its path, such as `target` or `side_a[0]`; empty for the input itself.
    pub path: String,
    /// The adjustable numbers in it.
    pub numbers: Vec<Adjustable>,
}

/// Returns the parts of an input that have adjustable numbers, in the order of the procedure's declarations.
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

/// Returns the paths to the parts of an input at a place: `side_a[0]`, `side_a[1]` for `side_a[]`.
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

/// Refuses changes of numbers that the procedure does not declare.
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
