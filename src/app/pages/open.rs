//! The page of an opened link: its contents, with buttons that add them. The player's choice replaces the address, so that a reload
//! does not ask again.

use crate::app::components::codes::{misread_words, unreadable_words};
use crate::app::components::in_step::apart_words;
use crate::app::components::incoming::Incoming;
use crate::app::components::page_header::PageHeader;
use crate::app::platform::local_storage;
use crate::app::state::live::live;
use crate::app::state::route::{BattlePage, Route, router};
use crate::app::state::rulesets;
use battle::relation::Relation;
use exchange::share::news::{Arrived, News, NoNews};
use exchange::share::pairing::{NoPairing, Pairing};
use exchange::share::{self, NoLink};
use exchange::storage::{Bundle, Item, Key};
use leptos::prelude::*;
use rules::text;
use rules::text::say;

#[component]
pub fn OpenPage(
    /// The fragment of the address.
    link: String,
) -> impl IntoView {
    if let Some(pairing) = Pairing::is_link(&link).then(|| Pairing::read_link(&link)) {
        return view! { <PageHeader title=say("A link")/><main><Connection pairing/></main> }.into_any();
    }
    let body = match read_link(&link) {
        Ok(Contents::Whole(bundle)) => view! { <Whole bundle/> }.into_any(),
        Ok(Contents::News(news)) => view! { <NewEntries news/> }.into_any(),
        Err(why) => {
            let words = match why {
                NoLink::Strange => say("This is not a Drumhead link."),
                NoLink::Newer => {
                    say("This link comes from a newer version of Drumhead. Update, then open the link again.")
                }
                NoLink::Damaged => say("This link is incomplete or damaged. Ask for it again, or for the file."),
                NoLink::TooMuch => say("This link contains more than Drumhead accepts."),
            };
            view! { <Refused words=words.to_owned() to=Route::Home/> }.into_any()
        }
    };
    view! { <PageHeader title=say("A link")/><main>{body}</main> }.into_any()
}

/// The link of a connection: goes to the next step, or shows why it cannot be used.
#[component]
fn Connection(pairing: Result<Pairing, NoPairing>) -> impl IntoView {
    let (router, live) = (router(), live());
    match pairing.map_err(unreadable_words).and_then(|pairing| live.read_code(&pairing).map_err(misread_words)) {
        Ok(next) => {
            request_animation_frame(move || router.instead(next));
            view! { <p role="status">{say("Connecting…")}</p> }.into_any()
        }
        Err(words) => view! { <Refused words=words.to_owned() to=Route::Home/> }.into_any(),
    }
}

/// The contents of a link: rosters and battles, or entries of a battle.
enum Contents {
    Whole(Bundle),
    News(News),
}

fn read_link(link: &str) -> Result<Contents, NoLink> {
    if News::is_link(link) {
        return News::read(rulesets::registry(), link).map(Contents::News);
    }
    share::read(rulesets::registry(), link)?.bundle().map(Contents::Whole).map_err(|_| NoLink::Strange)
}

/// Rosters and battles of a link.
#[component]
fn Whole(bundle: Bundle) -> impl IntoView {
    let router = router();
    let on_done =
        Callback::new(move |item: Option<Item>| router.instead(item.as_ref().map_or(Route::Home, Route::item)));
    view! { <p>{say("This link contains:")}</p><Incoming bundle on_done/> }
}

/// Entries of a battle from another device.
#[component]
fn NewEntries(news: News) -> impl IntoView {
    let here = local_storage::all();
    let devices = BattlePage::Devices.of(news.battle.clone());
    match news.arrive(rulesets::registry(), &here) {
        Ok(arrived) => {
            // For a battle that is not on this device, this is recorded only after it is added.
            if here.find(&Key::Battle(news.battle.clone())).is_some() {
                live().learn(&news);
            }
            view! { <Arrival news arrived/> }.into_any()
        }
        Err(NoNews::NotHere) => {
            let words = say(
                "This battle is not on this device yet. On the other device, open “Share” and send the whole battle as a file.",
            );
            view! { <Refused words=words.to_owned() to=Route::Home/> }.into_any()
        }
        Err(NoNews::Apart(why)) => {
            let words = text!("These entries cannot be added: {why}. Nothing has changed.", why = apart_words(&why));
            view! { <Refused words=words.to_string() to=devices/> }.into_any()
        }
    }
}

#[component]
fn Arrival(news: News, arrived: Arrived) -> impl IntoView {
    let router = router();
    let battle = StoredValue::new(news.battle.clone());
    // If the other device lacks entries, the page with the codes for it comes next.
    let next =
        if arrived.relation == Relation::Ahead(news.log.len()) { BattlePage::Table } else { BattlePage::Devices };
    let is_gapped = !arrived.is_whole && !news.log.is_empty();
    // Without entries there is nothing to add, unless the battle itself is new to this device.
    let is_empty = news.log.is_empty() && local_storage::has(&Key::Battle(news.battle.clone()));
    let (live, news) = (live(), StoredValue::new(news));
    let on_done = Callback::new(move |item: Option<Item>| {
        let is_here = local_storage::has(&Key::Battle(battle.get_value()));
        if item.is_some() {
            news.with_value(|news| live.learn(news));
        }
        router.instead(match item {
            Some(_) => next.clone().of(battle.get_value()),
            None if is_here => Route::table(battle.get_value()),
            None => Route::Home,
        });
    });
    let body = if is_empty {
        let words = if arrived.is_whole {
            say("This device has everything that the other device has.")
        } else {
            say("The other device has entries that this one lacks. Let it read the codes here, then read its codes.")
        };
        view! {
            <p>{words}</p>
            <p class="tools"><button class="primary" on:click=move |_| router.instead(BattlePage::Devices.of(battle.get_value()))>{say("Continue")}</button></p>
        }
        .into_any()
    } else {
        view! { <p>{say("From the other device:")}</p><Incoming bundle=arrived.theirs on_done/> }.into_any()
    };
    view! {
        {is_gapped.then(|| view! { <p class="banner">{say("Entries between are missing here. Show the update codes of this device first; then the other one sends them, too.")}</p> })}
        {body}
    }
}

/// The reason why contents are refused.
#[component]
fn Refused(words: String, to: Route) -> impl IntoView {
    let router = router();
    view! {
        <p class="banner" role="alert">{words}</p>
        <p class="tools"><button class="primary" on:click=move |_| router.instead(to.clone())>{say("Continue")}</button></p>
    }
}
