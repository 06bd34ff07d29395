//! The limit of the text field that is being filled in: shown above the field near its end, so that nothing is cut unseen.

use crate::app::platform::signals::set_if_changed;
use leptos::ev::{focusin, focusout, input, submit};
use leptos::prelude::*;
use rules::text::room_words;
use wasm_bindgen::JsCast;
use web_sys::{Event, HtmlInputElement};

/// A field near its limit.
#[derive(Clone, Default, PartialEq)]
struct Limit {
    words: String,
    /// Its left and upper edges on the page, and its width, in CSS pixels.
    place: [f64; 3],
}

/// Counts the letters of the field that has the focus, if that field has a limit (`maxlength`) and is nearly full. One listener
/// serves all fields of the app.
#[component]
pub fn TextLimit() -> impl IntoView {
    let limit = RwSignal::new(Limit::default());
    let show = move |found: Limit| set_if_changed(limit, found);
    let read = move |event: &Event| show(field(event).and_then(|field| near_end(&field)).unwrap_or_default());
    let listeners = [
        window_event_listener(input, move |event| read(&event)),
        window_event_listener(focusin, move |event| read(&event)),
        window_event_listener(focusout, move |_| show(Limit::default())),
        window_event_listener(submit, move |_| show(Limit::default())),
    ];
    on_cleanup(move || listeners.into_iter().for_each(WindowListenerHandle::remove));
    let place = move |nth: usize| limit.with(|limit| format!("{}px", limit.place[nth]));
    view! {
        <div class="text-limit no-print" role="status" style:left=move || place(0) style:top=move || place(1) style:width=move || place(2)>
            {move || limit.with(|limit| (!limit.words.is_empty()).then(|| view! { <span>{limit.words.clone()}</span> }))}
        </div>
    }
}

fn field(event: &Event) -> Option<HtmlInputElement> {
    event.target()?.dyn_into().ok()
}

/// Reads a field; `None` if it has no limit, or plenty of room.
fn near_end(field: &HtmlInputElement) -> Option<Limit> {
    let most = usize::try_from(field.max_length()).ok()?;
    // Browsers count as JavaScript does: in units of UTF-16.
    let words = room_words(field.value().encode_utf16().count(), most)?.to_string();
    let (edges, window) = (field.get_bounding_client_rect(), window());
    // A browser that does not know how far it is scrolled shows the line beside another field.
    let [x, y] = [window.scroll_x(), window.scroll_y()].map(|scrolled| scrolled.unwrap_or_default());
    Some(Limit { words, place: [edges.left() + x, edges.top() + y, edges.width()] })
}
