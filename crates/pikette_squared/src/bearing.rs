//! Position of another square: arc, distance, and whether the square is in the unit's field of fire.

use super::terms::{Arc, Direction, TroopType};
use super::words;
use crate::facts::*;
use crate::ids::{procedures, roles};
use rules::prelude::*;
use rules::procedure::{Grid, Taps};
use serde_json::{Map, Value as Json};

/// Procedure that finds the position of another square.
pub const BEARING: Procedure = Procedure::of::<Bearing>(procedures::BEARING, "Front, flank or rear")
    .heading("What you need to play: the grid; How to battle – shooting; TERCIO; the author on diagonal facing")
    .about("Where another square lies as a unit faces, whether the unit can shoot there, and how far it is.")
    .participants(&[
        Role::own(roles::UNIT, "Unit", "").fits(there),
        Role::enemy_without_fields(roles::OTHER, "The other").several(0, 1).fits(there),
    ])
    .grid(Grid {
        around: roles::UNIT,
        facing: FACING.id(),
        words: TAP,
        lies,
        taps: Taps::Unit {
            role: roles::OTHER,
            says: |picked| {
                vec![
                    (field!(Bearing, dx).into(), picked.east.into()),
                    (field!(Bearing, dy).into(), picked.north.into()),
                ]
            },
        },
    })
    .rulings(&["R15", "R16", "R42"]);

/// Instruction for the grid.
pub const TAP: &str = "Tap the square of the other unit; north is up. Put right first how the units face.";

/// Position of a square relative to a unit; `None` if the unit's facing or type is not recorded.
pub fn sighted(unit: &Facts, east: i32, north: i32) -> Option<SquarePosition> {
    let square = [(field!(Bearing, dx), east), (field!(Bearing, dy), north)];
    let mut input = Map::from_iter(square.map(|(field, squares)| (field.to_owned(), Json::from(squares))));
    copy(unit, FACING, &mut input);
    copy(unit, UNIT_TYPE, &mut input);
    if unit.value(STANDS) > Some(0) {
        copy(unit, STANDS, &mut input);
    }
    Bearing::from_object(&input).ok().map(|bearing| bearing.position())
}

/// The id of a square's arc, followed by `range` if the unit can shoot there. Empty if the unit's facing is not recorded.
pub fn lies(unit: &Facts, east: i32, north: i32) -> Vec<&'static str> {
    let Some(position) = sighted(unit, east, north) else { return Vec::new() };
    let range = unit.value(WEAPON_RANGE_SQUARES).filter(|range| *range > 0.0);
    let shoots = position.in_field_of_fire && range.is_some_and(|range| position.distance_squares <= range);
    [Some(position.arc.id()), shoots.then_some("range")].into_iter().flatten().collect()
}

/// Coordinates of a square relative to the unit's facing: ahead and to the right. With a diagonal facing, one diagonal step counts 2.
pub(super) fn relative_to(facing: Direction, east: i32, north: i32) -> (i32, i32) {
    let (fx, fy) = facing.step();
    (east * fx + north * fy, east * fy - north * fx)
}

/// Arc of a square. Of the squares around a unit, 3 are in front, 2 level with it and 3 behind, for any facing. The unit's own square
/// is in front (R15).
pub(super) fn arc(facing: Direction, east: i32, north: i32) -> Arc {
    match relative_to(facing, east, north).0 {
        _ if (east, north) == (0, 0) => Arc::Front,
        1.. => Arc::Front,
        0 => Arc::Flank,
        ..0 => Arc::Rear,
    }
}

/// Distance in squares; a diagonal step counts 1.5 (R16).
pub(super) fn distance(east: i32, north: i32) -> f64 {
    let (far, near) = (east.abs().max(north.abs()), east.abs().min(north.abs()));
    f64::from(far) + 0.5 * f64::from(near)
}

form! {
    /// Input of a bearing.
    pub struct Bearing {
        facing: Direction = unit(of(FACING)),
        dx: i32 = situation(whole(-30, 30)).label("Squares east").help("From the unit; west is negative."),
        dy: i32 = situation(whole(-30, 30)).label("Squares north").help("From the unit; south is negative."),
        unit_type: TroopType = unit(choice::<TroopType>()).label("Type"),
        stands: Option<i32> = unit(of(STANDS)).optional(),
    } validate(Bearing::validate)
}

outcome! {
    /// Position of the square.
    pub struct SquarePosition {
        /// Arc of the square.
        pub arc: Arc,
        /// True if the square is in the unit's field of fire, at any distance.
        pub in_field_of_fire: bool,
        /// Distance in squares; a diagonal step counts 1.5.
        pub distance_squares: f64,
    }
}

impl Bearing {
    fn validate(&self) -> Result<(), Refusal> {
        let full = self.unit_type.full_stands();
        bad_if(
            self.stands() > full,
            field!(Bearing, stands),
            text!("A unit of this type has {n} {n|stand|stands} at most.", n = full),
        )
    }
}

impl Rule for Bearing {
    type Outcome = SquarePosition;

    fn play(&self, _: &mut Dice) -> Result<SquarePosition, Halt> {
        Ok(self.position())
    }

    fn describe(&self, position: &SquarePosition, consequences: &mut ConsequencesBuilder) {
        consequences.say(text!(
            "{arc}, {squares} away.",
            arc = words::word(position.arc),
            squares = words::squares(position.distance_squares)
        ));
        consequences.say(if position.in_field_of_fire { "In its field of fire." } else { "Not in its field of fire." });
    }
}

impl Bearing {
    /// Stands left.
    fn stands(&self) -> i32 {
        self.stands.unwrap_or(self.unit_type.full_stands())
    }

    /// Returns the position of the square.
    fn position(&self) -> SquarePosition {
        let (ahead, aside) = relative_to(self.facing, self.dx, self.dy);
        let is_here = self.dx == 0 && self.dy == 0;
        SquarePosition {
            arc: self.unit_type.counted_arc(arc(self.facing, self.dx, self.dy)),
            in_field_of_fire: is_here || aside.abs() <= ahead || self.unit_type.fires_all_round(self.stands()),
            distance_squares: distance(self.dx, self.dy),
        }
    }
}
