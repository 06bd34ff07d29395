//! The page of all scenarios: the player's own, then the library of each ruleset.

use crate::app::components::bin::DeletedThings;
use crate::app::components::icon::{COPY, Icon};
use crate::app::components::page_header::PageHeader;
use crate::app::components::roster_choice::{Offered, RosterChoice, offered};
use crate::app::state::route::{Route, router};
use crate::app::state::rulesets;
use crate::app::state::{Saved, app_state};
use exchange::storage::scenario::Scenario;
use exchange::storage::scenario::words;
use leptos::prelude::*;
use rules::ruleset::Ruleset;
use rules::text;
use rules::text::say;

#[component]
pub fn ScenariosPage() -> impl IntoView {
    let app = app_state();
    let rows = move || {
        let scenarios = app.storage.scenarios.get();
        if scenarios.is_empty() {
            return view! { <p class="empty">{say("No scenarios of your own yet. Play one below, copy it to change it, or make one from two rosters.")}</p> }
                .into_any();
        }
        let rows = scenarios.into_iter().map(|saved| view! { <ScenarioRow saved/> }).collect_view();
        view! { <ul class="list">{rows}</ul> }.into_any()
    };
    let rulesets = rulesets::LIST.iter().filter_map(|named| rulesets::find(named.id));
    view! {
        <PageHeader back=Route::Home title=say("Scenarios")/>
        <main>
            {move || rows()}
            <DeletedThings/>
            {rulesets.map(|ruleset| view! { <RulesetScenarios ruleset/> }).collect_view()}
        </main>
    }
}

#[component]
fn ScenarioRow(saved: Saved<Scenario>) -> impl IntoView {
    let (app, router) = (app_state(), router());
    let Saved { id, value: scenario, read_only, .. } = saved;
    let name = scenario.name.clone();
    let title = rulesets::title(&scenario.ruleset).to_owned();
    let about = match rulesets::find(&scenario.ruleset) {
        Some(ruleset) => format!("{title} · {}", words::summary(ruleset, &scenario, words::Part::Sides)),
        None => title,
    };
    let about = if scenario.for_players { format!("{about} · {}", say("for players")) } else { about };
    let about = if read_only {
        text!("{about} · saved by a newer version, read only", about = about).to_string()
    } else {
        about
    };
    let line = [scenario.date.as_str(), scenario.line.as_str()].into_iter().filter(|text| !text.is_empty());
    let line = line.collect::<Vec<_>>().join(" · ");
    let line = (!line.is_empty()).then(|| view! { <small>{line}</small> });
    let removed = id.clone();
    let copy = move |_| {
        if let Some(id) = app.copy_scenario(&scenario) {
            router.go(&Route::scenario(id));
        }
    };
    view! {
        <li class="row roster-row">
            <a class="grow" href=Route::scenario(id).href()><b>{name.clone()}</b><small>{about}</small>{line}</a>
            <button class="icon" aria-label=text!("Duplicate {name}", name = name.clone()).to_string() on:click=copy><Icon path=COPY/></button>
            <button class="icon" aria-label=text!("Delete {name}", name = name).to_string() on:click=move |_| app.remove_scenario(&removed)>"✕"</button>
        </li>
    }
}

/// The library of a ruleset, and the form of a new scenario.
#[component]
fn RulesetScenarios(ruleset: &'static Ruleset) -> impl IntoView {
    let row = |(id, scenario): (String, Scenario)| {
        let about = [scenario.date.clone(), scenario.place.clone(), words::length(ruleset, &scenario)];
        let about = about.into_iter().filter(|text| !text.is_empty()).collect::<Vec<_>>().join(" · ");
        view! {
            <li class="row"><a class="grow" href=Route::scenario(id).href()><b>{scenario.name}</b><small>{about}</small><small>{scenario.line}</small></a></li>
        }
    };
    let rows = Scenario::library(ruleset).into_iter().map(row).collect_view();
    view! {
        <section aria-label=ruleset.named.title>
            <h2>{ruleset.named.title}</h2>
            <ul class="list">{rows}</ul>
            <NewScenario ruleset/>
        </section>
    }
}

/// The form of a new scenario of two rosters, with the player's first two, or the first two samples.
#[component]
fn NewScenario(ruleset: &'static Ruleset) -> impl IntoView {
    let (app, router) = (app_state(), router());
    let rosters = Memo::new(move |_| offered(app, ruleset));
    let first = move |index: usize| {
        rosters.with_untracked(|all: &Vec<Offered>| all.get(index).map(|offered| offered.key.clone()))
    };
    let sides = [RwSignal::new(first(0)), RwSignal::new(first(1))];
    let choices = [say("First side"), say("Second side")].into_iter().zip(sides);
    let choices = choices.map(|(label, side)| view! { <RosterChoice label side rosters/> }).collect_view();
    let make = move |_| {
        let taken = sides.map(|side| {
            let key = side.get_untracked()?;
            rosters.with_untracked(|all| all.iter().find(|offered| offered.key == key).map(|one| one.roster.clone()))
        });
        if let Some(id) = app.add_scenario(Scenario::of_rosters(ruleset, "", &taken)) {
            router.go(&Route::scenario(id));
        }
    };
    view! {
        <details class="disclosure">
            <summary>{text!("New scenario for {rules}", rules = ruleset.named.title).to_string()}</summary>
            {choices}
            <p class="tools"><button class="primary" on:click=make>{say("Make a scenario")}</button></p>
        </details>
    }
}
