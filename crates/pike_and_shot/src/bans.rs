//! Bans that several procedures share. A ban of one procedure is declared next to it.

use super::RULESET;
use super::facts;
use super::terms::{FirerKind, Response, RosterClass, WHOLE_MOVE};
use crate::facts::*;
use crate::ids::phases;
use rules::ban::FindsUnit;
use rules::prelude::*;

/// Farthest that cavalry moves in the bound in which it fires, in inches. *Cavalry Firing; Bows.*
pub const MOVE_AND_FIRE_IN: f64 = 9.0;

/// A unit whose class is not rolled yet neither tests, breaks nor fights. (R26)
pub const CLASS_UNKNOWN: Ban =
    Ban::unit("class_unknown", "Classification of Troops", "roll the morale class first.", |unit| {
        Some(unit.get(CLASS)? == RosterClass::Unknown)
    });

/// A broken unit neither moves, fires nor fights. (R16)
pub const BROKEN: Ban = Ban::unit("broken", "Morale", "broken, so no move, fire or melee before it rallies.", |unit| {
    unit.get(facts::BROKEN)
});

/// A unit that rallies from a pursuit neither moves, fires nor fights. (R33)
pub const RALLYING: Ban = Ban::unit("rallying", "Reaction Tests 3", "must rally from the pursuit first.", |unit| {
    Some(unit.get(RALLY_BOUNDS_LEFT)? > 0)
});

/// A unit in pursuit does nothing else. (R33)
pub const PURSUING: Ban = Ban::unit("pursuing", "Reaction Tests 3", "in pursuit.", |unit| unit.get(facts::PURSUING));

/// A unit in melee neither moves, charges nor fires. It leaves by breaking or in pursuit. (R24, R35, R36)
pub const IN_MELEE: Ban = Ban::unit("in_melee", "Melee", "held in a melee.", |unit| unit.get(facts::IN_MELEE));

/// Bans of acts that take time out of a move (R32).
pub const HINDERED: &[Ban] = &[BROKEN, RALLYING, PURSUIT_TEST_FIRST, PURSUING, HELD];

/// A unit fights one round of melee in a bound.
pub const FOUGHT_ALREADY: Ban =
    Ban::unit("fought_already", "Move Sequence 4", "melee already fought this bound.", |unit| unit.get(FOUGHT))
        .of_everybody();

/// A unit answers once in a bound, however many units charge it. (R34)
pub const ANSWERED: Ban = Ban::unit("answered", "Reaction Tests 1", "charge already answered.", |unit| {
    Some(unit.get(RESPONSE)? != Response::None)
});

/// [`IN_MELEE`] for procedures that move a unit.
pub const HELD: Ban = IN_MELEE.heading("Move Sequence 5");

/// Units on foot and guns do not move and fire in one bound. Limbering and mounting have similar bans for guns and dragoons.
pub const FIRED: Ban =
    Ban::unit("fired", "Infantry Firing; Artillery Movement", "fired this bound, so no move.", |unit| {
        Some(unit.get(facts::FIRED)? && !unit.get(MOVER)?.is_cavalry())
    });

/// The ban [`FIRED`] for changes that take time without moving the unit. It applies only if these changes count as moving. (R32)
pub const FIRED_BEFORE_CHANGE: Ban = FIRED.only_if(|unit| Some(time_counts(unit)));

/// A unit has one move a bound. All legs of the move are entered in one act. (R38)
pub const MOVE_SPENT: Ban = Ban::unit("move_spent", "Movement", "move already made.", |unit| {
    Some(is_spent(unit, WHOLE_MOVE)? || unit.get(MOVED_IN).is_some_and(|inches| inches > 0.0))
});

/// A change takes half a move, so the unit must have half a move left.
pub const TIME_SPENT: Ban =
    Ban::unit("move_spent", "Movement", "move already made.", |unit| is_spent(unit, WHOLE_MOVE));

/// Units out of the battle neither act nor are acted on.
pub const OUT_OF_BATTLE: Ban = out_of_battle(|act| act.scene.everybody().find(|unit| is_out(&unit.facts)));

/// Returns the ban on acts with units out of the battle. `find` returns such a unit of the act.
pub const fn out_of_battle(find: FindsUnit) -> Ban {
    Ban::found("out_of_battle", "Reaction Tests 3; Generals", "out of the battle.", find)
}

/// A unit in pursuit tests to halt before it moves otherwise. (R33)
pub const PURSUIT_TEST_FIRST: Ban = pursuit_test_first(owing_pursuit_test);

