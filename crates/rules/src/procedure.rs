//! Procedures: all rules that need dice or arithmetic.

mod builder;
mod controls;
mod grouping;
mod preview;
mod queries;
mod ready;
mod role;

pub use controls::{Grid, GridPicked, Lots, NamedFaces, Price, Pricing, RollLabel, Sketch, Taps, Variant};
pub use grouping::{GroupOrder, Grouping};
pub use preview::Preview;
pub use queries::{Assumption, Axis, Chance, Is, IsMoot, Rank};
pub use ready::{Ready, Resolved, Results};
pub use role::{Picks, Role, Whose};

use crate::ban::{self, Ban};
use crate::consequences::ConsequencesBuilder;
use crate::dice::{Dice, Halt, Roll, RollRequest};
use crate::facts::Facts;
use crate::form::{Field, Filled, Form, Kind, path};
use crate::outcome::Outcome;
use crate::own::{self, Adjustable};
use crate::refusal::Refusal;
use crate::table::Scene;
use ready::Reader;
use serde_json::{Map, Value as Json};

/// A rule: its form is filled in, its input is permitted or refused, and it is resolved with dice.
pub trait Rule: Filled {
    /// Its outcome.
    type Outcome: Outcome + Clone + 'static;

    /// Checks the prohibitions of the rules against the input, in the order of the source. The form's `validate` has compared the fields with
    /// each other before. A few rules compare some fields here, where the source's order puts a prohibition before them.
    ///
    /// # Errors
    /// `not_allowed` if the rules forbid the input, `bad_value` if such fields contradict each other. Each names its field.
    fn permit(&self) -> Result<(), Refusal> {
        Ok(())
    }

    /// Returns the texts that players see before the dice are rolled.
    fn preview(&self) -> Preview {
        Preview::default()
    }

    /// Resolves the rule. The same function runs with dice at the table and for odds. If parts of the outcome have more values than odds can list, it
    /// leaves out the parts that [`detail`](Dice::detail) does not ask for.
    ///
    /// # Errors
    /// [`Halt::Needs`] if there are not enough faces at the table. [`Halt::Refused`] for a refusal that depends on the dice.
    fn play(&self, dice: &mut Dice) -> Result<Self::Outcome, Halt>;

    /// Adds the consequences of the outcome: sentences, changes of trackers, procedures that become due.
    fn describe(&self, outcome: &Self::Outcome, consequences: &mut ConsequencesBuilder) {
        let _ = (outcome, consequences);
    }

    /// Adds consequences that depend on facts of a battle beyond the input, such as the fate of a General who was with fallen units.
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
    /// Headings of the source that it implements.
    pub heading: &'static str,
    /// Its purpose, in one or two sentences.
    pub about: &'static str,
    /// Form of its input.
    pub form: &'static Form,
    /// Roles of its participants. The acting unit has the first.
    pub participants: &'static [Role],
    /// Events of its outcome whose probabilities players see.
    pub chances: &'static [Chance],
    /// Numbers of its outcome whose distributions are drawn.
    pub axes: &'static [Axis],
    /// Answers that are assumed when candidates are compared, as long as players have not given them.
    pub assumes: &'static [Assumption],
    /// Numbers of the rulings that concern it: `R7`.
    pub rulings: &'static [&'static str],
    /// Names of its rolls for players: (purpose, name).
    pub roll_names: &'static [(&'static str, &'static str)],
    /// Unit or side that does it.
    pub agent: Agent,
    /// Numbers that players' [own modifiers](crate::own) can change.
    pub adjustable: &'static [Adjustable],
    /// The rules that forbid it, in the order in which their reasons are listed.
    pub bans: &'static [&'static [Ban]],
    /// Variants in which a unit's card offers it, if there are several.
    pub variants: &'static [Variant],
    /// True if a battle offers it to this unit, in this variant. False for units whose facts rule it out.
    pub offered_to: fn(&Facts, Option<&Variant>) -> bool,
    /// Computes its price in a battle. `None` if it is always free.
    pub pricing: Option<Pricing>,
    /// Description of its group acts. `None` if only one unit at a time can do it.
    pub grouping: Option<Grouping>,
    /// True if the unit of the first role moves.
    pub moves: bool,
    /// Dice that are drawn as lots, such as cards of a deck. `None`: they are shown as dice.
    pub lots: Option<Lots>,
    /// A grid on which players tap squares to fill in fields.
    pub grid: Option<Grid>,
    /// A short form that players fill in instead of long fields.
    pub sketch: Option<Sketch>,
    /// True if modifiers change the size of a die instead of its result.
    pub steps_dice: bool,
    /// Returns a label for a roll that depends on the input, if neither its purpose nor [`roll_names`](Self::roll_names) is clear enough.
    pub roll_label: RollLabel,
    /// Fills in fields for which there is no fact with the same id.
    pub fill: fn(&Scene, &mut Map<String, Json>),
    /// Returns true if the table decides the field at a path of the input, such as `side_a[0].fire_pistols`. Players are then not asked.
    pub known: Option<Known>,
    /// Returns names that fields [refer to](crate::form::Field::names), other than units, such as groups of a melee. The argument is the id in the
    /// fields' `names`.
    pub names: fn(&Scene, &str) -> Vec<Named>,
    read: Reader,
}

/// Agent of a procedure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Agent {
    /// A unit, which has the first role.
    Unit,
    /// A side, which players choose.
    Side,
    /// Nobody: it is a calculation on request. No unit's card offers it.
    Nobody,
}

