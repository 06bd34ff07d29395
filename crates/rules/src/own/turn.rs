//! Own bars and reminders: acts that players forbid themselves, and texts that they are shown after an act.

use super::{OwnRules, check};
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

/// A bar that is not in the printed rules: it forbids a procedure to units with a flag. Players can override it like any other.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OwnBar {
    /// Id of the flag's tracker.
    pub flag: String,
    /// Id of the procedure.
    pub procedure: String,
}

/// The tracker of the reminders. A battle has it once a reminder was shown. By hand, players can tick reminders off, but not write them.
pub(crate) static REMINDERS_TRACKER: Tracker =
    Tracker::new(REMINDERS, Tracks::Data, Constant::Wholes(&[])).accepts(|value, _, table| {
        let current = table.battle.value(REMINDERS).unwrap_or_default();
        Vec::<String>::read(value).is_some_and(|left| left.iter().all(|reminder| current.contains(reminder)))
    });

/// A text that players are shown after a procedure.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reminder {
    /// Id of the procedure.
    pub after: String,
    /// Text for players, of 1 to 120 letters.
    pub text: String,
}

impl OwnBar {
    pub(super) fn check(&self) -> Result<(), Refusal> {
        bad_if(!check::is_flag(&self.flag), "flag", "Choose the tick on which it depends.")?;
        check_id(&self.procedure, "procedure")
    }

    /// Checks that a ruleset has the procedure, and that units can have the flag.
    ///
    /// # Errors
    /// `bad_value` at the first fault.
    pub fn check_for(&self, ruleset: &Ruleset, rules: &OwnRules) -> Result<(), Refusal> {
        let has_flag = super::flags(ruleset, rules).any(|tracker| tracker.id == self.flag);
        bad_if(!has_flag, "flag", "Units have nothing of this name to tick.")?;
        has_procedure(ruleset, &self.procedure, "procedure")
    }
}

impl Reminder {
    pub(super) fn check(&self) -> Result<(), Refusal> {
        let is_text = !is_blank(&self.text) && self.text.chars().count() <= REMINDER_MAX;
        bad_if(!is_text, "text", text!("A reminder has 1 to {n} letters.", n = REMINDER_MAX))?;
        check_id(&self.after, "after")
    }

    /// Checks that a ruleset has the procedure.
    ///
    /// # Errors
    /// `bad_value` at `after` if it does not.
    pub fn check_for(&self, ruleset: &Ruleset) -> Result<(), Refusal> {
        has_procedure(ruleset, &self.after, "after")
    }
}

fn check_id(procedure: &str, field: &str) -> Result<(), Refusal> {
    bad_if(!check::is_id(procedure), field, "Choose what it is for.")
}

fn has_procedure(ruleset: &Ruleset, procedure: &str, field: &str) -> Result<(), Refusal> {
    bad_if(ruleset.procedure(procedure).is_none(), field, "These rules have no such procedure.")
}

impl OwnRules {
    /// Returns the message if an own bar forbids a procedure to one of these units.
    pub fn barred<'a>(
        &self,
        ruleset: &Ruleset,
        procedure: &str,
        units: impl Iterator<Item = &'a Facts> + Clone,
    ) -> Option<Text> {
        let has = |flag: &str| units.clone().any(|unit| unit.get(flag) == Some(&Json::Bool(true)));
        let bar = self.bars.iter().find(|bar| bar.procedure == procedure && has(&bar.flag))?;
        Some(text!("Own rule: units ticked “{flag}” may not do this.", flag = self.flag_label(ruleset, &bar.flag)))
    }

    /// Returns the reminders after a procedure: those before it and the new ones, without duplicates. `None` if there are no new ones.
    pub fn reminded(&self, procedure: &str, mut standing: Vec<String>) -> Option<Vec<String>> {
        let before = standing.len();
        for reminder in self.reminders.iter().filter(|reminder| reminder.after == procedure) {
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
