//! Vibration.

use super::navigator::part;
use leptos::prelude::window;
use web_sys::UserActivation;
use web_sys::js_sys::Function;

/// True if the device can vibrate.
pub fn can_vibrate() -> bool {
    part::<Function>("vibrate").is_some()
}

/// Vibrates for some milliseconds, if the device can, and if the player has tapped on the page before. Otherwise browsers refuse, and log
/// an error.
pub fn vibrate(milliseconds: u32) {
    let has_tapped = part::<UserActivation>("userActivation").is_none_or(|activation| activation.has_been_active());
    if can_vibrate() && has_tapped {
        let _ = window().navigator().vibrate_with_duration(milliseconds);
    }
}
