//! Where the app opens: the last battle, the others, and the ways into everything else.

use crate::app::desk::{Desk, desk};
use crate::app::language;
use crate::app::pages::saved::{last_backup, troubles};
use crate::app::parts::frame::head;
use crate::app::parts::update::status;
use crate::app::route::Route;
use drumhead::core::text::say;
use drumhead::rulesets;
use drumhead::text;
use leptos::prelude::*;

/// The home page.
pub fn page() -> impl IntoView {
    let desk = desk();
    view! {
        {head(None, "Drumhead", ())}
        <main class="home">
            {language::offered(desk).map(|own| view! {
                <p class="tools"><button class="quiet" lang=own.id on:click=move |_| language::choose(desk, own)>{own.offer}</button></p>
            })}
            {move || desk.battles.with(Vec::is_empty).then(masthead)}
            {move || troubles(desk)}
            {move || battles(desk)}
            <nav class="ways" aria-label=say("Ways")>
                <a class="button primary" href=Route::NewBattle.href()>{say("New battle")}</a>
                <a class="button" href=Route::Rosters.href()>{say("Rosters")}</a>
                <a class="button" href=Route::Saved.href()>{say("Saved on this device")}</a>
            </nav>
            {move || (!desk.nothing_saved()).then(|| view! { <p class="soft">{last_backup(desk)}</p> })}
            <h2>{say("Rules")}</h2>
            <ul class="list rulesets">
                {rulesets::LIST.iter().map(|ruleset| view! {
                    <li class="card">
                        <h3>{ruleset.title}</h3>
                        <p class="soft">{ruleset.authors}", "{say(ruleset.edition)}</p>
                        <p class="tools">
                            <a class="button" href=Route::Quick { ruleset: ruleset.id.into(), procedure: None }.href()>{say("Quick resolve")}</a>
                            <a class="button" href=Route::Rules(ruleset.id.into()).href()>{say("Quick reference")}</a>
                        </p>
                    </li>
                }).collect_view()}
            </ul>
            {status()}
        </main>
    }
}

/// What this is, for those who come for the first time.
fn masthead() -> impl IntoView {
    view! {
        <div class="masthead">
            <img src="icons/drum.svg" alt="" width="88" height="88"/>
            <p>{say("A referee beside the table, for pike and shot")}</p>
        </div>
    }
}

fn battles(desk: Desk) -> AnyView {
    let battles = desk.battles.get();
    let Some(last) = battles.first() else {
        return view! {
            <p class="empty">{say("No battle yet. Begin one: choose the rules and two sides; rosters can wait, samples are there.")}</p>
        }
        .into_any();
    };
    let go_on = view! {
        <a class="button primary wide" href=Route::Table(last.id.clone()).href()>{text!("Continue: {name}", name = last.it.name.clone()).to_string()}</a>
    };
    let rows = battles
        .iter()
        .map(|kept| {
            let id = kept.id.clone();
            let title = rulesets::named(&kept.it.ruleset).map_or("?", |ruleset| ruleset.title);
            let [a, b] = kept.it.sides.clone().map(|side| side.name);
            let sides = text!("{title} · {a} against {b}", title = title.to_owned(), a = a, b = b);
            let sides = if kept.read_only { text!("{about} · saved by a newer Drumhead, read only", about = sides) } else { sides };
            view! {
                <li class="row">
                    <a class="grow" href=Route::Table(kept.id.clone()).href()><b>{kept.it.name.clone()}</b><small>{sides.to_string()}</small></a>
                    <button class="icon" aria-label=text!("Delete {name}", name = kept.it.name.clone()).to_string() on:click=move |_| desk.remove_battle(&id)>"✕"</button>
                </li>
            }
        })
        .collect_view();
    view! { {go_on}<h2>{say("Battles")}</h2><ul class="list">{rows}</ul> }.into_any()
}

/// A page for an address that leads nowhere.
pub fn not_here(words: &'static str) -> impl IntoView {
    view! {
        {head(Some(Route::Home), say("Not here"), ())}
        <main><p class="empty">{words}</p></main>
    }
}
