//! Functions that the module exports to JavaScript: the contract's calls for the page, and those of `public/odds.js`.
//!
//! They are answered by the part of the app that is fetched later, so that the first load does not carry them.

use super::lazy::{Part, fetch, part};
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

/// Fetches every ruleset. The functions below answer once this is done; the page offers them as `wasmBindings` then.
#[wasm_bindgen]
pub async fn ready() {
    fetch().await;
}

/// The exact odds of a request.
#[wasm_bindgen]
pub fn odds(request: JsValue) -> JsValue {
    answered(|part| (part.odds)(request))
}

/// The outcome that `faces` give a request, or the dice to roll next.
#[wasm_bindgen]
pub fn resolve(request: JsValue, faces: JsValue) -> JsValue {
    answered(|part| (part.resolve)(request, faces))
}

/// The answers to a script of acts, and the table after them.
#[wasm_bindgen]
pub fn battle(script: JsValue) -> JsValue {
    answered(|part| (part.battle)(script))
}

/// The odds of an input as text, in a worker beside the page; `None` if there is too much to evaluate.
#[wasm_bindgen]
pub fn evaluate(ruleset: &str, procedure: &str, input: &str) -> Option<String> {
    (part()?.evaluate)(ruleset, procedure, input)
}

/// Answer of the part; `null` before it is fetched.
fn answered(call: impl FnOnce(&Part) -> JsValue) -> JsValue {
    part().map_or(JsValue::NULL, call)
}
