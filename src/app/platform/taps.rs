//! Taps and keys that were not meant: the second tap of a double tap, a tap on something that has just taken the place of
//! something else, and a key that is held down.
//!
//! A control takes a second tap at once only if it is made for that, as the buttons of a counter and of dice are. What takes
//! another control's place takes none until the finger was away. A cover of what must wait makes the page look as it is.
//! Keys, screen readers and scripts do not tap: the focus does not wait under a thumb.

use super::changes::{self, MutationFilter};
use leptos::prelude::*;
use std::cell::RefCell;
use std::time::Duration;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;
use web_sys::{Element, Event, HtmlElement, KeyboardEvent, MouseEvent};

/// Time for which a finger that has tapped counts as still there, in milliseconds. A double tap is quicker.
const MOMENT: f64 = 800.0;
/// Time for which something new must be seen before it is tapped, in milliseconds.
const SEEN: f64 = 500.0;
/// Time after a tap in which something new may come under the finger, in milliseconds.
const PATIENCE: f64 = 20_000.0;
/// Distance from the finger, to each side, in pixels.
const REACH: f64 = 32.0;
/// Height of the largest group of controls that is replaced as a whole, in pixels.
const TALL: f64 = 240.0;
/// Distance that controls move without being elsewhere, in pixels.
const STILL: f64 = 8.0;

/// Everything that takes a tap.
const CONTROLS: &str = "button, a[href], summary, select, input, textarea, [role=button], [role=tab]";
/// Controls that take one tap after another. Fields, chips and what unfolds settle nothing.
const REPEATED: &str = "label, summary, select, input, textarea, .step, .pad button, [data-repeats]";
/// Controls into which players type: a tap does nothing but place the caret.
const TYPED_INTO: &str = "textarea, input:not([type=radio], [type=checkbox], [type=button], [type=submit])";
/// Rows of controls that are replaced as a whole, under fingers that go astray along them.
const GROUPS: &str = ".actions, .row-of-dock, .faces";
/// Changes of attributes by which controls come or go.
const SHOWING: [&str; 5] = ["class", "hidden", "disabled", "open", "aria-disabled"];

/// A rectangle on the screen: left, top, right, bottom.
type Area = [f64; 4];

fn area(element: &Element) -> Area {
    let bounds = element.get_bounding_client_rect();
    [bounds.left(), bounds.top(), bounds.right(), bounds.bottom()]
}

fn is_within([x, y]: [f64; 2], [left, top, right, bottom]: Area) -> bool {
    (left..=right).contains(&x) && (top..=bottom).contains(&y)
}

/// A control as it was when something was tapped.
struct Control {
    element: Element,
    name: String,
    area: Area,
}

impl Control {
    fn of(element: Element) -> Self {
        Self { name: name(&element), area: area(&element), element }
    }

    /// True for the same control, or one that was drawn anew in its place.
    fn is(&self, other: &Element) -> bool {
        self.element == *other || self.element.tag_name() == other.tag_name() && self.name == name(other)
    }

    /// True if a control is this one, and where it was.
    fn is_still(&self, other: &Element) -> bool {
        self.is(other) && area(other).iter().zip(self.area).all(|(now, before)| (now - before).abs() <= STILL)
    }

    /// True if it is there no more, or not shown.
    fn is_gone(&self) -> bool {
        let [left, _, right, _] = area(&self.element);
        !self.element.is_connected() || left >= right
    }
}

fn name(control: &Element) -> String {
    control.get_attribute("aria-label").or_else(|| control.text_content()).unwrap_or_default()
}

/// A tap that was taken.
struct Tap {
    /// The time of its event.
    time: f64,
    point: [f64; 2],
    /// The control that was tapped, if it was one.
    control: Option<Control>,
    /// Everything that takes taps within reach.
    around: Vec<Control>,
    /// The group of the control.
    group: Option<Area>,
    /// Time when what it did was drawn.
    drawn: Option<f64>,
    /// Time of the last change of the page.
    changed: f64,
    /// Another control that was seen under the finger since, and when it came there.
    replaced: Option<(Control, f64)>,
}

impl Tap {
    fn taken(time: f64, point: [f64; 2], control: Option<Element>, cover: &Element) -> Self {
        let group = control.as_ref().and_then(|control| control.closest(GROUPS).ok().flatten());
        let mut around: Vec<Element> = near(point).filter_map(|point| control_at(point, cover)).collect();
        let in_group = group.as_ref().and_then(|group| group.query_selector_all(CONTROLS).ok());
        let in_group = in_group.iter().flat_map(|all| (0..all.length()).filter_map(|index| all.item(index)));
        around.extend(in_group.filter_map(|node| Some(labelled(node.dyn_into().ok()?))));
        Self {
            time,
            point,
            control: control.map(Control::of),
            around: around.into_iter().map(Control::of).collect(),
            group: group.map(|group| area(&group)).filter(|[_, top, _, bottom]| bottom - top <= TALL),
            drawn: None,
            changed: time,
            replaced: None,
        }
    }

