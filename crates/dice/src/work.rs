//! Counts the work that odds take. A page can wait for only so much, and the odds worker shows how far
//! it is.
//!
//! The units of work are gathered values, ways in which dice fall, and followed paths. The count is
//! the same on every machine.

use std::cell::Cell;

/// Decides if work goes on, given how much is done in units of [`spend`].
pub type GoOn = fn(u64) -> bool;

/// The allowed work, and the work done.
#[derive(Clone, Copy)]
struct Bound {
    /// Work in a stretch.
    stretch: u64,
    /// Work done in earlier stretches.
    before: u64,
    /// Asked after each stretch.
    go_on: GoOn,
}

/// No more than fits into a number.
const UNBOUND: Bound = Bound { stretch: u64::MAX, before: 0, go_on: |_| true };

thread_local! {
    /// Work left in this stretch; read with every gathered value.
    static LEFT: Cell<u64> = const { Cell::new(UNBOUND.stretch) };
    static BOUND: Cell<Bound> = const { Cell::new(UNBOUND) };
    static GAVE_UP: Cell<bool> = const { Cell::new(false) };
}

/// Evaluates a `stretch` at a time. Calls `go_on` after each with the work done so far. `None` if it gave up, as
/// the result is incomplete then.
pub fn bounded<T>(stretch: u64, go_on: GoOn, evaluate: impl FnOnce() -> T) -> Option<T> {
    LEFT.set(stretch);
    BOUND.set(Bound { stretch, before: 0, go_on });
    let evaluated = evaluate();
    BOUND.set(Bound { before: done(), ..UNBOUND });
    LEFT.set(UNBOUND.stretch);
    (!GAVE_UP.replace(false)).then_some(evaluated)
}

/// Work done since the last call of [`bounded`].
pub fn done() -> u64 {
    let bound = BOUND.get();
    bound.before + (bound.stretch - LEFT.get())
}

/// Counts work done. A unit is about the cost of one gathered value.
pub fn spend(work: u64) {
    match LEFT.get().checked_sub(work) {
        Some(left) => LEFT.set(left),
        None => stretch_is_over(),
    }
}

#[cold]
fn stretch_is_over() {
    let mut bound = BOUND.get();
    bound.before += bound.stretch;
    BOUND.set(bound);
    LEFT.set(bound.stretch);
    if !GAVE_UP.get() && !(bound.go_on)(bound.before) {
        GAVE_UP.set(true);
    }
}

/// True if the current evaluation was given up.
pub fn gave_up() -> bool {
    GAVE_UP.get()
}
