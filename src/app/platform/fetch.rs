//! Files of the app's own host.

use super::navigator::settled;
use leptos::prelude::{document, window};
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use web_sys::Response;
use web_sys::js_sys::Promise;

/// Asks for a file next to the page. A request that fails before it is waited for is no error of the page.
pub fn ask(address: &str) -> JsFuture {
    JsFuture::from(window().fetch_with_str(address))
}

/// The text of the file that was asked for; none if it does not come.
pub async fn answer(request: JsFuture) -> Option<String> {
    let response: Response = request.await.ok()?.unchecked_into();
    if response.ok() { settled(response.text()).await.ok()?.as_string() } else { None }
}

/// Loads a script of the app's that few pages need, and waits until it has run or cannot be fetched.
pub async fn fetch_script(file: &str) {
    let script = document().create_element("script").and_then(|script| {
        script.set_attribute("type", "module")?;
        script.set_attribute("src", file)?;
        Ok(script)
    });
    let (Ok(script), Some(head)) = (script, document().head()) else { return };
    let come = Promise::new(&mut |done, _| {
        for event in ["load", "error"] {
            // Listening cannot fail.
            let _ = script.add_event_listener_with_callback(event, &done);
        }
        let _ = head.append_child(&script);
    });
    // The promise is never rejected.
    let _ = settled(Ok(come)).await;
}
