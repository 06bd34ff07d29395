//! Elements of pages: what is said of one, as data. All are of one type, so a view brings no code of its own to draw it.
//!
//! [`view!`](crate::app::prelude::view) writes them; Leptos mounts them and follows what is live in them.
//!
//! | module | holds |
//! | --- | --- |
//! | [`child`] | what can stand in an element, and [`View`], which is any of it |
//! | [`given`] | what can be given to an attribute, a class, a style or a property, and how it is followed |

mod child;
mod given;

use super::reactive::{Act, RwSignal};
pub use child::{Child, View, beside, show};
use given::{Followed, Place};
pub use given::{Give, Given};
use leptos::ev::EventDescriptor;
use leptos::prelude::{AddAnyAttr, Render, RenderHtml};
use leptos::reactive::owner::Owner;
use leptos::tachys::html::attribute::Attribute;
use leptos::tachys::html::attribute::any_attribute::AnyAttribute;
use leptos::tachys::hydration::Cursor;
use leptos::tachys::renderer::{RemoveEventHandler, Rndr};
use leptos::tachys::view::any_view::AnyViewState;
use leptos::tachys::view::{Mountable, Position, PositionState};
use send_wrapper::SendWrapper;
use std::borrow::Cow;
use std::marker::PhantomData;
use wasm_bindgen::{JsCast, JsValue};

/// An element, before it is in the page.
pub struct Element(Box<SendWrapper<Parts>>);

struct Parts {
    tag: &'static str,
    in_drawing: bool,
    fixed: Fixed,
    given: Vec<(Place, Given)>,
    heard: Vec<Heard>,
    found: Option<Lost>,
    children: Vec<View>,
}

/// Attributes that are the same always.
type Fixed = &'static [(&'static str, &'static str)];

/// What happens at the element, and what is done then.
struct Heard {
    name: Cow<'static, str>,
    /// What a handler at the top of the page finds this one by, if it is there that the event is heard.
    key: Option<Cow<'static, str>>,
    owner: Owner,
    act: Box<dyn Act<JsValue>>,
}

impl Element {
    /// An element of HTML.
    pub fn new(tag: &'static str, fixed: Fixed) -> Self {
        let parts = Parts {
            tag,
            in_drawing: false,
            fixed,
            given: Vec::new(),
            heard: Vec::new(),
            found: None,
            children: Vec::new(),
        };
        Self(Box::new(SendWrapper::new(parts)))
    }

    /// An element of SVG.
    pub fn drawing(tag: &'static str, fixed: Fixed) -> Self {
        let mut own = Self::new(tag, fixed);
        own.0.in_drawing = true;
        own
    }

    /// Adds what stands in it.
    pub fn child(&mut self, child: impl Child) {
        self.add(child.view());
    }

    /// Adds an element that stands in it.
    pub fn hold(&mut self, other: Element) {
        self.add(other.view());
    }

    fn add(&mut self, child: View) {
        self.0.children.push(child);
    }

    /// Gives an attribute a value.
    pub fn attribute(&mut self, name: &'static str, value: impl Give) {
        self.give(Place::Attribute(name), value.give());
    }

    /// Says whether it is of a class.
    pub fn class(&mut self, name: &'static str, value: impl Give) {
        self.give(Place::Class(name), value.give());
    }

    /// Gives a property of its style a value.
    pub fn style(&mut self, name: &'static str, value: impl Give) {
        self.give(Place::Style(name), value.give());
    }

    /// Gives a property of the element a value.
    pub fn property(&mut self, name: &'static str, value: impl Give) {
        self.give(Place::Property(name), value.give());
    }

    fn give(&mut self, place: Place, given: Given) {
        self.0.given.push((place, given));
    }

    /// Does something whenever `event` happens at it.
    pub fn on<E: EventDescriptor>(&mut self, event: E, mut act: impl FnMut(E::EventType) + 'static)
    where
        E::EventType: JsCast,
    {
        self.hear(event, Box::new(move |event: JsValue| act(event.unchecked_into())));
    }

    #[inline(never)] // there is more to say of an event than to do about it: once for each kind
    fn hear<E: EventDescriptor>(&mut self, event: E, act: Box<dyn Act<JsValue>>) {
        let key = E::BUBBLES.then(|| event.event_delegation_key());
        // What is made then lives as long as what is around the element.
        let owner = Owner::current().unwrap_or_default();
        self.0.heard.push(Heard { name: event.name(), key, owner, act });
    }

    /// Lets it be found.
    pub fn refer<E>(&mut self, found: Found<E>) {
        self.0.found = Some(found.0);
    }

    /// The element as a view.
    pub fn view(self) -> View {
        View::of(self)
    }
}

/// An element of a view, once it is in the page: what `node_ref` is given.
pub struct Found<E>(Lost, PhantomData<fn() -> E>);

type Lost = RwSignal<Option<SendWrapper<web_sys::Element>>>;

impl<E> Copy for Found<E> {}

impl<E> Clone for Found<E> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<E: JsCast> Found<E> {
    /// One that is to be found yet.
    pub fn new() -> Self {
        Self(RwSignal::new(None), PhantomData)
    }

    /// The element; whoever asks hears of it when it comes.
    pub fn get(self) -> Option<E> {
        self.0.get().and_then(|own| own.take().dyn_into().ok())
    }

