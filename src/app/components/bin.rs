//! The list of things deleted in this visit, and the question before something is deleted.

use crate::app::components::dialog::Dialog;
use crate::app::state::app_state;
use crate::app::state::route::router;
use exchange::storage::bin::Deleted;
use leptos::prelude::*;
use rules::text;
use rules::text::say;

/// Everything deleted in this visit, each with a button that restores it. Not shown while the list is empty.
#[component]
pub fn DeletedThings() -> impl IntoView {
    let app = app_state();
    let count = Memo::new(move |_| app.storage.bin.with(|bin| bin.all().len()));
    let row = move |deleted: &Deleted| {
        let (number, words) = (deleted.number, deleted.words.clone());
        let label = text!("Restore {name}", name = words.clone()).to_string();
        view! {
            <li class="row">
                <span class="grow">{words}</span>
                <button aria-label=label on:click=move |_| app.restore(number)>{say("Restore")}</button>
            </li>
        }
    };
    let rows = move || app.storage.bin.with(|bin| bin.all().iter().map(row).collect_view());
    view! {
        <Show when=move || count.get() != 0>
            <details class="disclosure deleted">
                <summary>{move || text!("Deleted in this visit ({n})", n = count.get()).to_string()}</summary>
                <p class="soft">{say("Kept until you close this tab. The oldest go first.")}</p>
                <ul class="list">{move || rows()}</ul>
            </details>
        </Show>
    }
}

/// A question before something is deleted or ended.
#[component]
pub fn AskFirst(
    /// True while the question is open.
    #[prop(into)]
    asking: Signal<bool>,
    #[prop(into)] question: Signal<String>,
    /// Label of the button that confirms.
    yes: &'static str,
    /// Label of the button that cancels; "Keep" by default.
    #[prop(optional)]
    no: Option<&'static str>,
    /// Called with the answer: true if the player confirms.
    on_answer: Callback<bool>,
) -> impl IntoView {
    let asked = Signal::derive(move || asking.get().then(|| question.get()));
    // The router calls this at once, with `None` as nothing is open yet. That call is not an answer.
    let is_registered = StoredValue::new(false);
    router().close_by_back("question", asked, move |to: Option<String>| {
        if to.is_none() && is_registered.get_value() {
            on_answer.run(false);
        }
    });
    is_registered.set_value(true);
    view! {
        <Dialog is_open=asking on_close=move |()| on_answer.run(false) label=question role="alertdialog">
            <p>{move || question.get()}</p>
            <p class="tools">
                <button on:click=move |_| on_answer.run(false)>{no.unwrap_or(say("Keep"))}</button>
                <button on:click=move |_| on_answer.run(true)>{yes}</button>
            </p>
        </Dialog>
    }
}
