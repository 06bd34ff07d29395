//! Controls that choose one of several values: choices, units and other names.

use super::figures::{Offer, OptionFigure};
use super::plain::{NumberField, TextField};
use super::{InLine, Sheet, fault_of_control, help, value_of};
use crate::app::components::choice::Choice;
use leptos::prelude::*;
use rules::form::{self, Field, Offers};
use rules::text::words;
use serde_json::Value as Json;

/// Number of choices that are drawn as chips. More are a drop-down list.
const MAX_CHIPS: usize = 8;

/// One of several values, as chips or as a drop-down list.
#[component]
pub(super) fn Chips(
    sheet: Sheet,
    field: &'static Field,
    place: String,
    label: String,
    choices: Vec<(Json, String)>,
) -> impl IntoView {
    let mut choices = choices;
    if field.is_nullable() {
        choices.insert(0, (Json::Null, "—".into()));
    }
    let value = value_of(sheet, field, &place);
    let (figures, (invalid, described)) = (OptionFigure::at(&place), fault_of_control());
    if choices.len() > MAX_CHIPS || use_context::<InLine>().is_some() {
        let options = choices.clone().into_iter().enumerate().map(|(index, (id, word))| {
            let offered = id.clone();
            let offer = move || Some(Offer::Value(offered.clone()));
            let short = figures.short(offer.clone());
            let shown = move || short.get().map_or_else(|| word.clone(), |short| format!("{word} · {short}"));
            let words = figures.words(offer);
            view! {
                <option value=index aria-description=words selected=move || value.get().as_ref() == Some(&id)>{shown}</option>
            }
        });
        let options = options.collect_view();
        return view! {
            <label class="pick">
                <span class="label">{label.clone()}</span>
                <select aria-invalid=invalid aria-describedby=described on:change=move |event| {
                    let chosen = event_target_value(&event).parse::<usize>().ok().and_then(|index| choices.get(index));
                    sheet.set.run((place.clone(), chosen.map(|(value, _)| value.clone())));
                }>
                    <option value="" selected=move || value.get().is_none()>"…"</option>
                    {options}
                </select>
            </label>
            {help(field, &label)}
        }
        .into_any();
    }
    let odds = Callback::new(move |value: Option<Json>| figures.odds(move || Some(Offer::Value(value.clone()?))));
    let options: Vec<_> = choices.into_iter().map(|(value, word)| (Some(value), word)).collect();
    let choose = Callback::new(move |to: Option<Json>| sheet.set.run((place.clone(), to)));
    let help = help(field, &label);
    view! { <Choice label help options chosen=value choose odds fault=Signal::derive(described)/> }.into_any()
}

/// One of a list of choices. If the field limits them (`among`), only those that fit the values of the other fields are offered.
#[component]
pub(super) fn OfferedChoices(
    sheet: Sheet,
    field: &'static Field,
    place: String,
    label: String,
    choices: &'static [form::Choice],
) -> impl IntoView {
    if !matches!(field.offers, Offers::Among(_)) {
        return view! { <Chips sheet field place label choices=as_json(sheet, choices)/> }.into_any();
    }
    let holder = place.rsplit_once('.').map_or_else(String::new, |(holder, _)| holder.to_owned());
    let offered = Memo::new(move |_| sheet.value.with(|whole| field.offered(&form::path::object(whole, &holder))));
    let drawn = move || {
        let choices = offered.with(|offered| as_json(sheet, offered));
        view! { <Chips sheet field place=place.clone() label=label.clone() choices/> }
    };
    drawn.into_any()
}

/// A unit of a role, chosen by name. If the role has no units, a plain number.
#[component]
pub(super) fn NamedUnit(
    sheet: Sheet,
    field: &'static Field,
    place: String,
    label: String,
    range: (i32, i32),
) -> impl IntoView {
    let (min, max) = range;
    // The names change with the units that take part.
    move || {
        let names = sheet.names.run(field.names);
        let (place, label) = (place.clone(), label.clone());
        if names.is_empty() {
            let range = (f64::from(min), f64::from(max), 1.0);
            return view! { <NumberField sheet field place label range/> }.into_any();
        }
        if nothing_to_choose(field, &names) {
            return ().into_any();
        }
        view! { <Chips sheet field place label choices=numbered(min, names)/> }.into_any()
    }
}

/// One of the names from which a field chooses. If there are none, any text.
#[component]
pub(super) fn OneOfNames(
    sheet: Sheet,
    field: &'static Field,
    place: String,
    label: String,
    longest: usize,
) -> impl IntoView {
    // The names change with the units that take part.
    move || {
        let names = sheet.names.run(field.names);
        let (place, label) = (place.clone(), label.clone());
        if names.is_empty() {
            return view! { <TextField sheet field place label longest/> }.into_any();
        }
        let choices = names.into_iter().map(|name| (Json::from(name.clone()), words(&name))).collect();
        view! { <Chips sheet field place label choices/> }.into_any()
    }
}

pub(super) fn as_json(sheet: Sheet, choices: &[form::Choice]) -> Vec<(Json, String)> {
    choices.iter().map(|choice| (Json::from(choice.id), sheet.choice_label(choice))).collect()
}

/// Units with consecutive numbers from `min`, by which forms refer to them.
pub(super) fn numbered(min: i32, names: Vec<String>) -> Vec<(Json, String)> {
    (min..).zip(names).map(|(number, name)| (Json::from(number), name)).collect()
}

/// True if there is only one unit to choose, and the default already chooses it. The field is then not shown.
pub(super) fn nothing_to_choose(field: &Field, names: &[String]) -> bool {
    names.len() == 1 && !field.is_nullable() && field.need.default().is_some()
}
