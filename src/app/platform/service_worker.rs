//! The offline copy of the app. The service worker (`public/sw.js`) makes and serves it; this module registers the worker and follows its
//! state.
//!
//! A copy has all files of one build. A newer build is fetched into a second copy, which waits until the player chooses to update. Only
//! then the page reloads. If the browser has no service workers, everything else works.

use super::navigator::part;
use crate::app::platform::signals::set_if_changed;
use leptos::ev::{focus, online, pageshow, visibilitychange};
use leptos::prelude::*;
use std::time::Duration;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::js_sys::Function;
use web_sys::{
    MessageEvent, RegistrationOptions, ServiceWorker, ServiceWorkerContainer, ServiceWorkerRegistration,
    ServiceWorkerUpdateViaCache, VisibilityState,
};

/// Message that activates the waiting version (`public/sw.js`).
const TAKE_OVER: &str = "take over";

/// Message to the active worker that asks whether its copy is complete (`public/sw.js`).
const IS_COMPLETE: &str = "whole?";

/// The worker's answer if the copy is complete.
const COMPLETE: &str = "whole";

/// Message before that question, followed by the folder of the chosen language, which the copy has to include (`public/sw.js`). A worker
/// of an older build ignores it.
const KEEP: &str = "keep ";

/// Time that the active worker may take to answer. A worker of another app never answers.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(10);

/// Time for which a notice shows that the copy is complete. The home page shows this permanently.
const NOTICE_TIME: Duration = Duration::from_secs(4);

/// State of the offline copy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CopyStatus {
    /// Not known yet.
    Unknown,
    /// The browser has no service workers, or none on this address.
    Unavailable,
    /// The copy is being fetched.
    Preparing,
    /// The copy is complete.
    Ready,
    /// The copy is incomplete, and could not be completed.
    Missing,
}

/// The offline copy, and a waiting newer version.
#[derive(Clone, Copy)]
pub struct OfflineCopy {
    /// State of the copy.
    pub copy: RwSignal<CopyStatus>,
    /// True if a newer version is waiting.
    pub newer: RwSignal<bool>,
    /// True if the player has postponed the update.
    pub later: RwSignal<bool>,
    /// True for a moment after the first copy is complete.
    pub made: RwSignal<bool>,
    /// True if the player has chosen to update.
    requested: StoredValue<bool>,
    /// True if there was no copy when the page was opened.
    is_first_copy: StoredValue<bool>,
    /// True if the active worker has answered that its copy is complete.
    is_complete: RwSignal<bool>,
    /// True if this page is served from a copy.
    is_served: StoredValue<bool>,
    /// True while the browser checks for a newer version.
    is_checking: StoredValue<bool>,
    /// Returns the folder of the chosen language; `None` for English, which every copy has.
    language: fn() -> Option<String>,
}

impl OfflineCopy {
    /// Makes the copy if there is none. Checks for a newer version, now and whenever the player comes back to the page. The copy is ready
    /// once it also contains the folder that `language` returns.
    pub fn keep(language: fn() -> Option<String>) -> Self {
        let offline = Self {
            copy: RwSignal::new(CopyStatus::Unavailable),
            newer: RwSignal::new(false),
            later: RwSignal::new(false),
            made: RwSignal::new(false),
            requested: StoredValue::new(false),
            is_first_copy: StoredValue::new(false),
            is_complete: RwSignal::new(false),
            is_served: StoredValue::new(false),
            is_checking: StoredValue::new(false),
            language,
        };
        if let Some(workers) = workers() {
            offline.copy.set(CopyStatus::Unknown);
            offline.is_served.set_value(workers.controller().is_some());
            let on_answer = Closure::<dyn Fn(MessageEvent)>::new(move |event: MessageEvent| offline.on_answer(&event));
            workers.set_onmessage(Some(on_answer.into_js_value().unchecked_ref()));
            workers.set_oncontrollerchange(Some(&function(move || offline.on_new_worker())));
            spawn_local(async move {
                offline.register().await;
            });
            let visible = window_event_listener(visibilitychange, move |_| {
                if document().visibility_state() == VisibilityState::Visible {
                    offline.check();
                }
            });
            let back_online = window_event_listener(online, move |_| offline.check());
            // A window behind another one counts as visible, and a restored page may not get the event.
            let focused = window_event_listener(focus, move |_| offline.check());
            let shown = window_event_listener(pageshow, move |_| offline.check());
            on_cleanup(move || {
                [visible, back_online, focused, shown].into_iter().for_each(WindowListenerHandle::remove)
            });
        }
        offline
    }

    /// Checks for a newer version, unless a check is running. If there is one, an event reports it.
    pub fn check(self) {
        if self.is_checking.try_update_value(|checking| std::mem::replace(checking, true)) != Some(false) {
            return;
        }
        spawn_local(async move {
            if let Some(registration) = self.register().await
                && let Ok(update) = registration.update()
            {
                // This fails offline.
                let _ = JsFuture::from(update).await;
            }
            self.is_checking.set_value(false);
        });
    }

