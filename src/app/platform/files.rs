//! Saving and reading files of the device.

use super::navigator::settled;
use std::time::Duration;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::JsValue;
use web_sys::js_sys::Array;
use web_sys::{Blob, File, HtmlAnchorElement, Url};

/// Saves a text as a file on the device.
pub fn download(name: &str, text: &str) -> Result<(), JsValue> {
    download_blob(name, &Blob::new_with_str_sequence(&Array::of1(&text.into()))?)
}

/// Saves data as a file on the device.
pub fn download_blob(name: &str, blob: &Blob) -> Result<(), JsValue> {
    let address = Url::create_object_url_with_blob(blob)?;
    let document = web_sys::window().and_then(|window| window.document()).ok_or(JsValue::NULL)?;
    let link: HtmlAnchorElement = document.create_element("a")?.unchecked_into();
    link.set_href(&address);
    link.set_download(name);
    link.click();
    // Some browsers read the text later, and do not report when they are done.
    let done = Duration::from_secs(60);
    leptos::prelude::set_timeout(move || drop(Url::revoke_object_url(&address)), done);
    Ok(())
}

/// The text of a file; `None` if it is longer than `max` bytes or cannot be read.
pub async fn text_of(file: &File, max: usize) -> Option<String> {
    // The lengths of real files are exact in an f64.
    let fits = file.size() <= max as f64;
    if !fits {
        return None;
    }
    settled(Ok(file.text())).await.ok()?.as_string()
}
