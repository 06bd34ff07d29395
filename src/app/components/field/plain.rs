//! Controls for a flag, a number and a text.

use super::figures::{Offer, OptionFigure};
use super::{InLine, Sheet, WithFault, fault_of_control, help, value_of};
use crate::app::components::stepper::{Step, Stepper, Steps, ends};
use crate::app::state::app_state;
pub(super) use exchange::storage::roster::typed_number;
use leptos::ev::{Event, KeyboardEvent};
use leptos::prelude::*;
use rules::form::path;
use rules::form::{Choice, Field};
use rules::number::json;
use rules::text;
use serde_json::Value as Json;
use web_sys::HtmlInputElement;

#[component]
pub(super) fn FlagField(sheet: Sheet, field: &'static Field, place: String, label: String) -> impl IntoView {
    let (value, figures) = (value_of(sheet, field, &place), OptionFigure::at(&place));
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
            {figures.element(offer)}
        </label>
        {help(field, &label)}
    }
}

/// A number as players read it, or a text that is no number; empty without a value.
pub fn shown_number(value: Option<Json>) -> String {
    match value {
        Some(Json::String(text)) => text,
        Some(Json::Number(number)) => number.as_f64().map(text::number).unwrap_or_default(),
        _ => String::new(),
    }
}

/// A text box for a number. A text that is not a number stays in the box, and its field is invalid. A number is rewritten as it was read:
/// `8,0` becomes `8`. If the number has steps, the arrow keys change it.
#[component]
pub fn TypedNumber(
    value: Signal<Option<Json>>,
    set: Callback<Option<Json>>,
    /// The accessible name, unless the box has a label.
    #[prop(optional, into)]
    label: Option<String>,
    #[prop(optional)] steps: Option<Steps>,
) -> impl IntoView {
    let (invalid, described) = fault_of_control();
    let read = move |event: &Event| {
        let input = event_target::<HtmlInputElement>(event);
        if input.value() != shown_number(value.get_untracked()) {
            set.run(typed_number(&input.value()));
        }
        input.set_value(&shown_number(value.get_untracked()));
    };
    let on_key = move |event: KeyboardEvent| {
        if let Some(steps) = steps.filter(|_| event.key().starts_with("Arrow")) {
            read(&event);
            steps.take_by_arrow(&event);
        }
    };
    view! {
        <input inputmode="decimal" autocomplete="off" maxlength="40" aria-label=label aria-invalid=invalid aria-describedby=described
            prop:value=move || shown_number(value.get()) on:change=move |event| read(&event) on:keydown=on_key/>
    }
}

#[component]
pub(super) fn NumberField(
    sheet: Sheet,
    field: &'static Field,
    place: String,
    label: String,
    range: (f64, f64, f64),
) -> impl IntoView {
    let value = value_of(sheet, field, &place);
    let help = help(field, &label);
    view! { <NumberStepper sheet value place label range help/> }
}

/// A count for each choice of a list.
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
        let counted = here.clone();
        let value = Signal::derive(move || {
            sheet.value.with(|value| path::get(value, &counted).cloned()).or_else(|| Some(Json::from(0)))
        });
        let (label, range) = (sheet.choice_label(choice), (0.0, f64::from(max), 1.0));
        view! { <WithFault sheet place=here.clone()><NumberStepper sheet value place=here label range/></WithFault> }
    });
    view! { <fieldset class="group"><legend>{label}</legend>{each.collect_view()}</fieldset> }
}

/// A number between two buttons. `range` is the minimum, the maximum and the step.
#[component]
fn NumberStepper(
    sheet: Sheet,
    value: Signal<Option<Json>>,
    place: String,
    label: String,
    range: (f64, f64, f64),
    #[prop(optional_no_strip)] help: Option<AnyView>,
) -> impl IntoView {
    let (min, max, step) = range;
    let number = move || value.get().and_then(|value| value.as_f64());
    let figures = OptionFigure::at(&place);
    let by = move |to: Step| f64::from(to.one()) * step;
    let figure = |to: Step| figures.step(move || Some(Offer::Value(json(number()? + by(to)))));
    let set = Callback::new(move |to: Option<Json>| sheet.set.run((place.clone(), to)));
    let take = move |to: Step| {
        // The first step in an empty box gives the least number.
        let next = untrack(number).map_or(min, |number| (number + by(to)).clamp(min, max));
        set.run(Some(json(next)));
    };
    let ends = move || number().map(|number| ends(number, min, max, text::number)).unwrap_or_default();
    let steps = Steps::new(app_state(), label.clone(), None, ends, take);
    if use_context::<InLine>().is_some() {
        let heading = view! { <span class="label"><span aria-hidden="true">{label.clone()}</span>{help}</span> };
        return view! { <div class="number-in-line">{heading}<TypedNumber value set label steps/></div> }.into_any();
    }
    view! {
        <Stepper label=label.clone() help steps figures=[figure(Step::Less), figure(Step::More)]>
            <TypedNumber value set label steps/>
        </Stepper>
    }
    .into_any()
}

#[component]
pub(super) fn TextField(
    sheet: Sheet,
    field: &'static Field,
    place: String,
    label: String,
    longest: usize,
) -> impl IntoView {
    let (value, (invalid, described)) = (value_of(sheet, field, &place), fault_of_control());
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
