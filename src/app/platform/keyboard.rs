//! Keys that work wherever the focus is, and moves of the focus.

use crate::app::platform::{capture, room, scrolling};
use leptos::ev;
use leptos::html::{Button, ElementType};
use leptos::prelude::*;
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Once;
use std::sync::atomic::{AtomicU32, Ordering};
use wasm_bindgen::JsCast;
use web_sys::{Element, FocusOptions, HtmlElement, KeyboardEvent};

/// Fields that take typed keys. Chips and switches are inputs, too, but take none.
const TYPED_INTO: &str = "input:not([type=radio], [type=checkbox]), textarea, select";

/// Controls that Enter and Space press.
const PRESSED: &str =
    "button, a[href], summary, select, input[type=radio], input[type=checkbox], [role=button], [role=tab]";

/// The active listeners for keys with their numbers, the newest last.
type Listeners = Vec<(u32, Rc<dyn Fn(&str) -> bool>)>;

thread_local! {
    static LISTENERS: RefCell<Listeners> = const { RefCell::new(Vec::new()) };
}

/// Listens for keys while the calling component is shown. Ignores keys that are typed into a field, keys with Ctrl, Alt or Meta, and all
/// keys while a dialog is open, which the browser closes by Escape. The newest listener is called first, so that Escape closes a menu
/// before an older notice. If `on_key` returns true, the key has no other effect.
pub fn while_shown(on_key: impl Fn(&str) -> bool + 'static) {
    static STARTED: Once = Once::new();
    static LAST: AtomicU32 = AtomicU32::new(0);
    STARTED.call_once(|| {
        window_event_listener(ev::keydown, |event| {
            let target = event.target().and_then(|target| target.dyn_into::<Element>().ok());
            let is_typed = target.is_some_and(|element| element.matches(TYPED_INTO).unwrap_or(false));
            let has_modifier = event.ctrl_key() || event.alt_key() || event.meta_key();
            if is_typed || has_modifier || event.default_prevented() || is_dialog_open() {
                return;
            }
            // A copy, because a listener may add or remove listeners.
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

/// Refuses keys that are held down, for the lifetime of the page. Keys that move about, and letters in fields, still repeat.
pub fn refuse_held() {
    capture::listen("keydown", |event: &KeyboardEvent| {
        if !event.repeat() || event.ctrl_key() || event.alt_key() || event.meta_key() {
            return;
        }
        let target = event.target().and_then(|target| target.dyn_into::<Element>().ok());
        let is_on = |selector: &str| target.as_ref().is_some_and(|target| target.matches(selector).unwrap_or(false));
        let is_refused = match event.key().as_str() {
            "Enter" => !is_on("textarea"),
            " " => is_on(PRESSED),
            "Escape" => true,
            key => key.chars().count() == 1 && !is_on(TYPED_INTO),
        };
        if is_refused {
            capture::refuse(event);
        }
    });
}

/// Makes Escape close a part that a button has opened, and move the focus to the button.
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

/// The keys of the page's controls, with the controls' names.
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

/// Presses the control with this key. False if the page has none.
pub fn press_shortcut(key: &str) -> bool {
    // Only a letter or a digit, so that the key is safe in the selector.
    let mut letters = key.chars();
    let (Some(letter), None) = (letters.next().filter(char::is_ascii_alphanumeric), letters.next()) else {
        return false;
    };
    let selector = format!("[aria-keyshortcuts='{}']", letter.to_ascii_lowercase());
    let found =
        document().query_selector(&selector).ok().flatten().and_then(|element| element.dyn_into::<HtmlElement>().ok());
    let Some(control) = found.filter(is_at_hand) else { return false };
    // The page does not scroll, so that players who come back from a link find the same position.
    let without_scrolling = FocusOptions::new();
    without_scrolling.set_prevent_scroll(true);
    let _ = control.focus_with_options(&without_scrolling);
    control.click();
    true
}

/// True if a control is shown, or is in a closed menu of the page.
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

/// Separate from [`focus`], so that it is compiled once and not for each kind of element.
fn focus_on(find: Box<dyn Fn() -> Option<Element>>) {
    request_animation_frame(move || take_focus(find()));
}

/// Removes the focus from a field, so that its input is complete.
pub fn leave_field() {
    let field = document().active_element().and_then(|element| element.dyn_into::<HtmlElement>().ok());
    let _ = field.filter(|field| field.matches(TYPED_INTO).unwrap_or(false)).map(|field| field.blur());
}

/// Moves the focus to the field that is wrong or missing, and unfolds the part that hides it.
pub fn focus_on_wrong() {
    let found = |selector: &str| document().query_selector(selector).ok().flatten();
    let mut around = found(".field:is(.wrong, .missing)");
    while let Some(element) = around.and_then(|element| element.closest("details:not([open])").ok().flatten()) {
        let _ = element.set_attribute("open", "");
        around = element.parent_element();
    }
    let control = |kind: &str| found(&format!(".field:is(.wrong, .missing) {kind}"));
    // A field with bands has a box for numbers. If the number is wrong, the box gets the focus.
    let typed = found(".field.wrong .bands > input");
    take_focus(typed.or_else(|| control(":is(input, select, textarea)")).or_else(|| control("button")));
}

/// The element id of a unit's card.
pub fn card_id(unit: &str) -> String {
    format!("card-{unit}")
}

/// A new element id.
pub fn next_id(kind: &str) -> String {
    static LAST: AtomicU32 = AtomicU32::new(0);
    format!("{kind}-{}", LAST.fetch_add(1, Ordering::Relaxed))
}

/// Once the page is drawn, scrolls to `position` and moves the focus to the element with this id. If that is not shown, the focus goes to
/// the first visible unit, or at the top of the page to its heading. A compulsory duty comes before all of these. After an act
/// (`acted`), so does any duty.
pub fn focus_on_arrival(id: Option<String>, position: Option<f64>, acted: bool) {
    request_animation_frame(move || {
        let shown = |element: &Element| element.client_width() > 0;
        let heading = || document().query_selector("h1").ok().flatten();
        // Duties that do not hold up the phase count only after an act.
        let first = if acted { ".duties .duty" } else { ".duties .duty.primary" };
        let first = document().query_selector(first).ok().flatten();
        let first = first.filter(|_| acted || position.is_none()).filter(shown);
        let position = position.filter(|_| first.is_none());
        let element = first.or_else(|| id.and_then(|id| document().get_element_by_id(&id)).filter(shown));
        let is_found = element.is_some();
        let Some(position) = position else { return take_focus(element.or_else(heading)) };
        take_focus(element);
        scrolling::to(position);
        // Rows outside the screen get their heights in this frame.
        request_animation_frame(move || {
            scrolling::to(position);
            if !is_found {
                let seen = if position > 0.0 { scrolling::first_seen("article.unit") } else { None };
                take_focus(seen.or_else(heading));
            }
        });
    });
}

/// Moves the focus to an element if no element has it, for example after a focused button has disappeared.
pub fn focus_if_lost(element: impl FnOnce() -> Option<Element> + 'static) {
    request_animation_frame(move || {
        if document().active_element().is_none_or(|element| element.tag_name() == "BODY") {
            take_focus(element());
        }
    });
}

fn take_focus(element: Option<Element>) {
    if let Some(element) = element.and_then(|element| element.dyn_into::<HtmlElement>().ok()) {
        room::update_sticky_heights();
        // If the element cannot take the focus, it does not move.
        let _ = element.focus();
    }
}

/// Makes Escape close the open part around the focus, and move the focus to the control that opens it.
pub fn close_by_escape() {
    while_shown(|key| {
        let open = || document().active_element()?.closest("details[open]").ok()?;
        let Some(details) = (key == "Escape").then(open).flatten() else { return false };
        let _ = details.remove_attribute("open");
        take_focus(details.query_selector("summary").ok().flatten());
        true
    });
}
