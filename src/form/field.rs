//! The fields of a form: what one holds, where its value comes from, and when it is asked.

use super::Form;
use serde_json::{Map, Value as Json};

/// One field of a form.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// Its id in JSON.
    pub id: &'static str,
    /// What it holds.
    pub kind: Kind,
    /// What happens when it is left out.
    pub need: Need,
    /// Where its value comes from.
    pub origin: Origin,
    /// Whether JSON `null` is one of its values.
    pub nullable: bool,
    /// A few words for players. Empty: the id with spaces.
    pub label: &'static str,
    /// A sentence for players who ask what it means.
    pub help: &'static str,
    /// Asked only when all of these hold; otherwise its default is right.
    pub when: &'static [When],
    /// Asked only of players who ask for more: the common case needs it not.
    pub rare: bool,
    /// What a panel begins with, where the rules have no default.
    pub usual: Option<Constant>,
    /// Of a list: its members come in an order, and may come again.
    pub in_order: bool,
    /// The role whose units this numbers (from its least value) or names, or what else the procedure
    /// [names](crate::rules::procedure::Procedure::names) by this id; empty if it names none.
    pub names: &'static str,
    /// Which of its choices are offered, given the form that it stands in; all of them if nothing says.
    pub among: Option<Among>,
    /// Where a form that stands in several places asks this: ids of the fields that hold it. Empty: everywhere.
    pub asked_in: &'static [&'static str],
    /// Throws that raise it, by purpose: asked when such a throw would be made, because only the dice make it matter. It is a
    /// list of choices, one for each time; the first choice has the throw made, any other leaves it.
    pub asked_at: &'static [&'static str],
    /// Of a list: how many members it can have, given the whole input. `None`: as many as its kind allows.
    pub lengths: Option<Lengths>,
}

/// The choices that are offered, by id, given the form so far.
pub type Among = fn(&Map<String, Json>) -> Vec<&'static str>;
/// How many members a list can have, the fewest first.
pub type Lengths = fn(&Map<String, Json>) -> &'static [usize];

/// What a field holds.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// A whole number within a range, ends included.
    Whole {
        /// The least.
        min: i32,
        /// The most.
        max: i32,
    },
    /// One of a few whole numbers.
    OneOf(&'static [i32]),
    /// A number within a range, ends included.
    Number {
        /// The least.
        min: f64,
        /// The most.
        max: f64,
        /// It must be a multiple of this, if above 0.
        step: f64,
    },
    /// Yes or no.
    Flag,
    /// One of a list.
    Choice(&'static [Choice]),
    /// A text of 1 to this many characters.
    Text(usize),
    /// A form within the form.
    Object(&'static Form),
    /// Several of a kind.
    List {
        /// The kind of each.
        of: &'static Kind,
        /// The fewest.
        min: usize,
        /// The most.
        max: usize,
    },
    /// How many of each of a list; what is left out is 0.
    Counts {
        /// What is counted.
        of: &'static [Choice],
        /// The most of each.
        max: i32,
    },
}

/// One of the values of a [`Kind::Choice`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// Its id in JSON.
    pub id: &'static str,
    /// The word for players.
    pub label: &'static str,
}

/// What happens when a field is left out.
#[derive(Clone, Copy, Debug)]
pub enum Need {
    /// It is refused.
    Required,
    /// The rule works without it, or finds its own default from other fields.
    Optional,
    /// This is taken.
    Default(Constant),
}

/// A default.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Constant {
    /// A whole number.
    Whole(i32),
    /// A number.
    Number(f64),
    /// Yes or no.
    Flag(bool),
    /// The id of a choice.
    Word(&'static str),
    /// Ids of choices.
    Words(&'static [&'static str]),
    /// Whole numbers.
    Wholes(&'static [i32]),
    /// `null`.
    Null,
    /// A list without members.
    EmptyList,
    /// An object of which everything is left out.
    EmptyObject,
}

impl Constant {
    /// The default as JSON.
    pub fn json(self) -> Json {
        match self {
            Constant::Whole(number) => Json::from(number),
            Constant::Number(number) => Json::from(number),
            Constant::Flag(flag) => Json::from(flag),
            Constant::Word(word) => Json::from(word),
            Constant::Words(words) => Json::from(words),
            Constant::Wholes(numbers) => Json::from(numbers),
            Constant::Null => Json::Null,
            Constant::EmptyList => Json::Array(Vec::new()),
            Constant::EmptyObject => Json::Object(Map::new()),
        }
    }
}

/// Where a field's value comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The roster or the tracked state: filled in by itself.
    Unit,
    /// What the table shows: asked.
    Situation,
    /// What a player decides.
    Choice,
}

/// A condition on another field of the same form: it holds one of these values, or as a list any of them.
#[derive(Clone, Copy, Debug)]
pub struct When {
    /// The other field's id.
    pub field: &'static str,
    /// Its values, as JSON text would show them: an id, `true`, a number.
    pub is: &'static [&'static str],
}

impl Field {
    /// What a list of fields holds until its fields are put in.
    pub const BLANK: Field = Field {
        id: "",
        kind: Kind::Flag,
        need: Need::Optional,
        origin: Origin::Situation,
        nullable: false,
        label: "",
        help: "",
        when: &[],
        rare: false,
        usual: None,
        in_order: false,
        names: "",
        among: None,
        asked_in: &[],
        asked_at: &[],
        lengths: None,
    };
}

impl Field {
    /// Whether it is asked of a form that stands at `place`: `friends[0]`.
    pub fn is_asked_at(&self, place: &str) -> bool {
        let holder = place.rsplit('.').next().unwrap_or_default();
        let holder = holder.split('[').next().unwrap_or_default();
        self.asked_in.is_empty() || self.asked_in.contains(&holder)
    }

    /// Whether it is asked, given the other fields of its form: all that it depends on holds. A field left out counts as
    /// its default.
    pub fn matters(&self, form: &Form, object: &Map<String, Json>) -> bool {
        self.when.iter().all(|when| {
            let default = || form.field(when.field).and_then(|field| field.need.default());
            object.get(when.field).cloned().or_else(default).is_some_and(|value| when.holds(&value))
        })
    }
}

impl Need {
    /// What is taken for a field that is left out.
    pub fn default(self) -> Option<Json> {
        match self {
            Need::Default(constant) => Some(constant.json()),
            Need::Required | Need::Optional => None,
        }
    }
}

impl When {
    /// Whether the other field's value is one of those; of a list, whether one of its members is.
    pub fn holds(&self, value: &Json) -> bool {
        match value {
            Json::Array(list) => list.iter().any(|member| self.holds(member)),
            Json::String(word) => self.is.contains(&word.as_str()),
            other => self.is.contains(&other.to_string().as_str()),
        }
    }
}
