//! Keeps the focus when its control disappears, is disabled, or is moved by a new order of a list. A moved control gets the focus back;
//! otherwise the focus moves to the nearest control, else to the page's heading. Browsers would move it to the document, and the Tab key
//! would start at the top of the page.

use super::changes::{self, MutationFilter};
use leptos::ev;
use leptos::prelude::*;
use std::cell::RefCell;
use wasm_bindgen::JsCast;
use web_sys::{Element, FocusOptions, HtmlElement, Node, NodeList};

/// Everything that can have the focus without opening the on-screen keyboard. The skip link is left out: if a page has no other
/// control, its heading gets the focus.
const FOCUSABLE: &str = "button:not(.skip), a[href], summary, select, input:is([type=radio], [type=checkbox])";

/// The control with the focus, and the page around it at that time.
struct Focused {
    control: Element,
    /// Ancestors, the innermost first.
    ancestors: Vec<Element>,
    /// All controls of the page.
    all: NodeList,
}

#[derive(Default)]
struct Watch {
    focused: Option<Focused>,
    /// True while a check is scheduled.
    is_scheduled: bool,
}

thread_local! {
    static WATCH: RefCell<Watch> = RefCell::default();
}

/// Keeps the focus from getting lost, for the lifetime of the page.
pub fn watch() {
    let _ = window_event_listener(ev::focusin, |event| {
        let control = event.target().and_then(|target| target.dyn_into::<Element>().ok());
        let control = control.filter(|control| control.matches(FOCUSABLE).unwrap_or(false));
        WATCH.with_borrow_mut(|watch| watch.focused = control.and_then(Focused::on));
    });
    // A tap beside all controls takes the focus away on purpose.
    let _ = window_event_listener(ev::pointerdown, |event| {
        let target = event.target().and_then(|target| target.dyn_into::<Element>().ok());
        if target.is_none_or(|target| target.closest(FOCUSABLE).ok().flatten().is_none()) {
            WATCH.with_borrow_mut(|watch| watch.focused = None);
        }
    });
    changes::watch(MutationFilter { attributes: &["disabled"], ..MutationFilter::default() }, schedule_check);
}

/// Schedules a check for after the frame in which pages move the focus themselves.
fn schedule_check() {
    let is_new = WATCH.with_borrow_mut(|watch| {
        watch.focused.as_ref().is_some_and(Focused::is_lost) && !std::mem::replace(&mut watch.is_scheduled, true)
    });
    if is_new {
        request_animation_frame(|| request_animation_frame(|| request_animation_frame(restore_focus)));
    }
}

fn restore_focus() {
    let focused = WATCH.with_borrow_mut(|watch| {
        watch.is_scheduled = false;
        watch.focused.take_if(|focused| focused.is_lost())
    });
    let Some(focused) = focused else { return };
    if active_control().is_some_and(|element| element != focused.control) {
        return;
    }
    let heading = || document().query_selector("main h1, h1").ok().flatten();
    let control = Some(focused.control.clone()).filter(is_available);
    let Some(next) =
        control.or_else(|| focused.next()).or_else(heading).and_then(|element| element.dyn_into::<HtmlElement>().ok())
    else {
        return;
    };
    // If the element refuses the focus, it stays on the document.
    let without_scrolling = FocusOptions::new();
    without_scrolling.set_prevent_scroll(true);
    let _ = next.focus_with_options(&without_scrolling);
}

impl Focused {
    fn on(control: Element) -> Option<Self> {
        let ancestors = std::iter::successors(control.parent_element(), |part| part.parent_element()).collect();
        let all = document().query_selector_all(FOCUSABLE).ok()?;
        Some(Self { control, ancestors, all })
    }

    /// True if the control cannot have the focus any more, or has lost it because it was moved in the document.
    fn is_lost(&self) -> bool {
        !is_available(&self.control) || active_control().is_none()
    }

    /// The next control, else the previous one, within the smallest remaining ancestor that has one.
    fn next(&self) -> Option<Element> {
        let all = (0..self.all.length()).filter_map(|index| self.all.item(index)?.dyn_into::<Element>().ok());
        let all: Vec<Element> = all.collect();
        let at = all.iter().position(|element| *element == self.control)?;
        let (before, after) = (&all[..at], &all[at + 1..]);
        // Notices are not part of the page's order, so only the focus of a control in a notice can move to another control there.
        let is_in_other_notice = |element: &Element| {
            element.closest(".notices").ok().flatten().is_some_and(|notices| !self.ancestors.contains(&notices))
        };
        let within = |part: &Element| {
            let is_inside = |element: &Element| part.contains(Some(AsRef::<Node>::as_ref(element)));
            let fits = |element: &&Element| is_inside(element) && !is_in_other_notice(element) && is_available(element);
            after.iter().find(fits).or_else(|| before.iter().rev().find(fits)).cloned()
        };
        self.ancestors.iter().filter(|part| part.is_connected()).find_map(within)
    }
}

/// Returns the element with the focus. `None` if the document has it.
fn active_control() -> Option<Element> {
    document().active_element().filter(|element| element.tag_name() != "BODY")
}

/// True if a control is shown and can have the focus.
fn is_available(control: &Element) -> bool {
    control.is_connected() && control.client_width() > 0 && !control.matches(":disabled").unwrap_or(false)
}
