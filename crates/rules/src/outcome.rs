//! Outcomes of procedures: lists of named values. Players read them, trackers change by them, odds merge equal ones, and the contract
//! writes them as JSON.

mod outcomes;
mod path;
mod record;
mod shared;
mod value;

pub(crate) use outcomes::Outcomes;
pub use path::Path;
pub use record::{Name, Record};
pub use shared::Shared;
pub use value::{Number, Value};

/// An outcome that can be written as a list of values; implemented by [`outcome!`](crate::outcome!).
pub trait Outcome: Sized {
    /// Names of its fields, in the order of the source.
    const NAMES: &'static [&'static str];

    /// Returns the names of the fields of this outcome. Some outcomes of a procedure have fewer fields than others.
    fn names(&self) -> &'static [&'static str] {
        Self::NAMES
    }

    /// Adds the value of each field to a list, in the order of the names.
    fn write(self, into: &mut Vec<Value>);

    /// Returns the names of the values that chances can read: those of the fields and of the [asides](crate::outcome!).
    fn asked_names(&self) -> &'static [&'static str] {
        self.names()
    }

    /// Adds the values of all fields and asides to a list, in the order of [`asked_names`](Self::asked_names).
    fn write_asked(self, into: &mut Vec<Value>) {
        self.write(into);
    }

    /// Returns the outcome as a record.
    fn record(self) -> Record {
        let names = self.names();
        let mut values = Vec::with_capacity(names.len());
        self.write(&mut values);
        Record::of(names, values)
    }
}

/// Declares an outcome: `outcome! { /// doc pub struct Volley { /// doc pub hits: i32, … } }`. A last line `..name: Type` appends the
/// fields of another outcome.
///
/// A block `asides { … }` holds values that are not part of the outcome in the contract. Chances read them, and the rule describes them.
/// Outcomes that differ only in asides are one outcome of the odds.
#[macro_export]
macro_rules! outcome {
    ($(#[$meta:meta])* $vis:vis struct $name:ident {
        $($(#[$field_meta:meta])* pub $field:ident : $ty:ty,)*
        $(asides { $($(#[$aside_meta:meta])* pub $aside:ident : $aside_ty:ty,)* })?
        $(..$(#[$rest_meta:meta])* $rest:ident : $rest_ty:ty $(,)?)?
    }) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq)]
        $vis struct $name {
            $($(#[$field_meta])* pub $field: $ty,)*
            $($(#[$rest_meta])* pub $rest: $rest_ty,)?
            $($($(#[$aside_meta])* pub $aside: $aside_ty,)*)?
        }

        impl $crate::outcome::Outcome for $name {
            const NAMES: &'static [&'static str] = {
                const OWN: &[&str] = &[$($crate::text::plain_name(stringify!($field))),*];
                const PARTS: &[&[&str]] = &[OWN $(, <$rest_ty as $crate::outcome::Outcome>::NAMES)?];
                &$crate::lists::join::<_, { $crate::lists::count(PARTS) }>(PARTS, "")
            };

            fn write(self, into: &mut Vec<$crate::outcome::Value>) {
                into.extend([$($crate::outcome::Value::from(self.$field)),*]);
                $($crate::outcome::Outcome::write(self.$rest, into);)?
            }

            $(
                fn asked_names(&self) -> &'static [&'static str] {
                    const PARTS: &[&[&str]] =
                        &[<$name as $crate::outcome::Outcome>::NAMES, &[$(stringify!($aside)),*]];
                    &const { $crate::lists::join::<_, { $crate::lists::count(PARTS) }>(PARTS, "") }
                }

                fn write_asked(self, into: &mut Vec<$crate::outcome::Value>) {
                    let asides = [$($crate::outcome::Value::from(self.$aside.clone())),*];
                    $crate::outcome::Outcome::write(self, into);
                    into.extend(asides);
                }
            )?
        }

        impl From<$name> for $crate::outcome::Value {
            fn from(outcome: $name) -> Self {
                $crate::outcome::Value::from($crate::outcome::Outcome::record(outcome))
            }
        }
    };
}

/// Returns the path to a field of an outcome or a form: `field!(Shot, losses)`. `field!(Drawn, fallen, "[*]")` appends to the path, and
/// `field!(Fought, a[0].breaks)` gives the path to a field of a struct inside it. A struct without the field does not compile.
///
/// ```
/// rules::outcome! {
///     /// A volley.
///     pub struct Volley {
///         /// Hits.
///         pub hits: i32,
///     }
/// }
/// rules::outcome! {
///     /// Volleys of both sides.
///     pub struct Exchange {
///         /// Volleys of one side.
///         pub volleys: Vec<Volley>,
///     }
/// }
/// assert_eq!(rules::field!(Volley, hits), "hits");
/// assert_eq!(rules::field!(Exchange, volleys[0].hits), "volleys[0].hits");
/// ```
///
/// ```compile_fail
/// rules::outcome! {
///     /// A volley.
///     pub struct Volley {
///         /// Hits.
///         pub hits: i32,
///     }
/// }
/// assert_eq!(rules::field!(Volley, misses), "misses");
/// ```
#[macro_export]
macro_rules! field {
    ($struct:ty, $field:ident) => {{
        const _: fn(&$struct) = |of| {
            let _ = &of.$field;
        };
        $crate::text::plain_name(stringify!($field))
    }};
    ($struct:ty, $field:ident, $rest:literal) => {{
        const _: fn(&$struct) = |of| {
            let _ = &of.$field;
        };
        concat!(stringify!($field), $rest)
    }};
    ($struct:ty, $field:ident $([$index:literal])? . $inner:ident) => {{
        const _: fn(&$struct) = |of| {
            let _ = &of.$field $([$index])? .$inner;
        };
        concat!(stringify!($field), $("[", $index, "]",)? ".", stringify!($inner))
    }};
}
