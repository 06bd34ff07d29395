//! Hints for those who are here for the first time: put away by a tap, and for good; settings bring them back.

use crate::app::state::app_state;
use leptos::prelude::*;
use rules::text::say;

/// A hint, shown until it is put away.
#[component]
pub fn Hint(
    /// Name by which it is remembered as read.
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
