//! Signals of values that are read from storage, from the browser, or from another tab or device.

use leptos::prelude::*;

/// Sets a signal only if the value differs, so that nothing is drawn again when a page is shown again, or another tab saves something
/// else.
pub fn set_if_changed<T: PartialEq + Send + Sync + 'static>(signal: RwSignal<T>, value: T) {
    if signal.try_with_untracked(|held| *held != value) == Some(true) {
        signal.set(value);
    }
}

/// Changes the value of a signal, and notifies those that follow it only if the value differs then.
pub fn update_if_changed<T: PartialEq + Clone + Send + Sync + 'static>(
    signal: RwSignal<T>,
    change: impl FnOnce(&mut T),
) {
    if let Some(mut value) = signal.try_with_untracked(Clone::clone) {
        change(&mut value);
        set_if_changed(signal, value);
    }
}
