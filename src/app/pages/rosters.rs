//! The page of all rosters, with the samples of each ruleset.

use crate::app::components::bin::DeletedThings;
use crate::app::components::icon::{COPY, Icon};
use crate::app::components::page_header::PageHeader;
use crate::app::state::route::{Route, router};
use crate::app::state::rulesets;
use crate::app::state::{Saved, app_state};
use exchange::storage::roster::Roster;
use leptos::prelude::*;
use rules::ruleset::Ruleset;
use rules::text;
use rules::text::say;

#[component]
pub fn RostersPage() -> impl IntoView {
    let app = app_state();
    let saved_rosters = move || {
        let rosters = app.storage.rosters.get();
        if rosters.is_empty() {
            return view! { <p class="empty">{say("No rosters yet. Start one below, or copy a sample.")}</p> }
                .into_any();
        }
        let rows = rosters.into_iter().map(|saved| view! { <RosterRow saved/> }).collect_view();
        view! { <ul class="list">{rows}</ul> }.into_any()
    };
    let rulesets = rulesets::LIST.iter().filter_map(|named| rulesets::find(named.id));
    view! {
        <PageHeader back=Route::Home title=say("Rosters")/>
        <main>
            {move || saved_rosters()}
            <DeletedThings/>
            {rulesets.map(|ruleset| view! { <RulesetRosters ruleset/> }).collect_view()}
        </main>
    }
}

#[component]
fn RosterRow(saved: Saved<Roster>) -> impl IntoView {
    let (app, copy) = (app_state(), roster_copier());
    let (up, down, removed) = (saved.id.clone(), saved.id.clone(), saved.id.clone());
    let name = saved.value.name.clone();
    let title = rulesets::title(&saved.value.ruleset);
    let about = text!("{title} · {n} {n|unit|units}", title = title.to_owned(), n = saved.value.units.len());
    let about = match (saved.value.is_set_of_rules(), saved.value.own_rules.is_empty()) {
        (true, _) => text!("{title} · a set of own rules", title = title.to_owned()),
        (false, true) => about,
        (false, false) => text!("{about} · own rules", about = about),
    };
    let note = (!saved.value.note.is_empty()).then(|| view! { <small>{saved.value.note.clone()}</small> });
    let about =
        if saved.read_only { text!("{about} · saved by a newer version, read only", about = about) } else { about };
    view! {
        <li class="row roster-row">
            <a class="grow" href=Route::roster(saved.id.clone()).href()><b>{name.clone()}</b><small>{about.to_string()}</small>{note}</a>
            <button class="icon" aria-label=text!("Move {name} up", name = name.clone()).to_string() on:click=move |_| app.move_roster(&up, false)>"↑"</button>
            <button class="icon" aria-label=text!("Move {name} down", name = name.clone()).to_string() on:click=move |_| app.move_roster(&down, true)>"↓"</button>
            <button class="icon" aria-label=text!("Duplicate {name}", name = name.clone()).to_string() on:click=move |_| copy(&saved.value)><Icon path=COPY/></button>
            <button class="icon" aria-label=text!("Delete {name}", name = name).to_string() on:click=move |_| app.remove_roster(&removed)>"✕"</button>
        </li>
    }
}

/// The buttons that make a new roster for a ruleset, and its samples.
#[component]
fn RulesetRosters(ruleset: &'static Ruleset) -> impl IntoView {
    let (app, router, copy) = (app_state(), router(), roster_copier());
    let new = move |_| {
        let roster = Roster { ruleset: ruleset.named.id.into(), name: say("New roster").into(), ..Roster::default() };
        router.go(&Route::roster(app.add_roster(roster)));
    };
    let samples = Roster::samples(ruleset).into_iter().map(|sample| view! {
        <li class="row">
            <span class="grow"><b>{sample.name.clone()}</b><small>{text!("sample · {n} {n|unit|units}. {note}", n = sample.units.len(), note = sample.note.clone()).to_string()}</small></span>
            <button aria-label=text!("Copy the sample {name}", name = sample.name.clone()).to_string() on:click=move |_| copy(&sample)>{say("Copy")}</button>
        </li>
    });
    let samples = samples.collect_view();
    view! {
        <h2>{ruleset.named.title}</h2>
        <p class="tools">
            <button on:click=new>{text!("New roster for {rules}", rules = ruleset.named.title).to_string()}</button>
            {ruleset.rosters.muster.as_ref().map(|muster| {
                let route = Route::Quick { ruleset: ruleset.named.id.into(), procedure: Some(muster.procedure.id.into()) };
                view! { <a class="button" href=route.href()>{say("Muster an army")}</a> }
            })}
        </p>
        <ul class="list">{samples}</ul>
    }
}

/// Returns a function that copies a roster and opens the copy.
fn roster_copier() -> impl Fn(&Roster) + Copy + 'static {
    let (app, router) = (app_state(), router());
    move |roster| {
        let names: Vec<String> = app
            .storage
            .rosters
            .with_untracked(|rosters| rosters.iter().map(|saved| saved.value.name.clone()).collect());
        router.go(&Route::roster(app.add_roster(roster.copied(&names))));
    }
}
