//! A number with bands, such as ranges of distance: a chip for each band, and a box for the exact number.

use super::figures::{Offer, OptionFigure};
use super::plain::{NumberField, TypedNumber};
use super::{Sheet, help, value_of};
use crate::app::components::choice::Choice;
use leptos::prelude::*;
use rules::form::{Band, Bands, Field, Kind, path};
use rules::text::capital;
use serde_json::{Map, Value as Json};

/// A number with bands. While it has none, a plain number field.
#[component]
pub(super) fn BandsField(
    sheet: Sheet,
    field: &'static Field,
    bands: Bands,
    place: String,
    label: String,
    range: (f64, f64, f64),
) -> impl IntoView {
    let place_of_number = place.clone();
    let offered = Memo::new(move |_| sheet.value.with(|whole| bands_at(bands, whole, &place_of_number)));
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
    // If the number has steps, each band is a single number.
    let is_exact = matches!(field.kind, Kind::Number { step, .. } if step > 0.0);
    let value = value_of(sheet, field, &place);
    let set = Callback::new({
        let place = place.clone();
        move |to: Option<Json>| sheet.set.run((place.clone(), to))
    });
    let number = move || value.get().and_then(|value| value.as_f64());
    let figures = OptionFigure::at(&place);
    let all = bands.clone();
    let index_of = move |number: f64| {
        let mut after = f64::NEG_INFINITY;
        all.iter().position(|band| band.contains(number, std::mem::replace(&mut after, band.to), is_exact))
    };
    let chosen = Signal::derive(move || number().and_then(&index_of));
    let options: Vec<_> =
        bands.iter().enumerate().map(|(nth, band)| (Some(nth), capital(&band.label.to_string()))).collect();
    let ends: Vec<f64> = bands.iter().map(|band| band.to).collect();
    let end_of = Callback::new(move |nth: Option<usize>| Some(Json::from(*ends.get(nth?)?)));
    let choose = Callback::new(move |nth| set.run(end_of.run(nth)));
    let odds = Callback::new(move |nth| figures.odds(move || Some(Offer::Value(end_of.run(nth)?))));
    let help = help(field, &label);
    let typed = view! { <TypedNumber value set label=label.clone()/> }.into_any();
    view! { <Choice label help class="bands" options chosen choose odds end=Some(typed)/> }
}
