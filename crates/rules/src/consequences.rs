//! Consequences of an outcome: sentences for players, changes of trackers, and procedures that become due.

use crate::facts::{Fact, FactValue};
use crate::outcome::Value;
use crate::ruleset::Tracker;
use crate::subject::BATTLE;
use crate::subject::Subject;
use crate::table::{Change as TableChange, Unit};
use crate::table::{PHASE, TURN};
use crate::text::Text;
use serde_json::Value as Json;

/// Consequences of an outcome.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Consequences {
    /// Sentences for players: the headline first, then the reasons.
    pub words: Vec<Text>,
    /// Changes of trackers of participants, sides and the battle.
    pub effects: Vec<Effect>,
    /// Changes of other units, and units that join or leave. They are made after the effects.
    pub others: Vec<TableChange>,
    /// Procedures that become due.
    pub due: Vec<Due>,
}

/// A change of a tracker of a participant, of a side or of the battle.
#[derive(Clone, Debug, PartialEq, Hash)]
pub struct Effect {
    /// Role of the tracker's owner in the procedure; or `side`, `enemy_side` or `battle`.
    pub role: &'static str,
    /// Index of the unit in the role, from 0.
    pub index: usize,
    /// Id of the tracker.
    pub key: &'static str,
    /// Its change.
    pub change: Change,
}

/// A change of a tracker.
#[derive(Clone, Debug, PartialEq, Hash)]
pub enum Change {
    /// Sets it to a value of the outcome.
    Set(Value),
    /// Sets it to a JSON value as in the log.
    Put(Json),
    /// Adds a number, which may be negative.
    Add(i32),
    /// Changes a counted number. If the tracker is not at `from` when the change is applied, the difference is added to it.
    Count {
        /// The number before.
        from: Json,
        /// The number after.
        to: Json,
    },
}

/// A procedure that becomes due, with the known part of its input.
#[derive(Clone, Debug, PartialEq)]
pub struct Due {
    /// Id of the procedure.
    pub procedure: &'static str,
    /// Reason, for players.
    pub why: Text,
    /// Its participants: (role in the due procedure, role in this procedure, index in that role).
    pub participants: Vec<(&'static str, &'static str, usize)>,
    /// Input fields that are known: (id, value).
    pub fields: Vec<(&'static str, Json)>,
}

/// Builds [`Consequences`], sentence by sentence.
#[derive(Debug, Default)]
pub struct ConsequencesBuilder(Consequences);

impl ConsequencesBuilder {
    /// Returns a builder that begins with these consequences.
    pub fn continuing(begun: Consequences) -> Self {
        Self(begun)
    }

    /// Adds a sentence. The first sentence is the headline.
    pub fn say(&mut self, text: impl Into<Text>) -> &mut Self {
        self.0.words.push(text.into());
        self
    }

    /// Adds sentences after the existing ones.
    pub fn say_all(&mut self, words: Vec<Text>) -> &mut Self {
        self.0.words.extend(words);
        self
    }

    /// Adds sentences before the existing ones.
    pub fn say_first(&mut self, words: Vec<Text>) -> &mut Self {
        self.0.words.splice(0..0, words);
        self
    }

    /// Removes all sentences, so that they can be written again with facts of the table.
    pub fn drop_words(&mut self) -> &mut Self {
        self.0.words.clear();
        self
    }

    /// Sets a tracker of the first unit of a role.
    pub fn put<T: FactValue>(&mut self, role: &'static str, fact: Fact<T>, value: impl Into<T>) -> &mut Self {
        self.put_nth(role, 0, fact, value)
    }

    /// Sets a tracker of the unit with this index in a role.
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

    /// Changes a counted number of the first unit of a role, such as chips paid, stands lost or inches moved.
    pub fn count<T: FactValue>(
        &mut self,
        role: &'static str,
        fact: Fact<T>,
        from: impl Into<T>,
        to: impl Into<T>,
    ) -> &mut Self {
        self.count_nth(role, 0, fact, from, to)
    }

