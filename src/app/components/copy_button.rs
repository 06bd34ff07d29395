//! A button that copies a text.

use crate::app::platform::sharing;
use leptos::prelude::*;
use leptos::task::spawn_local;
use rules::text::say;

/// A button that copies a text to the clipboard, and sets `report` to a message about the result.
#[component]
pub fn CopyButton(
    label: &'static str,
    #[prop(into)] text: Callback<(), String>,
    /// The message about the result, which the page shows.
    report: RwSignal<&'static str>,
    /// Message after copying.
    copied: &'static str,
    /// Message if the browser refuses.
    #[prop(optional)]
    refused: Option<&'static str>,
    /// Called if the browser refuses.
    #[prop(optional)]
    on_refused: Option<Callback<()>>,
) -> impl IntoView {
    let refused = refused.unwrap_or(say("This browser does not let pages copy."));
    let copy = move |_| {
        let text = text.run(());
        spawn_local(async move {
            let is_copied = sharing::copy(&text).await;
            report.set(if is_copied { copied } else { refused });
            on_refused.filter(|_| !is_copied).into_iter().for_each(|call| call.run(()));
        });
    };
    view! { <button on:click=copy>{label}</button> }
}

/// A button that copies a text, with a message about the result below it.
#[component]
pub fn CopyText(
    label: &'static str,
    #[prop(into)] text: Callback<(), String>,
    /// Message after copying.
    copied: &'static str,
) -> impl IntoView {
    let report = RwSignal::new("");
    view! {
        <p class="tools"><CopyButton label text copied report/></p>
        <p class="copy-report" role="status">{report}</p>
    }
}
