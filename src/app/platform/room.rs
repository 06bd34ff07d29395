//! Room on the screen: the heights of sticky parts, and whether the screen is large enough for any.

use super::numbers;
use leptos::ev;
use leptos::html::Section;
use leptos::prelude::*;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Element, HtmlElement};

/// Area of the smallest screen with sticky headers and buttons, in square rem. A screen of 390×844 pixels has 1,286, and 322 with text of
/// twice the size.
const MIN_AREA: f64 = 400.0;

/// Width from which a window suits the hall view, in pixels.
const HALL_WIDTH: f64 = 1024.0;

/// Selectors of the parts that can stick to the top of the screen, and of those at its bottom.
const STICKY: [&[&str]; 2] = [&[".head", ".search", ".guide"], &[".dock", ".actions", ".glance"]];

/// Follows the size of the window, and updates the heights of sticky parts before the focus moves by keyboard.
pub fn watch() {
    show_whether_cramped();
    // Listens for the lifetime of the page.
    let _ = window_event_listener(ev::resize, |_| show_whether_cramped());
    let _ = window_event_listener(ev::keydown, |event| {
        if event.key() == "Tab" {
            update_sticky_heights();
        }
    });
}

/// Marks the page if the screen is too small for its text size. The stylesheet then makes nothing sticky.
pub fn show_whether_cramped() {
    let Some(root) = root() else { return };
    let area =
        pixels(window().inner_width()).zip(pixels(window().inner_height())).map(|(width, height)| width * height);
    let letter = property(&root, "font-size");
    let is_cramped = area.zip(letter).is_some_and(|(area, letter)| area < MIN_AREA * letter * letter);
    // If this fails, parts stay sticky.
    let _ = root.toggle_attribute_with_force("data-cramped", is_cramped);
}

fn pixels(size: Result<JsValue, JsValue>) -> Option<f64> {
    size.ok().and_then(|size| size.as_f64())
}

/// True if the window is wide enough for the hall view.
pub fn suits_hall() -> bool {
    pixels(window().inner_width()).is_some_and(|width| width >= HALL_WIDTH)
}

/// Sets the heights of the sticky parts as style properties, with which the stylesheet keeps the focus clear of them.
pub fn update_sticky_heights() {
    let Some(root) = root() else { return };
    let heights = STICKY.map(stuck_height);
    for (name, height) in ["--stuck-top", "--stuck-bottom"].into_iter().zip(heights) {
        let _ = root.style().set_property(name, &format!("{height}px"));
    }
}

/// Height of the sticky parts at one edge of the screen, in pixels.
fn stuck_height(selectors: &[&str]) -> f64 {
    let found = selectors.iter().filter_map(|selector| document().query_selector(selector).ok()?);
    let found = found.filter_map(|element| element.dyn_into::<HtmlElement>().ok());
    let stuck = found.filter(|element| {
        let position = word(element, "position").unwrap_or_default();
        matches!(position.as_str(), "sticky" | "fixed") && element.offset_height() > 0
    });
    let reach = stuck.map(|element| {
        let from_edge =
            [property(&element, "top"), property(&element, "bottom")].into_iter().flatten().fold(f64::MAX, f64::min);
        from_edge.min(f64::from(u16::MAX)) + f64::from(element.offset_height())
    });
    reach.fold(0.0, f64::max)
}

fn root() -> Option<HtmlElement> {
    document().document_element()?.dyn_into().ok()
}

fn word(element: &Element, property: &str) -> Option<String> {
    window().get_computed_style(element).ok()??.get_property_value(property).ok()
}

/// Value of a property in pixels.
fn property(element: &Element, name: &str) -> Option<f64> {
    numbers::pixels(&word(element, name)?)
}

/// Keeps a part of the page, which a selector finds, at least as high as it was at any `change`, while the calling component is shown.
/// Otherwise a page that is scrolled to its end would move under the thumb.
pub fn keep_height(selector: &'static str, change: impl Fn() + 'static) {
    let part = move || document().query_selector(selector).ok()??.dyn_into::<HtmlElement>().ok();
    let keep = move || {
        let Some(part) = part() else { return };
        let _ = part.style().set_property("min-height", &format!("{}px", part.offset_height()));
    };
    Effect::new(move |_| {
        change();
        request_animation_frame(keep);
    });
    on_cleanup(move || {
        if let Some(part) = part() {
            let _ = part.style().remove_property("min-height");
        }
    });
}

/// The smallest text size of [`fit`], in hundredths of the usual size.
const MIN_FIT: u32 = 40;

/// True if the last part of an element ends within it. Animations, such as tumbling dice, do not count.
fn has_room(element: &HtmlElement) -> Option<bool> {
    let last = element.last_element_child()?.dyn_into::<HtmlElement>().ok()?;
    let padding = property(element, "padding-bottom").unwrap_or_default();
    let end = f64::from(element.offset_top() + element.client_top() + element.client_height()) - padding;
    Some(f64::from(last.offset_top() + last.offset_height()) <= end)
}

/// Makes the text of an element as large as fits, by the style property `--fit`, which is at most 1. Measures again when the
/// window or a signal that `changes` reads has changed.
pub fn fit(element: NodeRef<Section>, changes: impl Fn() + 'static) {
    let measure = move || {
        let Some(element) = element.try_get_untracked().flatten() else { return };
        for hundredths in (MIN_FIT..=100).rev().step_by(2) {
            let _ = element.style().set_property("--fit", &format!("{}", f64::from(hundredths) / 100.0));
            if has_room(&element).unwrap_or(true) {
                return;
            }
        }
    };
    Effect::new(move |_| {
        changes();
        // The change is drawn by then.
        request_animation_frame(measure);
    });
    // When the page is opened, the styles may be applied a little later.
    let [resized, loaded] =
        [window_event_listener(ev::resize, move |_| measure()), window_event_listener(ev::load, move |_| measure())];
    on_cleanup(move || {
        resized.remove();
        loaded.remove();
    });
}
