//! The frame of a page: its head, with a way back.

use super::icon::{BACK, SETTINGS, icon};
use crate::app::route::{Route, router};
use leptos::html::H1;
use leptos::prelude::*;

/// The head of a page: where back leads, the title, and buttons. The title is the tab's, too.
pub fn head(back: Option<Route>, title: impl Into<Signal<String>>, buttons: impl IntoView + 'static) -> AnyView {
    drawn(back, title.into(), buttons.into_any())
}

fn drawn(back: Option<Route>, title: Signal<String>, buttons: AnyView) -> AnyView {
    const APP: &str = "Drumhead";
    let heading = NodeRef::<H1>::new();
    Effect::new(move |_| {
        document().set_title(&title.with(|title| if title == APP { APP.into() } else { format!("{title} · {APP}") }));
    });
    begin_reading(heading);
    let settings = (router().now() != Route::Settings).then(|| {
        view! { <a class="icon" href=Route::Settings.href() aria-label="Settings">{icon(SETTINGS)}</a> }
    });
    view! {
        <header class="head">
            {back.map(|back| view! { <a class="icon" href=back.href() aria-label="Back">{icon(BACK)}</a> })}
            <h1 node_ref=heading tabindex="-1">{move || title.get()}</h1>
            {buttons}
            {settings}
        </header>
    }
    .into_any()
}

/// Whoever goes from page to page by keyboard, or hears them read, begins at the new page's heading: unless the page
/// itself has put them elsewhere.
fn begin_reading(heading: NodeRef<H1>) {
    if !router().has_moved() {
        return;
    }
    request_animation_frame(move || {
        let nowhere = document().active_element().is_none_or(|element| element.tag_name() == "BODY");
        if let Some(heading) = heading.get_untracked().filter(|_| nowhere) {
            // A browser that refuses leaves the focus at the page's beginning.
            let _ = heading.focus();
        }
    });
}

/// An id as words: `front_muskets` → `Front muskets`.
pub fn words(id: &str) -> String {
    let spaced = id.replace('_', " ");
    let mut chars = spaced.chars();
    chars.next().map(|first| first.to_uppercase().chain(chars).collect()).unwrap_or_default()
}

/// A probability as players say it: `26 %`.
pub fn percent(probability: f64) -> String {
    let percent = probability * 100.0;
    match percent {
        p if p <= 0.0 => "0 %".into(),
        p if p < 1.0 => "under 1 %".into(),
        p if p > 99.0 && p < 100.0 - 1e-9 => "over 99 %".into(),
        p => format!("{p:.0} %"),
    }
}
