//! Keyboard shortcuts of the controls on a page. Each control names its key in `aria-keyshortcuts`, which screen readers announce. The
//! list under “?” is collected from these attributes.

use crate::app::components::dialog::Dialog;
use crate::app::platform::keyboard;
use crate::app::state::route::router;
use crate::app::state::{SHORTCUTS, app_state};
use leptos::prelude::*;
use rules::text::say;

/// Handles the shortcuts, and shows the dialog that lists those of the page.
#[component]
pub fn Shortcuts() -> impl IntoView {
    let app = app_state();
    let listed = RwSignal::new(Vec::new());
    let open = RwSignal::new(false);
    router().close_switch_by_back("keys", open);
    Effect::new(move |_| {
        if open.get() {
            listed.set(keyboard::shortcuts());
        }
    });
    keyboard::while_shown(move |key| match key {
        _ if !untrack(|| app.wants(SHORTCUTS)) => false,
        "?" => {
            open.set(true);
            true
        }
        key => keyboard::press_shortcut(key),
    });
    let rows = move || {
        let row = |(key, what): (String, String)| view! { <dt><kbd>{key}</kbd></dt><dd>{what}</dd> };
        listed.get().into_iter().map(row).collect_view()
    };
    view! {
        <Dialog is_open=open on_close=move |()| open.set(false) label=say("Keyboard shortcuts").to_owned()>
            <h2>{say("Keyboard shortcuts")}</h2>
            <dl class="listed">{rows}<dt><kbd>"?"</kbd></dt><dd>{say("This list")}</dd><dt><kbd>"Esc"</kbd></dt><dd>{say("Close what is open")}</dd></dl>
            <p class="tools"><button class="primary" on:click=move |_| open.set(false)>{say("Close")}</button></p>
        </Dialog>
    }
}
