//! Record of the facts that a computation reads, so that its result can be found again wherever they are the same.
//!
//! A forecast visits thousands of tables that differ in a few numbers, and most of its questions do not depend on these. While it
//! works something out, each read of facts that have an [`Origin`] is noted. Nothing is noted at any other time.

use super::facts::Facts;
use rustc_hash::FxHashSet;
use std::cell::{Cell, RefCell};
use std::fmt;
use std::hash::{Hash, Hasher};

/// Origin of facts: a version of a unit, of a side or of the battle.
#[derive(Clone, Copy, Debug, Default)]
pub struct Origin {
    /// Number of the version; 0 is none, whose reads are never noted.
    version: u32,
    /// True if the values were changed since.
    is_changed: bool,
}

/// A conclusion from a unit's facts. It is noted as such when it is drawn: units with different numbers of figures are alike in
/// having some left. It must depend on these facts alone.
#[derive(Clone, Copy)]
pub struct Conclusion {
    /// Its name. Different conclusions have different names.
    pub id: &'static str,
    /// The conclusion.
    pub of: fn(&Facts) -> bool,
}

impl fmt::Debug for Conclusion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id)
    }
}

impl PartialEq for Conclusion {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

impl Eq for Conclusion {}

impl Hash for Conclusion {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.id.hash(state);
    }
}

/// Something that is asked of facts.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Query {
    /// The value with this id.
    Value(String),
    /// True if there is a value with this id.
    Known(String),
    /// A conclusion.
    Conclusion(Conclusion),
    /// Ids of all values.
    Ids,
    /// All values.
    All,
}

/// An entry of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entry {
    /// Something was asked of a version.
    Read {
        /// Number of the version.
        version: u32,
        /// Question.
        query: Query,
    },
    /// Changes made one version of another.
    Changed {
        /// Version before.
        from: u32,
        /// Number of the list of changes.
        list: u32,
        /// Version after.
        to: u32,
    },
}

#[derive(Default)]
struct Recorder {
    entries: Vec<Entry>,
    /// Hashes of what was read: most is read many times. Hashes of different reads are different, or one read is missed where a
    /// few thousand are noted: less likely than a fault of the memory.
    noted: FxHashSet<(u32, u64)>,
}

thread_local! {
    static IS_ON: Cell<bool> = const { Cell::new(false) };
    static RECORDER: RefCell<Recorder> = RefCell::default();
}

/// Works something out, and notes what is read meanwhile, in order, each read once. Records are not nested.
pub fn record<T>(work: impl FnOnce() -> T) -> (T, Vec<Entry>) {
    RECORDER.with_borrow_mut(|recorder| *recorder = Recorder::default());
    let result = switched(true, work);
    (result, RECORDER.with_borrow_mut(|recorder| std::mem::take(&mut recorder.entries)))
}

/// Works something out without noting what is read.
pub fn unrecorded<T>(work: impl FnOnce() -> T) -> T {
    switched(false, work)
}

fn switched<T>(on: bool, work: impl FnOnce() -> T) -> T {
    /// Switches back, even if the work panics.
    struct Back(bool);
    impl Drop for Back {
        fn drop(&mut self) {
            IS_ON.set(self.0);
        }
    }
    let _back = Back(IS_ON.replace(on));
    work()
}

/// Notes that changes made one version of another.
pub fn note_change(from: u32, list: u32, to: u32) {
    if IS_ON.get() {
        RECORDER.with_borrow_mut(|recorder| recorder.entries.push(Entry::Changed { from, list, to }));
    }
}

impl Origin {
    /// A version, by its number.
    pub fn version(version: u32) -> Self {
        Self { version, is_changed: false }
    }

    /// Number of the version; `None` if the facts have none, or were changed since.
    pub fn unchanged(self) -> Option<u32> {
        (self.version > 0 && !self.is_changed).then_some(self.version)
    }

    pub(super) fn change(&mut self) {
        self.is_changed = true;
    }

    pub(super) fn read(self, id: &str) {
        self.note((0, id), || Query::Value(id.to_owned()));
    }

    pub(super) fn look_up(self, id: &str) {
        self.note((1, id), || Query::Known(id.to_owned()));
    }

    pub(super) fn read_all(self) {
        self.note((2, ""), || Query::All);
    }

    pub(super) fn read_ids(self) {
        self.note((4, ""), || Query::Ids);
    }

    /// Draws a conclusion. If the facts were changed, it notes each read instead, as the version does not describe them.
    pub(super) fn conclude(self, conclusion: Conclusion, work: impl FnOnce() -> bool) -> bool {
        if self.is_changed || !IS_ON.get() {
            return work();
        }
        self.note((3, conclusion.id), || Query::Conclusion(conclusion));
        unrecorded(work)
    }

    #[inline]
    fn note(self, what: (u8, &str), query: impl FnOnce() -> Query) {
        if IS_ON.get() && self.version > 0 {
            self.note_once(what, query);
        }
    }

    #[cold]
    fn note_once(self, what: (u8, &str), query: impl FnOnce() -> Query) {
        let mut hasher = rustc_hash::FxHasher::default();
        what.hash(&mut hasher);
        RECORDER.with_borrow_mut(|recorder| {
            if recorder.noted.insert((self.version, hasher.finish())) {
                recorder.entries.push(Entry::Read { version: self.version, query: query() });
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Map, json};

    const IS_MANY: Conclusion = Conclusion { id: "is_many", of: |facts| facts.get("count") == Some(&json!(9)) };

    fn facts(version: u32) -> Facts {
        Facts::from(Map::from_iter([("count".to_owned(), json!(9))])).from_origin(Origin::version(version))
    }

    fn read(version: u32, query: Query) -> Entry {
        Entry::Read { version, query }
    }

    #[test]
    fn each_read_of_a_version_is_noted_once() {
        let (own, other) = (facts(1), facts(2));
        let (_, entries) = record(|| {
            for facts in [&own, &own.clone(), &other, &facts(0)] {
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
    fn a_conclusion_stands_for_what_it_reads() {
        let mut own = facts(1);
        assert_eq!(record(|| own.implies(IS_MANY)), (true, vec![read(1, Query::Conclusion(IS_MANY))]));
        // The version does not describe changed facts: unchanged ones are read from it.
        own.set("other", 1);
        assert_eq!(record(|| own.implies(IS_MANY)), (true, vec![read(1, Query::Value("count".into()))]));
        assert_eq!(own.origin().unchanged(), None);
        assert_eq!(facts(1).origin().unchanged(), Some(1));
    }

    #[test]
    fn equality_reads_all_of_both() {
        let (own, other) = (facts(1), facts(2));
        assert_eq!(record(|| own == other), (true, vec![read(1, Query::All), read(2, Query::All)]));
    }

    #[test]
    fn changes_are_noted_among_reads() {
        let (_, entries) = record(|| note_change(1, 5, 2));
        assert_eq!(entries, [Entry::Changed { from: 1, list: 5, to: 2 }]);
        note_change(1, 5, 2);
        assert_eq!(record(|| ()).1, []);
    }
}
