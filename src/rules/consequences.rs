//! What an outcome means at the table: in words, on the trackers, and what is due next.

use crate::core::facts::{Fact, FactValue};
use crate::core::subject::Subject;
use crate::core::text::Text;
use crate::outcome::Value;
use crate::rules::table::{Change as TableChange, Unit};
use serde_json::Value as Json;

/// The role of effects on the battle itself.
pub const BATTLE: &str = "battle";
/// The key under which the battle's turn stands.
pub const TURN: &str = "turn";
/// The key under which the place of the battle's phase stands; in effects, its id.
pub const PHASE: &str = "phase";

/// What an outcome means at the table.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Consequences {
    /// In words: the headline first, then the reasons.
    pub words: Vec<Text>,
    /// Changes to trackers of participants, sides and the battle.
    pub effects: Vec<Effect>,
    /// Changes to anybody else, and units that join or leave. They are made after the effects.
    pub others: Vec<TableChange>,
    /// What is due next.
    pub due: Vec<Due>,
}

/// A change to a tracker of a participant, of a side or of the battle.
#[derive(Clone, Debug, PartialEq)]
pub struct Effect {
    /// Whose tracker: a role of the procedure, `side`, `enemy_side` or `battle`.
    pub role: &'static str,
    /// Which of the role's units, from 0.
    pub index: usize,
    /// The tracker.
    pub key: &'static str,
    /// What happens to it.
    pub change: Change,
}

/// What happens to a tracker.
#[derive(Clone, Debug, PartialEq)]
pub enum Change {
    /// It becomes this.
    Set(Value),
    /// It takes this value, as the log keeps it.
    Put(Json),
    /// It goes up, or down, by this much.
    Add(i32),
}

/// A procedure that is due, filled in as far as is known.
#[derive(Clone, Debug, PartialEq)]
pub struct Due {
    /// The procedure.
    pub procedure: &'static str,
    /// Why.
    pub why: Text,
    /// Who takes which role in it: (role there, role here, which of them).
    pub participants: Vec<(&'static str, &'static str, usize)>,
    /// Fields already known.
    pub fields: Vec<(&'static str, Json)>,
}

/// Tells a story, sentence by sentence.
#[derive(Debug, Default)]
pub struct ConsequencesBuilder(Consequences);

impl ConsequencesBuilder {
    /// Goes on with a story.
    pub fn continuing(begun: Consequences) -> Self {
        Self(begun)
    }

    /// A sentence. The first is the headline.
    pub fn say(&mut self, text: impl Into<Text>) -> &mut Self {
        self.0.words.push(text.into());
        self
    }

    /// A tracker of the role's only unit becomes `datum`.
    pub fn set(&mut self, role: &'static str, key: &'static str, value: impl Into<Value>) -> &mut Self {
        self.set_nth(role, 0, key, value)
    }

    /// A tracker of one of the role's units becomes `datum`.
    pub fn set_nth(
        &mut self,
        role: &'static str,
        index: usize,
        key: &'static str,
        value: impl Into<Value>,
    ) -> &mut Self {
        self.0.effects.push(Effect { role, index, key, change: Change::Set(value.into()) });
        self
    }

    /// A tracker of the role's only unit goes up (or down). By 0: nothing.
    pub fn add(&mut self, role: &'static str, key: &'static str, by: i32) -> &mut Self {
        self.add_nth(role, 0, key, by)
    }

    /// A tracker of one of the role's units goes up (or down). By 0: nothing.
    pub fn add_nth(&mut self, role: &'static str, index: usize, key: &'static str, by: i32) -> &mut Self {
        if by != 0 {
            self.0.effects.push(Effect { role, index, key, change: Change::Add(by) });
        }
        self
    }

    /// Sets a tracker of the only unit of a role.
    pub fn put<T: FactValue>(&mut self, role: &'static str, fact: Fact<T>, value: impl Into<T>) -> &mut Self {
        self.put_nth(role, 0, fact, value)
    }

    /// Sets a tracker of one of the units of a role, by its index.
    pub fn put_nth<T: FactValue>(
        &mut self,
        role: &'static str,
        index: usize,
        fact: Fact<T>,
        value: impl Into<T>,
    ) -> &mut Self {
        let change = Change::Put(value.into().write());
        self.0.effects.push(Effect { role, index, key: fact.id(), change });
        self
    }

    /// Raises a number of the only unit of a role, or lowers it. Adds nothing for 0.
    pub fn raise(&mut self, role: &'static str, fact: Fact<i32>, by: i32) -> &mut Self {
        self.add_nth(role, 0, fact.id(), by)
    }

    /// Raises a number of one of the units of a role, by its index. Adds nothing for 0.
    pub fn raise_nth(&mut self, role: &'static str, index: usize, fact: Fact<i32>, by: i32) -> &mut Self {
        self.add_nth(role, index, fact.id(), by)
    }

    /// Sets a tracker of somebody who takes no part: a unit by its id, a side, or the battle.
    pub fn put_on<T: FactValue>(&mut self, of: impl Into<Subject>, fact: Fact<T>, value: impl Into<T>) -> &mut Self {
        self.0.others.push(TableChange::to(of, fact, value));
        self
    }

    /// Lets a unit join the table.
    pub fn join(&mut self, unit: Unit) -> &mut Self {
        self.0.others.push(TableChange::Add(unit));
        self
    }

    /// Takes a unit off the table.
    pub fn leave(&mut self, unit: impl Into<String>) -> &mut Self {
        self.0.others.push(TableChange::Remove(unit.into()));
        self
    }

    /// The phase with this id begins: what lasts a phase is over.
    pub fn begin_phase(&mut self, phase: &'static str) -> &mut Self {
        self.set(BATTLE, PHASE, phase)
    }

    /// This turn begins, and its phase with this id: what lasts a turn is over.
    pub fn begin_turn(&mut self, turn: i32, phase: &'static str) -> &mut Self {
        self.set(BATTLE, TURN, turn).begin_phase(phase)
    }

    /// A procedure is due; who takes part and what is known already is said of what this hands back.
    pub fn due(&mut self, procedure: &'static str, why: impl Into<Text>) -> &mut Due {
        self.0.due.push(Due { procedure, why: why.into(), participants: Vec::new(), fields: Vec::new() });
        self.0.due.last_mut().expect("just pushed")
    }

    /// The story told.
    pub fn build(self) -> Consequences {
        self.0
    }
}

impl Due {
    /// Who takes the role `there`: the only unit of the role `here`.
    pub fn participant(&mut self, there: &'static str, here: &'static str) -> &mut Self {
        self.participant_nth(there, here, 0)
    }

    /// Who takes the role `there`: one of the units of the role `here`.
    pub fn participant_nth(&mut self, there: &'static str, here: &'static str, index: usize) -> &mut Self {
        self.participants.push((there, here, index));
        self
    }

    /// A field that is already known.
    pub fn field(&mut self, id: &'static str, value: impl Into<Json>) -> &mut Self {
        self.fields.push((id, value.into()));
        self
    }
}
