//! Taking something over by the codes that another device shows.

use crate::app::components::codes::{misread_words, unreadable_words};
use crate::app::components::page_header::PageHeader;
use crate::app::components::several_links::SeveralLinks;
use crate::app::platform::camera::{Camera, NoCamera};
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
use std::time::Duration;
use web_sys::HtmlVideoElement;

/// Pictures are looked at this often.
const EACH_LOOK: Duration = Duration::from_millis(120);

/// The page that reads codes.
#[component]
pub fn ScanPage() -> impl IntoView {
    // A player who came from the devices of a battle goes back there.
    let back = match router().left() {
        devices @ Route::Battle { page: BattlePage::Devices, .. } => devices,
        Route::Join => Route::Join,
        _ => Route::Saved,
    };
    let several = RwSignal::new(Vec::new());
    let body = move || match several.get() {
        links if links.is_empty() => view! { <Scanner several/><Pasted several/> }.into_any(),
        links => view! { <SeveralLinks links/> }.into_any(),
    };
    view! { <PageHeader back title=say("Read codes")/><main class="saved">{body}</main> }
}

#[component]
fn Scanner(several: RwSignal<Vec<String>>) -> impl IntoView {
    let (router, live) = (router(), live());
    let said = RwSignal::new(say("Point the camera at the codes.").to_owned());
    let video = NodeRef::<html::Video>::new();
    let (begun, left) = (RwSignal::new(false), Arc::new(AtomicBool::new(false)));
    on_cleanup({
        let left = left.clone();
        move || left.store(true, Ordering::Relaxed)
    });
    let begin = move || {
        let Some(video) = video.get_untracked().filter(|_| !begun.get_untracked()) else { return };
        let left = left.clone();
        begun.set(true);
        spawn_local(async move {
            let left = || left.load(Ordering::Relaxed);
            match Camera::open(&video).await {
                Ok(camera) => {
                    if let Some(found) = read_codes(&camera, &video, said, left).await
                        && let Err(why) = follow(found, live, router, several)
                    {
                        said.set(why.to_owned());
                        begun.set(false);
                    }
                }
                Err(why) if !left() => {
                    said.set(refused(why).to_owned());
                    begun.set(false);
                }
                Err(_) => {}
            }
        });
    };
    // Whoever comes here wants to read codes: the browser asks for the camera at once.
    let at_once = begin.clone();
    Effect::new(move |_| {
        video.track();
        untrack(|| at_once());
    });
    view! {
        <p>{say("Hold this device so that the camera sees the code of the other one.")}</p>
        <video class="camera" node_ref=video muted playsinline aria-label=say("Camera view")></video>
        <p class="headline" role="status">{said}</p>
        <p class="tools">
            <Show when=move || !begun.get()>
                <button class="primary" on:click={let begin = begin.clone(); move |_| begin()}>{say("Use the camera")}</button>
            </Show>
            <a class="button" href=Route::Saved.href()>{say("Open a file")}</a>
        </p>
    }
}

/// Reason why there is no camera.
fn refused(why: NoCamera) -> &'static str {
    match why {
        NoCamera::NoReader => say(
            "This browser needs a part of Drumhead to read codes, and it could not be loaded. Go online once, or ask for the link or the file instead.",
        ),
        NoCamera::Refused => say("The camera is not available. Ask for the link or the file instead."),
    }
}

/// Goes where the contents of codes lead. Several links are offered on this page.
fn follow(found: Found, live: Live, router: Router, several: RwSignal<Vec<String>>) -> Result<(), &'static str> {
    match found {
        Found::Links(links) => several.set(links),
        Found::Link(fragment) => router.instead(Route::link(&fragment)),
        Found::Pairing(code) => router.instead(live.read_code(&code).map_err(misread_words)?),
    }
    Ok(())
}

/// A field for the text of a code, where there is no camera.
#[component]
fn Pasted(several: RwSignal<Vec<String>>) -> impl IntoView {
    let (router, live) = (router(), live());
    let (text, said) = (RwSignal::new(String::new()), RwSignal::new(""));
    let open = move |_| {
        let found = match text.with_untracked(|text| found::find(text)) {
            Some(found) => found.map_err(unreadable_words),
            None => Err(say("This is neither a code nor a link of Drumhead’s.")),
        };
        if let Err(why) = found.and_then(|found| follow(found, live, router, several)) {
            said.set(why);
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
            <p role="status">{said}</p>
        </details>
    }
}

/// Looks at what the camera sees until it makes a whole, and says how far that is; nothing if the page was left.
async fn read_codes(
    camera: &Camera,
    video: &HtmlVideoElement,
    said: RwSignal<String>,
    left: impl Fn() -> bool,
) -> Option<Found> {
    let mut reading = Reading::default();
    while !left() {
        for code in camera.codes(video).await {
            if Pairing::is_code(&code) {
                match Pairing::read(&code) {
                    Ok(found) if !left() => return Some(Found::Pairing(found)),
                    Ok(_) => {}
                    Err(why) => drop(said.try_set(unreadable_words(why).to_owned())),
                }
                continue;
            }
            match reading.take(&code) {
                Ok(Some(fragment)) if !left() => return Some(Found::Link(fragment)),
                Ok(_) => said.try_set(progress(&reading)),
                Err(why) => said.try_set(why.to_string()),
            };
        }
        clock::wait(EACH_LOOK).await;
    }
    None
}

/// Progress of the reading.
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
