//! Fields of forms: types, origins, and conditions under which players are asked for them.

use super::Form;
use crate::facts::Facts;
use crate::text;
use crate::text::{Text, number, say};
use serde_json::{Map, Value as Json};

/// One field of a form.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// Its id in JSON.
    pub id: &'static str,
    /// Type of its values.
    pub kind: Kind,
    /// Effect of input without it.
    pub need: Need,
    /// Source of its value.
    pub origin: Origin,
    /// Label for players. If it is empty, the id is shown with spaces.
    pub label: &'static str,
    /// A sentence that explains it to players who ask.
    pub help: &'static str,
    /// Conditions under which it matters. If one fails, the field has its default.
    pub when: &'static [When],
    /// If all of these conditions hold, it does not matter. Empty for none.
    pub unless: &'static [When],
    /// True for an uncommon option.
    pub rare: bool,
    /// Values that forms offer, if they depend on the input so far.
    pub offers: Offers,
    /// Role whose units it names or numbers from its least value, or an id of the procedure's [names](crate::procedure::Procedure::names).
    /// Empty if it names nothing.
    pub names: &'static str,
    /// Returns the value that holds if an optional field is missing. Forms show it, but it is not stored.
    pub usual: Option<Usual>,
    /// Ids of the fields in which its form asks for it. Empty: all.
    pub shown_in: &'static [&'static str],
    /// Order of the members of a list of choices.
    pub sequence: Sequence,
    /// Picture of two units in contact, which replaces a plain control. `None` for other fields.
    pub picture: Option<Picture>,
    /// Id of another number of its form. While both are equal, it changes with the other number, because players have not changed it
    /// separately. Empty for none.
    pub follows: &'static str,
    /// True for a choice that decides the whole act. A panel asks for it last, with a button for each option that shows its effect.
    pub decides: bool,
    /// Labels of both answers to a flag, first that of yes, if players choose between two things: each is a button. `None`: a tick.
    pub ways: Option<[&'static str; 2]>,
}

/// Values that forms offer for a field, given the input so far.
#[derive(Clone, Copy, Debug)]
pub enum Offers {
    /// All values of its kind.
    All,
    /// Bands of a number. A panel never fills in such a number by itself, because players would not notice a wrong one.
    Bands(Bands),
    /// Some choices.
    Among(Among),
    /// Some numbers of members of a list.
    Lengths(Lengths),
}

/// Order of the members of a list of choices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sequence {
    /// None: the list is a set, unless its length is fixed.
    None,
    /// Players choose the members one after the other, and they may repeat.
    InOrder,
    /// One choice for each roll with one of these purposes. Players make it after the dice before that roll are known. The first option of the choice
    /// makes the roll, the other options skip it.
    MidRoll(&'static [&'static str]),
}

/// Picture of two units in contact.
#[derive(Clone, Copy, Debug)]
pub struct Picture {
    /// Roles of two units that face each other as the field says. They are drawn if the form has both. `None` if the units are members of
    /// a list.
    pub between: Option<[&'static str; 2]>,
    /// Edges of two units that the choices mean; players tap an edge. `None` if the choices mean no edges.
    pub edges: Option<Edges>,
}

/// Returns the edges at which two units touch, for the id of a choice. One of the two touches with its front.
pub type Edges = fn(&str) -> Option<[TouchedEdge; 2]>;

/// Edge of a unit at which another touches it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TouchedEdge {
    /// Its front.
    Front,
    /// Left or right flank.
    Flank,
    /// Its rear.
    Rear,
}

/// Returns the ids of the choices that are offered, given the form so far.
pub type Among = fn(&Map<String, Json>) -> Vec<&'static str>;
/// Returns the value that holds if a field is missing, given the form so far; `None` if there is none.
pub type Usual = fn(&Map<String, Json>) -> Option<Json>;
/// Returns the bands of a number, the nearest first. The arguments are the whole input and the form that contains the field.
pub type Bands = fn(&Map<String, Json>, &Map<String, Json>) -> Vec<Band>;
/// Returns the possible numbers of members of a list, given the whole input.
pub type Lengths = fn(&Map<String, Json>) -> &'static [usize];

