//! Anything may stand in a link, a file or the browser's storage: nothing of it ends the app or fills its memory.
//!
//! Whole links and texts are changed at random, at every depth: letters of the link, the deflated bytes, the JSON within, the
//! things that the JSON says. Each is opened, and what opens is used as the app would. A short run is a part of all tests;
//! the long one is
//! `DRUMHEAD_LINKS=1000000 DRUMHEAD_TEXTS=100000 DRUMHEAD_CALLS=100000 cargo test --release -p exchange --test untrusted`.
//!
//! It is a program of its own, because its allocator counts the memory of the whole process.

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

/// The most bytes that opening one thing may take: the longest text that is inflated, as the greediest JSON, and some more.
const MOST: usize = 128 << 20;

/// Allocations are counted for the whole process, so only one of the tests may run at a time.
pub static ALONE: Mutex<()> = Mutex::new(());

/// Number of things to try: that of the environment, else a few.
pub fn runs(variable: &str, few: usize) -> usize {
    std::env::var(variable).map_or(few, |number| number.parse().expect("a number of runs"))
}

/// Does something and checks how much memory it took at its peak.
pub fn bounded<T>(what: &str, act: impl FnOnce() -> T) -> T {
    MEMORY.reset_peak_usage();
    let before = MEMORY.current_usage();
    let done = act();
    let taken = MEMORY.peak_usage().saturating_sub(before);
    assert!(taken < MOST, "{taken} bytes for {what}");
    done
}

/// One in so many things that open is also used: that takes far longer than opening.
pub const USED: usize = 8;
