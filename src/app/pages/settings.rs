//! Settings: language, colours, the size of letters, the screen, hints.

use crate::app::components::bin::AskFirst;
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
use drumhead::core::text::say;
use drumhead::text;
use leptos::prelude::*;
use serde_json::Value as Json;

/// The themes: what is kept, and what players call it.
fn themes() -> [(&'static str, &'static str); 4] {
    [
        ("", say("Device default")),
        ("light", say("Light")),
        ("dark", say("Dark")),
        ("sun", say("Sunlight: black on white")),
    ]
}

/// The page of the settings.
#[component]
pub fn SettingsPage() -> impl IntoView {
    let app = app_state();
    let themes = themes().map(|(id, words)| {
        let choose = move |_| app.prefer(THEME, (!id.is_empty()).then(|| id.into()));
        view! {
            <label class="chip">
                <input type="radio" name="theme" prop:checked=move || app.preferred_word(THEME) == id on:change=choose/>
                {words}
            </label>
        }
    });
    view! {
        <PageHeader back=router().left() title=say("Settings")/>
        <main class="settings">
            <section class="card">
                <h2>{say("Language")}</h2>
                <fieldset class="chips"><legend class="visually-hidden">{say("Language")}</legend><Languages/></fieldset>
                <p class="soft">{say("Names given by players are not translated.")}</p>
            </section>
            <section class="card">
                <h2>{say("Colours")}</h2>
                <fieldset class="chips"><legend class="visually-hidden">{say("Colours")}</legend>{themes}</fieldset>
            </section>
            <section class="card">
                <h2>{say("Text size")}</h2>
                <fieldset class="chips"><legend class="visually-hidden">{say("Text size")}</legend><TextSizes/></fieldset>
                <p class="soft">{say("This comes on top of the device’s own text size.")}</p>
            </section>
            <section class="card">
                <h2>{say("At the table")}</h2>
                <Switch name=WAKE_LOCK words=say("Keep the screen on while a battle is open") status=screen/>
                <Switch name=VIBRATE words=say("Vibrate on roll, apply and undo") status=touch/>
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

/// The languages. Another one loads the page anew, which ends connections to other devices: that is asked first.
#[component]
fn Languages() -> impl IntoView {
    let (app, live) = (app_state(), live());
    let wanted = RwSignal::new(None::<Language>);
    let choose = move |language: Language| match live.connected_names().is_empty() {
        true => language::choose(app, language),
        false => wanted.set(Some(language)),
    };
    let chips = LANGUAGES.into_iter().map(|language| {
        view! {
            <label class="chip" lang=language.id>
                <input type="radio" name="language" prop:checked=move || wanted.get().unwrap_or_else(|| language::current(app)) == language
                    on:change=move |_| untrack(|| choose(language))/>
                {language.name}
            </label>
        }
    });
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
        {chips.collect_view()}
        <AskFirst asking question yes=say("Change the language") no=say("Stay connected") on_answer/>
    }
}

/// The sizes of letters.
#[component]
fn TextSizes() -> impl IntoView {
    let app = app_state();
    let sizes = [""].into_iter().chain(TEXT_SIZES).map(|size| {
        let choose = move |_| app.prefer(TEXT_SIZE, (!size.is_empty()).then(|| size.into()));
        view! {
            <label class="chip">
                <input type="radio" name="text" prop:checked=move || app.preferred_word(TEXT_SIZE) == size on:change=choose/>
                {format!("{} %", if size.is_empty() { "100" } else { size })}
            </label>
        }
    });
    sizes.collect_view()
}

/// A preference that is on or off, with a note on its present state.
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

fn screen() -> &'static str {
    match () {
        () if !can_keep_screen_on() => {
            say("This browser cannot do this. Change the screen timeout in the device’s settings.")
        }
        () if wake_lock().is.get() => say("The screen now stays on."),
        () => say("The screen can turn off: no battle is open."),
    }
}

fn touch() -> &'static str {
    if vibration::can_vibrate() { "" } else { say("This device cannot vibrate.") }
}
