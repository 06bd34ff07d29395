//! Scrolling: keeps visible elements in place when the page changes around them, and scrolls to elements.

use super::numbers;
use leptos::ev::FocusEvent;
use leptos::html::Section;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::JsValue;
use web_sys::js_sys::Reflect;
use web_sys::{Element, HtmlElement, window};

/// Switches off the browser's own restoring of the scroll position, which would happen before the page is drawn. The app restores it.
pub fn restore_by_hand() {
    let history = window().and_then(|window| window.history().ok());
    // A browser without this setting restores positions as well as it can.
    let _ = history.map(|history| Reflect::set(&history, &"scrollRestoration".into(), &JsValue::from("manual")));
}

/// The scroll position, in pixels from the top of the page.
pub fn position() -> f64 {
    window().and_then(|window| window.scroll_y().ok()).unwrap_or_default()
}

/// Scrolls the page to a position.
pub fn to(position: f64) {
    if let Some(window) = window() {
        window.scroll_to_with_x_and_y(0.0, position);
    }
}

/// Scrolls to the element with this id once the page is drawn.
pub fn bring_into_view(id: &'static str) {
    request_animation_frame(move || {
        if let Some(element) = document().get_element_by_id(id) {
            element.scroll_into_view();
        }
    });
}

/// Unfolds the `details` element with this index among those that a selector finds, scrolls to it, and moves the focus to it.
pub fn open_nth(selector: &str, index: usize) {
    let all = document().query_selector_all(selector).ok();
    let found = all.and_then(|all| all.item(u32::try_from(index).ok()?)?.dyn_into::<Element>().ok());
    let Some(found) = found else { return };
    let _ = found.set_attribute("open", "");
    found.scroll_into_view();
    let summary = found.first_element_child().and_then(|summary| summary.dyn_into::<HtmlElement>().ok());
    // If the element cannot take the focus, it does not move.
    let _ = summary.map(|summary| summary.focus());
}

/// Scrolls to the duties once the page is drawn, or to the top of the page if there are none.
pub fn show_due() {
    // The changes of an act are drawn in the frame after it.
    request_animation_frame(|| {
        request_animation_frame(|| {
            let due = document().query_selector(".duties").ok().flatten().filter(|due| due.client_width() > 0);
            let Some(due) = due else { return to(0.0) };
            let (rect, (first, last)) = (due.get_bounding_client_rect(), room());
            if rect.top() < first || rect.bottom() > last {
                scroll_by(rect.top() - first);
            }
        });
    });
}

/// True if an element ends on the screen or within a screen below it.
pub fn ends_soon(element: &Element) -> bool {
    let height = window().and_then(|window| window.inner_height().ok()?.as_f64()).unwrap_or_default();
    element.get_bounding_client_rect().bottom() < 2.0 * height
}

/// Scrolls a sideways line to the control that has got the focus by keyboard. Browsers do not scroll if a part of the control is visible.
/// After a touch, nothing scrolls, so that the control stays under the finger.
pub fn show_in_line(event: &FocusEvent, lines: &str) {
    let control = event.target().and_then(|target| target.dyn_into::<Element>().ok());
    let Some(control) = control.filter(|control| control.matches(":focus-visible").unwrap_or(false)) else { return };
    let Some(line) = control.closest(lines).ok().flatten() else { return };
    let (inner, around) = (control.get_bounding_client_rect(), line.get_bounding_client_rect());
    let right = (inner.right() - around.right()).max(0.0);
    let by = if inner.left() < around.left() { inner.left() - around.left() } else { right };
    line.scroll_by_with_x_and_y(by, 0.0);
}

/// Distance of the element with this id from the top of the screen, in pixels.
pub fn top_of(id: &str) -> Option<f64> {
    Some(element(id)?.get_bounding_client_rect().top())
}

/// Scrolls once the page is drawn, so that an element is again at the position `before`. Then scrolls further if a part of it is hidden.
pub fn keep_in_place(id: String, before: Option<f64>) {
    request_animation_frame(move || {
        let Some(element) = element(&id) else { return };
        if let Some(before) = before {
            scroll_by(element.get_bounding_client_rect().top() - before);
        }
        let (rect, (first, last)) = (element.get_bounding_client_rect(), room());
        if rect.top() < first {
            scroll_by(rect.top() - first);
        } else if rect.bottom() > last {
            scroll_by((rect.bottom() - last).min(rect.top() - first));
        }
    });
}

