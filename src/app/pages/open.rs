//! A link that was opened: what is in it, and the question what to do with it. The fragment is taken out of the address once
//! that is answered, so that a reload does not ask again.

use crate::app::components::incoming::Incoming;
use crate::app::components::page_header::PageHeader;
use crate::app::state::route::{Route, router};
use drumhead::core::text::say;
use drumhead::share::{self, NoLink};
use drumhead::storage::Item;
use leptos::prelude::*;

/// The page of a link.
#[component]
pub fn OpenPage(
    /// The fragment of the address.
    link: String,
) -> impl IntoView {
    let router = router();
    let opened = share::read(&link).and_then(|shared| shared.bundle().map_err(|_| NoLink::Strange));
    let on_done = Callback::new(move |item: Option<Item>| router.instead(item.as_ref().map_or(Route::Home, place)));
    let body = match opened {
        Ok(bundle) => view! { <p>{say("This link holds:")}</p><Incoming bundle on_done/> }.into_any(),
        Err(why) => {
            let words = match why {
                NoLink::Strange => say("This is not a link that Drumhead made."),
                NoLink::Newer => say("A newer Drumhead made this link. Update this one, and open the link again."),
                NoLink::Damaged => {
                    say("Letters of this link are missing or changed. Ask for it again, or for the file.")
                }
                NoLink::TooMuch => say("This link holds more than Drumhead takes."),
            };
            view! {
                <p class="banner" role="alert">{words}</p>
                <p class="tools"><button class="primary" on:click=move |_| on_done.run(None)>{say("Go on")}</button></p>
            }
            .into_any()
        }
    };
    view! { <PageHeader title=say("A link")/><main>{body}</main> }
}

/// Where a roster or a battle is.
fn place(item: &Item) -> Route {
    if item.battle { Route::Table(item.id.clone()) } else { Route::Roster(item.id.clone()) }
}