    /// Changes a counted number of the unit with this index in a role.
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

    /// Adds a number, which may be negative, to a tracker of the first unit of a role. Does nothing for 0.
    pub fn raise(&mut self, role: &'static str, fact: Fact<i32>, by: i32) -> &mut Self {
        self.raise_nth(role, 0, fact, by)
    }

    /// Adds a number, which may be negative, to a tracker of the unit with this index in a role. Does nothing for 0.
    pub fn raise_nth(&mut self, role: &'static str, index: usize, fact: Fact<i32>, by: i32) -> &mut Self {
        if by != 0 {
            self.0.effects.push(Effect { role, index, key: fact.id(), change: Change::Add(by) });
        }
        self
    }

    /// Sets a tracker of a unit that does not take part, of a side, or of the battle.
    pub fn put_on<T: FactValue>(&mut self, of: impl Into<Subject>, fact: Fact<T>, value: impl Into<T>) -> &mut Self {
        self.0.others.push(TableChange::to(of, fact, value));
        self
    }

    /// Sets a tracker that no ruleset describes, by its id.
    pub fn set_on(&mut self, of: impl Into<Subject>, key: String, value: impl Into<Json>) -> &mut Self {
        self.0.others.push(TableChange::set(of, key, value));
        self
    }

    /// Copies a value to a tracker of a unit that does not take part, of a side, or of the battle.
    pub fn copy_to(&mut self, of: impl Into<Subject>, tracker: &'static Tracker, value: Json) -> &mut Self {
        self.0.others.push(TableChange::set(of, tracker.id, value));
        self
    }

    /// Adds a unit to the table.
    pub fn join(&mut self, unit: Unit) -> &mut Self {
        self.0.others.push(TableChange::Add(unit));
        self
    }

    /// Removes a unit from the table.
    pub fn leave(&mut self, unit: impl Into<String>) -> &mut Self {
        self.0.others.push(TableChange::Remove(unit.into()));
        self
    }

    /// Begins the phase with this id. Trackers that last a phase are reset.
    pub fn begin_phase(&mut self, phase: &'static str) -> &mut Self {
        self.begin(PHASE.id(), phase.into())
    }

    /// Begins a turn in the phase with this id. Trackers that last a turn are reset.
    pub fn begin_turn(&mut self, turn: i32, phase: &'static str) -> &mut Self {
        self.begin(TURN.id(), turn.into()).begin_phase(phase)
    }

    fn begin(&mut self, key: &'static str, value: Value) -> &mut Self {
        self.0.effects.push(Effect { role: BATTLE, index: 0, key, change: Change::Set(value) });
        self
    }

    /// Makes a procedure due that no [duty](crate::turn::DutyRule) states, or whose duty is open before and after the act. Other duties are
    /// listed with the outcome by themselves. Returns it, so that participants and known fields can be added.
    pub fn due(&mut self, procedure: &'static str, why: impl Into<Text>) -> &mut Due {
        self.0.due.push(Due { procedure, why: why.into(), participants: Vec::new(), fields: Vec::new() });
        self.0.due.last_mut().expect("just pushed")
    }

    /// Returns the consequences.
    pub fn build(self) -> Consequences {
        self.0
    }
}

impl Due {
    /// Gives the first unit of the role `here` the role `there` in the due procedure.
    pub fn participant(&mut self, there: &'static str, here: &'static str) -> &mut Self {
        self.participant_nth(there, here, 0)
    }

    /// Gives the unit with this index in the role `here` the role `there` in the due procedure.
    pub fn participant_nth(&mut self, there: &'static str, here: &'static str, index: usize) -> &mut Self {
        self.participants.push((there, here, index));
        self
    }

    /// Sets a known input field.
    pub fn field(&mut self, id: &'static str, value: impl Into<Json>) -> &mut Self {
        self.fields.push((id, value.into()));
        self
    }
}
