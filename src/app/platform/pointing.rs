//! Points at a control of the page by its name: draws a ring around it.

use leptos::prelude::*;
use std::time::Duration;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

/// Attribute of the control that is pointed at.
const POINTED: &str = "data-pointed";
/// Time between two looks for the control: pages are drawn anew at any time.
const PAUSE: Duration = Duration::from_millis(150);

/// A control that is folded away.
const FOLDED: &str = "details:not([open]) > :not(summary)";

/// Points at the first control whose name begins with this, or has it; at none while there is no name. What the `guide`
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
    let Ok(looks) = set_interval_with_handle(look, PAUSE) else { return };
    on_cleanup(move || {
        looks.clear();
        leave(None);
    });
}

/// Points no longer at any control but this.
fn leave(but: Option<&HtmlElement>) {
    for control in all(&format!("[{POINTED}]")).iter().filter(|control| Some(*control) != but) {
        let _ = control.remove_attribute(POINTED);
    }
}

/// The first control whose name begins with this, else the first that has it.
fn find(name: &str, guide: &str) -> Option<HtmlElement> {
    let is_within =
        |control: &HtmlElement, selector: &str| control.closest(selector).is_ok_and(|found| found.is_some());
    let mut controls = all("button, a[href], summary");
    controls.retain(|control| control.offset_width() > 0 && !is_within(control, FOLDED) && !is_within(control, guide));
    let names: Vec<String> = controls.iter().map(name_of).collect();
    let begins = || names.iter().position(|words| words.starts_with(name));
    let index = begins().or_else(|| names.iter().position(|words| words.contains(name)))?;
    controls.into_iter().nth(index)
}

fn all(selector: &str) -> Vec<HtmlElement> {
    let Ok(found) = document().query_selector_all(selector) else { return Vec::new() };
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
