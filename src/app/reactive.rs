//! Leptos's signals and memos, with the types of what they hold forgotten: its code for them is there once, not once for each
//! type that the app keeps. Closures likewise: [`Work`] and [`Act`].

use leptos::ev::EventDescriptor;
use leptos::prelude::{
    self as typed, Effect, Get, GetUntracked, GetValue, Set, SetValue, Track, WindowListenerHandle, Write, WriteValue,
    window_event_listener_untyped,
};
use std::any::Any;
use std::marker::PhantomData;
use std::sync::Arc;
use wasm_bindgen::JsCast;
use web_sys::Event;

/// A value of whatever type.
type Held = Arc<dyn Any + Send + Sync>;

/// What a value that is followed must be.
pub trait Kept: Send + Sync + 'static {}

impl<T: Send + Sync + 'static> Kept for T {}

/// A closure whose type is forgotten. What `dyn Fn` would keep of each is three ways to call it; this is one.
pub trait Work<Given, Made> {
    /// Calls it.
    fn work(&self, given: Given) -> Made;
}

impl<Given, Made, F: Fn(Given) -> Made> Work<Given, Made> for F {
    fn work(&self, given: Given) -> Made {
        self(given)
    }
}

/// The same of a closure that changes what it holds.
pub trait Act<Given> {
    /// Calls it.
    fn act(&mut self, given: Given);
}

impl<Given, F: FnMut(Given)> Act<Given> for F {
    fn act(&mut self, given: Given) {
        self(given);
    }
}

/// A value that can be set, and that those who read it follow.
pub struct RwSignal<T> {
    held: typed::RwSignal<Held>,
    of: PhantomData<fn() -> T>,
}

/// A value that is worked out of others, once for all that follow it, and again when one of those changes.
pub struct Memo<T> {
    held: typed::Memo<Held>,
    of: PhantomData<fn() -> T>,
}

/// Any value that can be followed.
pub struct Signal<T> {
    held: typed::Signal<Held>,
    of: PhantomData<fn() -> T>,
}

/// A value that nobody follows.
pub struct StoredValue<T> {
    held: typed::StoredValue<Held>,
    of: PhantomData<fn() -> T>,
}

/// Something to be done, or to be found out, with what is given.
pub struct Callback<Given, Made = ()> {
    work: StoredValue<Box<Called<Given, Made>>>,
}

type Called<Given, Made> = dyn Work<Given, Made> + Send + Sync;

/// The value as what it is.
fn as_it_is<T: 'static>(held: &Held) -> &T {
    (**held).downcast_ref().unwrap_or_else(|| is_another())
}

macro_rules! handles {
    ($($name:ident<$($of:ident),*>)*) => {
        $(impl<$($of),*> Copy for $name<$($of),*> {}

        impl<$($of),*> Clone for $name<$($of),*> {
            fn clone(&self) -> Self {
                *self
            }
        })*
    };
}

handles!(RwSignal<T> Memo<T> Signal<T> StoredValue<T> Callback<Given, Made>);

/// Told once, not at each type.
#[cold]
fn is_another() -> ! {
    unreachable!("what is held is of the type that was put in")
}

/// What is held, to be changed: nobody else has it.
fn own<T: 'static>(held: &mut Held) -> &mut T {
    let held = Arc::get_mut(held).expect("nobody changes what he is looking at");
    held.downcast_mut().unwrap_or_else(|| is_another())
}

macro_rules! followed {
    ($name:ident) => {
        impl<T: Kept> $name<T> {
            /// The value; whoever asks follows it.
            pub fn get(&self) -> T
            where
                T: Clone,
            {
                self.with(T::clone)
            }

            /// Looks at the value; whoever asks follows it.
            pub fn with<U>(&self, look: impl FnOnce(&T) -> U) -> U {
                look(as_it_is(&self.held.get()))
            }

            /// Looks at the value as it is now.
            pub fn with_untracked<U>(&self, look: impl FnOnce(&T) -> U) -> U {
                look(as_it_is(&self.held.get_untracked()))
            }
        }
    };
}

followed!(RwSignal);
followed!(Memo);
followed!(Signal);

impl<T: Kept + Clone> RwSignal<T> {
    /// The value as it is now.
    pub fn get_untracked(&self) -> T {
        self.with_untracked(T::clone)
    }
}

impl<T: Kept + Clone> Memo<T> {
    /// The value as it is now.
    pub fn get_untracked(&self) -> T {
        self.with_untracked(T::clone)
    }
}

impl<T: Kept> RwSignal<T> {
    /// A value.
    pub fn new(value: T) -> Self {
        Self { held: typed::RwSignal::new(Arc::new(value)), of: PhantomData }
    }

    /// Sets it to another.
    pub fn set(&self, value: T) {
        self.held.set(Arc::new(value));
    }

    /// Sets it, if whoever made it is still there.
    pub fn try_set(&self, value: T) {
        self.held.try_set(Arc::new(value));
    }

    /// Changes it.
    pub fn update(&self, change: impl FnOnce(&mut T)) {
        self.try_update(change);
    }

    /// Changes it, if whoever made it is still there; what the change handed back.
    pub fn try_update<U>(&self, change: impl FnOnce(&mut T) -> U) -> Option<U> {
        Some(change(own(&mut *self.held.try_write()?)))
    }

    /// The value as it is now, if whoever made it is still there.
    pub fn try_get_untracked(&self) -> Option<T>
    where
        T: Clone,
    {
        self.held.try_get_untracked().map(|held| as_it_is::<T>(&held).clone())
    }

