//! Keys that work wherever the focus is, and a focus that goes where players look next.

use crate::app::platform::{room, scrolling};
use leptos::ev;
use leptos::html::{Button, ElementType};
use leptos::prelude::*;
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Once;
use std::sync::atomic::{AtomicU32, Ordering};
use wasm_bindgen::JsCast;
use web_sys::{Element, FocusOptions, HtmlElement};

/// Fields into which keys are typed. Chips and switches are inputs too, but take no letters.
const WRITTEN: &str = "input:not([type=radio], [type=checkbox]), textarea, select";

/// Listeners that answer keys now, the newest last; each with its number.
type Listeners = Vec<(u32, Rc<dyn Fn(&str) -> bool>)>;

thread_local! {
    static LISTENERS: RefCell<Listeners> = const { RefCell::new(Vec::new()) };
}

/// Listens for keys as long as the calling part of the page is shown. Ignores keys that are typed into a field, or come with
/// Ctrl, Alt or Meta. While a dialog is open, keys are the dialog's, and the browser closes it by Escape. What was shown last is asked
/// first, so that Escape closes a menu before a notice that was there already. A key that `on_key` handles has no other effect.
pub fn while_shown(on_key: impl Fn(&str) -> bool + 'static) {
    static HEARD: Once = Once::new();
    static LAST: AtomicU32 = AtomicU32::new(0);
    HEARD.call_once(|| {
        window_event_listener(ev::keydown, |event| {
            let written = event.target().and_then(|target| target.dyn_into::<Element>().ok());
            let written = written.is_some_and(|element| element.matches(WRITTEN).unwrap_or(false));
            let with_others = event.ctrl_key() || event.alt_key() || event.meta_key();
            if written || with_others || event.default_prevented() || is_dialog_open() {
                return;
            }
            // A copy, as what handles a key may show or hide what listens.
            let listeners = LISTENERS.with_borrow(Clone::clone);
            if listeners.iter().rev().any(|(_, on_key)| on_key(&event.key())) {
                event.prevent_default();
            }
        });
    });
    let number = LAST.fetch_add(1, Ordering::Relaxed);
    LISTENERS.with_borrow_mut(|all| all.push((number, Rc::new(on_key))));
    on_cleanup(move || LISTENERS.with_borrow_mut(|all| all.retain(|(other, _)| *other != number)));
}

/// Escape closes what is opened by a button, and leaves the focus on the button.
pub fn close_by_escape_to(is_open: RwSignal<bool>, button: NodeRef<Button>) {
    while_shown(move |key| {
        let closes = key == "Escape" && is_open.get_untracked();
        if closes {
            is_open.set(false);
            focus(button);
        }
        closes
    });
}

/// The keys of the page's controls, and the names of the controls.
pub fn shortcuts() -> Vec<(String, String)> {
    let Ok(found) = document().query_selector_all("[aria-keyshortcuts]") else { return Vec::new() };
    let found = (0..found.length()).filter_map(|index| found.item(index)?.dyn_into::<HtmlElement>().ok());
    let shown = found.filter(is_at_hand);
    let named = shown.filter_map(|element| {
        let name = element.get_attribute("aria-label").unwrap_or_else(|| element.inner_text());
        Some((element.get_attribute("aria-keyshortcuts")?, name.replace('\n', " ")))
    });
    named.collect()
}

/// Presses the control that has a key; false if the page shows none.
pub fn press_shortcut(key: &str) -> bool {
    // A letter or a digit, so that nothing else gets into the selector.
    let mut letters = key.chars();
    let (Some(letter), None) = (letters.next().filter(char::is_ascii_alphanumeric), letters.next()) else {
        return false;
    };
    let selector = format!("[aria-keyshortcuts='{}']", letter.to_ascii_lowercase());
    let found =
        document().query_selector(&selector).ok().flatten().and_then(|element| element.dyn_into::<HtmlElement>().ok());
    let Some(control) = found.filter(is_at_hand) else { return false };
    // The page stays where it is: whoever comes back from a link finds that place again.
    let still = FocusOptions::new();
    still.set_prevent_scroll(true);
    let _ = control.focus_with_options(&still);
    control.click();
    true
}

/// True if a control is shown, or would be in the opened menu of a page that is.
fn is_at_hand(control: &HtmlElement) -> bool {
    let in_menu = || control.closest(".menu").ok().flatten().and_then(|menu| menu.parent_element());
    control.client_width() > 0 || in_menu().is_some_and(|head| head.client_width() > 0)
}

