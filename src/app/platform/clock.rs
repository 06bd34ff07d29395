//! Time, and values that differ each time: ids, seeds.

use super::navigator::settled;
use drumhead::dice::rng::Seed;
use std::time::Duration;
use wasm_bindgen::prelude::JsValue;
use web_sys::js_sys::Promise;

/// The time, in milliseconds since 1970.
pub fn now() -> f64 {
    web_sys::js_sys::Date::now()
}

/// An id that nothing has.
pub fn new_id() -> String {
    let mut bytes = [0; 8];
    fill_random(&mut bytes);
    bytes.iter().map(|byte| char::from(b"0123456789abcdefghjkmnpqrstvwxyz"[usize::from(byte % 32)])).collect()
}

/// A seed that nobody knows.
pub fn new_seed() -> Seed {
    let mut bytes = [0; 32];
    fill_random(&mut bytes);
    Seed(bytes)
}

fn fill_random(bytes: &mut [u8]) {
    // A browser without randomness cannot roll fair dice: better to stop than to pretend.
    getrandom::fill(bytes).expect("the browser gives random numbers");
}

/// Waits.
pub async fn wait(time: Duration) {
    let promise = Promise::new(&mut |done, _| {
        leptos::prelude::set_timeout(move || drop(done.call0(&JsValue::NULL)), time);
    });
    let _ = settled(Ok(promise)).await;
}
