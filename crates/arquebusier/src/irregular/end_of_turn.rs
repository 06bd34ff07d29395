//! End of a turn: attrition, and losses under fire. *Melee Combat; Shooting.*

use super::super::bans::{BATTLE_OVER, DESTROYED, WRONG_PHASE};
use super::super::disorder::rout_check_due;
use super::super::facts::{self};
use super::super::terms::{Cause, Order, TroopType, each_once};
use super::super::unit::lines::to_kill;
use crate::facts::*;
use crate::ids::{procedures, roles};
use rules::prelude::*;

/// Procedure that ends a formation's turn.
pub const END_OF_TURN: Procedure = Procedure::of::<EndOfTurn>(procedures::END_OF_TURN, "End of the turn")
    .heading("Melee Combat; Shooting")
    .about(
        "Formations that are Irregular by nature and for another reason lose an element. Formations that were not \
     shot at are no longer slowed.",
    )
    .participants(&[Role::own(roles::FORMATION, "Formation", "")])
    .rulings(&["R17"])
    .grouping(Grouping::in_turn().proposes(|_, formation, _| end_changes(&formation.facts)))
    .bans(&[&[
        BATTLE_OVER,
        WRONG_PHASE,
        DESTROYED,
        Ban::unit("turn_ended", "Melee Combat", "turn already ended.", |unit| unit.get(TURN_ENDED)),
    ]])
    .fill(groups_without_ranks);

form! {
    /// Elements of one type in a formation.
    pub struct Group {
        troop: TroopType = unit(of(TYPE)).named(TYPE.id()),
        elements: i32 = unit(of(ELEMENTS)),
    }
}

rules::fact_value!(Group { troop: "type", elements: "elements" });

/// Field for the groups of the formation.
const GROUPS_LEFT: Fact<Vec<Group>> = fact!(field!(EndOfTurn, groups));

form! {
    /// Input of the end of a turn.
    pub struct EndOfTurn {
        nature: Order = unit(of(NATURE)),
        shaken: Vec<Cause> = unit(of(SHAKEN)).or_empty(),
        groups: Vec<Group> = unit(list::<Group>(1, MOST_TYPES)).label("Elements"),
        /// Owner's choice between equally weak types; `None` if there is no choice.
        lose_type: Option<TroopType> = choice_of(choice::<TroopType>()).or_null().label("Loses").among(equals).decides(),
        shot_at_this_turn: bool = unit(of(SHOT_AT_THIS_TURN)),
        fire_losses: i32 = unit(of(FIRE_LOSSES)),
    }
    validate(EndOfTurn::validate)
}

/// Types between which the owner chooses if the formation loses an element; empty if it loses none. (R17)
fn equals(input: &Input) -> Vec<&'static str> {
    let shaken = answer(input, SHAKEN).unwrap_or_default();
    if !answer(input, NATURE).is_some_and(|nature| loses_one(nature, &shaken)) {
        return Vec::new();
    }
    let groups = answer(input, GROUPS_LEFT).unwrap_or_default();
    weakest(groups.iter().map(|group| group.troop).collect()).into_iter().map(Choices::id).collect()
}

outcome! {
    /// Result of the end of a turn. *Melee Combat; Shooting.*
    pub struct Ended {
        /// Elements lost: 0 or 1.
        pub lost: i32,
        /// Type of the lost element; `None` without a loss.
        pub lost_type: Option<TroopType>,
        /// True if no element is left.
        pub destroyed: bool,
        /// Losses that still slow it, by an inch each.
        pub fire_losses: i32,
    }
}

impl EndOfTurn {
    fn validate(&self) -> Result<(), Refusal> {
        each_once(&self.shaken, field!(EndOfTurn, shaken))?;
        let types: Vec<TroopType> = self.groups.iter().map(|group| group.troop).collect();
        each_once(&types, field!(EndOfTurn, groups))?;
        let stray = self.lose_type.is_some_and(|wish| !types.contains(&wish));
        bad_if(stray, field!(EndOfTurn, lose_type), "The formation has none of these.")
    }

    fn loses_one(&self) -> bool {
        loses_one(self.nature, &self.shaken)
    }

