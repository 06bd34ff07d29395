//! Persistent storage: promises of the browser not to delete saved data.

use super::navigator::{part, settled};
use super::screen;
use leptos::prelude::window;
use wasm_bindgen::JsValue;
use web_sys::StorageManager;

/// True if the browser has promised to keep saved data; `None` if it makes no such promises.
pub async fn is_persistent() -> Option<bool> {
    let promise = part::<StorageManager>("storage")?.persisted();
    settled(promise).await.ok()?.as_bool()
}

/// Asks the browser to keep saved data. `None` if it makes no such promises.
pub async fn ask_to_persist() -> Option<bool> {
    let promise = part::<StorageManager>("storage")?.persist();
    settled(promise).await.ok()?.as_bool()
}

/// A place to which players can add the page, so that the browser does not delete its data after a week without a visit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keeper {
    /// The home screen, for all browsers on iOS.
    HomeScreen,
    /// The Dock, for Safari on a Mac.
    Dock,
}

/// The place for this browser; `None` if it does not delete data after a week.
pub fn keeper() -> Option<Keeper> {
    let navigator = window().navigator();
    let (agent, touches) = (navigator.user_agent().unwrap_or_default(), navigator.max_touch_points());
    // Only iOS has this property.
    let is_standalone = part::<JsValue>("standalone").is_some_and(|standalone| standalone == true);
    if is_standalone || screen::matches("(display-mode: standalone)") {
        return None;
    }
    // An iPad identifies as a Macintosh, but no Macintosh has a touch screen.
    let is_mac = agent.contains("Macintosh");
    let is_ios = is_mac && touches > 1 || ["iPhone", "iPad", "iPod"].iter().any(|name| agent.contains(name));
    // Other browsers name Safari, too, but without its version.
    let is_safari = agent.contains("Version/") && agent.contains("Safari/");
    if is_ios {
        Some(Keeper::HomeScreen)
    } else if is_mac && is_safari {
        Some(Keeper::Dock)
    } else {
        None
    }
}
