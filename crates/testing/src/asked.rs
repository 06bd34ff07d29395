//! Requests by one ruleset, as its examples make them, and what comes of them.

use exchange::contract;
use serde_json::{Value as Json, json};
use std::borrow::Borrow;

/// The rules that are asked, by the id of the ruleset.
pub struct Rules(pub &'static str);

impl Rules {
    /// A request of a procedure.
    pub fn request(&self, procedure: &str, input: impl Borrow<Json>) -> Json {
        json!({ "ruleset": self.0, "procedure": procedure, "input": input.borrow() })
    }

    /// The whole answer to these faces.
    pub fn answer(&self, procedure: &str, input: impl Borrow<Json>, faces: &[u8]) -> Json {
        contract::resolve(test_rulesets::RULESETS, &self.request(procedure, input), faces)
    }

    /// The outcome of these faces, all of which are used.
    #[track_caller]
    pub fn outcome(&self, procedure: &str, input: impl Borrow<Json>, faces: &[u8]) -> Json {
        let answer = self.answer(procedure, input, faces);
        assert_eq!(answer["status"], "resolved", "{answer}");
        answer["outcome"].clone()
    }

    /// The code and the field of a refusal, `not_allowed kind`; `allowed` if nothing is refused.
    pub fn refusal(&self, procedure: &str, input: impl Borrow<Json>) -> String {
        let answer = self.answer(procedure, input, &[]);
        let word = |key: &str| answer["error"][key].as_str();
        word("code").zip(word("field")).map_or_else(|| "allowed".into(), |(code, field)| format!("{code} {field}"))
    }

    /// Probability of the outcomes for which this holds.
    #[track_caller]
    pub fn chance(&self, procedure: &str, input: impl Borrow<Json>, holds: impl Fn(&Json) -> bool) -> f64 {
        let answer = contract::odds(test_rulesets::RULESETS, &self.request(procedure, input));
        let outcomes = answer["outcomes"].as_array().unwrap_or_else(|| panic!("{answer}"));
        let held = outcomes.iter().filter(|row| holds(&row["outcome"]));
        held.map(|row| row["probability"].as_f64().expect("a probability is a number")).sum()
    }
}

/// That a chance is this fraction.
#[track_caller]
pub fn assert_chance(chance: f64, numerator: impl Into<f64>, denominator: impl Into<f64>) {
    let (numerator, denominator) = (numerator.into(), denominator.into());
    assert!((chance - numerator / denominator).abs() < 1e-12, "{chance} is not {numerator}/{denominator}");
}

/// An input with some of its fields changed, or with more.
pub fn with(base: impl Borrow<Json>, changed: Json) -> Json {
    let mut input = base.borrow().clone();
    for (field, value) in changed.as_object().expect("fields to change") {
        input[field] = value.clone();
    }
    input
}
