//! The page that reads the codes of another device with the camera, or as text.

use crate::app::components::codes::{misread_words, unreadable_words};
use crate::app::components::page_header::PageHeader;
use crate::app::components::several_links::SeveralLinks;
use crate::app::platform::camera::{Camera, NoCamera, PICTURE_INTERVAL};
use crate::app::platform::clock;
use crate::app::state::live::{Live, live};
use crate::app::state::route::{BattlePage, Route, Router, router};
use exchange::share::codes::Reading;
use exchange::share::found::{self, Found};
use exchange::share::pairing::Pairing;
use leptos::html;
use leptos::prelude::*;
use leptos::task::spawn_local;
use rules::text;
use rules::text::say;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use web_sys::HtmlVideoElement;

#[component]
pub fn ScanPage() -> impl IntoView {
    // Back leads to the page of a battle's devices, or to the page that joins a battle, if the player came from there.
    let back = match router().left() {
        devices @ Route::Battle { page: BattlePage::Devices, .. } => devices,
        Route::Join => Route::Join,
        _ => Route::Saved,
    };
    let several_links = RwSignal::new(Vec::new());
    let body = move || match several_links.get() {
        links if links.is_empty() => view! { <Scanner several_links/><Pasted several_links/> }.into_any(),
        links => view! { <SeveralLinks links/> }.into_any(),
    };
    view! { <PageHeader back title=say("Read codes")/><main class="saved">{body}</main> }
}

#[component]
fn Scanner(several_links: RwSignal<Vec<String>>) -> impl IntoView {
    let (router, live) = (router(), live());
    let message = RwSignal::new(say("Point the camera at the codes.").to_owned());
    let video = NodeRef::<html::Video>::new();
    let (is_running, has_left) = (RwSignal::new(false), Arc::new(AtomicBool::new(false)));
    on_cleanup({
        let has_left = has_left.clone();
        move || has_left.store(true, Ordering::Relaxed)
    });
    let begin = move || {
        let Some(video) = video.get_untracked().filter(|_| !is_running.get_untracked()) else { return };
        let has_left = has_left.clone();
        is_running.set(true);
        spawn_local(async move {
            let has_left = || has_left.load(Ordering::Relaxed);
            match Camera::open(&video).await {
                Ok(camera) => {
                    if let Some(found) = read_codes(&camera, &video, message, has_left).await
                        && let Err(why) = open_found(found, live, router, several_links)
                    {
                        message.set(why.to_owned());
                        is_running.set(false);
                    }
                }
                Err(why) if !has_left() => {
                    message.set(refused(why).to_owned());
                    is_running.set(false);
                }
                Err(_) => {}
            }
        });
    };
    // Players open this page to read codes, so the browser asks for the camera at once.
    let at_once = begin.clone();
    Effect::new(move |_| {
        video.track();
        untrack(|| at_once());
    });
    view! {
        <p>{say("Hold this device so that the camera sees the code of the other one.")}</p>
        <video class="camera" node_ref=video muted playsinline aria-label=say("Camera view")></video>
        <p class="headline" role="status">{message}</p>
        <p class="tools">
            <Show when=move || !is_running.get()>
                <button class="primary" on:click={let begin = begin.clone(); move |_| begin()}>{say("Use the camera")}</button>
            </Show>
            <a class="button" href=Route::Saved.href()>{say("Open a file")}</a>
        </p>
    }
}

/// The message that no camera is available.
fn refused(why: NoCamera) -> &'static str {
    match why {
        NoCamera::NoReader => say(
            "This browser needs a part of Drumhead to read codes, and it could not be loaded. Go online once, or ask for the link or the file instead.",
        ),
        NoCamera::Refused => say("The camera is not available. Ask for the link or the file instead."),
    }
}

/// Opens the page for what the codes contained. Several links are listed on this page.
fn open_found(
    found: Found,
    live: Live,
    router: Router,
    several_links: RwSignal<Vec<String>>,
) -> Result<(), &'static str> {
    match found {
        Found::Links(links) => several_links.set(links),
        Found::Link(fragment) => router.instead(Route::link(&fragment)),
        Found::Pairing(code) => router.instead(live.read_code(&code).map_err(misread_words)?),
    }
    Ok(())
}

/// A field for the text of a code, for devices without a camera.
#[component]
fn Pasted(several_links: RwSignal<Vec<String>>) -> impl IntoView {
    let (router, live) = (router(), live());
    let (text, message) = (RwSignal::new(String::new()), RwSignal::new(""));
    let open = move |_| {
        let found = match text.with_untracked(|text| found::find(text)) {
            Some(found) => found.map_err(unreadable_words),
            None => Err(say("This is neither a code nor a link of Drumhead’s.")),
        };
        if let Err(why) = found.and_then(|found| open_found(found, live, router, several_links)) {
            message.set(why);
        }
    };
    view! {
        <details class="disclosure">
            <summary>{say("Without a camera")}</summary>
            <label class="pick">
                <span class="label">{say("Text of a code, or a link")}</span>
                <textarea rows="3" prop:value=text on:input=move |event| text.set(event_target_value(&event))></textarea>
            </label>
            <p class="tools"><button on:click=open>{say("Open the text")}</button></p>
            <p role="status">{message}</p>
        </details>
    }
}

/// Reads codes from the camera until they are complete, with a message about the progress. `None` if the player leaves the page.
async fn read_codes(
    camera: &Camera,
    video: &HtmlVideoElement,
    message: RwSignal<String>,
    has_left: impl Fn() -> bool,
) -> Option<Found> {
    let mut reading = Reading::default();
    while !has_left() {
        for code in camera.codes(video).await {
            if Pairing::is_code(&code) {
                match Pairing::read(&code) {
                    Ok(found) if !has_left() => return Some(Found::Pairing(found)),
                    Ok(_) => {}
                    Err(why) => drop(message.try_set(unreadable_words(why).to_owned())),
                }
                continue;
            }
            match reading.take(&code) {
                Ok(Some(fragment)) if !has_left() => return Some(Found::Link(fragment)),
                Ok(_) => message.try_set(progress(&reading)),
                Err(why) => message.try_set(why.to_string()),
            };
        }
        clock::wait(PICTURE_INTERVAL).await;
    }
    None
}

/// The message about the codes read so far.
fn progress(reading: &Reading) -> String {
    let (n, all) = (reading.read(), reading.count());
    let words = match reading.missing() {
        Some(missing) if missing.len() <= 6 => {
            let few: Vec<String> = missing.iter().map(usize::to_string).collect();
            text!("{n} of {all} codes read. Missing: {missing}.", n = n, all = all, missing = few.join(", "))
        }
        Some(_) => text!("{n} of {all} codes read.", n = n, all = all),
        None => text!("{n} of {all} codes read. Scan any {more} more.", n = n, all = all, more = all - n),
    };
    words.to_string()
}
