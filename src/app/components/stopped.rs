//! The message that the app has stopped. A script of `index.html` shows it after a trap, because the module no longer runs then.

use leptos::prelude::*;
use rules::text::say;

/// The message, closed until that script opens it.
#[component]
pub fn Stopped() -> impl IntoView {
    view! {
        <dialog id="stopped" class="card" aria-label=say("Stopped")>
            <p>{say("Drumhead has stopped because of an error. Everything that you did is saved.")}</p>
            <p class="tools"><button class="primary">{say("Reload")}</button></p>
        </dialog>
    }
}
