//! The course of a battle, as data.

use crate::secrecy::{Onlooker, Secrecy};
use crate::subject::{Side, Subject};
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

/// The course of a battle, as its game master prepared it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Course {
    /// Texts that players read before the battle.
    #[serde(skip_serializing_if = "is_default")]
    pub briefings: Briefings,
    /// Deployment of each side.
    #[serde(skip_serializing_if = "is_default")]
    pub deployment: ForSides,
    /// Units that are off the table at the start, in at most 24 entries.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub arrivals: Vec<Arrival>,
    /// At most 24 events.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub events: Vec<Event>,
    /// End of the battle.
    #[serde(skip_serializing_if = "is_default")]
    pub end: End,
    /// Points of both sides.
    #[serde(skip_serializing_if = "is_default")]
    pub points: Points,
    /// Agreements that players may change when they begin the battle. The scenario decides the others.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub may_change: Vec<Agreement>,
}

/// Texts that players read before the battle, each of at most 4,000 letters.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Briefings {
    /// For all.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub all: String,
    /// For the first side alone.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub a: String,
    /// For the second side alone.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub b: String,
    /// For the game master alone.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub umpire: String,
}

/// A text for each side, each of at most 4,000 letters.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ForSides {
    /// For the first side.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub a: String,
    /// For the second side.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub b: String,
}

/// Units that are off the table until they arrive together.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Arrival {
    /// Its id, which no other arrival has.
    pub id: String,
    /// Its name: "Rossiter’s Horse".
    pub name: String,
    /// Ids of the units. Empty if a command arrives.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub units: Vec<String>,
    /// Id of the command that arrives. Empty if `units` are given.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub command: String,
    /// Its time.
    #[serde(skip_serializing_if = "is_default")]
    pub at: ArrivesAt,
    /// Its place, of at most 400 letters: "East edge".
    #[serde(rename = "where", skip_serializing_if = "String::is_empty")]
    pub place: String,
}

/// Time of an arrival.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum ArrivesAt {
    /// When the game master says so, or an event brings it.
    #[default]
    Word,
    /// From the start of this turn on.
    Turn(i32),
    /// By a roll in each turn.
    Roll {
        /// First turn with a roll.
        from: i32,
        /// Number of dice, 1 to 3.
        #[serde(default = "one", skip_serializing_if = "is_one")]
        dice: i32,
        /// Sides of each die.
        #[serde(default = "six", skip_serializing_if = "is_six")]
        sides: i32,
        /// Least sum of the dice with which it arrives.
        need: i32,
    },
}

/// An event: a table of things that may happen.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Event {
    /// Its id, which no other event has.
    pub id: String,
    /// Its name: "Weather".
    pub name: String,
    /// Number of dice, 0 to 3. With 0, it has one row, which happens without a roll.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub dice: i32,
    /// Sides of each die.
    #[serde(default = "six", skip_serializing_if = "is_six")]
    pub sides: i32,
    /// Its time.
    #[serde(skip_serializing_if = "is_default")]
    pub when: EventTime,
    /// At most 24 rows, by the sum of the dice. With a sum that is in no row, nothing happens.
    pub rows: Vec<EventRow>,
}

/// Value of [`EventTime::Each`]'s `phase` for the start of a turn.
pub const TURN_START: &str = "turn";

/// Time of an event.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum EventTime {
    /// When players or the game master want it.
    #[default]
    ByHand,
    /// Once in each turn.
    Each {
        /// Id of the phase, or [`TURN_START`].
        #[serde(default = "turn_start", skip_serializing_if = "is_turn_start")]
        phase: String,
        /// First turn.
        #[serde(default = "one", skip_serializing_if = "is_one")]
        from: i32,
        /// Last turn; 0 for no limit.
        #[serde(default, skip_serializing_if = "is_default")]
        until: i32,
    },
}

/// A row of an event.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct EventRow {
    /// Least and greatest sum of the dice. Both are 0 for an event without dice.
    #[serde(skip_serializing_if = "is_default")]
    pub faces: [i32; 2],
    /// Text for players, of at most 400 letters. Empty if nothing happens.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub text: String,
    /// At most 8 effects.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub effects: Vec<Effect>,
}

/// An effect of an event.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Effect {
    /// Sets an own tracker.
    Set {
        /// Owner of the tracker.
        of: Subject,
        /// Id of the tracker: `own:Wind`.
        tracker: String,
        /// New value.
        to: Json,
    },
    /// Adds to an own tracker that counts, within its limits.
    Add {
        /// Owner of the tracker.
        of: Subject,
        /// Id of the tracker: `own:Ammunition`.
        tracker: String,
        /// Number that is added; negative to subtract.
        by: i32,
    },
    /// Switches an own modifier on. While it is on, it applies to every act that can take it.
    Switch {
        /// Name of the modifier.
        modifier: String,
        /// Number of turns, beginning with the current one; 0 for the rest of the battle.
        turns: i32,
    },
    /// Brings an arrival, by its id, whatever its time is.
    Bring(String),
    /// Gives points to a side.
    Points {
        /// The side.
        side: Side,
        /// The points; negative to take some.
        points: i32,
    },
}

/// End of the battle. It goes on until one of these holds, or until players close it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct End {
    /// Last turn; 0 for no limit.
    #[serde(skip_serializing_if = "is_default")]
    pub last_turn: i32,
    /// Share of an army's units, in percent. A side with so many broken or lost units has lost. 0 for no limit.
    #[serde(skip_serializing_if = "is_default")]
    pub share: i32,
}

