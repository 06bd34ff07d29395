//! How much work odds are, counted as they are weighed: whoever waits for them can afford only so much, and whoever works on
//! them beside the page says how far it is.
//!
//! What is counted is what time goes into: values that are gathered, ways in which dice fall, paths that are followed. It is
//! the same on every machine.

use crate::core::refusal::Refusal;
use std::cell::Cell;

/// Whether work goes on, given how much is done, in what [`spend`] counts.
pub type GoOn = fn(u64) -> bool;

/// What work is allowed, and what was done.
#[derive(Clone, Copy)]
struct Bound {
    /// How much is done at a stretch.
    stretch: u64,
    /// What was done in stretches before this one.
    before: u64,
    /// Asked after each stretch.
    go_on: GoOn,
}

/// No more than fits into a number.
const UNBOUND: Bound = Bound { stretch: u64::MAX, before: 0, go_on: |_| true };

thread_local! {
    /// What is left of this stretch: read with every value that is gathered.
    static LEFT: Cell<u64> = const { Cell::new(UNBOUND.stretch) };
    static BOUND: Cell<Bound> = const { Cell::new(UNBOUND) };
    static GAVE_UP: Cell<bool> = const { Cell::new(false) };
}

/// Weighs a `stretch` at a time; `go_on` is asked after each, and told how much is done. None if it was given up: what is
/// weighed then is not whole.
pub fn bounded<T>(stretch: u64, go_on: GoOn, evaluate: impl FnOnce() -> T) -> Option<T> {
    LEFT.set(stretch);
    BOUND.set(Bound { stretch, before: 0, go_on });
    let evaluated = evaluate();
    BOUND.set(Bound { before: done(), ..UNBOUND });
    LEFT.set(UNBOUND.stretch);
    (!GAVE_UP.replace(false)).then_some(evaluated)
}

/// How much was done since something was last [bounded].
pub fn done() -> u64 {
    let bound = BOUND.get();
    bound.before + (bound.stretch - LEFT.get())
}

/// So much was done: a unit is about what a value that is gathered costs.
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

/// Whether what is being weighed need not be gone on with.
pub(super) fn gave_up() -> bool {
    GAVE_UP.get()
}

/// What ends the rule then. Nobody is shown it: what was given up is none.
pub(super) fn given_up() -> Refusal {
    Refusal::bad("", "")
}
