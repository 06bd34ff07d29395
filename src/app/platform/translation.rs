//! Translators of browsers, which put texts of their own in the place of the page's: the app reaches those no longer.

use leptos::prelude::*;
use wasm_bindgen::prelude::{Closure, JsValue, wasm_bindgen};
use web_sys::Node;

#[wasm_bindgen]
extern "C" {
    #[derive(Clone)]
    type MutationObserver;

    #[wasm_bindgen(constructor)]
    fn new(changed: &Closure<dyn Fn()>) -> MutationObserver;

    #[wasm_bindgen(method, catch)]
    fn observe(this: &MutationObserver, root: &Node, options: &JsValue) -> Result<(), JsValue>;

    #[wasm_bindgen(method)]
    fn disconnect(this: &MutationObserver);
}

/// Element that translators wrap texts in. The app has none.
const WRAPPED: &str = "font";

/// Calls a function once a translator has taken texts over.
pub fn watch(taken_over: impl Fn() + 'static) {
    let observer = StoredValue::new_local(None::<MutationObserver>);
    let changed = Closure::<dyn Fn()>::new(move || {
        let is_taken = document().query_selector(WRAPPED).ok().flatten().is_some();
        if is_taken && let Some(observer) = observer.try_update_value(Option::take).flatten() {
            observer.disconnect();
            taken_over();
        }
    });
    let own = MutationObserver::new(&changed);
    let options = js_options();
    if let Some(body) = document().body()
        && own.observe(&body, &options).is_ok()
    {
        observer.set_value(Some(own));
        // For as long as the page is there.
        changed.forget();
    }
}

fn js_options() -> JsValue {
    let options = web_sys::js_sys::Object::new();
    for name in ["childList", "subtree"] {
        // A new object takes any name.
        let _ = web_sys::js_sys::Reflect::set(&options, &name.into(), &true.into());
    }
    options.into()
}
