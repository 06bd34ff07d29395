//! Dialogs over the page: the browser's own, which keep the focus and the keys, and give the focus back.

use super::notices::NoticesOfDialog;
use leptos::html;
use leptos::prelude::*;

/// A dialog over the page, which takes no taps meanwhile. Whoever opens it has Back close it, by `Router::close_by_back`.
#[component]
pub fn Dialog(
    /// True while it is shown.
    #[prop(into)]
    is_open: Signal<bool>,
    /// Called when the player closes it by Escape, or as the device has it.
    #[prop(into)]
    on_close: Callback<()>,
    /// Its accessible name.
    #[prop(into)]
    label: Signal<String>,
    /// Its role, where that is another.
    #[prop(optional)]
    role: Option<&'static str>,
    /// Its class.
    #[prop(optional)]
    class: &'static str,
    /// Its contents, drawn anew each time.
    children: ChildrenFn,
) -> impl IntoView {
    let dialog = NodeRef::<html::Dialog>::new();
    Effect::new(move |_| {
        let is_open = is_open.get();
        let Some(dialog) = dialog.get() else { return };
        match (is_open, dialog.open()) {
            // A browser without dialogs shows none.
            (true, false) => drop(dialog.show_modal()),
            (false, true) => dialog.close(),
            _ => {}
        }
    });
    // It comes after the dialog has closed, for whatever reason.
    let closed = move |_| {
        let is_shown = dialog.get_untracked().is_some_and(|dialog| dialog.open());
        if !is_shown && is_open.get_untracked() {
            on_close.run(());
        }
    };
    view! {
        <dialog node_ref=dialog class=format!("card {class}") role=role aria-label=move || label.get() on:close=closed>
            <Show when=move || is_open.get()><NoticesOfDialog/>{children()}</Show>
        </dialog>
    }
}
