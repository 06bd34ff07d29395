//! Time, ids and random values.

use super::navigator::settled;
use super::session_storage;
use leptos::ev;
use leptos::prelude::{document, window, window_event_listener};
use rules::dice::rng::Seed;
use rules::steady_clock::SteadyClock;
use std::cell::RefCell;
use std::time::Duration;
use wasm_bindgen::prelude::JsValue;
use web_sys::js_sys::{Date, Promise};

/// Name in the session storage of the difference to the device's clock.
const OFFSET: &str = "drumhead/clock-offset";

thread_local! {
    static CLOCK: RefCell<SteadyClock> =
        RefCell::new(SteadyClock::with_offset(session_storage::read(OFFSET).unwrap_or_default()));
}

/// The device's time, in milliseconds since 1970.
pub fn now() -> f64 {
    Date::now()
}

/// Milliseconds since the page was loaded. Unlike the device's time, it is never set back. Without such a clock, it is the device's time.
pub fn monotonic() -> f64 {
    window().performance().map_or_else(now, |performance| performance.now())
}

/// The time for entries of logs, in milliseconds since 1970: that of the device, with the corrections of [`SteadyClock`].
pub fn log_time() -> f64 {
    // Without a monotonic clock, the device's time is used unchanged.
    let (wall, monotonic, is_hidden) = (now(), monotonic(), document().hidden());
    change_clock(|clock| clock.read(wall, monotonic, is_hidden))
}

/// Reads the clock whenever the page is hidden or shown, as [`SteadyClock`] requires.
pub fn watch_for_sleep() {
    let watch = window_event_listener(ev::visibilitychange, |_| {
        log_time();
    });
    std::mem::forget(watch); // the app lives as long as its page
}

/// Changes the clock, and saves its difference to the device's clock, so that a reload keeps it.
pub fn change_clock<T>(change: impl FnOnce(&mut SteadyClock) -> T) -> T {
    CLOCK.with_borrow_mut(|clock| {
        let before = clock.offset();
        let changed = change(clock);
        if (clock.offset() - before).abs() > 0.0 {
            session_storage::write(OFFSET, &clock.offset());
        }
        changed
    })
}

/// A new random id.
pub fn new_id() -> String {
    let mut bytes = [0; 8];
    fill_random(&mut bytes);
    bytes.iter().map(|byte| char::from(b"0123456789abcdefghjkmnpqrstvwxyz"[usize::from(byte % 32)])).collect()
}

/// A new seed. It is unpredictable if the browser has [secure random numbers](has_secure_random).
pub fn new_seed() -> Seed {
    let mut bytes = [0; 32];
    fill_random(&mut bytes);
    Seed(bytes)
}

/// True if the browser has unpredictable random numbers.
pub fn has_secure_random() -> bool {
    getrandom::fill(&mut [0; 1]).is_ok()
}

/// Fills `bytes` with random values.
pub fn fill_random(bytes: &mut [u8]) {
    if getrandom::fill(bytes).is_err() {
        // Without Web Crypto, the numbers are predictable. This is good enough for ids, and for dice with a warning.
        for byte in bytes {
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 0 to 255")]
            let weak = (web_sys::js_sys::Math::random() * 256.0) as u8;
            *byte = weak;
        }
    }
}

/// Waits for a duration.
pub async fn wait(time: Duration) {
    let promise = Promise::new(&mut |done, _| {
        leptos::prelude::set_timeout(move || drop(done.call0(&JsValue::NULL)), time);
    });
    let _ = settled(Ok(promise)).await;
}
