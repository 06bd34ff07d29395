//! Requests of one ruleset, with their answers.

use exchange::contract;
use serde_json::{Value as Json, json};
use std::borrow::Borrow;

/// The ruleset of the requests, by its id.
pub struct Rules(pub &'static str);

impl Rules {
    /// Returns a request of a procedure.
    pub fn request(&self, procedure: &str, input: impl Borrow<Json>) -> Json {
        json!({ "ruleset": self.0, "procedure": procedure, "input": input.borrow() })
    }

    /// Returns the whole answer for these faces.
    pub fn answer(&self, procedure: &str, input: impl Borrow<Json>, faces: &[u8]) -> Json {
        contract::resolve(test_rulesets::RULESETS, &self.request(procedure, input), faces)
    }

    /// Returns the outcome of these faces. Fails unless the procedure uses all of them.
    #[track_caller]
    pub fn outcome(&self, procedure: &str, input: impl Borrow<Json>, faces: &[u8]) -> Json {
        let answer = self.answer(procedure, input, faces);
        assert_eq!(answer["status"], "resolved", "{answer}");
        answer["outcome"].clone()
    }

    /// Returns the code and the field of the refusal, such as `not_allowed kind`; `allowed` if the request is not refused.
    pub fn refusal(&self, procedure: &str, input: impl Borrow<Json>) -> String {
        let answer = self.answer(procedure, input, &[]);
        let word = |key: &str| answer["error"][key].as_str();
        word("code").zip(word("field")).map_or_else(|| "allowed".into(), |(code, field)| format!("{code} {field}"))
    }

    /// Returns the probability of the outcomes for which `holds` is true.
    #[track_caller]
    pub fn chance(&self, procedure: &str, input: impl Borrow<Json>, holds: impl Fn(&Json) -> bool) -> f64 {
        let answer = contract::odds(test_rulesets::RULESETS, &self.request(procedure, input));
        let outcomes = answer["outcomes"].as_array().unwrap_or_else(|| panic!("{answer}"));
        let held = outcomes.iter().filter(|row| holds(&row["outcome"]));
        held.map(|row| row["probability"].as_f64().expect("a probability is a number")).sum()
    }
}

/// Asserts that a chance is this fraction.
#[track_caller]
pub fn assert_chance(chance: f64, numerator: impl Into<f64>, denominator: impl Into<f64>) {
    let (numerator, denominator) = (numerator.into(), denominator.into());
    assert!((chance - numerator / denominator).abs() < 1e-12, "{chance} is not {numerator}/{denominator}");
}

/// Returns an input with these fields changed or added.
pub fn with(base: impl Borrow<Json>, changed: Json) -> Json {
    let mut input = base.borrow().clone();
    for (field, value) in changed.as_object().expect("fields to change") {
        input[field] = value.clone();
    }
    input
}
