//! A choice among several options: the browser's radio buttons, in a group with a name.

use crate::app::platform::keyboard;
use leptos::ev::MouseEvent;
use leptos::prelude::*;

/// The odds shown in an option.
#[derive(Default)]
pub struct OptionOdds {
    /// The odds in sentences, for screen readers.
    pub description: Signal<Option<String>>,
    /// The element that shows the odds in the chip.
    pub element: Option<AnyView>,
}

/// Options as chips; one of them is chosen. If `choose` refuses an option, the choice stays the same, and `choose` shows the reason.
#[component]
pub fn Choice<T: Clone + PartialEq + Send + Sync + 'static>(
    /// The name of the choice.
    #[prop(into)]
    label: String,
    /// True if the name is for screen readers only, because a heading shows it.
    #[prop(optional)]
    is_label_hidden: bool,
    /// Content of the legend after the name.
    #[prop(optional_no_strip)]
    help: Option<AnyView>,
    /// The options with their labels.
    #[prop(into)]
    options: Signal<Vec<(T, String)>>,
    /// The chosen option.
    #[prop(into)]
    chosen: Signal<T>,
    /// Chooses another option.
    choose: Callback<T>,
    /// Returns the odds of an option.
    #[prop(optional)]
    odds: Option<Callback<T, OptionOdds>>,
    /// Returns the language of an option's label.
    #[prop(optional)]
    language: Option<fn(&T) -> &'static str>,
    /// True while the choice cannot be changed.
    #[prop(optional, into)]
    is_locked: Signal<bool>,
    /// Class of the group.
    #[prop(optional)]
    class: &'static str,
    /// Id of the element with the message about an invalid choice, while there is one.
    #[prop(optional)]
    fault: Signal<Option<String>>,
    /// Content after the options.
    #[prop(optional_no_strip)]
    end: Option<AnyView>,
    /// Content between the name and the options.
    #[prop(optional)]
    children: Option<Children>,
) -> impl IntoView {
    let labels = move || options.with(|all| all.iter().map(|(_, label)| label.clone()).collect());
    let place = move || options.with(|all| chosen.with(|chosen| all.iter().position(|(value, _)| value == chosen)));
    let value = move |place: usize| options.with_untracked(|all| all.get(place).map(|(value, _)| value.clone()));
    let chips = Chips {
        labels: Signal::derive(labels),
        chosen: Signal::derive(place),
        choose: Callback::new(move |place| value(place).into_iter().for_each(|value| choose.run(value))),
        odds: odds
            .map(|odds| Callback::new(move |place| value(place).map(|value| odds.run(value)).unwrap_or_default())),
        language: language.map(|language| Callback::new(move |place| value(place).map(|value| language(&value)))),
        is_locked,
    };
    view! {
        <fieldset class=format!("chips {class}") aria-describedby=move || fault.get()>
            <legend class:visually-hidden=is_label_hidden>{label}{help}</legend>
            {children.map(|children| children())}
            {chips.into_view()}
            {end}
        </fieldset>
    }
}

/// The chips of a choice, without the type of its values: the code to draw them exists once, instead of once for each type. Options are
/// identified by their place.
#[derive(Clone, Copy)]
struct Chips {
    labels: Signal<Vec<String>>,
    chosen: Signal<Option<usize>>,
    choose: Callback<usize>,
    odds: Option<Callback<usize, OptionOdds>>,
    language: Option<Callback<usize, Option<&'static str>>>,
    is_locked: Signal<bool>,
}

impl Chips {
    fn into_view(self) -> AnyView {
        let group = keyboard::next_id("choice");
        let chip = move |(place, words): (usize, String)| {
            let Self { chosen, choose, odds, language, is_locked, .. } = self;
            let OptionOdds { description, element } = odds.map(|odds| odds.run(place)).unwrap_or_default();
            let lang = language.and_then(|language| language.run(place));
            let is_chosen = Signal::derive(move || chosen.get() == Some(place));
            let choose = Callback::new(move |()| choose.run(place));
            view! {
                <label class="chip" lang=lang>
                    <OptionInput group=group.clone() is_chosen choose description is_locked/>{words}{element}
                </label>
            }
        };
        (move || self.labels.get().into_iter().enumerate().map(&chip).collect_view()).into_any()
    }
}

/// The radio button of an option, for choices that are not drawn as chips.
#[component]
pub fn OptionInput(
    /// Name that the radio buttons of a choice share.
    group: String,
    /// The id, for a second label.
    #[prop(optional)]
    id: Option<String>,
    /// The accessible name, unless the label is the name.
    #[prop(optional, into)]
    name: Signal<Option<String>>,
    /// True while it is chosen.
    is_chosen: Signal<bool>,
    /// Chooses it.
    choose: Callback<()>,
    /// The accessible description.
    #[prop(optional)]
    description: Signal<Option<String>>,
    /// True while the choice cannot be changed.
    #[prop(optional)]
    is_locked: Signal<bool>,
) -> impl IntoView {
    let click = move |event: MouseEvent| {
        if is_chosen.get_untracked() {
            return;
        }
        choose.run(());
        // The option was refused. The browser then restores the one that was checked before.
        if !is_chosen.try_get_untracked().unwrap_or(true) {
            event.prevent_default();
        }
    };
    view! {
        <input type="radio" name=group id=id aria-label=move || name.get() aria-description=move || description.get()
            disabled=move || is_locked.get() prop:checked=move || is_chosen.get() on:click=click/>
    }
}
