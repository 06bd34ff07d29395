//! The end of a turn, and of the battle. *Melee Combat; Shooting.*

use super::lines::to_kill;
use super::terms::{Cause, Order, TroopType, each_once};
use super::unit;
use super::unit::facts::{self, *};
use crate::core::facts::{Fact, Facts};
use crate::core::refusal::{Refusal, bad_if, forbid_if};
use crate::core::subject::Side;
use crate::dice::{Dice, Halt};
use crate::form::Choices;
use crate::rules::condition::Condition;
use crate::rules::consequences::{BATTLE, ConsequencesBuilder};
use crate::rules::input::{Input, put};
use crate::rules::procedure::{Procedure, Role, Rule};
use crate::rules::ruleset::{Alert, StatusTag, Urgency};
use crate::rules::table::Scene;
use crate::{choices, form, outcome, text};

/// Attrition, and the end of being under fire.
pub const END_OF_TURN: Procedure = Procedure::of::<EndOfTurn>("end_of_turn", "End of the turn")
    .heading("Melee Combat; Shooting")
    .about(
        "Formations that are Irregular by nature and for another reason lose an element. Formations that were not \
     shot at are no longer slowed.",
    )
    .participants(&[Role::own("formation", "Formation", "")])
    .rulings(&["R17"])
    .conditions(&[Condition::new("turn_ended", "Melee Combat", "Its turn has ended.", |unit| unit.get(TURN_ENDED))])
    .fill(groups_without_ranks);

/// Is a side beaten?
pub const ROUT_CHECK: Procedure = Procedure::of::<RoutCheck>("rout_check", "Is a side beaten?")
    .heading("Melee Combat")
    .about("A side loses when all its formations are Irregular, for whatever reason.")
    .rulings(&["R18", "R32"])
    .fill(states_of_both_sides);

form! {
    /// Elements of one type in a formation.
    pub struct Group {
        /// The type.
        troop: TroopType = unit(choice::<TroopType>()).named("type").label("Troops"),
        /// Number of elements.
        elements: i32 = unit(whole(1, 40)).label("Elements"),
    }
}

crate::fact_value!(Group { troop: "type", elements: "elements" });

/// Groups of the formation.
const GROUPS_LEFT: Fact<Vec<Group>> = Fact::new("groups");

form! {
    /// Input of the end of a turn.
    pub struct EndOfTurn {
        /// State by training.
        nature: Order = unit(choice::<Order>()).label("By nature"),
        /// Causes of being temporarily Irregular.
        shaken: Vec<Cause> = unit(list::<Cause>(0, 6)).or_empty().label("Irregular because of"),
        /// Its elements.
        groups: Vec<Group> = unit(list::<Group>(1, 4)).label("Elements"),
        /// Owner's choice between equally weak types.
        lose_type: Option<TroopType> = choice_of(choice::<TroopType>()).or_null().label("Loses"),
        /// `true` if it was shot at this turn.
        shot_at_this_turn: bool = unit(flag()).or(false).label("Shot at this turn"),
        /// Elements lost to shooting since it came under fire.
        fire_losses: i32 = unit(whole(0, 99)).or(0).label("Lost while under fire"),
    }
    agree(EndOfTurn::agree)
}

outcome! {
    /// Result of the end of a turn. *Melee Combat; Shooting.*
    pub struct Ended {
        /// Elements lost: 0 or 1.
        pub lost: i32,
        /// Type of the lost element; `None` if nothing is lost.
        pub lost_type: Option<TroopType>,
        /// `true` if nothing is left.
        pub destroyed: bool,
        /// Losses that still slow it, by an inch each.
        pub fire_losses: i32,
    }
}

impl EndOfTurn {
    fn agree(&self) -> Result<(), Refusal> {
        each_once(&self.shaken, "shaken")?;
        let types: Vec<TroopType> = self.groups.iter().map(|group| group.troop).collect();
        each_once(&types, "groups")?;
        let stray = self.lose_type.is_some_and(|wish| !types.contains(&wish));
        bad_if(stray, "lose_type", "The formation has none of these.")
    }

    fn loses_one(&self) -> bool {
        loses_one(self.nature, &self.shaken)
    }

    fn weakest(&self) -> impl Iterator<Item = TroopType> {
        weakest(self.groups.iter().map(|group| group.troop).collect()).into_iter()
    }
}

/// *Melee Combat*: the untrained lose one element a turn for as long as something has shaken them.
fn loses_one(nature: Order, shaken: &[Cause]) -> bool {
    nature == Order::Irregular && !shaken.is_empty()
}

