//! Fields of forms: their types, their origins, and the conditions under which players are asked for them.

use super::Form;
use crate::text;
use crate::text::{Text, number};
use serde_json::{Map, Value as Json};

/// One field of a form.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// Its id in JSON.
    pub id: &'static str,
    /// Type of its values.
    pub kind: Kind,
    /// Treatment of an input without it.
    pub need: Need,
    /// Origin of its value.
    pub origin: Origin,
    /// True if JSON `null` is one of its values.
    pub nullable: bool,
    /// Label for players. Empty for the id with spaces.
    pub label: &'static str,
    /// A sentence for players who ask for its meaning.
    pub help: &'static str,
    /// Conditions under which it matters; otherwise its default is right.
    pub when: &'static [When],
    /// Conditions that, if all hold, make it of no matter. Empty for none.
    pub unless: &'static [When],
    /// True for an uncommon option, which the common case does not need.
    pub rare: bool,
    /// Bands of a number that players choose between. A panel leaves such a number open, as a wrong one would go unnoticed.
    pub bands: Option<Bands>,
    /// True for a list whose members have an order and may repeat.
    pub in_order: bool,
    /// The role whose units it numbers (from its least value) or names, or an id of the procedure's
    /// [names](crate::procedure::Procedure::names); empty if it names none.
    pub names: &'static str,
    /// Choices that are offered, given the form so far; all of them if `None`.
    pub among: Option<Among>,
    /// Value that holds where an optional field is left out, given the form so far. Forms show it; it is not stored.
    pub usual: Option<Usual>,
    /// Ids of the fields in which its form asks for it. Empty for all.
    pub shown_in: &'static [&'static str],
    /// Purposes of rolls that raise it: players are asked before such a roll, because only the dice make it matter. It is a
    /// list of choices, one for each time; the first choice makes the roll, any other does not.
    pub raised_by: &'static [&'static str],
    /// True if no form asks for it: who fills it in has a place of their own for it.
    pub apart: bool,
    /// Number of members that a list can have, given the whole input. `None` for as many as its kind allows.
    pub lengths: Option<Lengths>,
    /// Roles of two units that face each other by it, in a form that has both: they are drawn. `None` if it is about something else.
    pub between: Option<[&'static str; 2]>,
    /// Edges of two units that its choices stand for: players tap an edge. `None` if they stand for something else.
    pub edges: Option<Edges>,
    /// Id of another number of its form. While both are equal, and so nobody has set this one apart, it changes with the other.
    /// Empty for none.
    pub follows: &'static str,
}

/// Edges at which two units touch, by the id of a choice. One of the two touches with its front.
pub type Edges = fn(&str) -> Option<[TouchedEdge; 2]>;

/// An edge of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TouchedEdge {
    /// Its front.
    Front,
    /// Either flank.
    Flank,
    /// Its rear.
    Rear,
}

/// The choices that are offered, by id, given the form so far.
pub type Among = fn(&Map<String, Json>) -> Vec<&'static str>;
/// The value that holds where a field is left out, given the form so far; `None` if there is none.
pub type Usual = fn(&Map<String, Json>) -> Option<Json>;
/// The bands of a number, given the whole input and the form that the field stands in; the nearest first.
pub type Bands = fn(&Map<String, Json>, &Map<String, Json>) -> Vec<Band>;
/// Least and greatest number of members of a list.
pub type Lengths = fn(&Map<String, Json>) -> &'static [usize];

/// A band of a number: everything up to a limit that the rules treat alike, or a single number where numbers go by steps.
#[derive(Clone, Debug, PartialEq)]
pub struct Band {
    /// Its upper limit, which belongs to it, and which stands for all of it.
    pub to: f64,
    /// Label for players.
    pub label: Text,
    /// A sign for it, where there is little room.
    pub sign: String,
}

impl Band {
    /// Everything up to a limit, from where the band before it ends.
    pub fn up_to(to: f64) -> Self {
        Self { to, label: text!("up to {n}", n = to), sign: format!("≤ {}", number(to)) }
    }

    /// Bands up to each of these limits.
    pub fn each_up_to(mut limits: Vec<f64>) -> Vec<Self> {
        limits.sort_by(f64::total_cmp);
        limits.dedup();
        limits.into_iter().map(Self::up_to).collect()
    }

    /// A single number.
    pub fn exactly(to: f64) -> Self {
        Self { to, label: text!("{n}", n = to), sign: number(to) }
    }
}

/// Types of fields.
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
    /// A number for each of a list; 0 by default.
    Counts {
        /// The list: the ids are the keys of the numbers.
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

/// Treatment of inputs without a field.
#[derive(Clone, Copy, Debug)]
pub enum Need {
    /// It is refused.
    Required,
    /// The rule works without it, or finds its own default from other fields.
    Optional,
    /// This default is taken.
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
    /// An object of whole numbers.
    Counts(&'static [(&'static str, i32)]),
    /// `null`.
    Null,
    /// A list without members.
    EmptyList,
    /// An object without fields.
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
            Constant::Counts(counts) => {
                counts.iter().map(|(key, count)| ((*key).to_owned(), Json::from(*count))).collect()
            }
            Constant::Null => Json::Null,
            Constant::EmptyList => Json::Array(Vec::new()),
            Constant::EmptyObject => Json::Object(Map::new()),
        }
    }
}

/// Origins of fields' values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The roster or the trackers: filled in by itself.
    Unit,
    /// The situation on the table: players say it.
    Situation,
    /// A player's decision.
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
    /// Filler of a list of fields until its fields are put in.
    pub const BLANK: Field = Field {
        id: "",
        kind: Kind::Flag,
        need: Need::Optional,
        origin: Origin::Situation,
        nullable: false,
        label: "",
        help: "",
        when: &[],
        unless: &[],
        rare: false,
        bands: None,
        in_order: false,
        names: "",
        among: None,
        usual: None,
        shown_in: &[],
        raised_by: &[],
        apart: false,
        lengths: None,
        between: None,
        edges: None,
        follows: "",
    };
}

impl Field {
    /// True if players are asked for it in a form at `place`: `friends[0]`.
    pub fn is_shown_in(&self, place: &str) -> bool {
        let holder = place.rsplit('.').next().unwrap_or_default();
        let holder = holder.split('[').next().unwrap_or_default();
        !self.apart && (self.shown_in.is_empty() || self.shown_in.contains(&holder))
    }

    /// True if it matters, given the other fields of its form: all of `when` holds, and not all of `unless`. A field left out
    /// counts as its default.
    pub fn matters(&self, form: &Form, object: &Map<String, Json>) -> bool {
        let holds = |when: &When| {
            let default = || form.field(when.field).and_then(|field| field.need.default());
            object.get(when.field).cloned().or_else(default).is_some_and(|value| when.holds(&value))
        };
        let is_moot = !self.unless.is_empty() && self.unless.iter().all(holds);
        self.when.iter().all(holds) && !is_moot
    }
}

impl Need {
    /// Value of a field that is left out.
    pub fn default(self) -> Option<Json> {
        match self {
            Need::Default(constant) => Some(constant.json()),
            Need::Required | Need::Optional => None,
        }
    }
}

impl When {
    /// True if the other field's value is one of those; for a list, if one of its members is.
    pub fn holds(&self, value: &Json) -> bool {
        match value {
            Json::Array(list) => list.iter().any(|member| self.holds(member)),
            Json::String(word) => self.is.contains(&word.as_str()),
            other => self.is.contains(&other.to_string().as_str()),
        }
    }
}
