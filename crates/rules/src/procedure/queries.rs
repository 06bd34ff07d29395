//! Chances and distributions of an outcome that players see.

use super::Procedure;
use super::role::Whose;
use crate::dice::Dist;
use crate::form::{Constant, Field, path};
use crate::names::Names;
use crate::outcome::{Path, Record, Value};
use crate::text::{Text, say};
use serde_json::{Map, Value as Json};

/// Returns true for an input whose act cannot change the event of a chance.
pub type IsMoot = fn(&Map<String, Json>) -> bool;

/// An event of the outcome whose probability players see.
#[derive(Debug)]
pub struct Chance {
    /// The event in a few words: `breaks`. If the path has a `*`, `#` is replaced by the member's number, from 1.
    pub label: &'static str,
    /// Path in the outcome: `breaks`, `a[0].figures_lost`. With `[*]`, as in `many_status[*]`, there is a chance for each member of the
    /// list. Numbers are added as by [`Record::sum`].
    pub path: &'static str,
    /// Condition on the value at the path.
    pub is: Is,
    /// Place among the procedure's chances.
    pub rank: Rank,
    /// The side that it favours, relative to the acting unit. `None` if candidates are not compared by it.
    pub favours: Option<Whose>,
    /// Returns true for an input whose act cannot change the event, such as the rout of a unit that is already routed.
    pub is_moot: Option<IsMoot>,
    /// Sentences on the event and on its opposite, in the past and without a full stop, if the chance decides battles. Reports describe acts that
    /// changed the chance much by these sentences. Besides the names of roles, they have the gaps `{actor}` and `{foe}`, for the units of the acting
    /// and of the other side.
    pub told: Option<[&'static str; 2]>,
}

impl Chance {
    /// Returns the chance that a value of the outcome fulfils a condition.
    pub const fn of(label: &'static str, path: &'static str, is: Is) -> Self {
        Self { label, path, is, rank: Rank::Listed, favours: None, is_moot: None, told: None }
    }

    /// Lists acts that changed the chance much as turning points of a battle, with these sentences for the event and for its opposite:
    /// `{foe} broke`, `{foe} held`.
    #[must_use]
    pub const fn fateful(mut self, event: &'static str, opposite: &'static str) -> Self {
        self.told = Some([event, opposite]);
        self
    }

    /// Replaces the label.
    #[must_use]
    pub const fn labelled(mut self, label: &'static str) -> Self {
        self.label = label;
        self
    }

    /// Makes it the headline.
    #[must_use]
    pub const fn headline(mut self) -> Self {
        self.rank = Rank::Headline;
        self
    }

    /// Shows it next to the dice.
    #[must_use]
    pub const fn gist(mut self) -> Self {
        self.rank = Rank::Gist;
        self
    }

    /// Compares candidates by it, in favour of the acting side.
    #[must_use]
    pub const fn for_own(mut self) -> Self {
        self.favours = Some(Whose::Own);
        self
    }

    /// Compares candidates by it, in favour of the other side.
    #[must_use]
    pub const fn for_enemy(mut self) -> Self {
        self.favours = Some(Whose::Enemy);
        self
    }

    /// Leaves it out for inputs for which this is true, because their act cannot change the event.
    #[must_use]
    pub const fn moot(mut self, is_moot: IsMoot) -> Self {
        self.is_moot = Some(is_moot);
        self
    }
}

/// Place of a chance among those of its procedure. If all chances are [`Listed`](Self::Listed), the first one is the headline. It is then shown next
/// to the dice, together with the first chance of another event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rank {
    /// In the list of all chances.
    Listed,
    /// Next to the dice, too.
    Gist,
    /// First next to the dice, and recomputed when players vary a situation. If a procedure marks none, it is its first chance.
    Headline,
}

