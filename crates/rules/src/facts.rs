//! Facts: named values of a unit, a side or the battle. They come from the roster, the trackers, and rules that derive further values.
//!
//! A [`Fact`] is declared once, with an id and a type:
//!
//! ```
//! use rules::facts::{Fact, Facts};
//! const COUNTERS: Fact<i32> = rules::fact!("counters");
//! const FIRED: Fact<bool> = rules::fact!("fired");
//! let mut unit = Facts::default();
//! assert_eq!(unit.value(COUNTERS), None);
//! unit.put(COUNTERS, 2);
//! assert_eq!(unit.value(COUNTERS), Some(2));
//! assert!(!unit.holds(FIRED));
//! ```

use super::form::{Field, Spec};
use super::number::{self, whole};
use serde_json::{Map, Value as Json};
use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

/// Id of a value of type `T`. Facts declared by [`facts!`](crate::facts!) may have a label, a range and a default. Among the facts of units, sides
/// and the battle, equal ids have equal types. An input may use an id for something else.
pub struct Fact<T> {
    declared: &'static Declared,
    of: PhantomData<fn() -> T>,
}

/// The declaration of a fact.
#[derive(Debug)]
pub struct Declared {
    id: &'static str,
    label: &'static str,
    /// Its kind and default, as a field without an id.
    field: Option<Field>,
}

impl Declared {
    /// Returns a fact without a range. Its label may be empty.
    pub const fn new(id: &'static str, label: &'static str) -> Self {
        Self { id, label, field: None }
    }

    /// Sets its kind, with its range, and its default.
    pub const fn with<T>(mut self, spec: &Spec<T>) -> Self {
        self.field = Some(spec.unnamed());
        self
    }
}

impl<T> Fact<T> {
    /// Returns the fact with this declaration: see [`fact!`](crate::fact!) and [`facts!`](crate::facts!).
    pub const fn of(declared: &'static Declared) -> Self {
        Self { declared, of: PhantomData }
    }

    /// Returns its label for players; empty if it has none.
    pub const fn label(self) -> &'static str {
        self.declared.label
    }

    /// Returns a field with its kind and default. `None` if they are not declared.
    pub const fn field(self) -> Option<Field> {
        self.declared.field
    }

    /// Returns its id in the log and in the contract.
    pub const fn id(self) -> &'static str {
        self.declared.id
    }
}

impl<T> Clone for Fact<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Fact<T> {}

impl<T> fmt::Debug for Fact<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

/// Declares a fact outside the lists of [`facts!`](crate::facts!): its id in `snake_case`, as in the log and the contract, and optionally a
/// label. `const FIRED: Fact<bool> = fact!("fired");`.
#[macro_export]
macro_rules! fact {
    ($id:expr) => {
        $crate::fact!($id, "")
    };
    ($id:expr, $label:expr) => {
        $crate::facts::Fact::of({
            const DECLARED: $crate::facts::Declared = $crate::facts::Declared::new($id, $label);
            &DECLARED
        })
    };
}

/// Returns the ids of facts of any type: `ids![COUNTERS, FIRED]`.
#[macro_export]
macro_rules! ids {
    ($($fact:expr),* $(,)?) => { &[$($fact.id()),*] };
}

