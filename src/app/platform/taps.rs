//! Ignores accidental taps and keys: the second tap of a double tap, a tap on a control that has just replaced another, and the repeats
//! of a key that is held down.
//!
//! Only controls made for repeated taps, such as the buttons of a counter, accept a second tap at once. A control that appears under the
//! finger takes no taps until it has been visible for a while, or the finger has moved away. Meanwhile an invisible element covers it,
//! so that it does not look pressed. Clicks by keys, screen readers and scripts are never ignored: they aim at the focused
//! control, not at a point of the screen.

use super::changes::{self, MutationFilter};
use leptos::prelude::*;
use std::cell::RefCell;
use std::time::Duration;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;
use web_sys::{Element, Event, HtmlElement, KeyboardEvent, MouseEvent};

/// Time after a tap in which another tap may be accidental, in milliseconds. A double tap is quicker.
const DOUBLE_TAP_TIME: f64 = 800.0;
/// Time for which a new control must be visible before it takes taps, in milliseconds.
const VISIBLE_TIME: f64 = 500.0;
/// Time after a tap in which controls that appear under the finger are watched, in milliseconds.
const WATCH_TIME: f64 = 20_000.0;
/// Distance to each side of a tap at which the finger may tap again, in pixels.
const FINGER_RADIUS: f64 = 32.0;
/// Height of the tallest group of controls that is protected as a whole, in pixels.
const MAX_GROUP_HEIGHT: f64 = 240.0;
/// Distance that a control can move and still count as in the same place, in pixels.
const MOVE_TOLERANCE: f64 = 8.0;

/// All controls that react to taps.
const CONTROLS: &str = "button, a[href], summary, select, input, textarea, [role=button], [role=tab]";
/// Controls that take one tap after another: those made for it, and fields, chips and folds, whose taps are easily taken back.
const REPEATABLE: &str = "label, summary, select, input, textarea, .step, .pad button, [data-repeats]";
/// Controls for typing. A tap only places the caret.
const TEXT_FIELDS: &str = "textarea, input:not([type=radio], [type=checkbox], [type=button], [type=submit])";
/// Rows of controls that are often replaced as a whole. The second tap of a double tap may land on a neighbour in the row.
const GROUPS: &str = ".actions, .row-of-dock, .faces";
/// Attributes whose changes show or hide controls.
const VISIBILITY_ATTRIBUTES: [&str; 5] = ["class", "hidden", "disabled", "open", "aria-disabled"];

/// A rectangle on the screen: left, top, right, bottom.
type Area = [f64; 4];

fn area(element: &Element) -> Area {
    let bounds = element.get_bounding_client_rect();
    [bounds.left(), bounds.top(), bounds.right(), bounds.bottom()]
}

fn is_within([x, y]: [f64; 2], [left, top, right, bottom]: Area) -> bool {
    (left..=right).contains(&x) && (top..=bottom).contains(&y)
}

/// A control, with its name and place at the time of a tap.
struct Control {
    element: Element,
    name: String,
    area: Area,
}

impl Control {
    fn of(element: Element) -> Self {
        Self { name: name(&element), area: area(&element), element }
    }

    /// True for the same element, or another of the same kind with the same name: the control drawn anew.
    fn is_same(&self, other: &Element) -> bool {
        self.element == *other || self.element.tag_name() == other.tag_name() && self.name == name(other)
    }

    /// True if a control is the same, and in the same place.
    fn is_unmoved(&self, other: &Element) -> bool {
        self.is_same(other)
            && area(other).iter().zip(self.area).all(|(now, before)| (now - before).abs() <= MOVE_TOLERANCE)
    }

    /// True if the control was removed or hidden.
    fn is_gone(&self) -> bool {
        let [left, _, right, _] = area(&self.element);
        !self.element.is_connected() || left >= right
    }
}

fn name(control: &Element) -> String {
    control.get_attribute("aria-label").or_else(|| control.text_content()).unwrap_or_default()
}

/// A tap that was not ignored.
struct Tap {
    /// Time of its event.
    time: f64,
    point: [f64; 2],
    /// The control that was tapped; `None` if the point had none.
    control: Option<Control>,
    /// Controls near the point, and those of the group.
    around: Vec<Control>,
    /// Place of the control's group; `None` without a group, and for one that is too tall.
    group: Option<Area>,
    /// Time of the first frame that showed the effect of the tap.
    drawn: Option<f64>,
    /// Time of the last change of the page.
    changed: f64,
    /// A new control that has appeared under the finger since, and the time when it did.
    replaced: Option<(Control, f64)>,
}

