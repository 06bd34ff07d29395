//! The journal of saved changes (`public/journal.js`). It is on disk earlier than localStorage.

use super::navigator::settled;
use std::cell::{Cell, RefCell};
use std::task::{Context, Poll, Waker};
use wasm_bindgen::prelude::{Closure, JsValue, wasm_bindgen};
use web_sys::js_sys::Promise;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(catch, js_namespace = drumheadJournal, js_name = note)]
    fn note_in_journal(name: &str, text: Option<&str>, before: Option<&str>) -> Result<bool, JsValue>;

    #[wasm_bindgen(catch, js_namespace = drumheadJournal, js_name = state)]
    fn journal_state() -> Result<String, JsValue>;

    #[wasm_bindgen(catch, js_namespace = drumheadJournal, js_name = onWritten)]
    fn when_written(call: &Closure<dyn Fn()>) -> Result<(), JsValue>;

    #[wasm_bindgen(catch, js_namespace = drumheadJournal, js_name = onSlow)]
    fn when_slow(call: &Closure<dyn Fn()>) -> Result<(), JsValue>;

    #[wasm_bindgen(catch, js_namespace = drumheadJournal, js_name = recovered)]
    fn journal_recovered() -> Result<Promise, JsValue>;
}

thread_local! {
    /// True while tasks have to wait for the disk.
    static SAVING: Cell<bool> = const { Cell::new(false) };
    /// Tasks that wait.
    static WAITING: RefCell<Vec<Waker>> = const { RefCell::new(Vec::new()) };
}

/// Records that `text` has replaced `before` under a name. Without `text`, the name was removed.
pub fn note(name: &str, text: Option<&str>, before: Option<&str>) {
    // Without the journal, localStorage still saves the text.
    if note_in_journal(name, text, before) == Ok(true) {
        SAVING.set(true);
    }
}

/// State of the journal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JournalState {
    /// Nothing was recorded yet.
    Unknown,
    /// Every change is on disk before its result is shown.
    Kept,
    /// The disk is so slow that the app no longer waits for it.
    Slow,
    /// This browser keeps no journal.
    Lost,
}

/// The current state of the journal.
pub fn state() -> JournalState {
    match journal_state().as_deref() {
        Ok("unknown") => JournalState::Unknown,
        Ok("kept") => JournalState::Kept,
        Ok("slow") => JournalState::Slow,
        _ => JournalState::Lost,
    }
}

/// Ready once no task has to wait for the disk any more: all entries are on disk or have failed, or a timeout has passed.
pub fn poll_on_disk(context: &mut Context<'_>) -> Poll<()> {
    if !SAVING.get() {
        return Poll::Ready(());
    }
    WAITING.with_borrow_mut(|waiting| waiting.push(context.waker().clone()));
    Poll::Pending
}

/// From now on, resumes the tasks that [wait](poll_on_disk), in their order, as soon as the journal allows it.
pub fn listen() {
    let call = Closure::new(|| {
        SAVING.set(false);
        WAITING.take().into_iter().for_each(Waker::wake);
    });
    if when_written(&call).is_ok() {
        // Listens for the lifetime of the page.
        call.forget();
    }
}

/// Calls a function whenever the disk is so slow that the app no longer waits for it.
pub fn on_slow(call: impl Fn() + 'static) {
    let call = Closure::new(call);
    if when_slow(&call).is_ok() {
        // Listens for the lifetime of the page.
        call.forget();
    }
}

/// Waits until the journal has restored what localStorage had lost.
pub async fn recovered() {
    // Without the journal, nothing is restored.
    let _ = settled(journal_recovered()).await;
}
