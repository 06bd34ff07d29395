//! Consequences of an outcome: words for players, changes of trackers, and procedures that are due.

use crate::facts::{Fact, FactValue};
use crate::outcome::Value;
use crate::ruleset::Tracker;
use crate::subject::Subject;
use crate::table::{Change as TableChange, Unit};
use crate::text::Text;
use serde_json::Value as Json;

/// The role of effects on the battle itself.
pub const BATTLE: &str = crate::subject::BATTLE;
/// Key of the battle's turn.
pub const TURN: &str = "turn";
/// Key of the battle's phase: its index, or in effects its id.
pub const PHASE: &str = "phase";

/// Consequences of an outcome.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Consequences {
    /// In words: the headline first, then the reasons.
    pub words: Vec<Text>,
    /// Changes to trackers of participants, sides and the battle.
    pub effects: Vec<Effect>,
    /// Changes to anybody else, and units that join or leave. They are made after the effects.
    pub others: Vec<TableChange>,
    /// Procedures that are due next.
    pub due: Vec<Due>,
}

/// A change to a tracker of a participant, of a side or of the battle.
#[derive(Clone, Debug, PartialEq, Hash)]
pub struct Effect {
    /// Owner of the tracker: a role of the procedure, `side`, `enemy_side` or `battle`.
    pub role: &'static str,
    /// Index of the unit in the role, from 0.
    pub index: usize,
    /// The tracker.
    pub key: &'static str,
    /// Its change.
    pub change: Change,
}

/// A change of a tracker.
#[derive(Clone, Debug, PartialEq, Hash)]
pub enum Change {
    /// Sets a value of the outcome.
    Set(Value),
    /// Sets a value as the log keeps it.
    Put(Json),
    /// Raises it, or lowers it, by a number.
    Add(i32),
    /// Sets a number that was counted on from the one before: what counts is the difference, wherever the change is made again.
    Count {
        /// The number before.
        from: Json,
        /// The number after.
        to: Json,
    },
}

/// A procedure that is due, filled in as far as is known.
#[derive(Clone, Debug, PartialEq)]
pub struct Due {
    /// The procedure.
    pub procedure: &'static str,
    /// Reason.
    pub why: Text,
    /// Its participants: (role there, role here, index in the role here).
    pub participants: Vec<(&'static str, &'static str, usize)>,
    /// Fields already known.
    pub fields: Vec<(&'static str, Json)>,
}

/// Builds [`Consequences`], sentence by sentence.
#[derive(Debug, Default)]
pub struct ConsequencesBuilder(Consequences);

impl ConsequencesBuilder {
    /// Adds to consequences.
    pub fn continuing(begun: Consequences) -> Self {
        Self(begun)
    }

    /// Adds a sentence. The first is the headline.
    pub fn say(&mut self, text: impl Into<Text>) -> &mut Self {
        self.0.words.push(text.into());
        self
    }

    /// Adds sentences after the others.
    pub fn say_all(&mut self, words: Vec<Text>) -> &mut Self {
        self.0.words.extend(words);
        self
    }

    /// Adds sentences before all others.
    pub fn say_first(&mut self, words: Vec<Text>) -> &mut Self {
        self.0.words.splice(0..0, words);
        self
    }

    /// Drops all sentences, to say them anew with what is known of the table.
    pub fn drop_words(&mut self) -> &mut Self {
        self.0.words.clear();
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

    /// Sets a number of the only unit of a role that was counted on from the one before: chips paid, stands lost, inches moved.
    pub fn count<T: FactValue>(
        &mut self,
        role: &'static str,
        fact: Fact<T>,
        from: impl Into<T>,
        to: impl Into<T>,
    ) -> &mut Self {
        self.count_nth(role, 0, fact, from, to)
    }

    /// Sets a number of one of the units of a role, by its index, that was counted on from the one before.
    pub fn count_nth<T: FactValue>(
        &mut self,
        role: &'static str,
        index: usize,
        fact: Fact<T>,
        from: impl Into<T>,
        to: impl Into<T>,
    ) -> &mut Self {
        let change = Change::Count { from: from.into().write(), to: to.into().write() };
        self.0.effects.push(Effect { role, index, key: fact.id(), change });
        self
    }

    /// Raises a number of the only unit of a role, or lowers it. Adds nothing for 0.
    pub fn raise(&mut self, role: &'static str, fact: Fact<i32>, by: i32) -> &mut Self {
        self.raise_nth(role, 0, fact, by)
    }

    /// Raises a number of one of the units of a role, by its index. Adds nothing for 0.
    pub fn raise_nth(&mut self, role: &'static str, index: usize, fact: Fact<i32>, by: i32) -> &mut Self {
        if by != 0 {
            self.0.effects.push(Effect { role, index, key: fact.id(), change: Change::Add(by) });
        }
        self
    }

    /// Sets a tracker of somebody who takes no part: a unit by its id, a side, or the battle.
    pub fn put_on<T: FactValue>(&mut self, of: impl Into<Subject>, fact: Fact<T>, value: impl Into<T>) -> &mut Self {
        self.0.others.push(TableChange::to(of, fact, value));
        self
    }

    /// Copies a value to a tracker of somebody who takes no part.
    pub fn copy_to(&mut self, of: impl Into<Subject>, tracker: &'static Tracker, value: Json) -> &mut Self {
        self.0.others.push(TableChange::set(of, tracker.id, value));
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

    /// Begins the phase with this id. Trackers that last a phase go back to their start.
    pub fn begin_phase(&mut self, phase: &'static str) -> &mut Self {
        self.begin(PHASE, phase.into())
    }

    /// Begins a turn, with its phase of this id. Trackers that last a turn go back to their start.
    pub fn begin_turn(&mut self, turn: i32, phase: &'static str) -> &mut Self {
        self.begin(TURN, turn.into()).begin_phase(phase)
    }

    fn begin(&mut self, key: &'static str, value: Value) -> &mut Self {
        self.0.effects.push(Effect { role: BATTLE, index: 0, key, change: Change::Set(value) });
        self
    }

    /// Makes a procedure due. Returns it, for its participants and the fields that are already known.
    pub fn due(&mut self, procedure: &'static str, why: impl Into<Text>) -> &mut Due {
        self.0.due.push(Due { procedure, why: why.into(), participants: Vec::new(), fields: Vec::new() });
        self.0.due.last_mut().expect("just pushed")
    }

    /// The consequences.
    pub fn build(self) -> Consequences {
        self.0
    }
}

impl Due {
    /// Gives the role `there` to the only unit of the role `here`.
    pub fn participant(&mut self, there: &'static str, here: &'static str) -> &mut Self {
        self.participant_nth(there, here, 0)
    }

    /// Gives the role `there` to one of the units of the role `here`.
    pub fn participant_nth(&mut self, there: &'static str, here: &'static str, index: usize) -> &mut Self {
        self.participants.push((there, here, index));
        self
    }

    /// Sets a field that is already known.
    pub fn field(&mut self, id: &'static str, value: impl Into<Json>) -> &mut Self {
        self.fields.push((id, value.into()));
        self
    }
}
