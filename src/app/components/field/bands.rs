//! A number that is mostly one of a few bands: a chip for each, and a box for the number itself.

use super::figures::{Offer, OptionFigure};
use super::plain::{NumberField, show_again, shown_number, typed_number};
use super::{Sheet, fault_of_control, held, help};
use drumhead::core::text::capital;
use drumhead::form::{Band, Bands, Field, Kind, path};
use leptos::prelude::*;
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
    let (figures, (invalid, described)) = (OptionFigure::at(&place), fault_of_control());
    let mut from = f64::NEG_INFINITY;
    let chips = bands.into_iter().map(|band| {
        let (to, after) = (band.to, std::mem::replace(&mut from, band.to));
        #[expect(clippy::float_cmp, reason = "numbers that go by halves are exact")]
        let is = move || number().is_some_and(|number| if steps { number == to } else { number > after && number <= to });
        let offer = move || Some(Offer::Value(to.into()));
        view! {
            <label class="chip">
                <input type="radio" name=place.clone() aria-description=figures.words(offer) prop:checked=move || is() on:change=move |_| set.run(Some(to.into()))/>
                {capital(&band.label.to_string())}
                {figures.room(offer)}
            </label>
        }
    });
    let chips = chips.collect_view();
    let legend = label.clone();
    view! {
        <fieldset class="chips bands">
            <legend>{legend}{help(field, &label)}</legend>
            {chips}
            <input inputmode="decimal" autocomplete="off" maxlength="40" aria-label=label aria-invalid=invalid aria-describedby=described
                prop:value=move || shown_number(value.get())
                on:change=move |event| {
                    set.run(typed_number(&event_target_value(&event)));
                    show_again(&event, &shown_number(value.get_untracked()));
                }/>
        </fieldset>
    }
}
