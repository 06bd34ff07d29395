//! Answers and dice of a procedure that is not applied yet.

use super::Stamp;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};

/// The answers to a procedure so far, and the typed dice. A draft is not an event, because nothing has happened yet. It is saved with the
/// battle so that a reload loses no answers, and each answer and each die overwrites it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Draft {
    /// The procedure, by its id.
    pub procedure: String,
    /// The input of the procedure. It is fixed once dice are typed, and empty before.
    pub input: Map<String, Json>,
    /// The players' answers.
    #[serde(default, rename = "asked")]
    pub answers: Map<String, Json>,
    /// Participants: role → units.
    #[serde(default, rename = "cast")]
    pub participants: Map<String, Json>,
    /// The unit whose card opened the page. Players may have chosen another acting unit since.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
    /// The roll of the app that the typed dice continue, if that roll left dice to be typed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rolled: Option<Stamp>,
    /// The last event of the log when the last answer or die was entered. After later events the input may be out of date.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<Stamp>,
    /// Time of the last answer or die, in milliseconds since 1970.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<f64>,
    /// Rules of the turn that are overridden, by their ids.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub overrides: Vec<String>,
    /// The typed faces, in order, without those of `rolled`. Empty while there are only answers.
    pub faces: Vec<u8>,
    /// Indexes of the faces that were entered as a number of successes: see [`LoggedRoll::counted`](super::LoggedRoll::counted).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub counted: Vec<usize>,
    /// True once players discarded the dice. `after` is then the stamp of the discard, which players can take back until the next act.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub discarded: bool,
}

impl Draft {
    /// True if this act discarded the dice and answers. If another device has acted since, a stored draft may belong to an earlier discard.
    pub fn was_discarded_by(&self, act: &Stamp) -> bool {
        self.discarded && self.after.as_ref() == Some(act)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_draft_was_discarded_only_by_the_act_after_it() {
        let [act, later] = ["4-a", "9-b"].map(|text| Stamp::parse(text).unwrap());
        let draft =
            Draft { procedure: "marbles".into(), faces: vec![5, 2], after: Some(act.clone()), ..Draft::default() };
        assert!(!draft.was_discarded_by(&act), "not discarded yet");
        let discarded = Draft { discarded: true, ..draft };
        assert!(discarded.was_discarded_by(&act));
        assert!(!discarded.was_discarded_by(&later), "another device discarded a roll of the same procedure");
    }
}