/// Declares facts and the list of their ids. After its id, a fact may have a label, and a kind with range and default. Fields of forms that
/// [copy](crate::form::of) the fact, and its [tracker](crate::ruleset::Tracker), have the same label, kind and default.
///
/// ```
/// rules::facts! {
///     /// Ids of all facts.
///     pub const ALL;
///
///     /// Counters held.
///     COUNTERS: i32 = "counters" "Counters" whole(0, 30).or(0);
///     /// Ids of the enemies in contact.
///     CONTACTS: Vec<String> = "contacts" "In contact with";
///     /// Men that its figures stand for.
///     MEN: i32 = "men";
/// }
/// assert_eq!(ALL, ["counters", "contacts", "men"]);
/// assert_eq!(COUNTERS.label(), "Counters");
/// ```
///
/// It expands to a `pub const COUNTERS: Fact<i32>` for each fact, and to the list of ids.
#[macro_export]
macro_rules! facts {
    (
        $(#[$list_meta:meta])* $vis:vis const $list:ident;
        $($(#[$meta:meta])* $name:ident : $ty:ty = $id:literal $($label:literal $($spec:expr)?)?;)*
    ) => {
        $(
            $(#[$meta])*
            pub const $name: $crate::facts::Fact<$ty> = $crate::facts!(@fact $ty, $id $(, $label $(, $spec)?)?);
        )*

        $(#[$list_meta])*
        $vis const $list: &[&str] = $crate::ids![$($name),*];
    };
    (@fact $ty:ty, $id:literal) => { $crate::fact!($id) };
    (@fact $ty:ty, $id:literal, $label:literal) => { $crate::fact!($id, $label) };
    (@fact $ty:ty, $id:literal, $label:literal, $spec:expr) => {
        $crate::facts::Fact::of({
            #[allow(unused_imports, reason = "each fact uses one builder")]
            use $crate::form::*;
            // The type of the spec is the type of the fact: a mismatch does not compile.
            const SPEC: $crate::form::Spec<$ty> = $spec;
            const DECLARED: $crate::facts::Declared = $crate::facts::Declared::new($id, $label).with(&SPEC);
            &DECLARED
        })
    };
}

/// Implements [`FactValue`] for a struct. Its JSON is an object with these ids.
///
/// ```
/// use rules::facts::FactValue;
/// #[derive(Debug, PartialEq)]
/// struct Volley { front: i32, rear: i32, range_in: f64 }
/// rules::fact_value!(Volley { front: "front", rear: "rear" unless(0), range_in: "range_in" or(6.0) });
/// let json = serde_json::json!({ "front": 4 });
/// assert_eq!(Volley::read(&json), Some(Volley { front: 4, rear: 0, range_in: 6.0 }));
/// assert_eq!(Volley { front: 4, rear: 0, range_in: 6.0 }.write(), serde_json::json!({ "front": 4, "range_in": 6 }));
/// assert_eq!(Volley::read(&serde_json::json!({ "rear": 2 })), None);
/// ```
///
/// A value with a default may be missing in the JSON. A value with `or` is always written; one with `unless` is written only if it differs
/// from its default.
#[macro_export]
macro_rules! fact_value {
    ($name:ident { $($field:ident : $id:literal $(or($default:expr))? $(unless($usual:expr))?),* $(,)? }) => {
        impl $crate::facts::FactValue for $name {
            fn read(json: &$crate::serde_json::Value) -> Option<Self> {
                let object = json.as_object()?;
                Some(Self {
                    $($field: $crate::fact_value!(@or $crate::facts::read_in(object, $id) $(, $default)? $(, $usual)?)),*
                })
            }

            fn write(self) -> $crate::serde_json::Value {
                let Self { $($field),* } = self;
                let mut object = $crate::serde_json::Map::new();
                $($crate::fact_value!(@write object, $id, $field $(, $usual)?);)*
                $crate::serde_json::Value::Object(object)
            }
        }
    };
    (@or $read:expr) => { $read? };
    (@or $read:expr, $default:expr) => { $read.unwrap_or($default) };
    (@write $object:ident, $id:literal, $value:ident) => {
        $object.insert($id.to_owned(), $crate::facts::FactValue::write($value));
    };
    (@write $object:ident, $id:literal, $value:ident, $usual:expr) => {
        if $value != $usual {
            $crate::fact_value!(@write $object, $id, $value);
        }
    };
}

/// Returns the value with this id in an object. `None` if it is missing or cannot be read.
pub fn read_in<T: FactValue>(object: &Map<String, Json>, id: &str) -> Option<T> {
    object.get(id).and_then(T::read)
}

/// A type of facts. [`choices!`](crate::choices!) implements it for lists of ids.
pub trait FactValue: Sized {
    /// Reads the value. `None` if the JSON has another type or range.
    fn read(json: &Json) -> Option<Self>;

    /// Writes the value as in the log.
    fn write(self) -> Json;
}

impl FactValue for i32 {
    fn read(json: &Json) -> Option<Self> {
        whole(json)
    }

    fn write(self) -> Json {
        self.into()
    }
}

impl FactValue for usize {
    fn read(json: &Json) -> Option<Self> {
        usize::try_from(json.as_u64()?).ok()
    }

    fn write(self) -> Json {
        self.into()
    }
}

impl FactValue for f64 {
    fn read(json: &Json) -> Option<Self> {
        json.as_f64()
    }

    fn write(self) -> Json {
        number::json(self)
    }
}

impl FactValue for bool {
    fn read(json: &Json) -> Option<Self> {
        json.as_bool()
    }

    fn write(self) -> Json {
        self.into()
    }
}

impl FactValue for String {
    fn read(json: &Json) -> Option<Self> {
        json.as_str().map(str::to_owned)
    }

    fn write(self) -> Json {
        self.into()
    }
}

impl FactValue for Json {
    fn read(json: &Json) -> Option<Self> {
        Some(json.clone())
    }

    fn write(self) -> Json {
        self
    }
}

impl FactValue for Map<String, Json> {
    fn read(json: &Json) -> Option<Self> {
        json.as_object().cloned()
    }

    fn write(self) -> Json {
        Json::Object(self)
    }
}

impl<T: FactValue> FactValue for Vec<T> {
    /// Returns `None` if the JSON is no list, or if one of its members cannot be read.
    fn read(json: &Json) -> Option<Self> {
        json.as_array()?.iter().map(T::read).collect()
    }

    fn write(self) -> Json {
        self.into_iter().map(T::write).collect()
    }
}

impl<T: FactValue> FactValue for BTreeMap<String, T> {
    /// Returns `None` if the JSON is no object, or if one of its values cannot be read.
    fn read(json: &Json) -> Option<Self> {
        json.as_object()?.iter().map(|(id, value)| Some((id.clone(), T::read(value)?))).collect()
    }

    fn write(self) -> Json {
        Json::Object(self.into_iter().map(|(id, value)| (id, value.write())).collect())
    }
}

/// `null` is read as `None`: the fact is known to be absent.
impl<T: FactValue> FactValue for Option<T> {
    fn read(json: &Json) -> Option<Self> {
        if json.is_null() { Some(None) } else { T::read(json).map(Some) }
    }

    fn write(self) -> Json {
        self.map_or(Json::Null, T::write)
    }
}

/// Name of a unit on its roster. It is the first field of every profile.
pub const NAME: Fact<String> = crate::fact!("name");

/// Named facts.
#[derive(Clone, Default)]
pub struct Facts {
    values: Map<String, Json>,
    /// Records reads of these facts. Only forecasts set it.
    watch: Option<Arc<dyn Watch>>,
}

/// Records which facts are read.
pub trait Watch: Send + Sync {
    /// Called for every read.
    fn read(&self, what: Read);
}

/// A read of facts.
#[derive(Clone, Copy, Debug)]
pub enum Read<'a> {
    /// The value with this id.
    Value(&'a str),
    /// Only whether there is a value with this id.
    Known(&'a str),
    /// All values.
    All,
}

impl Facts {
    /// Returns the value of a fact. `None` if it is not known or has another type.
    pub fn value<T: FactValue>(&self, fact: Fact<T>) -> Option<T> {
        self.get(fact.id()).and_then(T::read)
    }

    /// True if the fact is known and true.
    pub fn holds(&self, fact: Fact<bool>) -> bool {
        self.value(fact) == Some(true)
    }

    /// True if the fact is known and equals `value`.
    pub fn equals<T: FactValue + PartialEq>(&self, fact: Fact<T>, value: T) -> bool {
        self.value(fact) == Some(value)
    }

    /// Returns the text of a fact, borrowed. `None` if it is not known.
    pub fn text(&self, fact: Fact<String>) -> Option<&str> {
        self.get(fact.id()).and_then(Json::as_str)
    }

    /// True if the fact is a list that is not empty, such as enemies in contact.
    pub fn lists_any<T>(&self, fact: Fact<Vec<T>>) -> bool
    where
        Vec<T>: FactValue,
    {
        self.value(fact).is_some_and(|list| !list.is_empty())
    }

    /// Returns the id of the unit that a fact names. `None` if the fact is not known or names no unit.
    pub fn named(&self, fact: Fact<String>) -> Option<&str> {
        self.text(fact).filter(|id| !id.is_empty())
    }

    /// True if the fact has any value.
    pub fn knows<T>(&self, fact: Fact<T>) -> bool {
        self.has(fact.id())
    }

    /// Sets a fact.
    pub fn put<T: FactValue>(&mut self, fact: Fact<T>, value: impl Into<T>) {
        self.set(fact.id(), value.into().write());
    }

    /// Removes a fact.
    pub fn remove<T>(&mut self, fact: Fact<T>) {
        self.forget(fact.id());
    }

    /// Returns the value with this id, for code that uses descriptions: forms, trackers, the log.
    pub fn get(&self, id: &str) -> Option<&Json> {
        self.tell(Read::Value(id));
        self.values.get(id)
    }

    /// True if there is a value with this id.
    pub fn has(&self, id: &str) -> bool {
        self.tell(Read::Known(id));
        self.values.contains_key(id)
    }

    /// Returns all values, by their ids.
    pub fn all(&self) -> &Map<String, Json> {
        self.tell(Read::All);
        &self.values
    }

    /// Sets the value with this id, for code that uses descriptions.
    pub fn set(&mut self, id: &str, value: impl Into<Json>) {
        self.replace(id, value);
    }

    /// Sets the value with this id, and returns its former value.
    pub fn replace(&mut self, id: &str, value: impl Into<Json>) -> Option<Json> {
        self.values.insert(id.to_owned(), value.into())
    }

    /// Sets several values.
    pub fn extend(&mut self, values: Map<String, Json>) {
        self.values.extend(values);
    }

    /// Removes the value with this id.
    pub fn forget(&mut self, id: &str) {
        self.values.remove(id);
    }

    /// Records all reads of these facts and their copies from now on; stops recording with `None`.
    #[must_use]
    pub fn watched(self, watch: Option<Arc<dyn Watch>>) -> Self {
        Self { watch, ..self }
    }

    #[inline]
    fn tell(&self, what: Read) {
        if let Some(watch) = &self.watch {
            watch.read(what);
        }
    }
}

impl From<Map<String, Json>> for Facts {
    fn from(values: Map<String, Json>) -> Self {
        Self { values, watch: None }
    }
}

impl From<Facts> for Map<String, Json> {
    fn from(facts: Facts) -> Self {
        facts.all();
        facts.values
    }
}

impl fmt::Debug for Facts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.values.fmt(f)
    }
}

/// Facts are equal if their values are; `watch` is not compared.
impl PartialEq for Facts {
    fn eq(&self, other: &Self) -> bool {
        self.all() == other.all()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const COUNTERS: Fact<i32> = crate::fact!("counters");
    const MOVED_IN: Fact<f64> = crate::fact!("moved_in");
    const FIRED: Fact<bool> = crate::fact!("fired");
    const CONTACTS: Fact<Vec<String>> = crate::fact!("contacts");
    const FIRE_RANGE: Fact<Option<f64>> = crate::fact!("fire_range_in");

    #[test]
    fn an_unknown_fact_is_none_and_never_zero() {
        let facts = Facts::default();
        assert_eq!(facts.value(COUNTERS), None);
        assert_eq!(facts.value(CONTACTS), None);
        assert!(!facts.holds(FIRED) && !facts.knows(FIRED));
    }

    #[test]
    fn a_value_of_another_type_is_none() {
        let mut facts = Facts::default();
        facts.set("counters", "three");
        facts.set("contacts", serde_json::json!(["k1", 2]));
        assert_eq!(facts.value(COUNTERS), None);
        assert_eq!(facts.value(CONTACTS), None);
        assert!(facts.knows(COUNTERS));
    }

    #[test]
    fn values_are_written_as_the_log_spells_them() {
        let mut facts = Facts::default();
        facts.put(MOVED_IN, 6.0);
        facts.put(FIRE_RANGE, None::<f64>);
        facts.put(CONTACTS, vec!["k1".to_owned()]);
        let expected = serde_json::json!({ "moved_in": 6, "fire_range_in": null, "contacts": ["k1"] });
        assert_eq!(Json::Object(facts.all().clone()), expected);
        assert_eq!(facts.value(FIRE_RANGE), Some(None));
        facts.put(MOVED_IN, 4.5);
        assert!(facts.equals(MOVED_IN, 4.5));
    }
}
