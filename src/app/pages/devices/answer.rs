//! Reading the answer to an offered connection.

use crate::app::platform::camera::{Camera, PICTURE_INTERVAL, is_permitted};
use crate::app::platform::clock;
use crate::app::state::live::Live;
use exchange::share::pairing::Pairing;
use leptos::html;
use leptos::prelude::*;
use leptos::task::spawn_local;
use rules::text::say;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Reads the answer with the camera while the code of the offer is shown, so that the player needs no further tap. It shows nothing, and the
/// link to the page that reads codes remains, unless the page may use the camera without asking.
#[component]
pub fn AnswerReader(live: Live) -> impl IntoView {
    let video = NodeRef::<html::Video>::new();
    let (is_reading, has_left) = (RwSignal::new(false), Arc::new(AtomicBool::new(false)));
    on_cleanup({
        let has_left = has_left.clone();
        move || has_left.store(true, Ordering::Relaxed)
    });
    Effect::new(move |_| {
        let (Some(video), has_left) = (video.get(), has_left.clone()) else { return };
        spawn_local(async move {
            let has_left = || has_left.load(Ordering::Relaxed);
            if !is_permitted().await || has_left() {
                return;
            }
            let Ok(camera) = Camera::open(&video).await else { return };
            let _ = is_reading.try_set(true);
            while !has_left() {
                let codes = camera.codes(&video).await;
                let answers = codes.iter().filter_map(|code| Pairing::read(code).ok());
                if !has_left() && answers.filter(|read| read.is_answer).any(|answer| live.read_code(&answer).is_ok()) {
                    return;
                }
                clock::wait(PICTURE_INTERVAL).await;
            }
        });
    });
    view! {
        <Show when=move || is_reading.get()>
            <p>{say("Hold this device so that the camera sees the code of the other one.")}</p>
        </Show>
        <video class="camera" node_ref=video muted playsinline prop:hidden=move || !is_reading.get() aria-label=say("Camera view")></video>
    }
}
