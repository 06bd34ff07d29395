//! Own trackers: values that the printed rules do not track, such as ammunition, an objective or secret orders.

use super::rules::InForce;
use super::{CHANGES_MAX, NAME_MAX, PREFIX, check};
use crate::facts::{Fact, Facts};
use crate::form::{Choice, Constant, Field, Kind, When};
use crate::refusal::{Refusal, bad_if};
use crate::ruleset::{Clears, Ruleset, Tracker, Tracks};
use crate::subject::Subject;
use crate::text;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;
use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Trackers, by their definitions as text.
type Made = BTreeMap<String, &'static Tracker>;

/// Greatest value of a count, positive or negative.
pub const COUNT_MAX: i32 = 999;
/// Greatest number of values in [`Only::is`].
const VALUES_MAX: usize = 40;
/// Greatest number of definitions that become trackers. Definitions beyond it are not tracked. Each takes some 500 bytes until the app is
/// closed.
const MADE_MAX: usize = 2_000;

/// A value that the printed rules do not track.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OwnTracker {
    /// Its name for players, of 1 to 40 letters: "Ammunition".
    pub name: String,
    /// Its first name, of 1 to 40 letters. Values are stored under it, and modifiers and bars refer to it, even after players rename the
    /// tracker. `None` until it is renamed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// Its owners.
    #[serde(default)]
    pub of: Owner,
    /// The units that have it, if its owner is a unit. `None`: all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub only: Option<Only>,
    /// Type of its value, with its range.
    pub kind: OwnKind,
    /// Automatic change of its value.
    #[serde(default)]
    pub upkeep: Upkeep,
    /// True if the row of a unit shows it. Otherwise it is shown under "More".
    #[serde(default)]
    pub on_row: bool,
    /// True if players may hide it from each other.
    #[serde(default)]
    pub secret: bool,
    /// Ids of the procedures that a unit may not do while this count is 0. Only for a count of units.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bars_at_zero: Vec<String>,
    /// Ids of the procedures that decrease it by 1 for each acting unit. Only for a count of units.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub spent_by: Vec<String>,
}

/// Owner of an own tracker.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Owner {
    /// Each unit.
    #[default]
    Unit,
    /// Each of the two sides.
    Side,
    /// The battle.
    Battle,
}

/// The units that have an own tracker, selected by a field of their roster.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Only {
    /// Id of a [`TypeField`]: `troop_type`, `groups.type`.
    pub field: String,
    /// Values of the field: ids of its choices.
    pub is: Vec<String>,
}

/// Type of an own tracker.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OwnKind {
    /// A whole number.
    Count {
        /// Least value, −999 or more.
        from: i32,
        /// Greatest value, at most 999.
        to: i32,
        /// Value at the beginning.
        start: i32,
    },
    /// Yes or no. Begins with no.
    Flag,
    /// A text. Begins empty.
    Text,
}

/// Automatic change of an own tracker.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Upkeep {
    /// None.
    #[default]
    Never,
    /// Returns to its start when a phase begins.
    ClearsEachPhase,
    /// Returns to its start when a turn begins.
    ClearsEachTurn,
    /// Decreases by 1 when a phase begins.
    RunsDownEachPhase,
    /// Decreases by 1 when a turn begins.
    RunsDownEachTurn,
}

impl OwnTracker {
    /// Returns a tracker of all units that is shown on their rows and does not change automatically.
    pub fn new(name: &str, kind: OwnKind) -> Self {
        Self {
            name: name.to_owned(),
            id: None,
            of: Owner::Unit,
            only: None,
            kind,
            upkeep: Upkeep::Never,
            on_row: true,
            secret: false,
            bars_at_zero: Vec::new(),
            spent_by: Vec::new(),
        }
    }

    /// Returns the first name, which does not change.
    pub(super) fn first_name(&self) -> &str {
        self.id.as_deref().unwrap_or(&self.name)
    }

