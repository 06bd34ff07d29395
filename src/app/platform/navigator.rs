//! The browser's `navigator`, and promises.

use leptos::prelude::window;
use wasm_bindgen::prelude::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::js_sys::{Promise, Reflect};

/// A part of the navigator; `None` where it is missing, as most are on plain http or in older browsers. `web-sys` says of each that it is
/// there. Some browsers throw where a page may not ask for a part.
pub(super) fn part<T: JsCast>(name: &str) -> Option<T> {
    let part = Reflect::get(&window().navigator(), &name.into()).ok();
    part.filter(|part| !part.is_undefined() && !part.is_null()).map(JsCast::unchecked_into)
}

/// Result of a promise.
pub async fn settled(promise: Result<Promise, JsValue>) -> Result<JsValue, JsValue> {
    JsFuture::from(promise?).await
}

/// The language that the browser's user reads: `fr-CH`.
pub fn language() -> String {
    window().navigator().language().unwrap_or_default()
}
