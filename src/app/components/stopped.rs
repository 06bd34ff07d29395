//! The message that the app has stopped. A script of `index.html` shows it after a trap, when nothing here works any more.

use drumhead::core::text::say;
use leptos::prelude::*;

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
