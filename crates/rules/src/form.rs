//! Forms: the input of a procedure or the profile of a unit, declared once.
//!
//! By this declaration, the engine reads JSON and refuses a wrong value at its field, the app draws the controls, and the reference prints its texts.
//! [`form!`](crate::form!) also makes a struct for the rules to read.

mod build;
mod field;
pub mod path;
mod read;
mod side;

pub use build::{
    Spec, choice, counts, flag, half, index, indexes, list, number, object, of, one_of, place, text, whole,
};
pub use field::{
    Among, Band, Bands, Choice, Constant, Edges, Field, Kind, Lengths, Need, Offers, Origin, Picture, Sequence,
    TouchedEdge, Usual, When,
};
pub use read::{Counts, Slot, Slots, Taken, read};

use crate::refusal::Refusal;
use serde_json::{Map, Value as Json};

/// A form: its fields, in the order in which they are asked and checked.
#[derive(Debug)]
pub struct Form {
    /// Its own fields.
    pub fields: &'static [Field],
    /// A form whose fields come first. They are checked before the fields of this form are.
    pub head: Option<&'static Form>,
    /// Checks the fields against each other, after each has been read by itself.
    pub validate: Option<Validate>,
    /// Forms of which one is filled in, chosen by the first field. The other members of `fields` are only for display. Empty if the form
    /// has no such choice.
    pub one_of: &'static [&'static Form],
}

/// Checks fields against each other. Each has already been read by itself.
pub type Validate = fn(&[Slot]) -> Result<(), Refusal>;

/// A list of values with ids; made by [`choices!`](crate::choices!).
pub trait Choices: Copy + Eq + 'static {
    /// Ids and words, in order.
    const CHOICES: &'static [Choice];
    /// The values, in the same order.
    const ALL: &'static [Self];

    /// Its index in `ALL`.
    fn index(self) -> usize;

    /// Its id in JSON.
    fn id(self) -> &'static str {
        Self::CHOICES[self.index()].id
    }

    /// Its label for players.
    fn label(self) -> &'static str {
        Self::CHOICES[self.index()].label
    }
}

/// A type whose values a field or a list can hold: a form or a choice.
pub trait Shape {
    /// The kind of its values.
    const KIND: &'static Kind;
}

/// A struct that is filled by a form; made by [`form!`](crate::form!).
pub trait Filled: Sized + 'static {
    /// The form.
    const FORM: &'static Form;

    /// Takes its fields, in order, from the values that the form has read.
    fn taken_from(slots: &mut Slots) -> Self;

    /// Reads an object by the form. Unknown fields are refused first, then its fields are read in order.
    ///
    /// # Errors
    /// The first fault.
    fn from_object(object: &Map<String, Json>) -> Result<Self, Refusal> {
        read(Self::FORM, object).map(|slots| Self::taken_from(&mut slots.iter()))
    }
}

impl Form {
    /// Returns a form with these fields.
    pub const fn of(fields: &'static [Field]) -> Self {
        Self { fields, head: None, validate: None, one_of: &[] }
    }

    /// Checks that an object can be read by this form.
    ///
    /// # Errors
    /// The first fault.
    pub fn check(&self, object: &Map<String, Json>) -> Result<(), Refusal> {
        read(self, object).map(drop)
    }

    /// Returns the field with this id. `None` if the form has none.
    pub fn field(&self, id: &str) -> Option<&'static Field> {
        self.fields.iter().find(|field| field.id == id)
    }

    /// Returns an object without fields that do not matter to it. Otherwise values entered for another kind of unit would remain without
    /// being shown.
    pub fn relevant(&self, object: &Map<String, Json>) -> Map<String, Json> {
        let own = self.fields.iter().filter(|field| field.matters(self, object));
        Map::from_iter(own.filter_map(|field| Some((field.id.to_owned(), object.get(field.id)?.clone()))))
    }

    /// Returns the form of the object that holds the field at a path: for `groups[0].front` the form of a group. `None` if the path leads through a
    /// field that is no object.
    pub fn holding(&self, place: &str) -> Option<&Form> {
        let Some((holder, rest)) = place.split_once('.') else { return Some(self) };
        match self.field(holder.split('[').next()?)?.kind {
            Kind::Object(inner) => inner.holding(rest),
            Kind::List { of: Kind::Object(inner), .. } => inner.holding(rest),
            _ => None,
        }
    }

    /// Returns the field at a path in the input, such as `target.counters` or `shooters[0].unit.hits`. `None` if there is none.
    pub fn at(&self, place: &str) -> Option<&'static Field> {
        let (holder, rest) = place.split_once('.').unwrap_or((place, ""));
        let field = self.field(holder.split('[').next()?)?;
        match field.kind {
            _ if rest.is_empty() => Some(field),
            Kind::Object(inner) => inner.at(rest),
            Kind::List { of: Kind::Object(inner), .. } => inner.at(rest),
            _ => Some(field),
        }
    }
}

