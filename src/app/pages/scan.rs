//! Taking something over by the codes that another device shows.

use crate::app::components::page_header::PageHeader;
use crate::app::platform::camera::{Camera, NoCamera, fetch_reader};
use crate::app::platform::clock;
use crate::app::state::route::{Route, router};
use drumhead::core::text::say;
use drumhead::share::codes::Reading;
use drumhead::text;
use leptos::html;
use leptos::prelude::*;
use leptos::task::spawn_local;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use wasm_bindgen::prelude::JsValue;

/// Pictures are looked at this often.
const EACH_LOOK: Duration = Duration::from_millis(120);

/// The page that reads codes.
#[component]
pub fn ScanPage() -> impl IntoView {
    // It is there when the camera is, and kept for a place without a network.
    spawn_local(async {
        let _ = fetch_reader().await;
    });
    view! { <PageHeader back=Route::Saved title=say("Read codes")/><main class="saved"><Scanner/></main> }
}

#[component]
fn Scanner() -> impl IntoView {
    let router = router();
    let said = RwSignal::new(say("Point the camera at the codes.").to_owned());
    let video = NodeRef::<html::Video>::new();
    let (begun, left) = (RwSignal::new(false), Arc::new(AtomicBool::new(false)));
    on_cleanup({
        let left = left.clone();
        move || left.store(true, Ordering::Relaxed)
    });
    let begin = move |_| {
        let Some(video) = video.get_untracked() else { return };
        let (video, left): (JsValue, _) = (video.into(), left.clone());
        begun.set(true);
        spawn_local(async move {
            let left = || left.load(Ordering::Relaxed);
            match Camera::open(&video).await {
                Ok(camera) => {
                    if let Some(fragment) = read_codes(&camera, &video, said, left).await {
                        router.instead(Route::Open(format!("#{fragment}")));
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
    view! {
        <p>{say("On the other device, open “Share” in the battle and play the codes.")}</p>
        <video class="camera" node_ref=video muted playsinline aria-label=say("Camera view")></video>
        <p class="headline" role="status">{said}</p>
        <p class="tools"><button class="primary" disabled=move || begun.get() on:click=begin>{say("Use the camera")}</button><a class="button" href=Route::Saved.href()>{say("Open a file")}</a></p>
    }
}

/// Why there is no camera.
fn refused(why: NoCamera) -> &'static str {
    match why {
        NoCamera::NoReader => say(
            "This browser needs a part of Drumhead to read codes, and it could not be loaded. Go online once, or ask for the link or the file instead.",
        ),
        NoCamera::Refused => say("The camera is not available. Ask for the link or the file instead."),
    }
}

/// Looks at what the camera sees until it makes a whole, the fragment of a link, and says how far that is; nothing if the page
/// was left.
async fn read_codes(
    camera: &Camera,
    video: &JsValue,
    said: RwSignal<String>,
    left: impl Fn() -> bool,
) -> Option<String> {
    let mut reading = Reading::default();
    while !left() {
        for code in camera.codes(video).await {
            match reading.take(&code) {
                Ok(Some(fragment)) if !left() => return Some(fragment),
                Ok(_) => said.try_set(progress(&reading)),
                Err(why) => said.try_set(why.to_string()),
            };
        }
        clock::wait(EACH_LOOK).await;
    }
    None
}

/// How far the reading is.
fn progress(reading: &Reading) -> String {
    let (n, all) = (reading.read(), reading.count());
    let words = match reading.missing() {
        Some(missing) if missing.len() <= 6 => {
            let few: Vec<String> = missing.iter().map(usize::to_string).collect();
            text!("{n} of {all} codes read. Missing: {missing}.", n = n, all = all, missing = few.join(", "))
        }
        Some(_) => text!("{n} of {all} codes read.", n = n, all = all),
        None => text!("{n} of {all} codes read. Any {more} more will do.", n = n, all = all, more = all - n),
    };
    words.to_string()
}