/// Points of both sides.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Points {
    /// Points for each enemy unit that is broken or lost.
    #[serde(skip_serializing_if = "is_default")]
    pub broken: i32,
    /// Points for certain units of the enemy, in place of `broken`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub units: Vec<UnitPoints>,
    /// Ground that gives points to the side that holds it. At most 24.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub ground: Vec<Ground>,
    /// Least lead with which a side wins. With less, it is a draw.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub lead: i32,
}

impl Default for Points {
    fn default() -> Self {
        Self { broken: 0, units: Vec::new(), ground: Vec::new(), lead: 1 }
    }
}

/// Points for a certain unit that is broken or lost.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UnitPoints {
    /// Id of the unit.
    pub unit: String,
    /// Points for its enemy.
    pub points: i32,
}

/// A piece of ground. Players tick who holds it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ground {
    /// Its id, which no other piece has.
    pub id: String,
    /// Its name: "The baggage".
    pub name: String,
    /// Points for the side that holds it.
    pub points: i32,
}

/// Something that players agree on before a battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Agreement {
    /// House rules.
    HouseRules,
    /// Own rules.
    OwnRules,
    /// The clock.
    Clock,
    /// Hidden counters.
    Secrecy,
}

impl Agreement {
    /// All agreements.
    pub const ALL: [Self; 4] = [Self::HouseRules, Self::OwnRules, Self::Clock, Self::Secrecy];
}

impl Event {
    /// Returns the probability of each row, in order, from 0 to 1. If they add up to less than 1, the rest is the probability that nothing happens.
    pub fn chances(&self) -> Vec<f64> {
        let mut sums: Vec<f64> = vec![1.0];
        let sides = usize::try_from(self.sides.clamp(1, 100)).unwrap_or(1);
        for _ in 0..self.dice.clamp(0, super::DICE_MAX) {
            let mut next = vec![0.0; sums.len() + sides];
            for (sum, chance) in sums.iter().enumerate() {
                next[sum + 1..=sum + sides].iter_mut().for_each(|known| *known += chance / f64::from(self.sides));
            }
            sums = next;
        }
        let of_row = |row: &EventRow| {
            let [from, to] = row.faces;
            let within = |(sum, _): &(usize, &f64)| i32::try_from(*sum).is_ok_and(|sum| (from..=to).contains(&sum));
            sums.iter().enumerate().filter(within).map(|(_, chance)| chance).sum()
        };
        self.rows.iter().map(of_row).collect()
    }
}

impl Course {
    /// True if the scenario lets players change this agreement.
    pub fn lets_change(&self, agreement: Agreement) -> bool {
        self.may_change.contains(&agreement)
    }

    /// Returns the course without the texts for the game master alone.
    #[must_use]
    pub fn for_players(mut self) -> Self {
        self.briefings.umpire.clear();
        self
    }

    /// True if there are points for something.
    pub fn has_points(&self) -> bool {
        let gives = |effect: &Effect| matches!(effect, Effect::Points { .. });
        let mut effects = self.events.iter().flat_map(|event| &event.rows).flat_map(|row| &row.effects);
        self.points.broken != 0 || !self.points.units.is_empty() || !self.points.ground.is_empty() || effects.any(gives)
    }

    /// Returns the event with this id. `None` if there is none.
    pub fn event(&self, id: &str) -> Option<&Event> {
        self.events.iter().find(|event| event.id == id)
    }

    /// Returns the arrival with this id. `None` if there is none.
    pub fn arrival(&self, id: &str) -> Option<&Arrival> {
        self.arrivals.iter().find(|arrival| arrival.id == id)
    }
}

/// Reader of a briefing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reader {
    /// Everybody.
    All,
    /// A side.
    Side(Side),
    /// The game master.
    Umpire,
}

impl Briefings {
    /// Returns the text for a reader.
    pub fn text(&self, reader: Reader) -> &str {
        match reader {
            Reader::All => &self.all,
            Reader::Side(Side::A) => &self.a,
            Reader::Side(Side::B) => &self.b,
            Reader::Umpire => &self.umpire,
        }
    }

    /// Returns the texts that a device shows, each with its reader, without empty ones. `onlooker` is the person at the device; `None` for
    /// the umpire. If the players hide nothing from each other, a device for anybody shows the texts of both sides.
    pub fn shown_to(&self, onlooker: Option<Onlooker>, secrecy: Secrecy) -> Vec<(Reader, &str)> {
        let is_shown = |reader: &Reader| match (reader, onlooker) {
            (Reader::All, _) | (Reader::Umpire | Reader::Side(_), None) => true,
            (Reader::Umpire, Some(_)) => false,
            (Reader::Side(side), Some(Onlooker::Side(own))) => *side == own,
            (Reader::Side(_), Some(Onlooker::Anybody)) => secrecy == Secrecy::Open,
        };
        let readers = [Reader::All, Reader::Side(Side::A), Reader::Side(Side::B), Reader::Umpire];
        let shown = readers.into_iter().filter(is_shown).map(|reader| (reader, self.text(reader)));
        shown.filter(|(_, text)| !text.is_empty()).collect()
    }
}

impl ForSides {
    /// Returns the text of a side.
    pub fn of(&self, side: Side) -> &str {
        match side {
            Side::A => &self.a,
            Side::B => &self.b,
        }
    }
}

/// True for a value that is left out of the JSON because it is the default.
fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

fn one() -> i32 {
    1
}

fn is_one(number: &i32) -> bool {
    *number == 1
}

fn six() -> i32 {
    6
}

fn is_six(number: &i32) -> bool {
    *number == 6
}

fn turn_start() -> String {
    TURN_START.to_owned()
}

fn is_turn_start(phase: &String) -> bool {
    phase == TURN_START
}
