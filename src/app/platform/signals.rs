//! Setting signals of values that come from storage, the browser, another tab or another device, and calls after a delay.

use leptos::prelude::*;
use std::time::Duration;

/// Sets a signal only if the value differs, so that nothing is redrawn when a page is shown again, or another tab saves something else.
pub fn set_if_changed<T: PartialEq + Send + Sync + 'static>(signal: RwSignal<T>, value: T) {
    if signal.try_with_untracked(|held| *held != value) == Some(true) {
        signal.set(value);
    }
}

/// Changes the value of a signal, and notifies its subscribers only if the value differs.
pub fn update_if_changed<T: PartialEq + Clone + Send + Sync + 'static>(
    signal: RwSignal<T>,
    change: impl FnOnce(&mut T),
) {
    if let Some(mut value) = signal.try_with_untracked(Clone::clone) {
        change(&mut value);
        set_if_changed(signal, value);
    }
}

/// Calls a function after a delay. Ignored while an earlier call with the same flag is still to come.
pub fn once_after(is_due: StoredValue<bool>, delay: Duration, call: impl FnOnce() + 'static) {
    if is_due.get_value() {
        return;
    }
    is_due.set_value(true);
    set_timeout(
        move || {
            is_due.set_value(false);
            call();
        },
        delay,
    );
}
