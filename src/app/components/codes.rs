//! QR codes on the screen, for the camera of another device.

use crate::app::components::copy_button::CopyText;
use crate::app::state::live::Misread;
use exchange::share::codes::Codes;
use exchange::share::pairing::NoPairing;
use exchange::share::qr;
use leptos::prelude::*;
use rules::text;
use rules::text::say;
use std::time::Duration;

/// Time for which each code of a sequence is shown.
const CODE_TIME: Duration = Duration::from_millis(450);

/// A sequence of codes, shown one after the other. If one code holds everything, only that is shown.
#[component]
pub fn CodePlayer(
    codes: Codes,
    /// True if the sequence starts by itself.
    runs: bool,
) -> impl IntoView {
    let enough = codes.enough();
    if enough == 1 {
        let code = qr::code(&codes.code(0));
        return code.map(|code| view! { <QrCode code label=say("Code").to_owned()/> }).into_any();
    }
    let (shown, runs) = (RwSignal::new(0_u16), RwSignal::new(runs));
    let step = move |by: u16| shown.update(|shown| *shown = shown.wrapping_add(by));
    let timer = set_interval_with_handle(
        move || {
            if runs.get_untracked() {
                step(1);
            }
        },
        CODE_TIME,
    );
    on_cleanup(move || {
        if let Ok(timer) = timer {
            timer.clear();
        }
    });
    let label = move || text!("Code {n}", n = usize::from(shown.get()) + 1).to_string();
    let drawn = move || qr::code(&codes.code(shown.get())).map(|code| view! { <QrCode code label=label()/> });
    view! {
        {drawn}
        <p class="headline">{label}</p>
        <p class="tools">
            <button class="primary" on:click=move |_| runs.update(|runs| *runs = !*runs)>{move || if runs.get() { say("Stop") } else { say("Play the codes") }}</button>
            <button on:click=move |_| step(1) aria-label=say("Next code")>"▶"</button>
        </p>
    }
    .into_any()
}

#[component]
pub fn QrCode(
    code: qr::Code,
    /// Its accessible name.
    label: String,
) -> impl IntoView {
    let size = code.size;
    view! {
        <svg class="qr" role="img" aria-label=label viewBox=format!("0 0 {size} {size}") shape-rendering="crispEdges">
            <path class="light" d=format!("M0 0h{size}v{size}H0z")></path>
            <path class="dark" d=code.path></path>
        </svg>
    }
}

/// The address of this app with another fragment.
pub fn address(fragment: &str) -> String {
    let here = window().location();
    let base = here.href().unwrap_or_default();
    format!("{}#{fragment}", base.split('#').next().unwrap_or_default())
}

/// A code as text, to be sent and pasted on a device without a camera.
#[component]
pub fn CodeAsText(text: String) -> impl IntoView {
    let code = StoredValue::new(text.clone());
    view! {
        <details class="disclosure">
            <summary>{say("Without a camera")}</summary>
            <p>{say("Send this text to the other device: it can be opened there as a link, or pasted under “Read codes”.")}</p>
            <label class="pick"><span class="label">{say("The code as text")}</span><textarea readonly rows="3" prop:value=text></textarea></label>
            <CopyText label=say("Copy the code") text=move || code.get_value() copied=say("The code is copied.")/>
        </details>
    }
}

/// Message about a connection code that was read on the wrong device or page.
pub fn misread_words(why: Misread) -> &'static str {
    match why {
        Misread::OwnOffer => say("This is the code of this device. Read it with the other device."),
        Misread::NotAsked => say(
            "This is an answer, and the code that it answers is not shown here. Read it on the page that shows that code, or begin again with “Connect a device”.",
        ),
    }
}

/// Message about a connection code that cannot be decoded.
pub fn unreadable_words(why: NoPairing) -> &'static str {
    match why {
        NoPairing::Strange => say("This code is damaged. Read it again."),
        NoPairing::Newer => say("This code comes from a newer version of Drumhead. Update, then read it again."),
    }
}
