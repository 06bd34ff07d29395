//! The page of the settings: language, colours, text size, screen, hints.

use crate::app::components::bin::AskFirst;
use crate::app::components::choice::Choice;
use crate::app::components::device_name::DeviceName;
use crate::app::components::page_header::PageHeader;
use crate::app::platform::vibration;
use crate::app::platform::wake_lock::can_keep_screen_on;
use crate::app::state::language;
use crate::app::state::language::{LANGUAGES, Language};
use crate::app::state::live::live;
use crate::app::state::route::{Route, router};
use crate::app::state::wake_lock::wake_lock;
use crate::app::state::{HINTS, SHORTCUTS, TEXT_SIZE, TEXT_SIZES, THEME, VIBRATE, WAKE_LOCK, app_state};
use leptos::prelude::*;
use rules::text;
use rules::text::say;
use serde_json::Value as Json;

/// The themes, each with its stored name and its label.
fn themes() -> [(&'static str, &'static str); 4] {
    [
        ("", say("Device default")),
        ("light", say("Light")),
        ("dark", say("Dark")),
        ("sun", say("Sunlight: black on white")),
    ]
}

#[component]
pub fn SettingsPage() -> impl IntoView {
    let app = app_state();
    let themes = themes().map(|(id, words)| (id.to_owned(), words.to_owned())).to_vec();
    view! {
        <PageHeader back=router().left() title=say("Settings")/>
        <main class="settings">
            <section class="card">
                <h2>{say("Language")}</h2>
                <Languages/>
                <p class="soft">{say("Names given by players are not translated.")}</p>
            </section>
            <section class="card">
                <h2>{say("Colours")}</h2>
                <PreferredWord name=THEME label=say("Colours") options=themes/>
            </section>
            <section class="card">
                <h2>{say("Text size")}</h2>
                <PreferredWord name=TEXT_SIZE label=say("Text size") options=text_sizes()/>
                <p class="soft">{say("This comes on top of the device’s own text size.")}</p>
            </section>
            <section class="card">
                <h2>{say("At the table")}</h2>
                <Switch name=WAKE_LOCK words=say("Keep the screen on while a battle is open") status=wake_lock_status/>
                <Switch name=VIBRATE words=say("Vibrate on roll, apply and undo") status=vibration_status/>
                <DeviceName/>
                <Switch name=SHORTCUTS words=say("Keyboard shortcuts: press “?” on any page for its list") status=|| ""/>
            </section>
            <section class="card">
                <h2>{say("Help")}</h2>
                <p>{say("A hint appears the first time you see something new, until you dismiss it.")}</p>
                <p class="tools">
                    <button disabled=move || app.preferred(HINTS).is_none() on:click=move |_| app.prefer(HINTS, None)>{say("Show the hints again")}</button>
                </p>
            </section>
            <p class="tools"><a class="button" href=Route::Saved.href()>{say("Backup and storage")}</a></p>
        </main>
    }
}

/// The choice of the language. A change reloads the page, which ends connections to other devices. If there are any, asks first.
#[component]
fn Languages() -> impl IntoView {
    let (app, live) = (app_state(), live());
    let wanted = RwSignal::new(None::<Language>);
    let choose = Callback::new(move |language: Language| match untrack(|| live.connected_names()).is_empty() {
        true => language::choose(app, language),
        false => wanted.set(Some(language)),
    });
    let chosen = Signal::derive(move || wanted.get().unwrap_or_else(|| language::current(app)));
    let options: Vec<_> = LANGUAGES.into_iter().map(|language| (language, language.name.to_owned())).collect();
    let question = Signal::derive(move || {
        let words = text!(
            "This ends the connection to {devices}. Nothing is lost: connect again afterwards, by a code each way.",
            devices = live.connected_names().join(", ")
        );
        words.to_string()
    });
    let asking = Signal::derive(move || wanted.get().is_some());
    let on_answer = Callback::new(move |yes| {
        let chosen = wanted.get_untracked();
        wanted.set(None);
        if let Some(chosen) = chosen.filter(|_| yes) {
            language::choose(app, chosen);
        }
    });
    view! {
        <Choice label=say("Language") is_label_hidden=true options chosen choose language=|language| language.id/>
        <p class="soft">{say("Choose French once while connected to the internet. From then on it works offline, too.")}</p>
        <AskFirst asking question yes=say("Change the language") no=say("Stay connected") on_answer/>
    }
}

/// The text sizes, each with its stored name and its label.
fn text_sizes() -> Vec<(String, String)> {
    let named = |size: &str| (size.to_owned(), format!("{} %", if size.is_empty() { "100" } else { size }));
    [""].into_iter().chain(TEXT_SIZES).map(named).collect()
}

/// A preference with one of several stored names. The default is the empty name, which is not stored.
#[component]
fn PreferredWord(name: &'static str, label: &'static str, options: Vec<(String, String)>) -> impl IntoView {
    let app = app_state();
    let chosen = Signal::derive(move || app.preferred_word(name));
    let choose = Callback::new(move |word: String| app.prefer(name, (!word.is_empty()).then(|| word.into())));
    view! { <Choice label is_label_hidden=true options chosen choose/> }
}

/// A preference that is on or off, with a line about its current effect.
#[component]
fn Switch(name: &'static str, words: &'static str, status: fn() -> &'static str) -> impl IntoView {
    let app = app_state();
    view! {
        <label class="switch">
            <span class="grow">{words}<small role="status">{status}</small></span>
            <input type="checkbox" role="switch" prop:checked=move || app.wants(name)
                on:change=move |event| app.prefer(name, (!event_target_checked(&event)).then_some(Json::Bool(false)))/>
        </label>
    }
}

fn wake_lock_status() -> &'static str {
    if !can_keep_screen_on() {
        say("This browser cannot do this. Change the screen timeout in the device’s settings.")
    } else if wake_lock().is.get() {
        say("The screen now stays on.")
    } else {
        say("The screen can turn off: no battle is open.")
    }
}

fn vibration_status() -> &'static str {
    if vibration::can_vibrate() { "" } else { say("This device cannot vibrate.") }
}
