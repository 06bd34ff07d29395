//! Dates in the time zone of this device.

use super::clock::now;
use leptos::prelude::document;
use wasm_bindgen::JsValue;
use web_sys::js_sys::{Date, Object, Reflect};

/// The date of a time (in milliseconds since 1970) in the language of the page: `27 November 2026`.
pub fn day(at: f64) -> String {
    let language = document().document_element().and_then(|root| root.get_attribute("lang")).unwrap_or_default();
    // English texts are British, so dates are, too.
    let language = if language == "en" { "en-GB".to_owned() } else { language };
    let options = Object::new();
    for (part, form) in [("day", "numeric"), ("month", "long"), ("year", "numeric")] {
        // Setting a property of a plain object cannot fail.
        let _ = Reflect::set(&options, &part.into(), &form.into());
    }
    date(at).to_locale_date_string(&language, &options).into()
}

/// The date of a time in a form that can be sorted: `2026-11-27`.
pub fn sortable_day(at: f64) -> String {
    let date = date(at);
    format!("{:04}-{:02}-{:02}", date.get_full_year(), date.get_month() + 1, date.get_date())
}

/// Number of midnights between a time and now, in the device's time zone: 0 for today, 1 for yesterday.
pub fn days_since(at: f64) -> u32 {
    const DAY: f64 = 86_400_000.0;
    const MINUTE: f64 = 60_000.0;
    let day = |at: f64| {
        let offset = date(at).get_timezone_offset();
        ((at - offset * MINUTE) / DAY).floor()
    };
    // If the clock was set back, a future time counts as today.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 0 to 65,535")]
    let days = (day(now()) - day(at)).clamp(0.0, f64::from(u16::MAX)) as u32;
    days
}

fn date(at: f64) -> Date {
    Date::new(&JsValue::from_f64(at))
}
