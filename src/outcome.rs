//! What a procedure comes to: a list of named data, the same whether it is told, applied, compared or written as JSON.

mod datum;
mod path;
mod record;
mod shared;

pub(crate) use datum::serialize_number;
pub use datum::{Bits, Datum};
pub use path::Path;
pub use record::{Name, Record};
pub use shared::Shared;

/// What a procedure's outcome can do: write itself down. Made by [`outcome!`](crate::outcome!).
pub trait Outcome: Sized {
    /// The names of its fields, in the order of the ruleset's description.
    const NAMES: &'static [&'static str];

    /// Every field, in that order.
    fn data(self) -> Vec<Datum>;

    /// The outcome as a record.
    fn record(self) -> Record {
        Record::of(Self::NAMES, self.data())
    }
}

/// Declares an outcome: `outcome! { /// doc pub struct Volley { /// doc pub hits: i32, … } }`.
/// A last line `..name: Type` writes the fields of another outcome after its own.
#[macro_export]
macro_rules! outcome {
    ($(#[$meta:meta])* $vis:vis struct $name:ident {
        $($(#[$field_meta:meta])* pub $field:ident : $ty:ty,)*
        $(..$(#[$rest_meta:meta])* $rest:ident : $rest_ty:ty $(,)?)?
    }) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq)]
        $vis struct $name {
            $($(#[$field_meta])* pub $field: $ty,)*
            $($(#[$rest_meta])* pub $rest: $rest_ty,)?
        }

        impl $crate::outcome::Outcome for $name {
            const NAMES: &'static [&'static str] = {
                const OWN: &[&str] = &[$(stringify!($field)),*];
                const PARTS: &[&[&str]] = &[OWN $(, <$rest_ty as $crate::outcome::Outcome>::NAMES)?];
                &$crate::lists::join::<_, { $crate::lists::count(PARTS) }>(PARTS, "")
            };

            fn data(self) -> Vec<$crate::outcome::Datum> {
                #[allow(unused_mut, reason = "most outcomes take in no other")]
                let mut data: Vec<$crate::outcome::Datum> = vec![$(self.$field.into()),*];
                $(data.append(&mut $crate::outcome::Outcome::data(self.$rest));)?
                data
            }
        }

        impl From<$name> for $crate::outcome::Datum {
            fn from(outcome: $name) -> Self {
                $crate::outcome::Datum::from($crate::outcome::Outcome::record(outcome))
            }
        }
    };
}
