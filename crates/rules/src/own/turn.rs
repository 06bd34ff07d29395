//! Own bars and reminders: acts that players forbid themselves, and texts that they are shown after an act.

use super::{OwnRules, OwnTracker, check};
use crate::facts::{Fact, FactValue, Facts};
use crate::form::Constant;
use crate::refusal::{Refusal, bad_if};
use crate::ruleset::{Ruleset, Tracker, Tracks};
use crate::text;
use crate::text::{Gap, Text, is_blank};
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

/// Rule id of all own bars.
pub const BAR: &str = "own_rules";
/// Greatest length of a reminder, in letters.
pub const REMINDER_MAX: usize = 120;
/// Texts of the reminders that players have not ticked off yet. A tracker of the battle.
pub const REMINDERS: Fact<Vec<String>> = crate::fact!("own_reminders", "Reminders");

/// Value of a reminder's `at` that stands for the start of a turn.
pub const AT_TURN: &str = "turn";

/// A bar that is not in the printed rules: it forbids procedures to units with a flag. Players can override it like any other.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OwnBar {
    /// Id of the flag's tracker.
    pub flag: String,
    /// Id of the procedure, if it forbids only one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub procedure: Option<String>,
    /// Ids of the procedures, if it forbids several.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub procedures: Vec<String>,
}

/// The tracker of the reminders. A battle has it once a reminder was shown. By hand, players can tick reminders off, but not write them.
pub(crate) static REMINDERS_TRACKER: Tracker =
    Tracker::new(REMINDERS, Tracks::Data, Constant::Wholes(&[])).accepts(|value, _, table| {
        let current = table.battle.value(REMINDERS).unwrap_or_default();
        Vec::<String>::read(value).is_some_and(|left| left.iter().all(|reminder| current.contains(reminder)))
    });

/// A text that players are shown after a procedure, or when a phase or a turn begins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reminder {
    /// Id of the procedure after which it is shown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<String>,
    /// Id of the phase at whose start it is shown, or [`AT_TURN`]. Either this or `after` is given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<String>,
    /// Text for players, of 1 to 120 letters.
    pub text: String,
}

impl OwnBar {
    pub(super) fn check(&self) -> Result<(), Refusal> {
        bad_if(!check::is_flag(&self.flag), "flag", "Choose the tick on which it depends.")?;
        let is_one = self.procedure.as_ref().is_some_and(|id| check::is_id(id)) && self.procedures.is_empty();
        let are_several = self.procedure.is_none() && !self.procedures.is_empty();
        bad_if(!is_one && !are_several, "procedures", "Choose what it is for.")?;
        check::procedures(&self.procedures, "procedures")
    }

    /// Returns a bar of these procedures.
    pub fn of(flag: String, procedures: Vec<String>) -> Self {
        match <[String; 1]>::try_from(procedures) {
            Ok([procedure]) => Self { flag, procedure: Some(procedure), procedures: Vec::new() },
            Err(procedures) => Self { flag, procedure: None, procedures },
        }
    }

    /// Iterates over the ids of the procedures that it forbids.
    pub fn forbids(&self) -> impl Iterator<Item = &str> {
        self.procedure.iter().chain(&self.procedures).map(String::as_str)
    }

    /// Checks that a ruleset has the procedure, and that units can have the flag.
    ///
    /// # Errors
    /// `bad_value` at the first fault.
    pub fn check_for(&self, ruleset: &Ruleset, rules: &OwnRules) -> Result<(), Refusal> {
        let has_flag = super::flags(ruleset, rules).any(|tracker| tracker.id == self.flag);
        bad_if(!has_flag, "flag", "Units have nothing of this name to tick.")?;
        let is_known = |id: &str| ruleset.procedure(id).is_some();
        bad_if(!self.forbids().all(is_known), "procedures", "These rules have no such procedure.")
    }
}

