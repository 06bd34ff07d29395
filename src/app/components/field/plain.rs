//! Yes or no, a number, a text.

use super::figures::{Offer, OptionFigure};
use super::{Sheet, WithFault, fault_of_control, held, help};
use drumhead::core::number::json;
use drumhead::form::path;
use drumhead::form::{Choice, Field};
pub(super) use drumhead::storage::roster::typed_number;
use leptos::ev::Event;
use leptos::prelude::*;
use rules::text;
use serde_json::Value as Json;
use web_sys::HtmlInputElement;

#[component]
pub(super) fn FlagField(sheet: Sheet, field: &'static Field, place: String, label: String) -> impl IntoView {
    let (value, figures) = (held(sheet, field, &place), OptionFigure::at(&place));
    let (invalid, described) = fault_of_control();
    let offer = || Some(Offer::Tick);
    view! {
        <label class="chip">
            <input
                type="checkbox"
                aria-invalid=invalid
                aria-describedby=described
                aria-description=figures.words(offer)
                prop:checked=move || value.get() == Some(Json::Bool(true))
                on:change=move |event| sheet.set.run((place.clone(), Some(event_target_checked(&event).into())))
            />
            {label.clone()}
            {figures.room(offer)}
        </label>
        {help(field, &label)}
    }
}

pub(super) fn shown_number(value: Option<Json>) -> String {
    match value {
        Some(Json::String(text)) => text,
        Some(Json::Number(number)) => number.as_f64().map(text::number).unwrap_or_default(),
        _ => String::new(),
    }
}

/// Shows the value of a field as it was read: `8` where `8,0` was typed, also if it was 8 before.
pub(super) fn show_again(event: &Event, shown: &str) {
    event_target::<HtmlInputElement>(event).set_value(shown);
}

#[component]
pub(super) fn NumberField(
    sheet: Sheet,
    field: &'static Field,
    place: String,
    label: String,
    range: (f64, f64, f64),
) -> impl IntoView {
    let value = held(sheet, field, &place);
    let help = help(field, &label);
    view! { <NumberStepper sheet value place label range>{help}</NumberStepper> }
}

/// Number of each member of a list.
#[component]
pub(super) fn CountsField(
    sheet: Sheet,
    of: &'static [Choice],
    max: i32,
    place: String,
    label: String,
) -> impl IntoView {
    let each = of.iter().map(|choice| {
        let here = path::join(&place, choice.id);
        let held = here.clone();
        let value = Signal::derive(move || {
            sheet.value.with(|value| path::get(value, &held).cloned()).or_else(|| Some(Json::from(0)))
        });
        let (label, range) = (sheet.choice_label(choice), (0.0, f64::from(max), 1.0));
        view! { <WithFault sheet place=here.clone()><NumberStepper sheet value place=here label range/></WithFault> }
    });
    view! { <fieldset class="group"><legend>{label}</legend>{each.collect_view()}</fieldset> }
}

/// A number between two buttons: `range` is the least, the most, and the step.
#[component]
fn NumberStepper(
    sheet: Sheet,
    value: Signal<Option<Json>>,
    place: String,
    label: String,
    range: (f64, f64, f64),
    #[prop(optional)] children: Option<Children>,
) -> impl IntoView {
    let (min, max, step) = range;
    let number = move || value.get().and_then(|value| value.as_f64());
    let (figures, (invalid, described)) = (OptionFigure::at(&place), fault_of_control());
    let beside = move |by: f64| move || Some(Offer::Value(json(number()? + by)));
    // A name says all that its button shows.
    let named = |words: String, by: f64| {
        let figure = figures.short(beside(by));
        move || figure.get().map_or_else(|| words.clone(), |figure| format!("{words}, {figure}"))
    };
    let less = named(text!("{what}: less", what = label.clone()).to_string(), -step);
    let more = named(text!("{what}: more", what = label.clone()).to_string(), step);
    let set = Callback::new(move |to: Option<Json>| sheet.set.run((place.clone(), to)));
    let by = move |by: f64| {
        set.run(Some(json((number().unwrap_or(min - by.max(0.0)) + by).clamp(min, max))));
    };
    view! {
        <div class="stepper" role="group" aria-label=label.clone()>
            <span class="label">{label.clone()}</span>
            {children.map(|children| children())}
            <button type="button" class="step" aria-label=less
                aria-description=figures.words(beside(-step))
                disabled={move || number().is_some_and(|number| number <= min)} on:click=move |_| by(-step)>"−"{figures.room(beside(-step))}</button>
            <input inputmode="decimal" autocomplete="off" maxlength="40" aria-label=label.clone() aria-invalid=invalid aria-describedby=described
                prop:value=move || shown_number(value.get())
                on:change=move |event| {
                    set.run(typed_number(&event_target_value(&event)));
                    show_again(&event, &shown_number(value.get_untracked()));
                }/>
            <button type="button" class="step" aria-label=more
                aria-description=figures.words(beside(step))
                disabled={move || number().is_some_and(|number| number >= max)} on:click=move |_| by(step)>"+"{figures.room(beside(step))}</button>
        </div>
    }
}

#[component]
pub(super) fn TextField(
    sheet: Sheet,
    field: &'static Field,
    place: String,
    label: String,
    longest: usize,
) -> impl IntoView {
    let (value, (invalid, described)) = (held(sheet, field, &place), fault_of_control());
    view! {
        <label class="pick">
            <span class="label">{label.clone()}</span>
            <input type="text" autocomplete="off" maxlength=longest aria-invalid=invalid aria-describedby=described
                prop:value=move || value.get().and_then(|value| value.as_str().map(str::to_owned)).unwrap_or_default()
                on:input=move |event| {
                    let text = event_target_value(&event);
                    sheet.set.run((place.clone(), (!text.is_empty()).then(|| text.into())));
                }/>
        </label>
        {help(field, &label)}
    }
}
