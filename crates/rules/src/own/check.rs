//! Checks for all kinds of own rules.

use super::{CHANGES_MAX, ID_MAX, NAME_MAX, PROCEDURES_MAX};
use crate::refusal::{Refusal, bad_if, check_each};
use crate::ruleset::Ruleset;
use crate::text;
use crate::text::is_blank;

/// Checks a list: its length, that names differ, and each member by `check`. A refusal contains the path: `modifiers[1].name`.
pub fn list<T>(
    items: &[T],
    at: &str,
    name_of: impl Fn(&T) -> Option<&str>,
    check: impl Fn(&T) -> Result<(), Refusal>,
) -> Result<(), Refusal> {
    check_each(items, at, CHANGES_MAX, |index, item| {
        let is_taken =
            name_of(item).is_some_and(|name| items[..index].iter().any(|other| name_of(other) == Some(name)));
        bad_if(is_taken, "name", "There is one of this name already.")?;
        check(item)
    })
}

/// Checks a name that players entered in a field: 1 to 40 letters, of which at least one is visible.
pub fn name(name: &str, at: &str) -> Result<(), Refusal> {
    let is_name = !is_blank(name) && name.chars().count() <= NAME_MAX && name.trim() == name;
    bad_if(!is_name, at, text!("A name has 1 to {n} letters.", n = NAME_MAX))
}

/// True if a text has the form of an id of a procedure, a field or a number.
pub fn is_id(id: &str) -> bool {
    (1..=ID_MAX).contains(&id.chars().count())
}

/// Checks a list of at most 60 ids of procedures.
pub fn procedures(ids: &[String], at: &str) -> Result<(), Refusal> {
    bad_if(ids.len() > PROCEDURES_MAX || !ids.iter().all(|id| is_id(id)), at, "Choose what it is for.")
}

/// Checks that a ruleset has these procedures.
pub fn known_procedures(ruleset: &Ruleset, ids: &[String], at: &str) -> Result<(), Refusal> {
    let is_known = |id: &String| ruleset.procedure(id).is_some();
    bad_if(!ids.iter().all(is_known), at, "These rules have no such procedure.")
}

/// True if a text has the form of an id of a flag, printed or own.
pub fn is_flag(flag: &str) -> bool {
    (1..=ID_MAX + NAME_MAX).contains(&flag.chars().count())
}
