//! The own rules of a battle: what its players agreed on. They are a tracker of the battle, as the
//! [agreement](crate::rules::secrecy) on hidden counters is, and an act by hand sets them: before the first turn, or during play.

use super::trackers::OwnTracker;
use super::turn::{OwnBar, Reminder};
use super::{Adjustable, CHANGES_MAX, ID_MAX, MOST, NAME_MAX};
use crate::core::facts::{Fact, FactValue, Facts};
use crate::core::refusal::{Refusal, bad_if};
use crate::core::subject::Subject;
use crate::core::text::{is_blank, say, signed};
use crate::form::Constant;
use crate::rules::procedure::Procedure;
use crate::rules::ruleset::{Ruleset, Tracker, Tracks};
use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};

/// The own rules of the battle; unknown while players have none.
pub const OWN_RULES: Fact<OwnRules> = Fact::new("own_rules");

/// Most procedures of a modifier.
const PROCEDURES_MAX: usize = 60;

/// The players' own rules. [`check`](OwnRules::check) says what can be among them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct OwnRules {
    /// Modifiers: at most 12, each with a name of its own.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub modifiers: Vec<OwnModifier>,
    /// Trackers: at most 12, each with a name of its own.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub trackers: Vec<OwnTracker>,
    /// Bars: at most 12.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub bars: Vec<OwnBar>,
    /// Reminders: at most 12.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub reminders: Vec<Reminder>,
}

/// A modifier that the printed rules do not have.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OwnModifier {
    /// Its name for players, of 1 to 40 letters: "Charging uphill".
    pub name: String,
    /// Procedures that it is for, by their ids.
    pub procedures: Vec<String>,
    /// Number that it changes: the id of an [`Adjustable`] of each of them.
    pub number: String,
    /// Value added, from −6 to 6, and not 0.
    pub by: i32,
    /// Time at which it applies.
    #[serde(default, skip_serializing_if = "Applies::is_asked")]
    pub when: Applies,
}

/// Time at which an own modifier applies. A flag is that of a unit's tracker, by its id.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Applies {
    /// Players are asked each time.
    #[default]
    Asked,
    /// While the unit whose number it is has a flag.
    Unit(String),
    /// While one of the units on the other side has a flag.
    Opponent(String),
}

impl Applies {
    fn is_asked(&self) -> bool {
        *self == Self::Asked
    }

    /// The flag on which it depends, by the id of its tracker.
    pub fn flag(&self) -> Option<&str> {
        match self {
            Self::Asked => None,
            Self::Unit(flag) | Self::Opponent(flag) => Some(flag),
        }
    }
}

impl FactValue for OwnRules {
    /// `None` also for rules that could not be made here.
    fn read(json: &Json) -> Option<Self> {
        serde_json::from_value(json.clone()).ok().filter(|rules: &Self| rules.check().is_ok())
    }

    fn write(self) -> Json {
        serde_json::to_value(self).unwrap_or(Json::Null)
    }
}

impl OwnRules {
    /// The rules in force, from the trackers of the battle.
    pub fn of(battle: &Facts) -> Self {
        battle.value(OWN_RULES).unwrap_or_default()
    }

    /// All of them in a few words: `Charging uphill +1, Wet powder −1`.
    pub fn words(&self) -> String {
        let names = self.trackers.iter().map(|tracker| tracker.name.clone());
        let texts = self.reminders.iter().map(|reminder| reminder.text.clone());
        let mut all: Vec<String> = self.modifiers.iter().map(OwnModifier::words).chain(names).chain(texts).collect();
        if !self.bars.is_empty() {
            all.push(crate::text!("{n} {n|bar|bars}", n = self.bars.len()).to_string());
        }
        if all.is_empty() { say("none").to_owned() } else { all.join(", ") }
    }

    /// True if there are none.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Checks all that can be checked without a ruleset: lengths, numbers, that no name is there twice.
    ///
    /// # Errors
    /// `bad_value` at the first fault: `modifiers[1].name`.
    pub fn check(&self) -> Result<(), Refusal> {
        bad_if(self.modifiers.len() > CHANGES_MAX, "modifiers", crate::text!("At most {n}.", n = CHANGES_MAX))?;
        for (nth, modifier) in self.modifiers.iter().enumerate() {
            let is_taken = self.modifiers[..nth].iter().any(|other| other.name == modifier.name);
            let unique = bad_if(is_taken, "name", "There is one of this name already.");
            unique.and_then(|()| modifier.check()).map_err(|refusal| refusal.at_index(nth).within("modifiers"))?;
        }
        bad_if(self.trackers.len() > CHANGES_MAX, "trackers", crate::text!("At most {n}.", n = CHANGES_MAX))?;
        for (nth, tracker) in self.trackers.iter().enumerate() {
            let is_taken = self.trackers[..nth].iter().any(|other| other.name == tracker.name);
            let unique = bad_if(is_taken, "name", "There is one of this name already.");
            unique.and_then(|()| tracker.check()).map_err(|refusal| refusal.at_index(nth).within("trackers"))?;
        }
        bad_if(self.bars.len() > CHANGES_MAX, "bars", crate::text!("At most {n}.", n = CHANGES_MAX))?;
        each(&self.bars, "bars", OwnBar::check)?;
        bad_if(self.reminders.len() > CHANGES_MAX, "reminders", crate::text!("At most {n}.", n = CHANGES_MAX))?;
        each(&self.reminders, "reminders", Reminder::check)
    }

