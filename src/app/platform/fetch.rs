//! Files of the app's host.

use super::navigator::settled;
use leptos::prelude::{document, window};
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use web_sys::Response;
use web_sys::js_sys::Promise;

/// Requests a file next to the page. A failure is not reported to the page's error handler, even if nothing awaits the request yet.
pub fn request(address: &str) -> JsFuture {
    JsFuture::from(window().fetch_with_str(address))
}

/// The text of a requested file; `None` if the request fails.
pub async fn text_of(request: JsFuture) -> Option<String> {
    let response: Response = request.await.ok()?.unchecked_into();
    if response.ok() { settled(response.text()).await.ok()?.as_string() } else { None }
}

/// Loads a script of the app that few pages need. Waits until it has run or the request has failed.
pub async fn fetch_script(file: &str) {
    let script = document().create_element("script").and_then(|script| {
        script.set_attribute("type", "module")?;
        script.set_attribute("src", file)?;
        Ok(script)
    });
    let (Ok(script), Some(head)) = (script, document().head()) else { return };
    let come = Promise::new(&mut |done, _| {
        for event in ["load", "error"] {
            // Adding a listener cannot fail.
            let _ = script.add_event_listener_with_callback(event, &done);
        }
        let _ = head.append_child(&script);
    });
    // The promise is never rejected.
    let _ = settled(Ok(come)).await;
}
