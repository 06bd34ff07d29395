//! One of several: choices, units and whatever else has a name.

use super::plain::{stepper, text};
use super::{Sheet, held, help};
use crate::app::parts::frame::words;
use crate::app::parts::path;
use drumhead::core::text::say;
use drumhead::form::{Choice, Field};
use leptos::prelude::*;
use serde_json::Value as Json;

/// More choices than fit beside each other are a drop-down list.
const CHIPS: usize = 8;

pub(super) fn chips(
    sheet: Sheet,
    field: &'static Field,
    place: &str,
    label: &str,
    mut choices: Vec<(Json, String)>,
) -> AnyView {
    if field.nullable {
        choices.insert(0, (Json::Null, "—".into()));
    }
    let value = held(sheet, field, place);
    let place = place.to_owned();
    if choices.len() > CHIPS {
        let options = choices.clone();
        return view! {
            <label class="pick">
                <span class="label">{label.to_owned()}</span>
                <select on:change=move |event| {
                    let chosen = event_target_value(&event).parse::<usize>().ok().and_then(|index| choices.get(index));
                    sheet.set.run((place.clone(), chosen.map(|(value, _)| value.clone())));
                }>
                    <option value="" selected=move || value.get().is_none()>"…"</option>
                    {options.into_iter().enumerate().map(|(index, (own, word))| view! {
                        <option value=index selected=move || value.get().as_ref() == Some(&own)>{word}</option>
                    }).collect_view()}
                </select>
            </label>
            {help(field)}
        }
        .into_any();
    }
    let group = place.clone();
    let buttons = choices.into_iter().map(|(own, word)| {
        let word = sheet.spell.run(word);
        let (place, mine) = (place.clone(), own.clone());
        view! {
            <label class="chip">
                <input type="radio" name=group.clone() prop:checked=move || value.get().as_ref() == Some(&mine)
                    on:change=move |_| sheet.set.run((place.clone(), Some(own.clone())))/>
                {word}
            </label>
        }
    });
    let buttons = buttons.collect_view();
    view! {
        <fieldset class="chips"><legend>{label.to_owned()}{help(field)}</legend>{buttons}</fieldset>
    }
    .into_any()
}

/// One of a list of choices: of those that are offered, given the form that the field stands in.
pub(super) fn offered(
    sheet: Sheet,
    field: &'static Field,
    place: &str,
    label: &str,
    choices: &'static [Choice],
) -> AnyView {
    let Some(among) = field.among else { return chips(sheet, field, place, label, as_json(choices)) };
    let (place, label) = (place.to_owned(), label.to_owned());
    let holder = place.rsplit_once('.').map_or_else(String::new, |(holder, _)| holder.to_owned());
    let offered = Memo::new(move |_| sheet.value.with(|whole| among(&path::object(whole, &holder))));
    let drawn = move || {
        // In the order of the list that was chosen.
        let offered: Vec<Choice> = offered
            .with(|ids| ids.iter().filter_map(|id| choices.iter().find(|choice| choice.id == *id)).copied().collect());
        chips(sheet, field, &place, &label, as_json(&offered))
    };
    drawn.into_any()
}

/// A unit of a role by its name; by its number where the role has no units.
pub(super) fn unit_named(
    sheet: Sheet,
    field: &'static Field,
    place: &str,
    label: &str,
    (min, max): (i32, i32),
) -> AnyView {
    let (place, label) = (place.to_owned(), label.to_owned());
    // The names change with the units that take part.
    let drawn = move || {
        let names = sheet.names.run(field.names);
        if names.is_empty() {
            return stepper(sheet, field, &place, &label, f64::from(min), f64::from(max), 1.0);
        }
        if nothing_to_choose(field, &names) {
            return ().into_any();
        }
        chips(sheet, field, &place, &label, numbered(min, names))
    };
    drawn.into_any()
}

/// One of the names that a field knows; any text where there are none.
pub(super) fn one_of_names(sheet: Sheet, field: &'static Field, place: &str, label: &str, longest: usize) -> AnyView {
    let (place, label) = (place.to_owned(), label.to_owned());
    // The names change with the units that take part.
    let drawn = move || {
        let names = sheet.names.run(field.names);
        if names.is_empty() {
            return text(sheet, field, &place, &label, longest);
        }
        let choices = names.into_iter().map(|name| (Json::from(name.clone()), words(&name))).collect();
        chips(sheet, field, &place, &label, choices)
    };
    drawn.into_any()
}

pub(super) fn as_json(choices: &[Choice]) -> Vec<(Json, String)> {
    choices.iter().map(|choice| (Json::from(choice.id), say(choice.label).to_owned())).collect()
}

/// Units by their names, the first having the number `min`.
pub(super) fn numbered(min: i32, names: Vec<String>) -> Vec<(Json, String)> {
    (min..).zip(names).map(|(number, name)| (Json::from(number), name)).collect()
}

/// Where there is only one unit to name, and it is named already, nobody is asked.
pub(super) fn nothing_to_choose(field: &Field, names: &[String]) -> bool {
    names.len() == 1 && !field.nullable && field.need.default().is_some()
}
