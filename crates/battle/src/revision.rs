//! Revisions of battles, which show whether a cached result is out of date.

use std::sync::atomic::{AtomicU64, Ordering};

/// The number of the next revision.
static NEXT: AtomicU64 = AtomicU64::new(0);

/// The version of a battle in memory. It is not stored, and differs each time the app starts.
///
/// The length of the log does not show every change. An undo that arrives late may be inserted between two events, and two battles can have
/// logs of equal length. Each revision is issued once, so two battles share one only if one is an unchanged copy of the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Revision(u64);

impl Revision {
    /// A revision that no battle has yet.
    pub(super) fn next() -> Self {
        Self(NEXT.fetch_add(1, Ordering::Relaxed))
    }
}
