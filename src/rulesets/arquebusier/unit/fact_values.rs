//! Values of facts that are more than a number or a word: groups, targets, a formation as a step began.

use super::super::command::Task;
use super::super::terms::{Order, TroopType, Volley};
use crate::choices;
use crate::core::facts::FactValue;
use crate::form::Choices;
use serde_json::{Map, Value as Json, json};
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

impl FactValue for Group {
    fn read(json: &Json) -> Option<Self> {
        let count = |field: &str| i32::read(json.get(field)?);
        Some(Self { troop: TroopType::read(json.get("type")?)?, elements: count("elements")?, front: count("front")? })
    }

    fn write(self) -> Json {
        json!({ "type": self.troop.id(), "elements": self.elements, "front": self.front })
    }
}

/// Elements of one type that shoot, as the input of `shooting` has them.
#[derive(Clone, Debug, PartialEq)]
pub struct ShootingGroup {
    /// Their type.
    pub troop: TroopType,
    /// Number of elements in the first rank.
    pub front: i32,
    /// Number of elements behind it that shoot too: 0 but in a volley.
    pub rear: i32,
    /// Volley that lets them.
    pub volley: Volley,
}

impl FactValue for ShootingGroup {
    fn read(json: &Json) -> Option<Self> {
        let troop = TroopType::read(json.get("type")?)?;
        let front = i32::read(json.get("front")?)?;
        let rear = json.get("rear").and_then(i32::read).unwrap_or(0);
        let volley = json.get("volley").and_then(Volley::read).unwrap_or(Volley::None);
        Some(Self { troop, front, rear, volley })
    }

    fn write(self) -> Json {
        let Self { troop, front, rear, volley } = self;
        if rear == 0 {
            return json!({ "type": troop.id(), "front": front });
        }
        json!({ "type": troop.id(), "front": front, "rear": rear, "volley": volley.id() })
    }
}

/// A formation as the step began in which it was shot at. (R9)
#[derive(Clone, Debug, PartialEq)]
pub struct AsStepBegan {
    /// State.
    pub state: Order,
    /// Groups with elements.
    pub groups: Vec<Group>,
}

impl FactValue for AsStepBegan {
    fn read(json: &Json) -> Option<Self> {
        Some(Self { state: Order::read(json.get("state")?)?, groups: Vec::read(json.get("groups")?)? })
    }

    fn write(self) -> Json {
        json!({ "state": self.state.id(), "groups": self.groups.write() })
    }
}

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

impl FactValue for Aimed {
    fn read(json: &Json) -> Option<Self> {
        let mut distances = BTreeMap::new();
        for (id, inches) in json.get("distances")?.as_object()? {
            distances.insert(id.clone(), f64::read(inches)?);
        }
        Some(Self {
            automatic: String::read(json.get("automatic")?)?,
            free_second: Option::read(json.get("free_second")?)?,
            distances,
        })
    }

    fn write(self) -> Json {
        let distances = Map::from_iter(self.distances.into_iter().map(|(id, inches)| (id, inches.write())));
        json!({ "automatic": self.automatic, "free_second": self.free_second, "distances": distances })
    }
}
