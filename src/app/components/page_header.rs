//! The header of a page, and the link back.

use super::icon::{BACK, Icon, SETTINGS};
use crate::app::state::route::{Route, router};
use leptos::ev::MouseEvent;
use leptos::prelude::*;
use rules::text::say;

/// The header of a page: the link back, the title, the page's own buttons, and the link to the settings. Also sets the title of the tab.
#[component]
pub fn PageHeader(
    /// Destination of the link back; `None` for a page without one.
    #[prop(optional)]
    back: Option<Route>,
    /// Title of the page and the tab.
    #[prop(into)]
    title: Signal<String>,
    /// Buttons after the title.
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

/// The link back.
#[component]
pub fn BackLink(
    /// Destination.
    to: Route,
) -> impl IntoView {
    let (href, router) = (to.href(), router());
    let go = move |event: MouseEvent| {
        // With these keys the browser opens the link in another tab or window.
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

/// Sets the title of the tab to that of the page, followed by the app's name.
pub fn title_of_tab(title: Signal<String>) {
    const APP: &str = "Drumhead";
    Effect::new(move |_| {
        document().set_title(&title.with(|title| if title == APP { APP.into() } else { format!("{title} · {APP}") }));
    });
}
