//! The answer to a device that offers a connection.

use crate::app::components::codes::{CodeAsText, QrCode};
use crate::app::components::page_header::PageHeader;
use crate::app::state::app_state;
use crate::app::state::live::{Step, live};
use crate::app::state::route::{Route, router};
use drumhead::core::text::say;
use drumhead::share::qr;
use leptos::prelude::*;

/// The page of a device that joins a battle.
#[component]
pub fn JoinPage() -> impl IntoView {
    let (app, live, router) = (app_state(), live(), router());
    let joined = StoredValue::new(live.making().map(|own| own.battle));
    // Once both are connected and the battle is here, it is shown.
    Effect::new(move |_| {
        let is_made = live.making().is_none();
        let id = joined.get_value().filter(|_| is_made)?;
        let is_here = app.battles.with(|all| all.iter().any(|saved| saved.id == id));
        is_here.then(|| request_animation_frame(move || router.instead(Route::Table(id))))
    });
    let body = move || {
        match live.making().map(|own| own.step) {
        None if joined.with_value(Option::is_some) => {
            view! { <p role="status">{say("Connected. The battle is on its way…")}</p> }.into_any()
        }
        None => view! { <p>{say("Read the code of the other device first.")}</p><p class="tools"><a class="button primary" href=Route::Scan.href()>{say("Read its code")}</a></p> }.into_any(),
        Some(Step::Looking | Step::Opening | Step::Offer(_)) => {
            view! { <p role="status">{say("Looking for a way…")}</p> }.into_any()
        }
        Some(Step::Answer(code)) => view! {
            <p>{say("Now read this answer with the other device: “Read its answer”.")}</p>
            <PairingCode code/>
            <p class="soft">{say("Then this device follows the battle. A battle that it does not have yet is saved here.")}</p>
        }
        .into_any(),
        Some(Step::Failed(why)) => view! { <Failed why/> }.into_any(),
    }
    };
    view! { <PageHeader back=Route::Home title=say("Join a battle")/><main class="share">{body}</main> }
}

/// A code of a connection, which can also be sent as text.
#[component]
pub fn PairingCode(
    /// The text of the code.
    code: String,
) -> impl IntoView {
    let drawn = qr::code(&code).map(|code| view! { <QrCode code label=say("Code of the connection").to_owned()/> });
    view! {
        {drawn}
        <CodeAsText text=code/>
    }
}

/// Reason why there is no connection.
#[component]
pub fn Failed(
    /// The reason.
    why: &'static str,
) -> impl IntoView {
    view! { <p class="banner" role="alert">{why}</p> }
}
