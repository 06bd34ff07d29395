//! Builders of fields: `whole(0, 30).or(0).label("Counters")`.

use super::{
    Among, Bands, Choices, Constant, Counts, Edges, Field, Kind, Lengths, Need, Offers, Origin, Picture, Sequence,
    Shape, Usual, When,
};
use crate::facts::Fact;
use std::marker::PhantomData;

/// A field that is being declared, with values of type `T`.
#[derive(Debug)]
pub struct Spec<T> {
    field: Field,
    of: PhantomData<fn() -> T>,
}

impl<T> Clone for Spec<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Spec<T> {}

/// Returns a field that copies a fact: its kind and range, its default and its label.
///
/// # Panics
/// When the form is compiled, if the fact is declared without a kind.
pub const fn of<T>(fact: Fact<T>) -> Spec<T> {
    let Some(mut field) = fact.field() else { panic!("the fact has no kind") };
    field.label = fact.label();
    Spec { field, of: PhantomData }
}

/// A whole number from `min` to `max`.
pub const fn whole(min: i32, max: i32) -> Spec<i32> {
    Spec::new(Kind::Whole { min, max })
}

/// An index from 0 to `last`.
pub const fn index(last: i32) -> Spec<usize> {
    Spec::new(Kind::Whole { min: 0, max: last })
}

/// A position from 1 to `last`.
pub const fn place(last: i32) -> Spec<usize> {
    Spec::new(Kind::Whole { min: 1, max: last })
}

/// One of a few whole numbers.
pub const fn one_of(numbers: &'static [i32]) -> Spec<i32> {
    Spec::new(Kind::OneOf(numbers))
}

/// A number from `min` to `max`.
pub const fn number(min: f64, max: f64) -> Spec<f64> {
    Spec::new(Kind::Number { min, max, step: 0.0 })
}

/// A multiple of 0.5 from `min` to `max`.
pub const fn half(min: f64, max: f64) -> Spec<f64> {
    Spec::new(Kind::Number { min, max, step: 0.5 })
}

/// Yes or no.
pub const fn flag() -> Spec<bool> {
    Spec::new(Kind::Flag)
}

/// One of the values of `T`.
pub const fn choice<T: Choices>() -> Spec<T> {
    Spec::new(Kind::Choice(T::CHOICES))
}

/// A text of 1 to `longest` characters.
pub const fn text(longest: usize) -> Spec<String> {
    Spec::new(Kind::Text(longest))
}

/// A nested form.
pub const fn object<T: Shape>() -> Spec<T> {
    Spec::new(*T::KIND)
}

/// A list of `min` to `max` forms or choices.
pub const fn list<T: Shape>(min: usize, max: usize) -> Spec<Vec<T>> {
    Spec::new(Kind::List { of: T::KIND, min, max })
}

/// A list of `min` to `max` indexes, each of this `kind`.
pub const fn indexes(kind: &'static Kind, min: usize, max: usize) -> Spec<Vec<usize>> {
    Spec::new(Kind::List { of: kind, min, max })
}

/// A number from 0 to `max` for each value of `T`.
pub const fn counts<T: Choices>(max: i32) -> Spec<Counts<T>> {
    Spec::new(Kind::Counts { of: T::CHOICES, max })
}

impl<T> Spec<T> {
    const fn new(kind: Kind) -> Self {
        Self { field: Field { kind, need: Need::Required, ..Field::BLANK }, of: PhantomData }
    }

    /// The field so far, without an id.
    pub const fn unnamed(&self) -> Field {
        self.field
    }

    const fn becoming<U>(self, need: Need) -> Spec<U> {
        Spec { field: Field { need, ..self.field }, of: PhantomData }
    }

    /// Sets its id, if the id cannot be the name of a Rust field: `type`.
    pub const fn named(mut self, id: &'static str) -> Self {
        self.field.id = id;
        self
    }

    /// Sets its label for players.
    pub const fn label(mut self, label: &'static str) -> Self {
        self.field.label = label;
        self
    }

    /// Sets a sentence that explains it to players who ask.
    pub const fn help(mut self, help: &'static str) -> Self {
        self.field.help = help;
        self
    }

    /// Asks players for it only if all of these hold.
    pub const fn when(mut self, when: &'static [When]) -> Self {
        self.field.when = when;
        self
    }

    /// Does not ask players for it if all of these hold.
    /// Only *Argad!* has such fields, because its edition of 2024 leaves out a question in one combination of answers.
    pub const fn unless(mut self, unless: &'static [When]) -> Self {
        self.field.unless = unless;
        self
    }

    /// Lists it among the uncommon options.
    pub const fn rare(mut self) -> Self {
        self.field.rare = true;
        self
    }

    /// Sets the bands that players choose from, such as range bands of a weapon.
    pub const fn bands(mut self, bands: Bands) -> Self {
        self.field.offers = Offers::Bands(bands);
        self
    }

