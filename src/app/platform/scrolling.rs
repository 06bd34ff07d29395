//! Keeps what a player looks at in its place as the page grows or shrinks around it.

use super::numbers;
use leptos::ev::FocusEvent;
use leptos::html::Section;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::JsValue;
use web_sys::js_sys::Reflect;
use web_sys::{Element, HtmlElement, window};

/// Leaves it to the app to go back to where a page was left: the browser would do so before the page is drawn.
pub fn restore_by_hand() {
    let history = window().and_then(|window| window.history().ok());
    // A browser that does not know this restores what it can.
    let _ = history.map(|history| Reflect::set(&history, &"scrollRestoration".into(), &JsValue::from("manual")));
}

/// Position of the page, in pixels from its top.
pub fn position() -> f64 {
    window().and_then(|window| window.scroll_y().ok()).unwrap_or_default()
}

/// Scrolls the page to a position.
pub fn to(position: f64) {
    if let Some(window) = window() {
        window.scroll_to_with_x_and_y(0.0, position);
    }
}

/// Scrolls to an element once the page is drawn, by its id.
pub fn bring_into_view(id: &'static str) {
    request_animation_frame(move || {
        if let Some(element) = document().get_element_by_id(id) {
            element.scroll_into_view();
        }
    });
}

/// Unfolds one of several `details`, by its index among those that a selector finds, brings it into view, and moves the focus to it.
pub fn open_nth(selector: &str, index: usize) {
    let all = document().query_selector_all(selector).ok();
    let found = all.and_then(|all| all.item(u32::try_from(index).ok()?)?.dyn_into::<Element>().ok());
    let Some(found) = found else { return };
    let _ = found.set_attribute("open", "");
    found.scroll_into_view();
    let summary = found.first_element_child().and_then(|summary| summary.dyn_into::<HtmlElement>().ok());
    // One that takes no focus leaves it where it is.
    let _ = summary.map(|summary| summary.focus());
}

/// Brings what is due into view once the page is drawn; where nothing is due, the top of the page.
pub fn show_due() {
    // What an act changes is drawn in the frame after it.
    request_animation_frame(|| {
        request_animation_frame(|| {
            let due = document().query_selector(".duties").ok().flatten().filter(|due| due.client_width() > 0);
            let Some(due) = due else { return to(0.0) };
            let (rect, (first, last)) = (due.get_bounding_client_rect(), room());
            if rect.top() < first || rect.bottom() > last {
                by(rect.top() - first);
            }
        });
    });
}

/// True if an element ends on the screen or within a screen below it.
pub fn ends_soon(element: &Element) -> bool {
    let height = window().and_then(|window| window.inner_height().ok()?.as_f64()).unwrap_or_default();
    element.get_bounding_client_rect().bottom() < 2.0 * height
}

/// Brings the control that the keyboard has reached into view in a line that scrolls sideways: browsers leave one where it is of which
/// a part is in sight. What a finger touches stays under it.
pub fn show_in_line(event: &FocusEvent, lines: &str) {
    let control = event.target().and_then(|target| target.dyn_into::<Element>().ok());
    let Some(control) = control.filter(|control| control.matches(":focus-visible").unwrap_or(false)) else { return };
    let Some(line) = control.closest(lines).ok().flatten() else { return };
    let (inner, around) = (control.get_bounding_client_rect(), line.get_bounding_client_rect());
    let right = (inner.right() - around.right()).max(0.0);
    let by = if inner.left() < around.left() { inner.left() - around.left() } else { right };
    line.scroll_by_with_x_and_y(by, 0.0);
}

/// Distance of an element from the top of the screen, by its id.
pub fn top_of(id: &str) -> Option<f64> {
    Some(element(id)?.get_bounding_client_rect().top())
}

