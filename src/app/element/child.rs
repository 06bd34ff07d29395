//! What can stand in an element.

use crate::app::reactive::{Kept, Memo, Signal, Work, memo};
use drumhead::text::Text;
use leptos::prelude::{AnyView, IntoAny, Render};
use leptos::tachys::view::any_view::AnyViewState;
use leptos::tachys::view::iterators::StaticVec;
use std::borrow::Cow;

/// Any view. What Leptos keeps of one is handed on by its place, as functions do nothing as often as that.
pub struct View(Box<AnyView>);

impl View {
    /// What Leptos can draw.
    pub fn of(drawn: impl IntoAny) -> Self {
        Self(Box::new(drawn.into_any()))
    }
}

/// Views beside each other.
pub fn beside(views: Vec<View>) -> View {
    View::of(StaticVec::from(views))
}

/// What is drawn for as long as `when` holds; something else for as long as it does not.
pub fn show<V: Child>(
    when: impl Into<Signal<bool>>,
    held: impl Fn() -> V + Send + 'static,
    otherwise: Option<Box<dyn Work<(), View> + Send>>,
) -> View {
    fn live(
        when: Signal<bool>,
        held: Box<dyn Work<(), View> + Send>,
        otherwise: Option<Box<dyn Work<(), View> + Send>>,
    ) -> View {
        let is = memo(move || when.get());
        View::of(move || {
            let drawn = if is.get() { Some(&held) } else { otherwise.as_ref() };
            drawn.map_or_else(|| ().view(), |drawn| drawn.work(()))
        })
    }
    live(when.into(), Box::new(move |()| held().view()), otherwise)
}

/// What can stand in an element.
pub trait Child {
    /// It as a view.
    fn view(self) -> View;
}

impl Child for View {
    fn view(self) -> View {
        self
    }
}

macro_rules! drawn_by_leptos {
    ($($ty:ty),*) => {
        $(impl Child for $ty {
            fn view(self) -> View {
                View::of(self)
            }
        })*
    };
}

drawn_by_leptos!(&'static str, String, Vec<View>, ());

impl<const N: usize> Child for [View; N] {
    fn view(self) -> View {
        beside(self.into())
    }
}

impl<C: Child> Child for Option<C> {
    fn view(self) -> View {
        View::of(self.map(Child::view))
    }
}

impl<C: Child + Clone + Kept> Child for Memo<C> {
    fn view(self) -> View {
        (move || self.get()).view()
    }
}

impl Child for Text {
    fn view(self) -> View {
        self.to_string().view()
    }
}

impl Child for Cow<'static, str> {
    fn view(self) -> View {
        self.into_owned().view()
    }
}

macro_rules! numbers {
    ($($ty:ty),*) => {
        $(impl Child for $ty {
            fn view(self) -> View {
                self.to_string().view()
            }
        })*
    };
}

numbers!(u8, i32, u32, i64, usize, f64);

impl<C: Child, F: Fn() -> C + Send + 'static> Child for F {
    fn view(self) -> View {
        fn live(draw: Box<dyn Work<(), View> + Send>) -> View {
            View::of(move || draw.work(()))
        }
        live(Box::new(move |()| self().view()))
    }
}

impl Render for View {
    type State = AnyViewState;

    fn build(self) -> AnyViewState {
        self.0.build()
    }

    fn rebuild(self, state: &mut AnyViewState) {
        self.0.rebuild(state);
    }
}
