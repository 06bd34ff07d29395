//! The page of a scenario: both armies, the button that plays it, and its parts as folded lines. One of the player's own is edited there.

mod arrivals;
mod briefings;
mod commands;
mod editing;
mod effects;
mod end;
mod events;
mod rows;
mod rules_of_play;
mod sides;

use crate::app::components::army_editor::{Army, Editor, UnitsOfArmy};
use crate::app::components::facing::{Facing, FacingArmies};
use crate::app::components::field::Terms;
use crate::app::components::icon::{Icon, PRINT, SHARE};
use crate::app::components::not_here::NotHere;
use crate::app::components::page_header::PageHeader;
use crate::app::state::app_state;
use crate::app::state::route::{Route, ScenarioPage, router};
use crate::app::state::rulesets;
use arrivals::Arrivals;
use briefings::{About, Briefings};
use editing::Editing;
use end::{Ends, PointsOfPlan};
use events::Events;
use exchange::storage::scenario::Scenario;
use exchange::storage::scenario::words::{self, Part};
use leptos::prelude::*;
use rules::ruleset::Ruleset;
use rules::subject::Side;
use rules::text;
use rules::text::say;
use rules_of_play::RulesOfPlay;
use sides::Sides;

/// The page of a scenario.
#[component]
pub fn PlanPage(
    /// Id of a saved scenario, or of one of the library.
    id: String,
) -> impl IntoView {
    let app = app_state();
    let (scenario, ruleset) = match opened(&id) {
        Ok(opened) => opened,
        Err(words) => return view! { <NotHere words/> }.into_any(),
    };
    provide_context(Terms(ruleset.texts.glossary));
    let is_saved =
        app.storage.scenarios.with_untracked(|all| all.iter().any(|saved| saved.id == id && !saved.read_only));
    let editing = Editing::open(ruleset, id.clone(), scenario.clone(), is_saved && !scenario.for_players);
    let name = editing.read(|scenario| scenario.name.clone());
    view! {
        <PageHeader back=Route::Scenarios title=name>
            <a class="icon" href=ScenarioPage::Print.of(id.clone()).href() aria-label=say("Print")><Icon path=PRINT/></a>
            <a class="icon" href=ScenarioPage::Share.of(id).href() aria-label=say("Share")><Icon path=SHARE/></a>
        </PageHeader>
        <main class="form plan">
            <PlanHead editing/>
            <PlanPart editing label=say("About") summary=about_words><About editing/></PlanPart>
            <PlanPart editing label=say("Sides") summary=of_part(Part::Sides)><Sides editing/></PlanPart>
            <PlanPart editing label=say("Briefing") summary=of_part(Part::Briefing)><Briefings editing/></PlanPart>
            <PlanPart editing label=say("Arrivals") summary=of_part(Part::Arrivals)><Arrivals editing/></PlanPart>
            <PlanPart editing label=say("Events") summary=of_part(Part::Events)><Events editing/></PlanPart>
            <PlanPart editing label=say("End") summary=of_part(Part::End)><Ends editing/></PlanPart>
            <PlanPart editing label=say("Points") summary=of_part(Part::Points)><PointsOfPlan editing/></PlanPart>
            <PlanPart editing label=say("Rules") summary=of_part(Part::Rules)><RulesOfPlay editing/></PlanPart>
        </main>
    }
    .into_any()
}

