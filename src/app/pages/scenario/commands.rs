//! The commands of a side: each with its name, its general and its units.

use super::editing::{Editing, TextEntry};
use battle::Command;
use exchange::storage::scenario::{Scenario, words};
use leptos::prelude::*;
use rules::scenario::NAME_MAX;
use rules::subject::Side;
use rules::text;
use rules::text::say;

#[component]
pub(super) fn Commands(editing: Editing, side: Side) -> impl IntoView {
    let ids = editing.read(move |scenario| {
        scenario.sides[side.index()].commands.iter().map(|command| command.id.clone()).collect::<Vec<_>>()
    });
    let usual = [say("Left wing"), say("Centre"), say("Right wing"), say("Reserve")];
    let add = move |_| {
        editing.change_or_notice(|scenario| {
            let taken: Vec<String> =
                scenario.sides.iter().flat_map(|side| &side.commands).map(|command| command.id.clone()).collect();
            let taken: Vec<&str> = taken.iter().map(String::as_str).collect();
            let commands = &mut scenario.sides[side.index()].commands;
            let is_free = |name: &&&str| !commands.iter().any(|command| command.name == ***name);
            let name =
                usual.iter().find(is_free).map_or_else(|| say("New command").to_owned(), |name| (*name).to_owned());
            let id = Scenario::free_id(&name, &taken);
            commands.push(Command { id, name, general: String::new() });
        });
    };
    view! {
        <For each=move || ids.get() key=Clone::clone let(id)><CommandForm editing side id/></For>
        <p class="tools"><button type="button" on:click=add>{say("Add a command")}</button></p>
    }
}

#[component]
fn CommandForm(editing: Editing, side: Side, id: String) -> impl IntoView {
    let id = StoredValue::new(id);
    let read = move |scenario: &Scenario, field: fn(&Command) -> &String| {
        let commands = &scenario.sides[side.index()].commands;
        let found =
            id.with_value(|id| commands.iter().find(|command| command.id == *id).map(|found| field(found).clone()));
        found.unwrap_or_default()
    };
    let change = move |change: &dyn Fn(&mut Command)| {
        editing.change(|scenario| {
            let commands = &mut scenario.sides[side.index()].commands;
            id.with_value(|id| commands.iter_mut().filter(|command| command.id == *id).for_each(change));
        })
    };
    let name = editing.read(move |scenario| read(scenario, |command| &command.name));
    let general = editing.read(move |scenario| read(scenario, |command| &command.general));
    let put_name = Callback::new(move |text: String| change(&|command| command.name.clone_from(&text)));
    let put_general = Callback::new(move |text: String| change(&|command| command.general.clone_from(&text)));
    let remove = move |_| {
        let id = id.get_value();
        editing.remove(&name.get_untracked(), |scenario| {
            scenario.sides[side.index()].commands.retain(|command| command.id != id);
        });
    };
    view! {
        <fieldset class="group">
            <legend>{name}</legend>
            <TextEntry editing label=say("Name") value=name put=put_name most=NAME_MAX/>
            <TextEntry editing label=say("General") value=general put=put_general most=NAME_MAX/>
            <UnitsOfCommand editing side id/>
            <p class="tools"><button type="button" class="quiet" on:click=remove>{move || text!("Remove {name}", name = name.get()).to_string()}</button></p>
        </fieldset>
    }
}

/// The units of a command, and those without one, as chips.
#[component]
fn UnitsOfCommand(editing: Editing, side: Side, id: StoredValue<String>) -> impl IntoView {
    let units = editing.read(move |scenario| {
        let units = scenario.sides[side.index()].units.iter();
        let units = units.filter(|unit| unit.command.is_empty() || id.with_value(|id| unit.command == *id));
        units.map(|unit| unit.id.clone()).collect::<Vec<_>>()
    });
    let chip = move |unit: String| {
        let unit = StoredValue::new(unit);
        let name = editing.read(move |scenario| unit.with_value(|unit| words::unit_name(scenario, unit)));
        let is_here = editing.read(move |scenario| {
            let mut units = scenario.sides[side.index()].units.iter();
            unit.with_value(|unit| units.any(|held| held.id == *unit && id.with_value(|id| held.command == *id)))
        });
        let toggle = move |_| {
            let to = if is_here.get_untracked() { String::new() } else { id.get_value() };
            editing.change_or_notice(|scenario| {
                let units = scenario.sides[side.index()].units.iter_mut();
                unit.with_value(|unit| {
                    units.filter(|held| held.id == *unit).for_each(|held| held.command.clone_from(&to))
                });
            });
        };
        view! { <label class="chip"><input type="checkbox" prop:checked=is_here on:change=toggle/>{name}</label> }
    };
    view! {
        <fieldset class="chips">
            <legend>{say("Units")}</legend>
            <For each=move || units.get() key=Clone::clone let(unit)>{chip(unit)}</For>
        </fieldset>
    }
}
