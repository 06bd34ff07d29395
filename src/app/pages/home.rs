//! The home page: the last battle, the other battles, and links to the other pages. On a first visit: a short guided battle, the
//! rulesets, and links.

use crate::app::components::page_header::PageHeader;
use crate::app::components::update::OfflineStatus;
use crate::app::platform::dates::days_since;
use crate::app::state::extras::extra;
use crate::app::state::language;
use crate::app::state::route::Route;
use crate::app::state::rulesets;
use crate::app::state::{AppState, Saved, app_state};
use exchange::storage::listed::Listed;
use leptos::prelude::*;
use rules::ruleset::Named;
use rules::text;
use rules::text::say;

#[component]
pub fn HomePage() -> impl IntoView {
    let app = app_state();
    let is_first_visit = Memo::new(move |_| app.storage.battles.with(Vec::is_empty));
    let parts = move || match is_first_visit.get() {
        true => view! { <Masthead/>{extra(|part| (part.unreadable)())}<FirstBattle/><Rules/><PageLinks/> }.into_any(),
        false => view! { {extra(|part| (part.unreadable)())}<Battles/><Rules/> }.into_any(),
    };
    view! {
        <PageHeader title="Drumhead"/>
        <main class="home">
            {language::offered(app).map(|language| view! {
                <p class="tools"><button class="quiet" lang=language.id on:click=move |_| language::choose(app, language)>{language.offer}</button></p>
            })}
            {parts}
            <OfflineStatus/>
        </main>
    }
}

/// The app's drum and its purpose, for a first visit.
#[component]
fn Masthead() -> impl IntoView {
    view! {
        <div class="masthead">
            <img src="icons/drum.svg" alt="" width="88" height="88"/>
            <p>{say("A referee beside the table, for pike and shot")}</p>
        </div>
    }
}

/// The links to the guided first battles, one for each ruleset.
#[component]
fn FirstBattle() -> impl IntoView {
    let guide = |ruleset: &'static Named| {
        let guide = Route::Guide { ruleset: ruleset.id.into() };
        view! { <a class="button" href=guide.href()>{ruleset.title}</a> }
    };
    view! {
        <details class="five-minutes">
            <summary class="button primary wide">{say("Play a five-minute battle")}</summary>
            <p class="tools" role="group" aria-label=say("With which rules?")>{rulesets::LIST.iter().map(guide).collect_view()}</p>
        </details>
    }
}

/// Links to the main pages.
#[component]
fn PageLinks() -> impl IntoView {
    view! {
        <nav class="page-links" aria-label=say("Main pages")>
            <a class="button" href=Route::Scenarios.href()>{say("Fight a battle")}</a>
            <a class="button" href=Route::NewBattle.href()>{say("New battle")}</a>
            <a class="button" href=Route::Rosters.href()>{say("Rosters")}</a>
            <a class="button" href=Route::Chronicle.href()>{say("Chronicle")}</a>
            <a class="button" href=Route::Join.href()>{say("Play on several devices")}</a>
            <a class="button" href=Route::Saved.href()>{say("Backup and storage")}</a>
        </nav>
    }
}

/// The rulesets, each with the armies of its sample.
#[component]
fn Rules() -> impl IntoView {
    let card = |ruleset: &'static Named| {
        view! {
            <li class="card">
                <div class="block-art" aria-hidden="true" inner_html=ruleset.sample_armies/>
                <h3>{ruleset.title}</h3>
                <p>{say(ruleset.scale)}</p>
                <p class="soft">{ruleset.authors}", "{say(ruleset.edition)}</p>
                <p class="tools">
                    <a class="button" href=Route::Sample { ruleset: ruleset.id.into() }.href()>{say("Try a sample battle")}</a>
                    <a class="button" href=Route::Guide { ruleset: ruleset.id.into() }.href()>{say("Guided first battle")}</a>
                    <a class="button" href=Route::quick(ruleset.id).href()>{say("Roll without a battle")}</a>
                    <a class="button" href=Route::rules(ruleset.id).href()>{say("Quick reference")}</a>
                </p>
            </li>
        }
    };
    view! {
        <h2>{say("Rules")}</h2>
        <ul class="list rulesets">{rulesets::LIST.iter().map(card).collect_view()}</ul>
    }
}

/// The link to the last battle, the links to other pages, and the list of the other battles.
#[component]
fn Battles() -> impl IntoView {
    let app = app_state();
    // The list is read again when the second module has arrived, and when other tabs save. A redraw would move the focus, so the memo
    // redraws the list only if its rows differ.
    let rows = Memo::new(move |_| app.by_last_writing().iter().map(Row::of).collect::<Vec<_>>());
    let last = Memo::new(move |_| rows.with(|rows| rows.first().cloned()));
    let others = move || {
        rows.with(|rows| {
            let rows = rows.get(1..).filter(|rows| !rows.is_empty())?;
            let rows = rows.iter().cloned().map(|row| view! { <BattleRow row/> }).collect_view();
            Some(view! { <h2>{say("Battles")}</h2><ul class="list">{rows}</ul> })
        })
    };
    view! {
        {move || last.get().map(|row| view! { <Continue row/> })}
        <PageLinks/>
        {others}
    }
}

/// The facts of a battle that the list shows.
#[derive(Clone, PartialEq)]
struct Row {
    id: String,
    name: String,
    about: String,
}

impl Row {
    fn of(saved: &Saved<Listed>) -> Self {
        let title = rulesets::named(&saved.value.ruleset).map_or("?", |ruleset| ruleset.title);
        let [a, b] = saved.value.sides.clone();
        let sides = text!("{title} · {a} against {b}", title = title.to_owned(), a = a, b = b);
        let about = if saved.read_only {
            text!("{about} · saved by a newer version, read only", about = sides)
        } else {
            sides
        };
        Self { id: saved.id.clone(), name: saved.value.name.clone(), about: about.to_string() }
    }
}

/// The link to the last battle, with both armies in their current state.
#[component]
fn Continue(row: Row) -> impl IntoView {
    let app = app_state();
    let (id, armies) = (row.id.clone(), row.id.clone());
    let words = text!("Continue: {name}", name = row.name).to_string();
    view! {
        <a class="button primary wide continue" href=Route::table(row.id).href()>
            <b>{words}</b>
            <span class="armies" aria-hidden="true">{extra(move |part| (part.saved_armies)(app, armies.clone()))}</span>
            <small>{row.about}</small>
            <small class="when">{move || when(app, &id)}</small>
        </a>
    }
}

/// The turn, score and day of a battle: `Bound 5 · 5–4 · yesterday`. Empty until the battle is read.
fn when(app: AppState, id: &str) -> String {
    let Some(moment) = app.moment(id).filter(|moment| !moment.turn.is_empty()) else { return String::new() };
    let score = moment.score.map(|[a, b]| format!("{a}–{b}"));
    let day = match days_since(moment.played) {
        0 => say("today").to_owned(),
        1 => say("yesterday").to_owned(),
        days => text!("{days} days ago", days = days).to_string(),
    };
    [Some(moment.turn), score, Some(day)].into_iter().flatten().collect::<Vec<_>>().join(" · ")
}

#[component]
fn BattleRow(row: Row) -> impl IntoView {
    let app = app_state();
    let id = row.id.clone();
    let moment = move || Some(when(app, &id)).filter(|words| !words.is_empty()).map(|words| format!(" · {words}"));
    view! {
        <li class="row">
            <a class="grow" href=Route::table(row.id.clone()).href()><b>{row.name.clone()}</b><small>{row.about}{moment}</small></a>
        </li>
    }
}