    /// Asks for it only if its form is the value of one of these fields. Example: all fighters of a melee have one form, but only friends choose whom
    /// they strike.
    /// Only *Argad!* needs it, because both sides of a melee and the friends who help are fighters.
    pub const fn shown_in(mut self, holders: &'static [&'static str]) -> Self {
        self.field.shown_in = holders;
        self
    }

    /// Shows the value that this function returns if the field is missing: horse have pistols unless their roster says otherwise.
    /// Only *Pike & Shot* has such fields, because its horse have armour and pistols unless a roster says otherwise.
    pub const fn usual(mut self, usual: Usual) -> Self {
        self.field.usual = Some(usual);
        self
    }

    /// Offers only the choices that this function returns, given the form so far: for instance the rows of the chosen list.
    pub const fn among(mut self, among: Among) -> Self {
        self.field.offers = Offers::Among(among);
        self
    }

    /// Asks for it before a roll with one of these purposes: see [`Sequence::MidRoll`].
    /// Only *Argad!* has such choices, because a player may roll some dice again.
    pub const fn before_rolls(mut self, purposes: &'static [&'static str]) -> Self {
        self.field.sequence = Sequence::MidRoll(purposes);
        self
    }

    /// Sets the possible numbers of members, given the whole input, such as one opponent for each die.
    /// Only *Argad!* needs it, because each die of a fight can have its own opponent.
    pub const fn lengths(mut self, lengths: Lengths) -> Self {
        self.field.offers = Offers::Lengths(lengths);
        self
    }

    /// Makes it a list whose members are ordered and may repeat, such as the steps of a move.
    /// Only *Pikette Squared* has such lists, because its units move square by square.
    pub const fn in_order(mut self) -> Self {
        self.field.sequence = Sequence::InOrder;
        self
    }

    /// Makes it the number of a unit of this role, counted from the field's least value, and shown as the unit's name. `role` may also be
    /// an id of other things that the procedure names. A text field then holds one of their names.
    pub const fn names(mut self, role: &'static str) -> Self {
        self.field.names = role;
        self
    }

    /// Draws the units of these two roles, because the field says how they face each other.
    pub const fn between(mut self, one: &'static str, other: &'static str) -> Self {
        self.field.picture = Some(Picture { between: Some([one, other]), ..self.picture() });
        self
    }

    const fn picture(&self) -> Picture {
        match self.field.picture {
            Some(picture) => picture,
            None => Picture { between: None, edges: None },
        }
    }

    /// Lets it change together with another number of its form while both are equal.
    /// Only *Arquebusier!* has such fields, because a new formation has all its elements left.
    #[must_use]
    pub const fn follows(mut self, field: &'static str) -> Self {
        self.field.follows = field;
        self
    }

    /// Makes it the choice that decides the whole act: see [`Field::decides`].
    pub const fn decides(mut self) -> Self {
        self.field.decides = true;
        self
    }

    /// Shows a flag as a choice between two buttons with these labels, `yes` for true.
    pub const fn two_ways(mut self, yes: &'static str, no: &'static str) -> Self {
        self.field.ways = Some([yes, no]);
        self
    }

    /// Lets players tap an edge of a unit instead of a choice.
    pub const fn edges(mut self, edges: Edges) -> Self {
        self.field.picture = Some(Picture { edges: Some(edges), ..self.picture() });
        self
    }

    /// Removes the default of the fact that it copies.
    pub const fn required(mut self) -> Self {
        self.field.need = Need::Required;
        self
    }

    /// Allows input without it; the rule finds its own default.
    pub const fn optional(self) -> Spec<Option<T>> {
        self.becoming(Need::Optional)
    }

    /// Allows `null`, which is the default.
    pub const fn or_null(self) -> Spec<Option<T>> {
        self.becoming(Need::Default(Constant::Null))
    }

    /// Sets its default: an object with its own defaults, or an empty list.
    pub const fn or_empty(self) -> Self {
        let empty = match self.field.kind {
            Kind::List { .. } => Constant::EmptyList,
            _ => Constant::EmptyObject,
        };
        self.or_constant(empty)
    }

    /// Sets its default to these choices of a list.
    pub const fn or_words(self, ids: &'static [&'static str]) -> Self {
        self.or_constant(Constant::Words(ids))
    }

    /// Sets its default to these whole numbers of a list.
    pub const fn or_wholes(self, numbers: &'static [i32]) -> Self {
        self.or_constant(Constant::Wholes(numbers))
    }

    const fn or_constant(mut self, constant: Constant) -> Self {
        self.field.need = Need::Default(constant);
        self
    }

    /// Returns the finished field. Its id is `name` unless it is [`named`](Self::named).
    pub const fn field(self, name: &'static str, origin: Origin) -> Field {
        let id = if self.field.id.is_empty() { name } else { self.field.id };
        Field { id, origin, ..self.field }
    }
}

impl Spec<i32> {
    /// Sets its default.
    pub const fn or(self, default: i32) -> Self {
        self.or_constant(Constant::Whole(default))
    }
}

impl Spec<usize> {
    /// Sets its default.
    pub const fn or(self, default: i32) -> Self {
        self.or_constant(Constant::Whole(default))
    }
}

impl Spec<f64> {
    /// Sets its default.
    pub const fn or(self, default: f64) -> Self {
        self.or_constant(Constant::Number(default))
    }
}

impl Spec<bool> {
    /// Sets its default.
    pub const fn or(self, default: bool) -> Self {
        self.or_constant(Constant::Flag(default))
    }
}

impl<T: Choices> Spec<T> {
    /// Sets its default to the choice with this id.
    pub const fn or_id(self, id: &'static str) -> Self {
        self.or_constant(Constant::Word(id))
    }
}

#[cfg(test)]
mod tests {
    use crate::form::Filled;

    crate::form! {
        /// A form with a field whose id is a Rust keyword.
        struct Marked {
            /// Its choice.
            r#type: i32 = unit(whole(0, 9)),
        }
    }

    #[test]
    fn a_field_may_have_a_rust_keyword_as_its_id() {
        assert_eq!(Marked::FORM.fields[0].id, "type");
        let read = Marked::from_object(serde_json::json!({ "type": 3 }).as_object().unwrap()).unwrap();
        assert_eq!(read.r#type, 3);
    }
}
