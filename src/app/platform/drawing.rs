//! Draws changes once they are on disk, so that everything that a player has seen is still there if the browser is killed.
//!
//! Leptos draws in tasks. Each task waits while the [`journal`] is writing, mostly for a millisecond or two. Meanwhile the page is
//! marked as busy (`public/journal.js`, `style/saving.css`).

use super::journal;
use any_spawner::{CustomExecutor, Executor, PinnedFuture, PinnedLocalFuture};
use std::future::poll_fn;
use std::task::ready;

/// Runs tasks while nothing is being saved.
struct AfterSaving;

impl CustomExecutor for AfterSaving {
    fn spawn(&self, task: PinnedFuture<()>) {
        self.spawn_local(task);
    }

    fn spawn_local(&self, mut task: PinnedLocalFuture<()>) {
        wasm_bindgen_futures::spawn_local(poll_fn(move |context| {
            ready!(journal::poll_on_disk(context));
            task.as_mut().poll(context)
        }));
    }

    /// Does nothing, because the browser polls.
    fn poll_local(&self) {}
}

/// Makes all drawing wait for the journal. Must be called before the app is mounted, which would set another executor.
pub fn wait_for_journal() {
    journal::listen();
    // This fails only if an executor is already set.
    let _ = Executor::init_custom_executor(AfterSaving);
}