/// Condition on a value of the outcome.
#[derive(Clone, Copy, Debug)]
pub enum Is {
    /// The value is true.
    True,
    /// The number is this or more.
    AtLeast(i32),
    /// The value is this id.
    Word(&'static str),
    /// The list is not empty.
    Any,
}

impl Procedure {
    /// Returns the field of the choice that decides an act. `None` if the procedure has none, or if it does not matter for this input.
    pub fn decisive_field(&self, sketch: &Map<String, Json>) -> Option<&'static Field> {
        let form = self.form;
        form.fields.iter().find(|field| field.decides && field.matters(form, sketch))
    }

    /// True if the chance with this index is left out for this input.
    pub fn is_moot(&self, chance: usize, input: &Map<String, Json>) -> bool {
        self.chances.get(chance).and_then(|chance| chance.is_moot).is_some_and(|is_moot| is_moot(input))
    }

    /// Returns the index of the chance that is recomputed when players vary a situation.
    pub fn headline(&self) -> usize {
        self.chances.iter().position(|chance| chance.rank == Rank::Headline).unwrap_or(0)
    }

    /// Returns the indexes of the chances shown next to the dice, the headline first.
    pub fn gist(&self) -> impl Iterator<Item = usize> + use<> {
        let (headline, chances) = (self.headline(), self.chances);
        let others = (0..chances.len()).filter(move |place| *place != headline);
        [headline]
            .into_iter()
            .chain(others)
            .filter(move |place| chances.get(*place).is_some_and(|chance| chance.rank != Rank::Listed))
    }

    /// Returns the indexes of the chances by which candidates are compared, each with the side that it favours. Those of the acting side
    /// come first.
    pub fn stakes(&self) -> impl Iterator<Item = (usize, Whose)> + use<> {
        let chances = self.chances;
        let of = move |side: Whose| {
            let each = chances.iter().enumerate();
            each.filter_map(move |(place, chance)| {
                chance.favours.filter(|whose| *whose == side).map(|whose| (place, whose))
            })
        };
        of(Whose::Own).chain(of(Whose::Enemy))
    }

    /// True if candidates are not compared by any of its chances.
    pub fn has_no_stakes(&self) -> bool {
        self.chances.iter().all(|chance| chance.favours.is_none())
    }
}

/// An answer that is assumed while players have not given it, such as a range or cover.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Assumption {
    /// Path of the field: `range_in`. `shooters[].range_cm` means the field of each member of the list.
    pub path: &'static str,
    /// Assumed value.
    pub value: Constant,
    /// Words for players; `{n}` stands for the value: `at {n}″`.
    pub words: &'static str,
}

impl Assumption {
    /// Returns the paths in an input that it applies to: one for each member of the list.
    pub(super) fn places(&self, input: &Map<String, Json>) -> Vec<String> {
        let Some((list, rest)) = self.path.split_once("[]") else { return vec![self.path.to_owned()] };
        let members = path::get(input, list).and_then(Json::as_array).map_or(0, Vec::len);
        (0..members).map(|nth| format!("{list}[{nth}]{rest}")).collect()
    }

    /// Returns the assumption in the player's language.
    pub fn said(&self) -> String {
        let words = Text::from(self.words);
        match self.value {
            Constant::Whole(n) => words.with("n", n).to_string(),
            Constant::Number(n) => words.with("n", n).to_string(),
            _ => words.to_string(),
        }
    }
}

/// A number or a word of the outcome whose distribution is drawn, such as figures lost or the fate of a fighter.
#[derive(Debug)]
pub struct Axis {
    /// Unit of its numbers: `figures lost`. If the path has a `*`, `#` is replaced by the member's number, from 1.
    pub label: &'static str,
    /// Path in the outcome; numbers are added as by [`Record::sum`]. With `[*]`, as in `many_status[*]`, there is an axis for each member.
    pub path: &'static str,
    /// Side that it concerns; `None` for both. The app draws the axes of both sides next to each other.
    pub whose: Option<Whose>,
}

