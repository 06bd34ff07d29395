//! Figures beside options: what each would change, where a page works that out. They have their room from the start, so that
//! nothing moves when they come.

use crate::app::components::choice::Beside;
use battle::analysis::variants::{Otherwise, Variant};
use leptos::prelude::*;
use serde_json::Value as Json;

/// An option of a field, as its control offers it.
#[derive(Clone, Debug, PartialEq)]
pub enum Offer {
    /// Another value.
    Value(Json),
    /// A member of a set, by its label.
    Member(&'static str),
    /// A tick, set or taken away.
    Tick,
    /// An own modifier, by its name.
    Own(String),
}

impl Offer {
    /// True if it is an option of the field at a place.
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

/// A figure, and the sentences that it stands for.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// A few letters: `→ 17 %`, `→ 54 % two hits`.
    pub short: String,
    /// The figure in sentences, for screen readers.
    pub words: String,
    /// True if the few letters say of what the chance is, as it is not the headline's.
    pub is_named: bool,
}

/// A figure beside the button of a step.
#[derive(Default)]
pub struct StepFigure {
    /// The figure in a few letters.
    pub short: Signal<Option<String>>,
    /// The figure in sentences, for screen readers.
    pub words: Signal<Option<String>>,
    /// The place of the figure in the button.
    pub room: Option<AnyView>,
}

/// Figures of a form's options by place, as a context.
#[derive(Clone, Copy)]
pub struct OptionFigures(pub Callback<(String, Offer), Option<Figure>>);

/// Figure of an option; `None` where the page has none.
#[derive(Clone)]
pub struct OptionFigure {
    all: Option<OptionFigures>,
    place: String,
}

impl OptionFigure {
    /// The figures of the options at a place.
    pub fn at(place: &str) -> Self {
        Self { all: use_context(), place: place.to_owned() }
    }

    fn of(&self, offer: Offer) -> Option<Figure> {
        self.all?.0.try_run((self.place.clone(), offer)).flatten()
    }

    /// Sentences about an option, for the description of its control.
    pub fn words(&self, offer: impl Fn() -> Option<Offer> + Send + Sync + 'static) -> Signal<Option<String>> {
        let figures = self.clone();
        Signal::derive(move || Some(figures.of(offer()?)?.words))
    }

    /// The figure of an option by itself, for a list that shows text alone.
    pub(super) fn short(&self, offer: impl Fn() -> Option<Offer> + Send + Sync + 'static) -> Signal<Option<String>> {
        let figures = self.clone();
        Signal::derive(move || figures.of(offer()?).map(|figure| figure.short).filter(|short| !short.is_empty()))
    }

    /// The figure beside an option of a choice.
    pub(super) fn beside(&self, offer: impl Fn() -> Option<Offer> + Clone + Send + Sync + 'static) -> Beside {
        Beside { description: self.words(offer.clone()), room: self.room(offer) }
    }

    /// The figure beside the button of a step.
    pub(super) fn step(&self, offer: impl Fn() -> Option<Offer> + Copy + Send + Sync + 'static) -> StepFigure {
        StepFigure { short: self.short(offer), words: self.words(offer), room: self.room(offer) }
    }

    /// The room for the figure of an option.
    pub fn room(&self, offer: impl Fn() -> Option<Offer> + Send + Sync + 'static) -> Option<AnyView> {
        self.all?;
        let figures = self.clone();
        // Drawn, but no text: the description of the control says it.
        let figure = Signal::derive(move || figures.of(offer()?).filter(|figure| !figure.short.is_empty()));
        let short = move || figure.get().map(|figure| figure.short);
        let is_named = move || figure.get().is_some_and(|figure| figure.is_named);
        Some(
            view! { <small class="figure" class:is-named=is_named aria-hidden="true" data-figure=short></small> }
                .into_any(),
        )
    }
}
