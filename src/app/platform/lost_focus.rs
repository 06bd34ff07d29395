//! The focus when its control goes away or is disabled: it moves to the next control beside it, else to the page's heading. The
//! browser would leave it on the page as a whole, and a keyboard's way through the page would begin again.

use super::changes::{self, Heard};
use leptos::ev;
use leptos::prelude::*;
use std::cell::RefCell;
use wasm_bindgen::JsCast;
use web_sys::{Element, FocusOptions, HtmlElement, Node, NodeList};

/// Everything that can have the focus without calling a keyboard of the screen. The way past a page's beginning is no part of
/// it: where nothing else of a page is left, its heading is next.
const FOCUSABLE: &str = "button:not(.skip), a[href], summary, select, input:is([type=radio], [type=checkbox])";

/// The control that has the focus, and the page around it as it was then.
struct Focused {
    control: Element,
    /// Its ancestors, the innermost first.
    around: Vec<Element>,
    /// All controls of the page.
    all: NodeList,
}

#[derive(Default)]
struct Watch {
    focused: Option<Focused>,
    /// True while a look is due.
    looks: bool,
}

thread_local! {
    static WATCH: RefCell<Watch> = RefCell::default();
}

/// Keeps the focus from getting lost, for as long as the page is there.
pub fn watch() {
    let _ = window_event_listener(ev::focusin, |event| {
        let control = event.target().and_then(|target| target.dyn_into::<Element>().ok());
        let control = control.filter(|control| control.matches(FOCUSABLE).unwrap_or(false));
        WATCH.with_borrow_mut(|watch| watch.focused = control.and_then(Focused::on));
    });
    changes::watch(Heard { attributes: &["disabled"], ..Heard::default() }, look_soon);
}

/// Looks after the focus once pages have moved it themselves: they do so in the frame after theirs.
fn look_soon() {
    let waits = WATCH.with_borrow_mut(|watch| {
        let lost = watch.focused.as_ref().is_some_and(|focused| !is_there(&focused.control));
        lost && !std::mem::replace(&mut watch.looks, true)
    });
    if waits {
        request_animation_frame(|| request_animation_frame(|| request_animation_frame(look)));
    }
}

fn look() {
    let focused = WATCH.with_borrow_mut(|watch| {
        watch.looks = false;
        watch.focused.take_if(|focused| !is_there(&focused.control))
    });
    let Some(focused) = focused else { return };
    let has_focus =
        document().active_element().is_some_and(|element| element.tag_name() != "BODY" && element != focused.control);
    if has_focus {
        return;
    }
    let heading = || document().query_selector("main h1, h1").ok().flatten();
    let Some(next) = focused.next().or_else(heading).and_then(|element| element.dyn_into::<HtmlElement>().ok()) else {
        return;
    };
    // The page stays where it is.
    let still = FocusOptions::new();
    still.set_prevent_scroll(true);
    let _ = next.focus_with_options(&still);
}

impl Focused {
    fn on(control: Element) -> Option<Self> {
        let around = std::iter::successors(control.parent_element(), |part| part.parent_element()).collect();
        let all = document().query_selector_all(FOCUSABLE).ok()?;
        Some(Self { control, around, all })
    }

    /// The control that follows it, else the one before it: within the smallest part of the page that still has one.
    fn next(&self) -> Option<Element> {
        let all = (0..self.all.length()).filter_map(|index| self.all.item(index)?.dyn_into::<Element>().ok());
        let all: Vec<Element> = all.collect();
        let at = all.iter().position(|element| *element == self.control)?;
        let (before, after) = (&all[..at], &all[at + 1..]);
        // A notice belongs to no place of the page: only what stood in it is followed by its controls.
        let is_apart = |element: &Element| {
            element.closest(".notices").ok().flatten().is_some_and(|notices| !self.around.contains(&notices))
        };
        let within = |part: &Element| {
            let is_inside = |element: &Element| part.contains(Some(AsRef::<Node>::as_ref(element)));
            let fits = |element: &&Element| is_inside(element) && !is_apart(element) && is_there(element);
            after.iter().find(fits).or_else(|| before.iter().rev().find(fits)).cloned()
        };
        self.around.iter().filter(|part| part.is_connected()).find_map(within)
    }
}

/// True for a control that is shown and can have the focus.
fn is_there(control: &Element) -> bool {
    control.is_connected() && control.client_width() > 0 && !control.matches(":disabled").unwrap_or(false)
}