/// A band of a number: a range that the rules treat alike, or a single number if numbers have steps.
#[derive(Clone, Debug, PartialEq)]
pub struct Band {
    /// The number that is entered for the band: its upper limit, which is included, if it has one.
    pub to: f64,
    /// Its lower limit, which is included, if it has no upper limit. `None` for other bands: they begin where the band before them ends.
    pub from: Option<f64>,
    /// Label for players.
    pub label: Text,
    /// A short label for narrow places.
    pub sign: String,
}

impl Band {
    const fn new(to: f64, label: Text, sign: String) -> Self {
        Self { to, from: None, label, sign }
    }

    /// Returns the band up to a limit, from the limit of the band before it.
    pub fn up_to(to: f64) -> Self {
        Self::new(to, text!("up to {n}", n = to), format!("≤ {}", number(to)))
    }

    /// Returns a band up to each of these limits.
    pub fn each_up_to(mut limits: Vec<f64>) -> Vec<Self> {
        limits.sort_by(f64::total_cmp);
        limits.dedup();
        limits.into_iter().map(Self::up_to).collect()
    }

    /// Returns the band of a single number.
    pub fn exactly(to: f64) -> Self {
        Self::new(to, text!("{n}", n = to), number(to))
    }

    /// Returns the band of units that touch each other: 0.
    pub fn touching() -> Self {
        Self::new(0.0, text!("touching"), say("touching").to_owned())
    }

    /// Returns the band of all numbers from a limit on. The limit is included.
    pub fn at_least(from: f64) -> Self {
        Self { from: Some(from), ..Self::new(from, text!("{n} or more", n = from), format!("≥ {}", number(from))) }
    }

    /// Returns the band of all numbers above a limit. The number that is entered for it is the limit plus 1.
    pub fn above(limit: f64) -> Self {
        let label = text!("more than {n}", n = limit);
        Self { from: Some(limit.next_up()), ..Self::new(limit + 1.0, label, format!("> {}", number(limit))) }
    }

    /// Replaces both labels.
    #[must_use]
    pub fn labelled(mut self, label: Text) -> Self {
        self.sign = label.to_string();
        self.label = label;
        self
    }

    /// True if a number lies in the band. `after` is the limit of the band before it. If numbers have steps (`is_exact`), a band with an
    /// upper limit is that single number.
    pub fn contains(&self, number: f64, after: f64, is_exact: bool) -> bool {
        match self.from {
            Some(from) => number >= from,
            None if is_exact => (number - self.to).abs() < f64::EPSILON,
            None => number > after && number <= self.to,
        }
    }
}

/// Types of fields.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// A whole number within a range, ends included.
    Whole {
        /// Least value.
        min: i32,
        /// Greatest value.
        max: i32,
    },
    /// One of a few whole numbers.
    OneOf(&'static [i32]),
    /// A number within a range, ends included.
    Number {
        /// Least value.
        min: f64,
        /// Greatest value.
        max: f64,
        /// The number must be a multiple of this, if it is above 0.
        step: f64,
    },
    /// Yes or no.
    Flag,
    /// One of a list of choices.
    Choice(&'static [Choice]),
    /// A text of 1 to this many characters.
    Text(usize),
    /// A nested form.
    Object(&'static Form),
    /// A list of values of one kind.
    List {
        /// The kind of its members.
        of: &'static Kind,
        /// Least number of members.
        min: usize,
        /// Greatest number of members.
        max: usize,
    },
    /// A number for each choice of a list; 0 by default.
    Counts {
        /// The choices. Their ids are the keys of the numbers.
        of: &'static [Choice],
        /// Greatest value of each number.
        max: i32,
    },
}

/// One of the values of a [`Kind::Choice`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// Its id in JSON.
    pub id: &'static str,
    /// Label for players.
    pub label: &'static str,
}

/// Effect of input without a field.
#[derive(Clone, Copy, Debug)]
pub enum Need {
    /// It is refused.
    Required,
    /// The rule works without it, or finds its own default from other fields.
    Optional,
    /// This default is used.
    Default(Constant),
}

/// A default value.
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
    /// Returns the default as JSON.
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

/// Source of a field's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The roster or the trackers: filled in automatically.
    Unit,
    /// The situation on the table: players enter it.
    Situation,
    /// A decision of a player.
    Choice,
}

