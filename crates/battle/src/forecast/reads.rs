//! Record of the facts that a computation reads, so that its result can be reused where these facts are equal.
//!
//! A forecast visits thousands of tables that differ in a few numbers, and most of its computations do not depend on these. It
//! [watches](Watch) the facts of its own states. During a computation, each read of them is recorded.

use rules::facts::{Read, Watch};
use rustc_hash::{FxHashSet, FxHasher};
use std::cell::{Cell, RefCell};
use std::hash::{Hash, Hasher};

/// Watches the facts of one version, given by its number.
#[derive(Debug)]
pub(super) struct Watched(pub(super) u32);

/// A read of facts.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Query {
    /// The value with this id.
    Value(String),
    /// The presence of a value with this id.
    Known(String),
    /// All values.
    All,
}

/// An entry of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Entry {
    /// A version was read.
    Read {
        /// Number of the version.
        version: u32,
        /// The read.
        query: Query,
    },
    /// Changes turned one version into another.
    Changed {
        /// Number of the version before.
        from: u32,
        /// Number of the list of changes.
        list: u32,
        /// Number of the version after.
        to: u32,
    },
}

#[derive(Default)]
struct Recorder {
    entries: Vec<Entry>,
    /// Hashes of recorded reads, since most facts are read many times. If two reads had equal hashes, one would be missed. With a few
    /// thousand reads that is less likely than a memory fault.
    noted: FxHashSet<(u32, u64)>,
}

thread_local! {
    static IS_ON: Cell<bool> = const { Cell::new(false) };
    static RECORDER: RefCell<Recorder> = RefCell::default();
}

/// Runs a computation and records its reads, in order, each once. Calls cannot be nested.
pub(super) fn record<T>(work: impl FnOnce() -> T) -> (T, Vec<Entry>) {
    RECORDER.with_borrow_mut(|recorder| *recorder = Recorder::default());
    let result = switched(true, work);
    (result, RECORDER.with_borrow_mut(|recorder| std::mem::take(&mut recorder.entries)))
}

/// Runs a computation without recording its reads.
pub(super) fn unrecorded<T>(work: impl FnOnce() -> T) -> T {
    switched(false, work)
}

fn switched<T>(on: bool, work: impl FnOnce() -> T) -> T {
    /// Restores the setting when dropped, even after a panic.
    struct Back(bool);
    impl Drop for Back {
        fn drop(&mut self) {
            IS_ON.set(self.0);
        }
    }
    let _back = Back(IS_ON.replace(on));
    work()
}

/// Records that changes turned one version into another.
pub(super) fn note_change(from: u32, list: u32, to: u32) {
    if IS_ON.get() {
        RECORDER.with_borrow_mut(|recorder| recorder.entries.push(Entry::Changed { from, list, to }));
    }
}

impl Watch for Watched {
    fn read(&self, what: Read) {
        if !IS_ON.get() {
            return;
        }
        let (kind, id) = match what {
            Read::Value(id) => (0, id),
            Read::Known(id) => (1, id),
            Read::All => (2, ""),
        };
        let mut hasher = FxHasher::default();
        (kind, id).hash(&mut hasher);
        RECORDER.with_borrow_mut(|recorder| {
            if recorder.noted.insert((self.0, hasher.finish())) {
                recorder.entries.push(Entry::Read { version: self.0, query: Query::from(what) });
            }
        });
    }
}

impl From<Read<'_>> for Query {
    fn from(what: Read) -> Self {
        match what {
            Read::Value(id) => Query::Value(id.to_owned()),
            Read::Known(id) => Query::Known(id.to_owned()),
            Read::All => Query::All,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::facts::Facts;
    use serde_json::{Map, json};
    use std::sync::Arc;

    fn facts(version: u32) -> Facts {
        Facts::from(Map::from_iter([("count".to_owned(), json!(9))])).watched(Some(Arc::new(Watched(version))))
    }

    fn read(version: u32, query: Query) -> Entry {
        Entry::Read { version, query }
    }

    #[test]
    fn each_read_of_a_version_is_recorded_once() {
        let (own, other) = (facts(1), facts(2));
        let (_, entries) = record(|| {
            for facts in [&own, &own.clone(), &other, &facts(3).watched(None)] {
                assert_eq!(facts.get("count"), Some(&json!(9)));
            }
            assert!(own.has("count"));
        });
        let value = || Query::Value("count".into());
        assert_eq!(entries, [read(1, value()), read(2, value()), read(1, Query::Known("count".into()))]);
        own.get("count");
        assert_eq!(record(|| unrecorded(|| own.get("count").cloned())).1, []);
    }

    #[test]
    fn reads_of_changed_facts_are_recorded() {
        let mut own = facts(1);
        own.set("other", 1);
        let (_, entries) = record(|| own.get("count").cloned());
        assert_eq!(entries, [read(1, Query::Value("count".into()))]);
    }

    #[test]
    fn comparing_facts_reads_all_values_of_both() {
        let (own, other) = (facts(1), facts(2));
        assert_eq!(record(|| own == other), (true, vec![read(1, Query::All), read(2, Query::All)]));
    }

    #[test]
    fn changes_are_recorded_among_reads() {
        let (_, entries) = record(|| note_change(1, 5, 2));
        assert_eq!(entries, [Entry::Changed { from: 1, list: 5, to: 2 }]);
        note_change(1, 5, 2);
        assert_eq!(record(|| ()).1, []);
    }
}
