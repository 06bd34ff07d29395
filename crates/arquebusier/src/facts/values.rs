//! Values of facts that are more than a number or a word: groups, targets, a formation as a step began.

use super::super::terms::{Order, Task, TroopType, Volley};
use rules::prelude::*;
use serde_json::Value as Json;
use std::collections::BTreeMap;

choices! {
    /// Marker of a formation.
    pub enum Marker {
        None = "none" "No marker",
        Manoeuvre = "manoeuvre" "Marker: it moves",
    }
}

choices! {
    /// Directions of a marker.
    pub enum Direction {
        AsMarked = "as_marked" "As its marker lies",
        Ahead = "ahead" "Ahead",
        Left = "left" "To the left",
        Right = "right" "To the right",
        Back = "back" "Back",
        Turning = "turning" "Turning",
    }
}

choices! {
    /// States of a General.
    pub enum GeneralState {
        Alive = "alive" "Alive",
        Killed = "killed" "Killed",
    }
}

/// A command tried this turn; `None` where the tracker holds `none`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tried(pub Option<Task>);

impl FactValue for Tried {
    fn read(json: &Json) -> Option<Self> {
        if *json == "none" { Some(Tried(None)) } else { Task::read(json).map(|task| Tried(Some(task))) }
    }

    fn write(self) -> Json {
        self.0.map_or(Json::from("none"), Task::write)
    }
}

/// Elements of one type.
#[derive(Clone, Debug, PartialEq)]
pub struct Group {
    /// Their type.
    pub troop: TroopType,
    /// Number of elements.
    pub elements: i32,
    /// Number of them in the first rank.
    pub front: i32,
}

rules::fact_value!(Group { troop: "type", elements: "elements", front: "front" });

/// Elements of one type that shoot, as the input of `shooting` has them.
#[derive(Clone, Debug, PartialEq)]
pub struct ShootingGroup {
    /// Their type.
    pub troop: TroopType,
    /// Number of elements in the first rank.
    pub front: i32,
    /// Number of elements behind it that shoot too: 0 but in a volley.
    pub rear: i32,
    /// Volley that lets them, if any of them do.
    pub volley: Volley,
}

rules::fact_value!(ShootingGroup { troop: "type", front: "front", rear: "rear" unless(0), volley: "volley" unless(Volley::None) });

/// A formation as the step began in which it was shot at. (R9)
#[derive(Clone, Debug, PartialEq)]
pub struct AsStepBegan {
    /// State.
    pub state: Order,
    /// Groups with elements.
    pub groups: Vec<Group>,
}

rules::fact_value!(AsStepBegan { state: "state", groups: "groups" });

/// Targets that a formation may choose without a command, by the ids of the formations. *Shooting.*
#[derive(Clone, Debug, PartialEq)]
pub struct Aimed {
    /// Target without a command.
    pub automatic: String,
    /// Other target without a command, if there is one.
    pub free_second: Option<String>,
    /// Distance in inches of each enemy that was listed.
    pub distances: BTreeMap<String, f64>,
}

rules::fact_value!(Aimed { automatic: "automatic", free_second: "free_second", distances: "distances" });
