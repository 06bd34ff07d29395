//! Warnings that the browser has changed the page or may delete saved data, each with a remedy.

use crate::app::platform::persistence::{self, Keeper};
use crate::app::platform::{service_worker, translation};
use crate::app::state::app_state;
use crate::app::state::route::{Route, router};
use leptos::prelude::*;
use rules::text::say;

/// Name under which the warning about deletion after a week is stored as dismissed.
const WEEK: &str = "week";

/// Warnings at the top of any page.
#[component]
pub fn Warnings() -> impl IntoView {
    view! {
        <Translated/>
        <WithinAWeek/>
    }
}

/// The warning that a translation tool has replaced texts of the page, which then no longer change.
#[component]
fn Translated() -> impl IntoView {
    let is_translated = RwSignal::new(false);
    translation::watch(move || is_translated.set(true));
    move || {
        is_translated.get().then(|| view! {
            <section class="banner" role="alert">
                <p>{say("This page was translated by the browser or an extension. Numbers that were translated no longer change. Turn the translation off for this page, then reload.")}</p>
                <p class="tools"><button on:click=|_| service_worker::reload()>{say("Reload")}</button></p>
            </section>
        })
    }
}

/// The warning that the browser deletes saved data after a week without a visit; `None` if it does not.
pub fn week_words() -> Option<&'static str> {
    Some(match persistence::keeper()? {
        Keeper::HomeScreen => say(
            "On this device, browsers delete saved data after a week without a visit. To keep it, add Drumhead to the home screen.",
        ),
        Keeper::Dock => {
            say("Safari deletes saved data after a week without a visit. To keep it, add Drumhead to the Dock.")
        }
    })
}

/// Shows that warning with the offer of a backup: on home and the table, once something is saved.
#[component]
fn WithinAWeek() -> impl IntoView {
    let (app, router) = (app_state(), router());
    let is_due = Memo::new(move |_| {
        (router.here() == Route::Home || router.here().is_table()) && app.hints_at(WEEK) && !app.nothing_saved()
    });
    week_words().map(|words| {
        view! {
            <Show when=move || is_due.get()>
                <section class="banner" aria-label=say("Saved data")>
                    <p>{words}</p>
                    <p class="tools">
                        <button class="primary" on:click=move |_| { app.back_up(); app.put_hint_away(WEEK); }>{say("Save everything as a file")}</button>
                        <button on:click=move |_| app.put_hint_away(WEEK)>{say("Got it")}</button>
                    </p>
                </section>
            </Show>
        }
    })
}
