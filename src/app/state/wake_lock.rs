//! Keeps the screen on while a battle is open.

use crate::app::platform::signals::set_if_changed;
use crate::app::platform::wake_lock::{self, WakeLockSentinel};
use crate::app::state::notice::Notice;
use crate::app::state::route::Router;
use crate::app::state::{AppState, WAKE_LOCK};
use leptos::ev::{click, visibilitychange};
use leptos::prelude::*;
use leptos::task::spawn_local;
use rules::text::say;
use std::cell::Cell;

/// State of the lock that keeps the screen on.
#[derive(Clone, Copy)]
pub struct WakeLock {
    /// True while the screen is kept on.
    pub is: RwSignal<bool>,
    /// True while it should be: a battle is open and visible, and the player has not switched this off.
    wanted: Memo<bool>,
    sentinel: StoredValue<Option<WakeLockSentinel>, LocalStorage>,
    /// True while a request to the device is running.
    is_requesting: StoredValue<bool>,
    app: AppState,
}

impl WakeLock {
    /// Keeps the screen on, from now on, whenever it should be.
    pub fn keep(app: AppState, router: Router) -> Self {
        let looked_at = RwSignal::new(!document().hidden());
        let turned = window_event_listener(visibilitychange, move |_| set_if_changed(looked_at, !document().hidden()));
        std::mem::forget(turned); // the app lives as long as its page
        let wake_lock = Self {
            is: RwSignal::new(false),
            wanted: Memo::new(move |_| looked_at.get() && app.wants(WAKE_LOCK) && router.here().battle().is_some()),
            sentinel: StoredValue::new_local(None),
            is_requesting: StoredValue::new(false),
            app,
        };
        // Devices refuse the lock with a low battery or before the first tap, and may end it at any time. So each tap tries again.
        let tapped = window_event_listener(click, move |_| {
            if wake_lock.wanted.get_untracked() {
                wake_lock.begin();
            }
        });
        std::mem::forget(tapped);
        Effect::new(move |_| if wake_lock.wanted.get() { wake_lock.begin() } else { wake_lock.end() });
        wake_lock
    }

    fn begin(self) {
        if self.is.get_untracked() || self.is_requesting.get_value() || !wake_lock::can_keep_screen_on() {
            return;
        }
        self.is_requesting.set_value(true);
        spawn_local(async move {
            let sentinel = wake_lock::keep_screen_on(move || set_if_changed(self.is, false)).await;
            self.is_requesting.set_value(false);
            if sentinel.is_none() && self.wanted.get_untracked() {
                self.notify_refused();
            }
            set_if_changed(self.is, sentinel.is_some());
            self.sentinel.set_value(sentinel);
            // The player may have left the battle meanwhile.
            if !self.wanted.get_untracked() {
                self.end();
            }
        });
    }

    /// Shows one notice that the device has refused.
    fn notify_refused(self) {
        thread_local!(static TOLD: Cell<bool> = const { Cell::new(false) });
        if !TOLD.replace(true) {
            let words = say("The device did not keep the screen on. Drumhead asks again whenever you tap.");
            self.app.notice.set(Some(Notice::new(words)));
        }
    }

    fn end(self) {
        if let Some(sentinel) = self.sentinel.try_update_value(Option::take).flatten() {
            sentinel.end();
        }
        set_if_changed(self.is, false);
    }
}

/// The lock, for components.
pub fn wake_lock() -> WakeLock {
    expect_context()
}
