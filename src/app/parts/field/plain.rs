//! Yes or no, a number, a text.

use super::{Sheet, held, help, with_fault};
use crate::app::parts::path;
use drumhead::core::text;
use drumhead::core::text::say;
use drumhead::form::{Choice, Field};
use drumhead::text;
use leptos::prelude::*;
use serde_json::Value as Json;

pub(super) fn flag(sheet: Sheet, field: &'static Field, place: &str, label: &str) -> AnyView {
    let value = held(sheet, field, place);
    let place = place.to_owned();
    view! {
        <label class="chip">
            <input
                type="checkbox"
                prop:checked=move || value.get() == Some(Json::Bool(true))
                on:change=move |event| sheet.set.run((place.clone(), Some(event_target_checked(&event).into())))
            />
            {label.to_owned()}
        </label>
        {help(field)}
    }
    .into_any()
}

fn shown_number(value: Option<Json>) -> String {
    match value {
        Some(Json::String(text)) => text,
        Some(Json::Number(number)) => number.as_f64().map(text::number).unwrap_or_default(),
        _ => String::new(),
    }
}

/// A number as JSON: whole where it is whole; what is no number stays text, to be refused at its field.
fn typed_number(text: &str) -> Option<Json> {
    let text = text.trim();
    if text.is_empty() {
        return None;
    }
    let plain = text.replace(',', ".");
    // As JSON writes numbers, so that the tables of another parser need not be carried.
    Some(serde_json::from_str(&plain).map_or_else(|_| text.into(), Json::Number))
}

fn number_json(number: f64) -> Json {
    #[expect(clippy::cast_possible_truncation, reason = "whole and small, as just tested")]
    if number.fract() == 0.0 && number.abs() < 1e9 { Json::from(number as i64) } else { Json::from(number) }
}

pub(super) fn stepper(
    sheet: Sheet,
    field: &'static Field,
    place: &str,
    label: &str,
    min: f64,
    max: f64,
    step: f64,
) -> AnyView {
    let value = held(sheet, field, place);
    let help = help(field);
    stepped(sheet, value, place.to_owned(), label.to_owned(), help, (min, max, step))
}

/// How many of each of a list.
pub(super) fn counts(sheet: Sheet, of: &'static [Choice], max: i32, place: &str, label: &str) -> AnyView {
    let each = of.iter().map(|choice| {
        let here = path::join(place, choice.id);
        let held = here.clone();
        let value = Signal::derive(move || {
            sheet.value.with(|value| path::get(value, &held).cloned()).or_else(|| Some(Json::from(0)))
        });
        let range = (0.0, f64::from(max), 1.0);
        with_fault(sheet, &here, stepped(sheet, value, here.clone(), say(choice.label).to_owned(), None, range))
    });
    let each = each.collect_view();
    view! { <fieldset class="group"><legend>{label.to_owned()}</legend>{each}</fieldset> }.into_any()
}

/// A number between two buttons.
fn stepped(
    sheet: Sheet,
    value: Signal<Option<Json>>,
    place: String,
    label: String,
    help: Option<AnyView>,
    (min, max, step): (f64, f64, f64),
) -> AnyView {
    let number = move || value.get().and_then(|value| value.as_f64());
    let set = Callback::new(move |to: Option<Json>| sheet.set.run((place.clone(), to)));
    let by = move |by: f64| {
        set.run(Some(number_json((number().unwrap_or(min - by.max(0.0)) + by).clamp(min, max))));
    };
    view! {
        <div class="stepper" role="group" aria-label=label.clone()>
            <span class="label">{label.clone()}</span>
            {help}
            <button type="button" class="step" aria-label=text!("{what}: less", what = label.clone()).to_string()
                disabled={move || number().is_some_and(|number| number <= min)} on:click=move |_| by(-step)>"−"</button>
            <input inputmode="decimal" autocomplete="off" aria-label=label.clone()
                prop:value=move || shown_number(value.get())
                on:change=move |event| set.run(typed_number(&event_target_value(&event)))/>
            <button type="button" class="step" aria-label=text!("{what}: more", what = label.clone()).to_string()
                disabled={move || number().is_some_and(|number| number >= max)} on:click=move |_| by(step)>"+"</button>
        </div>
    }
    .into_any()
}

pub(super) fn text(sheet: Sheet, field: &'static Field, place: &str, label: &str, longest: usize) -> AnyView {
    let value = held(sheet, field, place);
    let place = place.to_owned();
    view! {
        <label class="pick">
            <span class="label">{label.to_owned()}</span>
            <input type="text" autocomplete="off" maxlength=longest
                prop:value=move || value.get().and_then(|value| value.as_str().map(str::to_owned)).unwrap_or_default()
                on:input=move |event| {
                    let text = event_target_value(&event);
                    sheet.set.run((place.clone(), (!text.is_empty()).then(|| text.into())));
                }/>
        </label>
        {help(field)}
    }
    .into_any()
}