    /// Returns its id among trackers: `own:Ammunition`.
    pub fn tracker_id(&self) -> String {
        format!("{PREFIX}{}", self.first_name())
    }

    pub(super) fn check(&self) -> Result<(), Refusal> {
        check::name(&self.name, "name")?;
        check::name(self.first_name(), "id")?;
        if let OwnKind::Count { from, to, start } = self.kind {
            let is_span = -COUNT_MAX <= from && from < to && to <= COUNT_MAX;
            bad_if(!is_span, "kind", text!("A count goes up, and from −{n} to {n} at most.", n = COUNT_MAX))?;
            bad_if(!(from..=to).contains(&start), "kind", "It starts within its limits.")?;
        }
        let runs_down = matches!(self.upkeep, Upkeep::RunsDownEachPhase | Upkeep::RunsDownEachTurn);
        let counts = matches!(self.kind, OwnKind::Count { .. });
        bad_if(runs_down && !counts, "upkeep", "Only a count runs down.")?;
        bad_if(self.secret && self.of == Owner::Battle, "secret", "The battle has nothing to hide from a side.")?;
        for (procedures, at) in [(&self.bars_at_zero, "bars_at_zero"), (&self.spent_by, "spent_by")] {
            check::procedures(procedures, at)?;
            let is_count_of_units = counts && self.of == Owner::Unit;
            bad_if(
                !procedures.is_empty() && !is_count_of_units,
                at,
                "Only a number that each unit has can depend on actions.",
            )?;
        }
        let Some(only) = &self.only else { return Ok(()) };
        bad_if(self.of != Owner::Unit, "only", "Only units have types.")?;
        let are_values = (1..=VALUES_MAX).contains(&only.is.len()) && only.is.iter().all(|id| check::is_id(id));
        bad_if(!check::is_id(&only.field) || !are_values, "only", "Choose which units have it.")
    }

    /// Checks that the ruleset has the procedures, that the units' profile has the field and values of `only`, and that the limit of definitions is
    /// not reached.
    ///
    /// # Errors
    /// `bad_value` at `bars_at_zero`, `spent_by` or `only`; at `name` if the limit is reached.
    pub fn check_for(&self, ruleset: &Ruleset) -> Result<(), Refusal> {
        let is_tracked = self.can_be_tracked(&made(), MADE_MAX);
        bad_if(
            !is_tracked,
            "name",
            "Too many trackers were made since Drumhead was opened. Close it, and open it again.",
        )?;
        check::known_procedures(ruleset, &self.bars_at_zero, "bars_at_zero")?;
        check::known_procedures(ruleset, &self.spent_by, "spent_by")?;
        let Some(only) = &self.only else { return Ok(()) };
        let fields = type_fields(ruleset);
        let choices = fields.iter().find(|field| field.id == only.field).map_or(&[][..], |field| field.choices);
        let has = |value: &String| choices.iter().any(|choice| choice.id == value);
        bad_if(!only.is.iter().all(has), "only", "Units have no such type.")
    }

