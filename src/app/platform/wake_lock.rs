//! The browser's wake lock: a screen that stays on.

use super::navigator::{part, settled};
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::{Closure, JsValue, wasm_bindgen};
use web_sys::js_sys::{Function, Promise};

// `web-sys` has it only among its unstable parts, which need a flag of the compiler.
#[wasm_bindgen]
extern "C" {
    type WakeLock;

    #[wasm_bindgen(method, catch)]
    fn request(this: &WakeLock, what: &str) -> Result<Promise, JsValue>;

    /// A screen that stays on.
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

/// Keeps the screen on for as long as the page is looked at; `ended` is called when that is over. `None` if the device refuses,
/// for example because it is low on power.
pub async fn keep_screen_on(ended: impl Fn() + 'static) -> Option<WakeLockSentinel> {
    let promise = wake_lock()?.request("screen");
    let sentinel: WakeLockSentinel = settled(promise).await.ok()?.unchecked_into();
    let listener = Closure::<dyn Fn()>::new(ended).into_js_value();
    sentinel.on_release(listener.dyn_ref());
    Some(sentinel)
}

impl WakeLockSentinel {
    /// Lets the screen go dark again.
    pub fn end(&self) {
        // The caller that ends it needs no notice.
        self.on_release(None);
        // If it cannot be ended, it is over already.
        let _ = self.release();
    }
}
