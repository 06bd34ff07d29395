//! The own rules of a battle, on which its players agreed. They are a tracker of the battle, like the [agreement](crate::secrecy) on hidden
//! counters. An act by hand sets them, before the first turn or during play.

use super::trackers::{OwnTracker, Owner};
use super::turn::{OwnBar, Reminder};
use super::{Adjustable, MOST, PROCEDURES_MAX, check};
use crate::facts::{Fact, FactValue, Facts};
use crate::form::Constant;
use crate::procedure::Procedure;
use crate::refusal::{Refusal, bad_if};
use crate::ruleset::{Ruleset, Tracker, Tracks};
use crate::subject::Subject;
use crate::text::{say, signed};
use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};
use std::cell::RefCell;
use std::rc::Rc;

/// The own rules of the battle. Not set while players have none.
pub const OWN_RULES: Fact<OwnRules> = crate::fact!("own_rules", "Own rules");

/// The players' own rules. [`check`](OwnRules::check) validates them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct OwnRules {
    /// At most 12 modifiers with different names.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub modifiers: Vec<OwnModifier>,
    /// At most 12 trackers with different names.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub trackers: Vec<OwnTracker>,
    /// At most 12 bars.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub bars: Vec<OwnBar>,
    /// At most 12 reminders.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub reminders: Vec<Reminder>,
}

/// A modifier that is not in the printed rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OwnModifier {
    /// Its name for players, of 1 to 40 letters: "Charging uphill".
    pub name: String,
    /// Ids of the procedures that it applies to.
    pub procedures: Vec<String>,
    /// Id of the [`Adjustable`] number that it changes; each of the procedures has this number.
    pub number: String,
    /// Value added, from −6 to 6, and not 0.
    pub by: i32,
    /// Condition under which it applies.
    #[serde(default, skip_serializing_if = "Applies::is_asked")]
    pub when: Applies,
}

/// Condition under which an own modifier applies. A flag is given by the id of a unit's tracker.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Applies {
    /// Players are asked each time.
    #[default]
    Asked,
    /// While the unit that the number belongs to has the flag.
    Unit(String),
    /// While a unit of the other side has the flag.
    Opponent(String),
}

impl Applies {
    fn is_asked(&self) -> bool {
        *self == Self::Asked
    }

    /// Returns the id of the flag's tracker. `None` if players are asked.
    pub fn flag(&self) -> Option<&str> {
        match self {
            Self::Asked => None,
            Self::Unit(flag) | Self::Opponent(flag) => Some(flag),
        }
    }
}

impl FactValue for OwnRules {
    /// Returns `None` also for rules that [`check`](OwnRules::check) refuses.
    fn read(json: &Json) -> Option<Self> {
        serde_json::from_value(json.clone()).ok().filter(|rules: &Self| rules.check().is_ok())
    }

    fn write(self) -> Json {
        serde_json::to_value(self).unwrap_or(Json::Null)
    }
}

/// Cache of the own rules that were read last: they are read at every step and seldom change.
pub(super) struct InForce {
    json: Json,
    rules: OwnRules,
    /// Their trackers: of units, of sides and of the battle, in the order of [`Owner`].
    pub trackers: [Vec<&'static Tracker>; 3],
}

impl InForce {
    /// Returns the current rules, from the trackers of the battle. `None` if there are none.
    pub fn of(battle: &Facts) -> Option<Rc<Self>> {
        thread_local! {
            static LAST: RefCell<Option<Rc<InForce>>> = const { RefCell::new(None) };
        }
        let json = battle.get(OWN_RULES.id())?;
        let last = LAST.with_borrow(|last| last.clone().filter(|last| last.json == *json));
        if last.is_some() {
            return last;
        }
        let rules = OwnRules::read(json)?;
        let trackers = [Owner::Unit, Owner::Side, Owner::Battle].map(|owner| rules.of_owner(owner).collect());
        let read = Rc::new(Self { json: json.clone(), rules, trackers });
        LAST.set(Some(Rc::clone(&read)));
        Some(read)
    }
}

impl OwnRules {
    /// Returns the current rules, from the trackers of the battle. Empty if there are none.
    pub fn of(battle: &Facts) -> Self {
        InForce::of(battle).map(|in_force| in_force.rules.clone()).unwrap_or_default()
    }

    /// True if a change in an act's input equals one of these modifiers, and the procedure can take it.
    pub fn has_change(&self, procedure: &Procedure, change: &Json) -> bool {
        self.modifiers.iter().any(|modifier| modifier.is_for(procedure) && modifier.change() == *change)
    }

