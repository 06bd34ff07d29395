//! The browser's `navigator`, and promises.

use leptos::prelude::window;
use wasm_bindgen::prelude::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::js_sys::{Promise, Reflect};

/// A part of the navigator. `None` if it is missing, as most are on plain http or in older browsers. In `web-sys`, no part is optional.
pub(super) fn part<T: JsCast>(name: &str) -> Option<T> {
    // Some browsers throw if a page may not request a part.
    let part = Reflect::get(&window().navigator(), &name.into()).ok();
    part.filter(|part| !part.is_undefined() && !part.is_null()).map(JsCast::unchecked_into)
}

/// Waits for a promise.
pub async fn settled(promise: Result<Promise, JsValue>) -> Result<JsValue, JsValue> {
    JsFuture::from(promise?).await
}

/// The language that the browser's user reads: `fr-CH`.
pub fn language() -> String {
    window().navigator().language().unwrap_or_default()
}
