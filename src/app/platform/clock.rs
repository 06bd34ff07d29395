//! Time, and values that differ each time: ids, seeds.

use super::navigator::settled;
use super::session_storage;
use drumhead::core::steady_clock::SteadyClock;
use drumhead::dice::rng::Seed;
use leptos::ev;
use leptos::prelude::{document, window, window_event_listener};
use std::cell::RefCell;
use std::time::Duration;
use wasm_bindgen::prelude::JsValue;
use web_sys::js_sys::{Date, Promise};

/// Name of the difference to the device's own clock, in the session's storage.
const OFFSET: &str = "drumhead/clock-offset";

thread_local! {
    static CLOCK: RefCell<SteadyClock> =
        RefCell::new(SteadyClock::with_offset(session_storage::read(OFFSET).unwrap_or_default()));
}

/// The device's time, in milliseconds since 1970.
pub fn now() -> f64 {
    Date::now()
}

/// The time for entries of logs, in milliseconds since 1970: that of the device, with the corrections of [`SteadyClock`].
pub fn log_time() -> f64 {
    // A browser without the monotonic clock has the device's own time.
    let monotonic = window().performance().map(|performance| performance.now());
    let (wall, is_hidden) = (Date::now(), document().hidden());
    change_clock(|clock| clock.read(wall, monotonic.unwrap_or(wall), is_hidden))
}

/// Reads the clock whenever the page is hidden or shown, as [`SteadyClock`] requires.
pub fn watch_for_sleep() {
    let watch = window_event_listener(ev::visibilitychange, |_| {
        log_time();
    });
    std::mem::forget(watch); // the app lives as long as its page
}

/// Changes the clock, and saves its difference to the device's own for a reload of the page.
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
