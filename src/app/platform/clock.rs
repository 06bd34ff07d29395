//! Time, and values that differ each time: ids, seeds.

use super::navigator::settled;
use drumhead::dice::rng::Seed;
use std::time::Duration;
use wasm_bindgen::prelude::JsValue;
use web_sys::js_sys::{Date, Promise};

/// The time, in milliseconds since 1970.
pub fn now() -> f64 {
    Date::now()
}

/// An id that nothing has.
pub fn new_id() -> String {
    let mut bytes = [0; 8];
    fill_random(&mut bytes);
    bytes.iter().map(|byte| char::from(b"0123456789abcdefghjkmnpqrstvwxyz"[usize::from(byte % 32)])).collect()
}

/// An unpredictable seed, if the browser [can](has_secure_random).
pub fn new_seed() -> Seed {
    let mut bytes = [0; 32];
    fill_random(&mut bytes);
    Seed(bytes)
}

/// True if the browser gives random numbers that nobody can foresee.
pub fn has_secure_random() -> bool {
    getrandom::fill(&mut [0; 1]).is_ok()
}

/// Fills bytes with random ones.
pub fn fill_random(bytes: &mut [u8]) {
    if getrandom::fill(bytes).is_err() {
        // Without Web Crypto the numbers are weaker: good enough for ids, and for dice with a warning.
        for byte in bytes {
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 0 to 255")]
            let weak = (web_sys::js_sys::Math::random() * 256.0) as u8;
            *byte = weak;
        }
    }
}

/// Waits.
pub async fn wait(time: Duration) {
    let promise = Promise::new(&mut |done, _| {
        leptos::prelude::set_timeout(move || drop(done.call0(&JsValue::NULL)), time);
    });
    let _ = settled(Ok(promise)).await;
}
