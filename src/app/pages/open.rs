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
        Ok(bundle) => view! { <p>{say("This link contains:")}</p><Incoming bundle on_done/> }.into_any(),
        Err(why) => {
            let words = match why {
                NoLink::Strange => say("This is not a Drumhead link."),
                NoLink::Newer => {
                    say("This link comes from a newer version of Drumhead. Update, then open the link again.")
                }
                NoLink::Damaged => say("This link is incomplete or damaged. Ask for it again, or for the file."),
                NoLink::TooMuch => say("This link contains more than Drumhead accepts."),
            };
            view! {
                <p class="banner" role="alert">{words}</p>
                <p class="tools"><button class="primary" on:click=move |_| on_done.run(None)>{say("Continue")}</button></p>
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
