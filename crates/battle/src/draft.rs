//! Answers and dice of a procedure that is not done yet.

use super::Stamp;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};

/// Answers to a procedure so far, and the dice from the table typed for it. It is no event: nothing has happened yet. It
/// is saved with the battle so that nobody has to say or type it again after a reload, and is overwritten with each answer and die.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Draft {
    /// The procedure, by its id.
    pub procedure: String,
    /// Its input, which does not change once dice are typed for it; empty before.
    pub input: Map<String, Json>,
    /// The players' answers.
    #[serde(default, rename = "asked")]
    pub answers: Map<String, Json>,
    /// Participants: role → units.
    #[serde(default, rename = "cast")]
    pub participants: Map<String, Json>,
    /// The unit for which the page was opened, which need not be the one that acts by now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
    /// The roll of the app that the dice continue, if it left some to be rolled.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rolled: Option<Stamp>,
    /// The last event of the log when the last answer was given or die typed. After later events the input may be out of date.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<Stamp>,
    /// Time of the last answer or die, in milliseconds since 1970.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<f64>,
    /// Rules of the turn that are overridden, by their ids.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub overrides: Vec<String>,
    /// The faces, in order, without those of `rolled`. None while there are only answers.
    pub faces: Vec<u8>,
    /// Indexes of those faces that stand for a number of successes: see [`LoggedRoll::counted`](super::LoggedRoll::counted).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub counted: Vec<usize>,
    /// True once the dice were discarded, by the act `after`. Players can take that back until the next act.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub discarded: bool,
}

impl Draft {
    /// True if this act discarded the dice and answers. Those of an earlier discard can be in storage still: another device acted since.
    pub fn was_discarded_by(&self, act: &Stamp) -> bool {
        self.discarded && self.after.as_ref() == Some(act)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dice_come_back_only_from_the_act_that_discarded_them() {
        let [act, later] = ["4-a", "9-b"].map(|text| Stamp::parse(text).unwrap());
        let draft =
            Draft { procedure: "marbles".into(), faces: vec![5, 2], after: Some(act.clone()), ..Draft::default() };
        assert!(!draft.was_discarded_by(&act), "it waits");
        let discarded = Draft { discarded: true, ..draft };
        assert!(discarded.was_discarded_by(&act));
        assert!(!discarded.was_discarded_by(&later), "another device discarded a roll of the same procedure");
    }
}