/// A name that fields refer to and that is not the name of a unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    /// The name.
    pub name: String,
    /// Id of the unit that it is a part of, if any.
    pub unit: Option<String>,
}

impl From<String> for Named {
    fn from(name: String) -> Self {
        Self { name, unit: None }
    }
}

/// Returns true if the table decides a field, given the participants and the path of the field.
pub type Known = fn(&Scene, &str) -> bool;

impl Procedure {
    /// Returns its bans in one list.
    pub fn all_bans(&self) -> impl Iterator<Item = &'static Ban> + use<> {
        self.bans.iter().copied().flatten()
    }

    /// Returns the names for an id in fields' `names`, other than units.
    pub fn names_of(&self, scene: &Scene, what: &str) -> Vec<String> {
        (self.names)(scene, what).into_iter().map(|named| named.name).collect()
    }

    /// True if its dice are drawn as lots. The outcome names the lot; the face has no meaning for players.
    pub fn draws_lots(&self) -> bool {
        self.lots.is_some()
    }

    /// Returns the title for players: that of the option that the answers select, or its own.
    pub fn title_with(&self, answers: &Map<String, Json>) -> &'static str {
        let chosen =
            |variant: &&Variant| variant.answers().iter().all(|(field, value)| answers.get(field) == Some(value));
        self.variants.iter().find(chosen).map_or(self.title, |variant| variant.label)
    }

    /// Returns its price in a battle.
    pub fn price_in(&self, scene: &Scene, input: &Map<String, Json>) -> Price {
        self.pricing.map(|price| price(scene, input)).unwrap_or_default()
    }

    /// All chances, in the order in which they are computed when players vary a situation: from the [headline](Chance::headline) on, then those
    /// before it.
    pub fn followed(&self) -> impl Iterator<Item = &'static Chance> + use<> {
        self.followed_places().map(|place| &self.chances[place])
    }

    /// Returns the indexes of the chances in the order of [`followed`](Self::followed).
    pub fn followed_places(&self) -> impl Iterator<Item = usize> + use<> {
        let (headline, all) = (self.headline(), self.chances.len());
        (headline..all).chain(0..headline)
    }

    /// True if the members of a list are the units of a role.
    pub fn binds(&self, list: &str) -> bool {
        self.participants.iter().any(|role| role.list().is_some_and(|(bound, _)| bound == list))
    }

    /// Returns the choice that players must make before a roll. `None` if there is none, or if it is already made.
    pub fn mid_roll_choice(
        &self,
        input: &Map<String, Json>,
        roll: &RollRequest,
        made: &[Roll],
    ) -> Option<&'static Field> {
        let field = self.form.fields.iter().find(|field| field.mid_roll_purposes().contains(&roll.purpose.as_str()))?;
        let Kind::List { of: Kind::Choice([make, ..]), max, .. } = field.kind else { return None };
        let said = input.get(field.id).and_then(Json::as_array).map_or(&[][..], Vec::as_slice);
        let wanted = said.iter().filter(|said| **said == make.id).count();
        let rolled = made.iter().filter(|roll| field.mid_roll_purposes().contains(&roll.purpose.as_str())).count();
        (wanted == rolled && said.len() < max).then_some(field)
    }

    /// Returns the assumptions for missing answers, each with the paths of the missing fields.
    pub fn assumed(&self, input: &Map<String, Json>) -> Vec<(&'static Assumption, Vec<String>)> {
        let lacking = |assumption: &'static Assumption| {
            let mut places = assumption.places(input);
            places.retain(|place| path::get(input, place).is_none());
            (!places.is_empty()).then_some((assumption, places))
        };
        self.assumes.iter().filter_map(lacking).collect()
    }

    /// Reads and permits an input of a battle. Of the [bans](Self::bans), only final ones are judged: the referee judges the others, and
    /// players can override them.
    ///
    /// # Errors
    /// The first fault.
    pub fn read(&self, input: &Map<String, Json>) -> Result<Ready, Refusal> {
        self.read_by(input, |ban| ban.is_final)
    }

    /// Reads and permits an input without a battle. The bans are judged by the input alone.
    ///
    /// # Errors
    /// The first fault.
    pub fn read_alone(&self, input: &Map<String, Json>) -> Result<Ready, Refusal> {
        self.read_by(input, |_| true)
    }

    /// Reads and permits an input of the contract, without a battle. Its limits may be lower than those at the table.
    ///
    /// # Errors
    /// The first fault.
    pub fn read_request(&self, input: &Map<String, Json>) -> Result<Ready, Refusal> {
        self.form.check(input)?;
        self.read_by(input, |_| true)
    }

    fn read_by(&self, input: &Map<String, Json>, judges: fn(&Ban) -> bool) -> Result<Ready, Refusal> {
        let ready = self.read.read(input)?;
        own::check(self, input)?;
        ban::permit(self, input, judges, || ready.permit())?;
        Ok(ready)
    }

    /// True if no [ban](Self::bans) of units forbids it to an acting unit. A ban does not hold if it reads a value that is neither among the unit's
    /// facts nor among `answers`.
    pub fn may(&self, unit: &Facts, answers: &[(&str, Json)]) -> bool {
        let answers = answers.iter().map(|(field, value)| ((*field).to_owned(), value.clone()));
        ban::may(self, unit, &answers.collect())
    }
}
