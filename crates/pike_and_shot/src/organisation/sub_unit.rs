//! Companies and troops that leave their unit and rejoin it. *Formations and Sub-units.*

use super::super::bans::{
    BROKEN, ChangeRulings, FIRED, HELD, OUT_OF_BATTLE, PHASE, PURSUING, RALLYING, charge_moved, is_spent,
    moved_in_charge, owing_pursuit_test, pursuit_test_first, time_counts,
};
use super::super::effects;
use super::super::relations::is_in_action;
use super::super::terms::{FIGURES_MAX, TargetType, WHOLE_MOVE};
use super::detachments;
use crate::facts::*;
use crate::ids::{procedures, roles};
use rules::prelude::*;

/// Detaching or rejoining of a sub-unit.
pub const SUB_UNIT: Procedure = Procedure::of::<SubUnit>(procedures::SUB_UNIT, "Detach or rejoin")
    .heading("Formations and Sub-units")
    .about("A company or a troop leaves its unit out of action, or comes back to it.")
    .participants(&[
        Role::own_without_fields(roles::PARENT, "Unit").fits(has_sub_units),
        Role::own_without_fields(roles::SUB_UNIT, "Sub-unit that rejoins").several(0, 1).fits(has_sub_units),
    ])
    .rulings(&["R28", "R32"])
    .bans(&[BANS])
    .fill(fill)
    // In a battle, a ban checks if the unit is in action, so players are not asked.
    .known(|scene, place| place == PARENT_IN_ACTION.id() && scene.facts(roles::PARENT).is_some());

/// Bans of detaching and rejoining. Bans on time spent apply only to detaching, because rejoining takes no time. Broken units and units in
/// melee neither detach nor rejoin.
const BANS: &[Ban] = &[
    OUT_OF_BATTLE,
    BROKEN.only_if(detaches),
    RALLYING.only_if(detaches),
    pursuit_test_first(|act| owing_pursuit_test(act).filter(|_| is_detaching(act))),
    PURSUING.only_if(detaches),
    HELD.only_if(detaches),
    FIRED.only_if(|unit| Some(detaches(unit)? && time_counts(unit))),
    Ban::unit("move_spent", "Movement", "detaching takes a full move, and part of it is used.", |unit| {
        let has_moved = unit.get(MOVED_IN).is_some_and(|inches| inches > 0.0);
        Some(detaches(unit)? && (has_moved || is_spent(unit, 1)?))
    }),
    Ban::unit("in_action", OF_SUB_UNITS, IN_ACTION, |unit| Some(detaches(unit)? && unit.get(PARENT_IN_ACTION)?))
        .at(PARENT_IN_ACTION),
    BROKEN.only_if(rejoins).of_everybody(),
    HELD.only_if(rejoins).of_everybody(),
    charge_moved(|act| moved_in_charge(act).filter(|_| is_detaching(act))),
    // A charged unit is in action, too. (R37)
    Ban::found("in_action", OF_SUB_UNITS, IN_ACTION, |act| {
        act.scene.actors().iter().find(|unit| is_detaching(act) && is_in_action(&act.scene.table, unit))
    }),
    PHASE,
    // The unit has no trackers for figures of other troops, so they would be lost.
    Ban::found("other_troops", OF_SUB_UNITS, "troops of another type, so it cannot rejoin this unit.", |act| {
        let arm = |unit: &Facts| unit.value(ROSTER_ARM);
        let parent = act.scene.facts(roles::PARENT)?;
        act.scene.unit(roles::SUB_UNIT).filter(|sub_unit| !is_detaching(act) && arm(&sub_unit.facts) != arm(parent))
    })
    .on_acts()
    .even_if_overridden(),
];

const OF_SUB_UNITS: &str = "Formations and Sub-units";
const IN_ACTION: &str = "nothing is detached from a unit in action.";

/// True if the act detaches a sub-unit. An offer without an action counts as detaching.
fn is_detaching(act: &Attempt) -> bool {
    answer(act.input, ACTION) != Some(SubUnitAction::Rejoin)
}

pub(super) const ACTION: Fact<SubUnitAction> = fact!(field!(SubUnit, action));
const PARENT_COUNTERS: Fact<i32> = fact!(field!(SubUnit, parent_counters));
const SUB_UNIT_COUNTERS: Fact<i32> = fact!(field!(SubUnit, sub_unit_counters));
const PARENT_IN_ACTION: Fact<bool> = fact!(field!(SubUnit, parent_in_action));

