//! Hints for those who are here for the first time: put away by a tap, and for good; settings bring them back.

use crate::app::desk::desk;
use drumhead::core::text::say;
use leptos::prelude::*;

/// A hint, under the name by which it is remembered as read.
pub fn hint(name: &'static str, words: &'static str) -> impl IntoView {
    let desk = desk();
    let shown = Memo::new(move |_| desk.hints_at(name));
    view! {
        <Show when=move || shown.get()>
            <aside class="hint" aria-label=say("Hint")>
                <p>{words}</p>
                <button on:click=move |_| desk.put_hint_away(name)>{say("Got it")}</button>
            </aside>
        </Show>
    }
}