    /// Follows it.
    pub fn track(&self) {
        self.held.track();
    }
}

impl<T: Kept + Default> Default for RwSignal<T> {
    fn default() -> Self {
        Self::new(T::default())
    }
}

impl<T: Kept> StoredValue<T> {
    /// A value.
    pub fn new(value: T) -> Self {
        Self { held: typed::StoredValue::new(Arc::new(value)), of: PhantomData }
    }

    /// The value.
    pub fn get_value(&self) -> T
    where
        T: Clone,
    {
        self.with_value(T::clone)
    }

    /// The value, if whoever made it is still there.
    pub fn try_get_value(&self) -> Option<T>
    where
        T: Clone,
    {
        self.held.try_get_value().map(|held| as_it_is::<T>(&held).clone())
    }

    /// Looks at the value.
    pub fn with_value<U>(&self, look: impl FnOnce(&T) -> U) -> U {
        look(as_it_is(&self.held.get_value()))
    }

    /// Sets it to another.
    pub fn set_value(&self, value: T) {
        self.held.set_value(Arc::new(value));
    }

    /// Changes it.
    pub fn update_value(&self, change: impl FnOnce(&mut T)) {
        self.try_update_value(change);
    }

    /// Changes it, if whoever made it is still there; what the change handed back.
    pub fn try_update_value<U>(&self, change: impl FnOnce(&mut T) -> U) -> Option<U> {
        Some(change(own(&mut *self.held.try_write_value()?)))
    }
}

impl<T: Kept + Default> Default for StoredValue<T> {
    fn default() -> Self {
        Self::new(T::default())
    }
}

impl<Given: 'static, Made: 'static> Callback<Given, Made> {
    /// Something that `work` does.
    pub fn new(work: impl Fn(Given) -> Made + Send + Sync + 'static) -> Self {
        Self { work: StoredValue::new(Box::new(work)) }
    }

    /// Does it.
    pub fn run(&self, given: Given) -> Made {
        self.work.with_value(|work| work.work(given))
    }
}

/// A memo of what `work` comes to.
pub fn memo<T: Kept + PartialEq>(work: impl Fn() -> T + Send + Sync + 'static) -> Memo<T> {
    memo_after(move |_| work())
}

/// The same, given what it came to before.
pub fn memo_after<T: Kept + PartialEq>(work: impl Fn(Option<&T>) -> T + Send + Sync + 'static) -> Memo<T> {
    memo_unless(work, T::eq)
}

/// The same; those who follow it hear of no change to what is the `same` to them.
pub fn memo_unless<T: Kept>(
    work: impl Fn(Option<&T>) -> T + Send + Sync + 'static,
    same: impl Fn(&T, &T) -> bool + Send + Sync + 'static,
) -> Memo<T> {
    type Worked = dyn Work<Option<Held>, (Held, bool)> + Send + Sync;
    fn of(work: Box<Worked>) -> typed::Memo<Held> {
        typed::Memo::new_owning(move |before| work.work(before))
    }
    let work = move |before: Option<Held>| -> (Held, bool) {
        let before = before.as_ref().map(as_it_is);
        let now = work(before);
        let changed = before.is_none_or(|before| !same(before, &now));
        (Arc::new(now), changed)
    };
    Memo { held: of(Box::new(work)), of: PhantomData }
}

impl<T: Kept> Signal<T> {
    /// What `work` comes to, worked out whenever it is asked for.
    pub fn derive(work: impl Fn() -> T + Send + Sync + 'static) -> Self {
        fn of(work: Box<dyn Work<(), Held> + Send + Sync>) -> typed::Signal<Held> {
            typed::Signal::derive(move || work.work(()))
        }
        Self { held: of(Box::new(move |()| -> Held { Arc::new(work()) })), of: PhantomData }
    }

    /// A value that stays as it is.
    pub fn stored(value: T) -> Self {
        Self { held: typed::Signal::stored(Arc::new(value)), of: PhantomData }
    }
}

impl<T> From<Memo<T>> for Signal<T> {
    fn from(memo: Memo<T>) -> Self {
        Self { held: memo.held.into(), of: PhantomData }
    }
}

impl<T> From<RwSignal<T>> for Signal<T> {
    fn from(signal: RwSignal<T>) -> Self {
        Self { held: signal.held.into(), of: PhantomData }
    }
}

impl<T: Kept, F: Fn() -> T + Send + Sync + 'static> From<F> for Signal<T> {
    fn from(work: F) -> Self {
        Self::derive(work)
    }
}

impl From<&'static str> for Signal<String> {
    fn from(words: &'static str) -> Self {
        Self::stored(words.to_owned())
    }
}

impl From<String> for Signal<String> {
    fn from(words: String) -> Self {
        Self::stored(words)
    }
}

/// Does `work` once the page stands, and again whenever what it followed changes.
pub fn effect(mut work: impl FnMut() + 'static) {
    fn of(mut work: Box<dyn Act<()>>) {
        Effect::new(move |_: Option<()>| work.act(()));
    }
    of(Box::new(move |()| work()));
}

/// Does something whenever `event` happens anywhere, until the handle is told to remove it.
pub fn listen<E: EventDescriptor>(event: E, act: impl Fn(E::EventType) + 'static) -> WindowListenerHandle
where
    E::EventType: JsCast,
{
    fn of(name: &str, act: Box<dyn Work<Event, ()>>) -> WindowListenerHandle {
        window_event_listener_untyped(name, move |event| act.work(event))
    }
    of(&event.name(), Box::new(move |event: Event| act(event.unchecked_into())))
}
