//! Offers of the browser and the device beyond storage, each of which may be missing: files, sharing, the clipboard, a
//! promise to keep what is saved, vibration.

use std::time::Duration;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};
use wasm_bindgen_futures::JsFuture;
use web_sys::js_sys::{Array, Function, Object, Promise, Reflect};
use web_sys::{Blob, File, HtmlAnchorElement, Url};

#[wasm_bindgen]
extern "C" {
    // Unlike web-sys, this says of each part that it may be missing: most are, on plain http or in older browsers.
    type Navigator;

    #[wasm_bindgen(thread_local_v2, js_name = navigator)]
    static NAVIGATOR: Navigator;

    #[wasm_bindgen(method, getter)]
    fn clipboard(this: &Navigator) -> Option<Clipboard>;

    #[wasm_bindgen(method, getter)]
    fn storage(this: &Navigator) -> Option<StorageManager>;

    #[wasm_bindgen(method, catch)]
    fn share(this: &Navigator, what: &JsValue) -> Result<Promise, JsValue>;

    #[wasm_bindgen(method, getter, js_name = userAgent)]
    fn user_agent(this: &Navigator) -> String;

    #[wasm_bindgen(method, getter, js_name = maxTouchPoints)]
    fn max_touch_points(this: &Navigator) -> Option<u32>;

    #[wasm_bindgen(method, getter)]
    fn standalone(this: &Navigator) -> Option<bool>;

    #[wasm_bindgen(method, getter, js_name = vibrate)]
    fn vibrates(this: &Navigator) -> Option<Function>;

    #[wasm_bindgen(method, getter)]
    fn language(this: &Navigator) -> Option<String>;

    type Media;

    #[wasm_bindgen(js_name = matchMedia)]
    fn media(query: &str) -> Media;

    #[wasm_bindgen(method, getter)]
    fn matches(this: &Media) -> bool;

    #[wasm_bindgen(catch)]
    fn fetch(address: &str) -> Result<Promise, JsValue>;

    type Response;

    #[wasm_bindgen(method, getter)]
    fn ok(this: &Response) -> bool;

    #[wasm_bindgen(method, catch)]
    fn text(this: &Response) -> Result<Promise, JsValue>;

    type Clipboard;

    #[wasm_bindgen(method, catch, js_name = writeText)]
    fn write_text(this: &Clipboard, text: &str) -> Result<Promise, JsValue>;

    type StorageManager;

    #[wasm_bindgen(method, catch)]
    fn persist(this: &StorageManager) -> Result<Promise, JsValue>;

    #[wasm_bindgen(method, catch)]
    fn persisted(this: &StorageManager) -> Result<Promise, JsValue>;
}

fn navigator<T>(ask: impl FnOnce(&Navigator) -> T) -> T {
    NAVIGATOR.with(ask)
}

/// Result of a promise.
pub async fn settled(promise: Result<Promise, JsValue>) -> Result<JsValue, JsValue> {
    JsFuture::from(promise?).await
}

// Files of the app's own host.

/// Asks for a file beside the page.
pub fn ask(address: &str) -> Result<Promise, JsValue> {
    fetch(address)
}

/// The text of the file that was asked for; none if it does not come.
pub async fn answer(asked: Result<Promise, JsValue>) -> Option<String> {
    let response: Response = settled(asked).await.ok()?.unchecked_into();
    if response.ok() { settled(response.text()).await.ok()?.as_string() } else { None }
}

/// The language that the browser's user reads: `fr-CH`.
pub fn language() -> String {
    navigator(Navigator::language).unwrap_or_default()
}

// Keeping.

/// True if the browser has promised to keep what is saved; `None` if it knows no such promise.
pub async fn is_kept() -> Option<bool> {
    let promise = navigator(Navigator::storage)?.persisted();
    settled(promise).await.ok()?.as_bool()
}

/// Asks the browser to keep what is saved; none if it knows no such promise.
pub async fn ask_to_keep() -> Option<bool> {
    let promise = navigator(Navigator::storage)?.persist();
    settled(promise).await.ok()?.as_bool()
}

/// True in a tab of a browser on iOS, which forgets what pages save that are not on the home screen.
pub fn is_ios_tab() -> bool {
    navigator(|own| {
        let agent = own.user_agent();
        // An iPad says that it is a Macintosh, but no Macintosh has a touch screen.
        let ipad = agent.contains("Macintosh") && own.max_touch_points().unwrap_or(0) > 1;
        let ios = ipad || ["iPhone", "iPad", "iPod"].iter().any(|name| agent.contains(name));
        ios && own.standalone() != Some(true)
    })
}

// Time.

/// Waits.
pub async fn wait(time: Duration) {
    let promise = Promise::new(&mut |done, _| {
        leptos::prelude::set_timeout(move || drop(done.call0(&JsValue::NULL)), time);
    });
    let _ = settled(Ok(promise)).await;
}

// Sharing.

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

// The screen.

/// Tells the script in the page's head which theme is wanted; an empty one is the device's.
pub fn show_theme(theme: &str) {
    let Some(root) = web_sys::window().and_then(|window| window.document()).and_then(|page| page.document_element())
    else {
        return;
    };
    // It follows this attribute. A page that takes none stays as it is.
    let _ = root.set_attribute("data-wanted", theme);
}

/// True if the window matches a media query.
pub fn has_room(query: &str) -> bool {
    media(query).matches()
}

// Touch.

/// True if the device can vibrate.
pub fn can_vibrate() -> bool {
    navigator(Navigator::vibrates).is_some()
}

/// Vibrates for some milliseconds, where the device can.
pub fn vibrate(milliseconds: u32) {
    navigator(|own| {
        if let Some(vibrate) = own.vibrates() {
            // One that will not is still.
            let _ = vibrate.call1(own, &milliseconds.into());
        }
    });
}

// Paper.

/// True if the window has room for both sides of a table next to each other, as in the stylesheet.
pub fn is_wide() -> bool {
    let width = web_sys::window().and_then(|window| window.inner_width().ok()?.as_f64());
    width.is_some_and(|width| width >= 768.0)
}

/// Prints the page.
pub fn print() {
    unfold();
    // A browser that prints nothing does nothing.
    let _ = web_sys::window().map(|window| window.print());
}

/// Opens the chapters that are folded: on paper nobody can. Also for who prints by the browser's own menu.
pub fn unfold() {
    let folded = || web_sys::window()?.document()?.query_selector("details.chapter:not([open])").ok().flatten();
    while let Some(own) = folded() {
        if own.set_attribute("open", "").is_err() {
            break;
        }
    }
}

// Files.

/// Saves a text as a file of the device.
pub fn download(name: &str, text: &str) -> Result<(), JsValue> {
    let blob = Blob::new_with_str_sequence(&Array::of1(&text.into()))?;
    let address = Url::create_object_url_with_blob(&blob)?;
    let document = web_sys::window().and_then(|window| window.document()).ok_or(JsValue::NULL)?;
    let link: HtmlAnchorElement = document.create_element("a")?.unchecked_into();
    link.set_href(&address);
    link.set_download(name);
    link.click();
    // Some browsers begin to read only after a while, and say nothing of when they are done.
    let done = Duration::from_secs(60);
    leptos::prelude::set_timeout(move || drop(Url::revoke_object_url(&address)), done);
    Ok(())
}

/// The text of a file; none if it is longer than `most` bytes or cannot be read.
pub async fn text_of(file: &File, most: usize) -> Option<String> {
    // Lengths of files that anybody reads are exact
    let fits = file.size() <= most as f64;
    if !fits {
        return None;
    }
    settled(Ok(file.text())).await.ok()?.as_string()
}
