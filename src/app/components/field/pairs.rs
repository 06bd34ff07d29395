//! A list whose members pair two units: one line a pair, with how they meet.

use super::choices::{as_json, nothing_to_choose, numbered};
use super::{Fields, Sheet, Shown, held, label};
use drumhead::core::text::say;
use drumhead::form::path;
use drumhead::form::{Field, Form, Kind};
use leptos::prelude::*;
use serde_json::Value as Json;

/// The fields of a pair: a unit of one side, one of the other, and how they meet.
pub(super) type Pair = [&'static Field; 3];

/// The pair that the members of a list are; `None` if they are something else.
pub(super) fn pair_of(form: &'static Form) -> Option<Pair> {
    let names_a_unit = |field: &Field| matches!(field.kind, Kind::Whole { .. }) && !field.names.is_empty();
    let mut fields = form.fields.iter();
    let (a, b, how) = (fields.next()?, fields.next()?, fields.next()?);
    (names_a_unit(a) && names_a_unit(b) && matches!(how.kind, Kind::Choice(_))).then_some([a, b, how])
}

/// A pair in a line, as "Skippon ✕ Bluecoats: front to front". What else can be said of it is folded below.
#[component]
pub(super) fn PairLine(
    sheet: Sheet,
    form: &'static Form,
    pair: Pair,
    /// Place of the pair in the input.
    place: String,
    /// Removes the pair, where it can be removed.
    #[prop(into)]
    remove: Signal<Option<Callback<()>>>,
) -> impl IntoView {
    let [a, b, how] = pair;
    let at = |field: &'static Field| path::join(&place, field.id);
    let units = |field: &'static Field| view! { <Unit sheet field place=at(field)/> };
    let Kind::Choice(choices) = how.kind else { return ().into_any() };
    let ways = Signal::derive(move || as_json(sheet, choices));
    let button = move || {
        remove.get().map(|remove| {
            view! { <button type="button" class="quiet" aria-label=say("Remove") on:click=move |_| remove.run(())>"−"</button> }
        })
    };
    view! {
        <div class="pair">{units(a)}<span aria-hidden="true">"✕"</span>{units(b)}<Pick sheet field=how place=at(how) choices=ways/>{button}</div>
        <details class="more"><summary>{say("More situations")}</summary><Fields sheet form holder=place shown=Shown::Questions without=pair/></details>
    }
    .into_any()
}

/// A unit of a pair: its name where there is only one.
#[component]
fn Unit(sheet: Sheet, field: &'static Field, place: String) -> impl IntoView {
    let Kind::Whole { min, .. } = field.kind else { return ().into_any() };
    let shown = move || {
        let names = sheet.names.run(field.names);
        if nothing_to_choose(field, &names) {
            return view! { <b>{names.into_iter().next()}</b> }.into_any();
        }
        let choices = Signal::stored(numbered(min, names));
        view! { <Pick sheet field place=place.clone() choices/> }.into_any()
    };
    shown.into_any()
}

/// A drop-down list without a label of its own in sight.
#[component]
fn Pick(
    sheet: Sheet,
    field: &'static Field,
    place: String,
    #[prop(into)] choices: Signal<Vec<(Json, String)>>,
) -> impl IntoView {
    let value = held(sheet, field, &place);
    let name = move || sheet.names_of_units.with(|names| label(field, names));
    let choose = move |event| {
        let index = event_target_value(&event).parse::<usize>().ok();
        let chosen =
            index.and_then(|index| choices.with_untracked(|all| all.get(index).map(|(value, _)| value.clone())));
        sheet.set.run((place.clone(), chosen));
    };
    let options = move || {
        let option = |(index, (own, word)): (usize, (Json, String))| {
            view! { <option value=index selected=move || value.get().as_ref() == Some(&own)>{word}</option> }
        };
        choices.get().into_iter().enumerate().map(option).collect_view()
    };
    view! {
        <select aria-label=name on:change=choose>
            <Show when=move || value.with(Option::is_none)><option value="" selected=true>"…"</option></Show>
            {options}
        </select>
    }
}
