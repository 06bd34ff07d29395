//! The answers on the page of a new battle. Each answer is saved at once, so that neither a reload nor opening another page loses it.
//!
//! The seed is saved with the answers, because players may have written down its commitment and entered phrases for it. A seed is drawn
//! once and used for one battle.

use rules::dice::rng::Seed;
use rules::facts::Facts;
use rules::own::OWN_RULES;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};
use std::collections::BTreeMap;

/// The answers so far.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct NewBattle {
    /// The id of the chosen ruleset; `None` before the player chose one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ruleset: Option<String>,
    /// The name of the battle, as typed.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// The seed of its dice.
    pub seed: Seed,
    /// The phrases of both sides, as typed.
    #[serde(default)]
    pub phrases: [String; 2],
    /// Answers that depend on the rules, by the ruleset's id. The answers for other rulesets are kept.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub answers: BTreeMap<String, Answers>,
}

/// Answers that depend on the rules.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Answers {
    /// The roster of each side: an inner `None` is a side without a roster, and an outer `None` means that the player has not chosen yet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sides: Option<[Option<Taken>; 2]>,
    /// House rules that differ from the default.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub rulings: Map<String, Json>,
    /// Trackers of the battle at the start, with the players' own rules.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub started: Map<String, Json>,
}

/// The roster that a side takes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Taken {
    /// A saved roster, by its id.
    Roster(String),
    /// A sample, by its name.
    Sample(String),
}

impl NewBattle {
    /// Returns empty answers with a seed.
    pub fn of_seed(seed: Seed) -> Self {
        Self { ruleset: None, name: String::new(), seed, phrases: Default::default(), answers: BTreeMap::new() }
    }

    /// Returns the answers for a ruleset.
    pub fn answers_for(&self, ruleset: &str) -> Answers {
        self.answers.get(ruleset).cloned().unwrap_or_default()
    }

    /// Returns these answers with a new seed, and without the phrases, which were entered for the former seed.
    pub fn with_seed(self, seed: Seed) -> Self {
        Self { seed, phrases: Default::default(), ..self }
    }
}

impl Answers {
    /// Returns the trackers of the battle at the start.
    pub fn started(&self) -> Facts {
        self.started.clone().into()
    }

    /// True if both have the same house rules and own rules.
    pub fn has_rules_of(&self, other: &Self) -> bool {
        let own_rules = |answers: &Self| answers.started.get(OWN_RULES.id()).cloned();
        self.rulings == other.rulings && own_rules(self) == own_rules(other)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::storage::{Key, envelope};
    use serde_json::json;

    fn answered() -> NewBattle {
        let answers = Answers {
            sides: Some([Some(Taken::Roster("x1".into())), None]),
            rulings: Map::from_iter([("salvo".to_owned(), json!("late"))]),
            started: Map::from_iter([("turn".to_owned(), json!(2))]),
        };
        NewBattle {
            ruleset: Some("argad".into()),
            name: "Lens".into(),
            phrases: ["One".into(), "Two".into()],
            answers: BTreeMap::from([("argad".to_owned(), answers)]),
            ..NewBattle::of_seed(Seed([7; 32]))
        }
    }

    #[test]
    fn answers_with_their_seed_and_phrases_are_read_as_they_were_saved() {
        let text = envelope::seal(&answered(), 1).expect("JSON");
        let opened = envelope::open::<NewBattle>(&Key::NewBattle, &text).expect("readable");
        assert_eq!(opened.value, answered());
        assert_eq!(opened.value.seed.commitment(), Seed([7; 32]).commitment());
    }

    #[test]
    fn answers_for_other_rulesets_are_kept_if_a_ruleset_is_chosen() {
        let chosen = NewBattle { ruleset: Some("pike_and_shot".into()), ..answered() };
        assert_eq!(chosen.answers_for("pike_and_shot"), Answers::default());
        assert_eq!(chosen.answers_for("argad"), answered().answers_for("argad"));
    }

    #[test]
    fn a_new_seed_clears_the_phrases_for_the_previous_seed() {
        let renewed = answered().with_seed(Seed([8; 32]));
        assert_eq!((renewed.seed, renewed.phrases.concat()), (Seed([8; 32]), String::new()));
        assert_eq!(renewed.answers, answered().answers);
    }
}