/// Leaves an element where it was on the screen once the page is drawn, and shows as much of it as there is room for.
pub fn keep_in_place(id: String, before: Option<f64>) {
    request_animation_frame(move || {
        let Some(element) = element(&id) else { return };
        if let Some(before) = before {
            by(element.get_bounding_client_rect().top() - before);
        }
        let (rect, (first, last)) = (element.get_bounding_client_rect(), room());
        if rect.top() < first {
            by(rect.top() - first);
        } else if rect.bottom() > last {
            by((rect.bottom() - last).min(rect.top() - first));
        }
    });
}

/// Brings a section to the top of the screen, below what sticks there, unless all of it is seen: once the page is drawn, and after
/// the focus has moved.
pub fn show_whole(section: NodeRef<Section>) {
    request_animation_frame(move || {
        let Some(element) = section.try_get_untracked().flatten() else { return };
        super::room::show_what_sticks();
        let edge = |name: &str| stuck(name).unwrap_or_default();
        let height = window().and_then(|window| window.inner_height().ok()?.as_f64()).unwrap_or_default();
        let (first, last) = (edge("--stuck-top"), height - edge("--stuck-bottom"));
        let rect = element.get_bounding_client_rect();
        if rect.top() < first || rect.bottom() > last {
            by(rect.top() - first - CLEAR);
        }
    });
}

/// Brings the end of an element into view that has just been unfolded, as far as its beginning stays in sight.
pub fn show_end(element: Element) {
    request_animation_frame(move || {
        super::room::show_what_sticks();
        let edge = |name: &str| stuck(name).unwrap_or_default();
        let height = window().and_then(|window| window.inner_height().ok()?.as_f64()).unwrap_or_default();
        let rect = element.get_bounding_client_rect();
        let below = rect.bottom() + CLEAR + edge("--stuck-bottom") - height;
        if below > 0.0 {
            by(below.min(rect.top() - edge("--stuck-top")));
        }
    });
}

/// Space that is left between what is shown and what sticks to the edge of the screen, in pixels.
const CLEAR: f64 = 12.0;

/// Height of what sticks to an edge of the screen, as the stylesheet has it.
fn stuck(name: &str) -> Option<f64> {
    let root: HtmlElement = document().document_element()?.dyn_into().ok()?;
    numbers::pixels(&root.style().get_property_value(name).ok()?)
}

/// Brings an element to the top of the screen, unfolding what it is folded into, and moves the focus to it.
pub fn show(id: String) {
    request_animation_frame(move || {
        let Some(element) = element(&id) else { return };
        if let Some(folded) = element.closest("details:not([open])").ok().flatten() {
            // A browser that refuses leaves it folded, and the focus where it is.
            let _ = folded.set_attribute("open", "");
        }
        if let Some(element) = element.dyn_ref::<HtmlElement>() {
            let _ = element.focus();
        }
        by(element.get_bounding_client_rect().top() - room().0);
    });
}

/// The first of what a selector finds whose top is on the screen, below what sticks there.
pub fn first_seen(selector: &str) -> Option<Element> {
    let all = document().query_selector_all(selector).ok()?;
    let mut all = (0..all.length()).filter_map(|index| all.item(index)?.dyn_into::<Element>().ok());
    let (first, last) = room();
    // A browser that moves the focus to it leaves that much clear, and would scroll.
    let first = first + CLEAR;
    all.find(|element| element.client_width() > 0 && (first..last).contains(&element.get_bounding_client_rect().top()))
}

/// Top and bottom of what the parts of a page that stick leave of the screen.
fn room() -> (f64, f64) {
    let place = |selector: &str| {
        document().query_selector(selector).ok().flatten().map(|element| element.get_bounding_client_rect())
    };
    let height = window().and_then(|window| window.inner_height().ok()?.as_f64()).unwrap_or_default();
    (
        place(".table-head").map_or(0.0, |element| element.height()),
        place(".dock").map_or(height, |element| element.top()),
    )
}

fn by(pixels: f64) {
    if let Some(window) = window().filter(|_| pixels != 0.0) {
        window.scroll_by_with_x_and_y(0.0, pixels);
    }
}

fn element(id: &str) -> Option<Element> {
    document().get_element_by_id(id)
}
