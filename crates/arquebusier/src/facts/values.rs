//! Values of facts with several parts: groups, targets, and a formation at the start of a step.

use super::super::terms::{Order, Task, TroopType, Volley};
use rules::prelude::*;
use serde_json::Value as Json;
use std::collections::BTreeMap;

choices! {
    /// Marker of an ordered move.
    pub enum Marker {
        None = "none" "No marker",
        Manoeuvre = "manoeuvre" "Marker: it moves",
    }
}

choices! {
    /// Direction of an ordered move.
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
    /// State of a General.
    pub enum GeneralState {
        Alive = "alive" "Alive",
        Killed = "killed" "Killed",
    }
}

/// A command tried this turn; `None` for the tracker's value [`NONE`](Self::NONE).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tried(pub Option<Task>);

impl Tried {
    /// Value of the tracker if no command was tried.
    pub const NONE: &str = "none";
}

impl FactValue for Tried {
    fn read(json: &Json) -> Option<Self> {
        if *json == Self::NONE { Some(Tried(None)) } else { Task::read(json).map(|task| Tried(Some(task))) }
    }

    fn write(self) -> Json {
        self.0.map_or(Json::from(Self::NONE), Task::write)
    }
}

/// Elements of one type.
#[derive(Clone, Debug, PartialEq)]
pub struct Group {
    /// Type of the elements.
    pub troop: TroopType,
    /// Number of elements.
    pub elements: i32,
    /// Number of elements in the first rank.
    pub front: i32,
}

rules::fact_value!(Group { troop: "type", elements: "elements", front: "front" });

/// Elements of one type that shoot, as in the input of `shooting`.
#[derive(Clone, Debug, PartialEq)]
pub struct ShootingGroup {
    /// Type of the elements.
    pub troop: TroopType,
    /// Number of elements in the first rank.
    pub front: i32,
    /// Number of elements behind the first rank that shoot too; 0 except in a volley.
    pub rear: i32,
    /// Kind of volley that lets rear ranks shoot.
    pub volley: Volley,
}

rules::fact_value!(ShootingGroup { troop: "type", front: "front", rear: "rear" unless(0), volley: "volley" unless(Volley::None) });

/// State and groups of a formation at the start of the step in which it was shot at. (R9)
#[derive(Clone, Debug, PartialEq)]
pub struct AsStepBegan {
    /// State.
    pub state: Order,
    /// Groups with elements left.
    pub groups: Vec<Group>,
}

rules::fact_value!(AsStepBegan { state: "state", groups: "groups" });

/// Targets that a formation may choose without a command, by ids of formations. *Shooting.*
#[derive(Clone, Debug, PartialEq)]
pub struct Aimed {
    /// Nearest enemy.
    pub automatic: String,
    /// Second target without a command; `None` if there is none.
    pub free_second: Option<String>,
    /// Distance in inches of each enemy that was entered.
    pub distances: BTreeMap<String, f64>,
}

rules::fact_value!(Aimed { automatic: "automatic", free_second: "free_second", distances: "distances" });