/// Returns the ban on acts of a unit that must first test to halt its pursuit. `find` returns such a unit of the act.
pub const fn pursuit_test_first(find: FindsUnit) -> Ban {
    Ban::found("pursuing", "Reaction Tests 3", "first the test to halt the pursuit.", find)
}

/// The first acting unit that must test to halt its pursuit. `None` outside the phase of other moves. After a failed test, [`PURSUING`] forbids
/// the act instead.
pub fn owing_pursuit_test<'a>(act: &Attempt<'a>) -> Option<&'a TableUnit> {
    let owes = |unit: &Facts| unit.named(PURSUIT_OF).is_some() && !unit.holds(PURSUIT_TESTED);
    first(act, owes).filter(|_| act.scene.table.phase == phases::OTHER_MOVES)
}

/// In the phase of charge moves, only charging units and generals move.
pub const NOT_CHARGING: Ban =
    Ban::table("not_charging", "Move Sequence 2", "Only units that charge move now.", |act| {
        let idle = |unit: &Facts| !is_general(unit) && !unit.holds(CHARGING);
        act.scene.table.phase == phases::CHARGE_MOVES && any(act, idle)
    });

/// A unit that charged has made its move.
pub const CHARGE_MOVED: Ban = charge_moved(moved_in_charge);

/// Returns the ban on acts that take time, for a unit that charged in this bound. `find` returns such a unit of the act.
pub const fn charge_moved(find: FindsUnit) -> Ban {
    Ban::found("charge_moved", "Move Sequence 5", "move already made in the charge.", find)
}

/// The first acting unit that charged in this bound. `None` outside the phase of other moves.
pub fn moved_in_charge<'a>(act: &Attempt<'a>) -> Option<&'a TableUnit> {
    first(act, has_charged).filter(|_| act.scene.table.phase == phases::OTHER_MOVES)
}

/// Forbids a procedure in phases that do not list it. *Move Sequence.*
pub const PHASE: Ban = Ban::table("phase", "Move Sequence", "This belongs to another phase.", |act| {
    let lists = |phase: &Phase| phase.id == act.scene.table.phase && phase.procedures.contains(&act.procedure);
    !RULESET.phases.iter().any(lists)
});

/// The first acting unit for which `is` returns true.
pub fn first<'a>(act: &Attempt<'a>, is: impl Fn(&Facts) -> bool) -> Option<&'a TableUnit> {
    act.scene.actors().iter().find(|unit| is(&unit.facts))
}

/// True if `is` returns true for one of the acting units.
pub fn any(act: &Attempt, is: impl Fn(&Facts) -> bool) -> bool {
    act.scene.actors().iter().any(|unit| is(&unit.facts))
}

choices! {
    /// R32: what counts as moving, for fire and for rest.
    pub enum CountsAsMoving {
        Time = "time" "Time out of the move, too",
        Distance = "distance" "Only distance",
    }
}

form! {
    /// The ruling on changes that take time.
    pub struct ChangeRulings {
        /// R32: what counts as moving.
        r32_counts_as_moving: CountsAsMoving = choice_of(choice::<CountsAsMoving>()).or_id("time").label("What counts as moving"),
    }
}

/// The rulings of an input.
const RULINGS: Fact<Input> = fact!("rulings");
const R32: Fact<CountsAsMoving> = fact!("r32_counts_as_moving");

/// True if changes that take time count as moving, which is the default (R32).
pub fn time_counts(unit: &Judged) -> bool {
    unit.answer(RULINGS).is_none_or(|rulings| counts(&rulings))
}

fn counts(rulings: &Input) -> bool {
    answer(rulings, R32) != Some(CountsAsMoving::Distance)
}

/// True if at least this number of half moves of the bound is spent. `None` if the number spent is not recorded.
pub fn is_spent(unit: &Judged, half_moves: i32) -> Option<bool> {
    Some(unit.get(HALF_MOVES_SPENT)? >= half_moves)
}

impl ChangeRulings {
    /// True if changes that take time count as moving (R32).
    pub fn time_counts(&self) -> bool {
        self.r32_counts_as_moving == CountsAsMoving::Time
    }
}

/// True if the unit fires as cavalry. `None` if the kind of firer is not recorded.
pub fn fires_as_cavalry(unit: &Judged) -> Option<bool> {
    Some(unit.get(KIND)? == FirerKind::Cavalry)
}

/// True of a unit that can act: not broken, not in pursuit, not rallying from one, and not in melee. (R16, R33, R35)
pub fn can_act(unit: &Facts) -> bool {
    [BROKEN, RALLYING, PURSUING, IN_MELEE].iter().all(|ban| ban.permits(unit))
}
