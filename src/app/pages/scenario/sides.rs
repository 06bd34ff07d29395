//! Both sides of a scenario: their names, units and commands.

use super::commands::Commands;
use super::editing::{Editing, TextEntry};
use super::rows::{AddSelect, Choices};
use crate::app::components::roster_choice::{offered, offered_name};
use crate::app::state::route::ScenarioPage;
use exchange::storage::scenario::{Force, words};
use leptos::prelude::*;
use rules::scenario::NAME_MAX;
use rules::subject::Side;
use rules::text;
use rules::text::{SHORT, say};

#[component]
pub(super) fn Sides(editing: Editing) -> impl IntoView {
    Side::BOTH.map(|side| view! { <SideOfPlan editing side/> }).into_iter().collect_view()
}

#[component]
fn SideOfPlan(editing: Editing, side: Side) -> impl IntoView {
    let name = editing.read(move |scenario| scenario.sides[side.index()].name.clone());
    let contents = if editing.can_edit() {
        view! { <SideForm editing side name/> }.into_any()
    } else {
        editing.scenario.with_untracked(|scenario| by_commands(&scenario.sides[side.index()])).into_any()
    };
    view! {
        <section class=format!("side-{}", side.index()) aria-label=name>
            <h3>{name}</h3>
            {contents}
        </section>
    }
}

/// The units of a side by their commands, to read.
fn by_commands(force: &Force) -> impl IntoView + use<> {
    let names = |command: &str| {
        let names = force.units_of(command).filter_map(|unit| unit.profile.get("name")?.as_str());
        names.collect::<Vec<_>>().join(", ")
    };
    let commands = force.commands.iter().map(|command| {
        let name = match command.general.as_str() {
            "" => command.name.clone(),
            general => format!("{}: {general}", command.name),
        };
        (name, names(&command.id))
    });
    let without = Some((say("Without a command").to_owned(), names(""))).filter(|(_, names)| !names.is_empty());
    super::rows::lines(commands.chain(without).collect::<Vec<_>>())
}

/// The names of a side, the link to its units, the rosters that it can take, and its commands.
#[component]
fn SideForm(editing: Editing, side: Side, name: Memo<String>) -> impl IntoView {
    let put_name = Callback::new(move |text| editing.change(|scenario| scenario.sides[side.index()].name = text));
    let short = editing.read(move |scenario| scenario.sides[side.index()].short.clone());
    let put_short = Callback::new(move |text: String| {
        let text = text.trim().to_owned();
        editing.change(|scenario| scenario.sides[side.index()].short = text)
    });
    let count = editing.read(move |scenario| scenario.sides[side.index()].units.len());
    let units = ScenarioPage::Army { side: side.id().to_owned() }.of(editing.id.get_value()).href();
    let rosters = Memo::new(move |_| offered(editing.app, editing.ruleset));
    let choices = Signal::derive(move || -> Choices {
        let option = |(index, name): (usize, String)| (index.to_string(), name);
        let names = rosters.with(|all| all.iter().map(|one| offered_name(&one.roster)).collect::<Vec<_>>());
        vec![(String::new(), names.into_iter().enumerate().map(option).collect())]
    });
    let take = Callback::new(move |index: String| {
        let taken = index
            .parse()
            .ok()
            .and_then(|index: usize| rosters.with_untracked(|all| all.get(index).map(|one| one.roster.clone())));
        let Some(roster) = taken else { return };
        let words = text!("{side} has the units of “{name}”.", side = name.get_untracked(), name = roster.name.clone());
        editing.id.with_value(|id| {
            editing.app.offer_scenario_undo(id, words.to_string(), || {
                editing.change_or_notice(|scenario| scenario.take_roster(side, &roster));
            });
        });
    });
    let proposed = move || editing.scenario.with(|scenario| words::short(scenario, side));
    view! {
        <TextEntry editing label=say("Name of the side") value=name put=put_name most=NAME_MAX/>
        <TextEntry editing label=say("Short name") value=short put=put_short most=SHORT/>
        <Show when=move || short.with(String::is_empty)><p class="soft">{move || text!("Where there is little room: {name}", name = proposed()).to_string()}</p></Show>
        <p class="tools"><a class="button" href=units>{move || text!("Units ({n})", n = count.get()).to_string()}</a></p>
        <AddSelect label=say("Take the units of a roster") choices add=take/>
        <Commands editing side/>
    }
}