fn detaches(unit: &Judged) -> Option<bool> {
    Some(unit.get(ACTION)? == SubUnitAction::Detach)
}

fn rejoins(unit: &Judged) -> Option<bool> {
    Some(!detaches(unit)?)
}

fn fill(scene: &Scene, input: &mut Input) {
    let Some(parent) = scene.facts(roles::PARENT) else { return };
    suggest(input, PARENT_COUNTERS, counters(parent));
    if let Some(sub_unit) = scene.facts(roles::SUB_UNIT) {
        suggest(input, ACTION, SubUnitAction::Rejoin);
        suggest(input, SUB_UNIT_COUNTERS, counters(sub_unit));
        return;
    }
    suggest(input, ACTION, SubUnitAction::Detach);
    for (of_parent, kind) in OF_PARENT {
        if let Some(figures) = parent.value(kind) {
            suggest(input, of_parent, figures);
        }
    }
}

/// Accepts units other than guns, which have no companies or troops to detach. *Formations and Sub-units.*
fn has_sub_units(unit: &Facts) -> Result<(), Text> {
    effects::is_unit(unit)?;
    if unit.equals(TROOPS, TargetType::Artillery) { Err("Nothing is detached from a gun.".into()) } else { Ok(()) }
}

/// Fields for the unit's figures, each with the fact that fills it.
const OF_PARENT: [(Fact<i32>, Fact<i32>); 3] =
    [(PARENT_PIKES, PIKES), (PARENT_MUSKETS, MUSKETS), (PARENT_FIGURES, FIGURES)];
const PARENT_PIKES: Fact<i32> = fact!(field!(SubUnit, parent_pikes));
const PARENT_MUSKETS: Fact<i32> = fact!(field!(SubUnit, parent_muskets));
const PARENT_FIGURES: Fact<i32> = fact!(field!(SubUnit, parent_figures));

choices! {
    /// Detaching or rejoining.
    pub enum SubUnitAction {
        Detach = "detach" "Detach",
        Rejoin = "rejoin" "Rejoin",
    }
}

const DETACHING: &[When] = &[When { field: field!(SubUnit, action), is: &["detach"] }];

form! {
    /// A sub-unit that is detached or rejoins its unit.
    pub struct SubUnit {
        action: SubUnitAction = choice_of(choice::<SubUnitAction>()).label("Action"),
        parent_counters: i32 = unit(of(COUNTERS)).required().label("Unit's counters"),
        sub_unit_counters: Option<i32> = unit(of(COUNTERS)).optional().label("Sub-unit's counters")
            .when(&[When { field: field!(SubUnit, action), is: &["rejoin"] }]),
        parent_in_action: bool = situation(flag()).or(false).label("Unit in action"),
        pikes: i32 = choice_of(of(PIKES)).label("Pikes that leave").when(DETACHING),
        muskets: i32 = choice_of(of(MUSKETS)).label("Muskets that leave").when(DETACHING),
        figures: i32 = choice_of(whole(0, FIGURES_MAX)).or(0).label("Figures that leave").when(DETACHING)
            .help("For troops that are not foot."),
        parent_pikes: Option<i32> = unit(of(PIKES)).optional().label("Unit's pikes").when(DETACHING),
        parent_muskets: Option<i32> = unit(of(MUSKETS)).optional().label("Unit's muskets").when(DETACHING),
        parent_figures: Option<i32> = unit(whole(0, FIGURES_MAX)).optional().label("Unit's figures").when(DETACHING),
        rulings: ChangeRulings = situation(object::<ChangeRulings>()).or_empty(),
    }
    validate(SubUnit::validate)
}

outcome! {
    /// Unit and sub-unit afterwards.
    pub struct Parted {
        /// Counters of the unit afterwards.
        pub parent_counters: i32,
        /// Counters of the sub-unit afterwards; `None` once it has rejoined.
        pub sub_unit_counters: Option<i32>,
        /// Moves needed: 1 to detach, 0 to rejoin.
        pub moves_needed: i32,
    }
}

/// Figures of one kind: the number that leaves and the number in the unit, each with its field.
struct Leaving {
    field: Fact<i32>,
    of_parent: Fact<i32>,
    leave: i32,
    parent: Option<i32>,
}

impl SubUnit {
    fn leaving(&self) -> [Leaving; 3] {
        let kind = |field, of_parent, leave, parent| Leaving { field, of_parent, leave, parent };
        [
            kind(PIKES, PARENT_PIKES, self.pikes, self.parent_pikes),
            kind(MUSKETS, PARENT_MUSKETS, self.muskets, self.parent_muskets),
            kind(FIGURES, PARENT_FIGURES, self.figures, self.parent_figures),
        ]
    }