impl Tap {
    fn new(time: f64, point: [f64; 2], control: Option<Element>, cover: &Element) -> Self {
        let group = control.as_ref().and_then(|control| control.closest(GROUPS).ok().flatten());
        let mut around: Vec<Element> = points_around(point).filter_map(|point| control_at(point, cover)).collect();
        let in_group = group.as_ref().and_then(|group| group.query_selector_all(CONTROLS).ok());
        let in_group = in_group.iter().flat_map(|all| (0..all.length()).filter_map(|index| all.item(index)));
        around.extend(in_group.filter_map(|node| Some(labelled(node.dyn_into().ok()?))));
        Self {
            time,
            point,
            control: control.map(Control::of),
            around: around.into_iter().map(Control::of).collect(),
            group: group.map(|group| area(&group)).filter(|[_, top, _, bottom]| bottom - top <= MAX_GROUP_HEIGHT),
            drawn: None,
            changed: time,
            replaced: None,
        }
    }

    /// True if a tap on a control at a point may be an accidental second tap. For repeatable controls, which often lie side by side, the
    /// group does not count.
    fn reaches(&self, control: Option<&Element>, point: [f64; 2]) -> bool {
        let is_repeatable = control.is_some_and(|control| control.matches(REPEATABLE).unwrap_or(false));
        is_within(point, if is_repeatable { self.finger() } else { self.reach() })
    }

    /// The area under the finger.
    fn finger(&self) -> Area {
        let [x, y] = self.point;
        [x - FINGER_RADIUS, y - FINGER_RADIUS, x + FINGER_RADIUS, y + FINGER_RADIUS]
    }

    /// Place of the control's group, once the control is gone.
    fn replaced_group(&self) -> Option<Area> {
        self.group.filter(|_| self.control.as_ref().is_some_and(Control::is_gone))
    }

    /// The area in which the finger may tap again: around the point, and the control's whole group once the control is gone.
    fn reach(&self) -> Area {
        let around = self.finger();
        let [left, top, right, bottom] = around;
        match self.replaced_group() {
            Some(group) => [left.min(group[0]), top.min(group[1]), right.max(group[2]), bottom.max(group[3])],
            None => around,
        }
    }

    /// Time from which a control within reach takes taps again; `None` if it takes them at once.
    fn free_from(&mut self, control: Option<&Element>) -> Option<f64> {
        let control = control?;
        let matches = |selector| control.matches(selector).unwrap_or(false);
        if self.control.as_ref().is_some_and(|tapped| tapped.is_same(control)) {
            let drawn = self.drawn.map_or(f64::MAX, |drawn| drawn + VISIBLE_TIME);
            return (!matches(REPEATABLE)).then(|| drawn.max(self.time + DOUBLE_TAP_TIME));
        }
        if matches(TEXT_FIELDS) || self.around.iter().any(|before| before.is_unmoved(control)) {
            return None;
        }
        let (_, since) = self.replaced.get_or_insert_with(|| (Control::of(control.clone()), self.changed));
        Some((*since + VISIBLE_TIME).max(self.time + DOUBLE_TAP_TIME))
    }

    /// Records a new control under the finger.
    fn record_under(&mut self, under: &Element) {
        let is_same = |known: Option<&Control>| known.is_some_and(|known| known.is_same(under));
        if !is_same(self.control.as_ref()) && !is_same(self.replaced.as_ref().map(|(control, _)| control)) {
            self.replaced = Some((Control::of(under.clone()), now()));
        }
    }
}

/// Current time on the clock of event timestamps.
fn now() -> f64 {
    Event::new("time").map_or(0.0, |event| event.time_stamp())
}

/// The label around an element; the element itself if it has none.
fn labelled(element: Element) -> Element {
    element.closest("label").ok().flatten().unwrap_or(element)
}

fn control_of(element: &Element) -> Option<Element> {
    let label = element.closest("label").ok().flatten();
    label.or_else(|| element.closest(CONTROLS).ok().flatten())
}

/// The control at a point of the screen, under the cover.
#[expect(clippy::cast_possible_truncation, reason = "a point of the screen")]
fn control_at([x, y]: [f64; 2], cover: &Element) -> Option<Element> {
    let all = document().elements_from_point(x as f32, y as f32);
    let mut all = all.iter().filter_map(|node| node.dyn_into::<Element>().ok());
    control_of(&all.find(|element| element != cover)?)
}

