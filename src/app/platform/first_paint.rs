//! The home page, or the frame of a battle or roster, as `index.html` shows it before the app runs.

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

/// True if it shows a page, and is not blank.
pub fn shows_a_title() -> bool {
    document().query_selector("#first-paint h1").ok().flatten().is_some()
}

/// Takes it away, as the app now stands in its place. The focus goes from a link of it to the same link of the app.
pub fn replace() {
    let Some(first) = document().get_element_by_id("first-paint") else { return };
    let focused = document().active_element().filter(|own| first.contains(Some(own)));
    let place = focused.and_then(|own| own.get_attribute("href"));
    first.remove();
    let Some(place) = place else { return };
    let links = document().get_elements_by_tag_name("a");
    let mut links = (0..links.length()).filter_map(|index| links.item(index)?.dyn_into::<HtmlElement>().ok());
    if let Some(link) = links.find(|link| link.get_attribute("href").as_ref() == Some(&place)) {
        // A browser that refuses leaves the focus at the top of the page.
        let _ = link.focus();
    }
}
