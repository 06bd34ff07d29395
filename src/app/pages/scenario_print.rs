//! A scenario on paper: a sheet for all, one for each side, and one for the game master.

use crate::app::components::not_here::NotHere;
use crate::app::components::page_header::PageHeader;
use crate::app::components::sheet::{ArmyInOrder, ByCommands, PaperUnit, PrintButton};
use crate::app::state::app_state;
use crate::app::state::route::Route;
use crate::app::state::rulesets;
use exchange::storage::roster;
use exchange::storage::scenario::words::{self, Part};
use exchange::storage::scenario::{Force, ForceUnit, Scenario};
use leptos::prelude::*;
use rules::ruleset::Ruleset;
use rules::scenario::Reader;
use rules::subject::Side;
use rules::text;
use rules::text::say;

#[component]
pub fn PrintScenario(
    /// Id of a saved scenario, or of one of the library.
    id: String,
) -> impl IntoView {
    let app = app_state();
    let held = untrack(|| app.scenario(&id)).map(|saved| saved.value);
    let ruleset = held.as_ref().and_then(|scenario| rulesets::find(&scenario.ruleset));
    let Some((scenario, ruleset)) = held.zip(ruleset) else {
        return view! { <NotHere words=say("This scenario is not on this device.")/> }.into_any();
    };
    let sides = Side::BOTH.map(|side| side_sheet(ruleset, &scenario, side));
    view! {
        <PageHeader back=Route::scenario(id) title=scenario.name.clone()><PrintButton/></PageHeader>
        <main class="printed scenario-sheets">
            {sheet_for_all(ruleset, &scenario)}
            {sides.into_iter().collect_view()}
            {(!scenario.for_players).then(|| game_master_sheet(ruleset, &scenario))}
        </main>
    }
    .into_any()
}

/// A sheet of paper for some readers.
fn sheet(label: String, contents: AnyView) -> impl IntoView {
    view! { <section class="scenario-sheet" aria-label=label.clone()><h2>{label.clone()}</h2>{contents}</section> }
}

/// A heading with a text below it; nothing without a text.
fn passage(heading: &'static str, text: &str) -> Option<impl IntoView + use<>> {
    let text = text.to_owned();
    (!text.is_empty()).then(|| view! { <h3>{heading}</h3><p class="briefing">{text}</p> })
}

fn sheet_for_all(ruleset: &'static Ruleset, scenario: &Scenario) -> impl IntoView + use<> {
    let about = [scenario.date.as_str(), scenario.place.as_str(), ruleset.named.title];
    let about = about.into_iter().filter(|text| !text.is_empty()).collect::<Vec<_>>().join(" · ");
    let contents = view! {
        <p class="soft">{about}</p>
        <p>{scenario.line.clone()}</p>
        <p class="briefing">{scenario.text.clone()}</p>
        {passage(say("Briefing"), &scenario.course.briefings.all)}
        {passage(say("End"), &words::summary(ruleset, scenario, Part::End))}
        {passage(say("Points"), &words::summary(ruleset, scenario, Part::Points))}
        {passage(say("Rules"), &words::summary(ruleset, scenario, Part::Rules))}
    };
    sheet(say("For all").to_owned(), contents.into_any())
}

/// The sheet of a side: its briefing, its deployment, its order of battle by commands, and its units that arrive later.
fn side_sheet(ruleset: &'static Ruleset, scenario: &Scenario, side: Side) -> impl IntoView + use<> {
    let force = &scenario.sides[side.index()];
    let army = scenario.army();
    let is_own = |units: &[String], command: &str| {
        let is_of = |unit: &rules::scenario::ArmyUnit| {
            unit.side == side && (units.contains(&unit.id) || !command.is_empty() && unit.command == command)
        };
        army.units.iter().any(is_of)
    };
    let arrivals = scenario.course.arrivals.iter().filter(|one| is_own(&one.units, &one.command));
    let arrivals = arrivals
        .map(|one| text!("{who}: {when}", who = one.name.clone(), when = words::arrival(ruleset, one)).to_string());
    let arrivals: Vec<String> = arrivals.collect();
    let contents = view! {
        {passage(say("Briefing"), scenario.course.briefings.text(Reader::Side(side)))}
        {passage(say("Deployment"), scenario.course.deployment.of(side))}
        {passage(say("Arrivals"), &arrivals.join("\n"))}
        <ArmyInOrder ruleset side=side.index() name=force.name.clone() groups=by_commands(ruleset, force)/>
    };
    sheet(force.name.clone(), contents.into_any())
}

/// The units of a side with the names of their commands and generals; those without a command come last.
fn by_commands(ruleset: &'static Ruleset, force: &Force) -> ByCommands {
    let on_paper = |unit: &ForceUnit| PaperUnit {
        facts: roster::facts(ruleset, &unit.profile),
        mustered: ruleset.mustered(&unit.profile),
        arrives: None,
    };
    let units = |command: &str| force.units_of(command).map(on_paper).collect::<Vec<_>>();
    let commands = force.commands.iter().map(|command| (command.words(), units(&command.id)));
    commands.chain([(String::new(), units(""))]).filter(|(_, units)| !units.is_empty()).collect()
}

/// The sheet of the game master: the own text, arrivals of both sides, and events with their rows.
fn game_master_sheet(ruleset: &'static Ruleset, scenario: &Scenario) -> impl IntoView + use<> {
    let arrivals = scenario
        .course
        .arrivals
        .iter()
        .map(|one| text!("{who}: {when}", who = one.name.clone(), when = words::arrival(ruleset, one)).to_string());
    let arrivals = arrivals.collect::<Vec<_>>().join("\n");
    let events = scenario.course.events.iter().map(|event| {
        let rows = event.rows.iter().map(|row| view! { <li>{words::row(ruleset, scenario, row)}</li> });
        let rows = rows.collect_view();
        view! { <h3>{event.name.clone()}</h3><p class="soft">{words::event_time(ruleset, event)}</p><ul class="event-rows">{rows}</ul> }
    });
    let contents = view! {
        {passage(say("Briefing"), &scenario.course.briefings.umpire)}
        {passage(say("Arrivals"), &arrivals)}
        {events.collect_view()}
    };
    sheet(say("For the game master alone").to_owned(), contents.into_any())
}
