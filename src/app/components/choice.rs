//! A choice among several options: radio buttons of the browser's own, in a group with a name.

use crate::app::platform::keyboard;
use leptos::ev::MouseEvent;
use leptos::prelude::*;

/// Addition to the words of an option: its figure in the odds.
#[derive(Default)]
pub struct Beside {
    /// Sentences for those who do not see it.
    pub description: Signal<Option<String>>,
    /// Its room in the chip.
    pub room: Option<AnyView>,
}

/// One of several options, as chips. An option that is refused, which says why itself, leaves the choice as it was.
#[component]
pub fn Choice<T: Clone + PartialEq + Send + Sync + 'static>(
    /// The name of the choice.
    #[prop(into)]
    label: String,
    /// True if the name is only heard, because a heading shows it.
    #[prop(optional)]
    is_label_hidden: bool,
    /// Content of the legend, after the name.
    #[prop(optional_no_strip)]
    help: Option<AnyView>,
    /// The options, each with its words.
    #[prop(into)]
    options: Signal<Vec<(T, String)>>,
    /// The option that is chosen.
    #[prop(into)]
    chosen: Signal<T>,
    /// Chooses another.
    choose: Callback<T>,
    /// Additions to the words of an option.
    #[prop(optional)]
    beside: Option<Callback<T, Beside>>,
    /// The language of an option's words.
    #[prop(optional)]
    language: Option<fn(&T) -> &'static str>,
    /// True while nothing can be chosen: only what was chosen is shown then.
    #[prop(optional, into)]
    is_locked: Signal<bool>,
    /// Class of the group.
    #[prop(optional)]
    class: &'static str,
    /// Id of the message about a fault of the choice, while there is one.
    #[prop(optional)]
    fault: Signal<Option<String>>,
    /// Content after the options, in their line.
    #[prop(optional_no_strip)]
    end: Option<AnyView>,
    /// Content between the name and the options.
    #[prop(optional)]
    children: Option<Children>,
) -> impl IntoView {
    let group = keyboard::next_id("choice");
    let option = move |(value, words): (T, String)| {
        let Beside { description, room } = beside.map(|beside| beside.run(value.clone())).unwrap_or_default();
        let lang = language.map(|language| language(&value));
        let this = value.clone();
        let is_chosen = Signal::derive(move || chosen.with(|chosen| *chosen == this));
        let choose = Callback::new(move |()| choose.run(value.clone()));
        view! { <OptionChip group=group.clone() words lang is_chosen choose description is_locked room/> }
    };
    view! {
        <fieldset class=format!("chips {class}") aria-describedby=move || fault.get()>
            <legend class:visually-hidden=is_label_hidden>{label}{help}</legend>
            {children.map(|children| children())}
            {move || options.get().into_iter().map(&option).collect_view()}
            {end}
        </fieldset>
    }
}

/// An option as a chip.
#[component]
fn OptionChip(
    group: String,
    words: String,
    lang: Option<&'static str>,
    is_chosen: Signal<bool>,
    choose: Callback<()>,
    description: Signal<Option<String>>,
    is_locked: Signal<bool>,
    room: Option<AnyView>,
) -> impl IntoView {
    view! { <label class="chip" lang=lang><OptionInput group is_chosen choose description is_locked/>{words}{room}</label> }
}

/// The radio button of an option, for choices that are drawn otherwise than as chips.
#[component]
pub fn OptionInput(
    /// Name that the radio buttons of a choice share.
    group: String,
    /// Id, for a second label.
    #[prop(optional)]
    id: Option<String>,
    /// Accessible name, where the label does not have it.
    #[prop(optional, into)]
    name: Signal<Option<String>>,
    /// True while it is chosen.
    is_chosen: Signal<bool>,
    /// Chooses it.
    choose: Callback<()>,
    /// Accessible description.
    #[prop(optional)]
    description: Signal<Option<String>>,
    /// True while nothing can be chosen.
    #[prop(optional)]
    is_locked: Signal<bool>,
) -> impl IntoView {
    let click = move |event: MouseEvent| {
        if is_chosen.get_untracked() {
            return;
        }
        choose.run(());
        // The browser then checks again what was checked before.
        if !is_chosen.try_get_untracked().unwrap_or(true) {
            event.prevent_default();
        }
    };
    view! {
        <input type="radio" name=group id=id aria-label=move || name.get() aria-description=move || description.get()
            disabled=move || is_locked.get() prop:checked=move || is_chosen.get() on:click=click/>
    }
}
