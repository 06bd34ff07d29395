//! Draws what changed once it is on disk, so that whatever a player has seen is there after the browser was killed.
//!
//! Leptos draws in tasks. Each of them waits while the [`journal`] has something to write, a millisecond or two mostly. The page says
//! meanwhile that it is busy (`public/journal.js`, `style/saving.css`).

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

    /// Nothing to do: the browser polls.
    fn poll_local(&self) {}
}

/// Has everything that is drawn wait for the journal. Comes before the app is mounted, which else chooses how tasks are run.
pub fn wait_for_journal() {
    journal::listen();
    // It fails if tasks are run already, which only the app does.
    let _ = Executor::init_custom_executor(AfterSaving);
}
