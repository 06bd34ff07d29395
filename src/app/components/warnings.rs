//! Warnings about what the browser does to the page or to what is saved, each with a way out.

use crate::app::platform::persistence::{self, Keeper};
use crate::app::platform::{service_worker, translation};
use crate::app::state::app_state;
use crate::app::state::route::{Route, router};
use leptos::prelude::*;
use rules::text::say;

/// Name of the warning that saved data goes after a week, among the hints that were read.
const WEEK: &str = "week";

/// Warnings at the top of any page.
#[component]
pub fn Warnings() -> impl IntoView {
    view! {
        <Translated/>
        <WithinAWeek/>
    }
}

/// Warning that a translator has put texts of its own in place of the page's, which no longer change.
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

/// Words on saved data that goes after a week without a visit; `None` where it stays.
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

/// Says on home and the table, once there is something to lose, that saved data goes after a week, and offers a backup.
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