impl Reminder {
    pub(super) fn check(&self) -> Result<(), Refusal> {
        let is_text = !is_blank(&self.text) && self.text.chars().count() <= REMINDER_MAX;
        bad_if(!is_text, "text", text!("A reminder has 1 to {n} letters.", n = REMINDER_MAX))?;
        let ids = [&self.after, &self.at].map(|id| id.as_ref().is_some_and(|id| check::is_id(id)));
        let is_one = ids.iter().any(|is_id| *is_id) && self.after.is_some() != self.at.is_some();
        bad_if(!is_one, "after", "Choose what it is for.")
    }

    /// Checks that a ruleset has the procedure or the phase.
    ///
    /// # Errors
    /// `bad_value` at `after` or `at` if it does not.
    pub fn check_for(&self, ruleset: &Ruleset) -> Result<(), Refusal> {
        let has_procedure = |id: &String| ruleset.procedure(id).is_some();
        let has_moment = |id: &String| id == AT_TURN || ruleset.phases.iter().any(|phase| phase.id == id);
        bad_if(!self.after.as_ref().is_none_or(has_procedure), "after", "These rules have no such procedure.")?;
        bad_if(!self.at.as_ref().is_none_or(has_moment), "at", "These rules have no such phase.")
    }
}

impl OwnRules {
    /// Returns the message if an own bar, or a count at 0, forbids a procedure to one of these units.
    pub fn barred<'a>(
        &self,
        ruleset: &Ruleset,
        procedure: &str,
        units: impl Iterator<Item = &'a Facts> + Clone,
    ) -> Option<Text> {
        let has = |flag: &str| units.clone().any(|unit| unit.get(flag) == Some(&Json::Bool(true)));
        let forbids = |bar: &&OwnBar| bar.forbids().any(|id| id == procedure) && has(&bar.flag);
        let is_zero = |id: &str| units.clone().any(|unit| unit.get(id).and_then(Json::as_i64) == Some(0));
        let at_zero = |tracker: &&OwnTracker| {
            tracker.bars_at_zero.iter().any(|id| id == procedure) && is_zero(&tracker.tracker_id())
        };
        if let Some(bar) = self.bars.iter().find(forbids) {
            let flag = self.flag_label(ruleset, &bar.flag);
            return Some(text!("Own rule: units ticked “{flag}” may not do this.", flag = flag));
        }
        let tracker = self.trackers.iter().find(at_zero)?;
        Some(text!("Own rule: units with 0 in “{tracker}” may not do this.", tracker = tracker.name.clone()))
    }

    /// Returns the reminders after a procedure: `standing` and the new ones, without duplicates. `None` if there are no new ones.
    pub fn reminded(&self, procedure: &str, standing: Vec<String>) -> Option<Vec<String>> {
        self.reminded_by(|reminder| reminder.after.as_deref() == Some(procedure), standing)
    }

    /// Returns the reminders when a phase begins, like [`reminded`](Self::reminded). `is_new_turn` is true for the first phase of a turn.
    pub fn reminded_at(&self, phase: &str, is_new_turn: bool, standing: Vec<String>) -> Option<Vec<String>> {
        let is_due = |at: &str| at == phase || (is_new_turn && at == AT_TURN);
        self.reminded_by(|reminder| reminder.at.as_deref().is_some_and(is_due), standing)
    }

    fn reminded_by(&self, is_due: impl Fn(&Reminder) -> bool, mut standing: Vec<String>) -> Option<Vec<String>> {
        let before = standing.len();
        for reminder in self.reminders.iter().filter(|reminder| is_due(reminder)) {
            if !standing.contains(&reminder.text) {
                standing.push(reminder.text.clone());
            }
        }
        (standing.len() > before).then_some(standing)
    }

    /// Returns the label of a flag: that of the printed rules, or the name that players gave it.
    pub fn flag_label(&self, ruleset: &Ruleset, flag: &str) -> Gap {
        ruleset.label(flag).map_or_else(|| Gap::from(self.name_of(flag).unwrap_or(flag).to_owned()), Gap::from)
    }
}
