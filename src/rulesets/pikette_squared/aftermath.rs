//! Pursuit after a fight, results put on a unit by hand, and victory points.

use super::conditions::FIGHTING;
use super::facts::{self, MUST_PURSUE, PURSUED, STANDS, STATE, put};
use super::result::{After, Effect, THE_UNIT, TableRulings};
use super::terms::{Fate, Leader, TroopType};
use super::unit::body::Body;
use super::words::{self, BY_SIDES};
use super::{ground, roll_off};
use crate::core::facts::Fact;
use crate::core::refusal::{Refusal, forbid_if};
use crate::core::subject::Side;
use crate::dice::{Dice, Equal, Halt};
use crate::rules::closing::{Decided, Verdict};
use crate::rules::condition::Condition;
use crate::rules::consequences::ConsequencesBuilder;
use crate::rules::own::{Change, changes};
use crate::rules::procedure::{Is, OddsQuery, Procedure, Role, Rule};
use crate::rules::table::{Scene, Table};
use crate::{choices, field, form, outcome, text};

/// Can the victors be held back?
pub const PURSUIT: Procedure = Procedure::of::<Pursuit>("pursuit", "Pursuit")
    .heading("How to battle – fighting")
    .about("Militia and horse pursue a unit that routs before them, unless their player wins a roll-off.")
    .participants(&[Role::own("unit", "Victor", "").fits(facts::pursuer)])
    .chances(&[OddsQuery { label: "must pursue", path: field!(Pursued, must_pursue), is: Is::True }])
    .roll_names(BY_SIDES)
    .conditions(&[Condition::new("nobody_routed", FIGHTING, "Nobody has routed before it.", |unit| {
        Some(!unit.get(MUST_PURSUE)?)
    })
    .after("cannot_pay")])
    .adjustable(roll_off::ADJUSTABLE)
    .rulings(&["R3", "R49"]);

/// A result put on a unit by hand.
pub const APPLY_RESULT: Procedure = Procedure::of::<ApplyResult>("apply_result", "Apply a result by hand")
    .heading("How to battle – shooting; – morale chips; PHALANX; TERCIO")
    .about("For corrections by hand: hits, disorder or rout, with all that follows from them.")
    .participants(&[Role::own("unit", "Unit", "unit").fits(facts::there)])
    .rulings(&["R6", "R8", "R9", "R11", "R23"]);

/// Winner by points.
pub const VICTORY_POINTS: Procedure = Procedure::of::<VictoryPoints>("victory_points", "Victory points")
    .heading("A note about victory and defeat")
    .about("For battles without an obvious winner.")
    .rulings(&["R43"])
    .fill(|scene, input| {
        for (index, side) in scene.sides.iter().enumerate() {
            put(input, LEADER_SURVIVES[index], facts::leader(side) != Leader::Lost);
            put(input, GOOD_ORDER_STANDS[index], stands(&scene.table, index, Fate::Ok));
            put(input, DISORDERED_STANDS[index], stands(&scene.table, index, Fate::Disordered));
        }
    });

// Fields of both sides.
const LEADER_SURVIVES: [Fact<bool>; 2] = [Fact::new("a_leader_survives"), Fact::new("b_leader_survives")];
const GOOD_ORDER_STANDS: [Fact<i32>; 2] = [Fact::new("a_good_order_stands"), Fact::new("b_good_order_stands")];
const DISORDERED_STANDS: [Fact<i32>; 2] = [Fact::new("a_disordered_stands"), Fact::new("b_disordered_stands")];

/// Stands of a side's units in a state; the cannon is one too (R43).
fn stands(table: &Table, side: usize, state: Fate) -> i32 {
    let units = table.of(Side::at(side)).map(|unit| &unit.facts);
    units.filter(|unit| unit.equals(STATE, state)).filter_map(|unit| unit.value(STANDS)).sum()
}

/// The points as the table stands. *A note about victory and defeat.*
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

/// The verdict by points, once night has fallen. *How to battle – cards and pips; A note about victory and defeat.*
pub fn result(table: &Table) -> Option<Decided> {
    table.battle.holds(facts::NIGHT).then(|| {
        let Points { a_points, b_points, winner } = counted(table).count();
        let verdict = match winner {
            Victor::A => Verdict::A,
            Victor::B => Verdict::B,
            Victor::Draw => Verdict::Draw,
        };
        let because = text!("Night has fallen. Victory points: {a} to {b}.", a = a_points, b = b_points);
        Decided { verdict, because }
    })
}

form! {
    /// Input of a pursuit.
    pub struct Pursuit {
        /// The type of the victor.
        winner_type: TroopType = unit(choice::<TroopType>()).label("Victor"),
        /// Its full move.
        move_squares: f64 = unit(half(0.5, 12.0)).label("Move").help("A full move, in squares."),
        /// Changes by own modifiers.
        own: Vec<Change> = situation(changes()),
    }
}

outcome! {
    /// Outcome of a pursuit.
    pub struct Pursued {
        /// True if it must pursue.
        pub must_pursue: bool,
        /// Distance that it pursues, in squares; 0 if it need not.
        pub pursuit_squares: f64,
    }
}

