//! What the player prefers: how it looks, the screen, hints.

use crate::app::awake::awake;
use crate::app::desk::{AWAKE, Desk, HINTS, THEME, TREMBLE, desk};
use crate::app::device;
use crate::app::language::{self, LANGUAGES};
use crate::app::parts::frame::head;
use crate::app::route::{Route, router};
use drumhead::core::text::say;
use leptos::prelude::*;
use serde_json::Value as Json;

/// The themes: what is kept, and what players call it.
fn themes() -> [(&'static str, &'static str); 4] {
    [
        ("", say("As the device")),
        ("light", say("Light")),
        ("dark", say("Dark")),
        ("sun", say("Sunlight: black on white")),
    ]
}

/// The page of the settings.
pub fn page() -> impl IntoView {
    let desk = desk();
    let themes = themes().map(|(id, words)| {
        let choose = move |_| desk.prefer(THEME, (!id.is_empty()).then(|| id.into()));
        view! {
            <label class="chip">
                <input type="radio" name="theme" prop:checked=move || desk.preferred_word(THEME) == id on:change=choose/>
                {words}
            </label>
        }
    });
    let languages = LANGUAGES.map(|own| {
        view! {
            <label class="chip" lang=own.id>
                <input type="radio" name="language" prop:checked=move || language::spoken(desk) == own
                    on:change=move |_| language::choose(desk, own)/>
                {own.name}
            </label>
        }
    });
    view! {
        {head(Some(router().left()), say("Settings"), ())}
        <main class="settings">
            <section class="card">
                <h2>{say("Language")}</h2>
                <fieldset class="chips"><legend class="unseen">{say("Language")}</legend>{languages}</fieldset>
                <p class="soft">{say("Names that players gave stay as they are.")}</p>
            </section>
            <section class="card">
                <h2>{say("Colours")}</h2>
                <fieldset class="chips"><legend class="unseen">{say("Colours")}</legend>{themes}</fieldset>
                <p class="soft">{say("The size of the letters is the device’s own: Drumhead follows it.")}</p>
            </section>
            <section class="card">
                <h2>{say("At the table")}</h2>
                {switch(desk, AWAKE, say("Keep the screen on while a battle is open"), screen)}
                {switch(desk, TREMBLE, say("Tremble at a throw, an act, an undo"), touch)}
            </section>
            <section class="card">
                <h2>{say("Help")}</h2>
                <p>{say("Hints stand where something is met for the first time, until they are put away.")}</p>
                <p class="tools">
                    <button disabled=move || desk.preferred(HINTS).is_none() on:click=move |_| desk.prefer(HINTS, None)>{say("Show the hints again")}</button>
                </p>
            </section>
            <p class="tools"><a class="button" href=Route::Saved.href()>{say("Saved on this device")}</a></p>
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
        () if !device::can_keep_screen_on() => say("This browser cannot: set the device’s own time for the screen."),
        () if awake().is.get() => say("The screen is kept on now."),
        () => say("The screen may go dark now: no battle is open."),
    }
}

fn touch() -> &'static str {
    if device::can_tremble() { "" } else { say("This device cannot.") }
}
