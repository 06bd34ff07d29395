//! The page "Backup and storage": how safely the browser stores data, backups, opening files, unreadable texts, and deletion.

use crate::app::components::backup::{Unreadable, last_backup};
use crate::app::components::bin::{AskFirst, DeletedThings};
use crate::app::components::incoming::Incoming;
use crate::app::components::page_header::PageHeader;
use crate::app::components::warnings::week_words;
use crate::app::platform::files;
use crate::app::platform::journal::{self, JournalState};
use crate::app::state::live::{Live, live};
use crate::app::state::notice::Notice;
use crate::app::state::route::{Route, router};
use crate::app::state::rulesets;
use crate::app::state::{AppState, Promise, Saved, app_state};
use exchange::storage::Bundle;
use exchange::storage::bundle::{Contents, LONGEST_FILE};
use exchange::storage::listed::Listed;
use leptos::ev::Event;
use leptos::prelude::*;
use leptos::task::spawn_local;
use rules::text;
use rules::text::say;
use wasm_bindgen::JsCast;
use web_sys::HtmlInputElement;

#[component]
pub fn SavedPage() -> impl IntoView {
    let app = app_state();
    let incoming = RwSignal::new(None::<Contents>);
    let counts = move || {
        let (rosters, battles) = (app.storage.rosters.with(Vec::len), app.storage.battles.with(Vec::len));
        let scenarios = app.storage.scenarios.with(Vec::len);
        text!(
            "Rosters: {rosters} · Scenarios: {scenarios} · Battles: {battles}",
            rosters = rosters,
            scenarios = scenarios,
            battles = battles
        )
        .to_string()
    };
    let (asking, live) = (RwSignal::new(false), live());
    let on_answer = Callback::new(move |yes| {
        asking.set(false);
        if yes {
            let battles =
                app.storage.battles.with_untracked(|all| all.iter().map(|saved| saved.id.clone()).collect::<Vec<_>>());
            battles.iter().for_each(|id| live.end_all(id));
            app.remove_everything();
        }
    });
    let question = move || question_before_deletion(app, live);
    let on_done = Callback::new(move |_| incoming.set(None));
    app.learn_moments();
    let back = if router().came_from(&Route::Settings) { Route::Settings } else { Route::Home };
    view! {
        <PageHeader back title=say("Backup and storage")/>
        <main class="saved">
            <Unreadable/>
            <section aria-label=say("Storage")>
                <p>{move || counts()}</p>
                <p>{move || persistence_words(app)}</p>
                <p>{journal_words()}</p>
                {week_words().map(|words| view! { <p class="banner">{words}</p> })}
            </section>
            <section aria-label=say("Backup")>
                <h2>{say("Backup")}</h2>
                <p>{move || last_backup(app)}</p>
                <p class="tools"><button class="primary" on:click=move |_| app.back_up()>{say("Save everything as a file")}</button></p>
            </section>
            <section aria-label=say("Files")>
                <h2>{say("Open a file")}</h2>
                <label class="pick">
                    <span class="label">{say("A backup, a roster, a scenario or a battle")}</span>
                    <input type="file" accept=".json,application/json,.txt,text/plain" on:change=move |event| read(app, &event, incoming)/>
                </label>
                <p><a class="button" href=Route::Scan.href()>{say("Read codes with the camera")}</a></p>
                {move || incoming.get().map(|Contents { bundle, left_out }| view! { <Incoming bundle left_out on_done/> })}
            </section>
            <section aria-label=say("Delete")>
                <h2>{say("Delete")}</h2>
                <Battles/>
                <p class="tools"><button aria-expanded=move || asking.get().to_string() on:click=move |_| asking.set(true)>{say("Delete everything")}</button></p>
                <AskFirst asking question=Signal::derive(question) yes=say("Delete all of it") on_answer/>
                <DeletedThings/>
            </section>
        </main>
    }
}

/// The question before everything is deleted. It names the connected devices.
fn question_before_deletion(app: AppState, live: Live) -> String {
    let rosters = app.storage.rosters.with(Vec::len);
    let scenarios = app.storage.scenarios.with(Vec::len);
    let battles = app.storage.battles.with(Vec::len);
    let counted = [
        (rosters, text!("{n} {n|roster|rosters}", n = rosters)),
        (scenarios, text!("{n} {n|scenario|scenarios}", n = scenarios)),
        (battles, text!("{n} {n|battle|battles}", n = battles)),
    ];
    let counted: Vec<String> =
        counted.into_iter().filter(|(n, _)| *n > 0).map(|(_, words)| words.to_string()).collect();
    let question = if counted.is_empty() {
        say("Delete all settings?").to_owned()
    } else {
        text!("Delete {what} and all settings?", what = counted.join(", ")).to_string()
    };
    match live.connected_names() {
        devices if devices.is_empty() => question,
        devices => format!("{question} {}", connected_words(&devices)),
    }
}