impl Axis {
    /// Returns an axis that concerns both sides.
    pub const fn of(label: &'static str, path: &'static str) -> Self {
        Self { label, path, whose: None }
    }

    /// Makes it an axis of the acting side.
    #[must_use]
    pub const fn own(mut self) -> Self {
        self.whose = Some(Whose::Own);
        self
    }

    /// Makes it an axis of the other side.
    #[must_use]
    pub const fn enemy(mut self) -> Self {
        self.whose = Some(Whose::Enemy);
        self
    }

    /// Returns the label for the list's member with an index, in the player's language. `names` fills its gaps.
    pub fn label_of(&self, nth: usize, names: &Names) -> String {
        numbered(self.label, nth, names)
    }

    /// Returns the path for the list's member with an index. `None` if the outcome has no such member.
    pub fn path_of(&self, outcome: &Record, nth: usize) -> Option<String> {
        let path = member(self.path, nth);
        let there = if self.path.contains(EACH) { outcome.at(&path).is_some() } else { nth == 0 };
        there.then_some(path)
    }
}

/// In a path, means each member of a list.
const EACH: &str = "[*]";

fn member(path: &str, nth: usize) -> String {
    path.replace(EACH, &format!("[{nth}]"))
}

fn numbered(label: &str, nth: usize, names: &Names) -> String {
    names.fill(&say(label).replace('#', &(nth + 1).to_string()))
}

impl Is {
    /// Returns the id, if the condition is one.
    pub fn word(self) -> Option<&'static str> {
        if let Is::Word(id) = self { Some(id) } else { None }
    }
}

impl Chance {
    /// Returns the path for the list's member with an index.
    fn path_of(&self, nth: usize) -> String {
        member(self.path, nth)
    }

    /// Returns the number of members in this outcome.
    pub fn count(&self, outcome: &Record) -> usize {
        if !self.path.contains(EACH) {
            return 1;
        }
        (0..).take_while(|nth| outcome.at(&self.path_of(*nth)).is_some()).count()
    }

    /// Returns the label for the list's member with an index, in the player's language. `names` fills its gaps.
    pub fn label_of(&self, nth: usize, names: &Names) -> String {
        numbered(self.label, nth, names)
    }

    /// Returns the sentence on what happened, for the list's member with an index, in the player's language. `None` if the chance does not
    /// decide battles.
    pub fn told_of(&self, nth: usize, happened: bool, names: &Names) -> Option<String> {
        let [event, opposite] = self.told?;
        Some(numbered(if happened { event } else { opposite }, nth, names))
    }

    /// Returns the probability for the list's member with an index, from 0 to 1. `None` if no outcome has such a member.
    pub fn likely(&self, odds: &Dist<Record>, nth: usize) -> Option<f64> {
        let path = self.path_of(nth);
        let path = Path::of(&path);
        let (mut known, mut likely) = (false, 0.0);
        for (outcome, p) in odds.iter() {
            match self.holds_at(&path, outcome) {
                Some(true) => (known, likely) = (true, likely + p),
                Some(false) => known = true,
                None => {}
            }
        }
        known.then_some(likely)
    }

    /// True if the event happens in this outcome, for the list's member with an index.
    pub fn comes_true(&self, outcome: &Record, nth: usize) -> bool {
        self.holds_at(&Path::of(&self.path_of(nth)), outcome) == Some(true)
    }

    /// True if the event happens in this outcome. `None` if there is no value at the path.
    fn holds_at(&self, path: &Path, outcome: &Record) -> Option<bool> {
        if let Is::AtLeast(least) = self.is {
            return Some(path.sum(outcome)? >= least);
        }
        let value = path.at(outcome)?;
        Some(match (value, self.is) {
            (Value::Flag(flag), Is::True) => *flag,
            (Value::List(list), Is::Any) => !list.is_empty(),
            (value, Is::Word(wanted)) => value.word() == Some(wanted),
            _ => false,
        })
    }
}
