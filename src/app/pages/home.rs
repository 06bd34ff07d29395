//! Home page: the last battle, the others, and links to everything else.

use crate::app::components::backup::last_backup;
use crate::app::components::page_header::PageHeader;
use crate::app::components::update::OfflineStatus;
use crate::app::state::extras::extra;
use crate::app::state::language;
use crate::app::state::route::Route;
use crate::app::state::{Saved, app_state};
use drumhead::core::text::say;
use drumhead::rulesets;
use drumhead::storage::listed::Listed;
use drumhead::text;
use leptos::prelude::*;

/// The home page.
#[component]
pub fn HomePage() -> impl IntoView {
    let app = app_state();
    view! {
        <PageHeader title="Drumhead"/>
        <main class="home">
            {language::offered(app).map(|language| view! {
                <p class="tools"><button class="quiet" lang=language.id on:click=move |_| language::choose(app, language)>{language.offer}</button></p>
            })}
            {move || app.storage.battles.with(Vec::is_empty).then(|| view! { <Masthead/> })}
            {extra(|part| (part.unreadable)())}
            <Battles/>
            {extra(|part| (part.deleted)())}
            <nav class="page-links" aria-label=say("Main pages")>
                <a class="button" class:primary=move || !app.storage.battles.with(Vec::is_empty) href=Route::NewBattle.href()>{say("New battle")}</a>
                <a class="button" href=Route::Rosters.href()>{say("Rosters")}</a>
                <a class="button" href=Route::Chronicle.href()>{say("Chronicle")}</a>
                <a class="button" href=Route::Join.href()>{say("Play on two devices")}</a>
                <a class="button" href=Route::Saved.href()>{say("Backup and storage")}</a>
            </nav>
            {move || (!app.nothing_saved()).then(|| view! { <p class="soft">{last_backup(app)}</p> })}
            <h2>{say("Rules")}</h2>
            <ul class="list rulesets">
                {rulesets::LIST.iter().map(|ruleset| view! {
                    <li class="card">
                        <h3>{ruleset.title}</h3>
                        <p>{say(ruleset.scale)}</p>
                        <p class="soft">{ruleset.authors}", "{say(ruleset.edition)}</p>
                        <p class="tools">
                            <a class="button" href=Route::Sample(ruleset.id.into()).href()>{say("Try a sample battle")}</a>
                            <a class="button" href=Route::Guide(ruleset.id.into()).href()>{say("Guided first battle")}</a>
                            <a class="button" href=Route::Quick { ruleset: ruleset.id.into(), procedure: None }.href()>{say("Roll without a battle")}</a>
                            <a class="button" href=Route::Rules(ruleset.id.into(), None).href()>{say("Quick reference")}</a>
                        </p>
                    </li>
                }).collect_view()}
            </ul>
            <OfflineStatus/>
        </main>
    }
}

/// Purpose of the app, for those who come for the first time.
#[component]
fn Masthead() -> impl IntoView {
    view! {
        <div class="masthead">
            <img src="icons/drum.svg" alt="" width="88" height="88"/>
            <p>{say("A referee beside the table, for pike and shot")}</p>
        </div>
    }
}

/// The way into the last battle, and the list of all.
#[component]
fn Battles() -> impl IntoView {
    let app = app_state();
    // The list is read again once the rest of the app is there, and when other tabs save. It is drawn again, which moves the focus,
    // only if something else is to be shown. The question before a deletion stays all the same.
    let rows = Memo::new(move |_| app.storage.battles.with(|all| all.iter().map(Row::of).collect::<Vec<_>>()));
    let asked = RwSignal::new(None);
    let list = move |rows: &[Row]| {
        let Some(last) = rows.first() else {
            // The first of the rulesets has the shortest way to a first shot.
            let guide = Route::Guide(rulesets::LIST[0].id.into());
            return view! { <a class="button primary wide" href=guide.href()>{say("Play a five-minute battle")}</a> }
                .into_any();
        };
        let (way, words) = (Route::table(last.id.clone()), text!("Continue: {name}", name = last.name.clone()));
        view! {
            <a class="button primary wide" href=way.href()>{words.to_string()}</a>
            <h2>{say("Battles")}</h2>
            <ul class="list">{rows.iter().cloned().map(|row| view! { <BattleRow row asked/> }).collect_view()}</ul>
        }
        .into_any()
    };
    move || rows.with(|rows| list(rows))
}

/// Facts that the list shows of a battle.
#[derive(Clone, PartialEq)]
struct Row {
    id: String,
    name: String,
    about: String,
}

impl Row {
    fn of(saved: &Saved<Listed>) -> Self {
        let title = rulesets::named(&saved.it.ruleset).map_or("?", |ruleset| ruleset.title);
        let [a, b] = saved.it.sides.clone();
        let sides = text!("{title} · {a} against {b}", title = title.to_owned(), a = a, b = b);
        let about = if saved.read_only {
            text!("{about} · saved by a newer version, read only", about = sides)
        } else {
            sides
        };
        Self { id: saved.id.clone(), name: saved.it.name.clone(), about: about.to_string() }
    }
}

#[component]
fn BattleRow(
    row: Row,
    /// The battle whose deletion is asked about, by its id.
    asked: RwSignal<Option<String>>,
) -> impl IntoView {
    let app = app_state();
    let (id, name) = (row.id.clone(), row.name.clone());
    let of = row.id.clone();
    let moment = move || app.moment(&of).filter(|words| !words.is_empty()).map(|words| format!(" · {words}"));
    view! {
        <li class="row">
            <a class="grow" href=Route::table(row.id.clone()).href()><b>{row.name.clone()}</b><small>{row.about}{moment}</small></a>
            <button class="icon" aria-label=text!("Delete {name}", name = row.name).to_string() on:click=move |_| asked.set(Some(row.id.clone()))>"✕"</button>
            {extra(move |extras| (extras.ask_deletion)(app, id.clone(), name.clone(), asked))}
        </li>
    }
}