    /// Returns the tracker in the form of the printed ones. Each definition is made once and kept while the app is open, because
    /// descriptions are `'static`. `None` if the limit of definitions is reached.
    pub fn tracker(&self) -> Option<&'static Tracker> {
        let mut made = made();
        if !self.can_be_tracked(&made, MADE_MAX) {
            return None;
        }
        Some(made.entry(self.definition()).or_insert_with(|| Box::leak(Box::new(self.described()))))
    }

    fn definition(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    fn can_be_tracked(&self, made: &Made, most: usize) -> bool {
        made.len() < most || made.contains_key(&self.definition())
    }

    fn described(&self) -> Tracker {
        const ANY: Fact<Json> = crate::fact!("own");
        let (kind, start) = match self.kind {
            OwnKind::Count { from, to, start } => (Tracks::Count { min: from, max: to }, Constant::Whole(start)),
            OwnKind::Flag => (Tracks::Flag, Constant::Flag(false)),
            OwnKind::Text => (Tracks::Text, Constant::Word("")),
        };
        let clears = match self.upkeep {
            Upkeep::ClearsEachPhase => Clears::EachPhase,
            Upkeep::ClearsEachTurn => Clears::EachTurn,
            Upkeep::RunsDownEachPhase => Clears::RunsDownEachPhase,
            Upkeep::RunsDownEachTurn => Clears::RunsDownEachTurn,
            Upkeep::Never => Clears::Never,
        };
        let when = self.only.as_ref().map(|only| When { field: kept(&only.field), is: kept_all(&only.is) });
        Tracker {
            id: kept(&self.tracker_id()),
            label: kept(&self.name),
            when: when.map_or(&[], |when| Box::leak(Box::new([when]))),
            clears,
            secret: self.secret,
            ..Tracker::new(ANY, kind, start)
        }
    }
}

/// A field of the profile by which own trackers can select units.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypeField {
    /// Its id. The id of a field in a list of forms follows the list's id: `groups.type`.
    pub id: String,
    /// Label for players.
    pub label: &'static str,
    /// Its values. A flag, such as a lance, has only the value `true`.
    pub choices: &'static [Choice],
}

/// Returns the fields of a ruleset's profile by which own trackers can select units: choices, lists of choices such as weapons, and flags. Fields of
/// the forms in a list are among them.
pub fn type_fields(ruleset: &Ruleset) -> Vec<TypeField> {
    let own = ruleset.profile.fields.iter().filter_map(|field| type_field("", field));
    let lists = ruleset.profile.fields.iter().filter_map(|field| match field.kind {
        Kind::List { of: Kind::Object(form), .. } => Some((format!("{}.", field.id), form)),
        _ => None,
    });
    let nested = lists.flat_map(|(list, form)| form.fields.iter().filter_map(move |field| type_field(&list, field)));
    own.chain(nested).collect()
}

fn type_field(list: &str, field: &Field) -> Option<TypeField> {
    const IS_TRUE: &[Choice] = &[Choice { id: "true", label: "Yes" }];
    let kind = if let Kind::List { of, .. } = field.kind { *of } else { field.kind };
    let choices = match kind {
        Kind::Flag => IS_TRUE,
        Kind::Choice(choices) if choices.len() > 1 => choices,
        _ => return None,
    };
    Some(TypeField { id: format!("{list}{}", field.id), label: field.label, choices })
}

/// The trackers made so far, by their definitions.
fn made() -> MutexGuard<'static, Made> {
    static MADE: Mutex<Made> = Mutex::new(BTreeMap::new());
    MADE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns a copy of a text that lives as long as the app.
fn kept(text: &str) -> &'static str {
    Box::leak(text.to_owned().into_boxed_str())
}

fn kept_all(texts: &[String]) -> &'static [&'static str] {
    Box::leak(texts.iter().map(|text| kept(text)).collect())
}

impl super::OwnRules {
    /// Returns the own trackers of units, of sides or of the battle.
    pub fn trackers_of(&self, of: &Subject) -> impl Iterator<Item = &'static Tracker> + use<'_> {
        self.of_owner(owner_of(of))
    }

    pub(super) fn of_owner(&self, owner: Owner) -> impl Iterator<Item = &'static Tracker> + use<'_> {
        self.trackers.iter().filter(move |tracker| tracker.of == owner).filter_map(OwnTracker::tracker)
    }

    /// Returns the name of an own tracker with this id; its first name if players have removed it. `None` for the id of a printed tracker.
    pub fn name_of<'a>(&'a self, id: &'a str) -> Option<&'a str> {
        let first_name = id.strip_prefix(PREFIX)?;
        let tracker = self.trackers.iter().find(|tracker| tracker.first_name() == first_name);
        Some(tracker.map_or(first_name, |tracker| tracker.name.as_str()))
    }

