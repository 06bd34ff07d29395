//! Hints for new players. A dismissed hint stays away until the player shows all hints again in the settings.

use crate::app::state::app_state;
use leptos::prelude::*;
use rules::text::say;

/// A hint, shown until it is dismissed.
#[component]
pub fn Hint(
    /// Name under which it is stored as dismissed.
    name: &'static str,
    /// Text of the hint.
    words: &'static str,
) -> impl IntoView {
    let app = app_state();
    let shown = Memo::new(move |_| app.hints_at(name));
    view! {
        <Show when=move || shown.get()>
            <aside class="hint" aria-label=say("Hint")>
                <p>{words}</p>
                <button on:click=move |_| app.put_hint_away(name)>{say("Got it")}</button>
            </aside>
        </Show>
    }
}
