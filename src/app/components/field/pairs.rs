//! Lists whose members pair two units: one line a pair, with how they meet.

use super::choices::{as_json, nothing_to_choose, numbered};
use super::plain::{shown_number, typed_number};
use super::{Fields, Sheet, Shown, WithFault, held, help, label};
use drumhead::core::text::say;
use drumhead::form::path;
use drumhead::form::{Field, Form, Kind, Origin};
use leptos::prelude::*;
use serde_json::Value as Json;

/// A pair: a unit of one side, one of the other, and how they meet.
#[derive(Clone)]
pub(super) struct Pair {
    units: [&'static Field; 2],
    /// Way in which they meet.
    how: Option<&'static Field>,
    /// Numbers of those who meet: elements, ranks.
    numbers: Vec<&'static Field>,
}

fn names_a_unit(field: &Field) -> bool {
    matches!(field.kind, Kind::Whole { .. }) && !field.names.is_empty()
}

/// The pair that the members of a list are; `None` if they are something else.
pub(super) fn pair_of(form: &'static Form) -> Option<Pair> {
    let units: Vec<&Field> = form.fields.iter().filter(|field| names_a_unit(field)).collect();
    let &[a, b] = units.as_slice() else { return None };
    let asked = |field: &&&Field| !field.rare && field.when.is_empty() && field.origin != Origin::Unit;
    let number = |field: &&&Field| asked(field) && matches!(field.kind, Kind::Whole { .. }) && !names_a_unit(field);
    let how = form.fields.iter().find(|field| matches!(field.kind, Kind::Choice(_)));
    (names_a_unit(form.fields.first()?)).then(|| Pair {
        units: [a, b],
        how,
        numbers: form.fields.iter().filter(|field| number(&field)).collect(),
    })
}

/// The field by which a member of a list, which is a unit itself, names one of the other side.
pub(super) fn opponent_of(form: &'static Form, place: &str) -> Option<&'static Field> {
    let asked = |field: &&Field| !field.rare && field.origin != Origin::Unit && field.is_shown_in(place);
    form.fields.iter().filter(asked).find(|field| names_a_unit(field))
}

/// A pair in a line, as "Skippon ✕ Bluecoats: front to front", and below it how many meet. What else can be said of it is
/// folded.
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
    let Pair { units: [a, b], how, numbers } = pair.clone();
    let at = |field: &'static Field| path::join(&place, field.id);
    let unit = |field: &'static Field| view! { <Unit sheet field place=at(field)/> };
    let (a_unit, b_unit) = (unit(a), unit(b));
    let way = how.and_then(|how| {
        let Kind::Choice(choices) = how.kind else { return None };
        let ways = Signal::derive(move || as_json(sheet, choices));
        Some(view! { <Pick sheet field=how place=at(how) choices=ways/> })
    });
    let button = move || {
        remove.get().map(|remove| {
            view! { <button type="button" class="quiet" aria-label=say("Remove") on:click=move |_| remove.run(())>"−"</button> }
        })
    };
    let boxes = numbers.iter().map(|field| view! { <NumberBox sheet field place=at(field)/> }).collect_view();
    let without: Vec<&'static Field> = [a, b].into_iter().chain(how).chain(numbers.iter().copied()).collect();
    let more = form.fields.iter().any(|field| !field.rare && !without.iter().any(|left_out| left_out.id == field.id));
    let folded = more.then(|| {
        view! { <details class="disclosure"><summary>{say("More about this pair")}</summary><Fields sheet form holder=place.clone() shown=Shown::Questions without/></details> }
    });
    view! {
        <div class="pair" class:without-way=how.is_none()>{a_unit}<span aria-hidden="true">"✕"</span>{b_unit}{way}{button}</div>
        {(!numbers.is_empty()).then(|| view! { <div class="pair-numbers">{boxes}</div> })}
        {folded}
    }
    .into_any()
}

/// A member of a list, and the unit that it fights, in a line: "Halberdiers ✕ Captain". Its other questions stand below.
#[component]
pub(super) fn OpponentLine(
    sheet: Sheet,
    form: &'static Form,
    field: &'static Field,
    /// Place of the member in the input.
    place: String,
    name: String,
) -> impl IntoView {
    let at = path::join(&place, field.id);
    view! {
        <div class="pair without-way"><b>{name}</b><span aria-hidden="true">"✕"</span><Unit sheet field place=at/></div>
        <Fields sheet form holder=place shown=Shown::Questions without=[field]/>
    }
}

/// A small number with its label below.
#[component]
fn NumberBox(sheet: Sheet, field: &'static Field, place: String) -> impl IntoView {
    let value = held(sheet, field, &place);
    let name = move || sheet.names_of_units.with(|names| label(field, names));
    let (set_at, wrong_at) = (place.clone(), place);
    view! {
        <WithFault sheet place=wrong_at>
            <label class="number-box">
                <input inputmode="numeric" autocomplete="off" maxlength="40" prop:value=move || shown_number(value.get())
                    on:change=move |event| sheet.set.run((set_at.clone(), typed_number(&event_target_value(&event))))/>
                <small>{name}</small>
            </label>
            {help(field, &untrack(name))}
        </WithFault>
    }
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
        let option = |(index, (id, word)): (usize, (Json, String))| {
            view! { <option value=index selected=move || value.get().as_ref() == Some(&id)>{word}</option> }
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
