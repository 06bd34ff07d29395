//! Promises of the browser to keep what is saved.

use super::navigator::{part, settled};
use super::screen;
use leptos::prelude::window;
use wasm_bindgen::JsValue;
use web_sys::StorageManager;

/// True if the browser has promised to keep what is saved; `None` if it knows no such promise.
pub async fn is_persistent() -> Option<bool> {
    let promise = part::<StorageManager>("storage")?.persisted();
    settled(promise).await.ok()?.as_bool()
}

/// Asks the browser to keep what is saved; none if it knows no such promise.
pub async fn ask_to_persist() -> Option<bool> {
    let promise = part::<StorageManager>("storage")?.persist();
    settled(promise).await.ok()?.as_bool()
}

/// A place for the page that keeps a browser from deleting what it saves after a week without a visit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keeper {
    /// On iOS, in any browser: a place on the home screen.
    HomeScreen,
    /// In Safari on a Mac: a place in the Dock.
    Dock,
}

/// The place that would keep this browser from doing that; `None` if it does not.
pub fn keeper() -> Option<Keeper> {
    let navigator = window().navigator();
    let (agent, touches) = (navigator.user_agent().unwrap_or_default(), navigator.max_touch_points());
    // Of iOS alone.
    let is_standalone = part::<JsValue>("standalone").is_some_and(|standalone| standalone == true);
    if is_standalone || screen::matches("(display-mode: standalone)") {
        return None;
    }
    // An iPad claims to be a Macintosh, but no Macintosh has a touch screen.
    let is_mac = agent.contains("Macintosh");
    let is_ios = is_mac && touches > 1 || ["iPhone", "iPad", "iPod"].iter().any(|name| agent.contains(name));
    // Others claim to be Safari, too, but name no version of it.
    let is_safari = agent.contains("Version/") && agent.contains("Safari/");
    match () {
        () if is_ios => Some(Keeper::HomeScreen),
        () if is_mac && is_safari => Some(Keeper::Dock),
        () => None,
    }
}