    fn weakest(&self) -> impl Iterator<Item = TroopType> {
        weakest(self.groups.iter().map(|group| group.troop).collect()).into_iter()
    }
}

/// True if a formation loses one element: it is Irregular by nature, and something else makes it Irregular, too. *Melee Combat.*
fn loses_one(nature: Order, shaken: &[Cause]) -> bool {
    nature == Order::Irregular && !shaken.is_empty()
}

/// True if a formation loses an element at the end of the turn, or is then no longer slowed.
fn end_changes(formation: &Facts) -> bool {
    let shaken = formation.value(SHAKEN).unwrap_or_default();
    let was_slowed = formation.value(FIRE_LOSSES).is_some_and(|losses| losses > 0);
    formation.value(NATURE).is_some_and(|nature| loses_one(nature, &shaken))
        || was_slowed && !formation.holds(SHOT_AT_THIS_TURN)
}

impl Rule for EndOfTurn {
    type Outcome = Ended;

    fn permit(&self) -> Result<(), Refusal> {
        let spared = self.lose_type.is_some_and(|wish| !self.weakest().any(|weak| weak == wish));
        forbid_if(
            self.loses_one() && spared,
            field!(EndOfTurn, lose_type),
            "The weakest go first; the owner chooses only between equals.",
        )
    }

    fn play(&self, _: &mut Dice) -> Result<Ended, Halt> {
        let lost_type = if self.loses_one() { self.lose_type.or_else(|| self.weakest().next()) } else { None };
        let elements: i32 = self.groups.iter().map(|group| group.elements).sum();
        Ok(Ended {
            lost: i32::from(lost_type.is_some()),
            lost_type,
            destroyed: lost_type.is_some() && elements == 1,
            // Losses slow a formation until a turn in which it is not shot at. *Shooting.*
            fire_losses: if self.shot_at_this_turn { self.fire_losses } else { 0 },
        })
    }

    fn describe(&self, outcome: &Ended, consequences: &mut ConsequencesBuilder) {
        match outcome.lost_type {
            Some(troop) => {
                consequences.say(text!("Remove one {troop}.", troop = troop.label()));
                consequences.raise(roles::FORMATION, lost(troop), 1);
                consequences.put(roles::FORMATION, CASUALTIES_THIS_TURN, true);
            }
            None => {
                consequences.say("It loses nothing.");
            }
        }
        if outcome.fire_losses < self.fire_losses {
            consequences.say("Nobody shot at it this turn: it is no longer slowed by losses.");
        }
        consequences.count(roles::FORMATION, FIRE_LOSSES, self.fire_losses, outcome.fire_losses);
        consequences.put(roles::FORMATION, TURN_ENDED, true);
        if outcome.destroyed {
            consequences.say("Nothing of it is left.");
            rout_check_due(consequences);
        }
    }
}

/// Fills in a formation's groups, without their ranks.
fn groups_without_ranks(scene: &Scene, input: &mut Input) {
    let Some(groups) = scene.facts(roles::FORMATION).and_then(|unit| unit.value(GROUPS)) else { return };
    let group = |group: facts::Group| Group { troop: group.troop, elements: group.elements };
    put(input, GROUPS_LEFT, groups.into_iter().map(group).collect::<Vec<_>>());
}

/// Types left of a formation that are equally the weakest. (R17)
pub fn weakest_of(unit: &Facts) -> Vec<TroopType> {
    weakest(unit.value(TYPES).unwrap_or_default())
}

/// The weakest of these types, which are the easiest to shoot down while Irregular. (R17)
fn weakest(types: Vec<TroopType>) -> Vec<TroopType> {
    let least = types.iter().map(|troop| to_kill(*troop, Order::Irregular)).min();
    types.into_iter().filter(|troop| Some(to_kill(*troop, Order::Irregular)) == least).collect()
}

/// False if the procedure is `end_of_turn` and it would change nothing for the formation; otherwise true. *Melee Combat; Shooting.*
pub fn has_occasion(formation: &Facts, procedure: &str) -> bool {
    procedure != END_OF_TURN.id || end_changes(formation)
}
