//! Temporary notices, some with a button that takes an action back.

use crate::app::platform::keyboard;
use crate::app::state::app_state;
use crate::app::state::notice::Notice;
use crate::app::state::route::{Route, router};
use leptos::leptos_dom::helpers::TimeoutHandle;
use leptos::prelude::*;
use rules::text::say;

/// The current notice, and the warning that saving fails.
#[component]
pub fn Notices() -> impl IntoView {
    let app = app_state();
    remove_after_time(app.notice);
    remove_with_page(app.notice);
    keyboard::while_shown(move |key| {
        let closes = key == "Escape"
            && app.notice.with_untracked(|notice| notice.as_ref().is_some_and(|notice| !notice.lets_taps_through));
        if closes {
            app.notice.set(None);
        }
        closes
    });
    view! {
        {move || app.storage.unsaved.get().then(|| view! {
            <section class="banner" role="alert">
                <p>{say("Nothing is being saved: browser storage is full or unavailable. You lose your changes when the page closes.")}</p>
                <p class="tools"><button on:click=move |_| app.back_up()>{say("Save everything as a file")}</button></p>
            </section>
        })}
        <NoticeRegion notice=app.notice.into()/>
    }
}

/// The live region that shows a notice.
#[component]
fn NoticeRegion(notice: Signal<Option<Notice>>) -> impl IntoView {
    let app = app_state();
    let line = move |notice: Notice| {
        let back = notice.way_back.map(|(label, back)| {
            view! {
                <button type="button" on:click=move |_| { app.notice.set(None); back(); }>{label}</button>
            }
        });
        let dismiss = (!notice.lets_taps_through).then(|| {
            view! {
                <button type="button" aria-label=say("Dismiss") on:click=move |_| app.notice.set(None)>"✕"</button>
            }
        });
        view! {
            <div class="notice" class:through=notice.lets_taps_through>
                <span>{notice.words}</span>
                {back}
                {dismiss}
            </div>
        }
    };
    view! { <div class="notices" role="status" aria-live="polite">{move || notice.get().map(line)}</div> }
}

/// Notices that appear while a dialog is open, because the dialog covers those of the page.
#[component]
pub fn NoticesOfDialog() -> impl IntoView {
    let app = app_state();
    let notice = RwSignal::new(None);
    Effect::new(move |before: Option<()>| {
        let now = app.notice.get();
        if before.is_some() {
            notice.set(now);
        }
    });
    view! { <NoticeRegion notice=notice.into()/> }
}

/// Removes a notice about a page when the player leaves that page.
fn remove_with_page(notice: RwSignal<Option<Notice>>) {
    let router = router();
    Effect::new(move |before: Option<Route>| {
        let here = router.here();
        let left = before.is_some_and(|before| before != here);
        if left && notice.with_untracked(|notice| notice.as_ref().is_some_and(|notice| notice.of_this_page)) {
            notice.set(None);
        }
        here
    });
}

/// Removes each notice when its time is up.
fn remove_after_time(notice: RwSignal<Option<Notice>>) {
    Effect::new(move |before: Option<Option<TimeoutHandle>>| {
        if let Some(Some(timer)) = before {
            timer.clear();
        }
        let stays = notice.with(|notice| notice.as_ref().map(Notice::stays))?;
        set_timeout_with_handle(move || notice.set(None), stays).ok()
    });
}