    fn validate(&self) -> Result<(), Refusal> {
        for kind in self.leaving().into_iter().filter(|kind| kind.leave > 0) {
            bad_if(
                self.action == SubUnitAction::Rejoin,
                kind.field.id(),
                "No figures leave a unit when a sub-unit rejoins.",
            )?;
            kind.parent.ok_or_else(|| Refusal::missing(kind.of_parent.id()))?;
        }
        match (self.action, self.sub_unit_counters) {
            (SubUnitAction::Rejoin, None) => Err(Refusal::missing(SUB_UNIT_COUNTERS.id())),
            (SubUnitAction::Detach, given) => {
                bad_if(given.is_some(), SUB_UNIT_COUNTERS.id(), "A sub-unit that leaves takes its unit's counters.")
            }
            (SubUnitAction::Rejoin, Some(_)) => Ok(()),
        }
    }
}

impl Rule for SubUnit {
    type Outcome = Parted;

    fn permit(&self) -> Result<(), Refusal> {
        let kinds = self.leaving();
        for kind in &kinds {
            let too_many = kind.leave > kind.parent.unwrap_or(kind.leave);
            forbid_if(too_many, kind.field.id(), "The unit has fewer of them.")?;
        }
        let left: i32 = kinds.iter().map(|kind| kind.parent.unwrap_or(kind.leave) - kind.leave).sum();
        match kinds.iter().find(|kind| kind.leave > 0) {
            Some(first) => forbid_if(left == 0, first.field.id(), "Somebody must stay with the unit."),
            None => Ok(()),
        }
    }

    fn play(&self, _: &mut Dice) -> Result<Parted, Halt> {
        Ok(match self.action {
            // Detaching takes a whole move. The sub-unit gets as many counters as its unit has.
            SubUnitAction::Detach => Parted {
                parent_counters: self.parent_counters,
                sub_unit_counters: Some(self.parent_counters),
                moves_needed: 1,
            },
            // The unit gets the higher of the two numbers of counters. Rejoining takes no time beyond the move (R28).
            SubUnitAction::Rejoin => Parted {
                parent_counters: self.parent_counters.max(self.sub_unit_counters.unwrap_or(0)),
                sub_unit_counters: None,
                moves_needed: 0,
            },
        })
    }

    fn describe(&self, outcome: &Parted, consequences: &mut ConsequencesBuilder) {
        let held = effects::counters(outcome.parent_counters);
        match self.action {
            SubUnitAction::Detach => {
                consequences.say(text!("It takes a whole move, and the sub-unit holds {held} too.", held = held));
                if self.leaving().iter().all(|kind| kind.leave == 0) {
                    consequences.say("Enter the sub-unit as a unit of its own, and take its figures off its unit.");
                } else {
                    consequences.say(text!(
                        "It takes from its unit: pikes {pikes}, muskets {muskets}, other figures {figures}.",
                        pikes = self.pikes,
                        muskets = self.muskets,
                        figures = self.figures
                    ));
                }
                consequences.raise(roles::PARENT, PIKES, -self.pikes).raise(roles::PARENT, MUSKETS, -self.muskets);
                consequences.raise(roles::PARENT, FIGURES, -self.figures);
                if self.rulings.time_counts() {
                    consequences.put(roles::PARENT, MOVED, true);
                }
                consequences.put(roles::PARENT, HALF_MOVES_SPENT, WHOLE_MOVE);
            }
            SubUnitAction::Rejoin => {
                consequences.say(text!("Together they hold {held}.", held = held));
                if outcome.parent_counters > self.parent_counters {
                    let more = effects::counters(outcome.parent_counters - self.parent_counters);
                    consequences.say(text!("{more} more than the unit had.", more = more));
                }
                consequences.raise(roles::PARENT, COUNTERS, outcome.parent_counters - self.parent_counters);
            }
        }
    }

    /// Adds a detached sub-unit to the table, or removes a sub-unit that rejoins.
    fn aftermath(&self, scene: &Scene, _: &Parted, consequences: &mut ConsequencesBuilder) {
        let Some(parent) = scene.unit(roles::PARENT) else { return };
        match self.action {
            SubUnitAction::Detach => {
                let leave = [self.pikes, self.muskets, self.figures];
                detachments::detach(&scene.table, parent, leave, self.rulings.time_counts(), consequences);
            }
            SubUnitAction::Rejoin => detachments::rejoin(scene, consequences),
        }
    }
}
