//! Duties that something has made due, and that stay due until they are settled or their time is over.

use rules::prelude::*;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

/// Kinds of duties.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// A rider who charges fights.
    Charge,
    /// A rider whom the dice have bound to a run that was too short fights without the bonus (R57).
    Ride,
    /// A rider may throw a javelin after a run-up.
    Throw,
    /// Casualties of a group are drawn.
    Draw,
    /// Units in contact may fight.
    Fight,
    /// A unit says which of several kinds of weapons it loads (R53).
    Load,
    /// A unit in close order finds out if its order holds.
    Keep,
    /// Somebody may see to the wounded.
    Heal,
    /// A mark for life may be placed.
    Mark,
}

impl Kind {
    /// Id of the phase with which its time ends; empty if it does not end.
    fn until(self) -> &'static str {
        match self {
            Kind::Charge | Kind::Ride | Kind::Fight => "melee",
            Kind::Throw => "shoot",
            Kind::Load => "reload",
            Kind::Keep | Kind::Heal | Kind::Mark => "end",
            // Casualties are drawn in any phase, also after `next` was overridden. *Shooting.*
            Kind::Draw => "",
        }
    }

    /// Id of the procedure that settles it.
    pub fn procedure(self) -> &'static str {
        match self {
            Kind::Charge | Kind::Ride | Kind::Fight => "melee",
            Kind::Throw => "shoot",
            Kind::Draw => "casualties",
            Kind::Load => "reload",
            Kind::Keep => "close_order",
            Kind::Heal => "healing",
            Kind::Mark => "wound_location",
        }
    }
}

/// A duty that is open.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OpenDuty {
    /// Its kind.
    pub kind: Kind,
    /// Ids of the units that it names: of a charge the rider, then the target.
    pub units: Vec<String>,
    /// Casualties to draw.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub casualties: Option<i32>,
    /// Id of the phase with which its time ends; empty if it does not end.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub until: String,
}

impl FactValue for OpenDuty {
    fn read(json: &Json) -> Option<Self> {
        serde_json::from_value(json.clone()).ok()
    }

    fn write(self) -> Json {
        serde_json::to_value(self).unwrap_or(Json::Null)
    }
}

impl OpenDuty {
    /// A duty of these units, until the phase with which such a duty ends.
    pub fn of<I: Into<String>>(kind: Kind, units: impl IntoIterator<Item = I>) -> Self {
        let units = units.into_iter().map(Into::into).collect();
        Self { kind, units, casualties: None, until: kind.until().into() }
    }

    /// A draw of casualties.
    pub fn draw(units: &[String], casualties: i32) -> Self {
        Self { casualties: Some(casualties), ..Self::of(Kind::Draw, units) }
    }

    /// Lasts until another phase.
    #[must_use]
    pub fn until(self, phase: &str) -> Self {
        Self { until: phase.into(), ..self }
    }

    /// True if it names this unit.
    pub fn names(&self, unit: &str) -> bool {
        self.units.iter().any(|named| named == unit)
    }

    /// True if it names these units and no others, in any order.
    pub fn is_of(&self, units: &[String]) -> bool {
        self.units.len() == units.len() && units.iter().all(|unit| self.names(unit))
    }
}
