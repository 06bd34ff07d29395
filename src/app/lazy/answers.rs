//! Answers of the contract to JavaScript in the page, and to the worker of odds: plain objects in and out.

use crate::app::platform::odds_worker;
use drumhead::contract::{self, Answer, answer_odds, answer_resolve, read_faces};
use drumhead::core::refusal::Refusal;
use serde_json::Value as Json;
use serde_wasm_bindgen::from_value;
use wasm_bindgen::prelude::JsValue;
use web_sys::js_sys::JSON;

/// The exact odds of a request.
pub fn odds(request: JsValue) -> JsValue {
    answer(&from_value(request).map_or_else(|_| not_json("request"), |request: Json| answer_odds(&request)))
}

/// The outcome that `faces` give a request, or the dice to roll next.
pub fn resolve(request: JsValue, faces: JsValue) -> JsValue {
    let (Ok(request), Ok(faces)) = (from_value::<Json>(request), from_value::<Json>(faces)) else {
        return answer(&not_json("request"));
    };
    answer(&read_faces(&faces).map_or_else(Answer::Error, |faces| answer_resolve(&request, &faces)))
}

/// The answers to a script of acts, and the table after them.
pub fn battle(script: JsValue) -> JsValue {
    answer(
        &from_value(script)
            .map_or_else(|_| not_json("battle"), |script: Json| Answer::Battle(contract::battle(&script))),
    )
}

fn not_json(what: &str) -> Answer {
    Answer::Error(Refusal::bad(what, "This cannot be written as JSON."))
}

/// As text, which the browser reads at once: handed over datum by datum, odds of thousands of outcomes keep a phone busy for
/// a third of a second.
fn answer(answer: &Answer) -> JsValue {
    serde_json::to_string(answer).ok().and_then(|text| JSON::parse(&text).ok()).unwrap_or(JsValue::NULL)
}

/// The odds of an input, for the page, as text; `None` if there is too much to evaluate. Reports its progress meanwhile.
pub fn evaluate(ruleset: &str, procedure: &str, input: &str) -> Option<String> {
    drumhead::analysis::odds::answer(ruleset, procedure, input, odds_worker::STRETCH, odds_worker::report)
}
