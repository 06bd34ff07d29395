//! What can be given to an attribute, a class, a style or a property of an element, and how it gets there.

use crate::app::reactive::{Kept, Memo, Work};
use drumhead::text::Text;
use leptos::prelude::RenderEffect;
use leptos::tachys::renderer::Rndr;
use std::borrow::Cow;
use wasm_bindgen::JsValue;

/// What a value is given to.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Place {
    Attribute(&'static str),
    Class(&'static str),
    Style(&'static str),
    Property(&'static str),
}

/// A value of an attribute, a class, a style or a property.
pub enum Given {
    /// None: the attribute is not there.
    Nothing,
    /// Whether it is there.
    Flag(bool),
    /// A text.
    Text(Cow<'static, str>),
    /// Whatever this comes to, whenever that changes.
    Live(Box<dyn Work<(), Given>>),
}

/// What can be given to an attribute, a class, a style or a property.
pub trait Give {
    /// It as a value.
    fn give(self) -> Given;
}

impl Give for bool {
    fn give(self) -> Given {
        Given::Flag(self)
    }
}

impl Give for &'static str {
    fn give(self) -> Given {
        Given::Text(self.into())
    }
}

impl Give for String {
    fn give(self) -> Given {
        Given::Text(self.into())
    }
}

impl Give for Text {
    fn give(self) -> Given {
        self.to_string().give()
    }
}

impl<G: Give> Give for Option<G> {
    fn give(self) -> Given {
        self.map_or(Given::Nothing, Give::give)
    }
}

impl<G: Give, F: Fn() -> G + 'static> Give for F {
    fn give(self) -> Given {
        Given::Live(Box::new(move |()| self().give()))
    }
}

impl<G: Give + Clone + Kept> Give for Memo<G> {
    fn give(self) -> Given {
        (move || self.get()).give()
    }
}

macro_rules! numbers {
    ($($ty:ty),*) => {
        $(impl Give for $ty {
            fn give(self) -> Given {
                self.to_string().give()
            }
        })*
    };
}

numbers!(u32, i32, usize, f64);

impl Given {
    /// What it comes to now.
    fn settled(self) -> Self {
        match self {
            Given::Live(live) => live.work(()).settled(),
            given => given,
        }
    }

    fn text(&self) -> Option<&str> {
        match self {
            Given::Text(text) => Some(text),
            Given::Flag(true) => Some(""),
            _ => None,
        }
    }

    /// As a property has it.
    fn value(&self) -> JsValue {
        match self {
            Given::Flag(flag) => (*flag).into(),
            Given::Text(text) => JsValue::from_str(text),
            _ => JsValue::NULL,
        }
    }

    fn is(&self, other: &Self) -> bool {
        match (self, other) {
            (Given::Flag(own), Given::Flag(other)) => own == other,
            _ => self.text() == other.text(),
        }
    }
}

impl Place {
    fn put(self, own: &web_sys::Element, given: &Given) {
        match (self, given.text()) {
            (Place::Attribute(name), Some(text)) => Rndr::set_attribute(own, name, text),
            (Place::Attribute(name), None) => Rndr::remove_attribute(own, name),
            (Place::Class(name), Some(_)) => Rndr::add_class(&own.class_list(), name),
            (Place::Class(name), None) => Rndr::remove_class(&own.class_list(), name),
            (Place::Style(name), text) => Rndr::set_css_property(&Rndr::style(own), name, text.unwrap_or_default()),
            (Place::Property(name), _) => Rndr::set_property_or_value(own, name, &given.value()),
        }
    }

    /// Puts what is given to its place, and again whenever it changes; `last` is there already.
    pub(super) fn follow(self, own: &web_sys::Element, given: Given, last: Option<Given>) -> Followed {
        let own = own.clone();
        let put = move |given: Given, last: Option<Given>| {
            let given = given.settled();
            if !last.is_some_and(|last| last.is(&given)) {
                self.put(&own, &given);
            }
            given
        };
        match given {
            Given::Live(live) => {
                Followed::Live(RenderEffect::new_with_value(move |last| put(live.work(()), last), last))
            }
            given => Followed::Once(put(given, last)),
        }
    }
}

/// A value in the page.
pub(super) enum Followed {
    Once(Given),
    Live(RenderEffect<Given>),
}

impl Followed {
    /// Whether it stays as it is with what is given now.
    pub(super) fn stays(&self, given: &Given) -> bool {
        matches!((self, given), (Followed::Once(last), now) if !matches!(now, Given::Live(_)) && last.is(now))
    }

    /// What was put last; it is followed no longer.
    pub(super) fn last(self) -> Option<Given> {
        match self {
            Followed::Once(given) => Some(given),
            Followed::Live(effect) => effect.take_value(),
        }
    }
}
