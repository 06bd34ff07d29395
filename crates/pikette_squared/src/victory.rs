//! Victory points, which players may count at the end of a battle. *A note about victory and defeat.*

use super::facts::{self, STANDS, STATE, put};
use super::terms::{Fate, Leader};
use crate::ids::procedures;
use rules::closing::{Decided, Force, Verdict};
use rules::prelude::*;

/// Procedure that finds the winner by points.
pub const VICTORY_POINTS: Procedure = Procedure::of::<VictoryPoints>(procedures::VICTORY_POINTS, "Victory points")
    .heading("A note about victory and defeat")
    .about("For battles without an obvious winner. Players choose whether to count them.")
    .rulings(&["R43"])
    .fill(|scene, input| {
        for (index, side) in scene.table.sides.iter().enumerate() {
            put(input, LEADER_SURVIVES[index], facts::leader(side) != Leader::Lost);
            put(input, GOOD_ORDER_STANDS[index], stands(&scene.table, index, Fate::Ok));
            put(input, DISORDERED_STANDS[index], stands(&scene.table, index, Fate::Disordered));
        }
    });

// Fields of both sides.
const LEADER_SURVIVES: [Fact<bool>; 2] =
    [fact!(field!(VictoryPoints, a_leader_survives)), fact!(field!(VictoryPoints, b_leader_survives))];
const GOOD_ORDER_STANDS: [Fact<i32>; 2] =
    [fact!(field!(VictoryPoints, a_good_order_stands)), fact!(field!(VictoryPoints, b_good_order_stands))];
const DISORDERED_STANDS: [Fact<i32>; 2] =
    [fact!(field!(VictoryPoints, a_disordered_stands)), fact!(field!(VictoryPoints, b_disordered_stands))];

/// Number of stands of a side's units in a state; a cannon counts as one (R43).
fn stands(table: &Table, side: usize, state: Fate) -> i32 {
    let units = table.of(Side::at(side)).map(|unit| &unit.facts);
    units.filter(|unit| unit.equals(STATE, state)).filter_map(|unit| unit.value(STANDS)).sum()
}

/// Points of both sides, as the table is now. *A note about victory and defeat.*
fn counted(table: &Table) -> VictoryPoints {
    let leader = |side: Side| facts::leader(table.side(side)) != Leader::Lost;
    VictoryPoints {
        a_leader_survives: leader(Side::A),
        a_good_order_stands: stands(table, 0, Fate::Ok),
        a_disordered_stands: stands(table, 0, Fate::Disordered),
        b_leader_survives: leader(Side::B),
        b_good_order_stands: stands(table, 1, Fate::Ok),
        b_disordered_stands: stands(table, 1, Fate::Disordered),
    }
}

/// Verdict by points. Players may count points after nightfall, and at the end of any battle. *How to battle – cards and pips; A note
/// about victory and defeat.*
pub fn verdict(table: &Table) -> Option<Decided> {
    let points = points_now(table);
    if !table.battle.holds(facts::NIGHT) {
        return Some(points);
    }
    let because = text!("Night has fallen. {points}", points = points.because);
    Some(Decided { because, force: Force::Optional, ..points })
}

fn points_now(table: &Table) -> Decided {
    let Points { a_points, b_points, winner } = counted(table).count();
    let verdict = match winner {
        Victor::A => Verdict::A,
        Victor::B => Verdict::B,
        Victor::Draw => Verdict::Draw,
    };
    let because = text!(
        "Victory points: {side A} {a}, {side B} {b} (2 for a leader who lives, 2 for each stand in good order, 1 for each \
         disordered stand).",
        a = a_points,
        b = b_points
    );
    Decided { verdict, because, force: Force::Provisional }
}

choices! {
    /// Winner of a battle. *A note about victory and defeat.*
    pub enum Victor {
        A = "a" "{Side A}",
        B = "b" "{Side B}",
        Draw = "draw" "Nobody",
    }
}

form! {
    /// Input of the points.
    pub struct VictoryPoints {
        a_leader_survives: bool = unit(flag()).label("The leader of {Side A} lives"),
        a_good_order_stands: i32 = unit(whole(0, 60)).label("Stands of {Side A} in good order"),
        a_disordered_stands: i32 = unit(whole(0, 60)).label("Disordered stands of {Side A}"),
        b_leader_survives: bool = unit(flag()).label("The leader of {Side B} lives"),
        b_good_order_stands: i32 = unit(whole(0, 60)).label("Stands of {Side B} in good order"),
        b_disordered_stands: i32 = unit(whole(0, 60)).label("Disordered stands of {Side B}"),
    }
}

outcome! {
    /// The points of both sides. *A note about victory and defeat.*
    pub struct Points {
        /// Points of side A.
        pub a_points: i32,
        /// Points of side B.
        pub b_points: i32,
        /// Side with more points; `draw` if they are equal.
        pub winner: Victor,
    }
}

impl Rule for VictoryPoints {
    type Outcome = Points;

    fn play(&self, _: &mut Dice) -> Result<Points, Halt> {
        Ok(self.count())
    }

    fn describe(&self, points: &Points, consequences: &mut ConsequencesBuilder) {
        let Points { a_points: own, b_points: other, winner } = *points;
        match winner {
            Victor::A => consequences.say(text!("Victory for {side A}, {own} to {other}.", own = own, other = other)),
            Victor::B => consequences.say(text!("Victory for {side B}, {other} to {own}.", own = own, other = other)),
            Victor::Draw => consequences.say(text!("A draw, at {own} each.", own = own)),
        };
    }
}

impl VictoryPoints {
    fn count(&self) -> Points {
        let a_points = points(self.a_leader_survives, self.a_good_order_stands, self.a_disordered_stands);
        let b_points = points(self.b_leader_survives, self.b_good_order_stands, self.b_disordered_stands);
        let winner = match a_points - b_points {
            1.. => Victor::A,
            0 => Victor::Draw,
            ..0 => Victor::B,
        };
        Points { a_points, b_points, winner }
    }
}

/// Points of a side: two for a leader alive, two for each stand in order, one for each disordered stand. *A note about victory and
/// defeat.*
fn points(leader_survives: bool, in_order: i32, disordered: i32) -> i32 {
    2 * i32::from(leader_survives) + 2 * in_order + disordered
}
