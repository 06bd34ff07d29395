//! A message above a text field that is nearly full, so that players notice when the browser takes no more characters.

use crate::app::platform::signals::set_if_changed;
use leptos::ev::{focusin, focusout, input, submit};
use leptos::prelude::*;
use rules::text::room_words;
use wasm_bindgen::JsCast;
use web_sys::{Event, HtmlInputElement};

/// The message, and its place.
#[derive(Clone, Default, PartialEq)]
struct Limit {
    words: String,
    /// Left and upper edge of the field on the page, and its width, in CSS pixels.
    place: [f64; 3],
}

/// Shows the message for the field that has the focus, if its text is near its `maxlength`. The listeners are those of the window, and
/// serve all fields.
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

/// The message for a field; `None` if it has no limit, or is not nearly full.
fn near_end(field: &HtmlInputElement) -> Option<Limit> {
    let most = usize::try_from(field.max_length()).ok()?;
    // Browsers count the units of UTF-16.
    let words = room_words(field.value().encode_utf16().count(), most)?.to_string();
    let (edges, window) = (field.get_bounding_client_rect(), window());
    // Without a scroll position, the message is only in the wrong place.
    let [x, y] = [window.scroll_x(), window.scroll_y()].map(|scrolled| scrolled.unwrap_or_default());
    Some(Limit { words, place: [edges.left() + x, edges.top() + y, edges.width()] })
}
