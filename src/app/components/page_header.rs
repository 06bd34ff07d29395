//! The frame of a page: its head, with a way back.

use super::icon::{BACK, Icon, SETTINGS};
use crate::app::state::route::{Route, router};
use leptos::ev::MouseEvent;
use leptos::prelude::*;
use rules::text::say;

/// Head of a page: where back leads, the title, which is the tab's too, and the page's own buttons.
#[component]
pub fn PageHeader(
    /// Destination of the way back; none if there is no way back.
    #[prop(optional)]
    back: Option<Route>,
    /// Title of the page and of the tab.
    #[prop(into)]
    title: Signal<String>,
    /// Buttons beside the title.
    #[prop(optional)]
    children: Option<Children>,
) -> impl IntoView {
    title_of_tab(title);
    let settings = (router().here_untracked() != Route::Settings).then(|| {
        view! { <a class="icon" href=Route::Settings.href() aria-label=say("Settings")><Icon path=SETTINGS/></a> }
    });
    view! {
        <header class="head">
            {back.map(|to| view! { <BackLink to/> })}
            <h1 tabindex="-1">{title}</h1>
            {children.map(|children| children())}
            {settings}
        </header>
    }
}

/// The way back.
#[component]
pub fn BackLink(
    /// Destination.
    to: Route,
) -> impl IntoView {
    let (href, router) = (to.href(), router());
    let go = move |event: MouseEvent| {
        // A link that is to be opened in another tab is the browser's.
        if event.ctrl_key() || event.meta_key() || event.shift_key() {
            return;
        }
        event.prevent_default();
        if !router.go_if_there(&to) {
            router.back_to(&to);
        }
    };
    view! { <a class="icon" href=href aria-label=say("Back") on:click=go><Icon path=BACK/></a> }
}

/// Gives the tab the title of the page.
pub fn title_of_tab(title: Signal<String>) {
    const APP: &str = "Drumhead";
    Effect::new(move |_| {
        document().set_title(&title.with(|title| if title == APP { APP.into() } else { format!("{title} · {APP}") }));
    });
}
