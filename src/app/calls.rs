//! Functions that the module exports to JavaScript: for `public/contract.js`, which offers the contract to scripts in the page, and for
//! `public/odds.js`. They call the second module, so that the first load does not include their code.

use super::lazy::{Part, fetch, part};
use wasm_bindgen::prelude::wasm_bindgen;

/// Fetches the second module. The functions below work once this is done; the page then offers them as `wasmBindings`.
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

/// The results of a script of acts, and the table after them. Script and answer are JSON text.
#[wasm_bindgen]
pub fn battle(script: &str) -> String {
    answered(|part| (part.battle)(script))
}

/// The chain of an act and all its consequences. Request and answer are JSON text.
#[wasm_bindgen]
pub fn chain(request: &str) -> String {
    answered(|part| (part.chain)(request))
}

/// For the odds worker: the odds of an input as text; `None` if they exceed a limit.
#[wasm_bindgen]
pub fn evaluate(ruleset: &str, procedure: &str, input: &str) -> Option<String> {
    (part()?.evaluate)(ruleset, procedure, input)
}

/// For the odds worker: the forecast of an act as text; `None` if it is not possible.
#[wasm_bindgen]
pub fn forecast(question: &str) -> Option<String> {
    (part()?.forecast)(question)
}

/// The result of the second module; `null` before it is fetched.
fn answered(call: impl FnOnce(&Part) -> String) -> String {
    part().map_or_else(|| "null".to_owned(), call)
}
