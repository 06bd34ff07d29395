//! The date of the last backup, and a banner about saved texts that could not be read.

use crate::app::platform::dates::days_since;
use crate::app::state::{AppState, Trouble, app_state};
use exchange::storage::Key;
use leptos::prelude::*;
use rules::text;
use rules::text::say;

/// Date of the last backup, in words.
pub fn last_backup(app: AppState) -> String {
    match app.storage.backup.get().map(days_since) {
        None => say("Last backup: never").into(),
        Some(0) => say("Last backup: today").into(),
        Some(1) => say("Last backup: yesterday").into(),
        Some(days) => text!("Last backup: {days} days ago", days = days).to_string(),
    }
}

/// A banner that lists saved texts that could not be read, with buttons that download or delete them.
#[component]
pub fn Unreadable() -> impl IntoView {
    let app = app_state();
    let banner = move |troubles: &Vec<Trouble>| {
        let rows =
            troubles.iter().map(|trouble| view! { <li>{words(trouble)}" "<code>{trouble.name.clone()}</code></li> });
        view! {
            <section class="banner" role="alert">
                <p>{say("Some saved data cannot be read. Drumhead left it unchanged:")}</p>
                <ul>{rows.collect_view()}</ul>
                <p class="tools">
                    <button on:click=move |_| { app.download(say("Drumhead, unreadable"), &app.unreadable_texts()); }>{say("Save it as a file")}</button>
                    <button on:click=move |_| app.remove_unreadable()>{say("Delete it")}</button>
                </p>
            </section>
        }
    };
    move || app.storage.unreadable.with(|troubles| (!troubles.is_empty()).then(|| banner(troubles)))
}

fn words(trouble: &Trouble) -> String {
    let what = match Key::parse(&trouble.name) {
        Some(Key::Roster(_)) => say("A roster"),
        Some(Key::Scenario(_)) => say("A scenario"),
        Some(Key::Battle(_)) => say("A battle"),
        Some(Key::Event(..)) => say("An action of a battle"),
        Some(Key::Draft(_) | Key::Dice(..) | Key::Group(..)) => say("Dice that were being entered"),
        Some(Key::NewBattle) => say("The answers on the page New battle"),
        Some(Key::RosterOrder) => say("The order of the rosters"),
        Some(Key::Settings) => say("The settings"),
        Some(Key::Device) => say("The date of the last backup"),
        Some(Key::Writer) => say("The name of this device"),
        Some(Key::Known(_)) => say("What is known of other devices"),
        Some(Key::Chain(_)) => say("This device’s part of rolls by both devices"),
        Some(Key::Viewer(_)) => say("For whom this device shows a battle"),
        Some(Key::Chronicle(_)) => say("An entry of the chronicle"),
        None => say("Unknown data"),
    };
    match trouble.why {
        Some(why) => format!("{what} {why}"),
        None => text!("{what} that is not available", what = what).to_string(),
    }
}
