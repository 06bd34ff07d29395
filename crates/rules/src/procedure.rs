//! Procedures: every rule that needs dice or arithmetic.

mod builder;
mod queries;
mod ready;
mod role;
mod ui_hints;

pub use queries::{Assumption, Axis, Chance, Is, IsMoot};
pub use ready::{Ready, Resolved, Results};
pub use role::{Role, Whose};
pub use ui_hints::{GridPick, GridPicked, Lots, NamedFaces, PathPick, Price, Pricing, RollLabel, Sketch, UiHints, Way};

use crate::condition::{self, Condition};
use crate::consequences::ConsequencesBuilder;
use crate::dice::{Dice, Halt, Roll, RollRequest};
use crate::facts::Facts;
use crate::form::{Field, Filled, Form, Kind, path};
use crate::outcome::Outcome;
use crate::own::{self, Adjustable};
use crate::refusal::Refusal;
use crate::table::Scene;
use crate::text::Text;
use ready::Reader;
use serde_json::{Map, Value as Json};

/// A rule: a form that is filled in, permitted or refused, and played with dice.
pub trait Rule: Filled {
    /// Its outcome.
    type Outcome: Outcome + Clone + 'static;

    /// Checks more than single fields: first the fields against each other, then the rules' prohibitions, in the order of the
    /// ruleset's description.
    ///
    /// # Errors
    /// `bad_value` where fields are at odds, `not_allowed` where the rules forbid it, each at its field.
    fn permit(&self) -> Result<(), Refusal> {
        Ok(())
    }

    /// Words for players before the dice: the number that a shot needs, how shots are shared out, who strikes first and why.
    fn before(&self) -> Vec<Text> {
        Vec::new()
    }

    /// Consequences that no die decides, in a sentence each: that fire from close by makes cavalry Irregular, how many counters its
    /// flanks cost a unit. They stand in every outcome, too.
    fn certain(&self) -> Vec<Text> {
        Vec::new()
    }

    /// Source of the dice of its first roll, in a few words: `8 figures ÷ 4`. `None` where their number explains itself.
    fn dice_from(&self) -> Option<Text> {
        None
    }

    /// Plays it. The same function rules with dice on the table and for the odds. Where parts of the outcome have far more values
    /// than odds can list, it leaves out those that are not [wanted](Dice::detail).
    ///
    /// # Errors
    /// [`Halt::Needs`] where the faces on the table end; [`Halt::Refused`] what shows only as it is played.
    fn play(&self, dice: &mut Dice) -> Result<Self::Outcome, Halt>;

    /// Describes the outcome: words, changes of trackers, procedures that are due.
    fn describe(&self, outcome: &Self::Outcome, consequences: &mut ConsequencesBuilder) {
        let _ = (outcome, consequences);
    }

    /// Adds consequences that depend on more than the input, in a battle: the General was with those who fell.
    fn aftermath(&self, scene: &Scene, outcome: &Self::Outcome, consequences: &mut ConsequencesBuilder) {
        let _ = (scene, outcome, consequences);
    }
}

/// A procedure of a ruleset: a [`Rule`] with its description for players.
#[derive(Debug)]
pub struct Procedure {
    /// Its id in requests.
    pub id: &'static str,
    /// Its name for players.
    pub title: &'static str,
    /// The heading (or headings) of the source that it enacts.
    pub heading: &'static str,
    /// Its purpose, in a sentence or two.
    pub about: &'static str,
    /// Its input.
    pub form: &'static Form,
    /// Its participants.
    pub participants: &'static [Role],
    /// Chances that players ask for.
    pub chances: &'static [Chance],
    /// Numbers of the outcome whose distributions are drawn.
    pub axes: &'static [Axis],
    /// Answers that are assumed where candidates are compared, and nobody gave them.
    pub assumes: &'static [Assumption],
    /// The rulings that bear on it, by number: `R7`.
    pub rulings: &'static [&'static str],
    /// Purposes of rolls, in words for players: (purpose, words).
    pub roll_names: &'static [(&'static str, &'static str)],
    /// True if no unit does it: a calculation on request, which no card offers.
    pub calculates: bool,
    /// True if it is done for a side rather than by a unit. Players choose the side.
    pub for_side: bool,
    /// Numbers that players' [own modifiers](crate::own) can change.
    pub adjustable: &'static [Adjustable],
    /// Rules of the turn about single units that take part, in the order in which they are named.
    pub conditions: &'static [Condition],
    /// Ways in which a unit's card offers it, if there are several.
    pub ways: &'static [Way],
    /// True for units that a battle offers it to, in this way. False for those that never could by what they are now.
    pub offered_to: fn(&Facts, Option<&Way>) -> bool,
    /// Its price in a battle, or the reason why it cannot be done now; `None` if it is always free.
    pub pricing: Option<Pricing>,
    /// A place on a grid that fills in fields, if there is one.
    pub grid_pick: Option<GridPick>,
    /// Hints for its panel, which few procedures need.
    pub ui_hints: UiHints,
    /// Fills in fields that the units' facts do not fill by name.
    pub fill: fn(&Scene, &mut Map<String, Json>),
    /// True for a question that the table answers, by its place in the input (`side_a[0].fire_pistols`): what is filled in is
    /// right, and players are not asked.
    pub known: Option<Known>,
    /// Names that fields [refer to](crate::form::Field::names) besides units: the groups of a melee, by the id in `names`.
    pub names: fn(&Scene, &str) -> Vec<Named>,
    read: Reader,
    read_request: Reader,
}

