//! Direct connections to other devices. Their script, `public/direct.js`, is fetched when it is first needed.

use super::fetch::fetch_script;
use super::navigator::settled;
use leptos::prelude::window;
use wasm_bindgen::prelude::{Closure, JsValue, wasm_bindgen};
use web_sys::js_sys::{Promise, Reflect};

type Listener = Closure<dyn FnMut(u32, String, String)>;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(catch, js_namespace = drumheadDirect, js_name = listen)]
    fn listen_to_all(listener: &Listener) -> Result<(), JsValue>;

    #[wasm_bindgen(catch, js_namespace = drumheadDirect, js_name = offer)]
    fn make_offer(id: u32) -> Result<Promise, JsValue>;

    #[wasm_bindgen(catch, js_namespace = drumheadDirect, js_name = answer)]
    fn make_answer(id: u32, offer: &str) -> Result<Promise, JsValue>;

    #[wasm_bindgen(catch, js_namespace = drumheadDirect, js_name = accept)]
    fn accept_answer(id: u32, answer: &str) -> Result<Promise, JsValue>;

    #[wasm_bindgen(catch, js_namespace = drumheadDirect, js_name = send)]
    fn send_text(id: u32, text: &str) -> Result<(), JsValue>;

    #[wasm_bindgen(catch, js_namespace = drumheadDirect, js_name = close)]
    fn close_one(id: u32) -> Result<(), JsValue>;
}

/// State of a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinkState {
    /// Messages can be sent and received.
    Open,
    /// The other device does not answer at the moment. It may be in standby, and reconnect by itself.
    Silent,
    /// The connection is closed and never reopens.
    Closed,
}

/// An event of a connection.
pub enum ChannelEvent {
    /// A new state.
    State(LinkState),
    /// A message from the other device.
    Message(String),
    /// The connection cannot be opened.
    Failed,
}

/// Fetches the script unless it is loaded. False if this fails, or if the browser has no WebRTC.
pub async fn fetch() -> bool {
    let has = |name: &str| Reflect::has(&window(), &name.into()).unwrap_or(false);
    if !has("drumheadDirect") {
        fetch_script("direct.js").await;
    }
    has("drumheadDirect") && has("RTCPeerConnection")
}

/// Calls `on_event` with the id of the connection for each event, for the lifetime of the page.
pub fn listen(mut on_event: impl FnMut(u32, ChannelEvent) + 'static) {
    let listener = Listener::new(move |id, kind: String, text: String| {
        let event = match (kind.as_str(), text.as_str()) {
            ("message", _) => ChannelEvent::Message(text),
            ("failed", _) => ChannelEvent::Failed,
            (_, "open") => ChannelEvent::State(LinkState::Open),
            (_, "silent") => ChannelEvent::State(LinkState::Silent),
            _ => ChannelEvent::State(LinkState::Closed),
        };
        on_event(id, event);
    });
    // This fails only without the script, and then there are no events.
    let _ = listen_to_all(&listener);
    listener.forget();
}

/// Begins a connection. Returns this device's session description for the other device; `None` after a failure.
pub async fn offer(id: u32) -> Option<String> {
    settled(make_offer(id)).await.ok()?.as_string()
}

/// Begins a connection that another device offers. Returns this device's session description; `None` after a failure.
pub async fn answer(id: u32, offer: &str) -> Option<String> {
    settled(make_answer(id, offer)).await.ok()?.as_string()
}

/// Opens a connection with the answer to its offer. False after a failure.
pub async fn accept(id: u32, answer: &str) -> bool {
    settled(accept_answer(id, answer)).await.is_ok()
}

/// Sends a message; false if the connection is not open.
pub fn send(id: u32, text: &str) -> bool {
    send_text(id, text).is_ok()
}

/// Closes a connection.
pub fn close(id: u32) {
    // This fails for a connection that never began, which is fine.
    let _ = close_one(id);
}
