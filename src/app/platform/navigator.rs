//! The browser's `navigator`, each part of which may be missing, and promises.

use wasm_bindgen::prelude::{JsValue, wasm_bindgen};
use wasm_bindgen_futures::JsFuture;
use web_sys::js_sys::{Function, Promise};

#[wasm_bindgen]
extern "C" {
    // Unlike in web-sys, each part is optional here. Most are missing on plain http or in older browsers.
    pub(super) type Navigator;

    #[wasm_bindgen(thread_local_v2, js_name = navigator)]
    pub(super) static NAVIGATOR: Navigator;

    #[wasm_bindgen(method, getter)]
    pub(super) fn clipboard(this: &Navigator) -> Option<Clipboard>;

    #[wasm_bindgen(method, getter)]
    pub(super) fn storage(this: &Navigator) -> Option<StorageManager>;

    #[wasm_bindgen(method, catch)]
    pub(super) fn share(this: &Navigator, what: &JsValue) -> Result<Promise, JsValue>;

    #[wasm_bindgen(method, catch, js_name = canShare)]
    pub(super) fn can_share(this: &Navigator, what: &JsValue) -> Result<bool, JsValue>;

    #[wasm_bindgen(method, getter, js_name = userAgent)]
    pub(super) fn user_agent(this: &Navigator) -> String;

    #[wasm_bindgen(method, getter, js_name = maxTouchPoints)]
    pub(super) fn max_touch_points(this: &Navigator) -> Option<u32>;

    #[wasm_bindgen(method, getter)]
    pub(super) fn standalone(this: &Navigator) -> Option<bool>;

    #[wasm_bindgen(method, getter, js_name = vibrate)]
    pub(super) fn vibrates(this: &Navigator) -> Option<Function>;

    #[wasm_bindgen(method, getter)]
    pub(super) fn language(this: &Navigator) -> Option<String>;

    pub(super) type Clipboard;

    #[wasm_bindgen(method, catch, js_name = writeText)]
    pub(super) fn write_text(this: &Clipboard, text: &str) -> Result<Promise, JsValue>;

    pub(super) type StorageManager;

    #[wasm_bindgen(method, catch)]
    pub(super) fn persist(this: &StorageManager) -> Result<Promise, JsValue>;

    #[wasm_bindgen(method, catch)]
    pub(super) fn persisted(this: &StorageManager) -> Result<Promise, JsValue>;
}

/// Calls a function with the browser's navigator.
pub(super) fn navigator<T>(ask: impl FnOnce(&Navigator) -> T) -> T {
    NAVIGATOR.with(ask)
}

/// Waits for a promise.
pub async fn settled(promise: Result<Promise, JsValue>) -> Result<JsValue, JsValue> {
    JsFuture::from(promise?).await
}

/// The language that the browser's user reads: `fr-CH`.
pub fn language() -> String {
    navigator(Navigator::language).unwrap_or_default()
}
