//! Listeners that are called before all others.

use leptos::prelude::window;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;
use web_sys::Event;

/// Listens to an event of the page in its capture phase, for the lifetime of the page.
pub fn listen<E: JsCast>(name: &str, listener: impl Fn(&E) + 'static) {
    let listener = Closure::<dyn Fn(Event)>::new(move |event: Event| listener(event.unchecked_ref()));
    let _ = window().add_event_listener_with_callback_and_bool(name, listener.as_ref().unchecked_ref(), true);
    listener.forget();
}

/// Cancels an event for the browser and for all other listeners.
pub fn refuse(event: &Event) {
    event.prevent_default();
    event.stop_immediate_propagation();
}