/// The saved battles, each with a button that deletes it.
#[component]
fn Battles() -> impl IntoView {
    let app = app_state();
    // The list is read again when other tabs save. Each row has a key, so that only changed rows are redrawn: others keep the focus and
    // an open question.
    let rows = Memo::new(move |_| {
        let row = |saved: &Saved<Listed>| (saved.id.clone(), saved.value.name.clone());
        app.storage.battles.with(|all| all.iter().map(row).collect::<Vec<_>>())
    });
    let asked = RwSignal::new(None);
    view! {
        <ul class="list">
            <For each=move || rows.get() key=Clone::clone let((id, name))><BattleRow id name asked/></For>
        </ul>
    }
}

/// A saved battle.
#[component]
fn BattleRow(
    id: String,
    name: String,
    /// Id of the battle for which the question before deletion is open.
    asked: RwSignal<Option<String>>,
) -> impl IntoView {
    let app = app_state();
    let (this, battle_id, shown) = (id.clone(), id.clone(), id.clone());
    let asking = Memo::new(move |_| asked.with(|asked| asked.as_ref() == Some(&this)));
    let (live, asked_name, connected_in) = (live(), name.clone(), id.clone());
    let question = Signal::derive(move || {
        let question = text!("Delete “{name}” with its whole log?", name = asked_name.clone()).to_string();
        match live.connected_names_in(&connected_in) {
            devices if devices.is_empty() => question,
            devices => format!("{question} {}", connected_words(&devices)),
        }
    });
    let on_answer = Callback::new(move |yes| {
        asked.set(None);
        if yes {
            live.end_all(&id);
            app.remove_battle(&id);
        }
    });
    let moment = move || app.moment(&shown).map(|moment| moment.words);
    view! {
        <li class="row">
            <a class="grow" href=Route::table(battle_id.clone()).href()><b>{name.clone()}</b><small>{moment}</small></a>
            <button class="icon" aria-label=text!("Delete {name}", name = name).to_string() on:click=move |_| asked.set(Some(battle_id.clone()))>"✕"</button>
            <AskFirst asking question yes=say("Delete the battle") on_answer/>
        </li>
    }
}

/// The sentence about connected devices in a question before deletion.
fn connected_words(devices: &[String]) -> String {
    text!(
        "Connected now: {devices}. This ends the connection. The battle stays on the other devices.",
        devices = devices.join(", ")
    )
    .to_string()
}

fn persistence_words(app: AppState) -> &'static str {
    match app.storage.promise.get() {
        Promise::Given => say("This browser keeps saved data until you delete it."),
        Promise::Refused => say("This browser may delete saved data when the device runs out of space. Make backups."),
        Promise::Unknown => say("Drumhead asks the browser to keep saved data as soon as you save something."),
        Promise::None => say("This browser cannot guarantee to keep saved data. Make backups."),
    }
}

/// The note about when actions are on disk, and when they can be lost.
fn journal_words() -> &'static str {
    match journal::state() {
        JournalState::Kept => say(
            "Each action is on disk before you see its result, unless the disk takes longer than a second. If the device breaks or is lost, only backups help.",
        ),
        JournalState::Unknown => say(
            "Drumhead also keeps a journal on disk, so that nothing is lost if the browser is closed by force. If the device breaks or is lost, only backups help.",
        ),
        JournalState::Slow => say(
            "This device takes too long to save: if the browser is closed by force now, the actions of the last minute can be lost. If the device breaks or is lost, only backups help.",
        ),
        JournalState::Lost => say(
            "This browser keeps no journal: if it is closed by force, the actions of the last minute can be lost. If the device breaks or is lost, only backups help.",
        ),
    }
}

fn read(app: AppState, event: &Event, incoming: RwSignal<Option<Contents>>) {
    let input = event.target().and_then(|target| target.dyn_into::<HtmlInputElement>().ok());
    let Some(input) = input else { return };
    let Some(file) = input.files().and_then(|files| files.get(0)) else { return };
    // Emptied, so that choosing the same file again causes a change event.
    input.set_value("");
    spawn_local(async move {
        let text = files::text_of(&file, LONGEST_FILE).await;
        match text.and_then(|text| Bundle::open(rulesets::registry(), &text).ok()) {
            Some(contents) => incoming.set(Some(contents)),
            None => {
                let words = say(
                    "This file cannot be opened: it is not from Drumhead, incomplete or too large. Nothing has changed.",
                );
                app.notice.set(Some(Notice::new(words)));
            }
        }
    });
}
