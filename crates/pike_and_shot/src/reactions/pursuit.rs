//! Pursuit of a broken enemy. *Reaction Tests 3; Melee.*

use super::super::bans::{BROKEN, CLASS_UNKNOWN, IN_MELEE, PHASE, first, out_of_battle};
use super::super::effects;
use super::super::terms::{TargetType, TroopType, WHOLE_MOVE, in_lots, inches};
use super::{ADJUSTABLE, LENDS_MODIFIER, Tester, certainty, describe_need, fill_general, for_obstacle, known, test};
use crate::facts::*;
use crate::ids::{procedures, roles};
use rules::prelude::*;

/// Test to halt a pursuit.
pub const REACTION_PURSUIT: Procedure =
    Procedure::of::<ReactionPursuit>(procedures::REACTION_PURSUIT, "Pursuit")
    .heading("Reaction Tests 3; Melee")
    .about("Must a unit go on after an enemy who has broken? Asked when the enemy breaks, and in each bound of the pursuit.")
    .participants(&[
        Role::own(roles::UNIT, "Who pursues", "").fits(may_pursue),
        Role::enemy_without_fields(roles::OPPONENT, "Whom").fits(effects::is_unit),
    ])
    .chances(&[Chance::of("may halt", field!(Pursued, result), Is::Word("may_halt")).for_own(), Chance::of("must pursue", field!(Pursued, result), Is::Word("must_pursue"))])
    .adjustable(ADJUSTABLE)
    .rulings(&["R6", "R17", "R21", "R22"])
    .grouping(Grouping::in_turn())
    .bans(&[&[ACTOR_OUT_OF_BATTLE, CLASS_UNKNOWN, LENDS_MODIFIER, BROKEN, HELD, NOT_DUE, TESTED, PURSUES_ANOTHER, PHASE]])
    .fill(|scene, input| {
        fill_general(scene, input);
        if let Some(opponent) = scene.facts(roles::OPPONENT) {
            suggest(input, ENEMY_GUNNERS, opponent.equals(TROOPS, TargetType::Artillery));
            suggest(input, ENEMY_DESTROYED, opponent.holds(DESTROYED));
            let mover = scene.facts(roles::UNIT).and_then(|unit| unit.value(MOVER));
            if let Some((retreat, mover)) = retired_in(opponent).zip(mover) {
                suggest(input, ENEMY_DISTANCE_IN, (retreat - mover.base_in()).max(0.0));
            }
        }
    })
    .known(known);

const ENEMY_GUNNERS: Fact<bool> = fact!("enemy_gunners");
const ENEMY_DESTROYED: Fact<bool> = fact!("enemy_destroyed");
const ENEMY_DISTANCE_IN: Fact<f64> = fact!("enemy_distance_in");

/// A unit that is still in contact with another enemy does not pursue. (R36)
pub const HELD: Ban = IN_MELEE.heading("Reaction Tests 3");

/// Applies only to the pursuer, because a pursuit can also end after the enemy is out of the battle.
const ACTOR_OUT_OF_BATTLE: Ban = out_of_battle(|act| first(act, is_out));

/// A unit pursues only the enemy recorded in its `pursuit_of`. (R36)
const PURSUES_ANOTHER: Ban = Ban::found(NOT_DUE.rule, NOT_DUE.heading, NOT_DUE.message(), |act| {
    let opponent = act.scene.unit(roles::OPPONENT);
    let another = |unit: &Facts| unit.named(PURSUIT_OF).zip(opponent).is_some_and(|(enemy, unit)| enemy != unit.id);
    first(act, another)
})
.on_acts();

/// A unit pursues only if an enemy broke in melee or to avoid one. (R36)
pub const NOT_DUE: Ban =
    Ban::unit("pursuit_not_due", "Reaction Tests 3", "no enemy broke in melee or to avoid one.", |unit| {
        Some(unit.get(PURSUIT_OF)?.is_empty())
    });

/// A unit tests once in a bound. (R17)
pub const TESTED: Ban =
    Ban::unit("pursued_already", "Reaction Tests 3", "one test to halt in a bound.", |unit| unit.get(PURSUIT_TESTED));

/// Inches that a unit retired when it broke in this bound. `None` if it did not break or did not move.
fn retired_in(unit: &Facts) -> Option<f64> {
    let broke = unit.holds(BROKE).then(|| unit.value(MOVED_IN)).flatten();
    broke.filter(|inches| *inches > 0.0)
}

const GUNNERS: &str = "Gunners do not pursue.";

