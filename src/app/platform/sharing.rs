//! Sharing by the device's own way, and the clipboard.

use super::navigator::{Navigator, navigator, settled};
use web_sys::js_sys::{Object, Reflect};

/// True if the device has a way of its own to share things.
pub fn can_share() -> bool {
    navigator(|own| Reflect::has(own, &"share".into()).unwrap_or(false))
}

/// Shares a link by the device's own way. A player who thinks better of it is no error.
pub async fn share(title: &str, link: &str) {
    let what = Object::new();
    let set = |key: &str, value: &str| Reflect::set(&what, &key.into(), &value.into()).is_ok();
    if set("title", title) && set("url", link) {
        let _ = settled(navigator(|own| own.share(&what))).await;
    }
}

/// Shares a text by the device's own way.
pub async fn share_text(title: &str, text: &str) {
    let what = Object::new();
    let set = |key: &str, value: &str| Reflect::set(&what, &key.into(), &value.into()).is_ok();
    if set("title", title) && set("text", text) {
        let _ = settled(navigator(|own| own.share(&what))).await;
    }
}

/// Copies a text; says whether that was possible.
pub async fn copy(text: &str) -> bool {
    match navigator(Navigator::clipboard) {
        Some(clipboard) => settled(clipboard.write_text(text)).await.is_ok(),
        None => false,
    }
}
