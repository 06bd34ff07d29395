//! What is saved on this device: whether it will stay, backups, files that come in, and what cannot be read.

use crate::app::desk::{Desk, Promise, Trouble, desk, now};
use crate::app::device;
use crate::app::parts::arrival::arrival;
use crate::app::parts::frame::head;
use crate::app::parts::notice::Notice;
use crate::app::route::Route;
use drumhead::core::text::say;
use drumhead::storage::bundle::LONGEST_FILE;
use drumhead::storage::{Bundle, Key};
use drumhead::text;
use leptos::ev::Event;
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::JsCast;
use web_sys::HtmlInputElement;

/// The page of what is saved.
pub fn page() -> impl IntoView {
    let desk = desk();
    let incoming = RwSignal::new(None::<Bundle>);
    let counts = move || {
        let (rosters, battles) = (desk.rosters.with(Vec::len), desk.battles.with(Vec::len));
        text!("Rosters: {rosters} · Battles: {battles}", rosters = rosters, battles = battles).to_string()
    };
    view! {
        {head(Some(Route::Home), say("Saved on this device"), ())}
        <main class="saved">
            {move || troubles(desk)}
            <section aria-label=say("Storage")>
                <p>{move || counts()}</p>
                <p>{move || promised(desk)}</p>
                {device::is_ios_tab().then(|| view! {
                    <p class="banner">{say("On this device, a browser forgets what a page saved after a week without a visit. Add Drumhead to the home screen, and it stays.")}</p>
                })}
            </section>
            <section aria-label=say("Backup")>
                <h2>{say("Backup")}</h2>
                <p>{move || last_backup(desk)}</p>
                <p class="tools"><button class="primary" on:click=move |_| desk.back_up()>{say("Save everything as a file")}</button></p>
            </section>
            <section aria-label=say("Files")>
                <h2>{say("Open a file")}</h2>
                <label class="pick">
                    <span class="label">{say("A backup, a roster or a battle")}</span>
                    <input type="file" accept=".json,application/json" on:change=move |event| read(desk, &event, incoming)/>
                </label>
                <p><a class="button" href=Route::Scan.href()>{say("Read codes with the camera")}</a></p>
                {move || incoming.get().map(|bundle| arrival(bundle, move |_| incoming.set(None)))}
            </section>
            <section aria-label=say("Delete")>
                <h2>{say("Delete")}</h2>
                <p class="tools"><button on:click=move |_| desk.remove_everything()>{say("Delete everything")}</button></p>
            </section>
        </main>
    }
}

fn promised(desk: Desk) -> &'static str {
    match desk.promise.get() {
        Promise::Given => say("This browser has promised to keep it."),
        Promise::Refused => say(
            "This browser does not promise to keep it: it may clear it when the device runs out of room. Keep a backup.",
        ),
        Promise::Unknown => say("This browser is asked to keep it once something is saved."),
        Promise::None => say("This browser cannot promise to keep it. Keep a backup."),
    }
}

/// When the last backup was made, in words.
pub fn last_backup(desk: Desk) -> String {
    const DAY: f64 = 86_400_000.0;
    match desk.backup.get().map(|at| ((now() - at) / DAY).floor()) {
        None => say("Last backup: never").into(),
        Some(days) if days < 1.0 => say("Last backup: less than a day ago").into(),
        Some(days) if days < 2.0 => say("Last backup: a day ago").into(),
        Some(days) => text!("Last backup: {days} days ago", days = days).to_string(),
    }
}

fn read(desk: Desk, event: &Event, incoming: RwSignal<Option<Bundle>>) {
    let input = event.target().and_then(|target| target.dyn_into::<HtmlInputElement>().ok());
    let Some(input) = input else { return };
    let Some(file) = input.files().and_then(|files| files.get(0)) else { return };
    // So that the same file can be chosen again.
    input.set_value("");
    spawn_local(async move {
        let text = device::text_of(&file, LONGEST_FILE).await;
        match text.and_then(|text| Bundle::read(&text).ok()) {
            Some(bundle) => incoming.set(Some(bundle)),
            None => {
                let words = say(
                    "This file cannot be opened: it is not Drumhead’s, not whole, or too large. Nothing is changed.",
                );
                desk.notice.set(Some(Notice::new(words)));
            }
        }
    });
}

/// What could not be read, that it is still there, and what can be done about it.
pub fn troubles(desk: Desk) -> Option<impl IntoView> {
    let troubles = desk.unreadable.get();
    (!troubles.is_empty()).then(|| {
        let rows = troubles.iter().map(|trouble| view! { <li>{words(trouble)}" "<code>{trouble.name.clone()}</code></li> });
        let rows = rows.collect_view();
        view! {
            <section class="banner" role="alert">
                <p>{say("Some of what is saved here cannot be read. It was left untouched:")}</p>
                <ul>{rows}</ul>
                <p class="tools">
                    <button on:click=move |_| { desk.download(say("Drumhead, unreadable"), &desk.unreadable_texts()); }>{say("Save it as a file")}</button>
                    <button on:click=move |_| desk.remove_unreadable()>{say("Delete it")}</button>
                </p>
            </section>
        }
    })
}

fn words(trouble: &Trouble) -> String {
    let what = match Key::parse(&trouble.name) {
        Some(Key::Roster(_)) => say("A roster"),
        Some(Key::Battle(_)) => say("A battle"),
        Some(Key::Event(..)) => say("An act of a battle"),
        Some(Key::Draft(_)) => say("Dice that were being typed"),
        Some(Key::RosterOrder) => say("The order of the rosters"),
        Some(Key::Settings) => say("The settings"),
        Some(Key::Device) => say("The date of the last backup"),
        None => say("Something"),
    };
    match trouble.why {
        Some(why) => format!("{what} {why}"),
        None => text!("{what} that is not here", what = what).to_string(),
    }
}
