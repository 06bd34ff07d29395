//! Refusals: the reason why a request cannot be ruled on.

use crate::text;
use crate::text::Text;
use serde::ser::{Serialize, SerializeMap, Serializer};
use std::ops::Deref;

/// Kinds of refusals, in the contract's codes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Code {
    /// No such ruleset.
    UnknownRuleset,
    /// The ruleset has no such procedure.
    UnknownProcedure,
    /// A field without a default is not there.
    MissingField,
    /// A field that the procedure does not have.
    UnknownField,
    /// Wrong type, not in the list, out of range, or at odds with another field.
    BadValue,
    /// Well-formed, but the rules forbid it.
    NotAllowed,
    /// A face that the die does not have.
    BadFace,
    /// More faces than the procedure rolls.
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

/// A request that cannot be ruled on: its kind, its field, and the reason in words. Every step of every rule hands refusals on, so
/// they are boxed.
#[derive(Clone, Debug, PartialEq)]
pub struct Refusal(Box<Why>);

/// Contents of a [`Refusal`].
#[derive(Clone, Debug, PartialEq)]
pub struct Why {
    /// The kind.
    pub code: Code,
    /// The field: a path into the input such as `target.counters` or `shooters[0].unit.hits`.
    pub field: String,
    /// The reason, for people.
    pub message: Text,
}

impl Deref for Refusal {
    type Target = Why;

    fn deref(&self) -> &Why {
        &self.0
    }
}

impl Refusal {
    /// A refusal with the given code.
    pub fn new(code: Code, field: impl Into<String>, message: impl Into<Text>) -> Self {
        Self(Box::new(Why { code, field: field.into(), message: message.into() }))
    }

    /// A value that cannot be: wrong type, out of range, or at odds with another field.
    pub fn bad(field: impl Into<String>, message: impl Into<Text>) -> Self {
        Self::new(Code::BadValue, field, message)
    }

    /// A field that is needed and not there.
    pub fn missing(field: impl Into<String>) -> Self {
        Self::new(Code::MissingField, field, text!("This must be given."))
    }

    /// Something that the rules forbid; `message` says which rule.
    pub fn forbidden(field: impl Into<String>, message: impl Into<Text>) -> Self {
        Self::new(Code::NotAllowed, field, message)
    }

    /// The reason, for people.
    pub fn into_message(self) -> Text {
        self.0.message
    }

    /// Extends the path to the object that holds the field: `counters` within `target` is `target.counters`.
    #[must_use]
    pub fn within(mut self, holder: &str) -> Self {
        self.0.field = match self.field.as_str() {
            "" => holder.to_owned(),
            field if field.starts_with('[') => format!("{holder}{field}"),
            field => format!("{holder}.{field}"),
        };
        self
    }

    /// Extends the path to the list that holds the object: `counters` of the first is `[0].counters`.
    #[must_use]
    pub fn at_index(self, index: usize) -> Self {
        self.within(&format!("[{index}]"))
    }
}

/// Refuses a value that cannot be, if it is `wrong`.
///
/// # Errors
/// `bad_value` at the field, if it is.
pub fn bad_if(wrong: bool, field: &str, message: impl Into<Text>) -> Result<(), Refusal> {
    if wrong { Err(Refusal::bad(field, message)) } else { Ok(()) }
}

/// Refuses what the rules forbid, if it is `forbidden`.
///
/// # Errors
/// `not_allowed` at the field, if it is.
pub fn forbid_if(forbidden: bool, field: &str, message: impl Into<Text>) -> Result<(), Refusal> {
    if forbidden { Err(Refusal::forbidden(field, message)) } else { Ok(()) }
}

/// As the contract has it.
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
