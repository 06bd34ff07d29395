//! The copy of the app that the browser keeps, so that it opens offline: `public/sw.js` makes and serves it, this asks for it
//! and follows what becomes of it.
//!
//! A copy is one whole build. A newer one is fetched beside it and waits: it takes over when the player says so, and only
//! then is the page loaded again. Where the browser keeps no copies, everything else works.

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

/// Message to the waiting version, in `public/sw.js`.
const TAKE_OVER: &str = "take over";

/// Question to the worker in use, in `public/sw.js`, and its answer if everything is there.
const WHOLE: (&str, &str) = ("whole?", "whole");

/// Message before that question, in `public/sw.js`: the folder of the language that has to be there. A worker of an older build
/// ignores it.
const KEEP: &str = "keep ";

/// Time that the worker in use may take to answer. One that is not Drumhead's never answers.
const PATIENCE: Duration = Duration::from_secs(10);

/// Time for which a notice says that the copy is there. The home page goes on saying so.
const SAID: Duration = Duration::from_secs(4);

/// State of the copy that opens offline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CopyStatus {
    /// That is not known yet.
    Unknown,
    /// The browser keeps none, here at least.
    Unavailable,
    /// It is being fetched.
    Preparing,
    /// It is there.
    Ready,
    /// It could not be fetched whole.
    Missing,
}

/// The copy, and whether a newer one waits.
#[derive(Clone, Copy)]
pub struct OfflineCopy {
    /// The copy.
    pub copy: RwSignal<CopyStatus>,
    /// True if another version than the one that runs can be loaded.
    pub newer: RwSignal<bool>,
    /// True if the player put that off.
    pub later: RwSignal<bool>,
    /// True for a moment after the copy was made.
    pub made: RwSignal<bool>,
    /// True if the player asked for the newer version.
    requested: StoredValue<bool>,
    /// True if the copy was not there when the page was opened.
    copy_was_made: StoredValue<bool>,
    /// True if the worker in use has said that everything is there.
    whole: RwSignal<bool>,
    /// True if this page is served from a copy.
    served: StoredValue<bool>,
    /// True while a newer version is being looked for.
    looks: StoredValue<bool>,
    /// Returns the folder of the language that was chosen; `None` for English, which is always there.
    language: fn() -> Option<String>,
}

impl OfflineCopy {
    /// Has the copy made if there is none, looks whether there is a newer version, and again whenever the player comes
    /// back to the page. The copy is ready once it contains the folder that `language` returns, too.
    pub fn keep(language: fn() -> Option<String>) -> Self {
        let offline = Self {
            copy: RwSignal::new(CopyStatus::Unavailable),
            newer: RwSignal::new(false),
            later: RwSignal::new(false),
            made: RwSignal::new(false),
            requested: StoredValue::new(false),
            copy_was_made: StoredValue::new(false),
            whole: RwSignal::new(false),
            served: StoredValue::new(false),
            looks: StoredValue::new(false),
            language,
        };
        if let Some(workers) = workers() {
            offline.copy.set(CopyStatus::Unknown);
            offline.served.set_value(workers.controller().is_some());
            let answered = Closure::<dyn Fn(MessageEvent)>::new(move |event: MessageEvent| offline.answered(&event));
            workers.set_onmessage(Some(answered.into_js_value().unchecked_ref()));
            workers.set_oncontrollerchange(Some(&function(move || offline.taken_over())));
            spawn_local(async move {
                offline.register().await;
            });
            let back = window_event_listener(visibilitychange, move |_| {
                if document().visibility_state() == VisibilityState::Visible {
                    offline.look();
                }
            });
            let signal = window_event_listener(online, move |_| offline.look());
            // A window that was behind another one was visible, and a page that comes back as it was left may not say so.
            let focused = window_event_listener(focus, move |_| offline.look());
            let shown = window_event_listener(pageshow, move |_| offline.look());
            on_cleanup(move || [back, signal, focused, shown].into_iter().for_each(WindowListenerHandle::remove));
        }
        offline
    }

