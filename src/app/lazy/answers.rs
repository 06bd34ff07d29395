//! Answers of the contract to JavaScript in the page, and to the worker of odds: text in and out. `public/contract.js` makes
//! text of the objects that scripts hand over.

use crate::app::platform::odds_worker;
use drumhead::contract::{self, Answer, answer_odds, answer_resolve, read_faces, read_text};
use drumhead::core::refusal::Refusal;

/// The exact odds of a request.
pub fn odds(request: &str) -> String {
    answered(read_text("request", request).map(|request| answer_odds(drumhead::RULESETS, &request)))
}

/// The outcome that `faces` give a request, or the dice to roll next.
pub fn resolve(request: &str, faces: &str) -> String {
    let read = || Ok((read_text("request", request)?, read_faces(&read_text("faces", faces)?)?));
    answered(read().map(|(request, faces)| answer_resolve(drumhead::RULESETS, &request, &faces)))
}

/// The answers to a script of acts, and the table after them.
pub fn battle(script: &str) -> String {
    answered(read_text("battle", script).map(|script| Answer::Battle(contract::battle(drumhead::RULESETS, &script))))
}

/// Chain of an act, through everything that becomes due by it.
pub fn chain(request: &str) -> String {
    answered(read_text("chain", request).map(|request| Answer::Chain(contract::chain(drumhead::RULESETS, &request))))
}

/// As text, which the browser reads at once: handed over value by value, odds of thousands of outcomes keep a phone busy for
/// a third of a second.
fn answered(answer: Result<Answer, Refusal>) -> String {
    // An answer can always be written.
    serde_json::to_string(&answer.unwrap_or_else(Answer::Error)).unwrap_or_default()
}

/// The odds of an input, for the page, as text; `None` if there is too much to evaluate. Reports its progress meanwhile.
pub fn evaluate(ruleset: &str, procedure: &str, input: &str) -> Option<String> {
    drumhead::analysis::odds::answer(
        drumhead::RULESETS,
        ruleset,
        procedure,
        input,
        odds_worker::REPORT_INTERVAL,
        odds_worker::report,
    )
}

/// Forecast of an act, for the page, as text; `None` if the question cannot be answered. Reports its progress meanwhile.
pub fn forecast(question: &str) -> Option<String> {
    drumhead::forecast::job::answer(drumhead::RULESETS, question, odds_worker::REPORT_INTERVAL, odds_worker::report)
}
