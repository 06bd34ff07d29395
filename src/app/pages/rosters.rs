//! All rosters, and the samples.

use crate::app::desk::desk;
use crate::app::parts::frame::head;
use crate::app::prelude::*;
use crate::app::route::{Route, router};
use drumhead::roster::Roster;
use drumhead::rulesets;
use drumhead::text;
use drumhead::text::say;

/// The page of all rosters.
pub fn page() -> AnyView {
    let (desk, router) = (desk(), router());
    let new = move |ruleset: &'static str| {
        let id =
            desk.add_roster(Roster { ruleset: ruleset.into(), name: say("New roster").into(), ..Roster::default() });
        router.go(&Route::Roster(id));
    };
    let copy = move |roster: &Roster| {
        let names =
            desk.rosters.with_untracked(|rosters| rosters.iter().map(|kept| kept.it.name.clone()).collect::<Vec<_>>());
        router.go(&Route::Roster(desk.add_roster(roster.copied(&names))));
    };
    let own = move || {
        let rosters = desk.rosters.get();
        if rosters.is_empty() {
            return view! { <p class="empty">{say("No roster yet. Begin one below, or copy a sample and make it yours.")}</p> };
        }
        let rows = rosters
            .into_iter()
            .map(|kept| {
                let (up, down, gone) = (kept.id.clone(), kept.id.clone(), kept.id.clone());
                let name = kept.it.name.clone();
                let title = rulesets::named(&kept.it.ruleset).map_or("?", |ruleset| ruleset.title);
                let about = text!("{title} · {n} units", title = title.to_owned(), n = kept.it.units.len());
                let about =
                    if kept.read_only { text!("{about} · saved by a newer Drumhead, read only", about = about) } else { about };
                view! {
                    <li class="row">
                        <a class="grow" href=Route::Roster(kept.id.clone()).href()><b>{name.clone()}</b><small>{about.to_string()}</small></a>
                        <button class="icon" aria-label=text!("Move {name} up", name = name.clone()).to_string() on:click=move |_| desk.move_roster(&up, false)>"↑"</button>
                        <button class="icon" aria-label=text!("Move {name} down", name = name.clone()).to_string() on:click=move |_| desk.move_roster(&down, true)>"↓"</button>
                        <button class="icon" aria-label=text!("Duplicate {name}", name = name.clone()).to_string() on:click=move |_| copy(&kept.it)>"⧉"</button>
                        <button class="icon" aria-label=text!("Delete {name}", name = name.clone()).to_string() on:click=move |_| desk.remove_roster(&gone)>"✕"</button>
                    </li>
                }
            })
            .collect_view();
        view! { <ul class="list">{rows}</ul> }
    };
    view! {
        {head(Some(Route::Home), say("Rosters"), ())}
        <main>
            {move || own()}
            {rulesets::LIST.iter().filter_map(|named| rulesets::find(named.id)).map(|ruleset| {
                let samples = Roster::samples(ruleset).into_iter().map(|sample| view! {
                    <li class="row">
                        <span class="grow"><b>{sample.name.clone()}</b><small>{text!("sample · {n} units. {note}", n = sample.units.len(), note = sample.note.clone()).to_string()}</small></span>
                        <button aria-label=text!("Copy the sample {name}", name = sample.name.clone()).to_string() on:click=move |_| copy(&sample)>{say("Copy")}</button>
                    </li>
                }).collect_view();
                view! {
                    <h2>{ruleset.title}</h2>
                    <p class="tools">
                        <button on:click=move |_| new(ruleset.id)>{text!("New roster for {rules}", rules = ruleset.title).to_string()}</button>
                        {ruleset.muster.as_ref().map(|muster| {
                            let way = Route::Quick { ruleset: ruleset.id.into(), procedure: Some(muster.procedure.id.into()) };
                            view! { <a class="button" href=way.href()>{say("Muster an army")}</a> }
                        })}
                    </p>
                    <ul class="list">{samples}</ul>
                }
            }).collect_view()}
        </main>
    }
}
