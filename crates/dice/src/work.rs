//! Counts the work of computing odds, to limit how long a page waits, and to show the progress of the odds worker.
//!
//! These are counted: values added to a distribution, combinations of dice, and paths that are followed. The count is the same on every
//! machine.

use std::cell::Cell;

/// Returns true if the work may go on. The argument is the work done so far, in units of [`spend`].
pub type GoOn = fn(u64) -> bool;

/// The limit of the work, and the work done so far.
#[derive(Clone, Copy)]
struct Bound {
    /// Least work between two calls of `go_on`.
    stretch: u64,
    /// Work done in earlier stretches.
    before: u64,
    /// Called after each stretch.
    go_on: GoOn,
}

/// The limit if no evaluation is [`bounded`].
const UNBOUND: Bound = Bound { stretch: u64::MAX, before: 0, go_on: |_| true };

thread_local! {
    /// Work left in this stretch.
    static LEFT: Cell<u64> = const { Cell::new(UNBOUND.stretch) };
    static BOUND: Cell<Bound> = const { Cell::new(UNBOUND) };
    static GAVE_UP: Cell<bool> = const { Cell::new(false) };
}

/// Runs `evaluate`, and calls `go_on` whenever more than `stretch` of work was done since the last call, with all work done so far.
/// `None` if `go_on` returned false: the result would be incomplete.
pub fn bounded<T>(stretch: u64, go_on: GoOn, evaluate: impl FnOnce() -> T) -> Option<T> {
    LEFT.set(stretch);
    BOUND.set(Bound { stretch, before: 0, go_on });
    let evaluated = evaluate();
    BOUND.set(Bound { before: done(), ..UNBOUND });
    LEFT.set(UNBOUND.stretch);
    (!GAVE_UP.replace(false)).then_some(evaluated)
}

/// Returns the work done since the last call of [`bounded`] began.
pub fn done() -> u64 {
    let bound = BOUND.get();
    bound.before + (bound.stretch - LEFT.get())
}

/// Adds to the work done. One unit costs about as much as adding one value to a distribution.
pub fn spend(work: u64) {
    match LEFT.get().checked_sub(work) {
        Some(left) => LEFT.set(left),
        None => stretch_is_over(work),
    }
}

#[cold]
fn stretch_is_over(work: u64) {
    let mut bound = BOUND.get();
    bound.before = done().saturating_add(work);
    BOUND.set(bound);
    LEFT.set(bound.stretch);
    if !GAVE_UP.get() && !(bound.go_on)(bound.before) {
        GAVE_UP.set(true);
    }
}

/// True if `go_on` stopped the current evaluation.
pub fn gave_up() -> bool {
    GAVE_UP.get()
}