    /// Returns a tracker with its id. It gets the id, and so the values, of the tracker at index `nth`, even if its name differs. A new tracker
    /// (`None`) gets an id that no existing tracker has. If players remove a tracker and make it again, it has its earlier values.
    #[must_use]
    pub fn identified(&self, nth: Option<usize>, tracker: OwnTracker) -> OwnTracker {
        let id = match nth.and_then(|nth| self.trackers.get(nth)) {
            Some(before) => before.first_name().to_owned(),
            None => self.free_id(&tracker.name),
        };
        OwnTracker { id: (id != tracker.name).then_some(id), ..tracker }
    }

    /// Returns a name that no tracker has as its first name.
    fn free_id(&self, name: &str) -> String {
        // A space and a number of two digits fit behind it.
        let short: String = name.chars().take(NAME_MAX - 3).collect();
        let others = (2..=1 + CHANGES_MAX).map(|number| format!("{} {number}", short.trim_end()));
        let is_free = |id: &String| !self.trackers.iter().any(|tracker| tracker.first_name() == id);
        std::iter::once(name.to_owned()).chain(others).find(is_free).unwrap_or_default()
    }

    /// Checks that modifiers and bars of these rules still have the trackers that they depend on, when these rules replace `before`.
    ///
    /// # Errors
    /// `bad_value` at `trackers`. The message names the modifier or bar whose tracker is gone or is no longer a flag of units.
    pub fn check_after(&self, before: &Self, ruleset: &Ruleset) -> Result<(), Refusal> {
        let is_flag = |rules: &Self, id: &str| super::flags(ruleset, rules).any(|tracker| tracker.id == id);
        for tracker in &before.trackers {
            let (id, name) = (tracker.tracker_id(), || tracker.name.clone());
            if !is_flag(before, &id) || is_flag(self, &id) {
                continue;
            }
            if let Some(modifier) = self.modifiers.iter().find(|modifier| modifier.when.flag() == Some(&id)) {
                let why = text!(
                    "The modifier “{modifier}” depends on “{tracker}”. Change or remove the modifier first.",
                    modifier = modifier.name.clone(),
                    tracker = name()
                );
                return Err(Refusal::bad("trackers", why));
            }
            let is_forbidding = self.bars.iter().any(|bar| bar.flag == id);
            let why = text!("A forbidden action depends on “{tracker}”. Remove that first.", tracker = name());
            bad_if(is_forbidding, "trackers", why)?;
        }
        Ok(())
    }
}

fn owner_of(of: &Subject) -> Owner {
    match of {
        Subject::Unit(_) => Owner::Unit,
        Subject::Side(_) => Owner::Side,
        Subject::Battle => Owner::Battle,
    }
}

impl Ruleset {
    /// Returns the trackers that a unit, a side or the battle can have: printed and own.
    pub fn trackers_in(&self, of: &Subject, battle: &Facts) -> Vec<&'static Tracker> {
        self.printed(of.id()).iter().chain(own_trackers(of, battle)).collect()
    }
}

/// Returns the own trackers of a unit, a side or the battle.
pub fn own_trackers(of: &Subject, battle: &Facts) -> Vec<&'static Tracker> {
    // Most battles have no own rules.
    if !battle.knows(super::OWN_RULES) {
        return Vec::new();
    }
    InForce::of(battle).map_or_else(Vec::new, |in_force| in_force.trackers[owner_of(of) as usize].clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_known_definition_is_accepted_when_the_limit_is_reached() {
        let tracker = |name: &str| OwnTracker::new(name, OwnKind::Flag);
        let (smoke, fog) = (tracker("Smoke"), tracker("Fog"));
        let full = BTreeMap::from([(smoke.definition(), smoke.tracker().unwrap())]);
        assert!(smoke.can_be_tracked(&full, 1) && !fog.can_be_tracked(&full, 1) && fog.can_be_tracked(&full, 2));
    }
}
