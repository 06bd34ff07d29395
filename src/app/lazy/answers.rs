//! The contract's functions for JavaScript in the page, and the functions for the odds worker. They take and return text.
//! `public/contract.js` converts the objects of scripts.

use crate::app::platform::odds_worker;
use exchange::contract::{self, Answer, answer_odds, answer_resolve, read_faces, read_text};
use rules::refusal::Refusal;

/// The exact odds of a request.
pub fn odds(request: &str) -> String {
    answered(read_text("request", request).map(|request| answer_odds(drumhead::RULESETS, &request)))
}

/// The outcome that `faces` give a request, or the dice to roll next.
pub fn resolve(request: &str, faces: &str) -> String {
    let read = || Ok((read_text("request", request)?, read_faces(&read_text("faces", faces)?)?));
    answered(read().map(|(request, faces)| answer_resolve(drumhead::RULESETS, &request, &faces)))
}

/// The results of a script of acts, and the table after them.
pub fn battle(script: &str) -> String {
    answered(read_text("battle", script).map(|script| Answer::Battle(contract::battle(drumhead::RULESETS, &script))))
}

/// The chain of an act and all its consequences.
pub fn chain(request: &str) -> String {
    answered(read_text("chain", request).map(|request| Answer::Chain(contract::chain(drumhead::RULESETS, &request))))
}

/// An answer as JSON text. Passing thousands of outcomes to JavaScript value by value would take a phone a third of a second.
fn answered(answer: Result<Answer, Refusal>) -> String {
    // Writing an answer cannot fail.
    serde_json::to_string(&answer.unwrap_or_else(Answer::Error)).unwrap_or_default()
}

/// The odds of an input as text; `None` if they exceed a limit. Reports the progress to the page.
pub fn evaluate(ruleset: &str, procedure: &str, input: &str) -> Option<String> {
    battle::analysis::odds::answer(
        drumhead::RULESETS,
        ruleset,
        procedure,
        input,
        odds_worker::REPORT_INTERVAL,
        odds_worker::report,
    )
}

/// The forecast of an act as text; `None` if it is not possible. Reports the progress to the page.
pub fn forecast(question: &str) -> Option<String> {
    battle::forecast::job::answer(drumhead::RULESETS, question, odds_worker::REPORT_INTERVAL, odds_worker::report)
}