    /// True if a finger that is still there may tap a control at a point by chance. Choices settle nothing, and often follow each
    /// other side by side.
    fn reaches(&self, control: Option<&Element>, point: [f64; 2]) -> bool {
        let is_choice = control.is_some_and(|control| control.matches(REPEATED).unwrap_or(false));
        is_within(point, if is_choice { self.finger() } else { self.reach() })
    }

    /// The part of the screen that is under the finger.
    fn finger(&self) -> Area {
        let [x, y] = self.point;
        [x - REACH, y - REACH, x + REACH, y + REACH]
    }

    /// The group of the control, once that is gone.
    fn replaced_group(&self) -> Option<Area> {
        self.group.filter(|_| self.control.as_ref().is_some_and(Control::is_gone))
    }

    /// The part of the screen where a finger that is still there may tap: the control's whole group, once that is gone.
    fn reach(&self) -> Area {
        let around = self.finger();
        let [left, top, right, bottom] = around;
        match self.replaced_group() {
            Some(group) => [left.min(group[0]), top.min(group[1]), right.max(group[2]), bottom.max(group[3])],
            None => around,
        }
    }

    /// Time from which a control within reach takes taps; `None` if it always does.
    fn free_from(&mut self, control: Option<&Element>) -> Option<f64> {
        let control = control?;
        let matches = |selector| control.matches(selector).unwrap_or(false);
        if self.control.as_ref().is_some_and(|tapped| tapped.is(control)) {
            let drawn = self.drawn.map_or(f64::MAX, |drawn| drawn + SEEN);
            return (!matches(REPEATED)).then(|| drawn.max(self.time + MOMENT));
        }
        if matches(TYPED_INTO) || self.around.iter().any(|before| before.is_still(control)) {
            return None;
        }
        let (_, since) = self.replaced.get_or_insert_with(|| (Control::of(control.clone()), self.changed));
        Some((*since + SEEN).max(self.time + MOMENT))
    }

    /// Notes another control under the finger as soon as it is there.
    fn see(&mut self, under: &Element) {
        let is = |known: Option<&Control>| known.is_some_and(|known| known.is(under));
        if !is(self.control.as_ref()) && !is(self.replaced.as_ref().map(|(control, _)| control)) {
            self.replaced = Some((Control::of(under.clone()), now()));
        }
    }
}

/// The time by the clock of events.
fn now() -> f64 {
    Event::new("time").map_or(0.0, |event| event.time_stamp())
}

/// The label of what it labels; else the element itself.
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

/// Points around one, within reach.
fn near([x, y]: [f64; 2]) -> impl Iterator<Item = [f64; 2]> {
    let sides = [-REACH, 0.0, REACH];
    sides.into_iter().flat_map(move |right| sides.map(|down| [x + right, y + down]))
}

/// Where the finger was last, and what lies over the controls that must wait.
struct Finger {
    last: Option<Tap>,
    cover: HtmlElement,
    /// True while a look at what is under the finger is due.
    looks: bool,
    /// True while the end of the cover is awaited.
    waits: bool,
}

thread_local! {
    static FINGER: RefCell<Option<Finger>> = const { RefCell::new(None) };
}

/// Does something with the finger. Nothing that is called meanwhile hands events to the app.
fn with_finger<T: Default>(act: impl FnOnce(&mut Finger) -> T) -> T {
    FINGER.with_borrow_mut(|finger| finger.as_mut().map(act).unwrap_or_default())
}

impl Finger {
    /// True if a tap is to be left alone; one that is taken is noted.
    fn takes(&mut self, time: f64, point: [f64; 2]) -> bool {
        let control = control_at(point, &self.cover);
        let near = |last: &&mut Tap| last.reaches(control.as_ref(), point) && time - last.time < PATIENCE;
        if let Some(last) = self.last.as_mut().filter(near) {
            if control.is_none() && time < last.time + MOMENT {
                // Nothing is tapped, and the finger is still there.
                last.time = time;
                return true;
            }
            let is_same =
                last.control.as_ref().is_some_and(|tapped| control.as_ref().is_some_and(|control| tapped.is(control)));
            if last.free_from(control.as_ref()).is_some_and(|from| time < from) {
                if !is_same {
                    last.time = time;
                }
                self.show();
                return false;
            }
        }
        self.last = Some(Tap::taken(time, point, control, &self.cover));
        self.show();
        true
    }