    /// Looks for a newer version, unless that is being done. If there is one, an event reports it.
    pub fn look(self) {
        if self.looks.try_update_value(|looks| std::mem::replace(looks, true)) != Some(false) {
            return;
        }
        spawn_local(async move {
            if let Some(registration) = self.register().await
                && let Ok(update) = registration.update()
            {
                // Offline, nothing can be found.
                let _ = JsFuture::from(update).await;
            }
            self.looks.set_value(false);
        });
    }

    /// Asks for the copy; with one there already, that is no request.
    async fn register(self) -> Option<ServiceWorkerRegistration> {
        let options = RegistrationOptions::new();
        options.set_update_via_cache(ServiceWorkerUpdateViaCache::None);
        let registered = JsFuture::from(workers()?.register_with_options("sw.js", &options)).await;
        // A test, or an extension that blocks workers, may have replaced what the browser offers.
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
        let step = function(move || self.read(&watched));
        let watched = registration.clone();
        let found = move || {
            // A small worker may be installed by now.
            if let Some(worker) = watched.installing().or_else(|| watched.waiting()) {
                worker.set_onstatechange(Some(&step));
            }
            self.read(&watched);
        };
        found();
        registration.set_onupdatefound(Some(&function(found)));
    }

    /// Reads how things stand.
    fn read(self, registration: &ServiceWorkerRegistration) {
        let before = self.copy.get_untracked();
        let copy = match registration.active() {
            Some(_) if self.whole.get_untracked() => CopyStatus::Ready,
            Some(active) => {
                self.ask(&active);
                if matches!(before, CopyStatus::Missing | CopyStatus::Unknown) { before } else { CopyStatus::Preparing }
            }
            None => {
                self.copy_was_made.set_value(true);
                let comes = registration.installing().or(registration.waiting()).is_some();
                if comes { CopyStatus::Preparing } else { CopyStatus::Missing }
            }
        };
        set_if_changed(self.copy, copy);
        if registration.active().is_some() && registration.waiting().is_some() {
            set_if_changed(self.newer, true);
        }
    }

    /// Asks the worker in use whether everything is there, the chosen language included. The worker fetches what is missing before
    /// it answers.
    fn ask(self, active: &ServiceWorker) {
        let kept =
            (self.language)().is_none_or(|folder| active.post_message(&format!("{KEEP}{folder}").into()).is_ok());
        let asked = kept && active.post_message(&WHOLE.0.into()).is_ok();
        let patience = if asked { PATIENCE } else { Duration::ZERO };
        let unanswered = move || {
            if !self.whole.get_untracked() {
                set_if_changed(self.copy, CopyStatus::Missing);
            }
        };
        set_timeout(unanswered, patience);
    }

    /// Takes the worker's answer.
    fn answered(self, event: &MessageEvent) {
        let whole = event.data().as_string().as_deref() == Some(WHOLE.1);
        let made = whole && self.copy_was_made.get_value();
        set_if_changed(self.whole, whole);
        set_if_changed(self.copy, if whole { CopyStatus::Ready } else { CopyStatus::Missing });
        if made {
            self.copy_was_made.set_value(false);
            self.made.set(true);
            set_timeout(move || self.made.set(false), SAID);
        }
    }

    /// Loads the newer version.
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
                // Another tab was first: the newer version is the one that a reload brings.
                reload();
            }
        });
    }

    /// Another copy serves this page from now on: the first one, the one asked for, or one that another tab asked for.
    fn taken_over(self) {
        set_if_changed(self.whole, false);
        self.look();
        if self.requested.get_value() {
            reload();
        } else if self.served.get_value() {
            set_if_changed(self.newer, true);
        }
        self.served.set_value(true);
    }
}

/// Loads the page again.
pub fn reload() {
    // A browser that refuses leaves the player with the version that runs.
    let _ = window().location().reload();
}

/// The browser's keeper of copies; none on an address that it does not trust, and in some private windows. Debug builds keep
/// none, so that a change of a source is on the screen at once.
fn workers() -> Option<ServiceWorkerContainer> {
    if cfg!(debug_assertions) {
        return None;
    }
    part("serviceWorker")
}

/// A function for the browser to call, which lives as long as it is held there.
fn function(call: impl FnMut() + 'static) -> Function {
    Closure::<dyn FnMut()>::new(call).into_js_value().unchecked_into()
}

/// The copy, for components.
pub fn offline() -> OfflineCopy {
    expect_context()
}
