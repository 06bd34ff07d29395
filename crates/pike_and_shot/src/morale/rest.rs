//! Phase 7: a unit that neither moved, fired nor fought rests. *Move Sequence 7; Morale; Cavalry Firing; Reaction Tests 3.*

use super::super::bans::{OUT_OF_BATTLE, PHASE};
use super::super::effects;
use super::super::terms::{Pistols, RosterClass};
use crate::facts::*;
use crate::ids::{procedures, roles};
use rules::prelude::*;

/// A bound of rest.
pub const REST: Procedure = Procedure::of::<Rest>(procedures::REST, "Rest")
    .heading("Move Sequence 7; Morale; Cavalry Firing; Reaction Tests 3")
    .about("A unit that neither moved, fired nor fought removes a counter, reloads pistols, or rallies.")
    .participants(&[Role::own(roles::UNIT, "Who rests", "").fits(effects::is_unit)])
    .rulings(&["R16", "R17", "R27"])
    .grouping(Grouping::in_turn().proposes(|_, unit, _| gains(&unit.facts)))
    .bans(&[BANS])
    .fill(|scene, input| {
        if let Some(unit) = scene.facts(roles::UNIT) {
            suggest(input, ACTION, usual_action(unit));
        }
    });

const BANS: &[Ban] = &[
    OUT_OF_BATTLE,
    Ban::unit("acted", ACTED, "moved this bound, so no rest.", |unit| unit.get(MOVED)).at(MOVED),
    Ban::unit("acted", ACTED, "fired this bound, so no rest.", |unit| unit.get(FIRED)).at(FIRED),
    Ban::unit("acted", ACTED, "fought this bound, so no rest.", |unit| unit.get(FOUGHT)).at(FOUGHT),
    Ban::unit("rested_already", "Morale; Move Sequence 7", "one counter, or the pistols, in a bound.", |unit| {
        unit.get(RESTED)
    }),
    PHASE,
];

const ACTION: Fact<RestAction> = fact!("action");
const ACTED: &str = "Move Sequence 7; Morale; Cavalry Firing";

/// The use of a rest that is suggested for a unit.
fn usual_action(unit: &Facts) -> RestAction {
    let rallying = unit.holds(BROKEN) || rally_bounds_left(unit) > 0;
    if counters(unit) > 0 {
        RestAction::RemoveCounter
    } else if unit.equals(PISTOLS, Pistols::Empty) && !rallying {
        RestAction::ReloadPistols
    } else {
        RestAction::None
    }
}

/// True if a rest has an effect on the unit: it removes a counter, loads pistols, or rallies the unit.
fn gains(unit: &Facts) -> bool {
    unit.holds(BROKEN) || rally_bounds_left(unit) > 0 || usual_action(unit) != RestAction::None
}

/// Ids of the possible uses of a rest: removing a counter, loading pistols, or only resting.
fn uses(input: &Input) -> Vec<&'static str> {
    let is_rallying =
        answer(input, BROKEN) == Some(true) || answer(input, RALLY_BOUNDS_LEFT).is_some_and(|left| left > 0);
    let counters = answer(input, COUNTERS);
    let counts = counters.is_none_or(|counters| counters > 0);
    let is_empty = answer(input, PISTOLS).is_none_or(|pistols| pistols == Pistols::Empty);
    let mut uses = Vec::new();
    if counts {
        uses.push(RestAction::RemoveCounter.id());
    }
    if is_empty {
        uses.push(RestAction::ReloadPistols.id());
    }
    // A unit that rallies may choose only to rest, because loading pistols does not count as rest. If counters are hidden, there may be none.
    if uses.is_empty() || counters.is_none() || !counts && is_rallying {
        uses.push(RestAction::None.id());
    }
    uses
}

choices! {
    /// Use of a rest.
    pub enum RestAction {
        None = "none" "Only rest",
        RemoveCounter = "remove_counter" "Remove a counter",
        ReloadPistols = "reload_pistols" "Reload pistols",
    }
}

