//! Refuses taps that were not meant: the second tap of a double tap, and a tap on a control that has just come under the finger.
//!
//! A transparent cover lies over the place of the last tap: for a moment after the tap, and again when another control comes there. It
//! ends when the pointer moves away. Keys, screen readers and scripts are not judged: they do not rest on a place.

use super::capture::{listen, refuse};
use super::changes::{self, MutationFilter};
use leptos::prelude::*;
use std::cell::RefCell;
use std::time::Duration;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, MouseEvent};

/// Pause after a tap, longer than a double tap takes, in milliseconds.
const AFTER_TAP: f64 = 800.0;
/// Pause after a control has come under the finger, in milliseconds.
const AFTER_CHANGE: f64 = 500.0;
/// Greatest pause if a tap changes nothing on the page, in milliseconds.
const WITHOUT_CHANGE: f64 = 2_000.0;
/// Distance from the finger to each edge of the cover, in pixels.
const REACH: f64 = 32.0;

const CONTROLS: &str = "button, a[href], summary, select, input, textarea, label, [role=button], [role=tab]";
/// Controls for quick taps. No pause follows a tap on them.
const REPEATED: &str = "label, summary, select, input, textarea, .step, .pad button, [data-repeats]";
/// Attributes that show or hide controls.
const SHOWING: [&str; 5] = ["class", "hidden", "disabled", "open", "aria-disabled"];

/// The last tap.
struct Tap {
    time: f64,
    point: [f64; 2],
    /// The control that is now at the point.
    under: Option<Element>,
}

/// The cover, and the tap that it belongs to.
struct Guard {
    cover: HtmlElement,
    last: Option<Tap>,
    /// Time when the cover ends, on the clock of events. 0 without a cover.
    until: f64,
    is_check_due: bool,
}

thread_local! {
    static GUARD: RefCell<Option<Guard>> = const { RefCell::new(None) };
}

fn with_guard<T: Default>(act: impl FnOnce(&mut Guard) -> T) -> T {
    GUARD.with_borrow_mut(|guard| guard.as_mut().map(act).unwrap_or_default())
}

impl Guard {
    /// True if a point is within reach of the last tap, as the cover is drawn. Clicks have whole pixels.
    fn reaches(&self, [x, y]: [f64; 2]) -> bool {
        self.last.as_ref().is_some_and(|Tap { point, .. }| (x - point[0]).abs() < REACH && (y - point[1]).abs() < REACH)
    }

    /// Records a tap, and starts the pause after it. Returns false if the tap must be refused. Clicks are judged here as well, because
    /// dialogs lie above the cover.
    fn takes(&mut self, time: f64, point: [f64; 2]) -> bool {
        if time < self.until && self.reaches(point) {
            self.cover_until(time + AFTER_TAP);
            return false;
        }
        let under = control_at(point, &self.cover);
        let is_single = under.as_ref().is_some_and(|control| !control.matches(REPEATED).unwrap_or(false));
        self.last = Some(Tap { time, point, under });
        self.until = if is_single { time + WITHOUT_CHANGE } else { 0.0 };
        self.show();
        true
    }

    /// Looks at the point of the last tap after a change of the page.
    fn check(&mut self) {
        self.is_check_due = false;
        let Some(last) = &mut self.last else { return };
        let under = control_at(last.point, &self.cover);
        let is_new = under.is_some() && under != last.under;
        last.under = under;
        let pause = (last.time + AFTER_TAP).max(now() + AFTER_CHANGE);
        // The first change after a tap shows what the tap did, and ends the wait for it.
        self.until = if is_new { self.until.max(pause) } else { self.until.min(pause) };
        self.show();
    }

    fn cover_until(&mut self, time: f64) {
        self.until = self.until.max(time);
        self.show();
    }

    /// Shows the cover until its time ends.
    fn show(&mut self) {
        let left = self.until - now();
        let Some(Tap { point: [x, y], .. }) = self.last.as_ref().filter(|_| left > 0.0) else {
            return self.cover.set_hidden(true);
        };
        for (edge, place) in [("left", x), ("top", y)] {
            // Without the cover, clicks are still judged.
            let _ = self.cover.style().set_property(edge, &format!("{}px", place - REACH));
        }
        self.cover.set_hidden(false);
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "some milliseconds")]
        set_timeout(|| with_guard(Guard::show), Duration::from_millis(left as u64 + 1));
    }

    fn lift(&mut self) {
        self.last = None;
        self.show();
    }
}

/// Returns the current time on the clock of events.
fn now() -> f64 {
    window().performance().map_or(0.0, |clock| clock.now())
}

/// Returns the control at a point, below the cover.
#[expect(clippy::cast_possible_truncation, reason = "a point of the screen")]
fn control_at([x, y]: [f64; 2], cover: &Element) -> Option<Element> {
    let all = document().elements_from_point(x as f32, y as f32);
    let mut all = all.iter().filter_map(|node| node.dyn_into::<Element>().ok());
    all.find(|element| element != cover)?.closest(CONTROLS).ok().flatten()
}

/// Starts to judge taps, for the lifetime of the page.
pub fn watch() {
    let Ok(Ok(cover)) = document().create_element("div").map(JsCast::dyn_into::<HtmlElement>) else { return };
    cover.set_class_name("tap-cover");
    cover.set_hidden(true);
    // Outside the body, whose changes are observed.
    let root = document().document_element();
    if root.is_none_or(|root| root.append_child(&cover).is_err()) {
        return;
    }
    GUARD.set(Some(Guard { cover, last: None, until: 0.0, is_check_due: false }));
    listen("click", on_click);
    // The cover takes no focus away.
    listen("mousedown", |event: &MouseEvent| {
        if is_on_cover(event) {
            event.prevent_default();
        }
    });
    listen("pointermove", |event: &MouseEvent| {
        with_guard(|guard| {
            if !guard.reaches(point_of(event)) {
                guard.lift()
            }
        })
    });
    for scrolled in ["wheel", "pointercancel"] {
        listen(scrolled, |_: &MouseEvent| with_guard(Guard::lift));
    }
    changes::watch(MutationFilter { attributes: &SHOWING, texts: true }, || {
        if with_guard(|guard| guard.last.is_some() && !std::mem::replace(&mut guard.is_check_due, true)) {
            request_animation_frame(|| with_guard(Guard::check));
        }
    });
}

fn point_of(event: &MouseEvent) -> [f64; 2] {
    [f64::from(event.client_x()), f64::from(event.client_y())]
}

fn on_click(event: &MouseEvent) {
    // Keys, screen readers, scripts and labels cause clicks without a tap.
    if event.detail() == 0 || !event.is_trusted() {
        return;
    }
    let (time, point) = (event.time_stamp(), point_of(event));
    // No tap is refused while the guard is missing.
    if with_guard(|guard| !guard.takes(time, point)) {
        refuse(event);
    } else if is_on_cover(event) {
        // The cover's time is over, but its timer is late.
        let control = with_guard(|guard| control_at(point, &guard.cover)).and_then(|control| control.dyn_into().ok());
        control.into_iter().for_each(|control: HtmlElement| control.click());
    }
}

fn is_on_cover(event: &MouseEvent) -> bool {
    event.target().is_some_and(|target| with_guard(|guard| target == ***guard.cover))
}
