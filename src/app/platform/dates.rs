//! Dates as the calendar of this device has them.

use leptos::prelude::document;
use wasm_bindgen::JsValue;
use web_sys::js_sys::{Date, Object, Reflect};

/// The day of a time, in milliseconds since 1970, in the language of the page: `27 November 2026`.
pub fn day(at: f64) -> String {
    let language = document().document_element().and_then(|root| root.get_attribute("lang")).unwrap_or_default();
    // The days of the year are named as in Britain, whose language is that of the texts.
    let language = if language == "en" { "en-GB".to_owned() } else { language };
    let options = Object::new();
    for (part, form) in [("day", "numeric"), ("month", "long"), ("year", "numeric")] {
        // A plain object takes every property.
        let _ = Reflect::set(&options, &part.into(), &form.into());
    }
    date(at).to_locale_date_string(&language, &options).into()
}

/// The day of a time, as tables sort it: `2026-11-27`.
pub fn sortable_day(at: f64) -> String {
    let date = date(at);
    format!("{:04}-{:02}-{:02}", date.get_full_year(), date.get_month() + 1, date.get_date())
}

fn date(at: f64) -> Date {
    Date::new(&JsValue::from_f64(at))
}