/// A name that fields refer to, besides those of units.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    /// The name.
    pub name: String,
    /// Id of the unit that it is a part of, if it is one.
    pub unit: Option<String>,
}

impl From<String> for Named {
    fn from(name: String) -> Self {
        Self { name, unit: None }
    }
}

/// Judges a question, given the participants and the place of its answer.
pub type Known = fn(&Scene, &str) -> bool;

impl Procedure {
    /// The names that fields refer to by this id besides units.
    pub fn names_of(&self, scene: &Scene, what: &str) -> Vec<String> {
        (self.names)(scene, what).into_iter().map(|named| named.name).collect()
    }

    /// True if its dice stand for lots. Its outcome names the lot; the face alone says nothing to players.
    pub fn draws_lots(&self) -> bool {
        self.ui_hints.lots.is_some()
    }

    /// Title for players: that of the way that the answers choose, or its own.
    pub fn title_with(&self, answers: &Map<String, Json>) -> &'static str {
        let chosen = |way: &&Way| way.answers().iter().all(|(field, value)| answers.get(field) == Some(value));
        self.ways.iter().find(chosen).map_or(self.title, |way| way.label)
    }

    /// Its price in a battle.
    ///
    /// # Errors
    /// The reason why it cannot be done now.
    pub fn costs(&self, scene: &Scene, input: &Map<String, Json>) -> Result<Price, Text> {
        self.pricing.map_or_else(|| Ok(Price::default()), |price| price(scene, input))
    }

    /// Chances that are followed when a situation is varied, the [headline](Chance::headline) first.
    pub fn followed(&self) -> impl Iterator<Item = &'static Chance> + use<> {
        self.followed_places().map(|place| &self.chances[place])
    }

    /// Indexes of the [followed](Self::followed) chances.
    pub fn followed_places(&self) -> impl Iterator<Item = usize> + use<> {
        let (headline, all) = (self.headline(), self.chances.len());
        (headline..all).chain(0..headline)
    }

    /// True if the members of a list stand for the units of a role.
    pub fn binds(&self, list: &str) -> bool {
        self.participants.iter().any(|role| role.at.split_once("[]").is_some_and(|(own, _)| own == list))
    }

    /// The choice that players must make before a roll, if the roll raises one that nobody has made yet.
    pub fn raised(&self, input: &Map<String, Json>, roll: &RollRequest, made: &[Roll]) -> Option<&'static Field> {
        let field = self.form.fields.iter().find(|field| field.raised_by.contains(&roll.purpose.as_str()))?;
        let Kind::List { of: Kind::Choice([make, ..]), max, .. } = field.kind else { return None };
        let said = input.get(field.id).and_then(Json::as_array).map_or(&[][..], Vec::as_slice);
        let wanted = said.iter().filter(|said| **said == make.id).count();
        let rolled = made.iter().filter(|roll| field.raised_by.contains(&roll.purpose.as_str())).count();
        (wanted == rolled && said.len() < max).then_some(field)
    }

    /// Assumptions for answers that an input lacks, each with the places where it lacks them.
    pub fn unsaid(&self, input: &Map<String, Json>) -> Vec<(&'static Assumption, Vec<String>)> {
        let lacking = |assumption: &'static Assumption| {
            let mut places = assumption.places(input);
            places.retain(|place| path::get(input, place).is_none());
            (!places.is_empty()).then_some((assumption, places))
        };
        self.assumes.iter().filter_map(lacking).collect()
    }

    /// Reads and permits an input of a battle, whose referee judges the [conditions](Self::conditions) and may have been overridden.
    ///
    /// # Errors
    /// The first thing that is wrong with it.
    pub fn read(&self, input: &Map<String, Json>) -> Result<Ready, Refusal> {
        self.read_by(self.read, input, |condition| condition.is_final)
    }

    /// Reads and permits an input without a battle: the conditions are judged by the input alone.
    ///
    /// # Errors
    /// The first thing that is wrong with it.
    pub fn read_alone(&self, input: &Map<String, Json>) -> Result<Ready, Refusal> {
        self.read_by(self.read, input, |_| true)
    }

    /// Reads and permits an input of the contract, whose limits may be lower than a table's, without a battle.
    ///
    /// # Errors
    /// The first thing that is wrong with it.
    pub fn read_request(&self, input: &Map<String, Json>) -> Result<Ready, Refusal> {
        self.read_by(self.read_request, input, |_| true)
    }

    fn read_by(
        &self,
        reader: Reader,
        input: &Map<String, Json>,
        judges: fn(&Condition) -> bool,
    ) -> Result<Ready, Refusal> {
        let ready = reader.read(input)?;
        own::check(self, input)?;
        condition::permit(self, input, |condition| !condition.is_last && judges(condition))?;
        let ready = ready.permit()?;
        condition::permit(self, input, |condition| condition.is_last && judges(condition))?;
        Ok(ready)
    }

    /// True if no [condition](Self::conditions) forbids it to a unit that would act. What neither the unit's facts nor these answers
    /// show is not judged.
    pub fn may(&self, unit: &Facts, answers: &[(&str, Json)]) -> bool {
        let answers = answers.iter().map(|(field, value)| ((*field).to_owned(), value.clone()));
        condition::may(self, unit, &answers.collect())
    }
}
