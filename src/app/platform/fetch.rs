//! Files of the app's own host.

use super::navigator::settled;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};
use web_sys::js_sys::Promise;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(catch)]
    fn fetch(address: &str) -> Result<Promise, JsValue>;

    type Response;

    #[wasm_bindgen(method, getter)]
    fn ok(this: &Response) -> bool;

    #[wasm_bindgen(method, catch)]
    fn text(this: &Response) -> Result<Promise, JsValue>;
}

/// Asks for a file beside the page.
pub fn ask(address: &str) -> Result<Promise, JsValue> {
    fetch(address)
}

/// The text of the file that was asked for; none if it does not come.
pub async fn answer(request: Result<Promise, JsValue>) -> Option<String> {
    let response: Response = settled(request).await.ok()?.unchecked_into();
    if response.ok() { settled(response.text()).await.ok()?.as_string() } else { None }
}
