//! Browsers' translators, which replace the page's texts by new elements, so that the app can no longer update them.

use super::changes::{ChangeObserver, MutationFilter};
use leptos::prelude::*;

/// The element in which translators put texts. The app does not use it.
const TRANSLATED: &str = "font";

/// Calls a function once a translator has replaced texts.
pub fn watch(on_translation: impl Fn() + 'static) {
    let observer = StoredValue::new_local(None::<ChangeObserver>);
    let changed = move || {
        let is_taken = document().query_selector(TRANSLATED).ok().flatten().is_some();
        if is_taken && observer.try_with_value(|observer| observer.as_ref().map(ChangeObserver::stop)).is_some() {
            on_translation();
        }
    };
    observer.set_value(ChangeObserver::start(MutationFilter::default(), changed));
}
