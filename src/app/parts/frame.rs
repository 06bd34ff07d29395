//! The frame of a page: its head, with a way back.

use crate::app::route::Route;
use leptos::prelude::*;

/// The head of a page: where back leads, the title, and buttons.
pub fn head(back: Option<Route>, title: impl IntoView + 'static, buttons: impl IntoView + 'static) -> impl IntoView {
    view! {
        <header class="head">
            {back.map(|back| view! { <a class="icon" href=back.href() aria-label="Back">"‹"</a> })}
            <h1 tabindex="-1">{title.into_view()}</h1>
            {buttons.into_view()}
        </header>
    }
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