    /// Checks that a ruleset has the procedures, numbers and flags of all rules, and the rules [by themselves](Self::check).
    ///
    /// # Errors
    /// `bad_value` at the first fault.
    pub fn check_for(&self, ruleset: &Ruleset) -> Result<(), Refusal> {
        self.check()?;
        for (nth, modifier) in self.modifiers.iter().enumerate() {
            modifier.check_for(ruleset, self).map_err(|refusal| refusal.at_index(nth).within("modifiers"))?;
        }
        for (nth, tracker) in self.trackers.iter().enumerate() {
            tracker.check_for(ruleset).map_err(|refusal| refusal.at_index(nth).within("trackers"))?;
        }
        each(&self.bars, "bars", |bar| bar.check_for(ruleset, self))?;
        each(&self.reminders, "reminders", |reminder| reminder.check_for(ruleset))
    }
}

/// Checks each of a list; a refusal names its place.
fn each<T>(list: &[T], at: &str, check: impl Fn(&T) -> Result<(), Refusal>) -> Result<(), Refusal> {
    let mut all = list.iter().enumerate();
    all.try_for_each(|(nth, one)| check(one).map_err(|refusal| refusal.at_index(nth).within(at)))
}

impl OwnModifier {
    /// Its name and what it adds: `Charging uphill +1`.
    pub fn words(&self) -> String {
        format!("{} {}", self.name, signed(f64::from(self.by)))
    }

    /// The change that it makes in an act, as the act's input has it.
    pub fn change(&self) -> Json {
        json!({ "name": self.name, "number": self.number, "by": self.by })
    }

    /// True if it can change numbers of a procedure.
    pub fn is_for(&self, procedure: &Procedure) -> bool {
        self.procedures.iter().any(|id| id == procedure.id)
    }

    fn check(&self) -> Result<(), Refusal> {
        let is_name = !is_blank(&self.name) && self.name.chars().count() <= NAME_MAX && self.name.trim() == self.name;
        bad_if(!is_name, "name", crate::text!("A name has 1 to {n} letters.", n = NAME_MAX))?;
        let is_id = |id: &String| (1..=ID_MAX).contains(&id.chars().count());
        let are_ids = (1..=PROCEDURES_MAX).contains(&self.procedures.len()) && self.procedures.iter().all(is_id);
        bad_if(!are_ids, "procedures", "Choose what it is for.")?;
        bad_if(!is_id(&self.number), "number", "Choose what it changes.")?;
        bad_if(self.by == 0 || self.by.abs() > MOST, "by", crate::text!("It adds or takes 1 to {n}.", n = MOST))?;
        let is_flag = self.when.flag().is_none_or(|flag| (1..=ID_MAX + NAME_MAX).contains(&flag.chars().count()));
        bad_if(!is_flag, "when", "Choose the mark on which it depends.")
    }

    /// Checks that a ruleset has its procedures and its number, and that units have its flag: a printed one or one of these rules.
    ///
    /// # Errors
    /// `bad_value` at the first fault.
    pub fn check_for(&self, ruleset: &Ruleset, rules: &OwnRules) -> Result<(), Refusal> {
        let procedures = self.procedures.iter().map(|id| ruleset.procedure(id));
        let procedures: Option<Vec<&Procedure>> = procedures.collect();
        let procedures = procedures.ok_or_else(|| Refusal::bad("procedures", "These rules have no such procedure."))?;
        let has_number = |procedure: &&Procedure| procedure.adjustable.iter().any(|number| number.id == self.number);
        bad_if(!procedures.iter().all(has_number), "number", "It has no such number.")?;
        let has_flag = |flag: &str| flags(ruleset, rules).any(|tracker| tracker.id == flag);
        bad_if(!self.when.flag().is_none_or(has_flag), "when", "Units have no such mark.")
    }
}

/// The flags of units on which a modifier can depend.
pub fn flags<'a>(ruleset: &Ruleset, rules: &'a OwnRules) -> impl Iterator<Item = &'static Tracker> + use<'a> {
    let all = ruleset.trackers.iter().chain(rules.trackers_of(&Subject::unit("")));
    all.filter(|tracker| matches!(tracker.kind, Tracks::Flag))
}

/// The numbers that all of these procedures have, each once.
pub fn common_numbers(procedures: &[&Procedure]) -> Vec<Adjustable> {
    let mut common: Vec<Adjustable> = Vec::new();
    for number in procedures.first().into_iter().flat_map(|first| first.adjustable) {
        let has_it = |procedure: &&Procedure| procedure.adjustable.iter().any(|other| other.id == number.id);
        if procedures.iter().all(has_it) && !common.iter().any(|other| other.id == number.id) {
            common.push(*number);
        }
    }
    common
}

/// The tracker of the own rules. It is no tracker of any ruleset: a battle has it once players have made some.
static TRACKER: Tracker = Tracker::new(OWN_RULES, "Own rules", Tracks::Data, Constant::EmptyObject)
    .accepts(|value, _, _| OwnRules::read(value).is_some());

impl Ruleset {
    /// The tracker of the battle that holds the players' own rules.
    pub fn own_rules(&self) -> &'static Tracker {
        &TRACKER
    }
}
