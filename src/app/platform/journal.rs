//! The journal of what is saved, which is on disk when localStorage may not be yet: `public/journal.js`.

use super::navigator::settled;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};
use web_sys::js_sys::Promise;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(catch, js_namespace = drumheadJournal, js_name = note)]
    fn note_in_journal(name: &str, text: Option<&str>, before: Option<&str>) -> Result<(), JsValue>;

    #[wasm_bindgen(catch, js_namespace = drumheadJournal, js_name = state)]
    fn journal_state() -> Result<String, JsValue>;

    #[wasm_bindgen(catch, js_namespace = drumheadJournal, js_name = onDisk)]
    fn journal_on_disk() -> Result<Promise, JsValue>;

    #[wasm_bindgen(catch, js_namespace = drumheadJournal, js_name = recovered)]
    fn journal_recovered() -> Result<Promise, JsValue>;
}

/// Notes that a text was saved under a name, or removed, and what was there before.
pub fn note(name: &str, text: Option<&str>, before: Option<&str>) {
    // Without the journal, saving goes on as it is.
    let _ = note_in_journal(name, text, before);
}

/// True if the journal keeps what is saved; `None` as long as nothing was.
pub fn keeps() -> Option<bool> {
    match journal_state().as_deref() {
        Ok("kept") => Some(true),
        Ok("unknown") => None,
        _ => Some(false),
    }
}

/// Waits until everything that was noted is on disk, or cannot be.
pub async fn on_disk() {
    // Without the journal, nothing is waited for.
    let _ = settled(journal_on_disk()).await;
}

/// Waits until what localStorage lost is put back.
pub async fn recovered() {
    // Without the journal, nothing is.
    let _ = settled(journal_recovered()).await;
}