/// True while a dialog covers the page.
fn is_dialog_open() -> bool {
    document().query_selector("dialog[open]").is_ok_and(|dialog| dialog.is_some())
}

/// Moves the focus to an element once the page is drawn.
pub fn focus<E: ElementType<Output: JsCast + Clone + 'static>>(node: NodeRef<E>) {
    focus_on(Box::new(move || node.try_get_untracked().flatten().map(JsCast::unchecked_into)));
}

/// Compiled once, not for each kind of element.
fn focus_on(find: Box<dyn Fn() -> Option<Element>>) {
    request_animation_frame(move || take_focus(find()));
}

/// Ends what is being typed, as if the field was left.
pub fn leave_field() {
    let field = document().active_element().and_then(|element| element.dyn_into::<HtmlElement>().ok());
    let _ = field.filter(|field| field.matches(WRITTEN).unwrap_or(false)).map(|field| field.blur());
}

/// Moves the focus to the field that is wrong or still needed, and unfolds what hides it.
pub fn focus_on_wrong() {
    let found = |selector: &str| document().query_selector(selector).ok().flatten();
    let mut around = found(".field:is(.wrong, .unsaid)");
    while let Some(element) = around.and_then(|element| element.closest("details:not([open])").ok().flatten()) {
        let _ = element.set_attribute("open", "");
        around = element.parent_element();
    }
    let control = |kind: &str| found(&format!(".field:is(.wrong, .unsaid) {kind}"));
    // A wrong number was typed beside its bands.
    let typed = found(".field.wrong .bands > input");
    take_focus(typed.or_else(|| control(":is(input, select, textarea)")).or_else(|| control("button")));
}

/// The id of a unit's card in the page.
pub fn card_id(unit: &str) -> String {
    format!("card-{unit}")
}

/// An id that no other element of the page has.
pub fn next_id(kind: &str) -> String {
    static LAST: AtomicU32 = AtomicU32::new(0);
    format!("{kind}-{}", LAST.fetch_add(1, Ordering::Relaxed))
}

/// Moves the focus to the element of an id if it is shown, once that is drawn, and goes back to where the page was left. Without
/// such an element, the focus goes to the first unit that is seen there, or at the top to the page's heading. After an act, what
/// must be settled first comes before all of them.
pub fn focus_on_arrival(id: Option<String>, position: Option<f64>, acted: bool) {
    request_animation_frame(move || {
        let shown = |element: &Element| element.client_width() > 0;
        let heading = || document().query_selector("h1").ok().flatten();
        // After an act, also what is due without holding up the phase.
        let first = if acted { ".duties .duty" } else { ".duties .duty.primary" };
        let first = document().query_selector(first).ok().flatten();
        let first = first.filter(|_| acted || position.is_none()).filter(shown);
        let position = position.filter(|_| first.is_none());
        let element = first.or_else(|| id.and_then(|id| document().get_element_by_id(&id)).filter(shown));
        let is_found = element.is_some();
        let Some(position) = position else { return take_focus(element.or_else(heading)) };
        take_focus(element);
        scrolling::to(position);
        // Rows that were not on the screen get their heights now.
        request_animation_frame(move || {
            scrolling::to(position);
            if !is_found {
                let seen = if position > 0.0 { scrolling::first_seen("article.unit") } else { None };
                take_focus(seen.or_else(heading));
            }
        });
    });
}

/// Moves the focus to an element if it was lost, for example with a button that has disappeared.
pub fn focus_if_lost(element: impl FnOnce() -> Option<Element> + 'static) {
    request_animation_frame(move || {
        if document().active_element().is_none_or(|element| element.tag_name() == "BODY") {
            take_focus(element());
        }
    });
}

fn take_focus(element: Option<Element>) {
    if let Some(element) = element.and_then(|element| element.dyn_into::<HtmlElement>().ok()) {
        room::show_what_sticks();
        // An element that cannot take the focus leaves it where it is.
        let _ = element.focus();
    }
}

/// Escape closes what was opened around the focus, and leaves the focus on what opens it again.
pub fn close_by_escape() {
    while_shown(|key| {
        let open = || document().active_element()?.closest("details[open]").ok()?;
        let Some(details) = (key == "Escape").then(open).flatten() else { return false };
        let _ = details.remove_attribute("open");
        take_focus(details.query_selector("summary").ok().flatten());
        true
    });
}
