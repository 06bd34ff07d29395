//! A moment without effect for controls that settle something: they may appear under a thumb that is tapping twice.

use leptos::ev::MouseEvent;
use leptos::prelude::*;
use std::time::Duration;

/// Time for which such a control does nothing after it appears. A double tap is quicker.
const MOMENT: Duration = Duration::from_millis(400);

/// True for the first moment of the part of the page that calls it. A control that settles something is `aria-disabled`
/// meanwhile.
pub fn just_appeared() -> ReadSignal<bool> {
    let (appeared, set) = signal(true);
    set_timeout(
        move || {
            // That part of the page may be gone by then.
            let _ = set.try_set(false);
        },
        MOMENT,
    );
    appeared
}

/// True for a tap that was meant for what stood there a moment before: a double tap on "Roll" does not apply an outcome that
/// nobody has seen. The keyboard's focus does not wait under a thumb, so a key is always meant.
pub fn is_stray(tap: &MouseEvent, appeared: ReadSignal<bool>) -> bool {
    tap.detail() != 0 && appeared.get_untracked()
}