/// Accepts units that fight hand to hand. *Melee.*
///
/// # Errors
/// For other units, a reason for players.
pub fn may_pursue(unit: &Facts) -> Result<(), Text> {
    effects::is_unit(unit)?;
    if unit.equals(TROOPS, TargetType::Artillery) { Err(GUNNERS.into()) } else { Ok(()) }
}

/// Gap above which a pursuit ends, in inches. *Reaction Tests 3.*
const OUT_OF_REACH_IN: f64 = 6.0;

choices! {
    /// Result for the pursuers.
    pub enum Pursuit {
        MayHalt = "may_halt" "May halt",
        MustPursue = "must_pursue" "Must pursue",
        Over = "over" "Over",
        Lost = "lost" "Lost",
    }
}

choices! {
    /// Reason for the end of a pursuit.
    pub enum EndedBy {
        None = "none" "It goes on",
        Test = "test" "The test",
        OffTable = "off_table" "The edge of the table",
        Destroyed = "destroyed" "Nothing left to pursue",
        Terrain = "terrain" "Terrain",
        Distance = "distance" "Distance",
    }
}

form! {
    /// A unit that pursues a broken enemy.
    pub struct ReactionPursuit {
        ..tester: Tester,
        defending_obstacle: bool = situation(flag()).or(false).label("Defends an obstacle").help("A wall, a hedge or a town."),
        bounds_pursued: i32 = unit(of(BOUNDS_PURSUED)).label("Bounds pursued"),
        enemy_distance_in: f64 = situation(inches()).or(0.0).label("Gap to the enemy").bands(gaps)
            .help("Inches between them after both have moved; 0 while still in contact."),
        /// True if terrain prevents the pursuers from following the enemy.
        terrain_bars: bool = situation(flag()).or(false).label("Terrain bars the way").rare(),
        /// True if no enemy figure is left.
        enemy_destroyed: bool = situation(flag()).or(false).label("Enemy destroyed").rare(),
        followed_off_table: bool = situation(flag()).or(false).label("Followed off the table").rare(),
        enemy_gunners: bool = situation(flag()).or(false).label("Enemy are gunners").rare(),
        goes_on: bool = choice_of(flag()).or(false).label("If it may halt").two_ways("It goes on", "It halts"),
    }
}

/// Gaps that the rules distinguish: contact, within reach, and out of reach. *Reaction Tests 3.*
fn gaps(_: &Input, _: &Input) -> Vec<Band> {
    vec![Band::touching(), Band::up_to(OUT_OF_REACH_IN), Band::above(OUT_OF_REACH_IN)]
}

outcome! {
    /// Result of the test to halt a pursuit.
    pub struct Pursued {
        /// Result for the pursuers.
        pub result: Pursuit,
        /// Reason for the end of the pursuit.
        pub ended_by: EndedBy,
        /// The least face that lets the unit halt. Above 6 no face does; at 1 or less every face does. `None` if the pursuit ends without a test.
        pub required: Option<i32>,
        /// Bounds of rest that rallying takes; 0 while the unit pursues, and if it left the table.
        pub rally_bounds: i32,
        /// True if the unit cuts down gunners.
        pub gunners_cut_down: bool,
    }
}

impl ReactionPursuit {
    fn need(&self, dice: &mut Dice) -> i32 {
        self.tester.morale_class.needs()
            + self.tester.for_counters(dice)
            + self.tester.for_horse(3, dice)
            + for_obstacle(self.defending_obstacle, dice)
            + self.tester.for_general(dice)
            + self.tester.for_own(dice)
    }

    /// Returns the result of a pursuit that ends without a test, and `None` if a test is needed. *Reaction Tests 3.*
    fn ended(&self) -> Option<(Pursuit, EndedBy)> {
        if self.followed_off_table {
            // A unit that follows an enemy off the table is out of the game.
            Some((Pursuit::Lost, EndedBy::OffTable))
        } else if self.enemy_destroyed {
            Some((Pursuit::Over, EndedBy::Destroyed))
        } else if self.terrain_bars {
            Some((Pursuit::Over, EndedBy::Terrain))
        } else if self.enemy_distance_in > OUT_OF_REACH_IN {
            Some((Pursuit::Over, EndedBy::Distance))
        } else {
            None
        }
    }
}

impl Rule for ReactionPursuit {
    type Outcome = Pursued;

    fn permit(&self) -> Result<(), Refusal> {
        forbid_if(self.tester.troop_type == TroopType::Artillery, field!(Tester, troop_type), GUNNERS)?;
        self.tester.permit()
    }