/// True of a formation that loses an element at the end of the turn, or is then no longer slowed.
pub fn end_changes(formation: &Facts) -> bool {
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
            "lose_type",
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
            // Shooting: losses slow it until it is no longer shot at.
            fire_losses: if self.shot_at_this_turn { self.fire_losses } else { 0 },
        })
    }

    fn describe(&self, outcome: &Ended, consequences: &mut ConsequencesBuilder) {
        match outcome.lost_type {
            Some(troop) => {
                consequences.say(text!("Remove one {troop}.", troop = troop.label()));
                consequences.raise("formation", lost(troop), 1);
                consequences.put("formation", CASUALTIES_THIS_TURN, true);
            }
            None => {
                consequences.say("It loses nothing.");
            }
        }
        if outcome.fire_losses < self.fire_losses {
            consequences.say("Nobody shot at it this turn: it is no longer slowed by losses.");
        }
        consequences.count("formation", FIRE_LOSSES, self.fire_losses, outcome.fire_losses);
        consequences.put("formation", TURN_ENDED, true);
        if outcome.destroyed {
            consequences.say("Nothing of it is left.");
            consequences.due("rout_check", "A side without a Regular formation is beaten.");
        }
    }
}

choices! {
    /// Result of the battle.
    pub enum BattleResult {
        PlayOn = "play_on" "play on",
        AWins = "a_wins" "victory for {side A}",
        BWins = "b_wins" "victory for {side B}",
        Draw = "draw" "a draw",
    }
}

form! {
    /// Input of the check for a rout.
    pub struct RoutCheck {
        /// Present state of each formation of side A on the table.
        a: Vec<Order> = unit(list::<Order>(0, 60)).label("Formations of {side A}"),
        /// Present state of each formation of side B on the table.
        b: Vec<Order> = unit(list::<Order>(0, 60)).label("Formations of {side B}"),
    }
}

/// States of the formations of each side.
const STATES: [Fact<Vec<Order>>; 2] = [Fact::new("a"), Fact::new("b")];

outcome! {
    /// Result of a rout check. *Melee Combat.*
    pub struct Rout {
        /// `true` if side A routs.
        pub a_routs: bool,
        /// `true` if side B routs.
        pub b_routs: bool,
        /// Result of the battle.
        pub result: BattleResult,
    }
}

impl Rule for RoutCheck {
    type Outcome = Rout;

    fn play(&self, _: &mut Dice) -> Result<Rout, Halt> {
        // One Regular formation holds a side together; a side with no formation at all has lost too. (R18)
        let (a_routs, b_routs) = (!self.a.contains(&Order::Regular), !self.b.contains(&Order::Regular));
        let result = match (a_routs, b_routs) {
            (false, false) => BattleResult::PlayOn,
            (true, false) => BattleResult::BWins,
            (false, true) => BattleResult::AWins,
            (true, true) => BattleResult::Draw,
        };
        Ok(Rout { a_routs, b_routs, result })
    }

    fn describe(&self, outcome: &Rout, consequences: &mut ConsequencesBuilder) {
        consequences.say(match outcome.result {
            BattleResult::PlayOn => "Both sides still have a Regular formation: play on.",
            BattleResult::AWins => "No Regular formation of {side B} is left: victory for {side A}.",
            BattleResult::BWins => "No Regular formation of {side A} is left: victory for {side B}.",
            BattleResult::Draw => "No Regular formation is left on either side: a draw.",
        });
        consequences.put(BATTLE, RESULT, outcome.result);
    }
}

/// A formation's groups without their ranks.
fn groups_without_ranks(scene: &Scene, input: &mut Input) {
    let Some(groups) = scene.unit("formation").and_then(|unit| unit.value(GROUPS)) else { return };
    let group = |group: facts::Group| Group { troop: group.troop, elements: group.elements };
    put(input, GROUPS_LEFT, groups.into_iter().map(group).collect::<Vec<_>>());
}

/// The states of both sides' formations on the table.
fn states_of_both_sides(scene: &Scene, input: &mut Input) {
    for (side, states) in Side::BOTH.into_iter().zip(STATES) {
        let here = scene.army(side.index()).filter(|unit| has_elements(unit));
        put(input, states, here.filter_map(|unit| unit.value(STATE)).collect::<Vec<_>>());
    }
}

/// True if a formation on the table is Regular. *Melee Combat.*
pub fn holds_its_side(unit: &Facts) -> bool {
    has_elements(unit) && is_regular(unit)
}

/// Types left of a formation that are equally the weakest. (R17)
pub fn weakest_of(unit: &Facts) -> Vec<TroopType> {
    weakest(unit.value(TYPES).unwrap_or_default())
}

/// Weakest of these types: those that are easiest to shoot down while Irregular. (R17)
fn weakest(types: Vec<TroopType>) -> Vec<TroopType> {
    let least = types.iter().map(|troop| to_kill(*troop, Order::Irregular)).min();
    types.into_iter().filter(|troop| Some(to_kill(*troop, Order::Irregular)) == least).collect()
}

/// Alerts for sides that rout, with the reason why each formation is Irregular.
pub fn routs(armies: &[Vec<Facts>; 2]) -> Vec<Alert> {
    // Before anybody is on the table nobody runs.
    let beaten = |army: &[Facts]| !army.is_empty() && !army.iter().any(holds_its_side);
    let rout = |side: usize| Alert {
        side: Some(side),
        news: StatusTag { words: "no Regular formation is left: it loses the battle.".into(), urgency: Urgency::Alarm },
        because: armies[side].iter().map(unit::why_irregular).collect(),
    };
    (0..2).filter(|side| beaten(&armies[*side])).map(rout).collect()
}