/// A grid of points around a point: itself, and those at the finger's radius.
fn points_around([x, y]: [f64; 2]) -> impl Iterator<Item = [f64; 2]> {
    let sides = [-FINGER_RADIUS, 0.0, FINGER_RADIUS];
    sides.into_iter().flat_map(move |right| sides.map(|down| [x + right, y + down]))
}

/// The last tap, and the cover over controls that take no taps yet.
struct Finger {
    last: Option<Tap>,
    cover: HtmlElement,
    /// True while `update_cover` is scheduled for the next frame.
    is_update_scheduled: bool,
    /// True while a timer runs that then updates the cover.
    is_timer_running: bool,
}

thread_local! {
    static FINGER: RefCell<Option<Finger>> = const { RefCell::new(None) };
}

/// Calls `act` with the finger, which is borrowed meanwhile: `act` must not dispatch events, as their listeners borrow it again.
fn with_finger<T: Default>(act: impl FnOnce(&mut Finger) -> T) -> T {
    FINGER.with_borrow_mut(|finger| finger.as_mut().map(act).unwrap_or_default())
}

impl Finger {
    /// Returns true if a tap takes effect, and records it. False if it is to be ignored.
    fn accepts(&mut self, time: f64, point: [f64; 2]) -> bool {
        let control = control_at(point, &self.cover);
        let is_near = |last: &&mut Tap| last.reaches(control.as_ref(), point) && time - last.time < WATCH_TIME;
        if let Some(last) = self.last.as_mut().filter(is_near) {
            if control.is_none() && time < last.time + DOUBLE_TAP_TIME {
                // The tap hits no control, but the finger is still there.
                last.time = time;
                return true;
            }
            let is_same = last
                .control
                .as_ref()
                .is_some_and(|tapped| control.as_ref().is_some_and(|control| tapped.is_same(control)));
            if last.free_from(control.as_ref()).is_some_and(|from| time < from) {
                if !is_same {
                    last.time = time;
                }
                self.update_cover();
                return false;
            }
        }
        self.last = Some(Tap::new(time, point, control, &self.cover));
        self.update_cover();
        true
    }

    /// Covers the area under the finger while a control there takes no taps yet; otherwise removes the cover.
    fn update_cover(&mut self) {
        let Some(last) = &mut self.last else { return self.hide_cover() };
        let under = control_at(last.point, &self.cover);
        if let Some(under) = &under {
            last.record_under(under);
        }
        let from = last.free_from(under.as_ref());
        let of_group = last.replaced_group().map(|_| last.time + DOUBLE_TAP_TIME);
        // The next tap may miss the point of the last.
        let nearby = points_around(last.point).filter_map(|point| control_at(point, &self.cover));
        let nearby: Vec<f64> = nearby.filter_map(|control| last.free_from(Some(&control))).collect();
        let from = from.into_iter().chain(of_group).chain(nearby).reduce(f64::max).filter(|from| now() < *from);
        let Some(from) = from else { return self.hide_cover() };
        let [left, top, right, bottom] = last.reach();
        let style = self.cover.style();
        for (name, pixels) in [("left", left), ("top", top), ("width", right - left), ("height", bottom - top)] {
            // If this fails, only the looks suffer: `accepts` does not depend on the cover's place.
            let _ = style.set_property(name, &format!("{pixels}px"));
        }
        // Written only if it changes, because each change of the page calls this function again.
        if self.cover.hidden() {
            self.cover.set_hidden(false);
        }
        if !std::mem::replace(&mut self.is_timer_running, true) {
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "some milliseconds")]
            let left = (from - now()).clamp(16.0, DOUBLE_TAP_TIME) as u64;
            let end = |finger: &mut Finger| {
                finger.is_timer_running = false;
                finger.update_cover();
            };
            set_timeout(move || with_finger(end), Duration::from_millis(left));
        }
    }

    fn hide_cover(&self) {
        if !self.cover.hidden() {
            self.cover.set_hidden(true);
        }
    }

    /// Forgets the last tap: the finger has moved away.
    fn forget_tap(&mut self) {
        self.last = None;
        self.hide_cover();
    }

    /// Updates the cover after a change of the page: at once if a double tap is still possible, and again in the next frame.
    fn update_soon(&mut self) {
        let since = self.last.as_mut().map_or(f64::MAX, |last| {
            last.changed = now();
            last.changed - last.time
        });
        if since < DOUBLE_TAP_TIME {
            self.update_cover();
        }
        if since < WATCH_TIME && !std::mem::replace(&mut self.is_update_scheduled, true) {
            request_animation_frame(|| {
                with_finger(|finger| {
                    finger.is_update_scheduled = false;
                    if let Some(last) = &mut finger.last {
                        last.drawn.get_or_insert_with(now);
                    }
                    finger.update_cover();
                });
            });
        }
    }
}