form! {
    /// A unit that rests.
    pub struct Rest {
        action: RestAction = choice_of(choice::<RestAction>()).label("Use of the rest").among(uses).decides(),
        moved: bool = unit(of(MOVED)),
        fired: bool = unit(of(FIRED)),
        fought: bool = unit(of(FOUGHT)).label("Fought this bound"),
        counters: i32 = unit(of(COUNTERS)),
        pistols: Pistols = unit(of(PISTOLS)),
        broken: bool = unit(of(BROKEN)),
        morale_class: RosterClass = unit(of(CLASS)),
        rally_bounds_left: i32 = unit(of(RALLY_BOUNDS_LEFT)).label("Bounds to rally"),
    }
    validate(Rest::validate)
}

outcome! {
    /// Result of a bound of rest. *Move Sequence 7.*
    pub struct Rested {
        /// Counters after: 0 or more.
        pub counters: i32,
        /// Pistols after.
        pub pistols: Pistols,
        /// True if the unit can act again in the next bound.
        pub rallied: bool,
        /// Bounds of rest that the unit still needs to rally; 0 once it has rallied.
        pub rally_bounds_left: i32,
    }
}

impl Rest {
    fn validate(&self) -> Result<(), Refusal> {
        let unknown = self.broken && self.morale_class == RosterClass::Unknown;
        bad_if(unknown, field!(Rest, morale_class), "A broken unit has a class.")
    }

    /// Returns true if the unit rallies in this rest, and the bounds of rest that it still needs. A broken unit needs one bound (R16).
    /// Reloading pistols does not count as rest.
    fn rallying(&self) -> (bool, i32) {
        if self.action == RestAction::ReloadPistols {
            return (false, self.rally_bounds_left);
        }
        let left = (self.rally_bounds_left - 1).max(0);
        let pursuit_over = self.rally_bounds_left == 1;
        (pursuit_over || self.broken && left == 0, left)
    }
}

impl Rule for Rest {
    type Outcome = Rested;

    fn permit(&self) -> Result<(), Refusal> {
        forbid_if(
            self.action == RestAction::RemoveCounter && self.counters == 0,
            field!(Rest, counters),
            "There is no counter to remove.",
        )?;
        forbid_if(
            self.broken && self.morale_class.breaks_at(self.counters) == Some(true),
            field!(Rest, counters),
            "A broken unit still at its breaking number does not rest: it breaks again.",
        )?;
        forbid_if(
            self.action == RestAction::ReloadPistols && self.pistols != Pistols::Empty,
            field!(Rest, pistols),
            "Only empty pistols are loaded.",
        )
    }

    fn play(&self, _: &mut Dice) -> Result<Rested, Halt> {
        let (rallied, rally_bounds_left) = self.rallying();
        Ok(Rested {
            counters: self.counters - i32::from(self.action == RestAction::RemoveCounter),
            pistols: if self.action == RestAction::ReloadPistols { Pistols::Loaded } else { self.pistols },
            rallied,
            rally_bounds_left,
        })
    }

    fn describe(&self, outcome: &Rested, consequences: &mut ConsequencesBuilder) {
        match self.action {
            RestAction::RemoveCounter => consequences.say(text!("One counter less: {n} left.", n = outcome.counters)),
            RestAction::ReloadPistols => consequences.say("The pistols are loaded again."),
            RestAction::None => consequences.say("It rests."),
        };
        consequences.raise(roles::UNIT, COUNTERS, outcome.counters - self.counters).put(roles::UNIT, RESTED, true);
        if self.action == RestAction::ReloadPistols {
            consequences.put(roles::UNIT, PISTOLS, outcome.pistols);
        }
        if outcome.rally_bounds_left > 0 {
            consequences.say(text!("{n} {n|bound|bounds} until it has rallied.", n = outcome.rally_bounds_left));
        }
        consequences.raise(roles::UNIT, RALLY_BOUNDS_LEFT, outcome.rally_bounds_left - self.rally_bounds_left);
        if outcome.rallied {
            consequences.say("It has rallied, and may act again in the next bound.");
            consequences.put(roles::UNIT, BROKEN, false).put(roles::UNIT, BOUNDS_PURSUED, 0);
        }
    }
}
