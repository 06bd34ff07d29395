//! Observers of changes of the page.

use leptos::prelude::document;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::{Closure, JsValue};
use web_sys::js_sys::Array;
use web_sys::{MutationObserver, MutationObserverInit};

/// Changes to observe. Added and removed elements are always observed.
#[derive(Clone, Copy, Default)]
pub struct MutationFilter {
    /// Names of the attributes to observe.
    pub attributes: &'static [&'static str],
    /// True to observe changes of texts.
    pub texts: bool,
}

/// An observer of changes, which stops when it is dropped.
pub struct ChangeObserver {
    observer: MutationObserver,
    /// Called by the observer.
    _changed: Closure<dyn FnMut(JsValue)>,
}

impl ChangeObserver {
    /// Starts to observe. `changed` is called after changes. `None` if the browser refuses.
    pub fn start(filter: MutationFilter, mut changed: impl FnMut() + 'static) -> Option<Self> {
        let options = MutationObserverInit::new();
        options.set_child_list(true);
        options.set_subtree(true);
        if filter.texts {
            options.set_character_data(true);
        }
        if !filter.attributes.is_empty() {
            options.set_attribute_filter(&filter.attributes.iter().map(|name| JsValue::from(*name)).collect::<Array>());
        }
        let changed = Closure::<dyn FnMut(JsValue)>::new(move |_| changed());
        let observer = MutationObserver::new(changed.as_ref().unchecked_ref()).ok()?;
        observer.observe_with_options(document().body()?.as_ref(), &options).ok()?;
        Some(Self { observer, _changed: changed })
    }

    /// Stops observing. Unlike dropping it, this is possible inside `changed`.
    pub fn stop(&self) {
        self.observer.disconnect();
    }
}

impl Drop for ChangeObserver {
    fn drop(&mut self) {
        self.stop();
    }
}

/// Observes changes for the lifetime of the page.
pub fn watch(filter: MutationFilter, changed: impl FnMut() + 'static) {
    // If the browser refuses, the page still works, without the feature that observes.
    std::mem::forget(ChangeObserver::start(filter, changed));
}
