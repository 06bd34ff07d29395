//! The browser's modal dialogs. An open one keeps the focus and the keys; when it closes, the focus goes back to where it was.

use super::notices::NoticesOfDialog;
use leptos::html;
use leptos::prelude::*;

/// A modal dialog. While it is open, the page takes no taps. The caller makes Back close it, with `Router::close_by_back`.
#[component]
pub fn Dialog(
    /// True while it is shown.
    #[prop(into)]
    is_open: Signal<bool>,
    /// Called when the player closes it by Escape, or by the device's own gesture.
    #[prop(into)]
    on_close: Callback<()>,
    /// Its accessible name.
    #[prop(into)]
    label: Signal<String>,
    /// Its role, unless it is `dialog`.
    #[prop(optional)]
    role: Option<&'static str>,
    #[prop(optional)] class: &'static str,
    /// Its contents, which are drawn each time that it opens.
    children: ChildrenFn,
) -> impl IntoView {
    let dialog = NodeRef::<html::Dialog>::new();
    Effect::new(move |_| {
        let is_open = is_open.get();
        let Some(dialog) = dialog.get() else { return };
        match (is_open, dialog.open()) {
            // Browsers that do not support dialogs show none.
            (true, false) => drop(dialog.show_modal()),
            (false, true) => dialog.close(),
            _ => {}
        }
    });
    // The browser sends this event after every closing, whatever the reason.
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
