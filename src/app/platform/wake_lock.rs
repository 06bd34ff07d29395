//! The browser's wake lock, which keeps the screen on.

use super::navigator::{part, settled};
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::{Closure, JsValue, wasm_bindgen};
use web_sys::js_sys::{Function, Promise};

// In `web-sys` it is unstable, and needs a compiler flag.
#[wasm_bindgen]
extern "C" {
    type WakeLock;

    #[wasm_bindgen(method, catch)]
    fn request(this: &WakeLock, what: &str) -> Result<Promise, JsValue>;

    /// A lock that keeps the screen on.
    #[derive(Clone, Debug)]
    pub type WakeLockSentinel;

    #[wasm_bindgen(method, setter, js_name = onrelease)]
    fn on_release(this: &WakeLockSentinel, listener: Option<&Function>);

    #[wasm_bindgen(method, catch)]
    fn release(this: &WakeLockSentinel) -> Result<Promise, JsValue>;
}

fn wake_lock() -> Option<WakeLock> {
    part("wakeLock")
}

/// True if the screen can be kept on.
pub fn can_keep_screen_on() -> bool {
    wake_lock().is_some()
}

/// Keeps the screen on while the page is visible. `ended` is called when the lock ends. `None` if the device refuses, for example because
/// its battery is low.
pub async fn keep_screen_on(ended: impl Fn() + 'static) -> Option<WakeLockSentinel> {
    let promise = wake_lock()?.request("screen");
    let sentinel: WakeLockSentinel = settled(promise).await.ok()?.unchecked_into();
    let listener = Closure::<dyn Fn()>::new(ended).into_js_value();
    sentinel.on_release(listener.dyn_ref());
    Some(sentinel)
}

impl WakeLockSentinel {
    /// Releases the lock.
    pub fn end(&self) {
        // The caller knows that the lock ends, so the listener is not called.
        self.on_release(None);
        // This fails if the lock has already ended.
        let _ = self.release();
    }
}
