//! Controls of the panel of a procedure: options on cards, prices, lots, grids and sketches.

use crate::consequences::Effect;
use crate::facts::Facts;
use crate::form::{Constant, Form};
use crate::table::Scene;
use crate::text::Text;
use serde_json::{Map, Value as Json};

/// Returns a label for a roll. The arguments are the input, the purpose, and the number of earlier rolls with that purpose.
pub type RollLabel = fn(&Map<String, Json>, &str, usize) -> Option<Text>;

/// A short form from which some fields of the input are computed. In a melee, for instance, players enter which units face each other
/// instead of every single blow.
#[derive(Debug)]
pub struct Sketch {
    /// The short form. Its fields are in the input until the others are computed.
    pub form: &'static Form,
    /// Ids of the computed fields.
    pub instead_of: &'static [&'static str],
    /// Removes the fields of the short form from the input, and computes the others.
    pub work_out: fn(&Scene, &mut Map<String, Json>),
}

/// A variant of a procedure, as a unit's card offers it: a label, and the fields that it sets.
#[derive(Debug)]
pub struct Variant {
    /// Label for players: `Reload`.
    pub label: &'static str,
    /// Input fields with their values.
    pub fields: &'static [(&'static str, Constant)],
}

impl Variant {
    /// Returns the fields that it sets.
    pub fn answers(&self) -> Map<String, Json> {
        Map::from_iter(self.fields.iter().map(|(field, value)| ((*field).to_owned(), value.json())))
    }
}

/// Price of a procedure, paid when its result is applied.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Price {
    /// Words for players. `None` if nothing is shown.
    pub words: Option<Text>,
    /// The payment, and other changes such as a record that the unit has acted.
    pub effects: Vec<Effect>,
}

/// Computes the price of a procedure. A [ban](crate::ban) refuses an act that cannot be paid for.
pub type Pricing = fn(&Scene, &Map<String, Json>) -> Price;

/// Returns the lots of an input, each with the face that means it.
pub type NamedFaces = fn(&Map<String, Json>) -> Vec<(Text, u8)>;

/// Dice that mean lots, such as cards of a deck in the app or on the table.
#[derive(Debug)]
pub struct Lots {
    /// Label of the button that draws a lot: `Turn the card`.
    pub draw: &'static str,
    /// Label of the choice for a lot drawn at the table: `Name the card`.
    pub name: &'static str,
    /// Returns the lots, each with the face that means it.
    pub faces: NamedFaces,
}

/// A grid around one unit, on which players tap squares to fill in fields.
#[derive(Debug)]
pub struct Grid {
    /// Role of the unit in the middle. If no unit takes it, the procedure chooses the unit.
    pub around: &'static str,
    /// Fact with a unit's facing: the id of one of eight directions, north first, clockwise.
    pub facing: &'static str,
    /// Instruction to players, such as which square to tap.
    pub words: &'static str,
    /// Returns marks for a square, relative to the unit in the middle (east, north).
    pub lies: fn(&Facts, i32, i32) -> Vec<&'static str>,
    /// Meaning of the taps.
    pub taps: Taps,
}

/// Meaning of taps on a grid.
#[derive(Debug)]
pub enum Taps {
    /// The square of another unit.
    Unit {
        /// Role of that unit.
        role: &'static str,
        /// Returns the input fields that follow from the two units: (path, value).
        says: fn(&GridPicked) -> Vec<(String, Json)>,
    },
    /// The squares of a path of the unit in the middle, and the direction at its end.
    Path {
        /// Field for the steps: a list of directions.
        steps: &'static str,
        /// Field for the facing after the path.
        turn: &'static str,
    },
}

/// Two units on the grid.
#[derive(Debug)]
pub struct GridPicked<'a> {
    /// The unit in the middle.
    pub from: &'a Facts,
    /// Index of the unit in its role.
    pub index: usize,
    /// The other unit.
    pub to: &'a Facts,
    /// Number of squares from the first to the other unit, eastwards.
    pub east: i32,
    /// Number of squares from the first to the other unit, northwards.
    pub north: i32,
}
