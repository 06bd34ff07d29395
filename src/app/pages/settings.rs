//! What the player prefers: how it looks, the screen, hints.

use crate::app::awake::awake;
use crate::app::desk::{AWAKE, Desk, HINTS, THEME, TREMBLE, desk};
use crate::app::device;
use crate::app::parts::frame::head;
use crate::app::route::{Route, router};
use leptos::prelude::*;
use serde_json::Value as Json;

/// The themes: what is kept, and what players call it.
const THEMES: [(&str, &str); 4] =
    [("", "As the device"), ("light", "Light"), ("dark", "Dark"), ("sun", "Sunlight: black on white")];

/// The page of the settings.
pub fn page() -> impl IntoView {
    let desk = desk();
    let themes = THEMES.map(|(id, words)| {
        let choose = move |_| desk.prefer(THEME, (!id.is_empty()).then(|| id.into()));
        view! {
            <label class="chip">
                <input type="radio" name="theme" prop:checked=move || desk.preferred_word(THEME) == id on:change=choose/>
                {words}
            </label>
        }
    });
    view! {
        {head(Some(router().left()), "Settings", ())}
        <main class="settings">
            <section class="card">
                <h2>"Colours"</h2>
                <fieldset class="chips"><legend class="unseen">"Colours"</legend>{themes}</fieldset>
                <p class="soft">"The size of the letters is the device’s own: Drumhead follows it."</p>
            </section>
            <section class="card">
                <h2>"At the table"</h2>
                {switch(desk, AWAKE, "Keep the screen on while a battle is open", screen)}
                {switch(desk, TREMBLE, "Tremble at a throw, an act, an undo", touch)}
            </section>
            <section class="card">
                <h2>"Help"</h2>
                <p>"Hints stand where something is met for the first time, until they are put away."</p>
                <p class="tools">
                    <button disabled=move || desk.preferred(HINTS).is_none() on:click=move |_| desk.prefer(HINTS, None)>"Show the hints again"</button>
                </p>
            </section>
            <p class="tools"><a class="button" href=Route::Saved.href()>"Saved on this device"</a></p>
        </main>
    }
}

/// A switch with how things stand.
fn switch(desk: Desk, name: &'static str, words: &'static str, stands: fn() -> &'static str) -> impl IntoView {
    view! {
        <label class="switch">
            <span class="grow">{words}<small role="status">{stands}</small></span>
            <input type="checkbox" role="switch" prop:checked=move || desk.wants(name)
                on:change=move |event| desk.prefer(name, (!event_target_checked(&event)).then_some(Json::Bool(false)))/>
        </label>
    }
}

fn screen() -> &'static str {
    match () {
        () if !device::can_keep_screen_on() => "This browser cannot: set the device’s own time for the screen.",
        () if awake().is.get() => "The screen is kept on now.",
        () => "The screen may go dark now: no battle is open.",
    }
}

fn touch() -> &'static str {
    if device::can_tremble() { "" } else { "This device cannot." }
}