/// The scenario with this id, and its ruleset. The error is the reason in words why there is none.
fn opened(id: &str) -> Result<(Scenario, &'static Ruleset), &'static str> {
    let saved = untrack(|| app_state().scenario(id)).ok_or(say("This scenario is not on this device."))?;
    let ruleset = rulesets::find(&saved.value.ruleset);
    let ruleset = ruleset.ok_or(say("This version of Drumhead does not have the rules of this scenario."))?;
    Ok((saved.value, ruleset))
}

/// A function that gives the summary of a part of a scenario.
type Summary = Box<dyn Fn(&'static Ruleset, &Scenario) -> String + Send + Sync>;

fn of_part(part: Part) -> Summary {
    Box::new(move |ruleset, scenario| words::summary(ruleset, scenario, part))
}

fn about_words(_: &'static Ruleset, scenario: &Scenario) -> String {
    let parts = [scenario.date.as_str(), scenario.place.as_str()];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" · ")
}

/// A part of a scenario: a folded line with its summary. The contents are made when it is first unfolded.
#[component]
fn PlanPart(
    editing: Editing,
    label: &'static str,
    summary: impl Fn(&'static Ruleset, &Scenario) -> String + Send + Sync + 'static,
    children: ChildrenFn,
) -> impl IntoView {
    let ruleset = editing.ruleset;
    let words = editing.read(move |scenario| summary(ruleset, scenario));
    let shown = move || words.with(|words| if words.is_empty() { say("none").to_owned() } else { words.clone() });
    let was_opened = RwSignal::new(false);
    let toggled = move |event| {
        if event_target::<web_sys::Element>(&event).has_attribute("open") {
            was_opened.set(true);
        }
    };
    view! {
        <details class="disclosure plan-part" on:toggle=toggled>
            <summary><b>{label}</b><small>{shown}</small></summary>
            <Show when=move || was_opened.get()>{children()}</Show>
        </details>
    }
}

/// Date, place and length, both armies, and the buttons.
#[component]
fn PlanHead(editing: Editing) -> impl IntoView {
    let (app, router, ruleset) = (editing.app, router(), editing.ruleset);
    let armies = editing.read(move |scenario| {
        scenario
            .sides
            .each_ref()
            .map(|side| Facing::of(ruleset, side.name.clone(), side.units.iter().map(|unit| &unit.profile)))
    });
    let about = editing.read(move |scenario| {
        let parts = [about_words(ruleset, scenario), ruleset.named.title.to_owned(), words::length(ruleset, scenario)];
        parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" · ")
    });
    let line = editing.read(|scenario| scenario.line.clone());
    let (is_sample, is_for_players) =
        editing.scenario.with_untracked(|scenario| (scenario.sample, scenario.for_players));
    let begun = StoredValue::new(false);
    let play = move |_| {
        // A second tap would begin a second battle.
        if begun.try_update_value(|begun| std::mem::replace(begun, true)) != Some(false) {
            return;
        }
        let id =
            editing.id.with_value(|id| editing.scenario.with_untracked(|scenario| app.play_scenario(id, scenario)));
        match id {
            Some(id) => router.go(&Route::table(id)),
            None => begun.set_value(false),
        }
    };
    let copy = move |_| {
        if let Some(id) = editing.scenario.with_untracked(|scenario| app.copy_scenario(scenario)) {
            router.go(&Route::scenario(id));
        }
    };
    let share = ScenarioPage::Share.of(editing.id.get_value()).href();
    let print = ScenarioPage::Print.of(editing.id.get_value()).href();
    view! {
        <div class="plan-head">
            <p class="soft">{about}</p>
            <FacingArmies armies/>
            {move || line.with(|line| (!line.is_empty()).then(|| view! { <p>{line.clone()}</p> }))}
            {is_sample.then(|| view! { <p class="soft">{say("A sample: strengths and classes are chosen to play well.")}</p> })}
            {is_for_players.then(|| view! { <p class="soft">{say("A copy for players, without the texts for the game master.")}</p> })}
            <p class="tools">
                <button class="primary" on:click=play>{say("Play it")}</button>
                <a class="button" href=share>{say("Codes for the players")}</a>
                <a class="button" href=print>{say("Print")}</a>
                {(!editing.can_edit()).then(|| view! { <button on:click=copy>{say("Copy and change")}</button> })}
            </p>
        </div>
    }
}

/// The units of a side of a scenario.
#[component]
pub fn ArmyPage(
    /// Id of the scenario.
    id: String,
    /// Id of the side.
    side: String,
) -> impl IntoView {
    let app = app_state();
    let (scenario, ruleset) = match opened(&id) {
        Ok(opened) => opened,
        Err(words) => return view! { <NotHere words/> }.into_any(),
    };
    let is_own = app.storage.scenarios.with_untracked(|all| all.iter().any(|saved| saved.id == id));
    let Some(side) = Side::find(&side).filter(|_| is_own) else {
        return view! { <NotHere words=say("This scenario is not on this device.")/> }.into_any();
    };
    provide_context(Terms(ruleset.texts.glossary));
    let editor = Editor::open(ruleset, Army::Scenario(id.clone(), side));
    let title = text!("{side} in {name}", side = scenario.sides[side.index()].name.clone(), name = scenario.name);
    view! {
        <PageHeader back=Route::scenario(id) title=title.to_string()/>
        <main class="form">
            <p class="soft">{say("Units that stay keep their commands, arrivals and points, whatever is changed of them.")}</p>
            <UnitsOfArmy editor/>
        </main>
    }
    .into_any()
}
