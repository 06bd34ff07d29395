//! Messages about the offline copy, and the offer of a newer version.

use crate::app::platform::service_worker::{CopyStatus, OfflineCopy, offline};
use leptos::prelude::*;
use rules::text::say;

/// Notices on every page: the offline copy is complete, or a newer version is available. The newer version is never started without the
/// player's consent, because a battle may be in progress.
#[component]
pub fn UpdateNotice() -> impl IntoView {
    let offline = offline();
    view! {
        <div class="notices newer" role="status" aria-live="polite">
            {move || (offline.newer.get() && !offline.later.get()).then(|| view! {
                <div class="notice">
                    <span>{say("A new version of Drumhead is available.")}</span>
                    <ReloadButton offline/>
                    <button aria-label=say("Later") on:click=move |_| offline.later.set(true)>"✕"</button>
                </div>
            })}
        </div>
        // This notice needs no answer: it disappears by itself, and takes no taps.
        <div class="offline-status" role="status" aria-live="polite">
            {move || offline.made.get().then(|| view! { <span>{say("Ready to play offline.")}</span> })}
        </div>
    }
}

/// The state of the offline copy, for the home page.
#[component]
pub fn OfflineStatus() -> impl IntoView {
    let offline = offline();
    let words = move || match offline.copy.get() {
        CopyStatus::Unknown => "",
        CopyStatus::Unavailable if window().is_secure_context() => {
            say("This browser cannot keep a copy of Drumhead, so it will not open offline.")
        }
        CopyStatus::Unavailable => say(
            "Browsers keep a page for offline use only if its address begins with https. This one will not open offline.",
        ),
        CopyStatus::Preparing => say("Preparing for offline use…"),
        CopyStatus::Ready => say("✓ Ready to play offline."),
        CopyStatus::Missing => {
            say("Drumhead could not be saved for offline use. It tries again the next time you open it online.")
        }
    };
    view! {
        <section aria-label=say("Offline use")>
            <p class="soft">{move || words()}</p>
            {move || (offline.newer.get() && offline.later.get()).then(|| view! {
                <p>{say("A new version of Drumhead is available.")}" "<ReloadButton offline/></p>
            })}
        </section>
    }
}

#[component]
fn ReloadButton(offline: OfflineCopy) -> impl IntoView {
    view! { <button on:click=move |_| offline.update()>{say("Update: reload")}</button> }
}
