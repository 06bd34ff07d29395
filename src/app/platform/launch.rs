//! Files that the system opens with the installed app.

use super::files;
use super::navigator::settled;
use exchange::storage::bundle::LONGEST_FILE;
use std::cell::RefCell;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::{Closure, wasm_bindgen};
use wasm_bindgen_futures::spawn_local;
use web_sys::js_sys::Array;
use web_sys::{File, FileSystemFileHandle};

// `web-sys` does not have it.
#[wasm_bindgen]
extern "C" {
    type LaunchQueue;

    #[wasm_bindgen(thread_local_v2, js_name = launchQueue)]
    static LAUNCH_QUEUE: Option<LaunchQueue>;

    #[wasm_bindgen(method, js_name = setConsumer)]
    fn set_consumer(this: &LaunchQueue, consumer: &Closure<dyn FnMut(LaunchParams)>);

    type LaunchParams;

    #[wasm_bindgen(method, getter)]
    fn files(this: &LaunchParams) -> Option<Array>;
}

thread_local! {
    static OPENED: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Calls `on_file` whenever the system has opened a file with the app. [`take`] then returns its text. Does nothing in a browser that
/// cannot open files with pages.
pub fn listen(on_file: impl Fn() + Copy + 'static) {
    let consumer = Closure::new(move |launched: LaunchParams| {
        let Some(handle) = launched.files().and_then(|files| files.iter().next()) else { return };
        spawn_local(async move {
            let file = settled(Ok(handle.unchecked_ref::<FileSystemFileHandle>().get_file())).await;
            let Ok(file) = file.map(JsCast::unchecked_into::<File>) else { return };
            // A file that is too long counts as an empty one, which is refused.
            let text = files::text_of(&file, LONGEST_FILE).await.unwrap_or_default();
            OPENED.set(Some(text));
            on_file();
        });
    });
    let listens = LAUNCH_QUEUE.with(|queue| queue.as_ref().map(|queue| queue.set_consumer(&consumer)).is_some());
    if listens {
        // Listens for the lifetime of the page.
        consumer.forget();
    }
}

/// The text of the last opened file. A second call returns `None`.
pub fn take() -> Option<String> {
    OPENED.take()
}
