//! The odds shown next to options: the chance if the player chose that option. Their space is reserved from the start, so that nothing
//! moves when they are computed.

use crate::app::components::choice::OptionOdds;
use battle::analysis::variants::{Otherwise, Variant};
use leptos::prelude::*;
use serde_json::Value as Json;

/// An option of a field that a control offers.
#[derive(Clone, Debug, PartialEq)]
pub enum Offer {
    /// Another value.
    Value(Json),
    /// A member of a set, by its label.
    Member(&'static str),
    /// The other state of a tick box.
    Tick,
    /// An own modifier, by its name.
    Own(String),
}

impl Offer {
    /// True if `option` is this offer of the field at a place.
    pub fn is_of(&self, option: &Variant, place: &str) -> bool {
        option.place == place
            && match (self, &option.otherwise) {
                (Offer::Member(label), Otherwise::Member(member, _)) => member == label,
                (Offer::Tick, Otherwise::Ticked(_)) => true,
                (Offer::Own(name), Otherwise::Own(modifier, _)) => name == modifier,
                (Offer::Value(value), Otherwise::Is(_) | Otherwise::Number(_) | Otherwise::Band) => {
                    *value == option.value
                }
                _ => false,
            }
    }
}

/// The odds of an option, in short and in sentences.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// In a few characters: `→ 17 %`, `→ 54 % two hits`.
    pub short: String,
    /// In sentences, for screen readers.
    pub words: String,
    /// True if `short` names the chance, because it is not the one of the headline.
    pub is_named: bool,
}

/// The odds shown in a stepper's button.
#[derive(Default)]
pub struct StepFigure {
    /// In a few characters.
    pub short: Signal<Option<String>>,
    /// In sentences, for screen readers.
    pub words: Signal<Option<String>>,
    /// The element that shows them in the button.
    pub element: Option<AnyView>,
}

/// Returns the odds of an option of the field at a place. A context for the fields of a form.
#[derive(Clone, Copy)]
pub struct OptionFigures(pub Callback<(String, Offer), Option<Figure>>);

/// The odds of the options of one field; there are none if the page provides no `OptionFigures`.
#[derive(Clone)]
pub struct OptionFigure {
    all: Option<OptionFigures>,
    place: String,
}

impl OptionFigure {
    /// The odds of the options of the field at a place.
    pub fn at(place: &str) -> Self {
        Self { all: use_context(), place: place.to_owned() }
    }

    fn of(&self, offer: Offer) -> Option<Figure> {
        self.all?.0.try_run((self.place.clone(), offer)).flatten()
    }

    /// The odds of an option in sentences, for the accessible description of its control.
    pub fn words(&self, offer: impl Fn() -> Option<Offer> + Send + Sync + 'static) -> Signal<Option<String>> {
        let figures = self.clone();
        Signal::derive(move || Some(figures.of(offer()?)?.words))
    }

    /// The odds of an option in a few characters, for a list that can only show text.
    pub(super) fn short(&self, offer: impl Fn() -> Option<Offer> + Send + Sync + 'static) -> Signal<Option<String>> {
        let figures = self.clone();
        Signal::derive(move || figures.of(offer()?).map(|figure| figure.short).filter(|short| !short.is_empty()))
    }

    /// The odds shown in an option of a `Choice`.
    pub(super) fn odds(&self, offer: impl Fn() -> Option<Offer> + Clone + Send + Sync + 'static) -> OptionOdds {
        OptionOdds { description: self.words(offer.clone()), element: self.element(offer) }
    }

    /// The odds shown in a stepper's button.
    pub(super) fn step(&self, offer: impl Fn() -> Option<Offer> + Copy + Send + Sync + 'static) -> StepFigure {
        StepFigure { short: self.short(offer), words: self.words(offer), element: self.element(offer) }
    }

    /// The element that shows the odds of an option; `None` if the page has none.
    pub fn element(&self, offer: impl Fn() -> Option<Offer> + Send + Sync + 'static) -> Option<AnyView> {
        self.all?;
        let figures = self.clone();
        // Drawn by the style sheet, so that screen readers skip it: the control's description has the same odds.
        let figure = Signal::derive(move || figures.of(offer()?).filter(|figure| !figure.short.is_empty()));
        let short = move || figure.get().map(|figure| figure.short);
        let is_named = move || figure.get().is_some_and(|figure| figure.is_named);
        Some(
            view! { <small class="figure" class:is-named=is_named aria-hidden="true" data-figure=short></small> }
                .into_any(),
        )
    }
}
