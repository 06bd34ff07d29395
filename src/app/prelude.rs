//! What every page and part begins with: Leptos's prelude, with a `view!`, a `Show` and a `memo` whose types are forgotten.

pub use super::parts::show::Show;
pub use leptos::prelude::*;

/// Leptos's `view!`, as an [`AnyView`].
///
/// Each shape of a view is a type of its own, and for each type Leptos makes code anew of all that can hold a view: a list, an
/// option, a closure. So that there is but one.
macro_rules! view {
    ($($view:tt)*) => {
        $crate::app::prelude::IntoAny::into_any(leptos::view! { $($view)* })
    };
}

pub(crate) use view;

/// Puts views into a list, as Leptos's trait of the same name does.
pub trait CollectView {
    /// The list.
    fn collect_view(self) -> Vec<AnyView>;
}

impl<I: IntoIterator<Item = AnyView>> CollectView for I {
    fn collect_view(self) -> Vec<AnyView> {
        let mut views = Vec::new();
        // `collect` would bring code that makes room ahead to each place that has a list.
        for view in self {
            views.push(view);
        }
        views
    }
}

/// A memo of what `work` comes to: one code for all that come to the same type.
pub fn memo<T: PartialEq + Send + Sync + 'static>(work: impl Fn() -> T + Send + Sync + 'static) -> Memo<T> {
    fn of<T: PartialEq + Send + Sync + 'static>(work: Box<dyn Fn() -> T + Send + Sync>) -> Memo<T> {
        Memo::new(move |_| work())
    }
    of(Box::new(work))
}
