//! The message that the app has stopped. A script of `index.html` shows it after a trap, when nothing here works any more.

use leptos::prelude::*;
use rules::text::say;

/// The message, hidden.
#[component]
pub fn Stopped() -> impl IntoView {
    view! {
        <dialog id="stopped" class="card" aria-label=say("Stopped")>
            <p>{say("Drumhead has stopped because of an error. Everything that you did is saved.")}</p>
            <p class="tools"><button class="primary">{say("Reload")}</button></p>
        </dialog>
    }
}