    /// Covers what is under the finger if that must wait; uncovers it else.
    fn show(&mut self) {
        let Some(last) = &mut self.last else { return self.hide() };
        let under = control_at(last.point, &self.cover);
        if let Some(under) = &under {
            last.see(under);
        }
        let from = last.free_from(under.as_ref());
        let of_group = last.replaced_group().map(|_| last.time + MOMENT);
        // A finger that is still there may also tap beside the point.
        let beside = near(last.point).filter_map(|point| control_at(point, &self.cover));
        let beside: Vec<f64> = beside.filter_map(|control| last.free_from(Some(&control))).collect();
        let from = from.into_iter().chain(of_group).chain(beside).reduce(f64::max).filter(|from| now() < *from);
        let Some(from) = from else { return self.hide() };
        let [left, top, right, bottom] = last.reach();
        let style = self.cover.style();
        for (name, pixels) in [("left", left), ("top", top), ("width", right - left), ("height", bottom - top)] {
            // A cover that is not placed leaves the judgement of taps as it is.
            let _ = style.set_property(name, &format!("{pixels}px"));
        }
        // Nothing is written that stays: each change of the page calls for another look.
        if self.cover.hidden() {
            self.cover.set_hidden(false);
        }
        if !std::mem::replace(&mut self.waits, true) {
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "some milliseconds")]
            let left = (from - now()).clamp(16.0, MOMENT) as u64;
            let end = |finger: &mut Finger| {
                finger.waits = false;
                finger.show();
            };
            set_timeout(move || with_finger(end), Duration::from_millis(left));
        }
    }

    fn hide(&self) {
        if !self.cover.hidden() {
            self.cover.set_hidden(true);
        }
    }

    /// The finger is away.
    fn lift(&mut self) {
        self.last = None;
        self.hide();
    }

    /// Looks at what is under the finger: at once while it may tap again, and once that is drawn.
    fn look_soon(&mut self) {
        let since = self.last.as_mut().map_or(f64::MAX, |last| {
            last.changed = now();
            last.changed - last.time
        });
        if since < MOMENT {
            self.show();
        }
        let waits = since < PATIENCE;
        if waits && !std::mem::replace(&mut self.looks, true) {
            request_animation_frame(|| {
                with_finger(|finger| {
                    finger.looks = false;
                    if let Some(last) = &mut finger.last {
                        last.drawn.get_or_insert_with(now);
                    }
                    finger.show();
                });
            });
        }
    }
}

/// Judges all taps and held keys from now on.
pub fn watch() {
    let Ok(Ok(cover)) = document().create_element("div").map(JsCast::dyn_into::<HtmlElement>) else { return };
    cover.set_class_name("tap-cover");
    cover.set_hidden(true);
    let (Some(body), Ok(())) = (document().body(), cover.set_attribute("aria-hidden", "true")) else { return };
    if body.append_child(&cover).is_err() {
        return;
    }
    FINGER.set(Some(Finger { last: None, cover, looks: false, waits: false }));
    first("click", on_click);
    // The cover takes no focus away.
    first("mousedown", |event: &MouseEvent| {
        if is_on_cover(event) {
            event.prevent_default();
        }
    });
    // So that a finger that trembles stays where it is.
    first("pointermove", |event: &MouseEvent| {
        let point = point_of(event);
        with_finger(|finger| {
            if finger.last.as_ref().is_some_and(|last| !is_within(point, last.reach())) {
                finger.lift();
            }
        });
    });
    for scrolled in ["wheel", "pointercancel"] {
        first(scrolled, |_: &Event| with_finger(Finger::lift));
    }
    first("keydown", on_key);
    // Looks under the finger after each change of the page.
    changes::watch(MutationFilter { attributes: &SHOWING, ..MutationFilter::default() }, || {
        with_finger(Finger::look_soon)
    });
}

/// Listens to an event before everybody else, for as long as the page is there.
fn first<E: JsCast>(name: &str, listener: impl Fn(&E) + 'static) {
    // A listener may hand a tap on, which it hears, too.
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
    // A click without a tap comes from a key, a screen reader, a script, or the label that was tapped.
    if event.detail() == 0 || !event.is_trusted() {
        return;
    }
    let (time, point) = (event.time_stamp(), point_of(event));
    if !with_finger(|finger| finger.takes(time, point)) {
        event.prevent_default();
        event.stop_immediate_propagation();
    } else if is_on_cover(event) {
        // It was there before, beside what must wait.
        let beneath = with_finger(|finger| control_at(point, &finger.cover));
        if let Some(control) = beneath.and_then(|control| control.dyn_into::<HtmlElement>().ok()) {
            control.click();
        }
    }
    with_finger(Finger::look_soon);
}

/// A key that is held down settles nothing; it moves about, and repeats letters in fields.
fn on_key(event: &KeyboardEvent) {
    if !event.repeat() || event.ctrl_key() || event.alt_key() || event.meta_key() {
        return;
    }
    let target = event.target().and_then(|target| target.dyn_into::<Element>().ok());
    let is_on = |selector: &str| target.as_ref().is_some_and(|target| target.matches(selector).unwrap_or(false));
    let settles = match event.key().as_str() {
        "Enter" => !is_on("textarea"),
        " " => is_on(CONTROLS) && !is_on(TYPED_INTO),
        "Escape" => true,
        key => key.chars().count() == 1 && !is_on(TYPED_INTO) && !is_on("select"),
    };
    if settles {
        event.prevent_default();
        event.stop_immediate_propagation();
    }
}
