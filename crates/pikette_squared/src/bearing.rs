//! Position of another square: in front, at the flank or in the rear, how far, and whether it can be shot at.

use super::facts::{self, FACING, STANDS, UNIT_TYPE, WEAPON_RANGE_SQUARES};
use super::terms::{Arc, Direction, TroopType};
use super::words;
use crate::ids::{procedures, roles};
use rules::prelude::*;
use rules::procedure::GridPick;
use serde_json::{Map, Value as Json};

/// Position of another square.
pub const BEARING: Procedure = Procedure::of::<Bearing>(procedures::BEARING, "Front, flank or rear")
    .heading("What you need to play: the grid; How to battle – shooting; TERCIO; the author on diagonal facing")
    .about("Where another square lies as a unit faces, whether the unit can shoot there, and how far it is.")
    .participants(&[
        Role::own(roles::UNIT, "Unit", "").fits(facts::there),
        Role::enemy(roles::OTHER, "The other", facts::ASIDE).several(0, 1).fits(facts::there),
    ])
    .grid_pick(GridPick {
        from: "unit",
        to: "other",
        facing: "facing",
        words: TAP,
        lies,
        says: |sighted| vec![("dx".into(), sighted.east.into()), ("dy".into(), sighted.north.into())],
    })
    .rulings(&["R15", "R16", "R42"]);

/// Instruction for the grid.
pub const TAP: &str = "Tap the square of the other unit; north is up. Put right first how the units face.";

/// Position of a square as a unit faces; `None` if its facing is not known.
pub fn sighted(unit: &Facts, east: i32, north: i32) -> Option<Lies> {
    let mut input = Map::from_iter([("dx".to_owned(), Json::from(east)), ("dy".to_owned(), Json::from(north))]);
    facts::copy(unit, FACING, &mut input);
    facts::copy(unit, UNIT_TYPE, &mut input);
    if unit.value(STANDS) > Some(0) {
        facts::copy(unit, STANDS, &mut input);
    }
    Bearing::from_object(&input).ok().map(|bearing| bearing.lies())
}

/// The side on which a square lies, and whether the unit can shoot there.
pub fn lies(unit: &Facts, east: i32, north: i32) -> Vec<&'static str> {
    let Some(lies) = sighted(unit, east, north) else { return Vec::new() };
    let reaches = unit.value(WEAPON_RANGE_SQUARES).is_some_and(|range| range > 0.0 && lies.distance_squares <= range);
    let shoots = lies.in_field_of_fire && reaches;
    [Some(lies.arc.id()), shoots.then_some("range")].into_iter().flatten().collect()
}

/// Distances of a square ahead and aside, as a unit faces.
pub(super) fn seen(facing: Direction, east: i32, north: i32) -> (i32, i32) {
    let (fx, fy) = facing.step();
    (east * fx + north * fy, east * fy - north * fx)
}

/// On which side a square lies. Half-planes: 3 squares in front, 2 level with the unit, 3 behind, however it faces; its own
/// square is in front (R15).
pub(super) fn arc(facing: Direction, east: i32, north: i32) -> Arc {
    match seen(facing, east, north).0 {
        _ if (east, north) == (0, 0) => Arc::Front,
        1.. => Arc::Front,
        0 => Arc::Flank,
        ..0 => Arc::Rear,
    }
}

/// Distance of a square: a diagonal step counts one and a half (R16).
pub(super) fn distance(east: i32, north: i32) -> f64 {
    let (far, near) = (east.abs().max(north.abs()), east.abs().min(north.abs()));
    f64::from(far) + 0.5 * f64::from(near)
}

form! {
    /// Input of a bearing.
    pub struct Bearing {
        /// Facing of the unit.
        facing: Direction = unit(of(FACING)),
        /// Squares east.
        dx: i32 = situation(whole(-30, 30)).label("Squares east").help("From the unit; west is negative."),
        /// Squares north.
        dy: i32 = situation(whole(-30, 30)).label("Squares north").help("From the unit; south is negative."),
        /// The unit's type.
        unit_type: TroopType = unit(choice::<TroopType>()).label("Type"),
        /// Its stands.
        stands: Option<i32> = unit(of(STANDS)).optional(),
    } agree(Bearing::agree)
}

outcome! {
    /// Position of the square.
    pub struct Lies {
        /// On which side.
        pub arc: Arc,
        /// True if the unit can shoot there.
        pub in_field_of_fire: bool,
        /// Distance in squares: a diagonal step counts one and a half.
        pub distance_squares: f64,
    }
}

impl Bearing {
    fn agree(&self) -> Result<(), Refusal> {
        let full = self.unit_type.full_stands();
        let stands = self.stands.unwrap_or(full);
        bad_if(stands > full, "stands", text!("A unit of this type has {n} {n|stand|stands} at most.", n = full))
    }

    /// Light horse shoot all round, and so does a tercio that has lost no stand. *Shooting; TERCIO.*
    fn fires_all_round(&self) -> bool {
        match self.unit_type {
            TroopType::LightHorse => true,
            TroopType::Tercio => self.stands.is_none_or(|stands| stands == self.unit_type.full_stands()),
            _ => false,
        }
    }
}

impl Rule for Bearing {
    type Outcome = Lies;

    fn play(&self, _: &mut Dice) -> Result<Lies, Halt> {
        Ok(self.lies())
    }

    fn describe(&self, lies: &Lies, consequences: &mut ConsequencesBuilder) {
        consequences.say(text!(
            "{arc}, {squares} away.",
            arc = words::word(lies.arc),
            squares = words::squares(lies.distance_squares)
        ));
        consequences.say(if lies.in_field_of_fire { "In its field of fire." } else { "Not in its field of fire." });
    }
}

impl Bearing {
    /// Position of the square.
    fn lies(&self) -> Lies {
        let (ahead, aside) = seen(self.facing, self.dx, self.dy);
        let here = self.dx == 0 && self.dy == 0;
        let all_round = self.unit_type.has_no_flank();
        Lies {
            arc: if all_round { Arc::Front } else { arc(self.facing, self.dx, self.dy) },
            in_field_of_fire: here || aside.abs() <= ahead || self.fires_all_round(),
            distance_squares: distance(self.dx, self.dy),
        }
    }
}
