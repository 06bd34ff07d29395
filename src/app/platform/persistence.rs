//! Promises of the browser to keep what is saved.

use super::navigator::{Navigator, navigator, settled};

/// True if the browser has promised to keep what is saved; `None` if it knows no such promise.
pub async fn is_persistent() -> Option<bool> {
    let promise = navigator(Navigator::storage)?.persisted();
    settled(promise).await.ok()?.as_bool()
}

/// Asks the browser to keep what is saved; none if it knows no such promise.
pub async fn ask_to_persist() -> Option<bool> {
    let promise = navigator(Navigator::storage)?.persist();
    settled(promise).await.ok()?.as_bool()
}

/// True in a tab of a browser on iOS, which forgets what pages save that are not on the home screen.
pub fn is_ios_tab() -> bool {
    navigator(|own| {
        let agent = own.user_agent();
        // An iPad claims to be a Macintosh, but no Macintosh has a touch screen.
        let ipad = agent.contains("Macintosh") && own.max_touch_points().unwrap_or(0) > 1;
        let ios = ipad || ["iPhone", "iPad", "iPod"].iter().any(|name| agent.contains(name));
        ios && own.standalone() != Some(true)
    })
}
