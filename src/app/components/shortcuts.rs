//! Keys that work a control of the page from anywhere on it. Each control names its key itself (`aria-keyshortcuts`), for
//! screen readers too; the list under “?” is read off the page.

use crate::app::platform::keyboard;
use crate::app::state::{SHORTCUTS, app_state};
use drumhead::core::text::say;
use leptos::html::Dialog;
use leptos::prelude::*;

/// The keys, and the dialog that lists those of the page.
#[component]
pub fn Shortcuts() -> impl IntoView {
    let app = app_state();
    let dialog = NodeRef::<Dialog>::new();
    let listed = RwSignal::new(Vec::new());
    let show = move || {
        listed.set(keyboard::shortcuts());
        // A browser without dialogs shows none.
        let _ = dialog.get_untracked().map(|own| own.show_modal());
    };
    keyboard::while_shown(move |key| match key {
        // While a dialog is open, keys do not reach the page behind it.
        _ if !untrack(|| app.wants(SHORTCUTS)) || keyboard::is_in_dialog() => false,
        "?" => {
            show();
            true
        }
        key => keyboard::press_shortcut(key),
    });
    let rows = move || {
        let row = |(key, what): (String, String)| view! { <dt><kbd>{key}</kbd></dt><dd>{what}</dd> };
        listed.get().into_iter().map(row).collect_view()
    };
    let close = move |_| {
        let _ = dialog.get_untracked().map(|own| own.close());
    };
    view! {
        <dialog class="card shortcuts" node_ref=dialog aria-label=say("Keyboard shortcuts")>
            <h2>{say("Keyboard shortcuts")}</h2>
            <dl class="listed">{move || rows()}<dt><kbd>"?"</kbd></dt><dd>{say("This list")}</dd><dt><kbd>"Esc"</kbd></dt><dd>{say("Close what is open")}</dd></dl>
            <p class="tools"><button class="primary" on:click=close>{say("Close")}</button></p>
        </dialog>
    }
}