/// Declares an enum whose values have ids and labels: `choices! { /// doc pub enum Ability { Veteran = "veteran" "Veteran", … } }`.
#[macro_export]
macro_rules! choices {
    ($(#[$meta:meta])* $vis:vis enum $name:ident { $($(#[$item_meta:meta])* $item:ident = $id:literal $label:literal),* $(,)? }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        $vis enum $name { $($(#[$item_meta])* #[doc = $label] $item),* }

        impl $crate::form::Choices for $name {
            const CHOICES: &'static [$crate::form::Choice] = &[$($crate::form::Choice { id: $id, label: $label }),*];
            const ALL: &'static [Self] = &[$(Self::$item),*];

            fn index(self) -> usize {
                self as usize
            }
        }

        impl $crate::form::Shape for $name {
            const KIND: &'static $crate::form::Kind = &$crate::form::Kind::Choice(<Self as $crate::form::Choices>::CHOICES);
        }

        impl $crate::form::Taken for $name {
            fn taken(slot: &$crate::form::Slot) -> Self {
                <Self as $crate::form::Choices>::ALL[slot.place()]
            }
        }

        impl $crate::facts::FactValue for $name {
            fn read(json: &$crate::serde_json::Value) -> Option<Self> {
                let id = json.as_str()?;
                <Self as $crate::form::Choices>::ALL.iter().copied().find(|own| $crate::form::Choices::id(*own) == id)
            }

            fn write(self) -> $crate::serde_json::Value {
                $crate::form::Choices::id(self).into()
            }
        }

        impl From<$name> for $crate::outcome::Value {
            fn from(choice: $name) -> Self {
                $crate::outcome::Value::Word($crate::form::Choices::id(choice))
            }
        }
    };
}

/// Declares a form and the struct that it fills:
///
/// ```
/// use rules::form::*;
/// rules::form! {
///     /// A shot.
///     pub struct Shot {
///         /// How far, in inches.
///         range_in: f64 = situation(number(0.0, 1000.0)).label("Range"),
///         /// True if the firer moved this bound.
///         moved: bool = unit(flag()).or(false).help("Infantry may not move and fire."),
///     }
/// }
/// let shot = Shot::from_object(serde_json::json!({ "range_in": 4.5 }).as_object().unwrap()).unwrap();
/// assert!(!shot.moved);
/// ```
///
/// `unit(…)`, `situation(…)` and `choice_of(…)` declare the source of the value. A first line `..name: Form` includes the fields of another
/// form, so that forms can share them. `validate(function)` after the struct declares the function that checks the fields against each
/// other: `fn(&Struct) -> Result<(), Refusal>`.
///
/// The macro appends the source and the type of a field to its documentation.
#[macro_export]
macro_rules! form {
    ($(#[$meta:meta])* $vis:vis struct $name:ident {
        $(..$(#[$head_meta:meta])* $head:ident : $head_ty:ty,)?
        $($(#[$field_meta:meta])* $field:ident : $ty:ty = $origin:ident($($spec:tt)*) $(. $method:ident ($($arg:tt)*))*),* $(,)?
    } $(validate($validate:expr))?) => {
        $(#[$meta])*
        #[derive(Clone, Debug)]
        $vis struct $name {
            $(
                $(#[$head_meta])*
                #[doc = concat!("The fields of [`", stringify!($head_ty), "`], which come first.")]
                pub $head: $head_ty,
            )?
            $(
                $(#[$field_meta])*
                #[doc = ""]
                #[doc = concat!("`", stringify!($origin), "(", stringify!($($spec)*), ")`")]
                pub $field: $ty
            ),*
        }

        impl $crate::form::Filled for $name {
            const FORM: &'static $crate::form::Form = {
                const OWN: &[$crate::form::Field] = &[$({
                    #[allow(unused_imports, reason = "not every form uses every builder")]
                    use $crate::form::*;
                    // The field has the type of the spec: a mismatch does not compile.
                    const SPEC: $crate::form::Spec<$ty> = ($($spec)*) $(.$method($($arg)*))*;
                    SPEC.field($crate::text::plain_name(stringify!($field)), $crate::form!(@origin $origin))
                }),*];
                const PARTS: &[&[$crate::form::Field]] = &[$(<$head_ty as $crate::form::Filled>::FORM.fields,)? OWN];
                const FIELDS: [$crate::form::Field; $crate::lists::count(PARTS)] =
                    $crate::lists::join(PARTS, $crate::form::Field::BLANK);
                #[allow(unused_mut, unused_assignments, reason = "most forms have neither")]
                &{
                    let mut form = $crate::form::Form::of(&FIELDS);
                    $(form.head = Some(<$head_ty as $crate::form::Filled>::FORM);)?
                    $(form.validate = Some(|slots| {
                        let validate: fn(&Self) -> Result<(), $crate::refusal::Refusal> = $validate;
                        validate(&<Self as $crate::form::Filled>::taken_from(&mut slots.iter()))
                    });)?
                    form
                }
            };

            #[allow(unused_variables, reason = "a form may ask nothing at all")]
            fn taken_from(slots: &mut $crate::form::Slots) -> Self {
                Self {
                    $($head: <$head_ty as $crate::form::Filled>::taken_from(slots),)?
                    $($field: $crate::form::Taken::taken_next(slots)),*
                }
            }
        }

        impl $crate::form::Shape for $name {
            const KIND: &'static $crate::form::Kind = &$crate::form::Kind::Object(<Self as $crate::form::Filled>::FORM);
        }

        impl $crate::form::Taken for $name {
            fn taken(slot: &$crate::form::Slot) -> Self {
                <Self as $crate::form::Filled>::taken_from(&mut slot.members().iter())
            }
        }
    };
    (@origin unit) => { $crate::form::Origin::Unit };
    (@origin situation) => { $crate::form::Origin::Situation };
    (@origin choice_of) => { $crate::form::Origin::Choice };
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_condition_on_a_list_holds_when_one_of_its_members_does() {
        let when = When { field: "missile", is: &["pistol", "rifled"] };
        assert!(when.holds(&json!(["longbow", "pistol"])));
        assert!(!when.holds(&json!(["longbow"])));
        assert!(!when.holds(&json!([])));
    }

    crate::form! {
        /// Fields shared by two forms.
        struct Shared {
            first: i32 = unit(whole(0, 9)),
        } validate(|shared| crate::refusal::bad_if(shared.first == 9, "first", "Not nine."))
    }

    crate::form! {
        /// A form that includes them.
        struct Whole {
            ..shared: Shared,
            r#where: bool = situation(flag()).or(false),
        }
    }

    crate::form! {
        /// A form that contains others.
        struct Holder {
            one: Whole = situation(object::<Whole>()),
            many: Vec<Whole> = situation(list::<Whole>(0, 3)),
        }
    }

    #[test]
    fn a_field_is_found_by_the_path_of_a_refusal() {
        let filled = json!({ "one": { "first": 1 }, "many": [{ "first": 2 }] });
        let held = Holder::from_object(filled.as_object().unwrap()).unwrap();
        assert_eq!((held.one.shared.first, held.many[0].shared.first), (1, 2));
        let id = |place: &str| Holder::FORM.at(place).map(|field| field.id);
        assert_eq!(
            [id("one"), id("one.first"), id("many[2].where"), id("many[2]")],
            [Some("one"), Some("first"), Some("where"), Some("many")]
        );
        assert_eq!([id("two"), id("one.two"), id("")], [None; 3]);
    }

    fn read(json: &Json) -> Result<Whole, Refusal> {
        Whole::from_object(json.as_object().unwrap())
    }

    #[test]
    fn a_form_includes_the_fields_and_checks_of_another() {
        assert_eq!(Whole::FORM.fields.iter().map(|field| field.id).collect::<Vec<_>>(), ["first", "where"]);
        let whole = read(&json!({ "first": 3, "where": true })).unwrap();
        assert!(whole.shared.first == 3 && whole.r#where);
        assert_eq!(read(&json!({ "first": 9 })).unwrap_err().field, "first");
        assert_eq!(read(&json!({ "first": 1, "third": 1 })).unwrap_err().field, "third");
    }
}
