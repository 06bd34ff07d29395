//! Functions that the module exports to JavaScript: for `public/contract.js`, which offers the contract's calls to scripts in
//! the page, and for `public/odds.js`.
//!
//! They are answered by the part of the app that is fetched later, so that the first load does not carry them.

use super::lazy::{Part, fetch, part};
use wasm_bindgen::prelude::wasm_bindgen;

/// Fetches every ruleset. The functions below answer once this is done; the page offers them as `wasmBindings` then.
#[wasm_bindgen]
pub async fn ready() {
    fetch().await;
}

/// The exact odds of a request, both as JSON text.
#[wasm_bindgen]
pub fn odds(request: &str) -> String {
    answered(|part| (part.odds)(request))
}

/// The outcome that `faces` give a request, or the dice to roll next, all as JSON text.
#[wasm_bindgen]
pub fn resolve(request: &str, faces: &str) -> String {
    answered(|part| (part.resolve)(request, faces))
}

/// The answers to a script of acts, and the table after them, both as JSON text.
#[wasm_bindgen]
pub fn battle(script: &str) -> String {
    answered(|part| (part.battle)(script))
}

/// Chain of an act, through everything that becomes due by it: request and answer as JSON text.
#[wasm_bindgen]
pub fn chain(request: &str) -> String {
    answered(|part| (part.chain)(request))
}

/// The odds of an input as text, in the odds worker; `None` if there is too much to evaluate.
#[wasm_bindgen]
pub fn evaluate(ruleset: &str, procedure: &str, input: &str) -> Option<String> {
    (part()?.evaluate)(ruleset, procedure, input)
}

/// Forecast of an act, as text, in the odds worker; `None` if the question cannot be answered.
#[wasm_bindgen]
pub fn forecast(question: &str) -> Option<String> {
    (part()?.forecast)(question)
}

/// Answer of the part; `null` before it is fetched.
fn answered(call: impl FnOnce(&Part) -> String) -> String {
    part().map_or_else(|| "null".to_owned(), call)
}
