//! Vibration, where the device can.

use super::navigator::part;
use leptos::prelude::window;
use web_sys::js_sys::Function;

/// True if the device can vibrate.
pub fn can_vibrate() -> bool {
    part::<Function>("vibrate").is_some()
}

/// Vibrates for some milliseconds, where the device can.
pub fn vibrate(milliseconds: u32) {
    if can_vibrate() {
        // Without vibration support in the device, nothing happens.
        let _ = window().navigator().vibrate_with_duration(milliseconds);
    }
}
