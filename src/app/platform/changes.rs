//! Changes of the page, heard as they come.

use leptos::prelude::document;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::{Closure, JsValue};
use web_sys::js_sys::Array;
use web_sys::{MutationObserver, MutationObserverInit};

/// Changes that are listened for, besides elements that come and go.
#[derive(Clone, Copy, Default)]
pub struct Heard {
    /// Attributes that change.
    pub attributes: &'static [&'static str],
    /// Texts that change.
    pub texts: bool,
}

/// Listens for changes until it is dropped.
pub struct Listening {
    observer: MutationObserver,
    /// Called by the observer.
    _changed: Closure<dyn FnMut(JsValue)>,
}

impl Listening {
    /// Begins to listen. `None` if the browser refuses.
    pub fn begin(heard: Heard, mut changed: impl FnMut() + 'static) -> Option<Self> {
        let options = MutationObserverInit::new();
        options.set_child_list(true);
        options.set_subtree(true);
        if heard.texts {
            options.set_character_data(true);
        }
        if !heard.attributes.is_empty() {
            options.set_attribute_filter(&heard.attributes.iter().map(|name| JsValue::from(*name)).collect::<Array>());
        }
        let changed = Closure::<dyn FnMut(JsValue)>::new(move |_| changed());
        let observer = MutationObserver::new(changed.as_ref().unchecked_ref()).ok()?;
        observer.observe_with_options(document().body()?.as_ref(), &options).ok()?;
        Some(Self { observer, _changed: changed })
    }

    /// Listens no longer. Unlike dropping it, it may be done while a change is heard.
    pub fn end(&self) {
        self.observer.disconnect();
    }
}

impl Drop for Listening {
    fn drop(&mut self) {
        self.end();
    }
}

/// Listens for changes as long as the page is there.
pub fn watch(heard: Heard, changed: impl FnMut() + 'static) {
    // Without it the page works, only less well.
    std::mem::forget(Listening::begin(heard, changed));
}