    fn play(&self, dice: &mut Dice) -> Result<Pursued, Halt> {
        let (result, ended_by, required) = match self.ended() {
            Some((result, ended_by)) => (result, ended_by, None),
            None => {
                let need = self.need(dice);
                match test(dice, need)? {
                    // A unit that passes may halt; its player may still let it go on. *Reaction Tests 3.*
                    true if self.goes_on => (Pursuit::MayHalt, EndedBy::None, Some(need)),
                    true => (Pursuit::MayHalt, EndedBy::Test, Some(need)),
                    false => (Pursuit::MustPursue, EndedBy::None, Some(need)),
                }
            }
        };
        // Rallying takes half as many bounds as the pursuit, rounded up, regardless of how the pursuit ended (R17).
        let goes_on = ended_by == EndedBy::None;
        let over = !goes_on && result != Pursuit::Lost;
        let rally_bounds = if over { in_lots(self.bounds_pursued, 2) } else { 0 };
        let gunners_cut_down = goes_on && self.enemy_gunners;
        Ok(Pursued { result, ended_by, required, rally_bounds, gunners_cut_down })
    }

    fn preview(&self) -> Preview {
        if self.ended().is_some() {
            Preview::default()
        } else {
            Preview::of(certainty(self.tester.troop_type, Some(without_rolls(|dice| self.need(dice)))))
        }
    }

    fn describe(&self, outcome: &Pursued, consequences: &mut ConsequencesBuilder) {
        match (outcome.result, outcome.ended_by) {
            (_, EndedBy::None) => describe_going_on(outcome, consequences),
            (Pursuit::MayHalt | Pursuit::Over | Pursuit::MustPursue, _) => describe_end(outcome, consequences),
            (Pursuit::Lost, _) => {
                consequences.say("It has followed the enemy off the table, and does not come back.");
                consequences.put(roles::UNIT, LOST, true).put(roles::UNIT, PURSUIT_OF, "");
            }
        }
        if outcome.required.is_some() {
            describe_need(outcome.required, consequences);
        }
        // The unit's earlier melee is over, so its next melee begins in bound 1.
        consequences.put(roles::UNIT, MELEE_BOUND, 1).put(roles::UNIT, PURSUIT_TESTED, true);
    }

    /// Records a whole move, without deduction for counters, if the unit goes on. *Reaction Tests 3.*
    fn aftermath(&self, scene: &Scene, outcome: &Pursued, consequences: &mut ConsequencesBuilder) {
        let goes_on = outcome.ended_by == EndedBy::None;
        if let Some(mover) = scene.facts(roles::UNIT).and_then(|unit| unit.value(MOVER)).filter(|_| goes_on) {
            consequences.put(roles::UNIT, MOVED_IN, mover.base_in());
        }
    }
}

fn describe_going_on(outcome: &Pursued, consequences: &mut ConsequencesBuilder) {
    consequences.say("It goes on after the enemy: a whole move, without deduction for counters.");
    consequences.raise(roles::UNIT, BOUNDS_PURSUED, 1).put(roles::UNIT, MOVED, true).put(
        roles::UNIT,
        HALF_MOVES_SPENT,
        WHOLE_MOVE,
    );
    if outcome.gunners_cut_down {
        consequences.say("The gunners are cut down.");
        consequences.put(roles::OPPONENT, FIGURES, 0).put(roles::OPPONENT, LOST, true);
    }
}

/// Describes the end of the pursuit, and records the bounds of rest.
fn describe_end(outcome: &Pursued, consequences: &mut ConsequencesBuilder) {
    match outcome.ended_by {
        EndedBy::Test => consequences.say("It halts."),
        EndedBy::Distance => consequences.say("The enemy is out of reach: the pursuit is over."),
        EndedBy::Terrain => consequences.say("It cannot follow where the enemy went: the pursuit is over."),
        _ => consequences.say("Nothing is left to pursue."),
    };
    match outcome.rally_bounds {
        0 => {}
        1 => {
            consequences.say("It rallies in one bound of rest.");
        }
        n => {
            consequences.say(text!("It rallies in {n} bounds of rest.", n = n));
        }
    }
    consequences.put(roles::UNIT, RALLY_BOUNDS_LEFT, outcome.rally_bounds).put(roles::UNIT, BOUNDS_PURSUED, 0);
    consequences.put(roles::UNIT, PURSUIT_OF, "");
}
