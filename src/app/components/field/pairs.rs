//! Lists whose members are pairs of units that face each other, drawn as in `duel`.

use super::choices::numbered;
use super::duel::{Block, ChosenName, Duel};
use super::plain::TypedNumber;
use super::{Fields, Sheet, Shown, WithFault, help, label, value_of};
use leptos::prelude::*;
use rules::form::path;
use rules::form::{Field, Form, Kind, Origin};
use rules::text::say;
use serde_json::Value as Json;

/// The fields of a pair: one unit of each side, and how they meet.
#[derive(Clone)]
pub(super) struct Pair {
    units: [&'static Field; 2],
    /// The edges at which they touch.
    edges: Option<&'static Field>,
    /// Numbers about the pair, such as elements or ranks.
    numbers: Vec<&'static Field>,
}

fn names_a_unit(field: &Field) -> bool {
    matches!(field.kind, Kind::Whole { .. }) && !field.names.is_empty()
}

/// The fields of a pair, if the members of a list are pairs. A pair has exactly two fields that name a unit, one of them the first field.
pub(super) fn pair_of(form: &'static Form) -> Option<Pair> {
    let units: Vec<&Field> = form.fields.iter().filter(|field| names_a_unit(field)).collect();
    let &[a, b] = units.as_slice() else { return None };
    let asked = |field: &&&Field| !field.rare && field.when.is_empty() && field.origin != Origin::Unit;
    let number = |field: &&&Field| asked(field) && matches!(field.kind, Kind::Whole { .. }) && !names_a_unit(field);
    let edges = form.fields.iter().find(|field| field.edges().is_some());
    (names_a_unit(form.fields.first()?)).then(|| Pair {
        units: [a, b],
        edges,
        numbers: form.fields.iter().filter(|field| number(&field)).collect(),
    })
}

/// The field by which a list member, itself a unit, names its opponent.
pub(super) fn opponent_of(form: &'static Form, place: &str) -> Option<&'static Field> {
    let asked = |field: &&Field| !field.rare && field.origin != Origin::Unit && field.is_shown_in(place);
    form.fields.iter().filter(asked).find(|field| names_a_unit(field))
}

/// The two units of a pair with their edges, and its numbers below. Its other fields are folded.
#[component]
pub(super) fn PairLine(
    sheet: Sheet,
    form: &'static Form,
    pair: Pair,
    /// Place of the pair in the input.
    place: String,
    /// Removes the pair; `None` while it cannot be removed.
    #[prop(into)]
    remove: Signal<Option<Callback<()>>>,
) -> impl IntoView {
    let Pair { units: [a, b], edges, numbers } = pair.clone();
    let at = |field: &'static Field| path::join(&place, field.id);
    let blocks = [a, b].map(|field| block(sheet, field, at(field)));
    let button = move || {
        remove.get().map(|remove| {
            view! { <button type="button" class="quiet" aria-label=say("Remove") on:click=move |_| remove.run(())>"−"</button> }
        })
    };
    let boxes = numbers.iter().map(|field| view! { <NumberBox sheet field place=at(field)/> }).collect_view();
    let edges_and_place = edges.map(|edges| (edges, at(edges)));
    let without: Vec<&'static Field> = [a, b].into_iter().chain(edges).chain(numbers.iter().copied()).collect();
    let more = form.fields.iter().any(|field| !field.rare && !without.iter().any(|left_out| left_out.id == field.id));
    let folded = more.then(|| {
        view! { <details class="disclosure"><summary>{say("More about this pair")}</summary><Fields sheet form holder=place.clone() shown=Shown::Questions without/></details> }
    });
    view! {
        <Duel sheet blocks edges=edges_and_place>{button}</Duel>
        {(!numbers.is_empty()).then(|| view! { <div class="pair-numbers">{boxes}</div> })}
        {folded}
    }
    .into_any()
}

/// A list member and its opponent, with the member's other questions below.
#[component]
pub(super) fn OpponentLine(
    sheet: Sheet,
    form: &'static Form,
    field: &'static Field,
    /// Place of the member in the input.
    place: String,
    name: String,
) -> impl IntoView {
    let (list, nth) = place.strip_suffix(']').and_then(|place| place.rsplit_once('[')).unwrap_or((&place, "0"));
    let (list, nth) = (list.to_owned(), nth.parse().unwrap_or_default());
    let appearance = Signal::derive(move || sheet.appearance.run((list.clone(), nth)));
    let member =
        Block { plain_name: Signal::stored(name.clone()), name: view! { <b>{name}</b> }.into_any(), appearance };
    let blocks = [member, block(sheet, field, path::join(&place, field.id))];
    view! {
        <Duel sheet blocks edges=None/>
        <Fields sheet form holder=place shown=Shown::Questions without=[field]/>
    }
}

/// The block of the unit that a field names.
pub(super) fn block(sheet: Sheet, field: &'static Field, place: String) -> Block {
    let value = value_of(sheet, field, &place);
    let first = if let Kind::Whole { min, .. } = field.kind { i64::from(min) } else { 0 };
    let nth = move || value.with(|value| usize::try_from(value.as_ref()?.as_i64()? - first).ok());
    let appearance = Signal::derive(move || sheet.appearance.run((field.names.to_owned(), nth()?)));
    let plain_name =
        move || nth().and_then(|nth| sheet.names.run(field.names).into_iter().nth(nth)).unwrap_or_default();
    Block { name: view! { <Unit sheet field place/> }.into_any(), plain_name: Signal::derive(plain_name), appearance }
}

/// A small number with its label below.
#[component]
fn NumberBox(sheet: Sheet, field: &'static Field, place: String) -> impl IntoView {
    let value = value_of(sheet, field, &place);
    let name = move || sheet.names_of_units.with(|names| label(field, names));
    let wrong_at = place.clone();
    let set = Callback::new(move |to: Option<Json>| sheet.set.run((place.clone(), to)));
    view! {
        <WithFault sheet place=wrong_at>
            <label class="number-box">
                <TypedNumber value set/>
                <small>{name}</small>
            </label>
            {help(field, &untrack(name))}
        </WithFault>
    }
}

/// The control that chooses a unit of a pair; only its name if the role has no other unit and it is chosen.
#[component]
fn Unit(sheet: Sheet, field: &'static Field, place: String) -> impl IntoView {
    let Kind::Whole { min, .. } = field.kind else { return ().into_any() };
    let value = value_of(sheet, field, &place);
    let is_answered = Memo::new(move |_| value.with(Option::is_some));
    let shown = move || {
        let names = sheet.names.run(field.names);
        if names.len() == 1 && is_answered.get() {
            return view! { <b>{names.into_iter().next()}</b> }.into_any();
        }
        let choices = Signal::stored(numbered(min, names));
        view! { <Pick sheet field place=place.clone() choices/> }.into_any()
    };
    shown.into_any()
}

/// A drop-down list of units, without a visible label.
#[component]
fn Pick(
    sheet: Sheet,
    field: &'static Field,
    place: String,
    #[prop(into)] choices: Signal<Vec<(Json, String)>>,
) -> impl IntoView {
    let value = value_of(sheet, field, &place);
    let name = move || sheet.names_of_units.with(|names| label(field, names));
    let forbidden_at = place.clone();
    // If the chosen unit is forbidden, the field shows the reason as its fault.
    let why_not = Callback::new(move |id: Json| {
        let is_chosen = value.with(|value| value.as_ref() == Some(&id));
        if is_chosen { None } else { sheet.forbidden.run((forbidden_at.clone(), id)) }
    });
    let reasons = move || {
        let reason = |(id, word): (Json, String)| {
            let why = why_not.run(id)?;
            Some(view! { <li><b>{word}</b>{say(": ")}{why}</li> })
        };
        let reasons: Vec<_> = choices.get().into_iter().filter_map(reason).collect();
        (!reasons.is_empty()).then(|| view! { <ul class="cannot">{reasons}</ul> })
    };
    let choose = move |event| {
        let index = event_target_value(&event).parse::<usize>().ok();
        let chosen =
            index.and_then(|index| choices.with_untracked(|all| all.get(index).map(|(value, _)| value.clone())));
        sheet.set.run((place.clone(), chosen));
    };
    let options = move || {
        let option = |(index, (id, word)): (usize, (Json, String))| {
            let tried = id.clone();
            let is_forbidden = move || why_not.run(tried.clone()).is_some();
            view! { <option value=index selected=move || value.get().as_ref() == Some(&id) disabled=is_forbidden>{word}</option> }
        };
        choices.get().into_iter().enumerate().map(option).collect_view()
    };
    let chosen = move || {
        let is_chosen = |(id, _): &&(Json, String)| value.with(|value| value.as_ref() == Some(id));
        choices.with(|all| all.iter().find(is_chosen).map_or_else(|| "…".to_owned(), |(_, word)| word.clone()))
    };
    view! {
        <ChosenName name=Signal::derive(chosen)>
            <select aria-label=name on:change=choose>
                <Show when=move || value.with(Option::is_none)><option value="" selected=true>"…"</option></Show>
                {options}
            </select>
        </ChosenName>
        {reasons}
    }
}
