//! Conditions that several procedures share: rules of the bound about a single unit. A condition of one procedure is declared next to it.

use super::facts;
use super::terms::{FirerKind, Response, RosterClass, WHOLE_MOVE};
use crate::facts::*;
use rules::prelude::*;

/// Farthest that cavalry moves in the bound in which it fires, in inches. *Cavalry Firing; Bows.*
pub const MOVE_AND_FIRE_IN: f64 = 9.0;

/// A unit whose class is not rolled yet neither tests, breaks nor fights. (R26)
pub const CLASS_UNKNOWN: Condition =
    Condition::new("class_unknown", "Classification of Troops", "Roll its morale class first.", |unit| {
        Some(unit.get(CLASS)? == RosterClass::Unknown)
    });

/// A broken unit neither moves, fires nor fights. (R16)
pub const BROKEN: Condition =
    Condition::new("broken", "Morale", "A broken unit must rally first: no moving, firing or fighting.", |unit| {
        unit.get(facts::BROKEN)
    });

/// A unit that rallies from a pursuit neither moves, fires nor fights. (R33)
pub const RALLYING: Condition =
    Condition::new("rallying", "Reaction Tests 3", "It must rally from its pursuit first.", |unit| {
        Some(unit.get(RALLY_BOUNDS_LEFT)? > 0)
    });

/// A unit in pursuit does nothing else. (R33)
pub const PURSUING: Condition =
    Condition::new("pursuing", "Reaction Tests 3", "It is in pursuit.", |unit| unit.get(facts::PURSUING));

/// A unit in melee neither moves, charges nor fires. It leaves by breaking or in pursuit. (R24, R35, R36)
pub const IN_MELEE: Condition =
    Condition::new("in_melee", "Melee", "It is held in a melee.", |unit| unit.get(facts::IN_MELEE));

/// A unit fights one round of melee in a bound.
pub const FOUGHT_ALREADY: Condition =
    Condition::new("fought_already", "Move Sequence 4", "It has fought this bound.", |unit| unit.get(FOUGHT))
        .of_everybody();

/// A unit answers once in a bound, however many units charge it. (R34)
pub const ANSWERED: Condition = Condition::new("answered", "Reaction Tests 1", "It has answered the charge.", |unit| {
    Some(unit.get(RESPONSE)? != Response::None)
});

/// [`IN_MELEE`] for procedures that move a unit.
pub const HELD: Condition = Condition { heading: "Move Sequence 5", ..IN_MELEE };

/// Units on foot do not move and fire in one bound. The procedures of guns and dragoons have conditions of their own for this.
pub const FIRED: Condition =
    Condition::new("fired", "Infantry Firing; Artillery Movement", "It fired this bound, and may not move.", |unit| {
        Some(unit.get(facts::FIRED)? && !unit.get(MOVER)?.is_cavalry())
    });

/// [`FIRED`] for changes that take time without moving the unit. It applies only if such time counts as moving. (R32)
pub const FIRED_BEFORE_CHANGE: Condition =
    Condition { forbids: |unit| Some((FIRED.forbids)(unit)? && time_counts(unit)), ..FIRED };

/// A unit has one move a bound: its legs are one act. (R38)
pub const MOVE_SPENT: Condition = Condition::new("move_spent", "Movement", "It has made its move.", |unit| {
    Some(is_spent(unit, WHOLE_MOVE)? || unit.get(MOVED_IN).is_some_and(|inches| inches > 0.0))
});

/// A change takes half a move, so the unit must have half a move left.
pub const TIME_SPENT: Condition =
    Condition::new("move_spent", "Movement", "It has made its move.", |unit| is_spent(unit, WHOLE_MOVE));

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
        /// R32.
        r32_counts_as_moving: CountsAsMoving = choice_of(choice::<CountsAsMoving>()).or_id("time").label("What counts as moving"),
    }
}

/// The rulings of an input.
const RULINGS: Fact<Input> = fact!("rulings");
const R32: Fact<CountsAsMoving> = fact!("r32_counts_as_moving");

/// True if changes that take time count as moving. They do unless the players agreed otherwise (R32).
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

/// True of cavalry that fires. `None` if the kind of firer is not recorded.
pub fn is_on_horseback(unit: &Judged) -> Option<bool> {
    Some(unit.get(KIND)? == FirerKind::Cavalry)
}

/// True of a unit that can act: not broken, not in pursuit, not rallying from one, and not in melee. (R16, R33, R35)
pub fn is_free(unit: &Facts) -> bool {
    [BROKEN, RALLYING, PURSUING, IN_MELEE].iter().all(|condition| condition.permits(unit))
}
