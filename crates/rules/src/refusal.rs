//! Refusals: reasons why a request cannot be answered.

use crate::text;
use crate::text::Text;
use serde::ser::{Serialize, SerializeMap, Serializer};
use std::ops::Deref;

/// Kind of a refusal, with the contract's code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Code {
    /// No such ruleset.
    UnknownRuleset,
    /// The ruleset has no such procedure.
    UnknownProcedure,
    /// A field without a default is missing.
    MissingField,
    /// The procedure does not have this field.
    UnknownField,
    /// The value has the wrong type, is not in the list, is out of range, or contradicts another field.
    BadValue,
    /// The rules forbid this input.
    NotAllowed,
    /// The die does not have this face.
    BadFace,
    /// There are more faces than the procedure rolls.
    UnusedDice,
}

impl Code {
    /// The code as the contract writes it.
    pub fn id(self) -> &'static str {
        match self {
            Code::UnknownRuleset => "unknown_ruleset",
            Code::UnknownProcedure => "unknown_procedure",
            Code::MissingField => "missing_field",
            Code::UnknownField => "unknown_field",
            Code::BadValue => "bad_value",
            Code::NotAllowed => "not_allowed",
            Code::BadFace => "bad_face",
            Code::UnusedDice => "unused_dice",
        }
    }
}

/// A reason why a request cannot be answered: its kind, its field and a message. It is boxed, because most functions of the rules can
/// return one.
#[derive(Clone, Debug, PartialEq)]
pub struct Refusal(Box<Why>);

/// Contents of a [`Refusal`].
#[derive(Clone, Debug, PartialEq)]
pub struct Why {
    /// The kind.
    pub code: Code,
    /// Path of the field in the input: `target.counters`, `shooters[0].unit.hits`.
    pub field: String,
    /// Message for people.
    pub message: Text,
}

impl Deref for Refusal {
    type Target = Why;

    fn deref(&self) -> &Why {
        &self.0
    }
}

impl Refusal {
    /// Returns a refusal with this code.
    pub fn new(code: Code, field: impl Into<String>, message: impl Into<Text>) -> Self {
        Self(Box::new(Why { code, field: field.into(), message: message.into() }))
    }

    /// Returns a refusal of an impossible value: wrong type, out of range, or a contradiction to another field.
    pub fn bad(field: impl Into<String>, message: impl Into<Text>) -> Self {
        Self::new(Code::BadValue, field, message)
    }

    /// Returns a refusal of an input without a required field.
    pub fn missing(field: impl Into<String>) -> Self {
        Self::new(Code::MissingField, field, text!("This must be given."))
    }

    /// Returns a refusal of an input that the rules forbid; `message` gives the rule.
    pub fn forbidden(field: impl Into<String>, message: impl Into<Text>) -> Self {
        Self::new(Code::NotAllowed, field, message)
    }

    /// Returns the message for people.
    pub fn into_message(self) -> Text {
        self.0.message
    }

    /// Prepends the object that contains the field to the path: `counters` in `target` becomes `target.counters`.
    #[must_use]
    pub fn within(mut self, holder: &str) -> Self {
        self.0.field = match self.field.as_str() {
            "" => holder.to_owned(),
            field if field.starts_with('[') => format!("{holder}{field}"),
            field => format!("{holder}.{field}"),
        };
        self
    }

    /// Prepends the index in a list to the path: `counters` of the first member becomes `[0].counters`.
    #[must_use]
    pub fn at_index(self, index: usize) -> Self {
        self.within(&format!("[{index}]"))
    }
}

/// Refuses an impossible value if `wrong` is true.
///
/// # Errors
/// `bad_value` at the field, if `wrong` is true.
pub fn bad_if(wrong: bool, field: &str, message: impl Into<Text>) -> Result<(), Refusal> {
    if wrong { Err(Refusal::bad(field, message)) } else { Ok(()) }
}

/// Checks the length of a list, and each member by `check`, which gets the member's index, too.
///
/// # Errors
/// `bad_value` at the list, if it has more than `most` members. Otherwise the first refusal of a member, with its path: `modifiers[1].name`.
pub fn check_each<T>(
    items: &[T],
    at: &str,
    most: usize,
    check: impl Fn(usize, &T) -> Result<(), Refusal>,
) -> Result<(), Refusal> {
    bad_if(items.len() > most, at, text!("At most {n}.", n = most))?;
    for (index, item) in items.iter().enumerate() {
        check(index, item).map_err(|refusal| refusal.at_index(index).within(at))?;
    }
    Ok(())
}

/// Refuses an input that the rules forbid, if `forbidden` is true.
///
/// # Errors
/// `not_allowed` at the field, if `forbidden` is true.
pub fn forbid_if(forbidden: bool, field: &str, message: impl Into<Text>) -> Result<(), Refusal> {
    if forbidden { Err(Refusal::forbidden(field, message)) } else { Ok(()) }
}

/// As in the contract.
impl Serialize for Refusal {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(3))?;
        map.serialize_entry("code", self.code.id())?;
        map.serialize_entry("field", &self.field)?;
        map.serialize_entry("message", &self.message.to_string())?;
        map.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_extended_outwards() {
        let refusal = Refusal::missing("hits").within("unit").at_index(0).within("shooters");
        assert_eq!(refusal.field, "shooters[0].unit.hits");
    }
}