/// Filters all taps and held keys from now on.
pub fn watch() {
    let Ok(Ok(cover)) = document().create_element("div").map(JsCast::dyn_into::<HtmlElement>) else { return };
    cover.set_class_name("tap-cover");
    cover.set_hidden(true);
    let (Some(body), Ok(())) = (document().body(), cover.set_attribute("aria-hidden", "true")) else { return };
    if body.append_child(&cover).is_err() {
        return;
    }
    FINGER.set(Some(Finger { last: None, cover, is_update_scheduled: false, is_timer_running: false }));
    listen_first("click", on_click);
    // A press on the cover does not move the focus.
    listen_first("mousedown", |event: &MouseEvent| {
        if is_on_cover(event) {
            event.prevent_default();
        }
    });
    // A finger that moves out of reach ends the protection; one that only trembles does not.
    listen_first("pointermove", |event: &MouseEvent| {
        let point = point_of(event);
        with_finger(|finger| {
            if finger.last.as_ref().is_some_and(|last| !is_within(point, last.reach())) {
                finger.forget_tap();
            }
        });
    });
    for scrolled in ["wheel", "pointercancel"] {
        listen_first(scrolled, |_: &Event| with_finger(Finger::forget_tap));
    }
    listen_first("keydown", on_key);
    changes::watch(MutationFilter { attributes: &VISIBILITY_ATTRIBUTES, ..MutationFilter::default() }, || {
        with_finger(Finger::update_soon)
    });
}

/// Registers a listener that gets an event before all others, for the lifetime of the page.
fn listen_first<E: JsCast>(name: &str, listener: impl Fn(&E) + 'static) {
    // `Fn`, not `FnMut`: a listener may click another control, and is then called again within its own call.
    let listener = Closure::<dyn Fn(Event)>::new(move |event: Event| listener(event.unchecked_ref()));
    let _ = window().add_event_listener_with_callback_and_bool(name, listener.as_ref().unchecked_ref(), true);
    listener.forget();
}

fn point_of(event: &MouseEvent) -> [f64; 2] {
    [f64::from(event.client_x()), f64::from(event.client_y())]
}

fn is_on_cover(event: &MouseEvent) -> bool {
    let target = event.target().and_then(|target| target.dyn_into::<Element>().ok());
    target.is_some_and(|target| with_finger(|finger| *finger.cover == target))
}

fn on_click(event: &MouseEvent) {
    // A click with `detail` 0 or without trust comes from a key, a screen reader, a script, or the label that was tapped.
    if event.detail() == 0 || !event.is_trusted() {
        return;
    }
    let (time, point) = (event.time_stamp(), point_of(event));
    if !with_finger(|finger| finger.accepts(time, point)) {
        event.prevent_default();
        event.stop_immediate_propagation();
    } else if is_on_cover(event) {
        // The cover also lies over controls that take taps: it passes the tap on.
        let beneath = with_finger(|finger| control_at(point, &finger.cover));
        if let Some(control) = beneath.and_then(|control| control.dyn_into::<HtmlElement>().ok()) {
            control.click();
        }
    }
    with_finger(Finger::update_soon);
}

/// Ignores the repeats of a key that is held down, except for moving the focus or the caret and for typing in fields.
fn on_key(event: &KeyboardEvent) {
    if !event.repeat() || event.ctrl_key() || event.alt_key() || event.meta_key() {
        return;
    }
    let target = event.target().and_then(|target| target.dyn_into::<Element>().ok());
    let is_on = |selector: &str| target.as_ref().is_some_and(|target| target.matches(selector).unwrap_or(false));
    let is_ignored = match event.key().as_str() {
        "Enter" => !is_on("textarea"),
        " " => is_on(CONTROLS) && !is_on(TEXT_FIELDS),
        "Escape" => true,
        key => key.chars().count() == 1 && !is_on(TEXT_FIELDS) && !is_on("select"),
    };
    if is_ignored {
        event.prevent_default();
        event.stop_immediate_propagation();
    }
}
