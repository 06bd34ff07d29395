//! The units of a roster, or of a side of a scenario, with the form of the edited one.

mod editor;

pub use editor::{Army, Editor};

use crate::app::components::sign::UnitSign;
use crate::app::components::status_tag::description;
use crate::app::components::unit_form::{ProfileForm, UnitForm, fault_in_words, sign_of};
use exchange::storage::roster;
use leptos::prelude::*;
use rules::facts::Facts;
use rules::form::Form;
use rules::form::path;
use rules::text;
use rules::text::say;
use serde_json::{Map, Value as Json};

/// The units of an army, its notes, the form of its side, and the usual units.
#[component]
pub fn UnitsOfArmy(editor: Editor) -> impl IntoView {
    let count = Memo::new(move |_| editor.roster().units.len());
    view! {
            {move || notes(editor)}
            {editor.ruleset.rosters.side_profile.map(|profile| view! { <SideForm editor profile/> })}
            <Show when=move || count.get() == 0><p class="empty">{say("No units yet. Add the first.")}</p></Show>
            {move || (0..count.get()).map(|index| view! { <UnitEditor editor index/> }).collect_view()}
            <div class="actions"><button class="primary" on:click=move |_| editor.add(&Map::new())>{text!("Add a {noun}", noun = editor.ruleset.unit_noun).to_string()}</button></div>
            {presets(editor)}
    }
}

/// A button for each preset, which adds such a unit.
fn presets(editor: Editor) -> impl IntoView {
    let presets = roster::presets(editor.ruleset).into_iter().map(|preset| {
        let name = preset.get("name").and_then(Json::as_str).unwrap_or_default().to_owned();
        view! { <button on:click=move |_| editor.add(&preset)>{format!("+ {name}")}</button> }
    });
    let presets = presets.collect_view();
    view! { <section aria-label=say("Usual units")><p class="soft">{say("Usual units:")}</p><p class="tools">{presets}</p></section> }
}

/// The ruleset's notes on the roster as a whole.
fn notes(editor: Editor) -> impl IntoView {
    let units: Vec<Facts> = editor.roster().units.iter().map(|unit| roster::facts(editor.ruleset, unit)).collect();
    let notes = (editor.ruleset.rosters.notes)(&units);
    notes.into_iter().map(|note| view! { <p class="note">{note.to_string()}</p> }).collect_view()
}

/// The form with the values of the side.
#[component]
fn SideForm(editor: Editor, profile: &'static Form) -> impl IntoView {
    let side = Memo::new(move |_| editor.roster().side);
    let fault = Memo::new(move |_| side.with(|side| profile.check(side).err()));
    let set = Callback::new(move |(place, value): (String, Option<Json>)| {
        editor.change(|roster| path::set(&mut roster.side, &place, value));
    });
    view! { <ProfileForm form=profile profile=side fault set/> }
}

/// A unit as a card. While it is edited, the card has its form.
#[component]
fn UnitEditor(editor: Editor, index: usize) -> impl IntoView {
    let profile = Memo::new(move |_| editor.unit(index));
    let facts = Memo::new(move |_| profile.with(|profile| roster::facts(editor.ruleset, profile)));
    // A new unit has no error before something was entered.
    let fault = Memo::new(move |_| {
        let checked = editor.untouched.get() != Some(index);
        checked.then(|| profile.with(|profile| roster::check(editor.ruleset, profile).err())).flatten()
    });
    let sign = Memo::new(move |_| profile.with(|profile| sign_of(editor.ruleset, profile)));
    let open = Memo::new(move |_| editor.editing.get() == Some(index));
    let name = Memo::new(move |_| {
        profile.with(|profile| profile.get("name").and_then(Json::as_str).unwrap_or(say("(no name)")).to_owned())
    });
    let set = Callback::new(move |(place, value): (String, Option<Json>)| editor.set(index, &place, value));
    let take = Callback::new(move |preset: Map<String, Json>| editor.take(index, &preset));
    let toggle =
        move |_| editor.editing.update(|editing| *editing = if *editing == Some(index) { None } else { Some(index) });
    let wrong =
        move || fault.get().map(|fault| view! { <p class="fault">{fault_in_words(editor.ruleset, &fault)}</p> });
    view! {
        <article class="card" aria-label=name>
            <button class="who" aria-expanded=move || open.get().to_string() on:click=toggle>
                <span class="unit-heading"><h2>{name}</h2><UnitSign sign/></span>
                <p class="soft">{move || facts.with(|facts| description(editor.ruleset, facts))}</p>
                {move || wrong()}
            </button>
            <Show when=move || open.get()>
                <UnitForm ruleset=editor.ruleset profile facts fault set take/>
                <p class="tools">
                    <button on:click=move |_| editor.shift(index, false)>{say("Up")}</button>
                    <button on:click=move |_| editor.shift(index, true)>{say("Down")}</button>
                    <button on:click=move |_| editor.duplicate(index)>{say("Duplicate")}</button>
                    <button on:click=move |_| editor.remove(index)>{say("Delete")}</button>
                    <button class="primary" on:click=move |_| editor.editing.set(None)>{say("Done")}</button>
                </p>
            </Show>
        </article>
    }
}
