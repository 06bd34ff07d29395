//! Names of units and sides, which replace the placeholders in a procedure's sentences, labels and ids.

use crate::app::state::BattleState;
use battle::analysis::roll_labels;
use battle::participants::{self, Participants};
use rules::names;
use rules::procedure::Procedure;
use rules::subject::Side;
use rules::text::Text;
use serde_json::{Map, Value as Json};

/// The names of the units and sides of an act. In texts, `{a1}` stands for a unit's name, `{side a}` for that of its side.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Names {
    names: names::Names,
    /// The procedure's own names of its rolls, by id.
    roll_names: &'static [(&'static str, &'static str)],
}

impl Names {
    /// Names without a battle: only the procedure's names of its rolls.
    pub fn of_procedure(procedure: &'static Procedure) -> Self {
        Self { names: names::Names::default(), roll_names: procedure.roll_names }
    }

    /// The names of the units that take part in a procedure, and of their sides.
    pub fn of_participants(battle: BattleState, procedure: &'static Procedure, participants: &Participants) -> Self {
        battle.with(|open| {
            let unit = |id: &str| open.state().unit(id);
            let name = |id: &str| unit(id).map(|unit| unit.name().to_owned()).unwrap_or_default();
            let side_of = |id: &str| unit(id).map(|unit| open.header().sides[unit.side].name.clone());
            let sides = open.header().sides.clone().map(|side| side.name);
            let units = |role: &str| participants.units(role).to_vec();
            let [a, b] = sides.clone();
            let acting = if participants.side(procedure, open.state()) == 0 { [a, b] } else { [b, a] };
            let mut all = Self::from_participants(procedure, units, name, side_of).or_sides(sides);
            all.names.add_acting(acting);
            all
        })
    }

    /// Only the names of the sides.
    pub fn of_sides(names: [String; 2]) -> Self {
        Self::default().or_sides(names)
    }

    /// Only the names of the sides of a battle.
    pub fn of_battle(battle: BattleState) -> Self {
        Self::of_sides(battle.with_untracked(|open| open.header().sides.clone().map(|side| side.name)))
    }

    /// Adds the names of the sides, unless the units have already given `side a` and `side b` a name.
    fn or_sides(mut self, names: [String; 2]) -> Self {
        if !self.names.has_sides() {
            Side::BOTH.map(Side::id).into_iter().zip(names).for_each(|(id, name)| self.names.add_side(id, name));
        }
        self
    }

    /// The names of the units of each role and of their sides. `units` returns the units of a role, `name` the name of a unit, and `side_of`
    /// the name of its side.
    fn from_participants(
        procedure: &'static Procedure,
        units: impl Fn(&str) -> Vec<String>,
        name: impl Fn(&str) -> String,
        side_of: impl Fn(&str) -> Option<String>,
    ) -> Self {
        Self { names: participants::names_of(procedure, units, name, side_of), roll_names: procedure.roll_names }
    }

    /// A sentence with the names inserted.
    pub fn spell(&self, sentence: &Text) -> String {
        sentence.named(&self.names)
    }

    /// A label in the player's language, with the names inserted.
    pub fn spell_label(&self, label: &str) -> String {
        self.names.label(label)
    }

    /// The names, without those of the rolls.
    pub fn inner(&self) -> &names::Names {
        &self.names
    }

    /// The labels of the rolls of an act, given their purposes in order.
    pub fn label_rolls<'a>(
        &self,
        procedure: &Procedure,
        input: &Map<String, Json>,
        purposes: impl IntoIterator<Item = &'a str>,
    ) -> Vec<String> {
        roll_labels::roll_labels(procedure, &self.names, input, purposes)
    }

    /// A label of a roll for use within a sentence: in lower case, `hit`, unless it begins with a name.
    pub fn within_sentence(
        &self,
        procedure: &Procedure,
        input: &Map<String, Json>,
        purpose: &str,
        label: String,
    ) -> String {
        roll_labels::within_sentence(procedure, &self.names, input, purpose, label)
    }

    /// An id as words, with the names inserted: `a1_b2_hit` → `Cromwell's Horse · Prince Rupert's Foot · hit`.
    pub fn spell_id(&self, id: &str) -> String {
        roll_labels::id_in_words(self.roll_names, &self.names, id)
    }
}
