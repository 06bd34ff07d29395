//! The screen that stays on while a battle is open: nobody wants to unlock a phone between two shots.

use crate::app::desk::{AWAKE, Desk};
use crate::app::device::{self, Vigil};
use crate::app::route::Router;
use leptos::ev::visibilitychange;
use leptos::prelude::*;
use leptos::task::spawn_local;

/// Whether the screen is kept on.
#[derive(Clone, Copy)]
pub struct Awake {
    /// Whether it is, at this moment.
    pub is: RwSignal<bool>,
    /// Whether it should be: a battle is open and looked at, and the player wants it.
    wanted: Memo<bool>,
    vigil: StoredValue<Option<Vigil>, LocalStorage>,
}

impl Awake {
    /// Keeps the screen on whenever it should be.
    pub fn keep(desk: Desk, router: Router) -> Self {
        let looked_at = RwSignal::new(!document().hidden());
        let turned = window_event_listener(visibilitychange, move |_| looked_at.set(!document().hidden()));
        std::mem::forget(turned); // the app lives as long as its page
        let awake = Self {
            is: RwSignal::new(false),
            wanted: Memo::new(move |_| looked_at.get() && desk.wants(AWAKE) && router.here().battle().is_some()),
            vigil: StoredValue::new_local(None),
        };
        Effect::new(move |_| if awake.wanted.get() { awake.begin() } else { awake.end() });
        awake
    }

    fn begin(self) {
        if self.is.get_untracked() {
            return;
        }
        spawn_local(async move {
            let vigil = device::keep_screen_on(move || self.is.set(false)).await;
            self.is.set(vigil.is_some());
            self.vigil.set_value(vigil);
            // The player may have gone on meanwhile.
            if !self.wanted.get_untracked() {
                self.end();
            }
        });
    }

    fn end(self) {
        if let Some(vigil) = self.vigil.try_update_value(Option::take).flatten() {
            vigil.end();
        }
        self.is.set(false);
    }
}

/// Whether the screen is kept on, for components.
pub fn awake() -> Awake {
    expect_context()
}
