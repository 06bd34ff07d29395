//! Small parts that the lines of a scenario share: a list of lines to read, and a drop-down list that adds something.

use leptos::prelude::*;

/// Texts with a heading each, to read. Those without a text are left out.
pub(super) fn texts(texts: impl IntoIterator<Item = (String, String)>) -> impl IntoView {
    let texts = texts.into_iter().filter(|(_, text)| !text.is_empty());
    let texts = texts.map(|(heading, text)| view! { <h3>{heading}</h3><p class="briefing">{text}</p> });
    texts.collect_view()
}

/// Lines to read, each with a name and what it is about.
pub(super) fn lines(lines: impl IntoIterator<Item = (String, String)>) -> impl IntoView {
    let row = |(name, about): (String, String)| {
        view! { <li class="row"><div class="grow"><b>{name}</b><small>{about}</small></div></li> }
    };
    let rows = lines.into_iter().map(row).collect_view();
    view! { <ul class="list">{rows}</ul> }
}

/// Choices of a drop-down list: values with labels, in groups. A group without a label is not indented.
pub(super) type Choices = Vec<(String, Vec<(String, String)>)>;

/// A drop-down list that adds what is chosen, and then shows its first line again.
#[component]
pub(super) fn AddSelect(
    label: &'static str,
    choices: Signal<Choices>,
    /// Called with the chosen value.
    add: Callback<String>,
) -> impl IntoView {
    let option = |(value, label): (String, String)| view! { <option value=value>{label}</option> };
    let group = move |(label, choices): (String, Vec<(String, String)>)| {
        let options = choices.into_iter().map(option).collect_view();
        if label.is_empty() {
            options.into_any()
        } else {
            view! { <optgroup label=label>{options}</optgroup> }.into_any()
        }
    };
    let chosen = move |event| {
        let value = event_target_value(&event);
        event_target::<web_sys::HtmlSelectElement>(&event).set_value("");
        if !value.is_empty() {
            add.run(value);
        }
    };
    view! {
        <label class="pick">
            <span class="label">{label}</span>
            <select on:change=chosen>
                <option value="">"…"</option>
                {move || choices.get().into_iter().map(group).collect_view()}
            </select>
        </label>
    }
}
