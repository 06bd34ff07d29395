//! Values in a drop-down list for the members of a list field.

use serde_json::Value as Json;

/// A value in a drop-down list.
#[derive(Clone, Debug, PartialEq)]
pub struct Selectable {
    /// The value.
    pub value: Json,
    /// Its label.
    pub word: String,
    /// The reason why the rules forbid it; `None` if they allow it.
    pub cannot: Option<String>,
}

/// The members, shortened or extended to `length`. New members get the first value that the rules allow. `None` if the list would grow and
/// the rules forbid every value.
pub fn with_length(members: &[Json], options: &[Selectable], length: usize) -> Option<Vec<Json>> {
    let mut resized: Vec<Json> = members.iter().take(length).cloned().collect();
    if resized.len() < length {
        let allowed = options.iter().find(|option| option.cannot.is_none())?;
        resized.resize(length, allowed.value.clone());
    }
    Some(resized)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn option(value: u8, is_allowed: bool) -> Selectable {
        let cannot = (!is_allowed).then(|| "Out of reach.".to_owned());
        Selectable { value: value.into(), word: format!("Foot {value}"), cannot }
    }

    #[test]
    fn a_new_list_member_has_the_first_allowed_value() {
        let members = [Json::from(3)];
        let options = [option(1, false), option(2, true), option(3, true)];
        assert_eq!(with_length(&members, &options, 3), Some(vec![3.into(), 2.into(), 2.into()]));
        assert_eq!(with_length(&[3.into(), 2.into()], &options, 1), Some(vec![3.into()]));
        let forbidden = [option(1, false), option(2, false)];
        assert_eq!(with_length(&members, &forbidden, 2), None);
        assert_eq!(with_length(&members, &forbidden, 0), Some(vec![]));
    }
}
