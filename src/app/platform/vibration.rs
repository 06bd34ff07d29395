//! Vibration.

use super::navigator::part;
use leptos::prelude::window;
use web_sys::js_sys::Function;

/// True if the device can vibrate.
pub fn can_vibrate() -> bool {
    part::<Function>("vibrate").is_some()
}

/// Vibrates for some milliseconds, if the device can.
pub fn vibrate(milliseconds: u32) {
    if can_vibrate() {
        // Without vibration support, nothing happens.
        let _ = window().navigator().vibrate_with_duration(milliseconds);
    }
}
