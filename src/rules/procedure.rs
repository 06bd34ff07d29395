//! Procedures: every rule that needs dice or arithmetic.

mod builder;
mod queries;
mod ready;
mod role;
mod ui_hints;

pub use queries::{Axis, Is, OddsQuery};
pub use ready::{Ready, Resolved};
pub use role::{Role, Whose};
pub use ui_hints::{GridPick, GridPicked, Lots, NamedFaces, PathPick, Price, Pricing, Sketch, Way};

use crate::core::refusal::Refusal;
use crate::core::text::Text;
use crate::dice::{Dice, Halt, Roll, Throw};
use crate::form::{Constant, Field, Filled, Form, Kind};
use crate::outcome::{Outcome, Record};
use crate::rules::consequences::ConsequencesBuilder;
use crate::rules::table::Scene;
use ready::Reader;
use serde_json::{Map, Value as Json};

/// A rule: a form that is filled in, permitted or refused, and played with dice.
pub trait Rule: Filled {
    /// What it comes to.
    type Outcome: Outcome;

    /// Checks what no single field shows: first the fields against each other, then what the rules forbid, in the order of the
    /// ruleset's description.
    ///
    /// # Errors
    /// `bad_value` where fields are at odds, `not_allowed` where the rules forbid it, each at its field.
    fn permit(&self) -> Result<(), Refusal> {
        Ok(())
    }

    /// What players must know before the dice: what a shot needs, how shots are shared out, who strikes first and why.
    fn before(&self) -> Vec<Text> {
        Vec::new()
    }

    /// Plays it. The same function rules with dice on the table and for the odds.
    ///
    /// # Errors
    /// [`Halt::Needs`] where the faces on the table end; [`Halt::Refused`] what shows only as it is played.
    fn play(&self, dice: &mut Dice) -> Result<Self::Outcome, Halt>;

    /// Plays it only as far as players look before the dice: what the procedure's [chances](Procedure::chances) and
    /// [axes](Procedure::axes) ask, where that is far less than all that it can come to. The same rule, of which less is told.
    ///
    /// # Errors
    /// As [`play`](Self::play).
    fn glance(&self, dice: &mut Dice) -> Result<Self::Outcome, Halt> {
        self.play(dice)
    }

    /// Tells it: what happened in words, what changes on the trackers, what is due next.
    fn describe(&self, outcome: &Self::Outcome, consequences: &mut ConsequencesBuilder) {
        let _ = (outcome, consequences);
    }
}

/// A procedure of a ruleset: a [`Rule`] and what players must know to use it.
#[derive(Debug)]
pub struct Procedure {
    /// Its id in requests.
    pub id: &'static str,
    /// Its name for players.
    pub title: &'static str,
    /// The heading (or headings) of the source that it enacts.
    pub heading: &'static str,
    /// What it is for, in a sentence or two.
    pub about: &'static str,
    /// Its input.
    pub form: &'static Form,
    /// Who takes part.
    pub participants: &'static [Role],
    /// What players ask of the odds first: the headline.
    pub chances: &'static [OddsQuery],
    /// Which of them is followed when a situation is said otherwise, by its place, from 0.
    pub headline: usize,
    /// What the bars of the distribution show: paths of whole numbers in the outcome.
    pub axes: &'static [Axis],
    /// The rulings that bear on it, by number: `R7`.
    pub rulings: &'static [&'static str],
    /// What throws decide, for players: (purpose, words).
    pub throws: &'static [(&'static str, &'static str)],
    /// Fields that make the odds lighter, for where the whole would be too much.
    pub lighter: &'static [(&'static str, Constant)],
    /// Whether it is done for a side rather than by a unit: players say for which.
    pub for_side: bool,
    /// The ways in which a unit's card offers it, if they are several.
    pub ways: &'static [Way],
    /// What doing it costs in a battle, or why it cannot be done now; none if it is always free.
    pub pricing: Option<Pricing>,
    /// How its dice are drawn as lots, if they are: cards of a deck.
    pub lots: Option<Lots>,
    /// How a place on a grid fills it in, if it does.
    pub grid_pick: Option<GridPick>,
    /// How a way over a grid fills it in, if it does.
    pub path_pick: Option<PathPick>,
    /// What the units' facts do not fill by name.
    pub fill: fn(&Scene, &mut Map<String, Json>),
    /// What fields [name](crate::form::Field::names) besides units: the groups of a melee, by the id in `names`.
    pub names: fn(&Scene, &str) -> Vec<String>,
    /// How players say what would be too much to say field by field.
    pub sketch: Option<Sketch>,
    /// What an outcome means besides at the table, of which the input knows nothing: that the General was with those who fell.
    pub aftermath: Aftermath,
    read: Reader,
    read_request: Reader,
}

/// Tells on, of who takes part, the input and the outcome.
pub type Aftermath = fn(&Scene, &Map<String, Json>, &Record, &mut ConsequencesBuilder);

impl Procedure {
    /// What doing it costs in a battle.
    ///
    /// # Errors
    /// Why it cannot be done now.
    pub fn costs(&self, scene: &Scene, input: &Map<String, Json>) -> Result<Price, Text> {
        self.pricing.map_or_else(|| Ok(Price::default()), |price| price(scene, input))
    }

    /// The chances that are followed when a situation is said otherwise: the [headline](Self::headline) first.
    pub fn followed(&self) -> impl Iterator<Item = &'static OddsQuery> + use<> {
        self.followed_places().map(|place| &self.chances[place])
    }

    /// Their places among the chances.
    pub(crate) fn followed_places(&self) -> impl Iterator<Item = usize> + use<> {
        let (headline, all) = (self.headline.min(self.chances.len()), self.chances.len());
        (headline..all).chain(0..headline)
    }

    /// Whether the units of a role stand behind the members of a list.
    pub fn binds(&self, list: &str) -> bool {
        self.participants.iter().any(|role| role.at.split_once("[]").is_some_and(|(own, _)| own == list))
    }

    /// The choice that must be asked before a throw is made, if it is one that the throw raises and nobody has said yet.
    pub fn raised(&self, input: &Map<String, Json>, throw: &Throw, made: &[Roll]) -> Option<&'static Field> {
        let field = self.form.fields.iter().find(|field| field.asked_at.contains(&throw.purpose.as_str()))?;
        let Kind::List { of: Kind::Choice([make, ..]), max, .. } = field.kind else { return None };
        let said = input.get(field.id).and_then(Json::as_array).map_or(&[][..], Vec::as_slice);
        let wanted = said.iter().filter(|said| **said == make.id).count();
        let thrown = made.iter().filter(|roll| field.asked_at.contains(&roll.purpose.as_str())).count();
        (wanted == thrown && said.len() < max).then_some(field)
    }

    /// Reads and permits an input.
    ///
    /// # Errors
    /// The first thing that is wrong with it.
    pub fn read(&self, input: &Map<String, Json>) -> Result<Ready, Refusal> {
        self.read.read(input)
    }

    /// The same for one request of the [contract](crate::contract), which may be bound to less than a table.
    ///
    /// # Errors
    /// The first thing that is wrong with it.
    pub fn read_request(&self, input: &Map<String, Json>) -> Result<Ready, Refusal> {
        self.read_request.read(input)
    }

    /// Tells on what was resolved at this table.
    pub fn describe_aftermath(&self, scene: &Scene, input: &Map<String, Json>, resolved: &mut Resolved) {
        let mut consequences = ConsequencesBuilder::continuing(std::mem::take(&mut resolved.consequences));
        (self.aftermath)(scene, input, &resolved.outcome, &mut consequences);
        resolved.consequences = consequences.build();
    }
}
