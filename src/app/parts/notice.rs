//! What the player is told in passing, with a way back where there is one.

use super::keys;
use crate::app::desk::desk;
use drumhead::core::text::say;
use leptos::leptos_dom::helpers::TimeoutHandle;
use leptos::prelude::*;
use std::sync::Arc;
use std::time::Duration;

/// How long a notice stays; one that offers a way back stays longer.
const STAYS: Duration = Duration::from_secs(6);
const STAYS_WITH_A_WAY_BACK: Duration = Duration::from_secs(20);

/// A few words that go away by themselves.
#[derive(Clone)]
pub struct Notice {
    words: String,
    /// Not a `Callback`: that would go with the part of the page that made it, which deleting something often takes away.
    undo: Option<Arc<dyn Fn() + Send + Sync>>,
}

impl Notice {
    /// Some words.
    pub fn new(words: impl Into<String>) -> Self {
        Self { words: words.into(), undo: None }
    }

    /// A way back.
    pub fn undo(mut self, undo: impl Fn() + Send + Sync + 'static) -> Self {
        self.undo = Some(Arc::new(undo));
        self
    }
}

/// The notice, and whether saving fails.
pub fn notices() -> impl IntoView {
    let desk = desk();
    go_away_in_time(desk.notice);
    keys::while_shown(move |key| {
        let closes = key == "Escape" && desk.notice.with_untracked(Option::is_some);
        if closes {
            desk.notice.set(None);
        }
        closes
    });
    view! {
        {move || desk.unsaved.get().then(|| view! {
            <section class="banner" role="alert">
                <p>{say("Nothing is being saved: this browser gives no storage, or it is full. What you do is lost when the page closes.")}</p>
                <p class="tools"><button on:click=move |_| desk.back_up()>{say("Save everything as a file")}</button></p>
            </section>
        })}
        <div class="notices" role="status" aria-live="polite">
            {move || desk.notice.get().map(|notice| {
                let undo = notice.undo.map(|undo| view! {
                    <button on:click=move |_| { desk.notice.set(None); undo(); }>{say("Undo")}</button>
                });
                view! {
                    <div class="notice">
                        <span>{notice.words}</span>
                        {undo}
                        <button aria-label=say("Dismiss") on:click=move |_| desk.notice.set(None)>"✕"</button>
                    </div>
                }
            })}
        </div>
    }
}

/// Takes each notice away when its time is up.
fn go_away_in_time(notice: RwSignal<Option<Notice>>) {
    Effect::new(move |before: Option<Option<TimeoutHandle>>| {
        if let Some(Some(timer)) = before {
            timer.clear();
        }
        let stays = notice.with(|notice| {
            notice.as_ref().map(|notice| if notice.undo.is_some() { STAYS_WITH_A_WAY_BACK } else { STAYS })
        })?;
        set_timeout_with_handle(move || notice.set(None), stays).ok()
    });
}