    /// Returns all rules in a few words: modifiers, names of trackers, texts of reminders, and the number of bars. `Charging uphill +1, Ammunition`.
    pub fn words(&self) -> String {
        let names = self.trackers.iter().map(|tracker| tracker.name.clone());
        let texts = self.reminders.iter().map(|reminder| reminder.text.clone());
        let mut all: Vec<String> = self.modifiers.iter().map(OwnModifier::words).chain(names).chain(texts).collect();
        if !self.bars.is_empty() {
            let n = self.bars.len();
            all.push(crate::text!("{n} {n|thing|things} that ticked units may not do", n = n).to_string());
        }
        if all.is_empty() { say("none").to_owned() } else { all.join(", ") }
    }

    /// True if these rules have fields that version 1.0.0 does not know. That version refuses such rules as a whole.
    pub fn is_marked(&self) -> bool {
        let by_tracker = |tracker: &OwnTracker| !tracker.bars_at_zero.is_empty() || !tracker.spent_by.is_empty();
        self.trackers.iter().any(by_tracker)
            || self.bars.iter().any(|bar| bar.procedure.is_none())
            || self.reminders.iter().any(|reminder| reminder.at.is_some())
    }

    /// True if there are no rules.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Checks what does not depend on a ruleset: lengths, ranges, and that names differ.
    ///
    /// # Errors
    /// `bad_value` at the first fault: `modifiers[1].name`.
    pub fn check(&self) -> Result<(), Refusal> {
        check::list(&self.modifiers, "modifiers", |modifier| Some(&modifier.name), OwnModifier::check)?;
        check::list(&self.trackers, "trackers", |tracker| Some(&tracker.name), OwnTracker::check)?;
        check::list(&self.trackers, "trackers", |tracker| Some(tracker.first_name()), |_| Ok(()))?;
        check::list(&self.bars, "bars", |_| None, OwnBar::check)?;
        check::list(&self.reminders, "reminders", |_| None, Reminder::check)
    }

    /// Checks the rules [by themselves](Self::check), and that a ruleset has their procedures, numbers and flags.
    ///
    /// # Errors
    /// `bad_value` at the first fault.
    pub fn check_for(&self, ruleset: &Ruleset) -> Result<(), Refusal> {
        self.check()?;
        check::list(&self.modifiers, "modifiers", |_| None, |modifier| modifier.check_for(ruleset, self))?;
        check::list(&self.trackers, "trackers", |_| None, |tracker| tracker.check_for(ruleset))?;
        check::list(&self.bars, "bars", |_| None, |bar| bar.check_for(ruleset, self))?;
        check::list(&self.reminders, "reminders", |_| None, |reminder| reminder.check_for(ruleset))
    }
}

impl OwnModifier {
    /// Returns its name and value: `Charging uphill +1`.
    pub fn words(&self) -> String {
        format!("{} {}", self.name, signed(f64::from(self.by)))
    }

    /// Returns the change that it makes, in the form of an act's input.
    pub fn change(&self) -> Json {
        json!({ "name": self.name, "number": self.number, "by": self.by })
    }

    /// True if players are asked each time whether it applies.
    pub fn is_asked(&self) -> bool {
        self.when.is_asked()
    }

    /// True if it can change a number of a procedure.
    pub fn is_for(&self, procedure: &Procedure) -> bool {
        self.procedures.iter().any(|id| id == procedure.id)
    }

    fn check(&self) -> Result<(), Refusal> {
        check::name(&self.name, "name")?;
        let are_ids =
            (1..=PROCEDURES_MAX).contains(&self.procedures.len()) && self.procedures.iter().all(|id| check::is_id(id));
        bad_if(!are_ids, "procedures", "Choose what it is for.")?;
        bad_if(!check::is_id(&self.number), "number", "Choose what it changes.")?;
        bad_if(self.by == 0 || self.by.abs() > MOST, "by", crate::text!("It adds or takes 1 to {n}.", n = MOST))?;
        bad_if(!self.when.flag().is_none_or(check::is_flag), "when", "Choose the tick on which it depends.")
    }

    /// Checks that a ruleset has its procedures and its number, and that its flag is printed or one of `rules`.
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
        bad_if(!self.when.flag().is_none_or(has_flag), "when", "Units have nothing of this name to tick.")
    }
}

/// Returns the flags of units on which a modifier can depend, printed and own.
pub fn flags<'a>(ruleset: &Ruleset, rules: &'a OwnRules) -> impl Iterator<Item = &'static Tracker> + use<'a> {
    let all = ruleset.trackers.unit.iter().chain(rules.trackers_of(&Subject::unit("")));
    all.filter(|tracker| matches!(tracker.kind, Tracks::Flag))
}

/// Returns the numbers that all of these procedures have, without duplicates.
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

/// The tracker of the own rules. It belongs to no ruleset: a battle has it once players have made some.
pub(crate) static TRACKER: Tracker =
    Tracker::new(OWN_RULES, Tracks::Data, Constant::EmptyObject).accepts(|value, _, _| OwnRules::read(value).is_some());
