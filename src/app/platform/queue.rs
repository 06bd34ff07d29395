//! One queue for slow answers: what was asked before is dropped, quick answers are computed in slices between which the page responds,
//! and a worker computes heavy ones.

use super::odds_worker::{OddsReply, OddsWorker};
use super::slices::in_slices;
use leptos::prelude::*;
use std::time::Duration;

/// A queue for slow answers, for as long as the component that uses it is shown.
#[derive(Clone, Copy)]
pub struct Queue {
    worker: OddsWorker,
    /// Number of the present question.
    turn: StoredValue<u32>,
}

/// A question in a queue. Once another is asked, nothing of it is computed any more, and its answers are dropped.
#[derive(Clone, Copy)]
pub struct Turn {
    queue: Queue,
    number: u32,
}

impl Queue {
    /// A queue with nothing in it.
    pub fn new() -> Self {
        Self { worker: OddsWorker::new(), turn: StoredValue::new(0) }
    }

    /// Drops what was asked before, and begins a question.
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
    /// True until another question is asked, or the component is gone.
    pub fn is_current(self) -> bool {
        self.queue.turn.try_get_value() == Some(self.number)
    }

    /// Computes step by step once the page is painted. `step` returns false once nothing is left.
    pub fn in_slices(self, step: impl FnMut() -> bool + 'static) {
        request_animation_frame(move || in_slices(move || self.is_current(), step));
    }

    /// Has the worker compute the odds of an input of a ruleset's procedure, after a pause.
    pub fn ask(self, pause: Duration, whose: [&'static str; 2], input: String, on_reply: impl Fn(OddsReply) + 'static) {
        if self.is_current() {
            self.queue.worker.ask_after(pause, whose, input, move |reply| {
                if self.is_current() {
                    on_reply(reply);
                }
            });
        }
    }

    /// Has the worker follow an act to its end.
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
