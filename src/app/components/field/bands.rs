//! A number that is mostly one of a few bands: a chip for each, and a box for the number itself.

use super::figures::{Offer, OptionFigure};
use super::plain::{NumberField, TypedNumber};
use super::{Sheet, held, help};
use crate::app::components::choice::Choice;
use leptos::prelude::*;
use rules::form::{Band, Bands, Field, Kind, path};
use rules::text::capital;
use serde_json::{Map, Value as Json};

/// A number with bands. A plain number while there are none.
#[component]
pub(super) fn BandsField(
    sheet: Sheet,
    field: &'static Field,
    bands: Bands,
    place: String,
    label: String,
    range: (f64, f64, f64),
) -> impl IntoView {
    let held_at = place.clone();
    let offered = Memo::new(move |_| sheet.value.with(|whole| bands_at(bands, whole, &held_at)));
    move || {
        let (place, label) = (place.clone(), label.clone());
        if offered.with(Vec::is_empty) {
            return view! { <NumberField sheet field place label range/> }.into_any();
        }
        view! { <BandChips sheet field place label bands=offered.get()/> }.into_any()
    }
}

/// The bands of the number at a place.
pub fn bands_at(bands: Bands, whole: &Map<String, Json>, place: &str) -> Vec<Band> {
    let holder = place.rsplit_once('.').map_or("", |(holder, _)| holder);
    bands(whole, &path::object(whole, holder))
}

#[component]
fn BandChips(sheet: Sheet, field: &'static Field, place: String, label: String, bands: Vec<Band>) -> impl IntoView {
    // Where numbers go by steps, a band is a single one.
    let steps = matches!(field.kind, Kind::Number { step, .. } if step > 0.0);
    let value = held(sheet, field, &place);
    let set = Callback::new({
        let place = place.clone();
        move |to: Option<Json>| sheet.set.run((place.clone(), to))
    });
    let number = move || value.get().and_then(|value| value.as_f64());
    let figures = OptionFigure::at(&place);
    let (mut from, mut held_by) = (f64::NEG_INFINITY, Vec::new());
    for band in &bands {
        held_by.push((std::mem::replace(&mut from, band.to), band.to));
    }
    #[expect(clippy::float_cmp, reason = "numbers that go by halves are exact")]
    let is_in =
        move |number: f64, (after, to): (f64, f64)| if steps { number == to } else { number > after && number <= to };
    let chosen =
        Signal::derive(move || number().and_then(|number| held_by.iter().position(|band| is_in(number, *band))));
    let options: Vec<_> =
        bands.iter().enumerate().map(|(nth, band)| (Some(nth), capital(&band.label.to_string()))).collect();
    let ends: Vec<f64> = bands.iter().map(|band| band.to).collect();
    let end_of = Callback::new(move |nth: Option<usize>| Some(Json::from(*ends.get(nth?)?)));
    let choose = Callback::new(move |nth| set.run(end_of.run(nth)));
    let beside = Callback::new(move |nth| figures.beside(move || Some(Offer::Value(end_of.run(nth)?))));
    let help = help(field, &label);
    let typed = view! { <TypedNumber value set label=label.clone()/> }.into_any();
    view! { <Choice label help class="bands" options chosen choose beside end=Some(typed)/> }
}
