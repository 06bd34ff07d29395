//! The page of a device that answers an offer of a connection.

use crate::app::components::codes::{CodeAsText, QrCode, address};
use crate::app::components::device_name::AskDeviceName;
use crate::app::components::page_header::PageHeader;
use crate::app::state::app_state;
use crate::app::state::live::{Step, live};
use crate::app::state::route::{BattlePage, Route, router};
use exchange::share::pairing::Pairing;
use exchange::share::qr;
use leptos::prelude::*;
use rules::text;
use rules::text::say;
use std::time::Duration;

/// Time for which a device that has joined waits for the entries of the battle before it opens the table.
const ENTRIES_TIMEOUT: Duration = Duration::from_secs(5);

/// The page of a device that joins a battle.
#[component]
pub fn JoinPage() -> impl IntoView {
    let (app, live, router) = (app_state(), live(), router());
    let joined = StoredValue::new(live.making().map(|pairing| pairing.battle));
    let name = Memo::new(move |_| {
        let id = joined.get_value()?;
        app.storage.battles.with(|all| all.iter().find(|saved| saved.id == id).map(|saved| saved.value.name.clone()))
    });
    // Opens the battle once the devices are connected and the battle has arrived. Entries that another device cannot send are not waited for.
    let has_waited = RwSignal::new(false);
    Effect::new(move |was_here: Option<bool>| {
        let is_here = live.making().is_none() && name.with(Option::is_some);
        if is_here && was_here != Some(true) {
            // The page may have been left.
            let wait = move || {
                let _ = has_waited.try_set(true);
            };
            set_timeout(wait, ENTRIES_TIMEOUT);
        }
        if let Some(id) = joined.get_value().filter(|id| is_here && (has_waited.get() || live.has_arrived(id))) {
            request_animation_frame(move || router.instead(live.after_joining(&id)));
        }
        is_here
    });
    let body = move || {
        match live.making().map(|pairing| pairing.step) {
            None if joined.with_value(Option::is_some) => {
                let words = match name.get() {
                    Some(name) => text!("Connected. “{battle}” is on its way…", battle = name).to_string(),
                    None => say("Connected. The battle is on its way…").to_owned(),
                };
                view! { <p role="status">{words}</p> }.into_any()
            }
            None => view! { <WhoHasTheBattle/> }.into_any(),
            Some(Step::Looking | Step::Opening | Step::Offer(_)) => {
                view! { <p role="status">{say("Connecting…")}</p> }.into_any()
            }
            Some(Step::Answer(code)) => view! {
                {name.get().map(|name| view! { <p class="headline">{name}</p> })}
                <p>{say("Now read this answer with the other device: “Read its answer”.")}</p>
                <PairingCode code/>
                <AskDeviceName/>
                <p class="soft">{say("Then this device follows the battle. A battle that it does not have yet is saved here.")}</p>
            }
            .into_any(),
            Some(Step::Failed(why)) => view! { <Failed why/><WhoHasTheBattle/> }.into_any(),
        }
    };
    view! { <PageHeader back=Route::Home title=say("Play on several devices")/><main class="share">{body}</main> }
}

/// The first step of a connection: the device that has the battle shows a code, and the other one reads it.
#[component]
fn WhoHasTheBattle() -> impl IntoView {
    /// Number of battles that are offered, the latest first.
    const MAX_BATTLES: usize = 3;
    let (app, live, router) = (app_state(), live(), router());
    let battles = app.storage.battles.with_untracked(|all| {
        all.iter().take(MAX_BATTLES).map(|saved| (saved.id.clone(), saved.value.name.clone())).collect::<Vec<_>>()
    });
    let offer = move |(nth, (id, name)): (usize, (String, String))| {
        let begin = move |_| {
            live.offer(&id);
            router.go(&BattlePage::Devices.of(id.clone()));
        };
        let label = text!("Show the code of {battle}", battle = name).to_string();
        view! { <button class:primary=nth == 0 on:click=begin>{label}</button> }
    };
    let has_battles = !battles.is_empty();
    let offers = battles.into_iter().enumerate().map(offer).collect_view();
    view! {
        <section class="card" aria-label=say("The other device has the battle")>
            <h2>{say("The other device has the battle")}</h2>
            <p>{say("Its player opens this page, too, and has it show a code. Read that code here.")}</p>
            <p class="tools"><a class="button" class:primary=!has_battles href=Route::Scan.href()>{say("Read its code")}</a></p>
        </section>
        {has_battles.then(|| view! {
            <section class="card" aria-label=say("This device has the battle")>
                <h2>{say("This device has the battle")}</h2>
                <p>{say("Show its code, and have the other device read it.")}</p>
                <p class="tools">{offers}</p>
            </section>
        })}
    }
}

/// The QR code of a connection, and the same as text.
#[component]
pub fn PairingCode(
    /// The text of the code.
    code: String,
) -> impl IntoView {
    // The text is a link, which messengers leave intact, and which opens with a tap.
    let text = Pairing::read(&code).map_or_else(|_| code.clone(), |pairing| address(&pairing.link()));
    let drawn = qr::code(&code).map(|code| view! { <QrCode code label=say("Code of the connection").to_owned()/> });
    view! {
        {drawn}
        <CodeAsText text/>
    }
}

/// The message that connecting failed.
#[component]
pub fn Failed(
    /// The reason.
    why: &'static str,
) -> impl IntoView {
    view! { <p class="banner" role="alert">{why}</p> }
}
