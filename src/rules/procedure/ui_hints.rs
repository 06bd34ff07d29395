//! What helps players to fill in a procedure: ways that a card offers, prices, lots, places and ways on a grid, sketches.

use crate::core::facts::Facts;
use crate::core::text::Text;
use crate::form::{Constant, Form};
use crate::rules::consequences::Effect;
use crate::rules::table::Scene;
use serde_json::{Map, Value as Json};

/// What players say instead of some fields of the input, which are worked out from it: who stands against whom instead of
/// every single blow.
#[derive(Debug)]
pub struct Sketch {
    /// What they say. Its fields stand beside those of the input until they are worked out.
    pub form: &'static Form,
    /// The fields of the input that are worked out.
    pub instead_of: &'static [&'static str],
    /// Takes the sketch out of the input, and works the fields out.
    pub work_out: fn(&Scene, &mut Map<String, Json>),
}

/// One of the ways in which a unit's card offers a procedure: fields that are said by taking it.
#[derive(Debug)]
pub struct Way {
    /// A few words for players: `Reload`.
    pub label: &'static str,
    /// The fields, and what they hold.
    pub says: &'static [(&'static str, Constant)],
}

impl Way {
    /// What is said.
    pub fn asked(&self) -> Map<String, Json> {
        self.says.iter().map(|(field, value)| ((*field).to_owned(), value.json())).collect()
    }
}

/// What doing something costs: paid when it is applied to the table, not when it is asked for.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Price {
    /// In words; none if it costs nothing worth saying.
    pub words: Option<Text>,
    /// What is paid, and what is marked as done.
    pub effects: Vec<Effect>,
}

/// What doing something costs, or why it cannot be done now.
pub type Pricing = fn(&Scene, &Map<String, Json>) -> Result<Price, Text>;

/// The lots of an input, each with a face that stands for it.
pub type NamedFaces = fn(&Map<String, Json>) -> Vec<(Text, u8)>;

/// Dice that stand for lots: cards of a deck that is kept here, or that lies on the table and is named.
#[derive(Debug)]
pub struct Lots {
    /// What drawing is called: `Turn the card`.
    pub draw: &'static str,
    /// What naming a lot drawn at the table is called: `Name the card`.
    pub name: &'static str,
    /// The lots, each with a face that stands for it.
    pub faces: NamedFaces,
}

/// A place on a grid that fills in a procedure: the square of one unit tapped as another sees it.
#[derive(Debug)]
pub struct GridPick {
    /// The role of the unit in the middle.
    pub from: &'static str,
    /// The role of the unit whose square is tapped.
    pub to: &'static str,
    /// The fact of a unit that holds its facing: the id of one of eight directions, north first, clockwise.
    pub facing: &'static str,
    /// In words: whose square is to be tapped.
    pub words: &'static str,
    /// How a square lies as the unit in the middle sees it (east, north): marks for the grid.
    pub lies: fn(&Facts, i32, i32) -> Vec<&'static str>,
    /// What is said of the pair then: places in the input, for the first of `from` and of `to` that are given.
    pub says: fn(&GridPicked) -> Vec<(String, Json)>,
}

/// A way over a grid that fills in a procedure: squares tapped, one after the other, and a turn.
#[derive(Debug)]
pub struct PathPick {
    /// The role of the unit that goes. Without one, whoever the procedure takes then.
    pub of: &'static str,
    /// The fact of a unit that holds its facing: the id of one of eight directions, north first, clockwise.
    pub facing: &'static str,
    /// The field that holds the steps: a list of such directions.
    pub steps: &'static str,
    /// The field that holds how the unit faces then.
    pub turn: &'static str,
    /// In words: what to tap.
    pub words: &'static str,
    /// How a square lies as the unit that goes sees it (east, north): marks for the grid.
    pub lies: fn(&Facts, i32, i32) -> Vec<&'static str>,
}

/// Two units on the grid.
#[derive(Debug)]
pub struct GridPicked<'a> {
    /// The unit in the middle.
    pub from: &'a Facts,
    /// Which of its role it is.
    pub index: usize,
    /// The other unit.
    pub to: &'a Facts,
    /// How many squares east the other is.
    pub east: i32,
    /// How many squares north.
    pub north: i32,
}
