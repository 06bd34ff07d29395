//! The device's share function, and the clipboard.

use super::navigator::{part, settled};
use leptos::prelude::window;
use serde::Serialize;
use wasm_bindgen::JsCast;
use web_sys::js_sys::{Array, Function};
use web_sys::{Blob, Clipboard, File, FilePropertyBag, ShareData};

/// True if the device has a share function.
pub fn can_share() -> bool {
    part::<Function>("share").is_some()
}

/// Opens the device's share dialog, if it has one. If the player cancels, nothing happens.
async fn send(what: &ShareData) {
    if can_share() {
        let _ = settled(Ok(window().navigator().share_with_data(what))).await;
    }
}

/// A text or a link, as the share function takes it.
#[derive(Serialize)]
struct Shared<'a> {
    title: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    url: Option<&'a str>,
}

impl Shared<'_> {
    /// Opens the device's share dialog.
    async fn send(&self) {
        if let Ok(what) = serde_wasm_bindgen::to_value(self) {
            send(what.unchecked_ref()).await;
        }
    }
}

/// Shares a link by the device's share function.
pub async fn share(title: &str, link: &str) {
    Shared { title, text: None, url: Some(link) }.send().await;
}

/// Shares a text by the device's share function.
pub async fn share_text(title: &str, text: &str) {
    Shared { title, text: Some(text), url: None }.send().await;
}

/// True if the device can share files.
pub fn can_share_files() -> bool {
    // Browsers share few types of files, often without JSON.
    shareable_file("Drumhead", "{}").is_some()
}

/// Shares a text as a file by the device's share function.
pub async fn share_file(name: &str, text: &str) {
    if let Some(what) = shareable_file(name, text) {
        send(&what).await;
    }
}

/// Shares a PNG file by the device's share function. False if the device does not share such files.
pub async fn share_picture(name: &str, picture: &Blob) -> bool {
    let Some(what) = shareable(name, &Array::of1(picture), "image/png") else { return false };
    send(&what).await;
    true
}

/// A file of a type that the device can share: JSON, else plain text. `None` if it shares neither.
fn shareable_file(name: &str, text: &str) -> Option<ShareData> {
    let contents = Array::of1(&text.into());
    let kinds = [("json", "application/json"), ("txt", "text/plain")];
    kinds.into_iter().find_map(|(ending, kind)| shareable(&format!("{name}.{ending}"), &contents, kind))
}

/// A file with these parts; `None` if the device does not share files of its type.
fn shareable(name: &str, contents: &Array, kind: &str) -> Option<ShareData> {
    part::<Function>("canShare")?;
    let options = FilePropertyBag::new();
    options.set_type(kind);
    // Parts may be strings or data.
    let file = File::new_with_blob_sequence_and_options(contents, name, &options).ok()?;
    let what = ShareData::new();
    what.set_files(&Array::of1(&file));
    window().navigator().can_share_with_data(&what).then_some(what)
}

/// Copies a text to the clipboard. False after a failure.
pub async fn copy(text: &str) -> bool {
    match part::<Clipboard>("clipboard") {
        Some(clipboard) => settled(Ok(clipboard.write_text(text))).await.is_ok(),
        None => false,
    }
}
