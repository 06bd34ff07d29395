//! Vibration, where the device can.

use super::navigator::{Navigator, navigator};

/// True if the device can vibrate.
pub fn can_vibrate() -> bool {
    navigator(Navigator::vibrates).is_some()
}

/// Vibrates for some milliseconds, where the device can.
pub fn vibrate(milliseconds: u32) {
    navigator(|navigator| {
        if let Some(vibrate) = navigator.vibrates() {
            // One that will not is still.
            let _ = vibrate.call1(navigator, &milliseconds.into());
        }
    });
}
