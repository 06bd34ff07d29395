//! The journal of what is saved, which is on disk when localStorage may not be yet: `public/journal.js`.

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
    /// True while something is not on disk that is waited for.
    static SAVING: Cell<bool> = const { Cell::new(false) };
    /// Tasks that go on once it is.
    static WAITING: RefCell<Vec<Waker>> = const { RefCell::new(Vec::new()) };
}

/// Notes that a text was saved under a name, or removed, and what was there before.
pub fn note(name: &str, text: Option<&str>, before: Option<&str>) {
    // Without the journal, saving goes on as it is.
    if note_in_journal(name, text, before) == Ok(true) {
        SAVING.set(true);
    }
}

/// State of the journal: whether it has what is saved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JournalState {
    /// Nothing was noted yet.
    Unknown,
    /// It is on disk before its result is shown.
    Kept,
    /// The disk takes so long that it is waited for no more.
    Slow,
    /// This browser keeps no journal.
    Lost,
}

/// State of the journal.
pub fn state() -> JournalState {
    match journal_state().as_deref() {
        Ok("unknown") => JournalState::Unknown,
        Ok("kept") => JournalState::Kept,
        Ok("slow") => JournalState::Slow,
        _ => JournalState::Lost,
    }
}

/// Ready once everything that was noted is on disk, or cannot be, or is waited for no more.
pub fn poll_on_disk(context: &mut Context<'_>) -> Poll<()> {
    if !SAVING.get() {
        return Poll::Ready(());
    }
    WAITING.with_borrow_mut(|waiting| waiting.push(context.waker().clone()));
    Poll::Pending
}

/// Has those go on that [`wait`](poll_on_disk), in order, as soon as nothing is waited for.
pub fn listen() {
    let call = Closure::new(|| {
        SAVING.set(false);
        WAITING.take().into_iter().for_each(Waker::wake);
    });
    if when_written(&call).is_ok() {
        // For as long as the page is there.
        call.forget();
    }
}

/// Calls a function whenever the disk begins to take so long that it is waited for no more.
pub fn on_slow(call: impl Fn() + 'static) {
    let call = Closure::new(call);
    if when_slow(&call).is_ok() {
        // For as long as the page is there.
        call.forget();
    }
}

/// Waits until what localStorage lost is put back.
pub async fn recovered() {
    // Without the journal, nothing is.
    let _ = settled(journal_recovered()).await;
}
