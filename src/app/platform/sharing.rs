//! The device's share function, and the clipboard.

use super::navigator::{Navigator, navigator, settled};
use serde::Serialize;
use web_sys::js_sys::{Array, Object, Reflect};
use web_sys::{File, FilePropertyBag};

/// True if the device has a share function.
pub fn can_share() -> bool {
    navigator(|navigator| Reflect::has(navigator, &"share".into()).unwrap_or(false))
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
    /// Opens the device's share dialog. If the player cancels, nothing happens.
    async fn send(&self) {
        if let Ok(what) = serde_wasm_bindgen::to_value(self) {
            let _ = settled(navigator(|navigator| navigator.share(&what))).await;
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

/// Shares a text as a file by the device's share function. If the player cancels, nothing happens.
pub async fn share_file(name: &str, text: &str) {
    if let Some(what) = shareable_file(name, text) {
        let _ = settled(navigator(|navigator| navigator.share(&what))).await;
    }
}

/// A file of a type that the device can share: JSON, else plain text. `None` if it shares neither.
fn shareable_file(name: &str, text: &str) -> Option<Object> {
    [("json", "application/json"), ("txt", "text/plain")].into_iter().find_map(|(ending, kind)| {
        let options = FilePropertyBag::new();
        options.set_type(kind);
        let contents = Array::of1(&text.into());
        let file = File::new_with_str_sequence_and_options(&contents, &format!("{name}.{ending}"), &options).ok()?;
        let what = Object::new();
        Reflect::set(&what, &"files".into(), &Array::of1(&file)).ok()?;
        navigator(|navigator| navigator.can_share(&what)).ok().filter(|can| *can).map(|_| what)
    })
}

/// Copies a text to the clipboard. False after a failure.
pub async fn copy(text: &str) -> bool {
    match navigator(Navigator::clipboard) {
        Some(clipboard) => settled(clipboard.write_text(text)).await.is_ok(),
        None => false,
    }
}