/// A condition on another field of the same form: it has one of these values. For a list, one of its members has.
#[derive(Clone, Copy, Debug)]
pub struct When {
    /// The other field's id.
    pub field: &'static str,
    /// The values as JSON text shows them: an id, `true`, a number.
    pub is: &'static [&'static str],
}

impl Field {
    /// Fills an array of fields until its fields are copied in.
    pub const BLANK: Field = Field {
        id: "",
        kind: Kind::Flag,
        need: Need::Optional,
        origin: Origin::Situation,
        label: "",
        help: "",
        when: &[],
        unless: &[],
        rare: false,
        offers: Offers::All,
        names: "",
        usual: None,
        shown_in: &[],
        sequence: Sequence::None,
        picture: None,
        follows: "",
        decides: false,
        ways: None,
    };
}

impl Field {
    /// True if players are asked for it in a form at this path, such as `friends[0]`.
    pub fn is_shown_in(&self, place: &str) -> bool {
        let holder = place.rsplit('.').next().unwrap_or_default();
        let holder = holder.split('[').next().unwrap_or_default();
        self.shown_in.is_empty() || self.shown_in.contains(&holder)
    }

    /// True if JSON `null` is one of its values.
    pub fn is_nullable(&self) -> bool {
        matches!(self.need, Need::Default(Constant::Null))
    }

    /// Returns the bands of a number. `None` if it has none.
    pub fn bands(&self) -> Option<Bands> {
        if let Offers::Bands(bands) = self.offers { Some(bands) } else { None }
    }

    /// Returns the purposes of the rolls before which players make this choice. Empty for other fields.
    pub fn mid_roll_purposes(&self) -> &'static [&'static str] {
        if let Sequence::MidRoll(purposes) = self.sequence { purposes } else { &[] }
    }

    /// Returns the roles of two units that are drawn face to face. `None` for other fields.
    pub fn between(&self) -> Option<[&'static str; 2]> {
        self.picture?.between
    }

    /// Returns the edges that its choices mean. `None` for other fields.
    pub fn edges(&self) -> Option<Edges> {
        self.picture?.edges
    }

    /// Returns the choices that it offers, given its form so far. Empty if it is not a choice.
    pub fn offered(&self, object: &Map<String, Json>) -> Vec<Choice> {
        let Kind::Choice(choices) = self.kind else { return Vec::new() };
        let Offers::Among(among) = self.offers else { return choices.to_vec() };
        let ids = among(object);
        ids.iter().filter_map(|id| choices.iter().find(|choice| choice.id == *id)).copied().collect()
    }

    /// Returns the answers that players choose from, each with its label, given its form so far: its choices, or the two ways of a flag.
    /// Empty for other fields.
    pub fn options(&self, object: &Map<String, Json>) -> Vec<(Json, &'static str)> {
        match self.ways {
            Some([yes, no]) => vec![(true.into(), yes), (false.into(), no)],
            None => self.offered(object).iter().map(|choice| (choice.id.into(), choice.label)).collect(),
        }
    }

    /// True if it decides the act, and offers no choice for this input.
    pub fn is_settled(&self, object: &Map<String, Json>) -> bool {
        self.decides && self.options(object).len() < 2
    }

    /// True if it matters, given the other fields of its form: `when` holds, and not all of `unless`. Missing fields have their defaults.
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
    /// Returns the value of a missing field. `None` if it has no default.
    pub fn default(self) -> Option<Json> {
        match self {
            Need::Default(constant) => Some(constant.json()),
            Need::Required | Need::Optional => None,
        }
    }
}

impl When {
    /// True if the other field has one of the values. For a list, if one of its members has.
    pub fn holds(&self, value: &Json) -> bool {
        match value {
            Json::Array(list) => list.iter().any(|member| self.holds(member)),
            Json::String(word) => self.is.contains(&word.as_str()),
            other => self.is.contains(&other.to_string().as_str()),
        }
    }

    /// True if a unit's facts have one of the values. The field may be one of the forms in a list: `groups.type`. Then one of them has it.
    pub fn holds_for(&self, facts: &Facts) -> bool {
        let Some((list, field)) = self.field.split_once('.') else {
            return facts.get(self.field).is_some_and(|value| self.holds(value));
        };
        let members = facts.get(list).and_then(Json::as_array);
        members
            .is_some_and(|members| members.iter().filter_map(|member| member.get(field)).any(|value| self.holds(value)))
    }
}
