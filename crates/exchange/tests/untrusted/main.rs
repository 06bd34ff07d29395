//! Links, files and the browser's storage may contain anything. No content crashes the app or fills its memory.
//!
//! Valid links and texts are changed at random at every level: letters of the link, deflated bytes, and the JSON and its values. Contents
//! that can still be opened are used as the app would use them.
//!
//! All tests include a short run. The long run is `DRUMHEAD_LINKS=1000000 DRUMHEAD_TEXTS=100000 DRUMHEAD_CALLS=100000 cargo test --release
//! -p exchange --test untrusted`.
//!
//! This is a test program of its own, because its allocator counts the memory of the whole process.

#![allow(clippy::unwrap_used, reason = "what is not there fails the test, as it should")]

mod calls;
mod codes;
mod corpus;
mod devices;
mod dice;
mod saved;

use peak_alloc::PeakAlloc;
use std::sync::Mutex;

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

/// The maximum memory for opening one thing, in bytes: enough for the longest inflated text as the JSON that needs most memory.
const MOST: usize = 128 << 20;

/// Allocations are counted for the whole process, so only one of the tests may run at a time.
pub static ALONE: Mutex<()> = Mutex::new(());

/// Returns the number of runs: from the environment variable if it is set, else `few`.
pub fn runs(variable: &str, few: usize) -> usize {
    std::env::var(variable).map_or(few, |number| number.parse().expect("a number of runs"))
}

/// Calls a function and checks its peak memory. `what` describes it in the message.
pub fn bounded<T>(what: &str, act: impl FnOnce() -> T) -> T {
    MEMORY.reset_peak_usage();
    let before = MEMORY.current_usage();
    let done = act();
    let taken = MEMORY.peak_usage().saturating_sub(before);
    assert!(taken < MOST, "{taken} bytes for {what}");
    done
}

/// One in this many opened things is also used, because that takes far longer than opening.
pub const USED: usize = 8;
