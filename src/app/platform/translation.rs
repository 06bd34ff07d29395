//! Translators of browsers, which put texts of their own in the place of the page's: the app reaches those no longer.

use super::changes::{Heard, Listening};
use leptos::prelude::*;

/// Element that translators wrap texts in. The app has none.
const WRAPPED: &str = "font";

/// Calls a function once a translator has taken texts over.
pub fn watch(taken_over: impl Fn() + 'static) {
    let listening = StoredValue::new_local(None::<Listening>);
    let changed = move || {
        let is_taken = document().query_selector(WRAPPED).ok().flatten().is_some();
        if is_taken && listening.try_with_value(|listening| listening.as_ref().map(Listening::end)).is_some() {
            taken_over();
        }
    };
    listening.set_value(Listening::begin(Heard::default(), changed));
}