/// Scrolls a section to the top of the screen, below the sticky parts, unless all of it is visible. Waits until the page is drawn and the
/// focus has moved.
pub fn show_whole(section: NodeRef<Section>) {
    request_animation_frame(move || {
        let Some(element) = section.try_get_untracked().flatten() else { return };
        super::room::update_sticky_heights();
        let edge = |name: &str| sticky_height(name).unwrap_or_default();
        let height = window().and_then(|window| window.inner_height().ok()?.as_f64()).unwrap_or_default();
        let (first, last) = (edge("--stuck-top"), height - edge("--stuck-bottom"));
        let rect = element.get_bounding_client_rect();
        if rect.top() < first || rect.bottom() > last {
            scroll_by(rect.top() - first - MARGIN);
        }
    });
}

/// Scrolls to the end of an element that has just been unfolded, as far as its beginning stays visible.
pub fn show_end(element: Element) {
    request_animation_frame(move || {
        super::room::update_sticky_heights();
        let edge = |name: &str| sticky_height(name).unwrap_or_default();
        let height = window().and_then(|window| window.inner_height().ok()?.as_f64()).unwrap_or_default();
        let rect = element.get_bounding_client_rect();
        let below = rect.bottom() + MARGIN + edge("--stuck-bottom") - height;
        if below > 0.0 {
            scroll_by(below.min(rect.top() - edge("--stuck-top")));
        }
    });
}

/// Space between an element and the sticky parts, in pixels.
const MARGIN: f64 = 12.0;

/// Height of the sticky parts at an edge of the screen, from this style property.
fn sticky_height(name: &str) -> Option<f64> {
    let root: HtmlElement = document().document_element()?.dyn_into().ok()?;
    numbers::pixels(&root.style().get_property_value(name).ok()?)
}

/// Scrolls the element with this id to the top of the screen, unfolds the part that hides it, and moves the focus to it.
pub fn show(id: String) {
    request_animation_frame(move || {
        let Some(element) = element(&id) else { return };
        if let Some(folded) = element.closest("details:not([open])").ok().flatten() {
            // If this fails, the part stays folded, and the focus does not move.
            let _ = folded.set_attribute("open", "");
        }
        if let Some(element) = element.dyn_ref::<HtmlElement>() {
            let _ = element.focus();
        }
        scroll_by(element.get_bounding_client_rect().top() - room().0);
    });
}

/// Scrolls to the first element that a selector finds, once the page is drawn, and moves the focus to it.
pub fn show_first(selector: &'static str) {
    request_animation_frame(move || {
        let found = document().query_selector(selector).ok().flatten();
        let Some(found) = found.and_then(|found| found.dyn_into::<HtmlElement>().ok()) else { return };
        // If the element cannot take the focus, it does not move.
        let _ = found.focus();
        let rect = found.get_bounding_client_rect();
        if rect.top() < room().0 || rect.bottom() > room().1 {
            scroll_by(rect.top() - room().0 - MARGIN);
        }
    });
}

/// The first element that a selector finds whose top is visible below the sticky parts.
pub fn first_seen(selector: &str) -> Option<Element> {
    let all = document().query_selector_all(selector).ok()?;
    let mut all = (0..all.length()).filter_map(|index| all.item(index)?.dyn_into::<Element>().ok());
    let (first, last) = room();
    // When the element gets the focus, the browser keeps this margin, and would otherwise scroll.
    let first = first + MARGIN;
    all.find(|element| element.client_width() > 0 && (first..last).contains(&element.get_bounding_client_rect().top()))
}

/// Top and bottom of the part of the screen that sticky parts leave free.
fn room() -> (f64, f64) {
    let rect_of = |selector: &str| {
        document().query_selector(selector).ok().flatten().map(|element| element.get_bounding_client_rect())
    };
    let height = window().and_then(|window| window.inner_height().ok()?.as_f64()).unwrap_or_default();
    (
        rect_of(".table-head").map_or(0.0, |element| element.height()),
        rect_of(".dock").map_or(height, |element| element.top()),
    )
}

fn scroll_by(pixels: f64) {
    if let Some(window) = window().filter(|_| pixels != 0.0) {
        window.scroll_by_with_x_and_y(0.0, pixels);
    }
}

fn element(id: &str) -> Option<Element> {
    document().get_element_by_id(id)
}
