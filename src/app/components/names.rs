//! Names of those who take part in a procedure, for its sentences, labels and ids.

use crate::app::state::BattleState;
use battle::analysis::roll_labels;
use battle::participants::{self, Participants};
use rules::names;
use rules::procedure::Procedure;
use rules::subject::Side;
use rules::text::Text;
use serde_json::{Map, Value as Json};

/// The names of those who take part: `{a1}` shows a unit's name, `{side a}` its side's.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Names {
    names: names::Names,
    /// Words for what each roll decides, where the procedure has them.
    roll_names: &'static [(&'static str, &'static str)],
}

impl Names {
    /// The names of a procedure without a battle: only of what its rolls decide.
    pub fn of_procedure(procedure: &'static Procedure) -> Self {
        Self { names: names::Names::default(), roll_names: procedure.roll_names }
    }

    /// The names of those who take part in a procedure.
    pub fn of_participants(battle: BattleState, procedure: &'static Procedure, participants: &Participants) -> Self {
        battle.with(|open| {
            let unit = |id: &str| open.state().unit(id);
            let name = |id: &str| unit(id).map(|unit| unit.name().to_owned()).unwrap_or_default();
            let side_of = |id: &str| unit(id).map(|unit| open.header().sides[unit.side].name.clone());
            let sides = open.header().sides.clone().map(|side| side.name);
            let units = |role: &str| participants.units(role).to_vec();
            let [own, enemy] = sides.clone();
            let acting = if participants.side(procedure, open.state()) == 0 { [own, enemy] } else { [enemy, own] };
            let mut all = Self::from_participants(procedure, units, name, side_of).or_sides(sides);
            all.names.add_acting(acting);
            all
        })
    }

    /// The names of the sides, where no unit gives `side a` and `side b` a name.
    pub fn of_sides(names: [String; 2]) -> Self {
        Self::default().or_sides(names)
    }

    /// The names of the sides of a battle.
    pub fn of_battle(battle: BattleState) -> Self {
        Self::of_sides(battle.with_untracked(|open| open.header().sides.clone().map(|side| side.name)))
    }

    /// Adds the names of the sides where no unit gives them one.
    fn or_sides(mut self, names: [String; 2]) -> Self {
        if !self.names.has_sides() {
            Side::BOTH.map(Side::id).into_iter().zip(names).for_each(|(id, name)| self.names.add_side(id, name));
        }
        self
    }

    /// The names of the units of each role, given the units of a role, the name of a unit, the name of its side.
    fn from_participants(
        procedure: &'static Procedure,
        units: impl Fn(&str) -> Vec<String>,
        name: impl Fn(&str) -> String,
        side_of: impl Fn(&str) -> Option<String>,
    ) -> Self {
        Self { names: participants::names_of(procedure, units, name, side_of), roll_names: procedure.roll_names }
    }

    /// A sentence with the names in it.
    pub fn spell(&self, sentence: &Text) -> String {
        sentence.named(&self.names)
    }

    /// A label in the player's language, with the names in it.
    pub fn spell_label(&self, label: &str) -> String {
        self.names.label(label)
    }

    /// The names by themselves.
    pub fn inner(&self) -> &names::Names {
        &self.names
    }

    /// The rolls of an act in players' words, given their purposes in order.
    pub fn label_rolls<'a>(
        &self,
        procedure: &Procedure,
        input: &Map<String, Json>,
        purposes: impl IntoIterator<Item = &'a str>,
    ) -> Vec<String> {
        roll_labels::roll_labels(procedure, &self.names, input, purposes)
    }

    /// A label of a roll within a sentence: `hit`, unless it begins with a name.
    pub fn within_sentence(
        &self,
        procedure: &Procedure,
        input: &Map<String, Json>,
        purpose: &str,
        label: String,
    ) -> String {
        roll_labels::within_sentence(procedure, &self.names, input, purpose, label)
    }

    /// An id as words, with the names in it: `a1_b2_hit` → `Cromwell's Horse · Prince Rupert's Foot · hit`.
    pub fn spell_id(&self, id: &str) -> String {
        roll_labels::id_in_words(self.roll_names, &self.names, id)
    }
}
