//! The frame of a page: its head, with a way back.

use super::icon::{BACK, SETTINGS, icon};
use crate::app::route::{Route, router};
use drumhead::core::text::{capital, say};
use leptos::prelude::*;
use leptos::web_sys::js_sys::JsString;

/// The head of a page: where back leads, the title, and buttons. The title is the tab's, too.
pub fn head(back: Option<Route>, title: impl Into<Signal<String>>, buttons: impl IntoView + 'static) -> AnyView {
    drawn(back, title.into(), buttons.into_any()).into_any()
}

fn drawn(back: Option<Route>, title: Signal<String>, buttons: AnyView) -> impl IntoView {
    const APP: &str = "Drumhead";
    Effect::new(move |_| {
        document().set_title(&title.with(|title| if title == APP { APP.into() } else { format!("{title} · {APP}") }));
    });
    let settings = (router().here_untracked() != Route::Settings).then(|| {
        view! { <a class="icon" href=Route::Settings.href() aria-label=say("Settings")>{icon(SETTINGS)}</a> }
    });
    view! {
        <header class="head">
            {back.map(|back| view! { <a class="icon" href=back.href() aria-label=say("Back")>{icon(BACK)}</a> })}
            <h1 tabindex="-1">{move || title.get()}</h1>
            {buttons}
            {settings}
        </header>
    }
}

/// An id as words within others: `front_muskets` → `front muskets`.
pub fn spaced(id: &str) -> String {
    say(&id.replace('_', " ")).to_owned()
}

/// An id as words: `front_muskets` → `Front muskets`.
pub fn words(id: &str) -> String {
    capital(&spaced(id))
}

/// A text in small letters, whatever its letters: the browser has the tables for that, the app need not carry them.
pub fn lower(text: &str) -> String {
    JsString::from(text).to_lower_case().into()
}
