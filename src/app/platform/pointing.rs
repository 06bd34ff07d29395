//! Points at a control of the page by its name, with a ring around it.

use super::changes::{ChangeObserver, MutationFilter};
use leptos::ev;
use leptos::prelude::*;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{HtmlElement, NodeList};

/// Attribute that marks the control.
const POINTED: &str = "data-pointed";
/// Attributes that show, hide or name controls.
const SHOWING: [&str; 5] = ["class", "style", "hidden", "open", "aria-label"];

/// A control in a folded part.
const FOLDED: &str = "details:not([open]) > :not(summary)";

/// Points at the first control whose name begins with `name`, or that has such a part; at none while `name` is `None`. Controls inside
/// the element that the selector `guide` finds are ignored. Scrolls to the control once.
pub fn point_at(name: Signal<Option<String>>, guide: &'static str) {
    let shown = StoredValue::new(None);
    let update = move || {
        let name = name.try_get_untracked().flatten();
        let control = name.as_deref().and_then(|name| find(name, guide));
        remove_marks_except(control.as_ref());
        let Some(control) = control else { return };
        // Setting an attribute of the app's own elements cannot fail.
        let _ = control.set_attribute(POINTED, "");
        if shown.try_update_value(|shown| shown.replace(name.clone()) != Some(name)) == Some(true) {
            bring_onto_screen(&control);
        }
    };
    let is_scheduled = StoredValue::new(false);
    let schedule = move || {
        if is_scheduled.try_update_value(|scheduled| !std::mem::replace(scheduled, true)) == Some(true) {
            request_animation_frame(move || {
                if is_scheduled.try_update_value(|scheduled| *scheduled = false).is_some() {
                    update();
                }
            });
        }
    };
    Effect::new(move |_| {
        name.track();
        schedule();
    });
    let resized = window_event_listener(ev::resize, move |_| schedule());
    let filter = MutationFilter { attributes: &SHOWING, texts: true };
    let observer = StoredValue::new_local(ChangeObserver::start(filter, schedule));
    on_cleanup(move || {
        observer.dispose();
        resized.remove();
        remove_marks_except(None);
    });
}

/// Removes the marks of all controls except this one.
fn remove_marks_except(kept: Option<&HtmlElement>) {
    for control in all(&format!("[{POINTED}]")).iter().filter(|control| Some(*control) != kept) {
        let _ = control.remove_attribute(POINTED);
    }
}

/// The first control with this name, else the first whose name begins with it, else the first that has a part whose text does.
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
    // A button for several units begins with the name of the one unit's.
    let exact = controls.iter().find(|control| name_of(control) == name);
    let begins = exact.or_else(|| controls.iter().find(|control| name_of(control).starts_with(name)));
    begins.or_else(|| controls.iter().find(has_part)).cloned()
}

fn all(selector: &str) -> Vec<HtmlElement> {
    listed(document().query_selector_all(selector))
}

fn listed(found: Result<NodeList, JsValue>) -> Vec<HtmlElement> {
    let Ok(found) = found else { return Vec::new() };
    (0..found.length()).filter_map(|index| found.item(index)?.dyn_into().ok()).collect()
}

/// The name of a control: its label, else its text.
fn name_of(control: &HtmlElement) -> String {
    let label = control.get_attribute("aria-label");
    label.or_else(|| control.text_content()).unwrap_or_default().trim().to_owned()
}

/// Scrolls to a control, unless it is visible.
fn bring_onto_screen(control: &HtmlElement) {
    let (rect, height) = (control.get_bounding_client_rect(), window().inner_height());
    let height = height.ok().and_then(|height| height.as_f64()).unwrap_or_default();
    // Sticky parts may cover the top and the bottom of the screen.
    if rect.top() < height * 0.25 || rect.bottom() > height * 0.85 {
        let middle = rect.top() + rect.height() / 2.0 - height * 0.55;
        window().scroll_by_with_x_and_y(0.0, middle);
    }
}