    /// Registers the worker. If it is registered already, this sends no request.
    async fn register(self) -> Option<ServiceWorkerRegistration> {
        let options = RegistrationOptions::new();
        options.set_update_via_cache(ServiceWorkerUpdateViaCache::None);
        let registered = JsFuture::from(workers()?.register_with_options("sw.js", &options)).await;
        // A test, or an extension that blocks workers, may have replaced the browser's function.
        let registration = registered.ok().and_then(|it| it.dyn_into::<ServiceWorkerRegistration>().ok());
        match &registration {
            Some(registration) => self.follow(registration),
            None if self.copy.get_untracked() != CopyStatus::Ready => set_if_changed(self.copy, CopyStatus::Missing),
            None => {}
        }
        registration
    }

    fn follow(self, registration: &ServiceWorkerRegistration) {
        let watched = registration.clone();
        let on_state = function(move || self.update_status(&watched));
        let watched = registration.clone();
        let on_found = move || {
            // A small worker may already be installed.
            if let Some(worker) = watched.installing().or_else(|| watched.waiting()) {
                worker.set_onstatechange(Some(&on_state));
            }
            self.update_status(&watched);
        };
        on_found();
        registration.set_onupdatefound(Some(&function(on_found)));
    }

    /// Updates the signals from the states of the workers.
    fn update_status(self, registration: &ServiceWorkerRegistration) {
        let before = self.copy.get_untracked();
        let copy = match registration.active() {
            Some(_) if self.is_complete.get_untracked() => CopyStatus::Ready,
            Some(active) => {
                self.ask(&active);
                if matches!(before, CopyStatus::Missing | CopyStatus::Unknown) { before } else { CopyStatus::Preparing }
            }
            None => {
                self.is_first_copy.set_value(true);
                let is_coming = registration.installing().or(registration.waiting()).is_some();
                if is_coming { CopyStatus::Preparing } else { CopyStatus::Missing }
            }
        };
        set_if_changed(self.copy, copy);
        if registration.active().is_some() && registration.waiting().is_some() {
            set_if_changed(self.newer, true);
        }
    }

    /// Asks the active worker whether its copy is complete, including the chosen language. The worker fetches missing files before it
    /// answers.
    fn ask(self, active: &ServiceWorker) {
        let sent_language =
            (self.language)().is_none_or(|folder| active.post_message(&format!("{KEEP}{folder}").into()).is_ok());
        let asked = sent_language && active.post_message(&IS_COMPLETE.into()).is_ok();
        let timeout = if asked { ANSWER_TIMEOUT } else { Duration::ZERO };
        let on_timeout = move || {
            if !self.is_complete.get_untracked() {
                set_if_changed(self.copy, CopyStatus::Missing);
            }
        };
        set_timeout(on_timeout, timeout);
    }

    /// Handles the worker's answer.
    fn on_answer(self, event: &MessageEvent) {
        let is_complete = event.data().as_string().as_deref() == Some(COMPLETE);
        let made = is_complete && self.is_first_copy.get_value();
        set_if_changed(self.is_complete, is_complete);
        set_if_changed(self.copy, if is_complete { CopyStatus::Ready } else { CopyStatus::Missing });
        if made {
            self.is_first_copy.set_value(false);
            self.made.set(true);
            set_timeout(move || self.made.set(false), NOTICE_TIME);
        }
    }

    /// Switches to the newer version, and reloads the page.
    pub fn update(self) {
        self.requested.set_value(true);
        spawn_local(async move {
            let registration = match workers() {
                Some(workers) => JsFuture::from(workers.get_registration()).await.ok(),
                None => None,
            };
            let waiting = registration
                .and_then(|it| it.dyn_into::<ServiceWorkerRegistration>().ok())
                .and_then(|registration| registration.waiting());
            let sent = waiting.is_some_and(|waiting| waiting.post_message(&TAKE_OVER.into()).is_ok());
            if !sent {
                // Another tab has already activated the newer version, so a reload loads it.
                reload();
            }
        });
    }

    /// Handles a new active worker: the first one, or a newer version that this or another tab has activated.
    fn on_new_worker(self) {
        set_if_changed(self.is_complete, false);
        self.check();
        if self.requested.get_value() {
            reload();
        } else if self.is_served.get_value() {
            set_if_changed(self.newer, true);
        }
        self.is_served.set_value(true);
    }
}

/// Reloads the page.
pub fn reload() {
    // If this fails, the current version keeps running.
    let _ = window().location().reload();
}

/// The browser's service workers. `None` on an insecure address, in some private windows, and in debug builds, so that a change of the
/// sources shows at once.
fn workers() -> Option<ServiceWorkerContainer> {
    if cfg!(debug_assertions) {
        return None;
    }
    part("serviceWorker")
}

/// A JavaScript function that calls `call`. The browser frees it.
fn function(call: impl FnMut() + 'static) -> Function {
    Closure::<dyn FnMut()>::new(call).into_js_value().unchecked_into()
}

/// The offline copy, from the context of components.
pub fn offline() -> OfflineCopy {
    expect_context()
}