impl Rule for Pursuit {
    type Outcome = Pursued;

    fn permit(&self) -> Result<(), Refusal> {
        let eager = self.winner_type.is_cavalry() || self.winner_type == TroopType::Militia;
        forbid_if(!eager, "winner_type", "Only militia and horse pursue a routed enemy.")
    }

    fn play(&self, dice: &mut Dice) -> Result<Pursued, Halt> {
        // He must win the roll to hold them (R3).
        let must_pursue = !roll_off::is_won(&self.own, Equal::Other, dice)?;
        Ok(Pursued { must_pursue, pursuit_squares: if must_pursue { self.move_squares } else { 0.0 } })
    }

    fn describe(&self, pursued: &Pursued, consequences: &mut ConsequencesBuilder) {
        consequences.put("unit", MUST_PURSUE, false).put("unit", PURSUED, pursued.must_pursue);
        if pursued.must_pursue {
            let squares = words::squares(pursued.pursuit_squares);
            consequences.say(text!("It must pursue the routed unit: {squares}.", squares = squares));
            consequences
                .say("If it ends in the same square, it may attack the routed unit from the next initiative on.");
        } else {
            consequences.say("Held back: it does not pursue.");
        }
    }

    fn aftermath(&self, scene: &Scene, pursued: &Pursued, consequences: &mut ConsequencesBuilder) {
        if pursued.must_pursue {
            ground::leave(scene, consequences);
            ground::leave_square(scene, &[], consequences);
        }
    }
}

choices! {
    /// Origin of a result.
    pub enum Source {
        Table = "table" "Shooting or fighting",
        Morale = "morale" "A chip, or courage",
    }
}

form! {
    /// Input of a result put on by hand.
    pub struct ApplyResult {
        /// The unit.
        unit: Body = unit(object::<Body>()).label("Unit"),
        /// Hits.
        hits: i32 = situation(whole(0, 3)).or(0).label("Hits"),
        /// The effect besides hits.
        effect: Effect = situation(choice::<Effect>()).or_id("none").label("Effect"),
        /// Its origin.
        source: Source = situation(choice::<Source>()).or_id("table").label("Comes from"),
        /// Rulings.
        rulings: TableRulings = choice_of(object::<TableRulings>()).or_empty().rare(),
    }
}

outcome! {
    /// The unit after a result was put on it.
    pub struct Applied {
        /// State afterwards.
        pub state: Fate,
        /// Its stands: 0 or more.
        pub stands: i32,
        /// Hits on its marked stand.
        pub hits: i32,
        /// Chips that its side loses.
        pub chips_lost: i32,
        /// Its rout move in squares, if it has just routed; else 0.
        pub rout_move_squares: f64,
    }
}

impl Rule for ApplyResult {
    type Outcome = Applied;

    fn play(&self, _: &mut Dice) -> Result<Applied, Halt> {
        let effect = match self.source {
            Source::Table => self.effect.by_table_on(self.unit.state, self.rulings.r6_second_disorder),
            Source::Morale => self.effect.on_morale_of(self.unit.state),
        };
        let After { fate, stands, hits, chips_lost, rout_move } =
            self.unit.suffers(self.hits, effect, self.rulings.on_blocks());
        Ok(Applied { state: fate, stands, hits, chips_lost, rout_move_squares: rout_move })
    }

    fn describe(&self, applied: &Applied, consequences: &mut ConsequencesBuilder) {
        let Applied { state: fate, stands, hits, chips_lost, rout_move_squares: rout_move } = *applied;
        consequences.say(text!(
            "{state}: {stands}, {hits} on the marked one.",
            state = words::word(fate),
            stands = text!("{n} {n|stand|stands}", n = stands),
            hits = words::hits(hits)
        ));
        After { fate, stands, hits, chips_lost, rout_move }.describe(&self.unit, THE_UNIT, consequences);
    }
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
        /// True if this side's leader lives.
        a_leader_survives: bool = unit(flag()).label("{Side A}'s leader lives"),
        /// Its stands in good order.
        a_good_order_stands: i32 = unit(whole(0, 60)).label("{Side A}'s stands in good order"),
        /// Its stands in disorder.
        a_disordered_stands: i32 = unit(whole(0, 60)).label("{Side A}'s disordered stands"),
        /// True if the other side's leader lives.
        b_leader_survives: bool = unit(flag()).label("{Side B}'s leader lives"),
        /// Its stands in good order.
        b_good_order_stands: i32 = unit(whole(0, 60)).label("{Side B}'s stands in good order"),
        /// Its stands in disorder.
        b_disordered_stands: i32 = unit(whole(0, 60)).label("{Side B}'s disordered stands"),
    }
}

outcome! {
    /// The points of both sides. *A note about victory and defeat.*
    pub struct Points {
        /// This side's points.
        pub a_points: i32,
        /// The other side's points.
        pub b_points: i32,
        /// Side with more points.
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

/// Two for a leader alive, two for a stand in order, one for a stand in disorder. *A note about victory and defeat.*
fn points(leader_survives: bool, in_order: i32, disordered: i32) -> i32 {
    2 * i32::from(leader_survives) + 2 * in_order + disordered
}
