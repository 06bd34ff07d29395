//! Points at a control of the page by its name: draws a ring around it.

use super::changes::{Heard, Listening};
use leptos::ev;
use leptos::prelude::*;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{HtmlElement, NodeList};

/// Attribute of the control that is pointed at.
const POINTED: &str = "data-pointed";
/// Attributes by which controls are shown, hidden or named.
const SHOWING: [&str; 5] = ["class", "style", "hidden", "open", "aria-label"];

/// A control that is folded away.
const FOLDED: &str = "details:not([open]) > :not(summary)";

/// Points at the first control whose name begins with this, or that of a part of it; at none while there is no name. What the `guide`
/// selects is not looked at. The control is brought onto the screen once.
pub fn point_at(name: Signal<Option<String>>, guide: &'static str) {
    let shown = StoredValue::new(None);
    let look = move || {
        let name = name.try_get_untracked().flatten();
        let control = name.as_deref().and_then(|name| find(name, guide));
        leave(control.as_ref());
        let Some(control) = control else { return };
        // Attributes of the app's own elements are taken by every browser.
        let _ = control.set_attribute(POINTED, "");
        if shown.try_update_value(|shown| shown.replace(name.clone()) != Some(name)) == Some(true) {
            bring_onto_screen(&control);
        }
    };
    let waits = StoredValue::new(false);
    let look_soon = move || {
        if waits.try_update_value(|waits| !std::mem::replace(waits, true)) == Some(true) {
            request_animation_frame(move || {
                if waits.try_update_value(|waits| *waits = false).is_some() {
                    look();
                }
            });
        }
    };
    Effect::new(move |_| {
        name.track();
        look_soon();
    });
    let resized = window_event_listener(ev::resize, move |_| look_soon());
    let heard = Heard { attributes: &SHOWING, texts: true };
    let listening = StoredValue::new_local(Listening::begin(heard, look_soon));
    on_cleanup(move || {
        listening.dispose();
        resized.remove();
        leave(None);
    });
}

/// Points no longer at any control but this.
fn leave(but: Option<&HtmlElement>) {
    for control in all(&format!("[{POINTED}]")).iter().filter(|control| Some(*control) != but) {
        let _ = control.remove_attribute(POINTED);
    }
}

/// The first control whose name begins with this, else the first of which a part does.
fn find(name: &str, guide: &str) -> Option<HtmlElement> {
    let is_within =
        |control: &HtmlElement, selector: &str| control.closest(selector).is_ok_and(|found| found.is_some());
    let mut controls = all("button, a[href], summary");
    controls.retain(|control| control.offset_width() > 0 && !is_within(control, FOLDED) && !is_within(control, guide));
    let has_part = |control: &&HtmlElement| {
        listed(control.query_selector_all("*"))
            .iter()
            .any(|part| part.text_content().unwrap_or_default().trim().starts_with(name))
    };
    let begins = controls.iter().find(|control| name_of(control).starts_with(name));
    begins.or_else(|| controls.iter().find(has_part)).cloned()
}

fn all(selector: &str) -> Vec<HtmlElement> {
    listed(document().query_selector_all(selector))
}

fn listed(found: Result<NodeList, JsValue>) -> Vec<HtmlElement> {
    let Ok(found) = found else { return Vec::new() };
    (0..found.length()).filter_map(|index| found.item(index)?.dyn_into().ok()).collect()
}

/// Name of a control: its label, or its text.
fn name_of(control: &HtmlElement) -> String {
    let label = control.get_attribute("aria-label");
    label.or_else(|| control.text_content()).unwrap_or_default().trim().to_owned()
}

/// Scrolls only as far as it must: a control that is seen stays where it is.
fn bring_onto_screen(control: &HtmlElement) {
    let (rect, height) = (control.get_bounding_client_rect(), window().inner_height());
    let height = height.ok().and_then(|height| height.as_f64()).unwrap_or_default();
    // A part of the screen at its top and at its foot may be covered.
    if rect.top() < height * 0.25 || rect.bottom() > height * 0.85 {
        let middle = rect.top() + rect.height() / 2.0 - height * 0.55;
        window().scroll_by_with_x_and_y(0.0, middle);
    }
}
