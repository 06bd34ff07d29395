//! Vibration.

use super::navigator::{Navigator, navigator};

/// True if the device can vibrate.
pub fn can_vibrate() -> bool {
    navigator(Navigator::vibrates).is_some()
}

/// Vibrates for some milliseconds, if the device can.
pub fn vibrate(milliseconds: u32) {
    navigator(|navigator| {
        if let Some(vibrate) = navigator.vibrates() {
            // Without vibration support, nothing happens.
            let _ = vibrate.call1(navigator, &milliseconds.into());
        }
    });
}
