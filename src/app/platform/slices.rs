//! Long computations in slices, between which the page responds.

use super::clock::now;
use leptos::prelude::{set_timeout, untrack};
use std::time::Duration;

/// Longest time without a break, in milliseconds. A tap waits no longer than this.
const SLICE: f64 = 6.0;

/// Calls `step` repeatedly, from the next task on, until it returns false. Ends earlier if `goes_on` is false, which is checked before each
/// slice.
pub fn in_slices(goes_on: impl Fn() -> bool + 'static, step: impl FnMut() -> bool + 'static) {
    // Boxed, so that the rest is compiled once and not for each caller.
    later(Box::new(goes_on), Box::new(step));
}

fn later(goes_on: Box<dyn Fn() -> bool>, mut step: Box<dyn FnMut() -> bool>) {
    let slice = move || {
        if !goes_on() {
            return;
        }
        let began = now();
        while untrack(&mut step) {
            if now() - began >= SLICE {
                return later(goes_on, step);
            }
        }
    };
    set_timeout(slice, Duration::ZERO);
}
