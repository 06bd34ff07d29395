//! The queue for slow answers. A new question drops the earlier one. Quick answers are computed on the page in slices, between which it
//! responds, and heavy ones in a worker.

use super::odds_worker::{OddsReply, OddsWorker};
use super::slices::in_slices;
use leptos::prelude::*;
use std::time::Duration;

/// The queue of a component for slow answers. It ends with the component.
#[derive(Clone, Copy)]
pub struct Queue {
    worker: OddsWorker,
    /// Number of the current question.
    turn: StoredValue<u32>,
}

/// A question in a queue. Once another is asked, its computation stops, and its answers are dropped.
#[derive(Clone, Copy)]
pub struct Turn {
    queue: Queue,
    number: u32,
}

impl Queue {
    /// An empty queue.
    pub fn new() -> Self {
        Self { worker: OddsWorker::new(), turn: StoredValue::new(0) }
    }

    /// Drops the current question, and begins another.
    pub fn begin(self) -> Turn {
        let number = self.turn.try_update_value(|turn| {
            *turn = turn.wrapping_add(1);
            *turn
        });
        self.worker.cancel();
        Turn { queue: self, number: number.unwrap_or_default() }
    }
}

impl Turn {
    /// True until another question is asked, or the component is removed.
    pub fn is_current(self) -> bool {
        self.queue.turn.try_get_value() == Some(self.number)
    }

    /// Calls `step` repeatedly once the page is painted, until it returns false.
    pub fn in_slices(self, step: impl FnMut() -> bool + 'static) {
        request_animation_frame(move || in_slices(move || self.is_current(), step));
    }

    /// Computes the odds of an input in the worker, after a pause. `procedure` has the ids of the ruleset and the procedure.
    pub fn ask(
        self,
        pause: Duration,
        procedure: [&'static str; 2],
        input: String,
        on_reply: impl Fn(OddsReply) + 'static,
    ) {
        if self.is_current() {
            self.queue.worker.ask_after(pause, procedure, input, move |reply| {
                if self.is_current() {
                    on_reply(reply);
                }
            });
        }
    }

    /// Computes the ends of an act in the worker.
    pub fn ask_forecast(self, question: &str, on_reply: impl Fn(OddsReply) + 'static) {
        if self.is_current() {
            self.queue.worker.ask_forecast(question, move |reply| {
                if self.is_current() {
                    on_reply(reply);
                }
            });
        }
    }
}
