//! Revisions of battles, by which cached answers are known to be out of date.

use std::sync::atomic::{AtomicU64, Ordering};

/// The number of the next revision.
static NEXT: AtomicU64 = AtomicU64::new(0);

/// A version of a battle in memory. It is not stored, and differs from one start of the app to the next.
///
/// The length of the log does not show every change: an undo that comes late may be inserted between two events, and two battles can have
/// logs of one length. A revision is drawn once, so battles share one only if one is an unchanged copy of the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Revision(u64);

impl Revision {
    /// A revision that no battle has.
    pub(super) fn next() -> Self {
        Self(NEXT.fetch_add(1, Ordering::Relaxed))
    }
}
