//! Aids to fill in a procedure: ways that a card offers, prices, lots, picks on a grid, sketches.

use crate::consequences::Effect;
use crate::facts::Facts;
use crate::form::{Constant, Form};
use crate::table::Scene;
use crate::text::Text;
use serde_json::{Map, Value as Json};

/// Hints for the panel of a procedure that few procedures need.
#[derive(Debug)]
pub struct UiHints {
    /// Dice that are drawn as lots: cards of a deck.
    pub lots: Option<Lots>,
    /// A way over a grid that fills in fields.
    pub path_pick: Option<PathPick>,
    /// A shorter way to say what would be too much field by field.
    pub sketch: Option<Sketch>,
    /// True if modifiers are steps of a die's size, rather than added to what it shows.
    pub steps_dice: bool,
    /// Label of a roll for players, where neither the id of its purpose nor [`roll_names`](super::Procedure::roll_names) says
    /// enough.
    pub roll_label: RollLabel,
}

/// Labels a roll for players, given the input, the purpose, and the number of rolls of the same purpose before it.
pub type RollLabel = fn(&Map<String, Json>, &str, usize) -> Option<Text>;

impl UiHints {
    /// No hints: the first chance is followed, dice are dice, modifiers are added, and every field is filled in by itself.
    pub const NONE: Self =
        Self { lots: None, path_pick: None, sketch: None, steps_dice: false, roll_label: |_, _, _| None };
}

/// A shorter form that players fill in instead of some fields of the input, which follow from it: who faces whom instead of
/// every single blow.
#[derive(Debug)]
pub struct Sketch {
    /// The shorter form. Its fields stand in the input until they are worked out.
    pub form: &'static Form,
    /// Fields of the input that are worked out.
    pub instead_of: &'static [&'static str],
    /// Removes the sketch from the input, and works out the fields.
    pub work_out: fn(&Scene, &mut Map<String, Json>),
}

/// A way in which a unit's card offers a procedure, with the fields that it fills in.
#[derive(Debug)]
pub struct Way {
    /// A few words for players: `Reload`.
    pub label: &'static str,
    /// Fields with their values.
    pub says: &'static [(&'static str, Constant)],
}

impl Way {
    /// The fields that it fills in.
    pub fn answers(&self) -> Map<String, Json> {
        Map::from_iter(self.says.iter().map(|(field, value)| ((*field).to_owned(), value.json())))
    }
}

/// Price of a procedure, paid when it is applied to the table.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Price {
    /// Words for players; `None` if there is nothing to say.
    pub words: Option<Text>,
    /// The payment, and marks of what was done.
    pub effects: Vec<Effect>,
}

/// Computes the price of a procedure, or the reason why it cannot be done now.
pub type Pricing = fn(&Scene, &Map<String, Json>) -> Result<Price, Text>;

/// The lots of an input, each with a face that stands for it.
pub type NamedFaces = fn(&Map<String, Json>) -> Vec<(Text, u8)>;

/// Dice that stand for lots: cards of a deck that the app keeps, or that lies on the table.
#[derive(Debug)]
pub struct Lots {
    /// Label for drawing: `Turn the card`.
    pub draw: &'static str,
    /// Label for naming a lot drawn at the table: `Name the card`.
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
    /// Instruction to players: the square to tap.
    pub words: &'static str,
    /// Marks for a square of the grid, as the unit in the middle sees it (east, north).
    pub lies: fn(&Facts, i32, i32) -> Vec<&'static str>,
    /// Fields of the input that follow from the pair: (path, value).
    pub says: fn(&GridPicked) -> Vec<(String, Json)>,
}

/// A path over a grid that fills in a procedure: squares tapped one after the other, and a turn.
#[derive(Debug)]
pub struct PathPick {
    /// The role of the unit that goes. Without one, the procedure's own choice.
    pub of: &'static str,
    /// The fact of a unit that holds its facing: the id of one of eight directions, north first, clockwise.
    pub facing: &'static str,
    /// The field that holds the steps: a list of such directions.
    pub steps: &'static str,
    /// The field that holds the unit's facing then.
    pub turn: &'static str,
    /// Instruction to players.
    pub words: &'static str,
    /// Marks for a square of the grid, as the unit that goes sees it (east, north).
    pub lies: fn(&Facts, i32, i32) -> Vec<&'static str>,
}

/// Two units on the grid.
#[derive(Debug)]
pub struct GridPicked<'a> {
    /// The unit in the middle.
    pub from: &'a Facts,
    /// Its index in the role.
    pub index: usize,
    /// The other unit.
    pub to: &'a Facts,
    /// Squares to the east of the other unit.
    pub east: i32,
    /// Squares to the north of the other unit.
    pub north: i32,
}