    /// The element, if it is there.
    pub fn get_untracked(self) -> Option<E> {
        self.0.get_untracked().and_then(|own| own.take().dyn_into().ok())
    }
}

/// An element that is in the page.
pub struct Standing {
    own: web_sys::Element,
    tag: &'static str,
    fixed: Fixed,
    given: Vec<(Place, Followed)>,
    heard: Vec<(Cow<'static, str>, Option<Handler>)>,
    children: Vec<AnyViewState>,
}

/// Hears what happens until it is dropped.
type Handler = RemoveEventHandler<web_sys::Element>;

impl Heard {
    fn hear(self, own: &web_sys::Element) -> Handler {
        let Heard { name, key, owner, mut act } = self;
        let act = Box::new(move |event| owner.with(|| act.act(event)));
        match key {
            None => Rndr::add_event_listener(own, &name, act),
            Some(key) => Rndr::add_event_listener_delegated(own, name, key, act),
        }
    }
}

impl Standing {
    /// Whether these parts are of the same make, so that what stands can be changed into them.
    fn is_like(&self, parts: &Parts) -> bool {
        fn alike<A, B>(own: &[A], other: &[B], is: impl Fn(&A, &B) -> bool) -> bool {
            own.len() == other.len() && own.iter().zip(other).all(|(own, other)| is(own, other))
        }
        const CLASS: Place = Place::Attribute("class");
        // Whoever writes all classes anew wipes out those that come and go.
        let comes_and_goes = parts.given.iter().any(|(place, _)| matches!(place, Place::Class(_)));
        self.tag == parts.tag
            && alike(self.fixed, parts.fixed, |own, other| {
                own.0 == other.0 && (own.1 == other.1 || own.0 != "class" || !comes_and_goes)
            })
            && alike(&self.given, &parts.given, |own, other| own.0 == other.0)
            && (!comes_and_goes
                || alike(&self.given, &parts.given, |own, other| own.0 != CLASS || own.1.stays(&other.1)))
            && alike(&self.heard, &parts.heard, |own, other| own.0 == other.name)
            && self.children.len() == parts.children.len()
    }
}

impl Render for Element {
    type State = Standing;

    fn build(self) -> Standing {
        const DRAWINGS: &str = "http://www.w3.org/2000/svg";
        let parts = self.0.take();
        let own = Rndr::create_element(parts.tag, parts.in_drawing.then_some(DRAWINGS));
        for (name, value) in parts.fixed {
            Rndr::set_attribute(&own, name, value);
        }
        let mut standing = Standing {
            own,
            tag: parts.tag,
            fixed: parts.fixed,
            given: Vec::new(),
            heard: Vec::new(),
            children: Vec::new(),
        };
        let own = &standing.own;
        for (place, given) in parts.given {
            standing.given.push((place, place.follow(own, given, None)));
        }
        for heard in parts.heard {
            standing.heard.push((heard.name.clone(), Some(heard.hear(own))));
        }
        for child in parts.children {
            let mut child = child.build();
            child.mount(own, None);
            standing.children.push(child);
        }
        if let Some(found) = parts.found {
            found.set(Some(SendWrapper::new(own.clone())));
        }
        standing
    }

    fn rebuild(self, standing: &mut Standing) {
        if !standing.is_like(&self.0) {
            let mut other = self.build();
            standing.insert_before_this(&mut other);
            standing.unmount();
            *standing = other;
            return;
        }
        let parts = self.0.take();
        let own = &standing.own;
        for ((name, value), (_, last)) in parts.fixed.iter().zip(standing.fixed) {
            if value != last {
                Rndr::set_attribute(own, name, value);
            }
        }
        standing.fixed = parts.fixed;
        for ((place, given), (_, followed)) in parts.given.into_iter().zip(&mut standing.given) {
            let last = std::mem::replace(followed, Followed::Once(Given::Nothing)).last();
            *followed = place.follow(own, given, last);
        }
        for (heard, (_, handler)) in parts.heard.into_iter().zip(&mut standing.heard) {
            // One goes before the other comes, as both are found by one name.
            *handler = None;
            *handler = Some(heard.hear(own));
        }
        for (child, stood) in parts.children.into_iter().zip(&mut standing.children) {
            child.rebuild(stood);
        }
        if let Some(found) = parts.found {
            found.set(Some(SendWrapper::new(own.clone())));
        }
    }
}

impl Mountable for Standing {
    fn unmount(&mut self) {
        Rndr::remove(&self.own);
    }

    fn mount(&mut self, parent: &web_sys::Element, marker: Option<&web_sys::Node>) {
        Rndr::insert_node(parent, &self.own, marker);
    }

    fn insert_before_this(&self, child: &mut dyn Mountable) -> bool {
        let Some(parent) = self.own.parent_element() else { return false };
        child.mount(&parent, Some(&self.own));
        true
    }

    fn elements(&self) -> Vec<web_sys::Element> {
        vec![self.own.clone()]
    }
}

macro_rules! drawn_in_browsers_alone {
    ($($name:ident)*) => {
        $(/// Components hand attributes on to what they hold; those of this app are given none.
        impl AddAnyAttr for $name {
            type Output<New: Attribute> = Self;

            fn add_any_attr<New: Attribute>(self, _: New) -> Self {
                self
            }
        }

        /// What Leptos asks of a view besides, for servers: this app has none.
        impl RenderHtml for $name {
            type AsyncOutput = Self;
            type Owned = Self;
            const MIN_LENGTH: usize = 0;

            fn dry_resolve(&mut self) {}

            async fn resolve(self) -> Self {
                self
            }

            fn to_html_with_buf(self, _: &mut String, _: &mut Position, _: bool, _: bool, _: Vec<AnyAttribute>) {}

            fn hydrate<const FROM_SERVER: bool>(self, _: &Cursor, _: &PositionState) -> Self::State {
                self.build()
            }

            fn into_owned(self) -> Self {
                self
            }
        })*
    };
}

drawn_in_browsers_alone!(Element View);
