//! Translators of browsers, which put texts of their own in the place of the page's: the app reaches those no longer.

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::{Closure, JsValue};
use web_sys::{MutationObserver, MutationObserverInit};

/// Element that translators wrap texts in. The app has none.
const WRAPPED: &str = "font";

/// Calls a function once a translator has taken texts over.
pub fn watch(taken_over: impl Fn() + 'static) {
    let observer = StoredValue::new_local(None::<MutationObserver>);
    let changed = Closure::<dyn FnMut(JsValue)>::new(move |_| {
        let is_taken = document().query_selector(WRAPPED).ok().flatten().is_some();
        if is_taken && let Some(observer) = observer.try_update_value(Option::take).flatten() {
            observer.disconnect();
            taken_over();
        }
    });
    let options = MutationObserverInit::new();
    options.set_child_list(true);
    options.set_subtree(true);
    let observing = MutationObserver::new(changed.as_ref().unchecked_ref()).ok();
    if let (Some(observing), Some(body)) = (observing, document().body())
        && observing.observe_with_options(&body, &options).is_ok()
    {
        observer.set_value(Some(observing));
        // For as long as the page is there.
        changed.forget();
    }
}
