//! Duties that earlier acts or a new phase made due. They remain due until an act settles them or their phase ends.

use crate::ids::{phases, procedures};
use rules::prelude::*;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

/// Kinds of duties.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// A charging rider must fight.
    Charge,
    /// A rider whose run the dice found too short must fight without the bonus (R57).
    Ride,
    /// A rider may throw a javelin after a run.
    Throw,
    /// Casualties of a group must be drawn.
    Draw,
    /// Units in contact may fight.
    Fight,
    /// Players choose the kind of weapon that a unit loads (R53).
    Load,
    /// A unit in close order must find out whether its order holds.
    Keep,
    /// Wounded figures may be treated.
    Heal,
    /// The place of a mark for life may be rolled.
    Mark,
}

impl Kind {
    /// Id of the phase at whose end the duty expires; empty if it does not expire.
    fn until(self) -> &'static str {
        match self {
            Kind::Charge | Kind::Ride | Kind::Fight => phases::MELEE,
            Kind::Throw => phases::SHOOT,
            Kind::Load => phases::RELOAD,
            Kind::Keep | Kind::Heal | Kind::Mark => phases::END,
            // Casualties are drawn in any phase, even after `next` was overridden. *Shooting.*
            Kind::Draw => "",
        }
    }

    /// Id of the procedure that settles the duty.
    pub fn procedure(self) -> &'static str {
        match self {
            Kind::Charge | Kind::Ride | Kind::Fight => procedures::MELEE,
            Kind::Throw => procedures::SHOOT,
            Kind::Draw => procedures::CASUALTIES,
            Kind::Load => procedures::RELOAD,
            Kind::Keep => procedures::CLOSE_ORDER,
            Kind::Heal => procedures::HEALING,
            Kind::Mark => procedures::WOUND_LOCATION,
        }
    }
}

/// A duty not settled yet.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OpenDuty {
    /// Kind of duty.
    pub kind: Kind,
    /// Ids of the units concerned: for a charge, the rider, then the target.
    pub units: Vec<String>,
    /// Number of casualties to draw; `None` for duties of other kinds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub casualties: Option<i32>,
    /// Id of the phase at whose end the duty expires; empty if it does not expire.
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
    /// A duty of these units, which expires at the end of the usual phase for its kind.
    pub fn of<I: Into<String>>(kind: Kind, units: impl IntoIterator<Item = I>) -> Self {
        let units = units.into_iter().map(Into::into).collect();
        Self { kind, units, casualties: None, until: kind.until().into() }
    }

    /// A duty to draw casualties.
    pub fn draw(units: &[String], casualties: i32) -> Self {
        Self { casualties: Some(casualties), ..Self::of(Kind::Draw, units) }
    }

    /// Changes the phase at whose end the duty expires.
    #[must_use]
    pub fn until(self, phase: &str) -> Self {
        Self { until: phase.into(), ..self }
    }

    /// True if the duty concerns this unit.
    pub fn concerns(&self, unit: &str) -> bool {
        self.units.iter().any(|named| named == unit)
    }

    /// True if the duty concerns exactly these units, in any order.
    pub fn is_of(&self, units: &[String]) -> bool {
        self.units.len() == units.len() && units.iter().all(|unit| self.concerns(unit))
    }
}
