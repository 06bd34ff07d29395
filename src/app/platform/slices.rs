//! Long work in slices, between which the page responds.

use super::clock::now;
use leptos::prelude::{set_timeout, untrack};
use std::time::Duration;

/// Longest time without a break, in milliseconds. A tap waits no longer than that.
const SLICE: f64 = 6.0;

/// Does long work from the next task on, step by step. `step` returns false once nothing is left. The work ends early as soon as
/// `goes_on` is false, which is asked before each slice.
pub fn in_slices(goes_on: impl Fn() -> bool + 'static, step: impl FnMut() -> bool + 'static) {
    // Compiled once, not for each work.
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
